"""The rules a second time, slow and plain: what the kernel is checked by shares no code with it.

Written after the wording of the rule sheets. It knows of the core what a variant is (`spec`) and
how Betza text is read (`betza`), and nothing of the kernel. A square is a pair (file, rank) counted
from 0, a piece a pair (type id, colour), a board a dictionary of squares to pieces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING, TypeAlias

from makachess.core.betza import Leg, Path, Power, parse_betza, power_paths
from makachess.core.spec import COLORS, Variant

if TYPE_CHECKING:
    from makachess.core.position import Position

Square: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[str, str]
Pieces: TypeAlias = Mapping[Square, Piece]
Way: TypeAlias = tuple[tuple[Square, ...], Square]
"""The squares of the victims in the order of capture, and the destination."""

ANYWHERE = frozenset({Power.UNIVERSAL, Power.UNIVERSAL_ROYAL})


class Mover:
    """One piece on a board, and what it can do there."""

    def __init__(self, variant: Variant, pieces: Pieces, origin: Square) -> None:
        self.variant, self.pieces, self.origin = variant, pieces, origin
        self.kind, self.color = pieces[origin]
        self.movement = parse_betza(variant.pieces[self.kind].betza)
        self.forward = 1 if self.color == "white" else -1

    def is_on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.variant.files and 0 <= square[1] < self.variant.ranks

    def is_own(self, square: Square) -> bool:
        return square in self.pieces and self.pieces[square][1] == self.color

    def is_enemy(self, square: Square) -> bool:
        return square in self.pieces and self.pieces[square][1] != self.color

    def can_end_on(self, square: Square) -> bool:
        """Whether the square is on the board, and no piece of the same colour in the way."""
        return self.is_on_board(square) and (square == self.origin or not self.is_own(square))

    def ending(self, victims: tuple[Square, ...], square: Square) -> Way:
        """A move that takes some pieces on its way and whatever enemy stands on its last square."""
        last = (square,) if self.is_enemy(square) and square not in victims else ()
        return (*victims, *last), square

    def moves(self) -> set[Way]:
        """All moves, without those that need more than the board.

        These are first moves, en passant and castling.
        """
        powers = self.movement.powers
        found = self.steps() | set(self.paths())
        if powers & ANYWHERE:
            found |= set(self.anywhere(spares_all=Power.UNIVERSAL_ROYAL not in powers))
        return found

    def steps(self) -> set[Way]:
        """The moves along legs that it may make from anywhere."""
        return {way for leg in self.movement.legs if not leg.initial for way in self.line(leg)}

    def walks(self, first: bool) -> dict[Way, tuple[Square, ...]]:
        """The moves along legs, with the squares on which it can be taken in passing.

        `first` tells whether it may make first moves.
        """
        found: dict[Way, tuple[Square, ...]] = {}
        farthest = self.variant.pieces[self.kind].initial_to or self.variant.ranks
        for leg in (leg for leg in self.movement.legs if first or not leg.initial):
            walk = [self.along(self.step(leg), n) for n in range(1, min(leg.last, 99) + 1)]
            for way in self.line(leg):
                y = way[1][1]
                ahead = y + 1 if self.color == "white" else self.variant.ranks - y
                if leg.initial and ahead > farthest:
                    continue
                passed = tuple(walk[: walk.index(way[1])]) if self.is_passed_on(leg) else ()
                # A leap to the same square passes nothing.
                found[way] = min(found.get(way, passed), passed, key=len)
        return found

    def is_passed_on(self, leg: Leg) -> bool:
        """Whether it can be taken in passing where it has walked along a leg."""
        rule = self.variant.pieces[self.kind].passed
        ahead = leg.dx == 0 and leg.dy == 1
        return rule != "never" and (leg.initial or (rule == "always" and ahead))

    def step(self, leg: Leg) -> Square:
        return leg.dx * self.forward, leg.dy * self.forward

    def line(self, leg: Leg) -> Iterator[Way]:
        """A leg's moves; whether the piece stands at home is not asked."""
        slide = self.slide(self.origin, self.step(leg), leg.last)
        for n, (victims, square) in enumerate(slide, 1):
            if n >= leg.first and (leg.captures if victims else leg.moves):
                yield victims, square

    def slide(self, start: Square, step: Square, most: int) -> Iterator[Way]:
        """Step by step over empty squares, and onto the first enemy."""
        for n in range(1, most + 1):
            square = (start[0] + n * step[0], start[1] + n * step[1])
            if not self.is_on_board(square) or self.is_own(square):
                return
            yield self.ending((), square)
            if self.is_enemy(square):
                return

    def paths(self) -> Iterator[Way]:
        """Along paths of several straight parts, and leaps of more than three squares."""
        written = (power_paths(power) for power in self.movement.powers)
        for path in chain(self.movement.paths, *written):
            yield from self.walk(path, self.origin, ())

    def walk(self, path: Path, start: Square, victims: tuple[Square, ...]) -> Iterator[Way]:
        """The rest of a path, from a square on which some pieces have been taken already."""
        part, rest = path[0], path[1:]
        for n in range(1, part.last + 1):
            square = (
                start[0] + n * part.dx * self.forward,
                start[1] + n * part.dy * self.forward,
            )
            if not self.is_on_board(square):
                return
            empty = square == self.origin or square in victims or square not in self.pieces
            if part.passes and empty:
                yield (), self.origin
            enemy = not empty and self.is_enemy(square)
            if rest and (part.moves if empty else part.hops):
                yield from self.walk(rest, square, victims)
            if rest and enemy and part.captures:
                yield from self.walk(rest, square, (*victims, square))
            if not rest and enemy and part.captures:
                yield (*victims, square), square
            if not rest and empty and part.moves and (victims or square != self.origin):
                yield victims, square
            if not empty:
                return

    def along(self, step: Square, n: int) -> Square:
        return self.origin[0] + n * step[0], self.origin[1] + n * step[1]

    def anywhere(self, *, spares_all: bool) -> Iterator[Way]:
        """Any empty square, and any enemy that may be taken (5.7)."""
        for x in range(self.variant.files):
            for y in range(self.variant.ranks):
                square = (x, y)
                if square not in self.pieces:
                    yield (), square
                elif self.is_enemy(square):
                    royal = self.variant.pieces[self.pieces[square][0]].royal
                    if not (spares_all or royal) or not self.is_protected(square):
                        yield (square,), square

    def is_protected(self, square: Square) -> bool:
        """Whether, after the capture, another enemy could take the Emperor there (5.7)."""
        after = {at: piece for at, piece in self.pieces.items() if at != self.origin}
        after[square] = (self.kind, self.color)
        enemy = "black" if self.color == "white" else "white"
        return is_attacked(self.variant, after, square, enemy)

    def reaches(self, square: Square) -> bool:
        if self.movement.powers & ANYWHERE:
            return True
        if self.movement.powers or self.movement.paths:
            return any(square in victims for victims, _ in self.moves())
        across, up = square[0] - self.origin[0], square[1] - self.origin[1]
        betza = self.variant.pieces[self.kind].betza
        legs = aims(betza).get((across * self.forward, up * self.forward), ())
        return any(square in victims for leg in legs for victims, _ in self.line(leg))


