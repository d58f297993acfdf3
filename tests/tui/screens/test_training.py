"""Lessons and puzzles on the screen: solved by cursor, mouse and typed moves, and remembered."""

import re

import pytest
from makachess.play import lessons
from makachess.play.exercises import Progress
from makachess.play.lessons import load_courses
from makachess.play.puzzles import load_puzzles
from makachess.tui.screens.exercise import ExerciseScreen, lessons_screen, puzzles_screen
from makachess.tui.screens.home import HomeScreen
from tui_harness import SIZES, opened

COURSES = {course.game: course for course in load_courses()}


def course(game: str, at: int = 0):
    """A course opened at one of its lessons."""
    found = COURSES[game]
    return lambda: ExerciseScreen(lessons.KIND, found.title, found.lessons, at)


MATED = "2b2k2/2L5/1r1p1M2/1P2pl2/2B1P3/4LV2/3P2P1/3RK3 w - - 3 49"


def puzzle(fen: str):
    """A puzzle of Veteran Chess, opened."""
    found = [one for one in load_puzzles("veteran") if one.fen == fen]
    return lambda: ExerciseScreen("puzzles", "Veteran Chess", found)


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


async def test_a_lesson_of_two_steps_plays_the_reply():
    at = [lesson.id for lesson in COURSES["devingt"].lessons].index("waiting")
    async with opened(course("devingt", at), (120, 40)) as hands:
        await hands.press('"Nd3" enter')
        await hands.sees("your Pawn has become a Rook!")
        await hands.press('"Rb9" enter')
        await hands.sees("Solved!")


async def test_a_choice_that_comes_before_the_move_is_asked_for():
    at = [lesson.id for lesson in COURSES["devingt"].lessons].index("choice")
    async with opened(course("devingt", at), (120, 40)) as hands:
        await hands.sees("A waiting Pawn becomes:", "prompt")
        await hands.press('"d10=N" enter')
        await hands.press('"Nxe8" enter')
        await hands.sees("Solved!")


LONG = [pytest.param(size, marks=pytest.mark.long) for size in SIZES[1:]]


@pytest.mark.parametrize("size", [SIZES[0], (300, 100), *LONG])
async def test_the_largest_board_fits_with_its_text(size):
    async with opened(course("maka"), size) as hands:
        await hands.sees("Straight ahead")
        await hands.pick("j9", "j10")
        await hands.sees("Promote?", "prompt")
        await hands.press("enter")
        await hands.sees("Solved!")


async def test_a_small_window_keeps_the_board_and_tells_the_task_in_the_prompt():
    async with opened(course("veteran"), (40, 12)) as hands:
        await hands.sees("Take a Pawn", "prompt")
        await hands.pick("e4", "d5")
        await hands.until(lambda: hands.screen.attempt.solved, "the end of the lesson")
        await hands.press("escape")


async def test_of_a_board_that_does_not_fit_a_part_is_shown():
    async with opened(course("maka", 3), (40, 12)) as hands:
        await hands.sees("L!")
        await hands.press('"j5k6,k6l7=" enter')
        await hands.until(lambda: hands.screen.attempt.solved, "the end of the lesson")


async def test_puzzles_are_grouped_by_game_and_theme():
    async with opened(puzzles_screen) as hands:
        await hands.sees("▌ Chess: Checkmate")
        theme = "▌ Veteran Chess: Promotion decides"
        await hands.press_until("down", lambda: theme in hands.text, theme)
        await hands.press("enter")
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "a puzzle")
        attempt = hands.screen.attempt
        for _ in range(9):
            if attempt.solved:
                break
            before, goal, position = attempt.step, attempt.step.goal, attempt.position
            key = next(m for m in position.legal_moves() if goal.is_met(position, m))
            await hands.press(f'"{key}" enter')
            if hands.screen.prompt.asking:  # staying is the first answer
                await hands.press("enter")
            await hands.until(lambda now=before: attempt.solved or attempt.step != now, "progress")
        await hands.sees("Solved!")
        assert Progress().is_solved("puzzles", attempt.exercise.key)


async def test_a_puzzle_goes_on_after_the_key_until_the_mate():
    async with opened(puzzles_screen) as hands:
        await hands.press("enter")
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


async def test_after_a_wrong_move_the_next_one_is_made_in_the_position_of_the_puzzle():
    async with opened(puzzle(MATED)) as hands:
        await hands.press('"Bb3" enter')
        await hands.sees("Not this: ")
        await hands.press('"Lc8=Q" enter')
        await hands.sees("Solved!")


async def test_a_damaged_progress_file_is_told_and_does_no_harm(home):
    (home / "state").mkdir(parents=True)
    (home / "state" / "progress.txt").write_text("rubbish\nsolved lessons veteran/veteran\n")
    async with opened(lessons_screen) as hands:
        await hands.sees("progress.txt:1: not understood: 'rubbish'", "prompt")
        await hands.sees("1 of 6")


@pytest.mark.parametrize(
    ("first", "rows", "beside"),
    [(lessons_screen, 7, "The Veteran"), (puzzles_screen, 15, "Black to move: mate in 2.")],
)
async def test_the_counts_of_all_groups_are_in_sight(first, rows, beside):
    async with opened(first) as hands:
        await hands.until(
            lambda: sum(bool(re.search(r" 0 of \d+( |$)", row)) for row in hands.rows) >= rows,
            "counts",
        )
        await hands.sees(beside)
        await hands.pilot.resize_terminal(40, 12)
        await hands.sees_no(beside)


@pytest.mark.parametrize(("size", "cell"), [((80, 24), (5, 2)), ((120, 40), (8, 4))])
async def test_the_first_position_stands_beside_the_list(size, cell):
    async with opened(lessons_screen, size) as hands:
        board = hands.screen.preview.board
        await hands.sees("Take a Pawn with your Veteran.")
        assert board.geometry.cell == cell
        assert hands.screen.menu.region.right < board.region.x
        assert not hands.screen.text.region.overlaps(board.region)
        await hands.press("down")
        await hands.until(lambda: board.variant.name == "decimaka", "the next game")
        await hands.pilot.click(board)
        await hands.until(lambda: isinstance(hands.screen, ExerciseScreen), "the lesson")


async def test_the_position_is_the_one_that_is_next_seen_from_the_side_to_move():
    puzzles_of = load_puzzles("chess")
    mates = [puzzle for puzzle in puzzles_of if "mate" in puzzle.themes]
    at = next(n for n, one in enumerate(mates) if one.position().turn == "white")
    progress = Progress()
    for puzzle in mates[:at]:
        progress.solve("puzzles", puzzle.key)
    async with opened(puzzles_screen) as hands:
        await hands.sees(f"{at} of {len(mates)}")
        await hands.sees(mates[at].steps[0].task)
        assert not hands.screen.preview.board.geometry.flipped
        await hands.press("down")
        await hands.sees("Black to move: win")
        assert hands.screen.preview.board.geometry.flipped


async def test_a_window_without_room_for_a_board_has_the_titles_beside_the_list():
    async with opened(lessons_screen, (80, 19)) as hands:
        await hands.sees("Dead wood")
        assert not hands.screen.preview.display
        assert hands.screen.text.region.x > hands.screen.menu.region.x
