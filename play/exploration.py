"""A saved game explored: moves, variations and remarks are added and removed, and all undone.

The game as it was played stays its main line. A move that is made where another was played begins
a variation, and so does one after the end of the game: there the variation repeats the last move,
as PGN has no other place for it. Only promoting changes the main line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from makachess.core import MakachessError, Move
from makachess.saves import Game, Node
from makachess.saves.remarks import claim_move, commands_of, is_note, spoken
from makachess.saves.signs import BY_NAG, are_alike, format_glyph

Remark = TypeVar("Remark", str, int)


class Exploration:
    """A game and the edits made in it, the last of which can be undone.

    Edits begin at the game's current point and leave it where they have changed something. They
    return a sentence for the player, and raise MakachessError where nothing can be done. `revision`
    grows with each change, `edits` only with those made here.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.revision = self.edits = 0
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        if game.end in game.node.ancestors():
            game.goto(game.end)
        game.end.children.clear()  # moves taken back are no part of the record
        self._played = frozenset(game.root.descendants())

    def play(self, move: Move) -> str:
        """Make a move: follow the line that has it, or begin one."""
        here = self.game.node
        known = self._known(move)
        if known is not None:
            self.game.goto(known)
            return ""
        first = Node(move, self.game.position.san(move), here.ply + 1, here)
        claim_move(first)
        label = self.game.label(first)
        if here is self.game.end and here in self._played:
            return self._continue_after_end(here, first)
        if here is self.game.end and self.game.outcome is not None:
            raise MakachessError("The game ended before its first move")
        self._make(f"{label} added", [Moved(first, None, (here, len(here.children)))], first)
        return "" if first.is_first else f"{label} begins a variation"

    def _known(self, move: Move) -> Node | None:
        """The move where it follows already, also in a variation beyond the end of the game."""
        here = self.game.node
        parents = [here, *_twins(here)] if here is self.game.end else [here]
        return next((n for parent in parents for n in parent.children if n.move == move), None)

    def _continue_after_end(self, end: Node, first: Node) -> str:
        """Begin a variation that repeats the last move of the game."""
        parent = end.parent
        assert parent is not None
        twin = next(iter(_twins(end)), None)
        steps: list[Step] = []
        if twin is None:
            twin = Node(end.move, end.san, end.ply, parent)
            steps.append(Moved(twin, None, (parent, len(parent.children))))
        steps.append(Moved(first, None, (twin, len(twin.children))))
        self._make(f"{self.game.label(first)} added", steps, first)
        return f"{self.game.label(first)} goes on after the end of the game, in a variation"

    def delete(self) -> str:
        """Delete the move that led here and all that follows it; those played must stay."""
        game, node = self.game, self.game.node
        parent = node.parent
        if parent is None:
            raise MakachessError("There is no move to delete at the start")
        if node in self._played and node.is_main_line:
            raise MakachessError(
                f"{self.game.label(node)} was played: only variations can be deleted"
            )
        count = len(_below(node))
        rest = f" and {count - 1} more" if count > 1 else ""
        top = parent
        is_remarked = parent.opening_comments or parent.comments or parent.nags
        if parent in _twins(game.end) and parent.children == [node] and not is_remarked:
            node, top = parent, game.end  # what is left would only repeat the last move
        assert node.parent is not None
        at = node.parent.children.index(node)
        said = f"{self.game.label(game.node)}{rest} deleted"
        self._make(said, [Moved(node, (node.parent, at), None)], top)
        return said

    def promote(self) -> str:
        """Move the innermost variation one up among its neighbours; the first is the main line."""
        first = next((node for node in self.game.node.ancestors() if not node.is_first), None)
        if first is None or first.parent is None:
            raise MakachessError("This is the main line; only variations can be promoted")
        return self._promote([first], first.parent.children.index(first) - 1)

    def make_main(self) -> str:
        firsts = [node for node in self.game.node.ancestors() if not node.is_first]
        if not firsts:
            raise MakachessError("This is the main line already")
        return self._promote(firsts, 0)

    def _promote(self, firsts: list[Node], at: int) -> str:
        here = self.game.node
        steps: list[Step] = []
        for first in firsts:
            assert first.parent is not None
            siblings = first.parent.children
            if first in _twins(siblings[0]) and at == 0:
                steps += _extend(siblings[0], first)
                here = siblings[0] if here is first else here
            else:
                source = first.parent, siblings.index(first)
                steps.append(Moved(first, source, (first.parent, at)))
        before = self.game.end
        said = f"{self.game.label(firsts[-1])} promoted"
        self._make(said, steps, here)
        if self.game.end is not before:
            said = f"{said}: it is the main line of the game now"
        return said

    @property
    def comment(self) -> str:
        """What is said about the move that led here, without commands; a review's note last."""
        own = spoken(comment for comment in self.game.node.comments if not is_note(comment))
        return " ".join(filter(None, (own, self.note)))

    @property
    def note(self) -> str:
        return spoken(filter(is_note, self.game.node.comments))

    def set_comment(self, text: str) -> str:
        """Say something else about it; nothing to remove what is said.

        The note of a review that is still part of the text remains a note of the review, and what
        stands before or behind it is the person's own.
        """
        node, text = self.game.node, " ".join(text.split())
        comments = node.comments
        if text == self.comment:
            return "The comment stays as it is"
        note = self.note
        keep = bool(note) and note in text
        own = " ".join(text.replace(note, " ", 1).split()) if keep else text
        said = "Comment saved" if text else "Comment removed"
        left = (c if not spoken([c]) or (keep and is_note(c)) else commands_of(c) for c in comments)
        self._make(said, _replaced(comments, [*filter(None, (*left, own))]), node)
        return said

    def annotate(self, nag: int) -> str:
        """Set an annotation in place of another of its kind; the same one again is removed."""
        node = self.game.node
        if node.move is None:
            raise MakachessError("There is no move to annotate at the start")
        glyph, label = BY_NAG.get(nag), self.game.label(node)
        if nag in node.nags:
            said = f"{label}: {format_glyph(nag)} removed"
            nags = [n for n in node.nags if n != nag]
        else:
            said = f"{label} {format_glyph(nag)}" + (f": {glyph.text}" if glyph else "")
            nags = [*(n for n in node.nags if not are_alike(n, nag)), nag]
        self._make(said, _replaced(node.nags, nags), node)
        return said

    def undo(self) -> str:
        if not self._done:
            raise MakachessError("There is nothing to undo")
        edit = self._done.pop()
        self._apply(edit, back=True)
        self._undone.append(edit)
        return f"Undone: {edit.what}"

    def redo(self) -> str:
        if not self._undone:
            raise MakachessError("There is nothing to redo")
        edit = self._undone.pop()
        self._apply(edit)
        self._done.append(edit)
        return f"Redone: {edit.what}"

    def note_marks(self) -> None:
        """The tree has been changed from elsewhere, by a review."""
        self.revision += 1

    def _make(self, what: str, steps: list[Step], after: Node) -> None:
        edit = Edit(what, steps, self.game.node, after)
        self._apply(edit)
        self._done.append(edit)
        self._undone.clear()

    def _apply(self, edit: Edit, *, back: bool = False) -> None:
        """Make or undo all steps of an edit; the main line then ends the game."""
        game = self.game
        game.goto(game.root)  # the move looked at may be about to go
        for step in reversed(edit.steps) if back else edit.steps:
            step.apply(back=back)
        game.goto(edit.before if back else edit.after)
        self.revision += 1
        self.edits += 1
        *_, last = game.root, *game.root.descendants()
        game.end_at(last)


