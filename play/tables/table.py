"""One table at the host: its game, who sits at it, and who watches."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from makachess.play.session.interface import Change as Told
from makachess.play.session.seats import EngineSeat, Seat
from makachess.play.session.session import Session
from makachess.play.session.time_control import TimeControl
from makachess.play.tables.clocks import clock_text, face_of, resumed_clock
from makachess.play.tables.codec import format_message
from makachess.play.tables.commits import Commits
from makachess.play.tables.parts import CHAT_KEPT, HUMAN, ChatLine, Entry, Sitter, Standing
from makachess.play.tables.records import MOVED_AT, format_moment
from makachess.play.tables.reports import People, Said, Table
from makachess.play.tables.schema import Event
from makachess.play.tables.sitting import is_open, kind_of, open_seat
from makachess.play.tables.surroundings import Surroundings, Watcher
from makachess.play.tables.telling import Draft, Telling, is_listed_alike
from makachess.saves import Game, Node, format_game
from makachess.variants import rules_digest

OVER, EMPTY, EMPTY_DAYS = 60.0, 600.0, 30 * 86_400.0  # seconds that nobody's table stays
WAITS = 60.0  # seconds that a player who is back waits for the other after the host was away


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
        house: Surroundings[HostedTable],
        *,
        resumed: bool = False,
    ) -> None:
        self.number = number
        self.round = round
        self.rematch = ""  # the colour that asks for another game
        self.agreed = False  # that there is another game
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.watchers: list[Watcher] = []
        self.left_at = house.today()  # when the last person was seen here
        self._house = house
        self._control = control
        self._resumed = resumed  # and not gone on with yet
        self._back_at: float | None = None  # when the first person was back
        self._told: list[Told] = []
        self._begin_game(game, seats)

    def _begin_game(self, game: Game, seats: dict[str, Seat]) -> None:
        self._telling = Telling()
        self._stamped: Node | None = game.node if self._resumed else None
        clock = resumed_clock(self._control, game, self._house.today())
        self.session = Session(
            game, seats, save=lambda: None, tell=self._tell, clock=clock, now=self._house.now
        )
        number, round = self.number, self.round
        self.commits: Commits[Draft] = Commits(
            self._text,
            self._draft,
            lambda text: self._house.write(number, round, text),
            self._announce,
        )
        self._telling.line = tuple(map(str, game.moves))
        self._telling.node = game.node

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
        """The colour that somebody plays, None for anybody else."""
        return next((color for color, who in self.people.items() if who == name), None)

    def entry(self) -> Entry:
        """The table as the list shows it."""
        game = self.game
        spectators = {w.name for w in self.watchers} - set(self.people.values())
        return Entry(
            self.number,
            game.variant.name,
            self._sitter("white"),
            self._sitter("black"),
            self.round,
            game.variant.rules_options,
            clock_text(self.session.clock),
            len(game.moves),
            self.session.turn,
            game.result,
            len(spectators),
        )

    def _sitter(self, color: str) -> Sitter:
        seat = self.session.seats[color]
        kind = kind_of(seat)
        here = kind != HUMAN or self._house.is_here(seat.name)
        return Sitter("" if is_open(seat) else seat.name, kind, here and not is_open(seat))

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
        )

    @property
    def is_to_be_kept(self) -> bool:
        """Whether the game is being played, so that the table stays whoever leaves."""
        return bool(self.game.moves) and not self.session.over

    @property
    def patience(self) -> float:
        """Seconds that the table stays without anybody and without a game being played."""
        if self.session.over:
            return OVER
        return EMPTY_DAYS if self._counts_days else EMPTY

    def _whole(self, entry: Entry, standing: Standing, line: tuple[str, ...]) -> Table:
        """All of the table as it stands, or as it is about to be told."""
        variant, start = self.game.variant, self.game.start_fen
        fen = "" if start == variant.start_fen else start
        digest, chat = str(rules_digest(variant)), tuple(self.chat)
        return Table(entry, self._telling.revision, standing, digest, fen, line, chat)

    # --- committing and announcing --------------------------------------------------------------

    def note(self, text: str = "", *, alert: bool = False) -> None:
        """Something has changed beside the moves; the watchers are told, with a text if any."""
        self._tell(Told(text, alert))

    def _tell(self, told: Told) -> None:
        self._told.append(told)
        self.commits.note()

    def _text(self) -> str:
        """The game's file as it has to be."""
        game = self.game
        for color, seat in self.session.seats.items():
            game.tags[color.capitalize()] = seat.name
            game.tags[f"{color.capitalize()}Type"] = seat.kind
        game.tags["Round"] = str(self.round)
        if self._counts_days and self._stamped is not game.node:
            self._stamped = game.node
            game.tags[MOVED_AT] = format_moment(self._house.today())
        return format_game(game)

    def _draft(self) -> Draft:
        told, self._told = self._told, []
        return self._telling.draft(self.entry(), self.standing(), self.session, told)

    def _announce(self, draft: Draft, failure: str) -> None:
        draft = replace(draft, standing=replace(draft.standing, unsaved=failure))
        before, entry = self._telling.entry, draft.entry
        change = self._telling.accept(draft)
        self._telling.entry = entry
        if before is None:
            self.send(self._whole(entry, draft.standing, draft.line))
        elif change is not None:
            self.send(change)
        if before is None or _people(before) != _people(entry):
            self.send(_people(entry))
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
        line = tuple(map(str, self.game.moves))
        watcher.send(format_message(self._whole(self.entry(), self.standing(), line)))
        if is_new:
            self.note()

    def is_watched_by(self, name: str) -> bool:
        """Whether somebody watches."""
        return any(watcher.name == name for watcher in self.watchers)

    def unwatch(self, watcher: Watcher) -> None:
        """Tell a client nothing more."""
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            self.note()

    def say(self, name: str, text: str) -> None:
        """A line of chat."""
        line = ChatLine(name, text, int(self._house.today()))
        self.chat.append(line)
        self.send(Said(self.number, line))

    def sit(self, color: str, seat: Seat) -> None:
        """Put somebody on a seat; with both taken the game begins."""
        self.session.sit(color, seat)
        if self.is_full:
            self._stamped = None
            self.session.begin()

    def stand(self, color: str) -> None:
        """Open a seat, between games or before one."""
        self.rematch, self.agreed = "", False
        self.session.suspend()
        self.session.sit(color, open_seat())

    def look(self) -> float | None:
        """Look at the clock; the seconds until that is worth while again, None if it never is."""
        waits = self._greet()
        self.session.tick()
        clock = self.session.clock
        if clock is not None and clock.running is not None:
            return 60.0 if self._counts_days else 0.25
        return 1.0 if waits else None

    def _greet(self) -> bool:
        """After the host was away: go on once those who have to be here are, or had their time.

        Returns whether somebody waits for that. A clock that counts days went on all the while.
        """
        if not self._resumed or not self.is_full or self.session.over:
            return False
        here = {color for color, name in self.people.items() if self._house.is_here(name)}
        if here and self._back_at is None:
            self._back_at = self._house.now()
        late = self._back_at is not None and self._house.now() - self._back_at >= WAITS
        if self._counts_days or self.session.turn in here or here == self.people.keys() or late:
            self._resumed = False
            self.session.begin()
            return False
        return bool(here)

    @property
    def _counts_days(self) -> bool:
        return self._control is not None and self._control.per_move > 0

    def again(self, seats: dict[str, Seat]) -> Session:
        """Begin the next game, when the commits are quiet; the session of the last one."""
        old, start = self.session, self.game.start_fen
        array = start == self.game.variant.start_fen
        self.round += 1
        self.rematch, self.agreed = "", False
        tags = {"Date": format_moment(self._house.today())[:10].replace("-", ".")}
        self._begin_game(Game(self.game.variant, None if array else start, tags), seats)
        self.session.begin()
        return old

    async def close(self) -> None:
        """Stop the clock and the engines, and put all on disk."""
        await self.session.close()
        self.note()
        await self.commits.quiet()


def _people(entry: Entry) -> People:
    return People(entry.table, entry.white, entry.black, entry.spectators)
