"""Keys are declared once, can be set by the player, and commands are found by their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from every_screen import OPENERS
from makachess.play.settings import load_settings
from makachess.tui.key_names import format_key, parse_key
from makachess.tui.keymap import read_keymap
from makachess.tui.keys import ACTIONS, SCREENS, Action
from makachess.tui.panes.help import TYPING
from makachess.tui.prompt import EDITING
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.palette import calls, find_calls
from tui_harness import opened, playing, two_people


def set_keys(home: Path, *lines: str, before: str = "") -> None:
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text("\n".join([before, "[keys]", *lines, ""]).lstrip())


def test_what_is_shown_is_what_can_be_written():
    for action in ACTIONS.values():
        for key in action.keys.split(","):
            assert parse_key(format_key(key)) == key
            assert parse_key(key) == key


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("^G", "ctrl+g", "^G"),
        ("Ctrl+G", "ctrl+g", "^G"),
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
        ("7", "begins a typed move"),
        ("+", "begins a typed move"),
        ("^I", "cannot be told from Tab"),
        ("ctrl+m", "cannot be told from Enter"),
        ("hyper+x", "is not a key"),
        ("shift+x", "is not a key that terminals send"),
        ("ctrl+shift+x", "is not a key that terminals send"),
        ("é", "begins a typed move"),
        ("f25", "is not a key"),
        ("", "is not a key"),
    ],
)
def test_what_is_not_a_key(text, said):
    with pytest.raises(ValueError, match=said):
        parse_key(text)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_does_two_things_on_a_screen(screen):
    keys = [key for action in SCREENS[screen] for key in action.keys.split(",")]
    assert len(keys) == len(set(keys))


async def test_help_and_messages_name_the_key_in_force(home):
    set_keys(home, 'undo = "^B"', 'leave = ["f10", "^X"]', 'review = "f5"')
    async with playing(two_people(), size=(120, 40)) as hands:
        await hands.press("ctrl+r y")
        for words in ("F5     review", "^N     new game", "F10    leave"):
            await hands.sees(words)
        await hands.press("f1")
        await hands.sees("F10 ^X      leave")
        await hands.sees("^B          take back a move")
        await hands.pilot.resize_terminal(30, 8)
        await hands.sees("leave with F10.")


async def test_sentences_about_a_move_name_the_key_in_force(home):
    set_keys(home, 'cursor-up = "^U"', 'pick = "f5"', 'step-back = ["f11", "Esc"]')
    async with playing(two_people(), size=(120, 24)) as hands:
        await hands.sees("use ^U Down Left Right and F5", "prompt")
        await hands.press('"e2" enter')
        await hands.sees("F11 goes back", "prompt")
        await hands.press("f11")
        await hands.sees_no("goes back")


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
        await hands.until(lambda: hands.first_label == "1", "a flipped board")
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
        await hands.sees(f"settings.toml:3: {said}", "prompt")
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


async def test_a_broken_file_is_told_where_the_app_opens(home):
    set_keys(home, 'undo = "^B', before="# mine")
    async with opened(OPENERS["game"], (120, 40)) as hands:
        await hands.sees("settings.toml:3: not TOML: ", "prompt")
        await hands.press("f1")
        await hands.sees("settings.toml:3: not TOML: ")


async def test_all_faults_are_in_the_help(home):
    set_keys(home, 'undo = "u"', before='level = 11\npieces = "runes"')
    async with opened(HomeScreen, (400, 50)) as hands:  # whose width has room for any path
        await hands.sees("settings.toml:1: level: 11", "prompt")
        await hands.sees("; the help tells of 2 more faults", "prompt")
        await hands.press("f1")
        for place in ("toml:1: level", "toml:2: pieces", "toml:4: keys.undo"):
            await hands.sees(f"settings.{place}")
        await hands.sees(str(home / "settings.toml"))


def test_the_help_tells_all_keys_that_edit_a_text():
    told = {key for keys, _ in TYPING for key in keys}
    assert told == {*EDITING, "enter", "escape"} - {"ctrl+h"}  # which is how Backspace arrives
    assert all(parse_key(format_key(key)) == key for key in told)


NOT_LISTED = {"commands"}


def found(text: str, screen: str = "game") -> list[str]:
    return [call.name for call in find_calls(calls(SCREENS[screen]), text)]


@pytest.mark.parametrize("screen", SCREENS)
def test_all_that_a_screen_can_do_is_listed(screen):
    listed = [call.action.id for call in calls(SCREENS[screen])]
    assert set(listed) == {action.id for action in SCREENS[screen]} - NOT_LISTED
    steps = [ACTIONS[name].run.startswith("focused.") for name in listed]
    assert steps == sorted(steps)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("flip", ["flip"]),
        ("swc", ["swap colours"]),
        (" New  Game ", ["new game"]),
        ("quit", ["leave"]),  # a typed command
        ("shell", ["suspend"]),  # a word of the help
        ("redo", ["redo"]),
        ("re", ["redo", "resign", "swap colours"]),  # which is a rematch
        ("rev", ["review"]),
        ("xyz", []),
    ],
)
def test_the_most_likely_comes_first(text, first):
    assert found(text)[: len(first)] == first
    if not first:
        assert found(text) == []


def test_a_command_with_arguments_is_listed_with_each_of_them():
    action = Action("paint", "f5", "screen.paint", "paint", "", ("paint",), ("red", "green"))
    runs = {call.name: call.run for call in calls([action])}
    assert runs == {
        "paint": "screen.paint",
        "paint red": "screen.paint('red')",
        "paint green": "screen.paint('green')",
    }
