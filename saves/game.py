"""A game: a tree of moves with tags, the current point in it, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from makachess.core import IllegalMoveError, MakachessError, Move, Outcome, Position
from makachess.core.spec import Variant
from makachess.saves.node import Node
from makachess.saves.tags import RESULTS, UNFINISHED, default_tags


class Game:
    """A game being played or replayed.

    `play`, `undo`, `redo` and `finish` change the game and move its end; `seek` and `goto` only
    move around in it. `tags` are plain text; Result and Termination follow the game automatically.
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
        if fen is None:
            standing = _beginning(variant)
            self.tags = default_tags(variant, None)
        else:
            self.position = Position(variant, fen)
            standing = _standing(self.position)
            start = self.position.fen()
            self.tags = default_tags(variant, None if start == variant.start_fen else start)
        outcome, self._first_number, self._black_starts = standing
        self.root = self._node = self._end = Node(start=(variant, fen))
        self.tags.update(tags or {})
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
        return self.position.start_fen

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
        return self._grow(move, san)

    def attach_text(self, text: str) -> Node | None:
        """The same for the move that a text means; None where that is not plain at first sight.

        Then `position.parse` has the move, or says what is wrong.
        """
        move = self.position.push_text(text)
        return None if move is None else self._grow(move, None)

    def _grow(self, move: Move, san: str | None) -> Node:
        """Add a node for a move that has been made."""
        parent = self._node
        node = Node(move, san, parent.ply + 1, parent)
        parent.children.append(node)
        if parent is self._end and parent.children[0] is node:
            self._end = node
        self._node = node
        return node

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
        other.tags = dict(self.tags)
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
        """Let the board at the end of the game decide its result."""
        self._settle(self.position.outcome())

    def _play_on(self) -> None:
        """After a move, make it the end of the game unless it belongs to a variation."""
        if self._node.is_main_line:
            self._end = self._node
            self._settle(self.position.outcome())

    def _settle(self, outcome: Outcome | None) -> None:
        """Set how the game ended, in the tags too."""
        self._outcome = outcome
        self.tags["Result"] = self.result
        self.tags.pop("Termination", None)
        if outcome is not None:
            self.tags["Termination"] = outcome.reason


def _standing(position: Position) -> tuple[Outcome | None, int, bool]:
    """The outcome of a position, the number of its next move, and whether Black makes it."""
    return position.outcome(), position.fullmove, position.turn == "black"


@lru_cache(maxsize=32)
def _beginning(variant: Variant) -> tuple[Outcome | None, int, bool]:
    """The same of a variant's array."""
    return _standing(Position(variant))
