"""The typed face of the kernel: positions, their moves and their history."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from threading import local
from typing import NamedTuple, TypeAlias

from makachess.core.adjudicate import find_outcome
from makachess.core.castling import RIGHTS
from makachess.core.errors import IllegalMoveError, InvalidFenError
from makachess.core.kernel import legality
from makachess.core.kernel.attacks import (
    attacked_cells,
    attackers,
    holding_cells,
    lone_royal,
    protectors,
)
from makachess.core.kernel.board import Board, exchanged_pieces
from makachess.core.kernel.delayed import push, settle_position
from makachess.core.kernel.legality import captures
from makachess.core.kernel.memory import RuleMemory, Worth
from makachess.core.kernel.move_values import (
    completed,
    context_of,
    find,
    fitting,
    legal_from,
    legal_values,
    made,
    push_fitting,
    push_value,
    threat_of,
    victims,
)
from makachess.core.kernel.moves import has_lost
from makachess.core.kernel.packed import CELLS, RESULT_BITS, choice_of, destination_of, origin_of
from makachess.core.kernel.perft import perft
from makachess.core.move import Move
from makachess.core.notation.coordinates import Reading
from makachess.core.notation.fen import (
    Setup,
    find_faults,
    find_rights,
    format_fen,
    is_noted,
    parse_fen,
    read_fen,
    setup_of,
    start_of,
    state_of,
    write_fen,
)
from makachess.core.notation.reading import first_readings, parse_move, parse_san
from makachess.core.notation.san import format_san
from makachess.core.outcome import Outcome
from makachess.core.pictures import Arrow, draw_board, format_board
from makachess.core.pieces import Piece, array_pieces, codes_of, format_piece, parse_piece
from makachess.core.promotion import explain
from makachess.core.repetition import Ruling, judge_repetition
from makachess.core.rule_tables import build_rule_tables
from makachess.core.spec import COLORS, Color, Variant, opponent
from makachess.core.squares import SQUARES, Square, as_square, cell_of, square_of

MoveContext: TypeAlias = tuple[str, Sequence[Square], int]
"""A mover's type, where others of it stand that can move alike, and 1 for check, 2 for mate."""

ArrowLike: TypeAlias = tuple[Square | str, Square | str] | tuple[Square | str, Square | str, str]
"""Where an arrow of a picture begins and ends, and its colour."""


