"""The rules, values and net of a variant in memory that the compiled kernel reads."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.arrays import ByteArray, Int16Array, Int32Array, Int64Array

from makachess.core.kernel.packed import (
    CASTLE_FIELDS,
    CELLS,
    HOOK_BISHOP,
    HOOK_ROOK,
    PATHS,
    UNIVERSAL,
    UNIVERSAL_ROYAL,
)
from makachess.core.kernel.rule_tables import RuleTables


@cython.cfunc
def _keep(kept: list[object], values: list[int]) -> Int32Array:
    """The values in memory that lives as long as the list `kept`."""
    ints: Int32Array = Int32Array(values)
    kept.append(ints)
    return ints


class NetMemory:
    """A small network over the men of a position, as `Sums` works it out.

    Two views, of White and Black, have `units` sums each. A man, code * CELLS + cell, adds to them
    the row `row_of[man]` of `first`: what it is in White's view, then in Black's; row 0 is zeros. A
    sum counts from 0 to `ceiling`, squared, times its number in `last`, which stand there for White
    to move and then for Black. No position may make a sum overflow 16 bits, nor their total 32:
    whoever makes a net sees to it.
    """

    def __init__(
        self,
        shape: tuple[int, int, int],
        numbers: tuple[bytes, bytes, bytes],
        men: list[tuple[int, int, int]],
    ) -> None:
        """From units, ceiling and offset, the numbers of both layers, and the men.

        `numbers` are the rows of a view, one for each man as one side sees it; the sums of an empty
        board; and the second layer for the side to move. A man is given with the numbers of its
        rows in White's view and in Black's.
        """
        i: cython.int
        to: cython.int
        white: cython.int
        black: cython.int
        units: cython.int
        units, self.ceiling, self.offset = shape
        self.units = units
        rows = Int16Array(len(numbers[0]) // 2, numbers[0])
        last = Int16Array(2 * units, numbers[2])
        self.bias_kept = Int16Array(units, numbers[1])
        self.bias = self.bias_kept.data
        self.last_kept = Int16Array(4 * units)
        self.last = self.last_kept.data
        for i in range(units):
            self.last[i] = self.last[3 * units + i] = last.data[i]
            self.last[units + i] = self.last[2 * units + i] = last.data[units + i]
        self.row_of_kept = Int32Array([0] * (1 + max(man for man, _, _ in men)))
        self.row_of = self.row_of_kept.data
        self.first_kept = Int16Array(2 * units * (len(men) + 1))
        self.first = self.first_kept.data
        to = 0
        for man, white, black in men:
            to += 2 * units
            self.row_of[man] = to // (2 * units)
            for i in range(units):
                self.first[to + i] = rows.data[white * units + i]
                self.first[to + units + i] = rows.data[black * units + i]


class Worth:
    """What men are worth, as packed scores (`packed_score`).

    `cells` is for the score, code * CELLS + cell, White's men positive; `price` is what a man of a
    code counts for in an exchange, wherever it stands. `full` is the phase of the array; at 0 only
    the end game's part counts, so that values without a phase are the same in both. `net` corrects
    the score, if there is one.
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
        self.ways = _keep(self.kept, data.movements.ways).data
        self.path_start = _keep(self.kept, data.movements.path_start).data
        self.paths = _keep(self.kept, data.movements.paths).data
        self.home = _keep(self.kept, data.home).data
        self.royal = _keep(self.kept, data.royal).data
        self.resets = _keep(self.kept, data.resets).data
        self.passant = _keep(self.kept, data.movements.passant).data
        self.castles = _keep(self.kept, data.castles).data
        self.rights = _keep(self.kept, data.rights).data
        self.arrival_start = _keep(self.kept, data.arrival_start).data
        self.arrival = _keep(self.kept, data.arrival).data
        self.last_rank = _keep(self.kept, data.last_rank).data
        self.last_cells = _keep(self.kept, data.last_cells).data
        self.files = data.files
        self.bare = data.bare
        self.slight = _keep(self.kept, data.slight).data
        self.dead = data.dead
        self.harmless = _keep(self.kept, data.harmless).data
        self.contagion_first = data.contagion_first
        self.enters = data.enters
        self.last_chance = _keep(self.kept, data.last_chance).data
        self.lion = _keep(self.kept, data.lion).data
        self.trading = data.trading
        self.no_bridge = _keep(self.kept, data.no_bridge).data
        self.needs_choice = data.needs_choice
        self.reserve = data.reserve
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
