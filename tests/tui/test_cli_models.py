"""`--model` on the command line."""

import pytest
from cli_calls import bad, call, good
from learned import random_model
from makachess.variants import load
from makachess.variants.models import format_model


@pytest.fixture
def file(tmp_path):
    variant = load("veteran")
    path = tmp_path / "mine.model"
    path.write_bytes(format_model(variant, random_model(variant), {}))
    return path


MATCH = ("match", "depth:1", "depth:1,model=none", "--variant", "veteran", "--games", "2")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("play", "chess"), "mine.model: it is a model of 'veteran', not of 'chess'"),
        (("bench", "chess"), "mine.model: it is a model of 'veteran', not of 'chess'"),
        (("match", "depth:1", "depth:1"), "mine.model: it is a model of 'veteran', not of 'chess'"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_model_of_another_game_is_refused(command, said, file):
    assert bad(*command, "--model", str(file)) == said


@pytest.mark.parametrize("command", [MATCH, ("balance", "veteran", "--games", "1")])
def test_nothing_is_measured_with_another_model_than_the_players_own(command, file, monkeypatch):
    folder = file.parent / "models"
    folder.mkdir()
    (folder / "veteran.model").write_bytes(file.read_bytes()[:-1])
    monkeypatch.setenv("MAKACHESS_HOME", str(file.parent))
    assert "veteran.model: it is damaged: its checksum is wrong" in bad(*command)


def test_a_match_calls_a_model_by_its_name(file, tmp_path):
    games = tmp_path / "games.pgn"
    options = ("--max-plies", "6", "--save", str(games), "--model", str(file))
    result = call(*MATCH, *options)
    assert result.exit_code == 0
    assert "depth:1,model=mine" in games.read_text()
    assert "depth:1,model=none" in games.read_text()
    assert str(tmp_path) not in games.read_text()


@pytest.mark.compiled
def test_bench_counts_other_nodes_by_a_model(file, monkeypatch):
    monkeypatch.setattr("makachess.core.engine.bench.DEPTHS", {64: 4})
    usual = good("bench", "veteran").split()[-6]
    learned = good("bench", "veteran", "--model", str(file)).split()[-6]
    assert usual != learned
