"""Lessons and puzzles on the screen: solved by cursor, mouse and typed moves, and remembered."""

from dataclasses import replace
from datetime import timedelta

import pytest
from makachess.core import Square
from makachess.play import lessons, practice, record
from makachess.play.exercises import Progress
from makachess.play.lessons import load_courses
from makachess.play.practice import Practice
from makachess.play.puzzles import load_puzzles
from makachess.play.record import FAILED, HELPED, SOLVED
from makachess.tui.screens.exercise import (
    ExerciseScreen,
    Group,
    lessons_screen,
    puzzles_screen,
)
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.practice import PositionsScreen
from makachess.tui.screens.progress import ProgressScreen
from sampling import sampled
from tui_harness import opened

COURSES = {course.game: course for course in load_courses()}


def course(game: str, at: int = 0):
    """A course opened at one of its lessons."""
    found = COURSES[game]
    return lambda: ExerciseScreen(lessons.KIND, found.title, found.lessons, at)


TASK = "Take a Pawn with your Veteran."
TWO = "4k2r/4pp1p/1p6/3p3b/p2b4/P6B/4Pq2/3K4 b k - 3 42"
MATED = "2b2k2/2L5/1r1p1M2/1P2pl2/2B1P3/4LV2/3P2P1/3RK3 w - - 3 49"


def puzzle(fen: str, game: str = "veteran"):
    """A puzzle, opened."""
    found = [one for one in load_puzzles(game) if one.fen == fen]
    return lambda: ExerciseScreen("puzzles", "Puzzle", found)


async def test_a_first_lesson_is_four_keys_away_and_is_remembered():
    async with opened(HomeScreen) as hands:
        await hands.press("l enter")
        await hands.sees("▌ Veteran Chess")
        await hands.sees("0 of 6")
        await hands.press("enter")
        await hands.sees("Take a Pawn with your Veteran.")
        await hands.press('"Vd4" enter')
        await hands.sees("That takes nothing.")
        await hands.pick("e4", "d5")
        await hands.sees("Solved!")
        await hands.sees("d5 is one step away")
        await hands.press("enter")
        await hands.sees("2 of 6")
        await hands.press("escape")
        await hands.sees("1 of 6")
        assert Progress().is_solved("lessons", "veteran/veteran")
        await hands.press("enter")
        await hands.sees("2 of 6")


@pytest.mark.parametrize("size", sampled([(80, 24), (120, 40), (40, 12)], [(80, 24)]))
async def test_the_task_stands_above_all_that_is_said_until_it_is_done(size):
    async with opened(course("veteran"), size) as hands:
        await hands.sees(TASK)
        for move, answer in (("Vd4", "takes nothing"), ("Ve5", "not possible")):
            await hands.press(f'"{move}" enter')
            await hands.sees(answer)
            at, below = (
                next(y for y, row in enumerate(hands.rows) if words in row)
                for words in (TASK[:16], answer.split()[-1])
            )
            assert at < below
        await hands.press('"Vxd5" enter')
        await hands.sees("Solved")
        await hands.sees_no(TASK[:16])


async def test_the_last_lesson_leads_to_the_game_with_a_coach():
    async with opened(course("veteran", len(COURSES["veteran"].lessons) - 1)) as hands:
        attempt = hands.screen.attempt
        while not attempt.solved:
            await hands.press(f'"{attempt.solution}" enter')
        await hands.sees("play this game now")
        await hands.press("enter")
        await hands.sees("makachess level 1", "players")
        await hands.sees("The coach is on")


@pytest.mark.slow
async def test_answers_to_wrong_moves_and_a_question_about_promotion():
    async with opened(course("veteran", 1), (120, 40)) as hands:
        await hands.press('"Nxe6" enter')
        await hands.sees("Promote?", "prompt")
        await hands.press("f3")  # what would it become?
        await hands.sees("Mounted Veteran M")
        await hands.press("escape")
        await hands.sees("Promote?", "prompt")
        await hands.press("enter")
        await hands.sees("A plain Knight on e6 gives no check.")
        await hands.click("d4")
        await hands.click("e6")
        await hands.press("right enter")
        await hands.sees("Solved!")