@lru_cache(maxsize=1024)
def aims(betza: str) -> Mapping[Square, Sequence[Leg]]:
    """The legs that lead somewhere over an empty board: few are worth walking."""
    found: dict[Square, list[Leg]] = {}
    for leg in (leg for leg in parse_betza(betza).legs if not leg.initial):
        for n in range(leg.first, min(leg.last, 99) + 1):
            found.setdefault((n * leg.dx, n * leg.dy), []).append(leg)
    return found


def is_attacked(variant: Variant, pieces: Pieces, square: Square, color: str) -> bool:
    """Whether a piece of a colour could take an enemy that stood on a square."""
    if square not in pieces:
        other = "black" if color == "white" else "white"
        pieces = {**pieces, square: (next(iter(variant.pieces)), other)}
    owned = [at for at, piece in pieces.items() if piece[1] == color]
    return any(Mover(variant, pieces, at).reaches(square) for at in owned)


#
# A position as the FEN has it, but for the counter of quiet moves: read, and written.

_TOKEN = re.compile(r"([0-9]+)|(\+?[A-Za-z]['!]?)")
_NAME = re.compile(r"[a-z][0-9]+")


@dataclass(frozen=True, slots=True)
class State:
    """Pieces, side to move, rights, and the squares that the last move has passed."""

    variant: Variant
    pieces: Pieces
    turn: str
    castling: frozenset[str] = frozenset()
    passed: tuple[Square, ...] = ()
    passed_piece: Square | None = None
    number: int = 1
    won: bool = False  # by a delayed promotion that mates
    struck: Square | None = None  # where the piece stands that has just taken a Lion and was none
    seen: frozenset[str] = field(default=frozenset(), compare=False)  # where repeats are forbidden

    @property
    def enemy(self) -> str:
        return "black" if self.turn == "white" else "white"

    @property
    def forward(self) -> int:
        return 1 if self.turn == "white" else -1

    @property
    def last_rank(self) -> int:
        return self.variant.ranks - 1 if self.turn == "white" else 0

    def fen(self) -> str:
        ranks = range(self.variant.ranks - 1, -1, -1)
        order = dict.fromkeys(("K", "Q", "k", "q", *sorted(self.castling)))
        rights = "".join(right for right in order if right in self.castling) or "-"
        noted = self.passed or ((self.struck,) if self.struck else ())
        passed = "".join(map(name, noted)) or "-"
        return f"{'/'.join(map(self._row, ranks))} {self.turn[0]} {rights} {passed}"

    def _row(self, y: int) -> str:
        row, begin = "", 0
        for x in [x for x in range(self.variant.files) if (x, y) in self.pieces]:
            kind, color = self.pieces[x, y]
            row += (str(x - begin) if x > begin else "") + (
                kind if color == "white" else kind.lower()
            )
            begin = x + 1
        rest = self.variant.files - begin
        return row + (str(rest) if rest else "")