def _twins(node: Node) -> list[Node]:
    """The variations that begin with the same move as another at their place."""
    siblings = node.parent.children if node.parent is not None else []
    return [each for each in siblings if each is not node and each.move == node.move]


def _below(node: Node) -> list[Node]:
    """A move and all that follow it, variations included."""
    found = [node]
    for one in found:
        found += one.children
    return found


def _extend(last: Node, twin: Node) -> list[Step]:
    """Let what follows a repeated move follow the move itself, with what was said about it."""
    steps: list[Step] = [
        Moved(child, (twin, 0), (last, at)) for at, child in enumerate(twin.children)
    ]
    steps += _replaced(last.comments, [*last.comments, *twin.opening_comments, *twin.comments])
    steps += _replaced(last.nags, list(dict.fromkeys((*last.nags, *twin.nags))))
    assert twin.parent is not None
    return [*steps, Moved(twin, (twin.parent, twin.parent.children.index(twin)), None)]


def _replaced(remarks: list[Remark], wanted: Sequence[Remark]) -> list[Step]:
    """The steps that make some remarks of others, the last ones first."""
    new: list[Any] = [*wanted]
    gone: list[Step] = []
    for at, one in enumerate(remarks):
        if one in new:
            new.remove(one)
        else:
            gone.append(Remarked(remarks, at, one, is_new=False))
    added: list[Step] = [Remarked(remarks, wanted.index(one), one, is_new=True) for one in new]
    return [*reversed(gone), *added]


# Steps name what they move or replace, not where all else stands, so that they can still be undone
# after a review has added moves and remarks of its own.


@dataclass(frozen=True, slots=True)
class Moved:
    """A move, with all that follows it, goes from one place to another.

    A place is the move before, and the number among those that can follow it; None is outside of
    the tree.
    """

    node: Node
    source: tuple[Node, int] | None
    target: tuple[Node, int] | None

    def apply(self, *, back: bool) -> None:
        """Put the move into its new place, or `back`."""
        source, target = (self.target, self.source) if back else (self.source, self.target)
        if source is not None:
            source[0].children.remove(self.node)
        if target is not None:
            parent, at = target
            self.node.parent = parent
            parent.children.insert(at, self.node)


@dataclass(frozen=True, slots=True)
class Remarked:
    """A comment or annotation that is new at a place in a list of them, or that is taken away."""

    remarks: list[Any]
    at: int
    remark: str | int
    is_new: bool

    def apply(self, *, back: bool) -> None:
        """Add the remark or take it away, or put things `back`."""
        if self.is_new != back:
            self.remarks.insert(self.at, self.remark)
        elif self.remark in self.remarks:
            self.remarks.remove(self.remark)


Step = Moved | Remarked


class Edit(NamedTuple):
    """Steps made as one: what they are, and the move looked at before and after them."""

    what: str
    steps: Sequence[Step]
    before: Node
    after: Node
