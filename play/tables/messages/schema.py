"""All messages between a host of tables and its clients, declared once.

What is sent is read, refused, written and documented by these declarations alone. A message is a
frozen record; its name on the line is the name of its class with hyphens, as in `make-move`.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, dataclass_transform

from makachess.core.spec import COLORS
from makachess.play.settings import LONGEST_NAME
from makachess.variants.schema import Kind, Several, line, one_of, seconds, whole, word

VERSION = 2
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


Id: TypeAlias = Annotated[int, whole(0, 2**31)]
TableId: TypeAlias = Annotated[int, whole(1, 2**31)]
Round: TypeAlias = Annotated[int, whole(1, 10**6)]
Count: TypeAlias = Annotated[int, whole(0, 2**53)]
Ply: TypeAlias = Annotated[int, whole(0, MOST_PLIES)]
Level: TypeAlias = Annotated[int, whole(0, 10)]
Periods: TypeAlias = Annotated[int, whole(0, 999)]
Color: TypeAlias = Annotated[str, choice("white", "black")]
MaybeColor: TypeAlias = Annotated[str, choice("", "white", "black")]
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
Winner: TypeAlias = Annotated[str, choice("white", "black", "draw")]
Moves: TypeAlias = Annotated[tuple[MoveText, ...], Several(MOST_PLIES)]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Declared:
    """A frozen record, all of which is said by its fields."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Part(Declared):
    """What is said within messages."""


class Sitter(Part):
    """Who has a seat, and whether that player's client is connected."""

    name: SeatName = ""
    kind: Annotated[str, choice(OPEN, HUMAN, PROGRAM)] = OPEN
    here: bool = False


class Entry(Part):
    """A table as the list of tables shows it.

    `clock` is a time control as in a game's file (`300+5`); `result` is `*` while the game goes on.
    `invited` is the player for whom the open seat is reserved, if any. `reason` says how a finished
    game ended.
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

    def sitter(self, color: str) -> Sitter:
        """Who sits on a colour's seat."""
        return self.white if color == "white" else self.black

    def color_of(self, name: str) -> str | None:
        """The colour that a player has, None for anyone else."""
        sitters = ((color, self.sitter(color)) for color in COLORS)
        return next((c for c, who in sitters if (who.kind, who.name) == (HUMAN, name)), None)

    @property
    def open_seats(self) -> tuple[str, ...]:
        """The colours that have no player yet."""
        return tuple(color for color in COLORS if self.sitter(color).kind == OPEN)

    def seats_for(self, name: str) -> tuple[str, ...]:
        """The colours among them that a player may take."""
        return self.open_seats if self.invited in ("", name) else ()


class Face(Part):
    """The clock when the message was sent: what each side had at the start of its move.

    `used` is the time that the side to move has used since; it goes on if the clock is `running`.
    """

    white: Time
    black: Time
    white_periods: Periods = 0
    black_periods: Periods = 0
    used: Time = 0.0
    running: bool = False


class Standing(Part):
    """The state of a game apart from its moves and result.

    From `claim` on, in seconds since 1970, the side that waits can claim the game because its
    opponent is away; 0 while the opponent is here. `queued`: the engine waits for its turn to
    think.
    """

    face: Face | None = None
    draw: MaybeColor = ""  # who offers a draw
    takeback: MaybeColor = ""  # who asks to take back
    rematch: MaybeColor = ""  # who asks for a rematch
    unsaved: Reason = ""  # why the host cannot put the game on disk
    claim: Count = 0
    queued: bool = False


class ChatLine(Part):
    """A line of chat; `when` in seconds since 1970.

    `color` is the side that the speaker played, or empty for a spectator.
    """

    name: Name
    text: Text
    when: Count
    color: MaybeColor = ""


class Presence(Part):
    """A player who is connected, `since` a time in seconds since 1970.

    `table` is where that player plays, or otherwise watches (`watches`), or has a seat; 0 if
    nowhere.
    """

    name: Name
    since: Count
    table: Count = 0
    watches: bool = False


class Request(Declared):
    """What a client asks; the answer has the same number."""

    id: Id = field(default=0, kw_only=True)


class Hello(Request):
    """Say which version the client speaks, before anything else.

    `name` is the player's, in an account that several people share. `key` is what the file beside
    the socket has, which the host's own account can read: it allows to give a name, or without a
    name to speak for the owner.
    """

    version: Id
    name: SeatName = ""
    key: Annotated[str, line(100)] = ""


class ListTables(Request):
    """List the tables; with `follow`, changes are announced from now on.

    `mine`: only those where the player is invited, is to move or has a seat, in this order.
    Finished games are among them as long as the player does not know how they ended.
    """

    mine: bool = False
    follow: bool = False


class ListPresent(Request):
    """List who is connected, since when, and what they are playing."""


