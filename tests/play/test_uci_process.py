"""`makachess engine` in UCI: what interfaces send, what they expect, and nonsense."""

import os
import random
import shlex
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest
from engine_program import COMMAND, EngineInside, EngineProgram
from makachess.core import Position
from makachess.core.engine import Limits
from makachess.play.engines import ProgramEngine
from makachess.tui.commands.engine import Server
from makachess.variants import load, names, relative_names
from makachess.variants.books import BookChoice
from makachess.variants.models import ModelChoice
from sampling import sampled

UCI = [*COMMAND, "--uci"]


@pytest.fixture
def engine() -> Iterator[EngineInside]:
    engine = EngineInside()
    yield engine
    engine.end()


@pytest.fixture
def uci(engine: EngineInside) -> EngineInside:
    """One that has been introduced."""
    engine.send("uci")
    engine.read_until("uciok")
    return engine


# What says nothing about the protocol: a mark of UTF-8, blanks, comments and nonsense.
BEFORE = ("", "\ufeff", "\n  \r\n", "\ufeff# from a script\r\n#go infinite\n", "UCI\nhello go\n")
FIRST_IN_UCI = (
    *("uci", " uci\r", "uci x", "isready", "isready\r", "debug on", "setoption name Hash value 32"),
    *("register later", "ucinewgame", "position startpos moves e2e4", "stop", "ponderhit"),
    *("joho debug on", "go depth 1", "go infinite", "go wtime 1000 btime 1000"),
)
FIRST_IN_XBOARDS = (
    *("xboard", "xboard\r", "protover 2", "new", "variant maka", "force", "level 40 5 0", "st 5"),
    *(
        "ping 1",
        "e2e4",
        "usermove e2e4",
        "go",
        "post",
        "?",
        ".",
        "name stop",
        "hard",
        "accepted uci",
    ),
)


def said(text: str) -> list[str]:
    """What a server says to a text, at whose end it ends."""
    reading, writing = os.pipe()
    os.write(writing, text.encode())
    os.close(writing)
    lines: list[str] = []
    server = Server(reading, lines.extend, ModelChoice("none"), BookChoice("none"), 1)
    server.run()
    os.close(reading)
    return lines


def test_a_short_search_wakes_its_reader_once(uci):
    uci.send("go movetime 1")
    uci.read_until("bestmove")
    assert [line.split()[0] for line in uci.written[-1]][-2:] == ["info", "bestmove"]


def test_what_a_search_needs_is_made_before_a_clock_runs(uci, monkeypatch):
    made = []
    monkeypatch.setattr("makachess.core.engine.Engine", lambda *_, **__: made.append(len(made)))
    uci.send("isready")
    uci.read_until("readyok")
    assert made == [0]


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("first", FIRST_IN_UCI)
def test_any_command_of_uci_decides(first, before):
    assert "uciok" in said(f"{before}{first}\nuci\n")


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("first", FIRST_IN_XBOARDS)
def test_any_command_of_xboards_decides(first, before):
    assert "Error (unknown command): uci" in said(f"{before}{first}\nuci\n")


def answers(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("bestmove")]


def test_each_go_is_answered_once_however_fast_the_lines_come(uci):
    uci.send(*["position startpos moves e2e4", "go infinite", "stop"] * 20, "go depth 1")
    lines = [line for _ in range(21) for line in uci.read_until("bestmove")]
    uci.send("isready")
    assert len(answers(lines)) == 21
    assert uci.read_until("readyok") == ["readyok"]


# The first of each is a cold start.
@pytest.mark.parametrize(
    "searches",
    [
        ["go infinite\nstop", "go\nstop", "go movetime 1", "go nodes 1", "go depth 0"],
        ["go movetime 1", "go wtime 0 btime 0", "go wtime -5 btime -5 winc 0", "go movetime -1"],
        ["go ponder wtime 1 btime 1\nstop", "go ponder infinite\nstop", "go mate 1\nstop"],
        ["go infinite searchmoves a2a3\nstop", "go movetime 0 searchmoves h2h4"],
    ],
)
def test_no_move_is_played_that_was_not_looked_at(engine, searches):
    for search in searches:
        engine.send(search)
        *_, info, best = engine.read_until("bestmove")
        assert info.partition(" pv ")[2].split()[0] == best.split()[1]


