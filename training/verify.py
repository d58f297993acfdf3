"""The step `verify`: whether a new model wins, by a sequential test from random openings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.saves.storage import make_folder, replace_text
from makachess.training.kept_lines import adding_to
from makachess.training.ladder import Rung, append_rung
from makachess.training.match import (
    GameRow,
    Match,
    Standings,
    check_engines,
    format_score,
    format_sprt,
    known_games,
    play_match,
)
from makachess.training.openings import random_openings
from makachess.training.options import Bar, Options, silent
from makachess.training.places import (
    checksum_of,
    kept_model,
    ladder_file,
    present_model,
    usual_model,
    work_folder,
)
from makachess.training.statistics import Counts, bounds, interval, likelihood_ratio
from makachess.variants.models import parse_model

OPENING_PLIES = 6
UNLIMITED = 10**9  # nodes, where time is the limit


@dataclass(frozen=True, slots=True)
class Trial:
    """A new model against another, with as many nodes or as much time for each."""

    variant: Variant
    new: str  # a file
    present: str  # a file or `none`
    games: int
    nodes: int
    seconds: float | None
    seed: int
    sprt: tuple[float, float]
    processes: int
    save: Path
    cluster: str = ""

    def match(self) -> Match:
        """The match to be played."""
        limit = UNLIMITED if self.seconds else self.nodes
        return Match(
            engines=(f"nodes:{limit},model={self.new}", f"nodes:{limit},model={self.present}"),
            variant=self.variant,
            games=self.games,
            opening=random_openings(self.variant, OPENING_PLIES, self.seed),
            seconds=self.seconds,
            seed=self.seed,
            concurrency=self.processes,
            save=self.save,
            sprt=self.sprt,
            max_plies=600,
            cluster=self.cluster,
        )


def run_trial(trial: Trial, tell: Callable[[Standings], object]) -> Standings:
    """Play the games that are missing, until the test is decided; `tell` hears after each."""
    match = trial.match()
    check_engines(match)
    standings = known_games(match, resume=True)

    def heard(_: GameRow) -> None:
        tell(standings)

    asyncio.run(play_match(match, standings, heard))
    return standings


def has_won(counts: Counts, sprt: tuple[float, float]) -> bool:
    """Whether the test has accepted that the new model is stronger."""
    return likelihood_ratio(counts, *sprt) >= bounds()[1]


def describe(counts: Counts, trial: Trial) -> str:
    """How it went, in a line for the header of the model."""
    low, high = interval(counts)
    other = "no model" if trial.present == "none" else "the model before"
    return (
        f"{100 * counts.score:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of "
        f"{how_many(counts.games, 'game')} at {_limit(trial)} a move against {other}, "
        f"+{counts.wins} ={counts.draws} -{counts.losses}"
    )


def verify(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Play the new model against the present one, and note the result in its file."""
    present, usual = present_model(variant, options), usual_model(variant, options)
    if options.keep and checksum_of(present) != checksum_of(usual):
        raise MakachessError(
            f"--keep: {present} is not the present model of {variant.name}, "
            "and the ladder is climbed from that one"
        )
    result = try_out(variant, options, bar)
    if not options.keep:
        return result.told
    return f"{result.told}\n{keep_if_won(variant, result, options)}"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a trial: in words, in numbers, and the new model's file with a note of it."""

    trial: Trial
    counts: Counts
    data: bytes

    @property
    def won(self) -> bool:
        """Whether the new model is stronger."""
        return has_won(self.counts, self.trial.sprt)

    @property
    def told(self) -> str:
        """How it went, in a line."""
        score, test = format_score(self.counts), format_sprt(self.counts, self.trial.sprt)
        games = how_many(self.counts.games, "game")
        return f"{Path(self.trial.new).name} in {games}: {score}; {test}"


def try_out(variant: Variant, options: Options, bar: Bar) -> Result:
    """Play the new model against the present one, and note the result in its file."""
    trial = _trial(variant, options)
    with adding_to(trial.save), bar("games", trial.games) as advance:
        standings = run_trial(trial, lambda so_far: advance(len(so_far.rows), _short(so_far)))
    path = Path(trial.new)
    data = _with_match(path.read_bytes(), describe(standings.counts, trial))
    replace_text(path, data)
    return Result(trial, standings.counts, data)


def _trial(variant: Variant, options: Options) -> Trial:
    """What is asked for; raises MakachessError."""
    folder, present = work_folder(variant, options), present_model(variant, options)
    new, seed = options.new or folder / "new.model", options.seed
    both = f"{checksum_of(str(new))}-{checksum_of(present)}"
    limit = f"{options.seconds:g}" if options.seconds else options.nodes
    other = "" if seed == 1 else f"-seed-{seed}"  # openings than the usual ones
    return Trial(
        variant=variant,
        new=str(new),
        present=present,
        games=options.games,
        nodes=options.nodes,
        seconds=options.seconds,
        seed=seed,
        sprt=options.sprt,
        processes=options.processes,
        save=folder / f"match-{both}-{limit}{other}.pgn",
        cluster=options.cluster,
    )


def keep_if_won(variant: Variant, result: Result, options: Options) -> str:
    """Make a model the present one if it has won against that; what became of it, in a line.

    How it got there is noted on the ladder.
    """
    new, against = parse_model(result.data, result.trial.new), result.trial.present
    checksum, usual = new.header["checksum"], checksum_of(usual_model(variant, options))
    path = kept_model(variant, options)
    if not result.won:
        return "not kept: it has not been shown to be stronger"
    if usual not in (checksum, checksum_of(against)):
        return "not kept: the present model is no longer the one it was matched with"
    if usual != checksum:
        rung = Rung(
            model=checksum,
            against=checksum_of(against),
            date=date.today(),
            limit=_limit(result.trial),
            counts=result.counts,
        )
        append_rung(ladder_file(variant, options), rung)
        make_folder(path.parent)
        replace_text(path, result.data)
    return f"kept: {path}"


def _limit(trial: Trial) -> str:
    return f"{trial.seconds:g} s" if trial.seconds else how_many(trial.nodes, "node")


def _short(standings: Standings) -> str:
    return f"{100 * standings.counts.score:.1f} %"


def _with_match(data: bytes, text: str) -> bytes:
    """The model's file with another line `match`."""
    head, _, packed = data.partition(b"\n\n")
    lines = [line for line in head.split(b"\n") if not line.startswith(b"match: ")]
    new = b"\n".join([*lines[:-2], f"match: {text}".encode(), *lines[-2:]]) + b"\n\n" + packed
    parse_model(new, "the model")  # it can still be read
    return new