class Position:
    """A position of a variant, with the moves that led to it.

    Raises InvalidFenError for a FEN that cannot be a position of the variant. Positions are equal
    if variant, options and FEN are, whatever led to them, and equal ones have equal hashes. Since
    moves change a position, put a copy into a set or a dict, not one that is played on. Copies
    (`copy`, `copy.copy`, `copy.deepcopy`) and pickles keep all moves; a pickle holds the variant by
    value and the moves as the kernel packs them, for programs of the same version to read.

    A position that is only kept costs what it says, in bytes: the kernel's board, which is some
    sixty times larger, is set up when something first needs it.

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
        board = _spare.set_up(variant, setup)
        _refuse_check(variant, board, setup)
        vars(self).clear()
        self.variant = variant
        self.setup = setup  # what start_fen says, as the kernel reads it
        self._codes = codes_of(variant)
        self._cells = _cells_of(variant)
        self._readings = first_readings(variant)
        self._moves: list[Move] = []
        self._packed: Sequence[int] = ()  # the moves, until there is a board
        self._keys = [legality.repetition_key(board)]  # of every position on the way

    @cached_property
    def _legal(self) -> LegalMoves:
        """The legal moves, on a board of their own."""
        board = _spare.take(self.variant, self.setup)
        for packed in self._packed:
            push(board, packed)
        self._packed = ()
        return LegalMoves(self.variant, board)

    @property
    def _board(self) -> Board:
        return self._legal.board

    @property
    def start_fen(self) -> str:
        """The FEN that the position was made from, with all six fields."""
        return format_fen(self.variant, state_of(self.variant, self.setup))

    @property
    def turn(self) -> Color:
        """The side to move: a text, "white" or "black", that knows its `opponent`."""
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

    def piece_map(self) -> dict[Square, Piece]:
        """All pieces by square, each as (type id, colour)."""
        return _read_pieces(self.variant, self._board)

    def pieces(self) -> dict[Square, str]:
        """All pieces by square, as FEN writes them."""
        return {square: format_piece(piece) for square, piece in self.piece_map().items()}

    def piece_at(self, square: Square | str) -> str | None:
        """The piece on a square as FEN writes it, None if it is empty or beyond the board."""
        code = self._legal.board.code_at(self._cells[square])
        return self._codes.texts[code] if code > 1 else None

    def has_any(self, kinds: Iterable[str]) -> bool:
        """Whether a piece of one of these types, of either colour, is on the board."""
        numbers = (self._codes.types.index(kind) for kind in kinds)
        return any(self._board.count_of(2 * i) or self._board.count_of(2 * i + 1) for i in numbers)

    def royal_count(self, color: str) -> int:
        """How many royals a colour has left."""
        return self._board.royals_of(_side(color))

    def royals(self, color: str) -> list[Square]:
        """The squares of a colour's royals.

        >>> from makachess.variants import load
        >>> Position(load("macadamia")).royals("white")
        [Square(file=6, rank=0)]
        """
        board = self._board
        return sorted(SQUARES[at] for at in board.pieces_of(_side(color)) if board.is_royal(at))

    def king(self, color: str) -> Square | None:
        """The square of a colour's only royal, None if it has none or several.

        >>> from makachess.variants import load
        >>> str(Position(load("chess")).king("black"))
        'e8'
        """
        cell = lone_royal(self._legal.board, _side(color))
        return SQUARES[cell] if cell else None

    def reserve(self, color: str) -> dict[str, int]:
        """How many captured pieces of each type a colour's waiting pawns may still become.

        Types with none left are omitted; empty in games without a reserve.
        """
        return _reserve_of(self.variant, self._board, Color(color))

    @property
    def settled(self) -> Promotions:
        """What waiting pawns became by force after the last move, or when the FEN was loaded.

        The pawns' squares, in file order, and the new ids. In a won position (`is_won`) these are
        the promotions that mate, and the pawns are still on the board.
        """
        return _read_result(self.variant, self._board.settled, self.turn)

    @property
    def is_won(self) -> bool:
        """Whether the side to move has just won by a delayed promotion that mates."""
        return bool(self._board.winning)

    def has_lost_bare(self, color: str) -> bool:
        """Whether a colour has nothing left but one royal, in a game where that loses."""
        return has_lost(self._board, COLORS.index(color))

    def fen(self) -> str:
        """The position as FEN, with all six fields."""
        return write_fen(self.variant, self._board)

    def attackers(self, color: str, square: Square | str) -> list[Square]:
        """A colour's pieces that could capture on a square, elsewhere; one of its own counts.

        >>> from makachess.variants import load
        >>> list(map(str, Position(load("chess")).attackers("white", "f3")))
        ['e2', 'g1', 'g2']
        """
        cell, side = self._cells[square], _side(color)
        return _squares(attackers(self._legal.board, cell, side)) if cell else []

    def attacks(self, square: Square | str) -> list[Square]:
        """The squares on which the piece on a square could capture, those of its own side too.

        So it is among the `attackers` of each. E.p. captures are left out.

        >>> from makachess.variants import load
        >>> list(map(str, Position(load("chess")).attacks("g1")))
        ['e2', 'f3', 'h3']
        """
        return _squares(attacked_cells(self._legal.board, self._cells[square]))

    def pin(self, color: str, square: Square | str) -> list[Square] | None:
        """Where a colour's piece on a square must stay to keep its King from an attack.

        None if it is not pinned: without it, nothing would attack the King that does not do so now.
        Else its own square is among them, those of pieces that pin it, as far as to take one is of
        use, and all on which it would still be in the way. Nothing is pinned where the last royal
        decides.

        >>> from makachess.variants import load
        >>> position = Position(load("chess"), "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1")
        >>> list(map(str, position.pin("white", "e3")))
        ['e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8']
        """
        return _squares(holding_cells(self._board, self._cells[square], _side(color))) or None

    def is_pinned(self, color: str, square: Square | str) -> bool:
        """Whether a colour's piece on a square is pinned to its King, as `pin` means it."""
        return self.pin(color, square) is not None

    def protectors(self, origin: Square | str, square: Square | str) -> list[Square]:
        """Who could retake if the piece on `origin` took the one on `square` (Maka sheet 5.7)."""
        return _squares(protectors(self._board, self._cells[origin], self._cells[square]))

    def is_check(self) -> bool:
        """Whether the side to move is in check; never, where the last royal decides."""
        return legality.in_check(self._board, self._board.side)

    def to_svg(
        self,
        *,
        pieces: str | None = None,
        width: int | None = None,
        flipped: bool = False,
        marked: Iterable[Square | str] = (),
        fill: Mapping[Square | str, str] | None = None,
        arrows: Iterable[ArrowLike] = (),
    ) -> str:
        """The board as an SVG picture, `width` pixels wide, with some squares marked.

        `pieces` is "figurines", "kanji" or "letters", else what suits the game; `flipped` shows the
        board from Black's side. `fill` gives squares colours of their own. `arrows` go from square
        to square, and a third text is a colour; from a square to itself goes a ring. Colours are
        those of SVG. Raises ValueError for any other set of pieces.

        >>> from makachess.variants import load
        >>> picture = Position(load("chess")).to_svg(arrows=[("e2", "e4")], fill={"e5": "tomato"})
        >>> "tomato" in picture
        True
        """
        return draw_board(
            self,
            pieces=pieces,
            width=width,
            flipped=flipped,
            marked=map(as_square, marked),
            fill={as_square(square): color for square, color in (fill or {}).items()},
            arrows=[
                Arrow(as_square(tail), as_square(head), *color) for tail, head, *color in arrows
            ],
        )

    @staticmethod
    def faults(variant: Variant, fen: str) -> tuple[str, ...]:
        """All reasons for which a FEN is refused, none for one that can be a position.

        >>> from makachess.variants import load
        >>> for fault in Position.faults(load("chess"), "4k3/8/8/8/8/8/8/R7 w Q - 0 x"):
        ...     print(fault)
        white has 0 kings instead of one
        castling right 'Q' without white K on e1
        'x' is not a counter (a number of at most nine digits)
        """
        _refuse_misuse(variant, fen)
        found = find_faults(variant, fen)
        standing = " ".join(fen.split()[:2])  # pieces, and who is to move
        if not find_faults(variant, standing):
            found += _check_faults(_spare.set_up(variant, read_fen(variant, standing)))
        return tuple(found)

    def explain(self, capturer: str, victim: str) -> str:
        """What taking a victim (an id, or "e.p.") makes of a capturer, and why, in words."""
        return explain(self.variant, capturer, victim)

    @property
    def ply(self) -> int:
        """The number of moves pushed."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves pushed since the position was made."""
        return tuple(self._moves)

    @property
    def packed_moves(self) -> list[int]:
        """The moves pushed, as the kernel packs them."""
        return self._board.moves_made() if "_legal" in vars(self) else list(self._packed)

    def legal_moves(
        self, from_square: Square | str | None = None, to_square: Square | str | None = None
    ) -> list[Move]:
        """All legal moves, in the order the kernel finds them, or those from or to a square.

        A compound first move starts from the first of its pawns by file, and ends where that does.

        >>> from makachess.variants import load
        >>> list(map(str, Position(load("chess")).legal_moves(to_square="f3")))
        ['f2f3', 'g1f3']
        """
        legal = self._legal
        moves = legal.all() if from_square is None else legal.from_cell(self._cells[from_square])
        if to_square is None:
            return moves
        cell = self._cells[to_square]
        return [move for move in moves if destination_of(move.word) == cell]

    def captures_of(self, square: Square | str) -> list[Move]:
        """The legal moves that take the piece on a square, alone or with others."""
        return self._legal.taking(self._cells[square])

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
        return completed(self._legal.board, self._require(move), move, self._codes.types)

    def parse(self, text: str, *, null: bool = True) -> Move:
        """The legal move a text means, in coordinates or SAN, or a null move where one can stand.

        Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError, each saying why; without
        `null` for a null move as well, which nobody may play.
        """
        move = parse_move(self, text)
        if move.is_null and not null:
            raise IllegalMoveError(f"{text!r} is a null move, which stands in records only")
        return move

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
        return format_san(self, self._whole(move))

    def context(self, move: Move) -> MoveContext:
        """What SAN must say of a legal move besides its squares.

        Raises IllegalMoveError for a move that is not legal.
        """
        return self._legal.context(move)

    def push(self, move: Move) -> None:
        """Make a move, or a null move; raises IllegalMoveError if it is not legal here."""
        legal = self._legal
        if not legal.remembers(move):
            key = push_value(legal.board, move, self._codes.types)
            if key is not None:
                legal.forget()
                self._moves.append(move)
                self._keys.append(key)
                return
        whole = self._whole(move)
        self._push(whole, legal.find(whole))

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
        legal = self._legal
        move = push_fitting(legal.board, wanted, Move, self._codes.types)
        if move is not None:
            legal.forget()
            self._moves.append(move)
            self._keys.append(legality.repetition_key(legal.board))
        return move

    def _push(self, move: Move, packed: int) -> None:
        legal = self._legal
        push(legal.board, packed)
        legal.forget()
        self._moves.append(move)
        self._keys.append(legality.repetition_key(legal.board))

    def pop(self) -> Move:
        """Take the last move back and return it; raises IndexError if there is none."""
        if not self._moves:
            raise IndexError("no move has been pushed, so none can be taken back")
        legal = self._legal
        legal.board.pop()
        legal.forget()
        self._keys.pop()
        return self._moves.pop()

    def peek(self) -> Move:
        """The last move pushed; raises IndexError if there is none."""
        return self._moves[-1]

    def put(self, square: Square | str, piece: str) -> None:
        """Put a piece, as FEN writes it, on a square, in place of any that stands there.

        Raises InvalidFenError as `rearrange` does.
        """
        self.rearrange({square: piece})

    def remove(self, square: Square | str) -> str | None:
        """Take the piece off a square and return it, None if there is none.

        Raises InvalidFenError as `rearrange` does.
        """
        piece = self.piece_at(square)
        if piece is not None:
            self.rearrange({square: None})
        return piece

    def rearrange(self, changes: Mapping[Square | str, str | None]) -> None:
        """Change what stands on several squares at once; None empties a square.

        The result is a new position to start from: the moves that led to the old one are forgotten,
        and so are castling rights and e.p. squares without the pieces that they need. Changes are
        made together or not at all: raises InvalidFenError, and changes nothing, if no FEN can
        describe the result, such as one without a King.
        """
        wanted = {as_square(square): piece for square, piece in changes.items()}
        fen = _rearranged(self.variant, self.fen(), wanted)
        self._set_up(self.variant, read_fen(self.variant, fen))

    def repetitions(self) -> int:
        """How many times the position has occurred since any null move, this time included."""
        since = self._board.since
        return (self._keys[since:] if since else self._keys).count(self._keys[-1])

    def judge_repetition(self) -> Ruling:
        """Who loses by the repetition, judged by all plies since the position first occurred."""
        first = self._keys.index(self._keys[-1], self._board.since)
        plies = len(self._keys) - 1 - first
        first_loses = self.variant.ending.pass_repetition == "first-loses"
        return judge_repetition(self._board, plies, first_pass_loses=first_loses)

    def threats(self, color: str) -> set[tuple[Square, Square]]:
        """Who could take whom if it were this colour's turn, as pairs of squares."""
        return self._legal.threats(_side(color))

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal.

        >>> from makachess.variants import load
        >>> position = Position(load("chess"))
        >>> position.is_legal(Move.parse("e2e4")), position.is_legal(Move.parse("e2e5"))
        (True, False)
        """
        return self._legal.find(move) != 0

    def is_capture(self, move: Move) -> bool:
        """Whether a legal move takes anything; raises IllegalMoveError for any other."""
        return self._whole(move).is_capture

    def gives_check(self, move: Move) -> bool:
        """Whether a legal move checks; raises IllegalMoveError for any other."""
        return threat_of(self._board, self._require(move)) > 0

    def gives_mate(self, move: Move) -> bool:
        """Whether a legal move checks and leaves no answer; raises IllegalMoveError as well."""
        return threat_of(self._board, self._require(move)) > 1

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board, with the squares of the last move marked."""
        return self.to_svg(marked=self._moves[-1].waypoints if self._moves else ())

    def outcome(self) -> Outcome | None:
        """How the game has ended on the board or by its history; None if it has not."""
        return find_outcome(self)

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of `depth` plies; raises ValueError below 0."""
        if depth < 0:
            raise ValueError(f"{depth!r} is not a depth: there are 0 plies or more")
        return perft(self._board, depth)

    def copy(self, *, stack: bool = True) -> Position:
        """An independent position with the same history, or with none: not even the start's FEN."""
        other = object.__new__(type(self))
        other.variant, other._codes = self.variant, self._codes
        other._cells, other._readings = self._cells, self._readings
        if stack:
            other.setup = self.setup
            other._moves, other._keys = self._moves.copy(), self._keys.copy()
            other._packed = array("q", self.packed_moves)
        else:
            other.setup = self._now()
            other._moves, other._keys, other._packed = [], [self._keys[-1]], ()
        return other

    def mirror(self) -> Position:
        """The same position with the colours exchanged, and the board turned to suit.

        The ranks are turned; the files too in games whose array has the King of one side on the
        left where the other's stands on the right, as in shogi. No moves lead to it.

        >>> from makachess.variants import load
        >>> position = Position(load("chess"))
        >>> position.push_san("e4").is_capture
        False
        >>> position.mirror().fen()
        'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1'
        """
        other = object.__new__(type(self))
        other._set_up(self.variant, _mirror_of(self.variant).setup(self._now()))
        return other

    def _now(self) -> Setup:
        """What the FEN of the position says, as the kernel reads it."""
        if not self._moves and not self.variant.promotion.reserve:
            return self.setup
        return setup_of(self.variant, self._board)

    def key(self) -> int:
        """A number of 64 bits by which positions can be told apart, in all likelihood.

        Equal positions have equal keys, in every process. Counters of moves are not in it, and
        e.p. squares only if a capture there is legal: positions of one game that repeat each other
        have the same key. Keys of different variants do not differ by that.
        """
        return self._keys[-1]

    def __hash__(self) -> int:
        return hash(self._keys[-1])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self._keys[-1] != other._keys[-1] or self.variant != other.variant:
            return False
        return self._now() == other._now()

    def __str__(self) -> str:
        return format_board(self).rstrip()

    def __repr__(self) -> str:
        options = self.variant.named_options.items()
        chosen = "".join(f", {name.replace('-', '_')}={value!r}" for name, value in options)
        return f"{type(self).__name__}({self.variant.name!r}, {self.fen()!r}{chosen})"

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


