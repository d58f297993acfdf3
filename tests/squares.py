"""What can be seen of a drawn square: the colour of each pixel, and what is written where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from makachess.core.spec import Rule
from makachess.play.entry import Target
from makachess.tui.board import PIECE_SETS, CellSize
from makachess.tui.board.canvas import QUARTERS, Row
from makachess.tui.board.square import BoardStyle, Look, draw
from makachess.tui.themes import palette_for
from makachess.variants import load
from rich.cells import cell_len
from rich.color import Color

FIGURES, LETTERS, KANJI, ASCII = PIECE_SETS
MOVE = Target(capture=False, rule=Rule.STAY)
TAKES = Target(capture=True, rule=Rule.STAY)
MAY = Target(capture=True, rule=Rule.MAY, becomes=("M",))
MUST = Target(capture=True, rule=Rule.MUST, becomes=("M",))


def board_style(
    game: str = "veteran",
    cell: tuple[int, int] = (6, 3),
    pieces=FIGURES,
    *,
    system: str | None = "truecolor",
    ground: str = "dark",
    flipped: bool = False,
) -> BoardStyle:
    """How a game's board is drawn in colours, in 16 of them (`standard`), or in none (`None`)."""
    variant = load(game)
    shogi = any(kind.kanji for kind in variant.pieces.values())
    palette = palette_for("walnut", system or "standard", shogi=shogi, ground=ground)
    return BoardStyle(variant, CellSize(*cell), pieces, palette, system is not None, flipped)


class Seen(NamedTuple):
    """A square: rows of text, the colours of pixels by place, and the letters with theirs."""

    text: list[str]
    pixels: dict[tuple[int, int], str]
    letters: dict[tuple[int, int], tuple[str, str, str]]

    def places(self, color: str) -> set[tuple[int, int]]:
        """The pixels of a colour."""
        return {at for at, one in self.pixels.items() if one == color}


def see(look: Look, how: BoardStyle, label: str = "") -> Seen:
    """Draw a square, and look at it."""
    return seen(draw(look, how, label))


def seen(rows: Iterable[Row]) -> Seen:
    """What is to be seen of rows of characters."""
    text, pixels, letters = [], {}, {}
    for y, row in enumerate(rows):
        x = 0
        text.append("".join(part for part, _ in row))
        for part, style in row:
            ink, ground = _name(style.color), _name(style.bgcolor)
            if style.reverse:
                ink, ground = ground if ground != "own" else "hole", ink
            for char in part:
                number = QUARTERS.find(char)
                if number < 0:
                    letters[x, y] = char, ink, ground
                for at in range(4):
                    full = number >= 0 and number >> at & 1
                    pixels[2 * x + at % 2, 2 * y + at // 2] = ink if full else ground
                x += cell_len(char)
    return Seen(text, pixels, letters)


def _name(color: Color | None) -> str:
    return "own" if color is None or color.is_default else color.get_truecolor().hex
