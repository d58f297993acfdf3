"""A match of two engines: its games, with our rules as the referee, its standings and its file."""

from __future__ import annotations

import asyncio
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from makachess.core import MakachessError, Position
from makachess.core.engine.evaluation import average_piece
from makachess.core.spec import COLORS, Variant, opponent
from makachess.core.text import how_many
from makachess.play.engines.program import USUAL, Patience
from makachess.play.session.opponents import program_name
from makachess.play.tasks import TaskRunner
from makachess.saves import Game, format_game
from makachess.saves.append_log import AppendLog, read_stored
from makachess.saves.rules import rules_tags, variant_name
from makachess.saves.tags import WINNERS
from makachess.training.openings import FileOpenings, RandomOpenings
from makachess.training.players import (
    FAULTS,
    Contestant,
    PlayerStats,
    make_contestant,
    parse_strength,
    read_command,
)
from makachess.training.statistics import (
    Counts,
    bounds,
    elo,
    interval,
    likelihood_ratio,
    superiority,
    verdict,
)

T = TypeVar("T")

LEAD_PLIES = 10  # for which both sides must say that one is ahead, to end a game


@dataclass(frozen=True, slots=True)
class Match:
    """Two engines, a variant, and how many games they play under which conditions."""

    engines: tuple[str, str]
    variant: Variant
    games: int
    opening: FileOpenings | RandomOpenings  # by the number of the pair
    seconds: float | None = None  # a move
    seed: int = 0
    concurrency: int = 1
    save: Path | None = None
    sprt: tuple[float, float] | None = None
    max_plies: int = 0  # 0: as long as it takes
    lead: float = 0.0  # average pieces, with which a side has won if both say so; 0: played out
    patience: Patience = USUAL  # with programs
    forgiving: bool = False  # faults of programs count, and do not lose

    @property
    def names(self) -> tuple[str, str]:
        """The engines' names: their specifications, made distinct where equal."""
        return different(*self.engines)

    @property
    def options(self) -> Mapping[str, str]:
        """What else decides how its games go, as options of `makachess match`."""
        return {
            "seed": str(self.seed),
            **self.opening.options,
            "max-plies": str(self.max_plies),
            "lead": f"{self.lead:g}",
            **({"forgive": "yes"} if self.forgiving else {}),
        }

    def check_engines(self) -> None:
        """Refuse what is no engine before anything is played; raises MakachessError."""
        for text in self.engines:
            if strength := parse_strength(text):
                strength.load(self.variant)


@dataclass(slots=True)
class Lead:
    """Watches whether one side is clearly ahead for several plies on end."""

    clear: int  # centipawns
    plies: int
    ahead: int = 0  # plies on end, negative for Black

    def winner(self, score: int) -> str:
        """The colour that has as good as won, if one has; `score` is White's, in centipawns."""
        sign = (score > self.clear) - (score < -self.clear)
        self.ahead = self.ahead + sign if self.ahead * sign > 0 else sign
        if abs(self.ahead) < self.plies:
            return ""
        return "white" if self.ahead > 0 else "black"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    number: int
    winner: str
    reason: str
    moves: tuple[str, ...]
    white: PlayerStats
    black: PlayerStats


def play_numbered(match: Match, number: int) -> PlayedGame:
    return asyncio.run(play_game(match, number))


