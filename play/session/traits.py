"""How a game's file says that its engines play: their style, model and book.

Of what is as usual a file says nothing. A file may come from anywhere, so a model or a book is
looked for only at a full path with the ending that such files have, and read as any other one is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import replace
from functools import cache
from typing import TypeVar
from urllib.parse import quote as escape
from urllib.parse import unquote as unescape

from makachess.core.engine.book import OpeningBook
from makachess.core.engine.model import Model
from makachess.core.engine.report import BALANCED, STYLES
from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import visible
from makachess.play.session.opponents import Opponent
from makachess.saves.restriction import RestrictedError, is_restricted
from makachess.variants import books, models
from makachess.variants.asset_file import quote

STYLE, MODEL, BOOK = "Style", "Model", "Book"  # the tags, behind a colour: `BlackStyle`
NONE = "none"  # instead of a path: to play without
UNKNOWN = "?"  # in PGN, of any tag
LONGEST_PATH = 4096  # characters, with what is escaped
_HOME = "~/"
Found = TypeVar("Found")


def write_traits(tags: MutableMapping[str, str], color: str, opponent: Opponent | None) -> None:
    """Say in a game's tags how the engine of a colour plays; of a person, nothing."""
    told = {}
    if opponent is not None:
        style = "" if opponent.program or opponent.style == BALANCED else opponent.style
        told = {STYLE: style, MODEL: opponent.model_file, BOOK: opponent.book_file}
    for trait in (STYLE, MODEL, BOOK):
        tag = color.capitalize() + trait
        if value := told.get(trait):
            tags[tag] = value
        else:
            tags.pop(tag, None)


def format_path(text: str) -> str:
    """A model or book that a player has named, as a tag has it: `none`, or a full path.

    The home folder is a tilde, for games are passed on. What a tag could not hold is escaped.
    """
    if text in ("", NONE):
        return text
    path, home = os.path.abspath(text), os.path.join(os.path.expanduser("~"), "")
    if path.startswith(home):
        path = _HOME + path.removeprefix(home)
    return "".join(map(_escaped, path)).replace("  ", " %20")  # a tag has single spaces


def _escaped(char: str) -> str:
    if char.isprintable() and char != "%":
        return char
    return escape(char, safe="", errors="surrogateescape")


def with_traits(
    opponents: Mapping[str, Opponent], tags: Mapping[str, str], variant: Variant
) -> dict[str, Opponent]:
    """The engines of a game as its tags say that they play.

    Where that cannot be, they play as usual, and have something to tell the player.
    """
    # One for both sides is read once: they can share an engine.
    model_of = cache(lambda text: models.choose_model(parse_path(text, models.SUFFIX), variant))
    book_of = cache(lambda text: books.choose_book(parse_path(text, books.SUFFIX), variant))
    return {
        color: _with_traits(opponent, _traits(tags, color), model_of, book_of)
        for color, opponent in opponents.items()
    }


def _traits(tags: Mapping[str, str], color: str) -> dict[str, str]:
    """What the tags of a colour say, empty where they say nothing."""
    found = {trait: tags.get(color.capitalize() + trait, "") for trait in (STYLE, MODEL, BOOK)}
    return {trait: "" if value == UNKNOWN else value for trait, value in found.items()}


def _with_traits(
    opponent: Opponent,
    traits: Mapping[str, str],
    model_of: Callable[[str], Model | None],
    book_of: Callable[[str], OpeningBook | None],
) -> Opponent:
    refused: list[str] = []
    style = _attempt(_style, traits[STYLE], "in the balanced style", refused)
    model = _attempt(model_of, traits[MODEL], "with the usual model", refused)
    book = _attempt(book_of, traits[BOOK], "with the usual book", refused)
    return replace(
        opponent,
        style=style or BALANCED,
        model=model,
        book=book,
        model_file="" if model is None else traits[MODEL],
        book_file="" if book is None else traits[BOOK],
        notice="; ".join(refused),
    )


def _attempt(
    find: Callable[[str], Found | None], text: str, instead: str, refused: list[str]
) -> Found | None:
    """What a tag means, None for the usual; why that takes its place is added to `refused`."""
    try:
        return find(text)
    except MakachessError as error:
        refused.append(visible(f"Played on {instead}: {error}"))
        return None


def _style(text: str) -> str:
    if text and text not in STYLES:
        raise MakachessError(f"{quote(text)} is not a style (one of {', '.join(STYLES)})")
    return text


def parse_path(text: str, suffix: str) -> str:
    """The path that a tag means, unless it is `none` or empty; raises MakachessError."""
    if text in ("", NONE):
        return text
    if is_restricted():
        raise RestrictedError(f"{quote(text)}: in this account no other one can be read")
    path = unescape(text, errors="surrogateescape")
    if path.startswith(_HOME):
        path = os.path.join(os.path.expanduser("~"), path.removeprefix(_HOME))
    is_elsewhere = path.startswith(("//", "\\\\"))  # on another machine
    is_full = os.path.isabs(path) and not is_elsewhere and len(text) <= LONGEST_PATH
    if not is_full or not path.endswith(suffix):
        raise MakachessError(f"{quote(text)} is not the full path of a file *{suffix}")
    return path
