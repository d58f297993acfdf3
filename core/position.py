"""The typed face of the kernel: positions, their moves and their history."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from makachess.core.adjudicate import find_outcome
from makachess.core.codes import codes_of
from makachess.core.errors import IllegalMoveError
from makachess.core.history import History
from makachess.core.kernel import legality
from makachess.core.kernel.attacks import attackers, protectors
from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.light_move import push_fitting
from makachess.core.kernel.perft import perft
from makachess.core.kernel.writing import threat_of
from makachess.core.layout import new_board, read_men, refuse_check
from makachess.core.legal import LegalMoves
from makachess.core.men import Man, format_man
from makachess.core.move import Move
from makachess.core.notation.fen import Setup, format_fen, read_fen, start_of, state_of, write_fen
from makachess.core.notation.pattern import Reading
from makachess.core.notation.reading import first_readings, parse_move
from makachess.core.notation.san import format_san
from makachess.core.outcome import Outcome
from makachess.core.promotion import explain
from makachess.core.repetition import Ruling, judge_repetition
from makachess.core.reserve import Promotions, read_result, reserve_of
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square, cell_of, square_of
from makachess.core.view import MoveContext


class Position:
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
        self.variant = variant
        self.setup = setup  # what start_fen says, as the kernel reads it
        self._codes = codes_of(variant)
        self._readings = first_readings(variant)
        self._adopt(new_board(variant, setup))
        refuse_check(variant, self._board, setup)
        self._history = History()
        self._history.begin(legality.repetition_key(self._board))

    def _adopt(self, board: Board) -> None:
        self._board = board
        self._legal = LegalMoves(self.variant, board)

    @cached_property
    def start_fen(self) -> str:
        """The FEN that the position was made from, with all six fields."""
        return format_fen(self.variant, state_of(self.variant, self.setup))

    @property
    def turn(self) -> str:
        """The side to move, "white" or "black"."""
        return COLORS[self._board.side]

    @property
    def fullmove(self) -> int:
        """The number of the move, from 1; it goes up after Black's move."""
        return int(self._board.fullmove)

    @property
    def halfmove(self) -> int:
        """The ply counter of the variant's own move-count rule."""
        return int(self._board.halfmove)

    @property
    def castling_rights(self) -> str:
        """The castling rights left, of KQkq, as in the FEN."""
        return self.fen().split()[2].strip("-")

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

    def men(self) -> dict[Square, Man]:
        """All men by square, each as (type id, colour)."""
        return read_men(self.variant, self._board)

    def pieces(self) -> dict[Square, str]:
        """All men by square, as FEN writes them."""
        return {square: format_man(man) for square, man in self.men().items()}

    def piece_at(self, square: Square) -> str | None:
        """The man on a square as FEN writes it, None if it is empty."""
        code = self._board.code_at(cell_of(square))
        return self._codes.texts[code] if code > 1 else None

    def has_any(self, kinds: Iterable[str]) -> bool:
        """Whether a man of one of these types, of either colour, is on the board."""
        numbers = (self._codes.types.index(kind) for kind in kinds)
        return any(self._board.count_of(2 * i) or self._board.count_of(2 * i + 1) for i in numbers)

    def royal_count(self, color: str) -> int:
        """How many royals a colour has left."""
        return self._board.royals_of(COLORS.index(color))

    def reserve(self, color: str) -> dict[str, int]:
        """How many captured men of each type a colour's waiting pawns may still become.

        Types with none left are omitted; empty in games without a reserve.
        """
        return reserve_of(self.variant, self._board, color)

    @property
    def settled(self) -> Promotions:
        """What waiting pawns became by force after the last move, or when the FEN was loaded.

        The pawns' squares, in file order, and the new ids. In a won position (`is_won`) these are
        the promotions that mate, and the pawns are still on the board.
        """
        return read_result(self.variant, self._board.settled, self.turn)

    @property
    def is_won(self) -> bool:
        """Whether the side to move has just won by a delayed promotion that mates."""
        return bool(self._board.winning)

    def fen(self) -> str:
        """The position as FEN, with all six fields."""
        return write_fen(self.variant, self._board)

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

    def attackers(self, color: str, square: Square) -> list[Square]:
        """The men of a colour, elsewhere, that could capture on a square; one of its own counts."""
        cells = attackers(self._board, cell_of(square), COLORS.index(color))
        return sorted(map(square_of, cells))

    def protectors(self, origin: Square, square: Square) -> list[Square]:
        """Who could retake if the man on `origin` took the one on `square` (Maka sheet 5.7)."""
        return sorted(map(square_of, protectors(self._board, cell_of(origin), cell_of(square))))

    def is_check(self) -> bool:
        """Whether the side to move is in check; never, where the last royal decides."""
        return legality.in_check(self._board)

    def gives_check(self, move: Move) -> bool:
        """Whether a legal move checks; raises IllegalMoveError for any other."""
        return threat_of(self._board, self._require(move)) > 0

    def gives_mate(self, move: Move) -> bool:
        """Whether a legal move checks and leaves no answer; raises IllegalMoveError as well."""
        return threat_of(self._board, self._require(move)) > 1

    @property
    def checked_king(self) -> Square | None:
        """The square of the King that is in check, None if there is no check."""
        return square_of(self._board.king_of(self._board.side)) if self.is_check() else None

    def outcome(self) -> Outcome | None:
        """How the game has ended on the board or by its history; None if it has not."""
        return find_outcome(self)

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of `depth` plies."""
        return perft(self._board, depth)

    def explain(self, capturer: str, victim: str) -> str:
        """What taking a victim (an id, or "e.p.") makes of a capturer, and why, in words."""
        return explain(self.variant, capturer, victim)

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.variant == other.variant and self.fen() == other.fen()

    def __str__(self) -> str:
        return self.fen()

    def __repr__(self) -> str:
        options = self.variant.named_options.items()
        chosen = "".join(f", {name.replace('-', '_')}={value!r}" for name, value in options)
        return f"Position({self.variant.name!r}, {self.fen()!r}{chosen})"
