"""`--book` on the command line."""

import subprocess

import pytest
from cli_calls import PROGRAM, bad, call
from makachess.variants import load
from makachess.variants.books import format_book
from opening_books import book_of

VETERAN = load("veteran")
MATCH = ("match", "depth:1", "depth:1", "--variant", "veteran", "--games", "2", "--random-plies=0")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.book"
    path.write_bytes(format_book(VETERAN, book_of(VETERAN, "a4 h5 Na3"), {}))
    return path


@pytest.mark.parametrize("command", [("play", "chess"), ("match", "depth:1", "depth:1")])
def test_a_book_of_another_game_is_refused(command, file):
    said = bad(*command, "--book", str(file))
    assert said == "mine.book: it is a book of 'veteran', not of 'chess'"


def test_a_match_goes_by_a_book_only_if_it_is_told_to(file, tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    (tmp_path / "books").mkdir()
    file.rename(tmp_path / "books" / "veteran.book")

    def first_moves(*engines, book):
        games = tmp_path / f"{len(list(tmp_path.iterdir()))}.pgn"
        command = ("match", *engines, *MATCH[3:], "--max-plies", "3", "--save", str(games))
        result = call(*command, "--model=none", *(["--book", book] if book else []))
        assert result.exit_code == 0, result.stderr
        text = games.read_text()
        assert str(tmp_path) not in text
        return text.count("1. a4 h5 2. Na3"), text.count("1. a4"), text

    assert first_moves("depth:1", "depth:1", book="")[1] == 0
    assert first_moves("depth:1", "depth:1", book="none")[1] == 0
    assert first_moves("depth:1", "depth:1", book="usual")[0] == 2
    both, white, text = first_moves("depth:1", "depth:1,book=usual", book="")
    assert (both, white) == (0, 1)
    assert "depth:1,model=none,book=usual" in text
    path = str(tmp_path / "books" / "veteran.book")
    assert first_moves("depth:1", "depth:1", book=path)[0] == 2
    assert (
        "depth:1,model=none,book=veteran"
        in first_moves("depth:1", f"depth:1,model=none,book={path}", book="")[2]
    )


def test_the_engine_plays_by_its_book_unless_it_is_to_have_none(file):
    for book, known in ((str(file), True), ("none", False)):
        done = subprocess.run(
            [*PROGRAM, "engine", "--book", book],
            input="variant veteran\nforce\npost\nsd 1\nusermove a2a4\ngo\nping 1\nquit\n",
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.stderr == ""
        assert ("0 0 0 0 (book) h7h5\nmove h7h5\n" in done.stdout) is known
