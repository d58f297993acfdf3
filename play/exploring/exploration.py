"""Editing the tree of a recorded game; the game as it was played stays its main line.

A move that is made where another was played begins a variation, and so does one after the end of
the game: there the variation repeats the last move, as PGN has no other place for it. Only
promoting changes the main line.
"""

from __future__ import annotations

from typing import TypeVar

from makachess.core import MakachessError, Move
from makachess.play.exploring.changes import Change, Edit, Moved, Remarked
from makachess.play.exploring.glyphs import BY_NAG, are_alike, format_glyph
from makachess.play.exploring.looking import label_of
from makachess.saves import Game, Node
from makachess.saves.marking import claim_move, commands_of, is_note, spoken

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

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to undo."""
        return bool(self._done)

    # --- moves ----------------------------------------------------------------------------------

    def play(self, move: Move) -> str:
        """Make a move: follow the line that has it, or begin one."""
        here = self.game.node
        known = self._known(move)
        if known is not None:
            self.game.goto(known)
            return ""
        first = Node(move, self.game.position.san(move), here.ply + 1, here)
        claim_move(first)
        label = self.label(first)
        if here is self.game.end and here in self._played:
            return self._continue_after_end(here, first)
        if here is self.game.end and self.game.outcome is not None:
            raise MakachessError("The game ended before its first move")
        self._make(f"{label} added", [Moved(first, None, (here, len(here.children)))], first)
        return "" if first.is_first else f"{label} begins a variation"

    def _known(self, move: Move) -> Node | None:
        """The move where it follows already, be it in a variation beyond the end of the game."""
        here = self.game.node
        ways = [here, *_twins(here)] if here is self.game.end else [here]
        return next((n for way in ways for n in way.children if n.move == move), None)

    def _continue_after_end(self, end: Node, first: Node) -> str:
        """Begin a variation that repeats the last move of the game."""
        parent = end.parent
        assert parent is not None
        twin = next(iter(_twins(end)), None)
        changes: list[Change] = []
        if twin is None:
            twin = Node(end.move, end.san, end.ply, parent)
            changes.append(Moved(twin, None, (parent, len(parent.children))))
        changes.append(Moved(first, None, (twin, len(twin.children))))
        self._make(f"{self.label(first)} added", changes, first)
        return f"{self.label(first)} goes on after the end of the game, in a variation"

    def delete(self) -> str:
        """Delete the move that led here and all that follows it; those played must stay."""
        game, node = self.game, self.game.node
        parent = node.parent
        if parent is None:
            raise MakachessError("There is no move to delete at the start")
        if node in self._played and node.is_main_line:
            raise MakachessError(f"{self.label(node)} was played: only variations can be deleted")
        count = sum(1 for _ in _below(node))
        rest = f" and {count - 1} more" if count > 1 else ""
        top = parent
        if parent in _twins(game.end) and parent.children == [node] and not _is_remarked(parent):
            node, top = parent, game.end  # what is left would only repeat the last move
        assert node.parent is not None
        at = node.parent.children.index(node)
        said = f"{self.label(game.node)}{rest} deleted"
        self._make(said, [Moved(node, (node.parent, at), None)], top)
        return said

    def promote(self) -> str:
        """Move the innermost variation one up among its neighbours; the first is the main line."""
        first = _first_of_variation(self.game.node)
        if first is None or first.parent is None:
            raise MakachessError("This is the main line; only variations can be promoted")
        return self._promote([first], first.parent.children.index(first) - 1)

    def make_main(self) -> str:
        """Make the line that leads here the main line."""
        firsts = [node for node in self.game.node.ancestors() if not node.is_first]
        if not firsts:
            raise MakachessError("This is the main line already")
        return self._promote(firsts, 0)

    def _promote(self, firsts: list[Node], at: int) -> str:
        here = self.game.node
        changes: list[Change] = []
        for first in firsts:
            assert first.parent is not None
            ways = first.parent.children
            if first in _twins(ways[0]) and at == 0:
                changes += _extend(ways[0], first)
                here = ways[0] if here is first else here
            else:
                source = first.parent, ways.index(first)
                changes.append(Moved(first, source, (first.parent, at)))
        before = self.game.end
        said = f"{self.label(firsts[-1])} promoted"
        self._make(said, changes, here)
        if self.game.end is not before:
            said = f"{said}: it is the main line of the game now"
        return said

    # --- remarks --------------------------------------------------------------------------------

    @property
    def comment(self) -> str:
        """What is said about the move that led here, without commands; a review's note last."""
        own = spoken(comment for comment in self.game.node.comments if not is_note(comment))
        return " ".join(filter(None, (own, self.note)))

    @property
    def note(self) -> str:
        """What a review has said about it."""
        return spoken(filter(is_note, self.game.node.comments))

    def set_comment(self, text: str) -> str:
        """Say something else about it; nothing to remove what is said.

        The note of a review that is still part of the text remains a note of the review, and what
        stands before or behind it is the person's own.
        """
        node, text = self.game.node, " ".join(text.split())
        if text == self.comment:
            return "The comment stays as it is"
        note = self.note
        keep = bool(note) and note in text
        own = " ".join(text.replace(note, " ", 1).split()) if keep else text
        said = "Comment saved" if text else "Comment removed"
        self._make(said, _said_anew(node.comments, own, keep=keep), node)
        return said

    def annotate(self, nag: int) -> str:
        """Set an annotation in place of another of its kind; the same one again is removed."""
        node = self.game.node
        if node.move is None:
            raise MakachessError("There is no move to annotate at the start")
        glyph, label = BY_NAG.get(nag), self.label(node)
        if nag in node.nags:
            said = f"{label}: {format_glyph(nag)} removed"
            nags = [n for n in node.nags if n != nag]
        else:
            said = f"{label} {format_glyph(nag)}" + (f": {glyph.text}" if glyph else "")
            nags = [*(n for n in node.nags if not are_alike(n, nag)), nag]
        self._make(said, _replaced(node.nags, nags), node)
        return said

    # --- undo -----------------------------------------------------------------------------------

    def undo(self) -> str:
        """Undo the last edit."""
        if not self._done:
            raise MakachessError("There is nothing to undo")
        edit = self._done.pop()
        edit.undo(self.game)
        self._undone.append(edit)
        self._settle()
        return f"Undone: {edit.what}"

    def redo(self) -> str:
        """Make the last edit again that was undone."""
        if not self._undone:
            raise MakachessError("There is nothing to redo")
        edit = self._undone.pop()
        edit.make(self.game)
        self._done.append(edit)
        self._settle()
        return f"Redone: {edit.what}"

    def note_marks(self) -> None:
        """The tree has been changed from elsewhere, by a review."""
        self.revision += 1

    def label(self, node: Node) -> str:
        """A move with its number, such as `12... Nf6`."""
        return label_of(self.game, node)

    def _make(self, what: str, changes: list[Change], after: Node) -> None:
        edit = Edit(what, changes, self.game.node, after)
        edit.make(self.game)
        self._done.append(edit)
        self._undone.clear()
        self._settle()

    def _settle(self) -> None:
        """The main line may be another one: it ends the game."""
        self.revision += 1
        self.edits += 1
        *_, last = self.game.root, *self.game.root.descendants()
        self.game.end_at(last)