def _squares(cells: list[int]) -> list[Square]:
    return sorted([SQUARES[cell] for cell in cells])


class _Cells(dict[Square | str, int]):
    """The cells of a board by square and by name; of what is beyond it 0, where nothing stands."""

    def __missing__(self, square: Square | str) -> int:
        as_square(square)
        return 0


@lru_cache(maxsize=32)
def _cells_of(variant: Variant) -> _Cells:
    squares = [Square(f, r) for f in range(variant.files) for r in range(variant.ranks)]
    names: dict[Square | str, int] = {str(square): cell_of(square) for square in squares}
    return _Cells(names | {square: cell_of(square) for square in squares})


class _Sides(dict[str, int]):
    """The kernel's number of each colour; raises ValueError for what is none."""

    def __missing__(self, color: str) -> int:
        return COLORS.index(Color(color))


_side = _Sides(zip(COLORS, (0, 1), strict=True)).__getitem__


# The legal moves of the kernel's board as values, and the packed moves behind them.

_NO_CHOICE: tuple[Promotions, ...] = ((),)


class LegalMoves:
    """What can be played on a board now; it follows the board as moves are made on it.

    The move last asked for is remembered: as a rule it is asked for again at once, to be written
    and then made. Call `forget` after changing the board.
    """

    def __init__(self, variant: Variant, board: Board) -> None:
        self._variant = variant
        self.board = board
        self._types = codes_of(variant).types
        self._move: Move | None = None
        self._packed = 0

    def forget(self) -> None:
        self._move = None

    def remembers(self, move: Move) -> bool:
        return move is self._move

    def all(self) -> list[Move]:
        """All legal moves, in the order the kernel finds them."""
        return legal_values(self.board, Move, self._types, self._prefixes())

    def from_cell(self, cell: int) -> list[Move]:
        """Those that start from a cell, in the same order; of several pawns the first counts."""
        if self.board.choices:
            return [move for move in self.all() if origin_of(move.word) == cell]
        return legal_from(self.board, cell, Move, self._types)

    def taking(self, cell: int) -> list[Move]:
        """Those that take what stands on a cell."""
        board = self.board
        if board.choices:
            square = SQUARES[cell]
            return [move for move in self.all() if square in move.victims]
        found = [self.read(p) for p in captures(board, board.side) if cell in victims(board, p)]
        return [move for move in found if self.find(move)]

    def read(self, packed: int) -> Move:
        """The move that a packed move stands for."""
        prefix = self._prefixes()[choice_of(packed)]
        return made(self.board, packed, Move, self._types, prefix)

    def find(self, move: Move) -> int:
        """The packed move that a move stands for, 0 if it is not legal."""
        if move is not self._move or move is None:
            try:
                choice = self._choice(move.prefix)
            except AttributeError:
                raise TypeError(
                    f"{move!r} is not a Move: `parse` reads texts, and `push_san` makes them too"
                ) from None
            if move.promotion not in self._types or choice < 0:
                return 0
            promotion = self._types.index(move.promotion)
            self._packed = find(self.board, move, promotion, choice)
            self._move = move
        return self._packed

    def fitting(self, reading: Reading) -> list[Move]:
        """The moves that a reading of a text can mean, steps of several pawns excepted."""
        pattern, wanted = reading
        board, types, prefix = self.board, self._types, pattern.prefix
        choice = self._choice(prefix) if prefix or board.choices else 0
        if wanted is None or choice < 0:
            return []
        found = fitting(board, wanted, choice)
        moves = [made(board, packed, Move, types, prefix) for packed in found]
        if moves:
            self._move, self._packed = moves[0], found[0]
        return moves

    def context(self, move: Move) -> MoveContext:
        """What SAN has to tell of a move beside its squares; raises IllegalMoveError."""
        packed = self.find(move)
        if not packed:
            raise IllegalMoveError(f"{str(move)!r} is not legal here")
        number, twins, threat = context_of(self.board, packed)
        return self._types[number], [SQUARES[cell] for cell in twins] if twins else (), threat

    def threats(self, side: int) -> set[tuple[Square, Square]]:
        return {
            (SQUARES[origin_of(packed)], SQUARES[cell])
            for packed in captures(self.board, side)
            for cell in victims(self.board, packed)
        }

    def _prefixes(self) -> Sequence[Promotions]:
        """What the choices before a move mean, by their numbers; the 0th is none."""
        board = self.board
        if not board.choices:
            return _NO_CHOICE
        results, turn = board.results_now(), COLORS[board.side]
        return [(), *(_read_result(self._variant, result, turn) for result in results)]

    def _choice(self, prefix: Promotions) -> int:
        """The number of the choice that means these promotions; -1 if there is none."""
        if not self.board.choices:
            return -1 if prefix else 0
        prefixes = self._prefixes()
        return next((i for i in range(1, len(prefixes)) if prefixes[i] == prefix), -1)


