"""`makachess train`: what it refuses, it refuses in a line, with exit status 2."""

import sys

import pytest
from cli_calls import bad
from learned import random_model
from makachess.saves.errors import LockedError
from makachess.training import results
from makachess.variants import load
from makachess.variants.models import format_model


@pytest.fixture
def refused(tmp_path):
    """Runs the program, which must refuse; what it says."""

    def run(*arguments):
        return bad("train", *arguments, "--work", tmp_path / "work")

    return run


@pytest.mark.compiled
@pytest.mark.parametrize(
    "command",
    [
        "play veteran --games -5",
        "play veteran --nodes x",
        "verify veteran --sprt 20,0",
        "verify veteran --time -1",
        "fit veteran --result nan",
        "net veteran --units 12",
        "net veteran --units 392",
        "book veteran --positions 30001",
    ],
)
def test_a_number_that_means_nothing_is_named(refused, command):
    *_, option, value = command.split()
    said = refused(*command.split())
    assert said.startswith(f"Invalid value for {option!r}: ")
    assert value in said


@pytest.mark.compiled
def test_a_step_that_cannot_calculate_says_what_to_install(refused, monkeypatch):
    for name in ("fit", "net"):
        monkeypatch.delitem(sys.modules, f"makachess.training.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    line = "fit needs NumPy and SciPy: pip install 'makachess[training]'"
    assert refused("fit", "veteran") == line
    assert refused("veteran") == line  # before any game is played


@pytest.mark.compiled
def test_a_fit_without_games_is_refused(refused):
    pytest.importorskip("scipy", reason="make test-training installs it")
    assert "there are no games" in refused("fit", "veteran")


@pytest.mark.compiled
def test_a_model_is_kept_only_against_the_present_one(refused, tmp_path):
    veteran = load("veteran")
    into = tmp_path / "variants"
    into.mkdir()
    for seed, path in enumerate((into / "veteran.model", tmp_path / "a", tmp_path / "b")):
        path.write_bytes(format_model(veteran, random_model(veteran, seed), {}))
    command = ["verify", "veteran", "--keep", "--into", str(into), "--new", str(tmp_path / "a")]
    command.append("--model")
    line = f"--keep: {tmp_path / 'b'} is not the present model of veteran, which"
    assert refused(*command, str(tmp_path / "b")).startswith(line)
    assert "none is not the present model" in refused(*command, "none")


@pytest.mark.compiled
def test_a_second_run_does_not_add_to_the_same_file(refused, tmp_path, monkeypatch):
    def held(path):
        raise LockedError(path)

    monkeypatch.setattr(results, "GameLock", held)
    path = tmp_path / "work" / "veteran" / "games-1.blocks"
    line = refused("play", "veteran", "--games", "1", "--nodes", "30")
    assert line == f"{path}: another run is adding to this file"
    assert not path.exists()
