"""Claims: what can truly be said of a move, each checked by the rules, and the words for it.

Each kind of claim is found by one function here, which yields it only where its definition in
`docs/claims.md` holds. Nothing else is ever said about a move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, product

from makachess.core.engine.evaluation import piece_values
from makachess.core.engine.exchanges import (
    CROWN,
    Exchanges,
    TooLongError,
    has_mate_in_one,
    notable,
    passed,
)
from makachess.core.engine.report import Score
from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import kind_at, mover
from makachess.core.pieces import array_pieces
from makachess.core.position import Position
from makachess.core.promotion import effect_of_move, way_of, with_article
from makachess.core.spec import Rule, Variant
from makachess.core.squares import Square
from makachess.core.text import together

VERSION = 1  # of the definitions, which goes up with each change to one: reviews write it down
FORESEEN = 2  # further moves of a line that are shown: the reply, and the mover's next one
PLANNED = 6  # plies within which a line must win what it is said to win
MOST_NAMED = 2  # pieces or squares that one claim names
CLOSE = 3  # ranks to promotion
FREED = 3  # squares more that a piece can go to on a line that has been opened


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that is true of a move: its kind, the squares and pieces it is about, a number.

    The pieces are ids of types, in the order of their squares where both are given.
    """

    kind: str
    squares: tuple[Square, ...] = ()
    pieces: tuple[str, ...] = ()
    number: int = 0

    @property
    def rank(self) -> int:
        """Its place among the kinds: the weightier, the less."""
        return [*WORDS].index(self.kind) if self.kind in WORDS else 0

    def words(self, variant: Variant, name: Callable[[Square], str] = str) -> str:
        """The claim as a predicate, the move being its subject; `name` is what squares are called.

        >>> from makachess.variants import load
        >>> Claim("attacks", (Square.parse("d5"),), ("R",)).words(load("chess"))
        'attacks the Rook on d5'
        """
        pieces = [f"the {variant.pieces[kind].name}" for kind in self.pieces]
        squares = [*map(name, self.squares)]
        return WORDS.get(self.kind, self.kind).format(
            *pieces,
            all=together(pieces),
            rest=together(pieces[1:]),
            last=with_article(pieces[-1].removeprefix("the ")) if pieces else "",
            placed=together(f"{piece} on {at}" for piece, at in zip(pieces, squares, strict=False)),
            squares=together(squares),
            number=self.number,
            s="s" * (self.number != 1),
        )


WORDS = {
    "wins by checkmate": "mates",
    "wins by last royal captured": "takes the last royal",
    "wins by bare royal": "leaves only a bare royal",
    "wins by no legal move": "leaves the other side without a move",
    "draws by stalemate": "draws by stalemate",
    "draws by dead position": "draws: neither side can still win",
    "draws by repetition": "draws by repetition",
    "draws by move limit": "draws by the move limit",
    "only": "the only legal move",
    "mates_in": "forces mate in {number} move{s}",
    "dethrones_in": "forces the capture of the last royal in {number} move{s}",
    "mated_in": "holds out longest: mate in {number} move{s}",
    "dethroned_in": "holds out longest: the capture of the last royal in {number} move{s}",
    "wins_in": "forces a win in {number} move{s}",
    "loses_in": "holds out longest: loses in {number} move{s}",
    "wins": "wins {all}",
    "takes": "takes {all}",
    "wins_for": "wins {rest} for {0}",
    "trades": "trades {0} for {rest}",
    "trades_alike": "trades {0} for another",
    "gives": "gives {0} for {rest}",
    "exchange_wins": "wins material by the exchange on {squares}",
    "exchanges": "exchanges pieces on {squares}",
    "exchange_costs": "gives material in the exchange on {squares}",
    "contagion": "contagion makes {0} {last}",
    "becomes": "{0} becomes {last}",
    "must_become": "{0} must become {last}",
    "igui": "stays on its square",
    "wins_soon": "wins {last}",
    "gets_soon": "gets {last}",
    "wins_material": "wins material",
    "stops_mate": "stops mate",
    "checks": "gives check",
    "checks_and_wins": "gives check and wins {placed}",
    "threatens_mate": "threatens mate",
    "forks": "forks {placed}",
    "attacks": "attacks {placed}",
    "threatens_to_take": "threatens to take {placed}",
    "saves_itself": "saves {0}",
    "protects": "protects {placed}",
    "saves": "saves {placed}",
    "pins": "pins {placed}",
    "prevents_promotion": "prevents the promotion of {placed}",
    "castles": "castles",
    "opens_file": "opens the file for {placed}",
    "opens_rank": "opens the rank for {placed}",
    "opens_diagonal": "opens the diagonal for {placed}",
    "develops": "develops {0}",
    "nears_promotion": "brings {0} to {number} rank{s} from promotion",
    "makes_way": "makes way for {0} to go to {squares}",
    "aims": "aims at {placed}",
    "guards": "guards {placed}",
    "occupies": "occupies the centre",
    "covers": "covers {squares} in the centre",
    "parries": "parries the check",
}
"""The words of each kind, the weightiest first: {0} and {1} are its pieces, `all` of them, or
`placed` on squares."""


