"""`makachess engine` in UCI as a program: what interfaces send, what they expect, and nonsense."""

import asyncio
import os
import random
import shlex
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest
from engine_program import COMMAND, EngineProgram
from external_programs import fake
from makachess.core import Position
from makachess.core.engine import Limits
from makachess.play.engines import EngineFaultError, ProgramEngine
from makachess.tui.commands.engine import Server
from makachess.variants import load, names, relative_names
from makachess.variants.books import BookChoice
from makachess.variants.models import ModelChoice
from sampling import sampled

UCI = [*COMMAND, "--uci"]


@pytest.fixture
def engine() -> Iterator[EngineProgram]:
    engine = EngineProgram()
    yield engine
    engine.kill()


@pytest.fixture
def uci(engine: EngineProgram) -> EngineProgram:
    """One that has been introduced."""
    engine.send("uci")
    engine.read_until("uciok")
    return engine


# --- which protocol -----------------------------------------------------------------------------


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
    server = Server(reading, lines.append, ModelChoice("none"), BookChoice("none"), 1)
    server.run()
    os.close(reading)
    return lines


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("first", FIRST_IN_UCI)
def test_any_command_of_uci_decides(first, before):
    assert "uciok" in said(f"{before}{first}\nuci\n")


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("first", FIRST_IN_XBOARDS)
def test_any_command_of_xboards_decides(first, before):
    assert "Error (unknown command): uci" in said(f"{before}{first}\nuci\n")


@pytest.mark.parametrize(
    ("first", "then", "answer"),
    [
        ("isready", "", "readyok"),
        ("debug on", "go depth 1 searchmoves e2e4", "info string seconds any, depth 1"),
        ("setoption name UCI_Variant value veteran", "go searchmoves e2e3 none", "info string go"),
        (
            "setoption name UCI_Variant value maka",
            "uci",
            "option name UCI_Variant type combo default maka",
        ),
        (
            "position startpos moves e2e4",
            "position startpos moves e2e5",
            "info string position: move 1",
        ),
        ("ping 7", "", "pong 7"),
        ("usermove e2e5", "", "# "),
        ("variant maka", "", "setup "),
    ],
)
def test_what_comes_first_is_carried_out(first, then, answer):
    assert any(line.startswith(answer) for line in said(f"{first}\n{then}\n"))


@pytest.mark.parametrize("before", BEFORE[:-1])
def test_nothing_is_said_before_the_first_command(before):
    assert said(before) == said(f"{before}\nquit\n") == []


def test_a_line_that_neither_protocol_knows_is_refused_at_once():
    assert said("UCI\nposition\n")[0] == "Error (unknown command): UCI"


def test_the_option_asks_for_uci_whatever_the_first_line_is():
    engine = EngineProgram("--uci")
    engine.send("isready", "quit")
    assert engine.process.communicate() == (b"readyok\n", b"")


# --- searches -----------------------------------------------------------------------------------


def answers(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("bestmove")]


def test_it_is_ready_and_stops_while_it_thinks(uci):
    uci.send("position startpos", "go infinite")
    uci.read_until("info depth 3")
    uci.send("isready")
    assert not answers(uci.read_until("readyok"))
    uci.send("stop", "isready")
    lines = uci.read_until("bestmove") if not answers(uci.read_until("readyok")) else ["bestmove"]
    assert len(answers(lines)) == 1


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


def test_pondering_goes_on_in_its_own_time(uci):
    uci.send("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000 movestogo 30")
    uci.read_until("info depth 4")
    uci.send("ponderhit")
    assert answers(uci.read_until("bestmove"))


def test_a_forced_mate_is_no_answer_before_it_is_asked_for(uci):
    uci.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go ponder", "isready")
    assert not answers(uci.read_until("readyok"))
    uci.send("ponderhit")
    assert uci.read_until("bestmove")[-1] == "bestmove a1a8"


@pytest.mark.parametrize("while_thinking", [False, True])
@pytest.mark.parametrize("quit_said", [False, True])
def test_the_end_of_input_and_quit_end_it(uci, while_thinking, quit_said):
    if while_thinking:
        uci.send("go infinite")
        uci.read_until("info depth 2")
    if quit_said:
        uci.send("quit")
    assert uci.end() == (0, b"")


