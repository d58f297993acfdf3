"""A look at earlier positions of a game, which goes on meanwhile."""

from __future__ import annotations

import re

from makachess.saves import Game, Node

_MOVE_NUMBER = re.compile(r"(\d{1,4})(\.*)", re.ASCII)


class LookingBack:
    """What is looked at: the game as it stands, or an earlier position of it.

    Only `shown` moves; the game itself is never touched.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._view: Game | None = None

    @property
    def is_on(self) -> bool:
        """Whether something else than the game as it stands is looked at."""
        return self._view is not None

    @property
    def shown(self) -> Game:
        """The game at the position that is looked at."""
        return self._view or self._game

    @property
    def label(self) -> str:
        """What is looked at, such as `12... Nf6` or `the start`."""
        return label_of(self.shown, self.shown.node)

    def look_at(self, node: Node) -> None:
        """Look at the position after a move of the game."""
        self._view = None if node is self._game.node else self._game.view(node)

    def step(self, count: int) -> None:
        """Look so many plies further back or on, at most as far as the game stands."""
        shown = self.shown
        line = [*reversed([*shown.node.ancestors()]), *shown.node.descendants()]
        at = max(shown.node.ply + count, 0)
        if self._game.node in line:
            at = min(at, self._game.node.ply)
        self.look_at(line[min(at, len(line) - 1)])

    def end(self) -> None:
        """Look at the game as it stands."""
        self._view = None

    def follow(self) -> None:
        """The game has changed: go on looking at the same position if it is still a part of it."""
        if self._view is not None:
            node = self._view.node
            self._view = None
            if _is_in(node, self._game.root):
                self.look_at(node)


def parse_move_number(text: str) -> tuple[int, str] | None:
    """The number and side that `12` or `12.` (White) and `12...` (Black) stand for, else None."""
    match = _MOVE_NUMBER.fullmatch(text)
    if match is None:
        return None
    return int(match[1]), "black" if len(match[2]) > 1 else "white"


def label_of(game: Game, node: Node) -> str:
    """A move with its number, such as `12... Nf6`."""
    if node.move is None:
        return "the start"
    number, color = game.number(node.ply)
    return f"{number}{'.' if color == 'white' else '...'} {node.san}"


def _is_in(node: Node, root: Node) -> bool:
    """Whether a move is in the tree of a game."""
    *path, top = node.ancestors()
    return top is root and all(n.parent is not None and n in n.parent.children for n in path)
