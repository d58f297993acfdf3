"""A position being set up: whatever stands on the board, and why it cannot be played yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from makachess.core import MakachessError, Position
from makachess.core.castling import rights
from makachess.core.errors import InvalidFenError
from makachess.core.notation.fen import (
    FenState,
    bare_fen,
    find_passed,
    find_rights,
    format_fen,
    is_noted,
    parse_fen,
)
from makachess.core.pieces import Piece, format_piece, parse_piece, parse_placement
from makachess.core.spec import Variant, opponent
from makachess.core.squares import Square, fault_of

LONGEST_FEN = 2000  # characters; a full board of 19x19 takes less
NONE = "-"  # as FEN writes no rights and no squares
_PLACING = re.compile(r"(?P<piece>\+?[A-Za-z]['!]?)?(?P<square>[a-s][1-9][0-9]?)?")


class _Step(NamedTuple):
    """A position on the way: all of it that can be changed."""

    pieces: Mapping[Square, Piece]
    turn: str
    rights: str
    passed: str
    counters: tuple[int, int]


class Draft:
    """Pieces, side to move, castling rights and e.p. squares, in any state between two positions.

    Rights and e.p. squares last only as long as the pieces that they need. Raises InvalidFenError
    for a FEN of which not even the pieces can be read.
    """

    def __init__(self, variant: Variant, fen: str | None = None) -> None:
        self.variant = variant
        self._homes = {letter: right.homes for letter, right in rights(variant).items()}
        self._steps: list[_Step] = []  # what there has been, and what has been undone
        self._at = -1  # among these
        self.load(fen or variant.start_fen)

    def load(self, fen: str) -> str:
        """Take over a FEN; returns what is wrong with it, of which then only the pieces are taken.

        Raises InvalidFenError, and changes nothing, if not even they can be read.
        """
        problem = ""
        fen = bare_fen(fen)
        _check_length(fen)
        try:
            state = parse_fen(self.variant, fen)
        except InvalidFenError as error:
            problem = reason_alone(fen, error)
            placement, side, *_ = (*fen.split(), "", "")
            pieces = parse_placement(self.variant, placement)
            state = FenState(pieces, "black" if side == "b" else "white")
        self._pieces = dict(state.pieces)
        self.turn = state.turn
        self._rights, self._passed = state.castling, "".join(map(str, state.ep))
        self._counters = state.halfmove, state.fullmove
        self._look()
        return problem

    @property
    def pieces(self) -> dict[Square, str]:
        return {square: format_piece(piece) for square, piece in self._pieces.items()}

    @property
    def castling(self) -> str:
        possible = self.possible_rights
        return "".join(right for right in possible if right in self._rights) or NONE

    @property
    def has_castling(self) -> bool:
        return bool(self._homes)

    @property
    def possible_rights(self) -> str:
        """The castling rights for which all that they need is at home."""
        return find_rights(self.variant, self._pieces)

    @property
    def passed(self) -> str:
        """The e.p. squares, as FEN writes them, or where a piece has just taken a Lion."""
        known = is_noted(self.variant, self._pieces, self.turn, self._passed)
        return self._passed if known else NONE

    @property
    def possible_passed(self) -> list[str]:
        return find_passed(self.variant, self._pieces, self.turn)

    @property
    def fen(self) -> str:
        placement, side, *_ = format_fen(self.variant, FenState(self._pieces, self.turn)).split()
        halfmove, fullmove = self._counters
        return f"{placement} {side} {self.castling} {self.passed} {halfmove} {fullmove}"

    @property
    def reason(self) -> str:
        """Why this cannot be played yet; empty if it can."""
        return self._reason

    @property
    def is_array(self) -> bool:
        return self.fen == self.variant.start_fen

    def undo(self) -> bool:
        return self._go_to(self._at - 1)

    def redo(self) -> bool:
        return self._go_to(self._at + 1)

    def _go_to(self, at: int) -> bool:
        if not 0 <= at < len(self._steps):
            return False
        self._at = at
        pieces, self.turn, self._rights, self._passed, self._counters = self._steps[at]
        self._pieces = dict(pieces)
        self._look()
        return True

    def clear(self) -> None:
        self._pieces.clear()
        self.turn, self._rights, self._passed, self._counters = "white", "", "", (0, 1)
        self._look()

    def place(self, square: Square, piece: str) -> None:
        self._pieces[square] = self._piece(piece)
        self._look()

    def empty(self, square: Square) -> None:
        self._pieces.pop(square, None)
        self._look()

    def pass_turn(self) -> None:
        self.turn, self._passed = opponent(self.turn), ""
        self._look()

    def toggle_right(self, right: str) -> None:
        """Grant or withdraw a right; raises MakachessError where its pieces are not at home."""
        if right not in self.possible_rights:
            raise MakachessError(self._why_not(right))
        rights = self.castling.replace(NONE, "")
        self._rights = rights.replace(right, "") if right in rights else rights + right
        self._look()

    def next_passed(self) -> None:
        """Go on to the next of the possible e.p. squares, after the last one to none."""
        choices = [*self.possible_passed, NONE]
        following = choices.index(self.passed) + 1 if self.passed in choices else -1
        self._passed = choices[following % len(choices)]
        self._look()

    def read(self, text: str) -> tuple[str, Square | None]:
        """The piece (as FEN writes it) and the square that a text such as `N`, `ne4` or `e4` names.

        Either may be missing. Raises MakachessError for anything else.
        """
        found = _PLACING.fullmatch(text)
        if text and found is not None:
            square = self._square(found["square"]) if found["square"] else None
            return format_piece(self._piece(found["piece"])) if found["piece"] else "", square
        raise MakachessError(
            f"{text!r} is not a piece, square or FEN: type N or n, a square (e4), or both"
        )

    def _piece(self, text: str) -> Piece:
        piece = parse_piece(text)
        if piece[0] not in self.variant.pieces:
            known = " ".join(self.variant.pieces)
            raise MakachessError(f"{text!r} is not a piece of {self.variant.title} ({known})")
        return piece

    def _square(self, name: str) -> Square:
        square = Square.parse(name)
        if fault := fault_of(square, self.variant):
            raise MakachessError(fault)
        return square

    def _why_not(self, right: str) -> str:
        if right not in self._homes:
            return f"castling {right!r}: there is no such castling in {self.variant.title}"
        names, homes = self.variant.pieces, self._homes[right]
        needed = " and ".join(
            f"{names[piece[0]].name} on {square}" for square, piece in homes.items()
        )
        return f"castling {right!r} needs {needed}"

    def _look(self) -> None:
        """See whether this can be played, and keep it to be returned to."""
        self._reason = why_unplayable(self.variant, self.fen)
        pieces = dict(self._pieces)
        now = _Step(pieces, self.turn, self._rights, self._passed, self._counters)
        if self._at < 0 or now != self._steps[self._at]:
            self._at += 1
            self._steps[self._at :] = [now]


def why_unplayable(variant: Variant, fen: str) -> str:
    """Why no game can begin with a FEN: a fault, or how it is over already; empty if one can."""
    try:
        _check_length(fen)
        outcome = Position(variant, fen).outcome()
    except InvalidFenError as error:
        return reason_alone(fen, error)
    return outcome.explanation if outcome else ""


def _check_length(fen: str) -> None:
    """Refuse what was pasted by mistake, which the reason would repeat; raises InvalidFenError."""
    if len(fen) > LONGEST_FEN:
        message = (
            f"a text of {len(fen):,} characters is not a FEN, which has at most {LONGEST_FEN:,}"
        )
        raise InvalidFenError(message)


def reason_alone(fen: str, error: InvalidFenError) -> str:
    """What is wrong with a FEN, without the FEN itself."""
    return str(error).removeprefix(f"FEN {fen!r}: ")
