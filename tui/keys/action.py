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
    one row for neighbours with the same text. `commands` can be typed instead.
    """

    id: str
    keys: str
    run: str
    label: str = ""
    help: str = ""
    commands: tuple[str, ...] = ()


def bindings(*groups: Iterable[Action]) -> list[BindingType]:
    """The actions as Textual's bindings."""
    return [
        Binding(action.keys, action.run, action.label, show=False, id=action.id)
        for group in groups
        for action in group
    ]


def commands(actions: Iterable[Action]) -> dict[str, str]:
    """The actions that Textual runs for typed commands."""
    return {text: action.run for action in actions for text in action.commands}
