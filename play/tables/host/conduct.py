"""Conduct at a host: who a guest is, what anybody may do and use up, and what is kept of people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Generic, TypeVar

from makachess.core import MakachessError
from makachess.core.spec import opponent
from makachess.core.text import fold
from makachess.play.session.clock import clock_text
from makachess.play.session.seats import EngineSeat, PersonSeat
from makachess.play.tables.host.records import BatchedCommits
from makachess.play.tables.host.table import HostedTable, is_open
from makachess.play.tables.messages.codec import RefusedError, format_records, parse_records
from makachess.play.tables.messages.schema import (
    MOST_PLIES,
    AtGame,
    Claim,
    Count,
    Declared,
    Draw,
    MakeMove,
    Name,
    Reason,
    Rematch,
    Resign,
    TakeBack,
)

# --- limits ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limits:
    """How much there may be; an account's clients, tables and engines are counted together."""

    tables: int = 1000  # tables at the host
    own_tables: int = 20  # tables where an account sits
    games: int = 200  # games with a move that an account ends in a day
    engines: int = 3  # engines that play against an account at a time
    cores: int = 1  # cores on which engines think, together
    keep_days: int = 0  # days for which finished games are kept (0 = for ever)
    clients: int = 2000  # clients connected to the host
    own_clients: int = 8  # clients of an account
    unknown: int = 256  # clients of one user of the system that have not said hello
    rate: float = 30.0  # requests a second, in the long run
    burst: float = 120.0  # requests at once
    faults: int = 3  # lines that are no requests, after which a client is dropped
    backlog: int = 1 << 20  # bytes that a client may leave unread
    hello: float = 10.0  # seconds in which a client has to say hello


class Bucket:
    """Fills with tokens at a rate; each request takes one."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = burst
        self._filled = now()

    def take(self, count: float = 1.0) -> bool:
        """Take tokens; False if there are too few."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < count:
            return False
        self._left -= count
        return True


# --- what players may do --------------------------------------------------------------------------


def act(table: HostedTable, name: str, request: AtGame) -> None:
    """Do what a player asks at a table; raises RefusedError, or another MakachessError."""
    color = table.color_of(name)
    if color is None:
        raise RefusedError(f"{name!r} does not sit at table {table.number}")
    if request.round != table.round:
        raise RefusedError(f"game {request.round} is not the one being played ({table.round})")
    if not isinstance(request, MakeMove | Rematch):
        _check_playing(table)
    match request:
        case MakeMove():
            _move(table, color, request)
        case Rematch():
            _ask_rematch(table, color, request.say)
        case Resign():
            table.session.resign(color)
        case Draw():
            _draw(table, color, request.say)
        case Claim():
            _claim(table, color, request.result)
        case TakeBack():
            _take_back(table, color, request.say)


def _check_playing(table: HostedTable) -> None:
    if not table.is_full:
        raise RefusedError("the other seat is still open")
    if table.session.over:
        raise RefusedError("the game is over")


def _move(table: HostedTable, color: str, request: MakeMove) -> None:
    """Make a move, unless it has been made already."""
    session, game = table.session, table.game
    made = len(game.moves)
    if request.ply <= made:
        before = str(game.moves[request.ply - 1]) if request.ply else ""
        if before != request.move or game.number(request.ply)[1] != color:
            raise RefusedError(f"move {request.ply} has been made: {before!r}")
        return
    _check_playing(table)
    if request.ply != made + 1:
        raise RefusedError(f"move {request.ply} cannot be made: {made} have been made")
    if color != session.turn:
        raise RefusedError(f"{request.move!r}: {color.capitalize()} is not to move")
    if made >= MOST_PLIES:
        raise RefusedError(f"a game at a table has at most {MOST_PLIES} moves")
    move = game.position.parse(request.move)
    if str(move) != request.move:
        raise RefusedError(f"{request.move!r} has to be written {str(move)!r}")
    session.play(color, move)


def _draw(table: HostedTable, color: str, say: str) -> None:
    session = table.session
    if say != "offer":
        session.answer_draw(color, accepted=say == "accept")
    elif session.offer != color:
        session.offer_draw(color)


def _claim(table: HostedTable, color: str, result: str) -> None:
    """End the game of an opponent who is to move, and has been away for too long."""
    other = table.people.get(opponent(color))
    if other is None:
        raise RefusedError("an engine is never away")
    if color == table.session.turn:
        raise RefusedError("it is your move: only a player who waits can claim the game")
    if not table.game.moves:
        raise RefusedError("no move has been made: stand up instead")
    if (since := table.claim_at()) is None:
        raise RefusedError(f"{other!r} is here")
    if (wait := since - table.today()) > 0:
        raise RefusedError(f"{other!r} is away; you can claim the game in {clock_text(wait)}")
    winner = color if result == "win" else "draw"
    table.session.finish(winner, "abandoned", f"{color.capitalize()} claims the game")


