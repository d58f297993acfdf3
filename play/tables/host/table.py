"""One table at the host: its game, who sits at it, who watches, and what is told of it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Protocol

from makachess.core.move import count_shared
from makachess.core.spec import COLORS, Variant, opponent
from makachess.play.session.clock import Clock, TimeControl, format_time_control, parse_time_control
from makachess.play.session.opponents import level_of
from makachess.play.session.seats import EngineSeat, PersonSeat, Seat
from makachess.play.session.session import GameUpdate, Session, seat_tags
from makachess.play.settings import LONGEST_NAME
from makachess.play.tables.host.engines import EngineRoom, HostedEngineSeat
from makachess.play.tables.host.records import (
    MOVED_AT,
    BatchedCommits,
    date_tag,
    file_name,
    format_moment,
    parse_moment,
    talk_name,
)
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import (
    format_message,
    format_records,
)
from makachess.saves import Game, Node, SaveError, format_game, seconds_thought, times_left
from makachess.variants import rules_digest

# --- around a table -------------------------------------------------------------------------------


class Watcher(Protocol):
    """A client that watches a table; `name` is its person's."""

    name: str

    def send(self, line: bytes) -> None:
        """Send a line."""


@dataclass(frozen=True, slots=True)
class HostServices:
    """What a table needs of the house it stands in; `now` and `today` are times in seconds.

    `write` puts a file on disk by its name; `today` counts from 1970. `left` says when a player has
    left, None for one who is connected; `announced` is told of every announcement, and whether the
    table's row in the list has changed.
    """

    write: Callable[[str, str], Awaitable[None]]
    engines: EngineRoom
    now: Callable[[], float]
    today: Callable[[], float]
    left: Callable[[str], float | None]
    announced: Callable[[HostedTable, schema.Change | None, bool], None]


# --- clocks ---------------------------------------------------------------------------------------


MOST_SPENT = 1e8  # seconds that count of the time since a move: three years


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


def face_of(clock: Clock | None, turn: str, now: float) -> schema.Face | None:
    """What the clock says, None without one."""
    if clock is None:
        return None
    white, black = map(clock.standing, COLORS)
    used, running = clock.used(turn, now), clock.running is not None
    return schema.Face(white.seconds, black.seconds, white.periods, black.periods, used, running)


# --- seats ----------------------------------------------------------------------------------------

NOBODY = "?"  # the name in a game's file of a seat that is open


def is_name(name: str) -> bool:
    """Whether a name is one to play under."""
    is_one = bool(name) and name.isprintable() and len(name) <= LONGEST_NAME
    return is_one and name.strip() == name and name != NOBODY


def open_seat() -> PersonSeat:
    """A seat open to anyone."""
    return PersonSeat(NOBODY, here=False)


def is_open(seat: Seat) -> bool:
    """Whether anyone may sit down there."""
    return isinstance(seat, PersonSeat) and seat.name == NOBODY


def seats_of(tags: Mapping[str, str], variant: Variant, room: EngineRoom) -> dict[str, Seat]:
    """The seats as a game's file has them."""
    seats: dict[str, Seat] = {}
    for color in COLORS:
        level, side = level_of(tags, color), color.capitalize()
        if level is not None and tags.get(f"{side}Type") == schema.PROGRAM:
            seats[color] = HostedEngineSeat(variant, level, room)
        else:
            seats[color] = PersonSeat(tags.get(side, NOBODY), here=False)
    return seats


# --- what is in its file --------------------------------------------------------------------------

INVITED = "Invited"  # the tag with the name of whom the open seat is for
SEEN = "Seen"  # the tag with the colours of those who know how the game has ended
ASKED = "Asked"  # the tag with what one side asks of the other: `white draw, black takeback`
_PLAYERS = ("White", "WhiteType", "Black", "BlackType")
KINDS = ("draw", "takeback", "rematch")


def asked_in(tags: Mapping[str, str]) -> dict[str, str]:
    """The colours that asked for something when a game was last written, by what they asked for."""
    pairs = (pair.partition(" ") for pair in tags.get(ASKED, "").split(", "))
    return {kind: color for color, _, kind in pairs if color in COLORS and kind in KINDS}


