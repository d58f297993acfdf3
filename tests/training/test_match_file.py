"""The file of a match's games: saved, resumed, and never added to by mistake."""

import pytest
from external_programs import FAKE
from learned import random_model
from makachess.core import MakachessError
from makachess.saves import load_games, validate
from makachess.training.match import known_games, play_match
from makachess.training.openings import RandomOpenings, load_openings
from makachess.variants import load
from makachess.variants.models import format_model
from matches import fake, match

pytestmark = pytest.mark.usefixtures("in_this_process")


async def test_a_match_is_saved_and_resumed(tmp_path):
    short, told = match(tmp_path, games=3), []
    standings = known_games(short, resume=False)
    await play_match(short, standings, told.append)
    assert len(told) == standings.counts.games == 3
    games = load_games(short.save)
    assert [game.tags["White"] for game in sorted(games, key=lambda g: g.tags["Round"])] == [
        "depth:1",
        "nodes:100",
        "depth:1",
    ]
    assert not list(validate(short.save))

    longer = match(tmp_path, games=6, concurrency=2)
    again = known_games(longer, resume=True)
    assert again.counts == standings.counts
    told.clear()
    await play_match(longer, again, told.append)
    assert sorted(found.number for found in told) == [3, 4, 5]
    assert known_games(longer, resume=True).counts == again.counts
    assert sorted(game.tags["Round"] for game in load_games(longer.save)) == list("123456")


async def test_both_games_of_a_pair_have_the_same_opening(tmp_path):
    played = match(tmp_path, games=2)
    await play_match(played, known_games(played, resume=False), lambda _: None)
    first, second = load_games(played.save)
    assert first.sans[:2] == second.sans[:2]
    assert first.tags["White"] == second.tags["Black"]


async def test_games_of_other_conditions_are_not_counted(tmp_path):
    played = match(tmp_path, games=2)
    await play_match(played, known_games(played, resume=False), lambda _: None)
    for other in (
        {"seconds": 0.5},
        {"engines": ("depth:1", "depth:2")},
        {"variant": load("chess", move_limit=80)},
    ):
        assert known_games(match(tmp_path, **other), resume=True).counts.games == 0


OTHER_OPTIONS = [
    ({"seed": 7}, "seed=7 random-plies=2 max-plies=6 lead=0"),
    ({"opening": RandomOpenings(load("chess"), 5, 0)}, "seed=0 random-plies=5"),
    ({"max_plies": 8}, "seed=0 random-plies=2 max-plies=8"),
    ({"lead": 2.5}, "seed=0 random-plies=2 max-plies=6 lead=2.5"),
]


async def test_games_that_went_by_other_options_are_refused(tmp_path):
    played = match(tmp_path, games=1)
    await play_match(played, known_games(played, resume=False), lambda _: None)
    theirs = "seed=0 random-plies=2 max-plies=6 lead=0"
    for other, mine in OTHER_OPTIONS:
        refused = f"games.pgn has games with {theirs}, and not with {mine}.*: choose another"
        with pytest.raises(MakachessError, match=refused):
            known_games(match(tmp_path, **other), resume=True)


async def test_openings_of_a_file_are_told_from_others(tmp_path):
    file, chess = tmp_path / "openings.txt", load("chess")
    file.write_text("e4 e5\n")
    played = match(tmp_path, opening=load_openings(file, chess), games=1)
    await play_match(played, known_games(played, resume=False), lambda _: None)
    file.write_text("# the same in other words\n1. e2e4 e7e5\n")
    again = match(tmp_path, opening=load_openings(file, chess), games=1)
    assert list(known_games(again, resume=True).rows) == [0]
    file.write_text("e4 c5\n")
    changed = match(tmp_path, opening=load_openings(file, chess), games=1)
    with pytest.raises(MakachessError, match="has games with seed=0 openings="):
        known_games(changed, resume=True)
    with pytest.raises(MakachessError, match="and not with seed=0 random-plies=2 "):
        known_games(match(tmp_path), resume=True)


@pytest.fixture
def model(tmp_path):
    """The path of a model of chess."""
    path, chess = tmp_path / "some.model", load("chess")
    path.write_bytes(format_model(chess, random_model(chess), {}))
    return path


async def test_a_model_is_known_again_wherever_its_file_is(tmp_path, model):
    played = match(tmp_path, games=1, engines=(f"depth:1,model={model}", "depth:1"))
    await play_match(played, known_games(played, resume=False), lambda _: None)
    moved = model.rename(tmp_path / "other.model")
    again = match(tmp_path, engines=(f"depth:1,model={moved}", "depth:1"))
    assert list(known_games(again, resume=True).rows) == [0]
    chess = load("chess")
    moved.write_bytes(format_model(chess, random_model(chess, seed=2), {}))
    assert not known_games(again, resume=True).rows


async def test_a_file_of_games_holds_no_command_and_no_path(tmp_path):
    played = match(tmp_path, games=2, engines=(fake("none"), fake("crash")))
    await play_match(played, known_games(played, resume=False), lambda _: None)
    text = played.save.read_text()
    assert '[White "fake_engine"]' in text
    assert '[Black "fake_engine (2)"]' in text
    assert "cecp" not in text
    assert str(FAKE) not in text
    assert len(known_games(played, resume=True).rows) == 2
    for engines in ((fake("crash"), fake("none")), (fake("none"), fake("none"))):
        assert not known_games(match(tmp_path, engines=engines), resume=True).rows


async def test_a_game_lost_by_a_fault_is_saved_as_that(tmp_path):
    played = match(tmp_path, games=1, engines=(fake("crash"), "depth:1"))
    await play_match(played, known_games(played, resume=False), lambda _: None)
    [game] = load_games(played.save)
    assert (game.result, game.tags["Termination"]) == ("0-1", "crash of white")
    again = known_games(played, resume=True)
    assert (again.counts.losses, again.rows[0].by_fault) == (1, True)


def test_an_older_file_is_not_added_to_by_mistake(tmp_path):
    (tmp_path / "games.pgn").touch()
    with pytest.raises(MakachessError, match="exists already"):
        known_games(match(tmp_path), resume=False)
    with pytest.raises(MakachessError, match="--save"):
        known_games(match(tmp_path, save=None), resume=True)


async def test_a_game_without_a_result_is_played_again(tmp_path):
    played = match(tmp_path, games=1)
    await play_match(played, known_games(played, resume=False), lambda _: None)
    played.save.write_text(played.save.read_text().replace("1/2-1/2", "*"))
    assert not known_games(played, resume=True).rows
