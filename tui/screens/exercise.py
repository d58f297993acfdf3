"""Lessons, puzzles and mistakes: their lists, and each with its task and a board to solve it on."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pkgutil import resolve_name

from makachess.core import Move, Position, Square
from makachess.core.text import how_many
from makachess.play import kept_puzzles, lessons, mistakes, puzzles
from makachess.play.background import BackgroundTask, read_in_thread
from makachess.play.entry import move_squares
from makachess.play.exercises import Attempt, Exercise, Progress, Verdict
from makachess.play.lessons import KIND as LESSONS
from makachess.play.milestones import coached_setup
from makachess.play.puzzles import KIND as PUZZLES
from makachess.play.record import FAILED, HELPED, SOLVED
from makachess.play.refutation import Refutation, Refuting
from makachess.tui.board import BoardView, BoardWidget, view_of
from makachess.tui.key_row import KeyHint, entering_keys, hints
from makachess.tui.keys import (
    ENTRY,
    HINT,
    KEEP,
    LOOK_UP,
    READING,
    SCREENS,
    TRAINING,
    bindings,
)
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.board import BoardPane, MoveMaker
from makachess.tui.panes.marks import LISTS, SQUARES, STEPS, TASK, step_sign
from makachess.tui.panes.preview import ABOUT, Preview
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import PageScreen
from makachess.tui.screens.beside import BORDER, BesideScreen, Row
from makachess.tui.text import Line, Part, TextLine, TextPanel, rule
from makachess.variants import load
from rich.cells import cell_len
from textual.containers import Container, Horizontal
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.widget import Widget


def exercise_lines(attempt: Attempt, says: Part, going_on: str) -> Iterator[Line]:
    """What there is to do, the answer to a move below it, then title and explanation.

    `going_on` is what to do once it is solved.
    """
    exercise = attempt.exercise
    if attempt.solved:
        yield (Part("Solved! ", "strong"), Part(going_on, "quiet"))
    else:
        # A key to `wrap`, so that further rows stand below the task.
        yield (Part("▌", "key"), Part(f" {attempt.step.task}", "strong"))
    if says.text:
        yield from ((), (says,))
    about = []
    if exercise.title.casefold() not in exercise.task.casefold():  # which says a puzzle's as well
        about.append((Part(exercise.title, "strong"),))
    if attempt.solved and exercise.themes:
        about.append((Part(", ".join(exercise.themes).capitalize(), "quiet"),))
    if exercise.text:
        about.append((Part(exercise.text),))
    if about:
        yield from ((), *about)


PLAY_THIS = "play this game now, at level 1 with the coach"
MOST_STEPS = 12  # exercises of which each has a square


class ExerciseScreen(MoveMaker, BesideScreen):
    """One of several exercises; `kind` is the name of these in the progress."""

    board: BoardPane
    status: TextLine

    BINDINGS = bindings(ENTRY, TRAINING, HINT, LOOK_UP, READING)
    ACTIONS = SCREENS["exercise"]
    MORE = "more"
    MARKS = (*SQUARES, *STEPS, TASK)

    def __init__(self, kind: str, title: str, exercises: Sequence[Exercise], at: int = 0) -> None:
        super().__init__()
        self._kind, self._title = kind, title
        self._exercises, self._at = exercises, at
        self.progress = Progress()
        self.attempt = Attempt(exercises[at])
        self.board = BoardPane(self.attempt.position, self.prompt, self)
        self.entering = self.board.entering
        self.status = self.heading = TextLine(id="title")
        self.text = TextPanel(id="text")
        self._place = Part("")  # which of how many this is
        self._says = Part("")  # what was said last
        self._marked: tuple[Square, ...] = ()
        self._last: tuple[Square, ...] = ()
        self._refuting: Refuting | None = None
        self._refuted: Position | None = None  # what a wrong move has led to, while it is shown
        self._judging = BackgroundTask()
        self._is_tried, self._is_helped = False, False  # what is noted of a try
        self._rated = ""  # what is told of that

    def panes(self) -> list[Widget]:
        return [self.text]

    def panel_rows(self, width: int, height: int) -> list[Row]:
        return [(self.heading, 1), (self.text, 0)]

    def panel_places(self, region: Region) -> Iterator[tuple[Widget, Region]]:
        if self.arrangement.framed:
            yield from self.boxed(region, self.panel_rows(region.width, region.height))
        else:
            yield from super().panel_places(region)

    def on_mount(self) -> None:
        self.prompt.on_move = self._typed
        self.begin()
        if self.progress.faults:
            self.prompt.say(self.progress.faults[0], alert=True)

    async def on_unmount(self) -> None:
        await self._judging.close()
        if self._refuting is not None:
            await self._refuting.close()

    def fit(self, size: Size) -> None:
        super().fit(size)
        self._show_heading()
        self._show_keys()

    def covers_board(self) -> Widget | None:
        """The text where the board has left it no room, once it has been asked for."""
        return self.text if self.has_class("-reading") else super().covers_board()

    def begin(self) -> None:
        exercise = self._exercises[self._at]
        self._judging.give_up()
        self.attempt = Attempt(exercise)
        self._says, self._marked, self._last = Part(""), (), ()
        self._is_tried, self._is_helped, self._rated = False, False, ""
        self._forget_refutation()
        self.remove_class("-reading")
        position = self.attempt.position
        variant = position.variant
        self.board.set_variant(variant)
        self.board.adopt_settings()
        if self._kind == LESSONS:  # of which the text tells what is to move
            self.board.move_cursor(self.attempt.solution.origin)
        else:
            self.board.put_cursor(position, position.turn)
        if self.board.geometry.flipped != (position.turn == "black"):
            self.board.flip()
        self.prompt.withdraw()
        self.entering.begin(position)
        if self.size.width:
            self.fit(self.size)
        self._show()
        self._tell(self.attempt.step.task)

    def _show(self) -> None:
        self._show_heading()
        key = self.keymap.name("pick")
        then = f"{key} goes on to the next one."
        if self._is_last:
            then = f"{key}: {PLAY_THIS}." if self._kind == LESSONS else "That was the last one."
        lines = list(exercise_lines(self.attempt, self._says, then))
        lines += [(), (Part(self._rated, "quiet"),)] if self._rated else []
        self.text.set_lines([self._steps(), *lines] if self.arrangement.whole else lines)
        self.show_entry()

    def _show_heading(self) -> None:
        exercise = self.attempt.exercise
        done = self.progress.is_solved(self._kind, exercise.key)
        level = f", level {exercise.level}" if exercise.level else ""
        solved = ", solved" if done else ""
        place = f"{self._at + 1} of {len(self._exercises)}{level}{solved}"
        self._place = Part(f" {place}", "quiet")
        title = exercise.variant.title if self._kind == PUZZLES else self._title
        if self.arrangement.whole:
            width = self.panel_width - 2 * BORDER * self.arrangement.framed
            self.heading.set_parts(*rule(title, width))
        elif self.arrangement.panel or self.has_class("-reading"):
            self.heading.set_parts(Part(f"{title}  ", "strong"), Part(place, "quiet"))
        else:  # no text is in sight, and below the board stands what came of a move
            task = "Solved" if self.attempt.solved else self.attempt.step.task
            self.heading.set_parts(Part(f"{task}  ", "strong"), Part(f"{title} {place}", "quiet"))

    def _steps(self) -> Line:
        """A square for each of a few exercises, full once solved, in the accent where one is."""
        if len(self._exercises) > MOST_STEPS:
            return (Part(self._place.text.strip(), "quiet"),)
        steps = [
            Part(
                step_sign(self.progress.is_solved(self._kind, exercise.key)),
                "accent" if at == self._at else "quiet",
            )
            for at, exercise in enumerate(self._exercises)
        ]
        return [*steps, self._place]

    def _show_keys(self) -> None:
        is_begun = self._refuted is None and self.entering.state.path
        self.key_row.show(*(entering_keys(back="exercise-back") if is_begun else self.keys_now()))

    def keys_now(self) -> Sequence[KeyHint]:
        text = "more: text," if self.has_class("-alone") else ""
        if self.attempt.solved:
            going_on = "" if self._is_last else "pick: next,"
            if self._is_last and self._kind == LESSONS:
                going_on = "pick: play,"
            return hints(f"{going_on} {text} retry, exercise-back, help")
        if self._refuted is not None:
            return hints(
                f"exercise-back: take back, {text} hint, solution, next-exercise, learn, help"
            )
        return hints(f"pick, {text} hint, solution, next-exercise, exercise-back, learn, help")

    @property
    def _is_last(self) -> bool:
        return self._place_after() is None

    def show_entry(self) -> None:
        self._show_keys()
        if self._refuted is not None:
            self.board.show(view_of(self._refuted))
            return
        view = view_of(self.attempt.position, pieces=self.entering.pieces())
        entry = self.entering.state
        self.board.show(replace(view, last=self._last, hint=self._marked, entry=entry))

    def _typed(self, text: str) -> None:
        if not self.run_command(text) and not self.attempt.solved:
            self._come_back()
            self.entering.type(text)

    def picked(self, square: Square) -> None:
        if self.attempt.solved:
            if self._is_last and self._kind == LESSONS:
                self._play()
            else:
                self.action_go(1)
        else:
            self._come_back()
            self.entering.pick(square)

    def _play(self) -> None:
        """Play the game of the lessons, against the lowest level."""
        setup = coached_setup(self.preferences.settings, self.attempt.exercise.game, 1)
        self.give_way(lambda: resolve_name("makachess.tui.screens.game:GameScreen")(setup))

    def make_move(self, move: Move) -> None:
        if self.attempt.exercise.aim is None:
            self.take(move, self.attempt.judge(move))
        else:
            judge = partial(self.attempt.judge, move)
            self.look_at(move, lambda: read_in_thread(judge))

    def look_at(self, move: Move, judge: Callable[[], Awaitable[Verdict]]) -> None:
        """Show that a move is being judged, until it is."""
        position = self.attempt.position
        self.entering.begin(position)
        self.show_entry()
        self.prompt.say(f"Looking at {position.san(move)}...")
        self._judging.start(self._judge(move, judge))

    async def _judge(self, move: Move, judge: Callable[[], Awaitable[Verdict]]) -> None:
        verdict = await judge()
        if self._judging.finish() and self.is_attached:
            self.take(move, verdict)

    def take(self, move: Move, verdict: Verdict) -> None:
        """Make a move if it is right, and say so, or what is wrong with it."""
        position, fails = self.attempt.position, self.attempt.step.fails
        verdict = self.attempt.make(move, verdict)
        self.entering.begin(self.attempt.position)
        self._marked = ()
        self._last = move_squares(self.attempt.position.moves[-1]) if verdict.right else ()
        self._says = Part(verdict.says, "" if verdict.right else "alert")
        note = self._note(verdict)
        if fails and not verdict.right:
            self._refute(position, move, fails)
        else:
            self._show()
            self._tell(verdict.says, alert=not verdict.right)
        if note:
            self.prompt.say(note, alert=True)

    def _refute(self, position: Position, move: Move, fails: str) -> None:
        if self._refuting is None:
            self._refuting = Refuting(self._show_refutation, app_of(self).waits.analysis)
        name = self.board.labels.name
        self._show_refutation(self._refuting.begin(position, move, fails, name))

    def _show_refutation(self, refutation: Refutation) -> None:
        self._refuted = refutation.position
        self._says = Part(refutation.says, "alert")
        self._show()
        self._tell(refutation.says, alert=True)

    def _forget_refutation(self) -> bool:
        """Show no wrong move any more; False if there was none."""
        was, self._refuted = self._refuted, None
        if self._refuting is not None:
            self._refuting.withdraw()
        return was is not None

    def _come_back(self) -> bool:
        """Return to the position from a wrong move; False if none is shown."""
        if not self._forget_refutation():
            return False
        self._says = Part("")
        self._show()
        return True

    def _note(self, verdict: Verdict) -> str:
        """Keep what has come of a move; why that failed, if it did."""
        if not verdict.right:
            return self._note_try(FAILED)
        if not verdict.solved:
            return ""
        failed = self._note_try(HELPED if self._is_helped else SOLVED)
        return self.progress.solve(self._kind, self.attempt.exercise.key) or failed

    def _note_try(self, result: str) -> str:
        """Rate a try of a puzzle, of which what comes first counts; likewise."""
        if self._kind != PUZZLES or self._is_tried:
            return ""
        self._is_tried = True
        record, exercise = self.progress.record, self.attempt.exercise
        before = round(record.rating.value)
        failed = record.note(exercise.key, result, exercise.rating)
        told = ["Not rated, since there was a hint."] if result == HELPED else []
        if record.tries and record.tries[-1].counts:
            row = record.streaks[0]
            told.append(f"Rating {record.rating} ({round(record.rating.value) - before:+}).")
            told += [f"{row} in a row."] if row > 1 else []
        if wait := record.days_until(exercise.key):
            told.append(f"The puzzle comes back {'tomorrow' if wait == 1 else f'in {wait} days'}.")
        self._rated = " ".join(told)
        return failed

    def cursor_moved(self) -> None:
        if not self.attempt.solved and self._refuted is None:
            self.entering.say_next(self.board.cursor)

    def step_back(self) -> None:
        """Take back a wrong move, or a step of one being entered; leave where there is none."""
        if self._judging.give_up() or self._come_back() or self.entering.back():
            self.show_entry()
            self._tell(self.attempt.step.task)
        else:
            self.call_later(self.app.run_action, "quit")

    def action_back(self) -> None:
        if not self.close_help():
            self.step_back()

    def _tell(self, said: str, *, alert: bool = False, is_in_text: bool = True) -> None:
        """Say what the text beside the board says as well, unless that is in sight."""
        in_sight = is_in_text and not self.has_class("-alone")
        if said == self.attempt.step.task:  # which the row above the board says, if it has room
            in_sight = in_sight or cell_len(said) < self.size.width
        self.prompt.say(self.entering.waits or ("" if in_sight else said), alert=alert)

    def action_hint(self) -> None:
        if self.attempt.solved:
            return
        self._come_back()
        self._is_helped = True
        if self._marked:
            key = self.keymap.name("solution")
            self.prompt.say(f"There is no other hint; {key} shows the solution")
            return
        hint = self.attempt.step.hint
        if not hint or self._says == Part(hint):
            self._marked = (self.attempt.solution.origin,)
        self._says = Part(hint) if hint else self._says
        self._show()
        self._tell(hint or "Move the marked piece", is_in_text=bool(hint))

    def action_solution(self) -> None:
        if not self.attempt.solved:
            self._come_back()
            failed = self._note_try(FAILED)
            move = self.attempt.solution
            self._marked = move_squares(move)
            says = f"{self.attempt.position.san(move)} solves it. Try it yourself."
            self._says = Part(says)
            self._show()
            self._tell(says)
            if failed:
                self.prompt.say(failed, alert=True)

    def action_retry(self) -> None:
        self.begin()

    def action_go(self, step: int) -> None:
        place = self._place_after() if step > 0 else self._at - 1
        if place is None or place < 0:
            self.prompt.say("This is the last one" if step > 0 else "This is the first one")
        else:
            self._at = place
            self.begin()

    def _place_after(self) -> int | None:
        """The place of the exercise to go on with; None if there is none."""
        after = range(self._at + 1, len(self._exercises))
        if self._kind != PUZZLES:
            return next(iter(after), None)
        return next(self._unsolved((*after, *range(self._at))), None)

    def _unsolved(self, places: Iterable[int]) -> Iterator[int]:
        keys = ((at, self._exercises[at].key) for at in places)
        return (at for at, key in keys if not self.progress.is_solved(self._kind, key))

    def action_harder(self, step: int) -> None:
        """Go to an unsolved puzzle of the next higher level, or the next lower one."""
        level = self.attempt.exercise.level
        levels = {at: exercise.level for at, exercise in enumerate(self._exercises)}
        found = [at for at in self._unsolved(levels) if (levels[at] - level) * step > 0]
        if found:
            self._at = min(found, key=lambda at: abs(levels[at] - level))
            self.begin()
        else:
            self.prompt.say(f"There is no {'harder' if step > 0 else 'easier'} one to be solved")

    def action_learn(self) -> None:
        from makachess.tui.screens.learn import LearnScreen

        piece = self.attempt.position.piece_at(self.board.cursor) or ""
        kind = self.entering.kind_asked_about or piece.upper()
        self.app.push_screen(LearnScreen(self.board.variant, kind))

    def action_more(self) -> None:
        """Show the text where the board has left it no room."""
        if not self.prompt.more():
            self.toggle_class("-reading")
            self._show_heading()
            self.place()


HELPING = 3  # keys that help to solve it come first


class MistakesScreen(ExerciseScreen):
    """One of several mistakes; any move is right that is not much worse than the best one."""

    BINDINGS = bindings(KEEP)
    ACTIONS = SCREENS["mistakes"]

    def __init__(self, title: str, found: Sequence[Exercise], at: int = 0) -> None:
        super().__init__(mistakes.KIND, title, found, at)

    async def on_unmount(self) -> None:
        await self._judging.close()

    def make_move(self, move: Move) -> None:
        """Judge the move, which takes a moment unless it is known."""
        self._judging.give_up()
        position, verdict = self.attempt.position, self.attempt.judge(move)
        if verdict.right or verdict.says:
            self.take(move, verdict)
            return
        self.look_at(move, partial(mistakes.judge, position, move))

    def action_keep(self) -> None:
        failed = kept_puzzles.keep_puzzle(self.attempt.exercise)
        self.prompt.say(
            failed or f'It is kept in Puzzles, "{kept_puzzles.TITLE}"', alert=bool(failed)
        )

    def keys_now(self) -> Sequence[KeyHint]:
        hints = [*super().keys_now()]
        hints.insert(1 if self.attempt.solved else HELPING, KeyHint("keep-puzzle"))
        return hints


LEAST_TEXT = 22  # columns without which there is none of the text beside the list
LEAST_BOARD = 24  # columns without which there is no board, nor in a window that is not TALL
TALL = 20  # rows
BESIDE = 42  # columns of a board with its margin, if there are as many
ROOMY = 18  # rows besides those of a list whose items stand apart
FEW = 4  # rows without which there is no text below the list
MARKS = 5  # columns of a row of the list besides label and count
MARGINS = 6  # columns around both
COLUMN = 16  # columns of a level of puzzles, without the sign before it
AROUND = 4  # rows of title, prompt and keys


@dataclass(frozen=True, slots=True)
class Group:
    """Exercises that belong together, such as a course; `kind` names them in the progress."""

    label: str
    exercises: tuple[Exercise, ...]
    kind: str


class TrainingScreen(PageScreen):
    """Groups of exercises, with the number solved; faults of files are told.

    One is opened by what `opens` it, if given, or else at the first exercise not yet solved.

    Beside them stands the position of the exercise that would be begun, or else what is in the
    group.
    """

    ACTIONS = SCREENS["training"]
    MARKS = (*LISTS, *STEPS)
    DETAIL = 0  # columns that stand behind a label, at least
    HINTS = hints("menu-up menu-down: choose, menu-choose: begin, go-back, help, leave")

    def __init__(
        self,
        title: str,
        groups: tuple[Group, ...],
        faults: Sequence[str] = (),
        opens: Callable[[Group], Screen[None]] | None = None,
    ) -> None:
        super().__init__(title)
        self.groups, self._faults, self._opens = groups, faults, opens
        self.progress = Progress()
        self.text = TextPanel(id="text")
        self.preview = Preview(id="preview")
        self.preview.add_class("-tall")
        self.list = Container(self.menu, self.text, id="list")
        self._reading = BackgroundTask()

    async def on_unmount(self) -> None:
        await self._reading.close()

    def page(self) -> list[Widget]:
        return [Horizontal(self.list, self.preview, id="parts")]

    def fit(self, size: Size) -> None:
        super().fit(size)
        labels = max(len(group.label) for group in self.groups)
        counts = max(len(str(len(group.exercises))) for group in self.groups) * 2 + len(" of ")
        counts = max(counts, self.DETAIL)
        columns, rows = labels + counts + MARKS, len(self.groups)
        room = size.width - columns - MARGINS
        has_board = room >= LEAST_BOARD and size.height >= TALL
        has_text = size.height - AROUND - rows > FEW if has_board else room >= LEAST_TEXT
        comes = has_board and not self.has_class("-board")
        self.set_class(has_board, "-board")
        self.set_class(not has_text, "-narrow")
        square = max(BESIDE, 2 * (size.height - AROUND - ABOUT - 1))
        self.preview.styles.width = min(room + 1, square)
        self.menu.pitch = 2 if has_board and size.height > ROOMY + 2 * rows else 1
        self.menu.styles.width = columns if has_text and not has_board else "1fr"
        self.menu.styles.height = rows * self.menu.pitch if has_board and has_text else "1fr"
        if comes and self.is_mounted:
            self._describe()

    def on_screen_resume(self) -> None:
        self.progress = Progress()
        self.menu.set_items([self.item(group) for group in self.groups])
        self.menu.focus()
        self._describe()
        if faults := (*self.progress.faults, *self._faults):
            more = f"; {how_many(len(faults) - 1, 'more fault')}" if len(faults) > 1 else ""
            self.prompt.say(f"{faults[0]}{more}", alert=True)

    def item(self, group: Group) -> Item:
        solved = sum(self._is_solved(group, exercise) for exercise in group.exercises)
        return Item(group.label, f"{solved} of {len(group.exercises)}", group)

    def _is_solved(self, group: Group, exercise: Exercise) -> bool:
        return self.progress.is_solved(group.kind, exercise.key)

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        super().on_menu_highlighted(event)
        self.after_rest(self._describe)

    def _describe(self) -> None:
        group = self.groups[self.menu.index]
        self.text.set_lines(list(self.about(group)))
        if self.has_class("-board"):
            self._reading.start(self._show_position(group))

    def about(self, group: Group) -> Iterator[Line]:
        """What stands below the list, or beside it, of a group."""
        return self._levels(group) if group.kind == PUZZLES else self._titles(group)

    def _titles(self, group: Group) -> Iterator[Line]:
        for at, exercise in enumerate(group.exercises):
            solved, run = self._is_solved(group, exercise), f"screen.begin_at({at})"
            mark = Part(f"{at + 1:>3} {step_sign(solved)} ", "accent" if solved else "quiet", run)
            yield (mark, Part(exercise.title, "quiet" if solved else "", run))

    def _levels(self, group: Group) -> Iterator[Line]:
        count = Counter(exercise.level for exercise in group.exercises)
        solved = Counter(one.level for one in group.exercises if self._is_solved(group, one))

        def told(level: int, wide: int = 0) -> Line:
            all_are = solved[level] == count[level]
            mark = Part(f"{step_sign(all_are)} ", "accent" if all_are else "quiet")
            name = f"level {level}" if level else "no level"
            many = f" {solved[level]}/{count[level]}".ljust(wide - len(name))
            return (mark, Part(name), Part(many, "quiet"))

        levels = sorted(count)
        half = (len(levels) + 1) // 2
        for left, right in zip_longest(levels[:half], levels[half:]):
            yield (*told(left, COLUMN), *(told(right) if right is not None else ()))

    async def _show_position(self, group: Group) -> None:
        """Show the position with which the next exercise of a group begins, and its task."""
        exercise = group.exercises[self._next_of(group)]
        position, view = await asyncio.to_thread(_load, exercise)
        if not (self._reading.finish() and self.is_attached):
            return
        # The titles of puzzles say what their tasks do, but not of which game they are.
        title = position.variant.title if group.kind == PUZZLES else exercise.title
        lines = [(Part(title, "strong"),), (Part(exercise.task),)]
        flipped = position.turn == "black"
        self.preview.show(lines, position.variant, view, flipped=flipped)

    def _next_of(self, group: Group) -> int:
        """The place in a group of the first exercise not yet solved, or of the first of all.

        Of puzzles it is the first one after that solved last, so that they go on getting harder.
        """
        places = [*range(len(group.exercises))]
        if group.kind == PUZZLES:
            at = {exercise.key: place for place, exercise in enumerate(group.exercises)}
            done = [at[key] for key in self.progress.solved(PUZZLES) if key in at]
            places = places[done[-1] :] + places[: done[-1]] if done else places
        unsolved = (at for at in places if not self._is_solved(group, group.exercises[at]))
        return next(unsolved, 0)

    def chosen(self, event: Menu.Chosen) -> None:
        """Open the first exercise that has not been solved, or the first of all."""
        group = event.item.value
        assert isinstance(group, Group)
        self.begin(group)

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        self.begin(self.groups[self.menu.index])

    def begin(self, group: Group) -> None:
        """Open what is to be done next in a group."""
        self.app.push_screen(self.next_screen(group))

    def action_begin_at(self, at: int) -> None:
        self.app.push_screen(self._screen_at(self.groups[self.menu.index], at))

    def next_screen(self, group: Group) -> Screen[None]:
        """The screen of what is to be done next in a group."""
        return self._screen_at(group, self._next_of(group))

    def _screen_at(self, group: Group, at: int) -> Screen[None]:
        if self._opens is not None:
            return self._opens(group)
        if group.kind == mistakes.KIND:
            return MistakesScreen(group.label, group.exercises, at)
        return ExerciseScreen(group.kind, group.label, group.exercises, at)


def _load(exercise: Exercise) -> tuple[Position, BoardView]:
    position = exercise.position()
    return position, view_of(position)


def lessons_screen() -> TrainingScreen:
    courses = lessons.load_courses()
    groups = tuple(Group(course.title, course.lessons, lessons.KIND) for course in courses)
    return TrainingScreen("Lessons", groups)


def lesson_screen(game: str, number: int) -> ExerciseScreen:
    """A lesson of a game, by its number from 1."""
    course = next(course for course in lessons.load_courses() if course.game == game)
    return ExerciseScreen(lessons.KIND, course.title, course.lessons, number - 1)


def puzzle_screen(game: str) -> Screen[None]:
    """The next puzzle of a game, or of the first one that has any."""
    games = puzzles.games_with_puzzles()
    game = game if game in games else games[0]
    group = Group(load(game).title, puzzles.load_puzzles(game), PUZZLES)
    return TrainingScreen("Puzzles", (group,)).next_screen(group)


def puzzles_screen() -> TrainingScreen:
    """The puzzles by game, and of all games, easy ones first; before them what comes back today.

    Those kept from mistakes stand there as well.
    """
    own, told = kept_puzzles.kept_puzzles()
    faults = [*told]
    kept = [Group(kept_puzzles.TITLE, tuple(own), mistakes.KIND)] if own else []
    games = [
        Group(load(game).title, puzzles.load_puzzles(game, faults.append), PUZZLES)
        for game in puzzles.games_with_puzzles()
    ]
    mixed = sorted(
        (puzzle for group in games for puzzle in group.exercises),
        key=lambda puzzle: (puzzle.level, puzzle.id),
    )
    record = Progress().record
    due = tuple(puzzle for puzzle in mixed if record.is_due(puzzle.key))
    again = [Group("To solve again", due, PUZZLES)] if due else []
    groups = (*again, *kept, *games, Group("Mixed", tuple(mixed), PUZZLES))
    return TrainingScreen("Puzzles", groups, faults)
