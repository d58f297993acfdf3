"""All steps in a row: a game of one's own is learned, and what wins is kept where games find it."""

import os
import subprocess
from dataclasses import replace

import pytest
from cli_calls import PROGRAM
from extra_training import np  # noqa: F401
from makachess.core.engine.book import NO_BOOK
from makachess.core.engine.evaluation import plain_model
from makachess.core.engine.model import WITHOUT
from makachess.training import verify
from makachess.training.options import USUAL, Options, silent
from makachess.training.teach import teach
from makachess.variants import load
from makachess.variants.books import find_book
from makachess.variants.models import find_model, format_model, load_model
from own_variants import MINI

SMALLEST = {"games": 12, "nodes": 30, "matches": 2, "units": 8, "passes": 1, "positions": 4}
STEPS = ("play:", "fit:", "verify:", "net:", "verify:", "book:")


@pytest.fixture
def mini(tmp_path, monkeypatch):
    """A variant of one's own, which nobody has learned anything of."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path / "home"))
    for step in ("verify", "book"):
        monkeypatch.setitem(USUAL, step, replace(USUAL[step], nodes=SMALLEST["nodes"]))
    path = tmp_path / "mini.toml"
    path.write_text(MINI)
    return load(str(path))


def generation(variant, seed=1, steps=None):
    """What is said of one, or of its first steps, with the smallest numbers."""
    said = teach(variant, Options(seed=seed, processes=1, **SMALLEST), silent)
    return [text for text, _ in zip(said, range(99 if steps is None else 2 * steps), strict=False)]


@pytest.mark.long
@pytest.mark.compiled
def test_a_game_of_ones_own_is_learned_far_from_the_sources(tmp_path):
    (tmp_path / "mini.toml").write_text(MINI)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env["MAKACHESS_HOME"] = str(tmp_path / "home")
    numbers = "--games 12 --nodes 30 --match-games 2 --units 8 --passes 1 --positions 4"
    command = [*PROGRAM, "train", "./mini.toml", *numbers.split(), "--processes", "1"]

    def run():
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    first = run()
    assert [line.split()[0] for line in first if line.split()[0] in STEPS] == [*STEPS]
    assert {path.name for path in (tmp_path / "home" / "training" / "mini").iterdir()} >= {
        "games-1.blocks",
        "net.model",
        "new.book",
        "new.model",
    }
    assert (tmp_path / "home" / "books" / "mini.book").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "mini.toml"]
    again = run()
    assert any(line.startswith("12 games in ") for line in first)
    assert any(line.startswith("0 games in ") for line in again)


@pytest.mark.compiled
@pytest.mark.usefixtures("in_this_process")
def test_what_wins_is_kept_and_each_generation_goes_on_with_what_it_began_with(
    mini, tmp_path, monkeypatch
):
    monkeypatch.setattr(verify, "has_won", lambda counts, sprt: True)
    generation(mini, steps=5)  # and is broken off there
    assert find_model(mini) is not WITHOUT  # by which the games were not played
    said = generation(mini)
    assert [text.split()[0] for text in said[::2]] == [*STEPS]
    assert said[1].startswith("0 games in ")
    work = tmp_path / "home" / "training" / "mini"
    kept = find_model(mini)
    assert kept == load_model(work / "net.model", mini)
    assert find_book(mini) is not NO_BOOK
    generation(mini, seed=2, steps=1)
    assert load_model(work / "ground-2.model", mini) == kept


@pytest.mark.compiled
@pytest.mark.usefixtures("in_this_process")
def test_a_model_that_has_not_won_is_not_kept(mini):
    said = generation(mini, steps=3)
    assert said[-1].endswith("not kept: it has not been shown to be stronger")
    assert find_model(mini) is WITHOUT


@pytest.mark.compiled
@pytest.mark.usefixtures("in_this_process")
def test_a_match_that_is_clearly_won_is_not_played_to_its_end(tmp_path):
    uneven = MINI.replace("rnlkbr/", "3k2/")
    (tmp_path / "mini.toml").write_text(uneven)
    variant = load(str(tmp_path / "mini.toml"))
    (tmp_path / "mini").mkdir()
    model = tmp_path / "new.model"
    model.write_bytes(format_model(variant, plain_model(variant), {}))
    options = Options(games=2, nodes=20, new=model, model="none", processes=1, work=tmp_path)
    verify.try_out(variant, options, silent)
    (games,) = tmp_path.glob("mini/match-*.pgn")
    assert games.read_text().count('[Termination "adjudication"]') == 2
