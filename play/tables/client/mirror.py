"""A table as a client sees it, and plays at it: what people do here is asked of the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from makachess.core import IllegalMoveError, MakachessError, Move
from makachess.core.errors import VariantError
from makachess.core.move import count_shared
from makachess.core.spec import COLORS, opponent
from makachess.core.text import sentence
from makachess.play.session.clock import Clock, parse_time_control
from makachess.play.session.session import GameUpdate, Playing
from makachess.play.tables.messages import schema
from makachess.play.tables.messages.codec import LostError
from makachess.saves import Game, TimeLeft, mark_time
from makachess.saves.rules import parse_options
from makachess.saves.tags import WINNERS
from makachess.variants import load_by_name, rules_digest

if TYPE_CHECKING:
    from makachess.play.tables.client.connection import TablesClient


class TableClient(Playing):
    """A game that is the host's, kept up to date by events of the table.

    What people do is asked of the host, and shown once it is announced. `tell` hears of every
    change of the game and of refusals; `hear` of who comes, goes and watches, and of each line of
    chat. Nothing but MakachessError is raised, before anything is sent.
    """

    clock: Clock | None = None  # the host's, as far as can be told from here

    def __init__(
        self, client: TablesClient, table: int, tell: Callable[[GameUpdate], object]
    ) -> None:
        self.table = table
        self.tell = tell
        self.hear: Callable[[schema.ChatLine | None], object] = lambda line: None
        self.now = client.now
        self.entry: schema.Entry  # as the list shows it, with seats and spectators up to date
        self.standing = schema.Standing()  # offers, requests and clocks, as last told
        self.rematch: str | None = None  # the colour that asks for a rematch
        self.chat: list[schema.ChatLine] = []
        self.sending: schema.MakeMove | None = None  # our move, until the host announces it
        self._client = client
        # Why there is nothing to be seen yet.
        self._fault: MakachessError | None = LostError("the host has not shown the table")

    def check(self) -> None:
        """Raise VariantError if the table's game cannot be shown here."""
        if self._fault is not None:
            raise self._fault

    @property
    def me(self) -> str:
        """The name that the person of this client has here."""
        return self._client.name

    @property
    def up(self) -> bool:
        return self._client.up

    @property
    def round(self) -> int:
        return self.entry.round

    @property
    def people(self) -> frozenset[str]:
        """The colour that the person of this client plays, if any."""
        return frozenset(filter(None, (self.entry.color_of(self.me),)))

    @property
    def persons_turn(self) -> bool:
        """Whether it is for the person of this client to move, and no move is on its way."""
        begun = self.sending is None and not self.entry.open_seats
        return begun and super().persons_turn

    def take(self, event: schema.Table | schema.Said) -> None:
        if isinstance(event, schema.Table) and event.digest:
            self._take_all(event)
        elif self._fault is not None:
            return  # all of the table comes before what changes
        elif isinstance(event, schema.Table):
            self._take_change(event)
        else:
            self.chat = [*self.chat, event.line][-schema.CHAT_KEPT :]
            self.hear(event.line)

    def _take_all(self, event: schema.Table) -> None:
        is_new = self._fault is not None or self.round != event.entry.round
        try:
            game: Game = _new_game(event) if is_new else self.game
            keep = count_shared([*map(str, game.moves)], event.moves)
            _go_on(game, keep, event.moves[keep:])
        except MakachessError as error:
            self._fault = error
            self.tell(GameUpdate(str(error), alert=True))
            return
        self._fault, self.game, self.chat = None, game, list(event.chat)
        self._stand(event)
        self.settle(shown_anew=True)
        self.tell(GameUpdate("A new game begins" if is_new and event.entry.round > 1 else ""))

    def _take_change(self, change: schema.Table) -> None:
        was, before = self.entry, self._played
        try:
            if change.entry.round != was.round or change.keep > len(self.game.moves):
                raise LostError("this is not what follows what was told before")
            _go_on(self.game, change.keep, change.moves)
        except MakachessError:
            self.ask_all()
            return
        unsaved = self.standing.unsaved
        self._stand(change)
        self.settle(shown_anew=False)
        news = [_news_of_saving(unsaved, change.standing.unsaved), change.note]
        news += [
            f"{self.entry.sitter(color).name} plays {color.capitalize()}"
            for color in was.open_seats
            if color not in self.entry.open_seats
        ]
        if any(news) or self._played != before:
            note = "; ".join(filter(None, news))
            self.tell(GameUpdate(note, change.alert or bool(news[0])))
        else:
            self.hear(None)

    @property
    def _played(self) -> object:
        """What is told of the game, but for the people and the time that passes by itself."""
        return self.game.node, self.entry.result, replace(self.standing, face=None)

    def _stand(self, event: schema.Table) -> None:
        """Take over people, clocks, offers and result."""
        self.entry, self.standing, game = event.entry, event.standing, self.game
        for color in COLORS:
            side, sitter = color.capitalize(), self.entry.sitter(color)
            game.tags[side] = sitter.name or "?"
            game.tags[f"{side}Type"] = sitter.kind or schema.HUMAN
        standing = self.standing
        self.offer, self.takeback = standing.draw or None, standing.takeback or None
        self.rematch = standing.rematch or None
        if (winner := WINNERS.get(self.entry.result)) and game.outcome is None:
            game.finish(winner, self.entry.reason)
        self.clock = self._read_clock(standing)
        if self.clock is not None and game.moves:
            mark_time(game.node, self.clock.standing(opponent(self.turn)))

    def _read_clock(self, standing: schema.Standing) -> Clock | None:
        """The host's clock, as the message had it: no message is long on its way in one machine."""
        face, control = standing.face, parse_time_control(self.entry.clock)
        if face is None or control is None:
            return None
        clock = Clock(control)
        clock.set("white", TimeLeft(face.white, face.white_periods))
        clock.set("black", TimeLeft(face.black, face.black_periods))
        clock.spend(self.turn, face.used)
        if face.running:
            clock.start(self.turn, self.now())
        return clock

    def close_down(self) -> None:
        self.tell(GameUpdate("The table has been closed", alert=True))

    def play(self, color: str, move: Move, note: str = "") -> None:
        """Send a move; raises IllegalMoveError if it is not for this person to make."""
        if not self.persons_turn or color != self.turn:
            raise IllegalMoveError(f"{str(move)!r}: {color.capitalize()} is not to move")
        if move not in self.game.position.legal_moves():
            raise IllegalMoveError(f"{str(move)!r} is not legal")
        ply = len(self.game.moves) + 1
        self.sending = schema.MakeMove(self.table, self.round, ply, str(move))
        self._send_move()

    def undo(self, color: str) -> None:
        self.ask("takeback")

    def answer_undo(self, color: str, accepted: bool) -> None:
        self.ask("takeback", accepted)

    def resign(self, color: str) -> None:
        self.send(schema.Resign(self.table, self.round))

    def offer_draw(self, color: str) -> None:
        self.ask("draw")

    def answer_draw(self, color: str, accepted: bool) -> None:
        self.ask("draw", accepted)

    async def close(self) -> None:
        self._client.leave(self.table)

    def ask(self, what: str, accepted: bool | None = None) -> None:
        """Ask something of the other side, or answer what it asks."""
        say = "offer" if accepted is None else "accept" if accepted else "decline"
        self.send(schema.Ask(self.table, self.round, what, say))

    def send(self, request: schema.AtTable) -> None:
        """Send a request, and tell if it is refused."""
        self._client.send(request, self._answered)

    def _answered(self, answer: schema.Answer | None) -> None:
        if answer is None:
            self.tell(GameUpdate("The line was lost; that may or may not have arrived", alert=True))
        elif isinstance(answer, schema.Refused):
            self.tell(GameUpdate(sentence(answer.reason), alert=True))

    def _send_move(self) -> None:
        """Send the move that waits, now or when the host is back."""
        if self.sending is not None and self._client.up:
            self._client.send(self.sending, self._move_answered)

    def _move_answered(self, answer: schema.Answer | None) -> None:
        if isinstance(answer, schema.Refused):
            self.sending = None
            self._answered(answer)

    def ask_all(self) -> None:
        """Have the host show the whole table, if it can be reached."""
        if self._client.up:
            self._client.send(schema.Watch(self.table), self._answered)

    def settle(self, *, shown_anew: bool) -> None:
        """Forget the move sent once it stands in the game, or cannot any more.

        It is sent again only where the whole table was shown, so after the line was lost.
        """
        sent = self.sending
        if sent is None:
            return
        if sent.round != self.round or self.over or sent.ply != len(self.game.moves) + 1:
            self.sending = None
        elif shown_anew:
            self._send_move()


def _new_game(event: schema.Table) -> Game:
    """The game told of, at its start; raises MakachessError if its rules are not known here."""
    entry = event.entry
    variant = load_by_name(entry.variant, **parse_options(entry.options))
    if str(rules_digest(variant)) != event.digest:
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
