"""What can be copied, compared, hashed and pickled, and that nothing is lost or shared by it."""

import copy
import pickle
import random
from itertools import islice

import pytest
from makachess.core import COMPILED, Move, MoveKind, Outcome, Position, Square
from makachess.core.engine import BestMove, Info, Score
from makachess.core.frozen import FrozenMapping
from makachess.variants import load, names
from strewn import game

GAMES = [(name, {}) for name in names()] + [
    ("maka", {"repetition": "forbidden", "rules": "modern"}),
    ("chess", {"move_limit": 0}),
]
COPIES = {
    "method": Position.copy,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda position: pickle.loads(pickle.dumps(position)),
}
PLIES = 40 if COMPILED else 12


def play_out(position, seed):
    """Play at random, captures first, so that promotions and long histories come about."""
    for at in game(position, random.Random(seed), PLIES):
        position = at
    return position


def history(position):
    """All there is to see of a position on the way back to its start; it is at its start then."""
    seen = [(position.fen(), position.repetitions(), set(position.legal_moves()))]
    while position.ply:
        move = position.pop()
        seen.append((move, position.fen(), position.repetitions(), position.settled))
    return seen


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_a_copy_has_the_whole_history(name, options, make):
    position = play_out(Position(load(name, **options)), seed=name)
    other = make(position)
    assert other == position
    assert other.moves == position.moves
    assert other.start_fen == position.start_fen
    assert history(other) == history(position)


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_copy_and_original_go_different_ways(make):
    position = Position(load("veteran"))
    position.push(position.parse("e2e4"))
    other = make(position)
    other.push(other.parse("e7e5"))
    assert position.fen() == "rnblkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBLKBNR b KQkq e3 1 1"
    assert position.moves == (position.moves[0],)
    position.pop()
    position.push(position.parse("d2d4"))
    assert [str(move) for move in other.moves] == ["e2e4", "e7e5"]
    other.pop()
    assert other.parse("d7d5") in other.legal_moves()


def test_positions_are_equal_by_variant_options_and_fen():
    position = Position(load("chess"))
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"]:
        position.push(position.parse(text))
    assert position == Position(load("chess"), position.fen())
    assert position != Position(load("chess"))  # the counters differ
    assert Position(load("maka")) != Position(load("maka", rules="modern"))
    assert Position(load("chess")) != Position(load("veteran"), load("veteran").start_fen)
    assert Position(load("chess")) != position.fen()


@pytest.mark.parametrize("name", names())
def test_equal_positions_have_equal_keys(name):
    """However a position has come about: played, copied, read from its FEN, pickled."""
    dice = random.Random(name)
    kept = {}
    for position in islice(game(Position(load(name)), dice, 21), 1, None):
        same = [position.copy(), position.copy(stack=False), Position(load(name), position.fen())]
        same += [pickle.loads(pickle.dumps(each)) for each in same]
        assert {each.fen() for each in same} == {position.fen()}
        assert {each.key() for each in same} == {position.key()}
        assert len({*same, position}) == 1
        kept[position.copy(stack=False)] = position.fen()
    assert [each.fen() for each in kept] == [*kept.values()]
    assert len(kept) == 20


def test_a_copy_without_its_history_begins_anew():
    position = Position(load("veteran"))
    position.push_san("Nf3")
    copy = position.copy(stack=False)
    assert (copy.moves, copy.start_fen) == ((), position.fen())
    copy.push_san("Nf6")
    assert position.moves != copy.moves
    assert position.copy().pop() == position.moves[0]


def test_a_position_says_what_it_is():
    fen = "8/8/8/8/8/k7/8/K7 w - - 3 40"
    assert repr(Position(load("veteran"), fen)) == f"Position('veteran', {fen!r})"
    position = Position(load("chess", move_limit=0), fen)
    assert repr(position) == f"Position('chess', {fen!r}, move_limit='0')"
    assert str(position).splitlines()[2:4] == ["6  . . . . . . . .", "5  . . . . . . . ."]
    assert str(position).splitlines()[5] == "3  k . . . . . . ."


MOVE = Move(Square(3, 3), Square(5, 5), (Square(4, 4),), "+N", MoveKind.NORMAL)
INFO = Info(3, Score(None, 2), 1000, 0.5, (MOVE,))


@pytest.mark.parametrize(
    "value",
    [Square(1, 2), MOVE, Outcome("white", "time"), INFO, BestMove(MOVE, (INFO,))],
    ids=lambda value: type(value).__name__,
)
def test_values_are_equal_after_a_journey(value):
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert hash(other) == hash(value)


def test_a_frozen_mapping_is_a_value():
    one = FrozenMapping({"a": {"x": 1}, "b": {"y": 2}})
    same = FrozenMapping({"a": FrozenMapping({"x": 1}), "b": {"y": 2}})
    turned = FrozenMapping(dict(reversed(one.items())))
    assert one == same
    assert hash(one) == hash(same) == hash(pickle.loads(pickle.dumps(one)))
    assert one != turned  # as with OrderedDict
    assert one == {"b": {"y": 2}, "a": {"x": 1}} == turned
    with pytest.raises(TypeError, match="does not support item assignment"):
        one["a"] = {}