def adjudicate(table: HostedTable, winner: str) -> None:
    """End a game by the word of the host's owner."""
    if not table.is_to_be_kept:
        raise RefusedError(f"no game is being played at table {table.number}")
    note = "The owner of the host has decided the game"
    table.session.finish(winner, "adjudication", note)


def _take_back(table: HostedTable, color: str, say: str) -> None:
    session = table.session
    if say != "offer" or session.takeback == opponent(color):
        session.answer_undo(color, accepted=say != "decline")
        return
    if session.takeback == color:
        return
    own = [ply for ply in (1, 2) if ply <= len(table.game.moves)]
    if not any(table.game.number(ply)[1] == color for ply in own):
        raise RefusedError("there is no move of yours to take back")
    session.undo(color)


def _ask_rematch(table: HostedTable, color: str, say: str) -> None:
    """Note who asks for another game; once both do, the house begins it."""
    if not table.session.over:
        raise RefusedError("the game is not over yet")
    if not table.is_full:
        raise RefusedError("the other seat is open")
    is_asked = table.rematch == opponent(color)
    if say != "offer" and not is_asked:
        raise RefusedError("nobody has asked for another game")
    if say == "decline":
        table.rematch = ""
        table.note("There is no other game")
    elif is_asked or table.has_engine:
        table.agree()
    elif table.rematch != color:
        table.ask_rematch(color)


def sit_down(table: HostedTable, name: str, color: str) -> None:
    """Give a player an open seat."""
    if table.color_of(name) == color:
        return
    if table.color_of(name) is not None:
        raise RefusedError(f"{name!r} sits on the other side")
    if not is_open(table.session.seats[color]):
        taken = table.session.seats[color].name
        raise RefusedError(f"{color.capitalize()}'s seat is taken by {taken!r}")
    if table.invited not in ("", name):
        raise RefusedError(f"{color.capitalize()}'s seat is kept for {table.invited!r}")
    table.sit(color, PersonSeat(name, here=False))


def sit_engine(table: HostedTable, name: str, color: str, seat: EngineSeat) -> None:
    """Give an engine the open seat opposite a player who asks; one that failed tries again."""
    if table.color_of(name) != opponent(color):
        raise RefusedError("an engine sits down where you sit on the other side")
    now = table.session.seats[color]
    if isinstance(now, EngineSeat) and table.session.paused:
        table.session.toggle_pause()
    elif not is_open(now):
        raise RefusedError(f"{color.capitalize()}'s seat is taken by {now.name!r}")
    else:
        table.sit(color, seat)


def decline(table: HostedTable, name: str) -> None:
    """Turn down an invitation: the seat is open to anyone."""
    table.invited = ""
    table.note(f"{name} declines: the seat is open to anyone")


def stand_up(table: HostedTable, name: str) -> None:
    """Open a player's seat, unless a game is being played."""
    color = table.color_of(name)
    if color is None:
        raise MakachessError(f"{name!r} does not sit at table {table.number}")
    if table.is_to_be_kept:
        raise RefusedError("a game is being played: resign first")
    table.stand(color)


# --- tables nobody needs --------------------------------------------------------------------------

OVER = 60.0  # seconds that a table stays after a game, once all players there have seen its end
EMPTY = 600.0  # before a game
DECIDED_ELSEWHERE = ("abandoned", "adjudication")  # ends that a player may have been away for
DAYS = 30 * 86_400.0  # before a game that needs no player to be there, and after it until all know


def is_left(table: HostedTable, guests: Container[str], today: float) -> bool:
    """Whether a table may be closed, with these people connected; `today` in seconds."""
    wanted = set(table.people.values()) - (table.seen if table.session.over else set())
    is_used = bool(table.watchers) or any(name in guests for name in wanted)
    if table.is_to_be_kept or is_used or table.commits.failure:
        table.left_at = today
        return False
    return today - table.left_at >= _patience(table)


def _patience(table: HostedTable) -> float:
    """Seconds that a table stays without anybody and without a game being played."""
    control = table.control
    counts_days = control is not None and control.per_move > 0
    if table.session.over:
        has_told_all = table.seen.issuperset(table.people.values())
        ended = table.game.outcome
        is_news = counts_days or (ended is not None and ended.reason in DECIDED_ELSEWHERE)
        return DAYS if is_news and not has_told_all else OVER
    return DAYS if counts_days or (control is None and table.invited) else EMPTY


