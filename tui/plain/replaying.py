"""A recorded game, told move by move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from makachess.core.text import how_many
from makachess.play.looking import parse_move_number
from makachess.saves import Collection, Game, Node
from makachess.saves.remarks import spoken
from makachess.saves.signs import BY_NAG, format_glyph
from makachess.saves.tags import date_of, event_of, name_of_game
from makachess.tui.plain.conversation import (
    NULL_SPOKEN,
    Say,
    Talk,
    moves_words,
)

HELP = """\
Type one of these:
  next, previous   one move on, or back; Enter alone goes on, too
  start, end       to the start, or to the end
  12, 12...        to White's, or Black's, move 12
  say              the last move again, with what was said about it
  board            the position as a grid
  pieces           all pieces and their squares
  what SQUARE      the piece on a square, how it moves and where it can go
  attacks SQUARE   who attacks and who defends a square
  moves            all moves of the game
  fen              the position as a FEN
  game NUMBER      another game of the file
  help             this list
  quit             leave"""


class Replaying(Talk):
    """The main line of a game of a file, and what was said about its moves."""

    def __init__(self, say: Say, path: Path, number: int = 1, ply: int = 0) -> None:
        super().__init__(say, HELP)
        self._collection = Collection(path)
        self._number, self._ply = number, ply
        self.tell_of(lambda: self._game.position)
        self.commands |= {
            "next": lambda: self._step(1),
            "previous": lambda: self._step(-1),
            "start": lambda: self._go(0),
            "end": lambda: self._go(len(self._game.line)),
            "say": self._say_move,
            "moves": lambda: say(moves_words(self._game.view(self._game.end))),
        }
        self.about["game"] = self._open_number

    def begin(self) -> None:
        """Say which game it is; raises GameFileError."""
        self._open(self._number)
        if self._ply:
            self._go(self._ply)

    def take(self, line: str) -> None:
        """Answer a line; an empty one asks for the next move."""
        super().take(line if line.strip() else "next")

    def answer(self, text: str) -> None:
        """Go to the move of a number."""
        if (number := parse_move_number(text)) is not None:
            self._go_to_move(*number)
        else:
            self.say(f"{text!r} is not a command. Type help.")

    def _open_number(self, text: str) -> None:
        if text.isascii() and text.strip().isdecimal() and len(text) < 8:
            self._open(int(text))
        else:
            self.say(f"{text!r} is not the number of a game")

    def _open(self, number: int) -> None:
        game, fault = self._collection.first(number)
        game.seek(0)
        self._game, self._number = game, number
        self.say("\n".join(_heading(game)))
        if fault:
            self.say(f"The file is damaged: {fault}. The rest cannot be read.")
        self._say_comments(game.root)

    def _step(self, count: int) -> None:
        ply = self._game.node.ply + count
        if ply < 0:
            self.say("This is the start")
        elif ply > len(self._game.line):
            self.say(f"This is the end: {_result(self._game)}")
        else:
            self._go(ply)

    def _go(self, ply: int) -> None:
        self._game.seek(ply)
        self._say_move()

    def _go_to_move(self, number: int, color: str) -> None:
        node = self._game.numbered(number, color)
        if node is None:
            self.say(f"There is no move {number}")
        else:
            self._go(node.ply)

    def _say_move(self) -> None:
        """The move that led here, what was said about it, and whether it ends the game."""
        game, node = self._game, self._game.node
        if node.move is None:
            self.say("The start")
        else:
            marks = (glyph.text if (glyph := BY_NAG.get(n)) else format_glyph(n) for n in node.nags)
            label = game.label(node) + NULL_SPOKEN * node.move.is_null
            self.say(", ".join((label, *marks)))
        self._say_comments(node)
        others = len(node.parent.children) - 1 if node.parent is not None else 0
        if others:
            self.say("There is another move here" if others == 1 else f"{others} other moves here")
        if node is game.end:
            self.say(_result(game))

    def _say_comments(self, node: Node) -> None:
        if comment := spoken(node.comments):
            self.say(f"Comment: {comment}")


def _heading(game: Game) -> Iterator[str]:
    about = name_of_game(game.tags), event_of(game.tags), date_of(game.tags)
    yield f"{game.variant.title}: {', '.join(filter(None, about))}"
    length = how_many(len(game.line), "move")
    yield f"{length}, {_result(game)}. Press Enter for the next move, or type help."


def _result(game: Game) -> str:
    outcome = game.view(game.end).outcome
    return outcome.explanation if outcome else "unfinished"
