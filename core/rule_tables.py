"""The rules of a variant as the flat integer arrays that the kernel reads."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import islice

from makachess.core.betza import (
    SPARING,
    Leg,
    Movement,
    Power,
    Stretch,
    is_stride,
    parse_betza,
    power_paths,
)
from makachess.core.castling import (
    MOST_RIGHTS,
    RIGHTS,
    castlings,
    partner_becomes,
    rights,
    unmoved_letter,
    unmoved_pieces,
)
from makachess.core.kernel import packed
from makachess.core.kernel.memory import MovementTables, RuleTables
from makachess.core.kernel.packed import ANYWHERE, BLACK_NEAR, CELLS, EMPTY_NEAR, LEAPS, MARGIN, ROW
from makachess.core.pieces import array_pieces, kings_at_start, result_bits
from makachess.core.promotion import (
    EN_PASSANT,
    QUIET,
    effect,
    forms_of,
    is_forced_on,
    pawn_resets,
    quiet_effects,
    ways,
    zone_squares,
)
from makachess.core.spec import COLORS, PieceType, Variant
from makachess.core.squares import Square, cell_of

COMPOUNDS = {"none": 0, "white": 1, "both": 3}
ZONE_RULES = {"enter-or-capture": packed.ENTERS, "begin-or-end": packed.BEGINS}
WAITING = {"allowed": 0, "by-lions": packed.OTHERS_WAIT}
WAITING["forbidden"] = packed.OTHERS_WAIT | packed.LIONS_WAIT


@lru_cache(maxsize=2)  # they are large, and kept in the kernel's form
def build_rule_tables(variant: Variant) -> RuleTables:
    """The rule tables of a variant, computed once for it."""
    return _RuleTablesBuilder(variant).build()


class _RuleTablesBuilder:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.types = tuple(variant.pieces)
        self.index = {kind: i for i, kind in enumerate(self.types)}
        self.codes = 2 + 2 * len(self.types)

    def _coded(self) -> Iterator[PieceType]:
        """The type of every piece, in the order of the codes."""
        for piece in self.variant.pieces.values():
            yield from (piece, piece)

    def build(self) -> RuleTables:
        movements = [parse_betza(piece.betza) for piece in self.variant.pieces.values()]
        arrival_start, arrival = self._arrival()
        promotion, choices = self._promotion()
        rules, pawns = self.variant.promotion, [self._pawns(color) for color in (0, 1)]
        return RuleTables(
            types=len(self.types),
            files=self.variant.files,
            checkmate=self._checkmate(),
            no_repeats=int(self.variant.ending.repetition == "forbidden"),
            bare=int(self.variant.ending.bare == "loses"),
            slight=self._which(self.variant.ending.bare_slight),
            dead=int(self.variant.ending.dead),
            harmless=self._harmless(),
            movements=_MovementTablesBuilder(
                [_with_paths(movement) for movement in movements],
                [piece.passed for piece in self.variant.pieces.values()],
                max(self.variant.files, self.variant.ranks) - 1,
            ).build(),
            promotion=promotion,
            choices=choices,
            way=self._way(),
            changes=self._changes(),
            home=self._home(),
            royal=[0, 0, *(int(piece.royal) for piece in self._coded())],
            resets=self._resets(),
            castles=self._castles(),
            castled=self._castled(),
            rights=self._rights(),
            arrival_start=arrival_start,
            arrival=arrival,
            choice_zone=[
                rules.choice_zone.get(self.types[kind], self.variant.ranks) for kind in arrival
            ],
            zone=self._zone(),
            last_cells=[cell_of(Square(0, self.variant.ranks - 1)), cell_of(Square(0, 0))],
            zone_rule=ZONE_RULES.get(rules.zone_rule, 0),
            lion=self._which(self.variant.trading.lions),
            trading=self._trading(),
            no_bridge=self._which(self.variant.trading.no_bridge),
            needs_choice=int(rules.arrival_needs_choice),
            contagion_first=int(rules.contagion_first),
            reserve=int(rules.reserve) + int(rules.reserve and rules.reserve_absent_only),
            stock=self._stock(),
            result_bits=result_bits(self.variant),
            waiter=self._waiter(),
            compounds=COMPOUNDS[self.variant.compound_first_move],
            army=[sum(code & 1 == color for code, _ in self._array()) for color in (0, 1)],
            pawn_start=[0, len(pawns[0]), len(pawns[0] + pawns[1])],
            pawns=pawns[0] + pawns[1],
            zobrist=self._zobrist(),
            zobrist_other=_random_keys(
                self.variant.name + "/other", 17 + CELLS + MOST_RIGHTS - len(RIGHTS)
            ),
        )

    def _harmless(self) -> list[int]:
        ending = self.variant.ending
        pawn = self.variant.pawn if ending.dead_pawns else None
        bare = bare_kings(self.variant)
        flat = [0, 0]
        for piece in self._coded():
            forms = set(forms_of(self.variant, piece.id))
            bits = packed.DEAD_ALONE * forms.issubset(ending.dead_alone)
            bits |= packed.DEAD_ON_ONE_COLOR * forms.issubset(ending.dead_on_one_color)
            bits |= packed.DEAD_ROYAL * (piece.id in bare)
            bits |= packed.DEAD_ON_LAST_RANK * (piece.id == pawn and _only_advances(piece.betza))
            flat.append(bits)
        return flat

    def _promotion(self) -> tuple[list[int], list[int]]:
        """The table of what moves make of their pieces, and the further types to choose from."""
        flat, choices = [0] * 0, [0]
        for layer in range(1 + max(len(ways(self.variant, kind)) for kind in self.types)):
            for kind in self.types:
                way = [(0, 0), *map(min, ways(self.variant, kind))]
                for column in (*self.types, EN_PASSANT, QUIET):
                    change = effect(self.variant, kind, column, way[layer % len(way)])
                    cell = change.rule | self.index[change.target] << 2
                    if change.others:
                        cell |= len(choices) << packed.CHOICES
                        choices += [len(change.others), *(self.index[one] for one in change.others)]
                    flat.append(cell)
        return flat, choices

    def _way(self) -> list[int]:
        if not any(ways(self.variant, kind) for kind in self.types):
            return []
        flat = [0] * (2 * CELLS * self.codes)
        for code, piece in enumerate(self._coded(), 2):
            for number, vectors in enumerate(ways(self.variant, piece.id), 1):
                for x, y in vectors:
                    flat[(2 * code + 1) * CELLS + delta(code & 1, x, y)] = number
        return flat

    def _changes(self) -> list[int]:
        flat = [0, 0]
        for piece in self._coded():
            turns = any(one.rule for one in quiet_effects(self.variant, piece.id))
            arrives = bool(self.variant.promotion.arrival.get(piece.id))
            flat.append(packed.ARRIVES * arrives | packed.TURNS * turns)
        return flat

    def _array(self) -> Iterator[tuple[int, int]]:
        """Code and cell of every piece of the start position."""
        for square, (kind, color) in array_pieces(self.variant).items():
            yield 2 + 2 * self.index[kind] + COLORS.index(color), cell_of(square)

    def _home(self) -> list[int]:
        home = [0] * (self.codes * CELLS)
        for code, cell in self._array():
            home[code * CELLS + cell] = packed.HOME_STEPS | packed.IN_ARRAY
        for square, (kind, color) in unmoved_pieces(self.variant).items():
            right = rights(self.variant)[unmoved_letter(square, color)]
            code = 2 + 2 * self.index[kind] + COLORS.index(color)
            home[code * CELLS + cell_of(square)] |= right.bit.bit_length() << packed.HOME_RIGHT
        for code, piece in enumerate(self._coded(), 2):
            if piece.initial == "unmoved-unattacked":
                for at in range(code * CELLS, (code + 1) * CELLS):
                    home[at] |= packed.UNATTACKED * bool(home[at])
            for rank in range(self.variant.ranks if piece.initial_to else 0):
                ahead = self.variant.ranks - 1 - rank if code & 1 else rank
                for file in range(self.variant.files):
                    steps = max(0, piece.initial_to - 1 - ahead)
                    at = code * CELLS + cell_of(Square(file, rank))
                    home[at] = (home[at] & packed.IN_ARRAY) | steps
        return home

    def _resets(self) -> list[int]:
        pawn = self.variant.pawn if pawn_resets(self.variant) else None
        return [0, 0, *(int(piece.id == pawn) for piece in self._coded())]

    def _castles(self) -> list[int]:
        flat: list[int] = []
        for castling in castlings(self.variant):
            row = [rights(self.variant)[castling.right].bit, COLORS.index(castling.color)]
            row += map(cell_of, (castling.king_from, castling.king_to))
            row += map(cell_of, (castling.rook_from, castling.rook_to))
            row.append(int(castling.in_full))
            row += _counted(castling.empty, packed.CASTLE_SAFE - packed.CASTLE_EMPTY)
            row += _counted(castling.safe, packed.CASTLE_FIELDS - packed.CASTLE_SAFE)
            flat += row
        return flat

    def _castled(self) -> list[int]:
        found = (partner_becomes(self.variant, castling) for castling in castlings(self.variant))
        return [self.index[kind] + 1 if kind else 0 for kind in found]

    def _rights(self) -> list[int]:
        left = [(1 << MOST_RIGHTS) - 1] * CELLS
        for right in rights(self.variant).values():
            for square in right.homes:
                left[cell_of(square)] &= ~right.bit
        return left

    def _arrival(self) -> tuple[list[int], list[int]]:
        start, flat = [0, 0], [0] * 0
        for piece in self._coded():
            start.append(len(flat))
            choices = dict.fromkeys(self.variant.promotion.arrival.get(piece.id, ()))
            flat += [self.index[kind] for kind in choices]
        start.append(len(flat))
        return start, flat

    def _zone(self) -> list[int]:
        """Where pieces that arrive must choose, and where they may."""
        flat, variant = [0] * (CELLS * self.codes), self.variant
        for code, piece in enumerate(self._coded(), 2):
            if not variant.promotion.arrival.get(piece.id):
                continue
            for square in zone_squares(variant):
                forced = is_forced_on(variant, piece.id, square)
                where = packed.FORCED if forced else packed.ZONE
                flat[code * CELLS + _cell(variant, square, code & 1)] = where
        return flat

    def _which(self, kinds: Iterable[str]) -> list[int]:
        """1 for the codes of these types, 0 for all others."""
        return [0, 0, *(int(piece.id in kinds) for piece in self._coded())]

    def _trading(self) -> int:
        rules = self.variant.trading
        if not rules.lions:
            return 0
        bits = packed.LIONS | packed.ADJACENT * rules.adjacent | packed.BRIDGE * rules.bridge
        return bits | packed.ROYALS_GUARD * rules.royals_guard | WAITING[rules.counterstrike]

    def _checkmate(self) -> int:
        if not self.variant.ending.checkmate:
            return 0
        return 1 if max(kings_at_start(self.variant)) == 1 else 2

    def _stock(self) -> list[int]:
        stock = [0] * self.codes
        for code, _ in self._array():
            stock[code] += 1
        for kind, count in self.variant.promotion.spare.items():
            for code in (2 + 2 * self.index[kind], 3 + 2 * self.index[kind]):
                stock[code] += count
        return stock

    def _waiter(self) -> int:
        """The one type that arrives, where that takes a reserve."""
        rules = self.variant.promotion
        return next((2 + 2 * self.index[kind] for kind in rules.arrival if rules.reserve), 0)

    def _pawns(self, color: int) -> list[int]:
        if self.variant.pawn not in self.index:
            return []
        code = 2 + 2 * self.index[self.variant.pawn] + color
        return sorted(
            (cell for piece, cell in self._array() if piece == code), key=lambda c: c % ROW
        )

    def _zobrist(self) -> list[int]:
        ranks, files = self.variant.ranks, self.variant.files
        keys = iter(_random_keys(self.variant.name, (self.codes - 2) * ranks * files))
        rows = [cell_of(Square(0, rank)) for rank in range(ranks)]
        flat = [0] * (self.codes * CELLS)
        for start in range(2 * CELLS, self.codes * CELLS, CELLS):
            for row in rows:
                flat[start + row : start + row + files] = islice(keys, files)
        return flat


def _cell(variant: Variant, square: Square, color: int) -> int:
    """The cell of a square as a colour sees it."""
    if color:
        square = Square(variant.files - 1 - square.file, variant.ranks - 1 - square.rank)
    return cell_of(square)


def bare_kings(variant: Variant) -> frozenset[str]:
    """The royal types of which one a side, and nothing else, cannot mate.

    They take as all royals of the array do, so that each attacks what attacks it, and never become
    anything else by going somewhere.
    """
    array = {kind for kind, _ in array_pieces(variant).values()} & variant.royals
    captures = {_takes(variant.pieces[kind].betza) for kind in array}
    return frozenset(
        kind
        for kind in variant.royals - variant.promotion.arrival.keys()
        if captures == {_takes(variant.pieces[kind].betza)}
        and not any(one.rule for one in quiet_effects(variant, kind))
    )


def _takes(betza: str) -> tuple[object, ...]:
    """The ways in which a piece can take another."""
    movement = parse_betza(betza)
    legs = {(leg.dx, leg.dy, leg.first, leg.last) for leg in movement.legs if leg.captures}
    return frozenset(legs), movement.powers, frozenset(movement.paths)


def _only_advances(betza: str) -> bool:
    """Whether a piece can do nothing but step towards its last rank."""
    movement = parse_betza(betza)
    return not (movement.powers or movement.paths) and all(leg.dy > 0 for leg in movement.legs)


def _counted(squares: Iterable[Square], size: int) -> list[int]:
    """The number of squares, their cells, and zeros up to `size` entries."""
    cells = [cell_of(square) for square in squares]
    return [len(cells), *cells, *([0] * (size - 1 - len(cells)))]


def _random_keys(seed: str, count: int) -> list[int]:
    """Signed 64-bit numbers, the same in every run."""
    bits = random.Random(seed).getrandbits(64 * count).to_bytes(8 * count, "little")
    return [word - (1 << 63) for word in struct.unpack(f"<{count}Q", bits)]


# Generation goes forwards, piece by piece along its legs; attacks on a square are looked up
# backwards from it, along each direction in which anything captures. What a piece needs on an
# adjacent square to have any move is a table of its own, since on a full board most pieces have
# none.

KING_STEPS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
# What a part of a path does, by its fields, whose bits have the same names.
PATH_FLAGS = {
    field.name: getattr(packed, field.name.upper())
    for field in fields(Stretch)
    if field.name not in ("dx", "dy", "last")
}
POWER_BITS = {power: getattr(packed, power.name) for power in Power}
NEIGHBOURS = tuple(y * ROW + x for x, y in KING_STEPS)  # the bits of BLACK_NEAR, in their order

# Powers of which a capture begins at certain neighbours; the others reach beyond.
TAKES_NEXT_DOOR = {Power.AREA: 0xFF, Power.LINE_TWO: 0xFF, Power.PASS: 0}
LEAPING = {Power.LINE_HOP: 2, Power.LINE_THREE: 3}  # how far a piece can end on one line
TURNS_ON_EMPTY = {Power.HOOK_ROOK: 0b01011010, Power.HOOK_BISHOP: 0b10100101}


def delta(color: int, dx: int, dy: int) -> int:
    """The cell difference of a step; Black's is White's turned by 180 degrees."""
    return (dy * ROW + dx) * (-1 if color else 1)


def _with_paths(movement: Movement) -> Movement:
    """The same movement, with paths for the powers whose loops are not enough."""
    paths = {
        power: power_paths(power)
        for power in Power
        if power in movement.powers and not _legs_attack_for(power, movement)
    }
    return replace(
        movement,
        powers=movement.powers - {power for power, found in paths.items() if found},
        paths=movement.paths + tuple(path for found in paths.values() for path in found),
    )


def _legs_attack_for(power: Power, movement: Movement) -> bool:
    """Whether legs attack all that a power takes: the loops are not looked up backwards.

    So it is with the Lions of the large shogi games, which step, jump or slide there as well.
    """
    taking = [leg for leg in movement.legs if leg.captures and leg.first == 1 and not leg.initial]
    leaps = {(leg.dx, leg.dy) for leg in taking}
    slides = {(leg.dx, leg.dy) for leg in taking if leg.last > 1}
    near, two = set(KING_STEPS), {(2 * x, 2 * y) for x, y in KING_STEPS}
    hops = Power.LINE_HOP in movement.powers and near <= slides
    if power is Power.AREA:
        return leaps >= {(x, y) for x in range(-2, 3) for y in range(-2, 3) if x or y}
    if power is Power.LINE_HOP:
        return hops
    if power in (Power.LINE_TWO, Power.LINE_THREE):
        return near <= leaps and (hops or two <= leaps)
    return True


class _MovementTablesBuilder:
    """The tables of the types' movements on a board on which no slide is longer.

    `passed` says of each type which moves of several squares are answered en passant.
    """

    def __init__(self, movements: Sequence[Movement], passed: Sequence[str], longest: int) -> None:
        self.longest = longest
        can_take = any(movement.takes_in_passing for movement in movements)
        self.passed = [each if can_take else "never" for each in passed for _ in (0, 1)]
        self.coded = [(color, movement) for movement in movements for color in (0, 1)]

    def build(self) -> MovementTables:
        leg_start, legs = self._legs()
        path_start, paths = self._paths()
        steps = self._steps_by_direction()
        deltas = sorted(steps, key=lambda step: (-max(steps[step].values()), step))
        slides = sum(max(steps[step].values()) > 1 for step in deltas)
        return MovementTables(
            leg_start=leg_start,
            legs=legs,
            near=self._near(leg_start, legs, captures_only=False),
            near_enemy=self._near(leg_start, legs, captures_only=True),
            powers=[0, 0, *(_powers(movement) for _, movement in self.coded)],
            passant=self._passant(),
            deltas=deltas,
            slides=slides,
            reach=[
                steps[step].get(code, 0) for step in deltas for code in range(2 + len(self.coded))
            ],
            direction_of=_direction_of(deltas, slides, self.longest),
            path_start=path_start,
            paths=paths,
        )

    def _legs(self) -> tuple[list[int], list[int]]:
        start, flat = [0, 0], [0] * 0
        for (color, movement), passed in zip(self.coded, self.passed, strict=True):
            start.append(len(flat))
            for leg, mask in distinct_legs(movement):
                flags = packed.STRIDES * is_stride(leg, passed) | packed.MOVES * leg.moves
                flags |= packed.CAPTURES * leg.captures | packed.INITIAL * leg.initial
                flags |= packed.PASSANT * leg.en_passant
                flat += [delta(color, leg.dx, leg.dy), self._steps(leg), mask, flags]
                flat += [_begins_with(leg, color, captures_only) for captures_only in (False, True)]
        start.append(len(flat))
        return start, flat

    def _paths(self) -> tuple[list[int], list[int]]:
        start, flat = [0, 0], [0] * 0
        for color, movement in self.coded:
            start.append(len(flat))
            for path in movement.paths:
                flat.append(len(path))
                for part in path:
                    flags = sum(bit for name, bit in PATH_FLAGS.items() if getattr(part, name))
                    flat += [delta(color, part.dx, part.dy), min(part.last, self.longest), flags]
        start.append(len(flat))
        return start, flat

    def _steps(self, leg: Leg) -> int:
        return min(leg.last, self.longest)

    def _near(self, leg_start: list[int], legs: list[int], captures_only: bool) -> list[int]:
        field = packed.NEAR_ENEMY if captures_only else packed.NEAR
        flat = [0, 0]
        for code, (color, movement) in enumerate(self.coded, 2):
            bits = 0
            for row in range(leg_start[code], leg_start[code + 1], packed.LEG_FIELDS):
                bits |= legs[row + field]
            for power in movement.powers:
                bits |= _power_begins_with(power, color, captures_only)
            bits |= ANYWHERE if movement.paths else 0
            flat.append(bits)
        return flat

    def _steps_by_direction(self) -> dict[int, dict[int, int]]:
        """Direction -> code -> how far it captures, jumps counted as directions of their own."""
        steps: dict[int, dict[int, int]] = {}
        for code, (color, movement) in enumerate(self.coded, 2):
            for leg in (*movement.legs, *_jumps(movement)):
                if leg.captures:
                    row = steps.setdefault(delta(color, leg.dx, leg.dy), {})
                    row[code] = max(row.get(code, 0), self._steps(leg))
        return steps

    def _passant(self) -> list[int]:
        flat: list[int] = []
        for code, (color, movement) in enumerate(self.coded, 2):
            for dx, dy in dict.fromkeys((g.dx, g.dy) for g in movement.legs if g.en_passant):
                flat += [code, delta(color, dx, dy)]
        return flat


def _powers(movement: Movement) -> int:
    """The bits of a piece's powers, and whether one of its moves can be found by several routes."""
    bits: int = sum(POWER_BITS[power] for power in movement.powers)
    return bits | packed.OVERLAPS * has_overlaps(movement) | packed.PATHS * bool(movement.paths)


