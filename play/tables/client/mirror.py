"""A table as a client plays at it: what people do here is asked of the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from makachess.core import IllegalMoveError, MakachessError, Move
from makachess.play.session.session import GameUpdate
from makachess.play.tables.client.seen import TableMirror
from makachess.play.tables.messages.reports import Answer, People, Refused, Said
from makachess.play.tables.messages.requests import (
    AtTable,
    Chat,
    Claim,
    Draw,
    MakeMove,
    Rematch,
    Resign,
    SeatEngine,
    Sit,
    Stand,
    TakeBack,
    Watch,
)

if TYPE_CHECKING:
    from makachess.play.tables.client.connection import TablesClient


class TableClient(TableMirror):
    """A `Playing` whose game is the host's: what people do is shown once it is announced.

    `tell` also hears of refusals. Nothing but MakachessError is raised, before anything is sent.
    """

    def __init__(
        self,
        client: TablesClient,
        table: int,
        tell: Callable[[GameUpdate], object],
        hear: Callable[[People | Said], object] = lambda event: None,
    ) -> None:
        super().__init__(
            table,
            tell,
            hear,
            name=lambda: client.name,
            lag=lambda: client.lag,
            now=lambda: client.now(),
        )
        self.sending: Move | None = None  # a move of ours that the host has not announced yet
        self.paused = False
        self._client = client
        self._sent: MakeMove | None = None

    @property
    def persons_turn(self) -> bool:
        """Whether it is for the person of this client to move, and no move is on its way."""
        return self._sent is None and super().persons_turn

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

    def resume(self) -> None:
        """The host is back: see the whole table again."""
        self.ask_all()

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
