"""Matches in which something fails: engines, workers, files, and the match itself given up."""

import asyncio
import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from external_programs import FAKE
from makachess.saves import load_games, validate
from makachess.training.match import (
    Standings,
    known_games,
    play_match,
)
from makachess.training.openings import FileOpenings, Opening
from makachess.variants import load
from matches import MATE, match
from sampling import sampled

SLOW = shlex.join([sys.executable, str(FAKE), "cecp", "sleepy"])


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children(pid: int) -> list[int]:
    text = "".join(p.read_text() for p in Path(f"/proc/{pid}/task").glob("*/children"))
    return [int(word) for word in text.split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
async def test_a_match_that_is_given_up_leaves_no_process_behind(tmp_path):
    played = match(tmp_path, engines=(SLOW, SLOW), games=1)
    playing = asyncio.create_task(play_match(played, Standings(), lambda _: None))
    programs: list[int] = []
    while len(programs) < 2:
        await asyncio.sleep(0.01)
        programs = [pid for worker in children(os.getpid()) for pid in children(worker)]
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    while any(map(is_alive, programs)):
        await asyncio.sleep(0.01)


async def test_somebodys_own_variant_is_played_in_the_workers(tmp_path):
    """It goes there by value: its name says nothing to them."""
    own = replace(load("chess"), name="nobody-knows-this", start_fen=MATE)
    played = match(tmp_path, variant=own, opening=FileOpenings((Opening(),)), games=1, save=None)
    standings = Standings()
    await play_match(played, standings, lambda _: None)
    assert standings.counts.wins == 1


DAMAGE = {
    "cut in the moves": lambda data: data[: data.rindex(b"\n1.") + 5],
    "cut before the result": lambda data: data.rstrip()[:-4],
    "cut in the result": lambda data: data.rstrip()[:-1],
    "cut in the tags": lambda data: data[: data.rindex(b"[White ") + 4],
    "cut in the first tag": lambda data: data[: data.rindex(b"[Event") + 3],
    "cut between tags and moves": lambda data: data[: data.rindex(b"]\n") + 2],
    "zeros at the end": lambda data: data[: data.rindex(b"[Round") + 5] + bytes(500),
    "cut in a letter": lambda data: data[: data.rindex(b"[Site")] + b'[Site "\xc3',
}


@pytest.mark.parametrize(
    "damage", sampled(DAMAGE, ["cut in the moves", "zeros at the end", "cut in a letter"])
)
async def test_a_match_is_resumed_from_a_file_cut_off_in_its_last_game(
    in_this_process, tmp_path, damage
):
    played = match(tmp_path, games=3)
    await play_match(played, Standings(), lambda _: None)
    whole = played.save.read_bytes()
    played.save.write_bytes(DAMAGE[damage](whole))
    again = known_games(played, resume=True)
    assert sorted(again.rows) == [0, 1]
    await play_match(played, again, lambda _: None)
    assert sorted(again.rows) == [0, 1, 2]
    assert not list(validate(played.save))
    assert [game.tags["Round"] for game in load_games(played.save)] == ["1", "2", "3"]


async def test_nothing_is_cut_off_that_is_not_of_a_match(in_this_process, tmp_path):
    played = match(tmp_path, games=1)
    played.save.write_text('[Event "Club evening"]\n\n1. e4 e5')
    await play_match(played, known_games(played, resume=True), lambda _: None)
    assert played.save.read_text().startswith('[Event "Club evening"]\n\n1. e4 e5\n\n[Event')
    assert sorted(known_games(played, resume=True).rows) == [0]


@pytest.mark.parametrize(
    "tag",
    [
        f'[Round "{400 * "9"}"]',
        '[Round "\u00b2"]',
        '[Round "0"]',
    ],
)
async def test_tags_that_make_no_sense_are_no_reason_to_fail(in_this_process, tmp_path, tag):
    played = match(tmp_path, games=1)
    await play_match(played, Standings(), lambda _: None)
    text = played.save.read_text()
    played.save.write_text(text.replace("\n\n1.", f"\n{tag}\n\n1.", 1), encoding="utf-8")
    again = known_games(played, resume=True)
    assert len(again.rows) == (0 if "Round" in tag else 1)
