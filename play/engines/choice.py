"""Which engine searches: a program where a command line is given, else the built-in one."""

from __future__ import annotations

from functools import partial

from makachess.core import COMPILED
from makachess.core.engine.book import OpeningBook
from makachess.core.engine.model import Model
from makachess.core.engine.style import BALANCED
from makachess.core.spec import Variant
from makachess.play.cores import modest_cores, usable_cores
from makachess.play.engines.builtin import ProcessEngine, ThreadEngine
from makachess.play.engines.external import ProgramEngine
from makachess.play.engines.interface import AsyncEngine
from makachess.play.engines.player import EnginePlayer
from makachess.play.settings import load_settings
from makachess.saves.restriction import check_program
from makachess.variants.books import find_book


def make_engine(
    variant: Variant,
    command: str | None = None,
    model: Model | None = None,
    cores: int | None = None,
) -> AsyncEngine:
    """An engine for a variant; the built-in one runs in a thread if it is compiled.

    It searches with so many cores, or those that the settings allow.
    """
    if command is not None:
        check_program(command)
        return ProgramEngine(variant, command)
    if not COMPILED:
        return ProcessEngine(variant, model)
    return ThreadEngine(variant, model, allowed_cores() if cores is None else cores)


def allowed_cores() -> int:
    """How many cores a search may use by the player's settings, at most those there are."""
    wanted = load_settings().settings.cores
    usable = usable_cores()
    return min(wanted, usable) if isinstance(wanted, int) else modest_cores(usable)


def make_player(
    variant: Variant,
    level: int,
    seed: int | None = None,
    command: str | None = None,
    model: Model | None = None,
    book: OpeningBook | None = None,
    *,
    style: str = BALANCED,
    natural: bool = False,
    cores: int | None = None,
) -> EnginePlayer:
    """A player; for a program the built-in engine stands in if it fails.

    Without a book it plays by the usual one of the variant. A `style` is one of those of the
    built-in engine; at a `natural` pace it takes its time.
    """
    make = partial(make_engine, variant, model=model, cores=cores)
    refused: list[str] = []
    chosen = find_book(variant, refused.append) if book is None else book
    engine = make(command=command)
    stand_in = None if command is None else make
    player = EnginePlayer(engine, level, seed, stand_in, chosen, style=style, natural=natural)
    player.notice = " ".join(refused)
    return player
