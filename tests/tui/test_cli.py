"""The command line: what it prints, what it refuses, and that it does so in one line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from importlib.metadata import entry_points, version

import pytest
from cli_calls import PROGRAM, START, bad, call, good
from makachess.core import COMPILED, Position
from makachess.core.engine.bench import BenchRow
from makachess.tui.cli import cli
from makachess.variants import load, names, relative_names
from own_variants import MINI


def test_help_names_every_command():
    text = good("--help")
    for name in cli.list_commands(None):
        assert f"\n  {name} " in text
        assert good(name, "--help").startswith(f"Usage: cli {name} ")


@pytest.mark.parametrize("group", [(), ("host",), ("train",), ("variants",)])
def test_help_tells_in_one_whole_line_what_each_command_does(group):
    assert "..." not in good(*group, "--help").partition("Commands:")[2]


def test_version():
    kernel = "compiled" if COMPILED else "uncompiled, which is slower"
    assert good("--version") == f"makachess {version('makachess')} (kernel {kernel})\n"


def test_variants():
    others = [name for name in names() if name != "veteran"]
    assert good("variants").splitlines() == ["veteran", *others, *relative_names()]
    text = good("variants", "--verbose")
    assert "veteran: Veteran Chess (8x8)" in text
    assert "fifty-move-reset-by-pawn=false|true (default false)" in text
    assert "move-limit=NUMBER (default 100)" in text


def test_moves_of_a_position():
    fen = "4k3/8/8/3n1v2/4P3/8/8/4K3 w"
    moves = good("moves", "veteran", "--fen", fen).split()
    assert [m for m in moves if m.startswith("e4")] == ["e4d5", "e4d5=V", "e4e5", "e4f5=V"]


def test_apply():
    lines = good("apply", "veteran", "e4", "e7e5", "Nf3").splitlines()
    assert lines == ["rnblkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBLKB1R b KQkq - 3 2", "ongoing"]


def test_apply_tells_how_the_game_ended():
    mate = good("apply", "chess", "Ra8", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w").splitlines()
    assert mate[1] == "white checkmate"
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"
    assert good("apply", "veteran", "Ra2", "--fen", fen).splitlines()[1] == "draw move limit"
    free = ("--fen", fen, "--option", "move-limit=0")
    assert good("apply", "veteran", "Ra2", *free).splitlines()[1] == "ongoing"


def test_perft():
    assert good("perft", "chess", "0") == "1\n"
    assert good("perft", "decimaka", "2") == "2500\n"
    assert good("perft", "chess", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w") == "5\n"


def test_perft_divided():
    *rows, total = good("perft", "veteran", "2", "--divide").splitlines()
    assert total == "400"
    assert rows == [f"{move} 20" for move in good("moves", "veteran").split()]
    assert good("perft", "veteran", "0", "--divide") == "1\n"


def test_pieces():
    text = good("pieces", "veteran")
    for piece in load("veteran").pieces.values():
        assert f"{piece.id}  {piece.name}\n" in text
    assert good("pieces", "veteran", "lady") == good("pieces", "veteran", "l")


@pytest.fixture
def mini(tmp_path, monkeypatch):
    """The player's file `mini.toml` in the folder where it belongs."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "variants" / "mini.toml"
    path.parent.mkdir(parents=True)
    path.write_text(MINI)
    return path


def test_ones_own_variant_is_named_as_any_other(mini, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(MINI)
    for name in ("mini", str(mini), str(other)):
        assert len(good("moves", name).split()) == 14
        played = good("apply", name, "b3", "--option", "move-limit=1")
        assert played.endswith("\ndraw move limit\n")
        assert good("perft", name, "1", "--fen", "k5/6/6/6/6/4QK w") == "16\n"
        assert "N  Knight\n" in good("pieces", name, "knight")
        assert good("bench", name).count("nodes/s") >= 2
        assert '"moves": ["a2a3"' in good("moves", name, "--batch", "-", stdin=MINI.split('"')[-2])


def test_variants_lists_ones_own_and_tells_what_is_broken(mini):
    own = sorted([*(name for name in names() if name != "veteran"), "mini"])
    offered = ["veteran", *own, *relative_names()]
    assert good("variants").split() == offered
    assert "mini: Mini Veteran (6x6)\n" in good("variants", "--verbose")
    mini.with_name("bad.toml").write_text("title = 3")
    result = call("variants")
    assert result.exit_code == 0
    assert result.stdout.split() == offered
    [told] = result.stderr.splitlines()
    assert told.startswith("makachess: bad.toml: title: 3 is not a text in quotes")


def test_check_tells_all_faults_of_a_variant_file(mini):
    assert good("check", str(mini)) == ""
    mini.write_text('extends = "veteran"\ntitle = 3\n\n[pieces.N]\nbetza = "Nx"\n')
    result = call("check", str(mini))
    assert (result.exit_code, result.stdout) == (2, "")
    lines = [line.removeprefix(f"{mini}:") for line in result.stderr.splitlines()]
    assert [line.split(": ")[:2] for line in lines] == [
        ["2:1", "title"],
        ["5:1", "pieces.N.betza"],
    ]


NO_ROOKS = "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    "args", [("moves", "chess"), ("apply", "chess", "O-O"), ("perft", "chess", "2")]
)
def test_rights_without_king_and_rook_are_dropped_with_a_note(args):
    told = call(*args, "--fen", NO_ROOKS)
    plain = call(*args, "--fen", NO_ROOKS.replace("KQkq", "K"))
    assert (told.exit_code, told.stdout) == (plain.exit_code, plain.stdout) == (0, plain.stdout)
    assert plain.stderr == ""
    [note] = told.stderr.splitlines()
    assert note.startswith(f"FEN {NO_ROOKS!r}: castling right 'Q' without white R on a1")


