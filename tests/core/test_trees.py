"""Positions kept in a tree, pushed and popped in turns, and in other threads go on as alone."""

import copy
import pickle
import random
from threading import Thread, stack_size

import pytest
from makachess.core import COMPILED, Position
from makachess.core.kernel.history import Link
from makachess.variants import load, names, relative_names
from strewn import game, waiting_position

NODES = 60 if COMPILED else 15  # on a small board
TURNS = 120 if COMPILED else 20

# Where few men go to and fro, positions come again, which some of these games forbid and others
# judge by what has been done since.
CIRCLING = {
    "chess": ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {}),
    "maka": ("9k9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/4R14/9K9 w - - 0 1", {}),
    "maka, no repetition": (
        "9k9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/4R14/9K9 w - - 0 1",
        {"repetition": "forbidden"},
    ),
}


def told(position):
    """All that a position tells of itself."""
    moves = position.legal_moves()
    return {
        "fen": position.fen(),
        "counters": (position.turn, position.halfmove, position.fullmove, position.ply),
        "moves": moves,
        "written": [position.san(move) for move in moves[:5]],
        "outcome": position.outcome(),
        "pieces": position.pieces(),
        "history": (position.moves, position.packed_moves, position.start_fen),
        "key": (position.key(), hash(position), position.repetitions()),
        "settled": (position.settled, position.is_won, position.is_check()),
        "refused": (set(position.repeating_moves()), set(position.trading_moves())),
        "null": position.allows_null(),
    }


def replayed(position):
    """A position made anew from its first FEN and its moves."""
    again = Position(position.variant, position.start_fen)
    for move in position.moves:
        again.push(move)
    return again


def go_on(position, dice):
    """Push a move at random, or a null move; often one that takes back what its side did last."""
    moves = position.legal_moves()
    if dice.random() < 0.03 and position.allows_null():
        position.push(position.parse("--"))
    elif moves:
        before = position.moves[-2:-1]
        back = [
            move
            for move in moves
            for last in before
            if (move.origin, move.destination) == (last.destination, last.origin)
        ]
        position.push(dice.choice(back if back and dice.random() < 0.6 else moves))


def starts():
    for name in (*names(), *relative_names()):
        yield name, load(name), None
    for name, (fen, options) in CIRCLING.items():
        yield f"{name}, in circles", load(name.split(",")[0], **options), fen


STARTS = [
    pytest.param(
        variant, fen, id=name, marks=[pytest.mark.slow] if name in relative_names() else []
    )
    for name, variant, fen in starts()
]


@pytest.mark.parametrize(("variant", "fen"), STARTS)
def test_a_tree_is_visited_in_any_order(variant, fen):
    dice = random.Random(variant.title)
    tree = [Position(variant, fen)]
    for _ in range(5 + NODES * 64 // (variant.files * variant.ranks)):
        node = dice.choice(tree[-20:]).copy()
        for _ in range(dice.randrange(1, 5)):
            go_on(node, dice)
        if node.ply and dice.random() < 0.3:
            node.pop()
        tree.append(node)
    for node in dice.sample(tree, len(tree)):
        assert told(node) == told(replayed(node))
    for node in dice.sample(tree, len(tree) // 2):
        for twin in (copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
            assert twin == node
            assert twin.moves == node.moves
        bare = node.copy(stack=False)
        assert (bare, bare.fen(), bare.ply) == (node, node.fen(), 0)
        assert bare == Position(variant, bare.start_fen)


@pytest.mark.parametrize(("variant", "fen"), STARTS)
def test_copies_are_pushed_and_popped_in_turns(variant, fen):
    dice = random.Random(variant.title)
    pair = [Position(variant, fen)]
    for _ in range(dice.randrange(20)):
        go_on(pair[0], dice)
    pair.append(pair[0].copy())
    for _ in range(TURNS):
        position = dice.choice(pair)
        if position.ply and dice.random() < 0.4:
            for _ in range(dice.randrange(min(position.ply, 4))):
                move = position.peek()
                assert position.pop() == move
        else:
            go_on(position, dice)
        if dice.random() < 0.1:
            assert told(position) == told(replayed(position))
    while any(position.ply for position in pair):
        for position in pair:
            if position.ply:
                position.pop()
                again = replayed(position)
                assert (position.fen(), position.outcome()) == (again.fen(), again.outcome())
                assert position.legal_moves() == again.legal_moves()


def test_pawns_that_wait_are_in_a_tree_as_elsewhere():
    dice = random.Random(7)
    for _ in range(5):
        tree = [waiting_position(load("devingt"), dice)]
        for _ in range(12):
            node = dice.choice(tree).copy()
            go_on(node, dice)
            tree.append(node)
        for node in dice.sample(tree, len(tree)):
            assert told(node) == told(replayed(node))


def test_positions_go_from_thread_to_thread():
    start = Position(load("decimaka"))
    for _ in range(20):
        go_on(start, random.Random(1))
    found = {}

    def play(seed):
        position, dice = (start if seed == 0 else start.copy()), random.Random(seed)
        for _ in range(TURNS):
            for _ in range(dice.randrange(3)):
                go_on(position, dice)
            position.pop()
        found[seed] = position

    threads = [Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for position in found.values():
        assert told(position) == told(replayed(position))


def test_what_a_position_listed_stays_so_when_others_are_pushed():
    position = Position(load("veteran"))
    for each in game(position, random.Random(3), 40):
        moves, other = each.legal_moves(), each.copy()
        assert moves[0] != other.push(moves[-1])
        assert other.ply == each.ply + 1
        assert each.san(moves[0]) == replayed(each).san(moves[0])
        other.pop()
        assert other == each


def test_the_longest_game_is_forgotten_on_a_small_stack():
    links = [Position(load("chess"))._link]
    board = Position(load("chess"))._board
    for _ in range(50_000):
        links.append(Link(links.pop(), None, 0, board))
    assert links[0].ply == 50_000
    before = stack_size(256 * 1024)
    try:
        forgetting = Thread(target=links.clear)
        forgetting.start()
    finally:
        stack_size(before)
    forgetting.join()


def test_a_position_of_a_long_game_is_kept_in_little():
    position = Position(load("chess"))
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 5:
        position.push(position.parse(text))
    last = position._link
    steps = []
    while last is not None:
        steps.append(last.standing is not None)
        last = last.before
    assert len(steps) == 21
    assert sum(steps) == 2  # the first one, and one among those that followed
