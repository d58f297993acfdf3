"""A position, a task, and what solves it, judged by the rules."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from makachess.core import Move, Outcome, Position
from makachess.core.spec import Color, Variant
from makachess.play.kept_lines import KeptLines
from makachess.play.pursuit import Aim, Pursuit
from makachess.play.record import Record
from makachess.variants import load
from makachess.variants.catalogue import place_of
from makachess.variants.sources import data_folder, shipped_names

WIN, DRAW, LOSS, NO = "win", "draw", "loss", "no"


def games_in(package: str) -> tuple[str, ...]:
    """The games of which a package has a file of exercises, in the order of all games."""
    here = {entry.name for entry in resources.files(package).iterdir()}
    return tuple(sorted((n for n in shipped_names() if f"{n}.toml" in here), key=place_of))


def text_in(package: str, game: str) -> str:
    return resources.files(package).joinpath(f"{game}.toml").read_text(encoding="utf-8")


def short_digest(text: str) -> str:
    """The id of an exercise that has none of its own, from what it asks."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a move must be or do; all that is said here must hold, and something must be said.

    `moves` are moves in coordinate form, any of which will do. `by` is the square that the mover
    leaves, `takes` all squares on which a piece is taken, in any order, `captures` that it takes
    anything, `to` squares one of which it ends on, `becomes` the type that the mover turns into
    (empty: it stays what it is), `kind` the MoveKind in lower case. Of the position after it,
    `check` says that it is one, `safe` that the mover cannot be taken at once, `attacks` what the
    mover attacks, and `ends` how the game does: `win` or `draw` for the side to move, or `no`.
    """

    moves: tuple[str, ...] = ()
    by: str = ""
    takes: tuple[str, ...] | None = None
    captures: bool = False
    to: tuple[str, ...] = ()
    becomes: str | None = None
    kind: str = ""
    check: bool = False
    safe: bool = False
    attacks: tuple[str, ...] = ()
    ends: str = ""

    def is_met(self, position: Position, move: Move) -> bool:
        """Whether a legal move of a position does it; the position is left as it was."""
        return (
            (not self.moves or str(move) in self.moves)
            and self.by in ("", str(move.origin))
            and (self.takes is None or sorted(map(str, move.victims)) == sorted(self.takes))
            and (not self.captures or bool(move.victims))
            and (not self.to or str(move.destination) in self.to)
            and (self.becomes is None or move.promotion == self.becomes)
            and self.kind in ("", move.kind.name.lower())
            and self._is_met_after(position, move)
        )

    def _is_met_after(self, position: Position, move: Move) -> bool:
        if not (self.check or self.safe or self.attacks or self.ends):
            return True
        mover, target = position.turn, move.destination
        position.push(move)
        try:
            return (
                (not self.check or position.is_check())
                and not (self.safe and position.captures_of(target))
                and {*self.attacks} <= {*map(str, position.attacks(target))}
                and self.ends in ("", _end_for(mover, position.outcome()))
            )
        finally:
            position.pop()


def _end_for(color: Color, outcome: Outcome | None) -> str:
    """How a game has ended for a side, in the words of a goal."""
    if outcome is None:
        return NO
    return {color: WIN, DRAW: DRAW}.get(outcome.winner, LOSS)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to a likely mistake."""

    to: Goal
    says: str


@dataclass(frozen=True, slots=True)
class Step:
    """One move to find: its task, what solves it, and the opponent's reply, if there is one.

    `fails` is what is true of every other move, which then is answered by its refutation.
    """

    task: str
    goal: Goal
    hint: str = ""
    praise: str = ""
    answers: tuple[Answer, ...] = ()
    otherwise: str = "Not this time. Try again."
    reply: str = ""
    fails: str = ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A lesson, puzzle or practice position, which begins after the moves `before` from `fen`.

    With an `aim` the game goes on after the first step: until that is reached, the opponent defends
    itself as well as it can, and any move is right with which it still is.
    """

    id: str
    title: str
    game: str  # the variant's name
    fen: str
    steps: tuple[Step, ...]
    text: str = ""
    before: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    level: int = 0  # the engine's: the lowest that finds the solution, or its own; 0: not known
    rating: int = 0  # of a puzzle, where it is known
    aim: Aim | None = None
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def key(self) -> str:
        """What names it among those of all games."""
        return f"{self.game}/{self.id}"

    @property
    def task(self) -> str:
        """What is to be done first."""
        return self.steps[0].task

    @property
    def variant(self) -> Variant:
        return load(self.game, **self.options)

    def position(self) -> Position:
        position = Position(self.variant, self.fen)
        for text in self.before:
            position.push(position.parse(text))
        return position


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a move: whether it was right, whether all is solved with it, and what to say.

    `then` is the reply to it, and what is right after that, if there is more to be done.
    """

    right: bool
    solved: bool
    says: str
    then: tuple[Move, ...] = ()


