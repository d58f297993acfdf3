"""A variant file that is being edited: whether it has changed, and how its pieces move."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from makachess.core.errors import VariantError
from makachess.core.spec import Variant
from makachess.play.diagrams import piece_diagram
from makachess.variants import check_file, load_file

GAP = 4  # columns between two diagrams

Stamp = tuple[str, int, int]


class WatchedFile:
    """A variant file, and its neighbours, which it may extend.

    `piece` is the id or name of the only piece to be drawn, if one is given.
    """

    def __init__(self, path: Path, piece: str = "") -> None:
        self.path, self.piece = path, piece
        self._stamps: list[Stamp] | None = None

    def has_changed(self) -> bool:
        """Whether any of the files has changed since this was asked last; at first, yes."""
        stamps = sorted(self._read_stamps())
        changed = stamps != self._stamps
        self._stamps = stamps
        return changed

    def _read_stamps(self) -> Iterator[Stamp]:
        for path in self.path.parent.glob(f"*{self.path.suffix}"):
            try:
                found = os.stat(path)
            except OSError:  # an editor puts another file in its place
                continue
            yield path.name, found.st_mtime_ns, found.st_size

    def page(self, width: int) -> list[str]:
        """All faults of the file, and its title, array and diagrams if it can be played."""
        faults: list[str] = []
        try:
            faults += (fault.located for fault in check_file(self.path))
            page = list(_page(load_file(self.path), self.piece, width))
        except VariantError as error:
            return faults or [f"{self.path}: {error}"]
        return [*faults, "", *page] if faults else page


def _page(variant: Variant, piece: str, width: int) -> Iterator[str]:
    yield f"{variant.title} ({variant.files}x{variant.ranks})"
    yield variant.start_fen
    wanted = piece.lower()
    kinds = [p.id for p in variant.pieces.values() if wanted in ("", p.id.lower(), p.name.lower())]
    if not kinds:
        raise VariantError(f"there is no piece {piece!r} yet")
    drawn = [_draw(variant, kind) for kind in kinds]
    for row in _rows([block for block, _ in drawn], width):
        yield ""
        yield from row
    yield ""
    told = dict.fromkeys(line for _, legend in drawn for line in legend)
    yield from (line for line in told if piece or not line.endswith("."))  # of one piece alone


def _draw(variant: Variant, kind: str) -> tuple[list[str], list[str]]:
    """A piece's name and moves, all lines of one length; and what the marks in them mean."""
    piece = variant.pieces[kind]
    diagram = piece_diagram(variant, kind)
    lines = [f"{kind}  {piece.name}", piece.betza, *diagram.grid]
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines], diagram.legend


def _rows(blocks: list[list[str]], width: int) -> Iterator[list[str]]:
    """Blocks side by side, as many as there is room for."""
    row: list[list[str]] = []
    for block in blocks:
        if row and sum(len(b[0]) + GAP for b in row) + len(block[0]) > width:
            yield _beside(row)
            row = []
        row.append(block)
    yield _beside(row)


def _beside(blocks: list[list[str]]) -> list[str]:
    widths = [len(block[0]) for block in blocks]
    gap = " " * GAP
    return [
        gap.join((part or "").ljust(n) for part, n in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*blocks)
    ]
