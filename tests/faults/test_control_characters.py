"""Promise 5: nothing that others have written reaches the terminal as a command to it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from faults.playing import start
from hostile.engine import EVIL, MARK
from hostility import Case
from makachess.saves import Game, GameLock, Library
from makachess.saves.locks import LOCK
from makachess.variants import load
from pty_harness import COMMAND, environment

COMMANDS = [f"\x1b]0;{MARK}", f"{MARK}\x07", "\x9b2J", f"\x90{MARK}", f"{MARK}\x9c", "\x1b[>c"]
# How the text must stand on the screen. Textual drops control characters as well, so that a screen
# without them proves nothing; their escapes are there only if we have put them there.
SHOWN = re.escape(rf"\x1b]0;{MARK}")
SPELLINGS = {text.encode(code) for text in COMMANDS for code in ("utf-8", "latin-1")}


def check(output: bytes) -> None:
    """The terminal received none of the commands, but the mark, so that they were shown."""
    assert MARK.encode() in output
    check_none(output)


def check_none(output: bytes) -> None:
    """The terminal received none of the commands."""
    found = [spelling for spelling in SPELLINGS if spelling in output]
    assert not found, f"{found} in {output!r}"


def evil_game(home: Path, name: str | None = None) -> Path:
    """A game with the commands wherever a file has text."""
    game = Game(load("chess"))
    for move in ("e4", "e5", "Nf3"):
        game.play(game.position.parse(move)).comments = [EVIL]
    game.root.comments = [EVIL]
    game.tags |= dict.fromkeys(("Event", "Site", "White", "Black", "Annotator"), EVIL)
    game.tags["WhiteType"] = "human"  # else it is not offered to be continued
    autosave = Library(home / "games").autosave(game)
    path = autosave.save()
    autosave.close()
    return path if name is None else path.rename(path.with_name(name))


def contents_in_replay(home: Path) -> bytes:
    with start(home, "replay", str(evil_game(home))) as terminal:
        terminal.wait_for("0 of 3")
        terminal.press("right", "right")
        terminal.wait_for("2 of 3")
        terminal.wait_for(SHOWN)
        return terminal.output


def contents_in_a_game(home: Path) -> bytes:
    evil_game(home)
    with start(home) as terminal:
        terminal.wait_for("▌ Continue")
        terminal.press("enter")
        terminal.wait_for("Black to move")
        terminal.wait_for(SHOWN)
        return terminal.output


def names_in_the_list(home: Path) -> bytes:
    evil_game(home, f"{EVIL}.pgn")
    with start(home) as terminal:
        terminal.wait_for("▌ Continue")
        terminal.press("s")
        terminal.wait_for("▌ Saved games")
        terminal.press("enter")
        terminal.wait_for("Find:")
        terminal.wait_for(SHOWN)
        return terminal.output


def a_damaged_game(home: Path) -> bytes:
    path = evil_game(home, f"{EVIL}.pgn")
    path.write_text(path.read_text().replace("e5", EVIL))
    with start(home) as terminal:
        terminal.wait_for("▌ Continue")
        terminal.press("enter")
        terminal.wait_for("A damaged game")
        terminal.wait_for(SHOWN)
        return terminal.output


def a_game_watched(home: Path) -> bytes:
    """The app is told that a game is open in this program; the lock file, too, has the commands."""
    path = evil_game(home, f"{EVIL}.pgn")
    lock = GameLock(path)
    path.with_name(f".{path.name}{LOCK}").write_text(EVIL)
    with start(home) as terminal:
        terminal.wait_for("▌ Continue")
        terminal.press("enter")
        terminal.wait_for("open in another program")
        terminal.press("enter")
        terminal.wait_for("3 of 3")
        terminal.wait_for(SHOWN)
        lock.release()
        return terminal.output


def an_engine(protocol: str) -> Callable[[Path], bytes]:
    def play(home: Path) -> bytes:
        command = Case("controls", protocol).command()
        with start(home, "play", "chess", "--side", "black", "--engine", command) as terminal:
            terminal.wait_for("No move|takes over|Black to move")
            terminal.wait_for(SHOWN)
            return terminal.output

    return play


APPS = {
    "contents of a file, in replay": contents_in_replay,
    "contents of a file, in a game": contents_in_a_game,
    "the name of a file, in the list": names_in_the_list,
    "a damaged game, before it is played on": a_damaged_game,
    "a game open elsewhere, watched": a_game_watched,
    "what a UCI engine says": an_engine("uci"),
    "what an XBoard engine says": an_engine("cecp"),
}
ARGUMENTS = [
    ["moves", EVIL],
    ["moves", "chess", "--fen", EVIL],
    ["apply", "chess", EVIL],
    ["pieces", "chess", EVIL],
    ["perft", "chess", EVIL],
    ["check", EVIL],
    ["replay", EVIL],
    ["play", EVIL],
    ["play", "chess", "--side", EVIL],
    ["match", EVIL, "level:1", "--variant", "chess", "--games", "1"],
    ["moves", "chess", "--option", EVIL],
    [EVIL],
]


@pytest.mark.parametrize("what", APPS)
def test_the_app_shows_what_others_wrote(home: Path, what: str) -> None:
    check_none(APPS[what](home))


def test_commands_quote_their_arguments(home: Path) -> None:
    env = environment(MAKACHESS_HOME=str(home))
    for arguments in ARGUMENTS:
        ran = subprocess.run([COMMAND, *arguments], env=env, capture_output=True)
        assert ran.returncode == 2
        check(ran.stdout + ran.stderr)


def test_the_engine_quotes_what_it_echoes(home: Path) -> None:
    env = environment(MAKACHESS_HOME=str(home))
    for line in (EVIL, f"usermove {EVIL}", f"setboard {EVIL}", f"variant {EVIL}"):
        sent = f"xboard\nprotover 2\n{line.replace(chr(13), '')}\nquit\n".encode()
        ran = subprocess.run([COMMAND, "engine"], env=env, input=sent, capture_output=True)
        assert ran.returncode == 0
        check(ran.stdout + ran.stderr)
