"""Which commands a text finds, and in which order."""

from __future__ import annotations

import pytest
from makachess.tui.keys import ACTIONS, SCREENS, Action, calls, find_calls

NOT_LISTED = {"commands", "commands-run", "commands-close"}


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
        ("flip", ["flip", "auto flip"]),
        ("afl", ["auto flip"]),
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


def test_an_empty_text_finds_everything():
    assert found(" ") == [call.name for call in calls(SCREENS["game"])]


def test_a_command_with_arguments_is_listed_with_each_of_them():
    action = Action("paint", "f5", "screen.paint", "paint", "", ("paint",), ("red", "green"))
    runs = {call.name: call.run for call in calls([action])}
    assert runs == {
        "paint": "screen.paint",
        "paint red": "screen.paint('red')",
        "paint green": "screen.paint('green')",
    }
