"""Every variant there is: those that come with makachess, and the files of the player.

A player's files lie in the folder `variants` of the config folder; any other file is named by its
path. What is built from a file is kept as long as the file, and what it extends, stay the same.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from makachess.core.errors import VariantError
from makachess.core.spec import PieceType, Promotion, Variant
from makachess.variants.digest import rules_digest
from makachess.variants.files import names_in
from makachess.variants.keys import Fault, fault_at, key_of
from makachess.variants.loading import build_variant, find_faults, read_document
from makachess.variants.sources import (
    SUFFIX,
    Source,
    base_source,
    builtin_names,
    builtin_source,
    check_name,
    config_folder,
    is_name,
    read_source,
    refuse_name,
    relative_names,
    shipped_names,
    suggest,
)

Value = str | bool | int
Given = tuple[tuple[str, str], ...]

# Orthodox chess under the names that game files and interfaces have for it.
TAKEN = frozenset({"classical", "normal", "standard"})
_MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of the catalogue: a variant with its default rules, or why a file is not one.

    `path` is None for those that come with makachess; `variant` is None where there is a `reason`.
    """

    name: str
    path: Path | None
    variant: Variant | None
    reason: str = ""


def variants_folder() -> Path:
    """Where the player's own variant files are."""
    return config_folder() / "variants"


def known_names() -> tuple[str, ...]:
    """All names of variants, without reading the player's files."""
    names = (name.removesuffix(SUFFIX) for name in names_in(variants_folder(), SUFFIX))
    own = filter(is_name, names)
    return tuple(dict.fromkeys((*builtin_names(), *own, *relative_names())))


def playable_names() -> tuple[str, ...]:
    """The names of those of `list_games` that can be played; reads the player's files only."""
    own = (listing.name for listing in _list_own() if listing.variant is not None)
    return (*builtin_names(), *relative_names(), *own)


def list_variants() -> tuple[Listing, ...]:
    """The built-in variants, then the player's, both in alphabetical order."""
    builtin = (Listing(name, None, load(name)) for name in builtin_names())
    return (*builtin, *_list_own())


def list_relatives() -> tuple[Listing, ...]:
    """The games of other inventors that come with makachess, in alphabetical order."""
    return tuple(Listing(name, None, load(name)) for name in relative_names())


def list_games() -> tuple[Listing, ...]:
    """All there are to choose from, as they are offered."""
    found = (*list_variants(), *list_relatives())
    return tuple(sorted(found, key=lambda listing: place_of(listing.name)))


def place_of(name: str) -> tuple[bool, bool, str]:
    """Where a game is offered: Veteran Chess first, those of other inventors last."""
    return name in relative_names(), name != "veteran", name


def _list_own() -> Iterator[Listing]:
    folder = variants_folder()
    try:
        files = sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX))
    except FileNotFoundError:
        return
    except OSError as error:
        reason = f"the folder {str(folder)!r} cannot be read: {error.strerror}"
        yield Listing(folder.name, folder, None, reason)
        return
    for file in files:
        if not file.startswith("."):
            path = folder / file
            try:
                yield Listing(path.stem, path, _load_own(path, ()))
            except VariantError as error:
                yield Listing(path.stem, path, None, str(error))


def label_variants(variants: Iterable[Variant]) -> dict[str, Variant]:
    """The variants by their titles, those that share one told apart by their names."""
    variants = tuple(variants)
    count = Counter(variant.title for variant in variants)
    return {v.title if count[v.title] == 1 else f"{v.title} ({v.name})": v for v in variants}


def load(name: str | os.PathLike[str], /, **options: Value) -> Variant:
    """A variant with options by name, in hyphens or underscores; raises VariantError.

    The name is that of a built-in variant or of one of the player's files, or a path that ends in
    `.toml`. The same name and options give the same object, until a file changes.
    """
    path = os.fspath(name)
    if path.endswith(SUFFIX):
        return _load_own(path, _given(options))
    return load_by_name(path, **options)


def load_by_name(name: str, /, **options: Value) -> Variant:
    """The same for a bare name, never a path: for names that others have written."""
    if name in shipped_names():
        return _load_builtin(name, _given(options))
    return _load_own(_own_path(name), _given(options))


def load_file(path: Path | str, /, **options: Value) -> Variant:
    """A variant from a file, which may extend a built-in one or its neighbour.

    Unlike `load` it takes changed copies of built-in variants as well. Raises VariantError.
    """
    return _load_path(os.fspath(path), _given(options))


def _own_path(name: str) -> Path:
    path = variants_folder() / (name + SUFFIX)
    if is_name(name) and os.path.exists(path):
        return path
    raise VariantError(f"unknown variant {name!r}{suggest(name, known_names())}")


def _load_own(path: Path | str, given: Given) -> Variant:
    shown = os.fspath(path)
    _check_not_taken(read_source(shown))
    return _load_path(shown, given)


def _check_not_taken(source: Source) -> None:
    """Refuse a file whose name means another game; raises VariantError."""
    check_name(source)
    builtin = source.name in shipped_names()
    if source.name in TAKEN or (builtin and source.text != builtin_source(source.name).text):
        reason = "the name of a built-in variant; give the file another one"
        raise VariantError(f"{source.file}: {source.name!r} is {reason}")


@lru_cache(maxsize=64)
def _load_builtin(name: str, given: Given) -> Variant:
    return build_variant(read_document(builtin_source(name), base_source), dict(given))