def _said_anew(comments: list[str], own: str, *, keep: bool) -> list[Change]:
    """The changes that let a person say something else, and keep the note of a review or not."""
    old = [
        (at, comment)
        for at, comment in enumerate(comments)
        if spoken([comment]) and not (keep and is_note(comment))
    ]
    changes: list[Change] = [
        Remarked(comments, at, comment, commands_of(comment) or None)
        for at, comment in reversed(old)
    ]
    if own:
        left = len(comments) - sum(not commands_of(comment) for _, comment in old)
        changes.append(Remarked(comments, left, None, own))
    return changes


def _twins(node: Node) -> list[Node]:
    """The variations that begin with the same move as another at their place."""
    ways = node.parent.children if node.parent is not None else []
    return [way for way in ways if way is not node and way.move == node.move]


def _first_of_variation(node: Node) -> Node | None:
    """The first move of the innermost variation that a move is in."""
    return next((n for n in node.ancestors() if not n.is_first), None)


def _below(node: Node) -> list[Node]:
    """A move and all that follow it, variations included."""
    found = [node]
    for one in found:
        found += one.children
    return found


def _is_remarked(node: Node) -> bool:
    """Whether anything is said about a move."""
    return bool(node.opening_comments or node.comments or node.nags)


def _extend(last: Node, twin: Node) -> list[Change]:
    """Let what follows a repeated move follow the move itself, with what was said about it."""
    changes: list[Change] = [
        Moved(child, (twin, 0), (last, at)) for at, child in enumerate(twin.children)
    ]
    changes += _replaced(last.comments, [*last.comments, *twin.opening_comments, *twin.comments])
    changes += _replaced(last.nags, list(dict.fromkeys((*last.nags, *twin.nags))))
    assert twin.parent is not None
    return [*changes, Moved(twin, (twin.parent, twin.parent.children.index(twin)), None)]


def _replaced(remarks: list[Remark], wanted: list[Remark]) -> list[Change]:
    """The changes that make some remarks of others, the last ones first."""
    gone = [(at, one) for at, one in enumerate(remarks) if one not in wanted]
    changes: list[Change] = [Remarked(remarks, at, one, None) for at, one in reversed(gone)]
    for at, one in enumerate(wanted):
        if one not in remarks:
            changes.append(Remarked(remarks, at, None, one))
    return changes
