"""Where training finds and leaves its files."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from makachess.core.spec import Variant
from makachess.training.options import Options
from makachess.variants.books import books_folder
from makachess.variants.models import models_folder, open_model
from makachess.variants.sources import data_folder, is_there


def work_folder(variant: Variant, options: Options) -> Path:
    """Where the games of a variant are, models that are tried, and matches."""
    return (options.work or data_folder() / "training") / variant.name


def kept_model(variant: Variant, options: Options) -> Path:
    return (options.into or models_folder()) / f"{variant.name}.model"


def kept_book(variant: Variant, options: Options) -> Path:
    return (options.into or books_folder()) / f"{variant.name}.book"


def usual_model(variant: Variant, options: Options) -> str:
    """The model that a variant has now, as a file; `none` if there is none for its rules.

    Where models are kept in another folder than the player's, it is the one there.
    """
    paths = [kept_model(variant, options)]
    if options.into is None:
        paths.append(Path(str(resources.files("makachess.variants"))) / f"{variant.name}.model")
    found = (path for path in paths if is_there(path) and open_model(path).fits(variant))
    return str(next(found, "none"))


def present_model(variant: Variant, options: Options) -> str:
    """The model that a step begins with: the one it is given, or else the usual one."""
    return options.model or usual_model(variant, options)


def checksum_of(model: str) -> str:
    """What tells a model, a file or `none`, from others; raises ModelError."""
    return "none" if model == "none" else open_model(model).header["checksum"]
