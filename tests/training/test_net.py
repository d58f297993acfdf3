"""Training a net on what the tables leave over."""

import random
import re
from contextlib import closing

import pytest
from cli_calls import call
from extra_training import np
from learned import model_without_learning
from makachess.core import MakachessError, Position
from makachess.core.engine.evaluation import average_piece, build_worth
from makachess.core.engine.model import find_misfit, largest_correction, read_numbers
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import legal_moves
from makachess.core.kernel.packed import MARGIN, ROW, SETS
from makachess.core.pieces import array_pieces
from makachess.training import net as training
from makachess.training.net import (
    Pools,
    Views,
    Weights,
    best_pass,
    make_net,
    spread_of,
    train,
)
from makachess.training.options import Options
from makachess.training.positions import Positions, turn
from makachess.variants import load
from makachess.variants.models import format_model, load_model

VETERAN = load("veteran")
PIECE = float(average_piece(VETERAN))


def played_positions(variant, count, points):
    """Positions of random games, with the points that a function gives to their board."""
    dice, rows, boards = random.Random(7), [], []
    while len(boards) < count:
        board = searchable_board(Position(variant))
        for _ in range(dice.randrange(10, 50)):
            moves = legal_moves(board)
            if not moves:
                break
            push(board, dice.choice(moves))
        boards.append(board)
        rows.append(seen_on(variant, board))
    return Positions(
        variant,
        np.concatenate([place for place, _ in rows]),
        np.concatenate([sign for _, sign in rows]),
        np.array([len(place) for place, _ in rows]),
        np.array([board.side for board in boards]),
        np.array([points(board) for board in boards], dtype=np.float32),
        np.arange(count),
    ), boards


def seen_on(variant, board):
    """The places of all pieces of a board, as their own sides see them, and their signs."""
    place, sign = [], []
    for color in (0, 1):
        for cell in board.pieces_of(color):
            rank, file = divmod(cell, ROW)
            square = (rank - MARGIN) * variant.files + file - MARGIN
            square = turn(variant)[square] if color else square
            kind = (board.code_at(cell) - 2) // 2
            place.append(kind * variant.files * variant.ranks + square)
            sign.append(1 - 2 * color)
    return np.array(place), np.array(sign)


def set_of(variant, board):
    """Which set of last weights counts, as docs/models.md says."""
    pieces = len(board.pieces_of(0)) + len(board.pieces_of(1))
    return (pieces - 1) * 8 // len(array_pieces(variant))


def all_at_once(views):
    return Pools([views], lambda chosen: chosen[0], 1)


def random_weights(variant, units=8):
    dice = np.random.default_rng(3)
    return Weights(
        dice.normal(0, 0.1, (spread_of(variant).shape[1], units)).astype(np.float32),
        dice.normal(0, 0.3, units).astype(np.float32),
        dice.normal(0, 0.2, (1 + SETS, 2, units)).astype(np.float32),
        dice.normal(0, 0.2, 1 + SETS).astype(np.float32),
    )


@pytest.mark.parametrize("name", ["veteran", "devingt", "macadamia"])
def test_the_engine_works_out_what_was_trained(name):
    """Score and correction of each position are those of training, but for rounding."""
    variant, piece = load(name), float(average_piece(load(name)))
    model = model_without_learning(variant)
    found, boards = played_positions(variant, 12, lambda board: 0.5)
    views = Views(found, model, held_out=False)
    weights = random_weights(variant)
    first = spread_of(variant) @ weights.parts
    net = make_net(variant, weights, piece)
    worth = build_worth(variant, type(model)(model.types, net))
    boards = [board for number, board in enumerate(boards) if number % 10]
    sets = 1 + np.array([set_of(variant, board) for board in boards])
    sums = [
        np.clip(view @ first + weights.bias, 0, 1) ** 2
        for view in views.matrices(slice(0, views.size))
    ]
    last = (weights.last[0] + weights.last[sets]).reshape(len(sets), -1)
    said = (np.concatenate(sums, axis=1) * last).sum(axis=1) + weights.offset[0]
    said = piece * (said + weights.offset[sets])
    positions = [Position(variant) for _ in boards]
    for board, position, base, correction in zip(boards, positions, views.base, said, strict=True):
        again = searchable_board(position, worth)
        for ply in reversed(range(board.ply)):
            push(again, board.move_made(ply + 1))
        sign = -1 if board.side else 1
        assert sign * again.centipawns() == pytest.approx(base, abs=1)
        assert again.net_score(board.side) == pytest.approx(correction, abs=0.05 * piece)


