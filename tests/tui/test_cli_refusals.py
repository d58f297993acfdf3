"""What the command line refuses, each in one line that names it."""

from __future__ import annotations

import pytest
from cli_calls import bad, call
from makachess.saves import reader
from makachess.tui.terminal.holding import Terminal


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["nosuch"], "no command 'nosuch' (there are: play, replay, "),
        (["plya"], "; did you mean 'play'?"),
        (
            ["variants", "nwe"],
            "no command 'nwe' (there are: new, page); did you mean 'new'?",
        ),
        (["--nosuch"], "no option '--nosuch' (there are: --no-mouse, --restricted, --version, "),
        (["play", "chess", "--levle", "3"], "; did you mean '--level'?"),
        (["moves"], "Missing argument 'VARIANT' (there are: chess, "),
        (["match", "level:99", "level:1"], "'level:99': a level is a whole number from 1 to 10"),
        (["apply", "chess", "z9z8"], "'z9' is not a square of its 8x8 board"),
        (["moves", "nosuch"], "unknown variant 'nosuch'"),
        (["moves", "veteran", "--option", "speed"], "option 'speed' is not written name=value"),
        (["perft", "veteran", "1", "--option", "a=1", "--option", "a=2"], "'a' is given twice"),
        (["moves", "veteran", "--fen", "x w"], "FEN 'x w': 1 rank instead of 8"),
        (["moves", "veteran", "--fen", "x", "--batch", "-"], "exclude each other"),
        (["moves", "veteran", "--batch", "/no/such/file"], "/no/such/file: No such file"),
        (["apply", "veteran"], "Missing argument 'MOVE...' (it is written: "),
        (["apply", "veteran", "e4", "e5", "e6"], "move 3: 'e6' is not possible"),
        (["perft", "veteran", "x"], "'x' is not a whole number from 0 to 99"),
        (["pieces", "veteran", "Zebra"], "there is no piece 'Zebra' in veteran"),
        (["play", "veteran", "--level", "11"], "11 is not in the range"),
        (["play", "veteran", "--time", "soon"], "soon"),
        (["match", "--games", "x"], "'--games': 'x' is not a whole number from 1 on"),
        (["match", "--lead", "x"], "'--lead': 'x' is not a number from 0 to 100"),
        (["play", "veteran"], "this needs a terminal"),
        (["replay", "/no/such/file"], "/no/such/file: No such file"),
        (["replay", "/"], "/: Is a directory"),
    ],
)
def test_refused(args, words):
    message = bad(*args).rstrip()
    assert words in message
    assert not message.endswith(".")


def test_no_traceback_for_a_fault_of_our_own(monkeypatch, tmp_path):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))

    def broken(*_given, **_options):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("makachess.core.engine.bench.run_bench", broken)
    result = call("bench")
    assert result.exit_code == 70
    [report] = (tmp_path / "state").iterdir()
    told = f"makachess: internal error (ZeroDivisionError: oops); the report is in {report}\n"
    assert result.stderr == told
    assert "in run_bench" not in told
    assert "ZeroDivisionError: oops" in report.read_text()
    assert result.stderr.count("\n") == 1


GAME = """[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "veteran"]
[RulesVersion "1"]

1. e4 e5 2. Nf3 *
"""


def test_check_names_file_line_and_column(tmp_path):
    fine, broken = tmp_path / "good.pgn", tmp_path / "bad.pgn"
    fine.write_text(GAME)
    broken.write_text(GAME.replace("2. Nf3", "2. Nf4"))
    result = call("check", str(fine), str(broken), "/no/such/file")
    assert result.exit_code == 2
    first, *_, last = result.stderr.splitlines()
    assert first.startswith(f"{broken}:11:13: 'Nf4'")
    assert last.startswith("/no/such/file:1:1: ")


def test_check_counts_the_faults_that_it_does_not_tell(tmp_path):
    (tmp_path / "many.pgn").write_text("1. e5 *\n" * 60)
    result = call("check", str(tmp_path / "many.pgn"))
    assert result.exit_code == 2
    *told, more = result.stderr.splitlines()
    assert len(told) == 50
    assert more == f"{tmp_path / 'many.pgn'}: 10 more faults"


def test_replay_looks_at_the_file_before_the_terminal(tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text(GAME)
    assert "no game 2, only 1" in bad("replay", str(file), "--game", "2")
    assert "this needs a terminal" in bad("replay", str(file))


def test_replay_opens_a_damaged_file_with_a_note_and_reads_it_once(tmp_path, monkeypatch):
    file = tmp_path / "game.pgn"
    file.write_text(GAME.replace("2. Nf3", "2. Nf4"))
    shown, read = [], []
    visit = reader.visit_games
    monkeypatch.setattr(reader, "visit_games", lambda *args: read.append(1) or visit(*args))
    monkeypatch.setattr("makachess.tui.commands.replay.open_terminal", Terminal)
    monkeypatch.setattr("makachess.tui.app.run_app", lambda *_, **__: 0)
    monkeypatch.setattr("makachess.play.book.Book", lambda game, **more: shown.append((game, more)))
    assert call("replay", str(file)).exit_code == 0
    [(game, more)] = shown
    assert game.sans == ("e4", "e5")
    assert more["fault"].startswith("line 11, column 13: 'Nf4'")
    assert len(read) == 1
