"""The menu widget: what a key costs in a long list."""

from __future__ import annotations

from makachess.tui.screens.page import PageScreen
from makachess.tui.widgets.menu import Item, Menu
from tui_harness import opened

MANY = 10_000


class Counting(str):
    """A label that counts how often it is measured."""

    measured = 0

    def __len__(self) -> int:
        Counting.measured += 1
        return super().__len__()


class ListScreen(PageScreen):
    """A list of many items, as that of saved games."""

    def __init__(self) -> None:
        super().__init__("Many")
        self.menu = Menu([Item(Counting(f"game {at}"), "x - y", at) for at in range(MANY)])

    def body(self):
        return [self.menu]

    def on_mount(self) -> None:
        self.menu.focus()


async def test_a_key_measures_no_more_items_than_are_shown():
    async with opened(ListScreen) as hands:
        await hands.sees("> game 0")
        Counting.measured = 0
        await hands.press("down")
        await hands.sees("> game 1")
        await hands.press("end")
        await hands.sees(f"> game {MANY - 1}")
        assert Counting.measured < 500
