"""What the kernel reads without the interpreter: a variant's rules, values and net as C arrays.

Uncompiled, each array is simply a list.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

import sys
from array import array
from dataclasses import dataclass

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc, realloc

if not cython.compiled:
    from makachess.core.kernel.packed import *


class Int32Array:
    """A fixed number of C ints (compiled) or a list (uncompiled), freed with the object.

    They are some values, then zeros up to a `size`.
    """

    def __init__(self, values: list[int], size: int = 0) -> None:
        if cython.compiled:
            size = max(size, len(values))
            self.data = cython.cast(cython.p_int, calloc(size + 1, cython.sizeof(cython.int)))
            if not self.data:
                raise MemoryError
            for i in range(len(values)):
                self.data[i] = values[i]
        else:
            self.data = values + [0] * (size - len(values))

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


class ByteArray:
    """The same for numbers from 0 to 255, to fit more of them into the cache."""

    def __init__(self, values: list[int]) -> None:
        if cython.compiled:
            self.data = cython.cast(cython.p_uchar, calloc(len(values) + 1, 1))
            if not self.data:
                raise MemoryError
            for i in range(len(values)):
                self.data[i] = values[i]
        else:
            self.data = values

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


class Int16Array:
    """The same for 16-bit numbers: those in bytes, each with its low byte first, then zeros."""

    def __init__(self, size: int, numbers: bytes = b"") -> None:
        i: cython.int
        given: cython.int = len(numbers) // 2
        self.size = size
        if cython.compiled:
            source: cython.p_uchar = numbers
            self.data = cython.cast(cython.p_short, calloc(size + 1, 2))
            if not self.data:
                raise MemoryError
            for i in range(min(given, size)):
                self.data[i] = source[2 * i] | source[2 * i + 1] << 8
        else:
            values = array("h", numbers)
            if sys.byteorder == "big":
                values.byteswap()
            self.data = values.tolist() + [0] * (size - given)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


class Int64Array:
    """The same for 64-bit numbers: values, zeros, or with `clear` off whatever is in memory."""

    def __init__(self, size: int, values: list[int] | None = None, clear: bool = True) -> None:
        i: cython.int
        self.size = size
        if cython.compiled:
            item: cython.Py_ssize_t = cython.sizeof(cython.longlong)
            if clear:
                self.data = cython.cast(cython.p_longlong, calloc(size + 1, item))
            else:
                self.data = cython.cast(cython.p_longlong, malloc((size + 1) * item))
            if not self.data:
                raise MemoryError
            if values is not None:
                for i in range(size):
                    self.data[i] = values[i]
        else:
            self.data = [0] * size if values is None else values

    def __getitem__(self, at: int) -> int:
        """The number at a place; raises IndexError where there is none."""
        return self.data[self._checked(at)]

    def __setitem__(self, at: int, value: int) -> None:
        """Write a number; raises IndexError where there is no place for it."""
        self.data[self._checked(at)] = value

    def _checked(self, at: int) -> int:
        if not 0 <= at < self.size:
            raise IndexError(f"there is no number {at!r} among {self.size}")
        return at

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)


def grown(array: Int64Array) -> Int64Array:
    """An array twice as long that begins with the numbers of this one."""
    longer: Int64Array = Int64Array(2 * array.size)
    for i in range(array.size):
        longer.data[i] = array.data[i]
    return longer


class UndoStack:
    """Records of moves made, as many as `size`."""

    def __init__(self, size: int) -> None:
        self.size = size
        if cython.compiled:
            self.records = cython.cast(UndoPointer, calloc(size, cython.sizeof(UndoRecord)))
            if not self.records:
                raise MemoryError
        else:
            self.records = [UndoRecord() for _ in range(size)]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.records)

    def grow(self) -> None:
        """Make room for twice as many; pointers to the records must then be set again."""
        if cython.compiled:
            longer = cython.cast(
                UndoPointer, realloc(self.records, 2 * self.size * cython.sizeof(UndoRecord))
            )
            if not longer:
                raise MemoryError
            self.records = longer
        else:
            self.records += [UndoRecord() for _ in range(self.size)]
        self.size *= 2


class NetMemory:
    """A small network over the pieces of a position, as `Accumulator` works it out.

    Two views, of White and Black, have `units` sums each. A piece, code * CELLS + cell, adds to
    them a row of `first`, at `row_of[2 * piece + view]` after where the rows begin that hold while
    the royal of the view's side is in a zone: `zone_of[view * CELLS + cell]`. The first row of each
    zone is zeros. A sum counts from 0 to `ceiling`, squared, times its number in `last`. Of these
    there are SETS, of which `set_of[pieces]` counts: each has 2 * units for White to move, then as
    many for Black, and an offset. No position may make a sum overflow 16 bits, nor their total 32:
    the code that makes a net sees to it.
    """

    def __init__(
        self,
        units: int,
        ceiling: int,
        numbers: tuple[bytes, bytes, bytes],
        offset: list[int],
        set_of: list[int],
        pieces: list[tuple[int, int, int]],
        zones: list[tuple[int, int, int]],
    ) -> None:
        """From the numbers of both layers, the pieces and the zones.

        `numbers` are the rows of a view, zone by zone, one for each piece as one side sees it; the
        sums of an empty board; and the last weights, set by set, for the side to move and for the
        other. A piece is given with the numbers of its rows in White's view and in Black's, and a
        cell with its zones.
        """
        i: cython.int
        n: cython.int
        self.units = n = units
        self.ceiling = ceiling
        self.bias_kept = Int16Array(n, numbers[1])
        self.bias = self.bias_kept.data
        last = Int16Array(2 * SETS * n, numbers[2])
        self.last_kept = Int16Array(4 * SETS * n)
        self.last = self.last_kept.data
        for number in range(SETS):
            for i in range(2 * n):
                self.last[4 * n * number + i] = last.data[2 * n * number + i]
                self.last[4 * n * number + 2 * n + (i + n) % (2 * n)] = last.data[
                    2 * n * number + i
                ]
        self.offset_kept = Int32Array(offset)
        self.offset = self.offset_kept.data
        self.set_of_kept = Int32Array(set_of)
        self.set_of = self.set_of_kept.data
        count: cython.int = 1 + max(zone for _, zone, _ in zones)
        rows = Int16Array(len(numbers[0]) // 2, numbers[0])
        size: cython.int = rows.size // count
        self.first_kept = Int16Array(rows.size + count * n)
        self.first = self.first_kept.data
        for zone in range(count):
            for i in range(size):
                self.first[zone * (size + n) + n + i] = rows.data[zone * size + i]
        self.zone_of_kept = Int32Array([0] * (2 * CELLS))
        self.zone_of = self.zone_of_kept.data
        self.row_of_kept = Int32Array([0] * (2 + 2 * max(piece for piece, _, _ in pieces)))
        self.row_of = self.row_of_kept.data
        for view in range(2):
            for cell, *zones_seen in zones:
                self.zone_of[view * CELLS + cell] = zones_seen[view] * (size + n)
            for piece, *rows_seen in pieces:
                self.row_of[2 * piece + view] = (1 + rows_seen[view]) * n


class Worth:
    """What pieces are worth, as packed scores (`pack_score`).

    `cells` is for the score, code * CELLS + cell, White's pieces positive; `price` is what a piece
    of a code counts for in an exchange, wherever it stands. `full` is the phase of the array; at 0
    only the end game's part counts, so that values without a phase are the same in both. `net`
    corrects the score, if there is one.
    """

    def __init__(
        self, cells: list[int], price: list[int], full: int = 0, net: NetMemory | None = None
    ) -> None:
        self.codes = len(price)
        self.cells_kept = Int64Array(len(cells), cells)
        self.cells = self.cells_kept.data
        self.price_kept = Int64Array(len(price), price)
        self.price = self.price_kept.data
        self.full = full
        self.scale = (256 << 16) // full if full else 0
        self.net = net


# Flat integer tables, filled by `core.rules`.
#
# Squares are cells of an array of 25 rows of 40: the 19x19 playing area at most, and a border wide
# enough that no leap of three squares leaves the array or wraps round onto the board.
# A piece's code is 2 + 2 * type + colour (White 0, Black 1); 0 is an empty cell, 1 the border.


@dataclass(frozen=True, slots=True)
class MovementTables:
    """The tables of all movements of a variant; the comments say how each list is indexed.

    A direction is that of a capture, from attacker to victim; those of slides come first.
    """

    leg_start: list[int]  # code -> where its legs begin; one entry more than there are codes
    legs: list[int]  # LEG_FIELDS for each leg
    near: list[int]  # code -> what must be next door for any move at all
    near_enemy: list[int]  # code -> the same for a capture
    powers: list[int]  # code -> the bits of its powers, from AREA on
    passant: list[int]  # (code, delta) of each leg that takes en passant
    deltas: list[int]  # direction -> the difference of cells
    slides: int  # how many directions are of more than one step
    reach: list[int]  # direction * codes + code -> how many steps it captures that way, 0 if none
    # CELLS + attacker - victim -> the direction + 1 of the slide that leads there, 0 if none
    # does, SEVERAL_SLIDES if several do; and the direction + 1 of the leap, shifted by 8.
    direction_of: list[int]
    path_start: list[int]  # code -> where its paths begin; one entry more than there are codes
    paths: list[int]  # for each path the number of its parts, then PATH_FIELDS for each of them


@dataclass(frozen=True, slots=True)
class RuleTables:
    """The tables of one variant; the comments say how each list is indexed."""

    types: int  # how many types of pieces there are
    files: int
    checkmate: (
        int  # 1: mate decides, 2: so it does, and a side may have several Kings, 0: the last royal
    )
    no_repeats: int  # 1: no move may recreate an earlier position
    bare: int  # 1: a side that has one royal and nothing else has lost
    slight: list[int]  # code -> 1 if it is no royal, and a bare royal does not lose to it
    dead: int  # 1: positions with too little left to mate are drawn
    harmless: list[int]  # code -> bits: what of it does not keep a position from being dead
    movements: MovementTables
    # (way * types + type) * (types + 2) + column -> rule | target type << 2 | choices << CHOICES,
    # where a column is that of a victim's type, of en passant, or of a move that takes nothing.
    promotion: list[int]
    choices: list[int]  # from where a cell points: how many further types, and those
    way: list[int]  # (2 * code + 1) * CELLS + goal - origin -> way, 0 as a rule; empty if always
    changes: list[int]  # code -> bits: what may change it when it takes nothing
    home: list[int]  # code * CELLS + cell -> what it can do at first (HOME_STEPS ...), 0: nothing
    royal: list[int]  # code -> 1 if royal
    resets: list[int]  # code -> 1 if its every move resets the counter
    castles: list[int]  # castling * CASTLE_FIELDS
    castled: list[int]  # castling -> number of the type that the King's partner becomes, or 0
    rights: list[int]  # cell -> the castling rights that survive a move from or to it
    arrival_start: list[int]  # code -> its first choice; one entry more than there are codes
    arrival: list[int]  # type
    choice_zone: list[int]  # the same index -> on how many of the last ranks it can be chosen
    zone: list[int]  # code * CELLS + cell -> FORCED or ZONE for a piece that arrives, or 0
    zone_rule: int  # ENTERS or BEGINS, 0 if it only matters where a move ends
    needs_choice: int  # 1: no piece arrives on its last rank that has nothing to become
    last_cells: list[int]  # colour -> the a-file's cell of that rank
    lion: list[int]  # code -> 1 if trades of it are restricted
    trading: int  # bits: LIONS if there are any, and what else holds of them
    no_bridge: list[int]  # code -> 1 if taking it on the way makes no trade of Lions lawful
    contagion_first: int  # 1: what infects a piece that arrives goes before its choice
    reserve: int  # 0: pieces arrive from outside, 1: only captured ones, 2: of absent types only
    stock: list[int]  # code -> how many pieces of it there are, on the board or in reserve
    result_bits: int  # for each file of a result: the new type's place among the choices, from 1
    waiter: int  # code of White's piece that waits for a reserve, 0 if none does
    compounds: int  # 1 << colour: may compose its first move of several pawn steps
    army: list[int]  # colour -> how many pieces the array has
    pawn_start: list[int]  # colour -> its first pawn below; one entry more than colours
    pawns: list[int]  # cells of the pawns in the array, White's first, in the order of files
    zobrist: list[int]  # code * CELLS + cell
    # Side, then 16 sets of castling rights, then CELLS e.p. cells, then each further right.
    zobrist_other: list[int]


class RuleMemory:
    """RuleTables as C arrays; shared by every board of the variant, never changed."""

    def __init__(self, data: RuleTables) -> None:
        self.kept: list[object] = []
        self.types = data.types
        self.codes = 2 + 2 * self.types
        self.directions = len(data.movements.deltas)
        self.slides = data.movements.slides
        self.checkmate = data.checkmate
        self.no_repeats = data.no_repeats
        self.castlings = len(data.castles) // CASTLE_FIELDS
        self.passants = len(data.movements.passant) // 2
        self.leg_start = _keep(self.kept, data.movements.leg_start).data
        self.legs = _keep(self.kept, data.movements.legs).data
        self.near = _keep(self.kept, data.movements.near).data
        self.near_enemy = _keep(self.kept, data.movements.near_enemy).data
        self.powers = _keep(self.kept, data.movements.powers).data
        self.promotion = _keep(self.kept, data.promotion).data
        self.deltas = _keep(self.kept, data.movements.deltas).data
        reach = ByteArray(data.movements.reach)
        self.kept.append(reach)
        self.reach = reach.data
        self.direction_of = _keep(self.kept, data.movements.direction_of).data
        self.path_start = _keep(self.kept, data.movements.path_start).data
        self.paths = _keep(self.kept, data.movements.paths).data
        self.home = _keep(self.kept, data.home).data
        self.royal = _keep(self.kept, data.royal).data
        self.resets = _keep(self.kept, data.resets).data
        self.passant = _keep(self.kept, data.movements.passant).data
        self.castles = _keep(self.kept, data.castles).data
        self.castled = _keep(self.kept, data.castled).data
        self.rights = _keep(self.kept, data.rights).data
        self.arrival_start = _keep(self.kept, data.arrival_start).data
        self.arrival = _keep(self.kept, data.arrival).data
        self.choice_zone = _keep(self.kept, data.choice_zone).data
        self.changes = _keep(self.kept, data.changes).data
        self.choices = _keep(self.kept, data.choices).data
        zone, way = ByteArray(data.zone), ByteArray(data.way)
        self.kept += [zone, way]
        self.zone = zone.data
        self.way = way.data
        self.ways = int(bool(data.way))
        self.last_cells = _keep(self.kept, data.last_cells).data
        self.files = data.files
        self.bare = data.bare
        self.slight = _keep(self.kept, data.slight).data
        self.dead = data.dead
        self.harmless = _keep(self.kept, data.harmless).data
        self.contagion_first = data.contagion_first
        self.zone_rule = data.zone_rule
        self.lion = _keep(self.kept, data.lion).data
        self.trading = data.trading
        self.no_bridge = _keep(self.kept, data.no_bridge).data
        self.needs_choice = data.needs_choice
        self.reserve = data.reserve
        self.result_bits = data.result_bits
        self.stock = _keep(self.kept, data.stock).data
        self.waiter = data.waiter
        self.compounds = data.compounds
        self.army = _keep(self.kept, data.army).data
        self.pawn_start = _keep(self.kept, data.pawn_start).data
        self.pawns = _keep(self.kept, data.pawns).data
        hook_powers, anywhere = HOOK_ROOK | HOOK_BISHOP, UNIVERSAL | UNIVERSAL_ROYAL
        hooks = [
            c for c in range(0, self.codes, 2) if data.movements.powers[c] & hook_powers
        ]  # White's
        universals = [c for c in range(0, self.codes, 2) if data.movements.powers[c] & anywhere]
        self.hooks = len(hooks)
        self.hook_codes = _keep(self.kept, hooks).data
        pathers = [c for c in range(0, self.codes, 2) if data.movements.powers[c] & PATHS]
        self.pathers = len(pathers)
        self.path_codes = _keep(self.kept, pathers).data
        self.universals = len(universals)
        self.universal_codes = _keep(self.kept, universals).data
        self.no_worth = Worth([0] * (self.codes * CELLS), [0] * self.codes)
        zobrist = Int64Array(len(data.zobrist), data.zobrist)
        other = Int64Array(len(data.zobrist_other), data.zobrist_other)
        self.zobrist = zobrist.data
        self.zobrist_other = other.data
        self.kept += [zobrist, other]


@cython.cfunc
def _keep(kept: list[object], values: list[int]) -> Int32Array:
    """The values in memory that lives as long as the list `kept`."""
    ints: Int32Array = Int32Array(values)
    kept.append(ints)
    return ints