@pytest.mark.slow
async def test_hint_solution_retry_and_neighbours():
    async with opened(course("maka", 3), (120, 40)) as hands:
        await hands.press("ctrl+g")
        await hands.sees("Pick the Lion, then k6, then l7.")
        await hands.press("ctrl+o")
        await hands.sees("solves it. Try it yourself.")
        await hands.press('"j5k6,k6l7=" enter')
        await hands.sees("Two with one stroke")
        await hands.press("ctrl+r")
        await hands.sees_no("Two with one stroke")
        await hands.press("ctrl+b")
        await hands.sees("The Lion jumps")
        await hands.press("ctrl+n ctrl+n")
        await hands.sees("Taking without moving")
        await hands.press("f1")
        await hands.sees("show the solution")
        await hands.press("f1")
        await hands.sees("Taking without moving")


@pytest.mark.slow
async def test_the_puzzles_of_all_games_or_of_one_begin_with_an_easy_one():
    async with opened(puzzles_screen) as hands:
        await hands.sees("▌ Veteran Chess")
        await hands.press("end")
        await hands.sees("▌ Mixed")
        await hands.press("home down down enter")
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "a puzzle")
        attempt = hands.screen.attempt
        level, found = attempt.exercise.level, load_puzzles("decimaka")
        assert level == min(puzzle.level for puzzle in found)
        await hands.sees(f"level {level}")
        for _ in range(9):
            if attempt.solved:
                break
            before = attempt.position.ply
            await hands.press(f'"{attempt.solution}" enter')
            if hands.screen.prompt.asking:  # staying is the first answer
                await hands.press("enter")
            await hands.until(
                lambda now=before: attempt.solved or attempt.position.ply > now, "progress"
            )
        await hands.sees("Solved!")
        assert Progress().is_solved("puzzles", attempt.exercise.key)
        await hands.press("escape")
        await hands.sees(f"1 of {len(found)}")


async def test_next_is_the_next_puzzle_that_is_not_solved_and_harder_one_of_a_higher_level():
    found = load_puzzles("chess")
    progress = Progress()
    for solved in (found[0], found[2]):
        progress.solve("puzzles", solved.key)
    async with opened(lambda: ExerciseScreen("puzzles", "Chess", found, 1)) as hands:
        await hands.press("ctrl+n")
        await hands.until(lambda: hands.screen.attempt.exercise == found[3], "the next one")
        await hands.press("}")
        harder = next(puzzle for puzzle in found if puzzle.level > found[3].level)
        await hands.until(lambda: hands.screen.attempt.exercise == harder, "a harder one")
        await hands.press("{")
        easier = hands.screen._exercises[3].level
        await hands.until(lambda: hands.screen.attempt.exercise.level <= easier, "an easier one")
        await hands.press_until(
            "}", lambda: "There is no harder one" in hands.part("prompt"), "the hardest"
        )


async def test_a_hint_names_the_theme_before_it_marks_the_piece():
    async with opened(puzzle(MATED)) as hands:
        await hands.press("ctrl+g")
        await hands.sees("Theme: promotion.")
        assert not hands.screen._marked
        await hands.press("ctrl+g")
        await hands.until(lambda: hands.screen._marked == (Square.parse("c7"),), "the mark")


async def test_a_puzzle_goes_on_after_the_key_until_the_mate():
    async with opened(puzzle(TWO, "chess")) as hands:
        await hands.press('"Qxe2" enter')
        await hands.sees("Right. White replies Kc1")
        await hands.sees("Black to move: mate in 1.")
        await hands.press('"Qd3" enter')
        await hands.sees("Not this: it does not mate in 1.")
        await hands.press('"Qd1" enter')  # the line has Qb2, another mate
        await hands.sees("Solved!")


async def test_a_wrong_move_is_refuted_on_the_board_and_comes_back_with_a_key():
    async with opened(puzzle(MATED), (120, 40)) as hands:
        attempt = hands.screen.attempt
        before = hands.board
        await hands.press('"Bb3" enter')
        await hands.until(lambda: len(hands.screen._refuted.moves) == 2, "the reply")
        await hands.sees("Not this: ")
        refuted = hands.board
        assert refuted != before
        await hands.sees("take back", "keys")
        await hands.press("escape")
        await hands.sees_no("Not this")
        assert hands.board == before
        assert attempt.step == attempt.exercise.steps[0]


@pytest.mark.parametrize(("size", "cell"), [((80, 24), (5, 2)), ((120, 40), (8, 4))])
async def test_the_first_position_stands_beside_the_list(size, cell):
    async with opened(lessons_screen, size) as hands:
        board = hands.screen.preview.board
        await hands.sees("Take a Pawn with your Veteran.")
        assert board.geometry.cell == cell
        assert hands.screen.menu.region.right < board.region.x
        assert not hands.screen.text.region.overlaps(board.region)
        await hands.press("down")
        await hands.until(lambda: board.variant.name == "chess", "the next game")
        await hands.pilot.click(board)
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "the lesson")
        await hands.press("escape")
        await hands.sees("2 □")
        text = hands.screen.text
        await hands.pilot.click(text, offset=(10, 1))  # the title of the second lesson
        await hands.sees("2 of 3")


