"""The ladder of generations: its file, what follows from it, and its picture."""

from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from makachess.core import MakachessError
from makachess.training.ladder import Rung, append_rung, climb, draw_ladder, load_ladder
from makachess.training.statistics import Counts, elo
from makachess.variants import load, names

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


def test_each_generation_stands_on_the_one_before():
    ground, first, second = climb(RUNGS)
    assert ground.elo == ground.low == ground.high == 0
    assert first.elo == pytest.approx(elo(RUNGS[0].counts.score))
    assert second.elo == pytest.approx(first.elo + elo(RUNGS[1].counts.score))
    assert first.low < first.elo < first.high
    width = first.high - first.elo
    assert width < second.high - second.elo < 2.5 * width


def test_a_match_that_was_won_in_all_games_has_a_finite_height():
    [_, step] = climb([Rung("a", "none", DAY, "0.1 s", Counts(20, 0, 0, (0, 0, 0, 0, 10)))])
    assert 0 < step.low <= step.elo <= step.high < 2000


def test_the_ladder_is_drawn_as_svg_of_shapes_and_words():
    text = draw_ladder("a < b", climb(RUNGS))
    tags = [element.tag.partition("}")[2] for element in ElementTree.fromstring(text).iter()]
    assert set(tags) == {"svg", "g", "rect", "text"}
    assert "a &lt; b" in text
    assert ">+89<" in text


@pytest.mark.parametrize("name", names())
def test_the_ladders_kept_end_with_the_model_kept(name):
    rungs = load_ladder(ROOT / "variants" / "ladders" / f"{name}.toml")
    models = ["none", *(one.model for one in rungs)]
    assert [one.against for one in rungs] == models[:-1]


@pytest.mark.parametrize("name", names())
def test_the_pictures_of_the_ladders_kept_are_up_to_date(name):
    steps = climb(load_ladder(ROOT / f"variants/ladders/{name}.toml"))
    picture = ROOT / f"docs/pictures/ladder-{name}.svg"
    assert picture.read_text(encoding="utf-8") == draw_ladder(load(name).title, steps)