@pytest.mark.parametrize("name", ["veteran", "devingt", "macadamia"])
def test_the_engine_works_out_the_very_integers_of_the_file(name):
    """By the formula of docs/models.md, from the features that were trained on."""
    variant = load(name)
    model = model_without_learning(variant)
    found, boards = played_positions(variant, 6, lambda board: 0.5)
    views = Views(found, model, held_out=False)
    net = make_net(variant, random_weights(variant), float(average_piece(variant)))
    worth = build_worth(variant, type(model)(model.types, net))
    first = np.array(read_numbers(net.first), dtype=np.int64).reshape(-1, net.units)
    sums = [
        view.astype(np.int64) @ first + net.bias for view in views.matrices(slice(0, views.size))
    ]
    boards = boards[1:]  # the first is held out
    sets = [set_of(variant, board) for board in boards]
    last, offset = np.array(net.last).reshape(SETS, -1)[sets], np.array(net.offset)[sets]
    counted = np.clip(np.concatenate(sums, axis=1), 0, net.ceiling) ** 2
    said = ((counted * last).sum(axis=1) >> 16) + offset
    assert len(set(said)) > 1
    for board, correction in zip(boards, said, strict=True):
        again = searchable_board(Position(variant), worth)
        for ply in reversed(range(board.ply)):
            push(again, board.move_made(ply + 1))
        assert again.net_score(board.side) == correction


@pytest.mark.parametrize("name", ["veteran", "maka"])
def test_a_net_fits_however_large_its_weights_are(name):
    variant = load(name)
    weights = random_weights(variant)
    weights.parts[:] *= 3
    model = model_without_learning(variant)
    net = make_net(variant, weights, float(average_piece(variant)))
    assert find_misfit(variant, type(model)(model.types, net)) == ""
    assert net.ceiling > 8


def test_what_the_tables_do_not_know_is_learned(monkeypatch):
    """Two Knights that are worth more together than the sum of both."""

    def points(board):
        pairs = [board.count_of(2 + 2 * kinds.index("N") + color) == 2 for color in (0, 1)]
        return 0.5 + 0.3 * (pairs[0] - pairs[1])

    kinds = list(VETERAN.pieces)
    found, _ = played_positions(VETERAN, 600, points)
    model = model_without_learning(VETERAN)
    tuned, held_out = (Views(found, model, held_out=out) for out in (False, True))
    tuned.base[:] = held_out.base[:] = 0
    monkeypatch.setattr(training, "RATE", 0.02)
    recipe = Options(units=8, passes=60, decay=0.1)
    trained = train(VETERAN, all_at_once(tuned), held_out, PIECE, recipe, lambda passes: passes)
    assert trained.losses[-1][0] < trained.losses[0][0] / 2
    assert min(out for _, out in trained.losses) < 0.8 * trained.losses[0][1]
    again = train(VETERAN, all_at_once(tuned), held_out, PIECE, recipe, lambda passes: passes)
    assert again.losses == trained.losses  # the seed decides
    last = trained.weights.last[1:]  # of these sets only those have learned that were seen
    assert [bool(own.any()) for own in last] == [number in tuned.sets for number in range(SETS)]
    assert 1 < len(np.unique(tuned.sets)) < SETS


def test_a_net_that_explains_less_than_the_tables_has_been_trained_all_the_same(monkeypatch):
    """Of the games held out the opposite is true."""
    found, _ = played_positions(VETERAN, 100, lambda board: 0.9)
    model = model_without_learning(VETERAN)
    tuned, held_out = (Views(found, model, held_out=out) for out in (False, True))
    held_out.points[:] = 1 - held_out.points
    monkeypatch.setattr(training, "RATE", 0.02)
    recipe = Options(units=8, passes=3, decay=0.1)
    trained = train(VETERAN, all_at_once(tuned), held_out, PIECE, recipe, lambda passes: passes)
    tables, *nets = (out for _, out in trained.losses)
    assert tables < min(nets)
    assert min(nets) == nets[best_pass(trained.losses) - 1]
    assert trained.weights.offset[0] != 0  # with which it begins


