"""A game: its tree of moves, its tags, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from makachess.core import IllegalMoveError, MakachessError, Move, Outcome, Position
from makachess.core.spec import Variant
from makachess.saves.tags import RESULTS, UNFINISHED, Tags, default_tags

Start = tuple[Variant, str | None]
"""The rules and the FEN that a game begins with; None for the array."""


class Game:
    """A game being played or replayed.

    `play`, `undo`, `redo` and `finish` change the game and move its end; `seek` and `goto` only
    move around in it. `tags` are plain text: those of a new game, or of the file that the game was
    read from, and no others; Result and Termination follow the game automatically.
    Raises InvalidFenError.

    >>> from makachess.variants import load
    >>> game = Game(load("chess"))
    >>> for text in ("f3", "e5", "g4", "d8h4"):
    ...     _ = game.play(game.position.parse(text))
    >>> game.sans
    ('f3', 'e5', 'g4', 'Qh4#')
    >>> game.outcome
    Outcome(winner='black', reason='checkmate')
    >>> str(game.undo()), game.result
    ('d8h4', '*')
    """

    def __init__(
        self, variant: Variant, fen: str | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        self._variant = variant
        self._has_own_start = fen is not None
        beginning = _beginning(variant)
        self.tags = Tags(beginning.tags)
        standing = beginning.standing
        if fen is not None:
            self.position = Position(variant, fen)
            standing = _standing(self.position)
            start = self.position.fen()
            if start != variant.start_fen:
                self.tags.update(SetUp="1", FEN=start)
        outcome, self._first_number, self._black_starts = standing
        self.root = self._node = self._end = Node(start=(variant, fen))
        if tags:
            self.tags.update(tags)
        self._settle(outcome)

    @cached_property
    def position(self) -> Position:
        """The position at the current point; a file may hold very many games without a move."""
        return Position(self._variant)

    @property
    def variant(self) -> Variant:
        """The variant being played."""
        return self._variant

    @property
    def start_fen(self) -> str:
        """The position the game began with."""
        return self.position.start_fen if self._has_own_start else _beginning(self._variant).fen

    @property
    def fen(self) -> str:
        """The position at the current point."""
        return self.start_fen if self._node is self.root else self.position.fen()

    @property
    def node(self) -> Node:
        """The current point; `position` is the position there."""
        return self._node

    @property
    def end(self) -> Node:
        """The last move of the game; moves taken back lie beyond it."""
        return self._end

    @property
    def line(self) -> tuple[Node, ...]:
        """All moves from the start through the current point to the last one that can be redone."""
        played = [n for n in self._node.ancestors() if n is not self.root]
        return (*reversed(played), *self._node.descendants())

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves up to the current point."""
        return self.position.moves

    @property
    def sans(self) -> tuple[str, ...]:
        """The moves up to the current point, in SAN."""
        return tuple(n.san for n in self.line[: self._node.ply])

    @property
    def future(self) -> tuple[Move, ...]:
        """The moves after the current point: those taken back, or not yet replayed."""
        return tuple(n.move for n in self._node.descendants() if n.move is not None)

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        return RESULTS[self._outcome.winner] if self._outcome else UNFINISHED

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if the current point is its end; else None.

        In a variation: the outcome on the board.
        """
        if self._node is self._end:
            return self._outcome
        return None if self._node.is_main_line else self.position.outcome()

    def number(self, ply: int) -> tuple[int, str]:
        """Number and side of the move that makes the given ply (1 = the game's first move)."""
        half = ply - 1 + self._black_starts
        return self._first_number + half // 2, "black" if half % 2 else "white"

    def label(self, node: Node) -> str:
        """A move with its number, such as `12... Nf6`; `the start` for the root."""
        if node.move is None:
            return "the start"
        number, color = self.number(node.ply)
        return f"{number}{'.' if color == 'white' else '...'} {node.san}"

    def numbered(self, number: int, color: str) -> Node | None:
        """The move of a number in the present line, by its colour if both have made one."""
        found = [node for node in self.line if self.number(node.ply)[0] == number]
        return found[-1 if color == "black" else 0] if found else None

    def play(self, move: Move) -> Node:
        """Make a move; unless it repeats one taken back here, it replaces that line.

        Raises IllegalMoveError, also when the game is over.
        """
        if self.outcome is not None:
            raise IllegalMoveError(f"{str(move)!r}: the game is over ({self.outcome.reason})")
        if move.is_null:
            raise IllegalMoveError(f"{str(move)!r}: a null move can be read, but not played")
        parent = self._node
        known = next((n for n in parent.children if n.move == move), None)
        if known is not None:
            self.goto(known)
        node = known or self.add(move)
        if node is not parent.children[0]:
            parent.children = [node] + [n for n in parent.children[1:] if n is not node]
        self._play_on()
        return node

    def undo(self) -> Move | None:
        """Take back the last move, and any result; None if there is nothing to take back."""
        move, parent = self._node.move, self._node.parent
        if parent is None:
            return None
        main = self._node.is_main_line
        self.goto(parent)
        if main:
            self._end = parent
            self._settle(None)
        return move

    def redo(self) -> Move | None:
        """Redo the move taken back last; None if there is none."""
        if not self._node.children:
            return None
        beyond = self._node is self._end
        self.goto(self._node.children[0])
        if beyond:
            self._play_on()
        return self._node.move

    def finish(self, winner: str, reason: str) -> None:
        """End the game by the players' decision: winner `white`, `black` or `draw`.

        Raises MakachessError if it is over already.
        """
        if winner not in RESULTS:
            raise MakachessError(f"{winner!r} is not a winner (one of {', '.join(RESULTS)})")
        if self.outcome is not None:
            raise MakachessError(f"the game is over already ({self.outcome.reason})")
        if not self._node.is_main_line:
            raise MakachessError(f"{self._node.san!r} is in a variation, where no game can end")
        self._end = self._node
        self._settle(Outcome(winner, reason))

    def seek(self, ply: int) -> None:
        """Go to a ply of the present line (0 = the start); beyond its ends, to the end."""
        line = (*reversed(list(self._node.ancestors())), *self._node.descendants())
        self.goto(line[min(max(ply, 0), len(line) - 1)])

    def goto(self, node: Node) -> None:
        """Go to any point of the tree; raises ValueError for a node of another game."""
        if node is self._node.parent:
            self.position.pop()
            self._node = node
            return
        steps = []
        here, there = self._node, node
        while here is not there:
            if here.ply > there.ply and here.parent is not None:
                here = here.parent
            elif there.parent is not None:
                steps.append(there)
                there = there.parent
            else:
                raise ValueError("the node belongs to another game")
        for _ in range(self._node.ply - here.ply):
            self.position.pop()
        for step in reversed(steps):
            assert step.move is not None
            self.position.push(step.move)
        self._node = node

    def add(self, move: Move) -> Node:
        """Add a move at the current point, after any there, and go to it.

        Raises IllegalMoveError. Under the end of the game it becomes the new end.
        """
        return self.attach(move, self.position.san(move))

    def attach(self, move: Move, san: str | None = None) -> Node:
        """The same; if its SAN is not given, it is worked out when asked for."""
        self.position.push(move)
        return self._grow(self.position.peek(), san)

    def attach_text(self, text: str) -> Node | None:
        """The same for the move that a text means; None where that is not plain at first sight.

        Then `position.parse` has the move, or says what is wrong.
        """
        move = self.position.push_text(text)
        return None if move is None else self._grow(move, None)

    def _grow(self, move: Move, san: str | None) -> Node:
        parent = self._node
        node = Node(move, san, parent.ply + 1, parent)
        parent.children.append(node)
        if parent is self._end and parent.children[0] is node:
            self._end = node
        self._node = node
        return node

    def name_moves(self) -> None:
        """Work out the SAN of all moves, before it is asked for while somebody waits."""
        if self.root.children:
            _name_moves(self.root)

    def copy(self) -> Game:
        """An independent copy with the same moves, variations and comments, at the same point."""
        other = Game(self.variant, self.start_fen)
        other.root = self.root.copy()
        twins = {self.root: other.root}
        left = [self.root]
        while left:
            node = left.pop()
            for child in node.children:
                twins[child] = child.copy(twins[node])
                twins[node].children.append(twins[child])
            left += node.children
        other.position = self.position.copy()
        other._node, other._end = twins[self._node], twins[self._end]
        other.tags = Tags(self.tags)
        other.record(self._outcome)
        return other

    def view(self, node: Node | None = None) -> Game:
        """Another look at the same moves, from the current point or a node, without a copy of them.

        It knows the end and the result as they are now.
        """
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.position = self.position.copy()
        other.goto(node or self._node)
        return other

    def end_at(self, node: Node) -> None:
        """Let the game end with another move, after a change of the main line; the result stays."""
        self._end = node

    def record(self, outcome: Outcome | None) -> None:
        """Record how the game ended according to its file, without changing the tags."""
        self._outcome = outcome

    def conclude(self) -> None:
        """Let the board at the end of the game decide its result, in the tags that there are."""
        self._outcome = outcome = self.position.outcome()
        if outcome is not None:
            ending = {"Result": RESULTS[outcome.winner], "Termination": outcome.reason}
            self.tags.update({tag: text for tag, text in ending.items() if tag in self.tags})

    def _play_on(self) -> None:
        """After a move, make it the end of the game unless it belongs to a variation."""
        if self._node.is_main_line:
            self._end = self._node
            self._settle(self.position.outcome())

    def _settle(self, outcome: Outcome | None) -> None:
        """Set how the game ended, in the tags too."""
        self._outcome = outcome
        tags = self.tags
        if outcome is None:
            if "Result" in tags:  # somebody's file may have gone without it
                tags["Result"] = UNFINISHED
            tags.pop("Termination", None)
        else:
            tags["Result"] = RESULTS[outcome.winner]
            tags["Termination"] = outcome.reason


_Standing = tuple[Outcome | None, int, bool]


def _standing(position: Position) -> _Standing:
    """The outcome of a position, the number of its next move, and whether Black makes it."""
    return position.outcome(), position.fullmove, position.turn == "black"


class _Beginning(NamedTuple):
    """What is the same in all games that begin with the array."""

    standing: _Standing
    fen: str
    tags: Mapping[str, str]


@lru_cache(maxsize=32)
def _beginning(variant: Variant) -> _Beginning:
    position = Position(variant)
    return _Beginning(_standing(position), position.start_fen, default_tags(variant))


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
