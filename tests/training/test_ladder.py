"""The file of the matches by which each generation was kept."""

from datetime import date
from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.training.ladder import Rung, append_rung, load_ladder
from makachess.training.statistics import Counts
from makachess.variants import names

DAY = date(2026, 11, 22)
ROOT = Path(__file__).parents[2]


def rung(model, against, wins, losses):
    counts = Counts(wins, 10, losses, (losses // 2, 0, 5, 0, wins // 2))
    return Rung(model, against, DAY, "3000 nodes", counts)


RUNGS = [rung("a", "none", 120, 70), rung("b", "a", 110, 80)]


def test_rungs_come_back(tmp_path):
    path = tmp_path / "ladders" / "veteran.toml"
    assert load_ladder(path) == []
    for one in RUNGS:
        append_rung(path, one)
    assert load_ladder(path) == RUNGS


def test_a_rung_is_added_once(tmp_path):
    path = tmp_path / "veteran.toml"
    for one in (*RUNGS, RUNGS[1]):
        append_rung(path, one)
    assert load_ladder(path) == RUNGS


@pytest.mark.parametrize("text", ["[[match]]\n", "[[match]\n", "match = 3\n", "[match]\na = 1\n"])
def test_a_damaged_file_is_named(tmp_path, text):
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(MakachessError, match=r"x\.toml"):
        load_ladder(path)


@pytest.mark.parametrize("name", names())
def test_the_ladders_kept_end_with_the_model_kept(name):
    rungs = load_ladder(ROOT / "variants" / "ladders" / f"{name}.toml")
    models = ["none", *(one.model for one in rungs)]
    assert [one.against for one in rungs] == models[:-1]
