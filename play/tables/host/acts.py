"""What people may do at a table, checked: nothing that a client says is trusted."""

from __future__ import annotations

from makachess.core import MakachessError
from makachess.core.spec import opponent
from makachess.play.session.clock import clock_text
from makachess.play.session.seats import EngineSeat, PersonSeat
from makachess.play.tables.host.sitting import is_open
from makachess.play.tables.host.table import HostedTable
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.parts import MOST_PLIES
from makachess.play.tables.messages.requests import Claim, Draw, MakeMove, Rematch, Resign, TakeBack

AtGame = MakeMove | Draw | TakeBack | Resign | Claim | Rematch


def act(table: HostedTable, name: str, request: AtGame) -> None:
    """Do what a player asks at a table; raises RefusedError, or another MakachessError."""
    color = table.color_of(name)
    if color is None:
        raise RefusedError(f"{name!r} does not sit at table {table.number}")
    if request.round != table.round:
        raise RefusedError(f"game {request.round} is not the one being played ({table.round})")
    if isinstance(request, MakeMove):
        _move(table, color, request)
        return
    if isinstance(request, Rematch):
        _ask_rematch(table, color, request.say)
        return
    _check_playing(table)
    if isinstance(request, Resign):
        table.session.resign(color)
    elif isinstance(request, Draw):
        _draw(table, color, request.say)
    elif isinstance(request, Claim):
        _claim(table, color, request.result)
    else:
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
