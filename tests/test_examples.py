"""The programs in `examples` run, as docs/program.md says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from makachess.saves import read_games

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples"
GAMES = '[Result "1-0"]\n\n1. e4 e5 1-0\n\n[Result "0-1"]\n\n1. e4 e5 2. f4 0-1\n\n1. d4 d5 *\n'


def run(name, *arguments):
    """What a program has written."""
    done = subprocess.run(
        [sys.executable, FOLDER / f"{name}.py", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_perft():
    assert run("perft", "chess", 3) == "8902\n"


@pytest.mark.slow
def test_random_games():
    said = run("random_games", "veteran", 12)
    counts = dict(reversed(line.strip().split("  ")) for line in said.splitlines())
    assert sum(map(int, counts.values())) == 12
    assert any(how.startswith(("Checkmate", "Draw")) for how in counts)
    assert run("random_games", "veteran", 12) == said


@pytest.mark.slow
def test_openings(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    assert run("openings", path, 2).splitlines() == [
        "   2   50%  chess: e4 e5",
        "   1    0%  chess: d4 d5",
    ]


@pytest.mark.slow
def test_self_play():
    text = run("self_play", "veteran", 200, 10)
    [game] = read_games(text.splitlines())
    assert (game.variant.name, len(game.moves)) == ("veteran", 10)


def test_draw():
    picture = run("draw", "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w")
    assert ElementTree.fromstring(picture).attrib["width"] == "480"
    assert picture.count("rotate(") == 1  # the only capture
    refused = subprocess.run(
        [sys.executable, FOLDER / "draw.py", "chess", "x"], capture_output=True, text=True
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith("FEN 'x': ")


@pytest.mark.slow
def test_transpositions():
    assert run("transpositions", "chess", 3).splitlines() == [
        "1  20 positions by 20 ways",
        "2  400 positions by 400 ways",
        "3  5362 positions by 8902 ways",
    ]


def test_each_is_short_and_named_in_the_guide():
    guide = (ROOT / "docs" / "program.md").read_text(encoding="utf-8")
    programs = sorted(FOLDER.glob("*.py"))
    assert len(programs) == 6
    for path in programs:
        assert len(path.read_text(encoding="utf-8").splitlines()) < 40
        assert f"(../examples/{path.name})" in guide
    assert sorted(re.findall(r"\.\./examples/(\w+\.py)", guide)) == [p.name for p in programs]
