"""The rule tables of a Variant: everything the kernel reads of it, computed once."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache

from makachess.core.adjudicate import bare_kings, only_advances
from makachess.core.betza import parse_betza
from makachess.core.castling import castlings
from makachess.core.kernel.memory import RuleTables
from makachess.core.kernel.packed import (
    ADJACENT,
    BRIDGE,
    CASTLE_EMPTY,
    CASTLE_FIELDS,
    CASTLE_SAFE,
    CELLS,
    DEAD_ALONE,
    DEAD_ON_LAST_RANK,
    DEAD_ON_ONE_COLOR,
    DEAD_ROYAL,
    LAST_RANK,
    LIONS,
    LIONS_WAIT,
    OTHERS_WAIT,
    ROW,
    ROYALS_GUARD,
    ZONE,
)
from makachess.core.men import array_men
from makachess.core.promotion import EN_PASSANT, matrix
from makachess.core.rules.movements import build_movement_tables
from makachess.core.spec import COLORS, PieceType, Variant
from makachess.core.squares import Square, cell_of

RIGHTS = "KQkq"

COMPOUNDS = {"none": 0, "white": 1, "both": 3}
WAITING = {"allowed": 0, "by-lions": OTHERS_WAIT, "forbidden": OTHERS_WAIT | LIONS_WAIT}


@lru_cache(maxsize=16)
def build_rule_tables(variant: Variant, fast_powers: bool = True) -> RuleTables:
    """The rule tables of a variant, computed once for it.

    Without `fast_powers` the kernel finds the same moves in a slower way, to test the fast one by.
    """
    return _RuleTablesBuilder(variant, fast_powers).build()


class _RuleTablesBuilder:
    def __init__(self, variant: Variant, fast_powers: bool) -> None:
        self.variant = variant
        self.fast_powers = fast_powers
        self.types = tuple(variant.pieces)
        self.index = {kind: i for i, kind in enumerate(self.types)}
        self.codes = 2 + 2 * len(self.types)

    def _coded(self) -> Iterator[PieceType]:
        """The type of every man, in the order of the codes."""
        for piece in self.variant.pieces.values():
            yield from (piece, piece)

    def build(self) -> RuleTables:
        movements = [parse_betza(piece.betza) for piece in self.variant.pieces.values()]
        arrival_start, arrival = self._arrival()
        rules, pawns = self.variant.promotion, [self._pawns(color) for color in (0, 1)]
        return RuleTables(
            types=len(self.types),
            files=self.variant.files,
            checkmate=int(self.variant.ending.checkmate),
            no_repeats=int(self.variant.ending.repetition == "forbidden"),
            bare=int(self.variant.ending.bare == "loses"),
            slight=self._which(self.variant.ending.bare_slight),
            dead=int(self.variant.ending.dead),
            harmless=self._harmless(),
            movements=build_movement_tables(
                movements, max(self.variant.files, self.variant.ranks) - 1, self.fast_powers
            ),
            promotion=self._promotion(),
            home=self._home(),
            royal=[0, 0, *(int(piece.royal) for piece in self._coded())],
            resets=self._resets(),
            castles=self._castles(),
            rights=self._rights(),
            arrival_start=arrival_start,
            arrival=arrival,
            last_rank=self._last_rank(),
            last_cells=[cell_of(Square(0, self.variant.ranks - 1)), cell_of(Square(0, 0))],
            enters=int(rules.zone_rule == "enter-or-capture"),
            last_chance=self._which(rules.last_chance),
            lion=self._which(self.variant.trading.lions),
            trading=self._trading(),
            no_bridge=self._which(self.variant.trading.no_bridge),
            needs_choice=int(rules.arrival_needs_choice),
            contagion_first=int(rules.contagion_first),
            reserve=int(rules.reserve) + int(rules.reserve and rules.reserve_absent_only),
            stock=self._stock(),
            waiter=self._waiter(),
            compounds=COMPOUNDS[self.variant.compound_first_move],
            army=[sum(code & 1 == color for code, _ in self._array()) for color in (0, 1)],
            pawn_start=[0, len(pawns[0]), len(pawns[0] + pawns[1])],
            pawns=pawns[0] + pawns[1],
            zobrist=self._zobrist(),
            zobrist_other=_random_keys(self.variant.name + "/other", 17 + CELLS),
        )

    def _harmless(self) -> list[int]:
        ending = self.variant.ending
        pawn = self.variant.pawn if ending.dead_pawns else None
        flat = [0, 0]
        for piece in self._coded():
            bits = DEAD_ALONE * (piece.id in ending.dead_alone)
            bits |= DEAD_ON_ONE_COLOR * (piece.id in ending.dead_on_one_color)
            bits |= DEAD_ROYAL * (piece.id in bare_kings(self.variant))
            bits |= DEAD_ON_LAST_RANK * (piece.id == pawn and only_advances(piece.betza))
            flat.append(bits)
        return flat

    def _promotion(self) -> list[int]:
        cells = matrix(self.variant)
        flat = []
        for capturer in self.types:
            for victim in (*self.types, EN_PASSANT):
                change = cells.get((capturer, victim))
                flat.append(change.rule | self.index[change.target] << 2 if change else 0)
        return flat

    def _array(self) -> Iterator[tuple[int, int]]:
        """Code and cell of every man of the start position."""
        for square, (kind, color) in array_men(self.variant).items():
            yield 2 + 2 * self.index[kind] + COLORS.index(color), cell_of(square)

    def _home(self) -> list[int]:
        home = [0] * (self.codes * CELLS)
        for code, cell in self._array():
            home[code * CELLS + cell] = 1
        return home

    def _resets(self) -> list[int]:
        pawn = self.variant.pawn if self.variant.ending.pawn_resets else None
        return [0, 0, *(int(piece.id == pawn) for piece in self._coded())]

    def _castles(self) -> list[int]:
        flat: list[int] = []
        for castling in castlings(self.variant):
            row = [1 << RIGHTS.index(castling.right), COLORS.index(castling.color)]
            row += map(cell_of, (castling.king_from, castling.king_to))
            row += map(cell_of, (castling.rook_from, castling.rook_to))
            row += _counted(castling.empty, CASTLE_SAFE - CASTLE_EMPTY)
            row += _counted(castling.safe, CASTLE_FIELDS - CASTLE_SAFE)
            flat += row
        return flat

    def _rights(self) -> list[int]:
        rights = [15] * CELLS
        for castling in castlings(self.variant):
            for square in (castling.king_from, castling.rook_from):
                rights[cell_of(square)] &= ~(1 << RIGHTS.index(castling.right))
        return rights

    def _arrival(self) -> tuple[list[int], list[int]]:
        start, flat = [0, 0], [0] * 0
        for piece in self._coded():
            start.append(len(flat))
            choices = dict.fromkeys(self.variant.promotion.arrival.get(piece.id, ()))
            flat += [self.index[kind] for kind in choices]
        start.append(len(flat))
        return start, flat

    def _last_rank(self) -> list[int]:
        cells = [0] * (2 * CELLS)
        for back in range(min(self.variant.promotion.zone, self.variant.ranks)):
            for file in range(self.variant.files):
                optional = back and self.variant.promotion.zone_rule != "must"
                where = ZONE if optional else LAST_RANK
                cells[cell_of(Square(file, self.variant.ranks - 1 - back))] = where
                cells[CELLS + cell_of(Square(file, back))] = where
        return cells

    def _which(self, kinds: Iterable[str]) -> list[int]:
        """1 for the codes of these types, 0 for all others."""
        return [0, 0, *(int(piece.id in kinds) for piece in self._coded())]

    def _trading(self) -> int:
        rules = self.variant.trading
        if not rules.lions:
            return 0
        bits = LIONS | ADJACENT * rules.adjacent | BRIDGE * rules.bridge
        return bits | ROYALS_GUARD * rules.royals_guard | WAITING[rules.counterstrike]

    def _stock(self) -> list[int]:
        stock = [0] * self.codes
        for code, _ in self._array():
            stock[code] += 1
        return stock

    def _waiter(self) -> int:
        """The one type that arrives, where that takes a reserve."""
        rules = self.variant.promotion
        return next((2 + 2 * self.index[kind] for kind in rules.arrival if rules.reserve), 0)

    def _pawns(self, color: int) -> list[int]:
        if self.variant.pawn not in self.index:
            return []
        code = 2 + 2 * self.index[self.variant.pawn] + color
        return sorted((cell for man, cell in self._array() if man == code), key=lambda c: c % ROW)

    def _zobrist(self) -> list[int]:
        ranks, files = range(self.variant.ranks), range(self.variant.files)
        cells = [cell_of(Square(file, rank)) for rank in ranks for file in files]
        keys = iter(_random_keys(self.variant.name, (self.codes - 2) * len(cells)))
        flat = [0] * (self.codes * CELLS)
        for start in range(2 * CELLS, self.codes * CELLS, CELLS):
            for cell in cells:
                flat[start + cell] = next(keys)
        return flat


def _counted(squares: Iterable[Square], size: int) -> list[int]:
    """The number of squares, their cells, and zeros up to `size` entries."""
    cells = [cell_of(square) for square in squares]
    return [len(cells), *cells, *([0] * (size - 1 - len(cells)))]


def _random_keys(seed: str, count: int) -> list[int]:
    """Signed 64-bit numbers, the same in every run."""
    bits = random.Random(seed).getrandbits
    return [bits(64) - (1 << 63) for _ in range(count)]
