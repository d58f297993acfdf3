"""New game: the variant and its options, the players, the clock, and where the game begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from makachess.core import Position
from makachess.core.errors import MakachessError
from makachess.core.notation.fen import mend_fen
from makachess.core.pieces import array_pieces, parse_placement
from makachess.core.spec import Variant
from makachess.play.keeping import looks_like_games
from makachess.play.session.draft import why_unplayable
from makachess.play.session.new_game import ARRAY, CLOCK, GAME, MORE, FormField, NewGame
from makachess.tui.board import BoardView
from makachess.tui.key_row import hints
from makachess.tui.keys import RULES, SCREENS, bindings
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.help import rules_lines
from makachess.tui.panes.marks import LISTS, UNUSUAL
from makachess.tui.panes.preview import PreviewBoard, fit_squares
from makachess.tui.screens.base import PageScreen, ask_text
from makachess.tui.screens.opening import opens
from makachess.tui.text import BAR, Part, TextPanel, TextWidget, draw, rule
from makachess.variants import label_variants, list_games
from textual import events
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

MOST_ITEMS = 9  # of the form
LABEL = 11  # columns of a setting's name
FORM = 37  # columns of the form, at least
MARGINS = 3  # columns around form and board
NARROW = 66  # columns below which the rules would stand in too narrow a column
ROWS_BELOW = 2  # prompt and keys
TITLE = 2  # rows
LEAST_RULES = 4  # rows of rules that stay in sight below the board
RULES_BESIDE = 40  # columns beside the board from which on the rules stand there
CHOOSING = "menu-up menu-down: choose, menu-previous menu-next: change"  # keys
START, POSITION, FEN = "start", "position", "FEN"
INSTEAD_OF_START = {POSITION: "set up", FEN: "type", MORE: "open"}  # what Enter does on other rows


class GamesList(TextWidget):
    """The games to choose from, the chosen one as a bar: in one column, or in two."""

    @dataclass
    class Picked(Message):
        """A game has been clicked."""

        game: str

    def __init__(self) -> None:
        super().__init__()
        self._games: tuple[str, ...] = ()
        self._details: tuple[str, ...] = ()
        self._chosen = ""

    def show(self, games: Mapping[str, Variant], chosen: str) -> None:
        """Show games by what they are called, with the sizes of their boards."""
        details = tuple(f"{v.files}x{v.ranks}" for v in games.values())
        if (*games, chosen) != (*self._games, self._chosen):
            self._games, self._details, self._chosen = tuple(games), details, chosen
            self.refresh()

    def rows_for(self, room: int) -> int:
        """The rows taken of those there are: none if all games do not fit even in two columns."""
        count = len(self._games)
        return next((rows for rows in (count + 1, (count + 1) // 2 + 1) if rows <= room), 0)

    def render_line(self, y: int) -> Strip:
        if not y:
            return self.strip(rule("Games", self.size.width))
        columns = self._columns()
        entries = [
            self._entry(column[y - 1], width, f"{column[y - 1]:<{width - 1}}")
            for column, width in columns
            if y <= len(column)
        ]
        if len(columns) == 1 and y <= len(self._games):
            game = self._games[y - 1]
            entries = [self._entry(game, self.size.width, f" {game:<20}", self._details[y - 1])]
        return Strip.join(entries)

    def _columns(self) -> list[tuple[tuple[str, ...], int]]:
        rows = max(self.size.height - 1, 1)
        if rows >= len(self._games):
            return [(self._games, self.size.width)]
        first = min(max(map(len, self._games[:rows])) + 1, self.size.width // 2 + 1)
        return [(self._games[:rows], first), (self._games[rows:], self.size.width - first)]

    def _entry(self, game: str, width: int, name: str, detail: str = "") -> Strip:
        on = game == self._chosen
        parts = [Part(BAR if on else " ", "accent"), Part(name, "strong" if on else "")]
        parts += [Part(detail, "quiet")] if detail else []
        return self.bar(parts, width) if on else draw(parts, width, self._style)

    def on_click(self, event: events.Click) -> None:
        left = 0
        for column, width in self._columns():
            if left <= event.x < left + width and 0 < event.y <= len(column):
                self.post_message(self.Picked(column[event.y - 1]))
            left += width


class GameFormScreen(PageScreen):
    """A form of settings, the games to choose from, and the board and rules of the chosen one."""

    BINDINGS = bindings(RULES)
    ACTIONS = SCREENS["new game"]

    def __init__(self) -> None:
        super().__init__()
        self._broken: list[str] = []
        self._refused = ""  # the FEN typed last, if no game can begin with it
        self.choices = self.make_choices()
        self.form = Menu(column=LABEL)
        self.form.take_typed = self._take_typed
        self.rules = TextPanel(id="rules")
        self.board = PreviewBoard(self.choices.variant, id="preview")
        self.games = GamesList()
        self.left = Vertical(self.heading, self.form, self.games, id="choices")

    def make_choices(self) -> NewGame:
        """What there is to choose."""
        raise NotImplementedError

    def body(self) -> Iterator[Widget]:
        yield Horizontal(self.left, Vertical(self.board, self.rules, id="about"), id="parts")

    def on_mount(self) -> None:
        self._show()
        self.form.highlight([item.value for item in self.form.items].index(START))
        self.form.focus()
        if news := "; ".join((*self._broken, *self.choices.take_notes())):
            # shown after what the highlight shows
            self.call_after_refresh(self.prompt.say, news, alert=True)

    def _show(self) -> None:
        rows = list(self.choices.rows())
        first = [row.name for row in rows].index(CLOCK) + 1
        begin = "as set up" if self.choices.fen else ARRAY
        items = [_item(row) for row in rows]
        items[first:first] = [
            Item("Start", value=START),
            Item("Position", f" {begin}", POSITION),
            Item("FEN", " type or paste one", FEN),
        ]
        self.form.set_items(items)
        self.rules.set_lines(list(rules_lines(self.choices.variant)))
        self._lay_out()

    def _lay_out(self) -> None:
        """Find room for the list of games, and for a board above the rules."""
        width, height = self.size.width, self.size.height - ROWS_BELOW
        lines = (
            "".join(part.text for part in self.form.line(at)) for at in range(len(self.form.items))
        )
        left = max(FORM, *(len(line.rstrip()) + 1 for line in lines))
        items = len(self.form.items)
        form = max(items, MOST_ITEMS)  # of any game, so that the list below stays where it is
        self.games.show(self.choices.games, self.choices.game)
        rows = self.games.rows_for(height - TITLE - form - 1)
        variant = self.choices.variant
        cell = fit_squares(variant, width - left - MARGINS, height - LEAST_RULES - 2)
        with self.app.batch_update():
            self.form.styles.height = min(form if rows else items, height - TITLE)
            self.games.display = rows > 0
            self.games.styles.height = rows
            self.left.styles.width = "100%" if self.has_class("-narrow") else left + 1
            self.set_class(cell is None, "-alone")
            if cell is not None:
                beside = width - left - MARGINS - variant.files * cell.width
                self.set_class(beside >= RULES_BESIDE, "-beside")
                view = BoardView(Position(variant, self.choices.fen).pieces())
                self.board.show_in(variant, view, cell)

    def on_screen_resume(self) -> None:
        if self.form.items and self._row == MORE:  # which have been seen, and may be others now
            self.prompt.say(self._explanation(MORE))

    def adopt_settings(self) -> None:
        """Draw the pieces as the player likes them, and know the engines."""
        super().adopt_settings()
        self.board.adopt_settings()
        self.choices.adopt(self.preferences.settings)
        if self.form.items:
            self._show()

    def fit(self, size: Size) -> None:
        super().fit(size)
        self.set_class(size.width < NARROW, "-narrow")
        if self.form.items:
            self._lay_out()

    def on_menu_changed(self, event: Menu.Changed) -> None:
        name = event.item.value
        assert isinstance(name, str)
        self._change(name, self.choices.change, name, event.step)

    def _change(self, name: str, change: Callable[..., str], *values: object) -> None:
        try:
            news = change(*values)
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        self.remove_class("-reading")
        self._show()
        self.prompt.say(news or self._explanation(name), alert=bool(news))

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Explain a setting, or else let the page show what is too long for its row."""
        self._show_keys()
        if text := self._explanation(event.item.value):
            event.prevent_default()
            self.prompt.say(text)

    def _show_keys(self) -> None:
        """The keys; Enter starts the game from any row but those that open something else."""
        does = INSTEAD_OF_START.get(self._row, "start")
        choosing = f"{CHOOSING}, menu-choose: {does}"
        rest = "go-back, help, leave, text-down text-up: scroll the rules"
        self.key_row.show(*hints(f"{choosing}, {rest}"))

    @property
    def _row(self) -> str:
        return str(self.form.items[self.form.index].value)

    def _explanation(self, name: object) -> str:
        if name == POSITION:
            return "Enter: set up another position on a board"
        if name == FEN:
            return self.choices.fen or "Enter: type a position as FEN, a line of text"
        row = next((row for row in self.choices.rows() if row.name == name), None)
        return row.help if row is not None else ""

    def action_scroll(self, pages: int) -> None:
        """Scroll the rules, which take the place of the board as long as they are read."""
        is_reading = self.has_class("-reading") or self.has_class("-alone")
        if pages < 0 and self.rules.is_at_top:
            self.remove_class("-reading")
        elif pages < 0 or is_reading:
            self.rules.scroll_pages(pages)
        else:
            self.add_class("-reading")

    def on_games_list_picked(self, event: GamesList.Picked) -> None:
        self._change(GAME, self.choices.choose_game, event.game)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if looks_like_games(event.text):
            opens(self, event.text)
        elif self._allows(self.choices.variant, event.text):
            self._begin_with(event.text)
        else:
            self.begin_with_game_of(event.text)

    def begin_with_game_of(self, fen: str) -> None:
        """Begin with a FEN, and with a game whose array has all its pieces if there is one.

        Of several the one chosen is kept, or else the first is taken.
        """
        chosen, games = self.choices.game, self.choices.games
        allowed = [name for name in (chosen, *games) if self._allows(games[name], fen)]
        if allowed:
            game = min(allowed, key=lambda name: _promoted_only(games[name], fen))
            if game != chosen:
                self._change(GAME, self.choices.choose_game, game)
        self._begin_with(fen)

    @staticmethod
    def _allows(variant: Variant, fen: str) -> bool:
        return not why_unplayable(variant, mend_fen(variant, " ".join(fen.split()))[0])

    def _take_typed(self, char: str) -> bool:
        """Type a FEN or a clock in its row; elsewhere, go to the next game with the letter."""
        if self._row == FEN:
            self._ask_fen(char)
        elif self._row == CLOCK and char.isdigit():
            ask_text(self, "Clock: ", char, self._clock_typed)
        elif found := self._next_game(char):
            self._change(GAME, self.choices.choose_game, found)
        else:
            return False
        return True

    def _next_game(self, char: str) -> str:
        games = [*self.choices.games]
        after = games.index(self.choices.game) + 1
        in_turn = (*games[after:], *games[:after])
        return next((game for game in in_turn if game.lower().startswith(char.lower())), "")

    def _clock_typed(self, text: str) -> None:
        self._change(CLOCK, self.choices.choose_clock, text.strip())

    def _ask_fen(self, text: str) -> None:
        ask_text(self, "FEN: ", text, self._fen_typed)

    def _fen_typed(self, text: str) -> None:
        self._refused = "" if self._begin_with(text) else text

    def _begin_with(self, text: str) -> bool:
        """Let the game begin with a FEN; False if it cannot."""
        fen, note = mend_fen(self.choices.variant, " ".join(text.split()))
        reason = self.choices.begin_with(fen)
        if reason:
            self.prompt.say(f"No game can begin with this FEN: {reason}", alert=True)
        else:
            self._show()
            said = ("The game begins with this position", note)
            self.prompt.say("; ".join(filter(None, said)), alert=bool(note))
        return not reason

    def chosen(self, event: Menu.Chosen) -> None:
        """Start the game from any row but those that open something else."""
        if event.item.value == POSITION:
            from makachess.tui.screens.position_editor import PositionEditor

            self.app.push_screen(
                PositionEditor(self.choices.variant, self.choices.fen, self._set_up)
            )
        elif event.item.value == FEN:
            self._ask_fen(self._refused)
        elif event.item.value == MORE:
            self.app.push_screen(MoreRulesScreen(self.choices))
        else:
            self.start()

    def _set_up(self, fen: str, play: bool) -> None:
        """Take over a position, and play it at once if that is wanted."""
        self.choices.begin_with(fen)
        self._show()
        if play:
            self.start()

    def start(self) -> None:
        """Do what was chosen."""
        raise NotImplementedError


