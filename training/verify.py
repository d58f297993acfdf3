"""The step `verify`: whether a new model wins, by a sequential test from random openings."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.counting import how_many
from makachess.core.spec import Variant
from makachess.play.match.openings import random_openings
from makachess.play.match.run import Match, check_engines, known_games, play_match
from makachess.play.match.standings import Row, Standings, format_score, format_sprt
from makachess.play.match.statistics import Counts, bounds, interval, likelihood_ratio
from makachess.saves.storage import replace_text
from makachess.variants.models import parse_model

from .kept_lines import adding_to
from .ladder import Rung, append_rung
from .places import checksum_of, folder_of, kept_model, ladder_file, present_model
from .progress import bar

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

    def heard(_: Row) -> None:
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


def verify(variant: Variant, arguments: argparse.Namespace) -> None:
    """Play the new model against the present one, and note the result in its file."""
    trial = _trial(variant, arguments)
    with adding_to(trial.save), bar(f"{variant.name}: games", trial.games) as advance:
        standings = run_trial(trial, lambda so_far: advance(len(so_far.rows), _short(so_far)))
    print(_standing(standings, trial))
    path = Path(trial.new)
    data = _with_match(path.read_bytes(), describe(standings.counts, trial))
    replace_text(path, data)
    if arguments.keep and has_won(standings.counts, trial.sprt):
        keep(variant, data, standings.counts, trial)


def _trial(variant: Variant, arguments: argparse.Namespace) -> Trial:
    """What the command line asks for; raises MakachessError."""
    nodes, seed = arguments.nodes or 3000, arguments.seed
    new, ground = checksum_of(str(arguments.new)), checksum_of(arguments.model)
    if arguments.keep and ground != checksum_of(present_model(variant)):
        raise MakachessError(
            f"--keep: {arguments.model} is not the present model of {variant.name}, "
            "and the ladder is climbed from that one"
        )
    other = "" if seed == 1 else f"-seed-{seed}"  # openings than the usual ones
    name = f"match-{new}-{ground}-{arguments.time or nodes}{other}.pgn"
    return Trial(
        variant=variant,
        new=str(arguments.new),
        present=arguments.model,
        games=arguments.games,
        nodes=nodes,
        seconds=arguments.time,
        seed=seed,
        sprt=arguments.sprt,
        processes=arguments.processes,
        save=folder_of(variant) / name,
        cluster=arguments.cluster,
    )


def keep(variant: Variant, data: bytes, counts: Counts, trial: Trial) -> None:
    """Make a model the present one of its variant, and note on the ladder how it got there."""
    checksum = parse_model(data, trial.new).header["checksum"]
    rung = Rung(
        model=checksum,
        against=checksum_of(trial.present),
        date=date.today(),
        limit=_limit(trial),
        counts=counts,
    )
    append_rung(ladder_file(variant), rung)
    replace_text(kept_model(variant), data)
    print(f"kept: {kept_model(variant)}")


def _limit(trial: Trial) -> str:
    return f"{trial.seconds:g} s" if trial.seconds else how_many(trial.nodes, "node")


def _short(standings: Standings) -> str:
    return f"{100 * standings.counts.score:.1f} %"


def _standing(standings: Standings, trial: Trial) -> str:
    counts = standings.counts
    return f"{counts.games}: {format_score(counts)}; {format_sprt(counts, trial.sprt)}"


def _with_match(data: bytes, text: str) -> bytes:
    """The model's file with another line `match`."""
    head, _, packed = data.partition(b"\n\n")
    lines = [line for line in head.split(b"\n") if not line.startswith(b"match: ")]
    new = b"\n".join([*lines[:-2], f"match: {text}".encode(), *lines[-2:]]) + b"\n\n" + packed
    parse_model(new, "the model")  # it can still be read
    return new
