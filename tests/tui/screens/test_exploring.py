"""Trying moves in a replay, by cursor, mouse and typed text, and editing what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.play.book import Book
from makachess.play.session.setup import new_setup
from makachess.saves import Collection, load_games
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from tui_harness import Hands, opened, playing

GAMES = (
    '[Variant "veteran"]\n[White "Anna"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
    '[Variant "veteran"]\n[White "Cleo"]\n\n1. d4 d5 (1... c5) *\n\n'
    '[Variant "chess"]\n[White "Emil"]\n\n1. c4 *\n'
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "three.pgn"
    path.write_text(GAMES)
    return path


def replaying(file: Path, ply: int = 0, size: tuple[int, int] = (80, 24)):
    def screen() -> ReplayScreen:
        collection = Collection(file)
        game, fault = collection.first(1)
        return ReplayScreen(Book(game, fault=fault, collection=collection), ply)

    return opened(screen, size)


def saved(file: Path, number: int = 1) -> str:
    """The moves of a game as the file has them."""
    text = file.read_text().split("\n\n")[2 * number - 1]
    return " ".join(text.split())


async def shows(hands: Hands, *sans: str) -> None:
    await hands.has_played(*sans)


async def test_moves_are_made_by_typed_text_cursor_and_mouse(file):
    async with replaying(file, ply=1) as hands:
        await hands.press('"c5" enter')
        await shows(hands, "e4", "c5")
        await hands.sees("1... c5 begins a variation", "prompt")
        await hands.sees("2 of 2", "status")
        await hands.sees("variation", "status")
        await hands.press("tab")
        await hands.pick("g1")
        await hands.sees("Enter go  Esc back", "keys")
        await hands.pick("f3")
        await shows(hands, "e4", "c5", "Nf3")
        await hands.press("tab")
        await hands.click("d7")
        await hands.click("d6")
        await shows(hands, "e4", "c5", "Nf3", "d6")
        assert saved(file) == "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 1-0"
        await hands.press("left left left")
        await hands.press('"e5" enter')
        await shows(hands, "e4", "e5")
        await hands.sees("2 of 3", "status")
        await hands.press('"Nf6" enter')
        await hands.sees("'Nf6' is not possible", "prompt")
        await hands.press('"nothing" enter')
        await hands.sees("'nothing' is not a command here", "prompt")


async def test_enter_gives_the_arrows_to_a_move_until_it_is_made(file):
    async with replaying(file) as hands:
        await hands.press("tab")
        await hands.pick("a2")
        await hands.press("escape tab left")
        await shows(hands)
        await hands.press("enter up enter")
        await shows(hands, "a3")
        await hands.press("left right")
        await shows(hands, "e4")


@pytest.mark.slow
async def test_moves_are_commented_on_and_marked_and_edits_undone(file):
    async with replaying(file, ply=2) as hands:
        await hands.press('semicolon "solid" enter')
        await hands.sees("Comment saved", "prompt")
        await hands.press("* ?")  # which begins others, too
        await hands.sees("? mistake", "prompt")
        await hands.press("escape escape")
        await hands.press("* ? !")
        assert saved(file) == "1. e4 e5 $6 {solid} 2. Nf3 1-0"
        await hands.press('"!?" enter "+=" enter')
        assert saved(file) == "1. e4 e5 $5 $14 {solid} 2. Nf3 1-0"
        await hands.press("left right")
        await hands.sees("solid", "status")
        await hands.press("ctrl+z ctrl+z ctrl+z")
        await hands.sees("Undone: 1... e5 ?!", "prompt")
        assert saved(file) == "1. e4 e5 {solid} 2. Nf3 1-0"
        await hands.press("ctrl+y")
        assert saved(file) == "1. e4 e5 $6 {solid} 2. Nf3 1-0"
        await hands.press("semicolon ctrl+u enter")
        assert saved(file) == "1. e4 e5 $6 2. Nf3 1-0"
        await hands.press("ctrl+s")
        await hands.sees("three.pgn; ^S again saves a copy elsewhere", "prompt")


@pytest.mark.slow
async def test_the_games_of_a_file_are_turned_like_pages(file):
    async with replaying(file, ply=1) as hands:
        await hands.sees("game 1 of 3", "status")
        await hands.press("[")
        await hands.sees("This is the first of 3 games", "prompt")
        await hands.press('"d5" enter ] "d5" enter')
        await hands.sees("White Cleo")
        await hands.press("right right")
        await shows(hands, "d4", "d5")
        await hands.press("]")
        await hands.sees("─ Chess ", "status")
        await hands.sees("game 3 of 3", "status")
        await hands.press('"e4" enter "game" space "1" enter')
        await hands.sees("White Anna")
        assert saved(file) == "1. e4 e5 (1... d5) 2. Nf3 1-0"
        assert saved(file, 3) == "1. c4 (1. e4) *"


@pytest.mark.slow
async def test_a_game_just_over_is_annotated_in_its_file(home):
    setup = new_setup(load("veteran"), "both")
    async with playing(setup) as hands:
        await hands.press('"e4" enter ctrl+r y')
        await hands.sees("White wins", "status")
        path = setup.autosave.path
        await hands.press("ctrl+o")
        await hands.until(lambda: isinstance(hands.screen, ReplayScreen), "the review")
        await hands.press('escape semicolon "hasty" enter')
        await hands.sees("Comment saved")
        await hands.press("ctrl+q")
        await hands.until(lambda: isinstance(hands.screen, GameScreen), "the game")
        assert load_games(path)[0].root.children[0].comments[-1] == "hasty"
        await hands.press("ctrl+z")
        await hands.sees("has been annotated; your game", "prompt")
        await hands.press('"d4" enter')
        assert load_games(path)[0].root.children[0].comments[-1] == "hasty"


async def test_a_screen_whose_book_has_gone_to_another_does_nothing_more(file):
    async with replaying(file) as hands:
        screen, first = hands.screen, hands.screen.game.root
        screen.call_later(screen._turn_to, 3)
        screen.call_later(screen.goto, first)
        screen.call_later(screen.picked, screen.board.cursor)
        await hands.until(lambda: hands.screen is not screen and len(hands.rows) > 9, "another")
        await hands.sees("─ Chess ", "status")
        await hands.sees("game 3 of 3", "status")


async def test_keys_for_a_game_of_other_rules_wait_for_its_screen_in_their_order(file):
    async with replaying(file) as hands:
        before = hands.screen
        await hands.press('"game" space "2" enter')
        await hands.sees("game 2 of 3", "status")
        for key in ("right_square_bracket", "right", *"e5", "enter", "ctrl+f"):
            hands.pilot.app.simulate_key(key)
        await hands.until(lambda: hands.screen is not before and len(hands.rows) > 9, "another")
        await hands.has_played("c4", "e5")
        await hands.until(lambda: hands.screen.board.geometry.flipped, "a flipped board")
