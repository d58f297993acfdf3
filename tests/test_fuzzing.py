"""The fuzzer itself: each target on a few inputs, and what it does with a crash."""

from __future__ import annotations

import os
import re
import signal
import sys
import tty
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from fuzz import __main__ as program
from fuzz import sessions, targets
from fuzz.mutator import Mutator
from fuzz.running import Run, keep_crashes, run_target
from fuzz.sessions import ENDS, LONGEST_PASTE, READY, Player, Resize, Suspend, act
from fuzz.targets import TARGETS, Target

FEW = 60


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_few_inputs_crash_nothing(target):
    run = run_target(target, max(int(FEW * target.share), 3), seed=1)
    assert run.crashes == {}
    assert run.answers > 1


def test_the_same_seed_makes_the_same_inputs():
    first, second, other = (Mutator(seed, [b"e2e4", b"Nf3"], [b"x"]) for seed in (1, 1, 2))
    inputs = [first.next() for _ in range(50)]
    assert inputs == [second.next() for _ in range(50)]
    assert inputs != [other.next() for _ in range(50)]


def fragile(data: bytes) -> str:
    if b"!" in data:
        raise IndexError(len(data))
    return "fine"


FRAGILE = Target("fragile", fragile, lambda: [b"e2e4"], lambda: [b"!"])


def test_a_crash_is_found_and_kept(tmp_path):
    run = run_target(FRAGILE, 500, seed=1)
    assert run.crashes
    path = keep_crashes(run, tmp_path)[0]
    with pytest.raises(IndexError):
        fragile(path.read_bytes())
    assert "IndexError" in path.with_suffix(".txt").read_text()


@pytest.mark.parametrize(("target", "status"), [(FRAGILE, 1), (targets.TARGETS[0], 0)])
def test_the_table_and_the_exit_status(target, status, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(program, "TARGETS", (target,))
    arguments = f"fuzz --no-guided --count 300 --crashes {tmp_path} --only".split()
    monkeypatch.setattr(sys, "argv", [*arguments, target.name])
    assert program.main() == status
    heading, row = capsys.readouterr().out.splitlines()[:2]
    assert heading.split() == ["target", "inputs", "seconds", "crashes"]
    assert row.startswith(f"{target.name:<15}       300")
    assert bool(list(tmp_path.iterdir())) == bool(status)


# --- sessions -----------------------------------------------------------------------------------


def test_a_session_resizes_stops_and_pastes_for_real(tmp_path):
    player = Player(tmp_path, (), (80, 24))
    shows(player, b"New game")
    for size in ((30, 9), (1, 1), (65535, 1), (39, 11)):
        player.do(Resize(*size))
    shows(player, b"39x11")
    player.do(Suspend())
    assert b"\x1b[?1049l" in player.output
    player.do(Resize(30, 9))
    shows(player, b"30x9")
    player.do(b"\x1b[200~" + b"x" * LONGEST_PASTE)
    assert (player.fault, player.status) == ("", None)
    assert player.end() in ENDS


def shows(player: Player, words: bytes) -> None:
    """Wait until it does."""
    for _ in range(5_000):
        if words in player.output:
            return
        player.do(b"")
    raise AssertionError(f"{words!r} is not in {player.output!r}")


def be_deaf_and_mute(home: Path, arguments: Sequence[str]) -> None:
    """A program that reads nothing, and leaves its terminal to nobody."""
    signal.signal(signal.SIGTSTP, lambda *_: os.kill(os.getpid(), signal.SIGSTOP))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tty.setraw(0)
    os.write(1, READY)
    while True:
        signal.pause()


def test_a_session_sees_a_program_that_reads_nothing_or_keeps_its_terminal(tmp_path, monkeypatch):
    monkeypatch.setattr(sessions, "_be_the_app", be_deaf_and_mute)
    player = Player(tmp_path, (), (80, 24))
    player.do(Suspend())
    assert player.fault == "has left a terminal that shows nothing of what is typed"
    player.end()
    player = Player(tmp_path, (), (80, 24))
    monkeypatch.setattr(sessions, "PATIENCE", 0.1)  # it never will
    player.do(b"x" * LONGEST_PASTE)
    assert re.fullmatch(r"has not read \d+ of 100000 bytes", player.fault)
    player.end()


def test_the_acts_of_a_session_are_the_same_for_the_same_seed_and_of_all_kinds():
    first, second = Random(1), Random(1)
    acts = [act(first) for _ in range(1_000)]
    assert acts == [act(second) for _ in range(1_000)]
    assert {type(each) for each in acts} == {bytes, Resize, Suspend}
    assert any(each.width < 40 for each in acts if isinstance(each, Resize))
    pastes = [each for each in acts if isinstance(each, bytes) and len(each) > LONGEST_PASTE // 2]
    assert {each.endswith(b"\x1b[201~") for each in pastes} == {True, False}


def test_a_run_without_crashes_keeps_nothing(tmp_path):
    assert keep_crashes(Run("FEN"), tmp_path) == []
