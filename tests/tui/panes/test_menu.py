"""The menu widget: what a key costs in a long list."""

from __future__ import annotations

from makachess.tui.lists import Item, Menu
from makachess.tui.screens.base import PageScreen
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
        await hands.sees("▌ game 0")
        Counting.measured = 0
        await hands.press("down")
        await hands.sees("▌ game 1")
        await hands.press("end")
        await hands.sees(f"▌ game {MANY - 1}")
        assert Counting.measured < 500


class FormScreen(PageScreen):
    """A setting, and more lines than a window shows."""

    def __init__(self) -> None:
        super().__init__("Form")
        self.menu = Menu(id="menu")
        self.heard: list[str] = []

    def page(self):
        return [self.menu]

    def on_mount(self) -> None:
        self.menu.set_items(
            [Item("Size", "large", options=("small", "large"))]
            + [Item(f"line {at}", "word " * at, at) for at in range(100)]
        )
        self.menu.focus()

    def on_menu_changed(self, event: Menu.Changed) -> None:
        self.heard.append(f"{event.item.label} {event.step:+}")

    def chosen(self, event: Menu.Chosen) -> None:
        self.heard.append(event.item.label)


async def test_keys_and_clicks_change_a_setting_and_choose_a_line():
    async with opened(FormScreen) as hands:
        await hands.sees("▌ Size     < large >")
        await hands.press("left right space enter")
        await hands.pilot.click(hands.screen.menu, offset=(4, 2))
        await hands.press("right space")
        assert hands.screen.heard == [
            *("Size -1", "Size +1", "Size +1", "Size"),
            *("line 1", "line 1"),
        ]


async def test_a_click_changes_a_setting_by_its_arrows_or_where_it_was_highlighted_before():
    async with opened(FormScreen) as hands:
        await hands.sees("▌ Size     < large >")
        row = next(y for y, text in enumerate(hands.rows) if "Size" in text)
        label, value = (hands.rows[row].index(text) for text in ("Size", "large"))
        clicks = [(value + 2, ["Size +1"]), (label, []), (value - 2, ["Size -1"])]
        clicks += [(value + 6, ["Size +1"]), (value + 12, [])]
        for x, heard in clicks:
            hands.screen.heard.clear()
            await hands.pilot.click(offset=(x, row))
            assert hands.screen.heard == heard, x
        await hands.press("down")
        hands.screen.heard.clear()
        await hands.pilot.click(offset=(value + 2, row))  # only to look at it
        assert (hands.screen.heard, hands.screen.menu.index) == ([], 0)


async def test_the_highlight_stays_in_view_and_goes_round():
    async with opened(FormScreen) as hands:
        await hands.press("up")
        await hands.sees("▌ line 99")
        await hands.pilot.resize_terminal(40, 12)
        await hands.sees("▌ line 99")
        await hands.press("down")
        await hands.sees("▌ Size")


async def test_of_a_line_that_is_cut_the_prompt_shows_all():
    async with opened(FormScreen) as hands:
        await hands.press("end")
        await hands.sees("word…")
        await hands.sees("line 99 word word word", "prompt")
