"""Which unfinished game to go on with: chosen by its number, or opened by its path."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

from makachess.play.library import Column, entry_of
from makachess.play.questions import Answer
from makachess.play.session.opponents import DEFAULT_LEVEL, EngineChoice
from makachess.play.session.setup import Setup, resumed_setup
from makachess.saves import Library, LockedError, SavedGame
from makachess.tui.plain.conversation import Conversation, make_hints
from makachess.tui.plain.talk import Say, Talk

SAID = 10  # games said at a time
HELP = """\
Type the number of a game to go on with. Or one of these:
  more             more games
  list             the games from the first on
  help             this list
  quit             leave"""


class Resuming(Talk):
    """The unfinished games, or the one at a path; whatever stands in its way is asked first."""

    def __init__(self, say: Say, path: Path | None = None) -> None:
        super().__init__(say)
        self._path = path
        self._games: list[SavedGame] = []
        self._said = 0
        self._setup: Setup | None = None  # opened, with something left to be asked

    def begin(self) -> None:
        """List the games, or open the one at the path; raises MakachessError if that fails."""
        if self._path is not None:
            self._open(self._path)
        else:
            self._list()

    async def close(self) -> None:
        """Let others have a game that was opened and not gone on with."""
        self._let_go()

    def obey(self, text: str) -> None:
        """Go on with the game of a number, or list games."""
        commands: dict[str, Callable[[], object]] = {
            "help": lambda: self.say(HELP),
            "list": self._list,
            "more": self._more,
            "quit": self._leave,
        }
        if (command := commands.get(text.lower())) is not None:
            command()
        elif not text.isdecimal():
            self.say(f"{text!r} is neither a number nor a command. Type help.")
        elif not (text.isascii() and len(text) < 6 and 0 < int(text) <= self._said):
            self.say(f"There is no game {text[:40]}: the last one listed is {self._said}")
        else:
            self._open(self._games[int(text) - 1].path)

    # --- the list -------------------------------------------------------------------------------

    def _list(self) -> None:
        """Look again, and list the first games."""
        self._games, self._said = list(Library().unfinished()), 0
        if not self._games:
            self.say("There is no unfinished game. Begin one: makachess play VARIANT --plain")
            self.left = True
            return
        count = len(self._games)
        games = "one unfinished game" if count == 1 else f"{count} unfinished games"
        self.say(f"There is {games}." if count == 1 else f"There are {games}, the latest first.")
        self._more()

    def _more(self) -> None:
        before = self._said
        for game in islice(self._games, before, before + SAID):
            self._said += 1
            self.say(f"{self._said}: {_describe(game)}")
        if self._said == before:
            self.say("There are no more games")
        more = ", or more" if self._said < len(self._games) else ""
        self.say(f"Type the number of a game to go on with{more}, or quit.")

    # --- opening --------------------------------------------------------------------------------

    def _open(self, path: Path, *, copy: bool = False) -> None:
        """Go on with a game, after the questions there are; raises MakachessError."""
        self._let_go()
        try:
            self._setup = setup = resumed_setup(path, copy=copy)
        except LockedError as error:
            self.say(f"{error}.")
            answers = [Answer("no", "leave it"), Answer("yes", "play a copy", True)]
            self.ask("Play on in a copy of your own?", answers, lambda a: self._copy(path, a))
            return
        if setup.damage:
            self.say(f"{path.name!r} is damaged at {setup.damage}.")
            self.say(f"It can be read as far as ply {len(setup.game.line)}.")
            answers = [Answer("no", "leave it"), Answer("yes", "play on", True)]
            self.ask(
                "Play on from there in a new file? The damaged one is kept as it is.",
                answers,
                self._play_damaged,
            )
            return
        if setup.autosave.path is None:
            self.say(f"{path.name} stays as it is; the game goes on in a new file.")
        self._fill_seats()

    def _copy(self, path: Path, answer: Answer | None) -> None:
        if answer is not None and answer.value:
            self._open(path, copy=True)
        else:
            self.dropped()

    def _play_damaged(self, answer: Answer | None) -> None:
        if answer is not None and answer.value:
            self._fill_seats()
        else:
            self.dropped()

    def _fill_seats(self) -> None:
        """Ask who plays for programs that cannot be started here; then go on."""
        setup = self._setup
        assert setup is not None
        if not setup.unknown:
            self._setup = None
            self.then = Conversation(setup, make_hints, self.say)
            return
        color, name = next(iter(setup.unknown.items()))
        built_in = EngineChoice()
        answers = [
            Answer("person", "a person here"),
            Answer("engine", f"the built-in engine at level {DEFAULT_LEVEL}", built_in),
        ]
        self.ask(
            f"{name!r}, which played {color.capitalize()}, is not among your engines. Who plays?",
            answers,
            lambda answer: self._filled(color, answer),
        )

    def _filled(self, color: str, answer: Answer | None) -> None:
        if self._setup is not None and answer is not None:
            choice = answer.value if isinstance(answer.value, EngineChoice) else None
            self._setup = self._setup.filled(color, choice)
            self._fill_seats()

    def dropped(self) -> None:
        """Leave the game alone that was asked about; list the others, if it was from a list."""
        self._let_go()
        if self._path is not None:
            self.left = True

    def _let_go(self) -> None:
        if self._setup is not None:
            self._setup.autosave.close()
            self._setup = None

    def _leave(self) -> None:
        self.left = True


def _describe(game: SavedGame) -> str:
    """A game in one line: rules, players, date."""
    entry = entry_of(game)
    players = f"{entry.text(Column.WHITE)} - {entry.text(Column.BLACK)}"
    return f"{entry.text(Column.GAME)}, {players}, {entry.date}"
