"""How strong the opponent is: against other engines, and each level against the one below.

The contests and their goals stand in `contests.py`. Levels are limited by nodes alone, so that it
does not matter what else the machine does; all others have the same time for each move. `--before`
names the command of an older makachess, such as "OLD/.venv/bin/makachess engine"; without it the
contests against one are left out; their games end once both sides have seen one six average pieces
ahead for five moves.

Without arguments the results in strength.json are printed, and a few quick games are played that
count nothing. `--run` plays the games that are missing, hours in all, the quick ones first; it can
be interrupted at any time and goes on where it stopped, and every game is in the file as soon as it
has ended. Games that do not count, because a program failed, are replaced by others; in chess that
goes for all games in which HaChu had to be restarted.
"""

import argparse
import asyncio
import json
import os
import shutil
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path

from contests import BEFORE, Contest, contests
from makachess.core import COMPILED, MakachessError
from makachess.play.engines.program import GAMES
from makachess.training.match import GameRow, Match, Standings, format_score, play_match
from makachess.training.openings import random_openings
from makachess.training.players import PlayerStats
from makachess.training.statistics import Counts
from makachess.variants import load

FILE = Path(__file__).with_suffix(".json")
RESULTS = {"w": True, "d": None, "l": False}  # whether the first engine has won


@dataclass
class Standing:
    """All that is known of a contest; `results` has a letter a game, by number, x = not counted."""

    results: dict[int, str] = field(default_factory=dict)
    stats: tuple[PlayerStats, PlayerStats] = (PlayerStats(), PlayerStats())
    drawn: Counter[str] = field(default_factory=Counter)
    apart: Counter[str] = field(default_factory=Counter)
    seconds: float | None = None
    dates: tuple[str, ...] = ()

    def add(self, row: GameRow, unaided: bool = False) -> None:
        letter = next(key for key, won in RESULTS.items() if won is row.won)
        restarted = unaided and bool(row.first.faults or row.second.faults)
        # A crash says nothing of strength.
        counts = row.counts and not row.by_fault and not restarted
        self.results[row.number] = letter if counts else "x"
        if not counts:
            self.apart["a restart" if restarted else row.reason] += 1
        elif row.won is None:
            self.drawn[row.reason] += 1
        self.stats = (self.stats[0] + row.first, self.stats[1] + row.second)
        today = date.today().isoformat()
        self.dates = (
            (min(today, *self.dates), max(today, *self.dates)) if self.dates else (today,) * 2
        )

    def standings(self) -> Standings:
        standings = Standings()
        standings.add(
            GameRow(number, letter != "x", RESULTS.get(letter), "", PlayerStats(), PlayerStats())
            for number, letter in self.results.items()
        )
        return standings

    def counts(self) -> Counts:
        return self.standings().counts


def load_standings(file: Path) -> dict[str, Standing]:
    stored = json.loads(file.read_text()) if file.exists() else {}
    return {name: _standing(values) for name, values in stored.items()}


def _standing(values) -> Standing:
    first, second = (PlayerStats(**stats) for stats in values["stats"])
    return Standing(
        {number: letter for number, letter in enumerate(values["results"]) if letter != "."},
        (first, second),
        Counter(values["drawn"]),
        Counter(values["apart"]),
        values["seconds"],
        tuple(values["dates"]),
    )


def save_standings(file: Path, standings: dict[str, Standing]) -> None:
    values = {name: _values(standings[name]) for name in sorted(standings)}
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in values.items()]
    new = file.with_suffix(".new")
    new.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    os.replace(new, file)


def _values(standing: Standing) -> dict[str, object]:
    last = max(standing.results, default=-1)
    return {
        "results": "".join(standing.results.get(number, ".") for number in range(last + 1)),
        "stats": [
            {name: round(value, 1) for name, value in asdict(stats).items() if value}
            for stats in standing.stats
        ],
        "drawn": dict(standing.drawn),
        "apart": dict(standing.apart),
        "seconds": standing.seconds,
        "dates": standing.dates,
    }


# --- words --------------------------------------------------------------------------------------


def print_standing(contest: Contest, standing: Standing) -> None:
    counts = standing.counts()
    met = "reached" if counts.score >= contest.goal else "missed"
    goal = f"goal {100 * contest.goal:.0f} % {met}, {counts.games} of {contest.games} games"
    dates = " to ".join(dict.fromkeys(standing.dates))
    print(f"{contest.name:16} {format_score(counts)} (95 %); {goal}, {dates}")
    if standing.drawn:
        print(f"{'':16} drawn by {_listed(standing.drawn)}")
    if standing.apart:
        print(f"{'':16} not counted: {_listed(standing.apart)}")
    for name, stats in zip(contest.engines, standing.stats, strict=True):
        print(f"{'':16} {_stats(name, stats)}")


