"""Mistakes as exercises: those of a reviewed game, and those that a player keeps as puzzles.

What is right is known of few moves: of the one that the review found, and of the one that was
played. Any other is judged by a review of that move alone, so the same words mean the same.

The puzzles kept are in one TOML file, which its owner may edit. Each position in it is read by
itself: what is wrong in one costs no other, and adding one changes nothing that is there.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Annotated

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import Score, as_white
from makachess.core.engine.claims import find_claims, give_reason
from makachess.core.engine.evaluation import counted_values
from makachess.core.engine.review import Judgement, is_predicate
from makachess.core.text import visible
from makachess.play.background import BackgroundTask
from makachess.play.exercises import LARGEST, Answer, Exercise, Goal, Step, Verdict, text_of
from makachess.play.review import ReviewJob, make_reviewer
from makachess.play.workers import Worker
from makachess.saves import Game, Node
from makachess.saves.errors import LockedError
from makachess.saves.locks import waiting_for
from makachess.saves.remarks import is_engines, node_mistake, node_score
from makachess.saves.storage import make_folder, replace_text
from makachess.saves.tags import names_of, parse_options
from makachess.variants import load_by_name, why_not_again
from makachess.variants.models import find_model
from makachess.variants.schema import KeyPath, Several, clean, line, record_of
from makachess.variants.sources import data_folder

KIND = "mistakes"  # their name in the progress
TITLE = "My mistakes"
PLAYED = "That is the move that was played."


# --- of a game ------------------------------------------------------------------------------------


def mistakes_of(game: Game, color: str) -> list[Exercise]:
    """The mistakes of a side in the main line of a game for which a better move is known.

    Raises MakachessError if the game's rules are not known by its name.
    """
    if reason := why_not_again(game.variant):
        raise MakachessError(reason)
    values = counted_values(game.variant, find_model(game.variant))
    position, found = Position(game.variant, game.start_fen), []
    for node in game.root.descendants():
        number, mover = game.number(node.ply)
        better = _better(node) if mover == color else None
        if better is not None:
            called = " - ".join(name[:40] for name in names_of(game.tags) if name)
            source = visible(f"{called}, move {number}")
            found.append(_puzzle(node, better, position, values, source).exercise())
        if node.move is not None:
            position.push(node.move)
    return found


def _better(node: Node) -> Node | None:
    """The move that would have been better than a mistake: a review's, or else a person's."""
    if node.parent is None or node_mistake(node) is None or _is_null(node):
        return None
    others = [other for other in node.parent.children if other is not node and not _is_null(other)]
    return next(filter(is_engines, others), others[0] if others else None)


def _is_null(node: Node) -> bool:
    return node.move is not None and node.move.is_null


def _puzzle(
    node: Node, better: Node, position: Position, values: Mapping[str, int], source: str
) -> Puzzle:
    line = takewhile(lambda one: not _is_null(one), (better, *better.descendants()))
    moves = [one.move for one in line if one.move is not None]
    score = as_white((node.parent and node_score(node.parent)) or Score(0), position.turn)
    reason = give_reason(position, moves, score, values=values)
    claim = next(find_claims(position, moves, score, values), None)
    merit = claim.words(position.variant) if claim else ""
    return Puzzle(
        position.variant.name,
        position.fen(),
        str(node.move),
        (str(better.move),),
        position.variant.rules_options,
        f"Look for a move that {merit}." if merit and is_predicate(merit) else "",
        f"{better.san}: {reason}." if reason else "",
        source,
    )


# --- the judge ------------------------------------------------------------------------------------


class Referee:
    """Judges moves that an exercise says nothing of, as a review does; one at a time."""

    def __init__(self, make: Callable[[], Worker] = make_reviewer) -> None:
        self._make = make
        self._worker: Worker | None = None
        self._task = BackgroundTask()

    @property
    def running(self) -> bool:
        return self._task.running

    def ask(self, position: Position, move: Move, tell: Callable[[Verdict], object]) -> None:
        """Judge a legal move in the background; `tell` hears what comes of it."""
        job = ReviewJob(position.variant, position.fen(), (move,))
        self._task.start(self._judge(job, position.san(move), tell))

    def give_up(self) -> None:
        self._task.give_up()

    async def close(self) -> None:
        await self._task.close()
        if self._worker is not None:
            await self._worker.close()

    async def _judge(self, job: ReviewJob, san: str, tell: Callable[[Verdict], object]) -> None:
        self._worker = worker = self._worker or self._make()
        judged: list[Judgement] = []
        try:
            await worker.ask(job, judged.append)
            verdict = _verdict(judged[0], san)
        except Exception as error:  # no failure here may take the screen down
            reason = str(error) if isinstance(error, MakachessError) else repr(error)
            verdict = Verdict(False, False, f"{san} could not be judged: {reason}")
        if self._task.finish():
            tell(verdict)


def _verdict(judgement: Judgement, san: str) -> Verdict:
    """What a review of one move means for an exercise."""
    if not judgement.verdict.is_mistake:
        return Verdict(True, True, f"{san} is good as well.")
    name = judgement.verdict.name.lower()
    kind = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    allows = f": {judgement.allows}" if judgement.allows else ""
    return Verdict(False, False, f"{san} is {kind}{allows}. Try again.")


# --- the puzzles kept -----------------------------------------------------------------------------

LONGEST = 2000  # characters of a value
MOST = 1000  # positions that are read
HEAD = """\
# Puzzles from mistakes of your own. To remove one, delete its [[position]] and the lines below.
# fen: the position; played: the move you made; moves: those that are right, any other is judged by
# the engine; hint, shows: what is said before and after; source: the game; rules: its options.
"""
_BLOCK = re.compile(r"^[ \t]*\[\[position\]\][ \t]*(?:#.*)?$", re.MULTILINE)
_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")  # as tomllib writes it
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
            hashlib.sha256(f"{self.rules}\0{position.fen()}".encode()).hexdigest()[:8],
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
        lines = (f"{name} = {_toml(value)}" for name, value in pairs if value)
        return "\n".join(("[[position]]", *lines)) + "\n"


def _toml(value: str | tuple[str, ...]) -> str:
    return json.dumps(value, ensure_ascii=False)  # of printable texts, which are the same in TOML


def puzzle_file() -> Path:
    return data_folder() / "puzzles" / "mistakes.toml"


def kept_puzzles(path: Path | None = None) -> tuple[list[Exercise], list[str]]:
    """The puzzles kept, each once, and what is wrong with those that are left out."""
    path = path or puzzle_file()
    try:
        text = text_of(path)
    except MakachessError as error:
        return [], [str(error)]
    found: dict[str, Exercise] = {}
    faults: list[str] = []
    for number, block in _blocks(text):
        if len(found) + len(faults) == MOST:
            faults.append(f"{path.name}:{number}: more than {MOST} puzzles are left out")
            break
        try:
            exercise = _read(block, number)
        except MakachessError as error:
            faults.append(f"{path.name}:{number}: this puzzle is left out: {visible(str(error))}")
        else:
            found.setdefault(exercise.key, exercise)
    return [*found.values()], faults


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The positions of a file with the lines where they begin, what stands before them first."""
    starts = [0, *(match.start() for match in _BLOCK.finditer(text)), len(text)]
    number = 1
    for begin, end in pairwise(starts):
        block = text[begin:end]
        if begin or _BLOCK.match(block) or any(map(_has_something, block.splitlines())):
            yield number, block
        number += block.count("\n")


