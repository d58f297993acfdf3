"""What is said of a wrong answer is true: its reply, what that does, or what the proof says."""

import asyncio

import pytest
from makachess.core import Position
from makachess.play import refutation
from makachess.play.refutation import Refuting
from makachess.variants import load

CHESS = load("chess")


async def refuted(fen: str, move: str, fails: str = "another move wins more") -> tuple[str, str]:
    """What is said at once, and what once the reply has been found."""
    found: asyncio.Future[refutation.Refutation] = asyncio.get_running_loop().create_future()
    refuting = Refuting(found.set_result)
    position = Position(CHESS, fen)
    first = refuting.begin(position, position.parse(move), fails)
    assert position.fen() == fen
    last = await found
    await refuting.close()
    assert last.position.moves[:-1] == first.position.moves
    return first.says, last.says


@pytest.mark.compiled
async def test_a_reply_that_wins_something_says_all():
    assert await refuted("3k4/8/8/3p4/8/8/4Q3/4K3 w - - 0 1", "Qe4") == (
        "Not this: another move wins more.",
        "Not this: Black's dxe4 wins the Queen.",
    )


@pytest.mark.compiled
async def test_a_reply_that_wins_nothing_shows_what_the_move_does_not_do():
    _, says = await refuted("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc5", "it does not mate in 1")
    assert says == "Not this: it does not mate in 1. Black replies Kb8."


async def test_a_move_that_ends_the_game_needs_no_reply():
    refuting = Refuting(print)
    position = Position(CHESS, "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1")
    found = refuting.begin(position, position.parse("Qc7"), "it does not mate in 1")
    assert found.says == "Not this: it draws by stalemate."
    await refuting.close()
