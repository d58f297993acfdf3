"""The grammar of questions and of the keys, on every screen: nothing here knows what they are."""

from __future__ import annotations

from typing import Any

import pytest
from acting import Stage
from makachess.play.questions import Answer
from makachess.tui.dialogs import offer
from makachess.tui.screens import base
from makachess.tui.screens.beside import BesideScreen
from sampling import mostly_slow, sampled
from stages import KINDS
from tui_harness import opened

NOWHERE = 4  # times Esc, after which nothing more is to be closed
LETTERS = ("n", "y", "M", "f", "e")
GIVEN = {key: key for key in LETTERS} | {
    "enter": "n",
    "down enter": "y",
    "right enter": "y",
    "up enter": "e",
    "left enter": "e",
    "down right right up left down enter": "M",
    "escape": None,
}


def place(screen: Any) -> tuple[object, ...]:
    """Where cursor and choice are."""
    board, menu = getattr(screen, "board", None), getattr(screen, "menu", None)
    return board and board.cursor, menu and menu.index


@pytest.mark.parametrize("size", mostly_slow([(80, 24), (40, 12)], [(80, 24)]))
@pytest.mark.parametrize("name", sampled(KINDS, ["game", "saved games"], slow=("table", "replay")))
async def test_a_question_is_answered_alike_on_every_screen(name, size, monkeypatch):
    async with opened(KINDS[name].open, size) as hands:
        await Stage(hands, monkeypatch, KINDS[name].begin).begin()
        monkeypatch.delattr(hands.pilot.app, "push_screen")  # a question can be a screen of its own
        screen, given = hands.screen, []
        before = place(screen)

        def put() -> None:
            answers = [Answer(key, key, lambda key=key: given.append(key)) for key in LETTERS]
            if isinstance(screen, BesideScreen) or hasattr(screen, "find"):
                offer(screen.prompt, "Which?", *answers)
            else:
                base.ask(screen, "Which?", *answers)

        for keys, answer in GIVEN.items():
            put()
            await hands.pilot.pause()
            assert hands.screen.prompt.asking
            await hands.press(keys)
            assert not hands.screen.prompt.asking, keys
            assert given == [answer] * (answer is not None), keys
            assert place(screen) == before, keys
            given.clear()
        put()
        await hands.pilot.pause()
        await hands.press("z")
        for words in ("'z' is no answer", *LETTERS):
            await hands.sees(words, "prompt")
        await hands.press("y")
        assert given == ["y"]


@pytest.mark.parametrize("name", sampled(KINDS, ["game", "home", "replay", "settings"]))
async def test_escape_leaves_or_says_which_key_does(name, monkeypatch):
    async with opened(KINDS[name].open) as hands:
        stage = Stage(hands, monkeypatch, KINDS[name].begin)
        await stage.begin()
        says = f"{hands.screen.keymap.name('leave')} leaves"
        for _ in range(NOWHERE):
            if not stage.asked and not hands.shows(says, "prompt"):
                await hands.press("escape")
        assert stage.asked or hands.shows(says, "prompt"), hands.text
