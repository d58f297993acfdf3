"""What game and replay share: the board and its panels, laid out for the size of the window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from makachess.core import Position
from makachess.core.engine.model import Model
from makachess.core.errors import MakachessError
from makachess.core.notation.fen import looks_like_fen
from makachess.core.spec import COLORS
from makachess.play.analysis import Findings, Study
from makachess.play.attacks import Royal
from makachess.play.background import close_all
from makachess.play.copying import text_to_copy
from makachess.play.engines import AsyncEngine, make_engine
from makachess.play.keeping import looks_like_games
from makachess.play.opening import Opening
from makachess.play.questions import Answer
from makachess.saves import Game, Library, TimeLeft, holding, save_game
from makachess.saves.paths import typed_path
from makachess.tui.attack_map import AttackMap
from makachess.tui.dialogs import offer
from makachess.tui.keys import BOARD, bindings
from makachess.tui.output import short_path
from makachess.tui.panes.analysis import AnalysisPanel, in_short
from makachess.tui.panes.board import BoardPane, MoveMaker
from makachess.tui.panes.chances import ChancesBar
from makachess.tui.panes.help import rules_lines, settings_lines
from makachess.tui.panes.marks import (
    ATTACKS,
    BEARING,
    MOVES,
    PLAYERS,
    SQUARES,
    MarkedPanel,
    has_tints,
    mark_lines,
)
from makachess.tui.panes.moves import MoveList
from makachess.tui.panes.piece import PieceInfo
from makachess.tui.panes.players import BIG, MaterialDisplay, Players, side_details
from makachess.tui.panes.status import StatusLine
from makachess.tui.preferences import app_of
from makachess.tui.screens.beside import BORDER, BesideScreen, Row
from makachess.tui.text import Line, Part, rule
from textual.geometry import Region, Size, Spacing
from textual.widget import Widget

LEAST_MOVES = 6  # rows that the list of moves keeps when a piece is explained
TALL = 36  # rows of a window in which analysis and piece have room beside each other
ANALYSIS = 12  # rows of the analysis there
TWO_BOXES = 72  # columns of a panel with two boxes beside each other
COPIED = {"fen": "FEN", "pgn": "PGN", "board": "board", "moves": "moves"}


class BoardScreen(MoveMaker, BesideScreen):
    """A board; beside it the players, the moves between them, and what is said."""

    board: BoardPane
    status: StatusLine

    BINDINGS = bindings(BOARD)
    SCROLL_HELP = "scroll-up scroll-down"
    MORE = "scroll-down"
    MARKS = (*SQUARES, *ATTACKS, *PLAYERS, *MOVES)

    def __init__(
        self,
        game: Game,
        engine: str | None = None,
        model: Model | None = None,
        *,
        browsing: bool = False,
    ) -> None:
        super().__init__()
        self.variant = variant = game.variant
        self.board = BoardPane(game.position, self.prompt, self, browsing=browsing)
        self.entering = self.board.entering
        self._model = model
        self.royals: tuple[Royal, ...] = ()  # of the position shown
        self.status = StatusLine(id="status")
        self.status.on_rows = self.place
        self.players = Players(variant)
        self.material = MaterialDisplay(self.board, self.show_players)
        self.moves = MoveList(id="moves")
        self.info = PieceInfo(self.board, self.place, id="info")
        self.analysis = AnalysisPanel(variant, id="analysis")
        self.bar = ChancesBar(id="chances")
        analyst = partial(make_engine, variant, engine) if engine else self.built_in_engine
        effort = app_of(self).waits.analysis
        self.study = Study(analyst, self._found, effort, stand_in=self.built_in_engine)
        self.opening = Opening(lambda fault: self.prompt.say(fault, alert=True))
        self.attacks = AttackMap(self.board, self.prompt, model)
        self.help_panel.can_focus, self.help_panel.variant = False, variant
        self.legend = MarkedPanel(variant, id="legend")

    def built_in_engine(self) -> AsyncEngine:
        """The built-in engine, with the cores that the settings in force allow."""
        cores = self.preferences.settings.search_cores
        return make_engine(self.variant, model=self._model, cores=cores)

    def panes(self) -> list[Widget]:
        players, moves = self.players, self.moves
        return [self.bar, players.far, moves, self.analysis, self.info, self.legend, players.near]

    def adopt_settings(self) -> None:
        super().adopt_settings()
        if self.is_mounted:
            self.show_players()
            self.info.draw_anew()
        self.show_chances()

    def show_game(self) -> None:
        """Show the game as it stands in all widgets."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        self.show_analysis()

    def fit(self, size: Size) -> None:
        super().fit(size)
        self._found(self.study.findings)

    @property
    def is_tall(self) -> bool:
        """Whether there are rows for large digits, and for more than one pane below the moves."""
        return self.size.height >= TALL

    @property
    def clocks(self) -> Mapping[str, TimeLeft]:
        return {}

    def panel_rows(self, width: int, height: int) -> list[Row]:
        bar = self._bar
        self.status.is_in_panel = self.arrangement.whole
        status = self.status.rows_for(width) if self.arrangement.whole else 0
        middle = self.middle_rows(width, height - 2 * bar - status)
        return [(self.players.far, bar), (self.status, status), *middle, (self.players.near, bar)]

    @property
    def _bar(self) -> int:
        return (BIG if self.is_tall and self.clocks else 1) + 1

    def panel_places(self, region: Region) -> Iterator[tuple[Widget, Region]]:
        """Between the players: boxes beside each other, or below where the panel is narrower."""
        bar = self._bar
        middle = region.shrink(Spacing(bar, 0, bar, 0))
        if not self.arrangement.framed:
            yield from super().panel_places(region)
            return
        yield self.players.far, Region(region.x, region.y, region.width, bar)
        yield self.players.near, Region(region.x, region.bottom - bar, region.width, bar)
        left, right = middle, middle
        if region.width >= TWO_BOXES:
            left, right = middle.split_vertical(region.width * 4 // 9)
            right = right.shrink(Spacing(0, 0, 0, 1))
        self.status.is_in_panel = True
        moves, *others = self.middle_rows(right.width - 2 * BORDER, middle.height - 1)
        if left is middle:
            taken = sum(self._box_rows(row) for row in others)
            left, right = middle.split_horizontal(middle.height - taken)
        for row in others:
            part, right = right.split_horizontal(min(self._box_rows(row), right.height))
            yield from self.boxed(part, [row])
        status = self.status.rows_for(left.width - 2 * BORDER)
        yield from self.boxed(left, [(self.status, status), moves])

    def _box_rows(self, row: Row) -> int:
        widget, rows = row
        return rows + 1 + (widget in self.untitled)

    def foot_rows(self) -> list[Row]:
        return [(self.moves, 0)]

    def thin_rows(self) -> list[Row]:
        return [(self.players.far, 1), (self.moves, 0), (self.players.near, 1)]

    def middle_rows(self, width: int, height: int) -> list[Row]:
        """The moves, and below them the analysis or the piece that is asked about.

        Where the moves have gone below the board the piece has their room.
        """
        rows: list[Row] = [] if self.has_foot else [(self.moves, 0)]
        self.info.room, self.info.is_boxed = height - 1, self.arrangement.framed
        if self.attacks.on:
            self.legend.set_lines(self._legend_lines(width))
            needed = self.legend.rows_for(width)
            rows.append((self.legend, needed))
            height -= needed
        if self.has_class("-analysis"):
            part = ANALYSIS if self.is_tall else height * 3 // 5
            rows.append((self.analysis, part))
            height -= part
        if self.has_foot:
            rows.append((self.info, 0))
        elif not self.info.is_empty and (self.is_tall or not self.has_class("-analysis")):
            moves = min(self.moves.rows_needed, LEAST_MOVES)
            needed = min(self.info.rows_for(width), height - max(moves, 1))
            if needed > 2:
                rows.append((self.info, needed))
        return rows

    def take_paste(self, text: str) -> None:
        if not self.prompt.busy and (looks_like_games(text) or looks_like_fen(text)):
            self.prompt.say("Games and positions are pasted on the home screen", alert=True)
        else:
            super().take_paste(text)

    def action_flip(self) -> None:
        self.board.flip()
        self.show_game()
        self.show_chances()

    def game_shown(self) -> Game:
        """The game on the board."""
        raise NotImplementedError

    def action_learn(self) -> None:
        """Open the page of the piece asked about, or else the rules; the game waits below."""
        from makachess.tui.screens.learn import LearnScreen

        self.app.push_screen(LearnScreen(self.variant, self.kind_asked_about(), self._model))

    def kind_asked_about(self) -> str:
        """The type of the piece under the cursor, or picked up; empty if there is neither."""
        return self._piece_at_hand().upper()

    def action_save(self) -> None:
        """Ask for a name, and save the game as well: without a folder among the saved games."""
        offered = Library().folder / f"{self.variant.name}.pgn"
        self.prompt.edit("Save as: ", short_path(offered), self._save_as)

    def saved_as(self, path: Path) -> str:
        """That the game is in a file, and how to save it elsewhere."""
        again = f"{self.keymap.name('save')} again saves a copy elsewhere"
        return f"Saved as {path.name}; {again}. Folder: {short_path(path.parent)}"

    def _save_as(self, text: str) -> None:
        if not text.strip():
            self.prompt.say("Not saved")
            return
        try:
            path = typed_path(text, Library().folder)
            if path.is_file():
                offer(
                    self.prompt,
                    f"{path.name} exists already. Overwrite it?",
                    Answer("n", "no"),
                    Answer("y", "yes, overwrite it", lambda: self._save(path, overwrite=True)),
                    otherwise=lambda: self.prompt.say("Not saved"),
                )
            else:
                self._save(path, overwrite=False)
        except (MakachessError, OSError, ValueError) as error:  # such as a NUL in the name
            self.prompt.say(f"Not saved: {error}", alert=True)

    def _save(self, path: Path, *, overwrite: bool) -> None:
        try:
            if path.parent == Library().folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            with holding(path):
                save_game(self.game_shown(), path, overwrite=overwrite)
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
        except OSError as error:
            self.prompt.say(f"Not saved: {error}", alert=True)
        else:
            self.entering.tell(f"Saved as {short_path(path)}")

    def action_copy(self, form: str = "") -> None:
        """Copy the game to the terminal's clipboard in a form, or ask in which."""
        if not form:
            forms = COPIED.items()
            answers = [Answer(of[0], name, partial(self.action_copy, of)) for of, name in forms]
            offer(self.prompt, "Copy:", *answers)
            return
        try:
            text = text_to_copy(self.game_shown(), form)
        except MakachessError as error:
            self.prompt.say(f"Not copied: {error}", alert=True)
            return
        self.app.copy_to_clipboard(text)
        said = f"Sent to the terminal's clipboard: {COPIED[form]}, {len(text)} characters"
        self.entering.tell(said)

    def help_lines(self) -> Iterator[Line]:
        yield from super().help_lines()
        yield from settings_lines(self.preferences)

    def rules_help(self) -> Iterator[Line]:
        yield from rules_lines(self.variant)
        yield ()

    def action_attacks(self) -> None:
        """Show or hide what can be won, and who bears on the square under the cursor."""
        self.attacks.toggle(self.game_shown().position)
        self.place()

    def _legend_lines(self, width: int) -> list[Line]:
        key = Part(self.keymap.name("attacks"), "key", "screen.attacks")
        there = ATTACKS if self.board.shows_attacks else BEARING
        marks = mark_lines(there, tinted=has_tints(self), drawn=self.board.draws_marks)
        return [rule("Attack map", width, [key]), *marks]

    def _show_attacks(self) -> None:
        if self.attacks.on:
            self.attacks.mark(self.game_shown().position)
            self.attacks.tell(self.game_shown().position)

    def action_analysis(self) -> None:
        self.toggle_class("-analysis")
        self.place()
        self.show_analysis()

    def show_analysis(self) -> None:
        if self.attacks.on:
            self.attacks.mark(self.game_shown().position)
        self.study.look_at(self.position_to_study() if self.has_class("-analysis") else None)

    def position_to_study(self) -> Position | None:
        return self.game_shown().position

    def _found(self, findings: Findings) -> None:
        """Show what the analysis has found, in the status row if there are no panels."""
        is_on = findings.position is not None
        self.analysis.show(findings, self.opening.told(self.game_shown()) if is_on else ())
        self.show_chances()
        self.status.show_aside(in_short(findings) if self.has_class("-alone") else "")

    def edge(self) -> Widget | None:
        return self.bar if self.has_class("-analysis") else None

    def chances(self) -> float | None:
        return self.analysis.share

    def show_chances(self) -> None:
        if self.edge() is self.bar:
            flipped, plain = self.board.geometry.flipped, self.board.piece_set.name == "ascii"
            self.bar.show(self.chances(), flipped=flipped, plain=plain)

    def on_screen_suspend(self) -> None:
        self.study.look_at(None)

    async def on_unmount(self) -> None:
        await close_all(self.study.close(), self.material.close())

    def action_scroll(self, pages: int) -> None:
        is_helping = self.has_class("-help")  # then nothing else is in sight
        is_moved = (self.help_panel if is_helping else self.info).scroll_pages(pages)
        if is_moved or self.prompt.more() or is_helping:
            return
        if cut := self.players.cut_text():
            self.prompt.say(cut)

    def action_scroll_moves(self, rows: int) -> None:
        self.moves.scroll_rows(rows)

    def show_players(self) -> None:
        """Show who plays, their clocks, and what they hold and have taken."""
        position = self.game_shown().position
        self.players.show(
            self.names(),
            self.side_to_move(),
            clocks=self.clocks,
            flipped=self.board.geometry.flipped,
            details=side_details(position, self.royals),
            trays=self.material.trays(position),
        )

    def names(self) -> Mapping[str, str]:
        tags = self.game_shown().tags
        return {color: tags.get(color.capitalize(), "?") for color in COLORS}

    def side_to_move(self) -> str | None:
        game = self.game_shown()
        return None if game.outcome else game.position.turn

    def cursor_moved(self) -> None:
        self.follow_cursor()
        self._show_attacks()

    def follow_cursor(self) -> None:
        self.info.follow(self.entering.kind_asked_about or self._piece_at_hand())

    def _piece_at_hand(self) -> str:
        position, path = self.game_shown().position, self.entering.state.path
        squares = (self.board.cursor, *path[:1])
        return next(filter(None, map(position.piece_at, squares)), "")
