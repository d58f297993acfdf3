"""--model and --book on the command line."""

from __future__ import annotations

import subprocess

import pytest
from cli_calls import PROGRAM, bad, call, good
from learned import random_model
from makachess.variants import load
from makachess.variants.books import format_book
from makachess.variants.models import format_model
from opening_books import book_of


@pytest.fixture
def file(tmp_path):
    variant = load("veteran")
    path = tmp_path / "mine.model"
    path.write_bytes(format_model(variant, random_model(variant), {}))
    return path


MATCH = ("match", "depth:1", "depth:1,model=none", "--variant", "veteran", "--games", "2")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("play", "chess"), "mine.model: it is a model of 'veteran', not of 'chess'"),
        (("bench", "chess"), "mine.model: it is a model of 'veteran', not of 'chess'"),
        (("match", "depth:1", "depth:1"), "mine.model: it is a model of 'veteran', not of 'chess'"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_model_of_another_game_is_refused(command, said, file):
    assert bad(*command, "--model", str(file)) == said


@pytest.mark.parametrize("command", [MATCH, ("balance", "veteran", "--games", "1")])
def test_nothing_is_measured_with_another_model_than_the_players_own(command, file, monkeypatch):
    folder = file.parent / "models"
    folder.mkdir()
    (folder / "veteran.model").write_bytes(file.read_bytes()[:-1])
    monkeypatch.setenv("MAKACHESS_HOME", str(file.parent))
    assert "veteran.model: it is damaged: its checksum is wrong" in bad(*command)


def test_a_match_calls_a_model_by_its_name(file, tmp_path):
    games = tmp_path / "games.pgn"
    options = ("--max-plies", "6", "--save", str(games), "--model", str(file))
    result = call(*MATCH, *options)
    assert result.exit_code == 0
    assert "depth:1,model=mine" in games.read_text()
    assert "depth:1,model=none" in games.read_text()
    assert str(tmp_path) not in games.read_text()


@pytest.mark.compiled
def test_bench_counts_other_nodes_by_a_model(file, monkeypatch):
    monkeypatch.setattr("makachess.core.engine.bench.DEPTHS", {64: 4})
    usual = good("bench", "veteran").split()[-6]
    learned = good("bench", "veteran", "--model", str(file)).split()[-6]
    assert usual != learned


VETERAN = load("veteran")
BOOK_MATCH = (
    "match",
    "depth:1",
    "depth:1",
    "--variant",
    "veteran",
    "--games",
    "2",
    "--random-plies=0",
)


@pytest.fixture
def book_file(tmp_path):
    path = tmp_path / "mine.book"
    path.write_bytes(format_book(VETERAN, book_of(VETERAN, "a4 h5 Na3"), {}))
    return path


@pytest.mark.parametrize("command", [("play", "chess"), ("match", "depth:1", "depth:1")])
def test_a_book_of_another_game_is_refused(command, book_file):
    said = bad(*command, "--book", str(book_file))
    assert said == "mine.book: it is a book of 'veteran', not of 'chess'"


def test_a_match_goes_by_a_book_only_if_it_is_told_to(book_file, tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    (tmp_path / "books").mkdir()
    book_file.rename(tmp_path / "books" / "veteran.book")

    def first_moves(*engines, book):
        games = tmp_path / f"{len(list(tmp_path.iterdir()))}.pgn"
        command = ("match", *engines, *BOOK_MATCH[3:], "--max-plies", "3", "--save", str(games))
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


def test_the_engine_plays_by_its_book_unless_it_is_to_have_none(book_file):
    for book, known in ((str(book_file), True), ("none", False)):
        done = subprocess.run(
            [*PROGRAM, "engine", "--book", book],
            input="variant veteran\nforce\npost\nsd 1\nusermove a2a4\ngo\nping 1\nquit\n",
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.stderr == ""
        assert ("0 0 0 0 (book) h7h5\nmove h7h5\n" in done.stdout) is known
