"""Positions that make puzzles: wins by force and gains of material, with one key move proved.

They are looked for in games between weak players, in which one side has often just gone wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from makachess.core import InvalidFenError, Move, Position
from makachess.core.engine import Engine, Limits
from makachess.core.notation.coordinates import kind_at
from makachess.core.notation.fen import format_fen, parse_fen
from makachess.core.spec import Variant
from makachess.play.prover import Prover, TooHard, path

NODES = (150, 400, 1000)  # a move: few, so that there are mistakes to find
SECONDS = 0.5  # at most, whatever the nodes
SLIP = 0.25  # how often a move is not the best one seen
RANDOM_PLIES = 4
PIECES = (14, 20, 26)  # a side at the beginning, about; large armies make proofs endless
MOST_PLIES = 300


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game: its FEN, and how many plies later the game was decided, if ever."""

    game: int
    fen: str
    to_end: int | None


def play_weakly(variant: Variant, number: int, seed: int) -> Iterator[Moment]:
    """A game of weak players, another one for each number and seed; its last moments first."""
    dice = random.Random(f"{variant.name} {seed} {number}")
    engine = Engine(variant, hash_mb=2, model=None)
    position = _beginning(variant, dice)
    while position.outcome() is None and position.ply < MOST_PLIES:
        position.push(_choose(engine, position, dice))
    outcome = position.outcome()
    decided = outcome is not None and outcome.winner != "draw"
    for distance in range(1, position.ply - RANDOM_PLIES + 1):
        position.pop()
        yield Moment(number, position.fen(), distance if decided else None)


def _beginning(variant: Variant, dice: random.Random) -> Position:
    """The array, or so much of it as makes a small army, after some plies at random."""
    army = len(Position(variant).piece_map()) // 2
    share = max(0.0, 1 - dice.choice(PIECES) / army)
    while True:
        try:
            position = Position(variant, _thinned(variant, share, dice))
            for _ in range(RANDOM_PLIES):
                position.push(dice.choice(position.legal_moves()))
        except (InvalidFenError, IndexError):
            continue
        return position


def _thinned(variant: Variant, share: float, dice: random.Random) -> str:
    """The array without a share of its pieces; royals and contagious pieces stay."""
    state = parse_fen(variant, variant.start_fen)
    if not share:
        return variant.start_fen
    left = {
        square: (kind, color)
        for square, (kind, color) in state.pieces.items()
        if kind in variant.royals or variant.pieces[kind].infects or dice.random() >= share
    }
    return format_fen(variant, replace(state, pieces=left, castling="", fullmove=2))


def _choose(engine: Engine, position: Position, dice: random.Random) -> Move:
    found = engine.search(position, Limits(nodes=dice.choice(NODES), seconds=SECONDS, multipv=3))
    assert found.move is not None
    if found.lines and dice.random() < SLIP:
        return dice.choice(found.lines).pv[0]
    return found.move


MARGINS = (1200, 800, 500, 300, 200)
PROOF = {1: 5_000, 2: 60_000, 3: 400_000, 4: 1_000_000}  # positions, by moves to the end
DEEP = 120_000  # positions, for each proof of a gain
SUGGEST = Limits(nodes=15_000, seconds=1.0, multipv=2)  # a search that suggests a gain
DOUBT = Limits(nodes=300_000, seconds=5.0)  # one that looks for forced wins where a gain is
FAR_AHEAD = 3000  # centipawns, beyond which more makes no difference
SLACK = 100  # centipawns by which the gap to the second move may have been seen too small


@dataclass(frozen=True, slots=True)
class Find:
    """A position with its key moves, and what changes of type have to do with them.

    `decides`: the key moves would do less if captures changed nothing, or if the mover became
    something else. It `has_trap`: a move that would do it, but for what the mover becomes.
    """

    moment: Moment
    kind: str  # "mate", "royal" or "gain"
    moves: tuple[Move, ...]
    n: int = 0  # moves to the end
    margin: int = 0  # centipawns
    depth: int = 0  # plies
    decides: bool = False
    has_trap: bool = False


