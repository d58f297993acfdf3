"""Ways out of an account that several share: none of them is one."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.cores import modest_cores
from makachess.core.engine import Limits
from makachess.play.engines import EngineFaultError, make_engine
from makachess.play.engines.program import Program
from makachess.play.keeping import delete, import_file, import_text, open_trash
from makachess.play.session.new_game import OPPONENT
from makachess.play.session.opponents import Opponent
from makachess.play.session.setup import new_setup, resumed_setup
from makachess.play.settings import load_settings
from makachess.saves import Library, SaveError
from makachess.saves.fallback import fallback_folder
from makachess.saves.restriction import RestrictedError, own_folder
from makachess.saves.storage import write_atomically
from makachess.tui.commands.join import _own_address, _restrict
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.library import ArchiveScreen, LibraryScreen
from makachess.tui.screens.new_game import NewGameScreen
from makachess.tui.screens.settings import SettingsScreen
from makachess.variants import load
from textual.events import Paste
from tui_harness import opened, playing, two_people

GAME = '[Variant "chess"]\n[White "Anna"]\n[Black "B"]\n\n1. e4 1-0\n'


@pytest.fixture(autouse=True)
def restricted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is restricted for the time of a test."""
    monkeypatch.setattr("makachess.saves.restriction._restricted", [True])
    (home / "games").mkdir(parents=True)
    (home / "games" / "anna.pgn").write_text(GAME)
    trap = shlex.join([sys.executable, "-c", f"open({str(home / 'out')!r}, 'w')"])
    (home / "settings.toml").write_text(f'opponent = "Trap"\n[engines]\nTrap = {trap!r}\n')


async def test_no_program_is_started_whatever_names_it(home):
    assert load_settings().settings.engines == {}
    with pytest.raises(RestrictedError, match="no program can be started in this account"):
        make_engine(load("chess"), "true")
    with pytest.raises(RestrictedError):
        new_setup(load("chess"), "white", Opponent(command="true", program="true")).seats()
    with pytest.raises(EngineFaultError):
        await Program.start("true")
    best = await make_engine(load("chess")).search(Position(load("chess")), Limits(depth=1))
    assert best.move is not None
    assert not (home / "out").exists()


async def test_the_settings_name_no_program_and_take_none(home):
    async with opened(SettingsScreen) as hands:
        labels = [item.label for item in hands.screen.menu.items]
        assert "Keys" in labels
        assert "Engines" not in labels
        with pytest.raises(RestrictedError):
            hands.pilot.app.preferences.remember_engine("Trap", "true")
    async with opened(NewGameScreen) as hands:
        rows = {row.name: row for row in hands.screen.choices.rows()}
        assert "Trap" not in rows[OPPONENT].values


async def test_a_game_whose_engine_is_missing_asks_for_no_command(home):
    file = home / "games" / "trap.pgn"
    file.write_text(
        '[Variant "chess"]\n[White "A"]\n[Black "X"]\n[BlackType "program"]\n\n1. e4 *\n'
    )
    async with opened(
        lambda: GameScreen(resumed_setup(file, load_settings().settings)), (120, 40)
    ) as hands:
        await hands.sees("Who plays?")
        assert "its command" not in hands.text
        await hands.press("escape")


