"""What game and replay share: the board and its panels, laid out for the size of the window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, NamedTuple

from makachess.core import Position
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.analysis import Findings, Study
from makachess.play.background import close_all
from makachess.play.engines import AsyncEngine, make_engine
from makachess.play.settings import COORDINATES, THEMES
from makachess.saves import Game
from makachess.tui.board import piece_sets
from makachess.tui.board.geometry import CELL_SIZES, CellSize, fit_cell
from makachess.tui.dialogs import AttackMap, CopyDialog, SaveAs
from makachess.tui.keys import BOARD, bindings
from makachess.tui.panes.analysis import AnalysisPanel, in_short
from makachess.tui.panes.board import BoardPane
from makachess.tui.panes.help import HelpPanel
from makachess.tui.panes.moves import MoveList
from makachess.tui.panes.piece import PieceInfo
from makachess.tui.panes.players import MaterialDisplay, Players, has_details
from makachess.tui.panes.status import StatusLine
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import MinimumSize, TypingScreen
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

SHOGI_LABELS = "; type squares as labelled, or as in the list of moves"


# --- arrangement ----------------------------------------------------------------------------------
#
# How a board and its panels share a window.

LEFT = 1  # a column free at the edge
GAP = 1
SIDE = 18  # columns without which the panels are of no use
HELP = 32  # columns beside the board that the help needs; with fewer it takes the board's place
ROWS_AROUND = 3  # status, prompt and hints
PROMPT = 1  # the only row around a high board


class Arrangement(NamedTuple):
    """The size of squares, whether there are panels, and whether the board is a high one.

    Beside a high board are also the rows that else stand above and below it, but for the prompt.
    """

    cell: CellSize
    panels: bool
    high: bool = False

    @property
    def rows_around(self) -> int:
        """Rows of the window that are not the board's."""
        return PROMPT if self.high else ROWS_AROUND


def arrange(variant: Variant, width: int, height: int) -> Arrangement:
    """The arrangement with the largest squares; a high board only where that makes them higher.

    Better no panels than squares of two columns. Where even those do not fit, part of the board is
    in view.
    """
    usual = _usual(variant, width, height)
    room = width - LEFT - GAP - HELP, height - PROMPT
    cell = fit_cell(variant.files, variant.ranks, *room)
    if cell is not None and cell.height > usual.cell.height:
        return Arrangement(cell, panels=True, high=True)
    return usual


def _usual(variant: Variant, width: int, height: int) -> Arrangement:
    for cells in (CELL_SIZES[:-1], CELL_SIZES[-1:]):
        for side in (SIDE + GAP, 0):
            room = width - LEFT - side, height - ROWS_AROUND
            if (cell := fit_cell(variant.files, variant.ranks, *room, cells)) is not None:
                return Arrangement(cell, side > 0)
    return Arrangement(CELL_SIZES[-2], panels=False)


# --- the screen -----------------------------------------------------------------------------------

LEAST_HEIGHT = 12
TALL = 36  # rows of a window in which analysis and piece panel have room
ROOMY = 24  # rows of a window in which each player has a second row, for captures


