"""The screen of saved games: found as one types, opened, put in order, and kept."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from makachess.core import Position, Square
from makachess.saves import Library, load_games
from makachess.saves.library import FOLDER
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.library import LibraryScreen
from makachess.variants import load
from textual import events
from tui_harness import UNHURRIED, Hands, opened

MOVES = {"Anna": "1. e4 e5 2. Nf3 Nc6 1-0", "Berta": "1. d4 *", "Carla": "1. c4 e5 2. g3 0-1"}

ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
D4 = Square.parse("d4")


def keep(name: str, moves: str = "1. e4 *", age: int = 0, **tags: str) -> Path:
    """Put a game into the folder."""
    tags = {"White": "?", "Black": "?", "Result": moves.split()[-1]} | tags
    text = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
    path = Library().folder / f"{name}.pgn"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n{moves}\n")
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


@pytest.fixture
def three() -> list[Path]:
    """Three games, the last written first."""
    return [
        keep(name.lower(), moves, age, White=name, Black="Zoë", Date=f"2020.0{age + 1}.01")
        for age, (name, moves) in enumerate(MOVES.items())
    ]


def players(hands: Hands) -> list[str]:
    """White's names in the order of the rows."""
    return [entry.tags.get("White", "?") for entry in hands.screen.shelf.shown]


async def paste(hands: Hands, text: str) -> None:
    hands.screen.post_message(events.Paste(text))
    await hands.pilot.pause()


@pytest.mark.slow
async def test_what_is_typed_is_looked_for(three):
    async with opened(LibraryScreen) as hands:
        await hands.press('"carla" space "zo"')
        await hands.sees("Find: carla zo")
        await hands.sees("1 of 3")
        assert players(hands) == ["Carla"]
        await hands.press('ctrl+w backspace backspace backspace "x"')
        await hands.sees("0 of 3")
        await hands.press("enter delete f2 ctrl+e ctrl+r ctrl+s")  # of what?
        await hands.press("escape")
        await hands.sees("3 games")
        assert players(hands) == ["Anna", "Berta", "Carla"]


@pytest.mark.slow
async def test_a_key_on_its_way_to_a_list_that_is_left_goes_to_the_screen_below():
    async with opened(HomeScreen) as hands:
        await hands.press("s enter")
        await hands.sees("Find:")
        app = hands.pilot.app
        for key in ("escape", "ctrl+q"):
            app.post_message(events.Key(key, None))
        await hands.until(lambda: app._exit, "the end of the app")


@pytest.mark.slow
async def test_games_are_played_on_or_replayed(three):
    async with opened(HomeScreen) as hands:
        await hands.press("s enter enter")
        await hands.sees("0 of 4", "status")
        await hands.press("ctrl+q down enter")
        await hands.has_played("d4")
        await hands.sees("Black to move", "status")
        await hands.press("ctrl+q ctrl+r")
        await hands.sees("0 of 1", "status")


async def test_a_damaged_file_is_told_and_replayed_as_far_as_it_goes():
    keep("a", "1. e4 Zz9 1-0")
    async with opened(LibraryScreen, (160, 24)) as hands:
        await hands.press("enter")
        await hands.sees("0 of 1", "status")
        await hands.sees("Zz9", "prompt")


async def test_the_order_is_changed_by_key_and_by_a_click_on_a_heading(three):
    async with opened(LibraryScreen) as hands:
        assert "White" not in hands.text, "no columns stand below it"
        await hands.press("ctrl+o")
        await hands.sees("By date v")
        assert players(hands) == ["Carla", "Berta", "Anna"]
        await hands.press("ctrl+v")
        await hands.sees("By date ^")
        assert players(hands) == ["Anna", "Berta", "Carla"]
        await hands.click_words("By date")
        await hands.sees("By game ^")
        await hands.press("f4")
        row = next(y for y, text in enumerate(hands.rows) if "White" in text)
        column = hands.rows[row].index("Plies")
        await hands.pilot.click(offset=(column, row))
        await hands.until(lambda: players(hands) == ["Anna", "Carla", "Berta"], "the longest first")
        await hands.sees("Pliesv")


@pytest.mark.slow
async def test_a_file_is_renamed_deleted_and_brought_back(three):
    async with opened(LibraryScreen) as hands:
        await hands.press('down f2 ctrl+u "my" space "best" enter')
        await hands.sees("Renamed to my best.pgn", "prompt")
        assert players(hands) == ["Anna", "Berta", "Carla"]
        await hands.press("delete")
        await hands.sees("Deleted my best.pgn; ^Z brings it back", "prompt")
        assert players(hands) == ["Anna", "Carla"]
    async with opened(LibraryScreen) as hands:
        await hands.press("ctrl+z")
        await hands.sees("Brought back my best.pgn", "prompt")
        assert players(hands) == ["Anna", "Berta", "Carla"]
        await hands.until(lambda: hands.screen.entry.tags["White"] == "Berta", "the game")
        await hands.press("ctrl+z")
        await hands.sees("There is no deletion to undo", "prompt")


