"""The step `practice`: what it finds has the men that were asked for, and the engine proves it."""

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from cli_calls import bad, call
from makachess.core import Position
from makachess.play import practice as shipped
from makachess.play.practice import games_with_practice, practice_of_row
from makachess.training.practice import (
    CLEAR,
    GLANCE,
    find,
    format_rows,
    is_clear,
    is_played,
    place,
)
from makachess.variants import load

FILES = Path(shipped.__file__).parent
TEXTS = {game: (FILES / f"{game}.toml").read_text("utf-8") for game in games_with_practice()}
ROWS = [(game, row) for game, text in TEXTS.items() for row in tomllib.loads(text)["position"]]
EACH = pytest.mark.parametrize(
    ("game", "row"), ROWS, ids=[f"{game}: {row['title']}" for game, row in ROWS]
)
ROW = {"title": "A Rook", "text": "It mates.", "goal": "win", "level": 1} | {
    "white": "K R@a2 P*2",
    "black": "K@8 P",
}


@EACH
@pytest.mark.compiled
def test_the_search_agrees_with_the_claim_of_each(game, row):
    assert is_clear(load(game), row, row["fen"], GLANCE)


@EACH
@pytest.mark.compiled
@pytest.mark.long
def test_games_reach_the_goal_of_each(game, row):
    assert is_played(load(game), practice_of_row(game, row))


@EACH
def test_each_has_the_men_that_were_asked_for(game, row):
    variant, asked = load(game), Counter()
    found = Counter(Position(variant, row["fen"]).piece_map().values())
    for side in ("white", "black"):
        for text in row[side].split():
            kind, _, count = text.partition("@")[0].partition("*")
            asked[kind, side] += int(count or 1)
    assert found == asked


def test_men_are_put_where_they_are_to_stand():
    variant, dice = load("chess"), random.Random(1)
    fens = [fen for _ in range(100) if (fen := place(variant, ROW, dice))]
    assert len(fens) > 20
    assert len({*fens}) > 10
    for fen in fens:
        position = Position(variant, fen)
        assert position.piece_at("a2") == "R"
        assert "k" in fen.split("/")[0]


@pytest.mark.compiled
def test_a_file_is_filled_in_and_what_it_has_stays(tmp_path):
    path, variant = tmp_path / "practice.toml", load("chess")
    rows = [{"fen": "8/8/8/8/8/8/8/8 w - - 0 1"} | ROW, ROW]
    path.write_text(format_rows(variant, rows), encoding="utf-8")
    assert "2 positions" in call("train", "practice", "chess", "--out", path).stdout
    first, second = tomllib.loads(path.read_text("utf-8"))["position"]
    assert first == rows[0]
    assert second == ROW | find(variant, ROW, random.Random("1 A Rook"))
    assert is_clear(variant, second, second["fen"], GLANCE)
    least, most = CLEAR["win"]
    assert least < second["score"] / 239 < most


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "asks for nothing"),
        ("[[position]", "line 1"),
        (format_rows(load("chess"), [ROW | {"white": "K Z"}]), "'Z' is no man of chess"),
    ],
)
def test_a_file_that_asks_for_nothing_is_refused(tmp_path, text, fault):
    path = tmp_path / "practice.toml"
    path.write_text(text, encoding="utf-8")
    assert fault in bad("train", "practice", "chess", "--out", path)
