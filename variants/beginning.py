"""A new variant file to begin with: another game by inheritance, with all that can be changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from makachess.core.errors import VariantError
from makachess.core.spec import PieceType, Variant
from makachess.variants.catalogue import TAKEN, load_by_name, variants_folder
from makachess.variants.shape import key
from makachess.variants.sources import SUFFIX, is_name, refuse_name, shipped_names

_BARE = re.compile(r"[A-Za-z0-9_-]+")
# What makes a man what he is: the fields of a piece that a new file shows.
_TELLING = ("name", "betza", "description", "promotes_to", "infects", "promoted", "royal", "immune")
_HEAD = """\
# A game of your own, which plays like {origin!r} until you change it. A line that begins with # is
# a note; take the # away where you want to say something else. `makachess check {file}` says what
# is wrong, `makachess pieces {name}` draws the moves, `makachess play {name}` plays it.
# docs/variants.md explains every key and the letters of `betza`.
"""


def begin_variant(name: str, origin: str) -> Path:
    """Write a file for a new variant into the player's folder, and return its path.

    Raises VariantError if the name is taken or none, or the origin is unknown or broken.
    """
    if not is_name(name):
        raise VariantError(refuse_name(name))
    if name in shipped_names() or name in TAKEN:
        raise VariantError(f"{name!r} is the name of a built-in variant; choose another one")
    path = variants_folder() / (name + SUFFIX)
    text = format_beginning(name, load_by_name(origin))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise VariantError(f"{name!r} is taken: {str(path)!r} is there already") from None
    return path


def format_beginning(name: str, variant: Variant) -> str:
    """The text of a new file that changes a variant."""
    return "\n".join(_lines(name, variant)) + "\n"


def _lines(name: str, variant: Variant) -> Iterator[str]:
    yield _HEAD.format(origin=variant.name, file=name + SUFFIX, name=name)
    yield f"extends = {_quoted(variant.name)}"
    yield f"title = {_quoted(name.replace('-', ' ').title())}"
    yield '# summary = "One line that says what is special about it."'
    yield f"# files = {variant.files}"
    yield f"# ranks = {variant.ranks}"
    yield f"# start = {_quoted(variant.start_fen)}"
    for piece in variant.pieces.values():
        yield ""
        yield f"# [pieces.{piece.id if _BARE.fullmatch(piece.id) else _quoted(piece.id)}]"
        yield from (f"# {line}" for line in _piece(piece))
    yield ""
    yield "# [ending]"
    yield f"# checkmate = {_value(variant.ending.checkmate)}  # false: the last royal taken decides"
    yield f"# move-limit = {variant.ending.move_limit}  # plies without progress, 0 = no limit"


def _piece(piece: PieceType) -> Iterator[str]:
    """The lines of a man that say more than the defaults."""
    for field in _TELLING:
        value = getattr(piece, field)
        if value not in ("", False):
            yield f"{key(field)} = {_value(value)}"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else _quoted(str(value))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
