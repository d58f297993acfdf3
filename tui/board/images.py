"""Figures as images with smooth edges: the outlines with a rim around them, as PNG."""

from __future__ import annotations

import math
import operator
import struct
import zlib
from functools import lru_cache
from itertools import chain

from makachess.core.outlines import FIELD, Outline, Shape, outlines
from makachess.tui.board.figures import coverage
from makachess.tui.pictures import Picture

LEVELS = 8  # of how much of a pixel is covered
RIM = 0.02  # of the image's shorter side
THINNEST = 0.8  # pixels of a rim
MARGIN = 0.02  # around the rim

Pixel = tuple[int, int, int]  # how much of it, in LEVELS, is covered, and is body and line


@lru_cache(maxsize=256)
def draw_picture(picture: Picture, width: int, height: int) -> bytes:
    """A picture as PNG; its figure stands at the lower edge, and is no wider than high."""
    rows = _pixels(picture.figure, width, height)
    used = sorted(set(chain.from_iterable(rows)))
    number = {pixel: at for at, pixel in enumerate(used)}
    colors = bytes(chain.from_iterable(_mixed(picture, pixel) for pixel in used))
    alphas = bytes(pixel[0] * 255 // LEVELS for pixel in used)
    data = b"".join(b"\0" + bytes(map(number.__getitem__, row)) for row in rows)
    header = struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)
    chunks = (b"IHDR", header), (b"PLTE", colors), (b"tRNS", alphas)
    ends = (b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in (*chunks, *ends))


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)


def _mixed(picture: Picture, pixel: Pixel) -> tuple[int, ...]:
    """The colour of a pixel: rim where it is neither body nor line."""
    covered, body, line = pixel
    parts = (body, line, covered - body - line)
    colors = [bytes.fromhex(color[1:]) for color in picture[1:]]
    return tuple(
        sum(part * value for part, value in zip(parts, values, strict=True)) // max(covered, 1)
        for values in zip(*colors, strict=True)
    )


@lru_cache(maxsize=64)
def _pixels(figure: str, width: int, height: int) -> list[list[Pixel]]:
    side = min(width, height)
    rim = max(side * RIM, THINNEST)
    bodies, lines, solids = [], [], []
    for body, line in coverage(_placed(outlines()[figure], width, height, rim), width, height):
        both = map(sum, zip(body, line, strict=True))
        solids.append(bytes(min(round(part * LEVELS), LEVELS) for part in both))
        lines.append([*map(min, solids[-1], (round(part * LEVELS) for part in line))])
        bodies.append([*map(operator.sub, solids[-1], lines[-1])])
    covered = _widened(solids, rim)
    return [list(zip(*rows, strict=True)) for rows in zip(covered, bodies, lines, strict=True)]


def _placed(outline: Outline, width: int, height: int, rim: float) -> Outline:
    """An outline within its rim and margin, in its own proportions, at the lower edge."""
    edge = rim + MARGIN * min(width, height)
    side = min(width, height) - 2 * edge
    left, top = (width - side) / 2, height - edge - side

    def moved(x: float, y: float) -> tuple[float, float]:
        return (left * FIELD + x * side) / width, (top * FIELD + y * side) / height

    return tuple(Shape(tuple(moved(*at) for at in shape.corners), shape.paint) for shape in outline)


def _widened(rows: list[bytes], reach: float) -> list[bytes]:
    """Levels of coverage, each also where it is but a reach away."""
    width, far = len(rows[0]), math.ceil(reach)
    empty = bytes(width + 2 * far)
    padded = [bytes(far) + row + bytes(far) for row in rows]
    padded = [empty] * far + padded + [empty] * far
    near: list[tuple[int, int, bytes]] = []
    for down in range(2 * far + 1):
        for across in range(2 * far + 1):
            most = round(min(reach + 0.5 - math.hypot(down - far, across - far), 1.0) * LEVELS)
            if most > 0:
                cut = bytes(min(level, most) for level in range(LEVELS + 1)).ljust(256, b"\0")
                near.append((across, down, cut))
    return [
        bytes(
            map(
                max,
                *(
                    padded[y + down][across : across + width].translate(cut)
                    for across, down, cut in near
                ),
            )
        )
        for y in range(len(rows))
    ]
