"""A point of a game's tree of moves."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core import Move, Position
from makachess.core.spec import Variant

Start = tuple[Variant, str | None]
"""The rules and the FEN that a game begins with; None for the array."""


class Node:
    """A point of the tree: the move that led here, remarks on it, and what may follow.

    The first child is the main line, the others are variations. The root stands for the start
    position: it has no move, and its comments are those before the first move; `opening_comments`
    are those before a variation's first move.
    """

    __slots__ = (
        *("_san", "_start", "children", "comments", "move", "nags"),
        *("opening_comments", "parent", "ply"),
    )

    opening_comments: list[str]
    nags: list[int]

    def __init__(
        self,
        move: Move | None = None,
        san: str | None = "",
        ply: int = 0,
        parent: Node | None = None,
        start: Start | None = None,
    ) -> None:
        self.move = move
        self.ply = ply
        self.parent = parent
        self.children: list[Node] = []
        self.comments: list[str] = []
        self._san = san  # None: not asked for yet
        self._start = start  # of a root

    def __getattr__(self, name: str) -> list[str]:
        """A list that few nodes have, made when it is first asked for: a file has many nodes."""
        if name not in ("opening_comments", "nags"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        made: list[str] = []
        setattr(self, name, made)
        return made

    @property
    def san(self) -> str:
        """The move in standard algebraic notation, empty for the root.

        Files are read without it: the first time that it is asked for, the whole tree is named.
        """
        if self._san is None:
            _name_moves(self)
        return self._san or ""

    def __repr__(self) -> str:
        return f"Node({self.san!r}, ply={self.ply})"

    def ancestors(self) -> Iterator[Node]:
        """This node, its parent, and so on up to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def descendants(self) -> Iterator[Node]:
        """The line below this node: its first child, that one's first child, and so on."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

    @property
    def is_first(self) -> bool:
        """Whether the move is the main continuation, not the start of a variation."""
        return self.parent is None or self.parent.children[0] is self

    @property
    def is_main_line(self) -> bool:
        """Whether the node is reached without entering a variation."""
        return all(node.is_first for node in self.ancestors())

    def next_way(self) -> Node | None:
        """The next move recorded in place of this one; after the last, the main line's again.

        If there is none, the first other move that could follow; None if there is neither.
        """
        ways = self.parent.children if self.parent is not None else []
        if len(ways) > 1:
            return ways[(ways.index(self) + 1) % len(ways)]
        return self.children[1] if len(self.children) > 1 else None

    def main_way(self) -> Node:
        """This node, or the main line's move in the place of which a variation to it begins."""
        found = self
        for node in self.ancestors():
            if node.parent is not None and not node.is_first:
                found = node.parent.children[0]
        return found

    def copy(self, parent: Node | None = None) -> Node:
        """The same move with the same remarks under another parent, without what follows it."""
        twin = Node(self.move, self._san, self.ply, parent, self._start)
        twin.opening_comments += self.opening_comments
        twin.comments += self.comments
        twin.nags += self.nags
        return twin


def _name_moves(node: Node) -> None:
    """Give a node its SAN, and all other nodes of its tree."""
    *path, root = node.ancestors()
    assert root._start is not None
    position = Position(*root._start)
    _name_children(root, position)
    here = root
    stack = [child for child in root.children if child.children]
    while stack:
        child = stack.pop()
        assert child.move is not None
        for _ in range(here.ply - child.ply + 1):
            position.pop()
        position.push(child.move)
        _name_children(child, position)
        here = child
        stack += [further for further in child.children if further.children]
    if node._san is None:  # it was taken out of the tree
        position = Position(*root._start)
        for step in reversed(path):
            assert step.move is not None
            step._san = position.san(step.move)
            position.push(step.move)


def _name_children(node: Node, position: Position) -> None:
    """Name the moves that follow; the same move may begin thousands of variations."""
    names: dict[Move, str] = {}
    for child in node.children:
        assert child.move is not None
        if child._san is None:
            if child.move not in names:
                names[child.move] = position.san(child.move)
            child._san = names[child.move]
