"""One table at the host: its game, who sits at it, and who watches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from math import ceil

from makachess.core.spec import COLORS
from makachess.play.background import close_all
from makachess.play.session.clock import TimeControl
from makachess.play.session.seats import EngineSeat, Seat
from makachess.play.session.session import GameUpdate, Session, seat_tags
from makachess.play.tables.host.away import CLAIM, CLAIM_IN_DAYS, Return
from makachess.play.tables.host.clocks import face_of, resumed_clock
from makachess.play.tables.host.commits import BatchedCommits
from makachess.play.tables.host.engines import HostedEngineSeat
from makachess.play.tables.host.records import MOVED_AT, format_moment, parse_moment
from makachess.play.tables.host.showing import entry_of, people_of
from makachess.play.tables.host.sitting import is_open, kind_of, open_seat
from makachess.play.tables.host.surroundings import HostServices, Watcher
from makachess.play.tables.host.tags import (
    Asked,
    asked_at,
    asked_in,
    played_in,
    seen_in,
    write_seats,
    write_tags,
)
from makachess.play.tables.host.talk import Talk
from makachess.play.tables.host.telling import Draft, Telling, is_listed_alike
from makachess.play.tables.messages.codec import format_message
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.parts import HUMAN, ChatLine, Entry, Standing
from makachess.play.tables.messages.reports import Said, Table
from makachess.play.tables.messages.schema import Event
from makachess.saves import Game, Node, format_game
from makachess.variants import rules_digest


class HostedTable:
    """A game between two seats that the host owns.

    What people do comes from `play.tables.acts`; each change is committed before it is announced.
    """

    def __init__(
        self,
        number: int,
        round: int,
        game: Game,
        seats: dict[str, Seat],
        control: TimeControl | None,
        house: HostServices[HostedTable],
        *,
        resumed: bool = False,
        invited: str = "",
        said: Iterable[ChatLine] = (),
    ) -> None:
        self.number = number
        self.round = round
        self.invited = invited  # whom the open seat is for, empty for anybody
        self.told: tuple[int, int] | None = None  # the turn of which people were told last
        self.rematch = ""  # the colour that asks for another game
        self.agreed = False  # that there is another game
        self._asked_rematch: set[str] = set()  # the colours that have asked for one
        self.talk = Talk(partial(house.write_talk, number), self._tell_said, said)
        self.watchers: list[Watcher] = []
        self.seen: set[str]  # who has watched since the game was over
        self.left_at = self._begun = house.today()  # when the last person was seen here
        self._house = house
        self.control = control
        self._return = Return(house.now) if resumed else None  # until the game goes on
        self._played = played_in(game)  # the tags of those who play, or have played to the end
        self._begin_game(game, seats)

    def _begin_game(self, game: Game, seats: dict[str, Seat]) -> None:
        self._telling = Telling()
        self._stamped: Node | None = game.node if self._return else None
        clock = resumed_clock(self.control, game, self._house.today())
        write = partial(self._house.write, self.number, self.round)
        self.commits: BatchedCommits[GameUpdate] = BatchedCommits(self._text, write, self._draft)
        for seat in seats.values():
            self._attend(seat)
        self.session = Session(game, seats, commits=self.commits, clock=clock, now=self._house.now)
        self._telling.line = tuple(map(str, game.moves))
        self._telling.node = game.node
        self._ask_again(asked_in(game) if self._return else Asked())
        seen = seen_in(game) if self._return else ()
        self.seen = {name for color, name in self.people.items() if color in seen}

    def _attend(self, seat: Seat) -> None:
        """Let an engine know whether a player looks on who waits for it."""
        if isinstance(seat, HostedEngineSeat):
            seat.is_awaited = lambda: any(map(self.is_watched_by, self.people.values()))

    def _ask_again(self, asked: Asked) -> None:
        """Let what was asked be asked still, also by who has gone since."""
        self.session.offer = asked.draw or None
        self.session.takeback = asked.takeback or None
        self.rematch = asked.rematch

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
        return {c: seat.name for c, seat in seats if kind_of(seat) == HUMAN}

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
        return max(left, parse_moment(self.game.tags.get(MOVED_AT, "")) or 0.0) + CLAIM_IN_DAYS

    def entry(self) -> Entry:
        """The table as the list shows it."""
        return entry_of(
            self.number,
            self.round,
            self.game,
            self.session.seats,
            self.control,
            self.is_here,
            spectators=len({w.name for w in self.watchers} - set(self.people.values())),
            invited=self.invited,
        )

    def standing(self) -> Standing:
        """Clock, offers, requests and result."""
        session, outcome = self.session, self.game.outcome
        return Standing(
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

    def _whole(self, entry: Entry, standing: Standing, line: tuple[str, ...]) -> Table:
        """All of the table as it stands, or as it is about to be told."""
        variant, start = self.game.variant, self.game.start_fen
        fen = "" if start == variant.start_fen else start
        digest, chat = str(rules_digest(variant)), tuple(self.talk.lines)
        return Table(entry, self._telling.revision, standing, digest, fen, line, chat)

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
        sitting = seat_tags(self.session.seats)
        if not self.session.over:
            self._played = sitting
        write_seats(game, self._played, sitting)
        game.tags["Round"] = str(self.round)
        asked = asked_at(self.session, self.rematch)
        seen = [color for color, name in self.people.items() if name in self.seen]
        write_tags(game, "" if self.is_full else self.invited, asked, seen)
        if self._counts_days and self._stamped is not game.node:
            self._stamped = game.node
            game.tags[MOVED_AT] = format_moment(self._house.today())
        return format_game(game)

    def _draft(self, told: list[GameUpdate]) -> Callable[[str], None]:
        draft = self._telling.draft(self.entry(), self.standing(), self.session, told)
        return lambda news: self._announce(draft)

    def _announce(self, draft: Draft) -> None:
        draft = replace(draft, standing=replace(draft.standing, unsaved=self.commits.failure))
        before, entry = self._telling.entry, draft.entry
        change = self._telling.accept(draft)
        self._telling.entry = entry
        if before is None:
            self.send(self._whole(entry, draft.standing, draft.line))
        elif change is not None:
            self.send(change)
        if before is None or people_of(before) != people_of(entry):
            self.send(people_of(entry))
        self._show_end(watcher.name for watcher in self.watchers)
        self._house.announced(self, change, not is_listed_alike(before, entry))

    def send(self, event: Event) -> None:
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
        whole = self._whole(self.entry(), self.standing(), self._telling.line)
        watcher.send(format_message(whole))
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

    async def say(self, name: str, text: str) -> None:
        """A line of chat."""
        await self.talk.say(ChatLine(name, text, int(self._house.today())))

    def _tell_said(self, line: ChatLine) -> None:
        self.send(Said(self.number, line))

    def sit(self, color: str, seat: Seat) -> None:
        """Put a player on a seat; with both taken the game begins."""
        self._attend(seat)
        self.session.sit(color, seat)
        if self.is_full:
            self._stamped, self._return, self.invited = None, None, ""
            self.session.begin()

    def rename(self, old: str, new: str) -> None:
        """Let a player who sits here, has played here or is invited have another name."""
        for seat in self.session.seats.values():
            if kind_of(seat) == HUMAN and seat.name == old:
                seat.name = new
        for side in map(str.capitalize, COLORS):
            if (self._played.get(side), self._played.get(f"{side}Type")) == (old, HUMAN):
                self._played = {**self._played, side: new}
        self.seen = {new if name == old else name for name in self.seen}
        self.invited = new if self.invited == old else self.invited
        self.note(f"{old} is called {new} now")

    def ask_rematch(self, color: str) -> None:
        """Ask for another game, once after each; raises RefusedError."""
        if color in self._asked_rematch:
            raise RefusedError(f"{color.capitalize()} has asked for another game already")
        self._asked_rematch.add(color)
        self.rematch = color
        self.note(f"{color.capitalize()} would like another game")

    def agree(self) -> None:
        """There is another game, once this one is saved; if it cannot be, it is asked for again."""
        self.rematch, self.agreed = "", True
        self._asked_rematch.clear()
        self.note()

    def stand(self, color: str) -> None:
        """Open a seat, between games or before one."""
        self.rematch, self.agreed = "", False
        self._asked_rematch.clear()
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
        """After the host was away: go on once those who have to be here are, or had their time.

        Returns whether a player waits for that. A clock that counts days went on all the while.
        """
        if self._return is None or not self.is_full or self.session.over:
            return False
        people = self.people
        here = {color for color, name in people.items() if self.is_here(name)}
        if not (self._counts_days or self._return.is_complete(here, people, self.session.turn)):
            return bool(here)
        self._return, asked = None, asked_at(self.session, self.rematch)
        self.session.begin()
        self._ask_again(asked)
        return False

    @property
    def _counts_days(self) -> bool:
        return self.control is not None and self.control.per_move > 0

    def again(self, seats: dict[str, Seat]) -> Session:
        """Begin the next game, when the commits are quiet; the session of the last one."""
        old, start = self.session, self.game.start_fen
        array = start == self.game.variant.start_fen
        self.round += 1
        self.rematch, self.agreed, self._return = "", False, None
        self._asked_rematch.clear()
        tags = {"Date": format_moment(self._house.today())[:10].replace("-", ".")}
        self._begin_game(Game(self.game.variant, None if array else start, tags), seats)
        self.session.begin()
        return old

    def write_anew(self) -> None:
        """Write all again: the folder of the games was lost."""
        self.commits.forget()
        self.talk.commits.forget()

    async def close(self) -> None:
        """Stop the clock and the engines, and put all on disk."""
        await self.session.close()
        self.note()
        await close_all(self.commits.close(), self.talk.commits.close())


def _place_in_line(seat: Seat) -> int:
    """Where an engine stands in line for its turn to think, 0 for all others."""
    return seat.place if isinstance(seat, HostedEngineSeat) else 0
