"""The pieces that have been taken, and who is ahead."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest
from makachess.core import Position
from makachess.core.engine.evaluation import piece_values
from makachess.core.spec import opponent
from makachess.play import material
from makachess.play.material import Material, MaterialCount, is_even, losses, weigh
from makachess.variants import load


def position_after(variant: str, fen: str | None, moves: str) -> Position:
    position = Position(load(variant), fen)
    for text in moves.split():
        position.push(position.parse(text))
    return position


def lost_in(position: Position) -> dict[str, dict[str, int]]:
    return {color: dict(pieces) for color, pieces in losses(position).items()}


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "white", "black"),
    [
        pytest.param("chess", None, "e4 d5 exd5", {}, {"P": 1}, id="a pawn"),
        pytest.param("chess", None, "e4 h6 e5 d5 exd6", {}, {"P": 1}, id="in passing"),
        pytest.param(
            "veteran",
            None,
            "e4 d5 exd5 Nf6 Nc3 Nxd5 Nxd5=M e6 Mxc7 Lxc7=Q",
            {"P": 1, "M": 1},
            {"P": 2, "N": 1},
            id="each as it was when it was taken",
        ),
        pytest.param(
            "macadamia",
            "k12/13/13/13/13/4p8/3pL!8/13/13/13/13/13/K12 w - - 0 1",
            "e7d7,d7e7",
            {},
            {"P": 1},
            id="without moving",
        ),
        pytest.param(
            "macadamia",
            "k12/13/13/13/13/4s8/3pL!8/13/13/13/13/13/K12 w - - 0 1",
            "e7d7,d7e8",
            {},
            {"P": 1, "S": 1},
            id="two at once",
        ),
        pytest.param(
            "devingt",
            "P3k5/9r/10/10/10/10/10/10/10/RNBSKQSBNR b - - 0 9",
            "Ra9 Nc3 Rxa10",
            {"P": 1},
            {},
            id="a waiting pawn is a pawn",
        ),
    ],
)
def test_the_pieces_that_have_been_taken(variant, fen, moves, white, black):
    lost = lost_in(position_after(variant, fen, moves))
    assert lost == {"white": white, "black": black}


@pytest.mark.parametrize("name", ["veteran", "decimaka-revised", "devingt", "macadamia", "maka"])
def test_what_is_taken_and_what_is_left_are_what_there_was(name):
    """Each capture counts what has vanished of the other side, wherever one goes in the game."""
    rng = random.Random(name)
    position = Position(load(name))
    counted = [losses(position)]
    before = Counter(position.piece_map().values())
    sizes = {color: sum(n for (_, c), n in before.items() if c == color) for color in counted[0]}
    for _ in range(120):
        moves = position.legal_moves()
        captures = [move for move in moves if move.is_capture]
        if not moves or position.outcome():
            break
        mover = position.turn
        position.push(rng.choice(captures if captures and rng.random() < 0.7 else moves))
        counted.append(losses(position))
        pieces = Counter(position.piece_map().values())
        if not position.settled:
            gone = Counter(piece for piece in (before - pieces).elements() if piece[1] != mover)
            new = counted[-1][opponent(mover)] - counted[-2][opponent(mover)]
            assert new == Counter(kind for kind, _ in gone.elements())
        for color, size in sizes.items():
            left = sum(n for (_, c), n in pieces.items() if c == color)
            assert left + sum(counted[-1][color].values()) == size
        before = pieces
    while position.ply:
        for _ in range(min(rng.randrange(1, 30), position.ply)):
            position.pop()
        assert losses(position) == counted[position.ply]


def test_the_lead_is_what_stands_on_the_board():
    """A promoted piece counts as what it is: White has lost a Pawn; a Pawn has become a Queen."""
    values = piece_values(load("chess"))
    fen = "k7/4P3/8/8/3p4/2P5/8/K7 b - - 0 1"
    position = position_after("chess", fen, "dxc3 e8=Q")
    assert weigh(position, losses(position)) == Material(
        {"white": (("P", 1),), "black": ()}, values["Q"] - values["P"]
    )


def test_the_most_valuable_come_first():
    position = position_after("veteran", None, "e4 d5 exd5 Nf6 Nc3 Nxd5 Nxd5=M")
    assert weigh(position, losses(position)).lost["black"] == (("N", 1), ("P", 1))


def test_the_same_pieces_are_even_and_others_are_not():
    assert is_even(Position(load("devingt")))
    assert not is_even(Position(load("chess"), "kr6/8/8/8/8/8/8/KB6 w - - 0 1"))


async def test_values_are_worked_out_when_there_is_something_to_weigh(monkeypatch):
    asked = []

    def values(variant):
        asked.append(variant)
        return piece_values(variant)

    monkeypatch.setattr(material, "piece_values", values)
    told = asyncio.Event()
    count = MaterialCount(told.set)
    assert count.of(position_after("chess", None, "e4 d5")) == Material()
    assert not asked
    position = position_after("chess", None, "e4 d5 exd5")
    assert count.of(position) == Material()
    await told.wait()
    assert count.of(position).lost["black"] == (("P", 1),)
    await count.close()
