"""The form for a new game: options, opponents, where it begins, and the board below it."""

from __future__ import annotations

import re

import pytest
from makachess.core import Position, Square
from makachess.play.session.clock import parse_clock
from makachess.play.settings import load_settings
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.new_game import NewGameScreen
from makachess.variants import list_games, load
from textual import events
from tui_harness import IN_SIZES, Hands, opened

KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30"


def row_of(hands: Hands, label: str) -> int:
    """How many rows below the first one a row of the form is."""
    return next(at for at, item in enumerate(hands.screen.form.items) if item.label == label)


async def go_to(hands: Hands, label: str) -> None:
    await hands.press("home " + "down " * row_of(hands, label))


async def test_the_app_can_be_ended_while_the_form_opens():
    async with opened(HomeScreen) as hands:
        form = NewGameScreen()
        compose = form.compose

        def compose_late():
            yield from compose()
            hands.pilot.app.exit()

        form.compose = compose_late
        hands.pilot.app.push_screen(form)
        await hands.until(lambda: hands.pilot.app._exit, "the end of the app")


@pytest.mark.slow
async def test_options_are_explained_changed_and_remembered(home):
    home.mkdir()
    (home / "settings.toml").write_text('variant = "maka"\n')
    async with opened(NewGameScreen, (120, 40)) as hands:
        await go_to(hands, "Rules")
        await hands.sees("As H. G. Muller has the old game")
        await hands.press("right")
        await hands.sees("< modern >")
        await hands.sees("Promotion: with every capture")  # beside the form
        await go_to(hands, "More rules")
        await hands.press("enter")
        await hands.sees("▌ As usual")
        await hands.sees("─ Pieces ─")
        await hands.press("end up up right")
        await hands.sees("*Repetition")
        await hands.sees("< no position may occur again >")
        await hands.sees("(repetition=forbidden)", "prompt")
        await hands.press("escape")
        await hands.sees("1 changed")
        await hands.press("enter home enter")
        await hands.sees_no("*Repetition")
        await hands.press("escape")
        await hands.sees("as usual")
        await hands.press("home enter")
        await hands.sees("move 1", "status")
        assert hands.screen.game_shown().variant == load("maka", rules="modern")
    assert load_settings().settings.options == {"maka": "rules=modern"}
    async with opened(NewGameScreen) as hands:
        await hands.sees("< modern >")


@pytest.mark.slow
async def test_any_clock_can_be_typed_on_its_row_and_what_is_none_is_refused():
    async with opened(NewGameScreen) as hands:
        await go_to(hands, "Clock")
        await hands.sees("5d3 with a delay, 10+3x30 with byo-yomi", "prompt")
        await hands.press('"7d2" enter')
        await hands.sees("< 7d2 >")
        await hands.sees("7 minutes; at each move, the clock starts after 2 seconds", "prompt")
        await hands.press('"7x" enter')
        await hands.sees("'7x' is not a clock", "prompt")
        await hands.sees("< 7d2 >")
        await hands.press("enter")
        await hands.until(lambda: getattr(hands.screen, "setup", None), "the game")
        assert hands.screen.setup.control == parse_clock("7d2")
    assert load_settings().settings.clock == "7d2"


@pytest.mark.slow
async def test_a_game_begins_with_a_fen_that_is_typed_or_pasted():
    async with opened(NewGameScreen) as hands:
        hands.screen.post_message(events.Paste("4k3/8/8/8/8/8/8/8 w - - 0 1"))
        await hands.sees("No game can begin with this FEN: white has 0 kings", "prompt")
        await go_to(hands, "FEN")
        await hands.press("enter")
        await hands.sees("FEN:", "prompt")
        await hands.pilot.press(*("space" if char == " " else char for char in KINGS), "enter")
        await hands.sees("The game begins with this position", "prompt")
        await hands.sees("as set up")
        await hands.press("home enter")
        await hands.sees("move 30", "status")
        assert hands.screen.game_shown().start_fen == KINGS


async def test_a_pasted_fen_of_another_game_chooses_that():
    async with opened(NewGameScreen) as hands:
        hands.screen.post_message(events.Paste(load("maka").start_fen.replace(" w ", " b ")))
        await hands.sees("The game begins with this position", "prompt")
        assert hands.screen.choices.variant.name == "maka"


