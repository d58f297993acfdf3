"""A move being entered: picked square by square or typed; its choices, labels and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, permutations
from typing import TYPE_CHECKING

from makachess.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    MakachessError,
)
from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import MovePattern, mover, split_prefix
from makachess.core.notation.reading import read_move
from makachess.core.notation.refusal import why_not, why_stuck
from makachess.core.spec import Rule, Variant, opponent
from makachess.core.squares import Square, fault_of
from makachess.core.text import sentence

if TYPE_CHECKING:
    from makachess.core import Position

Prefix = tuple[tuple[Square, str], ...]
"""Delayed promotions chosen before a move: the squares of Pawns, and what they become."""
Path = tuple[Square, ...]
"""The squares of a move, or of its beginning, in the order in which they are picked."""
CHOOSE_FIRST = "Choose first"
WAITS = "has to wait: choose first"
_LOWER_CASE = re.compile(r"(\+[a-z]|([a-z]))([0-9])?")  # the beginning of a move
NO_STEP = "Move one Pawn one square and another two, or three Pawns one square each"


class MoveEntry:
    """The move being entered in one position; `position` must not change meanwhile."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._path: tuple[Square, ...] = ()
        self._prefix: Prefix = ()
        self._meant: tuple[Move, ...] = ()  # all that is left, if only promotions are open
        self._error = ""

    @cached_property
    def _by_prefix(self) -> dict[Prefix, list[tuple[Path, Move]]]:
        """The legal moves by their squares, for each delayed promotion; made when first needed."""
        found: dict[Prefix, list[tuple[Path, Move]]] = {}
        for move in self._position.legal_moves():
            found.setdefault(move.prefix, []).extend((path, move) for path in move_paths(move))
        return found

    @property
    def _moves(self) -> list[tuple[Path, Move]]:
        return self._by_prefix.get(self._prefix, [])

    @property
    def _open(self) -> tuple[Choice, ...]:
        """The choices to make before anything else: delayed promotions, or how the move ends."""
        prefixes = {move.prefix for move in self._meant}
        if len(prefixes) == 1:
            return promotion_choices(self._position, self._meant)
        if prefixes:
            return prefix_choices(self._position, prefixes)
        if self._prefix or not self._position.variant.promotion.reserve:
            return ()
        return prefix_choices(self._position, self._by_prefix)

    @property
    def state(self) -> EntryState:
        choices = self._open
        going_on = bool(self._path) and not choices
        return EntryState(
            path=self._path,
            targets=self._targets() if going_on else {},
            taken=self._taken(),
            may_end=going_on and bool(self._complete()),
            choices=choices,
            question=question_of(choices),
            error=self._error,
            prefix=self._prefix,
            steps=self._steps(),
        )

    def pieces(self) -> dict[Square, str]:
        """The pieces on the board with what has been entered: promoted Pawns, single Pawn steps."""
        pieces = self._position.pieces()
        for square, kind in self._prefix:
            pieces[square] = kind if self._position.turn == "white" else kind.lower()
        for origin, goal in self._steps():
            pieces[goal] = pieces.pop(origin)
        return pieces

    def pick(self, square: Square) -> Move | None:
        """Take a square as the next step; the move once it is complete, else None."""
        self._error = ""
        if self._open:
            self._error = CHOOSE_FIRST
            return None
        if not self._path:
            return self._start(square)
        if square in self._followers():
            self._path += (square,)
            return None if self._followers() else self._finish(self._complete())
        return self._stray(square)

    def go(self, path: Path) -> Move | None:
        """Take all squares of a move at once; it ends on the last of them if it may."""
        self._clear()
        if self._open:
            self._error = CHOOSE_FIRST
        elif self._candidates(path):
            self._path = path
            if complete := self._complete():
                return self._finish(complete)
        else:
            *_, good = (path[:n] for n in range(len(path)) if self._candidates(path[:n]))
            self._error = self._why_not(path[len(good)], good)
        return None

    def choose(self, choice: Choice) -> Move | None:
        """Answer the open question; returns the move, or None if more is open."""
        left = [move for move in self._meant if move.prefix == choice.prefix]
        self._clear()
        if choice.move is None:
            self._prefix = choice.prefix
            return self._leave(left) if left else None
        return choice.move

    def back(self) -> bool:
        """Take one step back; False when there was none to take back."""
        self._error = ""
        had, self._meant = bool(self._meant), ()
        if not self._path:
            had, self._prefix = had or bool(self._prefix), ()
            return had
        self._path = self._path[:-1]
        return True

    def type(self, text: str) -> Move | None:
        """Take typed text, a move in any notation or a square; otherwise `error` is set.

        A move that does not say what its piece becomes opens the same question as one made by
        squares. While a question about a move is open, only a text that answers it is taken.
        """
        try:
            moves = self._read(text)
        except MakachessError as error:
            return self._type_square(text, error)
        if self._meant and (len(moves) > 1 or moves[0] not in self._meant):
            self._error = f"{text!r} {WAITS}"
            return None
        self._clear()
        return self._leave(moves)

    def _read(self, text: str) -> list[Move]:
        """The moves that a text leaves to choose from, with or without the prefix chosen."""
        chosen = "".join(f"{square}={kind}," for square, kind in self._prefix)
        try:
            return typed_moves(self._position, chosen + text)
        except MakachessError as error:
            if not chosen:
                raise
            with suppress(MakachessError):
                return typed_moves(self._position, text)
            raise error

    def _type_square(self, text: str, error: MakachessError) -> Move | None:
        """Pick the piece on the square typed; if it is no square, say why the text is not a move.

        Where a square alone can be a Pawn's move, it is that if no piece there can be picked.
        """
        if self._meant:
            self._error = f"{text!r} {WAITS}"
            return None
        self._clear()
        square = self._square(text)
        if square is not None and (self._is_origin(square) or isinstance(error, InvalidMoveError)):
            self.pick(square)
            if not self._path:
                self._error = self._error or why_not_from(self._position, self.pieces(), square)
        else:
            self._error = str(error)
        return None

    def _leave(self, moves: Sequence[Move]) -> Move | None:
        """Finish with the moves left by a text or choice, or ask which of them is meant."""
        if len(moves) == 1:
            self._clear()
            return moves[0]
        if len({move.prefix for move in moves}) == 1:
            self._prefix = moves[0].prefix
            self._path = move_squares(moves[0])
        self._meant = tuple(moves)
        return None

    def preview(self, square: Square) -> Target | None:
        """What picking a square would do, where it can come next."""
        return self._targets().get(square) if self._path and not self._open else None

    def _start(self, square: Square) -> Move | None:
        """Pick up a piece of one's own, or say why it cannot move; others are looked at."""
        pieces = self.pieces()
        if self._is_origin(square):
            self._path = (square,)
        elif square in pieces and pieces[square].isupper() == (self._position.turn == "white"):
            self._error = why_not_from(self._position, pieces, square)
        return None

    def _stray(self, square: Square) -> Move | None:
        """A square that cannot follow: the end of the move here, another piece, or a mistake."""
        if square == self._path[-1]:
            if complete := self._complete():
                return self._finish(complete)
            self.back()
        elif len(self._path) == 1 and self._is_origin(square):
            self._path = (square,)
        elif self._is_next_pawn(square):
            self._path = (*self._path[:-1], square)
        else:
            self._error = NO_STEP if self._steps() else self._why_not(square, self._path)
        return None

    def _is_next_pawn(self, square: Square) -> bool:
        """Whether a square is that of a Pawn that can step in place of the last one picked."""
        picked = self._steps() and len(self._path) % 2
        return bool(picked) and square in self._followers(self._path[:-1])

    def _finish(self, complete: Sequence[Move]) -> Move | None:
        if len(complete) == 1 and complete[0].kind is not MoveKind.PASS:
            self._clear()
            return complete[0]
        self._meant = tuple(complete)
        return None

    def _clear(self) -> None:
        self._path = ()
        self._meant = ()
        self._error = ""

    def _candidates(self, path: Path) -> list[tuple[Path, Move]]:
        length = len(path)
        return [(squares, move) for squares, move in self._moves if squares[:length] == path]

    def _steps(self) -> tuple[tuple[Square, Square], ...]:
        """The Pawn steps made so far, while others can come or have come with them."""
        if len(self._path) < 2:
            return ()
        if not any(move.kind is MoveKind.COMPOUND for _, move in self._candidates(self._path)):
            return ()
        return tuple(zip(self._path[::2], self._path[1::2], strict=False))

    def _complete(self) -> list[Move]:
        if len(self._path) < 2:
            return []
        return [move for squares, move in self._moves if squares == self._path]

    def _followers(self, path: Path | None = None) -> dict[Square, list[tuple[Path, Move]]]:
        """The squares that can come after the path so far, or another; with the moves through."""
        path = self._path if path is None else path
        length = len(path)
        following: dict[Square, list[tuple[Path, Move]]] = {}
        for squares, move in self._candidates(path):
            if len(squares) > length:
                following.setdefault(squares[length], []).append((squares, move))
        return following

    def _targets(self) -> dict[Square, Target]:
        length = len(self._path) + 1
        return {
            square: target_of(square, [m for s, m in moves if len(s) == length] or [moves[0][1]])
            for square, moves in self._followers().items()
        }

    def _taken(self) -> tuple[Square, ...]:
        moves = [move for _, move in self._candidates(self._path)] if len(self._path) > 1 else []
        return tuple(s for s in self._path[1:] if moves and all(s in m.victims for m in moves))

    def _square(self, text: str) -> Square | None:
        try:
            square = Square.parse(text)
        except MakachessError:
            return None
        return None if fault_of(square, self._position.variant) else square

    def _is_origin(self, square: Square) -> bool:
        return any(squares[0] == square for squares, _ in self._moves)

    def _why_not(self, square: Square, path: Path) -> str:
        """Why a move that has come along a path cannot go on to a square, or begin or end there."""
        if not path:
            return why_not_from(self._position, self.pieces(), square)
        origin, *stops = path
        if self._prefix:
            piece = piece_on(self._position.variant, origin, self.pieces()[origin])
            return f"The {piece} cannot go to {square}"
        stops.append(square)
        taken = (False,) * len(stops)
        pattern = MovePattern(file=origin.file, rank=origin.rank, stops=(*stops,), taken=taken)
        return sentence(why_not(self._position, pattern))