class MoreRulesScreen(PageScreen):
    """The single rules of the game to be played, in groups, and how to have them as usual."""

    ACTIONS = SCREENS["more rules"]
    MARKS = (*LISTS, UNUSUAL)
    HINTS = hints(f"{CHOOSING}, go-back, help")

    def __init__(self, choices: NewGame) -> None:
        super().__init__(f"More rules of {choices.variant.title}")
        self._choices = choices

    def on_mount(self) -> None:
        self._show()
        self.menu.focus()

    def _show(self) -> None:
        rules = self._choices.rules()
        count = sum(row.changed for row in rules)
        items = [Item("As usual", f"{count} changed" if count else "nothing is changed")]
        told = ""
        for row in rules:
            heading, told = "" if row.group == told else row.group, row.group
            label = f"{UNUSUAL.sign if row.changed else ' '}{row.label}"
            items.append(Item(label, row.shown, row.name, row.values, heading))
        self.menu.set_items(items)

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        event.prevent_default()  # in which a page shows what is cut
        self._explain()

    def _explain(self, news: str = "") -> None:
        name = self.menu.items[self.menu.index].value
        row = next((row for row in self._choices.rules() if row.name == name), None)
        said = row.help if row else "Enter: all the rules below as usual"
        if row and (cut := self.menu.cut_text(self.menu.index)):
            said = f"{cut} {said}"
        code = f" ({row.name}={row.value})" if row and row.value != row.shown else ""
        if len(said + code) < self.prompt.size.width:  # words come first
            said += code
        self.prompt.say(news or said, alert=bool(news))

    def on_menu_changed(self, event: Menu.Changed) -> None:
        news = self._choices.change(str(event.item.value), event.step)
        self._show()
        self._explain(news)

    def chosen(self, event: Menu.Chosen) -> None:
        """Change a rule, or all of them back."""
        name, change = event.item.value, self._choices.change
        news = change(str(name), 1) if name else self._choices.rules_as_usual()
        self._show()
        self._explain(news)


