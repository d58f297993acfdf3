"""A digest of a variant's rules, by which saved games and learned models recognise them.

It covers what the rules mean, not how they are written: texts, values of pieces, the order of keys
and the spelling of moves and options make no difference. It has two parts, the pieces with their
array and promotion, and the ending.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields, replace
from functools import lru_cache
from typing import Any

from makachess.core.betza import Movement, Stretch, parse_betza
from makachess.core.castling import castlings
from makachess.core.notation.fen import format_fen, parse_fen
from makachess.core.promotion import QUIET, effect, matrix, ways
from makachess.core.spec import Ending, PieceType, Rule, Trading, Variant

Step = tuple[int, int, int, str, bool]
"""Direction, number of steps, what is done at the end, and whether only from home."""

DIGITS = 16  # hexadecimal, of each part: 64 bits


@dataclass(frozen=True, slots=True)
class RulesDigest:
    """The digests of movement (pieces, array, promotion) and of the ending.

    >>> from makachess.variants import load
    >>> plain, endless = rules_digest(load("chess")), rules_digest(load("chess", move_limit=0))
    >>> plain.movement == endless.movement, plain.ending == endless.ending
    (True, False)
    """

    movement: str
    ending: str

    def __str__(self) -> str:
        return f"{self.movement}:{self.ending}"


@lru_cache(maxsize=32)
def rules_digest(variant: Variant) -> RulesDigest:
    """The digest of a variant's rules, options included."""
    return RulesDigest(_digest(_movement(variant)), _digest(_unusual(variant.ending)))


def parse_digest(text: str) -> RulesDigest | None:
    """The digest that `str` has written; None for anything else."""
    movement, _, ending = text.partition(":")
    parts = (movement, ending)
    if all(len(part) == DIGITS and not set(part) - set("0123456789abcdef") for part in parts):
        return RulesDigest(movement, ending)
    return None


def _digest(rules: Any) -> str:
    import hashlib  # few commands ask for a digest, and both are slow to import
    import json

    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _movement(variant: Variant) -> dict[str, Any]:
    longest = max(variant.files, variant.ranks) - 1
    rules = variant.promotion
    return {  # the keys are part of the digest, and stay
        "board": [variant.files, variant.ranks],
        "start": format_fen(variant, parse_fen(variant, variant.start_fen)),
        "men": {kind: _piece(piece, longest) for kind, piece in variant.pieces.items()},
        "pawn": variant.pawn,
        "promotion": sorted(
            [capturer, victim, int(change.rule), *change.targets]
            for (capturer, victim), change in matrix(variant).items()
            if change.rule is not Rule.STAY
        ),
        **({"moves": moves} if (moves := sorted(_changes_by_moves(variant))) else {}),
        "arrival": {kind: sorted(choices) for kind, choices in rules.arrival.items() if choices},
        "reserve": rules.reserve and 1 + rules.reserve_absent_only,
        "compound": variant.compound_first_move,
        **({"castling": _castling(variant)} if variant.castling else {}),
        **({"zone": rules.zone} if rules.zone > 1 else {}),
        **({"spare": dict(rules.spare)} if rules.spare else {}),
        **({"choice zone": dict(rules.choice_zone)} if rules.choice_zone else {}),
        **({"needs choice": True} if rules.arrival_needs_choice else {}),
        **({"contagion first": True} if rules.contagion_first else {}),
        **({"zone rule": rules.zone_rule} if rules.zone_rule != "may" else {}),
        **({"last chance": sorted(rules.last_chance)} if rules.last_chance else {}),
        **({"trading": _unusual(variant.trading)} if variant.trading.lions else {}),
    }


def _castling(variant: Variant) -> list[list[str]]:
    """Who castles how, Black too: the table that says it may leave Black out."""
    return sorted(
        [way.right, *map(str, (way.king_from, way.king_to, way.rook_from, way.rook_to))]
        for way in castlings(variant)
    )


def _changes_by_moves(variant: Variant) -> Iterator[list[Any]]:
    """What moves make of their pieces that take nothing, and those that lead to certain squares."""
    for kind in variant.promotion.becomes:
        groups = ways(variant, kind)
        for vectors in (frozenset({(0, 0)}), *groups):
            way = min(vectors)
            for victim in (*variant.pieces, QUIET) if vectors in groups else (QUIET,):
                change = effect(variant, kind, victim, way)
                if change.rule is not Rule.STAY or vectors in groups:
                    yield [kind, victim, sorted(vectors), int(change.rule), *change.targets]


def _piece(piece: PieceType, longest: int) -> dict[str, Any]:
    movement = parse_betza(piece.betza)
    paths = {"paths": sorted(set(_paths(movement, longest)))} if movement.paths else {}
    return {
        **paths,
        **({"passed": piece.passed} if piece.passed != "first-moves" else {}),
        **({"initial": piece.initial} if piece.initial != "home" else {}),
        **({"initial to": piece.initial_to} if piece.initial_to else {}),
        "steps": sorted(set(steps_of(movement, longest))),
        "powers": sorted(power.name for power in movement.powers),
        "castles": sorted(set(movement.castles)) if piece.royal else [],
        "royal": piece.royal,
    }


def _paths(movement: Movement, longest: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The paths of a movement as numbers."""
    for path in movement.paths:
        yield tuple(_numbers(replace(part, last=min(part.last, longest))) for part in path)


def _numbers(part: Stretch) -> tuple[int, ...]:
    """All fields of a part; defaults at the end are left out, so that new ones change no digest."""
    numbers, defaults = list(astuple(part)), [field.default for field in fields(part)]
    while numbers[-1] == defaults[len(numbers) - 1]:
        numbers.pop()
    return tuple(numbers)


def steps_of(movement: Movement, longest: int) -> Iterator[Step]:
    """All steps of a movement on a board where a line has at most `longest` squares to go.

    Initial moves that are possible anyway are dropped, so the spelling of legs does not matter.
    """
    steps = {
        (leg.dx, leg.dy, number, act, leg.initial)
        for leg in movement.legs
        for number in range(leg.first, min(leg.last, longest) + 1)
        for act, does in (("m", leg.moves), ("c", leg.captures), ("e", leg.en_passant))
        if does
    }
    return (step for step in steps if not step[4] or (*step[:4], False) not in steps)


def _unusual(rules: Ending | Trading) -> dict[str, Any]:
    """What differs from the defaults, so that rules added later keep older digests valid."""
    values = {field.name: (getattr(rules, field.name), field.default) for field in fields(rules)}
    return {
        name: sorted(value) if isinstance(value, tuple) else value
        for name, (value, default) in values.items()
        if value != default
    }
