"""What an action is; the modules beside this one declare those of one kind of screen each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a key does.

    `id` names it in the settings, `keys` are Textual's names of its keys, separated by commas, and
    `run` is the action Textual runs. The row of hints shows `label` and the help panel `help`, in
    one row for neighbours with the same text. `commands` can be typed instead, followed by one of
    `arguments` if there are any, which `run` then gets.
    """

    id: str
    keys: str
    run: str
    label: str = ""
    help: str = ""
    commands: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()

    def run_with(self, argument: str) -> str:
        """The action Textual runs for a command with an argument."""
        return f"{self.run}({argument!r})"


def bindings(*groups: Iterable[Action]) -> list[BindingType]:
    """The actions as Textual's bindings."""
    return [
        Binding(action.keys, action.run, action.label, show=False, id=action.id)
        for group in groups
        for action in group
    ]


def commands(actions: Iterable[Action]) -> dict[str, str]:
    """The actions that Textual runs for typed commands."""
    found = {}
    for action in actions:
        for text in action.commands:
            found[text] = action.run
            found |= {f"{text} {given}": action.run_with(given) for given in action.arguments}
    return found
