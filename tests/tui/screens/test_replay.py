"""Replaying a saved game: stepping, playing by itself, variations, null moves, damaged files."""

from __future__ import annotations

import pytest
from makachess.saves import Game, load_games, save_game
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from tui_harness import IN_SIZES, opened

MOVES = ("e4", "e5", "Nf3", "Nc6", "Nxe5=M", "Nxe5=M")


@pytest.fixture
def file(tmp_path):
    game = Game(load("veteran"), None, {"White": "Anna", "Black": "Bo"})
    for san in MOVES:
        game.play(game.position.parse(san))
    game.finish("black", "resignation")
    save_game(game, tmp_path / "game.pgn")
    return tmp_path / "game.pgn"


def replaying(file, size=(80, 24), ply=0):
    return opened(lambda: ReplayScreen(load_games(file)[0], ply), size)


@pytest.mark.parametrize("size", IN_SIZES)
async def test_step_and_jump(file, size):
    async with replaying(file, size) as hands:
        await hands.sees("0 of 6", "status")
        await hands.press("right")
        await hands.has_played("e4")
        await hands.press("end")
        await hands.has_played(*MOVES)
        await hands.sees("White resigned: Black wins", "status")
        await hands.press("left")
        await hands.has_played(*MOVES[:-1])
        await hands.sees_no("wins", "status")
        await hands.press("home")
        await hands.has_played()
        await hands.press("down")
        await hands.has_played(*MOVES)


@pytest.mark.parametrize("size", IN_SIZES)
async def test_escape_goes_back_from_a_move_the_cursor_and_the_replay(file, size):
    async with opened(HomeScreen, size) as hands:
        home = hands.screen
        await hands.pilot.app.push_screen(ReplayScreen(load_games(file)[0]))
        await hands.sees("Esc back", "keys")
        await hands.press("tab")
        await hands.pick("g1")
        await hands.sees("Enter go  Esc back", "keys")
        await hands.press("escape")
        assert not hands.screen.entering.state.path
        await hands.sees("Esc back", "keys")
        await hands.press("escape right")
        await hands.has_played("e4")
        await hands.press("escape")
        await hands.until(lambda: hands.screen is home, "home")


async def test_autoplay_goes_to_the_end_and_stops(file, monkeypatch):
    pace = "makachess.tui.screens.replay.AUTOPLAY"
    monkeypatch.setattr(pace, 3600)
    async with replaying(file) as hands:
        await hands.sees("Left Right step", "keys")
        await hands.press("space")
        await hands.sees("Space stop", "keys")
        await hands.press("space")
        await hands.sees("Left Right step", "keys")
        monkeypatch.setattr(pace, 0.01)
        await hands.press("space")
        await hands.has_played(*MOVES)
        await hands.sees("Left Right step", "keys")


@pytest.fixture
def branched(file):
    file.write_text(
        '[Variant "veteran"]\n\n'
        "1. e4 e5 (1... c5 {sharper} 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 $2 *\n"
    )
    return file


async def test_variations_are_stepped_into_and_out_of(branched):
    async with replaying(branched, ply=2) as hands:
        await hands.has_played("e4", "e5")
        await hands.sees("( variation", "keys")
        await hands.press("(")
        await hands.has_played("e4", "c5")
        await hands.sees("2 of 4", "status")
        await hands.sees("variation", "status")
        await hands.sees("sharper")
        await hands.sees('(1...c5" 2.Nf3')
        await hands.press("right right")
        await hands.has_played("e4", "c5", "Nf3", "d6")
        await hands.press(")")
        await hands.has_played("e4", "e5")
        await hands.sees_no("variation, ply", "status")


async def test_the_next_mistake_is_one_of_the_game_itself(branched):
    async with replaying(branched, ply=1) as hands:
        await hands.press("( right")
        await hands.has_played("e4", "c5", "Nf3")
        await hands.press(">")
        await hands.has_played("e4", "e5", "Nf3")


@pytest.mark.slow
async def test_a_replay_that_is_left_while_it_opens_is_no_fault():
    async with opened(HomeScreen) as hands:
        for _ in range(5):
            hands.pilot.app.push_screen(ReplayScreen(Game(load("veteran"))))
            hands.pilot.app.pop_screen()
        await hands.sees("New game")
        await hands.press("enter")
        await hands.sees("▌ Start")


@pytest.mark.parametrize("size", IN_SIZES)
async def test_null_moves_are_stepped_over_and_never_entered(tmp_path, size):
    (tmp_path / "odds.pgn").write_text("1. e4 -- 2. d4 (2. Nf3 -- 3. Nc3) 2... d5 *\n")
    async with replaying(tmp_path / "odds.pgn", size) as hands:
        for count in range(1, 5):
            await hands.press("right")
            await hands.has_played(*("e4", "--", "d4", "d5")[:count])
        await hands.press("left left left")
        await hands.has_played("e4")
        await hands.press("Z 0 enter")
        await hands.sees("is a null move")
        await hands.has_played("e4")
