"""Every key in a row of hints does what it says, in every state; the way out is always there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from acting import Stage, grammar_faults, hint_faults, shown_keys
from sampling import mostly_slow
from stages import FILES, KINDS, Given, over
from tui_harness import opened

# What goes up and down, where the end is seen, and what changes values, which stand in `< >`.
ENDS_IN_SIGHT = (
    *("scroll-up", "scroll-down", "text-up", "text-down", "menu-up", "menu-down"),
    *("menu-previous", "menu-next"),
)


def solved(screen: Any) -> None:
    while not screen.attempt.solved:
        screen.make_move(screen.attempt.solution)


def hinted(screen: Any) -> None:
    screen.action_hint()


# States besides those in which screens open: the screen, and what is done there.
STATES: dict[str, tuple[str, tuple[Given, ...]]] = {
    "a piece picked": ("game", ("screen.pick",)),
    "a question": ("game", ("screen.resign",)),
    "looking back": ("game", ("screen.look(-2)",)),
    "looking at the start": ("game", ("screen.look(-9999)",)),
    "over": ("game", (over,)),
    "over, looking back": ("game", (over, "screen.look(-2)")),
    "help": ("game", ("screen.help",)),
    "attack map": ("game", ("screen.attacks",)),
    "a table, looking back": ("table", ("screen.look(-2)",)),
    "replay, the cursor": ("replay", ("screen.hand_over",)),
    "replay, a piece picked": ("replay", ("screen.hand_over", "screen.pick")),
    "replay, the start": ("replay", ("screen.seek(0)",)),
    "replay, the end": ("replay", ("screen.seek(9999)",)),
    "replay, help": ("replay", ("screen.help",)),
    "exercise, a piece picked": ("exercise", ("screen.pick",)),
    "exercise, a hint": ("exercise", (hinted,)),
    "exercise, solved": ("exercise", (solved,)),
    "exercise, help": ("exercise", ("screen.help",)),
    "position, help": ("position", ("screen.help",)),
    "position, a question": ("position", ("screen.castling",)),
}
STATES |= {name: (name, ()) for name in KINDS}


@pytest.fixture(autouse=True)
def files(home: Path) -> None:
    """Games to be found, and engines to be chosen."""
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


async def faults_in(stage: Stage, given: tuple[Given, ...]) -> list[str]:
    """The keys shown in a state that do nothing there, or something else."""
    await stage.begin(*given)
    before, keys, faults = stage.seen(), list(shown_keys(stage.screen)), hint_faults(stage.screen)
    faults += grammar_faults(stage.screen, stage.hands.text)
    for number, (key, action) in enumerate(keys):
        if number:
            await stage.begin(*given)
        await stage.hands.pilot.press(key)
        await stage.hands.pilot.pause()
        if stage.seen() == before and action.id not in ENDS_IN_SIGHT:
            faults.append(f"{key} ({action.id}) does nothing")
    return faults


SOME = ("a question", "over", "replay, the cursor", "exercise, solved")


# Screens as they open are looked at in test_every_action.
@pytest.mark.parametrize("state", mostly_slow([s for s in STATES if STATES[s][1]], SOME))
async def test_the_keys_shown_do_what_they_say(state, monkeypatch):
    name, given = STATES[state]
    async with opened(KINDS[name].open) as hands:
        stage = Stage(hands, monkeypatch, KINDS[name].begin)
        faults = await faults_in(stage, given)
    assert not faults, "\n".join(faults)


@pytest.mark.long
@pytest.mark.parametrize("size", [(60, 20), (120, 40), (200, 60)])
@pytest.mark.parametrize("state", STATES)
async def test_the_keys_shown_do_what_they_say_in_every_window(state, size, monkeypatch):
    name, given = STATES[state]
    async with opened(KINDS[name].open, size) as hands:
        stage = Stage(hands, monkeypatch, KINDS[name].begin)
        faults = await faults_in(stage, given)
    assert not faults, "\n".join(faults)