def read_state(variant: Variant, fen: str) -> State:
    """The state of a FEN that is known to be a sound one."""
    fields = [*fen.split(), *("w", "-", "-", "0", "1")[len(fen.split()) - 1 :]]
    pieces: dict[Square, Piece] = {}
    for y, row in zip(range(variant.ranks - 1, -1, -1), fields[0].split("/"), strict=True):
        x = 0
        for gap, token in _TOKEN.findall(row):
            if gap:
                x += int(gap)
            else:
                pieces[x, y] = (token.upper(), "black" if token == token.lower() else "white")
                x += 1
    state = State(
        variant,
        pieces,
        "white" if fields[1] == "w" else "black",
        castling=frozenset(fields[2]) - {"-"},
        passed=tuple(map(parse, _NAME.findall(fields[3]))),
        number=int(fields[5]),
    )
    if state.passed and state.passed[0] in pieces:
        state = replace(state, passed=(), struck=state.passed[0])
    elif state.passed:
        x, y = state.passed[-1]
        state = replace(state, passed_piece=(x, y - state.forward))
    return replace(state, seen=frozenset({state.fen()}))


def parse(text: str) -> Square:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(square: Square) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


#
# What a piece may be after a move: by what it has taken, and by where it has arrived.


def become(variant: Variant, kind: str, victims: Sequence[str], way: Square) -> list[str]:
    """What a piece may be after taking victims of these types in this order (Maka sheet 6.2)."""
    if not victims:
        return turned(variant, kind, "", way) or [kind]
    forced = [into for victim in victims if (into := infection(variant, kind, victim, way))]
    if forced:
        return forced[-1]
    ranked = [[kind], *(offer(variant, kind, victim, way) for victim in victims)]
    # What must be goes before what may be, and that before staying; then the last one decides.
    return max(reversed(ranked), key=lambda found: (kind not in found, len(found) > 1))


def infection(variant: Variant, kind: str, victim: str, way: Square) -> list[str]:
    """What a victim makes of its captor at once; [] if it leaves him alone."""
    rules = variant.promotion
    if own := turned(variant, kind, victim, way):
        named = victim in rules.becomes[kind]
        return own if named and kind not in own else []
    if not rules.contagion or variant.pieces[kind].immune:
        return []
    return [into for into in [variant.pieces[victim].infects] if into]


def offer(variant: Variant, kind: str, victim: str, way: Square) -> list[str]:
    """What a captor may be after taking a victim that does not infect it."""
    piece, rules = variant.pieces[kind], variant.promotion
    if own := turned(variant, kind, victim, way):
        return own
    if not rules.by_capture or not piece.promotes_to or (kind, victim) in rules.exceptions:
        return [kind]
    contagious = rules.contagion and variant.pieces[victim].infects
    if rules.mandatory or variant.pieces[victim].promoted or (rules.royal_contagion and contagious):
        return [piece.promotes_to]
    return [kind, piece.promotes_to]


