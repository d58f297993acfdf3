"""Matches: games, openings, standings, the command."""

from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner
from makachess.core import MakachessError, Position
from makachess.training import players
from makachess.training.match import (
    GameRow,
    Standings,
    format_table,
    known_games,
    play_match,
    row_of,
)
from makachess.training.openings import Opening, RandomOpenings, load_openings
from makachess.training.players import PlayerStats
from makachess.training.statistics import Counts
from makachess.tui.cli import cli
from makachess.variants import load
from matches import MATE, fake, match, play


async def test_a_game_ends_by_our_rules():
    record = await play("depth:2", "depth:1", fen=MATE)
    assert (record.winner, record.reason, record.moves) == ("white", "checkmate", ("a1a8",))
    assert (record.white.moves, record.black.moves) == (1, 0)


async def test_a_game_begins_with_its_opening():
    record = await play("depth:1", "depth:1", opening=("e2e4", "e7e5"), max_plies=6)
    assert record.moves[:2] == ("e2e4", "e7e5")
    assert (len(record.moves), record.winner, record.reason) == (6, "draw", "length")


AHEAD = "4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1"


@pytest.mark.parametrize(("lead", "reason"), [(2, "adjudication"), (100, "length"), (0, "length")])
async def test_a_game_that_both_sides_see_decided_may_end(lead, reason):
    record = await play("depth:1", "depth:1", fen=AHEAD, lead=lead, max_plies=12)
    assert (record.reason, len(record.moves)) == (reason, 10 if reason == "adjudication" else 12)
    assert record.winner == ("white" if reason == "adjudication" else "draw")


async def test_both_have_to_see_it():
    record = await play("depth:1", fake("none"), fen=AHEAD, lead=2, max_plies=12)
    assert record.reason == "length"


async def test_players_limited_by_nodes_and_by_level_play_the_same_game_twice():
    first = await play("level:2", "nodes:200", seed=4, max_plies=8)
    assert first.moves == (await play("level:2", "nodes:200", seed=4, max_plies=8)).moves
    assert first.moves != (await play("level:2", "nodes:200", seed=5, max_plies=8)).moves


async def test_a_program_plays_with_a_clock():
    record = await play(fake("none"), fake("none", "uci"), seconds=1.0, max_plies=8)
    assert (record.reason, record.white.moves, record.black.moves) == ("length", 4, 4)


@pytest.mark.parametrize(
    ("habit", "reason", "plies"),
    [("crash", "crash of white", 0), ("illegal-later", "illegal move of white", 2)],
)
async def test_a_program_that_fails_has_lost(habit, reason, plies):
    record = await play(fake(habit), "depth:1")
    assert (record.winner, record.reason, len(record.moves)) == ("black", reason, plies)
    assert record.white.faults == {reason.removesuffix(" of white"): 1}


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_a_program_whose_first_reply_is_illegal_has_not_lost_but_ends_the_match(protocol):
    with pytest.raises(MakachessError, match="plays 'a1a1', an illegal move, in its first reply"):
        await play(fake("illegal", protocol), "depth:1")


async def test_a_program_that_resigns_has_lost():
    record = await play("depth:1", fake("resign"))
    assert (record.winner, record.reason) == ("white", "resignation")


@pytest.mark.parametrize("forgiving", [False, True])
async def test_a_crash_can_be_forgiven_and_counts(forgiving):
    record = await play(fake("tells"), "depth:1", max_plies=4, forgiving=forgiving)
    assert record.reason == ("length" if forgiving else "crash of white")
    assert record.white.faults == {"crash": 2 if forgiving else 1}


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
@pytest.mark.parametrize("forgiving", [False, True])
async def test_so_can_a_late_move(protocol, forgiving, monkeypatch):
    monkeypatch.setattr(players, "MARGIN", -1000)  # every move is late then
    program, given = fake("none", protocol), {"seconds": 1, "max_plies": 4}
    record = await play(program, "depth:1", forgiving=forgiving, **given)
    assert record.reason == ("length" if forgiving else "late move of white")
    assert record.white.faults == {"late move": 2 if forgiving else 1}


def test_what_was_forgiven_is_said_aloud():
    standings, match = Standings(), ("ours", "theirs")
    standings.add([row(0, True, "crash of black")])
    assert "forgiven" not in "".join(format_table(standings, match, None))
    standings.add([row(1, True)])
    assert "faults that were forgiven: 1" in format_table(standings, match, None)


