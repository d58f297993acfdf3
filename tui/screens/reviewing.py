"""The review of a replayed game: its graph, its marks, and the way from fault to fault."""

from __future__ import annotations

from makachess.core.engine.review import Judgement
from makachess.core.spec import Variant
from makachess.play.attacks import royals_of
from makachess.play.review import ReviewDesk
from makachess.saves import Game, Node
from makachess.tui.screens.board import BoardScreen
from makachess.tui.widgets.review_panel import ReviewPanel
from textual.widget import Widget


class ReviewingScreen(BoardScreen):
    """A board with the graph of a review beside it."""

    DEFAULT_CSS = """
    ReviewingScreen {
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

    def __init__(self, variant: Variant, engine: str | None = None) -> None:
        super().__init__(variant, engine)
        self.graph = ReviewPanel(id="review")
        self.desk = ReviewDesk(self.game_shown(), self._judged)

    def panels(self) -> list[Widget]:
        """With the graph of the review."""
        return [self.players, self.moves, self.analysis, self.graph, self.info, self.help]

    async def on_unmount(self) -> None:
        """End a review under way."""
        await self.desk.stop()

    async def review_another(self, game: Game) -> None:
        """Show what is known of another game."""
        await self.desk.stop()
        self.desk = ReviewDesk(game, self._judged)
        self.set_class(self.desk.is_known, "-review")

    def goto(self, node: Node) -> None:
        """Go to a move of the game."""
        raise NotImplementedError

    def where(self) -> str:
        """The place in the game, for the status row."""
        raise NotImplementedError

    def marked(self) -> None:
        """The review has marked a move."""

    # --- actions --------------------------------------------------------------------------------

    def action_review(self) -> None:
        """Find the mistakes, or show or hide them once that has begun."""
        if self.desk.started and not self._covered:
            self.toggle_class("-review")
        elif self.desk.game.root.children:
            self.add_class("-review")
            self.desk.start()
        if self._covered:
            self.remove_class("-analysis")
        self.show_game()

    @property
    def _covered(self) -> bool:
        """Whether the analysis has taken the place of the review."""
        return self.has_class("-review", "-analysis") and not self.has_class("-tall")

    async def stop_review(self) -> None:
        """Stop the review; it can be begun anew."""
        if self.desk.running:
            await self.desk.stop()
            self.show_game()

    def action_fault(self, step: int) -> None:
        """Go to the next or previous marked move."""
        ply = self.desk.next_fault(self.main_ply, step)
        if ply is not None:
            self.seek_main(ply)
        else:
            self.prompt.say(f"No mistakes marked {'after' if step > 0 else 'before'} this move")

    def action_pieces(self) -> None:
        """Change to the next piece set, and redraw the graph to match."""
        super().action_pieces()
        self.show_review()

    def on_review_panel_column_picked(self, event: ReviewPanel.ColumnPicked) -> None:
        """Go to the move clicked in the graph."""
        self.seek_main(event.ply)

    @property
    def main_ply(self) -> int:
        """The ply in the main line where we are, or where we left it."""
        return self.desk.game.node.main_way().ply

    def seek_main(self, ply: int) -> None:
        """Go to a ply of the main line."""
        self.goto([self.desk.game.root, *self.desk.game.root.descendants()][ply])

    # --- showing --------------------------------------------------------------------------------

    def _judged(self, judgement: Judgement | None) -> None:
        """Show that a move has been judged, or all of them."""
        game = self.desk.game
        self.marked()
        if judgement is None or judgement.ply == game.node.ply:
            self.show_game()
        else:
            if judgement.verdict.is_fault:
                self.moves.show(game)
                self.show_hints()  # the better line is a variation
            self.status.show(game, self.where(), royals_of(game.position))
            self.show_review()
        if judgement is None and self.desk.error:
            self.prompt.say(f"The review failed: {self.desk.error}", alert=True)

    def show_hints(self) -> None:
        """Show the keys that do something where the game stands."""
        raise NotImplementedError

    def show_review(self) -> None:
        """Draw the graph, if it is on."""
        if self.has_class("-review"):
            plain = self.board.piece_set.name == "ascii"
            self.graph.show(self.desk.data, self.main_ply, plain=plain)