def test_batch():
    mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
    dead = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    lines = good(
        "moves", "veteran", "--batch", "-", stdin=f"{START}\n\n  \n{mate}\r\n{dead}"
    ).split("\n")
    answers = [json.loads(line) for line in lines if line]
    assert [answer["fen"] for answer in answers] == [START, mate, dead]
    assert answers[0]["moves"] == good("moves", "veteran").split()
    assert answers[0]["outcome"] is None
    assert (answers[1]["moves"], answers[1]["outcome"]) == (
        [],
        {"winner": "white", "reason": "checkmate"},
    )
    assert answers[2]["moves"] == ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]
    assert answers[2]["outcome"] == {"winner": "draw", "reason": "dead position"}


def test_batch_goes_on_after_a_fen_that_is_none(tmp_path):
    file = tmp_path / "fens"
    file.write_bytes(f"nonsense\n{START}\n\xff\xfe\n".encode("latin-1"))
    result = call("moves", "veteran", "--batch", str(file))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [set(answer) for answer in answers] == [
        {"fen", "error"},
        {"fen", "moves", "outcome"},
        {"fen", "error"},
    ]
    assert answers[0]["fen"] == "nonsense"
    assert "'nonsense'" in answers[0]["error"]
    assert result.exit_code == 2
    assert result.stderr.startswith("makachess: 2 of the positions refused, the first: ")
    assert result.stderr.count("\n") == 1


def test_batch_answers_a_line_before_the_next_is_asked():
    with subprocess.Popen(
        [*PROGRAM, "moves", "veteran", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        for move in ("e4", "d4"):
            position = Position(load("veteran"))
            position.push(position.parse(move))
            process.stdin.write(position.fen() + "\n")
            assert json.loads(process.stdout.readline())["fen"] == position.fen()
        process.stdin.close()
    assert process.returncode == 0


def test_an_interrupt_ends_it_without_a_word():
    with subprocess.Popen(
        [*PROGRAM, "moves", "veteran", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdin.write(f"{START}\n".encode())
        process.stdin.flush()
        process.stdout.readline()  # it runs
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode in (-signal.SIGINT, 130)


@pytest.mark.parametrize("args", [["--help"], ["moves", "veteran"]])
def test_nothing_heavy_is_imported(args):
    code = f"""
import sys
sys.argv[1:] = {args!r}
from makachess.tui.program import main
try:
    main()
except SystemExit:
    pass
print(sorted(sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = done.stderr.splitlines()[-1]
    for heavy in ("textual", "rich", "asyncio", "makachess.tui.app"):
        assert f"'{heavy}'" not in loaded


def test_python_dash_m_runs_the_program():
    called = [sys.executable, "-m", "makachess", "apply", "chess", "e5"]
    done = subprocess.run(called, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"makachess: {bad('apply', 'chess', 'e5')}\n"


def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word():
    """As it is installed; the signal comes while the first thing that takes long is imported."""
    (program,) = entry_points(group="console_scripts", name="makachess")
    code = f"""
import importlib.abc, os, signal, sys
class Interrupted(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupted())
sys.argv[1:] = ["--help"]
from {program.module} import {program.attr}
{program.attr}()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_bench_prints_rows_and_their_sum_for_one_variant_or_all(monkeypatch):
    asked = []
    rows = [BenchRow("veteran", START, 5, 1000, 0.5), BenchRow("veteran", START, 6, 3000, 1.5)]
    monkeypatch.setattr(
        "makachess.core.engine.bench.run_bench",
        lambda variants, choose, cores: asked.append([one.name for one in variants]) or rows,
    )
    lines = good("bench", "veteran").splitlines()
    assert [line.split() for line in lines] == [
        ["veteran", "depth", "5", "1000", "nodes", "0.500", "s", "2000", "nodes/s"],
        ["veteran", "depth", "6", "3000", "nodes", "1.500", "s", "2000", "nodes/s"],
        ["total", "4000", "nodes", "2.000", "s", "2000", "nodes/s"],
    ]
    good("bench")
    assert asked == [["veteran"], [*names()]]
