"""The bounded values that messages are made of, and the records within them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from makachess.play.settings import LONGEST_NAME
from makachess.variants.schema import Kind, Several, line, one_of, seconds, whole, word

VERSION = 1
"""The version of the protocol; who speaks another one is told this number."""

LONGEST_REQUEST = 8192  # bytes of a line to the host
LONGEST_MESSAGE = 1 << 22  # bytes of a line from it
MOST_PLIES = 8000  # of a game at a table
MOST_LISTED = 2000  # tables or accounts in one answer
LONGEST_REASON = 1000  # characters
CHAT_KEPT = 50  # lines that newcomers are shown

OPEN, HUMAN, PROGRAM = "", "human", "program"  # who sits on a seat


def choice(*words: str) -> Kind:
    """One of a few words; the empty one stands for none of the others."""
    return one_of(*words, quote='"')


COLOR = choice("white", "black")
MAYBE_COLOR = choice("", "white", "black")

Id: TypeAlias = Annotated[int, whole(0, 2**31)]
TableId: TypeAlias = Annotated[int, whole(1, 2**31)]
Round: TypeAlias = Annotated[int, whole(1, 10**6)]
Revision: TypeAlias = Annotated[int, whole(0, 2**53)]
Count: TypeAlias = Annotated[int, whole(0, 2**53)]
Ply: TypeAlias = Annotated[int, whole(0, MOST_PLIES)]
Level: TypeAlias = Annotated[int, whole(1, 10)]
Periods: TypeAlias = Annotated[int, whole(0, 999)]
Color: TypeAlias = Annotated[str, COLOR]
MaybeColor: TypeAlias = Annotated[str, MAYBE_COLOR]
Name: TypeAlias = Annotated[str, line(LONGEST_NAME, 1)]
SeatName: TypeAlias = Annotated[str, line(LONGEST_NAME)]
Time: TypeAlias = Annotated[float, seconds(1e9)]
VariantName: TypeAlias = Annotated[str, word(r"[a-z][a-z0-9-]{0,39}", "the name of a variant")]
Options: TypeAlias = Annotated[str, line(1000)]
Clock: TypeAlias = Annotated[str, line(40)]
MoveText: TypeAlias = Annotated[str, word(r"[A-Za-z0-9+!'=,]{2,400}", "a move in coordinate form")]
Fen: TypeAlias = Annotated[str, line(2000)]
Text: TypeAlias = Annotated[str, line(300, 1)]
Reason: TypeAlias = Annotated[str, line(LONGEST_REASON)]
Say: TypeAlias = Annotated[str, choice("offer", "accept", "decline")]
Winner: TypeAlias = Annotated[str, choice("white", "black", "draw")]
Moves: TypeAlias = Annotated[tuple[MoveText, ...], Several(MOST_PLIES)]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat, and whether that person's client is connected."""

    name: SeatName = ""
    kind: Annotated[str, choice(OPEN, HUMAN, PROGRAM)] = OPEN
    here: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A table as the list of tables shows it.

    `clock` is a time control as in a game's file (`300+5`); `result` is `*` while the game goes on.
    The open seat is for who is `invited`, if anybody is. `reason` says how a finished game ended.
    """

    table: TableId
    variant: VariantName
    white: Sitter
    black: Sitter
    round: Round = 1
    options: Options = ""
    clock: Clock = ""
    plies: Ply = 0
    turn: Color = "white"
    result: Annotated[str, choice("*", "1-0", "0-1", "1/2-1/2")] = "*"
    spectators: Count = 0
    invited: SeatName = ""
    reason: Annotated[str, line(60)] = ""


@dataclass(frozen=True, slots=True)
class Face:
    """The clock as the message was sent: what each side had at the start of its move.

    `used` is what the side to move has thought since; that goes on if the clock is `running`.
    """

    white: Time
    black: Time
    white_periods: Periods = 0
    black_periods: Periods = 0
    used: Time = 0.0
    running: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands beside its moves; no winner while it goes on.

    From `claim` on, in seconds since 1970, the side that waits can claim the game, since its
    opponent is away; 0 while the opponent is here. `place` is that of an engine in line for its
    turn to think, 1 for the next one; 0 if none waits.
    """

    face: Face | None = None
    draw: MaybeColor = ""  # who offers a draw
    takeback: MaybeColor = ""  # who asks to take back
    rematch: MaybeColor = ""  # who asks for another game
    winner: Annotated[str, choice("", "white", "black", "draw")] = ""
    reason: Annotated[str, line(60)] = ""
    unsaved: Reason = ""  # why the host cannot put the game on disk
    claim: Count = 0
    place: Count = 0


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat; `when` in seconds since 1970."""

    name: Name
    text: Text
    when: Count


@dataclass(frozen=True, slots=True)
class Presence:
    """A player who is connected, since a time in seconds from 1970.

    `table` is where that player plays, or else `watches`, or sits; 0 for nowhere.
    """

    name: Name
    since: Count
    table: Count = 0
    watches: bool = False


@dataclass(frozen=True, slots=True)
class NotedName:
    """A player who is muted, banned or known, as the host's folder keeps it."""

    name: Name


@dataclass(frozen=True, slots=True)
class Untold:
    """What a player who is away will be told on coming back."""

    name: Name
    text: Reason


@dataclass(frozen=True, slots=True)
class Left:
    """A player who sits at a table and is not connected, since a time in seconds from 1970."""

    name: Name
    when: Count


@dataclass(frozen=True, slots=True)
class Account:
    """A player who is connected or banned, as the owner of the host sees it."""

    name: Name
    clients: Count = 1
    tables: Count = 0
    muted: bool = False
    banned: bool = False
