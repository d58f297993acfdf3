"""How many cores a search uses: by the machine, by the settings, and by what the search is for."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.core import COMPILED, Position
from makachess.core.cores import modest_cores
from makachess.core.engine import Limits, level_limits, play
from makachess.play.engines import builtin, make_engine
from makachess.play.settings import load_settings
from makachess.variants import load


@pytest.mark.parametrize(
    ("usable", "cores"), [(1, 1), (2, 1), (3, 1), (4, 2), (7, 3), (8, 4), (9, 4), (128, 4)]
)
def test_a_search_takes_half_of_the_cores_and_never_many(usable: int, cores: int) -> None:
    assert modest_cores(usable, {}) == cores


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_CLIENT", "TEXTUAL_DRIVER"])
def test_on_a_host_that_others_may_share_it_takes_one(name: str) -> None:
    assert modest_cores(8, {name: "x"}) == 1
    assert modest_cores(8, {name: ""}) == 4


@pytest.mark.parametrize(("setting", "cores"), [("3", 3), ("16", 8), ("1", 1), ('"auto"', 1)])
def test_the_settings_decide_as_far_as_the_machine_goes(
    home: Path, monkeypatch: pytest.MonkeyPatch, setting: str, cores: int
) -> None:
    monkeypatch.setattr("makachess.play.settings.usable_cores", lambda: 8)
    home.mkdir()
    (home / "settings.toml").write_text(f"cores = {setting}\n")
    assert (
        load_settings().settings.search_cores == cores
    )  # with "auto" one, since the tests run as over SSH


@pytest.mark.skipif(not COMPILED, reason="uncompiled, one thread searches")
@pytest.mark.parametrize(
    ("limits", "cores"),
    [
        (Limits(seconds=0.01), 3),
        (Limits(depth=2), 3),
        (Limits(depth=2, cores=5), 5),
        (Limits(nodes=100), 1),
        (level_limits(9, seconds=0.01), 1),
        (level_limits(10, seconds=0.01), 3),
        (level_limits(10, seed=1), 1),
    ],
)
async def test_a_search_that_can_be_repeated_is_made_by_one_thread(
    monkeypatch: pytest.MonkeyPatch, limits: Limits, cores: int
) -> None:
    asked: list[int] = []

    def listening(engine, position, limits, *rest):
        asked.append(limits.cores)
        return play(engine, position, limits, *rest)

    monkeypatch.setattr(builtin, "play", listening)
    position = Position(load("chess"))
    engine = make_engine(position.variant, cores=3)
    try:
        found = await engine.search(position, limits)
    finally:
        await engine.close()
    assert asked == [cores]
    assert found.move in position.legal_moves()
