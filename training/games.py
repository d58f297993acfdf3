"""The file of games: a header of text, then a record a game, added to by each run.

A game is its moves, as the kernel packs them, and the score that each move was chosen with; so
every position can be set up again, and takes some five bytes. Each game is a function of the
settings in the header and its number: it does not matter which process has played it, or when.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, fields
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.training.kept_lines import adding_to, append_bytes, begin_file
from makachess.training.options import Advance, Bar, Options, silent
from makachess.training.places import present_model, work_folder
from makachess.training.runners import open_runner
from makachess.training.selfplay import (
    PlayedGame,
    Series,
    is_torn,
    play_packed,
    read_record,
)
from makachess.variants import rules_digest
from makachess.variants.files import open_file
from makachess.variants.models import choose_model_file

FIRST = "makachess games 1"


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides how games go."""

    variant: str
    rules: str  # the digest of the movement
    model: str  # its checksum, or none
    seed: int
    nodes: int  # a move

    def header(self) -> str:
        """The first lines of a file."""
        return (
            f"{FIRST}\nvariant: {self.variant}\nrules: {self.rules}\nmodel: {self.model}\n"
            f"seed: {self.seed}\nnodes: {self.nodes}\n\n"
        )


def read_settings(path: Path) -> Settings:
    """The header of a file; raises MakachessError if it is no file of games."""
    try:
        with open_file(path) as file:
            lines = [file.readline(200).decode("utf-8", "replace").rstrip("\n") for _ in range(7)]
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror}") from None
    values = dict(line.partition(": ")[::2] for line in lines[1:6])
    try:
        if lines[0] != FIRST or lines[6]:
            raise ValueError
        numbers = int(values["seed"]), int(values["nodes"])
        return Settings(values["variant"], values["rules"], values["model"], *numbers)
    except (KeyError, ValueError):
        raise MakachessError(f"{path}: this is no file of games") from None


def load_games(path: Path) -> Iterator[PlayedGame]:
    """The games of a file, up to a record that was cut short; raises MakachessError."""
    for _, game in _records(path):
        yield game


def _records(path: Path) -> Iterator[tuple[int, PlayedGame]]:
    """Each game, and where its record ends.

    Raises MakachessError at a record that was changed, since all behind it would be lost.
    """
    end, count = len(read_settings(path).header().encode()), 0
    with open_file(path) as file:
        file.seek(end)
        while (game := read_record(file)) is not None:
            end, count = file.tell(), count + 1
            yield end, game
        file.seek(end)
        if not is_torn(rest := file.read()):
            raise MakachessError(
                f"{path} is damaged behind {how_many(count, 'game')}, "
                f"{len(rest)} bytes before its end; "
                f"`truncate -s {end}` keeps those games, and the others can be played again"
            )


def open_games(path: Path, settings: Settings) -> set[int]:
    """Make the file, or cut off a torn record at its end; the numbers of the games it has.

    Raises MakachessError if it is of games with other settings, or damaged.
    """
    if not path.exists():
        begin_file(path, settings.header())
        return set()
    found = read_settings(path)
    if found != settings:
        raise MakachessError(f"{path} has games of {_difference(found, settings)}")
    known, end = set[int](), len(settings.header().encode())
    for end_of_game, game in _records(path):
        known.add(game.number)
        end = end_of_game
    os.truncate(path, end)
    return known


def _difference(found: Settings, wanted: Settings) -> str:
    """What settings were found that are not those wanted, in words."""
    names = [one.name for one in fields(Settings)]
    told = [(name, getattr(found, name), getattr(wanted, name)) for name in names]
    return ", ".join(f"{name} {one}, not {other}" for name, one, other in told if one != other)


def append_record(path: Path, record: bytes) -> None:
    """Add a packed game; it is in the file before the next one begins. Raises MakachessError."""
    append_bytes(path, record)


# --- the step -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """Games to be played: which of a series, by whom, and the file they are added to."""

    series: Series
    numbers: list[int]
    path: Path
    processes: int = 1
    cluster: str = ""


def play(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Play the games that are missing."""
    seed, nodes = options.seed, options.nodes
    model = choose_model_file(present_model(variant, options), variant)
    series = Series(variant, model, seed, nodes)
    rules = rules_digest(variant).movement
    settings = Settings(variant.name, rules, series.checksum, seed, nodes)
    path = work_folder(variant, options) / f"games-{seed}.bin"
    started = time.perf_counter()
    with adding_to(path):
        known = open_games(path, settings)
        missing = [number for number in range(1, options.games + 1) if number not in known]
        order = Order(series, missing, path, options.processes, options.cluster)
        with bar("games", len(missing)) as advance:
            size = asyncio.run(play_order(order, advance))
    seconds = time.perf_counter() - started
    return f"{how_many(len(missing), 'game')}, {size} bytes in {seconds:.0f} s: {path}"


async def play_order(order: Order, advance: Advance) -> int:
    """Play games, each in the file as soon as it is known here; how many bytes they are."""
    size = 0
    async with open_runner(order.cluster, order.processes) as runner:
        records = runner.run(play_packed, order.series, order.numbers, len(order.numbers))
        async with aclosing(records):
            done = 0
            async for record in records:
                append_record(order.path, record)
                size += len(record)
                done += 1
                advance(done, f"({runner.where})")
    return size