async def test_a_game_that_cannot_begin_is_an_error():
    with pytest.raises(MakachessError, match="no such program"):
        await play("no-such-engine-anywhere", "depth:1")


def test_openings_from_a_file(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text(f"# comment\n1. e4 e5 2. Nf3\n\n{MATE} # a mate\ne2e4 d7d5\n")
    opening = load_openings(file, load("chess"))
    assert opening(0) == Opening(None, ("e2e4", "e7e5", "g1f3"))
    assert opening(1) == Opening(MATE)
    assert opening(5) == opening(2) == Opening(None, ("e2e4", "d7d5"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("e4 e5\ne5\n", "openings.txt:2: "),
        ("e4 --\n", "openings.txt:1: '--' is a null move"),
        ("8/8 w\n", "openings.txt:1: FEN"),
        ("#\n", "no opening"),
    ],
)
def test_broken_openings(tmp_path, text, message):
    file = tmp_path / "openings.txt"
    file.write_text(text)
    with pytest.raises(MakachessError, match=message):
        load_openings(file, load("chess"))


def test_random_openings_differ_and_can_be_repeated():
    variant = load("veteran")
    opening = RandomOpenings(variant, 5, seed=1)
    assert opening(3) == RandomOpenings(variant, 5, seed=1)(3)
    assert len({opening(number) for number in range(20)}) > 15
    position = Position(variant)
    for text in opening(7).moves:
        position.push(position.parse(text))
    assert position.ply == 5


def row(number: int, won: bool | None, reason: str = "checkmate") -> GameRow:
    return GameRow(number, won, reason, PlayerStats(2, 1.0), PlayerStats(2, 0.5, Counter(crash=1)))


def test_games_are_counted_alone_and_in_pairs():
    standings = Standings()
    standings.add(
        [row(0, True), row(1, False), row(2, True), row(3, True), row(4, None, "stalemate")]
    )
    standings.add([row(6, None, "repetition")])
    assert standings.counts == Counts(3, 2, 1, (0, 0, 1, 0, 1))
    assert standings.stats(first=False) == PlayerStats(12, 3.0, Counter(crash=6))
    assert "drawn by stalemate 1, repetition 1" in format_table(standings, ("a", "b"), None)


async def test_the_first_engine_has_black_in_every_second_game():
    record = await play("depth:2", "depth:1", fen=MATE)
    assert row_of(record).won is True
    assert row_of(replace(record, number=1)).won is False


def test_the_table_in_words():
    standings = Standings()
    standings.add([row(0, True), row(1, None, "move limit"), row(3, False, "crash of black")])
    text = "\n".join(format_table(standings, ("ours", "theirs"), (0, 50)))
    assert "ours against theirs: 3 games\n" in text
    assert "+1 =1 -1, score 50.0 %, Elo +0" in text
    assert "lost by a fault: 1 (crash of black 1)" in text
    assert "drawn by move limit 1" in text
    assert "theirs: 6 moves, 0.250 s a move, 3 crashes" in text
    assert "SPRT Elo 0 against 50" in text


async def test_a_sequential_test_ends_the_match(tmp_path):
    played = match(tmp_path, games=100, sprt=(0, 400))
    standings = known_games(played, resume=False)
    standings.add(row(number, False) for number in range(60))
    told = []
    await play_match(played, standings, told.append)
    assert told == []


def test_the_command_plays_and_prints_the_table():
    arguments = "match depth:1 nodes:50 --games 2 --max-plies 6 --variant veteran --seed 3"
    result = CliRunner().invoke(cli, arguments.split())
    assert result.exit_code == 0, result.output
    assert "depth:1 against nodes:50: 2 games" in result.stdout
    assert "drawn by length 2" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("match depth:1 depth:1 --option a=b", "'a'"),
        ("match depth:1 depth:1 --sprt 5", "--sprt"),
        ("match depth:1 depth:1 --openings /nowhere/at/all", "/nowhere/at/all"),
        ("match depth:1 depth:1 --resume", "--save"),
    ],
)
def test_what_the_command_refuses(arguments, message):
    result = CliRunner().invoke(cli, arguments.split())
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
