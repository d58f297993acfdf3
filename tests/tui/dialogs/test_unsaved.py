"""Nothing is unsaved in silence: a lasting mark, another folder, a question before leaving."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from makachess.play.session.setup import new_setup
from makachess.saves import Library, load_games, storage
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.home import HomeScreen
from makachess.variants import load
from processes import remove_folder
from tui_harness import opened, playing, two_people

FULL = "NOT SAVED: No space left on device"


class Disk:
    """Stands in for `os`; whatever writes fails as long as it has an error."""

    def __init__(self) -> None:
        self.error = 0

    def __getattr__(self, name: str) -> object:
        if self.error and name in ("fsync", "replace"):
            raise OSError(self.error, os.strerror(self.error))
        return getattr(os, name)

    def open(self, path: Path, flags: int, *rest: int) -> int:
        if self.error and flags & os.O_CREAT:
            raise OSError(self.error, os.strerror(self.error))
        return os.open(path, flags, *rest)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(storage, "os", disk)
    return disk


@pytest.fixture(autouse=True)
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's own folder."""
    folder = tmp_path / "person"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


def sans(folder: Path) -> tuple[str, ...]:
    """The moves of the only game in a folder."""
    [entry] = Library(folder).entries()
    return load_games(entry.path)[0].sans


async def test_a_mark_lasts_as_long_as_the_game_is_not_saved(disk, home):
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter')
        await hands.sees_no("NOT SAVED")
        disk.error = errno.ENOSPC
        await hands.press('"e5" enter')
        await hands.sees(f"{FULL} White to move", "status")
        await hands.press('"Nf3" enter')
        await hands.sees(f"{FULL} Black to move", "status")
        assert sans(home / "games") == ("e4",)
        disk.error = 0
        await hands.press('"d6" enter')
        await hands.sees_no("NOT SAVED", "status")
        await hands.sees("The game is saved again", "prompt")
        assert sans(home / "games") == ("e4", "e5", "Nf3", "d6")


async def test_a_folder_that_has_vanished_is_made_anew(home):
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter')
        remove_folder(home)
        await hands.press('"e5" enter')
        await hands.sees_no("NOT SAVED")
        assert sans(home / "games") == ("e4", "e5")
        code = hands.screen.setup.autosave._game_lock
        assert code is not None
        assert code.is_held
    assert [path.suffix for path in (home / "games").iterdir()] == [".pgn"]


async def test_another_folder_is_offered_where_it_cannot(home, person):
    async with playing(two_people()) as hands:
        await hands.press('"e4" enter')
        remove_folder(home)
        home.touch()
        await hands.press('"e5" enter')
        await hands.sees("NOT SAVED: Not a directory.", "prompt")
        await hands.sees("f save in ~/makachess-games", "prompt")
        await hands.press("f")
        await hands.sees("Saved as ~/makachess-games/", "prompt")
        await hands.sees_no("NOT SAVED")
        await hands.press('"Nf3" enter')
        assert sans(person / "makachess-games") == ("e4", "e5", "Nf3")


async def leave(hands) -> None:
    await hands.press("ctrl+q")
    await hands.sees("Leave unsaved? ▌s stay", "prompt")


@pytest.mark.parametrize(("key", "printed"), [("l", False), ("p", True)])
async def test_a_game_left_unsaved_is_told_after_the_app(disk, key, printed, capsys):
    async with playing(two_people()) as hands:
        disk.error = errno.EROFS
        await hands.press('"e4" enter')
        await leave(hands)
        await hands.press(key)
    exit_report = hands.pilot.app.exit_report
    assert exit_report.status == 74
    exit_report.tell()
    out, err = capsys.readouterr()
    assert err == "makachess: NOT SAVED: Read-only file system\n"
    assert ("\n1. e4 *" in out) is printed


async def test_a_game_that_can_be_saved_at_last_is_left_without_a_question(disk, home):
    async with opened(HomeScreen) as hands:
        app = hands.pilot.app
        app.push_screen(GameScreen(two_people()))
        await hands.pilot.pause()
        disk.error = errno.ENOSPC
        await hands.press('"e4" enter "e5" enter')
        disk.error = 0
        await hands.press("ctrl+q")
        await hands.sees("▌ Continue")
        assert app.exit_report.status == 0
    assert sans(home / "games") == ("e4", "e5")


async def test_a_game_is_not_replaced_by_the_next_before_it_is_saved(disk):
    async with playing(two_people()) as hands:
        disk.error = errno.ENOSPC
        await hands.press('"e4" enter ctrl+r y ctrl+n')
        await hands.sees("s stay", "prompt")
        await hands.press("l")
        await hands.has_played()
        assert hands.pilot.app.exit_report.status == 74


@pytest.mark.parametrize("key", ["f9", "colon"])
async def test_the_mark_stands_on_whatever_is_opened_over_the_game(disk, key):
    async with playing(two_people()) as hands:
        disk.error = errno.ENOSPC
        await hands.press('"e4" enter')
        await hands.press(key)
        await hands.sees("NOT SAVED")


async def test_a_game_stands_still_while_it_asks_and_goes_on_if_one_stays(disk):
    setup = new_setup(load("veteran"), "both", clock="5+3")
    async with playing(setup) as hands:
        clock = hands.screen.session.clock
        disk.error = errno.ENOSPC
        await hands.press('"e4" enter')
        assert clock.running == "black"
        for key in ("enter", "escape"):
            await leave(hands)
            assert clock.running is None
            await hands.press(key)
            assert clock.running == "black"
