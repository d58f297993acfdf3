"""Moves as values, and the kernel's ways to find them, against the plain way: look at them all."""

import copy
import random

import pytest
from makachess.core import IllegalMoveError, InvalidMoveError, Move, MoveKind, Position, Square
from makachess.core.notation.coordinates import mover, reading_of
from makachess.core.notation.reading import read_move
from makachess.variants import load, names, relative_names
from strewn import game, rich_position, waiting_position

SPELLINGS = "abcdefghijklmnops123456789x-=+#!,KQRBNLPGV@"


def positions(name, rng, plies=20):
    """Positions of random games, from the start and from full boards and waiting pawns."""
    variant = load(name)
    for start in (Position(variant), rich_position(variant, rng)):
        yield from game(start, rng, plies * 64 // (variant.files * variant.ranks), greed=1)
    if name == "devingt":
        yield from (waiting_position(variant, rng) for _ in range(10))


def misspelt(rng, text):
    at = rng.randrange(len(text))
    return rng.choice(
        (text[:at] + text[at + 1 :], text[:at] + rng.choice(SPELLINGS) + text[at + 1 :], text + "=")
    )


@pytest.mark.parametrize("name", names())
def test_a_text_fits_the_moves_that_fit_it_one_by_one(name):
    rng, compared = random.Random(name), 0
    for position in positions(name, rng):
        legal = position.legal_moves()
        for one in rng.sample(legal, min(4, len(legal))):
            for text in (position.san(one), str(one)):
                for spelling in (text, text.rstrip("+#").replace("x", ""), misspelt(rng, text)):
                    compared += compare_fitting(position, legal, spelling)
    assert compared > 100


def compare_fitting(position, legal, text):
    try:
        patterns = read_move(position.variant, text)
    except InvalidMoveError:
        return 0
    for pattern in patterns:
        expected = [move for move in legal if pattern.fits(position, move)]
        assert position.fitting(reading_of(position.variant, pattern)) == expected, text
    return len(patterns)


@pytest.mark.parametrize("name", names())
def test_a_text_that_is_pushed_makes_the_move_it_is_parsed_as(name):
    rng, pushed = random.Random(name), 0
    for position in positions(name, rng):
        legal = position.legal_moves()
        for one in rng.sample(legal, min(4, len(legal))):
            for text in (position.san(one), str(one), f"{one}!", misspelt(rng, str(one))):
                pushed += compare_pushing(position, text)
    assert pushed > 40


def compare_pushing(position, text):
    before, ply = position.fen(), position.ply
    made = position.push_text(text)
    if made is not None:
        assert position.moves[-1] == made
        after = position.fen()
        assert position.pop() == made
        assert position.parse(text) == made
        position.push(made)
        assert position.fen() == after
        position.pop()
    assert (position.fen(), position.ply) == (before, ply)
    return made is not None


@pytest.mark.parametrize("text", ["Nbd2", "Nd2", "Ke3", "e4!", "e4?!", "nonsense", "x" * 100, "?"])
def test_a_text_that_is_not_plain_is_not_pushed(text):
    position = Position(load("chess"), "4k3/8/8/8/8/1N3N2/4P3/1N2K3 w - - 0 1")
    assert position.push_text(text) is None
    assert position.ply == 0


@pytest.mark.parametrize("name", names())
def test_twins_are_the_moves_written_alike_but_for_the_origin(name):
    rng, found = random.Random(name), 0
    for position in positions(name, rng):
        ways = {}
        for one in position.legal_moves():
            if one.kind is MoveKind.COMPOUND:
                continue
            goal = (one.destination, one.waypoints[1:], len(one.victims), one.promotion)
            ways.setdefault((mover(position, one), one.prefix, *goal), []).append(one)
        for alike in ways.values():
            twins = sorted(other.origin for other in alike if other.origin != alike[0].origin)
            _, told, _ = position.context(alike[0])
            assert sorted(told) == twins, (position.fen(), str(alike[0]))
            found += bool(twins)
    assert found > 2


@pytest.mark.parametrize("name", names())
def test_a_move_from_elsewhere_can_be_made_if_and_only_if_it_is_legal(name):
    rng, earlier = random.Random(name), set()
    for position in positions(name, rng):
        legal = set(position.legal_moves())
        others = sorted(earlier - legal, key=str)
        for one in rng.sample(others, min(8, len(others))):
            with pytest.raises(IllegalMoveError, match="is not legal in"):
                position.push(one)
            with pytest.raises(IllegalMoveError, match="is not legal in"):
                position.san(one)
        for one in rng.sample(sorted(legal, key=str), min(8, len(legal))):
            position.push(copy.deepcopy(one))
            assert position.pop() == one
        earlier |= legal


@pytest.mark.parametrize("name", [*names(), *relative_names()])
def test_a_move_read_without_a_position_is_the_legal_one_and_can_be_made(name):
    rng = random.Random(name)
    for position in positions(name, rng):
        legal = position.legal_moves()
        for one in rng.sample(legal, min(8, len(legal))):
            read = Move.parse(str(one))
            assert read == one
            assert hash(read) == hash(one)
            assert position.is_legal(read)
            assert position.san(read) == position.san(one)
            assert position.is_capture(read) == one.is_capture
            position.push(read)
            assert position.peek() == position.moves[-1] == read
            told = position.pop()
            assert (told.victims, told.kind) == (one.victims, one.kind)


def test_moves_of_uci_are_read_and_others_refused():
    assert Move.parse("e7e8q") == Move.parse("e7e8=Q") == Move(Square(4, 6), Square(4, 7), (), "Q")
    assert Move.parse("d4d4").kind is MoveKind.PASS
    for text in (
        "",
        "e4",
        "Nf3",
        "e2-e4",
        "e2e4=",
        "e2e4=q",
        "a1a99",
        "e2e4,",
        "a1b1,b1c1,c1d1,d1e1",
    ):
        with pytest.raises(InvalidMoveError, match="is not a move in coordinates"):
            Move.parse(text)


@pytest.mark.parametrize("name", ["chess", "macadamia", "devingt"])
def test_a_legal_move_is_made_of_its_parts(name):
    for position in positions(name, random.Random(name), plies=8):
        for one in position.legal_moves():
            squares = (one.origin, one.destination, one.victims)
            assert Move(*squares, one.promotion, one.kind, one.parts, one.prefix) == one


def test_a_move_never_changes():
    one = Move.parse("e7e8=Q")
    for name in ("word", "promotion", "origin", "anything"):
        with pytest.raises(AttributeError, match=r"never changes: use replace\("):
            setattr(one, name, 1)
    with pytest.raises(AttributeError, match="never changes"):
        del one.promotion


@pytest.mark.parametrize(
    "parts",
    [
        {"origin": Square(0, 40)},
        {"destination": Square(-5, 0)},
        {"victims": (Square(1, 1), Square(1, 2), Square(1, 3))},
        {"victims": (Square(1, 1),), "kind": MoveKind.CASTLING},
        {"parts": ((Square(1, 1), Square(1, 2)),)},
        {"parts": ((Square(1, 1), Square(1, 6)),), "kind": MoveKind.COMPOUND},
    ],
)
def test_what_cannot_be_a_move_is_refused(parts):
    with pytest.raises(ValueError, match=r"not on a board|no move"):
        Move(**{"origin": Square(0, 1), "destination": Square(0, 2)} | parts)