def _jumps(movement: Movement) -> Iterator[Leg]:
    """The leaps that are part of a power."""
    for power, n in LEAPING.items():
        if power in movement.powers:
            yield from (Leg(dx * n, dy * n) for dx, dy in KING_STEPS)


def _begins_with(leg: Leg, color: int, captures_only: bool) -> int:
    """What a leg needs on the adjacent cell: an enemy to take, or emptiness to enter or pass."""
    step = delta(color, leg.dx, leg.dy)
    if captures_only and not (leg.captures or leg.en_passant):
        return 0
    if step not in NEIGHBOURS:
        return LEAPS if leg.last * max(abs(leg.dx), abs(leg.dy)) <= MARGIN else ANYWHERE
    bits = 1 << NEIGHBOURS.index(step) + BLACK_NEAR * (1 - color) if leg.captures else 0
    if not captures_only or leg.last > 1 or leg.en_passant:
        bits |= 1 << NEIGHBOURS.index(step) + EMPTY_NEAR
    return bits


def _power_begins_with(power: Power, color: int, captures_only: bool) -> int:
    """The same for a power."""
    if captures_only and power in TAKES_NEXT_DOOR:
        return TAKES_NEXT_DOOR[power] << BLACK_NEAR * (1 - color)
    if captures_only and power in TURNS_ON_EMPTY:
        return TURNS_ON_EMPTY[power] << EMPTY_NEAR
    return LEAPS if power in LEAPING else ANYWHERE


