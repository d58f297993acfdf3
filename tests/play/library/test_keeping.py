"""Games are renamed, edited, taken in and written out; what cannot be done changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.play.keeping import (
    change_tag,
    delete,
    delete_game,
    export,
    import_file,
    import_text,
    looks_like_games,
    open_trash,
    rename,
)
from makachess.play.shelf import Shelf, count_games
from makachess.saves import Library, load_games

ONE = '[White "Anna"]\n[Opening "Ruy Lopez"]\n\n1. e4 {best} e5 *\n'
TWO = f'{ONE}\n[White  "Bert"]\n[Black "?"]\n\n1. d4 1-0\n'
STUDY = (
    '[Event "Endings: One"]\n[UTCDate "2023.04.05"]\n[StudyName "Endings"]\n[ChapterName "One"]\n\n'
    "1. e4 *\n"
)
DAMAGED = '[White "Anna"]\n\n1. e4 e9 *\n'


def keep(name: str, text: str) -> Path:
    path = Library().folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


async def shelf() -> Shelf:
    shelf = Shelf()
    shelf.load()
    async for found in count_games(shelf.uncounted):
        shelf.expand(found)
    return shelf


async def entries():
    return (await shelf()).shown


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (STUDY, "2023-04-05_chess_one-endings.pgn"),
        ("1. e4 *", "chess.pgn"),
        ('[Date "????.??.??"]\n[White "Anna"]\n\n1. e4 *', "chess_anna.pgn"),
    ],
)
def test_what_is_pasted_is_not_of_today_for_that(text: str, name: str):
    path, fault, *_ = import_text(text)
    assert (path.name, path.read_text(), fault) == (name, text, "")


async def test_a_tag_of_one_game_leaves_the_others_as_they_are():
    path = keep("a.pgn", TWO)
    first, second = await entries()
    change_tag(first, "White", "Zoë")
    assert path.read_text().endswith(TWO[len(ONE) :])
    change_tag(second, "Black", "Carl")
    assert [g.tags["White"] + g.tags.get("Black", "-") for g in load_games(path)] == [
        "Zoë-",
        "BertCarl",
    ]


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [(DAMAGED, "Zoë", "'e9' is not"), (ONE, "a\x1b[2J", "cannot be written into a tag")],
)
async def test_a_tag_that_cannot_be_changed_changes_nothing(text: str, value: str, reason: str):
    path = keep("a.pgn", text)
    (entry,) = await entries()
    with pytest.raises(MakachessError, match=reason):
        change_tag(entry, "White", value)
    assert path.read_text() == text
    assert len(list(path.parent.glob("*.pgn"))) == 1


@pytest.mark.parametrize("name", ["", "  ", ".hidden", "../b", "a/b", "a\0b", "a\x1b[2J", ".pgn"])
async def test_what_is_no_name_is_refused(name: str):
    path = keep("a.pgn", ONE)
    (entry,) = await entries()
    with pytest.raises(MakachessError, match="is not a name for a file"):
        rename(entry, name)
    assert path.exists()


async def test_games_are_renamed_deleted_and_brought_back():
    keep("a.pgn", ONE)
    (entry,) = await entries()
    path = rename(entry, "Anna's best.pgn")
    assert path.name == "Anna's best.pgn"
    (entry,) = await entries()
    delete(entry)
    assert await entries() == []
    assert open_trash().restore() == path
    assert open_trash().restore() is None
    assert path.read_text() == ONE


async def test_a_file_of_several_games_is_not_renamed_game_by_game():
    keep("a.pgn", TWO)
    uncounted = Shelf()
    uncounted.load()
    for entry in (*uncounted.shown, *await entries()):
        with pytest.raises(MakachessError, match=r"'a\.pgn' has other games as well"):
            rename(entry, "b")


async def test_a_game_is_taken_out_of_a_file_and_brought_back_in_one_of_its_own():
    path = keep("a.pgn", TWO)
    first, _ = await entries()
    delete_game(first)
    assert path.read_text() == TWO[len(ONE) :]
    back = open_trash().restore()
    assert back is not None
    assert (back.name, back.read_text()) == ("a-game-1.pgn", ONE)
    assert [entry.tags["White"] for entry in await entries()].count("Bert") == 1


def test_files_and_texts_are_taken_in_as_they_are(tmp_path: Path):
    source = tmp_path / "a.pgn"
    source.write_text(TWO)
    for name in ("a.pgn", "a-2.pgn"):
        path, fault, *_ = import_file(str(source))
        assert not fault
        assert (path.parent, path.name) == (Library().folder, name)
        assert path.read_text() == TWO
    path = import_text(ONE).path
    assert "anna" in path.name
    assert path.read_text() == ONE
    assert import_text('[Variant "nosuch"]\n\n1. a1 *\n').path.name == "imported.pgn"


@pytest.mark.parametrize("text", ["1. e4 Nf9 *\n", "1. e4 *\n\n1. d5 *\n"])
def test_what_is_taken_in_damaged_is_said_to_be(text: str):
    path, fault, *_ = import_text('[White "Anna"]\n\n' + text)
    assert path.exists()
    assert "is not possible" in fault or "Nf9" in fault


async def test_games_are_written_out_in_the_form_that_the_name_asks_for(tmp_path: Path):
    keep("a.pgn", TWO)
    games = await entries()
    assert [g.tags["White"] for g in load_games(export(games, str(tmp_path / "x.pgn")))] == [
        "Anna",
        "Bert",
    ]
    assert export(games[1:], str(tmp_path / "x.fen")).read_text().startswith("rnbqkbnr/pppppppp/8")
    assert "Anna - ?" in export(games, str(tmp_path / "x.txt")).read_text()
    assert '"schema": 1' in export(games, str(tmp_path / "x.json")).read_text()


async def test_nothing_is_written_over_or_out_of_a_damaged_game(tmp_path: Path):
    keep("a.pgn", DAMAGED)
    games = await entries()
    (tmp_path / "x.pgn").write_text("mine")
    keep("b.pgn", ONE)
    sound = [entry for entry in await entries() if entry.path.name == "b.pgn"]
    with pytest.raises(MakachessError, match="exists already"):
        export(sound, str(tmp_path / "x.pgn"))
    assert (tmp_path / "x.pgn").read_text() == "mine"
    for path, reason in (("y.pgn", "'e9' is not"), ("y.doc", r"does not end in \.pgn")):
        with pytest.raises(MakachessError, match=reason):
            export(games, str(tmp_path / path))
    assert [file.name for file in tmp_path.glob("*.*")] == ["x.pgn"]


@pytest.mark.parametrize(
    "text",
    [
        *("e4 e5", "1 e4 e5 2 Nf3", "1) d4 d5", "moves e2e4 e7e5", "♘f3 ♞f6", "**1. e4 c5**"),
        *("position startpos moves e2e4 e7e5", "Anna - Bert: 1. d4 d5", '[White "Anna"] 1. e4 *'),
    ],
)
def test_a_line_with_moves_is_taken_for_games(text: str):
    assert looks_like_games(text)
    assert not looks_like_games(f"/home/anna/{text}.pgn")


@pytest.mark.parametrize("text", ["anna bert", "e4", "~/games of 2024/d4", "Kf1 Kf2", "e4,e5", ""])
def test_a_line_without_moves_is_not(text: str):
    assert not looks_like_games(text)


@pytest.mark.parametrize("text", ["# ---- Kifu\n   1 ７六歩(77)\n", "Dear Anna,\nsee you (at 8)\n"])
def test_a_text_of_another_kind_is_refused_with_what_would_be_right(text: str):
    with pytest.raises(MakachessError, match="This text has no game in it that is written as PGN"):
        import_text(text)
    assert not Library().entries()
