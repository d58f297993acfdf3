"""What the host says: answers to requests, and events that are told unasked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from makachess.play.tables.messages.parts import (
    CHAT_KEPT,
    MOST_LISTED,
    Account,
    ChatLine,
    Count,
    Entry,
    Fen,
    Id,
    Moves,
    Name,
    Ply,
    Presence,
    Reason,
    Revision,
    Round,
    SeatName,
    Sitter,
    Standing,
    TableId,
    choice,
)
from makachess.variants.schema import Several, line, whole


@dataclass(frozen=True, slots=True)
class Answer:
    """What the host answers to the request of the same number."""

    id: Id


@dataclass(frozen=True, slots=True)
class Welcome(Answer):
    """The answer to `hello`: the name one plays under, and whether one is the host's owner.

    `finished` is the folder of the finished games, for clients that may read it.
    """

    version: Id
    name: Name
    owner: bool = False
    program: Annotated[str, line(60)] = ""
    finished: Reason = ""


@dataclass(frozen=True, slots=True)
class Done(Answer):
    """It is done, and on disk unless `unsaved` says why not; `table` is the one opened.

    `warning` says what may be wrong with what was asked.
    """

    table: Annotated[int, whole(0, 2**31)] = 0
    unsaved: Reason = ""
    warning: Reason = ""


@dataclass(frozen=True, slots=True)
class Refused(Answer):
    """It is not done, and why; to a `hello` of another version, which one the host speaks.

    The number is 0 where a line could not be read.
    """

    reason: Reason
    version: Annotated[int, whole(0, 2**31)] = 0


@dataclass(frozen=True, slots=True)
class Tables(Answer):
    """The tables asked for."""

    entries: Annotated[tuple[Entry, ...], Several(MOST_LISTED)] = ()


@dataclass(frozen=True, slots=True)
class Status(Answer):
    """How much goes on: tables, games being played, clients, moves since `since` (from 1970).

    Of the `engines` at tables, `thinking` are searching, on at most `cores` cores, and `waiting`
    wait for their turn.
    """

    tables: Count
    playing: Count
    clients: Count
    moves: Count
    since: Count
    process: Count
    program: Annotated[str, line(60)] = ""
    engines: Count = 0
    thinking: Count = 0
    waiting: Count = 0
    cores: Count = 0


@dataclass(frozen=True, slots=True)
class Present(Answer):
    """Who is connected."""

    people: Annotated[tuple[Presence, ...], Several(MOST_LISTED)] = ()


@dataclass(frozen=True, slots=True)
class Accounts(Answer):
    """Who is connected, and who is banned."""

    accounts: Annotated[tuple[Account, ...], Several(MOST_LISTED)] = ()


# --- events: from the host, unasked -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """All of a table: to a client that begins to watch it, and to all when a new game begins.

    `fen` is empty where the game began with the array; `digest` is that of the rules.
    `revision` counts all that is told of the table.
    """

    entry: Entry
    revision: Revision
    standing: Standing
    digest: Annotated[str, line(80)] = ""
    fen: Fen = ""
    moves: Moves = ()
    chat: Annotated[tuple[ChatLine, ...], Several(CHAT_KEPT)] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """The game has changed: its line is now the first `keep` plies and `moves` behind them.

    `revision` is one more than that of what was told before; otherwise something is missing, and
    `watch` brings all.
    """

    table: TableId
    round: Round
    revision: Revision
    keep: Ply
    standing: Standing
    moves: Moves = ()
    note: Reason = ""
    alert: bool = False


@dataclass(frozen=True, slots=True)
class People:
    """Who sits at the table or is invited, who of them is connected, and how many watch."""

    table: TableId
    white: Sitter
    black: Sitter
    spectators: Count = 0
    invited: SeatName = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat."""

    table: TableId
    line: ChatLine


@dataclass(frozen=True, slots=True)
class Listed:
    """A table has been opened or has changed, to those who follow the list."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Gone:
    """A table has been closed."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Attention:
    """At a table that one does not watch, something waits for an answer."""

    table: TableId
    what: Annotated[
        str, choice("move", "draw", "takeback", "rematch", "joined", "over", "invited", "declined")
    ]


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened at one's tables while one was away, to those who begin to follow the list."""

    text: Reason


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The host closes the connection; `back` says that it will be there again at once."""

    reason: Reason
    back: bool = False