@pytest.mark.parametrize(
    ("fen", "game"),
    [
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "chess"),
        ("rnblkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBLKBNR w KQkq - 0 2", "veteran"),
        (KINGS, "veteran"),
        ("3qk3/8/8/8/8/8/V7/4K3 w - - 7 30", "veteran"),
    ],
)
async def test_a_fen_pasted_before_a_game_is_chosen_is_of_one_that_has_its_pieces(fen, game):
    async with opened(lambda: NewGameScreen(pasted=fen)) as hands:
        await hands.sees("as set up")
        assert hands.screen.choices.variant.name == game


async def test_a_pasted_fen_keeps_the_game_that_was_chosen():
    async with opened(NewGameScreen) as hands:
        hands.screen.post_message(events.Paste("3qk3/8/8/8/8/8/3Q4/4K3 w - - 7 30"))
        await hands.sees("as set up")
        assert hands.screen.choices.variant.name == "veteran"


async def test_a_fen_is_typed_on_its_row_and_asked_for_again_if_it_is_refused():
    async with opened(NewGameScreen) as hands:
        await go_to(hands, "FEN")
        await hands.sees("Enter type", "keys")
        await hands.press('"pawn"')  # which would go to "Position" from any other row
        await hands.press('space "no" enter')
        await hands.sees("No game can begin with this FEN: 1 rank instead of 8", "prompt")
        await hands.press("enter")
        await hands.sees("FEN: pawn no", "prompt")
        await hands.press("escape")
        await hands.pilot.press("+")  # a promoted piece
        await hands.sees("FEN: +", "prompt")


def pieces(hands: Hands) -> dict[Square, str]:
    """What stands on the board beside the form."""
    return dict(hands.screen.board._view.pieces)


def array(title: str) -> dict[Square, str]:
    """How a game begins."""
    variant = next(one.variant for one in list_games() if one.variant.title == title)
    return Position(variant).pieces()


async def test_the_board_shows_where_the_game_begins_if_there_is_room():
    async with opened(NewGameScreen) as hands:
        board = hands.screen.board
        await hands.until(lambda: pieces(hands) == Position(load("veteran")).pieces(), "the array")
        assert board.geometry.cell == (5, 2)
        hands.screen.post_message(events.Paste(KINGS))
        await hands.until(
            lambda: pieces(hands) == Position(load("veteran"), KINGS).pieces(), "a FEN"
        )
        await hands.pilot.resize_terminal(40, 12)
        await hands.sees("▌ Start")
        await hands.until(lambda: not board.is_on_screen, "the form alone")
        await hands.pilot.resize_terminal(300, 100)
        await hands.until(lambda: board.geometry.cell.height > 6, "larger squares")


@pytest.mark.parametrize("size", IN_SIZES)
async def test_a_game_is_chosen_from_the_list_of_all_with_the_mouse(size):
    async with opened(NewGameScreen, size) as hands:
        titles = [listing.variant.title for listing in list_games()]
        await hands.sees("─ Games ─")
        for title in titles:
            await hands.sees(title)
        games = hands.screen.games
        top = games.region.y
        for title in ("Elven Chess", "Macadamia Shogi", "Decimaka (revised)"):
            row = next(y for y, text in enumerate(hands.rows) if title in text)
            await hands.pilot.click(offset=(hands.rows[row].index(title) + 2, row))
            await hands.sees(f"< {title} >")
            await hands.until(lambda t=title: pieces(hands) == array(t), "its array")
            assert re.search(f"▌ ?{re.escape(title)}", hands.text)
            assert games.region.y == top  # where the next click is meant to go


async def test_a_letter_goes_to_the_next_game_that_begins_with_it():
    async with opened(NewGameScreen) as hands:
        for key, game in {
            "v": "Veteran Chess",
            "m": "Macadamia Shogi",
            "M": "Maka Dai Dai Shogi",
        }.items():
            await hands.press(f'"{key}"')
            await hands.sees(f"< {game} >")
            await hands.sees(f"▌{game}")
        await hands.press('"y"')  # no game but a row begins with it
        await hands.sees("▌ You play")
        await go_to(hands, "FEN")
        await hands.press('"v"')
        await hands.sees("FEN: v", "prompt")
