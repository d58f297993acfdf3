"""One table at the host: its game, what its seats may do, who watches, and what is told of it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Protocol

from makachess.core.move import count_shared
from makachess.core.spec import COLORS, opponent
from makachess.play.session.clock import (
    Clock,
    TimeControl,
    clock_text,
    format_time_control,
    parse_time_control,
)
from makachess.play.session.opponents import level_of
from makachess.play.session.seats import EngineSeat, PersonSeat, Seat
from makachess.play.session.session import GameUpdate, Session, seat_tags
from makachess.play.settings import LONGEST_NAME
from makachess.play.tables.host.batching import BatchedCommits
from makachess.play.tables.host.engines import EngineRoom, HostedEngineSeat
from makachess.play.tables.host.records import (
    MOVED_AT,
    date_tag,
    file_name,
    format_moment,
    parse_moment,
    talk_name,
)
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import RefusedError, format_message, format_records
from makachess.saves import Game, Node, SaveError, format_game, seconds_thought, times_left
from makachess.variants import rules_digest

WAITS = 60.0  # seconds that a player waits for the other after the host was away
CLAIM = 180.0  # seconds after which the game of a player who is away can be claimed
CLAIM_IN_DAYS = 3 * 86_400.0  # where the clock counts days
OVER = 60.0  # seconds that a table stays after a game, once all players there have seen its end
EMPTY = 600.0  # before a game
DAYS = 30 * 86_400.0  # before a game that needs no player to be there, and after it until all know
MOST_SPENT = 1e8  # seconds that count of the time since a move: three years

NOBODY = "?"  # the name in a game's file of a seat that is open
INVITED = "Invited"  # the tag with the name of whom the open seat is for
SEEN = "Seen"  # the tag with the colours of those who know how the game has ended
ASKED = "Asked"  # the tag with what one side asks of the other: `white draw, black takeback`
KINDS = ("draw", "takeback", "rematch")
_PLAYERS = ("White", "WhiteType", "Black", "BlackType")


class Watcher(Protocol):
    """A client that watches a table; `name` is its person's."""

    name: str

    def send(self, line: bytes) -> None:
        """Send a line."""


