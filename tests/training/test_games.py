"""The file of games: compact, resumed where it was torn, and only of one kind of games."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from makachess.core import MakachessError
from makachess.training.games import (
    Settings,
    append_record,
    load_games,
    open_games,
    read_settings,
)
from makachess.training.selfplay import PlayedGame, pack_game

SETTINGS = Settings("veteran", 16 * "a", "none", 1, 400)


def game(number):
    moves = tuple((number << 20) + (at << 10) for at in range(40))
    return PlayedGame(number, number % 3 / 2, 8, moves, tuple(range(-16, 16)))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "games.bin"


def test_games_come_back_and_the_numbers_that_are_there_are_known(path):
    assert open_games(path, SETTINGS) == set()
    for number in (3, 1, 2):
        append_record(path, pack_game(game(number)))
    assert open_games(path, SETTINGS) == {1, 2, 3}
    assert list(load_games(path)) == [game(3), game(1), game(2)]
    assert read_settings(path) == SETTINGS


def test_a_game_changed_in_the_middle_costs_none_of_those_behind_it(path):
    open_games(path, SETTINGS)
    end = path.stat().st_size
    for number in (1, 2, 3):
        append_record(path, pack_game(game(number)))
    whole = path.read_bytes()
    for at in (0, 10, 14, 40):
        changed = bytearray(whole)
        changed[end + len(pack_game(game(1))) + at] ^= 4
        path.write_bytes(changed)
        with pytest.raises(MakachessError, match=r"damaged behind 1 game,.*truncate -s"):
            open_games(path, SETTINGS)
        with pytest.raises(MakachessError, match="damaged behind 1 game,"):
            list(load_games(path))
        assert path.read_bytes() == changed


def test_zeros_after_a_loss_of_power_are_cut_off(path):
    open_games(path, SETTINGS)
    append_record(path, pack_game(game(1)))
    whole = path.read_bytes()
    path.write_bytes(whole + bytes(500))
    assert open_games(path, SETTINGS) == {1}
    assert path.read_bytes() == whole


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_full_disk_is_named():
    with pytest.raises(MakachessError, match=r"^/dev/full: No space left on device$"):
        append_record(Path("/dev/full"), pack_game(game(1)))


def test_a_file_has_its_whole_header_or_is_not_there(path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)  # as late as can be
    with pytest.raises(KeyboardInterrupt):
        open_games(path, SETTINGS)
    assert not path.exists()
    monkeypatch.undo()
    assert open_games(path, SETTINGS) == set()


MOVES = st.lists(st.integers(0, (1 << 63) - 1), max_size=200)


@settings(max_examples=30)
@given(MOVES, st.integers(0, 1 << 31), st.sampled_from([0.0, 0.5, 1.0]), st.data())
def test_any_game_comes_back(tmp_path_factory, moves, number, points, data):
    path = tmp_path_factory.mktemp("any") / "games.bin"
    opening = data.draw(st.integers(0, min(len(moves), 255)))
    size = len(moves) - opening
    scores = data.draw(st.lists(st.integers(-30_000, 30_000), min_size=size, max_size=size))
    played = PlayedGame(number, points, opening, tuple(moves), tuple(scores))
    open_games(path, SETTINGS)
    append_record(path, pack_game(played))
    assert list(load_games(path)) == [played]


@pytest.mark.parametrize("cut", [1, 10, len(pack_game(game(2))) - 1])
def test_a_torn_game_is_cut_off_and_played_again(path, cut):
    open_games(path, SETTINGS)
    append_record(path, pack_game(game(1)))
    append_record(path, pack_game(game(2)))
    path.write_bytes(path.read_bytes()[:-cut])
    assert list(load_games(path)) == [game(1)]
    assert open_games(path, SETTINGS) == {1}
    append_record(path, pack_game(game(2)))
    assert list(load_games(path)) == [game(1), game(2)]


@pytest.mark.parametrize(
    "other",
    [
        Settings("chess", 16 * "a", "none", 1, 400),
        Settings("veteran", 16 * "b", "none", 1, 400),
        Settings("veteran", 16 * "a", 16 * "0", 1, 400),
        Settings("veteran", 16 * "a", "none", 2, 400),
        Settings("veteran", 16 * "a", "none", 1, 500),
    ],
    ids=["variant", "rules", "model", "seed", "nodes"],
)
def test_games_of_another_kind_are_not_mixed_in(path, other):
    open_games(path, SETTINGS)
    with pytest.raises(MakachessError, match="has games of"):
        open_games(path, other)


@pytest.mark.parametrize("data", [b"", b"makachess games 2\n", b"makachess games 1\n\n\n\n\n\n\n"])
def test_no_file_of_games_is_refused(tmp_path, data):
    path = tmp_path / "x.bin"
    path.write_bytes(data)
    with pytest.raises(MakachessError, match="no file of games"):
        open_games(path, SETTINGS)
    with pytest.raises(MakachessError, match="No such file"):
        read_settings(tmp_path / "none")
