"""An engine searches positions of its own variant and options, and refuses all others in words."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from makachess.core import MakachessError, Move, Position
from makachess.core.engine import Engine, Limits, choose
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.review import Review
from makachess.variants import load, names
from own_variants import make_variant


@pytest.mark.parametrize("mine", names())
def test_a_position_of_another_variant_is_refused(mine: str) -> None:
    engine = Engine(load(mine), hash_mb=1)
    for other in set(names()) - {mine}:
        with pytest.raises(MakachessError, match=f"{mine!r}.*{other!r}"):
            engine.search(Position(load(other)), Limits(depth=2))


def test_a_position_with_other_options_is_refused() -> None:
    variants = [load("decimaka"), load("decimaka", move_limit=0), load("decimaka", move_limit=80)]
    for mine, other in permutations(variants, 2):
        with pytest.raises(MakachessError, match="'decimaka'"):
            choose(Engine(mine, hash_mb=1), Position(other), 1)
    with pytest.raises(MakachessError, match="'decimaka' with 'move-limit=0'"):
        Engine(variants[1], hash_mb=1).search(Position(variants[0]), Limits(depth=1))


def test_an_equal_variant_that_is_another_object_is_searched() -> None:
    first = load("chess")
    second = replace(first)
    assert first is not second
    found = Engine(first, hash_mb=1).search(Position(second), Limits(depth=2))
    assert found.move in Position(first).legal_moves()


def test_moves_of_another_variant_are_not_reviewed() -> None:
    position = Position(load("maka"))
    moves: list[Move] = position.legal_moves()[-1:]
    with pytest.raises(MakachessError):
        list(Review(Engine(load("chess"), hash_mb=1), moves).generate_judgements())


def test_an_array_of_royals_alone_can_be_searched() -> None:
    variant = make_variant("kings", 6, 6, "2k3/6/6/6/6/2K3 w - - 0 1", {"K": "K"})
    assert average_piece(variant) > 0
    position = Position(variant)
    found = Engine(variant, hash_mb=1).search(position, Limits(depth=3))
    assert found.move in position.legal_moves()