async def test_the_trash_gives_any_file_back_or_is_emptied(three):
    async with opened(LibraryScreen) as hands:
        await hands.press("f8")
        await hands.sees("The trash is empty", "prompt")
        await hands.press("delete delete delete f8")
        await hands.sees("The trash has 3 files (0.2 kB):", "prompt")
        await hands.press("b 2")
        await hands.sees("Brought back berta.pgn", "prompt")
        assert players(hands) == ["Berta"]
        await hands.press("f8 e")
        await hands.sees("Remove 2 files (0.2 kB) for good?", "prompt")
        await hands.press("n f8 e y")
        await hands.sees("Removed 2 files for good", "prompt")
        await hands.press("ctrl+z")
        await hands.sees("There is no deletion to undo", "prompt")


async def test_old_games_leave_the_trash_while_the_app_is_open():
    old = Library().folder / FOLDER / "1000000000" / "a.pgn"
    old.parent.mkdir(parents=True)
    old.write_text("1. e4 *\n")
    async with opened(HomeScreen, waits=replace(UNHURRIED, tidy=0.01)) as hands:
        await hands.until(lambda: not old.exists(), "an empty trash")
        await hands.sees("▌ New game")


async def test_tags_are_changed_one_at_a_time(three):
    async with opened(LibraryScreen) as hands:
        await hands.press('ctrl+e w ctrl+u "Zoë" space "B." enter')
        await hands.sees("White is Zoë B. now", "prompt")
        await hands.press('ctrl+e o "Opening" enter "Ruy" enter')
        await hands.sees("Opening is Ruy now", "prompt")
    tags = load_games(three[0])[0].tags
    assert (tags["White"], tags["Opening"]) == ("Zoë B.", "Ruy")


async def test_games_that_are_pasted_or_named_are_taken_in(three, tmp_path):
    (tmp_path / "two.pgn").write_text("".join(f'[White "{n}"]\n\n1. e4 *\n\n' for n in "XY"))
    async with opened(LibraryScreen) as hands:
        await paste(hands, '[White "Dora"]\n\n1. e4 *\n')
        await hands.sees("Imported as")
        assert players(hands)[0] == "Dora"
        await hands.press("f5")
        await paste(hands, f"{tmp_path}/two.pgn")
        await hands.press("enter")
        await hands.sees("Imported 2 games as two.pgn", "prompt")
        await paste(hands, '[White "Eve"]\n\n1. e4 Nf9 *\n')
        await hands.sees("but it is damaged: ", "prompt")
        assert sorted(players(hands)[:4]) == ["Dora", "Eve", "X", "Y"]
        await paste(hands, "e2e4 e7e5 g1f3")
        await hands.sees("3 plies")
        await hands.sees("Imported as", "prompt")
        await paste(hands, "berta")
        await hands.sees("Find: berta")
        assert players(hands) == ["Berta"]


async def test_a_pasted_study_says_which_of_its_games_are_not_played_here():
    chapter = '[Event "{0}"]\n[Variant "{0}"]\n\n1. e4 *\n\n'
    study = "".join(map(chapter.format, ("Standard", "Chess960", "Crazyhouse", "Chess960")))
    async with opened(LibraryScreen) as hands:
        await paste(hands, study)
        told = "Imported 4 games, 3 not played here (Chess960, Crazyhouse), as"
        await hands.sees(told, "prompt")
        await paste(hands, chapter.format("Atomic"))
        await hands.sees("Imported 1 game, 1 not played here (Atomic), as", "prompt")
        await hands.press("enter")
        await hands.sees("this is a game of Atomic, which is not played here", "prompt")
        await hands.sees("not played")
        assert [entry.refusal for entry in hands.screen.shelf.shown] == ["not played", *[""] * 4]
        assert len(hands.screen.shelf.shown) == 5


