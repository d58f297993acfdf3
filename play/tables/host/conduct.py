"""Conduct at a host: what anybody may do and use up, and when a table is no longer needed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from makachess.core import MakachessError
from makachess.core.spec import opponent
from makachess.core.text import fold
from makachess.play.session.clock import clock_text
from makachess.play.session.seats import EngineSeat, PersonSeat
from makachess.play.tables.host.table import HostedTable, is_open
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import RefusedError

# --- limits ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limits:
    """How much there may be; an account's clients, tables and engines are counted together."""

    tables: int = 1000  # tables at the host
    own_tables: int = 20  # tables where a player has a seat
    games: int = 200  # games, with at least one move, that a player finishes in a day
    engines: int = 3  # engines that play against a player at a time
    cores: int = 1  # cores on which engines think, together
    clients: int = 2000  # clients connected to the host
    own_clients: int = 8  # clients of a player
    unknown: int = 256  # clients of one system account that have not said hello
    rate: float = 30.0  # requests a second, in the long run
    burst: float = 120.0  # requests in a burst
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


def act(table: HostedTable, name: str, request: schema.AtGame) -> None:
    """Do what a player asks at a table; raises RefusedError, or another MakachessError."""
    color = table.color_of(name)
    if color is None:
        raise RefusedError(f"{name!r} does not sit at table {table.number}")
    if request.round != table.round:
        raise RefusedError(f"game {request.round} is not the one being played ({table.round})")
    if not isinstance(request, schema.MakeMove | schema.Rematch):
        _check_playing(table)
    match request:
        case schema.MakeMove():
            _move(table, color, request)
        case schema.Rematch():
            _ask_rematch(table, color, request.say)
        case schema.Resign():
            table.session.resign(color)
        case schema.Draw(say="offer"):
            if table.session.offer != color:
                table.session.offer_draw(color)
        case schema.Draw():
            table.session.answer_draw(color, accepted=request.say == "accept")
        case schema.Claim():
            _claim(table, color, request.result)
        case schema.TakeBack():
            _take_back(table, color, request.say)


def _check_playing(table: HostedTable) -> None:
    if not table.is_full:
        raise RefusedError("the other seat is still open")
    if table.session.over:
        raise RefusedError("the game is over")


def _move(table: HostedTable, color: str, request: schema.MakeMove) -> None:
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
    if made >= schema.MOST_PLIES:
        raise RefusedError(f"a game at a table has at most {schema.MOST_PLIES} moves")
    move = game.position.parse(request.move, null=False)
    if str(move) != request.move:
        raise RefusedError(f"{request.move!r} has to be written {str(move)!r}")
    session.play(color, move)


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
        table.rematch = color
        table.note(f"{color.capitalize()} would like another game")


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
    if table.session.over:
        return OVER if table.seen.issuperset(table.people.values()) else DAYS
    control = table.control
    needs_nobody = control.per_move > 0 if control else table.invited
    return DAYS if needs_nobody else EMPTY


# --- who is meant --------------------------------------------------------------------------------


def who_is_meant(name: str, known: Iterable[str]) -> str:
    """A warning of a name that is like a known one, else empty. It takes its time."""
    folded = {fold(one): one for one in known}
    alike = [folded[one] for one in get_close_matches(fold(name), folded, 1)]
    return f"Nobody called {name!r} is known here; did you mean {alike[0]!r}?" if alike else ""
