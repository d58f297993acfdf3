"""The step `verify`: whether a new model wins, by a sequential test from random openings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.saves.storage import make_folder, replace_text
from makachess.training.match import (
    Match,
    Standings,
    format_score,
    format_sprt,
    known_games,
    play_match,
)
from makachess.training.openings import RandomOpenings
from makachess.training.options import Bar, Options, silent
from makachess.training.places import (
    checksum_of,
    kept_model,
    present_model,
    usual_model,
    work_folder,
)
from makachess.training.results import adding_to
from makachess.training.statistics import Counts, interval, verdict
from makachess.variants.models import parse_model

OPENING_PLIES = 6
UNLIMITED = 10**9  # nodes, where time is the limit
LEAD = 6.0  # average pieces; on the largest boards winning with them takes hundreds of plies


@dataclass(frozen=True, slots=True)
class Trial:
    new: str  # a file
    present: str  # a file or `none`
    limit: str  # of a move
    match: Match


def make_trial(variant: Variant, options: Options) -> Trial:
    folder, present = work_folder(variant, options), present_model(variant, options)
    new, seed, seconds = str(options.new or folder / "new.model"), options.seed, options.seconds
    both = f"{checksum_of(new)}-{checksum_of(present)}"
    limit = f"{seconds:g}" if seconds else str(options.nodes)
    other = "" if seed == 1 else f"-seed-{seed}"  # openings than the usual ones
    nodes = UNLIMITED if seconds else options.nodes
    match = Match(
        engines=(f"nodes:{nodes},model={new}", f"nodes:{nodes},model={present}"),
        variant=variant,
        games=options.games,
        opening=RandomOpenings(variant, OPENING_PLIES, seed),
        seconds=seconds,
        seed=seed,
        concurrency=options.processes,
        save=folder / f"match-{both}-{limit}{other}.pgn",
        sprt=options.sprt,
        max_plies=600,
        lead=LEAD,
    )
    return Trial(new, present, f"{limit} s" if seconds else how_many(nodes, "node"), match)


def run_trial(match: Match, tell: Callable[[Standings], object]) -> Standings:
    """Play the games that are missing, until the test is decided; `tell` hears after each."""
    match.check_engines()
    standings = known_games(match, resume=True)
    asyncio.run(play_match(match, standings, lambda _: tell(standings)))
    return standings


def has_won(counts: Counts, sprt: tuple[float, float]) -> bool:
    return verdict(counts, sprt) == 1


def describe(counts: Counts, trial: Trial) -> str:
    """How it went, in a line for the header of the model."""
    low, high = interval(counts)
    other = "no model" if trial.present == "none" else "the model before"
    return (
        f"{100 * counts.score:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of "
        f"{how_many(counts.games, 'game')} at {trial.limit} a move against {other}, "
        f"+{counts.wins} ={counts.draws} -{counts.losses}"
    )


def verify(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Play the new model against the present one, and note the result in its file."""
    present, usual = present_model(variant, options), usual_model(variant, options)
    if options.keep and checksum_of(present) != checksum_of(usual):
        raise MakachessError(
            f"--keep: {present} is not the present model of {variant.name}, "
            "which is the one to win against"
        )
    result = try_out(variant, options, bar)
    if not options.keep:
        return result.told
    return f"{result.told}\n{keep_if_won(variant, result, options)}"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a trial: in numbers and words, and the new model's file with a note of it."""

    trial: Trial
    counts: Counts
    won: bool
    told: str
    data: bytes


def try_out(variant: Variant, options: Options, bar: Bar) -> Result:
    """Play the new model against the present one, and note the result in its file."""
    trial = make_trial(variant, options)
    match, path = trial.match, Path(trial.new)
    assert match.save is not None
    with adding_to(match.save), bar("games", match.games) as advance:
        standings = run_trial(
            match, lambda so_far: advance(len(so_far.rows), f"{100 * so_far.counts.score:.1f} %")
        )
    counts = standings.counts
    data = _with_match(path.read_bytes(), describe(counts, trial))
    replace_text(path, data)
    told = (
        f"{path.name} in {how_many(counts.games, 'game')}: "
        f"{format_score(counts)}; {format_sprt(counts, options.sprt)}"
    )
    return Result(trial, counts, has_won(counts, options.sprt), told, data)


def keep_if_won(variant: Variant, result: Result, options: Options) -> str:
    """Make a model the present one if it has won against that; what became of it, in a line."""
    new, against = parse_model(result.data, result.trial.new), result.trial.present
    checksum, usual = new.header["checksum"], checksum_of(usual_model(variant, options))
    path = kept_model(variant, options)
    if not result.won:
        return "not kept: it has not been shown to be stronger"
    if usual not in (checksum, checksum_of(against)):
        return "not kept: the present model is no longer the one it was matched with"
    if usual != checksum:
        make_folder(path.parent)
        replace_text(path, result.data)
    return f"kept: {path}"


def _with_match(data: bytes, text: str) -> bytes:
    """The model's file with another line `match`."""
    head, _, packed = data.partition(b"\n\n")
    lines = [line for line in head.split(b"\n") if not line.startswith(b"match: ")]
    new = b"\n".join([*lines[:-2], f"match: {text}".encode(), *lines[-2:]]) + b"\n\n" + packed
    parse_model(new, "the model")  # it can still be read
    return new
