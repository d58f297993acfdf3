"""The tuner of the evaluation: its regression, its games, and what it writes into variant files."""

import random
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.engine import Engine
from makachess.core.engine.boards import searchable_board
from makachess.core.engine.evaluation import build_worth, piece_values
from makachess.variants import load, load_file, names
from tuning.fit import Sample, evaluate, expected, fit, fit_slope
from tuning.model import Model, untuned
from tuning.samples import SelfPlayGame, append_game, load_games
from tuning.selfplay import Adjudicator, play_numbered
from tuning.tune import tune
from tuning.verify import play_match
from tuning.write import add_to_note, set_tuning, strip_tuning, write_tuning

FILES = Path(__file__).parent.parent / "variants"
TRUE = [900.0, 500.0, 320.0, 100.0]
SLOPE = 0.005


def made_up_samples(count: int, seed: int) -> list[Sample]:
    """Results drawn as the true values would have them, of random differences in men."""
    dice = random.Random(seed)
    samples = []
    for _ in range(count):
        row = tuple((index, float(dice.randint(-2, 2))) for index in range(len(TRUE)))
        won = dice.random() < expected(SLOPE * evaluate(row, TRUE))
        samples.append(Sample(row, float(won), 1.0))
    return samples


def test_known_values_are_found_again():
    wrong = [600.0, 600.0, 300.0, 150.0]
    found = fit(made_up_samples(6000, 1), made_up_samples(2000, 2), wrong, [300.0] * 4, 4)
    # Only ratios can be told: the slope was fitted to the wrong values, and then held.
    scale = sum(TRUE) / sum(found.parameters)
    assert [scale * x for x in found.parameters] == pytest.approx(TRUE, rel=0.12)
    assert found.after[0] < found.before[0]
    assert found.after[1] < found.before[1]


def test_the_slope_is_found_again():
    assert fit_slope(made_up_samples(6000, 3), TRUE) == pytest.approx(SLOPE, rel=0.1)


def test_what_is_never_seen_stays_where_it_was():
    samples, held_out = made_up_samples(500, 4), made_up_samples(500, 5)
    found = fit(samples, held_out, [700.0, 500.0, 300.0, 90.0, 77.0], [100.0] * 5, 5)
    assert found.parameters[4] == pytest.approx(77)
    assert found.parameters[0] != pytest.approx(700)


def test_values_that_do_not_help_the_games_held_out_are_not_taken():
    """Results that have nothing to do with the men teach nothing."""
    dice = random.Random(6)
    noise = [
        Sample(((0, float(dice.randint(-2, 2))), (1, 1.0)), float(dice.random() < 0.5), 1.0)
        for _ in range(60)
    ]
    opposite = [Sample(s.row, 1 - s.points, 1.0) for s in noise]
    found = fit(noise, opposite, [500.0, 100.0], [200.0, 50.0], 2)
    assert found.parameters == (500.0, 100.0)
    assert found.after == found.before


LARGEST = pytest.param("maka", marks=pytest.mark.long)


@pytest.mark.parametrize("name", [*(name for name in names() if name != "maka"), LARGEST])
def test_the_model_is_the_evaluation_of_the_engine(name):
    variant = untuned(load(name))
    model, worth = Model(variant), build_worth(variant)
    position, dice = Position(variant), random.Random(name)
    while position.ply < 60 and (moves := position.legal_moves()):
        position.push(dice.choice([move for move in moves if move.is_capture] or moves))
    score = searchable_board(position, worth).centipawns()
    royals = sum(
        (1 if color == "white" else -1) * piece_values(variant)[kind]
        for kind, color in position.men().values()
        if kind in variant.royals
    )
    # A man's worth is rounded on each square, and the values of royals are not parameters.
    found = evaluate(model.row(position.fen()), model.start) + royals
    assert abs(found - score) <= 0.5 * len(position.men()) + 1


def test_tuning_keeps_the_average_man_and_unseen_types():
    variant = load("decimaka")
    fen = "5k4/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/R4K4 w - - 0 1"
    games = [SelfPlayGame(n, 1, 100, 1.0, 10, (fen,)) for n in range(40)]
    tuning = tune(variant, games)
    assert "R" in tuning.values
    assert "S" not in tuning.values
    assert piece_values(tuning.variant)["S"] == piece_values(untuned(variant))["S"]


# --- games --------------------------------------------------------------------------------------