async def test_no_game_is_saved_elsewhere(home, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    before = sorted(tmp_path.rglob("*.pgn"))
    async with playing(two_people(), size=(200, 40)) as hands:
        for path in (f"{tmp_path}/x.pgn", "~/x.pgn", "../x.pgn", f"{home}/games/../x.pgn"):
            await hands.press("ctrl+s ctrl+u")
            hands.screen.prompt.paste(path)
            await hands.press("enter")
            await hands.sees("in this account games are kept in one folder only")
    assert sorted(tmp_path.rglob("*.pgn")) == before


async def test_no_link_leads_out(home, tmp_path):
    (home / "games" / "way").symlink_to(tmp_path)
    (tmp_path / "secret.pgn").write_text(GAME)
    with pytest.raises(RestrictedError):
        import_file(str(home / "games" / "way" / "secret.pgn"))


async def test_no_file_is_read_from_elsewhere_and_none_is_written_there(home, tmp_path):
    (tmp_path / "secret.pgn").write_text(GAME)
    async with opened(LibraryScreen, (200, 40)) as hands:
        await hands.sees("Anna")
        await hands.press("f5")
        hands.screen.prompt.paste(str(tmp_path / "secret.pgn"))
        await hands.press("enter")
        await hands.sees("in this account games are kept in one folder only")
        await hands.press("ctrl+s g ctrl+u")
        hands.screen.prompt.paste(str(tmp_path / "copy.pgn"))
        await hands.press("enter")
        await hands.sees("copy.pgn': in this account games are kept in one folder only")
    assert not (tmp_path / "copy.pgn").exists()
    assert fallback_folder(home / "games") is None


def test_files_are_kept_as_far_as_there_is_room(home, monkeypatch):
    """As many as are allowed and as large; those that do not grow can always be written."""
    room = "makachess.saves.restriction.MOST_"
    path = home / "games" / "anna.pgn"
    kept = import_text(GAME)
    monkeypatch.setattr(room + "FILES", sum(path.is_file() for path in home.rglob("*")))
    with pytest.raises(SaveError, match="room for 3 files"):
        import_text(GAME)
    delete(Library().entry(kept.path))
    with pytest.raises(SaveError, match="empty the trash"):
        import_text(GAME)
    open_trash().empty()
    import_text(GAME)
    monkeypatch.setattr(
        room + "BYTES", sum(p.stat().st_size for p in home.rglob("*") if p.is_file())
    )
    write_atomically(path, GAME.replace("Anna", "Dora"))
    with pytest.raises(SaveError, match="you have room for"):
        write_atomically(path, GAME * 100)
    assert "Dora" in path.read_text()


async def test_nobody_takes_more_cores_than_the_program_takes_by_itself(home, monkeypatch):
    """The setting is neither offered nor read."""
    (home / "settings.toml").write_text("cores = 64\n")
    monkeypatch.setattr("makachess.play.settings.usable_cores", lambda: 64)
    assert load_settings().settings.search_cores == modest_cores(64)
    async with opened(SettingsScreen, (80, 60)) as hands:
        assert "Cores" not in [item.label for item in hands.screen.menu.items]


async def test_no_key_is_offered_that_is_refused():
    async with opened(HomeScreen, (80, 40)) as hands:
        await hands.press("f1")
        await hands.sees("redraw the screen")
        assert "back to the shell" not in hands.text
        await hands.press("escape colon")
        await hands.press('"suspend"')
        await hands.sees("There is no such command here")


def test_the_environment_names_no_code(monkeypatch):
    monkeypatch.setenv("TEXTUAL_DRIVER", "antigravity:Driver")
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    _restrict()
    assert "TEXTUAL_DRIVER" not in os.environ


@pytest.mark.parametrize("name", ["anna", "..", "a/b", "../../etc", ".ssh", "Doña Elvira"])
def test_each_player_has_a_folder_of_the_own_within_that_of_the_account(name, home, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(home))
    address = _own_address(home.parent / "t.sock", name)
    own = Path(os.environ["MAKACHESS_HOME"])
    assert own.parent == (home / "players").absolute()
    assert own.resolve().parent == (home / "players").resolve()
    assert (address.name, address.folder) == (name, home / "tables")
    monkeypatch.setenv("MAKACHESS_HOME", str(home))
    assert own_folder(name) == own


async def test_the_finished_games_of_a_host_can_only_be_looked_at(home, tmp_path):
    file = tmp_path / "finished" / "2026-11-24" / "1-1.pgn"
    file.parent.mkdir(parents=True)
    file.write_text(GAME)
    async with opened(lambda: ArchiveScreen(tmp_path / "finished")) as hands:
        await hands.sees("1 game")
        for key in ("f2", "ctrl+e", "delete", "ctrl+z", "f8", "f5", "ctrl+s"):
            await hands.press(key)
            assert not hands.screen.prompt.busy, key
        hands.screen.post_message(Paste(GAME))
        await hands.sees("0 of 1")
    assert file.read_text() == GAME
    assert [path.name for path in (home / "games").iterdir()] == ["anna.pgn"]


async def test_it_is_not_stopped_for_a_shell(monkeypatch):
    monkeypatch.setattr("makachess.tui.app.under_job_control", lambda: True)
    async with opened(HomeScreen) as hands:
        await hands.press("alt+z")
        await hands.sees("There is no shell to go back to")
