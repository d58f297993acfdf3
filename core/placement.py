"""What stands on the board, and what can be said of it without making a move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from makachess.core.board_text import format_board
from makachess.core.codes import codes_of
from makachess.core.kernel import legality
from makachess.core.kernel.attacks import attackers, protectors
from makachess.core.kernel.moves import has_lost
from makachess.core.layout import new_board, read_men, refuse_check
from makachess.core.men import Man, format_man
from makachess.core.notation.fen import Setup, format_fen, state_of, write_fen
from makachess.core.promotion import explain
from makachess.core.reserve import Promotions, read_result, reserve_of
from makachess.core.spec import COLORS, Color, Variant
from makachess.core.squares import Square, as_square, cell_of, square_of
from makachess.core.svg import draw_board


class Placement:
    """Men, rights and counters of a position: all that its FEN says, and who attacks what.

    Placements are equal if variant, options and FEN are, whatever led to them; what is made of them
    changes, so they have no hash.
    """

    def __init__(self, variant: Variant, setup: Setup) -> None:
        board = new_board(variant, setup)
        refuse_check(variant, board, setup)  # before anything is changed
        self.variant = variant
        self.setup = setup  # what start_fen says, as the kernel reads it
        self._codes = codes_of(variant)
        self._board = board

    @cached_property
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

    def men(self) -> dict[Square, Man]:
        """All men by square, each as (type id, colour)."""
        return read_men(self.variant, self._board)

    def pieces(self) -> dict[Square, str]:
        """All men by square, as FEN writes them."""
        return {square: format_man(man) for square, man in self.men().items()}

    def piece_at(self, square: Square | str) -> str | None:
        """The man on a square as FEN writes it, None if it is empty or beyond the board."""
        code = self._board.code_at(self._cell(square))
        return self._codes.texts[code] if code > 1 else None

    def has_any(self, kinds: Iterable[str]) -> bool:
        """Whether a man of one of these types, of either colour, is on the board."""
        numbers = (self._codes.types.index(kind) for kind in kinds)
        return any(self._board.count_of(2 * i) or self._board.count_of(2 * i + 1) for i in numbers)

    def royal_count(self, color: str) -> int:
        """How many royals a colour has left."""
        return self._board.royals_of(COLORS.index(Color(color)))

    def reserve(self, color: str) -> dict[str, int]:
        """How many captured men of each type a colour's waiting pawns may still become.

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

    def has_lost_bare(self, color: str) -> bool:
        """Whether a colour has nothing left but one royal, in a game where that loses."""
        return has_lost(self._board, COLORS.index(color))

    def fen(self) -> str:
        """The position as FEN, with all six fields."""
        return write_fen(self.variant, self._board)

    def attackers(self, color: str, square: Square | str) -> list[Square]:
        """The men of a colour, elsewhere, that could capture on a square; one of its own counts."""
        cell = self._cell(square)
        cells = attackers(self._board, cell, COLORS.index(Color(color))) if cell else []
        return sorted(map(square_of, cells))

    def protectors(self, origin: Square | str, square: Square | str) -> list[Square]:
        """Who could retake if the man on `origin` took the one on `square` (Maka sheet 5.7)."""
        cells = protectors(self._board, self._cell(origin), self._cell(square))
        return sorted(map(square_of, cells))

    def is_check(self) -> bool:
        """Whether the side to move is in check; never, where the last royal decides."""
        return legality.in_check(self._board)

    @property
    def checked_king(self) -> Square | None:
        """The square of the King that is in check, None if there is no check."""
        return square_of(self._board.king_of(self._board.side)) if self.is_check() else None

    def to_svg(
        self,
        *,
        men: str | None = None,
        width: int | None = None,
        flipped: bool = False,
        marked: Iterable[Square | str] = (),
    ) -> str:
        """The board as an SVG picture, so many pixels wide, with some squares marked.

        `men` is "figurines", "kanji" or "letters", else what suits the game; `flipped` shows the
        board from Black's side. Raises ValueError for any other set of men.
        """
        squares = map(as_square, marked)
        return draw_board(self, men=men, width=width, flipped=flipped, marked=squares)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.to_svg()

    def explain(self, capturer: str, victim: str) -> str:
        """What taking a victim (an id, or "e.p.") makes of a capturer, and why, in words."""
        return explain(self.variant, capturer, victim)

    def _cell(self, square: Square | str) -> int:
        """The cell of a square; beyond the board 0, where nothing ever stands."""
        place = as_square(square)
        if 0 <= place[0] < self.variant.files and 0 <= place[1] < self.variant.ranks:
            return cell_of(place)
        return 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return self.variant == other.variant and self.fen() == other.fen()

    def __str__(self) -> str:
        return format_board(self).rstrip()

    def __repr__(self) -> str:
        options = self.variant.named_options.items()
        chosen = "".join(f", {name.replace('-', '_')}={value!r}" for name, value in options)
        return f"{type(self).__name__}({self.variant.name!r}, {self.fen()!r}{chosen})"
