"""A table as a client sees it, and plays at it: what people do here is asked of the host."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from makachess.core import IllegalMoveError, MakachessError, Move
from makachess.core.errors import VariantError
from makachess.core.move import count_shared
from makachess.core.spec import COLORS, opponent
from makachess.play.session.clock import Clock, parse_time_control
from makachess.play.session.session import GameUpdate
from makachess.play.tables.messages.codec import LostError
from makachess.play.tables.messages.schema import (
    CHAT_KEPT,
    HUMAN,
    OPEN,
    Answer,
    AtTable,
    Change,
    Chat,
    ChatLine,
    Claim,
    Draw,
    Entry,
    MakeMove,
    People,
    Refused,
    Rematch,
    Resign,
    Said,
    SeatEngine,
    Sit,
    Sitter,
    Stand,
    Standing,
    Table,
    TakeBack,
    Watch,
)
from makachess.saves import Game, TimeLeft, mark_time
from makachess.saves.tags import parse_options
from makachess.variants import load_by_name, rules_digest

if TYPE_CHECKING:
    from makachess.play.tables.client.connection import TablesClient


class TableClient:
    """A `Playing` whose game is the host's, kept up to date by events of the table.

    What people do is asked of the host, and shown once it is announced. `tell` hears of every
    change of the game and of refusals, `hear` of people and chat. Nothing but MakachessError is
    raised, before anything is sent.
    """

    def __init__(
        self,
        client: TablesClient,
        table: int,
        tell: Callable[[GameUpdate], object],
        hear: Callable[[People | Said], object] = lambda event: None,
    ) -> None:
        self.table = table
        self.tell = tell
        self.hear = hear
        self.chat: list[ChatLine] = []
        self.sending: Move | None = None  # a move of ours that the host has not announced yet
        self.paused = False
        self._client = client
        self._sent: MakeMove | None = None
        self._all: Table | None = None
        self._game: Game | None = None
        self._clock: Clock | None = None
        self._standing = Standing()
        self._revision = 0
        self._fault: MakachessError | None = None

    # --- what is so -----------------------------------------------------------------------------

    def check(self) -> None:
        """Raise VariantError if the table's game cannot be shown here."""
        if self._fault is not None:
            raise self._fault
        if self._game is None:
            raise LostError("the host has not shown the table")

    @property
    def me(self) -> str:
        """The name that the person of this client has here."""
        return self._client.name

    @property
    def entry(self) -> Entry:
        """The table as the list shows it; seats and spectators are up to date."""
        assert self._all is not None
        return self._all.entry

    @property
    def round(self) -> int:
        """The number of the game at this table."""
        return self.entry.round

    @property
    def standing(self) -> Standing:
        """Offers, requests and result, as last told."""
        return self._standing

    @property
    def game(self) -> Game:
        """The game; another object once a rematch begins."""
        assert self._game is not None
        return self._game

    @property
    def offer(self) -> str | None:
        """The colour that has offered a draw."""
        return self._standing.draw or None

    @property
    def takeback(self) -> str | None:
        """The colour that has asked to take back."""
        return self._standing.takeback or None

    @property
    def rematch(self) -> str | None:
        """The colour that asks for another game."""
        return self._standing.rematch or None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome is not None

    @property
    def turn(self) -> str:
        """The colour to move."""
        return self.game.position.turn

    def sitter(self, color: str) -> Sitter:
        """Who plays a colour."""
        return self.entry.white if color == "white" else self.entry.black

    @property
    def people(self) -> frozenset[str]:
        """The colours that the person of this client plays."""
        me = (HUMAN, self._client.name)
        return frozenset(c for c in COLORS if (self.sitter(c).kind, self.sitter(c).name) == me)

    @property
    def persons_turn(self) -> bool:
        """Whether it is for the person of this client to move, and no move is on its way."""
        begun = self._sent is None and not self.open_seats
        return begun and not self.over and self.turn in self.people

    @property
    def person(self) -> str | None:
        """The colour that the person of this client plays; None for a spectator."""
        return next(iter(self.people), None)

    @property
    def vacant(self) -> str | None:
        """None: no engine is missing here. `open_seats` says where anyone may sit down."""
        return None

    @property
    def open_seats(self) -> tuple[str, ...]:
        """The colours that have no player yet."""
        return tuple(c for c in COLORS if self.sitter(c).kind == OPEN)

    @property
    def seats_to_take(self) -> tuple[str, ...]:
        """The colours among them that the person of this client may play."""
        return self.open_seats if self.entry.invited in ("", self._client.name) else ()

    @property
    def times(self) -> Mapping[str, TimeLeft]:
        """What the host's clock shows now, as far as can be told from here."""
        clock, now = self._clock, self._client.now()
        return {color: clock.left(color, now) for color in COLORS} if clock else {}

    @property
    def has_clock(self) -> bool:
        """Whether the game has a clock."""
        return self._clock is not None

    # --- what comes -----------------------------------------------------------------------------

    def take(self, event: Table | Change | People | Said) -> None:
        """Take in an event of this table."""
        if isinstance(event, Table):
            self._take_all(event)
        elif isinstance(event, Change):
            self._take_change(event)
        elif self._all is not None:
            self._take_other(event)

    def _take_all(self, event: Table) -> None:
        is_new = self._game is None or self.entry.round != event.entry.round
        try:
            game = _new_game(event) if is_new or self._game is None else self._game
            keep = count_shared([*map(str, game.moves)], event.moves)
            _go_on(game, keep, event.moves[keep:])
        except MakachessError as error:
            self._fault = error
            self.tell(GameUpdate(str(error), alert=True))
            return
        self._fault, self._all, self._game = None, event, game
        _name_players(game, event.entry.white, event.entry.black)
        self._revision, self.chat = event.revision, list(event.chat)
        self._stand(event.standing)
        self.settle(shown_anew=True)
        self.tell(GameUpdate("A new game begins" if is_new and event.entry.round > 1 else ""))

    def _take_change(self, change: Change) -> None:
        if self._all is None:
            return
        before = self._standing.unsaved
        is_next = (change.round, change.revision) == (self.round, self._revision + 1)
        if not is_next or not self._follow(change):
            self.ask_all()
            return
        self._revision = change.revision
        self.settle(shown_anew=False)
        news = _news_of_saving(before, self._standing.unsaved)
        note = "; ".join(filter(None, (news, change.note)))
        self.tell(GameUpdate(note, change.alert or bool(news)))

    def _follow(self, change: Change) -> bool:
        """Bring the line up to date; False if that cannot be done from here."""
        if change.keep > len(self.game.moves):
            return False
        try:
            _go_on(self.game, change.keep, change.moves)
        except MakachessError:
            return False
        self._stand(change.standing)
        return True

    def _take_other(self, event: People | Said) -> None:
        assert self._all is not None
        if isinstance(event, Said):
            self.chat = [*self.chat, event.line][-CHAT_KEPT:]
        else:
            entry = replace(
                self.entry,
                white=event.white,
                black=event.black,
                spectators=event.spectators,
                invited=event.invited,
            )
            self._all = replace(self._all, entry=entry)
            _name_players(self.game, event.white, event.black)
        self.hear(event)

    def _stand(self, standing: Standing) -> None:
        """Take over clocks and result."""
        self._standing, game = standing, self.game
        if standing.winner and game.outcome is None:
            game.finish(standing.winner, standing.reason)
        self._clock = self._read_clock(standing)
        if self._clock is not None and game.moves:
            mover = opponent(game.position.turn)
            mark_time(game.node, self._clock.standing(mover))

    def _read_clock(self, standing: Standing) -> Clock | None:
        """The host's clock, set on by as long as the message was on its way."""
        face, control = standing.face, parse_time_control(self.entry.clock)
        if face is None or control is None:
            return None
        clock = Clock(control)
        clock.set("white", TimeLeft(face.white, face.white_periods))
        clock.set("black", TimeLeft(face.black, face.black_periods))
        clock.spend(self.turn, face.used + (self._client.lag if face.running else 0.0))
        if face.running:
            clock.start(self.turn, self._client.now())
        return clock

    def close_down(self) -> None:
        """The host has closed the table."""
        self.tell(GameUpdate("The table has been closed", alert=True))

    @property
    def unsaved(self) -> str:
        """Empty: there is nothing for this client to save. `standing` has what the host says."""
        return ""

    # --- what people do -------------------------------------------------------------------------

    def begin(self) -> None:
        """Nothing: the host's clock runs by itself."""

    def play(self, color: str, move: Move, note: str = "") -> None:
        """Send a move; raises IllegalMoveError if it is not for this person to make."""
        if not self.persons_turn or color != self.turn:
            raise IllegalMoveError(f"{str(move)!r}: {color.capitalize()} is not to move")
        if move not in self.game.position.legal_moves():
            raise IllegalMoveError(f"{str(move)!r} is not legal")
        ply = len(self.game.moves) + 1
        self._sent, self.sending = MakeMove(self.table, self.round, ply, str(move)), move
        self._send_move()

    def undo(self, color: str) -> None:
        """Ask whether one's last move may be taken back."""
        self._send(TakeBack(self.table, self.round, "offer"))

    def answer_undo(self, color: str, accepted: bool) -> None:
        """Answer the other side's request to take back."""
        self._send(TakeBack(self.table, self.round, "accept" if accepted else "decline"))

    def redo(self) -> None:
        """Refuse: moves taken back by agreement stay so."""
        raise MakachessError("moves taken back by agreement cannot be redone")

    def resign(self, color: str) -> None:
        """Resign."""
        self._send(Resign(self.table, self.round))

    def claim(self, result: str) -> None:
        """Claim a win or a draw of an opponent who is away."""
        self._send(Claim(self.table, self.round, result))

    def offer_draw(self, color: str) -> None:
        """Offer a draw."""
        self._send(Draw(self.table, self.round, "offer"))

    def answer_draw(self, color: str, accepted: bool) -> None:
        """Answer the draw that the other side has offered."""
        self._send(Draw(self.table, self.round, "accept" if accepted else "decline"))

    def ask_rematch(self) -> None:
        """Ask for another game with colours changed."""
        self._send(Rematch(self.table, self.round, "offer"))

    def answer_rematch(self, accepted: bool) -> None:
        """Answer the other side's wish for another game."""
        self._send(Rematch(self.table, self.round, "accept" if accepted else "decline"))

    def sit(self, color: str) -> None:
        """Take an open seat."""
        self._send(Sit(self.table, color))

    def stand(self) -> None:
        """Give up one's seat."""
        self._send(Stand(self.table))

    def seat_engine(self, color: str, level: int) -> None:
        """Ask the built-in engine to take an open seat."""
        self._send(SeatEngine(self.table, color, level))

    def say(self, text: str) -> None:
        """Say something to all at the table."""
        self._send(Chat(self.table, text))

    def toggle_pause(self) -> None:
        """Nothing: no client can stop a game."""

    def tick(self) -> None:
        """Nothing: flags fall at the host."""

    async def close(self) -> None:
        """Watch the table no longer."""
        self._client.leave(self.table)

    # --- sending --------------------------------------------------------------------------------

    def _send(self, request: AtTable) -> None:
        self._client.send(request, self._answered)

    def _answered(self, answer: Answer | None) -> None:
        if answer is None:
            self.tell(GameUpdate("The line was lost; that may or may not have arrived", alert=True))
        elif isinstance(answer, Refused):
            self.tell(GameUpdate(answer.reason, alert=True))

    def _send_move(self) -> None:
        """Send the move that waits, now or when the host is back."""
        if self._sent is not None and self._client.up:
            self._client.send(self._sent, self._move_answered)

    def _move_answered(self, answer: Answer | None) -> None:
        if isinstance(answer, Refused):
            self._forget_move()
            self.tell(GameUpdate(answer.reason, alert=True))

    def _forget_move(self) -> None:
        self._sent = self.sending = None

    def ask_all(self) -> None:
        """Have the host show the whole table, if it can be reached."""
        if self._client.up:
            self._client.send(Watch(self.table), self._answered)

    def settle(self, *, shown_anew: bool) -> None:
        """Forget the move sent once it stands in the game, or cannot any more.

        It is sent again only where the whole table was shown, so after the line was lost.
        """
        sent = self._sent
        if sent is None:
            return
        if sent.round != self.round or self.over or sent.ply != len(self.game.moves) + 1:
            self._forget_move()
        elif shown_anew:
            self._send_move()


def _new_game(event: Table) -> Game:
    """The game told of, at its start; raises MakachessError if its rules are not known here."""
    entry = event.entry
    variant = load_by_name(entry.variant, **parse_options(entry.options))
    if event.digest and str(rules_digest(variant)) != event.digest:
        raise VariantError(f"the host has other rules of {entry.variant!r} than this program")
    game = Game(variant, event.fen or None)
    if entry.clock:
        game.tags["TimeControl"] = entry.clock
    return game


def _go_on(game: Game, keep: int, moves: Sequence[str]) -> None:
    """Keep the first plies, and play moves behind them; raises MakachessError."""
    while len(game.moves) > keep:
        game.undo()
    for text in moves:
        game.play(game.position.parse(text))


def _news_of_saving(before: str, now: str) -> str:
    """What players should know of whether the host can put their game on disk."""
    if now and not before:
        return f"The host cannot save this game: {now}"
    return "The host has saved the game again" if before and not now else ""


def _name_players(game: Game, white: Sitter, black: Sitter) -> None:
    for color, sitter in (("White", white), ("Black", black)):
        game.tags[color] = sitter.name or "?"
        game.tags[f"{color}Type"] = sitter.kind or HUMAN
