"""A merged table of rules -> a Variant, once everything in it has been found to make sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from makachess.core.betza import Movement, Power, parse_betza
from makachess.core.errors import InvalidFenError, VariantError
from makachess.core.kernel.constants import RESULT_BITS
from makachess.core.notation.fen import parse_fen
from makachess.core.spec import Ending, Option, PieceType, Place, Promotion, Variant, interned
from makachess.variants.document import (
    Document,
    Table,
    apply_options,
    read_options,
    without_stale_value,
)
from makachess.variants.shape import suggest

# Two squares away: those that a power reaches in two steps, whatever stands between.
SECOND_RING = {(x, y) for x in range(-2, 3) for y in range(-2, 3) if max(abs(x), abs(y)) == 2}
SECOND_ON_LINES = {(x, y) for x, y in SECOND_RING if x % 2 == y % 2 == 0}


def build_variant(name: str, document: Document, given: Mapping[str, str]) -> Variant:
    """The variant a document describes with the options given; raises VariantError."""
    options = read_options(document)
    chosen = apply_options(document, options, given)
    _require(document, (), document.table, "title", "files", "ranks", "start", "pieces")
    variant = _variant(name, document.table, _pieces(document), options, chosen)
    for path, reason in _contradictions(variant):
        raise document.error(path, reason)
    try:
        parse_fen(variant, variant.start_fen)
    except InvalidFenError as error:
        raise document.error(("start",), str(error)) from None
    return interned(variant)


def _require(document: Document, path: tuple[str, ...], table: Table, *keys: str) -> None:
    for key in keys:
        if table.get(key) in (None, "", {}):
            raise document.error((*path, key), "is missing")


def _fields(table: Table, *omit: str) -> dict[str, Any]:
    """Keys as field names, texts without the line breaks round them, lists as tuples."""
    return {key.replace("-", "_"): _plain(value) for key, value in table.items() if key not in omit}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    return tuple(value) if isinstance(value, list) else value


def _variant(
    name: str,
    table: Table,
    pieces: dict[str, PieceType],
    options: tuple[Option, ...],
    chosen: dict[str, str],
) -> Variant:
    return Variant(
        name=name,
        start_fen=table["start"],
        pieces=pieces,
        promotion=_promotion(table.get("promotion", {})),
        ending=Ending(**_fields(table.get("ending", {}))),
        place=Place(**_fields(table.get("place", {}))),
        options=options,
        chosen=chosen,
        **_fields(table, "start", "pieces", "promotion", "ending", "place", "options"),
    )


def _pieces(document: Document) -> dict[str, PieceType]:
    pieces = {}
    for kind in document.table["pieces"]:
        table = _with_model(document, kind)
        _require(document, ("pieces", kind), table, "name", "betza")
        pieces[kind] = PieceType(id=kind, **_fields(table, "like"))
    return pieces


def _with_model(document: Document, kind: str) -> Table:
    """The keys of a piece laid over those of the one that it is `like`."""
    tables: Table = document.table["pieces"]
    table: Table = tables[kind]
    if "like" not in table:
        return table
    path, model = ("pieces", kind, "like"), table["like"]
    if model not in tables:
        raise document.error(path, f"unknown piece {model!r}{suggest(model, tables)}")
    if "like" in tables[model]:
        raise document.error(path, f"{model} is itself like {tables[model]['like']}; name that")
    return {**without_stale_value(tables[model], table), **table}


def _promotion(table: Table) -> Promotion:
    pairs = table.get("exceptions", ())
    arrival = {kind: tuple(choices) for kind, choices in table.get("arrival", {}).items()}
    return Promotion(
        exceptions=frozenset((capturer, victim) for capturer, victim in pairs),
        arrival=arrival,
        **_fields(table, "exceptions", "arrival"),
    )


# --- sense --------------------------------------------------------------------------------------

Finding = tuple[tuple[str, ...], str]
MOST_CHOICES = (1 << RESULT_BITS) - 1  # of arriving men that a result of the kernel tells apart


def _contradictions(variant: Variant) -> Iterator[Finding]:
    """What is wrong with the rules as a whole, by key."""
    for path, kind in _references(variant):
        if kind not in variant.pieces:
            yield path, f"unknown piece {kind!r}{suggest(kind, tuple(variant.pieces))}"
    for kind, piece in variant.pieces.items():
        for key, reason in _piece_faults(variant, piece):
            yield ("pieces", kind, key), reason
    if not variant.royals:
        yield ("pieces",), "no piece is royal"
    if variant.promotion.reserve:
        yield from _reserve_faults(variant)


def _reserve_faults(variant: Variant) -> Iterator[Finding]:
    """What a reserve asks of the arrivals: a waiting man is known by its type alone."""
    arrival = variant.promotion.arrival
    if len(arrival) != 1:
        yield ("promotion", "reserve"), "needs exactly one type in promotion.arrival"
    for kind, choices in arrival.items():
        if not 1 <= len(choices) <= MOST_CHOICES:
            reason = f"a reserve has from 1 to {MOST_CHOICES} types, not {len(choices)}"
            yield ("promotion", "arrival", kind), reason


def _references(variant: Variant) -> Iterator[Finding]:
    """Every place where a piece is named, with the id that stands there."""
    if variant.pawn:
        yield ("pawn",), variant.pawn
    for kind, piece in variant.pieces.items():
        if piece.promotes_to:
            yield ("pieces", kind, "promotes-to"), piece.promotes_to
        if piece.infects:
            yield ("pieces", kind, "infects"), piece.infects
    for kind in variant.ending.dead_alone:
        yield ("ending", "dead-alone"), kind
    for kind in variant.ending.dead_on_one_color:
        yield ("ending", "dead-on-one-color"), kind
    for pair in sorted(variant.promotion.exceptions):
        for kind in pair:
            yield ("promotion", "exceptions"), kind
    for kind, choices in variant.promotion.arrival.items():
        for named in (kind, *choices):
            yield ("promotion", "arrival", kind), named


def _piece_faults(variant: Variant, piece: PieceType) -> Iterator[tuple[str, str]]:
    try:
        for reason in _movement_faults(parse_betza(piece.betza)):
            yield "betza", f"{piece.betza!r}: {reason}"
    except VariantError as error:
        yield "betza", str(error)
    if piece.id.startswith("+") and not piece.promoted:
        yield "promoted", "must be true for an id with +"
    if piece.promotes_to and piece.promoted:
        yield "promotes-to", f"{piece.id} is promoted, and a promoted piece does not promote again"
    elif piece.promotes_to and not variant.pieces[piece.promotes_to].promoted:
        yield "promotes-to", f"{piece.promotes_to} is not marked promoted = true"


def _movement_faults(movement: Movement) -> Iterator[str]:
    """What cannot be played: who attacks a square is looked up by how far men leap and slide."""
    legs = [leg for leg in movement.legs if leg.captures]
    if any(leg.initial or leg.first > 1 for leg in legs):
        yield "what is blockable ('n') or starts at home ('i') cannot capture; add 'm'"
    if {Power.HOOK_ROOK, Power.HOOK_BISHOP} <= movement.powers:
        yield "a man turns corners as a Rook or as a Bishop, not both"
    leaps = {(leg.dx, leg.dy) for leg in legs}
    slides = {(2 * leg.dx, 2 * leg.dy) for leg in legs if leg.last > 1}
    if Power.AREA in movement.powers and SECOND_RING - leaps:
        yield "'caK' goes with 'NAD'"
    if Power.LINE_HOP in movement.powers:
        if SECOND_ON_LINES - leaps - slides:
            yield "'pafK' goes with 'AD', or with slides all round"
    elif movement.powers & {Power.LINE_TWO, Power.LINE_THREE} and SECOND_ON_LINES - leaps:
        yield "captures of several steps on a line go with 'AD'"
