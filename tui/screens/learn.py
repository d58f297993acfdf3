"""Rules and pieces of every game, found by typing, and a page of each piece to try it on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from makachess.core import Move, Square
from makachess.core.engine.model import Model
from makachess.core.spec import Rule, Variant
from makachess.play.diagrams import least_size
from makachess.play.lookup import Hit, Index, Rules
from makachess.play.narration import KeyNames
from makachess.play.sentences import (
    array_sentence,
    change_sentences,
    move_changes,
    worth_sentence,
)
from makachess.play.trial import LION_TURNS, Diagram, find_lion
from makachess.tui.board import BoardView, BoardWidget, chosen_pieces
from makachess.tui.board.geometry import CELL_SIZES, CellSize, Geometry
from makachess.tui.board.square import BoardStyle, Look
from makachess.tui.board.square import draw as draw_square
from makachess.tui.charset import can_show
from makachess.tui.dialogs import MoveDialog
from makachess.tui.key_row import hints
from makachess.tui.keys import ANYWHERE, DIAGRAM, LEARN, RULES, SCREENS, bindings
from makachess.tui.lists import Item, Menu, SearchField
from makachess.tui.panes.help import rules_lines
from makachess.tui.panes.marks import (
    CURSOR,
    GOES,
    LISTS,
    MAY,
    MUST,
    PICKED,
    PIECE,
    SHIFTED,
    SLIDES,
    TAKES,
    MarkedPanel,
    has_tints,
    mark_lines,
)
from makachess.tui.panes.piece import can_draw
from makachess.tui.preferences import app_of, palette_of, preferences_of
from makachess.tui.prompt import PromptLine
from makachess.tui.screens.base import PageScreen
from makachess.tui.text import Line, Part, TextLine, TextPanel, TextWidget, draw, rule, wrap
from makachess.variants import Listing
from rich.segment import Segment
from textual import events
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

SIZES = (9, 7, 5)  # squares each way
TEXT = 20  # columns that the text beside the board needs
BESIDE, MOST_TEXT = 2, 72  # columns between both, and those that the text can use
FIGURES = (CellSize(6, 3), CellSize(5, 2))  # the squares of what a piece becomes
LARGEST = CellSize(10, 5)
HEAD = 1  # rows of the piece's name
VERB = 11  # columns of `must become`
BETWEEN = 3  # columns between what is taken, the verb, the new form and its name
LEAST = 2  # columns of victims, or of one and the number of the others


class Becoming(TextWidget):
    """What a piece becomes by what it takes: the victims, and the piece in its new form."""

    def __init__(self) -> None:
        super().__init__()
        self._variant: Variant | None = None
        self._changes: list[tuple[Rule, str, list[str]]] = []
        self._cell = FIGURES[0]
        self._room = 0, 0, 0  # columns and rows there are, and rows that the text would like
        self._lines: list[Strip] = []

    def show(self, variant: Variant, kind: str) -> None:
        self._variant = variant
        self._changes = [  # a capture en passant is told in words
            (rule, target, [victim for victim in victims if victim in variant.pieces])
            for rule, target, victims in move_changes(variant, kind)
        ]

    def fit(self, width: int, height: int, wanted: int = 0) -> int:
        """Draw it within some columns and rows; the rows taken, none if there is no room.

        What is `wanted` by the text above it, it leaves if it can do without blank rows.
        """
        self._room = width, height, wanted
        for cell in FIGURES:
            rows = 1 + cell.height * len(self._changes)
            if self._changes and rows <= height and self._columns(width, cell) >= LEAST:
                gap = rows + len(self._changes) + wanted <= height
                self._cell = cell
                self._lines = list(self._draw(width, gap))
                self.styles.height = len(self._lines)
                self.refresh()
                return len(self._lines)
        return 0

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self._lines:
            self.fit(*self._room)

    def render_line(self, y: int) -> Strip:
        return self._lines[y] if y < len(self._lines) else self.strip(())

    def _draw(self, width: int, gap: bool) -> Iterator[Strip]:
        assert self._variant is not None
        board_style = BoardStyle(
            variant=self._variant,
            cell=self._cell,
            pieces=chosen_pieces(self, self._variant, self._cell),
            palette=palette_of(self, self._variant),
            color=not self.app.no_color,
            pictures=app_of(self).shows_pictures,
        )
        most = max(len(victims) for _, _, victims in self._changes)
        columns = min(self._columns(width, self._cell), most)
        if gap:
            yield Strip.blank(width)
        ways = {_way(victims) for _, _, victims in self._changes}
        title = " ".join(("What it becomes", *(ways if len(ways) == 1 else ())))
        yield draw(rule(title, width), width, self._style)
        for at, change in enumerate(self._changes):
            if gap and at:
                yield Strip.blank(width)
            way = _way(change[2]) if len(ways) > 1 else ""
            yield from self._change(board_style, change, way, columns, width)

    def _columns(self, width: int, cell: CellSize) -> int:
        """How many victims there is room for beside the verb, the new form and its name."""
        assert self._variant is not None
        names = (self._variant.pieces[target].name for _, target, _ in self._changes)
        name = max(len(word) for name in names for word in name.split())
        return (width - cell.width - VERB - name - BETWEEN) // cell.width

    def _change(
        self,
        board_style: BoardStyle,
        change: tuple[Rule, str, list[str]],
        way: str,
        columns: int,
        width: int,
    ) -> Iterator[Strip]:
        """The rows of one change: whose capture, whether it may or must, and what it becomes."""
        applies, target, victims = change
        cell = board_style.cell
        shown = victims if len(victims) <= columns else victims[: columns - 1]
        squares = [
            draw_square(Look(piece=kind.lower(), dark=at % 2 == 1), board_style)
            for at, kind in enumerate(shown)
        ]
        new = draw_square(Look(piece=target, picked=True), board_style)
        room = width - cell.width * (columns + 1) - VERB - BETWEEN
        name = list(wrap([Part(board_style.variant.pieces[target].name, "strong")], room))
        more = f" +{len(victims) - len(shown)}" if len(victims) > len(shown) else ""
        must = applies > Rule.MAY
        verb = (
            [Part(way, "quiet")],
            [Part("must become" if must else "may become", "accent" if must else "")],
        )
        middle = (cell.height - 1) // 2
        for y in range(cell.height):
            row = [Segment(*run) for square in squares for run in square[y]]
            blank = cell.width * (columns - len(shown)) + 1
            row.append(Segment((more if y == middle else "").ljust(blank)))
            row += draw(verb[y] if y < len(verb) else (), VERB + 1, self._style)
            row += [Segment(*run) for run in new[y]]
            row.append(Segment(" "))
            at = y - middle + (len(name) - 1) // 2
            row += draw(name[at] if 0 <= at < len(name) else (), room, self._style)
            yield Strip(row).adjust_cell_length(width)


def _way(victims: list[str]) -> str:
    return "by taking" if victims else "by moving"


class PiecePage(Vertical, can_focus=True):
    """One piece of one game; the screen's keys move the cursor and the pieces on its board."""

    BINDINGS = bindings(DIAGRAM)

    def __init__(self, hit: Hit, prompt: PromptLine, model: Model | None = None) -> None:
        super().__init__(id="page")
        self._prompt = prompt
        self._own, self._model = hit.piece.variant, model  # the game it was opened from
        self._room = Size(0, 0)
        self._told = ""  # what stands on the square under the cursor
        self.hit = hit
        self.diagram = Diagram(hit.piece.variant, hit.piece.kind)
        self.board = BoardWidget(self.diagram.board, id="diagram")
        self.board.show_cursor(False)
        self.caption = TextLine()
        self.facts = MarkedPanel(hit.piece.variant, id="facts")
        self.becoming = Becoming()
        self.is_filled = False
        self._is_reading = False  # the text, in the place of what the piece becomes
        self._carried: Square | None = None
        self.entering = MoveDialog(
            *(self.diagram.position(), prompt, KeyNames, self._entered, self.update),
            lambda: self.board.labels,
        )

    def compose(self) -> Iterator[Widget]:
        """The board, the text beside it, and below what the piece becomes."""
        yield self.caption
        yield Horizontal(self.board, self.facts, id="beside")
        yield self.becoming

    def on_focus(self) -> None:
        self.board.show_cursor(True)

    def on_blur(self) -> None:
        self.board.show_cursor(False)

    def show(self, hit: Hit) -> None:
        self.hit = hit
        self.is_filled = True
        self.begin()
        self._show_facts()

    def notify_style_update(self) -> None:
        """Explain the marks as they are drawn in the colours there are now."""
        super().notify_style_update()
        if self.is_filled:
            self._show_facts()

    def _show_facts(self) -> None:
        """Say what there is to say, with the marks as the board draws them at its size."""
        variant = self.facts.variant = self.hit.piece.variant
        model = self._model if variant == self._own else None
        self.facts.set_lines(list(fact_lines(self.hit, self._legend(), model)))
        self._fit_becoming()

    def _legend(self) -> list[Line]:
        found, drawn = self.entering.state.targets, self.board.draws_marks
        slides = self.diagram.slides() if can_draw(self) else ()
        targets = found.values()
        there = {
            SLIDES: any(at in slides for at in found),
            GOES: any(not target.capture and at not in slides for at, target in found.items()),
            TAKES: any(target.capture for target in targets),
            MAY: any(target.rule is Rule.MAY for target in targets),
            MUST: any(target.rule > Rule.MAY for target in targets),
        }
        marks = [mark for mark in PIECE if there.get(mark, True)]
        return list(mark_lines(marks, tinted=has_tints(self), drawn=drawn))

    def begin(self) -> None:
        """Set the board up as it was at first."""
        piece = self.hit.piece
        size, _ = self._board_form()
        self.diagram = Diagram(piece.variant, piece.kind, size)
        self.board.set_variant(self.diagram.board)
        self.board.move_cursor(self.diagram.home)
        self.becoming.show(piece.variant, piece.kind)
        self._carried = None
        self._is_reading = False
        self._lay_out()

    def update(self) -> None:
        self.entering.begin(self.diagram.position(), self.diagram.home)
        self._show_moves()
        shown = self.diagram.game.pieces[self.diagram.kind]
        self.caption.set_parts(
            Part(f"{shown.name} ", "strong"),
            Part(f"{shown.id}  ", "accent"),
            Part(self._said, "quiet"),
        )

    @property
    def _said(self) -> str:
        kind = self.hit.piece.type
        name = f"{kind.kanji} {kind.kanji_name} {kind.reading}".strip()
        return name if kind.kanji and can_show(kind.kanji) else ""

    def _show_moves(self) -> None:
        hint = () if self._carried is None else (self._carried,)
        state = self.entering.state
        slides: tuple[Square, ...] = ()
        if can_draw(self) and state.path == (self.diagram.home,):
            reached = [at for at, target in state.targets.items() if not target.capture]
            slides = tuple(at for at in reached if at in self.diagram.slides())
            left = {at: target for at, target in state.targets.items() if at not in slides}
            state = replace(state, targets=left)
        self.board.show(BoardView(self.diagram.pieces, slides=slides, hint=hint, entry=state))

    def fit(self, room: Size) -> None:
        """Fit board, text and figures into the columns and rows there are."""
        if room == self._room:
            return
        before, self._room = self._board_form(), room
        if self._board_form() != before:
            self.begin()
            if self.is_filled:
                self._show_facts()
            if self._told and self._prompt.message == self._told:  # a square of the other board
                self._tell()
        else:
            self._lay_out()

    def _board_form(self) -> tuple[int, CellSize]:
        width, height = self._room.width - TEXT - 2, self._room.height - HEAD
        least = least_size(self.hit.piece.variant, self.hit.piece.kind)
        changes = len(move_changes(self.hit.piece.variant, self.hit.piece.kind))
        figures = [1 + cell.height * changes for cell in FIGURES] if changes else []
        for size in SIZES[:-1]:  # where there is more than enough room, for longer lines
            board = Geometry(size, size, LARGEST)
            if board.width <= width and board.height <= height - max(figures, default=0):
                return size, LARGEST
        for rows in (*(height - rows for rows in figures), height):
            cells = [cell for cell in CELL_SIZES if cell <= LARGEST]
            for cell in cells:
                board = Geometry(least, least, cell)
                if cell.height > 1 and board.width <= width and board.height <= rows:
                    return least, cell
        for size in SIZES:
            for cell in CELL_SIZES[-2:]:
                board = Geometry(size, size, cell)
                if size >= least and board.width <= width and board.height <= height:
                    return size, cell
        return max(least, SIZES[1]), CELL_SIZES[-1]

    def _lay_out(self) -> None:
        _, cell = self._board_form()
        self.board.set_cell(cell)
        self._fit_becoming()
        self.update()

    def _fit_becoming(self) -> None:
        (width, height), board = self._room, self.board.geometry
        text = self.facts.rows_for(min(width - board.width - BESIDE, MOST_TEXT))
        rows = self.becoming.fit(width, height - HEAD - board.height, max(text - board.height, 0))
        self.becoming.display = rows > 0 and not self._is_reading

    def scroll_facts(self, pages: int) -> None:
        """Scroll the text, which takes the place of the figures below it as long as it is read."""
        if pages > 0 and self.becoming.display and self.facts.more_below:
            self._is_reading = True
            self.becoming.display = False
        elif pages < 0 and self.facts.is_at_top and self._is_reading:
            self._is_reading = False
            self._lay_out()
        else:
            self.facts.scroll_pages(pages)

    def clicked(self, square: Square) -> None:
        self.board.move_cursor(square)
        self.go(square)

    def cursor(self, dx: int, dy: int) -> None:
        self.board.step_cursor(dx, dy)
        self._tell()

    def _tell(self) -> None:
        square = self.board.cursor
        if square in self.entering.state.targets:
            self.entering.say_next(square)
        else:
            piece = self.diagram.pieces.get(square)
            self._told = f"{self._named(piece)} on {square}" if piece else ""
            self._prompt.say(self._told)

    def _named(self, piece: str) -> str:
        owner = "White" if piece.isupper() else "Black"
        return f"{owner}'s {self.diagram.game.pieces[piece.upper()].name}"

    def go(self, square: Square) -> None:
        state = self.entering.state
        if self._carried is not None:
            self._put_down(self._carried, square)
        elif square in state.targets or (len(state.path) > 1 and square == state.path[-1]):
            self.entering.pick(square)
        elif square in self.diagram.pieces:
            self._carried = square
            self._show_moves()
            self._prompt.say(f"{self._named(self.diagram.pieces[square])} goes where you put it")
        else:
            self._prompt.say(f"The {self.caption.text} does not go there; Space puts a piece there")

    def _put_down(self, carried: Square, square: Square) -> None:
        if square != carried and square in self.diagram.pieces:
            self._prompt.say(f"There is a piece on {square} already")
            return
        self._carried = None
        self.diagram.relocate(carried, square)
        self._prompt.say("")
        self.update()

    def _entered(self, move: Move | None) -> None:
        """Make a move that is complete, otherwise show how far it has come."""
        if move is None:
            self._show_moves()
            self.entering.go_on(self.board.cursor)
            return
        said = self.diagram.position().san(move)
        self.diagram.play(move)
        key = preferences_of(self).keymap.name("diagram-reset")
        self._prompt.say(f"{said}. {key} resets the board")
        self.update()

    def put(self) -> None:
        square = self.board.cursor
        self._carried = None
        piece = self.diagram.cycle(square)
        self.update()
        self._prompt.say(f"{self._named(piece)} on {square}" if piece else f"{square} is empty")


