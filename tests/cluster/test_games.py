"""Games on a cluster are those of the local processes, bit for bit, whatever becomes of workers."""

import asyncio
import os
import signal
from dataclasses import replace

import pytest
from click.testing import CliRunner
from learned import random_model
from makachess.saves import load_games as load_saved
from makachess.training.games import Order, Settings, load_games, open_games, play_order
from makachess.training.match import Standings, known_games, play_match
from makachess.training.options import Options
from makachess.training.selfplay import Series
from makachess.training.verify import make_trial, run_trial
from makachess.tui.cli import cli
from makachess.variants import load
from makachess.variants.models import format_model, open_model
from matches import match

from .conftest import pids

VETERAN = load("veteran")
SETTINGS = Settings("veteran", 16 * "a", "none", 7, 200)
GAMES = [*range(1, 25)]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "veteran.model"
    path.write_bytes(format_model(VETERAN, random_model(VETERAN), {}))
    return path


@pytest.fixture(scope="module")
def series(model):
    return Series(VETERAN, open_model(model), seed=7, nodes=200)


def played(order, tell=lambda done: None):
    open_games(order.path, SETTINGS)
    asyncio.run(play_order(order, lambda done, note="": tell(done)))
    return sorted(load_games(order.path), key=lambda game: game.number)


@pytest.fixture(scope="module")
def alone(series, tmp_path_factory):
    """The games as this machine plays them without a cluster."""
    return played(Order(series, GAMES, tmp_path_factory.mktemp("alone") / "games.bin"))


def test_games_are_the_same_though_a_worker_is_killed(doomed, series, alone, tmp_path):
    killed = []

    def tell(done):
        if done == 4:
            killed.append(pids(doomed)[0])
            os.kill(killed[0], signal.SIGKILL)

    address = doomed.scheduler_address
    order = Order(series, GAMES, tmp_path / "games.bin", cluster=address)
    assert played(order, tell) == alone
    assert killed
    assert killed[0] not in pids(doomed)


def test_a_model_needs_no_file_where_it_is_played(address, model, series, alone, tmp_path):
    path = tmp_path / "gone.model"
    path.write_bytes(model.read_bytes())
    moved = replace(series, model=open_model(path))
    path.unlink()
    order = Order(moved, GAMES[:2], tmp_path / "games.bin", cluster=address)
    assert played(order) == alone[:2]


def results(standings):
    return {row.number: (row.won, row.reason) for row in standings.rows.values()}


def moves(path):
    return sorted((game.tags["Round"], *game.sans) for game in load_saved(path))


def trial(model, path, **more):
    given = {"games": 8, "nodes": 100, "seed": 2, "sprt": (0, 1), "processes": 1, **more}
    made = make_trial(VETERAN, Options(new=model, model="none", **given))
    return replace(made.match, save=path)


def test_verifying_gives_the_same_result_and_is_resumed(address, model, tmp_path):
    local = run_trial(trial(model, tmp_path / "local.pgn"), lambda _: None)
    run_trial(trial(model, tmp_path / "far.pgn", games=3, cluster=address), lambda _: None)
    heard = []
    far = trial(model, tmp_path / "far.pgn", cluster=address)
    assert results(run_trial(far, lambda so_far: heard.append(len(so_far.rows)))) == results(local)
    assert heard == [4, 5, 6, 7, 8]
    assert moves(tmp_path / "far.pgn") == moves(tmp_path / "local.pgn")


def test_a_match_is_the_same(address, tmp_path):
    both = []
    for name, where in (("local", ""), ("far", address)):
        given = {"engines": ("level:3", "nodes:200"), "games": 6, "max_plies": 30, "seed": 3}
        one = match(tmp_path, save=tmp_path / name, cluster=where, **given)
        standings = Standings()
        asyncio.run(play_match(one, standings, lambda _: None))
        assert results(known_games(one, resume=True)) == results(standings)
        both.append((results(standings), moves(one.save)))
    assert both[0] == both[1]


def test_the_command_plays_on_a_cluster(address, model):
    engines = [f"nodes:50,model={model}", "nodes:50,model=none"]
    more = f"--games 2 --max-plies 8 --variant veteran --cluster {address}"
    result = CliRunner().invoke(cli, ["match", *engines, *more.split()])
    assert result.exit_code == 0, result.output
    assert "drawn by length 2" in result.stdout
