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
from makachess.training.openings import Openings
from makachess.training.players import (
    Contestant,
    PlayerStats,
    make_contestant,
    parse_strength,
    read_command,
)
from makachess.training.selfplay import Lead
from makachess.training.statistics import (
    Counts,
    bounds,
    elo,
    interval,
    likelihood_ratio,
    superiority,
    verdict,
)

LEAD_PLIES = 10  # for which both sides must say that one is ahead, to end a game
FAULTS = ("illegal move", "crash", "hang")  # reasons for losing, with the colour behind them


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played; `fen` and `opening` (coordinate moves) are where the players begin."""

    number: int
    variant: Variant
    white: str
    black: str
    fen: str | None = None
    opening: tuple[str, ...] = ()
    seconds: float | None = None  # a move
    seed: int | None = None
    max_plies: int = 0  # 0: as long as it takes
    lead: float = 0.0  # average pieces, with which a side has won if both say so; 0: played out
    patience: Patience = USUAL  # with programs


@dataclass(frozen=True, slots=True)
class PlayedGame:
    number: int
    winner: str
    reason: str
    moves: tuple[str, ...]
    white: PlayerStats
    black: PlayerStats


def play_pairing(_: None, pairing: Pairing) -> PlayedGame:
    return asyncio.run(play_game(pairing))


async def play_game(pairing: Pairing) -> PlayedGame:
    """Play a game to its end; raises MakachessError if it cannot even begin."""
    position = Position(pairing.variant, pairing.fen)
    for text in pairing.opening:
        position.push(position.parse(text))
    players: dict[str, Contestant] = {}
    async with AsyncExitStack() as stack:
        for color in COLORS:
            players[color] = await make_contestant(
                getattr(pairing, color), pairing.variant, pairing.seed, pairing.patience
            )
            stack.push_async_callback(players[color].close)
        winner, reason = await _play(position, players, pairing)
    return PlayedGame(
        pairing.number,
        winner,
        reason,
        tuple(map(str, position.moves)),
        players["white"].stats,
        players["black"].stats,
    )


async def _play(
    position: Position, players: Mapping[str, Contestant], pairing: Pairing
) -> tuple[str, str]:
    clear = round(pairing.lead * average_piece(pairing.variant))
    lead = Lead(clear, LEAD_PLIES) if clear else None
    while (outcome := position.outcome()) is None:
        if pairing.max_plies and position.ply >= pairing.max_plies:
            return "draw", "length"
        player = players[position.turn]
        move = await player.move(position, pairing.seconds)
        if move is None:
            return _give_up(position.turn, player.stats)
        score = (player.score or 0) * (1 if position.turn == "white" else -1)
        position.push(move)
        if lead and (winner := lead.winner(score)) and position.outcome() is None:
            return winner, "adjudication"
    return outcome.winner, outcome.reason


def _give_up(color: str, stats: PlayerStats) -> tuple[str, str]:
    """The end of a game in which a side does not move; it has lost, for whatever reason."""
    if stats.resigned:
        return opponent(color), "resignation"
    counts = dict(zip(FAULTS, (stats.illegal, stats.crashes, stats.hangs), strict=True))
    return opponent(color), f"{max(FAULTS, key=lambda fault: counts[fault])} of {color}"


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
        return self.reason.startswith(FAULTS)


def first_is_white(number: int) -> bool:
    """Whether the first engine has White in a game: the colours change within each pair."""
    return number % 2 == 0


def row_of(played: PlayedGame) -> GameRow:
    white, black = played.white, played.black
    is_white = first_is_white(played.number)
    mine = "white" if is_white else "black"
    won = None if played.winner == "draw" else played.winner == mine
    first, second = (white, black) if is_white else (black, white)
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
    for count, one, several in (
        (stats.crashes, "crash", "crashes"),
        (stats.hangs, "without an answer", "without an answer"),
        (stats.illegal, "illegal move", "illegal moves"),
    ):
        text += f", {how_many(count, one, several)}" if count else ""
    return text


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
    """The games of two engines at one speed in a file, made when the first one is added.

    `options` are the others that decide how games go, by name; all games must have the same.
    Raises MakachessError if a model or book of the engines cannot be read.
    """

    def __init__(
        self,
        path: Path,
        engines: tuple[str, str],
        variant: Variant,
        seconds: float | None,
        options: Mapping[str, str],
    ) -> None:
        self.path = path
        self._names = different(*map(_label, engines))
        self._digest = digest_of("\0".join(map(identity_of, engines)))
        self._options = " ".join(f"{name}={value}" for name, value in options.items())
        self._variant = variant
        self._control = f"{seconds:g}/move" if seconds else "-"
        self._file = AppendLog(path, _BEGINNING)

    def rows(self) -> Iterator[GameRow]:
        """The games in the file that belong to this match; raises MakachessError."""
        for kept in read_stored(self.path):
            row = self._row(kept.tags)
            if row is not None:
                yield row

    def _row(self, tags: dict[str, str]) -> GameRow | None:
        number, winner = tags.get("Round", ""), WINNERS.get(tags.get("Result", ""))
        ours = {"TimeControl": self._control, "EnginesDigest": self._digest}
        mine = rules_tags(self._variant) | ours
        compared = ("RulesOptions", "RulesDigest", "TimeControl", "EnginesDigest")
        if (
            winner is None
            or not _ROUND.fullmatch(number)
            or variant_name(tags) != variant_name(mine)
            or any(tags.get(name, "") != mine.get(name, "") for name in compared)
        ):
            return None
        if (theirs := tags.get("MatchOptions", "")) != self._options:
            told = f"with {theirs}, and not with {self._options}"
            raise MakachessError(f"{self.path} has games {told}: choose another file")
        reason, nobody = tags.get("Termination", ""), PlayerStats()
        return row_of(PlayedGame(int(number) - 1, winner, reason, (), nobody, nobody))

    def add(self, pairing: Pairing, played: PlayedGame) -> None:
        """Append a game to the file; when this returns it is on disk."""
        self._file.add(format_game(self._game(pairing, played)))

    def _game(self, pairing: Pairing, played: PlayedGame) -> Game:
        white, black = _in_order(self._names, pairing.number)
        tags = {
            "Event": EVENT,
            "Date": date.today().strftime("%Y.%m.%d"),
            "Round": str(pairing.number + 1),
            "White": white,
            "Black": black,
            "TimeControl": self._control,
            "EnginesDigest": self._digest,
            "MatchOptions": self._options,
            "OpeningPlies": str(len(pairing.opening)),
        }
        game = Game(self._variant, pairing.fen, tags)
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


def _in_order(names: tuple[str, str], number: int) -> tuple[str, str]:
    first, second = names
    return (first, second) if first_is_white(number) else (second, first)


@dataclass(frozen=True, slots=True)
class Match:
    """Two engines, a variant, and how many games they play under which conditions."""

    engines: tuple[str, str]
    variant: Variant
    games: int
    opening: Openings  # by the number of the pair
    seconds: float | None = None
    seed: int = 0
    concurrency: int = 1
    save: Path | None = None
    sprt: tuple[float, float] | None = None
    max_plies: int = 0
    lead: float = 0.0  # average pieces, with which a side has won if both say so; 0: played out
    patience: Patience = USUAL  # with programs

    @property
    def names(self) -> tuple[str, str]:
        """The engines' names: their specifications, made distinct where equal."""
        return different(*self.engines)

    def ledger(self) -> Ledger | None:
        if self.save is None:
            return None
        return Ledger(self.save, self.engines, self.variant, self.seconds, self.options)

    @property
    def options(self) -> Mapping[str, str]:
        """What else decides how its games go, as options of `makachess match`."""
        return {
            "seed": str(self.seed),
            **self.opening.options,
            "max-plies": str(self.max_plies),
            "lead": f"{self.lead:g}",
        }

    def pairing(self, number: int) -> Pairing:
        """One game; both of a pair begin in the same way."""
        white, black = _in_order(self.engines, number)
        opening = self.opening(number // 2)
        return Pairing(
            number=number,
            variant=self.variant,
            white=white,
            black=black,
            fen=opening.fen,
            opening=opening.moves,
            seconds=self.seconds,
            seed=self.seed * 1_000_003 + number,
            max_plies=self.max_plies,
            lead=self.lead,
            patience=self.patience,
        )

    def check_engines(self) -> None:
        """Refuse what is no engine before anything is played; raises MakachessError."""
        for text in self.engines:
            if strength := parse_strength(text):
                strength.load(self.variant)


def known_games(match: Match, *, resume: bool) -> Standings:
    """The games already in the file; raises MakachessError if there must not be any."""
    standings, ledger = Standings(), match.ledger()
    if ledger is None:
        if resume:
            raise MakachessError("there is nothing to resume without a file of games (--save)")
        return standings
    if not resume and ledger.path.exists():
        raise MakachessError(f"{ledger.path} exists already (--resume adds games to it)")
    standings.add(ledger.rows())
    return standings


async def play_match(match: Match, standings: Standings, tell: Callable[[GameRow], object]) -> None:
    """Play the games that are missing; `tell` hears of each. Raises MakachessError."""
    ledger = match.ledger()
    pairings: dict[int, Pairing] = {}

    def missing() -> Iterator[Pairing]:
        for number in range(match.games):
            if number in standings.rows:
                continue
            if match.sprt and verdict(standings.counts, match.sprt):
                return
            pairings[number] = match.pairing(number)
            yield pairings[number]

    async with (
        TaskRunner(match.concurrency) as runner,
        aclosing(runner.run(play_pairing, None, missing())) as games,
    ):
        async for played in games:
            pairing = pairings.pop(played.number)
            if ledger is not None:
                ledger.add(pairing, played)
            row = row_of(played)
            standings.add([row])
            tell(row)
