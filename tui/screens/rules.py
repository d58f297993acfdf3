"""Rules and pieces of every game, without playing it."""

from __future__ import annotations

from typing import ClassVar

from makachess.core.spec import Variant
from makachess.tui.keys import PAGE, RULES, SCREENS, Action, bindings
from makachess.tui.screens.page import PageScreen
from makachess.tui.text import Part, TextPanel
from makachess.tui.text.line import Line
from makachess.tui.widgets.help_panel import rules_lines
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from makachess.tui.widgets.piece_info import piece_lines
from makachess.variants import Listing, label_variants, list_variants
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.widget import Widget

NARROW = 66  # columns below which the list leaves too few for the text


class RulesScreen(PageScreen):
    """Games and their men on the left, rules or a man's moves on the right."""

    DEFAULT_CSS = """
    RulesScreen {
        & Horizontal { width: 100%; height: 1fr; }
        & #list { width: 30; margin: 0 1 0 2; }
        & #text { max-width: 72; margin-right: 2; }
        &.-narrow Horizontal { layout: vertical; }
        &.-narrow #list { width: 1fr; max-height: 40%; margin: 0 0 1 2; }
        &.-narrow #text { margin: 0 2; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(RULES, PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["rules"]

    def __init__(self) -> None:
        super().__init__(
            "Rules and pieces",
            Hint("menu-up menu-down", "choose"),
            Hint("text-down text-up", "scroll the text"),
            Hint("go-back"),
            Hint("help"),
            Hint("leave"),
        )
        self.list = Menu(self._items(), id="list")
        self.text = TextPanel(id="text")

    def page(self) -> list[Widget]:
        """List and text side by side."""
        return [Horizontal(self.list, self.text)]

    def fit(self, size: Size) -> None:
        """Put the text below the list where it has no room beside it."""
        super().fit(size)
        self.set_class(size.width < NARROW, "-narrow")
        self.call_after_refresh(lambda: self._show(self.list.items[self.list.index]))

    def on_mount(self) -> None:
        """Show the first game's rules."""
        self.list.focus()
        self._show(self.list.items[0])

    def _items(self) -> list[Item]:
        items: list[Item] = []
        listings = list_variants()
        found = (listing.variant for listing in listings if listing.variant is not None)
        for label, variant in label_variants(found).items():
            items.append(Item(label, "", (variant, "")))
            items += [
                Item(f"  {piece.id:<3} {piece.name}", "", (variant, piece.id))
                for piece in variant.pieces.values()
            ]
        broken = (listing for listing in listings if listing.variant is None)
        items += [Item(f"{listing.name} (broken)", "", listing) for listing in broken]
        return items

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Show the rules or the man highlighted."""
        self._show(event.item)

    def _show(self, item: Item) -> None:
        if isinstance(item.value, Listing):
            self.text.set_lines(_broken_lines(item.value))
            return
        assert isinstance(item.value, tuple)
        variant: Variant
        variant, kind = item.value
        lines = (
            piece_lines(variant, kind, self.text.size.width) if kind else list(rules_lines(variant))
        )
        self.text.set_lines(lines)

    def action_scroll(self, pages: int) -> None:
        """Scroll the text."""
        self.text.scroll_pages(pages)


def _broken_lines(listing: Listing) -> list[Line]:
    """Why a variant file cannot be played, and how to list all its faults."""
    command = f"makachess check {listing.path}"
    return [
        (Part(listing.name, "strong"),),
        (Part(str(listing.path), "quiet"),),
        (),
        (Part(f"This file cannot be played: {listing.reason}"),),
        (),
        (Part(f"All faults: {command}"),),
    ]
