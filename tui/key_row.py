"""The row of keys: what can be done now, by key or by a click on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from makachess.play.narration import KeyNames
from makachess.tui.keymap import Keymap
from makachess.tui.keys import ACTIONS
from makachess.tui.preferences import preferences_of
from makachess.tui.text import Line, Part, TextPanel, width_of


class KeyHint(NamedTuple):
    """Action ids separated by spaces, and a word for what the first of them does.

    The word is the action's own label unless another is given; without actions, a key before it.
    """

    actions: str
    label: str | None = None


def hints(text: str) -> tuple[KeyHint, ...]:
    """Hints separated by commas, each with its own word behind a colon, if it has one.

    >>> hints("menu-up menu-down: choose, help")
    (KeyHint(actions='menu-up menu-down', label='choose'), KeyHint(actions='help', label=None))
    """
    cells = (hint.partition(":") for hint in text.split(",") if hint.strip())
    return tuple(KeyHint(names.strip(), label.strip() or None) for names, _, label in cells)


WIDE = 100  # columns from which on the list of commands is called by its name
LIST = KeyHint("commands")
KEYS = KeyHint("help", "keys")  # which name the list of commands
CLOSE = KeyHint("help", "close")
MOST = 3  # hints beside a board, besides that one and the way out
FEW = 2  # of them that one row has at least
GAP = "  "
WAYS_OUT = "go-back", "keep", "exercise-back", "replay-back", "leave"  # of a screen, best first


class KeyRow(TextPanel):
    """Key hints; the last ones are left out where there is no room.

    They end with the list of commands, by which a mouse reaches all that has no hint.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[KeyHint, ...] = ()
        self._instead: tuple[KeyHint, ...] = ()
        self.has_commands = True  # in the last columns, whatever the others are
        self.is_short = False  # beside a board: a few keys, and the one that shows all
        self.warning = ""  # what must stay in sight stands before them
        self._enter = ""  # what it does to what is typed in the prompt, or asked there
        self._is_asking = False
        self.on_rows: Callable[[], object] = lambda: None  # hears that other rows are needed

    @property
    def lines(self) -> Sequence[Line]:
        return self._lines

    @property
    def text(self) -> str:
        return "  ".join("".join(part.text for part in line).rstrip() for line in self._lines)

    def show(self, *hints: KeyHint) -> None:
        self._hints = hints
        if self.is_attached:
            self.fill()

    def cover(self, *hints: KeyHint) -> None:
        """Show these hints in the place of all others, or with none the others again."""
        if hints != self._instead:
            self._instead = hints
            self.fill()

    def follow(self, enter: str, is_asking: bool) -> None:
        """Show what Enter does in the prompt, in the place of what it does elsewhere."""
        if (enter, is_asking) != (self._enter, self._is_asking):
            self._enter, self._is_asking = enter, is_asking
            if self.is_attached:
                self.fill()

    def on_resize(self) -> None:
        self.fill()
        super().on_resize()

    def rows_for(self, width: int) -> int:
        return len(self._short_rows(width))

    @property
    def _now(self) -> tuple[KeyHint, ...]:
        hints = self._instead or self._hints
        if not self._enter:
            return hints
        enter = KeyHint("", f"Enter {self._enter}")
        if self._is_asking:
            return enter, KeyHint("", "Esc back")
        keymap = preferences_of(self).keymap
        others = [hint for hint in hints if keymap.keys(hint.actions.split()[0])[0] != "enter"]
        return enter, *others

    def fill(self) -> None:
        """Show as many hints as there is room for, with the keys in force."""
        width = self.size.width
        if self.is_short:
            rows = self._short_rows(width)
            self.set_lines(rows)
            if len(rows) != self.rows_given:
                self.on_rows()
            return
        last = self._parts(LIST._replace(label=None if width >= WIDE else "all"))
        room = width - width_of(last) - len(GAP) if self.has_commands else width
        parts = self._warning
        room -= width_of(parts)
        shown = self._fitting(self._now, room)
        if sum(part.text == GAP for part in shown) < len(self._now):
            others, out = self._sorted(self._now)
            shown = [*self._fitting(others, room - width_of(out)), *out]
        parts += shown
        if self.has_commands:
            parts += [Part(" " * (width - width_of(parts) - width_of(last))), *last]
        self.set_lines([parts])

    @property
    def _warning(self) -> list[Part]:
        return [Part(self.warning, "alert"), Part(GAP)] if self.warning else []

    def _short_rows(self, width: int) -> list[Line]:
        """A few hints, the way out and the key for all; in two rows if one has hardly any."""
        hints, out = self._sorted(hint for hint in self._now if hint.actions != KEYS.actions)
        hints = hints[:MOST]
        end = [*out, *self._parts(CLOSE if CLOSE in self._now else KEYS)]
        if warning := self._warning:
            return [[*warning, *end], self._fitting(hints, width + len(GAP))]
        shown = self._fitting(hints, width - width_of(end))
        if sum(part.text == GAP for part in shown) >= min(FEW, len(hints)):
            return [[*shown, *end]]
        first = self._fitting(hints, width + len(GAP))
        rest = hints[sum(part.text == GAP for part in first) :]
        return [first, [*self._fitting(rest, width - width_of(end)), *end]]

    def _sorted(self, hints: Iterable[KeyHint]) -> tuple[list[KeyHint], list[Part]]:
        """The other hints, and the way out of the screen, which is always in sight."""
        others = list(hints)
        ways = [hint for hint in others if hint.actions in WAYS_OUT]
        if not ways:
            return others, []
        out = min(ways, key=_worth)
        others.remove(out)
        return others, [*self._parts(out), Part(GAP)]

    def _fitting(self, hints: Iterable[KeyHint], room: int) -> list[Part]:
        """As many hints as there is room for, each with the gap behind it."""
        parts: list[Part] = []
        for hint in hints:
            shown = [*self._parts(hint), Part(GAP)]
            if width_of(parts) + width_of(shown) - len(GAP) * (not self.is_short) > room:
                break
            parts += shown
        return parts

    def _parts(self, hint: KeyHint) -> list[Part]:
        """The keys, each to be clicked for what it does, and the label for what the first does."""
        if not hint.actions and hint.label:
            key, _, does = hint.label.partition(" ")
            return [Part(f"{key} ", "key"), Part(does, "quiet")]
        keymap = preferences_of(self).keymap
        actions = [ACTIONS[name] for name in hint.actions.split()]
        label = actions[0].label if hint.label is None else hint.label
        parts = [Part(f"{keymap.name(action.id)} ", "key", action.run) for action in actions]
        return [*parts, Part(label, "quiet", actions[0].run)]


def _worth(hint: KeyHint) -> tuple[bool, int]:
    """How good a way out is, the best first; with another word than its own it goes a step only."""
    is_step = bool(hint.label) and hint.actions != "leave"
    return is_step, WAYS_OUT.index(hint.actions)


ALWAYS = hints("help, leave, flip, learn, analysis, save")
BACK = hints("look-back: earlier, look-on: later, look-end, look-start")


def entering_keys(pick: str = "pick", back: str = "step-back") -> tuple[KeyHint, ...]:
    """The keys while a move is being entered, by what a screen calls its own two."""
    return hints(f"{pick}: go, {back}: back, help, leave")


def key_names(keymap: Keymap, pick: str = "pick", back: str = "step-back") -> KeyNames:
    """The names of the keys that enter a move by squares; the actions are those of a screen."""
    arrows = keymap.names("cursor-up", "cursor-down", "cursor-left", "cursor-right")
    move = f"the {arrows}" if arrows == "arrows" else arrows
    return KeyNames(move, keymap.name(pick), keymap.name(back))
