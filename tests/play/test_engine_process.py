"""`makachess engine` as a program: through real pipes, while it thinks, and with nonsense."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
from makachess.core import Position
from makachess.core.engine import Limits
from makachess.play.engines import EngineFaultError, ProgramEngine
from makachess.variants import load

COMMAND = [sys.executable, "-c", "from makachess.tui.cli import main; main()", "engine"]
HACHU = shutil.which("hachu", path=os.pathsep.join((os.environ["PATH"], "/usr/games")))


class Engine:
    """The program with its pipes, read until what is waited for has come."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, *lines: str | bytes) -> None:
        for line in lines:
            data = line if isinstance(line, bytes) else line.encode()
            self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def read_until(self, beginning: str) -> list[str]:
        lines = []
        while not lines or not lines[-1].startswith(beginning):
            line = self.process.stdout.readline().decode()
            assert line, f"ended before {beginning!r}: {lines} {self.process.stderr.read()!r}"
            lines.append(line.strip())
        return lines

    def end(self) -> tuple[int, bytes]:
        """Exit status and what came on stderr, once it has ended."""
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.process.kill()
    engine.process.communicate()


def think(engine: Engine) -> None:
    """Let it think without end, and see that it does."""
    engine.send("new", "post", "st 100000", "go")
    engine.read_until("2 ")


def test_handshake(engine):
    engine.send("xboard", "protover 2")
    assert any("usermove=1" in line for line in engine.read_until("feature done=1"))


def test_move_now(engine):
    think(engine)
    engine.send("?", "ping 1")
    lines = engine.read_until("pong 1")
    assert [line for line in lines if line.startswith("move ")] == lines[-2:-1]


@pytest.mark.parametrize("line", ["new", "force", "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
def test_what_changes_the_game_ends_the_thinking_without_a_move(engine, line):
    think(engine)
    engine.send(line, "ping 2")
    assert not any(said.startswith("move") for said in engine.read_until("pong 2"))


def test_a_stop_right_behind_go_is_not_missed(engine):
    engine.send("st 100000")
    for number in range(20):
        engine.send("new", "go", "?", f"ping {number}")
        assert engine.read_until(f"pong {number}")[-2].startswith("move ")


def test_quit_while_thinking(engine):
    think(engine)
    engine.send("quit")
    assert engine.end() == (0, b"")


def test_no_more_input_while_thinking(engine):
    think(engine)
    assert engine.end() == (0, b"")


def test_quit_while_analyzing(engine):
    engine.send("post", "analyze")
    engine.read_until("1 ")
    engine.send("usermove e2e4", "undo", ".", "quit")
    assert engine.end() == (0, b"")


def test_nonsense_is_answered_and_ends_nothing(engine):
    engine.send(
        b"\xff\xfe\x00",
        b"x" * 100_000,
        "usermove " + "e2e4," * 5000,
        "setboard",
        "level",
        "variant",
    )
    engine.send("usermove e2e4 e7e5", "option", "memory -5", "st nan", "\t", "ping 9")
    lines = engine.read_until("pong 9")
    assert any(line.startswith("Error (unknown command)") for line in lines)
    engine.send("quit")
    assert engine.end() == (0, b"")


def test_a_reader_that_has_gone_ends_it(engine):
    engine.process.stdout.close()
    engine.send("ping 1")
    status, complaints = engine.end()
    assert (status, complaints) == (0, b"")


async def play(first, second, position: Position, limits: Limits, plies: int) -> None:
    """Let two engines move in turn, each told of the other's moves alone."""
    for _ in range(plies):
        if position.outcome() is not None:
            return
        mover = first if position.turn == "white" else second
        best = await mover.search(position, limits)
        assert best.move in position.legal_moves()
        position.push(best.move)


async def play_itself(plies: int) -> Position:
    position = Position(load("macadamia"))
    players = [ProgramEngine(position.variant, shlex.join(COMMAND)) for _ in range(2)]
    await play(*players, position, Limits(depth=2, seconds=20), plies)
    for player in players:
        await player.close()
    return position


async def test_moves_against_itself_through_pipes():
    assert (await play_itself(16)).ply == 16


@pytest.mark.compiled
async def test_a_whole_game_against_itself_through_pipes():
    assert (await play_itself(5000)).outcome() is not None


async def play_hachu(ours, hachu, position: Position) -> tuple[int, int]:
    """Play until the game is over or HaChu resigns; how many moves it made, and were made for it.

    HaChu 0.21 crashes as soon as Lions are about. Mostly the watchdog has it move all the same;
    where that fails our engine moves in its place.
    """
    own = helped = 0
    while position.outcome() is None:
        if position.turn == "white":
            best = await ours.search(position, Limits(depth=2))
        else:
            try:
                best = await hachu.search(position, Limits(depth=1))
                own += 1
                if best.resigns:
                    break
            except EngineFaultError:
                best = await ours.search(position, Limits(depth=1))
                helped += 1
        assert best.move in position.legal_moves()
        position.push(best.move)
    return own, helped


@pytest.mark.compiled
@pytest.mark.skipif(HACHU is None, reason="needs HaChu")
async def test_a_whole_game_against_hachu_through_pipes():
    position = Position(load("macadamia"))
    ours = ProgramEngine(position.variant, shlex.join(COMMAND))
    hachu = ProgramEngine(position.variant, HACHU)
    own, helped = await play_hachu(ours, hachu, position)
    await ours.close()
    await hachu.close()
    assert own > 20
    assert helped < own / 4
