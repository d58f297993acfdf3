"""The step `verify`: whether a new model wins, by a sequential test from random openings."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.saves.storage import make_folder, replace_text
from makachess.training.match import (
    Match,
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


def has_won(counts: Counts, sprt: tuple[float, float]) -> bool:
    return verdict(counts, sprt) == 1


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a match of two models: in words, and the new one's file with a note of it."""

    new: str  # its file
    against: str  # a file or `none`
    won: bool
    told: str
    data: bytes


def try_out(variant: Variant, options: Options, bar: Bar) -> Result:
    """Play the new model against the present one, and note the result in its file."""
    folder, present = work_folder(variant, options), present_model(variant, options)
    path, seed, seconds = options.new or folder / "new.model", options.seed, options.seconds
    both = f"{checksum_of(str(path))}-{checksum_of(present)}"
    limit = f"{seconds:g}" if seconds else str(options.nodes)
    other = "" if seed == 1 else f"-seed-{seed}"  # openings than the usual ones
    nodes = UNLIMITED if seconds else options.nodes
    save = folder / f"match-{both}-{limit}{other}.pgn"
    match = Match(
        engines=(f"nodes:{nodes},model={path}", f"nodes:{nodes},model={present}"),
        variant=variant,
        games=options.games,
        opening=RandomOpenings(variant, OPENING_PLIES, seed),
        seconds=seconds,
        seed=seed,
        concurrency=options.processes,
        save=save,
        sprt=options.sprt,
        max_plies=600,
        lead=LEAD,
    )
    match.check_engines()
    with adding_to(save), bar("games", match.games) as advance:
        standings = known_games(match, resume=True)

        def tell(_: object) -> None:
            advance(len(standings.rows), f"{100 * standings.counts.score:.1f} %")

        asyncio.run(play_match(match, standings, tell))
    counts = standings.counts
    spent = f"{limit} s" if seconds else how_many(nodes, "node")
    data = _with_match(path.read_bytes(), describe(counts, spent, present))
    replace_text(path, data)
    told = (
        f"{path.name} in {how_many(counts.games, 'game')}: "
        f"{format_score(counts)}; {format_sprt(counts, options.sprt)}"
    )
    return Result(str(path), present, has_won(counts, options.sprt), told, data)


def describe(counts: Counts, limit: str, present: str) -> str:
    """How it went, in a line for the header of the model."""
    low, high = interval(counts)
    other = "no model" if present == "none" else "the model before"
    return (
        f"{100 * counts.score:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of "
        f"{how_many(counts.games, 'game')} at {limit} a move against {other}, "
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


def keep_if_won(variant: Variant, result: Result, options: Options) -> str:
    """Make a model the present one if it has won against that; what became of it, in a line."""
    new, against = parse_model(result.data, result.new), result.against
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
