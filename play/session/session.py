"""The owner of a running game, its seats, its clock and its file; and what screens see of it."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from makachess.core import IllegalMoveError, MakachessError, Move, Position
from makachess.core.engine import BestMove, ClockLimits
from makachess.core.spec import COLORS, opponent
from makachess.play.background import BackgroundTask, close_all
from makachess.play.session.clock import Clock, Timekeeper
from makachess.play.session.commits import Commits, ImmediateCommits
from makachess.play.session.seats import EngineSeat, PersonSeat, Seat, Seats
from makachess.saves import Game, TimeLeft


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """The game, or something around it, has changed; `note` tells the player what."""

    note: str = ""
    alert: bool = False


NO_REDO = "moves taken back by agreement cannot be redone"


class Playing(ABC):
    """A game in which people here play some colours; what they do may be refused or deferred.

    A `Session` owns its game; a `TableClient` shows one that a host of tables owns, and asks.
    """

    game: Game  # as far as it is known here; another object once another game begins
    offer: str | None = None  # the colour that has offered a draw
    takeback: str | None = None  # the colour that has asked to take back
    paused: bool = False  # whether a game between engines has been stopped
    now: Callable[[], float]  # a time in seconds, from any starting point

    @property
    @abstractmethod
    def people(self) -> frozenset[str]:
        """The colours whose moves are entered here."""

    @property
    @abstractmethod
    def clock(self) -> Clock | None:
        """The clock, if the game has one."""

    @property
    def over(self) -> bool:
        return self.game.outcome is not None

    @property
    def turn(self) -> str:
        return self.game.position.turn

    @property
    def persons_turn(self) -> bool:
        return not self.over and self.turn in self.people

    @property
    def person(self) -> str | None:
        """The only colour played here, None if there are two or none."""
        people = self.people
        return next(iter(people)) if len(people) == 1 else None

    @property
    def vacant(self) -> str | None:
        """The first colour without a player, because a program is missing here."""
        return None

    @property
    def times(self) -> Mapping[str, TimeLeft]:
        """What the clock shows for each colour now; nothing without a clock."""
        clock, now = self.clock, self.now()
        return {color: clock.left(color, now) for color in COLORS} if clock else {}

    @property
    def has_clock(self) -> bool:
        return self.clock is not None

    @property
    def unsaved(self) -> str:
        """Why the game is not on disk as it stands, in a few words; empty if it is."""
        return ""

    def begin(self) -> None:
        """Let the clock run, if that is done here."""
        return

    @abstractmethod
    def play(self, color: str, move: Move, note: str = "") -> None:
        """Make a person's move; raises IllegalMoveError."""

    @abstractmethod
    def undo(self, color: str) -> None:
        """Take back a colour's last move, or ask whether one may."""

    @abstractmethod
    def answer_undo(self, color: str, accepted: bool) -> None:
        """Answer, as `color`, the other side's request to take back."""

    def redo(self) -> None:
        """Replay the moves taken back; raises MakachessError where that is not done."""
        raise MakachessError(NO_REDO)

    @abstractmethod
    def resign(self, color: str) -> None:
        """Resign for a colour."""

    @abstractmethod
    def offer_draw(self, color: str) -> None:
        """Offer a draw."""

    @abstractmethod
    def answer_draw(self, color: str, accepted: bool) -> None:
        """Answer, as `color`, the draw that the other side has offered."""

    def toggle_pause(self) -> None:
        """Pause or continue a game between engines, if that is done here."""
        return

    def tick(self) -> None:
        """Look at the clock, if flags fall here."""
        return

    @abstractmethod
    async def close(self) -> None:
        """Let go of the game."""


WATCH_PAUSE = 0.4  # seconds between moves when only engines play, so that people can follow


def at_once(
    save: Callable[[], str | None], tell: Callable[[GameUpdate], object]
) -> Commits[GameUpdate]:
    """The commits of a game that is saved here; `tell` receives the GameUpdate.

    `save` puts the game on disk, returns what the player should know of it, if anything, and raises
    MakachessError.
    """

    def announce(changes: tuple[GameUpdate, ...], news: str) -> None:
        for change in changes:
            note = "; ".join(filter(None, (news, change.note)))
            tell(GameUpdate(note, change.alert or bool(news)))

    return ImmediateCommits(save, announce)


def seat_tags(seats: Mapping[str, Seat]) -> dict[str, str]:
    tags = {}
    for color, seat in seats.items():
        tags[color.capitalize()], tags[f"{color.capitalize()}Type"] = seat.name, seat.kind
    return tags


