"""Games for training: when they end, that they can be repeated, and what positions they give."""

import random
from contextlib import contextmanager
from pathlib import Path

import pytest
from extra_training import np
from learned import random_model
from makachess.core import MakachessError, Position
from makachess.core.engine.evaluation import average_piece
from makachess.training.blocks import (
    Block,
    PlayedGame,
    find_blocks,
    missing_numbers,
    open_blocks,
    pack_block,
)
from makachess.training.match import Lead
from makachess.training.options import Options
from makachess.training.places import work_folder
from makachess.training.positions import expectations, read_positions, turn
from makachess.training.results import append_bytes
from makachess.training.selfplay import (
    Series,
    _opening,
    end_of,
    new_game,
    play,
    play_numbered,
    terms_of,
)
from makachess.training.verify import try_out
from makachess.variants import load, names
from makachess.variants.models import format_model, open_model

VETERAN = load("veteran")
SETTINGS = {"makachess": "games 3"}


def test_a_clear_lead_ends_the_game_after_a_while():
    lead = Lead(900, 8)
    assert [lead.winner(-1000) for _ in range(8)] == [""] * 7 + ["black"]


def test_a_lead_that_is_lost_again_does_not():
    lead = Lead(900, 8)
    scores = [1000, 1000, 1000, 1000, 800, 1000, 1000, 1000, 1000, -1000]
    assert [lead.winner(score) for score in scores] == [""] * 10


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
    assert len({game.scores for game in games}) == len(games)


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
    blocks = find_blocks(tmp_path / "veteran" / "games-7.blocks")
    assert [(block.first, block.games) for block in blocks] == [(1, 1), (2, 2)]
    packed = pack_block(1, games[:1]) + pack_block(2, games[1:])
    assert blocks[0].path.read_bytes().endswith(b"}\n" + packed)


@pytest.fixture(scope="module", params=["veteran", "chess", "devingt", "macadamia"])
def whole(request):
    """A game of few nodes, the position it began from, and the one it ended in."""
    variant = load(request.param)
    begun = _opening(variant, random.Random(3))
    game = new_game(Series(variant, None, 1, 20), begun)
    game.play()
    return begun, game, end_of(begun, game)


@pytest.mark.compiled
def test_the_kernel_plays_legal_moves_to_an_end(whole):
    begun, game, ended = whole
    position = begun.copy()
    for move in ended.moves[begun.ply :]:
        assert position.outcome() is None
        position.push(move)
    terms = terms_of(begun.variant, fair=True)
    ahead = [score for score in game.scores[-6:] if abs(score) > terms["clear"]]
    over = position.outcome() is not None or len(ahead) == 6 or position.ply == terms["longest"]
    assert over or max(map(abs, game.scores[-39:])) <= terms["level"]