# Reserves and delayed promotions as the kernel's board has them, in the terms of the variant.
#
# A side's reserve is its captured pieces that may come back: of each type as many as the array has,
# less those on the board. More pieces than that, possible only from a FEN, leave none.

Promotions = tuple[tuple[Square, str], ...]
"""Squares of waiting pawns, in file order, and what they become."""


def _reserve_of(variant: Variant, board: Board, color: str) -> dict[str, int]:
    """How many pieces of each type a colour has in reserve; types with none are omitted."""
    array, types = list(array_pieces(variant).values()), tuple(variant.pieces)
    reserve = {}
    for kind in _choices(variant):
        code = 2 + 2 * types.index(kind) + COLORS.index(color)
        count = array.count((kind, color)) - board.count_of(code)
        if count > 0:
            reserve[kind] = count
    return reserve


def _read_result(variant: Variant, result: int, color: str) -> Promotions:
    """The promotions that one of the kernel's packed results stands for."""
    rank = variant.ranks - 1 if color == "white" else 0
    places = [result >> RESULT_BITS * file & 7 for file in range(variant.files)]
    choices = _choices(variant)
    return tuple((Square(f, rank), choices[p - 1]) for f, p in enumerate(places) if p)


def _choices(variant: Variant) -> tuple[str, ...]:
    """The types that can come back, in the order of the variant file."""
    rules = variant.promotion
    return next(iter(rules.arrival.values()), ()) if rules.reserve else ()