def test_nonsense_is_answered_and_ends_nothing(uci):
    dice = random.Random(3)
    uci.send(*(dice.randbytes(dice.randint(1, 300)).replace(b"\n", b"") for _ in range(200)))
    uci.send(b"position startpos moves " + b"e2e4 " * 100_000, b"go " + b"9" * 70_000)
    uci.send("setoption name Hash value " + "9" * 60_000, "position fen " + "k" * 60_000)
    uci.send("go depth 1")
    lines = uci.read_until("bestmove")
    assert {line.split()[0] for line in lines} == {"info", "bestmove"}
    assert max(map(len, lines)) < 700
    uci.send("quit")
    assert uci.end() == (0, b"")


# --- python-chess -------------------------------------------------------------------------------


@pytest.fixture
def simple() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(UCI, timeout=600) as engine:
        yield engine


def test_python_chess_reads_every_option(simple):
    assert simple.id["name"].startswith("makachess")
    options = simple.options
    assert options["UCI_Variant"].var == [*names(), *relative_names()]
    assert (options["Hash"].default, options["Hash"].max) == (16, 1024)
    assert (options["Skill Level"].min, options["Skill Level"].max) == (1, 10)
    assert (options["Ponder"].default, options["Clear Hash"].type) == (False, "button")
    assert options["UCI_EngineAbout"].default


def test_python_chess_analyses_lines_and_root_moves(simple):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    best, *others = simple.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    assert best["score"].relative == chess.engine.Mate(1)
    assert best["pv"] == [chess.Move.from_uci("f3f7")]
    assert [info["multipv"] for info in (best, *others)] == [1, 2, 3]
    assert {"depth", "seldepth", "nodes", "time", "hashfull"} <= best.keys()
    moves = [chess.Move.from_uci(text) for text in ("a2a3", "h2h3")]
    found = simple.analyse(board, chess.engine.Limit(depth=5), root_moves=moves)
    assert found["pv"][0] in moves


def test_python_chess_plays_within_limits(simple):
    board = chess.Board()
    limits = [
        chess.engine.Limit(depth=3),
        chess.engine.Limit(nodes=500),
        chess.engine.Limit(time=0.01),
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1),
        chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=5),
        chess.engine.Limit(mate=1),
    ]
    for limit in 2 * limits:
        played = simple.play(board, limit, info=chess.engine.INFO_ALL)
        assert "score" in played.info or not (limit.depth or limit.nodes)
        board.push(played.move)
    moves = list(board.legal_moves)[:2]
    assert simple.play(board, limits[0], root_moves=moves).move in moves


def test_python_chess_ponders(simple):
    board, clock = chess.Board(), chess.engine.Limit(white_clock=2, black_clock=2)
    for expected in (True, False, True):
        played = simple.play(board, clock, ponder=True, game=1)
        board.push(played.move)
        other = next(move for move in board.legal_moves if move != played.ponder)
        board.push(played.ponder if expected and played.ponder else other)
    assert simple.play(board, clock, game=1).move in board.legal_moves


def test_python_chess_stops_an_analysis_and_goes_on(simple):
    with simple.analysis(chess.Board(), multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) > 3:
                break
    assert analysis.wait().move in chess.Board().legal_moves
    simple.ping()


def test_python_chess_sets_options(simple):
    simple.configure(
        {"Hash": 4, "Threads": 2, "Skill Level": 2, "OwnBook": True, "Clear Hash": None}
    )
    played = simple.play(chess.Board(), chess.engine.Limit(nodes=50))
    assert played.move in chess.Board().legal_moves
    with pytest.raises(chess.engine.EngineError, match="Hash"):
        simple.configure({"Hash": 100_000})