def fact_lines(hit: Hit, legend: Sequence[Line], model: Model | None) -> Iterator[Line]:
    piece, kind = hit.piece, hit.piece.type
    yield (Part(piece.game, "quiet"),)
    yield (Part(kind.description),)
    yield from legend
    sentences = [
        *change_sentences(piece.variant, piece.kind),
        worth_sentence(piece.variant, piece.kind, model),
        array_sentence(piece.variant, piece.kind),
    ]
    yield from ((Part(sentence),) for sentence in sentences if sentence)
    others: dict[str, dict[str, None]] = {}  # the games by name, each once
    for other in hit.entry.pieces:
        if (other.game, other.type.name) != (piece.game, kind.name):
            others.setdefault(other.type.name, {})[other.game] = None
    if others:
        alike = "; ".join(f"{name} in {', '.join(games)}" for name, games in others.items())
        yield (Part(f"Moves alike: {alike}", "quiet"),)


def _lion_lines(variant: Variant) -> Iterator[Line]:
    """How a Lion takes two pieces in a turn, and one without moving, step by step."""
    lion = find_lion(variant)
    if lion is None:
        return
    sign = lion.id.strip("+'!")
    yield from ((), (Part(f"How a {lion.name} takes in steps", "strong"),))
    for title, picture in LION_TURNS.items():
        yield from ((), (Part(title, "accent"),))
        yield from ((Part(row),) for row in picture.replace("#", sign).splitlines())
    yield from ((), (Part(f"{sign} the {lion.name}   x an enemy   . an empty square", "quiet"),))
    yield (Part(f"To enter one, pick the {lion.name}, then each square it goes to.", "quiet"),)


