"""The file of games: a header of text, then a record a game, added to by each run.

A game is its moves, as the kernel packs them, and the score that each move was chosen with; so
every position can be set up again, and takes some six bytes. Each game is a function of the
settings in the header and its number: it does not matter which process has played it, or when.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.counting import how_many
from makachess.play.selfplay.record import HELD_OUT, PlayedGame, is_torn, read_record

from .kept_lines import append_bytes, begin_file

FIRST = "makachess games 1"
APART = 1_000 * 1_000 * HELD_OUT  # between the numbers of games of different files


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
        with path.open("rb") as file:
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


def load_all(paths: Sequence[Path]) -> Iterator[PlayedGame]:
    """The games of several files, with numbers of their own; each is held out where it was."""
    for at, path in enumerate(paths):
        for game in load_games(path):
            yield replace(game, number=at * APART + game.number)


def _records(path: Path) -> Iterator[tuple[int, PlayedGame]]:
    """Each game, and where its record ends.

    Raises MakachessError at a record that was changed, since all behind it would be lost.
    """
    end, count = len(read_settings(path).header().encode()), 0
    with path.open("rb") as file:
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
