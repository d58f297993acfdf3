"""What the last release promised is still there, and asks for no more than it did."""

from collections.abc import Collection

import pytest
from public_names import FILE, NEEDED, public

HINT = (
    "Programs may rely on this: keep it, and deprecate it first (docs/releasing.md). For a new "
    "major version, run `make public`, and tell it in CHANGELOG.md"
)


def broken(before: Collection[str], now: Collection[str]) -> list[str]:
    """What was there and is not, and what is needed now of what was there without it."""
    gone = [line for line in before if line not in now and not line.endswith(NEEDED)]
    asked = [line for line in now if line.endswith(NEEDED) and line not in before]
    return gone + [line for line in asked if _owner(line) in before]


def _owner(line: str) -> str:
    """The function, command or message that needs something."""
    text = line.removesuffix(NEEDED)
    return text.partition(":")[0] if ":" in text else text.rpartition(" ")[0]


def test_nothing_that_the_last_release_promised_is_broken():
    before = FILE.read_text(encoding="utf-8").splitlines()
    assert broken(before, set(public())) == [], HINT


@pytest.mark.parametrize(
    ("now", "wrong"),
    [
        (["f", "f: 1 a", "f: 1 a needed"], []),
        (["f", "f: 1 a"], []),  # may be left out now
        (["f", "f: 1 a", "f: 2 b", "g", "g: 1 c needed"], []),
        (["f", "f: 1 b", "f: 1 b needed"], ["f: 1 a", "f: 1 b needed"]),
        (["f", "f: 1 a", "f: 2 b", "f: 2 b needed"], ["f: 2 b needed"]),
        ([], ["f", "f: 1 a"]),
    ],
)
def test_what_breaks_a_promise(now, wrong):
    assert broken(["f", "f: 1 a", "f: 1 a needed"], now) == wrong


@pytest.mark.parametrize(
    "line",
    [
        "makachess.core.Position",
        "makachess.core.Position: 2 fen",
        "makachess.core.Position.push: 1 move needed",
        "makachess.core.Outcome.reason",
        "makachess.saves.read_games: 1 source needed",
        "makachess play --side white",
        "makachess train verify",
        "makachess pieces: PIECE",
        "settings.toml theme walnut",
        "UCI option Skill Level",
        "tables hello version needed",
        "game maka option rules=modern",
        "game veteran piece L",
    ],
)
def test_the_list_has_a_line_for_everything(line):
    assert line in public()
