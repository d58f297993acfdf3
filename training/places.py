"""Where training finds and leaves its files."""

from __future__ import annotations

from pathlib import Path

from makachess.core.spec import Variant
from makachess.variants.models import open_model

ROOT = Path(__file__).parents[1]


def present_model(variant: Variant) -> str:
    """The model that a variant has now, as a file; `none` if there is none for its rules."""
    path = kept_model(variant)
    return str(path) if path.exists() and open_model(path).fits(variant) else "none"


def checksum_of(model: str) -> str:
    """What tells a model, a file or `none`, from others; raises ModelError."""
    return "none" if model == "none" else open_model(model).header["checksum"]


def kept_model(variant: Variant) -> Path:
    """Where a model goes that has won."""
    return ROOT / "variants" / f"{variant.name}.model"


def kept_book(variant: Variant) -> Path:
    """Where an opening book goes that is kept."""
    return ROOT / "variants" / f"{variant.name}.book"


def folder_of(variant: Variant) -> Path:
    """Where games, models that are tried, and matches are."""
    return ROOT / "build" / "training" / variant.name


def ladder_file(variant: Variant) -> Path:
    """The matches that made the generations of a variant's model."""
    return ROOT / "training" / "ladders" / f"{variant.name}.toml"


def ladder_picture(variant: Variant) -> Path:
    """Where they are drawn."""
    return ROOT / "docs" / "pictures" / f"ladder-{variant.name}.svg"
