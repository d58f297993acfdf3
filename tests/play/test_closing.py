"""What is closed leaves nothing behind: no task, no program, also in the middle of a beginning."""

from __future__ import annotations

import asyncio
import gc
import operator
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from external_programs import PATIENT, fake, open_engine
from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Limits, StopToken
from makachess.play.engines import EngineFaultError, ProgramEngine, make_engine
from makachess.play.engines.program import USUAL, Program
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat
from makachess.play.session.session import Session, at_once
from makachess.play.tasks import MODULE, ProcessWorker
from makachess.saves import Game
from makachess.variants import load
from processes import proc_files
from sampling import mostly_slow

CHESS = load("chess")
ENDED_SOON = replace(PATIENT, farewell=USUAL.farewell)
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@pytest.fixture
def programs(monkeypatch) -> list[Program]:
    """All programs that are started."""
    started: list[Program] = []
    start = Program.start.__func__

    async def note(cls, command, patience):
        started.append(await start(cls, command, patience))
        return started[-1]

    monkeypatch.setattr(Program, "start", classmethod(note))
    return started


async def until(is_so) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def nothing_is_left(programs: list[Program]) -> bool:
    """No task but the test's, and no program that runs."""
    gc.collect()  # whatever is unclosed warns now, and a warning is an error
    ended = all(program.status is not None for program in programs)
    return asyncio.all_tasks() == {asyncio.current_task()} and ended


# A program that never gets beyond its handshake, one that thinks for ever, one that is quick.
WORDS = [("cecp", "mute"), ("cecp", "slow"), ("uci", "slow")]


@pytest.mark.parametrize("words", mostly_slow(WORDS, WORDS[:1]))
async def test_closing_an_engine_ends_its_search_and_starts_no_program_again(words, programs):
    engine = ProgramEngine(CHESS, fake(*words), ENDED_SOON)
    search = asyncio.create_task(engine.search(Position(CHESS), Limits(seconds=600)))
    await until(lambda: programs)
    if words[1] == "slow":
        await until(lambda: (running := engine._engine) and running._best)
    await engine.close()
    done = await asyncio.gather(search, return_exceptions=True)
    assert isinstance(done[0], BestMove | EngineFaultError)
    assert len(programs) == 1
    assert nothing_is_left(programs)
    with pytest.raises(EngineFaultError, match="has been closed"):
        await engine.search(Position(CHESS), Limits(seconds=1))


def command_line(pid: str) -> str:
    return "".join(proc_files(f"{pid}/cmdline"))


def in_session(leader: int) -> list[str]:
    """The processes of a session that run."""
    fields = [(text, text.rpartition(") ")[2].split()) for text in proc_files("[0-9]*/stat")]
    return [text for text, rest in fields if rest[3] == str(leader) and rest[0] != "Z"]


# It waits for the engine; has another program run beside it.
WRAPPERS = [
    ("sh", "-c", '"$0" "$@"; true'),
    ("sh", "-c", '(sleep 600 &); "$0" "$@"'),
]


@needs_proc
@pytest.mark.parametrize("wrapper", WRAPPERS)
async def test_what_a_wrapper_script_has_started_ends_with_it(wrapper, programs):
    engine = ProgramEngine(CHESS, f"{shlex.join(wrapper)} {fake('cecp', 'sleepy')}", ENDED_SOON)
    search = asyncio.create_task(engine.search(Position(CHESS), Limits(seconds=600)))
    await until(lambda: (running := engine._engine) and running._best)
    leader = programs[0].pid
    assert len(in_session(leader)) > 1
    await engine.close()
    await asyncio.gather(search, return_exceptions=True)
    await until(lambda: not in_session(leader))


@needs_proc
@pytest.mark.parametrize("turns", mostly_slow(range(0, 12, 3), [3]))
async def test_a_worker_closed_while_it_is_being_started_leaves_nothing(turns):
    worker = ProcessWorker(operator.add, 1)
    asking = asyncio.create_task(worker.ask(1))
    for _ in range(turns):
        await asyncio.sleep(0)
    await worker.close()
    done = await asyncio.gather(asking, return_exceptions=True)
    assert done == [2] or isinstance(done[0], MakachessError)  # done in time, or closed before
    assert asyncio.all_tasks() == {asyncio.current_task()}
    text = "".join(proc_files("self/task/*/children"))
    assert MODULE not in "".join(map(command_line, text.split()))


async def test_the_engines_of_a_session_are_ended_at_the_same_time():
    """One that takes its time does not add to the time of the other."""
    both = asyncio.Barrier(2)

    class Waiting(EngineSeat):
        async def close(self) -> None:
            await both.wait()
            await super().close()

    seats = {color: Waiting(make_engine(CHESS), Opponent(1)) for color in ("white", "black")}
    session = Session(Game(CHESS), seats, commits=at_once(lambda: None, lambda change: None))
    await asyncio.wait_for(session.close(), 60)


async def test_a_program_cancelled_twice_while_it_is_started_does_not_go_on_running(programs):
    opening = asyncio.create_task(open_engine(fake("cecp", "mute"), CHESS, ENDED_SOON))
    await until(lambda: programs)
    opening.cancel()
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    await until(lambda: programs[0].status is not None)
    await programs[0].close()
    assert nothing_is_left(programs)


async def test_a_search_given_up_while_the_engine_reads_leaves_no_move_told_twice():
    engine = await open_engine(fake("cecp", "none"), CHESS)
    position, limits = Position(CHESS), Limits(seconds=30)
    await engine.search(position.copy(), limits, None, StopToken())
    for san in ("a3", "e5"):
        position.push(position.parse(san))
    # It has been sent the moves, and is given up before it has said that it knows them.
    task = asyncio.create_task(engine.search(position.copy(), limits, None, StopToken()))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    best = await engine.search(position.copy(), limits, None, StopToken())
    assert best.move in position.legal_moves()
    await engine.close()
