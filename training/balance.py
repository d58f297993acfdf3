"""What games of the engine against itself tell the inventor of a game."""

from __future__ import annotations

import random
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from statistics import fmean, median, quantiles

from makachess.core import Move, Position
from makachess.core.engine import Engine, Limits
from makachess.core.engine.evaluation import average_piece
from makachess.core.move import MoveKind
from makachess.core.promotion import EN_PASSANT, combine, matrix
from makachess.core.spec import PieceType, Rule, Variant
from makachess.core.text import how_many
from makachess.play.tasks import TaskRunner
from makachess.training.selfplay import Series, engine_of
from makachess.training.statistics import Counts, interval

# Each game begins with some moves chosen at random among those that are nearly as good as the best:
# so games differ, and an advantage that the array gives is not played away.
OPENING = 6  # plies
LINES = 5
NEARLY = 0.3  # of an average piece
LONGEST = 600  # plies; then the game counts as drawn
UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class TypeChange:
    """A piece that became another one, and how: `capture`, `contagion` or `last rank`."""

    kind: str
    into: str
    how: str


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game as figures; plies count from 1, a `first_capture` of 0 means there was none."""

    number: int
    winner: str
    reason: str
    plies: int
    choices: int  # legal moves, of all positions together
    first_capture: int
    taken: tuple[str, ...]
    changes: tuple[TypeChange, ...]
    left: int  # pieces on the board at the end
    turned: bool  # the winner had once been more than an average piece behind


def play_measured(series: Series, number: int) -> GameFacts:
    """A game of a series, the same wherever it is played."""
    return _Game(series, number).play()


class _Game:
    def __init__(self, series: Series, number: int) -> None:
        self._series = series
        self._variant = series.variant
        self._number = number
        self._dice = random.Random(f"balance/{series.seed}/{number}")
        self._position = Position(series.variant)
        self._choices = self._first_capture = 0
        self._taken: list[str] = []
        self._changes: list[TypeChange] = []
        self._behind = {"white": False, "black": False}

    def play(self) -> GameFacts:
        engine, position = engine_of(self._series), self._position
        engine.new_game()
        while (outcome := position.outcome()) is None and position.ply < LONGEST:
            self._choices += len(position.legal_moves())
            self._make(self._move(engine))
        winner, reason = (outcome.winner, outcome.reason) if outcome else ("draw", UNFINISHED)
        return GameFacts(
            self._number,
            winner,
            reason,
            plies=position.ply,
            choices=self._choices,
            first_capture=self._first_capture,
            taken=tuple(self._taken),
            changes=tuple(self._changes),
            left=len(position.piece_map()),
            turned=self._behind.get(winner, False),
        )

    def _move(self, engine: Engine) -> Move:
        """The engine's move; at the beginning one that is nearly as good."""
        position = self._position
        opening = position.ply < OPENING
        limits = Limits(nodes=self._series.nodes, multipv=LINES if opening else 1)
        found = engine.search(position, limits)
        assert found.move is not None  # since the game has not ended
        if found.info is None:
            return found.move
        best, piece = found.info.score.value, average_piece(self._variant)
        if best < -piece:
            self._behind[position.turn] = True
        if not opening:
            return found.move
        near = [line.pv[0] for line in found.lines if best - line.score.value <= NEARLY * piece]
        return self._dice.choice(near)

    def _make(self, move: Move) -> None:
        """Make a move and note what it takes and changes."""
        position, variant = self._position, self._variant
        mover = position.piece_at(move.origin)
        victims = [position.piece_at(square) for square in move.victims]
        assert mover is not None
        taken = [victim.upper() for victim in victims if victim is not None]
        self._taken += taken
        if taken and not self._first_capture:
            self._first_capture = position.ply + 1
        if move.promotion:
            how = how_changed(variant, mover.upper(), taken, move)
            self._changes.append(TypeChange(mover.upper(), move.promotion, how))
        position.push(move)
        waiting = next(iter(variant.promotion.arrival), "")
        self._changes += [
            TypeChange(waiting, into, "last rank") for _, into in (*move.prefix, *position.settled)
        ]


