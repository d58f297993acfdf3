"""Learning from one's mistakes: those of a reviewed game, judged by the engine, kept as puzzles."""

from __future__ import annotations

import asyncio

import pytest
from makachess.core.engine import Score
from makachess.core.engine.review import Judgement, Variation, Verdict
from makachess.play.exercises import Progress
from makachess.play.mistakes import mistakes_of
from makachess.saves import Game, read_games
from makachess.tui.screens.exercise import MistakesScreen, puzzles_screen
from makachess.tui.screens.replay import ReplayScreen
from sampling import sampled
from tui_harness import SIZES, opened

PGN = """[Variant "chess"]
[White "Anna"]
[Black "Bo"]

1. e4 {[%eval 0.2]} e5 2. Qh5 Nc6 3. Qxf7+?? (3. Nc3 Nf6) 3... Kxf7 4. Bc4+?! (4. d4) 4... d5 *
"""


def game() -> Game:
    [found] = read_games(PGN.splitlines())
    return found


class Scripted:
    """Calls every move but some a blunder, once it is told to go on."""

    def __init__(self, *right: str) -> None:
        self.right = right
        self.go_on = asyncio.Semaphore(0)

    async def review(self, job, hear) -> None:
        await self.go_on.acquire()
        [move] = job.moves
        verdict = Verdict.GOOD if str(move) in self.right else Verdict.BLUNDER
        none = Variation()
        allows = "now Nxe5 wins the Queen" if verdict is Verdict.BLUNDER else ""
        hear(Judgement(1, "white", move, verdict, 0, Score(0), Score(0), none, none, "", allows))


@pytest.fixture
def judge(monkeypatch) -> Scripted:
    scripted = Scripted("g1f3", "d2d4")
    monkeypatch.setattr("makachess.play.mistakes.review", scripted.review)
    return scripted


def mistakes(at: int = 0) -> MistakesScreen:
    return MistakesScreen("Mistakes of White", mistakes_of(game(), "white"), at)


async def test_a_replay_asks_whose_mistakes_and_opens_them():
    async with opened(lambda: ReplayScreen(game())) as hands:
        await hands.press("ctrl+r")
        await hands.sees("Whose mistakes?", "prompt")
        await hands.press("enter")
        await hands.sees("Mistakes of White")
        await hands.sees("Find a better move than")
        await hands.press("escape")
        await hands.until(lambda: isinstance(hands.screen, ReplayScreen), "the replay")
        await hands.press("ctrl+r right enter")
        await hands.sees("No mistake of Black for which", "prompt")


async def test_a_game_without_a_review_says_how_to_get_one():
    async with opened(lambda: ReplayScreen(next(iter(read_games(["1. e4 e5 *"]))))) as hands:
        await hands.press("ctrl+r")
        await hands.sees("has not been reviewed: ^O reviews it", "prompt")


@pytest.mark.parametrize("size", sampled([(40, 12), *SIZES], [(40, 12), (80, 24)]))
async def test_a_move_is_judged_by_the_engine_and_can_be_tried_again(judge, size):
    async with opened(mistakes, size) as hands:
        await hands.press('"Qxf7+" enter')
        await hands.sees("That is the move that was played.")
        await hands.pick("h5", "e5")
        await hands.sees("Looking at Qxe5+...", "prompt")
        await hands.sees("Enter pick", "keys")
        judge.go_on.release()
        await hands.sees("is a blunder: now Nxe5")
        assert not hands.screen.attempt.solved
        await hands.press('"Nf3" enter')
        judge.go_on.release()
        await hands.sees("Nf3 is good as well.")
        assert hands.screen.attempt.solved
        assert Progress().is_solved("mistakes", hands.screen.attempt.exercise.key)


async def test_what_is_judged_late_does_not_concern_another_mistake(judge):
    async with opened(mistakes) as hands:
        await hands.press('"Nf3" enter')
        await hands.sees("Looking at Nf3...", "prompt")
        await hands.press("ctrl+n")
        await hands.sees("2 of 2")
        judge.go_on.release()
        await hands.press('"d4" enter')
        await hands.sees("Solved!")
        await hands.press("ctrl+b")
        await hands.sees_no("Solved!")


@pytest.mark.slow
async def test_one_that_is_kept_is_among_the_puzzles_and_stays_solved():
    async with opened(mistakes) as hands:
        await hands.press("ctrl+s")
        await hands.sees("It is kept in Puzzles", "prompt")
    async with opened(puzzles_screen) as hands:
        await hands.sees("▌ My mistakes")
        await hands.sees("0 of 1")
        await hands.sees("Anna - Bo, move 3")
        await hands.press("enter")
        await hands.press('"Nc3" enter')
        await hands.sees("Solved!")
        await hands.press("escape")
        await hands.sees("1 of 1")
    async with opened(puzzles_screen) as hands:
        await hands.sees("1 of 1")
