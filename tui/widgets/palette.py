"""Beside a position being set up: what has been set, and the pieces to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.spec import Variant
from makachess.play.session.draft import Draft
from makachess.tui.keys import ACTIONS
from makachess.tui.preferences import preferences_of
from makachess.tui.text import Line, Part, TextPanel, is_cut
from makachess.tui.widgets.menu import Item, Menu


class Palette(Menu, can_focus=False, inherit_bindings=False):
    """The pieces of a game; the keys are the screen's."""

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__([Item(f"{p.id:<3} {p.name}") for p in variant.pieces.values()], id=id)


class DraftFacts(TextPanel):
    """The piece chosen, the side to move and the rights, each with the key that changes it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[Draft, str] | None = None

    def show(self, draft: Draft, man: str) -> None:
        """Show a position, and the piece (as FEN writes it) that is put next."""
        self._shown = draft, man
        self.set_lines(list(self._facts(draft, man)))

    def on_resize(self) -> None:
        """Leave out the keys for which there is no room."""
        if self._shown is not None:
            self.set_lines(list(self._facts(*self._shown)))
        super().on_resize()

    def _facts(self, draft: Draft, man: str) -> Iterator[Line]:
        kind = draft.variant.pieces[man.upper()]
        color = "White" if man == kind.id else "Black"
        yield self._fact("Piece", f"{color} {kind.name}", "piece-colour")
        yield self._fact("To move", draft.turn.capitalize(), "side")
        if draft.has_castling:
            yield self._fact("Castling", draft.castling, "castling")
        yield self._fact("E.p.", draft.passed, "passed")

    def _fact(self, label: str, text: str, action: str) -> Line:
        run, key = ACTIONS[action].run, preferences_of(self).keymap.name(action)
        line = [Part(f"{label:<9}", "", run), Part(text, "strong", run)]
        shown = [*line, Part(f" {key}", "key", run)]
        return line if is_cut(shown, self.size.width or len(key)) else shown
