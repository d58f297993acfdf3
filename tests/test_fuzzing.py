"""The fuzzer itself: each target on a few inputs, and what it does with a crash."""

from __future__ import annotations

import sys

import pytest
from fuzz import __main__ as program
from fuzz import targets
from fuzz.mutator import Mutator
from fuzz.running import keep_crashes, run_target
from fuzz.sessions import ENDS, LONGEST_PASTE, Player, Resize, Suspend
from fuzz.targets import TARGETS, Target
from sampling import mostly_slow

FEW = 60
QUICK = [target for target in TARGETS if target.name != "Betza"]  # which plays games


@pytest.mark.parametrize("target", mostly_slow(TARGETS, QUICK), ids=lambda target: target.name)
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
    arguments = f"fuzz --count 300 --crashes {tmp_path} --only".split()
    monkeypatch.setattr(sys, "argv", [*arguments, target.name])
    assert program.main() == status
    heading, row = capsys.readouterr().out.splitlines()[:2]
    assert heading.split() == ["target", "inputs", "seconds", "crashes"]
    assert row.startswith(f"{target.name:<15}       300")
    assert bool(list(tmp_path.iterdir())) == bool(status)


@pytest.mark.slow
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
