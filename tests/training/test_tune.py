"""Tuning: figures go where games are won, and a run that was interrupted goes on with the same."""

import asyncio
from dataclasses import replace

import pytest
from learned import random_model
from makachess.core import MakachessError
from makachess.core.engine.model import LIMITS, USUAL, Tuning
from makachess.training import tune
from makachess.training.kept_lines import open_lines
from makachess.training.selfplay import Series
from makachess.training.tune import Duel, Plan, play_duel, rounded
from makachess.variants import load
from makachess.variants.models import format_model, open_model

VETERAN = load("veteran")


def test_figures_go_where_games_are_won():
    """As if only two figures mattered, one too small and one too large."""
    plan = Plan(USUAL, 4000, seed=3)
    figures = {name: float(value) for name, value in USUAL.values().items()}

    def badness(tuning):
        return abs(tuning.futile - 80) / 40 + abs(tuning.null - 200) / 100

    for number in range(1, plan.pairs + 1):
        duel = plan.duel(figures, number)
        lost = badness(duel.one) - badness(duel.other)
        plan.follow(figures, number, 2 if abs(lost) < 0.01 else 1 if lost > 0 else 3)
    found = rounded(figures)
    assert 70 <= found.futile <= 90
    assert 180 <= found.null <= 220


def test_both_sides_of_a_pair_can_be_searched_by():
    start = Tuning(**{name: least for name, (least, _) in LIMITS.items()})
    for number in range(1, 50):
        duel = Plan(start, 50, seed=1).duel(dict(start.values()), number)
        assert duel.one.misfit() == duel.other.misfit() == ""
        assert duel.one != duel.other


@pytest.fixture(scope="module")
def series(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "veteran.model"
    path.write_bytes(format_model(VETERAN, random_model(VETERAN), {}))
    return Series(VETERAN, open_model(path), seed=7, nodes=40)


@pytest.mark.compiled
def test_equals_share_the_points_of_a_pair(series):
    assert [play_duel(series, Duel(number, USUAL, USUAL)) for number in (1, 2)] == [(1, 2), (2, 2)]


@pytest.mark.compiled
def test_a_pair_is_a_function_of_its_order(series):
    series = replace(series, nodes=300)
    blind = replace(USUAL, futile=0, futile_ply=0, quiets=0, quiets_square=0)
    duels = [Duel(number, USUAL, blind) for number in range(1, 6)]
    found = [play_duel(series, duel) for duel in duels]
    assert [play_duel(series, duel) for duel in reversed(duels)] == found[::-1]
    assert {half_points for _, half_points in found} != {2}
    swapped = [play_duel(series, Duel(duel.number, blind, USUAL)) for duel in duels]
    assert [4 - half_points for _, half_points in swapped] == [points for _, points in found]


@pytest.mark.compiled
def test_a_run_that_was_interrupted_finds_the_same(series, tmp_path, monkeypatch):
    monkeypatch.setattr(tune, "BATCH", 2)
    order = tune.Order(series, Plan(USUAL, 7, seed=7), tmp_path / "whole.txt", processes=2)
    whole = asyncio.run(tune.run_order(order, lambda *_: None))
    lines = order.path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 4
    for torn in (b"", lines[3][:-2], lines[3][:-1]):
        part = replace(order, path=tmp_path / "part.txt", processes=1)
        part.path.write_bytes(b"".join(lines[:3]) + torn)
        assert asyncio.run(tune.run_order(part, lambda *_: None)) == whole
        assert part.path.read_bytes() == order.path.read_bytes()


def test_a_line_that_no_batch_can_have_written_is_refused(series, tmp_path, monkeypatch):
    monkeypatch.setattr(tune, "BATCH", 2)
    order = tune.Order(series, Plan(USUAL, 4, seed=7), tmp_path / "tuning.txt")
    for line in ("[1]", "[]", "[1,2,3]", "[1,5]\n[1,2]"):
        order.path.write_text(f"{order.header()}{line}\n")
        with pytest.raises(MakachessError, match="line is damaged"):
            asyncio.run(tune.run_order(order, lambda *_: None))


def test_results_of_other_games_are_not_taken(series, tmp_path):
    path = tmp_path / "tuning.txt"
    header = tune.Order(series, Plan(USUAL, 7, seed=7), path).header()
    assert open_lines(path, header, list) == []
    other = tune.Order(replace(series, nodes=50), Plan(USUAL, 7, seed=7), path).header()
    with pytest.raises(MakachessError, match=r"has results of other settings: .*40 nodes"):
        open_lines(path, other, list)
