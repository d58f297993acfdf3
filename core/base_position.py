"""Positions with their history: what stands where, what is legal, and moves made and taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self, TypeVar

from makachess.core.boards import check_fault, lend
from makachess.core.errors import IllegalMoveError, InvalidFenError
from makachess.core.kernel import legality
from makachess.core.kernel.attacks import (
    attacked_cells,
    attackers,
    holding_cells,
    lone_royal,
    protectors,
)
from makachess.core.kernel.history import Place
from makachess.core.kernel.move_values import completed, push_fitting, push_value, threat_of
from makachess.core.kernel.moves import has_lost, is_dead
from makachess.core.kernel.packed import destination_of
from makachess.core.kernel.perft import perft
from makachess.core.legal_moves import (
    LegalMoves,
    MoveContext,
    Promotions,
    read_result,
    reserve_of,
)
from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import Reading
from makachess.core.notation.fen import (
    Setup,
    format_fen,
    read_fen,
    start_of,
    state_of,
    write_fen,
)
from makachess.core.pieces import Piece, format_piece
from makachess.core.repetition import Ruling, judge_repetition
from makachess.core.spec import COLORS, Color, Variant
from makachess.core.squares import SQUARES, Square, square_of

Played = TypeVar("Played", bound="BasePosition")


class BasePosition(Place):
    """All of a `Position` that takes neither SAN nor a judgement of the game.

    That is what those work on.
    """

    variant: Variant
    _legal: LegalMoves

    def __init__(self, variant: Variant, fen: str | None = None) -> None:
        refuse_misuse(variant, fen)
        self._set_up(variant, start_of(variant) if fen is None else read_fen(variant, fen))

    def _set_up(self, variant: Variant, setup: Setup) -> None:
        legal = lend(variant)
        link = legal.begin(setup)
        if fault := check_fault(legal.board):
            raise InvalidFenError(f"FEN {format_fen(variant, state_of(variant, setup))!r}: {fault}")
        self.variant, self._link, self._working = variant, link, legal

    def _borrow(self) -> LegalMoves:
        return lend(self.variant)

    @property
    def setup(self) -> Setup:
        """What `start_fen` says, as the kernel reads it."""
        return Setup(*self._link.root().standing)

    @property
    def start_fen(self) -> str:
        """The FEN that the position was made from, with all six fields."""
        return format_fen(self.variant, state_of(self.variant, self.setup))

    @property
    def turn(self) -> Color:
        """The side to move: a text, "white" or "black", that knows its `opponent`."""
        return COLORS[self._link.side]

    @property
    def fullmove(self) -> int:
        """The number of the move, from 1; it goes up after Black's move."""
        return self._link.fullmove

    @property
    def halfmove(self) -> int:
        """The ply counter of the variant's own move-count rule."""
        return self._link.halfmove

    @property
    def castling_rights(self) -> str:
        """The castling rights left, as in the FEN; those of first moves too, where it has them."""
        return self.fen().split()[2].strip("-")

    @property
    def ep_squares(self) -> list[Square]:
        """The squares that the last move passed, on which a pawn can be taken en passant.

        As in the FEN they are told whether or not anything stands ready to take there.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> position = Position(load("chess"))
        >>> _ = position.push_san("e4")
        >>> list(map(str, position.ep_squares))
        ['e3']
        """
        passed = self._board.passed, self._board.passed_more
        return [SQUARES[cell] for cell in passed if cell]

    def piece_map(self) -> dict[Square, Piece]:
        """All pieces by square, each as (type id, colour)."""
        board, pieces = self._board, self._legal.codes.pieces
        cells = (*board.pieces_of(0), *board.pieces_of(1))
        return {SQUARES[cell]: pieces[board.code_at(cell)] for cell in cells}

    def pieces(self) -> dict[Square, str]:
        """All pieces by square, as FEN writes them."""
        return {square: format_piece(piece) for square, piece in self.piece_map().items()}

    def piece_at(self, square: Square | str) -> str | None:
        """The piece on a square as FEN writes it, None if it is empty or beyond the board."""
        legal = self._legal
        code = legal.board.code_at(legal.cells[square])
        return legal.codes.texts[code] if code > 1 else None

    def royal_count(self, color: str) -> int:
        """How many royals a colour has left."""
        return self._board.royals_of(_side(color))

    def royals(self, color: str) -> list[Square]:
        """The squares of a colour's royals.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> Position(load("macadamia")).royals("white")
        [Square(file=6, rank=0)]
        """
        board = self._board
        return sorted(SQUARES[at] for at in board.pieces_of(_side(color)) if board.is_royal(at))

    def king(self, color: str) -> Square | None:
        """The square of a colour's only royal, None if it has none or several.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> str(Position(load("chess")).king("black"))
        'e8'
        """
        cell = lone_royal(self._board, _side(color))
        return SQUARES[cell] if cell else None

    def reserve(self, color: str) -> dict[str, int]:
        """How many captured pieces of each type a colour's waiting pawns may still become.

        Types with none left are omitted; empty in games without a reserve.
        """
        return reserve_of(self.variant, self._board, Color(color))

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

    @property
    def is_dead(self) -> bool:
        """Whether too little is left to mate, in a game that is drawn then."""
        return is_dead(self._board)

    def has_lost_bare(self, color: str) -> bool:
        """Whether a colour has nothing left but one royal, in a game where that loses."""
        return has_lost(self._board, COLORS.index(color))

    def fen(self) -> str:
        """The position as FEN, with all six fields."""
        return write_fen(self.variant, self._board)

    def attackers(self, color: str, square: Square | str) -> list[Square]:
        """A colour's pieces that could capture on a square, elsewhere; one of its own counts.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> list(map(str, Position(load("chess")).attackers("white", "f3")))
        ['e2', 'g1', 'g2']
        """
        legal, side = self._legal, _side(color)
        cell = legal.cells[square]
        return _squares(attackers(legal.board, cell, side)) if cell else []

    def attacks(self, square: Square | str) -> list[Square]:
        """The squares on which the piece on a square could capture, those of its own side too.

        So it is among the `attackers` of each. E.p. captures are left out.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> list(map(str, Position(load("chess")).attacks("g1")))
        ['e2', 'f3', 'h3']
        """
        legal = self._legal
        return _squares(attacked_cells(legal.board, legal.cells[square]))

    def pin(self, color: str, square: Square | str) -> list[Square] | None:
        """Where a colour's piece on a square must stay to keep its King from an attack.

        None if it is not pinned: without it, nothing would attack the King that does not do so now.
        Else its own square is among them, those of pieces that pin it, as far as to take one is of
        use, and all on which it would still be in the way. Nothing is pinned where the last royal
        decides.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> position = Position(load("chess"), "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1")
        >>> list(map(str, position.pin("white", "e3")))
        ['e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8']
        """
        legal = self._legal
        return _squares(holding_cells(legal.board, legal.cells[square], _side(color))) or None

    def is_pinned(self, color: str, square: Square | str) -> bool:
        """Whether a colour's piece on a square is pinned to its King, as `pin` means it."""
        return self.pin(color, square) is not None

    def protectors(self, origin: Square | str, square: Square | str) -> list[Square]:
        """Who could retake if the piece on `origin` took the one on `square` (Maka sheet 5.7)."""
        legal = self._legal
        return _squares(protectors(legal.board, legal.cells[origin], legal.cells[square]))

    def is_check(self) -> bool:
        """Whether the side to move is in check; never, where the last royal decides."""
        return legality.in_check(self._board, self._board.side)

    def checkers(self) -> list[Square]:
        """The squares of the pieces that give check to the side to move.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> position = Position(load("chess"), "4k3/8/8/8/7b/8/8/4K3 w - - 0 1")
        >>> list(map(str, position.checkers()))
        ['h4']
        """
        if not self.is_check():
            return []
        enemy = self.turn.opponent
        return sorted(
            {at for royal in self.royals(self.turn) for at in self.attackers(enemy, royal)}
        )

    @property
    def ply(self) -> int:
        """The number of moves pushed."""
        return self._link.ply

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves pushed since the position was made."""
        return tuple(self._link.moves())

    @property
    def packed_moves(self) -> list[int]:
        """The moves pushed, as the kernel packs them."""
        return self._link.packed_moves()

    def legal_moves(
        self, from_square: Square | str | None = None, to_square: Square | str | None = None
    ) -> list[Move]:
        """All legal moves, in the order the kernel finds them, or those from or to a square.

        A compound first move starts from the first of its pawns by file, and ends where that does.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> list(map(str, Position(load("chess")).legal_moves(to_square="f3")))
        ['f2f3', 'g1f3']
        """
        legal = self._legal
        moves = legal.all() if from_square is None else legal.from_cell(legal.cells[from_square])
        if to_square is None:
            return moves
        cell = legal.cells[to_square]
        return [move for move in moves if destination_of(move.word) == cell]

    def captures_of(self, square: Square | str) -> list[Move]:
        """The legal moves that take the piece on a square, alone or with others."""
        legal = self._legal
        return legal.taking(legal.cells[square])

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
        """The moves that are illegal because they leave the King attacked, and what attacks it.

        Empty where the last royal decides.
        """
        return {
            self._legal.read(packed): [square_of(cell) for cell in cells]
            for packed, cells in legality.exposing_moves(self._board)
        }

    def allows_null(self) -> bool:
        """Whether a null move can be pushed here, as records of games hold it.

        Not in check, nor once the game has been decided; nor where a piece can pass by the rules:
        there `--` means that pass, which is a legal move. A null move is none, so that `is_legal`
        and `legal_moves` know nothing of it. Nothing before it counts as repeated after it, and
        waiting pawns, where there is a choice, go on waiting.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> position = Position(load("chess"))
        >>> position.push_san("--").is_null, position.fen().split()[1:]
        (True, ['b', 'KQkq', '-', '1', '1'])
        """
        return legality.allows_null(self._board)

    def _require(self, move: Move) -> int:
        packed = self._legal.find(move)
        if not packed and not (move.is_null and self.allows_null()):
            raise IllegalMoveError(f"{str(move)!r} is not legal in {self.fen()!r}")
        return packed

    def _whole(self, move: Move) -> Move:
        """A legal move with all that it takes, which one read without a position does not tell."""
        packed = self._require(move)
        legal = self._legal
        return completed(legal.board, packed, move, legal.types)

    def fitting(self, reading: Reading) -> list[Move]:
        """The legal moves that a reading of a text can mean."""
        pattern, wanted = reading
        if wanted is None:
            return [move for move in self.legal_moves() if pattern.fits(self, move)]
        return self._legal.fitting(reading)

    def context(self, move: Move) -> MoveContext:
        """What SAN must say of a legal move besides its squares.

        Raises IllegalMoveError for a move that is not legal.
        """
        return self._legal.context(move)

    def push(self, move: Move) -> None:
        """Make a move, or a null move; raises IllegalMoveError if it is not legal here."""
        legal = self._legal
        link = None if move is legal.asked else push_value(legal, move, legal.types)
        if link is None:
            whole = self._whole(move)
            link = legal.extend(whole, legal.find(whole))
        self._link = link

    def push_text(self, text: str) -> Move | None:
        """Make the legal move that a text means, and return it: `parse` and `push` at once.

        Returns None, and makes no move, if the text is not plain at first sight: then use `parse`.
        """
        legal = self._legal
        wanted = legal.readings[text]
        if wanted is None:
            return None
        move = push_fitting(legal, wanted, Move, legal.types)
        if move is not None:
            self._link = legal.at
        return move

    def pop(self) -> Move:
        """Take the last move back and return it; raises IndexError if there is none."""
        move = self.peek()
        self._link = self._link.before
        return move

    def peek(self) -> Move:
        """The last move pushed; raises IndexError if there is none."""
        move: Move | None = self._link.move
        if move is None:
            raise IndexError("no move has been pushed, so none can be taken back")
        return move

    def repetitions(self) -> int:
        """How many times the position has occurred since any null move, this time included."""
        return self._link.occurrences()[0]

    def judge_repetition(self) -> Ruling:
        """Who loses by the repetition, judged by all plies since the position first occurred."""
        _, plies = self._link.occurrences()
        legal = self._legal
        if legal.depth < plies:
            legal.go_to(self._link, plies)
        first_loses = self.variant.ending.pass_repetition == "first-loses"
        return judge_repetition(legal.board, plies, first_pass_loses=first_loses)

    def threats(self, color: str) -> set[tuple[Square, Square]]:
        """Who could take whom if it were this colour's turn, as pairs of squares."""
        return self._legal.threats(_side(color))

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal.

        >>> from makachess.core import Position
        >>> from makachess.variants import load
        >>> position = Position(load("chess"))
        >>> position.is_legal(Move.parse("e2e4")), position.is_legal(Move.parse("e2e5"))
        (True, False)
        """
        return self._legal.find(move) != 0

    def is_capture(self, move: Move) -> bool:
        """Whether a legal move takes anything; raises IllegalMoveError for any other."""
        return self._whole(move).is_capture

    def is_castling(self, move: Move) -> bool:
        """Whether a legal move is castling; raises IllegalMoveError for any other."""
        return self._whole(move).kind is MoveKind.CASTLING

    def is_en_passant(self, move: Move) -> bool:
        """Whether a legal move takes en passant; raises IllegalMoveError for any other."""
        return self._whole(move).kind is MoveKind.EN_PASSANT

    def is_zeroing(self, move: Move) -> bool:
        """Whether a legal or null move sets `halfmove` to 0; raises IllegalMoveError for others."""
        after = self.copy()
        after.push(move)
        return after.halfmove == 0

    def gives_check(self, move: Move) -> bool:
        """Whether a legal move checks; raises IllegalMoveError for any other."""
        return threat_of(self._board, self._require(move)) > 0

    def gives_mate(self, move: Move) -> bool:
        """Whether a legal move checks and leaves no answer; raises IllegalMoveError as well."""
        return threat_of(self._board, self._require(move)) > 1

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of `depth` plies; raises ValueError below 0."""
        if depth < 0:
            raise ValueError(f"{depth!r} is not a depth: there are 0 plies or more")
        return perft(self._board, depth)

    def copy(self, *, stack: bool = True) -> Self:
        """An independent position with the same history, or with none: not even the start's FEN."""
        other = self._twin()
        if not stack:
            other._link = self._link.alone(self._noted())
        return other

    def key(self) -> int:
        """A number of 64 bits by which positions can be told apart, in all likelihood.

        Equal positions have equal keys, in every process. Counters of moves are not in it, and
        e.p. squares only if a capture there is legal: positions of one game that repeat each other
        have the same key. Keys of different variants do not differ by that.
        """
        return self._link.key

    def __hash__(self) -> int:
        return hash(self._link.key)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BasePosition):
            return NotImplemented
        if self.variant is not other.variant and self.variant != other.variant:
            return False
        return self._stands_as(other)

    def __repr__(self) -> str:
        options = self.variant.named_options.items()
        chosen = "".join(f", {name.replace('-', '_')}={value!r}" for name, value in options)
        return f"{type(self).__name__}({self.variant.name!r}, {self.fen()!r}{chosen})"

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., BasePosition], tuple[object, ...]]:
        return replayed, (type(self), self.variant, self.start_fen, self.packed_moves)


def replayed(kind: type[Played], variant: Variant, start_fen: str, moves: Sequence[int]) -> Played:
    """A position from where its game began and the moves made, as the kernel packs them."""
    position = kind.__new__(kind)
    position._set_up(variant, read_fen(variant, start_fen))
    for packed in moves:
        legal = position._legal
        position._link = legal.extend(legal.read(packed), packed)
    return position


def refuse_misuse(variant: object, fen: object) -> None:
    """Say what a position is made of; raises TypeError for anything else."""
    if not isinstance(variant, Variant):
        raise TypeError(
            f"Position({variant!r}): a position needs a Variant, such as load('chess') from "
            "makachess.variants"
        )
    if fen is not None and not isinstance(fen, str):
        raise TypeError(f"Position(..., {fen!r}): a FEN is a text")


def _squares(cells: list[int]) -> list[Square]:
    return sorted([SQUARES[cell] for cell in cells])


class _Sides(dict[str, int]):
    """The kernel's number of each colour; raises ValueError for what is none."""

    def __missing__(self, color: str) -> int:
        return COLORS.index(Color(color))


_side = _Sides(zip(COLORS, (0, 1), strict=True)).__getitem__
