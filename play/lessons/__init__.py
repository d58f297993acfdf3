"""The lessons: a course for each game, one TOML file each.

A file has a `title` and one `[[lesson]]` for each; its keys are those of Exercise, and those
of Step for the first one, further ones being `[[lesson.step]]`. A Step's goal is written among its
own keys, and `wrong` is a list of goals with what each `says`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from makachess.play.exercises import Answer, Exercise, Goal, Step, games_in, text_in

KIND = "lessons"  # their name in the progress

Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    game: str
    title: str
    lessons: tuple[Exercise, ...]


@lru_cache(maxsize=1)
def load_courses() -> tuple[Course, ...]:
    """All courses, those of the relatives last."""
    return tuple(read_course(game, text_in(__name__, game)) for game in games_in(__name__))


def read_course(game: str, text: str) -> Course:
    """A course from the text of its file; raises TypeError for a key that nothing reads."""
    table = tomllib.loads(text)
    return Course(game, table["title"], tuple(_lesson(game, row) for row in table["lesson"]))


def _lesson(game: str, row: Table) -> Exercise:
    own, rest = _divide(row, Exercise)
    further = rest.pop("step", ())
    steps = (rest, *further) if rest else further
    return Exercise(game=game, steps=tuple(map(_step, steps)), **own)


def _step(row: Table) -> Step:
    goal, rest = _divide(row, Goal)
    answers = tuple(map(_answer, rest.pop("wrong", ())))
    return Step(goal=Goal(**goal), answers=answers, **rest)


def _answer(row: Table) -> Answer:
    goal, rest = _divide(row, Goal)
    return Answer(Goal(**goal), **rest)


def _divide(row: Table, record: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keys of a row that are fields of a record, and the others; their values are plain."""
    names = {field.name for field in fields(record)}
    plain = {key: _plain(value) for key, value in row.items()}
    rest = {key: plain.pop(key) for key in row if key not in names}
    return plain, rest


def _plain(value: Any) -> Any:
    """A list as a tuple, a text in one line."""
    if isinstance(value, str):
        return " ".join(value.split())
    return tuple(value) if isinstance(value, list) else value