def find_claims(
    position: Position,
    line: Sequence[Move],
    score: Score,
    values: Mapping[str, int] | None = None,
) -> Iterator[Claim]:
    """What is true of the first move of a line, the weightiest first, the position left as it is.

    The score is that of the side to move; `values` are the centipawns of each type, the variant's
    own unless given. If the move decides the game, or is the only one, no more is said; and what
    quiet moves do is said only of those that do nothing else.
    """
    case = _Case(position, line, score, values or piece_values(position.variant))
    for finders in (_DECISIVE, _FINDERS, _QUIET):
        said = False
        for claim in _found_by(finders, case):
            said = True
            yield claim
        if said:
            return


def find_deeds(position: Position, line: Sequence[Move]) -> Iterator[Claim]:
    """What the first move of a line takes, changes and attacks, also where it decides the game."""
    case = _Case(position, line, Score(0), piece_values(position.variant))
    over = case.after.outcome() is not None
    yield from _found_by((_ends, _takes, _changes, _stays) if over else _FINDERS, case)


def _found_by(finders: Iterable[Finder], case: _Case) -> Iterator[Claim]:
    for finder in finders:
        with suppress(TooLongError):  # what cannot be counted is not claimed
            yield from finder(case)


class _Case:
    """A move in its position, and the positions that claims about it compare."""

    def __init__(
        self, position: Position, line: Sequence[Move], score: Score, values: Mapping[str, int]
    ) -> None:
        self.before, self.line, self.score, self._values = position, line, score, values
        self.variant, self.move = position.variant, line[0]
        self.turn, self.other = position.turn, position.turn.opponent
        self.mover = mover(position, self.move)
        self.least = notable(position.variant)
        self.now = self.counted(position)

    def counted(self, position: Position) -> Exchanges:
        return Exchanges(position, self._values)

    @cached_property
    def after(self) -> Position:
        after = self.before.copy()
        after.push(self.move)
        return after

    @cached_property
    def in_check(self) -> bool:
        return self.before.is_check()

    @cached_property
    def checks(self) -> bool:
        return self.after.is_check()

    @cached_property
    def won_by_check(self) -> Square | None:
        """The dearest piece that stays, and can be won after every answer to a check."""
        if not self.checks:
            return None
        targets = {victim for _, victim in self.after.threats(self.turn)}
        targets -= {self.after.king(self.other)}
        return next(filter(self._stays_won, self.dearest(targets, self.other)), None)

    def _stays_won(self, target: Square) -> bool:
        after, counted = self.after, self.counted(self.after)
        piece = after.piece_at(target)
        for answer in after.legal_moves():
            after.push(answer)
            try:
                if after.piece_at(target) != piece or not counted.can_win(target):
                    return False
            finally:
                after.pop()
        return True

    @cached_property
    def idle(self) -> Position | None:
        """The position if the other side could move instead; None in check."""
        return passed(self.before)

    @cached_property
    def again(self) -> Position | None:
        """The position if the mover could move a second time; None after a check."""
        return passed(self.after)

    def dearest(self, squares: Iterable[Square], color: str) -> list[Square]:
        """The most valuable of a colour's pieces on some squares."""
        return sorted(squares, key=lambda at: (-self.now.value_at(at, color), at))[:MOST_NAMED]

    def about(self, kind: str, squares: Iterable[Square], position: Position) -> Claim:
        """A claim about pieces as they stand in a position."""
        at = tuple(squares)
        return Claim(kind, at, tuple(kind_at(position, square) for square in at))

    @cached_property
    def newly_covered(self) -> set[Square]:
        """The squares on which the moved piece can capture now, and could not before."""
        could = self.before.attacks(self.move.origin)
        return set(self.after.attacks(self.move.destination)) - set(could)

    @cached_property
    def own_others(self) -> list[Square]:
        """The squares of the mover's other pieces, which stay where they are."""
        was, now = self.before.piece_map(), self.after.piece_map()
        return [at for at, piece in now.items() if piece[1] == self.turn and was.get(at) == piece]

    @cached_property
    def could(self) -> Reach:
        """Where each piece of the mover's side could go before."""
        return _reach(self.before)

    @cached_property
    def can(self) -> Reach:
        """Where each could go if it had the turn again; nowhere after a check."""
        return _reach(self.again) if self.again else {}


