"""The owner of the running game: turns, taking back, draws, the file, the opponent's thinking."""

from __future__ import annotations

import asyncio

import pytest
from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove
from makachess.play.clock import parse_clock
from makachess.play.engines import Opponent
from makachess.play.session import Change, Session
from makachess.saves import Game
from makachess.variants import load
from tui_harness import Scripted


class Table:
    """A session with what it told and saved written down."""

    def __init__(self, people: str, opponent: Opponent | None = None, **more: object) -> None:
        self.game = Game(load("veteran"))
        self.told: list[Change] = []
        self.saved: list[tuple[str, ...]] = []
        colors = frozenset(people.split())
        self.session = Session(
            self.game, colors, opponent, save=self.save, tell=self.told.append, **more
        )

    def save(self) -> None:
        self.saved.append(self.game.sans)

    def play(self, *sans: str) -> None:
        for san in sans:
            self.session.play(self.game.position.parse(san))

    async def reply(self, opponent: Scripted) -> None:
        """Let the opponent think and move."""
        opponent.go_on.set()
        self.session.wake()
        while self.session.thinking:
            await asyncio.sleep(0)
        opponent.go_on.clear()


# --- two people ---------------------------------------------------------------------------------


def test_two_people_move_in_turn():
    table = Table("white black")
    table.play("e4", "e5")
    assert table.game.sans == ("e4", "e5")
    assert len(table.told) == 2


def test_two_people_take_back_and_make_again_one_move_at_a_time():
    table = Table("white black")
    table.play("e4", "e5")
    table.session.undo()
    assert table.game.sans == ("e4",)
    table.session.redo()
    assert table.game.sans == ("e4", "e5")


def test_with_nothing_to_take_back_it_says_so():
    table = Table("white black")
    table.session.undo()
    assert table.told[-1].note == "There is nothing to take back"
    table.session.redo()
    assert table.told[-1].note == "There is nothing to make again"


def test_the_side_to_move_resigns():
    table = Table("white black")
    table.play("e4")
    table.session.resign()
    assert (table.game.outcome.winner, table.game.outcome.reason) == ("white", "resignation")


def test_a_resignation_is_taken_back_with_the_last_move():
    table = Table("white black")
    table.play("e4", "e5")
    table.session.resign()
    table.session.undo()
    assert table.game.outcome is None
    assert table.game.sans == ("e4",)


@pytest.mark.parametrize(("accepted", "result"), [(True, "1/2-1/2"), (False, "*")])
def test_a_draw_between_people_is_asked_for(accepted, result):
    table = Table("white black")
    table.play("e4")
    table.session.offer_draw()
    assert table.session.offer == "black"
    table.session.answer_draw(accepted)
    assert table.game.result == result
    assert table.session.offer is None


def test_no_move_is_made_once_the_game_is_over():
    table = Table("white black")
    table.session.resign()
    move = table.game.position.parse("e4")
    table.session.play(move)
    assert table.game.sans == ()


def test_a_side_without_time_has_lost():
    clock = parse_clock("1+0")
    table = Table("white black", clock=clock)
    table.play("e4")
    table.session.tick()
    assert table.game.outcome is None
    clock.since -= 61
    table.session.tick()
    assert (table.game.outcome.winner, table.game.outcome.reason) == ("white", "time")


# --- the file -----------------------------------------------------------------------------------


def test_each_move_is_saved_before_the_next_one():
    table = Table("white black")
    table.play("e4", "e5")
    assert table.saved == [("e4",)]
    table.session.wake()
    assert table.saved == [("e4",), ("e4", "e5")]


def test_looking_for_moves_to_take_back_saves_nothing():
    table = Table("white black")
    table.session.undo()
    table.session.wake()
    assert table.saved == []


def test_a_disk_that_refuses_is_told_once_and_the_game_goes_on():
    table = Table("white black")

    def refuse() -> None:
        raise MakachessError("the disk is full")

    table.session._save = refuse
    table.play("e4")
    table.session.wake()
    assert table.told[-1] == Change("Playing on unsaved: the disk is full", alert=True)
    count = len(table.told)
    table.session.wake()
    table.play("e5")
    table.session.wake()
    assert len(table.told) == count + 1
    assert table.game.sans == ("e4", "e5")


# --- against an opponent ------------------------------------------------------------------------


async def test_the_opponent_thinks_only_once_woken():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    table.play("e4")
    await asyncio.sleep(0)
    assert opponent.thoughts == 0
    await table.reply(opponent)
    assert table.game.sans == ("e4", "e5")