class NewGameScreen(GameFormScreen):
    """Chooses a game to be played here, at once."""

    TITLE = "New game"

    def __init__(self, game: str = "", pasted: str = "") -> None:
        """A form that begins with a variant, or that played last, and with a FEN if `pasted`."""
        self._game, self._pasted = game, pasted
        super().__init__()

    def on_mount(self) -> None:
        if self._pasted:
            self.call_after_refresh(self.begin_with_game_of, self._pasted)

    def make_choices(self) -> NewGame:
        listings = list_games()
        found = [listing.variant for listing in listings if listing.variant is not None]
        self._broken = [listing.reason for listing in listings if listing.variant is None]
        usual = self.preferences.settings
        usual = replace(usual, variant=self._game or usual.variant)
        return NewGame(usual, label_variants(found))

    def start(self) -> None:
        from makachess.tui.screens.game import GameScreen

        try:
            setup = self.choices.setup()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        variant = self.choices.variant
        self.preferences.remember(**self.choices.settings())
        self.preferences.remember_options(variant.name, variant.rules_options)
        self.give_way(lambda: GameScreen(setup))


def _promoted_only(variant: Variant, fen: str) -> bool:
    """Whether a position has pieces that are on the board only after a promotion."""
    pieces = mend_fen(variant, " ".join(fen.split()))[0].split()[0]
    there, usual = parse_placement(variant, pieces), array_pieces(variant)
    return not {kind for kind, _ in there.values()} <= {kind for kind, _ in usual.values()}


def _item(row: FormField) -> Item:
    shown = row.shown or row.value
    return Item(row.label, shown if row.values else f" {shown}", row.name, row.values)