def after(
    state: State, kind: str, victims: Sequence[str], origin: Square, goal: Square
) -> list[str]:
    """The same for a piece that goes to a square: on the last rank that goes before captures.

    Nothing if it may not end there.
    """
    variant = state.variant
    rules = variant.promotion
    choices = rules.arrival.get(kind, ())
    if goal == origin and not victims:
        return [kind]  # to pass the turn is no move of the piece
    way = ((goal[0] - origin[0]) * state.forward, (goal[1] - origin[1]) * state.forward)
    infected = any(infection(variant, kind, victim, way) for victim in victims)
    ranks_left = abs(state.last_rank - goal[1])
    inside = ranks_left < rules.zone
    now = become(variant, kind, victims, way)
    found = [
        choice
        for choice in choices
        if is_at_hand(state, choice, kind)
        and ranks_left < rules.choice_zone.get(choice, variant.ranks)
    ]
    if choices and rules.zone_rule == "begin-or-end" and not (infected and rules.contagion_first):
        begins = abs(state.last_rank - origin[1]) < rules.zone
        stuck = inside and is_stuck(state, kind, goal)
        return found if stuck else [*now, *found] if begins or inside else now
    if rules.zone_rule == "enter-or-capture":
        was_inside = abs(state.last_rank - origin[1]) < rules.zone
        entered = inside and not was_inside
        fought = (inside or was_inside) and bool(victims)
        arrives = entered or fought or (not ranks_left and kind in rules.last_chance)
    else:
        arrives = inside
    if not choices or not arrives or (infected and rules.contagion_first):
        return now
    if rules.zone_rule == "enter-or-capture" or (ranks_left and rules.zone_rule == "may"):
        return [*now, *found]
    return found or ([] if rules.arrival_needs_choice else [kind])


def is_stuck(state: State, kind: str, square: Square) -> bool:
    """Whether a piece of the side to move could never move again, were the board empty."""
    alone = Mover(state.variant, {square: (kind, state.turn)}, square)
    return not any(
        alone.is_on_board(alone.along(alone.step(leg), leg.first))
        for leg in alone.movement.legs
        if not leg.initial and (leg.moves or leg.captures)
    ) and not (alone.movement.powers or alone.movement.paths)


def is_at_hand(state: State, kind: str, mover: str) -> bool:
    """Whether a piece of the side to move may become this type.

    With a reserve, a captured one; and where mate decides, what is no King may become one only for
    a lost one.
    """
    rules = state.variant.promotion
    crowned = is_royal(state, kind) and not is_royal(state, mover)
    if not rules.reserve and not (crowned and state.variant.ending.checkmate):
        return True
    count = list(state.pieces.values()).count((kind, state.turn))
    if rules.reserve_absent_only and count:
        return False
    return count < _numbers(state.variant)[kind, state.turn]


@lru_cache(maxsize=16)
def _numbers(variant: Variant) -> Counter[tuple[str, str]]:
    numbers = Counter(read_state(variant, variant.start_fen).pieces.values())
    for kind, more in variant.promotion.spare.items():
        numbers.update({(kind, color): more for color in COLORS})
    return numbers


def turned(variant: Variant, kind: str, taken: str, way: Square) -> list[str]:
    """What the file says of just this piece when it takes a victim, or nothing; [] if nothing.

    `way` is where the move leads, in files to the right and ranks ahead of its side.
    """
    row = variant.promotion.becomes.get(kind, {})
    if taken in row:
        said = [row[taken]]
    else:
        said = [into for key, into in row.items() if key[:3] == "as " and fits(key, taken, way)][:1]
    for key in ("capture" if taken else "quiet", "any"):
        said = said or [row[key] for _ in (0,) if key in row]
    found: list[str] = []
    for each in said:
        listed = [each.removesuffix("?")] + ["="] * ("?" in each) if isinstance(each, str) else each
        found += [kind if one == "=" else one for one in listed]
    return sorted(set(found))


