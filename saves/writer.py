"""Writing games, as `reader` reads them back, and what can be read of damaged ones."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from makachess.saves.game import Game, Node
from makachess.saves.remarks import is_note
from makachess.saves.storage import write_atomically
from makachess.saves.tags import exported, format_tags, in_order

COLUMNS = 80
# Commands such as `[%clk 0:10:00]` stay in one piece: few programs find them on two lines.
_COMMENT_WORD = re.compile(r"\[%[^\]]*\]\S*|\S+")
# In the place of what would end a comment: in braces PGN has no way to write that, and after `;`,
# where it has, many programs read no comment.
_BRACE = "\N{FULLWIDTH RIGHT CURLY BRACKET}"


def format_game(game: Game, *, for_others: bool = False) -> str:
    """A game as the text of its file; moves that were taken back are left out.

    What is `for_others` has tags as all programs read them.
    """
    tags = format_tags(in_order(exported(game.tags, game.result) if for_others else game.tags))
    moves = f"{game.result}\n"
    if game.end is not game.root or game.root.comments or game.root.nags:
        moves = wrap([*Movetext(game).words, game.result])
    return f"{tags}\n{moves}" if tags else moves


def wrap(words: Iterable[str]) -> str:
    pieces: list[str] = []
    column = 0
    for word in words:
        if column and column + 1 + len(word) > COLUMNS:
            pieces.append("\n")
            column = 0
        elif column:
            pieces.append(" ")
            column += 1
        pieces.append(word)
        column += len(word)
    return "".join(pieces) + "\n"


class Movetext:
    """The words of a game's moves, comments and variations, in the order of the file."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words: list[str] = []
        self.opening = ""  # the parenthesis that is to stand before the next word
        self.interrupted = True  # so that Black's next move needs its number
        # A sign before the first move is refused by most programs: it goes into the comment.
        self._comments([*(f"${nag}" for nag in game.root.nags), *game.root.comments])
        # A stack of pending calls: variations may be nested deeper than Python can recurse.
        self.stack: list[tuple[Callable[[Node], None], Node]] = [(self._line, game.root)]
        while self.stack:
            write, node = self.stack.pop()
            write(node)

    def _line(self, node: Node) -> None:
        """What follows a node: the main move, the variations on it, then what follows that move."""
        if node is self.game.end or not node.children:
            return
        main, *others = node.children
        self.stack.append((self._line, main))
        for other in reversed(others):
            self.stack += [(self._close, other), (self._line, other), (self._open, other)]
        self.stack.append((self._move, main))

    def _open(self, node: Node) -> None:
        self.opening = "("
        self.interrupted = True
        self._move(node)

    def _close(self, _: Node) -> None:
        self.interrupted = True
        self.words[-1] += ")"

    def _move(self, node: Node) -> None:
        """A move with what stands before it, as a variation's first move has, and its remarks."""
        self._comments(node.opening_comments)
        number, side = self.game.number(node.ply)
        if side == "white":
            self._add(f"{number}.")
        elif self.interrupted:
            self._add(f"{number}...")
        self._add(node.san)
        self.interrupted = False
        self._remarks(node)

    def _remarks(self, node: Node) -> None:
        self.words += [f"${nag}" for nag in node.nags]
        self._comments(node.comments)

    def _comments(self, comments: Iterable[str]) -> None:
        """What is said in one place, in one pair of braces: some programs take no second one.

        The notes of a review are last, since they go on to the end or the next one.
        """
        said = " ".join(sorted(comments, key=is_note)).replace("}", _BRACE)
        if words := _COMMENT_WORD.findall(said):
            self._add("{" + words[0])
            self.words += words[1:]
            # Some programs take a brace behind a backslash for a part of the comment.
            self.words[-1] += " }" if self.words[-1].endswith("\\") else "}"
            self.interrupted = True

    def _add(self, word: str) -> None:
        """Add a word, behind the parenthesis that waits for it."""
        self.words.append(self.opening + word)
        self.opening = ""


def save_game(game: Game, path: str | os.PathLike[str], *, overwrite: bool = True) -> None:
    """Write a game to a file of its own; when this returns it is on disk.

    Raises SaveError, leaving any older file intact; without `overwrite`, also if the file exists.
    """
    path = Path(path)
    write_atomically(path, format_game(game), overwrite=overwrite)
