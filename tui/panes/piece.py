"""The piece panel: a type's diagram, what its captures make of it, and its description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from makachess.core.promotion import matrix
from makachess.core.spec import Rule, Variant
from makachess.play.diagrams import piece_diagram
from makachess.tui.preferences import app_of
from makachess.tui.text import Line, Part, TextPanel
from textual.timer import Timer

NOTE = 16  # columns that notes beside the diagram need at least
FEW = 9  # ids that may be listed one by one
EXCEPTIONS = 3  # ids that may be missing from a group named as a whole


class PieceInfo(TextPanel):
    """Name, diagram, description and promotions of one type."""

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.variant = variant
        self._kind = ""
        self._timer: Timer | None = None

    def follow(self, piece: str | None) -> None:
        """Show a piece once the cursor has rested on it; on an empty square keep the last one."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if piece and piece.upper() != self._kind:
            rest = app_of(self).waits.rest
            self._timer = self.set_timer(rest, lambda: self.show_kind(piece.upper()))

    def show_kind(self, kind: str) -> None:
        """Show a type at once."""
        self._kind = kind
        self.set_lines(piece_lines(self.variant, kind, self.size.width))

    def on_resize(self) -> None:
        """Lay out the panel anew."""
        if self._kind:
            self.show_kind(self._kind)
        super().on_resize()


def piece_lines(variant: Variant, kind: str, width: int) -> list[Line]:
    """What the panel shows for a type, its notes beside the diagram where there is room."""
    piece = variant.pieces[kind]
    diagram = piece_diagram(variant, kind)
    rows = (len(diagram[0]) + 1) // 2  # the grid is square, the legend follows
    grid, legend = diagram[:rows], diagram[rows:]
    notes = list(capture_lines(variant, kind))
    head: Line = (Part(f"{piece.name} ", "strong"), Part(piece.id, "accent"))
    room = width - len(grid[0]) - 3
    if room >= NOTE and all(sum(len(p.text) for p in note) <= room for note in notes):
        body = _beside(grid, notes)
    else:
        body = [*((Part(row),) for row in grid), *notes]
    return [head, *body, (Part(piece.description),), *((Part(text, "quiet"),) for text in legend)]


def _beside(grid: list[str], notes: list[Line]) -> list[Line]:
    """The grid with a note to the right of each of its first rows."""
    blank = " " * len(grid[0])
    return [
        (Part(f"{row or blank}   "), *(note or ()))
        for row, note in zip_longest(grid, notes, fillvalue=None)
    ]


def capture_lines(variant: Variant, kind: str) -> Iterator[Line]:
    """A type's row of the promotion matrix, in the signs of the rule sheets: `?V taking R N B`."""
    groups = _groups(variant, kind)
    for (rule, target), victims in sorted(groups.items()):
        sign = "?" if rule is Rule.MAY else "!"
        yield Part(f"{sign}{target}", "accent"), Part(f" taking {_victims(variant, victims)}")
    if arrival := variant.promotion.arrival.get(kind):
        where = "last rank" if variant.promotion.zone == 1 else "last ranks"
        yield Part(where, "accent"), Part(f" {' '.join(arrival)}")
    elif not groups:
        yield (Part("no promotion", "quiet"),)
    if infects := variant.pieces[kind].infects:
        yield Part("contagious", "alert"), Part(f": to {infects}")


def _groups(variant: Variant, kind: str) -> dict[tuple[Rule, str], list[str]]:
    """The victims whose capture changes a type, by what it may or must become."""
    groups: dict[tuple[Rule, str], list[str]] = {}
    for (capturer, victim), change in matrix(variant).items():
        if capturer != kind or victim in _never_taken(variant):
            continue
        if change.rule is not Rule.STAY and change.target != kind:
            rule = Rule.MAY if change.rule is Rule.MAY else Rule.MUST
            groups.setdefault((rule, change.target), []).append(victim)
    return groups


def _never_taken(variant: Variant) -> frozenset[str]:
    return variant.royals if variant.ending.checkmate else frozenset()


def _victims(variant: Variant, ids: Sequence[str]) -> str:
    """The ids; where there are many, whole classes of pieces are named instead."""
    groups: list[str] = []
    rest = list(ids)
    for promoted, name in ((False, "any unpromoted piece"), (True, "any promoted piece")):
        pieces = [p for p in variant.pieces.values() if p.promoted is promoted and not p.infects]
        whole = [piece.id for piece in pieces if piece.id not in _never_taken(variant)]
        missing = [kind for kind in whole if kind not in ids]
        if len(rest) > FEW and len(missing) <= EXCEPTIONS:
            rest = [kind for kind in rest if kind not in whole]
            groups.append(" but ".join(filter(None, (name, " ".join(missing)))))
    return ", ".join(filter(None, (*groups, " ".join(rest))))
