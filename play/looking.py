"""Looking back in a game that is being played, and the numbers of moves as people type them."""

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
        return self._view is not None

    @property
    def shown(self) -> Game:
        return self._view or self._game

    @property
    def label(self) -> str:
        return self.shown.label(self.shown.node)

    def look_at(self, node: Node) -> None:
        self._view = None if node is self._game.node else self._game.view(node)

    def step(self, count: int) -> None:
        """Look some plies further back or on, at most as far as the game stands."""
        shown = self.shown
        line = [*reversed([*shown.node.ancestors()]), *shown.node.descendants()]
        at = max(shown.node.ply + count, 0)
        if self._game.node in line:
            at = min(at, self._game.node.ply)
        self.look_at(line[min(at, len(line) - 1)])

    def end(self) -> None:
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


def _is_in(node: Node, root: Node) -> bool:
    *path, top = node.ancestors()
    return top is root and all(n.parent is not None and n in n.parent.children for n in path)
