"""The games of a file, one open at a time: turning to another, and where edits are saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.play.book import Book
from makachess.saves import Collection, Game, load_games
from makachess.variants import load

GAMES = '[White "A"]\n1. e4 *\n[White "B"]\n1. d4 *\n\n[Variant "nowhere"]\n1. c4 *\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "games"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES.replace("nowhere", "chess"))
    return path


def opened(file: Path, number: int = 1) -> Book:
    collection = Collection(file)
    game, fault = collection.first(number)
    return Book(game, fault=fault, collection=collection, number=number)


def turn_to(book: Book, number: int) -> None:
    book.leave()
    book.open(number, book.find(number))


def comments(file: Path) -> list[list[str]]:
    return [game.root.comments for game in load_games(file)]


def comment(book: Book, text: str) -> str:
    book.game.goto(book.game.root)
    book.exploration.set_comment(text)
    return book.commit()


def test_games_are_turned_and_edits_are_kept(file: Path):
    book = opened(file)
    assert book.place() == "game 1 of 3"
    assert comment(book, "one") == ""
    turn_to(book, 2)
    assert book.place() == "game 2 of 3"
    assert comment(book, "two") == ""
    turn_to(book, 1)
    assert book.exploration.undo() == "Undone: Comment saved"
    book.close()
    assert comments(file) == [[], ["two"], []]


@pytest.mark.parametrize(
    ("at", "number", "reason"),
    [
        (1, 0, "This is the first of 3 games"),
        (3, 4, "This is the last of 3 games"),
        (1, 9, "There is no game 9, only 3"),
    ],
)
def test_beyond_the_games_there_is_a_reason(file: Path, at: int, number: int, reason: str):
    book = opened(file, at)
    with pytest.raises(MakachessError, match=reason):
        turn_to(book, number)
    assert book.number == at


def test_a_review_is_saved_when_that_is_asked_for_or_with_an_edit(file: Path):
    book = opened(file)
    book.game.root.children[0].comments.append("[%eval 0.10]")
    book.exploration.note_marks()
    assert book.commit() == ""
    assert "eval" not in file.read_text()
    assert book.commit(marks=True) == ""
    assert "eval" in file.read_text()


def test_a_damaged_game_goes_to_a_new_file_and_says_so(file: Path, home: Path):
    file.write_text("1. e4 Ke4 *\n1. d4 *\n")
    book = opened(file)
    news = comment(book, "mine")
    [new] = home.glob("*.pgn")
    assert news == (
        f"games.pgn is damaged and stays as it is; your game is saved as {new.name} now"
    )
    turn_to(book, 2)
    assert comment(book, "beside it") == ""
    assert file.read_text().startswith("1. e4 Ke4 *\n")
    assert "{beside it}" in file.read_text()
    turn_to(book, 1)
    assert comment(book, "mine, again") == ""
    assert comments(new) == [["mine, again"]]


def test_a_game_that_cannot_be_saved_stays_open(tmp_path: Path, file: Path, home: Path):
    book = opened(file)
    file.write_text("1. a4 *\n")  # by somebody else
    home.parent.touch()  # so that there can be no folder for a new file
    assert comment(book, "mine").startswith("Not saved: ")
    assert book.unsaved == "Not a directory"
    with pytest.raises(MakachessError, match="not saved: Not a directory"):
        turn_to(book, 2)
    home.parent.unlink()
    told = []
    book.on_saved = lambda: told.append(book.unsaved)
    book.save()
    assert told == [""]
    assert comments(next(home.glob("*.pgn"))) == [["mine"]]
    assert file.read_text() == "1. a4 *\n"


def test_a_game_without_a_file_gets_one_with_its_first_edit(home: Path):
    book = Book(Game(load("chess")))
    assert not book.has_file
    assert comment(book, "mine") == ""
    assert comments(book.path or home) == [["mine"]]
    with pytest.raises(MakachessError, match="only one game"):
        turn_to(book, 2)