def fits(key: str, taken: str, way: Square) -> bool:
    """Whether a move goes as the Betza text of a key does, on an empty board."""
    for leg in parse_betza(key[3:]).legs:
        steps = range(leg.first, min(leg.last, 19) + 1)
        if (leg.captures if taken else leg.moves) and way in [
            (n * leg.dx, n * leg.dy) for n in steps
        ]:
            return True
    return False


#
# The rules against trading Lions: which captures of one they forbid.


def struck(
    state: State, left: State, kind: str, victims: tuple[Square, ...], goal: Square
) -> State:
    """The state that a move leaves, with the note that a piece who is no Lion has taken one."""
    lions = state.variant.trading.lions
    fallen = any(state.pieces[victim][0] in lions for victim in victims)
    return replace(left, struck=goal) if fallen and kind not in lions else left


def is_unlawful_trade(
    state: State, left: State, origin: Square, victims: tuple[Square, ...], goal: Square
) -> bool:
    """Whether a move takes a Lion that it must not take; `left` is what it leaves."""
    rules = state.variant.trading
    kinds = [state.pieces[victim][0] for victim in victims]
    fallen = [victim for victim in victims if state.pieces[victim][0] in rules.lions]
    if not fallen:
        return False
    by_lion = state.pieces[origin][0] in rules.lions
    if state.struck is not None and fallen[0] != state.struck and _must_wait(state, by_lion):
        return True
    if not by_lion:
        return False
    apart = max(abs(origin[0] - fallen[0][0]), abs(origin[1] - fallen[0][1]))
    if rules.adjacent and apart == 1:
        return False
    bridge = victims[0] != goal and kinds[0] not in (*rules.lions, *rules.no_bridge)
    return not (rules.bridge and bridge) and _is_guarded(left, goal)


def _must_wait(state: State, by_lion: bool) -> bool:
    """Whether a piece may not answer the loss of a Lion by taking one."""
    rule = state.variant.trading.counterstrike
    return rule == "forbidden" or (rule == "by-lions" and not by_lion)


def _is_guarded(left: State, goal: Square) -> bool:
    """Whether the other side could take a piece there, though with one that is pinned."""
    pieces = dict(left.pieces)
    if not left.variant.trading.royals_guard:
        wall = (
            next(iter(left.variant.pieces)),
            left.enemy,
        )  # in the King's place: it attacks nothing
        for square, (kind, color) in left.pieces.items():
            if color == left.turn and kind in left.variant.royals:
                pieces[square] = wall
    return is_attacked(left.variant, pieces, goal, left.turn)


#
# Moves as texts in coordinates, each with the state it leaves; whose King is safe is not asked.

Made: TypeAlias = tuple[str, State]
Step: TypeAlias = tuple[Square, Square]


def all_made(state: State) -> Iterator[Made]:
    for origin, (_, color) in state.pieces.items():
        if color == state.turn:
            yield from of_piece(state, origin)
            yield from in_passing(state, origin)
    yield from castlings(state)
    yield from compounds(state)


def of_piece(state: State, origin: Square) -> Iterator[Made]:
    kind = state.pieces[origin][0]
    mover = Mover(state.variant, state.pieces, origin)
    walks = mover.walks(may_move_first(state, origin))
    for victims, goal in mover.moves() | walks.keys():
        noted = has_passing(state.variant) and not victims
        passed = walks.get((victims, goal), ()) if noted else ()
        for new in after(state, kind, [state.pieces[at][0] for at in victims], origin, goal):
            text = written(origin, victims, goal) + ("" if new == kind else f"={new}")
            left = moved(
                state, [(origin, goal)], victims, {goal: new}, passed if new == kind else ()
            )
            if not is_unlawful_trade(state, left, origin, victims, goal):
                yield text, struck(state, left, kind, victims, goal)


def may_move_first(state: State, square: Square) -> bool:
    """Whether a piece may make its first moves, if it has any."""
    kind, color = state.pieces[square]
    rule = state.variant.pieces[kind]
    if rule.initial_to:
        return True
    if array_of(state.variant).get(square) != (kind, color):
        return False
    if rule.initial == "home":
        return True
    if unmoved_letter(square, color) not in state.castling:
        return False
    return rule.initial == "unmoved" or not is_attacked(
        state.variant, state.pieces, square, state.enemy
    )


def unmoved_letter(square: Square, color: str) -> str:
    """How the FEN says that the piece that began on a square is still there."""
    return name(square)[0].upper() if color == "white" else name(square)[0]


