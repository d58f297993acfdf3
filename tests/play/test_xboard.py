"""Matches that a real XBoard runs, on a screen that nobody sees."""

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
UCI = ("-sUCI",)  # through Polyglot
WHOLE = ("-adjudicateDrawMoves", "250")  # moves, for games that take longer than others
OPPONENTS = {
    "Fairy-Max": ("normal", "fairymax", ()),
    "GNU Chess": ("normal", "gnuchess --uci", UCI),
    "HaChu": ("chu", "hachu", WHOLE),
}

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


def is_missing(program: str) -> bool:
    return shutil.which(program.split()[0], path=PATHS) is None


def match(
    home: Path, display: str, variant: str, opponent: str = "", options: tuple[str, ...] = ()
) -> list[str]:
    """How each game of a match ended, as XBoard writes it."""
    games, ours = home / "games.pgn", home / "ours"
    ours.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    ours.chmod(0o755)
    command = ["xboard", "-fcp", str(ours), "-scp", opponent or str(ours), "-variant", variant]
    command += [
        "-testLegality",
        "false",
        "-depth",
        "1",
        "-tc",
        "60",
        "-xponder",
        "-xanimate",
        "-adjudicateDrawMoves",
        "60",
    ]
    command += ["-matchGames", str(GAMES), "-saveGameFile", str(games)]
    command += ["-popupExitMessage", "false", "-soundMove", "", *options]
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


@pytest.mark.parametrize("name", OPPONENTS)
def test_against_another_program_every_game_is_played_to_its_end(name, display, tmp_path):
    variant, program, options = OPPONENTS[name]
    needed = [program, *(["polyglot"] if options is UCI else [])]
    if any(map(is_missing, needed)):
        pytest.skip(f"needs {' and '.join(needed)}")
    check(match(tmp_path, display, variant, program, options))
