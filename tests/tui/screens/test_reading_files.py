"""What is read of files: keys are answered meanwhile, and Esc gives up."""

import threading
from dataclasses import replace

import pytest
from makachess.play.background import FileTask
from makachess.play.keeping import import_text
from makachess.saves import Library
from makachess.saves.errors import GivenUpError
from makachess.saves.text import PROGRESS, FileLines, lines_in
from makachess.tui.screens.library import LibraryScreen
from tui_harness import UNHURRIED, opened

AT_ONCE = replace(UNHURRIED, reading=0.0)
GAME = '[White "Anna"]\n\n1. e4 *\n'


@pytest.fixture
def library():
    folder = Library().folder
    folder.mkdir(parents=True)
    (folder / "anna.pgn").write_text(GAME)
    return folder


class Reading:
    """Reads as long as nobody gives it up or lets it end."""

    def __init__(self):
        self.may_end = threading.Event()
        self.came_of_it = []
        self.dropped = []

    def __call__(self):
        while not self.may_end.wait(0.001):
            PROGRESS.get().note(1_000_000)
        return "all of it"

    def begin(self, screen):
        screen.read("a file", self, self.came_of_it.append, drop=self.dropped.append)


async def test_keys_are_answered_while_a_file_is_read_and_it_is_said_how_far_that_is(library):
    reading = Reading()
    async with opened(LibraryScreen, waits=AT_ONCE) as hands:
        reading.begin(hands.screen)
        for key in "bert":
            await hands.press(key)
        await hands.sees("Find: bert")
        await hands.sees("MB; Esc gives up")
        assert not reading.came_of_it
        reading.may_end.set()
        await hands.until(lambda: reading.came_of_it, "what came of it")
    assert (reading.came_of_it, reading.dropped) == (["all of it"], [])


async def test_esc_gives_up_before_it_does_anything_else(library):
    reading = Reading()
    async with opened(LibraryScreen, waits=AT_ONCE) as hands:
        reading.begin(hands.screen)
        task = hands.screen._file_task
        await hands.press("escape")
        await hands.sees("Given up")
        assert isinstance(hands.screen, LibraryScreen)
        with pytest.raises(GivenUpError):
            task.future.result(60)
    assert (reading.came_of_it, reading.dropped) == ([], [])


@pytest.mark.parametrize("other", ["escape", "begin another"])
async def test_what_comes_too_late_is_dropped(library, other):
    reading = Reading()
    async with opened(LibraryScreen, waits=AT_ONCE) as hands:
        held = threading.Event()
        work = lambda: held.wait(60) and "late"  # noqa: E731 - reads nothing, and so never ends early
        hands.screen.read("a file", work, reading.came_of_it.append, drop=reading.dropped.append)
        if other == "escape":
            await hands.press("escape")
        else:
            hands.screen.read("another", lambda: "second", reading.came_of_it.append)
            await hands.until(lambda: reading.came_of_it, "the second")
        held.set()
        await hands.until(lambda: reading.dropped, "what is dropped")
    assert reading.dropped == ["late"]
    assert "late" not in reading.came_of_it


@pytest.mark.parametrize("read", ["a file", "a text"])
def test_reading_ends_where_it_is_given_up(tmp_path, read):
    path = tmp_path / "big.pgn"
    path.write_bytes(GAME.encode() * 10_000)
    lines = FileLines(path) if read == "a file" else lines_in(path.read_bytes())
    begun, going = threading.Event(), threading.Event()

    def work():
        for _ in lines:
            begun.set()
            going.wait(60)

    task = FileTask(work)
    assert begun.wait(60)
    task.give_up()
    going.set()
    with pytest.raises(GivenUpError):
        task.future.result(60)
    assert 0 < task.progress.count < path.stat().st_size


def test_an_import_that_is_given_up_leaves_nothing(home):
    entered, going = threading.Event(), threading.Event()

    def work():
        entered.set()
        going.wait(60)
        return import_text(GAME)

    task = FileTask(work)
    assert entered.wait(60)
    task.give_up()
    going.set()
    with pytest.raises(GivenUpError):
        task.future.result(60)
    assert not list(Library().folder.glob("*.pgn"))