@dataclass(frozen=True, slots=True)
class Target:
    """A square that can come next: whether something is taken there, and what the mover becomes.

    `rule` is STAY, MAY or MUST; `becomes` are the ids it can turn into, in upper case.
    """

    capture: bool
    rule: Rule
    becomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryState:
    """A move being entered, as widgets show it."""

    path: tuple[Square, ...] = ()
    targets: Mapping[Square, Target] = field(default_factory=dict)
    taken: tuple[Square, ...] = ()  # victims so far, while the move goes on
    may_end: bool = False  # the move may end on the last square of the path
    choices: tuple[Choice, ...] = ()
    question: str = ""  # what the choices answer
    error: str = ""
    prefix: Prefix = ()  # delayed promotions chosen for this move
    steps: tuple[tuple[Square, Square], ...] = ()  # Pawn steps made of a compound first move

    @property
    def may_pass(self) -> bool:
        return len(self.path) == 1 and self.path[0] in self.targets


def move_squares(move: Move) -> tuple[Square, ...]:
    """The squares a person names to enter a move, in order."""
    return move.waypoints + tuple(square for part in move.parts for square in part)


def move_paths(move: Move) -> list[Path]:
    """The orders in which the squares of a move can be named: one, but for a compound move."""
    if move.kind is not MoveKind.COMPOUND:
        return [move_squares(move)]
    steps = ((move.origin, move.destination), *move.parts)
    return [tuple(chain(*order)) for order in permutations(steps)]