class OpenTable(Request):
    """Open a table and sit down; an empty colour is drawn by lot.

    `clock` is written as on the command line: `5+3`, `30+3x40`, `2days`; empty for none. The other
    seat is for the player `invited`, or open to anyone.
    """

    variant: VariantName
    options: Options = ""
    clock: Clock = ""
    color: MaybeColor = ""
    fen: Fen = ""
    invited: SeatName = ""


class AtTable(Request):
    """What concerns one table."""

    table: TableId


class Watch(AtTable):
    """Follow everything that happens at a table; the answer comes after a `table` event."""


class Leave(AtTable):
    """Stop following a table. A seat is kept."""


class Sit(AtTable):
    """Take an open seat; with a `level`, have the built-in engine take it instead."""

    color: Color
    level: Level = 0


class Stand(AtTable):
    """Give up a seat, before the first move or after the game, or decline an invitation.

    The table is closed if nobody is left; a seat that was declined becomes open to anyone.
    """


class AtGame(AtTable):
    """What concerns one game at a table, which counts its `round`s."""

    round: Round


class MakeMove(AtGame):
    """Make a move; `ply` is the number it gets, 1 for the first of the game.

    If it is sent again, it is answered again but made once.
    """

    ply: Ply
    move: MoveText


class Ask(AtGame):
    """Ask for a draw, to take back one's last move or for a rematch, or answer the other side.

    An offer of a draw stands until it is answered or the other side moves. For a draw and to take
    back each side can ask once, until it has moved again. In a rematch colours are changed; an
    engine always agrees to it.
    """

    what: Annotated[str, choice("draw", "takeback", "rematch")]
    say: Annotated[str, choice("offer", "accept", "decline")]


class Resign(AtGame):
    """Resign."""


class Claim(AtGame):
    """Claim a win or a draw because the opponent, who is to move, has been away for too long.

    `claim` in the table's `standing` says from when on.
    """

    result: Annotated[str, choice("win", "draw")]


class Chat(AtTable):
    """Say something to everyone at the table."""

    text: Text


class ForOwner(Request):
    """What the owner of the host alone may ask."""


class Rename(ForOwner):
    """Rename a player, in games and elsewhere, and disconnect the player; for the owner.

    Nobody may have the new name yet.
    """

    name: Name
    new: Name


class Adjudicate(ForOwner):
    """End the game that is being played at a table with a result; for the owner."""

    table: TableId
    winner: Winner


class Answer(Declared):
    """What the host answers to the request of the same number."""

    id: Id


class Welcome(Answer):
    """The answer to `hello`: the player's name.

    `finished` is the folder of finished games, for clients that may read it.
    """

    name: Name
    finished: Reason = ""


class Done(Answer):
    """The request is done, and on disk unless the `warning` says why not.

    It may also say what is odd about the request. `table` is the table that was opened.
    """

    table: Id = 0
    warning: Reason = ""


class Refused(Answer):
    """The request is refused, and why; `id` is 0 if a line could not be read."""

    reason: Reason


class Tables(Answer):
    """The tables that were asked for."""

    entries: Annotated[tuple[Entry, ...], Several(MOST_LISTED)] = ()


class Present(Answer):
    """Who is connected."""

    people: Annotated[tuple[Presence, ...], Several(MOST_LISTED)] = ()


class Event(Declared):
    """What the host says unasked."""


class Table(Event):
    """A table has changed: its game's line is now the first `keep` plies and `moves` behind them.

    With a `digest`, that of the rules, it is told from the start: to a client that begins to watch
    it, and to all when a new game begins. Only then `fen` tells where the game began, if not with
    the array, and `chat` what has been said.
    """

    entry: Entry
    standing: Standing
    keep: Ply = 0
    moves: Moves = ()
    note: Reason = ""
    alert: bool = False
    digest: Annotated[str, line(80)] = ""
    fen: Fen = ""
    chat: Annotated[tuple[ChatLine, ...], Several(CHAT_KEPT)] = ()


class Said(Event):
    """A line of chat."""

    table: TableId
    line: ChatLine


class Listed(Event):
    """A table has been opened or has changed; for those who follow the list."""

    entry: Entry


class Gone(Event):
    """A table has been closed."""

    table: TableId


class Attention(Event):
    """Something is waiting for the player at a table that the client does not watch."""

    table: TableId
    what: Annotated[
        str, choice("move", "draw", "takeback", "rematch", "joined", "over", "invited", "declined")
    ]


class Goodbye(Event):
    """The host closes the connection; with `back`, it will return at once."""

    reason: Reason
    back: bool = False


K = TypeVar("K", bound=Declared)


def _all_of(kind: type[K]) -> tuple[type[K], ...]:
    """All messages of a kind, in the order of their declaration."""
    below = kind.__subclasses__()
    return tuple(one for part in below for one in _all_of(part)) if below else (kind,)


PARTS, REQUESTS = _all_of(Part), _all_of(Request)
ANSWERS, EVENTS = _all_of(Answer), _all_of(Event)
