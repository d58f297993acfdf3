"""Images of figures: whole PNGs, small enough to be sent, alike for both sides."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode

import pytest
from makachess.core.outlines import outlines
from makachess.tui.board.images import draw_picture
from makachess.tui.pictures import Picture
from makachess.tui.themes import palette_for
from makachess.variants import load
from sampling import sampled

PALETTE = palette_for("walnut", "truecolor")
SIDES = {color: (*PALETTE.body(color), PALETTE.body("black").ink) for color in ("white", "black")}
Pixel = tuple[int, int, int, int]


def chunks(png: bytes) -> dict[bytes, bytes]:
    """The chunks of a PNG by their names, all of which must be sound."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        name, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length)[0] == zlib.crc32(name + data)
        found[name], at = data, at + 12 + length
    assert [*found] == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]
    return found


def pixels(png: bytes) -> list[list[Pixel]]:
    """Red, green, blue and alpha of each pixel."""
    parts = chunks(png)
    width, height, *kind = struct.unpack(">2I5B", parts[b"IHDR"])
    assert kind == [8, 3, 0, 0, 0]  # bits, and by numbers of colours
    colors, data = parts[b"PLTE"], zlib.decompress(parts[b"IDAT"])
    channels = zip(colors[::3], colors[1::3], colors[2::3], parts[b"tRNS"], strict=True)
    table: list[Pixel] = list(channels)
    assert len(data) == height * (width + 1)
    rows = [data[y * (width + 1) : (y + 1) * (width + 1)] for y in range(height)]
    assert not any(row[0] for row in rows)
    return [[table[number] for number in row[1:]] for row in rows]


@pytest.mark.parametrize("size", sampled([(30, 24), (90, 76)], [(30, 24)]))
@pytest.mark.parametrize("figure", sorted(outlines()))
def test_a_figure_stands_in_the_middle_of_the_lower_edge_within_a_rim(figure, size):
    image = pixels(draw_picture(Picture(figure, *SIDES["white"]), *size))
    assert (len(image[0]), len(image)) == size
    solid = [(x, y) for y, row in enumerate(image) for x, at in enumerate(row) if at[3] > 127]
    left, right = min(x for x, _ in solid), max(x for x, _ in solid)
    assert max(y for _, y in solid) >= size[1] - 3
    assert left > 0
    assert right < size[0] - 1
    assert (255, 255, 255, 255) in {at for row in image for at in row}
    edges = [(row[x - 1], row[x]) for row in image for x in range(1, size[0])]
    # Between body and nothing there is always some of the rim.
    assert not any(one[3] == 0 and other == (255, 255, 255, 255) for one, other in edges)


def test_both_sides_have_the_same_form_in_their_own_colours():
    white, black = (pixels(draw_picture(Picture("Lady", *SIDES[color]), 64, 64)) for color in SIDES)
    assert [[at[3] for at in row] for row in white] == [[at[3] for at in row] for row in black]
    assert any(at == (0, 0, 0, 255) for row in black for at in row)
    assert not any(at == (255, 255, 255, 255) for row in black for at in row)


def test_the_pieces_of_a_game_are_sent_in_few_bytes():
    sent = (
        b64encode(draw_picture(Picture(kind.name, *colors), 64, 64))
        for kind in load("veteran").pieces.values()
        for colors in SIDES.values()
    )
    assert sum(map(len, sent)) <= 17_000
