"""No screen closes or replaces another: what comes after it has closed itself does nothing."""

from __future__ import annotations

import pytest
from every_screen import OPENERS
from makachess.tui.lists import Menu
from makachess.tui.screens.home import HomeScreen
from tui_harness import opened

AT_ONCE = 4  # times that something is done before the app has heard of the first


async def test_a_click_that_arrives_after_the_command_list_has_closed_runs_nothing():
    async with opened(HomeScreen) as hands:
        before = hands.screen
        await hands.press('colon "redraw"')
        commands = hands.screen
        for _ in range(AT_ONCE):
            commands.menu.action_choose()
        await hands.until(lambda: hands.screen is not commands, "the screen below")
        await hands.pilot.pause()
        assert hands.screen is before


WITH_MENUS = ("home", "settings", "keys", "engines", "training", "new game", "open a table")


@pytest.mark.parametrize("name", WITH_MENUS)
async def test_what_is_chosen_twice_at_once_opens_one_screen(name):
    async with opened(HomeScreen) as hands:
        app = hands.pilot.app
        screen = OPENERS[name]()
        await app.push_screen(screen)
        await hands.pilot.pause()
        if name == "settings":
            await hands.press("end up up up")  # a page of its own
        menu, depth = screen.query_one(Menu), len(app.screen_stack)
        for _ in range(AT_ONCE):
            menu.action_choose()
        await hands.until(lambda: app.screen is not screen, "what was chosen")
        await hands.pilot.pause()
        assert len(app.screen_stack) <= depth + 1


async def test_a_screen_below_another_neither_closes_nor_gives_way():
    async with opened(HomeScreen) as hands:
        below = hands.screen
        await hands.press("f9")
        above = hands.screen
        assert above is not below
        assert not below.close()
        assert below.give_way(HomeScreen) is None
        await hands.pilot.pause()
        assert hands.screen is above
        assert above.close()
        await hands.until(lambda: hands.screen is below, "the screen below")