class BoardScreen(TypingScreen):
    """A board, moves and piece panel beside it, status above, prompt and keys below."""

    DEFAULT_CSS = """
    BoardScreen {
        & #panels { height: 1fr; align: center top; padding-left: 1; }
        & #side { width: 1fr; max-width: 96; margin-left: 1; }
        & #moves { height: 2fr; margin: 1 0; }
        & #info { height: 3fr; }
        & #analysis { height: 3fr; }
        & #analysis, & #help { display: none; }
        &.-analysis #analysis { display: block; }
        &.-analysis #info { display: none; }
        &.-analysis.-tall #info { display: block; }
        &.-tall #analysis { height: 12; }
        &.-roomy #players { height: 4; }
        &.-roomy #moves { margin: 0 0 1 0; }
        &.-help #help { display: block; }
        &.-help #moves, &.-help #players { display: none; }
        &.-help #info, &.-help #analysis { display: none !important; }
        &.-alone #side { display: none; }
        &.-high { layers: default beside; }
        &.-high #status, &.-high #hints { layer: beside; position: absolute; }
        &.-high #panels { align: left top; }
        &.-high #side { margin: 1 0 2 1; }
        &.-slim.-help #side { display: block; max-width: 100%; margin: 0; }
        &.-slim.-help #board { display: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(BOARD)
    MORE_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()  # rows for the help besides the keys

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
        self.prompt.files = variant.files
        self.board = BoardPane(game.position, self.prompt, self, browsing=browsing)
        self.entering = self.board.entering
        self._model = model
        self.status = StatusLine(id="status")
        self.players = Players(detailed=has_details(variant), id="players")
        self.material = MaterialDisplay(self.board, self.show_players)
        self.moves = MoveList(id="moves")
        self.info = PieceInfo(variant, id="info")
        self.analysis = AnalysisPanel(variant, id="analysis")
        analyst = partial(make_engine, variant, engine) if engine else self.built_in_engine
        effort = app_of(self).waits.analysis
        self.study = Study(analyst, self._found, effort, stand_in=self.built_in_engine)
        self.attacks = AttackMap(self.board, self.prompt, model)
        self.help = HelpPanel(variant, lambda: self.offered, *self.MORE_HELP, id="help")

    def built_in_engine(self) -> AsyncEngine:
        """The built-in engine, with the cores that the settings in force allow."""
        cores = self.preferences.settings.search_cores
        return make_engine(self.variant, model=self._model, cores=cores)

    def body(self) -> Iterator[Widget]:
        """Status, board and panels."""
        yield self.status
        yield Horizontal(self.board, Vertical(*self.panels(), id="side"), id="panels")

    def adopt_settings(self) -> None:
        """Draw the pieces as the player likes them."""
        super().adopt_settings()
        self._follow_pieces()
        self.help.fill()

    def _follow_pieces(self) -> None:
        """Draw the pieces beside the board as those on it."""
        if self.is_mounted:
            self.show_players()
        self.analysis.set_plain(self.board.piece_set.name == "ascii")

    def show_game(self) -> None:
        """Show the game as it stands in all widgets."""
        raise NotImplementedError

    def panels(self) -> list[Widget]:
        """What stands beside the board, from the top."""
        return [self.players, self.moves, self.analysis, self.info, self.help]

    def on_screen_resume(self) -> None:
        """Go on with the analysis if it is on."""
        self.show_analysis()

    # --- layout ---------------------------------------------------------------------------------

    @property
    def minimum_size(self) -> MinimumSize:
        """A window that shows a chess board; of larger ones it shows a part."""
        return MinimumSize(height=LEAST_HEIGHT, what=self.variant.title)

    def fit(self, size: Size) -> None:
        """Choose the size of the squares, and whether the panels have room."""
        plan = arrange(self.variant, *size)
        side = SIDE + GAP if plan.panels else 0
        self.board.set_room(plan.cell, size.width - LEFT - side, size.height - plan.rows_around)
        board = self.board.geometry
        self.set_class(not plan.panels, "-alone")
        self.set_class(size.width - board.width - LEFT - GAP < HELP, "-slim")
        self.set_class(size.height >= TALL, "-tall")
        self.set_class(size.height >= ROOMY and not has_details(self.variant), "-roomy")
        self._found(self.study.findings)
        spare = size.height - plan.rows_around - board.height
        self.board.styles.margin = (1 if spare > 1 else 0, 0, 0, 0)
        self.set_class(plan.high, "-high")
        left = LEFT + board.width + GAP if plan.high else 0
        for row, y in ((self.status, 0), (self.hints, size.height - 2)):
            row.styles.width = size.width - left
            row.styles.offset = (left, y) if plan.high else (0, 0)

    # --- how the board looks ---------------------------------------------------------------------

    def action_flip(self) -> None:
        """Flip the board."""
        self.board.flip()
        self.show_game()

    def action_pieces(self) -> None:
        """Change to the next piece set."""
        sets = piece_sets(self.variant)
        if len(sets) == 1:
            self.prompt.say(f"Pieces: {sets[0].name}; this terminal can show no others")
            return
        at = (sets.index(self.board.piece_set) + 1) % len(sets)
        self.board.set_pieces(sets[at])
        self._follow_pieces()
        self.preferences.remember(pieces=sets[at].name)
        others = ", ".join(pieces.name for pieces in sets[at + 1 :] + sets[:at])
        said = f"Pieces: {sets[at].name} ({self.keymap.name('pieces')} again: {others})"
        self._tell(said)

    def action_theme(self) -> None:
        """Change to the next theme."""
        theme = THEMES[(THEMES.index(self.preferences.settings.theme) + 1) % len(THEMES)]
        self.preferences.remember(theme=theme)
        app_of(self).use_theme(theme)
        said = f"Theme: {theme} ({self.keymap.name('theme')} for the next)"
        self._tell(said)

    def action_coordinates(self) -> None:
        """Label files and ranks as in chess, or as in shogi."""
        now = self.preferences.settings.coordinates
        chosen = COORDINATES[(COORDINATES.index(now) + 1) % len(COORDINATES)]
        self.preferences.remember(coordinates=chosen)
        self.board.set_coordinates(chosen)
        said = f"Coordinates: {chosen}" + SHOGI_LABELS * (chosen == "shogi")
        self._tell(said)

    def _tell(self, said: str) -> None:
        """Say what was changed, and whether that could be remembered."""
        news = self.preferences.take_news()
        self.prompt.say("; ".join(filter(None, (said, news))), alert=bool(news))

    # --- common actions -------------------------------------------------------------------------

    def game_shown(self) -> Game:
        """The game on the board."""
        raise NotImplementedError

    def action_learn(self) -> None:
        """Open the page of the piece asked about, or else the rules; the game waits below."""
        from makachess.tui.screens.learn import LearnScreen

        self.app.push_screen(LearnScreen(self.variant, self.kind_asked_about(), self._model))

    def kind_asked_about(self) -> str:
        """The type of the piece under the cursor, empty if there is none."""
        return (self.game_shown().position.piece_at(self.board.cursor) or "").upper()

    def action_save(self) -> None:
        """Ask where to save the game as well."""
        SaveAs(self.prompt, self.game_shown).ask()

    def action_copy(self, form: str = "") -> None:
        """Copy the game in a form, or ask in which."""
        dialog = CopyDialog(self.prompt, self.game_shown, self.app.copy_to_clipboard)
        dialog.copy(form) if form else dialog.ask()

    def action_help(self) -> None:
        """Show or hide the help in place of the panels."""
        self.help.fill()  # what is offered may have changed
        self.toggle_class("-help")

    def close_help(self) -> bool:
        """Hide the help; False if it is hidden already."""
        is_open = self.has_class("-help")
        self.remove_class("-help")
        return is_open

    def action_more(self) -> None:
        """Show the rest of a message that is cut, or else of the players' names."""
        if not self.prompt.more() and not self.prompt.busy:
            self.prompt.say(self.players.cut_text())

    def action_attacks(self) -> None:
        """Show or hide what can be won, and who bears on the square under the cursor."""
        self.attacks.toggle(self.game_shown().position)

    def _show_attacks(self) -> None:
        """Let the attack map follow the cursor if it is on."""
        if self.attacks.on:
            self.attacks.mark(self.game_shown().position)
            self.attacks.tell(self.game_shown().position)

    def action_analysis(self) -> None:
        """Show or hide the analysis."""
        self.toggle_class("-analysis")
        self.show_analysis()

    def show_analysis(self) -> None:
        """Let the analysis, and the attack map, follow the game if they are on."""
        if self.attacks.on:
            self.attacks.mark(self.game_shown().position)
        self.study.look_at(self.position_to_study() if self.has_class("-analysis") else None)

    def position_to_study(self) -> Position | None:
        """The position the analysis may look at now, if any."""
        return self.game_shown().position

    def _found(self, findings: Findings) -> None:
        """Show what the analysis has found, in the status row if there are no panels."""
        self.analysis.show(findings)
        self.status.show_aside(in_short(findings) if self.has_class("-alone") else "")

    def on_screen_suspend(self) -> None:
        """Stop the analysis below another screen."""
        self.study.look_at(None)

    async def on_unmount(self) -> None:
        """End the analysis, and the count of the material."""
        await close_all(self.study.close(), self.material.close())

    def action_scroll(self, pages: int) -> None:
        """Scroll the panel on show."""
        panel = self.help if self.has_class("-help") else self.info
        panel.scroll_lines(pages * max(panel.size.height - 1, 1))

    def action_scroll_moves(self, rows: int) -> None:
        """Scroll the list of moves."""
        self.moves.scroll_rows(rows)

    def show_first_piece(self) -> None:
        """Show the piece under the cursor in the piece panel, or else a royal."""
        piece = self.game_shown().position.piece_at(self.board.cursor)
        royal = next(kind.id for kind in self.variant.pieces.values() if kind.royal)
        self.info.show_kind(piece.upper() if piece else royal)

    def show_players(self) -> None:
        """Show who plays, and what they hold and have taken."""
        raise NotImplementedError

    # --- cursor ---------------------------------------------------------------------------------

    def cursor_moved(self) -> None:
        """Say what is under the cursor, or what bears on it if the attack map is on."""
        self.follow_cursor()
        self._show_attacks()

    def follow_cursor(self) -> None:
        """Let the piece panel follow the cursor."""
        self.info.follow(self.game_shown().position.piece_at(self.board.cursor))