def target_of(square: Square, moves: Sequence[Move]) -> Target:
    """What the moves that go on or end on a square do there."""
    becomes = tuple(sorted({move.promotion for move in moves} - {""}))
    stays = any(not move.promotion for move in moves)
    rule = Rule.STAY if not becomes else Rule.MAY if stays else Rule.MUST
    capture = any(square in m.victims or m.kind is MoveKind.EN_PASSANT for m in moves)
    return Target(capture, rule, becomes)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to an open question: the move it makes, or the delayed promotions it chooses."""

    move: Move | None
    label: str
    text: str
    prefix: Prefix = ()


def question_of(choices: tuple[Choice, ...]) -> str:
    if not choices:
        return ""
    moves = [choice.move for choice in choices if choice.move is not None]
    if not moves:
        return "A waiting Pawn becomes:"
    if moves[0].kind is MoveKind.PASS:
        return "Pass the turn?"
    return "Promote to:" if all(move.promotion for move in moves) else "Promote?"


def promotion_choices(position: Position, moves: Iterable[Move]) -> tuple[Choice, ...]:
    """Moves that differ in what the piece becomes, in the order of the rules; or a pass.

    Staying comes first, then what the variant's file lists first: in chess the Queen.
    """

    def rank(move: Move) -> tuple[bool, int, str]:
        kind = mover(position, move)
        return move.promotion != "", _place(position, kind, move.promotion), str(move)

    return tuple(_promotion_choice(position, move) for move in sorted(moves, key=rank))


def _place(position: Position, kind: str, becomes: str) -> int:
    """Where the variant's file lists what a piece may become on the last rank."""
    listed = position.variant.promotion.arrival.get(kind, ())
    return listed.index(becomes) if becomes in listed else len(listed)


