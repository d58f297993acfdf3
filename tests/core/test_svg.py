"""Pictures of boards: well-formed, every piece in its place and named, in all sets of pieces."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from makachess.core import InvalidMoveError, Position, Square
from makachess.core.pictures import SETS
from makachess.variants import load, names

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text):
    return ElementTree.fromstring(text)


def pieces_in(root):
    """The pieces of a picture: where each stands, in units, and its title."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        if (title := group.find(f"{SVG}title")) is not None:
            x, y = group.get("transform").removeprefix("translate(").removesuffix(")").split()
            found[title.text] = int(x), int(y)
    return found


@pytest.mark.parametrize("pieces", [None, *SETS])
@pytest.mark.parametrize("name", names())
def test_every_piece_is_drawn_once(name, pieces):
    position = Position(load(name))
    types = position.variant.pieces
    wanted = {
        f"{color.capitalize()} {types[kind].name}, {square}"
        for square, (kind, color) in position.piece_map().items()
    }
    root = drawn(position.to_svg(pieces=pieces))
    assert pieces_in(root).keys() == wanted
    squares = [rect for rect in root.iter(f"{SVG}rect") if rect.get("x")]
    assert len(squares) == position.variant.files * position.variant.ranks


def test_the_set_suits_the_game():
    def signs(name, **how):
        return {text.text for text in drawn(Position(load(name)).to_svg(**how)).iter(f"{SVG}text")}

    assert {"王", "獅", "歩", "19", "s"} < signs("maka")
    assert {"K", "L!"} < signs("maka", pieces="letters")
    assert {"♟\ufe0e", "♚\ufe0e", "L"} < signs("veteran")
    assert {"P", "K"} < signs("chess", pieces="kanji")


def test_the_board_stands_as_its_side_sees_it():
    position = Position(load("chess"))
    root, flipped = drawn(position.to_svg()), drawn(position.to_svg(flipped=True))
    width, height = (int(n) for n in root.get("viewBox").split()[2:])
    ours, theirs = pieces_in(root), pieces_in(flipped)
    assert ours["White Rook, a1"] == theirs["Black Rook, h8"]
    assert all(0 <= x <= width - 45 and 0 <= y <= height - 45 for x, y in ours.values())
    assert ours["White Rook, a1"][1] > ours["Black Rook, a8"][1]


def test_tiles_point_the_way_they_face():
    text = Position(load("macadamia")).to_svg()
    assert text.count("rotate(180") == 48 == text.count("<polygon") // 2
    assert Position(load("macadamia")).to_svg(flipped=True).count("rotate(180") == 48


def test_squares_are_marked_by_name_or_value():
    position = Position(load("chess"))
    plain = position.to_svg()
    assert position.to_svg(marked=["e4", "e5"]) == position.to_svg(marked=[Square(4, 3), (4, 4)])
    assert position.to_svg(marked=["e4"]) != plain
    position.push_san("e4")
    assert position._repr_svg_() == position.to_svg(marked=["e2", "e4"])
    with pytest.raises(InvalidMoveError, match="'e' is not a square"):
        position.to_svg(marked=["e"])


def test_a_width_in_pixels_and_no_other_set():
    root = drawn(Position(load("maka")).to_svg(width=300))
    assert (root.get("width"), root.get("height")) == ("300", "300")
    with pytest.raises(
        ValueError, match="'emoji' is not a set of pieces: there are figurines, kanji"
    ):
        Position(load("maka")).to_svg(pieces="emoji")


def test_names_of_ones_own_games_are_text():
    chess = load("chess")
    pieces = {**chess.pieces, "K": replace(chess.pieces["K"], name='<b>"King" & Co')}
    root = drawn(Position(replace(chess, pieces=pieces, title="<&>")).to_svg())
    assert 'White <b>"King" & Co, e1' in pieces_in(root)
    assert root.find(f"{SVG}title").text == "<&>"
