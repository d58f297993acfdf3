"""Files made to hurt: nothing is waited for, kept without need, or gone through again and again."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from makachess.core.notation import parsing as parsing_module
from makachess.saves import (
    GameFileError,
    Library,
    examine,
    load_game,
    load_games,
    load_tags,
    visit_games,
)
from makachess.saves.builder import MOST_PROBLEMS, GameBuilder
from makachess.saves.reader import MOST_FAULTS
from makachess.saves.text import LONGEST_LINE, FileLines


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[dict[Path, str]]:
    os.mkfifo(tmp_path / "pipe.pgn")
    with socket.socket(socket.AF_UNIX) as server:
        folder = os.open(tmp_path, os.O_RDONLY)  # names of sockets are short
        server.bind(f"/proc/self/fd/{folder}/socket.pgn")
        os.close(folder)
        (tmp_path / "link.pgn").symlink_to(tmp_path / "pipe.pgn")
        (tmp_path / "folder.pgn").mkdir()
        names = ("pipe.pgn", "link.pgn", "socket.pgn")
        reason = "it is a pipe or a device, not an ordinary file"
        paths = (*(tmp_path / name for name in names), Path("/dev/zero"))
        yield {**dict.fromkeys(paths, reason), tmp_path / "folder.pgn": "Is a directory"}


def test_pipes_devices_and_the_like_are_refused_without_waiting(strange: dict[Path, str]) -> None:
    for path, reason in strange.items():
        [fault] = examine(path).faults
        assert str(fault).startswith(f"{path}:1:1: the file cannot be read: {reason}")
        for opening in (load_games, load_game, Library(path.parent).resume):
            with pytest.raises(GameFileError, match=reason):
                opening(path)
        assert load_tags(path) == {}


def test_pipes_and_the_like_are_not_listed(strange: dict[Path, str], tmp_path: Path) -> None:
    assert Library(tmp_path).entries() == []


MANY = 20_000
HOSTILE = {
    # what it is: the text, how the first message begins, how many faults are not listed
    "open variations": ("1. e4 " + "(" * MANY, "the variation that begins", MANY - 49),
    "closed variations": ("1. e4" + ")" * MANY + " *", "", MANY - 50),
    "empty variations": ("1. e4 " + "()" * MANY + " *", "", 0),
    "open brackets": ("[" * MANY, "'[[[[", 0),
    "empty brackets": ("[]" * MANY + "*", "", 0),
    "brackets": ("[Site y]" * MANY + "*", "'[Site y]' is not a tag", 0),
    "a tag of apostrophes": ("[a " + "'" * 10 * MANY + " ]x *", "", 0),
    "marks of forums": ("[/x]" * MANY + "*", "", MANY - 50),
    "words above a game": ("y " * MANY + '[White "x"]*', "", 0),
    "tags without an end": ('[a " x ]' * MANY + "*", """'[a " x ]' is not a tag""", MANY - 50),
    "open comments": ("{" * MANY, "the comment that begins", 0),
    "a word": ('[White "x"] 1. ' + "x" * 10 * MANY + " *", "'xxxx", 0),
    "a word after a move": ("1. e4 " + "x" * 10 * MANY + " *", "", 0),
    "words": ("1. e4 " + "y " * MANY + " *", "", 0),
    "words that hold moves": ("1. e4 " + "e4e5" * 40 + " e4" * MANY + " *", "'e4e5", 0),
    "idle signs": ("1. e4 " + "ch " * MANY + " *", "", MANY - 50),
    "signs": ("1. e4" + " ±" * MANY + "±" * MANY + " =" * MANY + " *", "", 0),
    "strange signs": ("1. e4 " + " \\" * MANY + "\\" * MANY + " *", "", 0),
    "a long comment": ("1. e4 {" + "x " * 5 * MANY + "} *", "", 0),
    "a long tag": ('[White "' + "x" * 10 * MANY + '"]\n*', "", 0),
    "a long tag of backslashes": ('[White "' + "\\" * 10 * MANY + '"]\n*', "", 0),
    "numbers": ("1." * MANY + " e4 *", "", 0),
    "annotations": ("1. e4 " + "$1 " * MANY + "*", "", 0),
    "NUL": ('[White "x"] ' + "\0" * 10 * MANY + " *", "'\\x00\\x00", 0),
}


@pytest.mark.parametrize(("text", "first", "more"), HOSTILE.values(), ids=HOSTILE)
def test_much_of_anything_gets_an_answer(text: str, first: str, more: int) -> None:
    [reading] = visit_games([text], GameBuilder())
    faults = [problem for problem in reading.problems if not problem.harmless]
    assert len(faults) <= MOST_PROBLEMS
    assert reading.unlisted == more
    assert [fault.message[: len(first)] for fault in faults[:1]] == ([first] if first else [])


def test_the_fault_that_costs_moves_is_told_however_many_others_there_are() -> None:
    text = ['[Site ""]\n'] * 200 + ["1. e4 Ke4 *"]
    [reading] = visit_games(text, GameBuilder())
    assert len(reading.problems) == MOST_PROBLEMS + 1
    assert reading.fault.startswith("line 201, column 7: 'Ke4'")
    assert reading.unlisted == 199 - MOST_PROBLEMS


def test_check_explains_no_more_illegal_moves_than_it_lists(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    explained, refusal = [], parsing_module.refusal
    monkeypatch.setattr(
        parsing_module, "refusal", lambda *args: explained.append(1) or refusal(*args)
    )
    (tmp_path / "bad.pgn").write_text("1. Ke4 *\n" * 200)
    report = examine(tmp_path / "bad.pgn")
    assert len(report.faults) == len(explained) == MOST_FAULTS
    assert report.more == 200 - MOST_FAULTS


def test_lines_longer_than_a_megabyte_are_read_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "long.pgn"
    path.write_text("1. e4 {" + "much ado " * (LONGEST_LINE // 6) + "} e5\n2. Nf3 *\n")
    lines = FileLines(path)
    sizes = [(len(line), line[-1:], lines.end - lines.start) for line in lines]
    assert max(size for size, *_ in sizes) <= LONGEST_LINE
    assert all(last in b" \n" and size == length for size, last, length in sizes)
    assert load_games(path)[0].sans == ("e4", "e5", "Nf3")
    path.write_text("x" * (LONGEST_LINE + 5))
    assert [len(line) for line in FileLines(path)] == [LONGEST_LINE, 5]
