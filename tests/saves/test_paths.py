"""Paths as people type them and as terminals paste them mean the file that they name."""

from itertools import product
from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.play.keeping import import_file
from makachess.saves.paths import command_words, typed_path

NAMES = ("plain.pgn", "two  games.pgn", "Anna's (1).pgn", "100%20é [x].pgn", 'a"b.pgn', "a\\ b.pgn")
SPELLINGS = {
    "as it is": str,
    "with blanks around": lambda path: f" {path} \n",
    "single quotes": lambda path: "'" + str(path).replace("'", "'\\''") + "'",
    "double quotes": lambda path: '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"',
    "escaped": lambda path: "".join(f"\\{c}" if c in " '\"()[]%\\" else c for c in str(path)) + " ",
    "address": Path.as_uri,
    "address of this computer": lambda path: path.as_uri().replace("//", "//localhost", 1),
    "short address": lambda path: path.as_uri().replace("//", "", 1),
    "quoted address": lambda path: f"'{path.as_uri()}'",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Only a file that exists can be meant by a path that looks protected and is not.
CASES = [
    (spelling, name, there)
    for spelling, name, there in product(SPELLINGS, NAMES, (True, False))
    if there or spelling not in ("as it is", "with blanks around") or not {*"\"'\\"} & {*name}
]


@pytest.mark.parametrize(("spelling", "name", "there"), CASES)
def test_a_path_may_be_protected(folder: Path, spelling: str, name: str, there: bool) -> None:
    path = folder / "my games" / name
    path.parent.mkdir()
    if there:
        path.write_text("1. e4 *\n")
    assert typed_path(SPELLINGS[spelling](path)) == path
    if there:
        assert import_file(SPELLINGS[spelling](path)).path.read_text() == "1. e4 *\n"
        assert command_words(SPELLINGS[spelling](path)) == [str(path)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("~/x.pgn", "x.pgn"),
        ("~/a\\ b.pgn", "a b.pgn"),
        ("'~/a b.pgn'", "a b.pgn"),
        ("x.pgn", "saved/x.pgn"),
        ("'a b.pgn'", "saved/a b.pgn"),
        ("./x.pgn", "x.pgn"),
        ("a/x.pgn", "a/x.pgn"),
    ],
)
def test_where_a_path_begins(folder: Path, text: str, meant: str) -> None:
    assert typed_path(text, folder / "saved").resolve() == folder / meant


@pytest.mark.parametrize("text", ["~nobody-of-that-name/x.pgn", "file://elsewhere/x.pgn"])
def test_a_path_that_names_no_file_here(text: str) -> None:
    with pytest.raises(MakachessError, match=r"unknown user|another computer"):
        typed_path(text)


def test_the_words_of_a_command(folder: Path) -> None:
    (folder / "engine").write_text("")
    assert command_words("engine -x 'a b'") == ["engine", "-x", "a b"]
    assert command_words("engine") == ["engine"]
    assert command_words("~/engine --uci ~") == [str(folder / "engine"), "--uci", "~"]
    with pytest.raises(ValueError, match="quotation"):
        command_words("'engine")
