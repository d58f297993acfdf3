"""The owner of the running game: turns, taking back, draws, the file, the engines' thinking."""

from __future__ import annotations

import asyncio

import pytest
from makachess.core import IllegalMoveError, MakachessError, Position
from makachess.core.engine import BestMove
from makachess.core.spec import COLORS
from makachess.play.engines import EnginePlayer
from makachess.play.session.clock import Clock
from makachess.play.session.seats import EngineSeat, PersonSeat, VacantSeat
from makachess.play.session.session import OTHER, Change, Session
from makachess.play.session.time_control import TimeControl, parse_clock
from makachess.saves import Game, Library, TimeLeft, load_games, parse_time_left
from makachess.variants import load
from tui_harness import Scripted


class Table:
    """A session with what it told and saved written down, and with a clock that the test turns."""

    def __init__(
        self, people: str, opponent: EnginePlayer | None = None, control: TimeControl | None = None
    ) -> None:
        self.game = Game(load("veteran"))
        self.told: list[Change] = []
        self.saved: list[tuple[str, ...]] = []
        self.events: list[str] = []  # in which order moves were saved and told
        self.time = 0.0
        self.disk_is_full = False
        engine = EngineSeat(opponent or Scripted(), "makachess level 3")
        self.session = Session(
            self.game,
            {color: PersonSeat() if color in people.split() else engine for color in COLORS},
            save=self.save,
            tell=self.hear,
            clock=Clock(control) if control else None,
            now=lambda: self.time,
        )
        if opponent is None:
            self.session.begin()

    def save(self) -> None:
        if self.disk_is_full:
            raise MakachessError("the disk is full")
        self.saved.append(self.game.sans)
        self.events.append("saved")

    def hear(self, change: Change) -> None:
        self.told.append(change)
        self.events.append("told")

    def play(self, *sans: str) -> None:
        for san in sans:
            self.session.play(self.session.turn, self.game.position.parse(san))

    def undo(self) -> None:
        self.session.undo(self.session.person or OTHER[self.session.turn])

    async def reply(self, opponent: Scripted) -> None:
        """Let the opponent move."""
        self.session.begin()
        opponent.go_on.set()
        while self.session.thinking:
            await asyncio.sleep(0)
        opponent.go_on.clear()

    async def begin(self) -> None:
        """Begin, and let the opponent think if it is to move."""
        self.session.begin()
        await asyncio.sleep(0)
        await asyncio.sleep(0)


# --- two people ---------------------------------------------------------------------------------


def test_two_people_move_in_turn():
    table = Table("white black")
    table.told.clear()
    table.play("e4", "e5")
    assert table.game.sans == ("e4", "e5")
    assert len(table.told) == 2


def test_two_people_take_back_and_make_again_one_move_at_a_time():
    table = Table("white black")
    table.play("e4", "e5")
    table.undo()
    assert table.game.sans == ("e4",)
    table.session.redo()
    assert table.game.sans == ("e4", "e5")


def test_with_nothing_to_take_back_it_says_so():
    table = Table("white black")
    table.undo()
    assert table.told[-1].note == "There is nothing to take back"
    table.session.redo()
    assert table.told[-1].note == "There is nothing to redo"


def test_the_side_to_move_resigns():
    table = Table("white black")
    table.play("e4")
    table.session.resign(table.session.turn)
    assert (table.game.outcome.winner, table.game.outcome.reason) == ("white", "resignation")


def test_a_resignation_is_taken_back_with_the_last_move():
    table = Table("white black")
    table.play("e4", "e5")
    table.session.resign(table.session.turn)
    table.undo()
    assert table.game.outcome is None
    assert table.game.sans == ("e4",)


@pytest.mark.parametrize(("accepted", "result"), [(True, "1/2-1/2"), (False, "*")])
def test_a_draw_between_people_is_asked_for(accepted, result):
    table = Table("white black")
    table.play("e4")
    table.session.offer_draw(table.session.turn)
    assert table.session.offer == "black"
    table.session.answer_draw("white", accepted)
    assert table.game.result == result
    assert table.session.offer is None


def test_no_move_is_made_once_the_game_is_over():
    table = Table("white black")
    table.session.resign(table.session.turn)
    move = table.game.position.parse("e4")
    with pytest.raises(IllegalMoveError, match="'e2e4': the game is over"):
        table.session.play("white", move)
    assert table.game.sans == ()


def test_nobody_moves_out_of_turn_or_for_the_other_side():
    table = Table("white black")
    move = table.game.position.parse("e4")
    with pytest.raises(IllegalMoveError, match="Black is not to move"):
        table.session.play("black", move)
    assert table.told[-1] == Change()


def test_only_the_other_side_answers_an_offer():
    table = Table("white black")
    table.session.offer_draw("white")
    with pytest.raises(MakachessError, match="no draw has been offered"):
        table.session.answer_draw("white", True)
    assert not table.session.over