# From what a FEN says to the kernel's board, and back.


@lru_cache(maxsize=16)
def _tables(variant: Variant) -> tuple[RuleMemory, list[int]]:
    """The kernel's tables of a variant, shared by all its boards, and the cells of the board."""
    cells = [cell_of(Square(f, r)) for r in range(variant.ranks) for f in range(variant.files)]
    return RuleMemory(build_rule_tables(variant)), cells


def new_board(variant: Variant, setup: Setup, worth: Worth | None = None) -> Board:
    """A board set up, forced delayed promotions already carried out."""
    board = Board(_tables(variant)[0], worth)
    _set_up(board, variant, setup)
    return board


def _set_up(board: Board, variant: Variant, setup: Setup) -> None:
    board.set_position(_tables(variant)[1], *setup)
    settle_position(board)


class _SpareBoard(local):
    """A board for each thread, on which positions are set up to be checked.

    As a rule a position that has just been made is looked at next: it takes the board over.
    """

    def __init__(self) -> None:
        self._variant: Variant | None = None
        self._board: Board | None = None
        self._setup: Setup | None = None

    def set_up(self, variant: Variant, setup: Setup) -> Board:
        if self._board is None or self._variant is not variant:
            self._variant, self._board = variant, Board(_tables(variant)[0])
        self._setup = None
        _set_up(self._board, variant, setup)
        self._setup = setup
        return self._board

    def take(self, variant: Variant, setup: Setup) -> Board:
        """A board set up, for good."""
        if self._board is None or self._setup is not setup or self._variant is not variant:
            return new_board(variant, setup)
        board, self._board = self._board, None
        return board