def needs_of(variant: Variant) -> dict[str, set[Square]]:
    """The squares whose pieces must not have moved, by the letters of the FEN."""
    needs: dict[str, set[Square]] = {}
    for right, king, _, rook, _ in _ways_to_castle(variant):
        needs.setdefault(right, set()).update((king, rook))
    for square, (kind, color) in array_of(variant).items():
        if variant.pieces[kind].initial != "home":
            needs[unmoved_letter(square, color)] = {square}
    return needs


def written(origin: Square, victims: tuple[Square, ...], goal: Square) -> str:
    """The squares that a hand would touch, step by step."""
    last = () if victims and victims[-1] == goal else (goal,)
    return ",".join(name(a) + name(b) for a, b in pairwise((origin, *victims, *last)))


def moved(
    state: State,
    steps: list[Step],
    victims: tuple[Square, ...] = (),
    changes: dict[Square, str] | None = None,
    passed: tuple[Square, ...] = (),
) -> State:
    """The state after steps of own pieces, some of which change; the opponent is to move."""
    pieces: dict[Square, Piece] = {
        at: piece for at, piece in state.pieces.items() if at not in victims
    }
    lifted = [(goal, pieces.pop(origin)) for origin, goal in steps]
    for goal, (kind, color) in lifted:
        pieces[goal] = ((changes or {}).get(goal, kind), color)
    touched = {square for step in steps for square in step}.union(victims)
    lost = {right for right, squares in needs_of(state.variant).items() if touched & squares}
    return replace(
        state,
        pieces=pieces,
        turn=state.enemy,
        castling=state.castling - lost,
        passed=passed,
        struck=None,
        passed_piece=steps[0][1] if passed else None,
        number=state.number + (state.turn == "black"),
    )


@lru_cache(maxsize=16)
def array_of(variant: Variant) -> Pieces:
    return read_state(variant, variant.start_fen).pieces


@lru_cache(maxsize=16)
def has_passing(variant: Variant) -> bool:
    """Whether any piece takes in passing, without which what is passed need not be noted."""
    movements = [parse_betza(piece.betza) for piece in variant.pieces.values()]
    return any(leg.en_passant for movement in movements for leg in movement.legs)


def in_passing(state: State, origin: Square) -> Iterator[Made]:
    """Captures of the piece that has passed a square; it counts as one of the captor's type."""
    mover = Mover(state.variant, state.pieces, origin)
    steps = {mover.step(leg) for leg in mover.movement.legs if leg.en_passant}
    for goal in {mover.along(step, 1) for step in steps} & set(state.passed):
        if state.passed_piece is None or goal in state.pieces:
            continue
        for new in after(state, mover.kind, [mover.kind], origin, goal):
            text = name(origin) + name(goal) + ("" if new == mover.kind else f"={new}")
            yield text, moved(state, [(origin, goal)], (state.passed_piece,), {goal: new})


#
# Moves of several pieces.

Castling: TypeAlias = tuple[str, Square, Square, Square, Square]
"""The right, and King and Rook, from where and where to."""


@lru_cache(maxsize=16)
def _ways_to_castle(variant: Variant) -> tuple[Castling, ...]:
    """Every King that castles, with the piece in either corner of its rank in the array.

    Or what the variant says: then Black castles on the same files, unless it says that, too.
    """
    found: list[Castling] = []
    for right, ways in variant.castling.items():
        for way in ways:
            a, b, c, d = (parse(square) for square in re.findall("[a-z][0-9]+", way))
            found.append((right, a, b, c, d))
            if right.isupper() and right.lower() not in variant.castling:
                last = variant.ranks - 1
                a, b, c, d = ((x, last - y) for x, y in (a, b, c, d))
                found.append((right.lower(), a, b, c, d))
    if found:
        return tuple(found)
    array = array_of(variant)
    for (x, y), (kind, color) in array.items():
        lengths = parse_betza(variant.pieces[kind].betza).castles
        for side, corner, right in ((1, variant.files - 1, "K"), (-1, 0, "Q")):
            if not variant.pieces[kind].royal or array.get((corner, y), ("", ""))[1] != color:
                continue
            own = right if color == "white" else right.lower()
            for n in set(lengths):
                if n < abs(corner - x):
                    goal = (x + side * n, y)
                    found.append((own, (x, y), goal, (corner, y), (goal[0] - side, y)))
    return tuple(found)


