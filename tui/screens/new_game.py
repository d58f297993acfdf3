"""New game: the variant, your side, the level, the clock."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from makachess.core.errors import MakachessError
from makachess.play.session.time_control import describe_clock, parse_clock
from makachess.play.settings import NO_CLOCK
from makachess.tui.keys import PAGE, RULES, SCREENS, Action, bindings
from makachess.tui.screens.page import PageScreen
from makachess.tui.text import TextPanel
from makachess.tui.widgets.help_panel import rules_lines
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from makachess.variants import label_variants, list_variants
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget

SIDES = {
    "White": "white",
    "Black": "black",
    "random": "random",
    "two players": "both",
    "watch": "none",
}
CLOCKS = (
    *(NO_CLOCK, "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"),
    *("5d3", "15d5", "10+3x30", "30+5x60", "1day", "3days", "7days"),
)
GAME, SIDE, LEVEL, CLOCK, AUTO_FLIP = range(5)


class NewGameScreen(PageScreen):
    """A form of settings on the left, the chosen game's rules on the right."""

    DEFAULT_CSS = """
    NewGameScreen {
        & #form { width: 38; margin: 0 1 0 2; }
        & Horizontal { width: 100%; height: 1fr; }
        & #rules { max-width: 72; margin-right: 2; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(RULES, PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["new game"]

    def __init__(self) -> None:
        super().__init__(
            "New game",
            Hint("menu-up menu-down", "choose"),
            Hint("menu-previous menu-next", "change"),
            Hint("menu-choose", "start"),
            Hint("go-back"),
            Hint("help"),
            Hint("leave"),
            Hint("text-down text-up", "scroll the rules"),
        )
        listings = list_variants()
        found = [listing.variant for listing in listings if listing.variant is not None]
        found.sort(key=lambda variant: (variant.name != "veteran", variant.name))
        self._variants = label_variants(found)
        self._broken = [listing.reason for listing in listings if listing.variant is None]
        levels = tuple(str(level) for level in range(1, 11))
        games = tuple(self._variants)
        usual = self.preferences.settings
        clocks = tuple(dict.fromkeys((*CLOCKS, usual.clock)))
        self._options = [games, tuple(SIDES), levels, clocks, ("no", "yes")]
        self._chosen = [
            next((at for at, game in enumerate(found) if game.name == usual.variant), 0),
            list(SIDES.values()).index(usual.side),
            usual.level - 1,
            clocks.index(usual.clock),
            int(usual.auto_flip),
        ]
        self.form = Menu(id="form")
        self.rules = TextPanel(id="rules")

    def page(self) -> list[Widget]:
        """Form and rules side by side."""
        return [Horizontal(self.form, self.rules)]

    def on_mount(self) -> None:
        """Show the settings, ready to start."""
        self._show()
        self.form.highlight(len(self.form.items) - 1)
        self.form.focus()
        if self._broken:
            note = "; ".join(self._broken)  # shown after what the highlight shows
            self.call_after_refresh(self.prompt.say, note, alert=True)

    def _show(self) -> None:
        labels = ["Game", "You play", "Level", "Clock", "Auto flip"]
        two = SIDES[self._value(SIDE)] == "both"
        shown = [GAME, SIDE, AUTO_FLIP if two else LEVEL, CLOCK]
        items = [Item(labels[at], self._value(at), at, self._options[at]) for at in shown]
        self.form.set_items([*items, Item("Start", value="start")])
        self.rules.set_lines(list(rules_lines(self._variants[self._value(GAME)])))

    def _value(self, setting: int) -> str:
        return self._options[setting][self._chosen[setting]]

    def on_menu_changed(self, event: Menu.Changed) -> None:
        """Take the next or previous value of a setting."""
        setting = event.item.value
        assert isinstance(setting, int)
        count = len(self._options[setting])
        self._chosen[setting] = (self._chosen[setting] + event.step) % count
        self._show()
        self.prompt.say(self._clock_in_words() if setting == CLOCK else "")

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Say what the clock's short form means, too."""
        if event.item.value == CLOCK:
            self.prompt.say(self._clock_in_words())
        else:
            super().on_menu_highlighted(event)

    def action_scroll(self, pages: int) -> None:
        """Scroll the rules."""
        self.rules.scroll_pages(pages)

    def _clock_in_words(self) -> str:
        clock = self._value(CLOCK)
        return "" if clock == NO_CLOCK else describe_clock(parse_clock(clock))

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Start the game, whichever row is highlighted."""
        from makachess.play.session.setup import new_setup
        from makachess.tui.screens.game import GameScreen

        variant = self._variants[self._value(GAME)]
        side, clock = SIDES[self._value(SIDE)], self._value(CLOCK)
        level, flips = int(self._value(LEVEL)), self._value(AUTO_FLIP) == "yes"
        try:
            setup = new_setup(
                variant,
                side,
                level=level,
                clock=None if clock == NO_CLOCK else clock,
                player=self.preferences.settings.player,
            )
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        self.preferences.remember(
            variant=variant.name, side=side, level=level, clock=clock, auto_flip=flips
        )
        flips = flips and len(setup.people) == 2
        self.app.switch_screen(GameScreen(replace(setup, auto_flip=flips)))
