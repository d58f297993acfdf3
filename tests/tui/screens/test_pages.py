"""From the home screen to everything else."""

from __future__ import annotations

import pytest
from makachess.core import Position, Square
from makachess.play.exercises import Progress
from makachess.play.keeping import import_text
from makachess.play.puzzles import daily_puzzle
from makachess.saves import Game, Library
from makachess.tui.screens.exercise import ExerciseScreen
from makachess.tui.screens.home import HomeScreen
from makachess.variants import load, variants_folder
from sampling import mostly_slow
from tui_harness import IN_SIZES, opened

D4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"
WIDE = (400, 30)  # room for a path of any length


def keep_game(*sans: str, variant: str = "veteran", finished: str = "", **tags: str) -> Game:
    """Put a game into the library."""
    players = {"White": "Player", "Black": "makachess level 4"}
    types = {"WhiteType": "human", "BlackType": "program"}
    game = Game(load(variant), None, players | types | tags)
    for san in sans:
        game.play(game.position.parse(san))
    if finished:
        game.finish(finished, "resignation")
    Library().autosave(game).save()
    return game


async def test_the_settings_of_a_new_game():
    async with opened(HomeScreen) as hands:
        await hands.press("enter home right")
        first = hands.text
        assert "Veteran Chess" not in first.split("\n")[3]
        await hands.press("left down left left left")
        await hands.sees("< a person here >")
        await hands.sees("Auto flip")
        await hands.sees_no("You play")
        await hands.press("down right home enter")
        await hands.sees("White to move")
        assert hands.screen.session.people == {"white", "black"}
        assert hands.screen.auto_flip


def own_variant(name: str, text: str) -> None:
    folder = variants_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(text)


@pytest.mark.slow
async def test_ones_own_games_can_be_chosen():
    own_variant("mini", 'extends = "veteran"\nsummary = "A game of my own."')
    own_variant("broken", "title = 3")
    async with opened(HomeScreen, (120, 40)) as hands:
        await hands.press("enter")
        await hands.sees("broken.toml: title: 3 is not a text in quotes")
        await hands.press("home")
        await hands.sees("Veteran Chess (veteran)")
        await hands.press_until("right", lambda: "A game of my own." in hands.text, "one's own")
        await hands.sees("Veteran Chess (mini)")
        await hands.press("home enter")
        await hands.sees("White to move")
        assert hands.screen.session.game.variant == load("mini")


async def test_an_unfinished_game_can_be_continued():
    keep_game("e4", "e5")
    async with opened(HomeScreen) as hands:
        await hands.sees("▌ Continue")
        await hands.sees("Veteran Chess, move 2")
        await hands.sees("Player to move")
        await hands.press("enter")
        await hands.has_played("e4", "e5")
        assert hands.screen.setup.level == 4
        await hands.press("ctrl+q")
        await hands.sees("▌ Continue")


async def test_without_an_unfinished_game_there_is_nothing_to_continue():
    keep_game("e4", finished="white")
    async with opened(HomeScreen) as hands:
        await hands.sees_no("Continue")


@pytest.mark.parametrize("size", IN_SIZES)
async def test_the_game_to_be_continued_stands_beside_the_menu(size):
    keep_game("d4", variant="chess")
    async with opened(HomeScreen, size) as hands:
        board = hands.screen.board
        await hands.until(lambda: board.display and board.size.width, "the board")
        assert board._view.pieces == Position(load("chess"), D4).pieces()
        assert board._view.last == (Square.parse("d2"), Square.parse("d4"))
        await hands.sees("makachess level 4 to move")
        left = max(row.find("Settings") for row in hands.rows) + len("Settings")
        assert board.region.x > left
        picture = hands.screen.pictures[0]
        for widget in (picture.far, board, picture.near):
            assert hands.screen.region.contains_region(widget.region)
        await hands.pilot.click(board, offset=(1, 1))
        await hands.has_played("d4")


async def test_without_one_the_puzzle_of_the_day_stands_there_and_enter_solves_it(today):
    keep_game("e4", finished="white")
    puzzle = daily_puzzle(today, ())
    async with opened(HomeScreen, (120, 40)) as hands:
        await hands.sees("Daily puzzle ───")
        await hands.sees(puzzle.steps[0].task)
        board = hands.screen.board
        assert board._view.pieces == puzzle.position().pieces()
        assert board.geometry.flipped == (puzzle.position().turn == "black")
        await hands.pilot.click(board, offset=(1, 1))
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "the puzzle")
        await hands.press("escape")
        await hands.press("d enter")
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "the puzzle")
        assert hands.screen.attempt.exercise == puzzle
        Progress().solve("puzzles", puzzle.key)
        await hands.press("escape")
        await hands.sees("come back tomorrow")


async def test_a_daily_puzzle_without_room_gives_way_to_another_board():
    Progress().solve("lessons", "maka/lion")
    async with opened(HomeScreen) as hands:
        board = hands.screen.board
        await hands.until(lambda: board.display and board.size.width, "the board")
        assert board.variant.name == "veteran"


async def test_a_game_played_with_black_is_seen_from_its_side():
    level, player = {"WhiteType": "program"}, {"BlackType": "human"}
    keep_game("e4", White="makachess level 4", Black="Player", **level, **player)
    async with opened(HomeScreen) as hands:
        await hands.sees("Player to move")
        assert hands.screen.board.geometry.flipped
        assert hands.screen.pictures[0].near.side.color == "black"


def marked_row(hands) -> int:
    """The row of the item that is highlighted."""
    return next((y for y, row in enumerate(hands.rows) if row.lstrip().startswith("▌")), -9)


@pytest.mark.parametrize("key", mostly_slow(["", "n enter", "s enter", "r enter"], [""]))
async def test_arrows_and_enter_work_again_after_the_window_was_too_small(key):
    for sans in (("e4",), ("d4",), ("c4",)):
        keep_game(*sans)
    async with opened(HomeScreen, (80, 24)) as hands:
        await hands.press(f"{key} home")
        await hands.pilot.resize_terminal(30, 8)
        await hands.sees("This window is 30x8")
        await hands.press("down")
        await hands.pilot.resize_terminal(80, 24)
        await hands.sees("F1 help", "keys")
        row = marked_row(hands)
        await hands.press("down")
        await hands.until(lambda: marked_row(hands) > row, "a step")
        before = hands.text
        await hands.press("right" if key.startswith("n") else "enter")
        if not key.startswith("r"):
            await hands.until(lambda: hands.text != before, "Enter")


async def test_names_in_files_are_shown_without_what_a_terminal_would_obey():
    evil = "\x1b]0;owned\x07\u202e"
    keep_game("e4", White=f"Anna {evil}", WhiteType="human")
    async with opened(HomeScreen, WIDE) as hands:
        await hands.sees(r"Anna \x1b]0;owned\x07\u202e")
        assert hands.text.replace("\n", "").isprintable()


async def test_an_imported_game_is_not_offered_to_be_continued():
    import_text('[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 *\n')
    async with opened(HomeScreen) as hands:
        await hands.sees("▌ New game")
        await hands.sees_no("Continue")