async def play_game(match: Match, number: int) -> PlayedGame:
    """Play a game of a match to its end; raises MakachessError if it cannot even begin.

    Both games of a pair begin in the same way.
    """
    opening = match.opening(number // 2)
    position = Position(match.variant, opening.fen)
    for text in opening.moves:
        position.push(position.parse(text))
    players: dict[str, Contestant] = {}
    seed = match.seed * 1_000_003 + number
    async with AsyncExitStack() as stack:
        for color, engine in zip(COLORS, in_order(match.engines, number), strict=True):
            players[color] = await make_contestant(
                engine, match.variant, seed, match.patience, forgiving=match.forgiving
            )
            stack.push_async_callback(players[color].close)
        winner, reason = await _play(position, players, match)
    moves = tuple(map(str, position.moves))
    return PlayedGame(number, winner, reason, moves, players["white"].stats, players["black"].stats)


async def _play(
    position: Position, players: Mapping[str, Contestant], match: Match
) -> tuple[str, str]:
    clear = round(match.lead * average_piece(match.variant))
    lead = Lead(clear, LEAD_PLIES) if clear else None
    while (outcome := position.outcome()) is None:
        if match.max_plies and position.ply >= match.max_plies:
            return "draw", "length"
        player = players[position.turn]
        move = await player.move(position, match.seconds)
        if move is None:
            return opponent(position.turn), player.lost_by
        score = (player.score or 0) * (1 if position.turn == "white" else -1)
        position.push(move)
        if lead and (winner := lead.winner(score)) and position.outcome() is None:
            return winner, "adjudication"
    return outcome.winner, outcome.reason


POINTS = {True: 2, None: 1, False: 0}  # half points by whether the first engine has won


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the standings need it, seen from the first engine; `won` is None for a draw."""

    number: int
    won: bool | None
    reason: str
    first: PlayerStats
    second: PlayerStats

    @property
    def by_fault(self) -> bool:
        return self.reason.startswith(tuple(FAULTS))


def in_order(names: tuple[T, T], number: int) -> tuple[T, T]:
    """What belongs to White and Black in a game: the colours change within each pair."""
    first, second = names
    return (second, first) if number % 2 else (first, second)


def row_of(played: PlayedGame) -> GameRow:
    first, second = in_order((played.white, played.black), played.number)
    mine, _ = in_order(("white", "black"), played.number)
    won = None if played.winner == "draw" else played.winner == mine
    return GameRow(played.number, won, played.reason, first, second)


@dataclass(slots=True)
class Standings:
    rows: dict[int, GameRow] = field(default_factory=dict)

    def add(self, rows: Iterable[GameRow]) -> None:
        """Take in games; a number that is there already is replaced."""
        self.rows.update({row.number: row for row in rows})

    @property
    def counts(self) -> Counts:
        results = Counter(row.won for row in self.rows.values())
        points: dict[int, list[int]] = defaultdict(list)
        for row in self.rows.values():
            points[row.number // 2].append(POINTS[row.won])
        seen = Counter(sum(pair) for pair in points.values() if len(pair) == 2)
        pairs = seen[0], seen[1], seen[2], seen[3], seen[4]
        return Counts(results[True], results[None], results[False], pairs)

    @property
    def forgiven(self) -> int:
        """Faults of the games of this run beyond those that have lost them."""
        played = [row for row in self.rows.values() if row.first.moves or row.second.moves]
        faults = sum((row.first + row.second).faults.total() for row in played)
        return faults - sum(row.by_fault for row in played)

    def stats(self, *, first: bool) -> PlayerStats:
        parts = (row.first if first else row.second for row in self.rows.values())
        return sum(parts, PlayerStats())


def format_score(counts: Counts) -> str:
    low, high = interval(counts)
    return (
        f"+{counts.wins} ={counts.draws} -{counts.losses}, score {100 * counts.score:.1f} %, "
        f"Elo {_elo(counts.score)} [{_elo(low)}, {_elo(high)}]"
    )


def _elo(score: float) -> str:
    difference = elo(score)
    if math.isinf(difference):
        return "+inf" if difference > 0 else "-inf"
    return f"{difference:+.0f}"


def format_table(
    standings: Standings, names: tuple[str, str], sprt: tuple[float, float] | None
) -> Iterator[str]:
    counts = standings.counts
    yield f"{names[0]} against {names[1]}: {how_many(counts.games, 'game')}"
    yield f"{format_score(counts)} (95 %)"
    yield (
        f"pairs 0-2 to 2-0: {' '.join(map(str, counts.pairs))}; "
        f"likelihood that {names[0]} is stronger {100 * superiority(counts):.1f} %"
    )
    rows = standings.rows.values()
    if drawn := Counter(row.reason for row in rows if row.won is None):
        yield f"drawn by {_listed(drawn)}"
    if lost := Counter(row.reason for row in rows if row.by_fault):
        yield f"lost by a fault: {lost.total()} ({_listed(lost)})"
    if forgiven := standings.forgiven:
        yield f"faults that were forgiven: {forgiven}"
    for name, first in zip(names, (True, False), strict=True):
        if (stats := standings.stats(first=first)).moves:  # of those played in this run
            yield _format_stats(name, stats)
    if sprt is not None:
        yield format_sprt(counts, sprt)


def _listed(reasons: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())


def _format_stats(name: str, stats: PlayerStats) -> str:
    spent = f"{stats.seconds / stats.moves:.3f} s a move"
    text = f"{name}: {how_many(stats.moves, 'move')}, {spent}"
    counted = ((stats.faults[one], one, several) for one, several in FAULTS.items())
    return "".join([text, *(f", {how_many(*each)}" for each in counted if each[0])])


def format_sprt(counts: Counts, sprt: tuple[float, float]) -> str:
    low, high = bounds()
    ratio = likelihood_ratio(counts, *sprt)
    said = {-1: f"Elo {sprt[0]:g} accepted", 0: "undecided", 1: f"Elo {sprt[1]:g} accepted"}
    return (
        f"SPRT Elo {sprt[0]:g} against {sprt[1]:g}: {ratio:.2f} [{low:.2f}, {high:.2f}], "
        f"{said[verdict(counts, sprt)]}"
    )


# The file of a match's games: each game is added as it ends, and a later run resumes from there.
#
# A tag holds the options that decided how the game went; a file has games of one kind only. A game
# half-written when the program or machine died is cut off and played again.

EVENT = "makachess match"
_BEGINNING = f'[Event "{EVENT}"]'.encode()
_ROUND = re.compile(r"[1-9][0-9]{0,8}")


class Ledger:
    """The games of a match in its file, which is made when the first one is added.

    Raises MakachessError if a model or book of the engines cannot be read.
    """

    def __init__(self, match: Match, path: Path) -> None:
        self._path = path
        self._match = match
        self._names = different(*map(_label, match.engines))
        self._options = " ".join(f"{name}={value}" for name, value in match.options.items())
        self._tags = {
            "TimeControl": f"{match.seconds:g}/move" if match.seconds else "-",
            "EnginesDigest": digest_of("\0".join(map(identity_of, match.engines))),
        }
        self._file = AppendLog(path, _BEGINNING)

    def rows(self) -> Iterator[GameRow]:
        """The games in the file that belong to this match; raises MakachessError."""
        for kept in read_stored(self._path):
            row = self._row(kept.tags)
            if row is not None:
                yield row

    def _row(self, tags: dict[str, str]) -> GameRow | None:
        number, winner = tags.get("Round", ""), WINNERS.get(tags.get("Result", ""))
        mine = rules_tags(self._match.variant) | self._tags
        compared = ("RulesOptions", "RulesDigest", *self._tags)
        if (
            winner is None
            or not _ROUND.fullmatch(number)
            or variant_name(tags) != variant_name(mine)
            or any(tags.get(name, "") != mine.get(name, "") for name in compared)
        ):
            return None
        if (theirs := tags.get("MatchOptions", "")) != self._options:
            told = f"with {theirs}, and not with {self._options}"
            raise MakachessError(f"{self._path} has games {told}: choose another file")
        reason, nobody = tags.get("Termination", ""), PlayerStats()
        return row_of(PlayedGame(int(number) - 1, winner, reason, (), nobody, nobody))

    def add(self, played: PlayedGame) -> None:
        """Append a game to the file; when this returns it is on disk."""
        self._file.add(format_game(self._game(played)))

    def _game(self, played: PlayedGame) -> Game:
        white, black = in_order(self._names, played.number)
        opening = self._match.opening(played.number // 2)
        tags = {
            "Event": EVENT,
            "Date": date.today().strftime("%Y.%m.%d"),
            "Round": str(played.number + 1),
            "White": white,
            "Black": black,
            **self._tags,
            "MatchOptions": self._options,
            "OpeningPlies": str(len(opening.moves)),
        }
        game = Game(self._match.variant, opening.fen, tags)
        for text in played.moves:
            game.play(game.position.parse(text))
        if game.outcome is None:
            game.finish(played.winner, played.reason)
        return game


def digest_of(text: str) -> str:
    """What stands for a text that a file must not tell."""
    return sha256(text.encode()).hexdigest()[:16]


def different(first: str, second: str) -> tuple[str, str]:
    return (first, second) if first != second else (first, f"{second} (2)")


def identity_of(engine: str) -> str:
    """What tells an engine from others; raises MakachessError if a file of it cannot be read."""
    strength = parse_strength(engine)
    return strength.identity if strength else engine


def _label(engine: str) -> str:
    """What files call an engine: never by its command line."""
    strength = parse_strength(engine)
    if strength:
        return strength.name
    command, nodes = read_command(engine)
    name = program_name(command)
    return name if nodes is None else f"nodes:{nodes} {name}"


def known_games(match: Match, *, resume: bool) -> Standings:
    """The games already in the file; raises MakachessError if there must not be any."""
    standings = Standings()
    if match.save is None:
        if resume:
            raise MakachessError("there is nothing to resume without a file of games (--save)")
        return standings
    if not resume and match.save.exists():
        raise MakachessError(f"{match.save} exists already (--resume adds games to it)")
    standings.add(Ledger(match, match.save).rows())
    return standings


async def play_match(match: Match, standings: Standings, tell: Callable[[GameRow], object]) -> None:
    """Play the games that are missing; `tell` hears of each. Raises MakachessError."""
    ledger = Ledger(match, match.save) if match.save else None

    def missing() -> Iterator[int]:
        for number in range(match.games):
            if number in standings.rows:
                continue
            if match.sprt and verdict(standings.counts, match.sprt):
                return
            yield number

    async with (
        TaskRunner(match.concurrency) as runner,
        aclosing(runner.run(play_numbered, match, missing())) as games,
    ):
        async for played in games:
            if ledger is not None:
                ledger.add(played)
            row = row_of(played)
            standings.add([row])
            tell(row)