def people_of(entry: schema.Entry) -> schema.People:
    """Who sits at a table."""
    return schema.People(entry.table, entry.white, entry.black, entry.spectators, entry.invited)


# --- what is told ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draft:
    """How a table stands, to be told once that is on disk; no entry before anything is told."""

    entry: schema.Entry | None
    standing: schema.Standing
    line: tuple[str, ...]  # all moves
    node: Node


def _timeless(standing: schema.Standing) -> schema.Standing:
    """How a game stands, but for the time that passes by itself."""
    face = standing.face
    return standing if face is None else replace(standing, face=replace(face, used=0.0))


def is_listed_alike(one: schema.Entry | None, other: schema.Entry) -> bool:
    """Whether those who follow the list need not be told; moves alone are not listed."""
    if one is None:
        return False
    plain = [replace(entry, plies=0, turn="white", spectators=0) for entry in (one, other)]
    return plain[0] == plain[1]


# --- players who are away -------------------------------------------------------------------------

WAITS = 60.0  # seconds that a player waits for the other after the host was away
CLAIM = 180.0  # seconds after which the game of a player who is away can be claimed
CLAIM_IN_DAYS = 3 * 86_400.0  # where the clock counts days


# --- the table ------------------------------------------------------------------------------------


class HostedTable:
    """A game between two seats that the host owns, as its tags have it.

    What people do comes from `conduct`; each change is committed before it is announced. `resumed`:
    the host was away.
    """

    def __init__(
        self,
        number: int,
        round: int,
        game: Game,
        house: HostServices,
        *,
        resumed: bool = False,
        said: Iterable[schema.ChatLine] = (),
    ) -> None:
        self.number = number
        self.round = round
        self.told: tuple[int, int] | None = None  # the turn of which people were told last
        self.watchers: list[Watcher] = []
        self.left_at = self._begun = house.today()  # when the last person was seen here
        self._house = house
        self.control = parse_time_control(game.tags.get("TimeControl", ""))
        self.chat = deque(said, maxlen=schema.CHAT_KEPT)
        self._writing_chat = asyncio.Lock()
        self._begin_game(game, resumed=resumed)

    def _begin_game(self, game: Game, *, resumed: bool) -> None:
        tags, house = game.tags, self._house
        self.invited = tags.get(INVITED, "")  # whom the open seat is for, empty for anybody
        self.agreed = False  # that there is another game
        self._is_resumed = resumed  # until the game goes on
        self._stamped: Node | None = game.node if resumed else None
        # The tags of those who play, or have played to the end.
        self._played = {tag: tags[tag] for tag in _PLAYERS if tag in tags}
        self._revision = 0  # counts all that is told of the game
        self._told = Draft(None, schema.Standing(), tuple(map(str, game.moves)), game.node)
        write = partial(house.write, file_name(self.number, self.round))
        self.commits: BatchedCommits[GameUpdate] = BatchedCommits(self._text, write, self._draft)
        seats = seats_of(tags, game.variant, house.engines)
        clock = resumed_clock(self.control, game, house.today())
        self.session = Session(game, seats, commits=self.commits, clock=clock, now=house.now)
        self._ask_again(asked_in(tags))
        known = tags.get(SEEN, "").split()
        self.seen = {name for color, name in self.people.items() if color in known}  # how it ended

    @property
    def _asked(self) -> dict[str, str]:
        """The colours that ask for something, by what they ask for."""
        asked = (self.session.offer, self.session.takeback, self.rematch)
        return {kind: color for kind, color in zip(KINDS, asked, strict=True) if color}

    def _ask_again(self, asked: Mapping[str, str]) -> None:
        """Let what was asked be asked still, also by who has gone since."""
        self.session.offer, self.session.takeback = asked.get("draw"), asked.get("takeback")
        self.rematch = asked.get("rematch", "")  # the colour that asks for another game

    # --- what is so -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game

    @property
    def is_full(self) -> bool:
        """Whether both seats are taken."""
        return not any(map(is_open, self.session.seats.values()))

    @property
    def people(self) -> dict[str, str]:
        """The people who sit here, by colour."""
        seats = self.session.seats.items()
        people = ((c, s) for c, s in seats if s.kind == schema.HUMAN and not is_open(s))
        return {color: seat.name for color, seat in people}

    @property
    def has_engine(self) -> bool:
        """Whether an engine plays."""
        return any(isinstance(seat, EngineSeat) for seat in self.session.seats.values())

    def color_of(self, name: str) -> str | None:
        """The colour that a player has, None for anyone else."""
        return next((color for color, who in self.people.items() if who == name), None)

    @property
    def players(self) -> tuple[str, ...]:
        """Those who have played the game, wherever they sit by now."""
        return tuple(self._played.get(color.capitalize(), "") for color in COLORS)

    def is_kept_for(self, name: str) -> bool:
        """Whether the open seat is for one player."""
        return not self.is_full and name == self.invited

    def matters_to(self, name: str) -> bool:
        """Whether a player is invited, or sits here and does not know how the game has ended."""
        is_news = not self.session.over or name not in self.seen
        return self.is_kept_for(name) or (is_news and self.color_of(name) is not None)

    def is_here(self, name: str) -> bool:
        """Whether a player is connected."""
        return self._house.left(name) is None

    def today(self) -> float:
        """The time in seconds since 1970."""
        return self._house.today()

    def claim_at(self) -> float | None:
        """When the side that waits can claim the game, in seconds since 1970.

        None while the player who is to move is here. What the host was away counts only where the
        clock counts days; there the move has to be due for as long, too.
        """
        name = self.people.get(self.session.turn, "")
        is_possible = self.is_to_be_kept and len(self.people) == len(COLORS)
        if not is_possible or (left := self._house.left(name)) is None:
            return None
        if not self._counts_days:
            return max(left, self._begun) + CLAIM
        moved = parse_moment(self.game.tags.get(MOVED_AT, "")) or 0.0
        return max(left, min(moved, self._house.today())) + CLAIM_IN_DAYS

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
        is_here = seat.kind != schema.HUMAN or self.is_here(seat.name)
        return schema.Sitter(seat.name, seat.kind, is_here)

    def standing(self) -> schema.Standing:
        """Clock, offers, requests and result."""
        session, outcome = self.session, self.game.outcome
        return schema.Standing(
            face_of(session.clock, session.turn, self._house.now()),
            session.offer or "",
            session.takeback or "",
            self.rematch,
            outcome.winner if outcome else "",
            outcome.reason if outcome else "",
            self.commits.failure,
            ceil(self.claim_at() or 0.0),
            _place_in_line(session.seats[session.turn]),
        )

    @property
    def is_to_be_kept(self) -> bool:
        """Whether the game is being played, so that the table stays even if players leave."""
        return bool(self.game.moves) and not self.session.over

    @property
    def turn(self) -> tuple[int, int] | None:
        """The number of the game and of its moves while somebody is to move, else None."""
        is_on = self.is_full and not self.session.over
        return (self.round, len(self.game.moves)) if is_on else None

    def _whole(self, entry: schema.Entry, standing: schema.Standing) -> schema.Table:
        """All of the table, with the moves that have been told."""
        variant, start = self.game.variant, self.game.start_fen
        fen = "" if start == variant.start_fen else start
        digest, chat = str(rules_digest(variant)), tuple(self.chat)
        return schema.Table(entry, self._revision, standing, digest, fen, self._told.line, chat)

    # --- committing and announcing --------------------------------------------------------------

    def note(self, text: str = "", *, alert: bool = False) -> None:
        """Something has changed beside the moves; the watchers are told, with a text if any."""
        self.commits.note(GameUpdate(text, alert))

    def note_people(self) -> None:
        """A player has come or gone, which is not in the file: that of a long game is long."""
        self.commits.note(in_file=False)

    def _text(self) -> str:
        """The game's file as it has to be."""
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
            game.tags[MOVED_AT] = format_moment(self._house.today())
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
        assert draft.entry is not None
        standing = replace(draft.standing, unsaved=self.commits.failure)
        before, self._told = self._told, replace(draft, standing=standing)
        change = self._change(before, ("; ".join(one.note for one in told if one.note))[:1000])
        if change is not None and any(one.alert for one in told):
            change = replace(change, alert=True)
        if before.entry is None:
            self.send(self._whole(draft.entry, standing))
        elif change is not None:
            self.send(change)
        if before.entry is None or people_of(before.entry) != people_of(draft.entry):
            self.send(people_of(draft.entry))
        self._show_end(watcher.name for watcher in self.watchers)
        self._house.announced(self, change, not is_listed_alike(before.entry, draft.entry))

    def _change(self, before: Draft, note: str) -> schema.Change | None:
        """What has changed in the game by what is told now, None if nothing has."""
        now = self._told
        is_same = now.line == before.line and _timeless(now.standing) == _timeless(before.standing)
        if is_same and not note:
            return None
        self._revision += 1
        keep = count_shared(now.line, before.line)
        moves = now.line[keep:]
        return schema.Change(
            self.number, self.round, self._revision, keep, now.standing, moves, note
        )

    def send(self, event: schema.Event) -> None:
        """Send an event to all who watch."""
        if self.watchers:
            line = format_message(event)
            for watcher in list(self.watchers):
                watcher.send(line)

    # --- who is here ----------------------------------------------------------------------------

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
        """Whether a client watches."""
        return any(watcher.name == name for watcher in self.watchers)

    def unwatch(self, watcher: Watcher) -> None:
        """Tell a client nothing more."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            self.note_people()

    async def say(self, name: str, text: str) -> str:
        """A line of chat, heard at once; why it is not on disk then, empty if it is."""
        color = self.color_of(name) or ""
        line = schema.ChatLine(name, text, int(self._house.today()), color)
        self.chat.append(line)
        self.send(schema.Said(self.number, line))
        return await self._write_chat()

    async def _write_chat(self) -> str:
        async with self._writing_chat:
            try:
                await self._house.write(talk_name(self.number), format_records(self.chat))
            except SaveError as error:
                return error.reason
        return ""

    def sit(self, color: str, seat: Seat) -> None:
        """Put a player on a seat; with both taken the game begins."""
        self.session.sit(color, seat)
        if self.is_full:
            self._stamped, self._is_resumed, self.invited = None, False, ""
            self.session.begin()

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

    def agree(self) -> None:
        """There is another game, once this one is saved; if it cannot be, it is asked for again."""
        self.rematch, self.agreed = "", True
        self.note()

    def stand(self, color: str) -> None:
        """Open a seat, between games or before one."""
        self.rematch, self.agreed = "", False
        self.session.suspend()
        self.session.sit(color, open_seat())

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
        here = {color for color, name in self.people.items() if self.is_here(name)}
        is_late = self._house.today() - self._begun >= WAITS
        is_wanted = self.session.turn in here or (bool(here) and is_late)
        if not (self._counts_days or is_wanted):
            return bool(here)
        self._is_resumed, asked = False, self._asked
        self.session.begin()
        self._ask_again(asked)
        return False

    @property
    def _counts_days(self) -> bool:
        return self.control is not None and self.control.per_move > 0

    def again(self) -> Session:
        """Begin the next game, when the commits are quiet; the session of the last one."""
        old, variant, start = self.session, self.game.variant, self.game.start_fen
        tags = seat_tags({opponent(color): seat for color, seat in old.seats.items()})
        tags["Date"] = date_tag(self._house.today())
        if "TimeControl" in self.game.tags:
            tags["TimeControl"] = self.game.tags["TimeControl"]
        self.round += 1
        game = Game(variant, None if start == variant.start_fen else start, tags)
        self._begin_game(game, resumed=False)
        self.session.begin()
        return old

    async def write_anew(self) -> None:
        """Write all again: the folder of the games was lost."""
        self.commits.forget()
        if self.chat:
            await self._write_chat()

    async def close(self) -> None:
        """Stop the clock and the engines, and put all on disk."""
        await self.session.close()
        self.note()
        await self.commits.close()
        async with self._writing_chat:
            pass


def _place_in_line(seat: Seat) -> int:
    """Where an engine stands in line for its turn to think, 0 for all others."""
    return seat.place if isinstance(seat, HostedEngineSeat) else 0