def _has_something(row: str) -> bool:
    return bool(row.strip()) and not row.lstrip().startswith("#")


def _read(block: str, number: int) -> Exercise:
    """The exercise of a position that begins in a line; raises MakachessError."""

    def place(found: re.Match[str]) -> str:
        return f" (line {number - 1 + int(found[1])}, column {found[2]})"

    try:
        document = tomllib.loads(block)
    except (ValueError, RecursionError) as error:
        raise MakachessError(f"not TOML: {_PLACE.sub(place, str(error))}") from None
    match document:
        case {"position": [row], **others} if not others:
            puzzle: Puzzle = clean(record_of(Puzzle), row, _refuse, refusal="must be")
            return puzzle.exercise()
    raise MakachessError("it must begin with [[position]]")


def _refuse(path: KeyPath, reason: str) -> None:
    raise MakachessError(": ".join((*path, reason)))


def keep_puzzle(exercise: Exercise, path: Path | None = None) -> str:
    """Add an exercise to the file unless it is there; why that failed, if it did.

    What stands in the file is not touched, be it right or not.
    """
    path = path or puzzle_file()
    try:
        make_folder(path.parent)
        with waiting_for(path):
            return _add(exercise, path)
    except LockedError:
        return f"{path.name} is being written by another program; try again"
    except MakachessError as error:
        return str(error)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return f"Puzzles cannot be kept in {str(path)!r}: {reason}"


def _add(exercise: Exercise, path: Path) -> str:
    kept, faults = kept_puzzles(path)
    if any(one.key == exercise.key for one in kept):
        return ""
    added = f"\n{Puzzle.of(exercise).text()}"
    if len(text_of(path)) + len(added) > LARGEST or len(kept) + len(faults) >= MOST:
        return f"{path.name} is full: delete puzzles in {str(path.parent)!r}"
    before = path.read_bytes() if path.exists() else HEAD.encode()
    replace_text(path, before + b"\n" * (not before.endswith(b"\n")) + added.encode())
    return ""