# --- what is kept of people -----------------------------------------------------------------------


class NotedName(Declared):
    """A player who is muted, banned or known."""

    name: Name


class Untold(NotedName):
    """What a player who is away will be told on coming back."""

    text: Reason


class Left(NotedName):
    """A player who sits at a table and is not connected, since a time in seconds from 1970."""

    when: Count


MOST_NAMES = 4000
MOST_UNTOLD = 1000

R = TypeVar("R")


class Noted(Generic[R]):
    """Records of a kind, which `write` puts on disk; raises MakachessError for others there."""

    KIND: type[R]

    def __init__(self, write: Callable[[str], Awaitable[None]], data: bytes = b"") -> None:
        self._take(parse_records(self.KIND, data))
        self._commits: BatchedCommits[None] = BatchedCommits(
            self._text, write, lambda noted: lambda news: None, written=self._text()
        )

    def _take(self, records: Iterable[R]) -> None:
        """Begin with what was on disk."""
        raise NotImplementedError

    def _records(self) -> Iterable[R]:
        """What is to be on disk."""
        raise NotImplementedError

    def _text(self) -> str:
        return format_records(self._records())

    def write_anew(self) -> None:
        """Write all again: the folder was lost."""
        self._commits.forget()

    async def close(self) -> None:
        """Wait until all is on disk that can be."""
        await self._commits.close()


class Names(Noted[NotedName], set[str]):
    """Names that the owner of a host has noted."""

    KIND = NotedName

    def _take(self, records: Iterable[NotedName]) -> None:
        self.update(record.name for record in records)

    def _records(self) -> Iterable[NotedName]:
        return map(NotedName, sorted(self))

    async def change(self, name: str, *, is_in: bool) -> None:
        """Add a name, or remove it.

        Raises RefusedError if there are more names than the file has room for, and if the change
        holds, but is not on disk.
        """
        if is_in and name not in self and len(self) >= MOST_NAMES:
            raise RefusedError(f"there are {len(self)} such names, and more are not possible")
        (self.add if is_in else self.discard)(name)
        self._commits.note()
        await self._commits.settled()
        if failure := self._commits.failure:
            raise RefusedError(f"that holds until the host ends, and is not saved: {failure}")

    def remember(self, name: str) -> None:
        """Add a name while there is room."""
        if name not in self and len(self) < MOST_NAMES:
            self.add(name)
            self._commits.note()

    def why_unknown(self, name: str) -> str:
        """A warning of a name that is not among them, empty for others; takes its time."""
        if name in self or len(self) >= MOST_NAMES:
            return ""
        folded = {fold(known): known for known in tuple(self)}  # others may come meanwhile
        alike = get_close_matches(fold(name), folded, 1)
        meant = f"; did you mean {folded[alike[0]]!r}?" if alike else ""
        return f"Nobody called {name!r} has been here yet{meant}"


class Absences(Noted[Left]):
    """When players left who sit at tables, in seconds since 1970."""

    KIND = Left

    def _take(self, records: Iterable[Left]) -> None:
        self._left = {record.name: record.when for record in records}

    def _records(self) -> Iterable[Left]:
        return (Left(name, when) for name, when in sorted(self._left.items()))

    def since(self, name: str) -> int | None:
        """When a player left, None if that is not known."""
        return self._left.get(name)

    def begin(self, name: str, when: float) -> None:
        """A player has left, unless that is known already."""
        if name not in self._left:
            self._left[name] = int(when)
            self._commits.note()

    def end(self, name: str) -> None:
        """A player is back."""
        if self._left.pop(name, None) is not None:
            self._commits.note()

    def rename(self, old: str, new: str) -> None:
        """A player has another name."""
        if (left := self._left.pop(old, None)) is not None:
            self._left[new] = left
            self._commits.note()

    def keep(self, names: Container[str]) -> None:
        """Forget all but those who still sit somewhere."""
        for name in [name for name in self._left if name not in names]:
            self.end(name)


class News(Noted[Untold]):
    """What players who are away will be told when they come back; the last of it."""

    KIND = Untold

    def _take(self, records: Iterable[Untold]) -> None:
        self._untold = list(records)

    def _records(self) -> Iterable[Untold]:
        return self._untold

    def leave(self, name: str, text: str) -> None:
        """Leave something to be told to a player."""
        self._untold = [*self._untold, Untold(name, text)][-MOST_UNTOLD:]
        self._commits.note()

    def fetch(self, name: str) -> list[str]:
        """What a player who is back has to be told; it is told once."""
        found = [untold.text for untold in self._untold if untold.name == name]
        if found:
            self._untold = [untold for untold in self._untold if untold.name != name]
            self._commits.note()
        return found