def test_a_forced_mate_is_no_answer_before_it_is_asked_for(uci):
    uci.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go ponder", "isready")
    assert not answers(uci.read_until("readyok"))
    uci.send("ponderhit")
    assert uci.read_until("bestmove")[-1] == "bestmove a1a8"


SELDOM = pytest.param(False, marks=pytest.mark.slow)


@pytest.mark.parametrize("while_thinking", [SELDOM, True])
@pytest.mark.parametrize("quit_said", [SELDOM, True])
def test_the_end_of_input_and_quit_end_it(while_thinking, quit_said):
    program = EngineProgram("--uci")
    if while_thinking:
        program.send("go infinite")
        program.read_until("info depth 2")
    if quit_said:
        program.send("quit")
    assert program.end() == (0, b"")


def test_nonsense_is_answered_and_ends_nothing(uci):
    dice = random.Random(3)
    uci.send(*(dice.randbytes(dice.randint(1, 300)).replace(b"\n", b"") for _ in range(200)))
    uci.send(b"position startpos moves " + b"e2e4 " * 100_000, b"go " + b"9" * 70_000)
    uci.send("setoption name Hash value " + "9" * 60_000, "position fen " + "k" * 60_000)
    uci.send("go depth 1")
    lines = uci.read_until("bestmove")
    assert {line.split()[0] for line in lines} == {"info", "bestmove"}
    assert max(map(len, lines)) < 700


def test_python_chess_reads_every_option_and_analyses_lines_and_root_moves():
    with chess.engine.SimpleEngine.popen_uci(UCI, timeout=600) as simple:
        check_options(simple)
        check_analysis(simple)


def check_options(simple: chess.engine.SimpleEngine) -> None:
    assert simple.id["name"].startswith("makachess")
    options = simple.options
    assert options["UCI_Variant"].var == [*names(), *relative_names()]
    assert (options["Hash"].default, options["Hash"].max) == (16, 1024)
    assert (options["Skill Level"].min, options["Skill Level"].max) == (1, 10)
    assert (options["Ponder"].default, options["Clear Hash"].type) == (False, "button")


def check_analysis(simple: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    best, *others = simple.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    assert best["score"].relative == chess.engine.Mate(1)
    assert best["pv"] == [chess.Move.from_uci("f3f7")]
    assert [info["multipv"] for info in (best, *others)] == [1, 2, 3]
    assert {"depth", "seldepth", "nodes", "time", "hashfull"} <= best.keys()
    moves = [chess.Move.from_uci(text) for text in ("a2a3", "h2h3")]
    found = simple.analyse(board, chess.engine.Limit(depth=5), root_moves=moves)
    assert found["pv"][0] in moves


@pytest.mark.parametrize("name", sampled(names(), ["veteran"]))
async def test_it_plays_every_game_as_an_opponent(name):
    position = Position(load(name))
    engine = ProgramEngine(position.variant, shlex.join(UCI))
    heard = []
    for _ in range(4):
        best = await engine.search(position, Limits(depth=2), heard.append)
        assert best.info is not None
        position.push(best.move)
    await engine.close()
    assert heard
    assert not engine.faults


@pytest.mark.slow
async def test_it_is_told_the_rules_of_a_game():
    variant, usual, dice = load("macadamia", contagion="off"), load("macadamia"), random.Random(1)
    position, known = Position(variant), Position(usual)
    while not (peculiar := set(position.legal_moves()) - set(known.legal_moves())):
        move = dice.choice(position.legal_moves())
        position.push(move)
        known.push(move)
    position.push(min(peculiar, key=str))
    engine = ProgramEngine(variant, shlex.join(UCI))
    best = await engine.search(position, Limits(depth=1))  # one of another rule's is a fault
    await engine.close()
    assert best.move in position.legal_moves()
    assert not engine.faults


def test_the_conversation_in_the_documentation(engine):
    """Each answer shown comes, in this order; `...` stands for what may differ."""
    text = (Path(__file__).parents[2] / "docs" / "protocols.md").read_text()
    lines = text.split("```uci\n")[1].split("```")[0].splitlines()
    assert len(lines) > 10
    for line in lines:
        if line.startswith("> "):
            engine.send(line[2:])
        else:
            engine.read_until(line[2:].removesuffix("..."))