@pytest.mark.parametrize("name", ["veteran", "devingt", "macadamia"])
def test_training_goes_on_with_a_net(name, tmp_path, monkeypatch):
    """Where nothing is learned, the same numbers come out again, and further units beside them."""
    variant, path = load(name), tmp_path / "start.model"
    model, piece = model_without_learning(variant), float(average_piece(variant))
    weights = random_weights(variant)
    weights.parts[:] /= 2  # far from where they are clipped
    net = make_net(variant, weights, piece)
    path.write_bytes(format_model(variant, type(model)(model.types, net), {}))
    found, _ = played_positions(variant, 30, lambda board: 0.5)
    tuned, held_out = (Views(found, model, held_out=out) for out in (False, True))
    monkeypatch.setattr(training, "RATE", 0)
    monkeypatch.setattr(training, "SELDOM", 1)

    def trained(units):
        recipe = Options(units=units, passes=1, start=path)
        found = train(variant, all_at_once(tuned), held_out, piece, recipe, lambda passes: passes)
        return make_net(variant, found.weights, piece)

    assert trained(8) == net
    larger = trained(16)
    first, known = (np.array(read_numbers(each.first)) for each in (larger, net))
    assert (first.reshape(-1, 16)[:, :8] == known.reshape(-1, 8)).all()
    assert np.abs(first.reshape(-1, 16)[:, 8:]).max() > 10
    last, known = (np.array(each.last).reshape(SETS, 2, -1) for each in (larger, net))
    assert (last[:, :, :8] == known).all()
    with pytest.raises(MakachessError, match=r"it has a net of 8 units.* 1 to 4 units"):
        trained(4)


def test_a_net_learns_to_say_no_more_than_it_may(monkeypatch):
    found, _ = played_positions(VETERAN, 60, lambda board: 0.9)
    model = model_without_learning(VETERAN)
    tuned, held_out = (Views(found, model, held_out=out) for out in (False, True))
    monkeypatch.setattr(training, "RATE", 0.02)
    said = []
    for most in (training.MOST_WORTH, 50):
        monkeypatch.setattr(training, "MOST_WORTH", most)
        recipe = Options(units=8, passes=3, decay=0.1)
        trained = train(VETERAN, all_at_once(tuned), held_out, PIECE, recipe, lambda passes: passes)
        said.append(largest_correction(make_net(VETERAN, trained.weights, PIECE)))
    assert said[0] > 100
    assert 40 < said[1] <= 50


@pytest.mark.compiled
def test_a_net_is_trained_on_the_tables_of_a_model(tmp_path, monkeypatch):
    def run(step, *arguments):
        return call("train", step, "veteran", "--work", tmp_path, *arguments)

    folder = tmp_path / "veteran"
    run("play", "--games", "9", "--nodes", "30")
    run("fit")
    refused = run("net", "--units", "8", "--passes", "2")
    assert "every tenth game is held out" in refused.stderr
    run("play", "--games", "12", "--nodes", "30")
    run("fit")
    monkeypatch.setattr(training, "POOL", 1)  # so that it reads one file's block after the other
    said = run("net", "--units", "8", "--passes", "2").stdout
    assert re.fullmatch(rf"\d+ positions: loss .*\n{folder}/net\.model\n", said)
    tables, whole = (load_model(folder / f"{name}.model", VETERAN) for name in ("new", "net"))
    assert whole.types == tables.types
    assert whole.net.units == 8


def test_more_games_than_fit_into_memory_are_learned_from_in_turn():
    """Each once a pass, in other company each time, the sizes of the parts adding up."""
    pools = Pools(range(7), list, 3)
    assert pools.sample == [0, 1, 2]
    with closing(pools):
        first, second = (list(pools(np.random.default_rng(seed))) for seed in (1, 3))
    for parts in (first, second):
        assert sorted(at for part, *_ in parts for at in part) == list(range(7))
        assert [begin for _, begin, _ in parts] == [0, 1 / 3, 2 / 3]
        assert [end for *_, end in parts] == [1 / 3, 2 / 3, 1]
    assert first != second
