"""What all protocols have in common: the actions they return, and the game that is talked about.

A protocol takes in lines and what a search reports, and returns actions: say a line, prepare, start
or stop a search, quit. It never searches itself and never waits, so that whole conversations can
be tested; its caller carries the actions out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.levels import LEVELS
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.engine.stopping import PonderToken
from makachess.core.errors import MakachessError
from makachess.core.position import Position
from makachess.core.spec import Variant

FIRST = "chess"  # the variant a conversation begins with
LARGEST_TABLE = 1024  # MB
MOST_LINES = 64  # that are looked for at once
MOST_WAITING = 1000  # lines that wait for a move; then it is not waited for any longer
LONGEST_ECHO = 200  # characters of a line that are repeated in an answer


class CommandError(MakachessError):
    """A command that is not carried out; the message says why."""


@dataclass(frozen=True, slots=True)
class Say:
    line: str


class Purpose(Enum):
    MOVE = auto()
    ANALYSIS = auto()
    HINT = auto()
    PONDER = auto()  # for a move, after the reply that is expected


@dataclass(frozen=True, slots=True)
class Prepare:
    """Have the engine ready for a search, so that no clock runs meanwhile.

    When `game`, a count of the games begun, or `hash_mb` changes, it must be renewed.
    """

    variant: Variant
    game: int
    hash_mb: int


@dataclass(frozen=True, slots=True)
class Think:
    """Start a search; a `level` below the highest wants that level's slips, not the best move."""

    position: Position
    limits: Limits
    purpose: Purpose
    level: int
    engine: Prepare
    ponder: PonderToken | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """End the search under way."""


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program at once."""


Action: TypeAlias = Say | Prepare | Think | Stop | Quit


class EngineProtocol(ABC):
    """One conversation; nonsense gets an answer, never an exception."""

    @abstractmethod
    def receive(self, line: str) -> list[Action]:
        """The actions for a line of input."""

    @abstractmethod
    def report(self, info: Info) -> list[Action]:
        """The actions for a line reported by the search under way."""

    @abstractmethod
    def finish(self, best: BestMove) -> list[Action]:
        """The actions at the end of the search under way, stopped or not."""

    @abstractmethod
    def tell(self, text: str) -> str:
        """The line that tells a person something."""

    @abstractmethod
    def fail(self, error: Exception) -> list[Action]:
        """The actions after a search that has failed."""


@dataclass(slots=True)
class EngineTalk:
    """The game that is talked about, and how to think of it.

    `load(name, **options)` gives a variant by one of our `names` or raises VariantError; `book_of`
    gives a variant's opening book.
    """

    load: Callable[..., Variant]
    names: tuple[str, ...]
    title: str
    book_of: Callable[[Variant], OpeningBook] = lambda _: NO_BOOK
    cores: int = 1  # that search for a move
    variant: Variant = field(init=False)
    position: Position | None = field(init=False)  # None: the position set up cannot be played
    game: int = 0  # counts the games begun
    level: int = max(LEVELS)
    own_book: bool = True  # the engine plays by its book
    hash_mb: int = 16

    def __post_init__(self) -> None:
        self.begin(self.load(FIRST))

    def begin(self, variant: Variant, fen: str | None = None) -> None:
        """Start a new game; raises InvalidFenError, and then the game remains what it was."""
        position = Position(variant, fen)
        self.variant, self.position = variant, position
        self.game += 1

    def think(
        self,
        position: Position,
        purpose: Purpose,
        limits: Limits,
        level: int,
        ponder: PonderToken | None = None,
    ) -> Think:
        """The search of a position, in a copy of its own."""
        return Think(position.copy(), limits, purpose, level, self.prepare(), ponder)

    def prepare(self) -> Prepare:
        """What the next search needs."""
        return Prepare(self.variant, self.game, self.hash_mb)


def echo(text: str) -> str:
    """What is repeated of a line, or of an error that quotes it."""
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}..."