def castlings(state: State) -> Iterator[Made]:
    """The King goes some squares, and a Rook to others; nothing may be in the way of either."""
    ways = _ways_to_castle(state.variant)
    for right, king, goal, rook, beside in ways:
        if right not in state.castling or right.isupper() != (state.turn == "white"):
            continue
        way = [king, *_straight(king, goal), goal]
        crossed = {*way, *_straight(rook, beside), beside} - {king, rook}
        if crossed & set(state.pieces):
            continue
        if any(is_attacked(state.variant, state.pieces, square, state.enemy) for square in way):
            continue
        text, steps = name(king) + name(goal), [(king, goal), (rook, beside)]
        alone = Mover(state.variant, {king: state.pieces[king]}, king)
        alike = [one for one in ways if one[1:3] == (king, goal)]
        if len(alike) > 1 or ((), goal) in alone.moves() | alone.walks(first=True).keys():
            text += f",{name(rook)}{name(beside)}"
        across, up = (beside[i] - rook[i] for i in (0, 1))
        aside = (across * state.forward, up * state.forward)
        new = turned(state.variant, state.pieces[rook][0], "", aside)
        yield text, moved(state, steps, (), {beside: new[0]} if len(new) == 1 else {})


def _straight(start: Square, goal: Square) -> list[Square]:
    """The squares between two on one rank, file or diagonal; a leap passes none."""
    (x, y), (to_x, to_y) = start, goal
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    passed = [(x + i * dx, y + i * dy) for i in range(1, 20)]
    return passed[: passed.index(goal)] if goal in passed else []


def compounds(state: State) -> Iterator[Made]:
    """A first move of three single steps by two or three pawns (Devingt sheet)."""
    variant = state.variant
    if variant.compound_first_move not in ("both", state.turn) or state.number != 1:
        return
    array = {at: piece for at, piece in array_of(variant).items() if piece[1] == state.turn}
    if array != {at: piece for at, piece in state.pieces.items() if piece[1] == state.turn}:
        return
    pawns = sorted(at for at, piece in array.items() if piece[0] == variant.pawn)
    for lengths in ((1, 2), (2, 1), (1, 1, 1)):
        for chosen in combinations(pawns, len(lengths)):
            ways = [
                [(x, y + state.forward * n) for n in range(length + 1)]
                for (x, y), length in zip(chosen, lengths, strict=True)
            ]
            if not any(square in state.pieces for way in ways for square in way[1:]):
                steps = [(way[0], way[-1]) for way in ways]
                yield ",".join(name(a) + name(b) for a, b in steps), moved(state, steps)


#
# Legal moves, with the delayed promotions of Devingt Chess before and after them.

Result: TypeAlias = frozenset[tuple[Square, str]]
"""Waiting pawns and what they become."""
MATES: Result = frozenset({((-1, -1), "mates")})


def set_up(variant: Variant, fen: str) -> State:
    """The state of a FEN, forced promotions carried out."""
    state = settled(read_state(variant, fen))
    return replace(state, seen=frozenset({state.fen()}))


def legal_moves(state: State) -> dict[str, State]:
    """Each legal move in coordinates, with the state that it leaves."""
    if state.won or not has_royals(state) or is_bare(state):
        return {}
    results = delayed(state) if state.variant.promotion.reserve else {frozenset()}
    found: dict[str, State] = {}
    for result in results:
        prefix = "".join(f"{name(square)}={kind}," for square, kind in sorted(result))
        for text, left in legal(with_pieces(state, result)):
            found[(prefix if len(results) > 1 else "") + text] = settled(left)
    return found


def has_royals(state: State) -> bool:
    royals = state.variant.royals
    return {color for kind, color in state.pieces.values() if kind in royals} == {"white", "black"}


def is_bare(state: State) -> bool:
    """Whether a side has lost that has one royal and nothing else, where that loses."""
    if state.variant.ending.bare == "plays-on":
        return False
    return any(_has_lost_bare(state, *colors) for colors in (COLORS, COLORS[::-1]))


