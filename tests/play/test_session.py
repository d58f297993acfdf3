"""The owner of the running game: turns, taking back, draws, the file, the engines' thinking."""

from __future__ import annotations

import pytest
from makachess.core import IllegalMoveError, MakachessError
from makachess.play.session.clock import parse_clock
from makachess.play.session.seats import PersonSeat
from makachess.play.session.session import GameUpdate
from makachess.saves import TimeLeft, parse_time_left
from session_table import Table
from tui_harness import Scripted


def test_two_people_take_back_and_make_again_one_move_at_a_time():
    table = Table("white black")
    table.play("e4", "e5")
    table.undo()
    assert table.game.sans == ("e4",)
    table.session.redo()
    assert table.game.sans == ("e4", "e5")


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
    assert table.told[-1] == GameUpdate()


def test_a_draw_is_offered_once_until_that_side_has_moved_again():
    table = Table("white black")
    table.session.offer_draw("white")
    table.session.answer_draw("black", False)
    with pytest.raises(MakachessError, match="White has offered a draw already"):
        table.session.offer_draw("white")
    assert table.session.offer is None
    table.play("e4", "e5")
    table.session.offer_draw("white")
    table.play("Nf3")
    assert table.session.offer == "white"  # it is for Black to answer
    table.play("Nc6")
    assert table.session.offer is None


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


def test_a_person_elsewhere_is_asked_once_until_the_other_has_moved_again(afar):
    afar.play("e4", "e5")
    afar.session.undo("white")
    afar.session.answer_undo("black", False)
    told = len(afar.told)
    with pytest.raises(MakachessError, match="White has asked to take back already"):
        afar.session.undo("white")
    assert (afar.session.takeback, len(afar.told)) == (None, told)
    afar.play("Nf3")
    afar.session.undo("white")
    assert afar.session.takeback == "white"


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


def test_each_move_is_written_with_the_time_left_after_it():
    table = Table("white black", control=parse_clock("5+3"))
    table.time = 10.0
    table.play("e4")
    table.time = 12.5
    table.play("e5")
    told = [parse_time_left(" ".join(node.comments)) for node in table.game.line]
    assert told == [TimeLeft(293.0), TimeLeft(300.5)]
    assert table.game.tags["TimeControl"] == "300+3"


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


def test_a_disk_that_refuses_is_told_once_and_the_game_goes_on():
    table = Table("white black")
    table.disk_is_full = True
    table.play("e4")
    assert table.told[-1] == GameUpdate("Playing on unsaved: the disk is full", alert=True)
    table.play("e5")
    assert table.told[-1] == GameUpdate()
    assert table.game.sans == ("e4", "e5")
    table.disk_is_full = False
    table.undo()
    assert table.saved == [("e4",)]


async def test_a_last_save_that_fails_is_known_after_closing():
    table = Table("white black", control=parse_clock("5+3"))
    table.disk_is_full = True
    table.play("e4")
    assert table.session.unsaved == "the disk is full"
    await table.session.close()
    assert table.session.unsaved == "the disk is full"
    table.disk_is_full = False
    await table.session.close()
    assert table.session.unsaved == ""
    assert table.saved == [("e4",)]


def test_the_file_says_who_sits_where():
    table = Table("white", Scripted())
    table.play("e4")
    tags = table.game.tags
    assert (tags["White"], tags["WhiteType"]) == ("Player", "human")
    assert (tags["Black"], tags["BlackType"]) == ("makachess level 3", "program")
