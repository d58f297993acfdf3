"""Finding a model: the regression, the factors, and the table that comes of them."""

import os
import random
from dataclasses import replace

import pytest
from cli_calls import bad, call
from extra_training import np
from learned import model_without_learning
from makachess.core import MakachessError
from makachess.core.engine.evaluation import average_piece, piece_values, piece_worth
from makachess.core.engine.model import find_misfit
from makachess.core.pieces import array_pieces
from makachess.core.squares import Square
from makachess.training import verify as verifying
from makachess.training.blocks import PlayedGame, open_blocks, pack_block
from makachess.training.fit import (
    Data,
    Factors,
    find_slope,
    fit,
    make_model,
    moves_alike,
    regress,
)
from makachess.training.options import Options
from makachess.training.positions import Positions, find_games, write_model
from makachess.training.results import append_bytes
from makachess.training.selfplay import Series, settings_of
from makachess.variants import load
from makachess.variants.asset_file import built_in
from makachess.variants.models import ModelFile, load_model, open_model

VETERAN = load("veteran")


@pytest.mark.parametrize("name", ["chess", "veteran", "decimaka", "macadamia"])
def test_gathering_is_the_transpose_of_spreading(name):
    factors, dice = Factors(load(name)), np.random.default_rng(2)
    parameters = dice.normal(size=len(factors.widths))
    by_place = dice.normal(size=factors.start.shape)
    assert np.isclose(
        (factors.spread(parameters) * by_place).sum(), parameters @ factors.gather(by_place)
    )


def test_the_average_piece_of_the_array_is_worth_what_it_was():
    factors = Factors(VETERAN)
    model = make_model(factors, 3 * factors.widths, np.ones_like(factors.start[0]))
    pieces = [kind for kind, _ in array_pieces(VETERAN).values() if kind != "K"]
    average = sum(sum(model.types[kind].price) / 2 for kind in pieces) / len(pieces)
    assert average == pytest.approx(average_piece(VETERAN), abs=1)


