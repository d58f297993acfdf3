"""Every action of every screen, by key, by mouse and by its name: each way does the same.

The help of the screen tells of all of them, and of each sign that stands there.

An action that is added takes part by itself. Where it finds nothing to do, `stages` needs to know
what comes before it, or that it has nothing to do on some screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from acting import Stage, hint_faults
from makachess.tui.keymap import Keymap
from makachess.tui.keys import SCREENS, Action
from makachess.tui.screens.base import HelpScreen
from sampling import mostly_slow
from stages import FILES, FORMS, GIVEN, IDLE, KINDS, is_called_by_name, is_idle
from tui_harness import Hands, opened

WHERE = """
In tests/stages.py, KINDS says how a screen is brought back to what it was before each action,
GIVEN what an action needs before it, and IDLE which actions find nothing to do on a screen."""

# Of screens with the same action the first is asked each time, and those with values.
FIRST = {action.id: name for name in reversed(SCREENS) for action in SCREENS[name]}


@pytest.fixture(autouse=True)
def files(home: Path) -> None:
    """Games to be found, and engines to be chosen."""
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


def diff(one: tuple[object, ...], other: tuple[object, ...]) -> str:
    """The rows that differ, or else what is not in a row."""
    rows = unified_diff(str(one[-1]).splitlines(), str(other[-1]).splitlines(), lineterm="", n=0)
    return "\n".join([*rows][2:]) or f"{one[:-1]} {other[:-1]}"


async def faults_of(
    stage: Stage, action: Action, first: tuple[object, ...], name: str, *, thorough: bool
) -> list[str]:
    """Where an action does nothing, or not the same in all ways."""
    given, done = GIVEN.get(action.id, ()), {}
    await stage.begin(*given)
    before = stage.seen() if given else first
    named = is_called_by_name(name, action)
    for way in stage.ways(action, named=named, thorough=thorough):
        if done:
            await stage.begin(*given)
        await stage.do(way, action)
        done[way] = stage.seen()
    (key, effect), *others = done.items()
    faults = [f"{way} is not {key}: {diff(effect, seen)}" for way, seen in others if seen != effect]
    if (effect != before) == is_idle(name, action):
        faults.append("does something" if effect != before else "does nothing")
    if not others and named and stage.screen.offers(action):
        faults.append("has no other way than its key")
    return [f"{action.id}: {fault}" for fault in faults]


def untold(stage: Stage, name: str) -> Iterator[str]:
    """The keys of which the screen's help does not tell."""
    told = stage.help_rows()
    offered = [action for action in SCREENS[name] if stage.screen.offers(action)]
    for keys, text in Keymap().help(offered):
        if (keys, text) not in told:
            yield f"the help does not tell of {keys}: {text}"


SAID = set("""abcdefghijklmnopqrstuvwxyz0123456789 .,:;'"()-/%=_^~""")
DRAWN = set("─│┌┐└┘╭╮╰╯·▘▝▀▖▌▞▛▗▚▐▜▄▙▟█♔♕♖♗♘♙♚♛♜♝♞")  # lines, empty squares, pieces


def signs_of(hands: Hands) -> set[str]:
    """The characters on the screen, its board left out, that are neither words nor drawings."""
    rows = hands.rows
    for board in hands.screen.query("BoardWidget"):
        x, y, width, height = board.region
        for at in range(y, min(y + height, len(rows))):
            rows[at] = rows[at][:x] + " " * width + rows[at][x + width :]
    text = "".join(rows).lower()
    return {char for char in text if not char.isalnum()} - SAID - DRAWN


async def unexplained(stage: Stage, signs: set[str]) -> list[str]:
    """The signs of a screen that its help, which has been asked for, does not explain."""
    if isinstance(stage.opened, HelpScreen):
        await type(stage.app).push_screen(stage.app, stage.opened)
    panel: Any = stage.app.screen.query("HelpPanel, HelpText").last()
    missing = signs - set(panel.text)
    return [f"the help does not explain {sorted(missing)}"] if missing else []


async def faults_on(name: str, patch: pytest.MonkeyPatch, *, thorough: bool) -> list[str]:
    """All that is wrong with the actions of a screen."""
    async with opened(KINDS[name].open) as hands:
        stage = Stage(hands, patch, KINDS[name].begin)
        await stage.begin()
        declared = {key: a.id for a in SCREENS[name] for key in a.keys.split(",")}
        faults = [] if stage.bound() == declared else [f"{stage.bound()} are not {declared}"]
        first, signs = stage.seen(), signs_of(hands)
        faults += hint_faults(stage.screen)
        for action in SCREENS[name]:
            if thorough or name in (*FORMS, FIRST[action.id]):
                faults += await faults_of(stage, action, first, name, thorough=thorough)
        await stage.begin()
        if (last := stage.seen()) != first:
            faults.append(f"not brought back: {diff(first, last)}")
        await stage.run("screen.help")
        return [*faults, *untold(stage, name), *await unexplained(stage, signs)]


@pytest.mark.parametrize("name", mostly_slow(SCREENS, ("home", "position", "settings")))
async def test_an_action_does_the_same_by_key_by_mouse_and_by_name(name, monkeypatch):
    faults = await faults_on(name, monkeypatch, thorough=False)
    assert not faults, "\n".join([*faults, WHERE])


@pytest.mark.long
@pytest.mark.parametrize("name", SCREENS)
async def test_every_key_of_every_screen_and_all_ways_to_call_its_actions_do_the_same(
    name, monkeypatch
):
    faults = await faults_on(name, monkeypatch, thorough=True)
    assert not faults, "\n".join([*faults, WHERE])


def test_what_is_said_of_actions_is_said_of_those_there_are():
    known = {name: {action.id for action in actions} for name, actions in SCREENS.items()}
    assert set(KINDS) == set(known)
    assert set(GIVEN) <= set().union(*known.values())
    assert all(ids <= known[name] for name, ids in IDLE.items())
