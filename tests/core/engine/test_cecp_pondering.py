"""XBoard's protocol: thinking in the opponent's time, moves left out, and several lines."""

import pytest
from makachess.core import Position
from makachess.core.engine import BestMove, Info, Score
from makachess.core.protocols.cecp import CecpProtocol
from makachess.core.protocols.protocol import MOST_LINES, Action, Purpose, Say, Stop, Think
from makachess.variants import load, names


def talking(*lines: str) -> CecpProtocol:
    """A protocol after some lines."""
    protocol = CecpProtocol(load, names(), lambda: 0.0, "test")
    for line in lines:
        protocol.receive(line)
    return protocol


def said(actions: list[Action]) -> list[str]:
    assert all(isinstance(action, Say) for action in actions), actions
    return [action.line for action in actions if isinstance(action, Say)]


def found(position: Position, *texts: str) -> BestMove:
    """What a search might have found: a line of moves."""
    position, line = position.copy(), []
    for text in texts:
        line.append(position.parse(text))
        position.push(line[-1])
    return BestMove(line[0], (Info(5, Score(10), 900, 0.1, tuple(line)),))


def pondering(*lines: str) -> tuple[CecpProtocol, Think]:
    """After 1.e4 e5 it expects 2.Nf3."""
    protocol = talking("new", "hard", *lines)
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    move, thought = protocol.finish(found(job.position, "e7e5", "g1f3", "b8c6"))
    assert move == Say("move e7e5")
    assert isinstance(thought, Think)
    return protocol, thought


def test_it_thinks_about_the_reply_that_it_expects():
    _, job = pondering("level 40 5 0")
    assert job.purpose is Purpose.PONDER
    assert [str(move) for move in job.position.moves] == ["e2e4", "e7e5", "g1f3"]
    assert job.limits.seconds is not None
    assert job.ponder is not None
    assert not job.ponder.is_hit


def test_when_that_is_played_the_search_goes_on_in_its_own_time():
    protocol, job = pondering("level 40 5 0")
    assert protocol.receive("time 29000") == []
    assert protocol.receive("otim 29000") == []
    assert protocol.receive("usermove g1f3") == []
    assert job.ponder is not None
    assert job.ponder.is_hit
    assert protocol.receive("?") == [Stop()]
    lines = protocol.finish(found(job.position, "b8c6"))
    assert said(lines) == ["move b8c6"]


def test_what_was_found_before_is_played_at_once():
    protocol, job = pondering()
    assert protocol.finish(found(job.position, "b8c6", "f1b5")) == []
    assert said(protocol.receive("ping 3")) == ["pong 3"]
    move, again = protocol.receive("g1f3")
    assert move == Say("move b8c6")
    assert isinstance(again, Think)
    assert str(again.position.moves[-1]) == "f1b5"


@pytest.mark.parametrize("ended", [False, True])
def test_another_move_is_thought_about_anew(ended: bool):
    protocol, job = pondering()
    if ended:
        protocol.finish(found(job.position, "b8c6"))
        [again] = protocol.receive("usermove d2d4")
    else:
        assert protocol.receive("usermove d2d4") == [Stop()]
        [again] = protocol.finish(found(job.position, "b8c6"))
    assert isinstance(again, Think)
    assert again.purpose is Purpose.MOVE
    assert [str(move) for move in again.position.moves] == ["e2e4", "e7e5", "d2d4"]


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("line", ["easy", "force", "undo", "new", "result 1-0 {x}", "memory 9"])
def test_what_ends_the_pondering_leaves_nothing_of_it(line: str, ended: bool):
    protocol, job = pondering()
    if ended:
        protocol.finish(found(job.position, "b8c6"))
        assert protocol.receive(line) == []
    else:
        assert protocol.receive(line) == [Stop()]
        assert protocol.finish(found(job.position, "b8c6")) == []
    assert said(protocol.receive("ping 1")) == ["pong 1"]


def test_an_illegal_move_ends_it_too():
    protocol, job = pondering()
    assert protocol.receive("usermove e1e3") == [Stop()]
    lines = said(protocol.finish(found(job.position, "b8c6")))
    assert lines[-1] == "Illegal move: e1e3"


@pytest.mark.parametrize("line", ["easy", "option Level=9"])
def test_it_does_not_ponder_where_that_is_not_wanted_or_of_no_use(line: str):
    protocol = talking("new", "hard", line)
    [job] = protocol.receive("usermove e2e4")
    assert isinstance(job, Think)
    assert said(protocol.finish(found(job.position, "e7e5", "g1f3"))) == ["move e7e5"]


def test_analysis_looks_for_as_many_lines_as_wanted_and_play_for_one():
    protocol = talking("new", "force", "option MultiPV=3")
    [job] = protocol.receive("analyze")
    assert isinstance(job, Think)
    assert job.limits.multipv == 3
    assert protocol.receive("option MultiPV=2") == [Stop()]
    [job] = protocol.finish(BestMove(None))
    assert isinstance(job, Think)
    assert job.limits.multipv == 2
    protocol.receive("exit")
    protocol.finish(BestMove(None))
    [job] = protocol.receive("go")
    assert isinstance(job, Think)
    assert job.limits.multipv == 1


@pytest.mark.parametrize("value", ["0", str(MOST_LINES + 1), "x", ""])
def test_so_many_lines_are_refused(value: str):
    line = f"option MultiPV={value}"
    assert said(talking().receive(line)) == [f"Error (unknown option): {line}"]
