"""The form for a new game: options, opponents, where it begins, and the board below it."""

from __future__ import annotations

from makachess.play.settings import load_settings
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.new_game import NewGameScreen
from makachess.variants import load
from textual import events
from tui_harness import Hands, opened

KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30"


def row_of(hands: Hands, label: str) -> int:
    """How many rows below the first one a row of the form is."""
    return next(at for at, item in enumerate(hands.screen.form.items) if item.label == label)


def ranks(hands: Hands) -> list[str]:
    """The first words of the rows of the screen."""
    return [row.split()[0] for row in hands.rows if row.split()]


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


async def test_options_are_explained_changed_and_remembered(home):
    home.mkdir()
    (home / "settings.toml").write_text('variant = "maka"\n')
    async with opened(NewGameScreen, (120, 40)) as hands:
        await go_to(hands, "Rules")
        await hands.sees("A whole set of rules: as H. G. Muller describes them")
        await hands.press("right")
        await hands.sees("< modern >")
        await go_to(hands, "Royal contagion")
        await hands.sees("Royal contagion  < own-rule >")
        await hands.sees("Whether King and Drunk Elephant must promote")
        await hands.press("enter")
        await hands.sees("move 1  White to move", row=0)
        assert hands.screen.game_shown().variant == load("maka", rules="modern")
    assert load_settings().settings.options == {"maka": "rules=modern"}
    async with opened(NewGameScreen) as hands:
        await hands.sees("< modern >")


async def test_an_option_that_is_on_or_off_is_shown_as_yes_or_no():
    async with opened(NewGameScreen) as hands:
        await go_to(hands, "Fifty move reset by pawn")
        await hands.sees("Fifty move reset by pawn  < no >")
        await hands.press("right")
        await hands.sees("Fifty move reset by pawn  < yes >")
        await hands.press("enter")
        await hands.sees("White to move", row=0)
        assert hands.screen.game_shown().variant.rules_options == "fifty-move-reset-by-pawn=true"
    async with opened(NewGameScreen) as hands:
        await hands.sees("Fifty move reset by pawn  < yes >")


async def test_a_program_from_the_settings_is_an_opponent(home):
    home.mkdir()
    (home / "settings.toml").write_text('level = 10\n[engines]\nFish = "no-such-program"\n')
    async with opened(NewGameScreen) as hands:
        await hands.press("home down right")
        await hands.sees("< Fish >")
        await hands.press("enter")
        await hands.sees("Black Fish")
    assert load_settings().settings.opponent == "Fish"


async def test_a_game_begins_with_a_fen_that_is_typed_or_pasted():
    async with opened(NewGameScreen) as hands:
        hands.screen.post_message(events.Paste("4k3/8/8/8/8/8/8/8 w - - 0 1"))
        await hands.sees("No game can begin with this FEN: white has 0 kings", row=-2)
        await go_to(hands, "FEN")
        await hands.press("enter")
        await hands.sees("FEN:", row=-2)
        await hands.pilot.press(*("space" if char == " " else char for char in KINGS), "enter")
        await hands.sees("The game begins with this position", row=-2)
        await hands.sees("as set up")
        await hands.press("home enter")
        await hands.sees("move 30  White to move", row=0)
        assert hands.screen.game_shown().start_fen == KINGS


async def test_the_board_shows_where_the_game_begins_if_there_is_room():
    async with opened(NewGameScreen) as hands:
        await hands.until(lambda: "8" in ranks(hands), "the board")
        assert any(row.split()[:9] == ["8", *"rnblkbnr"] for row in hands.rows)
        hands.screen.post_message(events.Paste(KINGS))
        await hands.until(lambda: any("2" in r and "P" in r for r in hands.rows), "the Pawn")
        await hands.pilot.resize_terminal(40, 12)
        await hands.sees("> Start")
        await hands.until(lambda: "8" not in ranks(hands), "the form alone")
        await hands.pilot.resize_terminal(300, 100)
        await hands.until(lambda: hands.screen.board.geometry.cell.height > 4, "larger squares")


async def test_a_click_takes_the_next_option_and_one_on_the_left_sign_the_previous():
    async with opened(NewGameScreen) as hands:
        at, row = hands.rows[4].index("<"), row_of(hands, "Opponent")
        assert "< level 3 >" in hands.rows[4]
        await hands.pilot.click("#form", offset=(at - hands.screen.form.region.x, row))
        await hands.sees("Opponent        < level 2 >")
        await hands.pilot.click("#form", offset=(2, row))
        await hands.sees("> Opponent        < level 3 >")


async def test_games_of_other_inventors_are_offered_last(home):
    home.mkdir()
    (home / "settings.toml").write_text('variant = "mighty-lion"\n')
    async with opened(NewGameScreen, (120, 40)) as hands:
        await hands.sees("Mighty-Lion Chess")
        await go_to(hands, "Game")
        await hands.press("right")
        await hands.sees("Werewolf Chess")
        await hands.press("right")
        await hands.sees("Veteran Chess")
        await hands.press("left left left left")
        await hands.sees("Elven Chess")
        await hands.press("left left left")
        await hands.sees("Chu Shogi")
        await hands.sees("Lions are hard to trade")