@pytest.mark.compiled
def test_positions_kept_are_quiet_and_as_they_stood(whole):
    """Pieces, sides and order, by the position's own account."""
    begun, game, ended = whole
    variant, scores = begun.variant, game.scores
    size, kinds = -(-variant.files * variant.ranks // 8), list(variant.pieces)
    boards, types = game.packed_boards(), game.packed_types()
    position, rows = begun.copy(), 0
    for at, move in enumerate(ended.moves[begun.ply :]):
        stood = position.piece_map()
        quiet = not (move.is_capture or move.promotion or position.is_check())
        quiet = quiet and not position.gives_check(move) and position.repetitions() == 1
        if at in game.kept:
            assert quiet
            squares = sorted(stood, key=lambda square: (square.rank, square.file))
            bits = ["0"] * (16 * size)
            for square in squares:
                number = square.rank * variant.files + square.file
                bits[number] = "1"
                bits[8 * size + number] = str(int(stood[square][1] == "white"))
            row = int("".join(bits), 2).to_bytes(2 * size)
            assert boards[2 * size * rows : 2 * size * (rows + 1)] == row
            assert types[: len(squares)] == bytes(
                kinds.index(stood[square][0]) for square in squares
            )
            types, rows = types[len(squares) :], rows + 1
        elif variant.name != "devingt":  # of which a choice may be pending
            assert not quiet or abs(scores[at]) > terms_of(variant, fair=True)["bound"]
        position.push(move)
    assert rows == len(game.kept) > 0
    assert not types


def block_of(path, *games):
    """The games as the one block of a file."""
    open_blocks(path, SETTINGS)
    append_bytes(path, pack_block(1, games))
    return find_blocks(path)


@pytest.mark.compiled
def test_positions_are_read_as_each_side_sees_its_own(games, tmp_path):
    found = read_positions(VETERAN, block_of(tmp_path / "x", *games), Options())
    assert 0 < len(found) <= sum(len(game.kept) for game in games)
    assert set(found.game) <= {1, 2, 3}
    assert ((found.points >= 0) & (found.points <= 1)).all()
    assert found.count.sum() == len(found.place) == len(found.sign)
    assert set(found.sign) == {1, -1}
    assert set(found.side) == {0, 1}
    first = found.place[: found.count[0]].tolist()
    assert len(first) == len(set(zip(first, found.sign[: found.count[0]].tolist(), strict=True)))
    twice = [*block_of(tmp_path / "y", *games), *block_of(tmp_path / "z", *games)]
    assert len(read_positions(VETERAN, twice, Options())) == len(found)


@pytest.mark.parametrize("name", names())
def test_both_sides_of_an_array_stand_on_the_same_places(name):
    variant = load(name)
    stood = Position(variant).piece_map()
    places = {"white": [], "black": []}
    for square, (kind, color) in stood.items():
        number = square.rank * variant.files + square.file
        seen = number if color == "white" else turn(variant)[number]
        places[color].append((kind, int(seen)))
    assert sorted(places["white"]) == sorted(places["black"])


def expected(scores, points, **options):
    piece = average_piece(VETERAN)
    plies = np.array([len(scores)])
    found = expectations(np.array(scores), plies, np.array([points]), piece, Options(**options))
    return found.tolist()


def test_expectations_are_those_of_the_score_and_a_little_of_the_result():
    piece = average_piece(VETERAN)
    level, ahead, won = expected([0, piece, 30_000], 1.0, result=0.2)
    assert level == pytest.approx(0.8 * 0.5 + 0.2)
    assert ahead == pytest.approx(0.8 * 0.731 + 0.2, abs=1e-3)
    assert won == pytest.approx(1)
    assert expected([0, 0], 0.5) == [0.5, 0.5]


def test_expectations_may_look_at_later_scores_and_at_last_the_result():
    assert expected([0, -30_000], 1.0, result=0.0, later=0.75) == [
        pytest.approx(0.25 * 0.5 + 0.75 * 0.75),
        pytest.approx(0.75),
    ]


EMPTY = PlayedGame(1, 6, (5, -7), (), b"", b"")


def test_what_was_torn_is_cut_off(tmp_path):
    path = tmp_path / "x"
    whole = block_of(path, EMPTY, EMPTY)
    size = path.stat().st_size
    for torn in (pack_block(3, [EMPTY])[:-1], b"\0mkb", bytes(500)):
        append_bytes(path, torn)
        assert open_blocks(path, SETTINGS) == whole
        assert path.stat().st_size == size


def test_damage_before_the_end_is_told(tmp_path):
    path = tmp_path / "x"
    (block,) = block_of(path, EMPTY)
    append_bytes(path, pack_block(2, [EMPTY]))
    data = bytearray(path.read_bytes())
    data[block.start + 5] ^= 255
    path.write_bytes(data)
    assert len(open_blocks(path, SETTINGS)) == 2
    with pytest.raises(MakachessError, match=r"the block of games from byte \d+ on is damaged"):
        read_positions(VETERAN, find_blocks(path), Options())
    data[block.start - 20] ^= 255
    path.write_bytes(data)
    with pytest.raises(MakachessError, match="no block of games begins at byte"):
        open_blocks(path, SETTINGS)
    with pytest.raises(MakachessError, match="other settings"):
        open_blocks(path, SETTINGS | {"makachess": "games 2"})


def test_only_what_no_block_has_is_played():
    blocks = [Block(Path("x"), first, 2, 0, 0, 0) for first in (5, 1)]
    assert list(missing_numbers(blocks, 9, 2)) == [range(3, 5), range(7, 9), range(9, 10)]
    assert list(missing_numbers(blocks, 1, 2)) == []
    assert list(missing_numbers([], 3, 5)) == [range(1, 4)]


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