# --- two people, one of them elsewhere ----------------------------------------------------------


@pytest.fixture
def afar() -> Table:
    table = Table("white black")
    table.session.seats["black"] = PersonSeat("Bo", here=False)
    return table


@pytest.mark.parametrize("accepted", [True, False])
def test_a_person_elsewhere_is_asked_before_the_other_takes_back(afar, accepted):
    afar.play("e4", "e5")
    afar.session.undo("white")
    assert afar.session.takeback == "white"
    assert afar.game.sans == ("e4", "e5")
    afar.session.answer_undo("black", accepted)
    assert afar.game.sans == (() if accepted else ("e4", "e5"))
    assert afar.session.takeback is None


def test_a_wish_to_take_back_ends_with_the_next_move(afar):
    afar.play("e4")
    afar.session.undo("white")
    afar.play("e5")
    with pytest.raises(MakachessError, match="nobody has asked"):
        afar.session.answer_undo("black", True)


# --- the clock ----------------------------------------------------------------------------------


def test_a_side_without_time_has_lost():
    table = Table("white black", control=parse_clock("1+0"))
    table.play("e4")
    table.time = 59.0
    table.session.tick()
    assert table.game.outcome is None
    table.time = 60.0
    table.session.tick()
    assert (table.game.outcome.winner, table.game.outcome.reason) == ("white", "time")


def test_a_move_after_the_flag_fell_does_not_stand():
    table = Table("white black", control=parse_clock("0+5"))
    table.time = 5.9
    table.play("e4")
    assert table.game.sans == ()
    assert (table.game.outcome.winner, table.game.outcome.reason) == ("black", "time")


async def test_an_engines_move_after_the_flag_fell_does_not_stand():
    opponent = Scripted("e5")
    table = Table("white", opponent, parse_clock("0+5"))
    await table.begin()
    table.play("e4")
    table.time = 6.0
    await table.reply(opponent)
    assert table.game.sans == ("e4",)
    assert table.game.outcome.winner == "white"


def test_each_move_is_written_with_the_time_left_after_it():
    table = Table("white black", control=parse_clock("5+3"))
    table.time = 10.0
    table.play("e4")
    table.time = 12.5
    table.play("e5")
    told = [parse_time_left(" ".join(node.comments)) for node in table.game.line]
    assert told == [TimeLeft(293.0), TimeLeft(300.5)]
    assert table.game.tags["TimeControl"] == "300+3"


async def test_the_clock_stands_while_a_failed_engine_is_not_asked_again():
    class Failing(Scripted):
        async def _think(self, position, clock, stop) -> BestMove:
            raise MakachessError("gone")

    table = Table("white", Failing(), parse_clock("5+3"))
    await table.begin()
    table.play("e4")
    await table.reply(table.session.seats["black"].player)
    table.time = 1000.0
    table.session.tick()
    assert not table.session.over


def test_a_move_made_while_the_clock_stands_ends_its_time_all_the_same():
    table = Table("white black", control=parse_clock("5+3"))
    table.time = 10.0
    table.session.toggle_pause()
    table.time = 500.0
    table.play("e4")
    assert parse_time_left(table.game.node.comments[0]) == TimeLeft(293.0)
    assert table.session.times == {"white": TimeLeft(293.0), "black": TimeLeft(300.0)}


async def test_the_pause_for_those_who_watch_costs_the_engine_no_time(monkeypatch):
    monkeypatch.setattr("makachess.play.session.session.WATCH_PAUSE", 0.0)
    opponent = Scripted("e4")
    table = Table("", opponent, parse_clock("5+3"))
    table.session.begin()
    table.time = 0.4  # when the pause is over
    await table.reply(opponent)
    told = parse_time_left(" ".join(table.game.line[0].comments))
    assert told == TimeLeft(303.0)


# --- the file -----------------------------------------------------------------------------------


def test_a_move_is_saved_before_it_is_announced():
    table = Table("white black")
    table.events.clear()
    table.play("e4", "e5")
    assert table.saved == [("e4",), ("e4", "e5")]
    assert table.events == ["saved", "told"] * 2


def test_what_is_announced_is_on_disk(tmp_path):
    game = Game(load("veteran"))
    autosave = Library(tmp_path).autosave(game)
    found: list[tuple[str, ...]] = []
    session = Session(
        game,
        {color: PersonSeat() for color in COLORS},
        save=autosave.commit,
        tell=lambda _: found.append(load_games(autosave.path)[0].sans),
    )
    for san in ("e4", "e5"):
        session.play(game.position.turn, game.position.parse(san))
    session.undo("black")
    assert found == [("e4",), ("e4", "e5"), ("e4",)]


def test_looking_for_moves_to_take_back_saves_nothing():
    table = Table("white black")
    table.undo()
    assert table.saved == []


