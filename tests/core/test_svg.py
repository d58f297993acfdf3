"""Pictures of boards: well-formed, every piece in its place and named, in all sets of pieces."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from makachess.core import InvalidMoveError, InvalidSquareError, Position, Square
from makachess.core.outlines import outline_of
from makachess.core.pictures import SETS
from makachess.variants import load, names, relative_names

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
    assert {"P", "K"} < signs("chess", pieces="kanji")


@pytest.mark.parametrize("name", [*names(), *relative_names()])
def test_figures_need_no_font(name):
    """Converters may lack any font, and only numbers and letters are in all of them."""
    position = Position(load(name))
    root = drawn(position.to_svg(pieces="figurines"))
    types = position.variant.pieces
    for group in root.iter(f"{SVG}g"):
        if (title := group.find(f"{SVG}title")) is not None:
            square = title.text.split(", ")[-1]
            kind = types[position.piece_map()[Square.parse(square)][0]]
            paths = list(group.iter(f"{SVG}path"))
            assert bool(paths) == (outline_of(kind) is not None), title.text
            assert (group.find(f"{SVG}text") is None) == bool(paths), title.text


def test_arrows_go_from_square_to_square():
    position = Position(load("chess"))
    arrows = [("e2", "e4"), (Square(0, 0), "h8", "#ff0000"), ("d4", "d4", "navy")]
    before, root = drawn(position.to_svg()), drawn(position.to_svg(arrows=arrows))
    up, across, ring = list(root)[len(before) :]
    x, y = middle(root, "White Pawn, e2")
    assert up.get("transform") == f"translate({x:g} {y:g}) rotate(-90)"
    assert up.get("d").count("L90,0") == 1  # two squares
    assert (across.get("fill"), across.get("transform")[-11:]) == ("#ff0000", "rotate(-45)")
    assert (ring.tag, ring.get("stroke")) == (f"{SVG}circle", "navy")
    turned = drawn(position.to_svg(arrows=arrows[:1], flipped=True))
    assert list(turned)[-1].get("transform").endswith("rotate(90)")


def middle(root, title):
    x, y = pieces_in(root)[title]
    return x + 22.5, y + 22.5


def test_squares_are_filled_with_colours_of_ones_own():
    position = Position(load("chess"))
    fill = {"e4": "tomato", Square(0, 0): "rgb(9, 9%, 9)"}
    root = drawn(position.to_svg(fill=fill, marked=["e4", "d4"]))
    fills = {
        (int(rect.get("x")), int(rect.get("y"))): rect.get("fill")
        for rect in root.iter(f"{SVG}rect")
        if rect.get("x")
    }
    corner = pieces_in(root)
    x, y = corner["White Pawn, e2"]
    assert fills[x, y - 90] == "tomato"
    assert fills[x - 45, y - 90] == "#dcc04f"
    assert fills[corner["White Rook, a1"]] == "rgb(9, 9%, 9)"
    with pytest.raises(InvalidMoveError, match="'e' is not a square"):
        position.to_svg(fill={"e": "red"})
    with pytest.raises(InvalidMoveError, match="'j0' is not a square"):
        position.to_svg(arrows=[("e2", "j0")])


NO_COLOR = " is not a colour of SVG (such as tomato, #c00, rgb(9,9,9))"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"marked": ["i9"]}, "'i9' is not on the board of chess (a1 to h8)"),
        ({"fill": {Square(8, 0): "red"}}, "'i1' is not on the board of chess (a1 to h8)"),
        ({"arrows": [("e2", "e9")]}, "'e9' is not on the board of chess (a1 to h8)"),
        ({"width": 0}, "0 is not a width: give a whole number of pixels from 1 on"),
        ({"width": -5}, "-5 is not a width: give a whole number of pixels from 1 on"),
        ({"width": "90%"}, "'90%' is not a width: give a whole number of pixels from 1 on"),
        ({"fill": {"e4": '"<'}}, "'\"<' is not a colour of SVG (such as tomato, #c00, rgb(9,9,9))"),
        (
            {"arrows": [("e2", "e4", "")]},
            "'' is not a colour of SVG (such as tomato, #c00, rgb(9,9,9))",
        ),
        ({"fill": {"e4": None}}, "None is not a colour of SVG (such as tomato, #c00, rgb(9,9,9))"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wanted, said):
    with pytest.raises((ValueError, InvalidSquareError), match=f"^{re.escape(said)}$"):
        Position(load("chess")).to_svg(**wanted)


def test_the_board_stands_as_its_side_sees_it():
    position = Position(load("chess"))
    root, flipped = drawn(position.to_svg()), drawn(position.to_svg(flipped=True))
    width, height = (int(n) for n in root.get("viewBox").split()[2:])
    ours, theirs = pieces_in(root), pieces_in(flipped)
    assert ours["White Rook, a1"] == theirs["Black Rook, h8"]
    assert all(0 <= x <= width - 45 and 0 <= y <= height - 45 for x, y in ours.values())
    assert ours["White Rook, a1"][1] > ours["Black Rook, a8"][1]


def test_names_of_ones_own_games_are_text():
    chess = load("chess")
    pieces = {**chess.pieces, "K": replace(chess.pieces["K"], name='<b>"King" & Co')}
    root = drawn(Position(replace(chess, pieces=pieces, title="<&>")).to_svg())
    assert 'White <b>"King" & Co, e1' in pieces_in(root)
    assert root.find(f"{SVG}title").text == "<&>"
