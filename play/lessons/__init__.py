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
from importlib import resources
from typing import Any

from makachess.play.exercises import Answer, Exercise, Goal, Step

COURSES = (
    *("veteran", "chess", "decimaka", "decimaka-revised", "devingt"),
    *("macadamia", "maka"),
    *("cannibal", "chu", "elven", "grand", "mighty-lion", "werewolf"),
)
KIND = "lessons"  # their name in the progress

Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons on one game, in order."""

    game: str
    title: str
    lessons: tuple[Exercise, ...]


@lru_cache(maxsize=1)
def load_courses() -> tuple[Course, ...]:
    """All courses, those of the relatives last."""
    return tuple(map(_load_course, COURSES))


def _load_course(game: str) -> Course:
    text = resources.files(__name__).joinpath(f"{game}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return Course(game, table["title"], tuple(_lesson(game, row) for row in table["lesson"]))


def _lesson(game: str, row: Table) -> Exercise:
    steps = [row, *row.get("step", ())] if "task" in row else row["step"]
    return Exercise(
        game=game, steps=tuple(map(_step, steps)), **_some(row, Exercise, "game", "steps")
    )


def _step(row: Table) -> Step:
    answers = tuple(Answer(_goal(wrong), wrong["says"]) for wrong in row.get("wrong", ()))
    return Step(goal=_goal(row), answers=answers, **_some(row, Step, "goal", "answers"))


def _goal(row: Table) -> Goal:
    return Goal(**_some(row, Goal))


def _some(row: Table, record: type, *omit: str) -> dict[str, Any]:
    """The keys of a row that are fields of a record, lists as tuples, texts in one line."""
    names = {field.name for field in fields(record)} - set(omit)
    return {key: _plain(value) for key, value in row.items() if key in names}


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    return tuple(value) if isinstance(value, list) else value