_spare = _SpareBoard()


def _refuse_check(variant: Variant, board: Board, setup: Setup) -> None:
    """Raise InvalidFenError if the side that is not to move is in check."""
    for fault in _check_faults(board):
        fen = format_fen(variant, state_of(variant, setup))
        raise InvalidFenError(f"FEN {fen!r}: {fault}")


def _check_faults(board: Board) -> list[str]:
    side = board.side
    if legality.in_check(board, 1 - side):
        return [f"{COLORS[1 - side]} is in check and not to move"]
    return []


def _read_pieces(variant: Variant, board: Board) -> dict[Square, Piece]:
    """All pieces on a board by square, each as (type id, colour)."""
    pieces = codes_of(variant).pieces
    return {
        square_of(cell): pieces[board.code_at(cell)]
        for side in (0, 1)
        for cell in board.pieces_of(side)
    }


class _Mirror(NamedTuple):
    """Where each cell's image is, whether files are turned, and what becomes of castling rights.

    There are no castling rights and e.p. squares where the array is not its own image.
    """

    images: list[int]
    turned: bool
    castling: tuple[int, ...]
    is_image: bool

    def setup(self, setup: Setup) -> Setup:
        """What a FEN says of the mirrored position."""
        pieces, side, castling, (passed, more, piece), halfmove, fullmove = setup
        images = self.images
        if passed and not self.is_image:
            passed = more = piece = 0
        return Setup(
            exchanged_pieces(pieces, images, self.turned),
            1 - side,
            self.castling[castling],
            (images[passed], images[more], images[piece]),
            halfmove,
            fullmove,
        )


