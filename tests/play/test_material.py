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
from makachess.play.material import Material, MaterialCount, losses, weigh
from makachess.variants import load


def position_after(variant: str, fen: str | None, moves: str) -> Position:
    position = Position(load(variant), fen)
    for text in moves.split():
        position.push(position.parse(text))
    return position


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