def test_a_disk_that_refuses_is_told_once_and_the_game_goes_on():
    table = Table("white black")
    table.disk_is_full = True
    table.play("e4")
    assert table.told[-1] == Change("Playing on unsaved: the disk is full", alert=True)
    table.play("e5")
    assert table.told[-1] == Change()
    assert table.game.sans == ("e4", "e5")
    table.disk_is_full = False
    table.undo()
    assert table.saved == [("e4",)]


def test_the_file_says_who_sits_where():
    table = Table("white", Scripted())
    table.play("e4")
    tags = table.game.tags
    assert (tags["White"], tags["WhiteType"]) == ("Player", "human")
    assert (tags["Black"], tags["BlackType"]) == ("makachess level 3", "program")


# --- against an opponent ------------------------------------------------------------------------


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


async def test_nobody_thinks_before_the_game_begins():
    opponent = Scripted("e4")
    table = Table("black", opponent)
    await asyncio.sleep(0)
    assert not table.session.thinking
    await table.reply(opponent)
    assert table.game.sans == ("e4",)


async def test_a_person_cannot_move_for_the_opponent():
    table = Table("white", Scripted())
    table.play("e4")
    with pytest.raises(IllegalMoveError, match="Black is not to move"):
        table.session.play("black", table.game.position.parse("e5"))
    assert table.game.sans == ("e4",)


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


async def test_making_again_while_the_opponent_thinks_lets_it_think_anew():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    await table.begin()
    table.play("e4")
    await table.begin()
    table.undo()
    table.session.redo()
    assert table.game.sans == ("e4",)
    await table.reply(opponent)
    assert table.game.sans == ("e4", "e5")


async def test_making_again_without_anything_leaves_the_opponent_to_think():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    await table.begin()
    table.play("e4")
    await table.begin()
    table.session.redo()
    await table.reply(opponent)
    assert table.game.sans == ("e4", "e5")


async def test_black_has_nothing_to_take_back_after_the_opponents_first_move():
    opponent = Scripted("e4")
    table = Table("black", opponent)
    await table.reply(opponent)
    table.undo()
    assert table.game.sans == ("e4",)


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


async def test_an_opponent_that_fails_is_told_and_nothing_is_lost():
    class Failing(Scripted):
        async def _think(self, position, clock, stop) -> BestMove:
            raise MakachessError("its process has ended")

    opponent = Failing()
    table = Table("white", opponent)
    table.play("e4")
    await table.reply(opponent)
    assert table.told[-1].alert
    assert "its process has ended" in table.told[-1].note
    assert table.game.sans == ("e4",)
    table.session.toggle_pause()
    assert table.session.thinking
    await table.session.close()


async def test_an_opponent_with_a_bug_does_not_take_the_game_along():
    class Buggy(Scripted):
        async def _think(self, position, clock, stop) -> BestMove:
            raise ZeroDivisionError("division by zero")

    opponent = Buggy()
    table = Table("white", opponent)
    table.play("e4")
    await table.reply(opponent)
    assert "ZeroDivisionError" in table.told[-1].note
    table.undo()
    table.play("d4")
    assert table.game.sans == ("d4",)


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
        async def _think(self, position, clock, stop) -> BestMove:
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


async def test_an_engine_that_fails_to_consider_an_offer_declines_it():
    class Failing(Scripted):
        def accepts_draw(self, position: Position) -> bool:
            raise ZeroDivisionError

    table = Table("white", Failing())
    await table.begin()
    table.session.offer_draw("white")
    assert table.told[-1].note == "The draw is declined"


async def test_a_stand_in_has_its_own_name():
    opponent = Scripted("e5")
    opponent.is_stand_in = True
    table = Table("white", opponent)
    seat = table.session.seats["black"] = EngineSeat(opponent, "stockfish")
    table.play("e4")
    assert table.game.tags["Black"] == "stockfish"
    await table.reply(opponent)
    assert seat.name == "makachess level 3"
    assert table.game.tags["Black"] == "makachess level 3"


async def test_a_game_waits_until_every_seat_is_taken():
    opponent = Scripted("e5")
    table = Table("white", opponent)
    table.session.seats["black"] = VacantSeat("stockfish")
    table.session._timekeeper.clock = Clock(TimeControl(60.0))
    await table.begin()
    assert table.session.vacant == "black"
    assert table.session.clock.running is None
    table.session.sit("black", EngineSeat(opponent, "makachess level 3"))
    assert table.session.clock.running == "white"
    table.play("e4")
    await table.reply(opponent)
    assert table.game.sans == ("e4", "e5")


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
    await table.begin()
    assert table.session.thinking
    table.session.toggle_pause()
    assert not table.session.thinking
    await table.begin()
    assert not table.session.thinking
    table.session.toggle_pause()
    assert table.session.thinking
    await table.session.close()