async def test_a_person_cannot_move_for_the_opponent():
    table = Table("white", Scripted())
    table.play("e4")
    table.session.play(table.game.position.parse("e5"))
    assert table.game.sans == ("e4",)


async def test_taking_back_goes_to_the_persons_last_move():
    opponent = Scripted("e5", "Nc6")
    table = Table("white", opponent)
    for san in ("e4", "Nf3"):
        table.play(san)
        await table.reply(opponent)
    table.session.undo()
    assert table.game.sans == ("e4", "e5")
    table.session.redo()
    assert table.game.sans == ("e4", "e5", "Nf3", "Nc6")


async def test_taking_back_while_the_opponent_thinks_stops_it():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    table.play("e4")
    table.session.wake()
    await asyncio.sleep(0)
    assert table.session.thinking
    table.session.undo()
    opponent.go_on.set()
    await asyncio.sleep(0)
    assert opponent.stops == 1
    assert table.game.sans == ()
    assert not table.session.thinking


async def test_making_again_while_the_opponent_thinks_lets_it_think_anew():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    table.play("e4")
    table.session.wake()
    await asyncio.sleep(0)
    table.session.undo()
    table.session.redo()
    assert table.game.sans == ("e4",)
    await table.reply(opponent)
    assert table.game.sans == ("e4", "e5")


async def test_making_again_without_anything_leaves_the_opponent_to_think():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    table.play("e4")
    table.session.wake()
    await asyncio.sleep(0)
    table.session.redo()
    await table.reply(opponent)
    assert table.game.sans == ("e4", "e5")


async def test_black_has_nothing_to_take_back_after_the_opponents_first_move():
    opponent = Scripted("e4")
    table = Table("black", opponent)
    await table.reply(opponent)
    table.session.undo()
    assert table.game.sans == ("e4",)


@pytest.mark.parametrize(("draws", "result"), [(True, "1/2-1/2"), (False, "*")])
async def test_the_opponent_answers_an_offer_at_once(draws, result):
    table = Table("white", Scripted(draws=draws))
    table.session.offer_draw()
    assert table.game.result == result


async def test_the_opponent_offers_a_draw_with_its_move():
    opponent = Scripted("e5", "d5", draws=True)
    table = Table("white", opponent)
    table.play("e4")
    await table.reply(opponent)
    assert table.session.offer == "black"
    table.play("Nf3")
    assert table.session.offer is None


async def test_an_opponent_that_fails_is_told_and_nothing_is_lost():
    class Failing(Scripted):
        async def _think(self, position: Position, seconds: float | None) -> BestMove:
            raise MakachessError("its process has ended")

    opponent = Failing()
    table = Table("white", opponent)
    table.play("e4")
    await table.reply(opponent)
    assert table.told[-1].alert
    assert "its process has ended" in table.told[-1].note
    assert table.game.sans == ("e4",)
    table.session.wake()
    assert not table.session.thinking
    table.session.toggle_pause()
    table.session.wake()
    assert table.session.thinking
    await table.session.close()


async def test_an_opponent_with_a_bug_does_not_take_the_game_along():
    class Buggy(Scripted):
        async def _think(self, position: Position, seconds: float | None) -> BestMove:
            raise ZeroDivisionError("division by zero")

    opponent = Buggy()
    table = Table("white", opponent)
    table.play("e4")
    await table.reply(opponent)
    assert "ZeroDivisionError" in table.told[-1].note
    table.session.undo()
    table.play("d4")
    assert table.game.sans == ("d4",)


async def test_watched_games_are_taken_back_and_made_again_move_by_move_and_stop():
    opponent = Scripted("e4", "e5")
    table = Table("", opponent)
    for _ in range(2):
        await table.reply(opponent)
    table.session.undo()
    table.session.undo()
    assert table.game.sans == ()
    assert table.session.paused
    table.session.redo()
    assert table.game.sans == ("e4",)


async def test_closing_saves_and_ends_the_opponent():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    table.play("e4")
    await table.session.close()
    assert opponent.closed
    assert table.saved == [("e4",)]


async def test_a_game_that_nobody_plays_can_be_stopped_and_continued():
    opponent = Scripted("e4", "e5")
    table = Table("", opponent)
    table.session.wake()
    table.session.toggle_pause()
    assert not table.session.thinking
    table.session.wake()
    assert not table.session.thinking
    table.session.toggle_pause()
    table.session.wake()
    assert table.session.thinking
    await table.session.close()