async def test_games_and_positions_are_taken_wherever_they_are_pasted():
    async with opened(HomeScreen) as hands:
        await paste(hands, "https://lichess.org/abcd1234")
        await hands.sees("Paste games as PGN, or a position as FEN", "prompt")
        for form in ("{}\n", "FEN: {}", '[FEN "{}"]'):
            await paste(hands, form.format(ITALIAN))
            await hands.sees("The game begins with this position", "prompt")
            assert hands.screen.choices.fen == ITALIAN
        await paste(hands, "1. e4 e5 *\n")
        await hands.sees("Imported as chess.pgn", "prompt")
        await paste(hands, f'[FEN "{ITALIAN}"]')
        await hands.sees("The game begins with this position", "prompt")
        await paste(hands, ITALIAN.replace("pppp1ppp", "ppppppppp"))
        await hands.sees("No game can begin with this FEN: rank 7 'ppppppppp' has 9", "prompt")
        await hands.press("escape escape escape")
        await hands.until(lambda: isinstance(hands.screen, HomeScreen), "the home screen")
        assert not hands.part("prompt").strip(), "what was said of the first text is old"


@pytest.mark.parametrize(("end", "asked"), [("\n", False), ("\r", True), ("\r\n", False)], ids=repr)
async def test_a_pasted_document_is_read_whole_wherever_it_is_pasted(end, asked):
    chapter = (
        '[Event "S: %d"]\n\n; one\n1. e4 { [%%eval 0.1] } e5 ' + "{ [%%clk 0:01:00] } " * 90 + "*\n"
    )
    study = "\n".join(chapter % number for number in range(20))
    async with opened(LibraryScreen) as hands:
        if asked:
            await hands.press("f5")
        await paste(hands, study.replace("\n", end))
        await hands.sees("Imported 20 games as", "prompt")
        assert not hands.screen.prompt.busy
        assert len(hands.screen.shelf.shown) == 20
    [path] = Library().folder.glob("*.pgn")
    assert path.read_bytes() == study.encode()


@pytest.mark.slow
async def test_each_game_of_a_file_is_opened_and_deleted():
    more = "".join(f'\n[White "{name}"]\n\n1. d4 1-0\n' for name in "XY")
    keep("a", f"*\n{more}")
    async with opened(LibraryScreen) as hands:
        await hands.sees("3 games")
        await hands.press('"y" enter')
        await hands.sees("0 of 1", "status")
        assert hands.screen.game.tags["White"] == "Y"
        await hands.press("ctrl+q f2")
        await hands.press('"b" enter')
        await hands.sees("other games as well", "prompt")
        await hands.press("delete")
        await hands.sees("Delete from a.pgn?", "prompt")
        await hands.press("n")
        await hands.sees("1 of 3")
        await hands.press("delete g")
        await hands.sees("Deleted game 3 of a.pgn; ^Z brings it back", "prompt")
        await hands.sees("0 of 2")
        await hands.press("ctrl+z")
        await hands.sees("1 of 3")
        await hands.press("escape home delete a")
        await hands.sees("1 game")


@pytest.mark.parametrize("size", [(40, 16), (130, 40)])
async def test_the_preview_shows_how_the_game_ends(three, size):
    async with opened(LibraryScreen, size) as hands:
        if size[0] < 80:
            await hands.press("f4")
        board = hands.screen.preview.board
        await hands.sees("Anna - Zoë")
        await hands.sees("1-0, 4")
        await hands.until(lambda: board.display, "the board")
        assert board._view.pieces == Position(load("chess"), ITALIAN).pieces()
        assert hands.screen.region.contains_region(board.region)
        if size[0] > 80:  # no headings: rows say what their numbers are
            assert any("2020-01-01" in row and " 4 plies" in row for row in hands.rows)
        await hands.press("down")
        await hands.until(lambda: "Berta - Zoë" in hands.text, "the next game")
        await hands.until(lambda: len(board._view.last) and board._view.last[1] == D4, "its move")


@pytest.mark.slow
async def test_keys_behind_the_one_that_opens_a_game_change_nothing_in_the_list(three):
    async with opened(LibraryScreen) as hands:
        await hands.sees("3 games")
        for key in ("enter", "x", "f2", "up", "escape"):
            hands.pilot.app.post_message(events.Key(key, key if key == "x" else None))
        await hands.sees("0 of 4")
        await hands.press("ctrl+q")
        await hands.sees("Saved games")
        assert players(hands) == ["Anna", "Berta", "Carla"]


async def test_a_game_that_has_vanished_is_taken_off_the_list(three):
    async with opened(LibraryScreen, (200, 24)) as hands:
        three[1].unlink()
        await hands.press("down enter")
        await hands.sees("No such file", "prompt")
        await hands.sees("2 games")


async def test_the_games_shown_are_written_to_a_file(three, tmp_path):
    async with opened(LibraryScreen) as hands:
        await hands.press("ctrl+s a ctrl+u")
        await paste(hands, f"{tmp_path}/all.fen")
        await hands.press("enter")
        await hands.sees("Exported to")
    assert (tmp_path / "all.fen").read_text().count("\n") == 3
