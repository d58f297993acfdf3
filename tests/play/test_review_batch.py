"""Reviews of all games of a file: complete, in order, resumed, the same in several processes."""

import asyncio
from dataclasses import replace

import pytest
from click.testing import CliRunner
from makachess.core import MakachessError
from makachess.play.review_batch import TAG, Batch, Reviewing
from makachess.saves import Game, format_game, load_games, validate
from makachess.saves.remarks import node_mistake, node_score
from makachess.tui.cli import cli
from makachess.variants import load

BLUNDERS = ("e4", "e5", "Qh5", "Ke7", "Qxe5")
QUIET = ("d4", "d5", "c4", "e6")


def game(variant, moves, event):
    made = Game(load(variant), None, {"Event": event})
    for text in moves:
        made.play(made.position.parse(text))
    return made


def some_games(folder):
    games = [
        game("chess", BLUNDERS, "first"),
        game("veteran", QUIET, "second"),
        game("chess", QUIET, "third"),
        game("chess", QUIET, "third"),  # which is there twice
    ]
    source = folder / "games.pgn"
    source.write_text("\n".join(map(format_game, games)))
    return Batch(source, folder / "reviewed.pgn", nodes=300)


@pytest.fixture
def batch(tmp_path):
    return some_games(tmp_path)


def review(batch, resume=False):
    told = []
    reviewing = Reviewing(batch, resume=resume)
    asyncio.run(reviewing.run(told.append))
    return told


@pytest.fixture(scope="module")
def told_and_written(tmp_path_factory):
    """What a review of all games tells and writes."""
    batch = some_games(tmp_path_factory.mktemp("reviewed"))
    return review(batch), batch.out.read_bytes()


@pytest.fixture
def reviewed(batch, told_and_written):
    """A batch that has been reviewed."""
    batch.out.write_bytes(told_and_written[1])
    return batch


@pytest.mark.slow
def test_all_games_are_reviewed_in_their_order(reviewed, told_and_written):
    assert told_and_written[0] == [1, 2, 3, 4]
    assert not list(validate(reviewed.out))
    games = load_games(reviewed.out)
    assert [one.tags["Event"] for one in games] == ["first", "second", "third", "third"]
    assert [one.variant.name for one in games] == ["chess", "veteran", "chess", "chess"]
    assert [one.sans for one in games] == [one.sans for one in load_games(reviewed.source)]
    for one in games:
        assert all(node_score(node) is not None for node in one.root.descendants())
    faults = [node.san for node in games[0].root.descendants() if node_mistake(node)]
    assert "Ke7" in faults


@pytest.mark.slow
def test_several_processes_write_the_same_file(batch, told_and_written):
    review(replace(batch, processes=2))
    assert batch.out.read_bytes() == told_and_written[1]


@pytest.mark.parametrize("cut", [pytest.param(2, marks=pytest.mark.slow), 400])
def test_a_review_is_resumed_where_it_was_torn(reviewed, cut):
    whole = reviewed.out.read_bytes()
    reviewed.out.write_bytes(whole[:-cut])
    assert 1 <= len(review(reviewed, resume=True)) <= 4
    assert reviewed.out.read_bytes() == whole
    assert review(reviewed, resume=True) == []


@pytest.mark.slow
def test_reviews_of_other_games_or_by_other_settings_are_refused(reviewed):
    for other in (replace(reviewed, model="none"), replace(reviewed, nodes=301)):
        with pytest.raises(MakachessError, match="review 1 is of another game, or by other nodes"):
            Reviewing(other, resume=True)
    text = reviewed.source.read_text()
    for changed in (text.replace("Qxe5", "Qxf7"), text[: text.rindex("[Event")]):
        reviewed.source.write_text(changed)
        with pytest.raises(MakachessError, match="is of another game"):
            Reviewing(reviewed, resume=True)


def test_games_that_are_not_played_here_are_passed_over(batch):
    foreign = '[Variant "Crazyhouse"]\n\n1. e4 e5 *\n'
    text = "\n".join((foreign, format_game(game("chess", QUIET, "one")), foreign))
    batch.source.write_text(f"{text}\n{format_game(game('chess', BLUNDERS, 'two'))}")
    assert review(batch) == [1, 2]
    assert [one.tags["Event"] for one in load_games(batch.out)] == ["one", "two"]
    assert review(batch, resume=True) == []


def test_an_older_file_is_not_added_to_by_mistake(batch):
    batch.out.touch()
    with pytest.raises(MakachessError, match="exists already"):
        Reviewing(batch, resume=False)
    batch.out.write_text('[Event "Club evening"]\n[Result "*"]\n\n*\n')
    with pytest.raises(MakachessError, match="not of reviews"):
        Reviewing(batch, resume=True)


def test_the_command(batch):
    arguments = ["review", str(batch.source), "-o", str(batch.out), "--nodes", "200"]
    result = CliRunner().invoke(cli, arguments)
    assert (result.exit_code, result.stdout) == (0, f"4 games reviewed: {batch.out}\n")
    assert load_games(batch.out)[0].tags[TAG].startswith("1 200 ")
    result = CliRunner().invoke(cli, arguments)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "exists already" in result.stderr