Reach = dict[Square, set[Square]]


def _reach(position: Position) -> Reach:
    reach: Reach = {}
    for move in position.legal_moves():
        reach.setdefault(move.origin, set()).add(move.destination)
    return reach


def _ends(case: _Case) -> Iterator[Claim]:
    outcome = case.after.outcome()
    if outcome is not None:
        verb = {"draw": "draws", case.turn: "wins"}.get(outcome.winner, "loses")
        yield Claim(f"{verb} by {outcome.reason}")


def _leaves_no_choice(case: _Case) -> Iterator[Claim]:
    if case.after.outcome() is None and len(case.before.legal_moves()) == 1:
        yield Claim("only")


def _decides(case: _Case) -> Iterator[Claim]:
    moves = case.score.mate
    if moves and case.after.outcome() is None and len(case.before.legal_moves()) > 1:
        end = _forced_end(case, case.turn if moves > 0 else case.other)
        won, lost = _FORCED.get(end, ("wins_in", "loses_in"))
        yield Claim(won if moves > 0 else lost, number=abs(moves))


_FORCED = {
    "checkmate": ("mates_in", "mated_in"),
    "last royal captured": ("dethrones_in", "dethroned_in"),
}


def _forced_end(case: _Case, winner: str) -> str:
    """How the line is won, empty if it does not show that and there are several ways to win."""
    ending = case.variant.ending
    loses = ending.no_move_loses or ending.bare == "loses" or ending.repetition == "adjudicate4"
    if ending.checkmate and not loses:
        return "checkmate"
    end = case.after.copy()
    for move in case.line[1:]:
        end.push(move)
    outcome = end.outcome()
    return outcome.reason if outcome and outcome.winner == winner else ""


def _takes(case: _Case) -> Iterator[Claim]:
    move = case.move
    if not move.is_capture:
        return
    gain = case.now.gain_of(move)
    loss, answers = case.now.answer_to(move)
    taken = case.about("", move.victims, case.before).pieces
    if not answers:
        yield Claim("wins" if gain > loss else "takes", move.victims, taken)
        return
    net = gain - loss
    better, worse = net >= case.least, net <= -case.least
    if answers == 1:
        even = "trades_alike" if taken == (case.mover,) else "trades"
        kind = "wins_for" if better else "gives" if worse else even
        yield Claim(kind, (move.origin, *move.victims), (case.mover, *taken))
    else:
        kind = "exchange_wins" if better else "exchange_costs" if worse else "exchanges"
        yield Claim(kind, (move.destination,))


def _changes(case: _Case) -> Iterator[Claim]:
    move = case.move
    for square, kind in move.prefix:
        if square != move.origin:
            yield Claim("becomes", (square,), (kind_at(case.before, square), kind))
    kind = move.promotion or dict(move.prefix).get(move.origin, "")
    if not kind:
        return
    was = kind_at(case.before, move.origin)
    loses = case.now.value_of(kind, case.turn) < case.now.value_of(was, case.turn)
    way = (move.destination, move.victims)
    free = any(
        (other.destination, other.victims) == way and other.promotion != move.promotion
        for other in case.before.legal_moves(move.origin)
    )
    changed = "contagion" if _is_infected(case, was, kind) else "becomes"
    yield Claim("must_become" if loses and not free else changed, (move.origin,), (was, kind))