NARROW = 66  # columns below which list and page take turns
LIST = 26  # columns of the list
LONGEST = 18  # columns of a name with its id behind it
AROUND = 3  # rows for title, prompt and hints


class LearnScreen(PageScreen):
    """A list of games and pieces that is filtered by typing, and a page on one of them.

    `model` is what the game of `variant` is played by, unless it is the usual one.
    """

    BINDINGS = bindings(LEARN, RULES)
    ACTIONS = (*SCREENS["learn"], *DIAGRAM)
    TITLE = "Rules and pieces"
    MARKS = (*LISTS, PICKED, CURSOR, *PIECE, SHIFTED)

    def __init__(
        self, variant: Variant | None = None, kind: str = "", model: Model | None = None
    ) -> None:
        super().__init__()
        self.index = Index(variant)
        self._wanted = kind
        self.find = SearchField(
            *(self.menu, self._look_for, self.leaves_to_field),
            "type a name or words",
            id="find",
        )
        self.text = TextPanel(id="text")
        self.piece = PiecePage(self.index.hit(variant, kind), self.prompt, model)

    def page(self) -> list[Widget]:
        index = Vertical(self.find, self.menu, id="index")
        return [Horizontal(index, Container(self.text, self.piece, id="sheet"), id="parts")]

    def on_mount(self) -> None:
        """Show the piece asked for on its board, or else the rules of the first game."""
        self._fill()
        if not self._wanted:
            self.find.focus()
        else:
            kinds = [getattr(item.value, "piece", None) for item in self.menu.items]
            found = [n for n, piece in enumerate(kinds) if piece and piece.kind == self._wanted]
            with self.prevent(Menu.Highlighted):
                self.menu.highlight(found[0] if found else 0)
            self.call_after_refresh(self._open_first)

    def _open_first(self) -> None:
        self._show(self.piece.hit)
        self.action_other_part()

    def fit(self, size: Size) -> None:
        super().fit(size)
        narrow = size.width < NARROW
        self.set_class(narrow, "-narrow")
        width = size.width - (2 if narrow else LIST + 3)
        self.call_after_refresh(self.piece.fit, Size(width, size.height - AROUND))
        self.call_after_refresh(self._show_highlighted)

    def _look_for(self, text: str) -> None:
        self._fill()

    def _fill(self) -> None:
        found = self.index.find(self.find.value)
        brief = (
            self.index.game and max(map(len, (label for label, _ in found)), default=0) <= LONGEST
        )
        ids = [_id(value) if brief else "" for _, value in found]
        items = [Item(label, kind, value) for (label, value), kind in zip(found, ids, strict=True)]
        self.menu.set_items(items, 0)
        title = f"Rules and pieces of {self.index.game or 'every game'}"
        self.heading.set_parts(Part(title, "strong"))
        nothing = "" if self.menu.items else f"Nothing found in {self.index.game or 'any game'}"
        self.prompt.say(nothing)
        self._follow()

    def action_next_game(self) -> None:
        self.index.next_game()
        self._fill()

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        self._follow()

    def _follow(self) -> None:
        self.after_rest(self._show_highlighted)

    def _show_highlighted(self) -> None:
        if self.menu.items:
            self._show(self.menu.items[self.menu.index].value)

    def _show(self, value: object) -> None:
        self.set_class(isinstance(value, Hit), "-piece")
        if isinstance(value, Hit):
            if value != self.piece.hit or not self.piece.is_filled:
                self.piece.show(value)
        elif isinstance(value, Rules):
            self.text.set_lines([*rules_lines(value.variant), *_lion_lines(value.variant)])
        elif isinstance(value, Listing):
            self.text.set_lines(_broken_lines(value))
        self._show_keys()

    def _show_keys(self) -> None:
        scroll = "text-down text-up: scroll"
        board = "other-part: try it," if self.has_class("-piece") else ""
        keys = f"menu-up menu-down: choose, {board} one-game, {scroll}, go-back, help, leave"
        if self.on_board:
            keys = "go-back, diagram-pick, diagram-put, diagram-reset, other-part"
            keys = f"{keys}, {scroll}, help"
        self.key_row.show(*hints(keys))

    @property
    def board(self) -> BoardWidget:
        """The board on which the piece shows its moves."""
        return self.piece.board

    @property
    def on_board(self) -> bool:
        return self.focused is self.piece

    def chosen(self, event: Menu.Chosen) -> None:
        self._show(event.item.value)
        self._read(self.piece if self.has_class("-piece") else self.find)

    def _read(self, focus: Widget) -> None:
        """Go to the page, or back to the list; they take turns where there is little room."""
        reading = focus is self.piece or not self.has_class("-reading")
        self.set_class(reading, "-reading")
        if focus.focusable:
            self.set_focus(focus)
        else:  # as long as it is not on show
            self.call_after_refresh(self.set_focus, focus)

    def action_other_part(self) -> None:
        """Go from the list to the page or back."""
        on_piece = self.has_class("-piece") and not self.on_board
        self._read(self.piece if on_piece else self.find)

    def read_on(self) -> bool:
        """Show the rest of a message or of the text, the figures below it first giving way."""
        if self.prompt.reads_on():
            return True
        text = self.piece.facts if self.has_class("-piece") else self.text
        reads_on = bool(text.region) and text.more_below
        if reads_on:
            self.action_scroll(1)
        return reads_on

    def on_descendant_focus(self) -> None:
        self._show_keys()

    def action_scroll(self, pages: int) -> None:
        if self.has_class("-piece"):
            self.piece.scroll_facts(pages)
        else:
            self.text.scroll_pages(pages)

    def on_key(self, event: events.Key) -> None:
        """Offer keys to an open question first; what is typed anywhere else looks for a piece."""
        if self.prompt.asking:
            self.prompt.take_key(event)
        elif self.focused is self.find:
            self.find.end_search(event)
        elif self._is_typing(char := event.character or " "):
            event.stop()
            if self.on_board:
                self.find.value = ""
            self._read(self.find)
            self.find.paste(char)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self.prompt.asking and not self.has_class("-small"):
            self._read(self.find)
            self.find.paste(event.text)

    def _is_typing(self, char: str) -> bool:
        if self.has_class("-small"):  # each key would turn from the list to the page, or back
            return False
        return char.isprintable() and char not in (" ", *self.keymap.printable(ANYWHERE))

    def action_cursor(self, dx: int, dy: int) -> None:
        self.piece.cursor(dx, dy)

    def action_pick(self) -> None:
        self.piece.go(self.board.cursor)

    def action_put(self) -> None:
        self.piece.put()

    def action_reset(self) -> None:
        self.piece.begin()
        self.prompt.say("The board is set up again")

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        if not self.prompt.asking:
            self._read(self.piece)
            self.piece.clicked(event.square)


def _id(value: object) -> str:
    return value.piece.type.id if isinstance(value, Hit) else ""


def _broken_lines(listing: Listing) -> list[Line]:
    """Why a variant file cannot be played, and how to list all its faults."""
    command = f"makachess check {listing.path}"
    return [
        (Part(listing.name, "strong"),),
        (Part(str(listing.path), "quiet"),),
        (),
        (Part(f"This file cannot be played: {listing.reason}"),),
        (),
        (Part(f"All faults: {command}"),),
    ]