def _promotion_choice(position: Position, move: Move) -> Choice:
    if move.kind is MoveKind.PASS:
        return Choice(move, "--", "pass")
    kind = move.promotion or mover(position, move)
    verb = "becomes" if move.promotion else "stays"
    return Choice(move, kind, f"{verb} {position.variant.pieces[kind].name}")


def prefix_choices(position: Position, prefixes: Iterable[Prefix]) -> tuple[Choice, ...]:
    """Delayed promotions in the same order, named by the id alone where one Pawn waits."""
    pawn = position.variant.pawn

    def rank(prefix: Prefix) -> list[tuple[Square, int]]:
        return [(square, _place(position, pawn, kind)) for square, kind in prefix]

    chosen = sorted((prefix for prefix in prefixes if prefix), key=rank)
    alone = len({tuple(square for square, _ in prefix) for prefix in chosen}) == 1
    choices = []
    for prefix in chosen:
        names = ", ".join(position.variant.pieces[kind].name for _, kind in prefix)
        by_id = alone and len(prefix) == 1
        label = prefix[0][1] if by_id else ",".join(f"{at}={kind}" for at, kind in prefix)
        choices.append(Choice(None, label, names, prefix))
    return tuple(choices)


def typed_moves(position: Position, text: str) -> list[Move]:
    """The legal moves a text can mean, one at least; several differ only in promotions.

    Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError, as `Position.parse` does, where
    it is not a promotion that is missing.
    """
    refusals = []
    for spelling in spellings(position.variant, text):
        try:
            return _spelled_moves(position, spelling)
        except IllegalMoveError as error:
            refusals.append(error)
        except InvalidMoveError:
            continue
    if refusals:
        raise refusals[0]
    return _spelled_moves(position, text)  # which says why it is no move


def spellings(variant: Variant, text: str) -> list[str]:
    """How to read a typed move without its blanks, first as what it looks like.

    Its piece may be in lower case.

    >>> from makachess.variants import load
    >>> [spellings(load("chess"), text) for text in ("nc3", "bxc3", "b2 c3")]
    [['Nc3'], ['bxc3', 'Bxc3'], ['b2c3']]
    """
    text = "".join(text.split())
    _, move = split_prefix(text)
    found = _LOWER_CASE.match(move)
    if found is None:
        return [text]
    piece, letter, digit = found.groups()
    capital = text.removesuffix(move) + piece.upper() + move[len(piece) :]
    if letter is None or ord(letter) - ord("a") >= variant.files:
        return [capital]
    return [text] if digit else [text, capital]


def _spelled_moves(position: Position, text: str) -> list[Move]:
    readings = read_move(position.variant, text)
    decided = any(reading.promotion for reading in readings)
    legal = position.legal_moves()
    try:
        move = position.parse(text, null=False)
    except (AmbiguousMoveError, IllegalMoveError):
        for reading in readings:
            moves = [m for m in legal if _fits(position, reading, m, decided=decided)]
            if moves and len({move.word for move in moves}) == 1:
                return moves
        raise
    same = move.word, move.prefix
    return [move] if decided else [one for one in legal if (one.word, one.prefix) == same]


def _fits(position: Position, reading: MovePattern, move: Move, *, decided: bool) -> bool:
    pattern = reading if reading.prefix else replace(reading, prefix=tuple(sorted(move.prefix)))
    return pattern.fits(position, move) if decided else pattern.fits_path(position, move)


def piece_on(variant: Variant, square: Square, piece: str) -> str:
    """A piece, as FEN writes it, and its square in words, such as `Knight on g1`."""
    return f"{variant.pieces[piece.upper()].name} on {square}"


def why_not_from(position: Position, pieces: Mapping[Square, str], square: Square) -> str:
    """Why no move can begin on a square; `pieces` are those after delayed promotions."""
    piece = pieces.get(square)
    side = position.turn.capitalize()
    if piece is None:
        return f"{square} is empty"
    name = piece_on(position.variant, square, piece)
    if piece.isupper() != (position.turn == "white"):
        return f"{side} to move: the {name} is {opponent(position.turn).capitalize()}'s"
    why = why_stuck(position, square)
    return f"The {name} has no legal move" + (f": {why}" if why else "")
