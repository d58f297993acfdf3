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
    "command",
    [
        ("play", "chess", "--model", "mine.model"),
        ("bench", "chess", "--model", "mine.model"),
        ("match", "depth:1", "depth:1,model=mine.model"),
    ],
)
def test_a_model_of_another_game_is_refused(command, file, monkeypatch):
    monkeypatch.chdir(file.parent)
    assert bad(*command) == "mine.model: it is a model of 'veteran', not of 'chess'"


@pytest.mark.parametrize("command", [MATCH, ("balance", "veteran", "--games", "1")])
def test_nothing_is_measured_with_another_model_than_the_players_own(command, file, monkeypatch):
    folder = file.parent / "models"
    folder.mkdir()
    (folder / "veteran.model").write_bytes(file.read_bytes()[:-1])
    monkeypatch.setenv("MAKACHESS_HOME", str(file.parent))
    assert "veteran.model: it is damaged: its checksum is wrong" in bad(*command)


@pytest.mark.compiled
def test_bench_counts_other_nodes_by_a_model(file, monkeypatch):
    monkeypatch.setattr("makachess.core.engine.bench.DEPTHS", {64: 4})
    usual = good("bench", "veteran").split()[-6]
    learned = good("bench", "veteran", "--model", str(file)).split()[-6]
    assert usual != learned


VETERAN = load("veteran")


@pytest.fixture
def book_file(tmp_path):
    path = tmp_path / "mine.book"
    path.write_bytes(format_book(VETERAN, book_of(VETERAN, "a4 h5 Na3"), {}))
    return path


@pytest.mark.parametrize(
    "command",
    [("play", "chess", "--book", "mine.book"), ("match", "depth:1", "depth:1,book=mine.book")],
)
def test_a_book_of_another_game_is_refused(command, book_file, monkeypatch):
    monkeypatch.chdir(book_file.parent)
    assert bad(*command) == "mine.book: it is a book of 'veteran', not of 'chess'"


@pytest.mark.slow
def test_a_match_goes_by_models_and_books_only_as_it_is_told_to(file, book_file, monkeypatch):
    home = file.parent
    monkeypatch.setenv("MAKACHESS_HOME", str(home))
    (home / "books").mkdir()
    (home / "books" / "veteran.book").write_bytes(book_file.read_bytes())
    games = home / "games.pgn"

    def played(*engines):
        options = ("--random-plies", "0", "--max-plies", "3", "--save", str(games))
        result = call("match", *engines, *MATCH[3:], *options)
        assert result.exit_code == 0, result.stderr
        text = games.read_text()
        games.unlink()
        assert str(home) not in text
        return text.count("1. a4"), text

    assert played("depth:1", f"depth:1,model={file}")[0] == 0
    white, text = played("depth:1,model=none", f"depth:1,model={file},book=usual")
    assert white == 1
    assert "depth:1,model=mine,book=usual" in text
    white, text = played("depth:1", f"depth:1,book={book_file}")
    assert white == 1
    assert "depth:1,book=mine" in text


@pytest.mark.slow
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
