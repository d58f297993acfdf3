"""What the command line does for inventors: new files, and checks of the moves of their games."""

from __future__ import annotations

import os
import signal
import subprocess
import tomllib
from pathlib import Path

import pytest
from cli_calls import bad, good
from makachess.variants import check_file, load, names, relative_names, rules_digest
from makachess.variants.catalogue import format_beginning
from pty_harness import COMMAND
from sampling import sampled


def begun(*args):
    """The file that a call has begun."""
    path = Path(good("variants", "new", *args).rstrip("\n"))
    assert path.is_file()
    return path


OTHERS = ["devingt", "macadamia", "werewolf"]
ORIGINS = sampled([*names(), *relative_names()], ["veteran"], slow=OTHERS)


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_new_file_plays_like_the_game_it_comes_from(home, origin):
    path = begun("mine", "--from", origin)
    assert path == home / "variants" / "mine.toml"
    assert check_file(path) == []
    assert rules_digest(load("mine")) == rules_digest(load(origin))
    assert load("mine").title == "Mine"


@pytest.mark.parametrize("origin", ORIGINS)
def test_all_that_it_offers_can_be_said(home, tmp_path, origin):
    lines = format_beginning("mine", load(origin)).splitlines()[5:]
    said = "\n".join(line.removeprefix("# ") for line in lines)
    pieces = tomllib.loads(said)["pieces"]
    assert set(pieces) == set(load(origin).pieces)
    # What a piece is not, goes without saying.
    assert not any(value in ("", False) for piece in pieces.values() for value in piece.values())
    path = tmp_path / "mine.toml"
    path.write_text(said, encoding="utf-8")
    assert check_file(path) == []
    assert rules_digest(load(str(path))) == rules_digest(load(origin))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chess"], "'chess' is the name of a built-in variant; choose another one"),
        (["standard"], "'standard' is the name of a built-in variant; choose another one"),
        (["My Game"], "'My Game': a variant's name is of lower-case letters, digits and hyphens"),
        (["../up"], "such as 'up'"),
        (["x", "--from", "veterann"], "unknown variant 'veterann'"),
        (["x", "--from", "veterann"], "did you mean 'veteran'?"),
    ],
)
def test_what_is_refused(home, args, message):
    assert message in bad("variants", "new", *args)
    assert not list(home.glob("variants/*"))


@pytest.mark.slow
def test_a_file_is_watched_until_it_is_interrupted(home):
    path = begun("mine", "--from", "werewolf")
    watch = subprocess.Popen(
        [COMMAND, "variants", "watch", "mine", "Werewolf"],
        env=os.environ | {"MAKACHESS_HOME": str(home)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with watch:
        lines = iter(watch.stdout.readline, "")
        assert next(lines) == "Mine (8x8)\n"
        assert "W  Werewolf\n" in lines
        path.write_text('extends = "werewolf"\ntitle = "Other"\n')
        assert "Other (8x8)\n" in lines
        path.write_text('extends = "werewolf"\ntitel = "Other"\n')
        assert any("unknown key" in line and ":2:1: " in line for line in lines)
        watch.send_signal(signal.SIGINT)
        assert watch.wait(60) == -signal.SIGINT


def test_a_name_that_is_taken(home):
    path = begun("mine")
    path.write_text("precious")
    assert bad("variants", "new", "mine") == f"'mine' is taken: {str(path)!r} is there already"
    assert path.read_text() == "precious"
