"""Finding an action by what is typed in the list of commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from makachess.tui.keys.action import Action
from textual.fuzzy import FuzzySearch

NOT_LISTED = ("commands", "commands-run", "commands-close")  # which are about the list itself


class Call(NamedTuple):
    """Something that can be chosen from the list: its name, and the action Textual runs."""

    name: str
    run: str
    action: Action


def calls(actions: Iterable[Action]) -> list[Call]:
    """All that actions can do: the more useful first, which have a label; steps in a list last."""
    listed = [action for action in actions if action.id not in NOT_LISTED]
    listed.sort(key=lambda action: (action.run.startswith("focused."), not action.label))
    return [call for action in listed for call in _generate_calls(action)]


def _generate_calls(action: Action) -> Iterator[Call]:
    name = action.id.replace("-", " ")
    yield Call(name, action.run, action)
    for argument in action.arguments:
        yield Call(f"{name} {argument}", action.run_with(argument), action)


def find_calls(among: Iterable[Call], text: str) -> list[Call]:
    """The calls that a text may mean, the most likely first; all of them for no text.

    The letters of the text stand in a name or typed command in this order, or the text in the help.
    """
    wanted = " ".join(text.lower().split())
    if not wanted:
        return list(among)
    search = FuzzySearch()
    found = []
    for call in among:
        names = (call.name, *call.action.commands)
        score = max(search.match(wanted, name)[0] for name in names)
        if score or wanted in call.action.help:
            begins = any(name.startswith(wanted) for name in names)
            found.append((wanted in names, begins, score, call))
    found.sort(key=lambda scored: scored[:3], reverse=True)
    return [call for *_, call in found]
