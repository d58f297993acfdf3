"""What is solved is remembered, rated and brought back, whatever becomes of the files."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from makachess.play import record
from makachess.play.exercises import Progress
from makachess.play.puzzles import builtin_puzzles, daily_puzzle
from makachess.play.record import (
    FAILED,
    HELPED,
    INTERVALS,
    MOST,
    SOLVED,
    UNSURE,
    Rating,
    Record,
    Try,
    rate,
)
from makachess.variants.sources import builtin_names

BEGIN = date(2026, 11, 28)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "puzzles.txt"


@pytest.fixture
def wait(monkeypatch):
    """Let so many days go by since the beginning."""

    def wait(count: int) -> None:
        monkeypatch.setattr(record, "today", lambda: BEGIN + timedelta(count))

    wait(0)
    return wait


def test_a_rating_changes_as_glicko_says(monkeypatch):
    monkeypatch.setattr(record, "DRIFT", 0)
    after = rate(Rating(1500, 200), Rating(1400, 30), 1)
    assert (after.value, after.deviation) == pytest.approx((1563.4, 175.2), abs=0.1)


@pytest.mark.parametrize("game", builtin_names())
def test_the_first_mistake_of_a_newcomer_costs_no_more_than_on_chess_sites(game):
    easiest = min((puzzle.rating for puzzle in builtin_puzzles(game)), default=1200)
    assert 150 < Rating().value - rate(Rating(), Rating(easiest, UNSURE), 0).value < 350


def test_a_rating_follows_what_is_solved_and_is_less_certain_after_a_pause(path, wait):
    record = Record(path)
    assert str(record.rating) == "1200?"
    for number in range(30):
        assert record.note(f"chess/{number}", SOLVED if number % 2 else FAILED, 1800) == ""
    rating = Record(path).rating
    assert 1650 < rating.value < 1950
    assert "?" not in str(rating)
    wait(1000)
    record.note("chess/rested", FAILED, 1800)
    assert Record(path).rating.value < rating.value
    assert rate(rating, rating, 0.5, 1000).deviation > rate(rating, rating, 0.5).deviation


@pytest.mark.parametrize("result", [SOLVED, FAILED])
def test_no_run_leads_out_of_what_the_file_can_say(path, wait, result):
    opponent = 500 if result == FAILED else 2800
    rating = Rating()
    for _ in range(500):
        rating = rate(rating, Rating(opponent, 150), result == SOLVED)
    path.parent.mkdir()
    path.write_text(f"{Try(BEGIN, 'chess/1', SOLVED, rating, True)}\n")
    record = Record(path)
    record.note("chess/2", result, opponent)
    assert Record(path).faults == []
    assert len(Record(path).tries) == 2


def test_only_the_first_try_without_help_is_rated_and_makes_a_streak(path, wait):
    record = Record(path)
    for key, result in [("a/1", SOLVED), ("a/2", SOLVED), ("a/3", FAILED), ("a/4", SOLVED)]:
        record.note(key, result, 1500)
    rating = record.rating
    record.note("a/3", SOLVED, 1500)
    record.note("a/1", FAILED, 1500)
    record.note("a/5", HELPED, 1500)
    assert record.rating == Record(path).rating
    assert record.rating.value == pytest.approx(rating.value, abs=0.1)
    assert Record(path).streaks == (1, 2)


def test_what_was_failed_comes_back_after_more_and_more_days(path, wait):
    progress = Progress(path.with_name("progress.txt"))
    key = "chess/1"
    progress.record.note(key, FAILED, 1500)
    progress.solve("puzzles", key)
    assert progress.is_solved("puzzles", key)
    day = 0
    for interval in INTERVALS:
        progress.record.note(key, SOLVED)  # before its time, which changes nothing
        wait(day + interval - 1)
        assert progress.is_solved("puzzles", key)
        day += interval
        wait(day)
        progress = Progress(path.with_name("progress.txt"))
        assert not progress.is_solved("puzzles", key)
        progress.record.note(key, SOLVED)
    assert progress.record.waiting == []
    progress.record.note(key, FAILED)
    wait(day + 1)
    assert progress.record.is_due(key)
    assert Record(path).waiting == [key]


def test_days_in_a_row_are_those_up_to_today_or_yesterday(path, wait):
    record = Record(path)
    for day, key in [(0, "a/0"), (2, "a/1"), (3, "a/2")]:
        wait(day)
        record.note(key, SOLVED)
    assert record.days_in_a_row == 2
    wait(4)
    assert record.days_in_a_row == 2
    wait(5)
    assert record.days_in_a_row == 0


def test_lines_not_understood_are_told_and_kept_and_too_many_tries_forgotten(path, wait):
    path.parent.mkdir()
    good = "2026-11-01 chess/1 failed 1400.0 300.0 0.09000"
    bad = ["2026-13-01" + good[10:], good.replace("1400.0", "99999.0"), "\x1b[2J nonsense"]
    path.write_text("\n".join(["# mine", *bad, *[good] * MOST]) + "\n")
    record = Record(path)
    assert len(record.faults) == len(bad)
    assert not any("\x1b" in fault for fault in record.faults)
    assert record.is_due("chess/1")
    assert record.note("chess/2", SOLVED, 1500) == ""
    assert len(Record(path).tries) == MOST
    assert all(line in path.read_text() for line in ["# mine", *bad])


def test_a_file_that_cannot_be_read_is_left_as_it_is(path, wait):
    path.parent.mkdir()
    path.write_bytes(b"x" * (1 << 21))
    record = Record(path)
    assert "larger" in record.note("chess/2", SOLVED, 1500)
    assert path.stat().st_size == 1 << 21


def test_two_programs_of_a_player_lose_no_try(path, wait):
    one, other = Record(path), Record(path)
    one.note("a/1", SOLVED, 1500)
    other.note("a/2", FAILED, 1500)
    one.note("a/3", SOLVED, 1500)
    assert [each.key for each in Record(path).tries] == ["a/1", "a/2", "a/3"]


@pytest.mark.parametrize("met", [{"veteran"}, {"chess", "maka"}, set(builtin_names())])
def test_each_day_has_a_puzzle_of_a_game_that_was_met_and_it_is_long_until_it_comes_again(met):
    found = [daily_puzzle(BEGIN + timedelta(day), met) for day in range(400)]
    assert found == [daily_puzzle(BEGIN + timedelta(day), met) for day in range(400)]
    assert {puzzle.game for puzzle in found[: len(met)]} == met
    assert all(len({puzzle.key for puzzle in found[at : at + 60]}) == 60 for at in range(340))
    assert max(puzzle.level for puzzle in found) < max(p.level for p in builtin_puzzles("chess"))


def test_who_has_met_no_game_begins_with_puzzles_of_the_first(tmp_path):
    progress = Progress(tmp_path / "progress.txt")
    assert daily_puzzle(BEGIN, progress.games()).game == "veteran"
    progress.solve("lessons", "chess/castling")
    progress.solve("milestones", "any/lion")
    assert daily_puzzle(BEGIN, progress.games()).game == "chess"


def test_what_is_solved_is_there_the_next_time(tmp_path):
    kept = tmp_path / "progress.txt"
    progress = Progress(kept)
    assert not progress.is_solved("lessons", "maka/igui")
    assert progress.solve("lessons", "maka/igui") == ""
    again = Progress(kept)
    assert again.is_solved("lessons", "maka/igui")
    assert not again.is_solved("puzzles", "maka/igui")
    assert (again.count("lessons"), again.count("puzzles")) == (1, 0)
    assert again.faults == []


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 100, b"solved " * 300_000])
def test_a_file_that_is_no_text_is_reported(tmp_path, content):
    kept = tmp_path / "progress.txt"
    kept.write_bytes(content)
    progress = Progress(kept)
    assert progress.faults
    assert progress.count("lessons") == 0
