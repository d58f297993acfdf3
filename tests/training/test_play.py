"""Games for training: when they end, that they can be repeated, and what positions they give."""

from contextlib import contextmanager

import pytest
from learned import random_model
from makachess.core import Position
from makachess.core.engine.evaluation import average_piece
from makachess.training.options import Options
from makachess.training.places import work_folder
from makachess.training.positions import expectations, places_of, read_positions
from makachess.training.selfplay import (
    OPENINGS,
    Adjudicator,
    Lead,
    PlayedGame,
    Series,
    load_games,
    play,
    play_numbered,
)
from makachess.training.verify import try_out
from makachess.variants import load, names
from makachess.variants.models import format_model, open_model

VETERAN = load("veteran")


def test_a_clear_lead_ends_the_game_after_a_while():
    adjudicator = Adjudicator(Lead(900, 8), longest=100)
    assert [adjudicator.points(ply, -1000) for ply in range(8)] == [None] * 7 + [0.0]
    assert Adjudicator(Lead(900, 8), 100).points(100, 50) == 0.5


def test_a_lead_that_is_lost_again_does_not():
    adjudicator = Adjudicator(Lead(900, 8), longest=100)
    scores = [1000, 1000, 1000, 1000, 800, 1000, 1000, 1000, 1000, -1000]
    assert [adjudicator.points(ply, score) for ply, score in enumerate(scores)] == [None] * 10


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "veteran.model"
    path.write_bytes(format_model(VETERAN, random_model(VETERAN), {}))
    return path


@pytest.fixture(scope="module")
def series(model):
    return Series(VETERAN, open_model(model), seed=7, nodes=40)


@pytest.fixture(scope="module")
def games(series):
    return [play_numbered(series, number) for number in range(1, 4)]


@pytest.mark.compiled
def test_a_game_is_a_function_of_its_series_and_number(series, games):
    assert [play_numbered(series, number) for number in (3, 2, 1)] == games[::-1]
    assert len({game.moves for game in games}) == len(games)


@pytest.mark.compiled
def test_the_engine_of_one_model_is_not_taken_for_that_of_another(series, games):
    other = Series(VETERAN, None, series.seed, series.nodes)
    assert play_numbered(other, 1) != games[0]
    assert play_numbered(series, 1) == games[0]


@pytest.mark.compiled
def test_it_does_not_matter_which_process_plays(model, games, tmp_path):
    given = {"model": str(model), "seed": 7, "nodes": 40, "work": tmp_path, "processes": 2}
    assert play(VETERAN, Options(games=1, **given)).startswith("1 game in ")
    assert play(VETERAN, Options(games=3, **given)).startswith("2 games in ")
    found = load_games(tmp_path / "veteran" / "games-7.jsonl")
    assert sorted(found, key=lambda game: game.number) == games


@pytest.mark.compiled
def test_a_game_can_be_played_again(games):
    for game in games:
        position = Position(VETERAN)
        assert game.opening in OPENINGS
        assert len(game.scores) == len(game.moves) - game.opening
        for move in game.moves:
            position.push(next(m for m in position.legal_moves() if word(position, m) == move))


def word(position, move):
    """A move as the kernel packs it."""
    position.push(move)
    packed = position.packed_moves[-1]
    position.pop()
    return packed


@pytest.mark.compiled
def test_positions_are_quiet_and_complete(games):
    found = read_positions(VETERAN, iter(games), Options())
    assert 0 < len(found) < sum(len(game.scores) for game in games)
    assert set(found.game) <= {game.number for game in games}
    assert all(0 <= points <= 1 for points in found.points)
    assert all(0 <= place < 64 * len(VETERAN.pieces) for place in found.place)
    assert set(found.sign) == {1, -1}


@pytest.mark.parametrize("name", names())
def test_both_sides_of_an_array_stand_on_the_same_places(name):
    position, places = Position(load(name)), places_of(load(name))
    board = position._board
    white, black = (
        sorted(places[board.code_at(cell)][cell] for cell in board.pieces_of(color))
        for color in (0, 1)
    )
    assert white == black
    assert white[0] >= 0


def test_expectations_are_those_of_the_score_and_a_little_of_the_result():
    piece = average_piece(VETERAN)
    game = PlayedGame(1, 1.0, 0, (1, 2, 3), (0, piece, 30_000))
    level, ahead, won = expectations(game, piece, Options(result=0.2))
    assert level == pytest.approx(0.8 * 0.5 + 0.2)
    assert ahead == pytest.approx(0.8 * 0.731 + 0.2, abs=1e-3)
    assert won == pytest.approx(1)
    even = PlayedGame(1, 0.5, 0, (1, 2), (0, 0))
    assert expectations(even, piece, Options()) == [0.5, 0.5]


def test_expectations_may_look_at_later_scores_and_at_last_the_result():
    game = PlayedGame(1, 1.0, 0, (1, 2), (0, -30_000))
    assert expectations(game, average_piece(VETERAN), Options(result=0.0, later=0.75)) == [
        pytest.approx(0.25 * 0.5 + 0.75 * 0.75),
        pytest.approx(0.75),
    ]


@pytest.mark.compiled
def test_a_trial_is_resumed_and_described(model, tmp_path):
    heard = []

    @contextmanager
    def bar(what, total):
        yield lambda done, note="": heard.append(done)

    options = Options(
        games=4,
        nodes=50,
        seed=2,
        sprt=(399, 400),
        processes=1,
        new=model,
        model="none",
        work=tmp_path,
    )
    work_folder(VETERAN, options).mkdir(exist_ok=True)
    result = try_out(VETERAN, options, bar)
    assert heard == [1, 2, 3, 4]
    assert not result.won
    assert b"of 4 games at 50 nodes a move against no model" in result.data
    assert try_out(VETERAN, options, bar) == result
    assert len(heard) == 4
