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
from makachess.core.notation.coordinates import kind_at
from makachess.core.spec import Rule, Variant
from makachess.core.text import how_many
from makachess.play.narration import change_of
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
        position, variant = self._position, self._variant
        taken = [kind_at(position, square) for square in move.victims]
        self._taken += taken
        if taken and not self._first_capture:
            self._first_capture = position.ply + 1
        if move.promotion:
            mover, how = kind_at(position, move.origin), how_changed(position, move)
            self._changes.append(TypeChange(mover, move.promotion, how))
        position.push(move)
        waiting = next(iter(variant.promotion.arrival), "")
        self._changes += [
            TypeChange(waiting, into, "last rank") for _, into in (*move.prefix, *position.settled)
        ]


def how_changed(position: Position, move: Move) -> str:
    """Why a move changes its piece: by arriving, by contagion, or by what it takes or does."""
    variant, kind = position.variant, kind_at(position, move.origin)
    rules, infected = variant.promotion, change_of(position, move).rule is Rule.CONTAGION
    rank = move.destination.rank
    arrives = min(rank, variant.ranks - 1 - rank) < rules.zone
    arrives = arrives or rules.zone_rule in ("enter-or-capture", "begin-or-end")
    chosen = move.promotion in rules.arrival.get(kind, ())
    if arrives and chosen and not (infected and rules.contagion_first):
        return "last rank" if rules.zone == 1 else "zone"
    return "contagion" if infected else "capture" if move.victims else "move"


async def measure(
    series: Series,
    games: int,
    processes: int = 1,
    advance: Callable[[int], object] = lambda done: None,
) -> list[GameFacts]:
    """The facts of some games, the same wherever they are played; raises MakachessError.

    `advance` hears how many are done.
    """
    found: list[GameFacts] = []
    async with (
        TaskRunner(processes) as runner,
        aclosing(runner.run(play_measured, series, range(1, games + 1))) as results,
    ):
        async for facts in results:
            found.append(facts)
            advance(len(found))
    return sorted(found, key=lambda facts: facts.number)


WIDTH = 80
LABEL = 13  # columns before the text of a paragraph
FEW = 100  # games with which little can be said


def format_report(variant: Variant, games: Sequence[GameFacts], nodes: int) -> str:
    """The report on one game or more, in lines of at most 80 columns."""
    played = f"{how_many(len(games), 'game')} of the engine against itself"
    choice = sum(game.choices for game in games) / max(1, sum(game.plies for game in games))
    paragraphs = {
        "First move": _first_move(games),
        "Endings": _endings(games),
        "Length": _length(games),
        "Captures": _captures(games),
        "Choice": f"{choice:.0f} legal moves in a position, on average.",
        "Comebacks": _comebacks(variant, games),
    }
    lines = [f"{variant.title}: {played}, {nodes} nodes a move", ""]
    for label, text in paragraphs.items():
        indent = " " * LABEL
        lines += textwrap.wrap(
            text, WIDTH, initial_indent=label.ljust(LABEL), subsequent_indent=indent
        )
    return "\n".join([*lines, *_promotions(variant, games), *_losses(variant, games)])


def _first_move(games: Sequence[GameFacts]) -> str:
    winners = Counter(game.winner for game in games)
    counts = Counts(winners["white"], winners["draw"], winners["black"])
    low, high = interval(counts)
    text = (
        f"White scores {_percent(counts.score)} (+{counts.wins} ={counts.draws} -{counts.losses}), "
        f"with a 95 % interval of {_percent(low)} to {_percent(high)}."
    )
    if low <= 0.5 <= high:
        few = "So few" if counts.games < FEW else "These"
        return f"{text} {few} games show no clear advantage."
    return f"{text} {'White' if low > 0.5 else 'Black'} has an advantage."


def _endings(games: Sequence[GameFacts]) -> str:
    endings = Counter(game.reason for game in games)
    parts = [f"{reason} {_percent(n / len(games))}" for reason, n in endings.most_common()]
    drawn = sum(game.winner == "draw" for game in games) / len(games)
    text = f"{', '.join(parts)}. Drawn: {_percent(drawn)}."
    if endings[UNFINISHED]:
        text += " Games still going after 300 moves were stopped, and count as drawn."
    return text


def _length(games: Sequence[GameFacts]) -> str:
    lengths = [(game.plies + 1) // 2 for game in games]
    low, middle, high = quantiles(lengths * 2, n=4, method="inclusive")
    return (
        f"{middle:.0f} moves in the median game; half of the games take {low:.0f} to {high:.0f}, "
        f"all take {min(lengths)} to {max(lengths)}."
    )


def _captures(games: Sequence[GameFacts]) -> str:
    first = [(game.first_capture + 1) // 2 for game in games if game.first_capture]
    if not first:
        return "none in any game."
    return (
        f"{fmean(len(game.taken) for game in games):.1f} a game, the first at move "
        f"{median(first):.0f} in the median game; "
        f"{fmean(game.left for game in games):.1f} pieces are left at the end."
    )


def _comebacks(variant: Variant, games: Sequence[GameFacts]) -> str:
    worth = average_piece(variant) / 100
    won = [game.turned for game in games if game.winner != "draw"]
    share = sum(won) / len(won) if won else 0.0
    return (
        f"in {_percent(share)} of the decided games the winner had once been behind by more "
        f"than an average piece ({worth:.1f} Pawns of 100 centipawns)."
    )


def _promotions(variant: Variant, games: Sequence[GameFacts]) -> Iterator[str]:
    yield ""
    yield f"Pieces change {fmean(len(game.changes) for game in games):.1f} times a game:"
    still = []
    for piece in variant.pieces.values():
        changes = Counter(c for game in games for c in game.changes if c.kind == piece.id)
        if not changes:
            still.append(piece)
            continue
        total = changes.total()
        parts = [
            f"{variant.pieces[change.into].name} {_percent(n / total)} ({change.how})"
            for change, n in changes.most_common()
        ]
        share = fmean(any(c.kind == piece.id for c in game.changes) for game in games)
        times = f"{total / len(games):.1f} a game, in {_percent(share)} of the games"
        text = f"{piece.name}: {times}: {', '.join(parts)}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
    able = [p.name for p in still if p.id in _changing(variant)]
    if able:
        text = f"never, though they could: {', '.join(dict.fromkeys(able))}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _changing(variant: Variant) -> set[str]:
    """The types that something can change."""
    rules = variant.promotion
    named = {kind for kind, piece in variant.pieces.items() if piece.promotes_to}
    arriving = {kind for kind, choices in rules.arrival.items() if choices}
    return named | arriving | {*rules.becomes}


def _losses(variant: Variant, games: Sequence[GameFacts]) -> Iterator[str]:
    taken = Counter(kind for game in games for kind in game.taken)
    order = {kind: number for number, kind in enumerate(variant.pieces)}
    if taken:
        yield ""
        text = "Taken a game: " + ", ".join(
            f"{kind} {variant.pieces[kind].name} {taken[kind] / len(games):.1f}"
            for kind in sorted(taken, key=lambda kind: (-taken[kind], order[kind]))
        )
        yield from textwrap.wrap(text + ".", WIDTH, subsequent_indent="  ")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