class Examiner:
    """Looks at positions of one variant; `values` are its pieces', for gains."""

    def __init__(self, variant: Variant, values: dict[str, int]) -> None:
        self.variant = variant
        self.values = values
        changeless = replace(variant.promotion, by_capture=False, contagion=False)
        self.changeless = replace(variant, promotion=changeless)
        self.matters = variant.promotion.by_capture
        self.engine = Engine(variant, hash_mb=2, model=None)
        self.large = variant.files > 10

    def look(self, moment: Moment, scan: bool) -> Find | None:
        """The find in a position, or None; gains are looked for if `scan` says so.

        Where gains may be is suggested by the engine's own search, forced ends are not.
        """
        try:
            return self._forced_end(moment, scan) or (self._gain(moment) if scan else None)
        except TooHard:
            return None

    def _prover(self, fen: str, most: int, changeless: bool = False) -> Prover:
        variant = self.changeless if changeless else self.variant
        return Prover(Position(variant, fen), self.values, most)

    def _forced_end(self, moment: Moment, scan: bool) -> Find | None:
        for n in self._lengths(moment, scan):
            moves = self._prover(moment.fen, PROOF[n]).winning_moves(n)
            if moves:
                return self._end_in(moment, n, moves) if _is_one(moves) else None
        return None

    def _lengths(self, moment: Moment, scan: bool) -> Iterable[int]:
        """How many moves to look ahead: more where the game was soon decided."""
        if moment.to_end is None or moment.to_end % 2 == 0 or moment.to_end > 9:
            return (1, 2) if scan else (1,)
        return range(1, 5 if moment.to_end >= 7 and not self.large else 4)

    def _end_in(self, moment: Moment, n: int, moves: list[Move]) -> Find | None:
        kind = "mate" if self.variant.ending.checkmate else "royal"
        find = Find(moment, kind, tuple(moves), n)
        if self.matters:
            others = self._prover(moment.fen, 4 * PROOF[n], changeless=True).winning_moves(n)
            find = self._compare(find, others)
        # An end in one move is easy, unless it is a question of what the mover becomes.
        return find if n > 1 or (find.decides and kind == "mate") else None

    def _compare(self, find: Find, others: list[Move]) -> Find:
        """Hold a find against what would solve the position if captures changed nothing."""
        position = Position(self.variant, find.moment.fen)
        paths = {path(move) for move in others}
        return replace(
            find,
            decides=path(find.moves[0]) not in paths or _has_failing_sibling(position, find),
            has_trap=any(path(move) in paths for move in _forced_to_change(position, find)),
        )

    def _gain(self, moment: Moment) -> Find | None:
        position = Position(self.variant, moment.fen)
        lines = self.engine.search(position, SUGGEST).lines
        if len(lines) < 2 or lines[0].score.mate is not None:
            return None
        best, most = lines[0].pv[0], lines[0].score.value - lines[1].score.value + SLACK
        if most < MARGINS[-1]:
            return None
        prover = self._prover(moment.fen, DEEP)
        first = 2 if self.large else 3
        for depth in (first, first + 2):
            find = self._gain_at(moment, prover, best, depth, most)
            if find is not None:
                return self._weigh_changes(find, prover.best(1)[0] in find.moves)
        return None

    def _gain_at(
        self, moment: Moment, prover: Prover, best: Move, depth: int, most: int
    ) -> Find | None:
        """The proof that a move, or its siblings, wins a margin more than all others."""
        prover.left = DEEP
        siblings = [move for move in prover.packed_moves if path(move) == path(best)]
        least = prover.balance() + MARGINS[-1]
        if not any(prover.reaches(move, depth, least) for move in siblings):
            return None
        scores = {move: prover.score(move, depth) for move in siblings}
        highest = max(scores.values())
        for margin in MARGINS:
            if margin <= min(most, highest - prover.balance()):
                moves = tuple(move for move in siblings if scores[move] > highest - margin)
                won = prover.gain(moves, depth, margin)
                if won is not None and won >= margin:
                    return Find(moment, "gain", moves, margin=margin, depth=depth)
        return None

    def _weigh_changes(self, find: Find, easy: bool) -> Find | None:
        """Hold a gain against what the moves would win if captures changed nothing.

        None for an easy find, seen without looking ahead, to which that makes no difference.
        """
        if not self.matters:
            return None if easy else find
        position = Position(self.variant, find.moment.fen)
        prover = self._prover(find.moment.fen, DEEP, changeless=True)
        enough = prover.balance() + find.margin
        twins = {path(move): move for move in prover.packed_moves}

        def would_do(move: Move) -> bool:
            return prover.reaches(twins[path(move)], find.depth, enough)

        has_trap = any(
            self._loses_by(position, move) and would_do(move)
            for move in _forced_to_change(position, find)
        )
        decides = _has_failing_sibling(position, find) or not would_do(find.moves[0])
        if easy and not (decides or has_trap):
            return None
        return replace(find, decides=decides, has_trap=has_trap)

    def confirm(self, find: Find) -> Find | None:
        """A gain as far as it can be followed; None if it does not stand the deeper look.

        Nor may material have ceased to matter, or any move win the game itself.
        """
        if find.kind != "gain":
            return find
        prover = self._prover(find.moment.fen, DEEP)
        found = self.engine.search(Position(self.variant, find.moment.fen), DOUBT)
        if abs(prover.balance()) > FAR_AHEAD or not found.info or found.info.score.mate is not None:
            return None
        try:
            for depth in (find.depth + 1, find.depth + 2):
                won = prover.gain(find.moves, depth, find.margin)
                if won is None or won < find.margin:
                    return None
                find = replace(find, depth=depth)
        except TooHard:
            pass
        return find

    def _loses_by(self, position: Position, move: Move) -> bool:
        """Whether a mover becomes something of less worth."""
        kind = kind_at(position, move.origin)
        return self.values[move.promotion] < self.values[kind]


def _has_failing_sibling(position: Position, find: Find) -> bool:
    """Whether the mover must become the right thing, or stay what it is."""
    siblings = [move for move in position.legal_moves() if path(move) == path(find.moves[0])]
    return len(siblings) > len(find.moves)


def _forced_to_change(position: Position, find: Find) -> list[Move]:
    """The other moves by which the mover must become something else."""
    legal = position.legal_moves()
    free = {path(move) for move in legal if not move.promotion} | {path(find.moves[0])}
    return [move for move in legal if path(move) not in free]


def _is_one(moves: list[Move]) -> bool:
    return len({path(move) for move in moves}) == 1
