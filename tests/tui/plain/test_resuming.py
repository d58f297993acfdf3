"""Line mode: an unfinished game is chosen from a list, or named, and gone on with."""

from __future__ import annotations

import fcntl
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from cli_calls import PROGRAM, bad
from makachess.play.settings import Settings, load_settings
from makachess.saves import Library, load_game
from makachess.saves.locks import LOCK, is_held_here
from makachess.tui.plain.conversation import Talk
from makachess.tui.plain.run import Resuming

FAKE = Path(__file__).parents[2] / "fake_engine.py"


def keep(name: str, moves: str = "1. e4 *", age: int = 0, **tags: str) -> Path:
    """Put a game into the folder."""
    tags = {"White": "Anna", "Black": "Zoë", "Date": "2026.01.02"} | tags
    tags["Result"] = moves.split()[-1]
    path = Library().folder / f"{name}.pgn"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + f"\n{moves}\n")
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


class Lines:
    """A person who types; `ask` gives what is said to a line, by whatever talk goes on."""

    def __init__(self, path: Path | None = None) -> None:
        self.said: list[str] = []
        self.talk: Talk = Resuming(self.said.append, Settings(), path)
        self.talk.begin()
        self._go_on()

    def ask(self, line: str) -> str:
        self.said.clear()
        self.talk.take(line)
        self._go_on()
        return "\n".join(self.said)

    def _go_on(self) -> None:
        if self.talk.then is not None:
            self.talk = self.talk.then
            self.talk.begin()


@pytest.fixture
def three() -> list[Path]:
    """Unfinished games, the last written first, and others that are not listed."""
    keep("over", "1. e4 1-0")
    moves = "1. d4 *", "1. e4 e5 *", "1. f4 *"
    return [keep(f"game-{age}", text, age, White=f"W{age}") for age, text in enumerate(moves)]


def test_the_unfinished_games_are_listed_with_their_numbers(three):
    lines = Lines()
    assert lines.said == [
        "There are 3 unfinished games, the latest first.",
        "1: Chess, W0 - Zoë, 2026-01-02",
        "2: Chess, W1 - Zoë, 2026-01-02",
        "3: Chess, W2 - Zoë, 2026-01-02",
        "Type the number of a game to go on with, or quit.",
    ]
    assert lines.ask("0") == "There is no game 0: the last one listed is 3"
    assert lines.ask("9" * 900).startswith("There is no game 999")
    assert lines.ask("e4") == "'e4' is neither a number nor a command. Type help."
    assert "more games" in lines.ask("help")
    lines.ask("quit")
    assert lines.talk.left


async def test_a_game_goes_on_in_its_file(three):
    lines = Lines()
    said = lines.ask("2")
    assert said.startswith("Chess: W1 - Zoë. Two people play here.")
    assert said.endswith("2 moves have been made. The last one was:\nBlack: e5\nWhite to move")
    assert lines.ask("Nf3") == "White: Nf3"
    assert load_game(three[1])[0].sans == ("e4", "e5", "Nf3")  # on disk when it is said
    assert is_held_here(three[1])
    lines.ask("resume")
    assert lines.talk.resumes
    await lines.talk.close()
    assert not is_held_here(three[1])


def test_where_there_is_no_game_it_ends():
    lines = Lines()
    assert lines.said[0].startswith("There is no unfinished game.")
    assert lines.talk.left


async def test_a_game_that_is_open_elsewhere_is_played_as_a_copy(three):
    with open(three[0].with_name(f".{three[0].name}{LOCK}"), "ab") as held_elsewhere:
        fcntl.flock(held_elsewhere, fcntl.LOCK_EX)
        await play_a_copy(three)


async def play_a_copy(three):
    lines = Lines()
    assert "Play on in a copy of your own?" in lines.ask("1")
    assert lines.ask("no") == ""
    lines.ask("1")
    assert lines.ask("yes").startswith("game-0.pgn stays as it is; the game goes on in a new file.")
    assert lines.ask("d5") == "Black: d5"
    assert load_game(three[0])[0].sans == ("d4",)
    assert len(Library().entries()) == 5
    await lines.talk.close()