def _has_lost_bare(state: State, color: str, other: str) -> bool:
    own = [kind for kind, owner in state.pieces.values() if owner == color]
    theirs = {at: kind for at, (kind, owner) in state.pieces.items() if owner == other}
    kings = [at for at, kind in theirs.items() if is_royal(state, kind)]
    slight = state.variant.ending.bare_slight
    strong = [at for at, kind in theirs.items() if at not in kings and kind not in slight]
    if len(own) != 1 or not is_royal(state, own[0]) or not kings or not strong:
        return False
    prey = [pieces[0] for pieces in (kings, strong) if len(pieces) == 1]
    return not any(is_attacked(state.variant, state.pieces, at, color) for at in prey)


def legal(state: State) -> Iterator[tuple[str, State]]:
    """The moves that leave no King in check and, where that is forbidden, repeat nothing."""
    ending = state.variant.ending
    for text, left in all_made(state):
        if ending.checkmate and is_in_check(left, state.turn):
            continue
        if ending.repetition == "forbidden":
            key = left.fen()
            if key in state.seen:
                continue
            left = replace(left, seen=state.seen | {key})
        yield text, left


def is_in_check(state: State, color: str) -> bool:
    """Whether the King of a colour is attacked, or each of several."""
    kings = [
        at for at, piece in state.pieces.items() if piece[1] == color and is_royal(state, piece[0])
    ]
    enemy = "black" if color == "white" else "white"
    return all(is_attacked(state.variant, state.pieces, king, enemy) for king in kings)


def is_royal(state: State, kind: str) -> bool:
    return state.variant.pieces[kind].royal


def settled(state: State) -> State:
    """The state after the delayed promotions of the side to move, if they leave no choice."""
    if not state.variant.promotion.reserve:
        return state
    results = delayed(state)
    if MATES in results:
        return replace(state, won=True)
    return with_pieces(state, next(iter(results))) if len(results) == 1 else state


def delayed(
    state: State, done: Result = frozenset(), known: dict[Result, set[Result]] | None = None
) -> set[Result]:
    """All final results of the step, MATES among them if one mates (Devingt sheet 5)."""
    known = {} if known is None else known
    if done in known:
        return known[done]
    pairs = list(_promotions(state))
    quiet = [pair for pair in pairs if not is_in_check(with_pieces(state, [pair]), state.enemy)]
    if any(is_mating(state, pair) for pair in pairs if pair not in quiet):
        known[done] = {MATES}
    elif not quiet:
        known[done] = {done}
    else:
        known[done] = set()
        for pair in quiet:
            known[done] |= delayed(with_pieces(state, [pair]), done | {pair}, known)
    return known[done]


def _promotions(state: State) -> Iterator[tuple[Square, str]]:
    for kind, choices in state.variant.promotion.arrival.items():
        for square, piece in state.pieces.items():
            if piece == (kind, state.turn) and square[1] == state.last_rank:
                yield from (
                    (square, choice) for choice in choices if is_at_hand(state, choice, kind)
                )


def with_pieces(state: State, pairs: Iterable[tuple[Square, str]]) -> State:
    """The state after promotions of the side to move."""
    return replace(state, pieces={**state.pieces, **{at: (kind, state.turn) for at, kind in pairs}})


def is_mating(state: State, pair: tuple[Square, str]) -> bool:
    """Whether a promotion, by a side that is not in check itself, leaves the other no move."""
    if is_in_check(state, state.turn):
        return False
    left = replace(with_pieces(state, [pair]), turn=state.enemy, passed=(), passed_piece=None)
    return next(legal(left), None) is None


def compare(position: Position, depth: int) -> int:
    """The number of move sequences, of which the kernel finds the same as these rules do."""
    return _compare(position, set_up(position.variant, position.fen()), depth)


def _compare(position: Position, state: State, depth: int) -> int:
    fen = position.fen()
    assert fen.split()[:4] == state.fen().split(), position.moves
    if depth == 0:
        return 1
    expected, moves = legal_moves(state), {str(move): move for move in position.legal_moves()}
    alone = sorted(moves.keys() - expected.keys()), sorted(expected.keys() - moves.keys())
    assert alone == ([], []), (fen, "the kernel's and the naive rules' alone", *alone)
    leaves = 0
    for text, move in moves.items():
        position.push(move)
        leaves += _compare(position, expected[text], depth - 1)
        position.pop()
    return leaves
