"""From a merged document of rules to a Variant, once it has been checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from makachess.core.frozen import FrozenMapping
from makachess.core.spec import (
    Ending,
    Option,
    PieceType,
    Place,
    Promotion,
    Trading,
    Variant,
    interned,
)
from makachess.variants.document import Document, Table
from makachess.variants.faults import Fault
from makachess.variants.options import apply_options, read_options
from makachess.variants.sense import find_array_faults, find_contradictions
from makachess.variants.suggest import suggest

if TYPE_CHECKING:
    from makachess.core.engine.model import Model


def build_variant(document: Document, given: Mapping[str, str]) -> Variant:
    """The variant a document describes with the options given.

    Raises VariantFileError for a file with faults, VariantError for options that do not exist.
    """
    document.refuse()
    options = read_options(document)
    document.refuse()
    return _build(document, options, apply_options(document, options, given))


def _build(document: Document, options: tuple[Option, ...], chosen: Mapping[str, str]) -> Variant:
    variant = _assemble(document, options, chosen)
    _judge(document, variant)
    document.refuse()
    return interned(variant)


def find_faults(document: Document) -> list[Fault]:
    """Everything that is wrong with a document and the patches of its options."""
    faults = dict.fromkeys(document.faults)
    if not document.is_whole:
        return list(faults)
    options = read_options(document)
    faults |= dict.fromkeys(document.faults)
    for given in _single_choices(options):
        trial = document.copy()
        variant = _assemble(trial, options, apply_options(trial, options, given))
        _judge(trial, variant)
        _require_descriptions(trial, variant)
        faults |= dict.fromkeys(trial.faults)
    return sorted(faults, key=lambda fault: (fault.source.name, fault.line, fault.column))


def _require_descriptions(document: Document, variant: Variant) -> None:
    """Report the pieces that have none since they move otherwise than what they inherit from.

    Such a game can be played: it only shows nothing in the place of what would be untrue.
    """
    for kind, piece in variant.pieces.items():
        if kind in document.undescribed and not piece.description:
            reason = "moves otherwise than the description says that it inherits; give it its own"
            document.report(("pieces", kind, "betza"), f"{piece.betza!r}: {reason}")


def _single_choices(options: tuple[Option, ...]) -> Iterator[dict[str, str]]:
    """No option at all, then each value of each option by itself."""
    yield {}
    for option in options:
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def _judge(document: Document, variant: Variant) -> None:
    """Report contradictions: in the rules first, then in the array if the rules are sound."""
    if not document.is_whole:
        return
    before = len(document.faults)
    thoroughly = document.source.path is not None  # our own files are tested
    for path, reason in find_contradictions(variant):
        if path != ("pieces",) or not document.left_out:  # the King may be among what is left out
            document.report(path, reason)
    if len(document.faults) == before and not document.left_out:
        for path, reason in find_array_faults(variant, thoroughly=thoroughly):
            document.report(path, reason)


# --- records ------------------------------------------------------------------------------------


_RECORDS = ("pieces", "promotion", "ending", "place", "trading", "options")


def _require(document: Document, path: tuple[str, ...], table: Table, *keys: str) -> None:
    for key in keys:
        if table.get(key) in (None, "", {}) and (*path, key) not in document.left_out:
            document.report((*path, key), "is missing")


def _fields(table: Table, *omit: str) -> dict[str, Any]:
    """Keys as field names, texts without the line breaks round them, lists as tuples."""
    return {key.replace("-", "_"): _plain(value) for key, value in table.items() if key not in omit}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    return tuple(value) if isinstance(value, list) else value


def _assemble(
    document: Document, options: tuple[Option, ...], chosen: Mapping[str, str]
) -> Variant:
    """The variant as it is written, with something in the place of what is missing."""
    table = document.table
    _require(document, (), table, "title", "files", "ranks", "start", "pieces")
    unsaid: dict[str, Any] = {"title": document.source.name, "files": 1, "ranks": 1}
    return Variant(
        name=document.source.name,
        start_fen=" ".join(table.get("start", "").split()) or "-",
        pieces=_pieces(document),
        promotion=_promotion(table.get("promotion", {})),
        ending=Ending(**_fields(table.get("ending", {}))),
        place=Place(**_fields(table.get("place", {}))),
        trading=Trading(**_fields(table.get("trading", {}))),
        options=options,
        chosen=chosen,
        model_source=_model_of,
        **(unsaid | _fields(table, "start", *_RECORDS)),
    )


def _model_of(variant: Variant) -> Model | None:
    """The learned model that an engine goes by; what reads it is imported only then."""
    from makachess.variants.models import find_model

    return find_model(variant)


def _pieces(document: Document) -> dict[str, PieceType]:
    pieces = {}
    for kind in document.table.get("pieces", {}):
        table = _with_model(document, kind)
        _require(document, ("pieces", kind), table, "name", "betza")
        unsaid: dict[str, Any] = {"name": kind, "betza": "W"}
        pieces[kind] = PieceType(id=kind, **(unsaid | _fields(table, "like")))
    return pieces


def _with_model(document: Document, kind: str) -> Table:
    """The keys of a piece laid over those of the one that it is `like`."""
    tables: Table = document.table["pieces"]
    table: Table = tables[kind]
    if "like" not in table:
        return table
    path, model = ("pieces", kind, "like"), table["like"]
    if model not in tables:
        document.report(path, f"unknown piece {model!r}{suggest(model, tables)}")
    elif "like" in tables[model]:
        document.report(path, f"{model} is itself like {tables[model]['like']}; name that")
    else:
        return {**document.adapted(kind, tables[model], table), **table}
    return {"name": kind, "betza": "W", **table}  # one fault is enough


def _promotion(table: Table) -> Promotion:
    pairs = table.get("exceptions", ())
    arrival = {kind: tuple(choices) for kind, choices in table.get("arrival", {}).items()}
    becomes = {kind: FrozenMapping(row) for kind, row in table.get("becomes", {}).items()}
    return Promotion(
        exceptions=frozenset((capturer, victim) for capturer, victim in pairs),
        arrival=arrival,
        becomes=becomes,
        **_fields(table, "exceptions", "arrival", "becomes"),
    )
