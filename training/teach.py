"""The steps of training by name, and all of them in a row: a generation of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.saves.storage import make_folder, replace_text
from makachess.training.options import USUAL, Bar, Options
from makachess.training.places import usual_model, work_folder
from makachess.training.verify import keep_if_won, try_out

Step: TypeAlias = Callable[[Variant, Options, Bar], str]
"""Does its work, and says in a line or a few what came of it; raises MakachessError."""


def find_step(name: str) -> Step:
    """A step by its name; raises MakachessError where what it calculates with is missing."""
    try:
        module = import_module(f"makachess.training.{'selfplay' if name == 'play' else name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("numpy", "scipy"):
            raise
        raise MakachessError(
            f"{name} needs NumPy and SciPy: pip install 'makachess[training]'"
        ) from None
    step: Step = getattr(module, name)
    return step


def teach(variant: Variant, options: Options, bar: Bar) -> Iterator[str]:
    """Learn a generation of a game: before each step what it does, behind it what came of it.

    A run that was interrupted goes on with the model it began with, even if another has been kept
    meanwhile. Raises MakachessError.
    """
    play, fit, net, book = map(find_step, ("play", "fit", "net", "book"))  # before all the work
    ground, folder = _ground(variant, options), work_folder(variant, options)
    options = replace(options, model=ground)
    match = replace(options, games=options.matches, nodes=USUAL["verify"].nodes)

    yield f"play: {options.games} games of the engine against itself"
    yield play(variant, options, bar)
    yield "fit: what each piece is worth on each square"
    yield fit(variant, options, bar)
    yield "verify: these tables against the model before"
    tables = try_out(variant, match, bar)
    yield f"{tables.told}\n{keep_if_won(variant, tables, options)}"
    yield "net: what the tables leave over"
    yield net(variant, options, bar)
    yield f"verify: the net against {'the tables' if tables.won else 'the model before'}"
    against = tables.new if tables.won else ground
    trained = try_out(variant, replace(match, new=folder / "net.model", model=against), bar)
    yield f"{trained.told}\n{keep_if_won(variant, trained, options)}"
    yield "book: openings, grown with the best of these models"
    best = usual_model(variant, options)
    yield book(variant, replace(options, model=best, nodes=USUAL["book"].nodes, keep=True), bar)


def _ground(variant: Variant, options: Options) -> str:
    """The model that the games of a seed are played with: the one present when they began."""
    path = work_folder(variant, options) / f"ground-{options.seed}.model"
    if not path.exists():
        present = usual_model(variant, options)
        make_folder(path.parent)
        replace_text(path, b"" if present == "none" else Path(present).read_bytes())
    return str(path) if path.stat().st_size else "none"
