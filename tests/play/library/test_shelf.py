"""The list of saved games: what it says, what is found in it, and in which order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from makachess.core import Square
from makachess.play.shelf import Column, Shelf, count_games, load_preview, measure
from makachess.saves import Library

SEVERAL = "".join(
    f'[Event "Club"]\n[White "{name}"]\n[Variant "veteran"]\n\n1. e4 (1. d4 d5) {moves} *\n\n'
    for name, moves in (("Gina", ""), ("Hugo", "e5"), ("Iris", "e5 2. d4"))
)


def keep(name: str, text: str, age: float = 0) -> Path:
    path = Library().folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


def tags(moves: str = "1. e4 *", **tags: str) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves}\n"


@pytest.fixture
def shelf() -> Shelf:
    keep("a.pgn", tags(White="Zoë", Black="Karl", Date="2021.03.01", Variant="maka"), age=1)
    keep("b.pgn", tags(White="Anna", Black="Zoe", Date="2020.??.??", Variant="decimaka"), age=2)
    keep("c.pgn", tags(White="Karla", Result="1-0", Termination="time"), age=3)
    keep("d.pgn", "nothing", age=4)
    shelf = Shelf()
    shelf.load()
    return shelf


async def count(shelf: Shelf) -> None:
    async for found in count_games(shelf.uncounted):
        shelf.expand(found)


def names(shelf: Shelf) -> str:
    """The first letters of the files shown."""
    return "".join(entry.path.name[0] for entry in shelf.shown)


def test_what_the_columns_say(shelf: Shelf) -> None:
    rows = [[shelf.text(entry, column) for column in Column] for entry in shelf.shown]
    assert rows == [
        ["2021-03-01", "Maka Dai Dai Shogi", "Zoë", "Karl", "unfinished", ""],
        ["2020", "Decimaka", "Anna", "Zoe", "unfinished", ""],
        ["", "Chess", "Karla", "?", "1-0", ""],
        ["", "Chess", "?", "?", "unfinished", ""],
    ]


async def test_a_result_behind_the_moves_counts_where_no_tag_tells_it():
    keep("bare.pgn", "1. e4 e5 1-0\n\n1. d4 *\n\n1. c4 1/2-1/2\n")
    shelf = Shelf()
    shelf.load()
    assert shelf.text(shelf.shown[0], Column.RESULT) == "1-0"
    await count(shelf)
    results = [shelf.text(entry, Column.RESULT) for entry in shelf.shown]
    assert results == ["1-0", "unfinished", "1/2-1/2"]


def study(*chapters: str) -> str:
    return "\n".join(
        tags(
            Event=f"Endings: {chapter}",
            UTCDate="2023.04.05",
            StudyName="Endings",
            ChapterName=chapter,
        )
        for chapter in chapters
    )


async def test_chapters_of_a_study_are_told_apart():
    keep("s.pgn", study("The opposition", "Triangulation"))
    shelf = Shelf()
    shelf.load()
    await count(shelf)
    rows = [[shelf.text(entry, column) for column in Column] for entry in shelf.shown]
    assert rows == [
        ["2023-04-05", "Chess", f"{chapter}, Endings", "", "unfinished", ""]
        for chapter in ("The opposition", "Triangulation")
    ]
    shelf.look_for("triang")
    [found] = shelf.shown
    assert shelf.in_words(found) == (
        "Triangulation, Endings, unfinished, Chess, 2023-04-05, s.pgn 2/2"
    )
    shelf.look_for("endings 2023")
    assert len(shelf.shown) == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "abcd"),
        ("zoe", "ab"),
        ("ZOË karl", "a"),
        ("karl", "ac"),
        ("maka", "a"),
        ("dai 2021", "a"),
        ("2021-03", "a"),
        ("time", "c"),
        ("b.pgn", "b"),
        ("unfinished anna", "b"),
        ("nobody", ""),
        ('"Karl"', "a"),
        ('"karl"', ""),
        ('2020 "Anna"', "b"),
        ("?", "abcd"),
    ],
)
def test_words_are_looked_for_where_words_begin(shelf: Shelf, text: str, found: str) -> None:
    shelf.look_for(text)
    assert names(shelf) == found


def test_columns_give_the_order_and_back_to_that_of_the_files(shelf: Shelf) -> None:
    orders = []
    for _ in range(7):
        shelf.sort_by_next()
        orders.append((shelf.column, names(shelf)))
    assert orders == [
        (Column.DATE, "abcd"),
        (Column.GAME, "cdba"),
        (Column.WHITE, "dbca"),
        (Column.BLACK, "cdab"),
        (Column.RESULT, "cabd"),
        (Column.LENGTH, "abcd"),
        (None, "abcd"),
    ]
    shelf.sort(Column.WHITE)
    shelf.sort(Column.WHITE)
    assert names(shelf) == "acbd"
    shelf.reverse()
    assert names(shelf) == "dbca"


async def test_every_game_of_a_file_has_its_line(shelf: Shelf) -> None:
    path = keep("e.pgn", SEVERAL, age=0.5)
    shelf.load()
    assert [entry.path for entry in shelf.uncounted] == [path]
    await count(shelf)
    assert names(shelf) == "eeeabcd"
    assert [entry.name for entry in shelf.shown[:3]] == [f"e.pgn {n}/3" for n in (1, 2, 3)]
    assert all(entry.has_others for entry in shelf.shown[:3])
    assert shelf.at(path, 2) == 1
    shelf.look_for("hugo")
    assert [entry.number for entry in shelf.shown] == [2]
    shelf.look_for("")
    shelf.load()  # which does not count them again
    assert not shelf.uncounted
    assert names(shelf) == "eeeabcd"
    await measure(shelf, shelf.entries, lambda: None)
    assert [shelf.text(e, Column.LENGTH) for e in shelf.shown] == [
        "1",
        "2",
        "3",
        "1",
        "1",
        "1",
        "0",
    ]
    assert load_preview(shelf.shown[2]).plies == 3


async def test_a_file_that_vanishes_meanwhile_does_no_harm(shelf: Shelf) -> None:
    path = keep("e.pgn", SEVERAL)
    shelf.load()
    path.unlink()
    await count(shelf)
    assert [entry.path for entry in shelf.uncounted] == [path]
    await measure(shelf, shelf.entries, lambda: None)
    assert shelf.text(shelf.shown[0], Column.LENGTH) == "0"
    assert "No such file" in load_preview(shelf.shown[0]).fault
    shelf.remove(path)
    assert names(shelf) == "abcd"


def test_a_preview_shows_the_end_of_the_game_and_what_is_wrong(shelf: Shelf) -> None:
    keep("c.pgn", tags("1. e4 e5 2. Nf9 *"))
    preview = load_preview(shelf.shown[2])
    assert preview.plies == 2
    assert "'Nf9' is not possible" in preview.fault
    assert preview.game is not None
    assert preview.game.position.pieces()[Square.parse("e4")] == "P"