def test_nothing_learned_is_the_engine_without_a_model():
    factors = Factors(VETERAN)
    model = make_model(factors, np.zeros_like(factors.widths), np.zeros_like(factors.start[0]))
    assert find_misfit(VETERAN, model) == ""
    for kind, piece in VETERAN.pieces.items():
        worth = [piece_worth(VETERAN, piece, Square(at % 8, at // 8)) for at in range(64)]
        assert [*model.types[kind].middle] == [*model.types[kind].end] == worth
        assert kind == "K" or model.types[kind].price == (piece_values(VETERAN)[kind],) * 2


@pytest.mark.parametrize("name", ["veteran", "macadamia"])
def test_nothing_learned_is_the_model_of_before(name):
    variant = load(name)
    before = replace(built_in(ModelFile, variant)[1], net=None)
    factors = Factors(variant, before)
    model = make_model(factors, np.zeros_like(factors.widths), np.zeros_like(factors.start[0]))
    for kind, known in before.types.items():
        assert model.types[kind].middle == pytest.approx(known.middle, rel=0.01, abs=1)
        assert model.types[kind].end == pytest.approx(known.end, rel=0.01, abs=1)
        assert model.types[kind].price == pytest.approx(known.price, rel=0.01, abs=1)


def test_promoted_types_share_factors_with_those_they_move_like():
    variant = load("macadamia")
    alike = moves_alike(variant)
    groups = {}
    for kind in variant.pieces:
        groups.setdefault(alike[kind], []).append(kind)
    assert max(map(len, groups.values())) > 1
    assert all(
        variant.pieces[kind].royal == variant.pieces[group[0]].royal
        for group in groups.values()
        for kind in group
    )


STRONG = 150  # centipawns that Knights are worth more


def made_up_positions(count, strong=STRONG, slope=1.0):
    """Results as they would be if Knights were stronger, in end games above all."""
    dice, place, sign_of, counts, points = random.Random(3), [], [], [], []
    kinds = list(VETERAN.pieces)
    knight = kinds.index("N")
    piece = average_piece(VETERAN)
    factors = Factors(VETERAN)
    for _ in range(count):
        score, pieces = 0.0, 0
        for sign in (1, -1):
            places = [
                64 * dice.choice([knight, kinds.index("R"), kinds.index("P")])
                + 8 * dice.randrange(1, 7)
                + dice.randrange(8)
                for _ in range(dice.randrange(1, 5))
            ]
            place.extend(places)
            pieces += len(places)
            sign_of.extend([sign] * len(places))
            worth = sum(factors.start[0][at] + strong * (at // 64 == knight) for at in places)
            score += sign * worth
        counts.append(pieces)
        points.append(1 / (1 + np.exp(-slope * score / piece)))
    columns = map(np.array, (place, sign_of, counts, [0] * count, points, range(count)))
    return Positions(VETERAN, *columns), factors


def test_what_is_true_of_made_up_positions_is_learned():
    found, factors = made_up_positions(4000)
    tuned, held_out = Data(found, held_out=False), Data(found, held_out=True)
    result = regress(factors, tuned, held_out)
    model = make_model(factors, result.parameters, tuned.seen())
    (before, before_out), (after, after_out) = result.before, result.after
    assert after < before / 5
    assert after_out < before_out / 5
    values = piece_values(VETERAN)
    price = {kind: model.types[kind].price[1] for kind in "RNP"}
    assert price["N"] / price["R"] == pytest.approx((values["N"] + STRONG) / values["R"], rel=0.1)
    assert price["P"] / price["R"] == pytest.approx(values["P"] / values["R"], rel=0.25)
    unseen = model.types["Q"].middle[30] / start_of(factors, "Q")[30]
    assert unseen == pytest.approx(1, rel=0.1)  # the scale alone


def start_of(factors, kind):
    number = list(VETERAN.pieces).index(kind)
    return factors.start[0][64 * number : 64 * number + 64]


def test_scores_that_promise_less_than_usual_leave_the_values_as_they_are():
    """That an average piece ahead wins less often tells nothing about what one piece is worth."""
    found, factors = made_up_positions(2000, strong=0, slope=0.6)
    tuned = Data(found, held_out=False)
    scores = tuned.scores(factors.start) / average_piece(VETERAN)
    assert find_slope(scores, tuned.points) == pytest.approx(0.6, rel=0.02)
    result = regress(factors, tuned, Data(found, held_out=True))
    model = make_model(factors, result.parameters, tuned.seen())
    for kind in "RNPQ":
        assert model.types[kind].price[0] == pytest.approx(piece_values(VETERAN)[kind], rel=0.05)


@pytest.mark.compiled
@pytest.mark.usefixtures("in_this_process")
def test_play_fit_and_verify(tmp_path, monkeypatch):
    options = ("--work", tmp_path, "--into", tmp_path / "variants", "--nodes", "30")
    folder = tmp_path / "veteran"

    def verified(*arguments):
        return call("train", "verify", "veteran", "--games", "2", *arguments, *options).stdout

    call("train", "play", "veteran", "--games", "8", *options)
    said = bad("train", "play", "veteran", "--games", "6", *options[:-1], "31")
    assert said.endswith("nodes 30, not 31); move it away")
    assert "positions: loss" in call("train", "fit", "veteran", *options[:-2]).stdout
    model = load_model(folder / "new.model", VETERAN)
    verified("--sprt=-10,10", "--seed", "2")
    verified("--sprt=-10,10")
    assert (folder / "new.model").read_bytes().count(b"of 2 games at 30 nodes") == 1
    monkeypatch.setattr(verifying, "has_won", lambda counts, sprt: True)
    assert "kept: " in verified("--sprt=-900,-800", "--keep")
    assert load_model(tmp_path / "variants" / "veteran.model", VETERAN) == model


@pytest.mark.parametrize(
    ("variant", "rules", "message"),
    [
        ("chess", 16 * "a", "has games of chess, and not of veteran"),
        ("veteran", 16 * "a", "by other rules"),
    ],
)
def test_games_of_other_rules_are_not_learned_from(tmp_path, variant, rules, message):
    write_games(tmp_path, variant=variant, rules=rules)
    with pytest.raises(MakachessError, match=message):
        find_games(VETERAN, Options(work=tmp_path))


def test_games_without_a_quiet_position_are_refused(tmp_path):
    write_games(tmp_path, PlayedGame(1, 6, (), (), b"", b""))
    with pytest.raises(MakachessError, match="no position is quiet"):
        fit(VETERAN, Options(work=tmp_path))


def write_games(folder, *games, **settings):
    path = folder / "veteran" / "games-1.blocks"
    open_blocks(path, settings_of(Series(VETERAN, None, 1, 400)) | settings)
    append_bytes(path, pack_block(1, games))


def test_a_model_is_replaced_as_a_whole(tmp_path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    path = tmp_path / "new.model"
    path.write_bytes(b"the one before")
    monkeypatch.setattr(os, "replace", killed)  # as late as can be
    model, notes = model_without_learning(VETERAN), {"positions": "7"}
    with pytest.raises(KeyboardInterrupt):
        write_model(path, VETERAN, model, notes, (0.5, 0.5), (0.4, 0.3))
    assert path.read_bytes() == b"the one before"
    assert list(tmp_path.iterdir()) == [path]


def test_the_losses_are_noted(tmp_path):
    path = tmp_path / "new.model"
    model = model_without_learning(VETERAN)
    write_model(path, VETERAN, model, {"positions": "7"}, (0.5, 0.6), (0.4, 0.3))
    told = "0.50000 -> 0.40000, games held out 0.60000 -> 0.30000"
    assert open_model(path).header["loss"] == told


def test_a_tight_prior_learns_less():
    found, factors = made_up_positions(500)
    tuned, held_out = Data(found, held_out=False), Data(found, held_out=True)
    tight, loose = (regress(factors, tuned, held_out, looseness) for looseness in (0.05, 1.0))
    assert tight.after[0] > loose.after[0]
