"""The typed face of the kernel: positions, their moves and their history.

What stands on the board, and what can be said of it without a move, is in `placement`.
"""

from __future__ import annotations

from collections.abc import Mapping

from makachess.core.adjudicate import find_outcome
from makachess.core.errors import IllegalMoveError
from makachess.core.history import History
from makachess.core.kernel import legality
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.move_values import push_fitting, push_value, threat_of
from makachess.core.kernel.perft import perft
from makachess.core.legal import LegalMoves
from makachess.core.move import Move
from makachess.core.notation.fen import Setup, read_fen, start_of
from makachess.core.notation.pattern import Reading
from makachess.core.notation.reading import first_readings, parse_move, parse_san
from makachess.core.notation.san import format_san
from makachess.core.outcome import Outcome
from makachess.core.placement import Placement
from makachess.core.rearranging import rearranged
from makachess.core.repetition import Ruling, judge_repetition
from makachess.core.spec import COLORS, Color, Variant
from makachess.core.squares import Square, as_square, square_of
from makachess.core.view import MoveContext


class Position(Placement):
    """A position of a variant, with the moves that led to it.

    Raises InvalidFenError for a FEN that cannot be a position of the variant. Positions are equal
    if variant, options and FEN are, whatever led to them; being mutable, they have no hash. Copies
    (`copy`, `copy.copy`, `copy.deepcopy`) and pickles keep all moves; a pickle holds the variant by
    value and the moves as the kernel packs them, for programs of the same version to read.

    A position belongs to one thread at a time. To look at it from another, hand over a copy: moves,
    outcomes and variants never change and may be shared.

    >>> from makachess.variants import load
    >>> position = Position(load("veteran"))
    >>> position.push(position.parse("Nf3"))
    >>> position.fen()
    'rnblkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBLKB1R b KQkq - 1 1'
    >>> position.copy() == position
    True
    """

    def __init__(self, variant: Variant, fen: str | None = None) -> None:
        _refuse_misuse(variant, fen)
        self._set_up(variant, start_of(variant) if fen is None else read_fen(variant, fen))

    def _set_up(self, variant: Variant, setup: Setup) -> None:
        super().__init__(variant, setup)
        self._readings = first_readings(variant)
        self._adopt(self._board)
        self._history = History()
        self._history.begin(legality.repetition_key(self._board))

    def _adopt(self, board: Board) -> None:
        self._board = board
        self._legal = LegalMoves(self.variant, board)

    @property
    def ply(self) -> int:
        """The number of moves pushed."""
        return len(self._history.moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves pushed since the position was made."""
        return tuple(self._history.moves)

    @property
    def packed_moves(self) -> list[int]:
        """The moves pushed, as the kernel packs them."""
        return [self._board.move_made(ago) for ago in range(self.ply, 0, -1)]

    def legal_moves(self, from_square: Square | str | None = None) -> list[Move]:
        """All legal moves, in the order the kernel finds them, or those that start from a square.

        A compound first move starts from the first of its pawns by file.
        """
        if from_square is None:
            return self._legal.all()
        return self._legal.from_cell(self._cell(from_square))

    def has_legal_move(self) -> bool:
        """Whether the side to move can move at all."""
        return legality.has_legal_move(self._board)

    def repeating_moves(self) -> list[Move]:
        """The moves that are illegal only because they would bring back an earlier position.

        Empty unless the variant forbids repetition.
        """
        if self.variant.ending.repetition != "forbidden":
            return []
        return [self._legal.read(packed) for packed in legality.repeating_moves(self._board)]

    def trading_moves(self) -> list[Move]:
        """The moves that are illegal because Lions must not be traded."""
        return [self._legal.read(packed) for packed in legality.trading_moves(self._board)]

    def exposing_moves(self) -> dict[Move, list[Square]]:
        """The moves that are illegal because they leave the King attacked, and who attacks it.

        Empty where the last royal decides.
        """
        return {
            self._legal.read(packed): [square_of(cell) for cell in cells]
            for packed, cells in legality.exposing_moves(self._board)
        }

    def _require(self, move: Move) -> int:
        packed = self._legal.find(move)
        if not packed:
            raise IllegalMoveError(f"{str(move)!r} is not legal in {self.fen()!r}")
        return packed

    def parse(self, text: str) -> Move:
        """The legal move a text means, in coordinates or SAN.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError, each saying why.
        """
        return parse_move(self, text)

    def parse_san(self, text: str) -> Move:
        """The legal move a text means in SAN, in any customary spelling; raises as `parse` does."""
        return parse_san(self, text)

    def fitting(self, reading: Reading) -> list[Move]:
        """The legal moves that a reading of a text can mean."""
        pattern, wanted = reading
        if wanted is None:
            return [move for move in self.legal_moves() if pattern.fits(self, move)]
        return self._legal.fitting(reading)

    def san(self, move: Move) -> str:
        """A legal move in standard algebraic notation; raises IllegalMoveError for any other."""
        return format_san(self, move)

    def context(self, move: Move) -> MoveContext:
        """What SAN must say of a legal move besides its squares.

        Raises IllegalMoveError for a move that is not legal.
        """
        return self._legal.context(move)

    def push(self, move: Move) -> None:
        """Make a move; raises IllegalMoveError if it is not legal here."""
        legal = self._legal
        if not legal.remembers(move):
            key = push_value(self._board, move, self._codes.types)
            if key is not None:
                legal.forget()
                self._history.add(move, key)
                return
        self._push(move, self._require(move))

    def push_san(self, text: str) -> Move:
        """Make the legal move that a SAN text means, and return it; raises as `parse` does."""
        move = parse_san(self, text)
        self.push(move)
        return move

    def push_text(self, text: str) -> Move | None:
        """Make the legal move that a text means, and return it: `parse` and `push` at once.

        Returns None, and makes no move, if the text is not plain at first sight: then use `parse`.
        """
        wanted = self._readings[text]
        if wanted is None:
            return None
        board = self._board
        move = push_fitting(board, wanted, Move, self._codes.types)
        if move is not None:
            self._legal.forget()
            self._history.add(move, legality.repetition_key(board))
        return move

    def _push(self, move: Move, packed: int) -> None:
        board = self._board
        push(board, packed)
        self._legal.forget()
        self._history.add(move, legality.repetition_key(board))

    def pop(self) -> Move:
        """Take the last move back and return it; raises IndexError if there is none."""
        move = self._history.pop()
        self._board.pop()
        self._legal.forget()
        return move

    def put(self, square: Square | str, man: str) -> None:
        """Put a man, as FEN writes it, on a square, in place of any that stands there.

        Raises InvalidFenError as `rearrange` does.
        """
        self.rearrange({square: man})

    def remove(self, square: Square | str) -> str | None:
        """Take the man off a square and return it, None if there is none.

        Raises InvalidFenError as `rearrange` does.
        """
        man = self.piece_at(square)
        if man is not None:
            self.rearrange({square: None})
        return man

    def rearrange(self, changes: Mapping[Square | str, str | None]) -> None:
        """Change what stands on several squares at once; None empties a square.

        The result is a new position to start from: the moves that led to the old one are forgotten,
        and so are castling rights and e.p. squares without the men that they need. Changes are made
        together or not at all: raises InvalidFenError, and changes nothing, if no FEN can describe
        the result, such as one without a King.
        """
        vars(self).pop("start_fen", None)
        wanted = {as_square(square): man for square, man in changes.items()}
        self._set_up(
            self.variant, read_fen(self.variant, rearranged(self.variant, self.fen(), wanted))
        )

    def repetitions(self) -> int:
        """How many times the position has occurred, this time included."""
        return self._history.repetitions()

    def judge_repetition(self) -> Ruling:
        """Who loses by the repetition, judged by all plies since the position first occurred."""
        plies = self._history.plies_since_first()
        first_loses = self.variant.ending.pass_repetition == "first-loses"
        return judge_repetition(self._board, plies, first_pass_loses=first_loses)

    def threats(self, color: str) -> set[tuple[Square, Square]]:
        """Who could take whom if it were this colour's turn, as pairs of squares."""
        return self._legal.threats(COLORS.index(Color(color)))

    def is_capture(self, move: Move) -> bool:
        """Whether a legal move takes anything; raises IllegalMoveError for any other."""
        self._require(move)
        return move.is_capture

    def gives_check(self, move: Move) -> bool:
        """Whether a legal move checks; raises IllegalMoveError for any other."""
        return threat_of(self._board, self._require(move)) > 0

    def gives_mate(self, move: Move) -> bool:
        """Whether a legal move checks and leaves no answer; raises IllegalMoveError as well."""
        return threat_of(self._board, self._require(move)) > 1

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board, with the squares of the last move marked."""
        moves = self._history.moves
        return self.to_svg(marked=moves[-1].waypoints if moves else ())

    def outcome(self) -> Outcome | None:
        """How the game has ended on the board or by its history; None if it has not."""
        return find_outcome(self)

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of `depth` plies; raises ValueError below 0."""
        if depth < 0:
            raise ValueError(f"{depth!r} is not a depth: there are 0 plies or more")
        return perft(self._board, depth)

    def copy(self) -> Position:
        """An independent position with the same history."""
        other = object.__new__(type(self))
        other._set_up(self.variant, self.setup)
        for packed in self.packed_moves:
            push(other._board, packed)
        other._history = self._history.copy()
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self.copy()

    def __getstate__(self) -> tuple[Variant, str, tuple[int, ...]]:
        return self.variant, self.start_fen, tuple(self.packed_moves)

    def __setstate__(self, state: tuple[Variant, str, tuple[int, ...]]) -> None:
        variant, start_fen, moves = state
        self._set_up(variant, read_fen(variant, start_fen))
        for packed in moves:
            self._push(self._legal.read(packed), packed)


def _refuse_misuse(variant: object, fen: object) -> None:
    """Say what a position is made of; raises TypeError for anything else."""
    if not isinstance(variant, Variant):
        raise TypeError(
            f"Position({variant!r}): a position needs a Variant, such as load('chess') from "
            "makachess.variants"
        )
    if fen is not None and not isinstance(fen, str):
        raise TypeError(f"Position(..., {fen!r}): a FEN is a text")
