"""A saved game explored: looked at ply by ply, edited, annotated, and saved with its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from makachess.core import MakachessError, Move
from makachess.play.session.commits import Commits
from makachess.saves import Autosave, Collection, Game, GameFileError, Library, Node
from makachess.saves.reader import game_of
from makachess.saves.remarks import claim_move, commands_of, is_note, spoken
from makachess.saves.signs import SIGNS

# The game as it was played stays its main line. A move that is made where another was played begins
# a variation, and so does one after the end of the game: there the variation repeats the last move,
# as PGN has no other place for it. Only promoting changes the main line.

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
        return bool(self._done)

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
        parents = [here, *_twins(here)] if here is self.game.end else [here]
        return next((n for parent in parents for n in parent.children if n.move == move), None)

    def _continue_after_end(self, end: Node, first: Node) -> str:
        """Begin a variation that repeats the last move of the game."""
        parent = end.parent
        assert parent is not None
        twin = next(iter(_twins(end)), None)
        steps: list[Undoable] = []
        if twin is None:
            twin = Node(end.move, end.san, end.ply, parent)
            steps.append(Moved(twin, None, (parent, len(parent.children))))
        steps.append(Moved(first, None, (twin, len(twin.children))))
        self._make(f"{self.label(first)} added", steps, first)
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
        steps: list[Undoable] = []
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
        said = f"{self.label(firsts[-1])} promoted"
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

    def undo(self) -> str:
        if not self._done:
            raise MakachessError("There is nothing to undo")
        edit = self._done.pop()
        edit.undo(self.game)
        self._undone.append(edit)
        self._settle()
        return f"Undone: {edit.what}"

    def redo(self) -> str:
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
        return label_of(self.game, node)

    def _make(self, what: str, steps: list[Undoable], after: Node) -> None:
        edit = Edit(what, steps, self.game.node, after)
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


def _said_anew(comments: list[str], own: str, *, keep: bool) -> list[Undoable]:
    """The steps that let a person say something else, and keep the note of a review or not."""
    old = [
        (at, comment)
        for at, comment in enumerate(comments)
        if spoken([comment]) and not (keep and is_note(comment))
    ]
    steps: list[Undoable] = [
        Remarked(comments, at, comment, commands_of(comment) or None)
        for at, comment in reversed(old)
    ]
    if own:
        left = len(comments) - sum(not commands_of(comment) for _, comment in old)
        steps.append(Remarked(comments, left, None, own))
    return steps


def _twins(node: Node) -> list[Node]:
    """The variations that begin with the same move as another at their place."""
    siblings = node.parent.children if node.parent is not None else []
    return [each for each in siblings if each is not node and each.move == node.move]


def _first_of_variation(node: Node) -> Node | None:
    return next((n for n in node.ancestors() if not n.is_first), None)


def _below(node: Node) -> list[Node]:
    """A move and all that follow it, variations included."""
    found = [node]
    for one in found:
        found += one.children
    return found


def _is_remarked(node: Node) -> bool:
    return bool(node.opening_comments or node.comments or node.nags)


def _extend(last: Node, twin: Node) -> list[Undoable]:
    """Let what follows a repeated move follow the move itself, with what was said about it."""
    steps: list[Undoable] = [
        Moved(child, (twin, 0), (last, at)) for at, child in enumerate(twin.children)
    ]
    steps += _replaced(last.comments, [*last.comments, *twin.opening_comments, *twin.comments])
    steps += _replaced(last.nags, list(dict.fromkeys((*last.nags, *twin.nags))))
    assert twin.parent is not None
    return [*steps, Moved(twin, (twin.parent, twin.parent.children.index(twin)), None)]


def _replaced(remarks: list[Remark], wanted: list[Remark]) -> list[Undoable]:
    """The steps that make some remarks of others, the last ones first."""
    gone = [(at, one) for at, one in enumerate(remarks) if one not in wanted]
    steps: list[Undoable] = [Remarked(remarks, at, one, None) for at, one in reversed(gone)]
    for at, one in enumerate(wanted):
        if one not in remarks:
            steps.append(Remarked(remarks, at, None, one))
    return steps


# --- edits ----------------------------------------------------------------------------------------
#
# What edits of a game's tree are made of; each step can be undone and made again.
#
# They name what they move or replace, not where all else stands, so that they can still be undone
# after a review has added moves and remarks of its own.


class Undoable(Protocol):
    """A step of an edit, which can be made and undone in turn."""

    def make(self) -> None:
        """Make it."""

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
        self._put(self.source, self.target)

    def undo(self) -> None:
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
        self._replace(self.old, self.new)

    def undo(self) -> None:
        self._replace(self.new, self.old)

    def _replace(self, old: str | int | None, new: str | int | None) -> None:
        is_there = old in self.remarks
        at = self.remarks.index(old) if is_there else self.at
        self.remarks[at : at + is_there] = [] if new is None else [new]


@dataclass(frozen=True, slots=True)
class Edit:
    """Steps made as one: what they are, and the move looked at before and after them."""

    what: str
    steps: Sequence[Undoable]
    before: Node
    after: Node

    def make(self, game: Game) -> None:
        game.goto(game.root)  # the move looked at may be about to go
        for step in self.steps:
            step.make()
        game.goto(self.after)

    def undo(self, game: Game) -> None:
        game.goto(game.root)
        for step in reversed(self.steps):
            step.undo()
        game.goto(self.before)


# --- annotation glyphs ----------------------------------------------------------------------------
#
# Numeric annotation glyphs: how good a move is, and how the position stands after it.


@dataclass(frozen=True, slots=True)
class Glyph:
    """An annotation: its number in PGN's standard, its sign, and what it means.

    `group` is `move` or `position`; a move has at most one of each.
    """

    nag: int
    sign: str
    text: str
    group: str


GLYPHS = (
    Glyph(1, "!", "good move", "move"),
    Glyph(2, "?", "mistake", "move"),
    Glyph(3, "!!", "brilliant move", "move"),
    Glyph(4, "??", "blunder", "move"),
    Glyph(5, "!?", "interesting move", "move"),
    Glyph(6, "?!", "inaccuracy", "move"),
    Glyph(10, "=", "equal", "position"),
    Glyph(13, "~", "unclear", "position"),
    Glyph(14, "+=", "White is slightly better", "position"),
    Glyph(15, "=+", "Black is slightly better", "position"),
    Glyph(16, "+/-", "White is better", "position"),
    Glyph(17, "-/+", "Black is better", "position"),
    Glyph(18, "+-", "White is winning", "position"),
    Glyph(19, "-+", "Black is winning", "position"),
)
"""Those that have a sign."""

BY_NAG: Mapping[int, Glyph] = MappingProxyType({glyph.nag: glyph for glyph in GLYPHS})
MOST = 255  # the largest number the standard allows


def are_alike(nag: int, other: int) -> bool:
    """Whether two annotations exclude each other: both of the move, or both of the position."""
    known = nag in BY_NAG and other in BY_NAG
    return nag == other or (known and BY_NAG[nag].group == BY_NAG[other].group)


def parse_glyph(text: str) -> int | None:
    """The number of an annotation written as its sign or as `$14`; None for anything else."""
    if text in SIGNS:
        return SIGNS[text]
    digits = text.removeprefix("$")
    if digits == text or re.fullmatch("[0-9]{1,3}", digits) is None:
        return None
    return int(digits) if 0 < int(digits) <= MOST else None


def format_glyph(nag: int) -> str:
    """The sign of an annotation, or its number after `$`."""
    return BY_NAG[nag].sign if nag in BY_NAG else f"${nag}"


# --- the games of a file --------------------------------------------------------------------------
#
# Explored one after the other, and each saved as soon as it is edited.


class Page:
    """One game of a book: what has been edited in it, and how that is saved."""

    def __init__(self, game: Game, autosave: Callable[[], Autosave], fault: str = "") -> None:
        self.exploration = Exploration(game)
        self.fault = fault  # the first one of its text that costs moves
        self._make_autosave = autosave
        self._autosave: Autosave | None = None
        self._saved = self._saved_edits = 0  # what is on disk
        self._news = ""  # of the last commit
        self._commits: Commits[None] = Commits(self._save, lambda _: self._hear, "Not saved")

    @property
    def failure(self) -> str:
        """Why it is not saved, in a few words; empty if it is."""
        return self._commits.failure

    @property
    def autosave(self) -> Autosave:
        """What saves it; made when first needed, since most games are only looked at."""
        if self._autosave is None:
            self._autosave = self._make_autosave()
        return self._autosave

    @property
    def path(self) -> Path | None:
        return self._autosave.path if self._autosave is not None and self._saved else None

    def commit(self, *, marks: bool = False) -> str:
        """Save the game if it has been edited; what the player should know of it, if anything.

        The marks of a review alone are only saved when that is asked for.
        """
        found = self.exploration
        if found.edits == self._saved_edits and not (marks and found.revision != self._saved):
            return ""
        self._commits.note()
        return self._news

    async def _save(self) -> str:
        found = self.exploration
        saved = (found.revision, found.edits)
        news = self.autosave.commit()
        self._saved, self._saved_edits = saved
        return news

    def _hear(self, news: str) -> None:
        self._news = news

    def close(self) -> None:
        if self._autosave is not None:
            self._autosave.close()


class Book:
    """The games that are explored: those of a file, or a single one.

    One game is open at a time; those that were edited are kept with their edits. `unsaved` says why
    the open game is not on disk, if it is not.
    """

    def __init__(
        self,
        game: Game,
        *,
        fault: str = "",
        collection: Collection | None = None,
        number: int = 1,
        autosave: Autosave | None = None,
    ) -> None:
        self.collection = collection
        self.number = number
        self.on_saved: Callable[[], object] = lambda: None  # called when saving succeeds at last
        self._own = autosave
        self._edited: dict[int, Page] = {}
        self.page = self._new_page(number, game, fault)

    @property
    def exploration(self) -> Exploration:
        return self.page.exploration

    @property
    def game(self) -> Game:
        return self.page.exploration.game

    @property
    def has_file(self) -> bool:
        """Whether the open game comes from a file, or has one by now."""
        return self.collection is not None or self._own is not None or self.path is not None

    @property
    def path(self) -> Path | None:
        return self.page.path

    @property
    def unsaved(self) -> str:
        """Why the open game is not on disk as it stands, in a few words; empty if it is."""
        return self.page.failure

    def count(self) -> int:
        return 1 if self.collection is None else len(self.collection)

    def place(self) -> str:
        """Which game of how many is open, such as `game 2 of 3`; empty if it is the only one."""
        if self.collection is None or not (self.collection.is_small or self._edited):
            return f"game {self.number}" if self.number > 1 else ""
        try:
            count = self.count()
        except GameFileError:
            return f"game {self.number}" if self.number > 1 else ""
        return f"game {self.number} of {count}" if count > 1 else ""

    def turn_to(self, number: int) -> None:
        """Open another game of the file, once this one is saved.

        Raises MakachessError where there is none, or this one cannot be saved.
        """
        self.leave()
        self.open(number, self.find(number))

    def leave(self) -> None:
        """Save the open game before another one is; raises MakachessError where that cannot be."""
        self.suspend()
        if self.unsaved:
            raise MakachessError(f"This game is not saved: {self.unsaved}")

    def find(self, number: int) -> Page:
        """Another game of the file, looked for in any thread; raises MakachessError."""
        if self.collection is None or not 1 <= number <= self.count():
            raise MakachessError(self._why_no_game(number))
        page = self._edited.get(number)
        if page is None:
            reading = self.collection.read(number)
            game = game_of(reading)
            game.name_moves()
            page = self._new_page(number, game, reading.fault)
        return page

    def open(self, number: int, page: Page) -> None:
        """Open a game that was found, once this one is saved."""
        self.leave()
        if self.exploration.revision:
            self._edited[self.number] = self.page
        self.page.close()
        self.number, self.page = number, page

    def follow(self) -> bool:
        """Go on with the file as another program has written it; whether there is anything new.

        At its last move, if this was the last. A game that was edited here stays as it is. Raises
        MakachessError if the game cannot be read.
        """
        found = self.collection
        if found is None or self.exploration.revision or not found.has_changed:
            return False
        newer = Collection(found.path)
        game, fault = newer.first(self.number)
        if game.variant != self.game.variant:
            return False
        node = self.game.node
        game.seek(len(game.line) if node is self.game.end else node.ply)
        self.page.close()
        self.collection, self.page = newer, self._new_page(self.number, game, fault)
        return True

    def _why_no_game(self, number: int) -> str:
        count = self.count()
        if count == 1:
            return "There is only one game here"
        if number < 1:
            return f"This is the first of {count} games"
        if number == self.number + 1:
            return f"This is the last of {count} games"
        return f"There is no game {number}, only {count}"

    def commit(self, *, marks: bool = False) -> str:
        """Save the open game if it has been edited; what the player should know, if anything.

        With `marks` also if a review has marked it.
        """
        return self.page.commit(marks=marks)

    def suspend(self) -> None:
        self.commit()

    def save(self) -> None:
        self.commit()
        if not self.unsaved:
            self.on_saved()

    def move(self, new_file: Callable[[Game], Path]) -> None:
        """Let the next save of the open game make a new file somewhere else."""
        self.page.autosave.move(new_file)

    def begin(self) -> None:
        """Go on; nothing happens by itself here."""

    def close(self) -> None:
        self.suspend()
        self.page.close()

    def _new_page(self, number: int, game: Game, fault: str) -> Page:
        return Page(game, lambda: self._autosave_of(game, number), fault)

    def _autosave_of(self, game: Game, number: int) -> Autosave:
        if self.collection is not None:
            return self.collection.autosave(game, number)
        return self._own or Autosave(game, Library().new_file)


# --- looking back ---------------------------------------------------------------------------------

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
        """The game at the position that is looked at."""
        return self._view or self._game

    @property
    def label(self) -> str:
        return label_of(self.shown, self.shown.node)

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


def label_of(game: Game, node: Node) -> str:
    """A move with its number, such as `12... Nf6`."""
    if node.move is None:
        return "the start"
    number, color = game.number(node.ply)
    return f"{number}{'.' if color == 'white' else '...'} {node.san}"


def _is_in(node: Node, root: Node) -> bool:
    *path, top = node.ancestors()
    return top is root and all(n.parent is not None and n in n.parent.children for n in path)
