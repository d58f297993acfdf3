"""What a client asks of the host."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from makachess.play.tables.messages.parts import (
    Clock,
    Color,
    Fen,
    Id,
    Level,
    MaybeColor,
    MoveText,
    Name,
    Options,
    Ply,
    Round,
    Say,
    SeatName,
    TableId,
    Text,
    VariantName,
    Winner,
    choice,
)


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks; the answer has the same number."""

    id: Id = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Hello(Request):
    """Say which version one speaks, before all else.

    `name` is the person's in an account that several share; the host believes it of itself only.
    """

    version: Id
    name: SeatName = ""


@dataclass(frozen=True, slots=True)
class Ping(Request):
    """See whether the host is there; answered by `done`."""


@dataclass(frozen=True, slots=True)
class ListTables(Request):
    """List the tables; `follow` also tells of changes from now on."""

    follow: bool = False


@dataclass(frozen=True, slots=True)
class ListMine(Request):
    """List the tables where one is invited, is to move or sits, in this order.

    Finished games are among them until one has seen how they ended.
    """


@dataclass(frozen=True, slots=True)
class ListPresent(Request):
    """List who is connected, what each of them plays, and since when they are here."""


@dataclass(frozen=True, slots=True)
class OpenTable(Request):
    """Open a table and sit down; without a colour it is drawn by lot.

    `clock` is as people write it: `5+3`, `30+3x40`, `2days`; empty for none. The other seat is for
    who is `invited`, or open to anyone.
    """

    variant: VariantName
    options: Options = ""
    clock: Clock = ""
    color: MaybeColor = ""
    fen: Fen = ""
    invited: SeatName = ""


@dataclass(frozen=True, slots=True)
class AtTable(Request):
    """What concerns one table."""

    table: TableId


@dataclass(frozen=True, slots=True)
class Watch(AtTable):
    """Be told of all that happens at a table; the answer follows a `table` event."""


@dataclass(frozen=True, slots=True)
class Leave(AtTable):
    """Be told no longer. A seat is kept."""


@dataclass(frozen=True, slots=True)
class Sit(AtTable):
    """Take an open seat."""

    color: Color


@dataclass(frozen=True, slots=True)
class Stand(AtTable):
    """Give up one's seat, before the first move or after the game; or decline an invitation.

    The table is closed if nobody is left; a seat that was declined is open to anyone.
    """


@dataclass(frozen=True, slots=True)
class SeatEngine(AtTable):
    """Ask the built-in engine at a level to take an open seat."""

    color: Color
    level: Level


@dataclass(frozen=True, slots=True)
class MakeMove(AtTable):
    """Make a move; `ply` is the number it gets, 1 for the first of the game.

    Sent again, it is answered again and made once.
    """

    round: Round
    ply: Ply
    move: MoveText


@dataclass(frozen=True, slots=True)
class Draw(AtTable):
    """Offer a draw, or answer an offer, which stands until it is answered or the other side moves.

    Each side has one offer, until it has moved again.
    """

    round: Round
    say: Say


@dataclass(frozen=True, slots=True)
class TakeBack(AtTable):
    """Ask to take back one's last move, or answer such a request.

    Each side can ask once, until it has moved again.
    """

    round: Round
    say: Say


@dataclass(frozen=True, slots=True)
class Resign(AtTable):
    """Resign."""

    round: Round


@dataclass(frozen=True, slots=True)
class Claim(AtTable):
    """Claim a win or a draw, since the opponent, who is to move, has been away for too long.

    `claim` in a table's standing says from when on that is possible.
    """

    round: Round
    result: Annotated[str, choice("win", "draw")]


@dataclass(frozen=True, slots=True)
class Rematch(AtTable):
    """Ask for another game with colours changed, or answer; an engine always agrees.

    Each side can ask once after each game.
    """

    round: Round
    say: Say


@dataclass(frozen=True, slots=True)
class Chat(AtTable):
    """Say something to all at the table."""

    text: Text


@dataclass(frozen=True, slots=True)
class GetStatus(Request):
    """Ask how much goes on at the host."""


@dataclass(frozen=True, slots=True)
class ListAccounts(Request):
    """List who is connected, and who is banned; for the owner."""


@dataclass(frozen=True, slots=True)
class Kick(Request):
    """Close the connections of an account, which may come back; for the owner."""

    name: Name


@dataclass(frozen=True, slots=True)
class Ban(Request):
    """Close the connections of an account and let it in no more, or let it in again; for the owner.

    Its seats stay its own.
    """

    name: Name
    banned: bool = True


@dataclass(frozen=True, slots=True)
class Rename(Request):
    """Give a player another name, in games and elsewhere, and close the connections; for the owner.

    The new name must be nobody's yet.
    """

    name: Name
    new: Name


@dataclass(frozen=True, slots=True)
class Mute(Request):
    """Let an account say nothing in chats, or let it again; for the owner."""

    name: Name
    muted: bool = True


@dataclass(frozen=True, slots=True)
class CloseTable(AtTable):
    """Close a table; a game that is being played there is drawn first. For the owner."""


@dataclass(frozen=True, slots=True)
class Adjudicate(AtTable):
    """End the game being played at a table with a result; for the owner."""

    winner: Winner
