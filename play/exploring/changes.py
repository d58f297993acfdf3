"""The small changes that edits of a game's tree are made of; each can be undone and made again.

They name what they move or replace, not where all else stands, so that they can still be undone
after a review has added moves and remarks of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from makachess.saves import Game, Node


class Change(Protocol):
    """A change that can be made and undone in turn."""

    def make(self) -> None:
        """Make the change."""

    def undo(self) -> None:
        """Undo it."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move, with all that follows it, goes from one place to another.

    A place is the move before, and the number among those that can follow it; None is outside of
    the tree.
    """

    node: Node
    source: tuple[Node, int] | None
    target: tuple[Node, int] | None

    def make(self) -> None:
        """Put the move into its new place."""
        self._put(self.source, self.target)

    def undo(self) -> None:
        """Put it back."""
        self._put(self.target, self.source)

    def _put(self, source: tuple[Node, int] | None, target: tuple[Node, int] | None) -> None:
        if source is not None:
            source[0].children.remove(self.node)
        if target is not None:
            parent, at = target
            self.node.parent = parent
            parent.children.insert(at, self.node)


@dataclass(frozen=True, slots=True)
class Remarked:
    """A comment or annotation in a list of them: a new one, or one replaced or taken away.

    None is no remark; a new one comes at a place in the list.
    """

    remarks: list[Any]
    at: int
    old: str | int | None
    new: str | int | None

    def make(self) -> None:
        """Replace the old remark."""
        self._replace(self.old, self.new)

    def undo(self) -> None:
        """Put it back."""
        self._replace(self.new, self.old)

    def _replace(self, old: str | int | None, new: str | int | None) -> None:
        is_there = old in self.remarks
        at = self.remarks.index(old) if is_there else self.at
        self.remarks[at : at + is_there] = [] if new is None else [new]


@dataclass(frozen=True, slots=True)
class Edit:
    """Changes made as one: what they are, and where one stands before and after them."""

    what: str
    changes: Sequence[Change]
    before: Node
    after: Node

    def make(self, game: Game) -> None:
        """Make all changes."""
        game.goto(game.root)  # wherever one stands, it may be about to go
        for change in self.changes:
            change.make()
        game.goto(self.after)

    def undo(self, game: Game) -> None:
        """Undo them all."""
        game.goto(game.root)
        for change in reversed(self.changes):
            change.undo()
        game.goto(self.before)