class Session(Playing):
    """A game between two seats, people or engines in any mixture: the one owner of what changes it.

    A change is committed, as one `GameUpdate`: on disk before it is announced.
    `commits` save the game, and then announce each GameUpdate; `now` is a time in seconds, from any
    starting point. Anything a seat may not do raises MakachessError with the reason.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, Seat],
        *,
        commits: Commits[GameUpdate],
        clock: Clock | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.seats = Seats(seats)
        self.now = now
        self._commits = commits
        self._timekeeper = Timekeeper(game, clock, now)
        self._begun = False
        self._waits = False  # an engine, for its turn to think
        self._asked: set[tuple[str, str]] = set()  # by each colour since its last move
        self._thinking = BackgroundTask()  # of the engine to move

    @property
    def people(self) -> frozenset[str]:
        return self.seats.people

    @property
    def vacant(self) -> str | None:
        return self.seats.vacant

    @property
    def clock(self) -> Clock | None:
        return self._timekeeper.clock

    @property
    def unsaved(self) -> str:
        return self._commits.failure

    @property
    def thinking(self) -> bool:
        return self._thinking.running

    def begin(self) -> None:
        """Start the clock, or start it again, and let an engine think if it is to move."""
        self._begun = True
        self._settle("", changed=False)

    def sit(self, color: str, seat: Seat) -> None:
        """Give a colour to another player; a search for its move is abandoned."""
        self._thinking.give_up()
        self.seats.sit(color, seat)
        self._settle("", changed=bool(self.game.moves))

    def save(self) -> None:
        """Try again to save what could not be saved, and announce it if that succeeds."""
        if self.unsaved:
            self._announce()

    def suspend(self) -> None:
        """Stop clock and engines and save all there is; nothing happens by itself until `begin`.

        `unsaved` then tells whether the game is on disk.
        """
        self._begun = False
        self._thinking.give_up()
        if self._timekeeper.note_thought() or self._commits.is_due:
            self._commit(changed=True)

    async def close(self) -> None:
        self.suspend()
        await close_all(self._thinking.close(), self.seats.close())

    def play(self, color: str, move: Move, note: str = "") -> None:
        """Make a person's move; after the flag has fallen it loses on time instead.

        Raises IllegalMoveError, also if the colour is not to move.
        """
        if self.over or color != self.turn or color not in self.people:
            why = "the game is over" if self.over else f"{color.capitalize()} is not to move"
            raise IllegalMoveError(f"{str(move)!r}: {why}")
        self.paused = False
        self._make(move, note)

    def undo(self, color: str) -> None:
        """Take back a colour's last move and the reply to it, even while an engine thinks.

        A person elsewhere is asked first, once until the colour has moved again.
        """
        if self.seats.must_be_asked(opponent(color)):
            self._ask_once(color, "asked to take back")
            self.takeback = color
            self._announce(f"{color.capitalize()} asks to take back")
        else:
            self._take_back(color)

    def answer_undo(self, color: str, accepted: bool) -> None:
        asker = opponent(color)
        if self.takeback != asker:
            raise MakachessError("nobody has asked to take back")
        self.takeback = None
        if accepted:
            self._take_back(asker)
        else:
            self._announce("The move stands")

    def redo(self) -> None:
        """Replay the moves taken back, up to a person's turn."""
        if any(map(self.seats.must_be_asked, COLORS)):
            raise MakachessError(NO_REDO)
        self._thinking.give_up()
        count = 0
        while self.game.future and (not count or self._awaits_engine):
            self.game.redo()
            count += 1
        if count:
            self._stand()
        self._settle("Redone" if count else "There is nothing to redo", changed=count > 0)

    def finish(self, winner: str, reason: str, note: str = "") -> None:
        """End the game, as an `Outcome` says; one that is over stays as it is."""
        if not self.over:
            self._thinking.give_up()
            self.offer = None
            self.game.finish(winner, reason)
            self._settle(note)

    def resign(self, color: str) -> None:
        self.finish(opponent(color), "resignation")

    def offer_draw(self, color: str) -> None:
        """Offer a draw, once until one has moved: an engine answers at once, a person is asked.

        It stands until it is answered, or the other side moves. Where both offer one, they agree.
        """
        if self.over:
            return
        if self.offer == opponent(color):
            self.answer_draw(color, accepted=True)
            return
        self._ask_once(color, "offered a draw")
        other = self.seats[opponent(color)]
        if isinstance(other, PersonSeat):
            self.offer = color
            self._announce()
        elif isinstance(other, EngineSeat) and other.accepts_draw(self.game.position):
            self.finish("draw", "agreement")
        else:
            self._announce("The draw is declined")

    def answer_draw(self, color: str, accepted: bool) -> None:
        if self.offer != opponent(color):
            raise MakachessError("no draw has been offered")
        self.offer = None
        if accepted:
            self.finish("draw", "agreement")
        else:
            self._announce("The draw is declined")

    def _ask_once(self, color: str, what: str) -> None:
        """Refuse what a colour has asked since its last move: one answer is enough."""
        if (color, what) in self._asked:
            raise MakachessError(
                f"{color.capitalize()} has {what} already, and can do so again after moving"
            )
        self._asked.add((color, what))

    def toggle_pause(self) -> None:
        """Pause or continue a game between engines, or retry an engine that has failed."""
        self.paused = not self.paused
        if self.paused:
            self._thinking.give_up()
        self._settle("Stopped: Enter continues" if self.paused else "", changed=False)

    def tick(self) -> None:
        color = None if self.over else self._timekeeper.flagged
        if color is not None:
            self.finish(opponent(color), "time")

    def _wake(self) -> None:
        seat = self.seats[self.turn]
        if not self._begun or self.over or self.paused or self.thinking or self.vacant:
            return
        if isinstance(seat, EngineSeat):
            position, self._waits = self.game.position.copy(), False
            self._thinking.start(self._think(seat, position))

    async def _think(self, seat: EngineSeat, position: Position) -> None:
        """Let an engine think about its move; neither a pause nor waiting for its turn costs time.

        What it comes to once it was given up counts for nothing.
        """
        try:
            await asyncio.sleep(0.0 if self.people else WATCH_PAUSE)
            async with seat.turn(self._wait):
                best = await seat.choose(position, self._start_clock())
        except asyncio.CancelledError:
            if self._thinking.finish():  # an engine can raise that, too
                self._give_up("it was interrupted")
            raise
        except Exception as error:  # no failure in an engine may take the game down
            if self._thinking.finish():
                self._give_up(str(error) if isinstance(error, MakachessError) else repr(error))
            return
        if self._thinking.finish():
            self._replied(seat, best)

    def _wait(self) -> None:
        """An engine has to wait for its turn to think: no clock runs."""
        self._timekeeper.run(None)
        self._waits = True
        self._announce()

    def _start_clock(self) -> ClockLimits | None:
        limits, waited = self._timekeeper.start_for_engine(self.turn), self._waits
        self._waits = False
        if waited:
            self._announce()
        return limits

    def _replied(self, seat: EngineSeat, best: BestMove) -> None:
        """Make an engine's move; one that has none to make resigns."""
        notice, seat.notice = seat.notice, ""
        if best.move is None:
            self.finish(opponent(self.turn), "resignation")
            return
        try:
            self._make(best.move, notice, offer=best.offers_draw and bool(self.people))
        except IllegalMoveError as error:
            self._give_up(f"{seat.name} plays {error}")

    def _give_up(self, text: str) -> None:
        """Stop after a failure, so that a person can decide whether to retry."""
        self.paused = True
        self._settle(f"No move (Enter tries again): {text}", alert=True, changed=False)

    def _make(self, move: Move, note: str, *, offer: bool = False) -> None:
        color = self.turn
        if not self._timekeeper.is_in_time(color):
            self.finish(opponent(color), "time")
            return
        node = self.game.play(move)
        self._asked = {asked for asked in self._asked if asked[0] != color}
        stands = offer or self.offer == color  # one's own move does not withdraw an offer
        self.offer = color if stands and not self.over else None
        self._timekeeper.end_move(node, color)
        self._settle(note)

    def _take_back(self, color: str) -> None:
        self._thinking.give_up()
        count = 1 if color != self.turn else 2
        if count > len(self.game.moves):
            count = 0
        if count:
            self._timekeeper.forget_thought()
        for _ in range(count):
            self.game.undo()
        if count:
            self._stand()
        self.paused = not self.people  # else the move would be made again at once
        self._settle("Taken back" if count else "There is nothing to take back", changed=count > 0)

    def _stand(self) -> None:
        """Another move is the last one now: the clocks show what they did after it."""
        self.offer = None
        self._timekeeper.rewind()

    def _settle(self, note: str, *, alert: bool = False, changed: bool = True) -> None:
        """After everything that happens: the clock, the file, the announcement, the engines."""
        self.takeback = None
        # Where only engines play, the clock starts when the engine does, after the pause.
        stands = self.over or self.paused or self.vacant or (self._waits and self.thinking)
        runs = self._begun and self.people and not stands
        self._timekeeper.run(self.turn if runs else None)
        self._announce(note, alert=alert, changed=changed)
        self._wake()

    def _announce(self, note: str = "", *, alert: bool = False, changed: bool = False) -> None:
        """Announce a change, also of the game's file where something in it has `changed`."""
        self._commit(GameUpdate(note, alert), changed=changed)

    def _commit(self, *changes: GameUpdate, changed: bool) -> None:
        if changed or self._commits.is_due:
            self.game.tags.update(seat_tags(self.seats))
        self._commits.note(*changes, in_file=changed)

    @property
    def _awaits_engine(self) -> bool:
        return bool(self.people) and self.turn not in self.people
