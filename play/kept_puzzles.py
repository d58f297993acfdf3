"""The puzzles that a player keeps from mistakes, in one TOML file which its owner may edit.

What is wrong in one costs no other, and adding one changes nothing that is there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

from makachess.core import MakachessError, Position
from makachess.core.text import visible
from makachess.play.exercises import Answer, Exercise, Goal, Step, short_digest
from makachess.play.kept_lines import LARGEST, positions_in, rewrite, text_of
from makachess.saves.rules import parse_options
from makachess.variants import load_by_name
from makachess.variants.schema import KeyPath, Several, clean, line, record_of
from makachess.variants.sources import data_folder

TITLE = "My mistakes"
PLAYED = "That is the move that was played."
LONGEST = 2000  # characters of a value
MOST = 1000  # positions that are read
HEAD = """\
# Puzzles from mistakes of your own. To remove one, delete its [[position]] and the lines below.
# fen: the position; played: the move you made; moves: those that are right, any other is judged by
# the engine; hint, shows: what is said before and after; source: the game; rules: its options.
"""
_Text = Annotated[str, line(LONGEST)]
_Needed = Annotated[str, line(LONGEST, 1)]


@dataclass(frozen=True, slots=True)
class Puzzle:
    game: _Needed
    fen: _Needed
    played: _Needed
    moves: Annotated[tuple[_Needed, ...], Several(100)]
    rules: _Text = ""
    hint: _Text = ""
    shows: _Text = ""
    source: _Text = ""

    def exercise(self) -> Exercise:
        """The exercise that it is; raises MakachessError for what it cannot be."""
        variant = load_by_name(self.game, **parse_options(self.rules))
        position = Position(variant, self.fen)
        played, *right = (position.parse(text, null=False) for text in (self.played, *self.moves))
        if not right:
            raise MakachessError("'moves' is empty, and must have the move that is right")
        if played in right:
            raise MakachessError(f"{self.played!r} is both in 'moves' and 'played'")
        step = Step(
            f"Find a better move than {position.san(played)}.",
            Goal(moves=tuple(map(str, right))),
            self.hint,
            self.shows,
            (Answer(Goal(moves=(str(played),)), PLAYED),),
            otherwise="",
        )
        return Exercise(
            short_digest(f"{self.rules}\0{position.fen()}"),
            self.source or TITLE,
            self.game,
            self.fen,
            (step,),
            options=parse_options(self.rules),
        )

    @classmethod
    def of(cls, exercise: Exercise) -> Puzzle:
        [step], rules = exercise.steps, exercise.variant.rules_options
        [played] = step.answers[0].to.moves
        said = (rules, step.hint, step.praise, exercise.title)
        return cls(exercise.game, exercise.fen, played, step.goal.moves, *said)

    def text(self) -> str:
        pairs = ((field.name, getattr(self, field.name)) for field in fields(self))
        # JSON of printable texts is the same in TOML.
        lines = (
            f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in pairs if value
        )
        return "\n".join(("[[position]]", *lines)) + "\n"


def puzzle_file() -> Path:
    return data_folder() / "puzzles" / "mistakes.toml"


def kept_puzzles(path: Path | None = None) -> tuple[list[Exercise], list[str]]:
    """The puzzles kept, each once, and what is wrong with those that are left out."""
    path = path or puzzle_file()
    try:
        rows = positions_in(text_of(path), path.name)["position"]
    except MakachessError as error:
        return [], [str(error)]
    found: dict[str, Exercise] = {}
    faults: list[str] = []
    for number, row in enumerate(rows[:MOST], 1):
        try:
            puzzle: Puzzle = clean(record_of(Puzzle), row, _refuse, refusal="must be")
            exercise = puzzle.exercise()
        except MakachessError as error:
            faults.append(f"{path.name}: position {number} is left out: {visible(str(error))}")
        else:
            found.setdefault(exercise.key, exercise)
    if len(rows) > MOST:
        faults.append(f"{path.name}: more than {MOST} positions are left out")
    return [*found.values()], faults


def _refuse(path: KeyPath, reason: str) -> None:
    raise MakachessError(": ".join((*path, reason)))


def keep_puzzle(exercise: Exercise, path: Path | None = None) -> str:
    """Add an exercise to the file unless it is there; why that failed, if it did.

    What stands in the file is not touched, and nothing is added to one that is not TOML.
    """
    path = path or puzzle_file()

    def text() -> bytes | None:
        before = text_of(path)
        rows = positions_in(before, path.name)["position"]
        if any(one.key == exercise.key for one in kept_puzzles(path)[0]):
            return None
        added = f"\n{Puzzle.of(exercise).text()}"
        if len(before) + len(added) > LARGEST or len(rows) >= MOST:
            raise MakachessError(f"{path.name} is full: delete puzzles in {str(path.parent)!r}")
        kept = path.read_bytes() if before else HEAD.encode()  # which need not be UTF-8
        return kept + b"\n" * (not kept.endswith(b"\n")) + added.encode()

    return rewrite(path, text)
