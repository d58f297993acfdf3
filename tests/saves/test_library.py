"""The folder of saved games: where it is, what its list shows, how its files are called."""

import os
import re
import time
from pathlib import Path

import pytest
from makachess.saves import Game, GameFileError, Library, load_tags, save_game
from makachess.saves.index import load_head
from makachess.saves.library import Archive
from makachess.variants import load


def test_the_list_is_of_tags_the_last_written_first(chess: Game, tmp_path: Path) -> None:
    for age, name in enumerate(("new", "middle", "old")):
        chess.tags["White"] = name
        save_game(chess, tmp_path / f"{name}.pgn")
        os.utime(tmp_path / f"{name}.pgn", (1e9 - age, 1e9 - age))
    entries = Library(tmp_path).entries()
    assert [entry.tags["White"] for entry in entries] == ["new", "middle", "old"]
    assert entries[0].path == tmp_path / "new.pgn"
    assert entries[0].modified == 1e9
    assert dict(entries[2].tags) == chess.tags


def test_a_file_of_a_time_that_has_yet_to_come_is_not_the_last_written(
    chess: Game, tmp_path: Path
) -> None:
    now = time.time()
    times = {"now": now, "yesterday": now - 86_400, "a clock is late": now + 60}
    times |= {"future": now + 10 * 86_400, "far future": 1e10, "long ago": -1e8}
    for name, moment in times.items():
        save_game(chess, tmp_path / f"{name}.pgn")
        os.utime(tmp_path / f"{name}.pgn", (moment, moment))
    found = [entry.path.stem for entry in Library(tmp_path).entries()]
    assert found[:3] == ["a clock is late", "now", "yesterday"]
    assert {*found[3:]} == {"future", "far future", "long ago"}


def test_only_game_files_are_listed(chess: Game, tmp_path: Path) -> None:
    save_game(chess, tmp_path / "game.pgn")
    (tmp_path / "notes.txt").write_text("no game")
    (tmp_path / ".hidden.pgn").write_text("no game")
    (tmp_path / "taken.pgn").touch()
    (tmp_path / "folder.pgn").mkdir()
    assert [entry.path.name for entry in Library(tmp_path).entries()] == ["game.pgn"]


@pytest.mark.parametrize(
    ("data", "tags"),
    [
        ('\ufeff[White "Zoë"]\r\n[Black "\\"B\\""]\r\n', {"White": "Zoë", "Black": '"B"'}),
        ('[White "a "b" c"]\n[Result "1-0"]\n\n1. e4', {"White": 'a "b" c', "Result": "1-0"}),
        ('[Event "x"]\n1. e4 {[%clk 1]} *\n\n[Event "y"]', {"Event": "x"}),
        ("1. e4 *", {}),
        ("1. e4 e5 1 - 0", {"Result": "1-0"}),
        ('[White "a"]\n\n1. e4 0-1\n', {"White": "a", "Result": "0-1"}),
        ('[Result "*"]\n\n1. e4 0-1\n', {"Result": "*"}),
        ("", {}),
    ],
)
def test_tags_without_the_game(data: str, tags: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_bytes(data.encode())
    assert load_tags(tmp_path / "game.pgn") == tags


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ({}, "veteran"),
        (
            {"Date": "2025.03.01", "White": "Anna", "Black": "level 3"},
            "2025-03-01_veteran_anna_level-3",
        ),
        ({"Date": "2025.??.??", "White": "../x/$(rm)\n"}, "2025_veteran_x-rm"),
        ({"Date": "1", "White": "Zoë 将", "Black": "x" * 99}, "veteran_zoë-将_" + "x" * 24),
        ({"UTCDate": "2023.04.05", "ChapterName": "Mate in 2"}, "2023-04-05_veteran_mate-in-2"),
    ],
)
def test_names_of_files(tags: dict[str, str], name: str, tmp_path: Path) -> None:
    game = Game(load("veteran"), tags=tags)
    library = Library(tmp_path / "new" / "folder")
    assert library.autosave(game).save().name == name + ".pgn"
    assert library.autosave(game).save().name == name + "-2.pgn"
    assert library.autosave(game).save().name == name + "-3.pgn"


def test_games_in_a_folder_for_each_day(chess: Game, tmp_path: Path) -> None:
    for day, name in (("2026-11-23", "old"), ("2026-11-24", "new")):
        (tmp_path / day).mkdir()
        chess.tags["White"] = name
        save_game(chess, tmp_path / day / f"{name}.pgn")
    os.utime(tmp_path / "2026-11-23" / "old.pgn", (1e9, 1e9))
    save_game(chess, tmp_path / "beside.pgn")
    archive = Archive(tmp_path)
    assert [entry.path.name for entry in archive.entries()] == ["new.pgn", "old.pgn"]
    (tmp_path / "2026-11-24" / "new.pgn").write_text('[White "else"]\n\n1. e4 e5 2. d4 *\n')
    assert [entry.tags["White"] for entry in archive.entries()] == ["else", "old"]
    assert Archive(tmp_path / "none").entries() == []


@pytest.mark.parametrize(
    "text",
    [
        '[White "a"]\n[Black "b"]\n\n1. e4 *\n',
        '[White "a"]\n[White "b"]\n\n1. e4 *\n\n[White "c"]\n\n*\n',
        '[White "a"]\n\n[Black "b"]\n\n*\n',
        '[White "a"]\n\n{[Black "b"]}\n[Site "c"]\n*\n',
        '[White "a"]\n\n% [Black "b"]\n[Site "c"]\n\n*\n',
        '[White "a"]\n\n\ufeff[Black "b"]\n\n*\n',
        '[White "a\u2028b"]\n\n1. e4 *\n',
        '[White "a"]\n\n1. e4 *\u2028[Site "c"]\n',
        '[White "a\\"b"]\n\n*\n',
        '[White "a"]\r\n\r\n*\r\n',
        '[White "a"]\n\n' + "1. e4 " * 2000,
        '[White "a"] [Black "b"]\n\n*\n',
        '[White "a"]\n1. e4 *\n',
    ],
)
def test_the_usual_tags_are_read_as_the_tokenizer_reads_them(text, tmp_path, monkeypatch) -> None:
    (tmp_path / "game.pgn").write_bytes(text.encode())
    quick = load_head(tmp_path / "game.pgn")
    monkeypatch.setattr("makachess.saves.index._USUAL_HEAD", re.compile("(?!)"))
    assert load_head(tmp_path / "game.pgn") == quick


@pytest.mark.parametrize(
    ("text", "reason"), [("", "there is no game in this file"), ('[FEN "x"]\n*', "x")]
)
def test_what_cannot_be_resumed(text: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(text)
    with pytest.raises(GameFileError, match=reason):
        Library(tmp_path).resume(tmp_path / "bad.pgn")
