"""Every lesson teaches what the rules say: its solutions are legal, and nothing else solves it."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property

import pytest
from makachess.core import Move, MoveKind, Position
from makachess.play.exercises import Attempt, Exercise
from makachess.play.lessons import load_courses, read_course
from makachess.variants import load, names, relative_names
from makachess.variants.models import engine_values

LESSONS = [lesson for course in load_courses() for lesson in course.lessons]
GAMES = (*names(), *relative_names())


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
            if step.reply:
                assert step.reply in [
                    str(reply.move) for reply in Made(attempt.position, move).then()
                ]
        # A task that names no move is solved by few, or else asks only for the game to go on.
        assert len(solutions(attempt)) <= 2 or step.goal.ends == "no"


@lessons()
def test_the_answers_are_to_wrong_moves_that_can_be_made(lesson: Exercise):
    for attempt, step in walk(lesson):
        legal = attempt.position.legal_moves()
        verdicts = map(attempt.judge, legal)
        heard = {verdict.says for verdict in verdicts if not verdict.right}
        assert {step.otherwise, *(answer.says for answer in step.answers)} <= heard
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


@pytest.mark.parametrize(
    "written",
    [
        "[[lesson.step]]\ntask = 'Castle.'\n[[lesson.wrong]]\nto = ['g1']\nsays = ''",  # of no step
        "task = 'Castle.'\ncastles = true",
        "task = 'Castle.'\n[[lesson.wrong]]\nto = ['g1']\nsaid = 'No.'",
    ],
)
def test_a_key_that_nothing_reads_is_a_fault(written):
    begin = "title = 'Chess'\n[[lesson]]\nid = 'castling'\ntitle = 'Castling'\nfen = ''\n"
    assert read_course("chess", f"{begin}task = 'Castle.'\nkind = 'castling'").lessons
    with pytest.raises(TypeError):
        read_course("chess", begin + written)


#
# What a task asks for and what a text says of moves, as the rules judge it: each expression with
# what must be true of a move. Neither knows of goals.


@dataclass(frozen=True)
class Made:
    """A legal move of a position, before and after it."""

    before: Position
    move: Move

    @cached_property
    def after(self) -> Position:
        position = self.before.copy()
        position.push(self.move)
        return position

    @property
    def mover(self):
        """The name of the type that moves, as it was before."""
        kind = dict(self.move.prefix).get(self.move.origin)
        return self.name(kind or self.before.piece_at(self.move.origin))

    @property
    def is_by_royal(self):
        return self.move.origin in self.before.royals(self.before.turn)

    @property
    def becomes(self):
        """The name of the type that it is after the move."""
        return self.name(self.move.promotion) if self.move.promotion else self.mover

    @property
    def taken(self):
        return [self.name(self.before.piece_at(square)) for square in self.move.victims]

    def name(self, piece):
        return self.before.variant.pieces[piece.upper()].name

    def named(self, text):
        """The names of types in a text, the longest ones where one is part of another."""
        names = sorted(names_of(self.before.variant.name), key=len, reverse=True)
        return re.findall(rf"\b({'|'.join(map(re.escape, names))})s?\b", text)

    def ends(self, winner):
        outcome = self.after.outcome()
        return outcome is not None and outcome.winner == winner

    @property
    def wins(self):
        return self.ends(self.before.turn)

    @property
    def retakers(self):
        """The names of what can take the mover at once."""
        replies = self.after.captures_of(self.move.destination)
        return [self.name(self.after.piece_at(reply.origin)) for reply in replies]

    @property
    def worth(self):
        """What the engine counts for the mover, before and after."""
        values = {self.name(k): value for k, value in engine_values(self.before.variant).items()}
        return values[self.mover], values[self.becomes]

    def then(self):
        """The replies."""
        return [Made(self.after, reply) for reply in self.after.legal_moves()]

    def squares(self, names, color):
        """Where a colour has pieces of these names."""
        pieces = self.after.piece_map().items()
        return {at for at, (kind, side) in pieces if side == color and self.name(kind) in names}


def wins_by_force(made):
    """Whether the mover wins with the next move, whatever is replied."""
    return made.after.outcome() is None and all(
        any(last.wins for last in reply.then()) for reply in made.then()
    )


def takes_all(made, text):
    named = Counter(made.named(text))
    if "both" in text and len(named) == 1:
        named[next(iter(named))] = 2
    return bool(named) and named <= Counter(made.taken)


def attacks(made, text):
    squares = made.squares(made.named(text), made.after.turn)
    return squares <= {*made.after.attacks(made.move.destination)}


def is_least(made, value):
    """Whether no other capture has a smaller value."""
    others = (Made(made.before, move) for move in made.before.legal_moves() if move.victims)
    return bool(made.taken) and value(made) == min(map(value, others))


NAME = r"([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)"

TASKS = {
    r"^Checkmate|^Win (?:at once|the game)": lambda made: made.wins,
    r"does not lose": lambda made: made.after.outcome() is None,
    r"so that you will win": wins_by_force,
    r"(?:Give|with) check": lambda made: made.before.gives_check(made.move),
    r"^Castle": lambda made: made.move.kind is MoveKind.CASTLING,
    r"towards the (\w) file": lambda made, file: (
        (str(made.move.destination)[0] > str(made.move.origin)[0]) is (file == "j")
    ),
    r"^Pass\b": lambda made: made.move.kind is MoveKind.PASS,
    r"^(?:Take|Win) (?:it|something|what)\b|may take\.": lambda made: bool(made.taken),
    r"(?:Take|win) (?!it|some|what|the only)(.*?)(?: with(?:out)?\b| in one|\.|, (?:and|end))": (
        takes_all
    ),
    r"square it passed first": lambda made: (
        str(made.move.destination) == made.before.fen().split()[3][:2]
    ),
    rf"(?:with|of|that|what|keep|Turn|Promote|Crown|Bring) your {NAME}": lambda made, name: (
        made.mover == name or (name == "King" and made.is_by_royal)
    ),
    rf"(?:into|yourself|King|stay|Make) an? {NAME}|have a {NAME} afterwards": (
        lambda made, name: made.becomes == name
    ),
    rf"keep your {NAME}": lambda made, name: made.becomes == name,
    r"second royal": lambda made: made.after.royal_count(made.before.turn) == 2,
    r"^Promote|not as dead wood": lambda made: bool(made.move.promotion),
    r"to the last rank": lambda made: made.move.destination.rank == made.before.variant.ranks - 1,
    r"(?:end on|without leaving) (\w\d+)": lambda made, at: str(made.move.destination) == at,
    r"on (\w\d+) before": lambda made, at: str(made.move.origin) == at,
    rf"where the {NAME} cannot take it": lambda made, name: name not in made.retakers,
    rf"still have a {NAME} after Black's reply": lambda made, name: all(
        reply.squares([name], made.before.turn) for reply in made.then()
    ),
    r"^Attack (.*) with one": attacks,
    r"as little of your Queen as you can": lambda made: is_least(made, lambda one: -one.worth[1]),
    r"gains the most": lambda made: is_least(
        made, lambda one: one.worth[0] if one.becomes != one.mover else 10**6
    ),
    r"^Both (\w+?)s are attacked\. Make the most": lambda made, name: (
        made.taken == [name]
        and name not in [taken for reply in made.then() for taken in reply.taken]
    ),
    r"goes on without him": lambda made: not any(reply.wins for reply in made.then()),
    r"from (\w\d+) to (\w\d+)": lambda made, *squares: str(made.move) == "".join(squares),
    r"on (\w)2 one square and the one on (\w)2 two": lambda made, one, two: (
        str(made.move) == f"{one}2{one}3,{two}2{two}4"
    ),
}


@lessons()
def test_what_the_words_of_a_task_ask_for_is_right_and_nothing_else(lesson: Exercise):
    for attempt, step in walk(lesson):
        asked = [
            (check, [group for group in found.groups() if group])
            for words, check in TASKS.items()
            if (found := re.search(words, step.task))
        ]
        assert asked, step.task
        moves = [Made(attempt.position, move) for move in attempt.position.legal_moves()]
        wanted = {str(m.move) for m in moves if all(check(m, *words) for check, words in asked)}
        assert wanted == {str(move) for move in solutions(attempt)}, step.task


@lessons()
def test_a_move_that_wins_is_right_and_one_that_loses_at_once_is_neither_right_nor_praised(lesson):
    """How the game ends at once is judged, and no more than that: no loss of pieces."""
    praise = re.compile(r"(?i)\b(?:fine|safe|fair|(?<!as )well|good)\b")
    for attempt, step in walk(lesson):
        assert not praise.search(step.otherwise)  # which any move may hear
        for move in attempt.position.legal_moves():
            verdict, made = attempt.judge(move), Made(attempt.position, move)
            assert verdict.right or not made.wins, move
            if verdict.right or praise.search(verdict.says):
                assert not made.ends(made.after.turn), move
                assert not any(reply.wins for reply in made.then()), move
