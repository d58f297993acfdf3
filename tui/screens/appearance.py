"""How a board is drawn: with which pieces and colours, from which side, and how it is labelled."""

from __future__ import annotations

from makachess.core.spec import Variant
from makachess.play.settings import COORDINATES, THEMES
from makachess.tui.board import BoardWidget, PieceSet, piece_sets
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import BaseScreen

SHOGI_LABELS = "; type squares as labelled, or as in the list of moves"


class AppearanceScreen(BaseScreen):
    """A screen with a board that looks as the player likes it, and keys to change that."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.variant = variant
        self.board = BoardWidget(variant, id="board")

    def adopt_settings(self) -> None:
        """Draw the men as the player likes them."""
        super().adopt_settings()
        wanted, sets = self.preferences.settings.pieces, piece_sets(self.variant)
        self.draw_with(next((pieces for pieces in sets if pieces.name == wanted), sets[0]))
        self.board.set_coordinates(self.preferences.settings.coordinates)

    def draw_with(self, pieces: PieceSet) -> None:
        """Draw men in this way."""
        self.board.set_pieces(pieces)

    def show_game(self) -> None:
        """Show the game as it stands in all widgets."""
        raise NotImplementedError

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
        self.draw_with(sets[at])
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
