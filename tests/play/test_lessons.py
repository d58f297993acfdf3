"""Every lesson teaches what the rules say: its solutions are legal, and nothing else solves it."""

import re
from functools import cache

import pytest
from makachess.core import Move
from makachess.play.exercises import Attempt, Exercise
from makachess.play.lessons import load_courses
from makachess.variants import load, names, relative_names

LESSONS = [lesson for course in load_courses() for lesson in course.lessons]
GAMES = (*names(), *relative_names())
PLAIN_WORDS = {"Y", "Castle"}  # names that are also words
COMPARED = {"werewolf": {"Queen"}}  # pieces of other games that the texts compare with


def lessons():
    return pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)


def walk(lesson):
    """Each step of a lesson with the attempt that has come to it, solved one by one."""
    attempt = Attempt(lesson)
    for step in lesson.steps:
        yield attempt, step
        assert attempt.make(solutions(attempt)[0]).right
    assert attempt.solved


def solutions(attempt: Attempt) -> list[Move]:
    legal = attempt.position.legal_moves()
    return [move for move in legal if attempt.step.goal.is_met(attempt.position, move)]


def test_every_game_has_a_course_but_those_whose_ideas_others_teach():
    taught = {lesson.game for lesson in LESSONS}
    assert set(GAMES) - taught == {"dai-shogi", "dai-dai-shogi"}
    assert taught <= set(GAMES)
    assert len({lesson.key for lesson in LESSONS}) == len(LESSONS)


@lessons()
def test_the_solutions_are_legal_and_judged_right(lesson: Exercise):
    for attempt, step in walk(lesson):
        right = {str(move) for move in solutions(attempt)}
        assert right
        if step.goal.moves:
            assert right == set(step.goal.moves)  # all of those named, and nothing by accident
        last = step is lesson.steps[-1]
        for move in solutions(attempt):
            verdict = attempt.judge(move)
            assert (verdict.right, verdict.solved) == (True, last)
            assert verdict.says
        # A task that names no move is solved by few, or else asks only for the game to go on.
        assert len(solutions(attempt)) <= 2 or step.goal.ends == "no"


@lessons()
def test_the_answers_are_to_wrong_moves_that_can_be_made(lesson: Exercise):
    for attempt, step in walk(lesson):
        legal = attempt.position.legal_moves()
        verdicts = map(attempt.judge, legal)
        heard = {verdict.says for verdict in verdicts if not verdict.right}
        assert {answer.says for answer in step.answers} <= heard
        for answer in step.answers:
            assert set(answer.to.moves) <= set(map(str, legal))
            assert not set(answer.to.moves) & set(step.goal.moves)


@lessons()
def test_a_wrong_move_changes_nothing(lesson: Exercise):
    attempt = Attempt(lesson)
    before = attempt.position.fen()
    wrong = next(move for move in attempt.position.legal_moves() if not attempt.judge(move).right)
    verdict = attempt.make(wrong)
    assert (verdict.right, attempt.position.fen()) == (False, before)
    assert verdict.says


@cache
def names_of(game):
    return {piece.name for piece in load(game).pieces.values()}


def test_the_texts_name_pieces_of_their_game():
    everywhere = set().union(*map(names_of, GAMES)) - PLAIN_WORDS
    for lesson in LESSONS:
        own = names_of(lesson.game) | COMPARED.get(lesson.game, set())
        strange = everywhere - own
        for text in texts(lesson):
            named = {name for name in strange if re.search(rf"\b{name}s?\b", text)}
            for name in named:  # or else part of a longer one
                assert any(name in longer and longer in text for longer in own), text


def texts(lesson):
    yield from (lesson.title, lesson.text)
    for step in lesson.steps:
        yield from (step.task, step.hint, step.praise, step.otherwise)
        yield from (answer.says for answer in step.answers)


def test_the_texts_name_squares_of_the_board_and_are_short():
    for lesson in LESSONS:
        variant = load(lesson.game)
        assert len(lesson.text) <= 420
        for text in list(texts(lesson))[2:]:
            assert len(text) <= 180, text
            for file, rank in re.findall(r"\b([a-s])([0-9]{1,2})\b", text):
                assert ord(file) - ord("a") < variant.files
                assert 1 <= int(rank) <= variant.ranks


REPLIES = (  # to a move in a lesson, and whether it is legal, as the lesson says
    ("werewolf/guarded", "d3d6", "c7d6=W", True),
    ("werewolf/last-rank", "e7e8=R", "d8e8", True),
    ("cannibal/corner", "c6b7", "a8b7", False),
    ("grand/waiting", "b2c4", "h10i9", True),
    ("mighty-lion/igui", "e4d5", "d8d5", True),
    ("mighty-lion/bridge", "c3c4,c4b5", "c6b5", True),
    ("mighty-lion/reply", "b2b5", "g8g1", False),
    ("mighty-lion/reply", "b2b3", "g8g1", True),
    ("elven/dwarf", "b8a9", "a10a9", True),
    ("chu/igui", "f6g7", "g11g7", True),
    ("chu/bridge", "d6d7,d7e8", "f9e8", True),
    ("chu/reply", "e3e6", "h12l12", False),
    ("chu/reply", "e3e4", "h12l12", True),
    ("chu/prince", "e8e9=+E", "a8a1", True),
)


@pytest.mark.parametrize(("key", "move", "reply", "is_legal"), REPLIES)
def test_the_opponent_can_do_what_a_lesson_says(key, move, reply, is_legal):
    position = lesson_of(key).position()
    position.push(position.parse(move))
    assert (reply in map(str, position.legal_moves())) is is_legal


@pytest.mark.parametrize(
    ("move", "winner"), [("e8e9=+E", None), ("e8e9", "black"), ("d9d10", "black")]
)
def test_the_game_goes_on_with_a_prince(move, winner):
    position = lesson_of("chu/prince").position()
    for each in (move, "a8a1"):
        position.push(position.parse(each))
    outcome = position.outcome()
    assert (outcome and outcome.winner) == winner


def lesson_of(key: str) -> Exercise:
    return next(lesson for lesson in LESSONS if lesson.key == key)


def test_a_chase_is_lost_by_the_move_that_the_lesson_warns_of():
    lesson = lesson_of("maka/chase")
    position = lesson.position()
    position.push(position.parse("d5c5"))
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("black", "perpetual attack")
