"""A session with an engine: its thinking, its draws, what fails, and games that are watched."""

from __future__ import annotations

import asyncio

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove
from makachess.play.session.clock import Clock, TimeControl
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import VacantSeat, engine_seat
from makachess.variants import load
from session_table import Table
from tui_harness import Scripted


async def test_the_opponent_thinks_by_itself_once_the_move_has_been_announced():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    await table.begin()
    table.play("e4")
    assert opponent.thoughts == 0
    assert table.events[-2:] == ["saved", "told"]
    opponent.go_on.set()
    while table.session.thinking:
        await asyncio.sleep(0)
    assert table.game.sans == ("e4", "e5")


async def test_taking_back_goes_to_the_persons_last_move():
    opponent = Scripted("e5", "Nc6")
    table = Table("white", opponent)
    for san in ("e4", "Nf3"):
        table.play(san)
        await table.reply(opponent)
    table.undo()
    assert table.game.sans == ("e4", "e5")
    table.session.redo()
    assert table.game.sans == ("e4", "e5", "Nf3", "Nc6")


async def test_taking_back_while_the_opponent_thinks_stops_it():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    await table.begin()
    table.play("e4")
    await table.begin()
    assert table.session.thinking
    table.undo()
    opponent.go_on.set()
    await asyncio.sleep(0)
    assert opponent.stops == 1
    assert table.game.sans == ()
    assert not table.session.thinking


@pytest.mark.parametrize(("draws", "result"), [(True, "1/2-1/2"), (False, "*")])
async def test_the_opponent_answers_an_offer_at_once(draws, result):
    table = Table("white", Scripted(draws=draws))
    table.session.offer_draw(table.session.turn)
    assert table.game.result == result


async def test_the_opponent_offers_a_draw_with_its_move():
    opponent = Scripted("e5", "d5", draws=True)
    table = Table("white", opponent)
    table.play("e4")
    await table.reply(opponent)
    assert table.session.offer == "black"
    table.play("Nf3")
    assert table.session.offer is None


@pytest.mark.slow
async def test_watched_games_are_taken_back_and_made_again_move_by_move_and_stop():
    opponent = Scripted("e4", "e5")
    table = Table("", opponent)
    for _ in range(2):
        await table.reply(opponent)
    table.undo()
    table.undo()
    assert table.game.sans == ()
    assert table.session.paused
    table.session.redo()
    assert table.game.sans == ("e4",)


def scripted(best, *, offers=None):
    """An opponent whose answer is made by a function, and perhaps its thoughts of a draw."""

    class Odd(Scripted):
        async def _think(self, position, clock) -> BestMove:
            return best(position)

        def offers_draw(self, position: Position) -> bool:
            return offers() if offers else False

    return Odd()


def fail(*_: object) -> BestMove:
    raise ZeroDivisionError("division by zero")


def interrupt(_: Position) -> BestMove:
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("opponent", "words"),
    [
        (scripted(lambda _: BestMove(None)), "makachess level 3 has found no move"),
        (scripted(lambda p: BestMove(p.parse("e5")), offers=fail), "ZeroDivisionError"),
        (scripted(fail), "ZeroDivisionError"),
        (scripted(interrupt), "it was interrupted"),
        (
            scripted(lambda _: BestMove(Position(load("veteran")).parse("d4"))),
            "makachess level 3 plays 'd2d4'",
        ),
    ],
    ids=["no move", "fails to consider a draw", "fails", "is cancelled", "illegal move"],
)
async def test_whatever_an_engine_does_the_session_says_so_and_waits(opponent, words):
    table = Table("white", opponent)
    table.play("e4")
    await table.reply(opponent)
    assert table.told[-1].note.startswith("No move (Enter tries again): ")
    assert words in table.told[-1].note
    assert table.told[-1].alert
    assert table.session.paused
    assert table.game.sans == ("e4",)
    await table.session.close()


async def test_a_stand_in_has_its_own_name():
    opponent = Opponent(1, "no-such-program", "stockfish", seed=1)
    seat = engine_seat(load("veteran"), opponent)
    table = Table("white", seat)
    table.play("e4")
    assert table.game.tags["Black"] == "stockfish"
    table.session.begin()
    while table.session.thinking:
        await asyncio.sleep(0.01)
    assert seat.name == "makachess level 1"
    assert table.game.tags["Black"] == "makachess level 1"
    await table.session.close()


async def test_a_game_waits_until_every_seat_is_taken():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    table.session.seats["black"] = VacantSeat("stockfish")
    table.session._timekeeper.clock = Clock(TimeControl(60.0))
    await table.begin()
    assert table.session.vacant == "black"
    assert table.session.clock.running is None
    table.session.sit("black", opponent)
    assert table.session.clock.running == "white"
    table.play("e4")
    await table.reply(opponent)
    assert table.game.sans == ("e4", "e5")


async def test_a_game_that_nobody_plays_can_be_stopped_and_continued():
    opponent = Scripted("e4", "e5")
    table = Table("", opponent)
    await table.begin()
    assert table.session.thinking
    table.session.toggle_pause()
    assert not table.session.thinking
    await table.begin()
    assert not table.session.thinking
    table.session.toggle_pause()
    assert table.session.thinking
    await table.session.close()