async def test_a_puzzle_says_once_what_is_to_be_done_and_among_others_of_which_game_it_is():
    async with opened(puzzles_screen, (120, 40)) as hands:
        board = hands.screen.preview.board
        await hands.until(lambda: hands.text.count(board.variant.title) == 2, "the game's name")
        await hands.press("enter")
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "the puzzle")
        exercise = hands.screen.attempt.exercise
        assert exercise.title.casefold() in exercise.task.casefold()
        await hands.sees(exercise.task)
        await hands.sees_no(exercise.title)


QUEENING = Practice("0", "A Queen", "chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", (), "Run.", level=2)


@pytest.fixture
def queening(monkeypatch):
    """A practice position that is solved by one move, in place of those of chess."""
    one = replace(QUEENING, goal=practice.BECOME, moves=1, becomes="Q")
    monkeypatch.setattr(practice, "load_practice", lambda game: (one,))
    return one


@pytest.mark.slow
async def test_a_practice_position_is_played_to_its_goal_and_has_a_check_then(queening):
    group = Group("Chess", (queening,), practice.KIND)
    async with opened(lambda: PositionsScreen(group)) as hands:
        await hands.sees("< level 2 >")
        await hands.sees("You play White: get a Queen (Q) within 1")
        await hands.press("left")
        await hands.sees("< level 1 >")
        await hands.pilot.click(hands.screen.menu, offset=(4, 0))
        await hands.sees("Goal: Q in 1")
        await hands.press('"a8=Q" enter')
        await hands.sees("The goal is reached.")
        await hands.sees("Goal reached")
        await hands.press("ctrl+n")
        await hands.sees("Goal: Q in 1")
        await hands.press('"Kb1" enter')
        await hands.sees("The goal is missed. ^N tries again.")
        await hands.press("ctrl+q")
        await hands.sees("< level 1 ✓ >")
        await hands.press("right")
        await hands.sees("< level 2 >")
        assert Progress().solved("practice") == ["chess/0", "chess/0-1"]


WRONG, RIGHT = '"Bb3" enter', '"Lxc8=Q" enter'


async def test_a_puzzle_is_rated_by_what_is_tried_first():
    async with opened(puzzle(MATED), (120, 40)) as hands:
        await hands.press(RIGHT)
        await hands.sees("Solved!")
        first = Progress().record
        await hands.sees(f"Rating {first.rating} (+")
        await hands.press("ctrl+r")
        await hands.sees_no("Rating")
        await hands.press(WRONG)  # which was solved at the first try
        await hands.sees("The puzzle comes back tomorrow.")
        assert Progress().record.rating == first.rating


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "result"), [(WRONG, FAILED), ("ctrl+o", FAILED), (f"ctrl+g {RIGHT}", HELPED)]
)
async def test_what_was_not_solved_alone_comes_back_tomorrow_and_then_later(
    keys, result, monkeypatch, today
):
    async with opened(puzzle(MATED), (120, 40)) as hands:
        await hands.press(keys)
        await hands.sees("The puzzle comes back tomorrow.")
        assert ("there was a hint" in hands.text) == (result == HELPED)
        if result == FAILED:
            await hands.press(f"escape {RIGHT}" if keys == WRONG else RIGHT)
        await hands.sees("Solved!")
        assert [one.result for one in Progress().record.tries] == [result]
    monkeypatch.setattr(record, "today", lambda: today + timedelta(1))
    async with opened(puzzles_screen, (120, 40)) as hands:
        await hands.sees("▌ To solve again")
        await hands.sees("0 of 1")
        await hands.press("enter")
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "the puzzle")
        await hands.press(RIGHT)
        await hands.sees("The puzzle comes back in 3 days.")
        await hands.press("escape")
        await hands.sees("1 of 1")


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_progress_is_shown_with_a_line_of_the_rating(size):
    async with opened(ProgressScreen, size) as hands:
        await hands.sees("Solve puzzles to get a rating.")
    record = Progress().record
    for number, result in enumerate((SOLVED, FAILED, SOLVED, SOLVED)):
        record.note(f"chess/{number}", result, 1500)
    async with opened(ProgressScreen, size) as hands:
        await hands.sees(str(record.rating))
        await hands.sees("4 tried")
        await hands.sees("2 in a row")
        assert ("█" in hands.text) == (size[1] > 12)