class Attempt:
    """One attempt at an exercise; `position` is where it has come to."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.restart()

    def restart(self) -> None:
        self.position: Position = self.exercise.position()
        aim = self.exercise.aim
        self._pursuit = Pursuit(aim, self.position) if aim else None
        self._done = 0
        self._known: tuple[Move, ...] = ()  # what is right now, if the last verdict has told
        self.solved = False

    @property
    def step(self) -> Step:
        """The step to be made, the last one once all are."""
        return self.exercise.steps[min(self._done, len(self.exercise.steps) - 1)]

    @property
    def solution(self) -> Move:
        """A right move of the step to be made."""
        position, goal = self.position, self.step.goal
        found = (move for move in position.legal_moves() if goal.is_met(position, move))
        return next(iter(self._known or found))

    def judge(self, move: Move) -> Verdict:
        """What a legal move would come to; where there is an aim, that takes up to some seconds.

        Nothing here is changed, so that it can be done in a thread.
        """
        position, step = self.position.copy(), self.step
        if self._pursuit and self._done:
            is_right = self._pursuit.is_right(position, move)
        else:
            is_right = step.goal.is_met(position, move)
        if not is_right:
            answers = (answer for answer in step.answers if answer.to.is_met(position, move))
            answer = next(answers, None)
            return Verdict(False, False, answer.says if answer else step.otherwise)
        position.push(move)
        then: tuple[Move, ...]
        if self._pursuit:
            then = self._pursuit.go_on(position) or ()
            solved = not then
        else:
            then = (position.parse(step.reply),) if step.reply else ()
            solved = self._done == len(self.exercise.steps) - 1
        says = step.praise if solved or not self._pursuit else ""
        if then:
            color = position.turn.capitalize()
            says = f"Right. {color} replies {position.san(then[0])}. {says}".strip()
        return Verdict(True, solved, says, then)

    def make(self, move: Move, verdict: Verdict | None = None) -> Verdict:
        """Make a legal move if it is right, and the reply to it; say what came of it.

        The verdict is the exercise's own unless another is given.
        """
        verdict = verdict or self.judge(move)
        if verdict.right:
            for made in (move, *verdict.then[:1]):
                self.position.push(made)
            self._known = verdict.then[1:]
            self._done += 1
            self.solved = verdict.solved
        return verdict


_LINE = re.compile(r"solved ([a-z-]+) ([a-z0-9-]+/[a-z0-9-]+)")
HEAD = "# Lessons and puzzles solved. Delete a line to solve that one again."


class Progress:
    """The exercises solved, by kind (`lessons`, `puzzles`) and key; faults of the files beside.

    The `record` of puzzles says which of them come back.
    """

    def __init__(self, path: Path | None = None) -> None:
        path = path or data_folder() / "state" / "progress.txt"
        self._solved: dict[tuple[str, str], None] = {}
        self._file = KeptLines(path, HEAD, self._take)
        self._file.read()
        self.record = Record(path.with_name("puzzles.txt"))

    @property
    def faults(self) -> list[str]:
        return self._file.faults + self.record.faults

    def is_solved(self, kind: str, key: str) -> bool:
        """Whether an exercise is solved, and is not to be solved again today."""
        return (kind, key) in self._solved and not self.record.is_due(key)

    def count(self, kind: str) -> int:
        return len(self.solved(kind))

    def solved(self, kind: str) -> list[str]:
        """The keys of those of a kind that have been solved, the last one last."""
        return [key for known, key in self._solved if known == kind]

    def games(self) -> set[str]:
        """The games that the player has met: where anything is solved or reached."""
        return {key.partition("/")[0] for _, key in self._solved}

    def solve(self, kind: str, key: str) -> str:
        """Note an exercise as solved, and put it on disk; why that failed, if it did."""
        if (kind, key) in self._solved:
            return ""
        self._solved[kind, key] = None
        return self._file.change(lambda: (f"solved {kind} {key}" for kind, key in self._solved))

    def _take(self, line: str) -> bool:
        """Add what a line says to what is known."""
        if match := _LINE.fullmatch(line):
            self._solved[match[1], match[2]] = None
        return match is not None
