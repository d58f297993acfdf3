"""The typed face of the kernel: positions, their moves and their history.

What stands on the board, and what can be said of it without a move, is in `placement`.
"""

from __future__ import annotations

from makachess.core.adjudicate import find_outcome
from makachess.core.errors import IllegalMoveError
from makachess.core.history import History
from makachess.core.kernel import legality
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.light_move import push_fitting
from makachess.core.kernel.perft import perft
from makachess.core.kernel.writing import threat_of
from makachess.core.legal import LegalMoves
from makachess.core.move import Move
from makachess.core.notation.fen import Setup, read_fen, start_of
from makachess.core.notation.pattern import Reading
from makachess.core.notation.reading import first_readings, parse_move
from makachess.core.notation.san import format_san
from makachess.core.outcome import Outcome
from makachess.core.placement import Placement
from makachess.core.repetition import Ruling, judge_repetition
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square, square_of
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

    def legal_moves(self) -> list[Move]:
        """All legal moves, in the order the kernel finds them."""
        return self._legal.all()

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
        """What SAN has to tell of a legal move beside its squares.

        Raises IllegalMoveError for a move that is not legal.
        """
        return self._legal.context(move)

    def push(self, move: Move) -> None:
        """Make a move; raises IllegalMoveError if it is not legal here."""
        self._push(move, self._require(move))

    def push_text(self, text: str) -> Move | None:
        """Make the legal move that a text means, and return it: `parse` and `push` at once.

        None, without a move, where that is not plain at first sight: then ask `parse`.
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
        return self._legal.threats(COLORS.index(color))

    def gives_check(self, move: Move) -> bool:
        """Whether a legal move checks; raises IllegalMoveError for any other."""
        return threat_of(self._board, self._require(move)) > 0

    def gives_mate(self, move: Move) -> bool:
        """Whether a legal move checks and leaves no answer; raises IllegalMoveError as well."""
        return threat_of(self._board, self._require(move)) > 1

    def outcome(self) -> Outcome | None:
        """How the game has ended on the board or by its history; None if it has not."""
        return find_outcome(self)

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of `depth` plies."""
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
