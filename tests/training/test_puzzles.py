"""The step `puzzles`: what it finds is proved, and its file is what the app reads."""

import tomllib

import pytest
from cli_calls import call
from makachess.core import Position
from makachess.play.prover import Prover
from makachess.training.finds import Examiner, Moment
from makachess.training.puzzles import (
    format_suite,
    is_doubtful,
    nodes_of,
    rated,
    row_of,
    solution,
    trick_of,
)
from makachess.variants import load
from own_variants import MINI

CHESS = load("chess")
MATE_IN_TWO = "k7/8/8/1K6/8/8/8/7R w - - 0 1"
VALUES = {"Q": 860, "R": 440, "B": 300, "N": 260, "P": 90, "K": 0}


def found_in(variant, fen):
    return Examiner(variant, VALUES).look(Moment(1, fen, 3), scan=True)


@pytest.mark.compiled
def test_a_forced_end_is_found_told_and_gone_on_with():
    find = found_in(CHESS, MATE_IN_TWO)
    row = row_of(find)
    assert row == {
        "kind": "mate",
        "fen": MATE_IN_TWO,
        "n": 2,
        "moves": ["b5b6"],
    }
    assert [*map(str, solution(CHESS, VALUES, row))] == ["b5b6", "a8b8", "h1h8"]
    assert trick_of(CHESS, find) == ""
    told = rated(CHESS, VALUES, row)
    assert told["shows"] == "Mate in 2: Kb6 threatens mate."
    assert told["themes"] == ["wins by checkmate"]
    assert 0 < told["nodes"] < 1000


FORK = {
    "kind": "gain",
    "fen": "4k3/8/8/8/1q3r2/8/P7/K3N3 w - - 0 1",
    "margin": 440,
    "depth": 4,
    "moves": ["e1d3"],
}


@pytest.mark.compiled
def test_puzzles_are_told_by_claims():
    told = rated(CHESS, VALUES, FORK)
    assert told["shows"] == "Nd3 forks the Queen on b4 and the Rook on f4; saves the Knight."
    assert told["themes"] == ["forks"]


@pytest.mark.compiled
def test_what_the_engine_does_not_find_is_as_hard_as_can_be():
    row = {**FORK, "fen": MATE_IN_TWO, "moves": ["h1g1"]}
    assert nodes_of(CHESS, row) == 400_000
    assert is_doubtful({**row, "nodes": 400_000})
    assert not is_doubtful({**row, "kind": "mate", "nodes": 400_000})
    assert not is_doubtful({**row, "nodes": 399_000})


@pytest.mark.compiled
def test_the_file_reads_back():
    row = row_of(found_in(CHESS, MATE_IN_TWO))
    suite = tomllib.loads(format_suite(CHESS, {"K": 0, "+R": 700, "R": 440}, [row]))
    assert suite["values"] == {"+R": 700, "R": 440}
    assert suite["position"] == [row]


@pytest.mark.compiled
def test_puzzles_of_ones_own_game_are_found_proved_and_written(tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    (tmp_path / "mini.toml").write_text(MINI)
    path, mini = tmp_path / "new" / "mini.toml", str(tmp_path / "mini.toml")
    command = ["train", "puzzles", mini, "--games", "2", "--rows", "1", "--out", path]
    assert call(*command).stdout.startswith("1 puzzle: ")
    found = path.read_text()
    assert call(*command).stdout.startswith("1 puzzle: ")  # no game is played for those there are
    assert path.read_text() == found
    suite = tomllib.loads(path.read_text())
    assert len(suite["position"]) == 1
    for row in suite["position"]:
        prover = Prover(Position(load(mini), row["fen"]), suite["values"])
        keys = [move for move in prover.packed_moves if str(move) in row["moves"]]
        if "n" in row:
            assert sorted(prover.winning_moves(row["n"]), key=str) == sorted(keys, key=str)
        else:
            assert prover.gain(keys, row["depth"], row["margin"]) >= row["margin"]
        assert row["shows"].endswith(".")
        assert row["nodes"] > 0
