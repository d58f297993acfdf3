"""Positions, as programs use them: with notation, outcomes, pictures and editing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from makachess.core.adjudicate import find_outcome
from makachess.core.base_position import BasePosition, refuse_misuse
from makachess.core.boards import check_fault, lend
from makachess.core.editing import mirrored, rearranged
from makachess.core.errors import IllegalMoveError
from makachess.core.move import Move
from makachess.core.notation.fen import Setup, find_faults, read_fen
from makachess.core.notation.parsing import parse_move, parse_san
from makachess.core.notation.san import format_san
from makachess.core.outcome import Outcome
from makachess.core.pictures import Arrow, draw_board, format_board
from makachess.core.promotion import explain
from makachess.core.spec import WHITE, Variant
from makachess.core.squares import Square, as_square

ArrowLike: TypeAlias = tuple[Square | str, Square | str] | tuple[Square | str, Square | str, str]
"""Where an arrow of a picture begins and ends, and its colour."""


class Position(BasePosition):
    """A position of a variant, with the moves that led to it.

    Raises InvalidFenError for a FEN that cannot be a position of the variant. Positions are equal
    if variant, options and FEN are, whatever led to them, and equal ones have equal hashes. Since
    moves change a position, put a copy into a set or a dict, not one that is played on. Copies
    (`copy`, `copy.copy`, `copy.deepcopy`) and pickles keep all moves; a pickle holds the variant by
    value and the moves as the kernel packs them, for programs of the same version to read.

    A position that is kept costs little, some 500 bytes in chess: it shares what led to it with
    its copies, and a board, which is a hundred times larger, is lent to it when something needs it.

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

    def san(self, move: Move) -> str:
        """A legal move in standard algebraic notation; raises IllegalMoveError for any other."""
        return format_san(self, self._whole(move))

    def push_san(self, text: str) -> Move:
        """Make the legal move that a SAN text means, and return it; raises as `parse` does."""
        move = parse_san(self, text)
        self.push(move)
        return move

    def push_uci(self, text: str) -> Move:
        """Make the legal move that a text in coordinates means, and return it.

        Raises InvalidMoveError or IllegalMoveError.

        >>> from makachess.variants import load
        >>> Position(load("chess")).push_uci("e2e4").kind
        <MoveKind.NORMAL: 1>
        """
        self.push(Move.parse(text))
        return self.peek()

    def variation_san(self, moves: Iterable[Move]) -> str:
        """Moves that follow one another from here, in SAN with their numbers.

        Raises IllegalMoveError for one that is not legal there.

        >>> from makachess.variants import load
        >>> Position(load("chess")).variation_san(map(Move.parse, ["e2e4", "c7c5", "g1f3"]))
        '1. e4 c5 2. Nf3'
        """
        after = self.copy()
        written: list[str] = []
        for move in moves:
            number = f"{after.fullmove}. " if after.turn == WHITE else ""
            if not number and not written:
                number = f"{after.fullmove}..."
            written.append(number + after.san(move))
            after.push(move)
        return " ".join(written)

    def is_checkmate(self) -> bool:
        """Whether the game has ended with mate."""
        outcome = self.outcome()
        return outcome is not None and outcome.reason == "checkmate"

    def outcome(self) -> Outcome | None:
        """How the game has ended on the board or by its history; None if it has not."""
        return find_outcome(self)

    def explain(self, capturer: str, victim: str) -> str:
        """What taking a victim (an id, or "e.p.") makes of a capturer, and why, in words."""
        return explain(self.variant, capturer, victim)

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
        other = type(self).__new__(type(self))
        other._set_up(self.variant, mirrored(self.variant, Setup(*self._noted())))
        return other

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
        fen = rearranged(self.variant, self.fen(), wanted)
        self._set_up(self.variant, read_fen(self.variant, fen))

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
        refuse_misuse(variant, fen)
        found = find_faults(variant, fen)
        standing = " ".join(fen.split()[:2])  # pieces, and who is to move
        if not find_faults(variant, standing):
            legal = lend(variant)
            legal.begin(read_fen(variant, standing))
            found.append(check_fault(legal.board))
        return tuple(filter(None, found))

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
        those of SVG. Raises ValueError for any other set of pieces, for a width or a colour that
        is none, and InvalidSquareError for squares beyond the board.

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

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board, with the squares of the last move marked."""
        return self.to_svg(marked=self.peek().waypoints if self.ply else ())

    def __str__(self) -> str:
        return format_board(self).rstrip()