@lru_cache(maxsize=32)
def _mirror_of(variant: Variant) -> _Mirror:
    """The mirror in which the array is its own image; if there is none, the one for the ranks."""
    turned = next((turned for turned in (False, True) if _is_image(variant, turned=turned)), None)
    images = [0] * CELLS
    for square in (Square(f, r) for r in range(variant.ranks) for f in range(variant.files)):
        images[cell_of(square)] = cell_of(_opposite(variant, square, turned=bool(turned)))
    castling = [
        sum(1 << (i ^ (3 if turned else 2)) for i in range(4) if bits >> i & 1)
        for bits in range(1 << len(RIGHTS))
    ]
    return _Mirror(
        images,
        bool(turned),
        tuple(castling) if turned is not None else (0,) * len(castling),
        turned is not None,
    )


def _is_image(variant: Variant, *, turned: bool) -> bool:
    array = array_pieces(variant)
    return all(
        array.get(_opposite(variant, square, turned=turned)) == (kind, opponent(color))
        for square, (kind, color) in array.items()
    )


def _opposite(variant: Variant, square: Square, *, turned: bool) -> Square:
    """The square on the same rank as the enemy sees it; on the same file as well if `turned`."""
    file = variant.files - 1 - square.file if turned else square.file
    return Square(file, variant.ranks - 1 - square.rank)