def _direction_of(deltas: list[int], slides: int, longest: int) -> list[int]:
    """Which directions lead from one cell to another; MovementTables says how that is written."""
    flat = [0] * (2 * CELLS)
    for k, step in enumerate(deltas[:slides]):
        up = (step + ROW // 2) // ROW
        for n in range(1, longest // max(abs(up), abs(step - up * ROW)) + 1):
            at = CELLS - n * step
            flat[at] = packed.SEVERAL_SLIDES if flat[at] else k + 1
    for k, step in enumerate(deltas[slides:], slides):
        flat[CELLS - step] |= k + 1 << 8
    return flat


LONGEST = 18  # steps, on the largest board
# Options of a variant change few pieces, and both colours move alike: movements come again and
# again.
cached = lru_cache(maxsize=512)

Offset = tuple[int, int]
Goal = tuple[Offset, bool]
"""A square, from the piece's own, and whether it is taken there or not."""


@dataclass(frozen=True, slots=True)
class _Route:
    """One route to a goal: n steps of a leg, over squares that must be empty."""

    leg: int
    n: int
    path: frozenset[Offset]
    initial: bool

    def is_open_with(self, other: _Route) -> bool:
        """Whether this route is open whenever the other one is."""
        return self.path <= other.path and self.initial <= other.initial


@cached
def distinct_legs(movement: Movement) -> tuple[tuple[Leg, int], ...]:
    """Legs with the mask of their steps, without what other legs offer as well.

    Leaps come first, and what only starts at home last.
    """
    return tuple(_distinct_legs(movement))


def _distinct_legs(movement: Movement) -> Iterator[tuple[Leg, int]]:
    legs = _sorted_legs(movement)
    offers: dict[tuple[int, int], set[bool]] = {}
    for (_, takes), routes in _routes_by_goal(movement).items():
        for route in routes:
            offers.setdefault((route.leg, route.n), set()).add(takes)
    passant: set[Offset] = set()  # the steps of legs that take en passant, each once
    for i, leg in enumerate(legs):
        masks: dict[tuple[bool, bool], int] = {}
        for n in range(leg.first, min(leg.last, LONGEST) + 1):
            offered = offers.get((i, n), set())
            key = (False in offered, True in offered)
            masks[key] = masks.get(key, 0) | 1 << n
        takes_passing = leg.en_passant and (leg.dx, leg.dy) not in passant
        passant |= {(leg.dx, leg.dy)} if leg.en_passant else set()
        for (moves, captures), mask in masks.items():
            if moves or captures or takes_passing:
                yield replace(leg, moves=moves, captures=captures, en_passant=takes_passing), mask
                takes_passing = False


def _sorted_legs(movement: Movement) -> list[Leg]:
    return sorted(movement.legs, key=lambda leg: (leg.initial, leg.last > 1))


@cached
def _routes_by_goal(movement: Movement) -> dict[Goal, list[_Route]]:
    """The routes to each goal, without redundant ones; legs are counted as sorted."""
    found: dict[Goal, list[_Route]] = {}
    for i, leg in enumerate(_sorted_legs(movement)):
        for n in range(leg.first, min(leg.last, LONGEST) + 1):
            path = frozenset((leg.dx * k, leg.dy * k) for k in range(1, n))
            for takes in (False, True):
                if leg.captures if takes else leg.moves:
                    goal = (leg.dx * n, leg.dy * n), takes
                    found.setdefault(goal, []).append(_Route(i, n, path, leg.initial))
    if Power.LINE_THREE in movement.powers:  # it ends there, whatever stands between
        for x, y in KING_STEPS:
            for takes in (False, True):
                found.pop(((3 * x, 3 * y), takes), None)
    return {
        goal: list(_needed(routes)) if len(routes) > 1 else routes for goal, routes in found.items()
    }


def _needed(routes: list[_Route]) -> Iterator[_Route]:
    """Without those another route makes redundant; of two equal ones, the first stays."""
    for i, route in enumerate(routes):
        earlier = any(other.is_open_with(route) for other in routes[:i])
        later = any(o.is_open_with(route) and not route.is_open_with(o) for o in routes[i + 1 :])
        if not earlier and not later:
            yield route


@cached
def has_overlaps(movement: Movement) -> bool:
    """Whether two of the remaining routes to one goal can be open at once."""
    routes = _routes_by_goal(movement)
    if any(len(several) > 1 for several in routes.values()):
        return True
    lines = {
        power: {(n * x, n * y) for x, y in KING_STEPS}
        for power, n in LEAPING.items()
        if power in movement.powers
    }
    # A hop needs an adjacent piece, which blocks every slide.
    if Power.LINE_HOP in lines and any(
        goal in lines[Power.LINE_HOP] and not route.path
        for (goal, _), several in routes.items()
        for route in several
    ):
        return True
    squares = {goal for goal, _ in routes}.union(*lines.values())
    turns = movement.powers & _TURNED
    if movement.powers & SPARING and (squares or turns):
        return True
    return any(_turns_to(power, square) for power in turns for square in squares)


_TURNED = frozenset({Power.HOOK_ROOK, Power.HOOK_BISHOP})


def _turns_to(power: Power, square: Offset) -> bool:
    """Whether a slide with one turn can end on a square, from the piece's own."""
    x, y = square
    if power is Power.HOOK_ROOK:
        return bool(x and y)
    return (x + y) % 2 == 0 and abs(x) != abs(y)
