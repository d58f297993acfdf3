"""How programs spell our games in UCI.

An engine that has our option `Rules` was made for our games, and is spoken to in our spelling.
Others have letters of their own, which the array tells that they show in answer to `d`. They are
asked again before each search what they have made of the moves: most of them ignore one that they
do not know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from makachess.core import MakachessError, Move, Position
from makachess.core.errors import IllegalMoveError
from makachess.core.notation.coordinates import STANDARD, format_uci
from makachess.core.spec import Variant
from makachess.play.engines.interface import EngineFaultError, FaultKind
from makachess.play.engines.program import quoted

_MOVE = re.compile(r"((?:[a-z][0-9]{1,2}){2})(\+|[A-Za-z]?)")
_TOKEN = re.compile(r"([0-9]{1,2})|(\+?[^0-9+]['!]?)~?")


class Dialect:
    """Our own spelling, which is UCI's in chess."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def write_start(self, fen: str) -> str:
        """What stands for the beginning of a game in `position`."""
        is_array = self.variant.name == STANDARD and fen == self.variant.start_fen
        return "startpos" if is_array else f"fen {fen}"

    def write_move(self, move: Move) -> str:
        """The text of a move; raises EngineFaultError if there is none."""
        return format_uci(self.variant, move)

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text means; raises MakachessError."""
        return position.parse(text)


class ForeignDialect(Dialect):
    """UCI's spelling with the letters of a program, learned from the array that it shows.

    Raises EngineFaultError if that is not our array, whatever the letters.
    """

    def __init__(self, variant: Variant, program: str, array: str) -> None:
        super().__init__(variant)
        self._program = program
        letters = _match(variant.start_fen, array)
        if letters is None:
            theirs = quoted(array.partition(" ")[0])
            raise self._mismatch(f"begins with {theirs} instead of {variant.array!r}")
        self._letters = _with_others(variant, letters)

    def write_start(self, fen: str) -> str:
        """As our own does, with its letters."""
        if fen == self.variant.start_fen:
            return "startpos"
        placement, *rest = fen.split()
        return " ".join(("fen", self._respell(placement), *rest))

    def write_move(self, move: Move) -> str:
        """A small letter is what it promotes to; raises EngineFaultError."""
        squares, _, kind = str(move).partition("=")
        if not _MOVE.fullmatch(squares) or (kind and kind not in self._letters):
            raise self._mismatch(f"cannot be told {str(move)!r}, which UCI has no text for")
        return squares + (_suffix(self._letters[kind]) if kind else "")

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move, whatever type of ours its letter stands for; raises MakachessError."""
        match = _MOVE.fullmatch(text)
        squares, suffix = match.groups() if match else (text, "")
        if match and not suffix:
            return position.parse(squares)
        for kind, letter in self._letters.items():
            if _suffix(letter) == suffix.lower():
                with suppress(MakachessError):
                    return position.parse(f"{squares}={kind}")
        raise IllegalMoveError(f"{text!r} is not legal here")

    def check(self, position: Position, fen: str) -> None:
        """Compare the position that the program shows with ours; raises EngineFaultError."""
        placement, turn = position.fen().split()[:2]
        placement = self._respell(placement)
        theirs, their_turn = _head(fen)
        if (_squares(placement), turn) != (_squares(theirs), their_turn):
            found = quoted(f"{theirs} {their_turn}")
            raise self._mismatch(f"has come to {found} instead of '{placement} {turn}'")

    def _respell(self, placement: str) -> str:
        """The first field of a FEN with its letters."""

        def letter(match: re.Match[str]) -> str:
            token = match[0]
            other = self._letters.get(token.upper(), token)
            return other.lower() if token.islower() else other

        return _TOKEN.sub(letter, placement)

    def _mismatch(self, what: str) -> EngineFaultError:
        return EngineFaultError(
            FaultKind.MISMATCH, f"{self._program} plays another {self.variant.name}: it {what}"
        )


def _suffix(letter: str) -> str:
    """What stands for a type behind a move."""
    return "+" if letter.startswith("+") else letter.lower()


def _head(fen: str) -> tuple[str, str]:
    placement, turn = (*fen.split(), "", "")[:2]
    return placement, turn


def _squares(placement: str) -> list[list[str]]:
    """The pieces of each rank, an empty text for an empty square; without those in hand."""
    rows = placement.partition("[")[0].split("/")
    return [
        [text for gap, piece in _TOKEN.findall(row) for text in [piece] * (int(gap or 1))]
        for row in rows
    ]


def _match(ours: str, theirs: str) -> dict[str, str] | None:
    """Their letters by our ids; None if no exchange of letters makes one array of the other."""
    (array, turn), (other, their_turn) = _head(ours), _head(theirs)
    squares, others = _squares(array), _squares(other)
    if turn != their_turn or [*map(len, squares)] != [*map(len, others)]:
        return None
    pairs = {
        (mine, their)
        for row, their_row in zip(squares, others, strict=True)
        for mine, their in zip(row, their_row, strict=True)
    }
    if any(bool(a) != bool(b) or a.isupper() != b.isupper() for a, b in pairs):
        return None
    known = {(a.upper(), b.upper()) for a, b in pairs if a}
    letters = dict(known)
    return letters if len(known) == len(letters) == len(set(letters.values())) else None


def _with_others(variant: Variant, letters: Mapping[str, str]) -> Mapping[str, str]:
    """The letters of the types outside the array, too, as far as they can be told.

    A promoted type has a plus; one that moves like another has its letter; or it has its own.
    """
    moves = {variant.pieces[kind].betza: letter for kind, letter in letters.items()}
    found = dict(letters)
    for kind, piece in variant.pieces.items():
        if kind in letters:
            continue
        if kind.startswith("+") and kind[1:] in letters:
            found[kind] = f"+{letters[kind[1:]]}"
        elif piece.betza in moves:
            found[kind] = moves[piece.betza]
        elif len(kind) == 1 and kind not in letters.values():
            found[kind] = kind
    return found