# Putting pieces on a board and taking them off, between the games that are played on it.


def _rearranged(variant: Variant, fen: str, changes: Mapping[Square, str | None]) -> str:
    """A FEN with other pieces on some squares, each as FEN writes it; None empties a square.

    Castling rights and e.p. squares last only as long as the pieces that they need. Raises
    InvalidFenError for a piece or a square that the game does not have; whether the rest can be a
    position is for the reader of the FEN.
    """
    state = parse_fen(variant, fen)
    pieces = dict(state.pieces)
    for square, piece in changes.items():
        _check_square(variant, square)
        pieces.pop(square, None)
        if piece is not None:
            pieces[square] = _read_piece(variant, piece)
    rights = find_rights(variant, pieces)
    passed = "".join(map(str, state.ep))
    return format_fen(
        variant,
        replace(
            state,
            pieces=pieces,
            castling="".join(right for right in state.castling if right in rights),
            ep=state.ep if is_noted(variant, pieces, state.turn, passed) else (),
        ),
    )


def _check_square(variant: Variant, square: Square) -> None:
    if not (0 <= square.file < variant.files and 0 <= square.rank < variant.ranks):
        last = Square(variant.files - 1, variant.ranks - 1)
        raise InvalidFenError(
            f"{str(square)!r} is not on the board of {variant.name} (a1 to {last})"
        )


def _read_piece(variant: Variant, text: str) -> Piece:
    piece = parse_piece(text)
    if piece[0] not in variant.pieces or text not in (piece[0], piece[0].lower()):
        raise InvalidFenError(
            f"{text!r} is not a piece of {variant.name} (which has {' '.join(variant.pieces)})"
        )
    return piece
