"""The replay screen: step through a game, let it play, or review it."""

from __future__ import annotations

from typing import ClassVar

from makachess.core import Square
from makachess.core.engine.review import Judgement
from makachess.play.entry.steps import move_squares
from makachess.play.narration import mating_men, settled_note
from makachess.play.review import ReviewDesk
from makachess.play.royals import checked_squares, royals_of
from makachess.saves import Game, Node
from makachess.saves.marking import node_score, spoken
from makachess.tui.board import BoardView
from makachess.tui.dialogs.replay_hints import GRAPH_MARKS, replay_hints
from makachess.tui.keys import REPLAY, SCREENS, Action, bindings, commands
from makachess.tui.screens.board import BoardScreen
from makachess.tui.widgets.move_list import MoveList
from makachess.tui.widgets.players import side_details
from makachess.tui.widgets.review_panel import ReviewPanel
from textual.binding import BindingType
from textual.timer import Timer
from textual.widget import Widget

AUTOPLAY = 1.0  # seconds a position is shown


class ReplayScreen(BoardScreen):
    """A game in which no move can be made. The arrows step; Tab gives them to the cursor."""

    DEFAULT_CSS = """
    ReplayScreen {
        & #review { display: none; }
        &.-review #review { display: block; }
        &.-review #info { display: none; }
        &.-review.-tall #info { display: block; }
        &.-review.-tall #review { height: 16; }
        &.-review.-analysis.-tall #info { display: none; }
        &.-review.-analysis #review { display: none; }
        &.-review.-analysis.-tall #review { display: block; }
        &.-help #review { display: none !important; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(REPLAY)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["replay"]
    MORE_HELP: ClassVar[tuple[tuple[str, str], ...]] = (GRAPH_MARKS,)

    def __init__(
        self,
        game: Game,
        ply: int = 0,
        fault: str = "",
        *,
        review: bool = False,
        engine: str | None = None,
    ) -> None:
        super().__init__(game.variant, engine)
        self._fault = fault
        self._review_at_once = review
        self.desk = ReviewDesk(game, self._judged)
        self.graph = ReviewPanel(id="review")
        self.game = game
        self.game.seek(ply)
        self._timer: Timer | None = None
        self._arrows_move_cursor = False

    def panels(self) -> list[Widget]:
        """With the graph of the review."""
        return [self.players, self.moves, self.analysis, self.graph, self.info, self.help]

    def on_mount(self) -> None:
        """Show the game."""
        self.prompt.on_move = self._typed
        self.set_class(self.desk.is_known, "-review")
        self.show_first_man()
        self.show_game()
        if self._fault:
            self.prompt.say(self._fault, alert=True)
        else:
            self.call_after_refresh(self._say_names)
        if self._review_at_once:
            self.action_review()

    async def on_unmount(self) -> None:
        """End a review under way."""
        await self.desk.stop()

    def _say_names(self) -> None:
        """Say who played, if the panel is too narrow for the names."""
        if not self.prompt.message and not self._review_at_once:
            self.prompt.say(self.players.cut_text())

    def game_shown(self) -> Game:
        """The game replayed."""
        return self.game

    def show_game(self) -> None:
        """Show the position where the game stands."""
        game, position = self.game, self.game.position
        last, royals = game.node.move, royals_of(position)
        said = (*game.node.opening_comments, *game.node.comments)
        self.board.show(
            BoardView(
                pieces=position.pieces() | mating_men(position),
                last=move_squares(last) if last else (),
                checked=checked_squares(position, royals),
            )
        )
        self.moves.show(game)
        self.status.show(game, self._where(), royals)
        names = {c: game.tags.get(c.capitalize(), "?") for c in ("white", "black")}
        turn = None if game.outcome else position.turn
        details = side_details(position, royals)
        flipped = self.board.geometry.flipped
        self.players.show(names, turn, flipped=flipped, details=details)
        self.prompt.say(spoken((settled_note(position), *said)))
        self.show_analysis()
        self._show_review()
        self._show_hints()

    def _where(self) -> str:
        """The place in the game, its score, and the progress of a review."""
        score = node_score(self.game.node)
        parts = (
            "" if self.game.node.is_main_line else "variation",
            f"ply {self.game.node.ply} of {len(self.game.line)}",
            str(score) if score else "",
            self.desk.progress if self.desk.running else "",
        )
        return ", ".join(filter(None, parts))

    def _show_hints(self) -> None:
        hints = replay_hints(
            self.game.node,
            reviewing=self.desk.running,
            reviewed=self.desk.is_known,
            playing=self._timer is not None,
            cursor=self._arrows_move_cursor,
        )
        self.hints.show(*hints)

    # --- review ---------------------------------------------------------------------------------

    def _typed(self, text: str) -> None:
        """Only commands can be typed here."""
        if not self.run_command(text):
            known = ", ".join(sorted(commands(self.ACTIONS)))
            self.prompt.say(f"{text!r} is not a command here (try {known})")

    def action_review(self) -> None:
        """Find the mistakes, or show or hide them once that has begun."""
        if self.desk.started and not self._covered:
            self.toggle_class("-review")
        elif self.game.root.children:
            self.add_class("-review")
            self.desk.start()
        if self._covered:
            self.remove_class("-analysis")
        self.show_game()

    @property
    def _covered(self) -> bool:
        """Whether the analysis has taken the place of the review."""
        return self.has_class("-review", "-analysis") and not self.has_class("-tall")

    async def action_stop_review(self) -> None:
        """Stop the review; it can be begun anew."""
        if self.desk.running:
            await self.desk.stop()
            self.show_game()

    def action_fault(self, step: int) -> None:
        """Go to the next or previous marked move."""
        ply = self.desk.next_fault(self._main_ply, step)
        if ply is not None:
            self._seek_main(ply)
        else:
            self.prompt.say(f"No mistakes marked {'after' if step > 0 else 'before'} this move")

    def _judged(self, judgement: Judgement | None) -> None:
        """Show that a move has been judged, or all of them."""
        if judgement is None or judgement.ply == self.game.node.ply:
            self.show_game()
        else:
            if judgement.verdict.is_fault:
                self.moves.show(self.game)
                self._show_hints()  # the better line is a variation
            self.status.show(self.game, self._where(), royals_of(self.game.position))
            self._show_review()
        if judgement is None and self.desk.error:
            self.prompt.say(f"The review failed: {self.desk.error}", alert=True)

    def action_pieces(self) -> None:
        """Change to the next piece set, and redraw the graph to match."""
        super().action_pieces()
        self._show_review()

    def _show_review(self) -> None:
        if self.has_class("-review"):
            plain = self.board.piece_set.name == "ascii"
            self.graph.show(self.desk.data, self._main_ply, plain=plain)

    def on_review_panel_column_picked(self, event: ReviewPanel.ColumnPicked) -> None:
        """Go to the move clicked in the graph."""
        self._seek_main(event.ply)

    # --- moving through the game ----------------------------------------------------------------

    def action_step(self, count: int) -> None:
        """Go forward or back by plies."""
        self.action_seek(self.game.node.ply + count)

    def action_seek(self, ply: int) -> None:
        """Go to a ply."""
        self._stop()
        self.game.seek(ply)
        self.show_game()

    def _goto(self, node: Node) -> None:
        self._stop()
        self.game.goto(node)
        self.show_game()

    @property
    def _main_ply(self) -> int:
        """The ply in the main line where we are, or where we left it."""
        return self.game.node.main_way().ply

    def _seek_main(self, ply: int) -> None:
        self.game.goto(self.game.node.main_way())
        self.action_seek(ply)

    def action_variation(self) -> None:
        """Go to the next variation on this move, after the last one to the game's own."""
        node = self.game.node.next_way()
        if node is not None:
            self._goto(node)
        else:
            self.prompt.say("There is no variation here")

    def action_main_line(self) -> None:
        """Leave a variation for the game's own move in its place."""
        if self.game.node.is_main_line:
            self.prompt.say("You are in the main line already")
        else:
            self._goto(self.game.node.main_way())

    def action_autoplay(self) -> None:
        """Let the game play by itself, from the start if it is at its end; or stop it."""
        if self._timer is not None:
            self._stop()
        else:
            if not self.game.future:
                self.game.seek(0)
            self._timer = self.set_interval(AUTOPLAY, self._play_one)
        self.show_game()

    def _play_one(self) -> None:
        self.game.seek(self.game.node.ply + 1)
        if not self.game.future:
            self._stop()
        self.show_game()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def action_hand_over(self) -> None:
        """Give the arrows to the cursor, or back to the moves."""
        self._arrows_move_cursor = not self._arrows_move_cursor
        self._show_hints()

    def action_arrow(self, dx: int, dy: int) -> None:
        """Step through the game, ten moves at a time by up and down; or move the cursor."""
        if self._arrows_move_cursor:
            self.action_cursor(dx, dy)
        else:
            self.action_step(dx + 10 * dy)

    def picked(self, square: Square) -> None:
        """Show at once the man on the square picked."""
        man = self.game.position.piece_at(square)
        if man:
            self.info.show_kind(man.upper())

    def on_move_list_move_picked(self, event: MoveList.MovePicked) -> None:
        """Go to the move clicked."""
        self.action_seek(event.ply)
