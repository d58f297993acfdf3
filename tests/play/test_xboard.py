"""Matches that a real XBoard runs, with its usual settings, on a screen that nobody sees."""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_program import COMMAND

GAMES = int(os.environ.get("XBOARD_GAMES", "2"))
PATHS = os.pathsep.join((os.environ["PATH"], "/usr/games"))
MISSING = [name for name in ("xboard", "Xvfb") if shutil.which(name, path=PATHS) is None]
FAIRYMAX = shutil.which("fairymax", path=PATHS)

pytestmark = [
    pytest.mark.long,
    pytest.mark.compiled,
    pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}"),
]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """The name of a screen of our own."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x1000x24"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with open(reader) as numbers:
        name = f":{numbers.readline().strip()}"
    yield name
    server.terminate()
    server.wait(30)


def match(home: Path, display: str, variant: str, opponent: str = "") -> list[str]:
    """How each game of a match ended, as XBoard writes it; its own settings are the usual ones."""
    games, ours = home / "games.pgn", home / "ours"
    ours.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    ours.chmod(0o755)
    quick = ("-depth", "1", "-tc", "60", "-xponder", "-xanimate", "-adjudicateDrawMoves", "60")
    command = [
        "xboard",
        "-fcp",
        str(ours),
        "-scp",
        opponent or str(ours),
        "-variant",
        variant,
        *quick,
    ]
    command += ["-matchGames", str(GAMES), "-saveGameFile", str(games)]
    command += ["-popupExitMessage", "false", "-soundMove", ""]
    environment = {**os.environ, "DISPLAY": display, "HOME": str(home), "PATH": PATHS}
    subprocess.run(command, env=environment, cwd=home, timeout=450 * GAMES, check=False)
    ends = re.findall(r"\{([^{}]*)\}\s+(?:1-0|0-1|1/2-1/2|\*)\s*(?=\[|\Z)", games.read_text())
    return [" ".join(end.split()) for end in ends]


def check(ends: list[str]) -> None:
    assert len(ends) == GAMES
    for end in ends:
        assert re.search("mates|wins|[Dd]raw|resign|adjudication", end), end
        assert not re.search("[Ff]orfeit|[Ff]alse|illegal|exit", end), end


@pytest.mark.parametrize(
    "variant", ["normal", "veteran", "decimaka", "decimaka-revised", "macadamia"]
)
def test_against_itself_every_game_is_played_to_its_end(variant, display, tmp_path):
    check(match(tmp_path, display, variant))


@pytest.mark.skipif(FAIRYMAX is None, reason="needs Fairy-Max")
def test_against_fairy_max_every_game_of_chess_is_played_to_its_end(display, tmp_path):
    check(match(tmp_path, display, "normal", FAIRYMAX))