def how_changed(variant: Variant, kind: str, taken: list[str], move: Move) -> str:
    """Why a piece changed: by arriving, by what infects it, or by what it chose or had to."""
    rules, cells = variant.promotion, matrix(variant)
    if move.kind is MoveKind.EN_PASSANT:
        taken = [EN_PASSANT]
    infected = combine(kind, [cells[kind, victim] for victim in taken]).rule is Rule.CONTAGION
    rank = move.destination.rank
    arrives = min(rank, variant.ranks - 1 - rank) < rules.zone
    arrives = arrives or rules.zone_rule == "enter-or-capture"
    chosen = move.promotion in rules.arrival.get(kind, ())
    if arrives and chosen and not (infected and rules.contagion_first):
        return "last rank"
    return "contagion" if infected else "capture"


# --- the figures of many games --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one series, in the order of their numbers; there is at least one."""

    games: tuple[GameFacts, ...]

    @classmethod
    def of(cls, games: Sequence[GameFacts]) -> Tally:
        """A tally of games in any order."""
        return cls(tuple(sorted(games, key=lambda game: game.number)))

    @property
    def counts(self) -> Counts:
        """White's wins, draws and losses."""
        found = Counter(game.winner for game in self.games)
        return Counts(found["white"], found["draw"], found["black"])

    @property
    def first_move(self) -> tuple[float, float, float]:
        """White's share of the points, and between which the true one lies in 95 cases of 100."""
        return self.counts.score, *interval(self.counts)

    @property
    def endings(self) -> Counter[str]:
        """How often the games ended for each reason."""
        return Counter(game.reason for game in self.games)

    @property
    def moves(self) -> tuple[float, ...]:
        """Moves of both sides together: shortest, lower quartile, median, upper one, longest."""
        lengths = [(game.plies + 1) // 2 for game in self.games]
        low, middle, high = quantiles(lengths * 2, n=4, method="inclusive")
        return min(lengths), low, middle, high, max(lengths)

    @property
    def captures(self) -> float:
        """Pieces taken a game."""
        return fmean(len(game.taken) for game in self.games)

    @property
    def first_capture(self) -> float | None:
        """The move of the first capture, by the median of the games that have one."""
        plies = [(game.first_capture + 1) // 2 for game in self.games if game.first_capture]
        return median(plies) if plies else None

    @property
    def choice(self) -> float:
        """Legal moves of a position."""
        return sum(g.choices for g in self.games) / max(1, sum(g.plies for g in self.games))

    @property
    def pieces_left(self) -> float:
        """Pieces on the board at the end."""
        return fmean(game.left for game in self.games)

    @property
    def turned(self) -> float:
        """The share of the decided games in which the winner had been behind."""
        won = [game for game in self.games if game.winner != "draw"]
        return sum(game.turned for game in won) / len(won) if won else 0.0

    def taken(self, kind: str) -> float:
        """How many pieces of a type are taken a game."""
        return sum(game.taken.count(kind) for game in self.games) / len(self.games)

    def changes(self, kind: str) -> Counter[TypeChange]:
        """What pieces of a type became, and how."""
        return Counter(c for game in self.games for c in game.changes if c.kind == kind)

    def changing(self, kind: str) -> float:
        """The share of games in which a piece of a type changed."""
        return sum(any(c.kind == kind for c in g.changes) for g in self.games) / len(self.games)


# --- playing them ---------------------------------------------------------------------------------


async def measure(
    series: Series,
    games: int,
    processes: int = 1,
    advance: Callable[[int], object] = lambda done: None,
) -> Tally:
    """The figures of some games, the same wherever they are played; raises MakachessError.

    `advance` hears how many are done.
    """
    found: list[GameFacts] = []
    async with TaskRunner(processes) as runner:
        results = runner.run(play_measured, series, range(1, games + 1))
        async with aclosing(results):
            async for facts in results:
                found.append(facts)
                advance(len(found))
    return Tally.of(found)


# --- the report -----------------------------------------------------------------------------------

WIDTH = 80
LABEL = 13  # columns before the text of a paragraph
FEW = 100  # games with which little can be said


def format_report(variant: Variant, tally: Tally, nodes: int) -> str:
    """The report, in lines of at most 80 columns."""
    games = len(tally.games)
    played = f"{how_many(games, 'game')} of the engine against itself"
    head = f"{variant.title}: {played}, {nodes} nodes a move"
    paragraphs = {
        "First move": _first_move(tally),
        "Endings": _endings(tally),
        "Length": _length(tally),
        "Captures": _captures(tally),
        "Choice": f"{tally.choice:.0f} legal moves in a position, on average.",
        "Comebacks": _comebacks(variant, tally),
    }
    lines = [head, ""]
    for label, text in paragraphs.items():
        lines += _paragraph(label, text)
    return "\n".join([*lines, *_promotions(variant, tally), *_losses(variant, tally)])


def _paragraph(label: str, text: str) -> list[str]:
    indent = " " * LABEL
    return textwrap.wrap(text, WIDTH, initial_indent=label.ljust(LABEL), subsequent_indent=indent)


def _first_move(tally: Tally) -> str:
    score, low, high = tally.first_move
    counts = tally.counts
    text = (
        f"White scores {_percent(score)} (+{counts.wins} ={counts.draws} -{counts.losses}), with a "
        f"95 % interval of {_percent(low)} to {_percent(high)}."
    )
    if low <= 0.5 <= high:
        few = "So few" if counts.games < FEW else "These"
        return f"{text} {few} games show no clear advantage."
    return f"{text} {'White' if low > 0.5 else 'Black'} has an advantage."


def _endings(tally: Tally) -> str:
    games = len(tally.games)
    parts = [f"{reason} {_percent(n / games)}" for reason, n in tally.endings.most_common()]
    text = f"{', '.join(parts)}. Drawn: {_percent(tally.counts.draws / games)}."
    if tally.endings[UNFINISHED]:
        text += " Games still going after 300 moves were stopped, and count as drawn."
    return text


def _length(tally: Tally) -> str:
    least, low, middle, high, most = tally.moves
    return (
        f"{middle:.0f} moves in the median game; half of the games take {low:.0f} to {high:.0f}, "
        f"all take {least:.0f} to {most:.0f}."
    )


def _captures(tally: Tally) -> str:
    first = tally.first_capture
    if first is None:
        return "none in any game."
    return (
        f"{tally.captures:.1f} a game, the first at move {first:.0f} in the median game; "
        f"{tally.pieces_left:.1f} pieces are left at the end."
    )


def _comebacks(variant: Variant, tally: Tally) -> str:
    worth = average_piece(variant) / 100
    return (
        f"in {_percent(tally.turned)} of the decided games the winner had once been behind by more "
        f"than an average piece ({worth:.1f} Pawns of 100 centipawns)."
    )


# --- pieces
# ----------------------------------------------------------------------------------------


def _promotions(variant: Variant, tally: Tally) -> Iterator[str]:
    total = sum(len(game.changes) for game in tally.games) / len(tally.games)
    yield ""
    yield f"Pieces change {total:.1f} times a game:"
    still = []
    for piece in variant.pieces.values():
        changes = tally.changes(piece.id)
        if not changes:
            still.append(piece)
            continue
        times = changes.total() / len(tally.games)
        parts = [
            f"{variant.pieces[change.into].name} {_percent(n / changes.total())} ({change.how})"
            for change, n in changes.most_common()
        ]
        share = _percent(tally.changing(piece.id))
        text = f"{piece.name}: {times:.1f} a game, in {share} of the games: "
        yield from textwrap.wrap(
            text + ", ".join(parts), WIDTH, initial_indent="  ", subsequent_indent="    "
        )
    yield from _never(variant, still)


def _never(variant: Variant, still: list[PieceType]) -> Iterator[str]:
    """The pieces that could have changed and never did."""
    able = [p.name for p in still if p.promotes_to or variant.promotion.arrival.get(p.id)]
    if able:
        text = f"never, though they could: {', '.join(dict.fromkeys(able))}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _losses(variant: Variant, tally: Tally) -> Iterator[str]:
    parts = {
        f"{piece.id} {piece.name}": tally.taken(piece.id)
        for piece in variant.pieces.values()
        if tally.taken(piece.id)
    }
    if parts:
        yield ""
        ordered = sorted(parts.items(), key=lambda item: -item[1])
        text = "Taken a game: " + ", ".join(f"{name} {number:.1f}" for name, number in ordered)
        yield from textwrap.wrap(text + ".", WIDTH, subsequent_indent="  ")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