def test_python_chess_speaks_xboards_protocol_too(monkeypatch):
    later = asyncio.BaseEventLoop.call_later

    def patiently(self, delay, *arguments, **options):
        """It waits two seconds for the first feature, which a busy machine may take longer for."""
        return later(self, 30 * delay, *arguments, **options)

    monkeypatch.setattr(asyncio.BaseEventLoop, "call_later", patiently)
    with chess.engine.SimpleEngine.popen_xboard(COMMAND, timeout=600) as engine:
        assert engine.id["name"].startswith("makachess")
        board = chess.Board()
        for limit in (
            chess.engine.Limit(depth=3),
            chess.engine.Limit(depth=3, white_clock=900, black_clock=900),
        ):
            played = engine.play(board, limit, info=chess.engine.INFO_ALL)
            assert played.info["score"]
            board.push(played.move)
        assert engine.analyse(board, chess.engine.Limit(depth=3))["depth"] >= 3
        moves = list(board.legal_moves)[:2]
        found = engine.analyse(board, chess.engine.Limit(depth=3), root_moves=moves)
        assert found["pv"][0] in moves
        for _ in range(2):
            board.push(engine.play(board, chess.engine.Limit(depth=3), ponder=True).move)
            board.push(next(iter(board.legal_moves)))
        engine.configure({"Level": 3, "cores": 2})
        assert engine.play(board, chess.engine.Limit(time=0.05)).move in board.legal_moves


# --- others, by what they have published --------------------------------------------------------


def test_what_cutechess_sends(uci):
    """What its projects/lib/src/uciengine.cpp sends in a game with pondering.

    It chooses a variant by UCI_Variant only if it knows its name; it expects a `readyok` to each
    `isready`, no `bestmove` while it ponders, and of a bound of a score nothing.
    """
    uci.send("isready")
    assert uci.read_until("readyok") == ["readyok"]
    uci.send("ucinewgame", "setoption name Ponder value true", "position startpos", "isready")
    assert uci.read_until("readyok") == ["readyok"]
    game = ["e2e4"]
    for _ in range(3):
        uci.send(f"position startpos moves {' '.join(game)}")
        uci.send("go wtime 9000000 btime 9000000 winc 20 binc 20 depth 4")
        lines = uci.read_until("bestmove")
        assert not any("bound" in line for line in lines)
        _, move, word, reply = lines[-1].split()
        assert word == "ponder"
        game += [move, reply]
        uci.send(f"position startpos moves {' '.join(game)}", "isready")
        assert uci.read_until("readyok") == ["readyok"]
        uci.send("go ponder wtime 9000000 btime 9000000 winc 20 binc 20 depth 4", "ponderhit")
        lines = uci.read_until("bestmove")
        assert len(answers(lines)) == 1
        game += [lines[-1].split()[1], lines[-1].split()[3]]
    board = chess.Board()
    for text in game:
        board.push_uci(text)
    uci.send(f"position startpos moves {' '.join(game)}", "go ponder wtime 9 btime 9", "stop")
    uci.read_until("bestmove")
    uci.send("isready")
    assert uci.read_until("readyok") == ["readyok"]
    uci.send("quit")
    assert uci.end() == (0, b"")


def test_the_options_of_lichess_bot(simple):
    """Those that lichess-bot's config.yml.default sets, in the way of its lib/engine_wrapper.py.

    It configures by python-chess, which refuses what an engine does not offer, and then plays with
    clocks, all of `info` and pondering; `go_commands` add movetime, depth and nodes.
    """
    simple.configure({"Move Overhead": 100, "Threads": 2, "Hash": 256})
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=900, black_clock=900, white_inc=0, black_inc=0)
    limit.time, limit.depth, limit.nodes = 900, 4, 10_000
    for _ in range(4):
        played = simple.play(board, limit, info=chess.engine.INFO_ALL, ponder=True)
        assert isinstance(played.info["score"], chess.engine.PovScore)
        board.push(played.move)


# --- as an opponent -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sampled(names(), ["veteran", "maka"]))
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


async def test_an_engine_that_does_not_name_the_game_is_refused():
    engine = ProgramEngine(load("veteran"), fake("uci"))
    with pytest.raises(EngineFaultError, match=r"does not play veteran \(it plays chess\)"):
        await engine.search(Position(load("veteran")), Limits(depth=1))
    await engine.close()


# --- the documentation --------------------------------------------------------------------------


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
    assert engine.end() == (0, b"")
