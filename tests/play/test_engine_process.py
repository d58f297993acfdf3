"""`makachess engine` as a program: through real pipes, while it thinks, and with nonsense."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator

import pytest
from cli_calls import PROGRAM
from engine_program import COMMAND, EngineProgram
from makachess.core import Position
from makachess.core.engine import Limits
from makachess.play.engines import EngineFaultError, ProgramEngine
from makachess.tui.commands.engine import Server
from makachess.variants import load
from makachess.variants.books import BookChoice, format_book
from makachess.variants.models import ModelChoice
from opening_books import book_of

HACHU = shutil.which("hachu", path=os.pathsep.join((os.environ["PATH"], "/usr/games")))


@pytest.fixture
def engine() -> Iterator[EngineProgram]:
    engine = EngineProgram()
    yield engine
    engine.kill()


def think(engine: EngineProgram) -> None:
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


# The first of each is a cold start.
@pytest.mark.parametrize(
    "searches",
    [
        ["st 100000\nnew\ngo\n?", "st 0\nnew\ngo", "st 0.001\nnew\ngo", "st 100\nsd 0\ngo"],
        ["level 0 0 0\nnew\ngo", "level 40 5 0\nnew\ntime 0\ngo", "time -500\nnew\ntime -5\ngo"],
    ],
)
def test_no_move_is_made_that_was_not_looked_at(engine, searches):
    engine.send("post")
    for search in searches:
        engine.send(search)
        *_, thought, made = engine.read_until("move ")
        assert thought.split()[4] == made.split()[1]


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
    assert (status, complaints) == (128 + signal.SIGPIPE, b"")


CLOSED = {"input": "<&-", "output": ">&-", "both": "<&- >&-", "all": "<&- >&- 2>&-"}


@pytest.mark.parametrize("redirections", CLOSED.values(), ids=CLOSED)
def test_without_input_or_output_it_ends_quietly(redirections):
    words = ["sh", "-c", f'"$@" {redirections}', "sh", *COMMAND]
    done = subprocess.run(words, input=b"ping 1\n", capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_what_cannot_be_read_is_the_end_of_its_input(tmp_path):
    words = ["sh", "-c", '"$@" 0>"$0"', str(tmp_path / "only written"), *COMMAND]
    done = subprocess.run(words, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_ends_it_with_one_line():
    done = subprocess.run(
        ["sh", "-c", '"$@" >/dev/full', "sh", *COMMAND],
        input=b"ping 1\n",
        stderr=subprocess.PIPE,
        timeout=60,
    )
    told = b"makachess: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (74, told)


def test_a_line_without_end_is_cut_and_answered(engine):
    engine.send(b"y" * (1 << 20) + b"\nping 1")
    lines = engine.read_until("pong 1")
    assert [line[:40] for line in lines[:-1]] == ["Error (unknown command): " + 15 * "y"]
    assert len(lines[0]) < 300


def test_a_flood_of_lines_is_answered_line_by_line(engine):
    engine.send(b"ping 7\n" * 20_000 + b"ping 8")
    assert len(engine.read_until("pong 8")) == 20_001


def test_a_table_too_large_for_the_memory_is_no_end(monkeypatch):
    said: list[str] = []
    server = Server(0, said.append, ModelChoice(""), BookChoice("none"), cores=1)

    def refuse(variant, hash_mb, model):
        raise MemoryError

    monkeypatch.setattr("makachess.core.engine.Engine", refuse)
    for event in ("new", "go"):
        assert server._perform(server._actions(event))
    assert server._perform(server._actions(server._events.get()))
    assert said == ["tellusererror MemoryError()"]


def test_it_speaks_utf_8_whatever_the_locale(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    engine = EngineProgram()
    engine.send("\u738b", "quit")
    assert engine.end()[0] == 0


async def play(first, second, position: Position, limits: Limits, plies: int) -> None:
    """Let two engines move in turn, each told of the other's moves alone."""
    for _ in range(plies):
        if position.outcome() is not None:
            return
        mover = first if position.turn == "white" else second
        best = await mover.search(position, limits)
        assert best.move in position.legal_moves()
        position.push(best.move)


async def test_a_move_from_its_book_comes_without_depth_and_score(tmp_path):
    variant, path = load("veteran"), tmp_path / "mine.book"
    path.write_bytes(format_book(variant, book_of(variant, "a4"), {}))
    command = shlex.join([*PROGRAM, "engine", "--book", str(path)])
    engine, heard = ProgramEngine(variant, command), []
    best = await engine.search(Position(variant), Limits(seconds=20), heard.append)
    await engine.close()
    assert str(best.move) == "a2a4"
    assert heard == []
    assert best.info is None


async def play_itself(plies: int) -> Position:
    position = Position(load("macadamia"))
    players = [ProgramEngine(position.variant, shlex.join(COMMAND)) for _ in range(2)]
    await play(*players, position, Limits(depth=2, seconds=20), plies)
    for player in players:
        await player.close()
    return position


async def test_moves_against_itself_through_pipes():
    assert (await play_itself(16)).ply == 16


@pytest.mark.long
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