def _is_infected(case: _Case, captor: str, becomes: str) -> bool:
    """Whether a captor becomes what a contagious piece that it takes was."""
    taken = [kind_at(case.before, square) for square in case.move.victims]
    way = way_of(case.turn, case.move.origin, case.move.destination)
    rule = effect_of_move(case.variant, captor, taken, way).rule
    return rule is Rule.CONTAGION and any(
        case.variant.pieces[kind].infects == becomes for kind in taken
    )


def _stays(case: _Case) -> Iterator[Claim]:
    if case.move.is_capture and case.move.origin == case.move.destination:
        yield Claim("igui", (case.move.origin,), (case.mover,))


def _plans(case: _Case) -> Iterator[Claim]:
    """What the line shows to be won for good: no later pair of moves gives it back."""
    if (case.move.is_capture and case.now.wins(case.move)) or case.won_by_check:
        return
    walk = case.before.copy()
    counted, balance, balances, most, best = case.counted(walk), 0, [0], 0, Claim("")
    for at, move in enumerate(case.line):
        gain = counted.gain_of(move)
        if not at % 2 and 0 < at < PLANNED - 1 and at + 1 < len(case.line) and gain > most:
            taken = case.about("wins_soon", move.victims, walk)
            kinds = taken.pieces or (move.promotion,)
            dearest = max(kinds, key=lambda kind: counted.value_of(kind, case.turn))
            most, best = gain, Claim("wins_soon" if taken.pieces else "gets_soon", (), (dearest,))
        if at:
            gain += counted.returned(move.prefix)
        walk.push(move)
        gain -= counted.returned(walk.settled)
        balance += -gain if at % 2 else gain
        if at % 2:
            balances.append(balance)
    at_once = balances[1] if len(balances) > 1 and case.move.is_capture else 0
    for end in range(2, min(PLANNED // 2 + 1, len(balances))):
        won = min(balances[end:]) - max(at_once, 0)
        if most and won >= case.least:
            clear = won > most - case.least and most <= CROWN // 2
            yield best if clear else Claim("wins_material")
            return


def _stops(case: _Case) -> Iterator[Claim]:
    if (
        case.variant.ending.checkmate
        and case.idle is not None
        and has_mate_in_one(case.idle)
        and not has_mate_in_one(case.after)
    ):
        yield Claim("stops_mate")


def _threatens(case: _Case) -> Iterator[Claim]:
    if case.won_by_check:
        yield case.about("checks_and_wins", [case.won_by_check], case.after)
    elif case.checks:
        yield Claim("checks")
    elif (
        case.variant.ending.checkmate
        and case.again is not None
        and has_mate_in_one(case.again)
        and not has_mate_in_one(case.before)
    ):
        yield Claim("threatens_mate")


def _attacks(case: _Case) -> Iterator[Claim]:
    if case.again is None or case.checks or case.in_check:
        return
    known = case.now.targets()
    counted, here = case.counted(case.again), case.move.destination
    threats = case.again.threats(case.turn)
    targets = {victim for _, victim in threats}
    new = {at for at in targets - known if counted.can_win(at)}
    by_mover = {at for origin, at in threats if origin == here}
    if new & by_mover and len(by_mover) > 1:
        own = [m for m in case.again.legal_moves(here) if m.is_capture]
        forked = {at for at in by_mover if any(at in m.victims and counted.wins(m) for m in own)}
        if len(forked) > 1 and forked & new:
            yield case.about("forks", case.dearest(forked, case.other), case.after)
            return
    if new:
        yield case.about("attacks", case.dearest(new, case.other), case.after)
    more = [at for at in targets & known if counted.can_win(at) and not case.now.can_win(at)]
    if more:
        yield case.about("threatens_to_take", case.dearest(more, case.other), case.after)


def _defends(case: _Case) -> Iterator[Claim]:
    if case.idle is None or case.in_check:
        return
    counted, still = case.counted(case.idle), case.counted(case.after)
    origin, here = case.move.origin, case.move.destination
    lost = {at for at in counted.winnable() if at not in case.move.victims}
    if origin in lost and not still.can_win(here):
        yield Claim("saves_itself", (here,), (case.mover,))
    saved = [at for at in lost - {origin} if case.after.piece_at(at) and not still.can_win(at)]
    guarded = [at for at in saved if here in case.after.attackers(case.turn, at)]
    for kind, squares in (("protects", guarded), ("saves", set(saved) - set(guarded))):
        if squares:
            yield case.about(kind, case.dearest(squares, case.turn), case.after)


def _pins(case: _Case) -> Iterator[Claim]:
    if case.checks or case.idle is None:
        return
    here = case.move.destination
    exposing, free = case.after.exposing_moves(), {m.origin for m in case.idle.exposing_moves()}
    pinned = {move.origin for move, attackers in exposing.items() if here in attackers}
    # A move also exposes the King by what it takes elsewhere; then nothing is pinned.
    new = [at for at in pinned - free if here in (case.after.pin(case.other, at) or ())]
    if new:
        yield case.about("pins", case.dearest(new, case.other), case.after)


def _prevents(case: _Case) -> Iterator[Claim]:
    if case.idle is None:
        return
    still = {move.origin for move in case.after.legal_moves() if _arrives(move)}
    stopped = {
        move.origin
        for move in case.idle.legal_moves()
        if _arrives(move) and move.origin not in still | {*case.move.victims}
    }
    if stopped:
        yield case.about("prevents_promotion", case.dearest(stopped, case.other), case.after)


def _arrives(move: Move) -> bool:
    return bool(move.promotion) and not move.is_capture


def _castles(case: _Case) -> Iterator[Claim]:
    if case.move.kind is MoveKind.CASTLING:
        yield Claim("castles")


def _opens(case: _Case) -> Iterator[Claim]:
    gate = case.move.origin
    found: dict[str, list[Square]] = {}
    if case.in_check:  # when nothing else could move anyway
        return
    for at in case.own_others:
        across, up = gate.file - at.file, gate.rank - at.rank
        if not across or not up or abs(across) == abs(up):
            line = "file" if not across else "diagonal" if up else "rank"
            more = case.can.get(at, set()) - case.could.get(at, set())
            new = sum(_points_to(at, to, across, up) for to in more)
            if new >= FREED:
                found.setdefault(line, []).append(at)
    for line, squares in found.items():
        yield case.about(f"opens_{line}", case.dearest(squares, case.turn), case.after)


def _points_to(at: Square, to: Square, across: int, up: int) -> bool:
    """Whether a square lies on the line from one square in a direction."""
    x, y = to.file - at.file, to.rank - at.rank
    return x * up == y * across and x * across >= 0 and y * up >= 0


def _develops(case: _Case) -> Iterator[Claim]:
    move, array = case.move, array_pieces(case.variant)
    if (
        array.get(move.origin) == (case.mover, case.turn)
        and case.mover not in _common(case.variant)
        and all(earlier.origin != move.origin for earlier in case.before.moves)
        and not case.in_check
        and len(case.can.get(move.destination, ())) > len(case.could[move.origin])
    ):
        yield Claim("develops", (move.origin,), (case.mover,))


@lru_cache(maxsize=16)
def _common(variant: Variant) -> frozenset[str]:
    """The royals, and the types of which the array has most: Pawns, as a rule."""
    count = Counter(kind for kind, _ in array_pieces(variant).values())
    most = max(count.values())
    return variant.royals | {kind for kind in count if count[kind] == most}


def _advances(case: _Case) -> Iterator[Claim]:
    variant, move = case.variant, case.move
    if case.mover in variant.promotion.arrival and not move.promotion and _has_choice(case):
        here, last = move.destination.rank, variant.ranks - variant.promotion.zone
        left = last - here if case.turn == "white" else here - (variant.ranks - 1 - last)
        if 0 < left < CLOSE and here != move.origin.rank:
            yield Claim("nears_promotion", (move.destination,), (case.mover,), left)


def _has_choice(case: _Case) -> bool:
    """Whether there is anything that a pawn can become."""
    rules, pieces = case.variant.promotion, case.after.piece_map().values()
    return not rules.reserve or any(
        not rules.reserve_absent_only or (kind, case.turn) not in pieces
        for kind in case.after.reserve(case.turn)
    )


def _makes_way(case: _Case) -> Iterator[Claim]:
    if len(case.line) <= FORESEEN or case.in_check:
        return
    origin, goal = case.line[FORESEEN].origin, case.line[FORESEEN].destination
    could, can = (reach.get(origin, set()) for reach in (case.could, case.can))
    if origin in case.own_others and goal in can - could:
        yield Claim("makes_way", (goal,), (kind_at(case.after, origin),))


def _bears(case: _Case) -> Iterator[Claim]:
    if case.in_check or case.again is None:
        return
    origin, here = case.move.origin, case.move.destination
    targets = _prey(case.again, here) - _prey(case.before, origin)
    if targets:
        yield case.about("aims", case.dearest(targets, case.other), case.after)
    threatened = {at for _, at in case.after.threats(case.other)}
    guarded = case.newly_covered & threatened & {*case.own_others}
    if guarded:
        yield case.about("guards", case.dearest(guarded, case.turn), case.after)


def _prey(position: Position, origin: Square) -> set[Square]:
    return {victim for move in position.legal_moves(origin) for victim in move.victims}


def _centres(case: _Case) -> Iterator[Claim]:
    middle, move = _middle(case.variant), case.move
    if case.mover in case.variant.royals:
        return
    if move.destination in middle and move.origin not in middle:
        yield Claim("occupies", (move.destination,))
    new = sorted(middle & case.newly_covered)
    if new:
        yield Claim("covers", tuple(new[:MOST_NAMED]))


@lru_cache(maxsize=16)
def _middle(variant: Variant) -> frozenset[Square]:
    """The centre: about the middle quarter of the files and ranks."""

    def span(length: int) -> range:
        width = length // 4 + (length // 4 - length) % 2
        return range((length - width) // 2, (length + width) // 2)

    return frozenset(map(Square._make, product(span(variant.files), span(variant.ranks))))


def _parries(case: _Case) -> Iterator[Claim]:
    if case.in_check:
        yield Claim("parries")


MOST_SAID = 2  # claims that a reason is made of


def give_reason(
    position: Position,
    line: Sequence[Move],
    score: Score,
    room: int = 70,
    values: Mapping[str, int] | None = None,
    name: Callable[[Square], str] = str,
) -> str:
    """Why the first move of a line is good, in one line of text; empty if there is nothing to say.

    Lesser claims are left out if they do not fit the width; the last thing said is how the game is
    expected to go on. `name` is what squares are called, outside of moves.

    >>> from makachess.variants import load
    >>> position = Position(load("veteran"), "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1")
    >>> give_reason(position, [position.parse("Nxd5=M")], Score(600))
    'wins the Pawn; the Knight becomes a Mounted Veteran'
    """
    claims = [*islice(find_claims(position, line, score, values), MOST_SAID)]
    text = ""
    for clause in (claim.words(position.variant, name) for claim in claims):
        if not text or len(text) + len(clause) + 2 <= room:
            text += f"; {clause}" if text else clause
    seen = PLANNED - 1 if any(claim.kind in _BY_LINE for claim in claims) else FORESEEN
    for plies in sorted({seen, FORESEEN}, reverse=True):
        clause = _expectation(position, line[: 1 + plies])
        if clause and len(text) + len(clause) + 2 * bool(text) <= room:
            return f"{text}; {clause}" if text else clause
    return text


_BY_LINE = ("wins_soon", "gets_soon", "wins_material")


def _expectation(position: Position, line: Sequence[Move]) -> str:
    """How the game is expected to go on after the first move of a line."""
    sans: list[str] = []
    for made, move in enumerate(line):
        if made:
            sans.append(position.san(move))
        position.push(move)
    for _ in line:
        position.pop()
    return f"expects {' '.join(sans)}" if sans else ""


Finder = Callable[[_Case], Iterator[Claim]]
_DECISIVE: tuple[Finder, ...] = (_ends, _leaves_no_choice, _decides)
_FINDERS: tuple[Finder, ...] = (
    _takes,
    _changes,
    _stays,
    _plans,
    _stops,
    _threatens,
    _attacks,
    _defends,
    _pins,
    _prevents,
    _castles,
    _opens,
    _develops,
    _advances,
)
_QUIET: tuple[Finder, ...] = (
    _makes_way,
    _bears,
    _centres,
    _parries,
)
