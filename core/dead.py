"""Dead positions: those in which too little is left to mate."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from makachess.core.betza import parse_betza
from makachess.core.pieces import Piece, array_pieces
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square


def is_dead(variant: Variant, pieces: Mapping[Square, Piece]) -> bool:
    """Whether too little is left to mate, where nothing `harmful` is on the board."""
    ending = variant.ending
    if not _has_one_royal_each(variant, pieces):
        return False
    others = [
        (kind, square)
        for square, (kind, color) in pieces.items()
        if kind not in variant.royals and not _is_dead_pawn(variant, square, (kind, color))
    ]
    kinds = {kind for kind, _ in others}
    if len(others) == 1 and kinds <= set(ending.dead_alone):
        return True
    colors = {(square.file + square.rank) & 1 for _, square in others}
    return len(colors) <= 1 and kinds <= set(ending.dead_on_one_color)


@lru_cache(maxsize=32)
def harmful(variant: Variant) -> tuple[str, ...]:
    """The types that cannot stand in a dead position: the quick answer to most positions."""
    ending = variant.ending
    pawns = {variant.pawn} if ending.dead_pawns else set()
    harmless = bare_kings(variant) | pawns | {*ending.dead_alone, *ending.dead_on_one_color}
    return tuple(kind for kind in variant.pieces if kind not in harmless)


@lru_cache(maxsize=32)
def bare_kings(variant: Variant) -> frozenset[str]:
    """The royal types of which one a side, and nothing else, cannot mate.

    They take as all royals of the array do, so that each attacks what attacks it, and never become
    anything else by going somewhere.
    """
    array = {kind for kind, _ in array_pieces(variant).values()} & variant.royals
    ways = {_takes(variant.pieces[kind].betza) for kind in array}
    return frozenset(
        kind
        for kind in variant.royals - variant.promotion.arrival.keys()
        if ways == {_takes(variant.pieces[kind].betza)}
    )


def _takes(betza: str) -> tuple[object, ...]:
    """The ways in which a piece can take another."""
    movement = parse_betza(betza)
    legs = {(leg.dx, leg.dy, leg.first, leg.last) for leg in movement.legs if leg.captures}
    return frozenset(legs), movement.powers, frozenset(movement.paths)


def _has_one_royal_each(variant: Variant, pieces: Mapping[Square, Piece]) -> bool:
    """Whether each side has exactly one royal; an extra one is winning material."""
    royals = [color for kind, color in pieces.values() if kind in variant.royals]
    return sorted(royals) == sorted(COLORS)


def _is_dead_pawn(variant: Variant, square: Square, piece: Piece) -> bool:
    last = variant.ranks - 1 if piece[1] == "white" else 0
    return (
        variant.ending.dead_pawns
        and piece[0] == variant.pawn
        and square.rank == last
        and only_advances(variant.pieces[piece[0]].betza)
    )


@lru_cache(maxsize=32)
def only_advances(betza: str) -> bool:
    """Whether a piece can do nothing but step towards its last rank."""
    movement = parse_betza(betza)
    return not (movement.powers or movement.paths) and all(leg.dy > 0 for leg in movement.legs)
