"""Keys are declared once, can be set by the player, and all texts name those in force."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from makachess.play.session.setup import Setup, new_setup
from makachess.play.session.time_control import parse_clock
from makachess.play.settings import Settings, load_settings
from makachess.play.settings.values import toml_key
from makachess.saves import Game, Library
from makachess.tui.cli import cli
from makachess.tui.keys import ACTIONS, SCREENS, Keymap, commands, format_key, parse_key
from makachess.tui.keys.keymap import read_keymap
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.new_game import NewGameScreen
from makachess.tui.screens.opening import ElsewhereScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.tui.screens.rules import RulesScreen
from makachess.tui.screens.saved import SavedScreen
from makachess.variants import load
from textual.screen import Screen
from tui_harness import Hands, opened, playing, two_people


def replay() -> Screen[Any]:
    game = Game(load("veteran"))
    for san in ("e4", "e5"):
        game.play(game.position.parse(san))
    return ReplayScreen(game)


def game() -> Screen[Any]:
    return GameScreen(two_people())


OPENERS: dict[str, Callable[[], Screen[Any]]] = {
    "game": game,
    "replay": replay,
    "home": HomeScreen,
    "new game": NewGameScreen,
    "saved games": SavedScreen,
    "game elsewhere": lambda: ElsewhereScreen(Path("game.pgn"), "It is open elsewhere"),
    "rules": RulesScreen,
}
PAGES = ["new game", "saved games", "rules"]


def set_keys(home: Path, *lines: str, before: str = "") -> None:
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text("\n".join([before, "[keys]", *lines, ""]).lstrip())


def keys_in_force(hands: Hands) -> dict[str, str]:
    active = hands.screen.active_bindings
    return {key: str(found.binding.id) for key, found in active.items()}


# --- names of keys ------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ACTIONS)
def test_what_is_shown_is_what_can_be_written(action):
    for key in ACTIONS[action].keys.split(","):
        assert parse_key(format_key(key)) == key
        assert parse_key(key) == key


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("^G", "ctrl+g", "^G"),
        ("Ctrl+G", "ctrl+g", "^G"),
        ("f12", "f12", "F12"),
        ("PgUp", "pageup", "PgUp"),
        ("esc", "escape", "Esc"),
        ("?", "question_mark", "?"),
        ("<", "less_than_sign", "<"),
        (",", "comma", ","),
        ("minus", "minus", "-"),
        ("Alt+X", "alt+x", "Alt+X"),
        ("shift+tab", "shift+tab", "Shift+Tab"),
        ("Shift+Ctrl+Up", "ctrl+shift+up", "Ctrl+Shift+Up"),
        (" Space ", "space", "Space"),
    ],
)
def test_keys_as_people_write_them(text, name, shown):
    assert parse_key(text) == name
    assert format_key(name) == shown
    assert parse_key(shown) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a", "begins a typed move"),
        ("G", "begins a typed move"),
        ("7", "begins a typed move"),
        ("+", "begins a typed move"),
        ("^I", "cannot be told from Tab"),
        ("ctrl+m", "cannot be told from Enter"),
        ("^h", "cannot be told from Backspace"),
        ("hyper+x", "is not a key"),
        ("shift+x", "is not a key that terminals send"),
        ("ctrl+shift+x", "is not a key that terminals send"),
        ("ctrl+ctrl+up", "is not a key that terminals send"),
        ("é", "begins a typed move"),
        ("♔", "is not a key"),
        ("f25", "is not a key"),
        ("", "is not a key"),
        ("   ", "is not a key"),
    ],
)
def test_what_is_not_a_key(text, said):
    with pytest.raises(ValueError, match=said):
        parse_key(text)


# --- declarations -------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_does_two_things_on_a_screen(screen):
    keys = [key for action in SCREENS[screen] for key in action.keys.split(",")]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("screen", SCREENS)
async def test_every_binding_is_declared_and_has_its_id(screen):
    async with opened(OPENERS[screen]) as hands:
        declared = {key: a.id for a in SCREENS[screen] for key in a.keys.split(",")}
        assert keys_in_force(hands) == declared


@pytest.mark.parametrize("screen", SCREENS)
async def test_every_action_can_be_run(screen):
    async with opened(OPENERS[screen]) as hands:
        for action in SCREENS[screen]:
            where, _, call = action.run.partition(".")
            of = {"screen": hands.screen, "app": hands.pilot.app, "focused": hands.screen.focused}
            assert hasattr(of[where], f"action_{call.partition('(')[0]}"), action


@pytest.mark.parametrize("screen", SCREENS)
async def test_the_help_names_every_key(screen):
    async with opened(OPENERS[screen], (120, 70)) as hands:
        await hands.press("f1")
        for keys, text in Keymap().help(SCREENS[screen]):
            await hands.until(
                lambda k=keys, t=text: f"{k} " in hands.text and t[:20] in hands.text, keys
            )


def test_words_can_be_typed_in_place_of_keys():
    assert commands(SCREENS["game"])["flip"] == "screen.flip"
    assert set(commands(SCREENS["game"])) == {
        *("undo", "redo", "flip", "draw", "resign", "help", "leave", "quit", "save"),
        *("hint", "analysis", "review", "pieces"),
    }


# --- the player's own keys ----------------------------------------------------------------------


async def test_a_key_can_be_changed(home):
    set_keys(home, 'undo = "^B"')
    async with playing(two_people()) as hands:
        await hands.sees("^B undo", row=-1)
        await hands.press('"e4" enter')
        await hands.has_played("e4")
        await hands.press("ctrl+z")
        await hands.has_played("e4")
        await hands.press("ctrl+b")
        await hands.has_played()


@pytest.mark.usefixtures("single_keys")
async def test_help_and_messages_name_the_key_in_force(home):
    set_keys(home, 'undo = "^B"', 'leave = ["f10", "^X"]', 'review = "f4"', 'pieces = "f2"')
    async with playing(two_people(), size=(120, 40)) as hands:
        await hands.press("ctrl+r y")
        await hands.sees("F4 reviews it, ^N plays another, ^B takes back, F10 leaves", row=-2)
        await hands.press("f2")
        await hands.sees("(F2 again:", row=-2)
        await hands.press("f1")
        await hands.sees("F10 ^X      leave")
        await hands.sees("^B ^Y")
        await hands.pilot.resize_terminal(30, 8)
        await hands.sees("leave with F10.")


async def test_sentences_about_a_move_name_the_key_in_force(home):
    set_keys(home, 'cursor-up = "^U"', 'pick = "f5"', 'step-back = ["f6", "Esc"]')
    async with playing(two_people(), size=(120, 24)) as hands:
        await hands.sees("pick a piece with ^U Down Left Right and F5", row=-2)
        await hands.press('"e2" enter')
        await hands.sees("F6 goes back", row=-2)
        await hands.press("f6")
        await hands.sees_no("goes back")


async def test_keys_of_a_menu_can_be_changed(home):
    set_keys(home, 'menu-down = ["Down", "^N"]', 'menu-choose = ["Enter", "f3"]')
    async with opened(HomeScreen) as hands:
        await hands.press("ctrl+n")
        await hands.sees("> Saved games")
        await hands.press("down f3")
        await hands.sees("Rules and pieces", row=1)


async def test_two_keys_can_change_places(home):
    set_keys(home, 'undo = "^Y"', 'redo = "^Z"')
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter ctrl+y')
        await hands.has_played()
        await hands.press("ctrl+z")
        await hands.has_played("e4")
        assert not hands.pilot.app.preferences.faults


async def test_a_sign_that_is_a_key_does_not_begin_a_move(home):
    set_keys(home, 'hint = "!"', 'flip = ["~", "^F"]')
    async with playing(two_people()) as hands:
        await hands.press("tilde")
        await hands.until(lambda: hands.board[0][0] == "1", "a flipped board")
        assert not hands.screen.prompt.typing


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('undo = "^F"', "keys.undo: ^F is 'flip' on the game screen"),
        ('menu-up = "Enter"', "keys.menu-up: Enter is 'menu-choose' on the home screen"),
        ('text-up = "Up"', "keys.text-up: Up is 'menu-up' on the new game screen"),
        ('undo = "u"', "keys.undo: 'u' begins a typed move"),
        ('undo = ["^B", "hyper"]', "keys.undo: 'hyper' is not a key"),
        ('undoo = "^B"', "keys.undoo: no such action"),
        ("undo = 5", "keys.undo: 5 must be a key such as '^G'"),
    ],
)
async def test_a_wrong_key_is_told_with_its_line_and_changes_nothing(home, line, said):
    set_keys(home, 'redo = "f8"', line)
    async with opened(HomeScreen, (200, 24)) as hands:
        await hands.sees(f"settings.toml:3: {said}", row=-2)
        keymap = hands.pilot.app.preferences.keymap
        assert keymap.own == {"redo": ("f8",)}


def test_of_two_that_want_the_same_key_the_first_gets_it(home):
    set_keys(home, 'undo = "f8"', 'redo = "f8"', 'draw = "^Y"')
    keymap, faults = read_keymap(load_settings())
    assert [fault.short for fault in faults] == [
        "settings.toml:3: keys.redo: F8 is 'undo' on the game screen",
        "settings.toml:4: keys.draw: ^Y is 'redo' on the game screen",
    ]
    assert keymap.own == {"undo": ("f8",)}


def test_keys_of_different_screens_may_be_the_same(home):
    set_keys(home, 'undo = "^U"')
    keymap, faults = read_keymap(load_settings())
    assert not faults
    assert keymap.keys("undo") == keymap.keys("text-up")


# --- reports ------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["home", "game", "replay"])
async def test_a_broken_file_is_told_wherever_the_app_opens(home, screen):
    set_keys(home, 'undo = "^B', before="# mine")
    async with opened(OPENERS[screen], (120, 24)) as hands:
        await hands.sees("settings.toml:3: not TOML: ", row=-2)
        await hands.press("f1")
        await hands.sees("settings.toml:3: not TOML: ")


async def test_all_faults_are_in_the_help(home):
    set_keys(home, 'undo = "u"', before='level = 11\npieces = "runes"')
    async with opened(HomeScreen, (400, 50)) as hands:  # whose width has room for any path
        await hands.sees("settings.toml:1: level: 11", row=-2)
        await hands.sees("(and 2 more: see help)", row=-2)
        await hands.press("f1")
        for place in ("toml:1: level", "toml:2: pieces", "toml:4: keys.undo"):
            await hands.sees(f"settings.{place}")
        await hands.sees(str(home / "settings.toml"))


async def test_a_folder_in_place_of_the_file_is_told(home):
    (home / "settings.toml").mkdir(parents=True)
    async with opened(HomeScreen) as hands:
        await hands.sees("settings.toml: ", row=-2)


# --- help and the way back ----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["f1", "question_mark"])
@pytest.mark.parametrize("screen", ["home", *PAGES])
async def test_help_opens_and_closes_on_every_page(screen, key):
    async with opened(HomeScreen) as hands:
        await hands.press({"home": "", "new game": "n enter"}.get(screen, screen[0] + " enter"))
        before = hands.screen
        for closing in (key, "escape", "ctrl+q"):
            await hands.press(key)
            await hands.sees("Keys")
            await hands.sees("Esc back", row=-1)
            await hands.press(closing)
            await hands.until(lambda: hands.screen is before, "the page")
            await hands.sees("F1 help", row=-1)


async def test_help_scrolls_where_it_is_longer_than_the_window():
    async with opened(HomeScreen, (40, 10)) as hands:
        await hands.press("f1")
        await hands.sees("Keys")
        await hands.press("down")
        await hands.sees_no("Keys")
        await hands.press("pagedown pageup up")
        await hands.sees("Keys")


@pytest.mark.parametrize("key", ["n", "s", "r"])
async def test_escape_goes_back(key):
    async with opened(HomeScreen) as hands:
        home = hands.screen
        await hands.press(f"{key} enter")
        await hands.until(lambda: hands.screen is not home, "a page")
        await hands.press("escape")
        await hands.until(lambda: hands.screen is home, "home")
        await hands.press("escape")
        await hands.until(lambda: hands.screen is home, "home")
        assert not hands.pilot.app._exit


async def test_a_click_on_a_hint_does_it():
    async with opened(HomeScreen) as hands:
        await hands.press("n enter")
        await hands.sees("Enter start", row=-1)
        for words, then in (("F1 help", "Esc back"), ("Esc back", "Enter start")):
            await hands.pilot.click(offset=(hands.rows[-1].index(words), 23))
            await hands.sees(then, row=-1)
        await hands.pilot.click(offset=(hands.rows[-1].index("Enter start"), 23))
        await hands.sees("White to move", row=0)


# --- what is remembered -------------------------------------------------------------------------


@pytest.mark.parametrize("row", range(5))
async def test_enter_starts_the_game_from_any_row(row):
    async with opened(HomeScreen) as hands:
        await hands.press("n enter home " + "down " * row + "enter")
        await hands.sees("Veteran Chess  move 1  White to move", row=0)


async def test_space_and_clicks_still_change_a_setting():
    async with opened(HomeScreen) as hands:
        await hands.press("n enter home down space")
        await hands.sees("< Black >")
        await hands.pilot.click(offset=(4, next(i for i, r in enumerate(hands.rows) if "You" in r)))
        await hands.sees("< random >")


async def test_a_new_game_begins_with_what_was_chosen_last(home):
    home.mkdir()
    (home / "settings.toml").write_text('# mine\nside = "random"  # fair\nclock = "7+2"\n')
    async with opened(HomeScreen) as hands:
        await hands.press("n enter")
        for words in ("< random >", "< 7+2 >", "< 3 >"):
            await hands.sees(words)
        await hands.press("home right down right down right enter")
        await hands.sees("to move", row=0)
        await hands.press("ctrl+q n enter")
        for words in ("< two players >", "< yes >"):
            await hands.sees(words)
    assert (home / "settings.toml").read_text() == (
        '# mine\nside = "both"  # fair\nclock = "7+2"\nvariant = "chess"\nauto-flip = true\n'
    )


async def test_the_players_name_stands_in_the_game(home):
    home.mkdir()
    (home / "settings.toml").write_text('player = "Anna"\n')
    async with opened(HomeScreen) as hands:
        await hands.press("n enter enter")
        await hands.sees("White Anna")
        assert hands.screen.game_shown().tags["White"] == "Anna"


async def test_a_game_against_an_engine_is_resumed_with_its_command(home):
    home.mkdir()
    (home / "settings.toml").write_text('[engines]\n"The Best" = "no-such-program"\n')
    tags = {"White": "Player", "Black": "The Best", "BlackType": "program"}
    Library().autosave(Game(load("veteran"), None, tags)).save()
    for sentence in ("enter", "s enter enter"):
        async with opened(HomeScreen) as hands:
            await hands.press(sentence)
            await hands.sees("Black The Best")
            assert hands.screen.setup.engine == "no-such-program"


async def test_the_piece_set_is_remembered_on_every_board(home):
    async with opened(game) as hands:
        await hands.press("ctrl+p")
        await hands.sees("Pieces: figurines", row=-2)
        chosen = hands.screen.board.piece_set.name
    assert (home / "settings.toml").read_text().endswith(f'pieces = "{chosen}"\n')
    for opener in (game, replay):
        async with opened(opener) as hands:
            assert hands.screen.board.piece_set.name == chosen
            await hands.sees("♟" if "♟" in hands.text else "♙")


async def test_a_piece_set_that_a_game_lacks_leaves_letters(home):
    home.mkdir()
    (home / "settings.toml").write_text('pieces = "kanji"\n')
    async with opened(game) as hands:
        assert hands.screen.board.piece_set.name == "letters"
    assert load_settings().settings.pieces == "kanji"


async def test_what_cannot_be_written_is_told_and_holds(home):
    home.mkdir()
    broken = "level = \n"
    (home / "settings.toml").write_text(broken)
    async with opened(game, (160, 24)) as hands:
        await hands.press("ctrl+p")
        await hands.sees("Pieces: figurines", row=-2)
        await hands.sees("not remembered: settings.toml", row=-2)
        assert hands.pilot.app.preferences.settings.pieces == "figurines"
    assert (home / "settings.toml").read_text() == broken


# --- makachess play -----------------------------------------------------------------------------


@pytest.fixture
def start(monkeypatch):
    """Run `makachess play` up to where the app would open; the game it would open with."""
    opened: list[Setup] = []

    def make(*words: object, **options: Any) -> Setup:
        opened.append(new_setup(*words, **options))
        return opened[-1]

    def run(*words: str) -> Setup:
        result = CliRunner().invoke(cli, ["play", "chess", *words], obj=True)
        assert result.exit_code == 0, result.output
        return opened.pop()

    monkeypatch.setattr("makachess.play.session.setup.new_setup", make)
    monkeypatch.setattr("makachess.tui.app._run", lambda *words: None)
    monkeypatch.setattr("makachess.tui.commands.play.open_terminal", lambda: None)
    return run


USUAL = 'side = "black"\nlevel = 7\nclock = "5+3"\nplayer = "Anna"\n'


def test_play_without_options_takes_the_settings(home, start):
    assert start().people == {"white"}
    home.mkdir()
    (home / "settings.toml").write_text(USUAL)
    setup = start()
    assert (setup.people, setup.level) == ({"black"}, 7)
    assert setup.game.tags["Black"] == "Anna"
    assert setup.control == parse_clock("5+3")


def test_having_shown_the_help_does_not_change_the_defaults(home, start):
    CliRunner().invoke(cli, ["play", "--help"])
    home.mkdir()
    (home / "settings.toml").write_text(USUAL)
    assert start().level == 7


def test_options_of_play_win_and_are_not_written(home, start):
    home.mkdir()
    (home / "settings.toml").write_text(USUAL)
    setup = start("--side", "white", "--level", "2", "--time", "none")
    assert (setup.people, setup.level, setup.control) == ({"white"}, 2, None)
    assert (home / "settings.toml").read_text() == USUAL


def test_help_of_play_shows_the_defaults_in_force(home):
    shown = " ".join(CliRunner().invoke(cli, ["play", "--help"]).output.split())
    assert "[default: white]" in shown
    assert "[default: 3;" in shown or "[default: 3]" in shown
    home.mkdir()
    (home / "settings.toml").write_text(USUAL)
    shown = " ".join(CliRunner().invoke(cli, ["play", "--help"]).output.split())
    for default in ("black", "7", "5+3"):
        assert f"[default: {default}" in shown


# --- what the README says -----------------------------------------------------------------------


def test_the_example_in_the_readme_can_be_copied(home):
    text = (Path(__file__).parents[3] / "README.md").read_text()
    examples = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (example,) = [example for example in examples if "[keys]" in example]
    home.mkdir()
    (home / "settings.toml").write_text(example)
    file = load_settings()
    keymap, faults = read_keymap(file)
    assert (*file.faults, *faults) == ()
    assert set(tomllib.loads(example)) == {toml_key(field.name) for field in fields(Settings)}
    assert keymap.own


def test_the_readme_names_every_action():
    text = (Path(__file__).parents[3] / "README.md").read_text()
    listed = text[text.index("## Settings and keys") : text.index("## Strength")]
    assert {action for action in ACTIONS if f"`{action}`" not in listed} == set()
