"""What the command line does for inventors: new files, and checks of the moves of their games."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from cli_calls import bad, good
from makachess.variants import check_file, load, names, relative_names, rules_digest
from makachess.variants.catalogue import format_beginning
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


def test_a_name_that_is_taken(home):
    path = begun("mine")
    path.write_text("precious")
    assert bad("variants", "new", "mine") == f"'mine' is taken: {str(path)!r} is there already"
    assert path.read_text() == "precious"
