"""Reviewing a game in the app: in the background, shown as it comes, ended when one leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from makachess.core import MakachessError
from makachess.core.engine import Score
from makachess.core.engine.review import Judgement, Variation, Verdict
from makachess.play.entry import move_squares
from makachess.play.review import ReviewJob
from makachess.play.session.setup import new_setup
from makachess.saves import Game, load_games, save_game
from makachess.saves.remarks import node_mistake, node_score
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from tui_harness import IN_SIZES, Hands, opened, playing

VETERAN = load("veteran")
MOVES = ("Nc3", "e6", "e3", "Le7", "Nb5", "g6", "Nxc7=M#")


def veteran_game(*sans: str) -> Game:
    game = Game(VETERAN, None, {"White": "Anna", "Black": "Bo"})
    for san in sans:
        game.play(game.position.parse(san))
    return game


GAME = veteran_game(*MOVES)


# Said to be better at every ply; legal where it matters, at the two of White's called blunders.
BETTER = Variation((veteran_game("a4").moves[0],), ("a4",))


class Scripted:
    """Calls the moves at some plies blunders, each when it is told to go on."""

    def __init__(self, *blunders: int) -> None:
        self.blunders = blunders
        self.go_on = asyncio.Semaphore(0)
        self.closed = False

    async def review(self, job, hear) -> None:
        try:
            for ply in range(len(job.moves), 0, -1):
                await self.go_on.acquire()
                hear(self.judgement(job, ply))
        finally:
            self.closed = True

    def judgement(self, job: ReviewJob, ply: int) -> Judgement:
        verdict = Verdict.BLUNDER if ply in self.blunders else Verdict.BEST
        loss = 0.4 if ply in self.blunders else 0.0
        color = "white" if ply % 2 else "black"
        move, after = job.moves[ply - 1], Score(100 * ply)
        note = f"Blunder at {ply}" if ply in self.blunders else ""
        zero = Score(0)
        return Judgement(ply, color, move, verdict, loss, zero, after, BETTER, Variation(), note)

    def judge_more(self, count: int) -> None:
        for _ in range(count):
            self.go_on.release()


@pytest.fixture
def reviewer(monkeypatch) -> Scripted:
    scripted = Scripted(5, 3)
    monkeypatch.setattr("makachess.play.review.review", lambda *a: scripted.review(*a))
    return scripted


@pytest.fixture
def file(tmp_path):
    save_game(GAME, tmp_path / "game.pgn")
    return tmp_path / "game.pgn"


def replaying(file, size=(80, 24), ply=0):
    return opened(lambda: ReplayScreen(load_games(file)[0], ply), size)


@asynccontextmanager
async def reviewed(file, reviewer: Scripted, size=(80, 24)) -> AsyncIterator[Hands]:
    """A replay at its start whose review has just come to its end."""
    async with replaying(file, size) as hands:
        reviewer.judge_more(len(MOVES))
        await hands.press("ctrl+o")
        await hands.sees("2??")
        await hands.sees_no("review", "status")
        yield hands


@pytest.mark.parametrize("size", IN_SIZES)
async def test_a_review_is_shown_as_it_comes(file, reviewer, size):
    async with replaying(file, size) as hands:
        await hands.sees("^O review", "keys")
        await hands.press("ctrl+o")
        await hands.sees("review 0%", "status")
        reviewer.judge_more(3)
        await hands.sees("review 42%", "status")
        await hands.sees("Nb5??")
        await hands.sees_no("e3??")
        await hands.sees("1??")
        reviewer.judge_more(4)
        await hands.sees_no("review", "status")
        await hands.sees("e3??")
        await hands.sees("█")
        rows = [row for row in hands.rows if row.count("◆") == 2]
        assert len(rows) == 1, hands.text  # below the graph; the legend has one


async def test_keys_lead_from_moment_to_moment(file, reviewer):
    async with reviewed(file, reviewer) as hands:
        await hands.sees("> key moments", "keys")
        await hands.press(">")
        await hands.has_played(*MOVES[:3])
        await hands.sees("Blunder at 3", "status")
        await hands.sees("3 of 7", "status")
        await hands.sees("key moment 1 of 2", "status")
        assert hands.screen.board._view.hint == move_squares(BETTER.moves[0])
        await hands.press("full_stop")
        await hands.has_played(*MOVES[:5])
        await hands.press(">")
        await hands.sees("No key moment after", "prompt")
        await hands.press("<")
        await hands.has_played(*MOVES[:3])


@pytest.mark.parametrize("size", IN_SIZES)
async def test_a_game_without_mistakes_has_no_keys_for_moments(file, reviewer, size):
    reviewer.blunders = ()
    async with replaying(file, size) as hands:
        await hands.sees("^O review", "keys")
        reviewer.judge_more(len(MOVES))
        await hands.press("ctrl+o")
        await hands.sees("No mistakes", "prompt")
        await hands.sees_no("review", "keys")
        assert "key moments" not in hands.part("keys")
        assert "learn" not in hands.part("keys")


async def test_escape_stops_it_and_the_key_begins_it_anew(file, reviewer):
    async with replaying(file) as hands:
        reviewer.judge_more(2)
        await hands.press("ctrl+o")
        await hands.sees("review 28%", "status")
        await hands.press("escape")
        await hands.sees_no("review 28%", "status")
        assert reviewer.closed
        await hands.sees("Esc back", "keys")
        reviewer.judge_more(1)
        await hands.press("ctrl+o")
        await hands.sees("review 14%", "status")


async def test_a_click_in_the_graph_goes_to_its_ply(file, reviewer):
    async with reviewed(file, reviewer) as hands:
        graph = hands.screen.graph
        await hands.pilot.click(graph, offset=(graph.size.width - 1, 3))
        await hands.has_played(*MOVES)


@pytest.mark.slow
async def test_a_reviewed_game_is_saved_and_comes_back(file, reviewer, tmp_path):
    path = tmp_path / "reviewed.pgn"
    async with reviewed(file, reviewer) as hands:
        await hands.press(f'ctrl+s ctrl+u "{path}" enter')
        await hands.sees("Saved as")
    [game] = load_games(path)
    assert [node_mistake(n) for n in game.line].count(Verdict.BLUNDER) == 2
    assert all(node_score(node) for node in game.line)
    async with replaying(path) as hands:
        await hands.sees("█")
        await hands.sees("e3??")
        await hands.sees_no("e3??*")
        await hands.press(">")
        await hands.sees("* Blunder at 3", "status")
        await hands.press("(")
        await hands.sees("engine's line", "status")
    assert not any(node.nags for node in load_games(file)[0].line)


async def test_what_fails_is_told_and_can_be_tried_again(file, reviewer, monkeypatch):
    review = reviewer.review

    async def fail(job, hear) -> None:
        await reviewer.go_on.acquire()
        hear(reviewer.judgement(job, len(job.moves)))
        raise MakachessError("no more memory")

    monkeypatch.setattr(reviewer, "review", fail)
    reviewer.judge_more(1)
    async with replaying(file) as hands:
        await hands.press("ctrl+o")
        await hands.sees("The review failed: no more memory", "prompt")
        monkeypatch.setattr(reviewer, "review", review)
        reviewer.judge_more(len(MOVES))
        await hands.press("ctrl+o")
        await hands.sees("2??")


@pytest.mark.slow
async def test_a_game_just_over_is_reviewed_in_a_copy(reviewer):
    setup = new_setup(VETERAN, "both")
    async with playing(setup) as hands:
        for san in MOVES[:-1]:
            await hands.press(f'"{san}" enter')
        await hands.press("ctrl+o")
        await hands.sees("once it is over", "prompt")
        await hands.press(f'"{MOVES[-1]}" enter')
        await hands.sees("White wins", "status")
        await hands.sees("review the game")
        reviewer.judge_more(7)
        await hands.press("ctrl+o")
        await hands.until(lambda: isinstance(hands.screen, ReplayScreen), "the review")
        await hands.sees("Nb5??")
        await hands.has_played(*MOVES)
        await hands.press("ctrl+q")
        await hands.until(lambda: isinstance(hands.screen, GameScreen), "the game")
        await hands.sees("Accuracy: W 100%, B 74%")
        await hands.sees("Turning point: 3.Nb5??")
        await hands.press("ctrl+z")
        await hands.sees_no("Accuracy")
        await hands.press("ctrl+r y")  # another end: of that nothing has been said
        await hands.sees("Black won")
        await hands.sees_no("Accuracy")
        assert not any(node.nags or node.comments for node in setup.game.line)


async def test_leaving_ends_it(file, reviewer):
    async with replaying(file) as hands:
        await hands.press("ctrl+o")
        await hands.sees("review 0%", "status")
        await hands.press("ctrl+q")
    assert reviewer.closed


@pytest.mark.parametrize("size", IN_SIZES)
async def test_a_review_ends_with_the_accuracy_of_both_sides_and_what_it_is(file, reviewer, size):
    async with reviewed(file, reviewer, size) as hands:
        await hands.sees("shows the key moments", "prompt")
        await hands.sees("^S keeps the notes", "prompt")
        await hands.sees("100% = no chances lost")
        rows = [row for row in hands.rows if "74%" in row and "0?! 0? 0??" in row]
        assert len(rows) == 1, hands.text


async def test_of_review_and_analysis_the_last_one_asked_for_is_shown(file, reviewer):
    async with reviewed(file, reviewer) as hands:
        await hands.press("ctrl+e")
        await hands.sees("Analysis")
        await hands.sees_no("2??")
        await hands.press("ctrl+o")
        await hands.sees("2??")
        await hands.sees_no("Analysis")


async def test_the_panel_can_be_hidden(file, reviewer):
    async with reviewed(file, reviewer) as hands:
        await hands.press("ctrl+o")
        await hands.sees_no("2??")
        await hands.sees("e3??")
        await hands.press("ctrl+o")
        await hands.sees("2??")