async def test_a_damaged_game_asks_and_is_kept():
    path = keep("a", "1. e4 Zz9 *")
    text = path.read_text()
    lines = Lines(path)
    assert lines.said[0].startswith("'a.pgn' is damaged: line 6, column 7: ")
    assert lines.said[1] == "It can be read as far as ply 1."
    assert lines.ask("yes").startswith("Chess: Anna - Zoë")
    assert lines.ask("c5") == "Black: c5"
    assert path.read_text() == text
    await lines.talk.close()
    assert Lines(path).ask("no") == ""


CRAFTY = {"Black": "Crafty", "BlackType": "program"}


async def test_the_built_in_engine_takes_the_seat_of_a_program_at_a_level_that_is_typed():
    lines = Lines(keep("a", **CRAFTY))
    assert lines.ask("b") == "Level (1-10): 3"
    assert lines.ask("11").startswith("'11' is not a level")
    assert lines.ask("e5").startswith("'Crafty' is not known here.")  # no move before that
    lines.ask("b")
    assert "You play White" in lines.ask("")  # Enter takes the level offered
    assert load_game(lines.talk.setup.autosave.path)[0].sans == ("e4",)
    await lines.talk.close()


async def test_the_command_of_a_program_that_is_not_here_is_asked_for_and_remembered():
    command = shlex.join([sys.executable, str(FAKE), "cecp", "none"])
    lines = Lines(keep("a", **CRAFTY))
    assert lines.ask("c") == "Command: "
    assert "You play White" in lines.ask(command)
    assert load_settings().settings.engines == {"Crafty": command}
    await lines.talk.close()


@pytest.mark.parametrize("answer", ["b", "c"])
async def test_quit_leaves_also_where_a_level_or_a_command_is_asked_for(answer):
    path = keep("a", **CRAFTY)
    before = path.read_text()
    lines = Lines(path)
    lines.ask(answer)
    lines.ask("quit")
    assert lines.talk.left
    await lines.talk.close()
    assert path.read_text() == before


async def test_a_vacant_seat_does_not_keep_from_looking_at_the_game():
    path = keep("a", **CRAFTY)
    before = path.read_text()
    lines = Lines(path)
    assert lines.ask("moves") == "The question is dropped.\n1. e4"
    lines.ask("quit")
    assert lines.talk.left
    await lines.talk.close()
    assert path.read_text() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play"], "Missing argument 'VARIANT' (there are: chess, "),
        (["play", "nosuch.pgn", "--plain"], "nosuch.pgn: No such file or directory"),
        (["play", "a.pgn", "--level", "3"], "a saved game keeps its rules and players: --level"),
        (["play", "--plain", "--option", "rules=modern"], "players: --option is for new ones"),
        (["play", "--plain", "--model", "none"], "players: --model is for new ones"),
        (["play", "--plain", "--book", "none"], "players: --book is for new ones"),
    ],
)
def test_what_cannot_be_resumed_is_refused(arguments, words):
    assert words in bad(*arguments)


@pytest.mark.slow
def test_games_are_gone_on_with_one_after_the_other_over_pipes(home, three):
    typed = "1\nd5\nresume\n2\n"  # the one just played is the latest again
    done = subprocess.run(
        [*PROGRAM, "play", "--plain"],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "MAKACHESS_HOME": str(home), "TERM": "dumb"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Black: d5\nThere are 3 unfinished games" in done.stdout
    assert done.stdout.endswith("Black: e5\nWhite to move\n")
    assert load_game(three[0])[0].sans == ("d4", "d5")


def test_a_long_list_is_read_out_in_parts():
    for age in range(12):
        keep(f"game-{age}", age=age)
    lines = Lines()
    assert "10: Chess" in lines.said[10]
    assert lines.said[-1] == "Type the number of a game to go on with, or more, or quit."
    assert lines.ask("12").startswith("There is no game 12")
    assert lines.ask("more").startswith("11: Chess")
    assert lines.ask("more").startswith("There are no more games")
    assert lines.ask("12").startswith("Chess: Anna - Zoë")
