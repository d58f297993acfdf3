"""The keys in force: those declared, or the player's own in their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from makachess.play.settings import SettingsError, SettingsFile
from makachess.tui.key_names import format_key, parse_key
from makachess.tui.keys import ACTIONS, SCREENS, Action
from makachess.variants.sources import suggest

Keys = tuple[str, ...]
ARROWS = ["Up", "Down", "Left", "Right"]


class Keymap:
    """The keys of each action, by its id; `own` are the player's keys, in Textual's names."""

    def __init__(self, own: Mapping[str, Keys] | None = None) -> None:
        self.own: Mapping[str, Keys] = own or {}

    def keys(self, action: str) -> Keys:
        """Textual's names of the keys of an action; raises KeyError for an unknown one."""
        return self.own.get(action) or tuple(ACTIONS[action].keys.split(","))

    def name(self, action: str) -> str:
        """The first key of an action, as people write it."""
        return format_key(self.keys(action)[0])

    def names(self, *actions: str) -> str:
        """The keys of actions in one phrase: all keys of a single one, the first of several."""
        if len(actions) == 1:
            return " ".join(map(format_key, self.keys(actions[0])))
        shown = [self.name(action) for action in actions]
        return "arrows" if shown == ARROWS else " ".join(shown)

    def help(self, actions: Iterable[Action]) -> list[tuple[str, str]]:
        described = (action for action in actions if action.help)
        return [
            (self.names(*(action.id for action in row)), text)
            for text, row in groupby(described, key=lambda action: action.help)
        ]

    def printable(self, actions: Iterable[Action]) -> Iterator[str]:
        """The characters that are keys of these actions, and so cannot begin a typed move."""
        for action in actions:
            for key in self.keys(action.id):
                shown = " " if key == "space" else format_key(key)
                if len(shown) == 1:
                    yield shown

    def changed(self, action: str, keys: Keys | None) -> Keymap:
        """The keymap with other keys for an action, or with None those declared.

        Raises ValueError if they cannot be keys, or one of them does something else on a screen.
        """
        own = {name: held for name, held in self.own.items() if name != action}
        if keys is not None:
            own[action] = _parse(action, map(format_key, keys))
        keymap = Keymap(own)
        if reason := _clash(action, keymap):
            raise ValueError(reason)
        return keymap

    def for_textual(self) -> dict[str, str]:
        """The player's keys as App.set_keymap takes them."""
        return {action: ",".join(keys) for action, keys in self.own.items()}


def read_keymap(file: SettingsFile) -> tuple[Keymap, tuple[SettingsError, ...]]:
    """The keys in force with the player's settings, and what is wrong with those.

    A faulty line changes nothing: its action keeps the keys declared.
    """
    own: dict[str, Keys] = {}
    faults = []
    for action, texts in file.settings.keys.items():
        try:
            own[action] = _parse(action, texts)
        except ValueError as error:
            faults.append(file.fault(("keys", action), str(error)))
    while found := _conflict(own):
        action, reason = found
        del own[action]
        faults.append(file.fault(("keys", action), reason))
    return Keymap(own), tuple(sorted(faults, key=lambda fault: fault.line))


def _parse(action: str, texts: Iterable[str]) -> Keys:
    if action not in ACTIONS:
        raise ValueError(f"no such action{suggest(action, tuple(ACTIONS))}")
    return tuple(dict.fromkeys(parse_key(text) for text in texts))


def _conflict(own: Mapping[str, Keys]) -> tuple[str, str] | None:
    """The last action whose own key does two things on one screen, and what is wrong."""
    keymap = Keymap(own)
    for action in reversed(tuple(own)):
        if reason := _clash(action, keymap):
            return action, reason
    return None


def _clash(action: str, keymap: Keymap) -> str:
    """What a key of an action does besides on one of its screens; empty if nothing."""
    for screen, actions in SCREENS.items():
        others = [other.id for other in actions if other.id != action]
        if len(others) == len(actions):
            continue
        for key in keymap.keys(action):
            taken = [other for other in others if key in keymap.keys(other)]
            if taken:
                return f"{format_key(key)} is {taken[0]!r} on the {screen} screen"
    return ""