def _load_path(shown: str, given: Given) -> Variant:
    key = os.path.abspath(shown), given
    variant, files = _kept.get(key, (None, frozenset()))
    if variant is None or not all(map(_is_unchanged, files)):
        source = read_source(shown)
        check_name(source)
        document = read_document(source, base_source)
        variant = build_variant(document, dict(given))
        if len(_kept) == _MOST_KEPT:
            _kept.clear()
        sources = (layer.source for layer in document.layers)
        _kept[key] = variant, frozenset(one for one in sources if one.path is not None)
    return variant


_kept: dict[tuple[str, Given], tuple[Variant | None, frozenset[Source]]] = {}


def _is_unchanged(source: Source) -> bool:
    try:
        return source.path is not None and read_source(source.path) == source
    except VariantError:
        return False


def _given(options: dict[str, Value]) -> Given:
    given: dict[str, str] = {}
    for key, value in options.items():
        name = key.replace("_", "-")
        if name in given:
            raise VariantError(f"option {name!r} is given twice")
        given[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return tuple(sorted(given.items()))


def check_file(path: Path | str) -> list[Fault]:
    """All faults of a variant file, in the order of its text; raises VariantError if unreadable."""
    source = read_source(path)
    faults = find_faults(read_document(source, base_source))
    try:
        _check_not_taken(source)
    except VariantError as error:
        faults.insert(0, fault_at(source, (), str(error).removeprefix(f"{source.file}: ")))
    return faults


def name_of(text: str) -> str | None:
    """The name of the variant that a text means: its name, or its title however it is spelt."""
    wanted = _letters(text)
    if (name := _shipped_by_letters().get(wanted)) is not None:
        return name
    folder = variants_folder()
    own = [name for name in known_names() if name not in shipped_names()]
    for name in own:
        if wanted == _letters(name):
            return name
    for name in own:
        with suppress(VariantError):
            if wanted == _letters(_title(read_source(folder / (name + SUFFIX)))):
                return name
    return None


@lru_cache(maxsize=1)
def _shipped_by_letters() -> Mapping[str, str]:
    """The names of the variants that come with makachess, by name and by title."""
    titles = {_letters(_title(builtin_source(name))): name for name in shipped_names()}
    return titles | {_letters(name): name for name in shipped_names()}


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


@lru_cache(maxsize=64)
def _title(source: Source) -> str:
    try:
        return str(tomllib.loads(source.text).get("title", ""))
    except ValueError:
        return ""


def why_not_again(variant: Variant) -> str:
    """Why saved games of a variant cannot be read again here; empty if they can.

    Game files name a variant by its bare name: one that was loaded by its path must also be found
    among the built-in variants or the player's, with the same rules.
    """
    try:
        own = load_by_name(variant.name, **variant.chosen)
    except VariantError as error:
        return str(error) if variant.name in known_names() else missing(variant.name)
    if rules_digest(own) != rules_digest(variant):
        return f"another variant of the name {variant.name!r} is in {str(variants_folder())!r}"
    return ""


def missing(name: str) -> str:
    """What to do about a missing variant."""
    folder = str(variants_folder())
    return f"{name!r} is not among your variants (put {name}{SUFFIX} into {folder!r})"


# Another game by inheritance, with all that can be changed.

_BARE = re.compile(r"[A-Za-z0-9_-]+")
# What makes a piece what it is: the keys of a piece that a new file shows.
_TELLING = (
    "name",
    "betza",
    "description",
    "promotes-to",
    "infects",
    "promoted",
    "royal",
    "immune",
    "passed",
    "initial",
    "initial-to",
)
_HEAD = """\
# A game of your own, which plays like {origin!r} until you change it. Lines that begin with # are
# comments: remove the # to change what the line says. `makachess check {file}` says what is wrong,
# `makachess pieces {name}` draws the moves, `makachess play {name}` plays it.
# docs/variants.md explains all keys, docs/betza.md the letters of `betza`.
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
        yield f"# [pieces.{_key(piece.id)}]"
        yield from (f"# {line}" for line in _piece(piece))
    yield from _tables("castling", variant.castling)
    said = _unusual(variant.promotion, Promotion())
    yield from _tables("promotion", {k: v for k, v in said.items() if not isinstance(v, Mapping)})
    for name, value in said.items():
        if isinstance(value, Mapping):
            yield from _tables(f"promotion.{name}", value)
    yield ""
    yield "# [ending]"
    yield f"# checkmate = {_value(variant.ending.checkmate)}  # false: the last royal taken decides"
    yield f"# move-limit = {variant.ending.move_limit}  # plies without progress, 0 = no limit"


def _piece(piece: PieceType) -> Iterator[str]:
    """The lines of a piece that say more than the defaults."""
    said = _unusual(piece, PieceType("", "", ""))
    yield from (f"{key} = {_value(value)}" for key, value in said.items() if key in _TELLING)


def _unusual(rules: PieceType | Promotion, usual: PieceType | Promotion) -> dict[str, object]:
    """What a record says that is not so by default, by the keys of a file."""
    told = ((one.name, getattr(rules, one.name)) for one in fields(rules))
    return {key_of(name): value for name, value in told if value != getattr(usual, name)}


def _tables(name: str, table: Mapping[str, object]) -> Iterator[str]:
    """The lines of a table, if anything is in it."""
    if table:
        yield ""
        yield f"# [{name}]"
        yield from (f"# {_key(key)} = {_value(value)}" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, (bool, int)):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())}}}"
    if isinstance(value, (tuple, frozenset)):
        listed = sorted(value) if isinstance(value, frozenset) else value
        return f"[{', '.join(map(_value, listed))}]"
    return _quoted(str(value))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