def test_a_clear_lead_ends_the_game_after_a_while():
    adjudicator = Adjudicator(clear=900, longest=100)
    assert [adjudicator.points(ply, -1000) for ply in range(8)] == [None] * 7 + [0.0]
    assert Adjudicator(900, 100).points(100, 50) == 0.5


def test_a_lead_that_is_lost_again_does_not():
    adjudicator = Adjudicator(clear=900, longest=100)
    scores = [1000, 1000, 1000, 1000, 800, 1000, 1000, 1000, 1000, -1000]
    assert [adjudicator.points(ply, score) for ply, score in enumerate(scores)] == [None] * 10


@pytest.mark.compiled
def test_a_numbered_game_is_always_the_same():
    engine = Engine(load("veteran"), hash_mb=1)
    game = play_numbered(engine, 7, 3, 60)
    assert game == play_numbered(engine, 7, 3, 60)
    assert game.fens != play_numbered(engine, 7, 4, 60).fens
    for fen in game.fens:
        assert not Position(engine.variant, fen).is_check()


@pytest.mark.compiled
def test_an_engine_without_other_values_scores_a_half_against_itself():
    assert [counts.score for counts in play_match(untuned(load("veteran")), 4, 40, 1)] == [0.5, 0.5]


def test_games_come_back_from_their_file_and_a_torn_line_is_passed_over(tmp_path):
    path = tmp_path / "build" / "games.jsonl"
    games = [SelfPlayGame(n, 1, 100, 0.5, 80, ("8/8 w", "8/8 b")) for n in range(3)]
    append_game(path, games[0])
    with path.open("a") as file:
        file.write('{"number": 9, "seed"')
    append_game(path, games[1])
    append_game(path, games[2])
    assert list(load_games(path)) == games


# --- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_writing_values_keeps_the_other_bytes_of_a_file(name):
    text = (FILES / f"{name}.toml").read_text(encoding="utf-8")
    bare = strip_tuning(text)
    values = {kind: 100 + n for n, kind in enumerate(load(name).pieces)}
    new = set_tuning(text, values, {"room": 33, "corner": 4}, "Tuned on a day, " + 30 * "word ")
    assert strip_tuning(new) == bare
    assert set_tuning(new, {}, {}, "") == bare


def test_a_match_is_added_to_the_note_and_a_later_one_takes_its_place():
    text = set_tuning("files = 8\n", {}, {}, "Tuned on a day, " + 30 * "word ")
    once = add_to_note(text, "Verified: 50 % of 2 games.")
    twice = add_to_note(once, "Verified: 60 % of 9 games.")
    assert " ".join(twice.split()).endswith("word Verified: 60 % of 9 games. files = 8")
    assert "50 %" in once
    assert add_to_note("files = 8\n", "Verified: 50 %.") == "files = 8\n"
    assert strip_tuning(twice) == "files = 8\n"


@pytest.mark.parametrize("name", names())
def test_written_values_are_read_again(tmp_path, name):
    text = (FILES / f"{name}.toml").read_text(encoding="utf-8")
    values = {kind: 100 + n for n, kind in enumerate(load(name).pieces)}
    path = tmp_path / f"{name}.toml"
    path.write_text(set_tuning(text, values, {"room": 33}, "Tuned on a day."), encoding="utf-8")
    variant = load_file(path)
    assert {kind: piece.value for kind, piece in variant.pieces.items()} == values
    assert variant.place.room == 33
    assert variant.place.centre == load_file(path).place.centre
    assert list(variant.pieces) == list(load(name).pieces)


def test_a_type_like_another_takes_its_value_from_there(tmp_path):
    for file in FILES.glob("*.toml"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    path = tmp_path / "macadamia.toml"
    write_tuning(path, {"+P": 321, "+B": 321, "+L": 321, "R": 555}, {}, "Tuned on a day.")
    pieces = load_file(path).pieces
    assert [pieces[kind].value for kind in ("+P", "+B", "+L", "R")] == [321, 321, 321, 555]
    assert path.read_text(encoding="utf-8").count("321") == 1


@pytest.mark.parametrize("name", names())
def test_the_values_of_a_variant_make_sense(name):
    variant = load(name)
    values = piece_values(variant)
    assert all(values[kind] > 0 for kind in variant.pieces if kind not in variant.royals)
    order = [kind for kind in ("Q", "R", "B", "P") if kind in values]
    assert [values[kind] for kind in order] == sorted((values[k] for k in order), reverse=True)
    assert values["R"] > 3 * values["P"]