def _listed(reasons: Counter[str]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())


def _stats(name: str, stats: PlayerStats) -> str:
    text = f"{name}: {stats.seconds / max(stats.moves, 1):.3f} s a move"
    for word in ("crashes", "hangs", "illegal", "helped"):
        count = getattr(stats, word)
        text += f", {count} {word} in {stats.moves} moves" if count else ""
    return text


# --- games --------------------------------------------------------------------------------------


def play(contest: Contest, standing: Standing, games: int, cores: int, tell) -> None:
    variant = load(contest.variant)
    match = Match(
        engines=contest.engines,
        variant=variant,
        games=games,
        opening=random_openings(variant, contest.plies, 0),
        seconds=standing.seconds,
        concurrency=contest.side_by_side(cores),
        max_plies=contest.max_plies,
        lead=contest.lead,
    )
    asyncio.run(play_match(match, standing.standings(), tell))


def play_missing(contest: Contest, standing: Standing, games: int, cores: int, tell) -> None:
    """Play until `games` games count, unless more fail than that."""
    while standing.counts().games < games and standing.apart.total() <= games:
        play(contest, standing, games + standing.apart.total(), cores, tell)


def run(chosen: list[Contest], file: Path, games: int | None, cores: int) -> None:
    standings = load_standings(file)
    for contest in chosen:
        standing = standings.setdefault(contest.name, Standing(seconds=contest.seconds))

        def tell(row: GameRow, contest: Contest = contest, standing: Standing = standing) -> None:
            standing.add(row, contest.unaided)
            save_standings(file, standings)
            score = format_score(standing.counts())
            print(f"{contest.name} {len(standing.results)}: {score}", flush=True)

        try:
            play_missing(contest, standing, games or contest.games, cores, tell)
        except MakachessError as error:
            print(f"{contest.name}: {error}", file=sys.stderr)
        except KeyboardInterrupt:
            print("interrupted; --run goes on from here", file=sys.stderr)
            return


def with_before(chosen: list[Contest], command: str | None) -> list[Contest]:
    """The contests with the older program's command, or without those that need one."""
    found = []
    for contest in chosen:
        if BEFORE not in contest.engines:
            found.append(contest)
        elif command:
            found.append(replace(contest, engines=(contest.engines[0], command)))
        else:
            print(f"{contest.name}: left out, as --before names no program", file=sys.stderr)
    return found


def sample() -> None:
    """Two games of some contests at a pace that proves nothing, to see that all of it works."""
    for name in ("macadamia-hachu", "chess-fairymax", "veteran-3-2", "decimaka-3-2"):
        contest = contests()[name]
        path = os.pathsep.join((os.environ.get("PATH", ""), *GAMES))
        if ":" not in contest.engines[1] and not shutil.which(contest.engines[1], path=path):
            print(f"{name:16} {contest.engines[1]} is not installed")
            continue
        standing = Standing(seconds=contest.seconds and 0.03)
        play(contest, standing, 2, 2, standing.add)
        print_standing(contest, standing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--run", nargs="*", metavar="CONTEST", help="play missing games; of all")
    parser.add_argument("--games", type=int, help="instead of each contest's own number")
    parser.add_argument("--forget", nargs="+", metavar="CONTEST", help="drop results, first of all")
    parser.add_argument("--file", type=Path, default=FILE, help="of the results, instead of ours")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="to play on")
    parser.add_argument("--before", metavar="COMMAND", help="an older makachess, as an engine")
    arguments = parser.parse_args()
    known = contests()
    for name in (*(arguments.run or ()), *(arguments.forget or ())):
        if name not in known:
            parser.error(f"{name!r} is not a contest (there are: {', '.join(known)})")
    if not COMPILED:
        print("the kernel is not compiled: these are no results", file=sys.stderr)
    if arguments.forget:
        kept = load_standings(arguments.file)
        remembered = {name: kept[name] for name in kept if name not in arguments.forget}
        save_standings(arguments.file, remembered)
    if arguments.run is not None:
        names = arguments.run or list(known)
        chosen = [known[name] for name in names]
        run(with_before(chosen, arguments.before), arguments.file, arguments.games, arguments.cores)
    standings = load_standings(arguments.file)
    for name, contest in known.items():
        if name in standings:
            print_standing(contest, standings[name])
    if arguments.run is None:
        print(f"stored: {len(standings)} of {len(known)} contests; a quick sample:")
        sample()


if __name__ == "__main__":
    main()