class Surroundings:
    """What a table asks of the club it stands in; by itself, of one that does not run.

    `now` and `today` are times in seconds; `today` counts from 1970.
    """

    def __init__(
        self,
        cores: int = 1,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        self.engines = EngineRoom(cores)
        self.now = now
        self.today = today

    async def write(self, name: str, text: str) -> None:
        """Put a file on disk by its name; raises SaveError."""
        raise SaveError("the host does not run", "the host does not run")

    def left(self, name: str) -> float | None:
        """When a player left, None for one who is connected; 0 before the host began."""
        return 0.0

    def announced(self, table: HostedTable, change: schema.Table | None, relisted: bool) -> None:
        """Something was announced, perhaps a change of the game, or of the row in the list."""


def is_name(name: str) -> bool:
    is_one = bool(name) and name.isprintable() and len(name) <= LONGEST_NAME
    return is_one and name.strip() == name and name != NOBODY


def open_seat() -> PersonSeat:
    return PersonSeat(NOBODY, here=False)


def is_open(seat: Seat) -> bool:
    return isinstance(seat, PersonSeat) and seat.name == NOBODY


def resumed_clock(control: TimeControl | None, game: Game, today: float) -> Clock | None:
    """The clock of a game as its file has it, None without a control; `today` counts from 1970.

    Where the clock counts days, those since the last move count too.
    """
    if control is None:
        return None
    clock = Clock(control)
    clock.rewind(times_left(game))
    if not control.per_move:
        clock.spend(game.position.turn, seconds_thought(game))
    elif (moved := parse_moment(game.tags.get(MOVED_AT, ""))) is not None:
        clock.spend(game.position.turn, min(max(today - moved, 0.0), MOST_SPENT))
    return clock


@dataclass(frozen=True, slots=True)
class Draft:
    """How a table stands, to be told once that is on disk; no entry before anything is told."""

    entry: schema.Entry | None
    standing: schema.Standing
    line: tuple[str, ...]  # all moves
    node: Node

    @property
    def row(self) -> schema.Entry | None:
        """What those who follow the list are told; moves alone are not listed."""
        return self.entry and replace(self.entry, plies=0, turn="white", spectators=0)

    @property
    def timeless(self) -> tuple[object, ...]:
        """How the game stands, but for the time that passes by itself."""
        face, result = self.standing.face, self.entry.result if self.entry else "*"
        return self.line, result, replace(self.standing, face=face and replace(face, used=0.0))


class HostedTable:
    """A game between two seats that the host owns, as its tags have it.

    Each change is committed before it is announced. `resumed`: the host was away.
    """

    def __init__(
        self,
        number: int,
        round: int,
        game: Game,
        club: Surroundings,
        *,
        resumed: bool = False,
        said: Iterable[schema.ChatLine] = (),
    ) -> None:
        self.number = number
        self.round = round
        self.told: tuple[int, int] | None = None  # the turn of which people were told last
        self.watchers: list[Watcher] = []
        self.left_at = self._begun = club.today()  # when the last person was seen here
        self._club = club
        self.control = parse_time_control(game.tags.get("TimeControl", ""))
        self.chat = deque(said, maxlen=schema.CHAT_KEPT)
        self._writing_chat = asyncio.Lock()
        self._begin_game(game, resumed=resumed)

    def _begin_game(self, game: Game, *, resumed: bool) -> None:
        tags, club = game.tags, self._club
        self.invited = tags.get(INVITED, "")  # whom the open seat is for, empty for anybody
        self.agreed = False  # on a rematch
        self._is_resumed = resumed  # until the game goes on
        self._stamped: Node | None = game.node if resumed else None
        # The tags of those who play, or have played to the end.
        self._played = {tag: tags[tag] for tag in _PLAYERS if tag in tags}
        self._told = Draft(None, schema.Standing(), tuple(map(str, game.moves)), game.node)
        write = partial(club.write, file_name(self.number, self.round))
        self.commits: BatchedCommits[GameUpdate] = BatchedCommits(self._text, write, self._draft)
        seats: dict[str, Seat] = {color: self._seat(game, color) for color in COLORS}
        clock = resumed_clock(self.control, game, club.today())
        self.session = Session(game, seats, commits=self.commits, clock=clock, now=club.now)
        pairs = (pair.partition(" ") for pair in tags.get(ASKED, "").split(", "))
        self._ask_again({kind: color for color, _, kind in pairs if color in COLORS})
        known = tags.get(SEEN, "").split()
        self.seen = {name for color, name in self.people.items() if color in known}  # how it ended

    def _seat(self, game: Game, color: str) -> Seat:
        level, side = level_of(game.tags, color), color.capitalize()
        if level is not None and game.tags.get(f"{side}Type") == schema.PROGRAM:
            return HostedEngineSeat(game.variant, level, self._club.engines)
        return PersonSeat(game.tags.get(side, NOBODY), here=False)

    @property
    def _asked(self) -> dict[str, str]:
        """The colours that ask for something, by what they ask for."""
        asked = (self.session.offer, self.session.takeback, self.rematch)
        return {kind: color for kind, color in zip(KINDS, asked, strict=True) if color}

    def _ask_again(self, asked: Mapping[str, str]) -> None:
        """Let what was asked be asked still, also by who has gone since."""
        self.session.offer, self.session.takeback = asked.get("draw"), asked.get("takeback")
        self.rematch = asked.get("rematch", "")  # the colour that asks for one

    # --- what is so -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def is_full(self) -> bool:
        return not any(map(is_open, self.session.seats.values()))

    @property
    def people(self) -> dict[str, str]:
        """The people who sit here, by colour."""
        seats = self.session.seats.items()
        people = ((c, s) for c, s in seats if s.kind == schema.HUMAN and not is_open(s))
        return {color: seat.name for color, seat in people}

    @property
    def has_engine(self) -> bool:
        return any(isinstance(seat, EngineSeat) for seat in self.session.seats.values())

    def color_of(self, name: str) -> str | None:
        """The colour that a player has, None for anyone else."""
        return next((color for color, who in self.people.items() if who == name), None)

    @property
    def players(self) -> tuple[str, ...]:
        """Those who have played the game, wherever they sit by now."""
        return tuple(self._played.get(color.capitalize(), "") for color in COLORS)

    def is_kept_for(self, name: str) -> bool:
        return not self.is_full and name == self.invited

    def matters_to(self, name: str) -> bool:
        """Whether a player is invited, or sits here and does not know how the game has ended."""
        is_news = not self.session.over or name not in self.seen
        return self.is_kept_for(name) or (is_news and self.color_of(name) is not None)

    @property
    def is_to_be_kept(self) -> bool:
        """Whether the game is being played, so that the table stays even if players leave."""
        return bool(self.game.moves) and not self.session.over

    @property
    def turn(self) -> tuple[int, int] | None:
        """The number of the game and of its moves while somebody is to move, else None."""
        is_on = self.is_full and not self.session.over
        return (self.round, len(self.game.moves)) if is_on else None

    @property
    def _counts_days(self) -> bool:
        return self.control is not None and self.control.per_move > 0

    @property
    def _claim_at(self) -> float | None:
        """When the side that waits can claim the game, in seconds since 1970.

        None while the player who is to move is here. What the host was away counts only where the
        clock counts days; there the move has to be due for as long, too.
        """
        name = self.people.get(self.session.turn, "")
        is_possible = self.is_to_be_kept and len(self.people) == len(COLORS)
        if not is_possible or (left := self._club.left(name)) is None:
            return None
        if not self._counts_days:
            return max(left, self._begun) + CLAIM
        moved = parse_moment(self.game.tags.get(MOVED_AT, "")) or 0.0
        return max(left, min(moved, self._club.today())) + CLAIM_IN_DAYS

    def is_left(self, guests: Container[str]) -> bool:
        """Whether the table is not needed any more, with these people connected."""
        know = self.seen if self.session.over else set()
        is_used = bool(self.watchers) or any(n in guests for n in {*self.people.values()} - know)
        if self.is_to_be_kept or is_used or self.commits.failure:
            self.left_at = self._club.today()
            return False
        if self.session.over:
            patience = OVER if self.all_know else DAYS
        else:
            needs_nobody = self._counts_days if self.control else self.invited
            patience = DAYS if needs_nobody else EMPTY
        return self._club.today() - self.left_at >= patience

    @property
    def all_know(self) -> bool:
        return self.seen.issuperset(self.people.values())

    def entry(self) -> schema.Entry:
        """The table as the list shows it."""
        game, outcome = self.game, self.game.outcome
        white, black = map(self._sitter, COLORS)
        return schema.Entry(
            self.number,
            game.variant.name,
            white,
            black,
            self.round,
            game.variant.rules_options,
            format_time_control(self.control) if self.control else "",
            len(game.moves),
            game.position.turn,
            game.result,
            len({w.name for w in self.watchers} - set(self.people.values())),
            "" if self.is_full else self.invited,
            outcome.reason[:60] if outcome else "",
        )

    def _sitter(self, color: str) -> schema.Sitter:
        seat = self.session.seats[color]
        if is_open(seat):
            return schema.Sitter()
        is_here = seat.kind != schema.HUMAN or self._club.left(seat.name) is None
        return schema.Sitter(seat.name, seat.kind, is_here)

    def standing(self) -> schema.Standing:
        session = self.session
        seat = session.seats[session.turn]
        return schema.Standing(
            self._face(),
            session.offer or "",
            session.takeback or "",
            self.rematch,
            self.commits.failure,
            ceil(self._claim_at or 0.0),
            isinstance(seat, HostedEngineSeat) and seat.waits,
        )

    def _face(self) -> schema.Face | None:
        if (clock := self.session.clock) is None:
            return None
        white, black = map(clock.standing, COLORS)
        used = clock.used(self.session.turn, self._club.now())
        running = clock.running is not None
        return schema.Face(
            white.seconds, black.seconds, white.periods, black.periods, used, running
        )

    # --- what players may do --------------------------------------------------------------------

    def act(self, name: str, request: schema.AtTable) -> str:
        """Do what a player asks, and say what the others who sit here are to be told of, if so.

        Raises RefusedError, or another MakachessError.
        """
        color = self.color_of(name)
        if isinstance(request, schema.Sit) and not request.level:
            self._sit_down(name, color, request.color)
            return "joined"
        if isinstance(request, schema.Stand) and color is None and self.is_kept_for(name):
            self.invited = ""
            self.note(f"{name} declines: the seat is open to anyone")
            return "declined"
        if color is None:
            raise RefusedError(f"{name!r} does not sit at table {self.number}")
        if isinstance(request, schema.Sit):
            self._seat_engine(color, request)
        elif isinstance(request, schema.AtGame):
            self._play(color, request)
        elif self.is_to_be_kept:
            raise RefusedError("a game is being played: resign first")
        else:
            self._stand_up(color)
        return ""

    def _sit_down(self, name: str, own: str | None, color: str) -> None:
        seat, side = self.session.seats[color], color.capitalize()
        if own == color:
            return
        if own is not None:
            raise RefusedError(f"{name!r} sits on the other side")
        if not is_open(seat):
            raise RefusedError(f"{side}'s seat is taken by {seat.name!r}")
        if self.invited not in ("", name):
            raise RefusedError(f"{side}'s seat is kept for {self.invited!r}")
        self._sit(color, PersonSeat(name, here=False))

    def _seat_engine(self, own: str, request: schema.Sit) -> None:
        """Give an engine the open seat opposite a player who asks; one that failed tries again."""
        color, session = request.color, self.session
        if own != opponent(color):
            raise RefusedError("an engine sits down where you sit on the other side")
        now = session.seats[color]
        if isinstance(now, EngineSeat) and session.paused:
            session.toggle_pause()
        elif not is_open(now):
            raise RefusedError(f"{color.capitalize()}'s seat is taken by {now.name!r}")
        else:
            variant, engines = self.game.variant, self._club.engines
            self._sit(color, HostedEngineSeat(variant, request.level, engines))

    def _sit(self, color: str, seat: Seat) -> None:
        """Put a player on a seat; with both taken the game begins."""
        self.session.sit(color, seat)
        if self.is_full:
            self._stamped, self._is_resumed, self.invited = None, False, ""
            self.session.begin()

    def _stand_up(self, color: str) -> None:
        """Open a seat, between games or before one."""
        self.rematch, self.agreed = "", False
        self.session.suspend()
        self.session.sit(color, open_seat())

    def _play(self, color: str, request: schema.AtGame) -> None:
        session = self.session
        if request.round != self.round:
            raise RefusedError(f"game {request.round} is not the one being played ({self.round})")
        match request:
            case schema.MakeMove():
                self._move(color, request)
                return
            case schema.Ask(what="rematch"):
                self._ask_rematch(color, request.say)
                return
        self._check_playing()
        match request:
            case schema.Resign():
                session.resign(color)
            case schema.Claim():
                self._claim(color, request.result)
            case schema.Ask(what="takeback", say="offer") if session.takeback != opponent(color):
                self._ask_takeback(color)
            case schema.Ask(what="takeback"):
                session.answer_undo(color, accepted=request.say != "decline")
            case schema.Ask(say="offer"):
                if session.offer != color:
                    session.offer_draw(color)
            case schema.Ask():
                session.answer_draw(color, accepted=request.say == "accept")

    def _check_playing(self) -> None:
        if not self.is_full:
            raise RefusedError("the other seat is still open")
        if self.session.over:
            raise RefusedError("the game is over")

    def _move(self, color: str, request: schema.MakeMove) -> None:
        """Make a move, unless it has been made already."""
        game, made = self.game, len(self.game.moves)
        if request.ply <= made:
            before = str(game.moves[request.ply - 1]) if request.ply else ""
            if before != request.move or game.number(request.ply)[1] != color:
                raise RefusedError(f"move {request.ply} has been made: {before!r}")
            return
        self._check_playing()
        if request.ply != made + 1:
            raise RefusedError(f"move {request.ply} cannot be made: {made} have been made")
        if color != self.session.turn:
            raise RefusedError(f"{request.move!r}: {color.capitalize()} is not to move")
        if made >= schema.MOST_PLIES:
            raise RefusedError(f"a game at a table has at most {schema.MOST_PLIES} moves")
        move = game.position.parse(request.move, null=False)
        if str(move) != request.move:
            raise RefusedError(f"{request.move!r} has to be written {str(move)!r}")
        self.session.play(color, move)

    def _ask_takeback(self, color: str) -> None:
        if self.session.takeback == color:
            return
        own = [ply for ply in (1, 2) if ply <= len(self.game.moves)]
        if not any(self.game.number(ply)[1] == color for ply in own):
            raise RefusedError("there is no move of yours to take back")
        self.session.undo(color)

    def _claim(self, color: str, result: str) -> None:
        """End the game of an opponent who is to move, and has been away for too long."""
        other = self.people.get(opponent(color))
        if other is None:
            raise RefusedError("an engine is never away")
        if color == self.session.turn:
            raise RefusedError("it is your move: only a player who waits can claim the game")
        if not self.game.moves:
            raise RefusedError("no move has been made: stand up instead")
        if (since := self._claim_at) is None:
            raise RefusedError(f"{other!r} is here")
        if (wait := since - self._club.today()) > 0:
            raise RefusedError(f"{other!r} is away; you can claim the game in {clock_text(wait)}")
        winner = color if result == "win" else "draw"
        self.session.finish(winner, "abandoned", f"{color.capitalize()} claims the game")

    def _ask_rematch(self, color: str, say: str) -> None:
        """Note who asks for a rematch; once both do, the club begins it."""
        if not self.session.over:
            raise RefusedError("the game is not over yet")
        if not self.is_full:
            raise RefusedError("the other seat is open")
        is_asked = self.rematch == opponent(color)
        if say != "offer" and not is_asked:
            raise RefusedError("nobody has asked for a rematch")
        if say == "decline":
            self.rematch = ""
            self.note("The rematch is declined")
        elif is_asked or self.has_engine:
            self.rematch, self.agreed = "", True
            self.note()
        elif self.rematch != color:
            self.rematch = color
            self.note()

    def adjudicate(self, winner: str) -> None:
        """End the game by the word of the host's owner."""
        if not self.is_to_be_kept:
            raise RefusedError(f"no game is being played at table {self.number}")
        note = "The owner of the host has decided the game"
        self.session.finish(winner, "adjudication", note)

    def again(self) -> Session:
        """Begin the next game, when the commits are quiet; the session of the last one."""
        old, variant, start = self.session, self.game.variant, self.game.start_fen
        tags = seat_tags({opponent(color): seat for color, seat in old.seats.items()})
        tags["Date"] = date_tag(self._club.today())
        if "TimeControl" in self.game.tags:
            tags["TimeControl"] = self.game.tags["TimeControl"]
        self.round += 1
        game = Game(variant, None if start == variant.start_fen else start, tags)
        self._begin_game(game, resumed=False)
        self.session.begin()
        return old

    def rename(self, old: str, new: str) -> None:
        """Let a player who sits here, has played here or is invited have another name."""
        for seat in self.session.seats.values():
            if seat.kind == schema.HUMAN and seat.name == old:
                seat.name = new
        for side in map(str.capitalize, COLORS):
            if (self._played.get(side), self._played.get(f"{side}Type")) == (old, schema.HUMAN):
                self._played = {**self._played, side: new}
        self.seen = {new if name == old else name for name in self.seen}
        self.invited = new if self.invited == old else self.invited
        self.note(f"{old} is called {new} now")

    # --- time -----------------------------------------------------------------------------------

    def look(self) -> float | None:
        """Look at the clock; the seconds until that is worth while again, None if it never is."""
        waits = self._go_on()
        self.session.tick()
        clock = self.session.clock
        if clock is not None and clock.running is not None:
            return 60.0 if self._counts_days else 0.25
        return 1.0 if waits else None

    def _go_on(self) -> bool:
        """After the host was away: go on once the player to move is here, or has had time for that.

        Returns whether a player waits for that. A clock that counts days went on all the while.
        """
        if not self._is_resumed or not self.is_full or self.session.over:
            return False
        here = {color for color, name in self.people.items() if self._club.left(name) is None}
        is_late = self._club.today() - self._begun >= WAITS
        is_wanted = self.session.turn in here or (bool(here) and is_late)
        if not (self._counts_days or is_wanted):
            return bool(here)
        self._is_resumed, asked = False, self._asked
        self.session.begin()
        self._ask_again(asked)
        return False

    async def close(self) -> None:
        """Stop the clock and the engines, and put all on disk."""
        await self.session.close()
        self.note()
        await self.commits.close()
        async with self._writing_chat:
            pass

    # --- committing and announcing --------------------------------------------------------------

    def note(self, text: str = "") -> None:
        """Something has changed beside the moves; the watchers are told, with a text if any."""
        self.commits.note(GameUpdate(text))

    def note_people(self) -> None:
        """A player has come or gone, which is not in the file: that of a long game is long."""
        self.commits.note(in_file=False)

    def _text(self) -> str:
        game = self.game
        if not self.session.over:
            self._played = seat_tags(self.session.seats)
        notes = {
            INVITED: "" if self.is_full else self.invited,
            SEEN: " ".join(color for color, name in self.people.items() if name in self.seen),
            ASKED: ", ".join(f"{color} {kind}" for kind, color in self._asked.items()),
        }
        for tag in notes:
            game.tags.pop(tag, None)
        game.tags.update(self._played | {tag: note for tag, note in notes.items() if note})
        game.tags["Round"] = str(self.round)
        if self._counts_days and self._stamped is not game.node:
            self._stamped = game.node
            game.tags[MOVED_AT] = format_moment(self._club.today())
        return format_game(game)

    def _draft(self, told: list[GameUpdate]) -> Callable[[str], None]:
        draft = Draft(self.entry(), self.standing(), self._line(), self.game.node)
        return lambda news: self._announce(draft, told)

    def _line(self) -> tuple[str, ...]:
        """All moves, which seldom have to be written anew."""
        told, node = self._told, self.game.node
        if node is told.node:
            return told.line
        if node.parent is told.node:
            return (*told.line, str(node.move))
        return tuple(map(str, self.game.moves))

    def _announce(self, draft: Draft, told: list[GameUpdate]) -> None:
        standing = replace(draft.standing, unsaved=self.commits.failure)
        before, now = self._told, replace(draft, standing=standing)
        assert now.entry is not None
        self._told, keep = now, count_shared(now.line, before.line)
        note = "; ".join(one.note for one in told if one.note)[:1000]
        alert = any(one.alert for one in told)
        event = schema.Table(now.entry, standing, keep, now.line[keep:], note, alert)
        is_played = bool(note) or now.timeless != before.timeless
        if before.entry is None:
            self.send(self._whole(now.entry, standing))
        elif is_played or now.entry != before.entry:
            self.send(event)
        self._show_end(watcher.name for watcher in self.watchers)
        self._club.announced(self, event if is_played else None, now.row != before.row)

    def _whole(self, entry: schema.Entry, standing: schema.Standing) -> schema.Table:
        """All of the table, with the moves that have been told."""
        variant, start = self.game.variant, self.game.start_fen
        fen = "" if start == variant.start_fen else start
        digest, chat, moves = str(rules_digest(variant)), tuple(self.chat), self._told.line
        return schema.Table(entry, standing, moves=moves, digest=digest, fen=fen, chat=chat)

    def send(self, event: schema.Event) -> None:
        if self.watchers:
            line = format_message(event)
            for watcher in list(self.watchers):
                watcher.send(line)

    # --- who watches ----------------------------------------------------------------------------

    async def watch(self, watcher: Watcher) -> None:
        """Show a client all of the table, and tell it what happens from now on."""
        await self.commits.quiet()
        is_new = watcher not in self.watchers
        if is_new:
            self.watchers.append(watcher)
        self._show_end((watcher.name,))
        watcher.send(format_message(self._whole(self.entry(), self.standing())))
        if is_new:
            self.note_people()

    def _show_end(self, names: Iterable[str]) -> None:
        """Note who is shown how the game has ended: players who sit here are not told again."""
        new = set(names) - self.seen if self.session.over else set()
        self.seen |= new
        if new & set(self.people.values()):
            self.commits.note()

    def is_watched_by(self, name: str) -> bool:
        return any(watcher.name == name for watcher in self.watchers)

    def unwatch(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            self.note_people()

    async def say(self, name: str, text: str) -> str:
        """A line of chat, heard at once; why it is not on disk then, empty if it is."""
        color = self.color_of(name) or ""
        line = schema.ChatLine(name, text, int(self._club.today()), color)
        self.chat.append(line)
        self.send(schema.Said(self.number, line))
        async with self._writing_chat:
            try:
                await self._club.write(talk_name(self.number), format_records(self.chat))
            except SaveError as error:
                return error.reason
        return ""
