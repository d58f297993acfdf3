"""Two scripted players of a table: each makes its moves when they are due, whatever else happens.

They know no rules, so that they cost little; each keeps the line that the host tells it, and counts
what does not fit it.
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.messages.codec import LostError
from makachess.play.tables.messages.schema import (
    Change,
    Done,
    Event,
    MakeMove,
    OpenTable,
    Sit,
    Table,
    Watch,
)


@dataclass(slots=True)
class Tally:
    """What was seen of a table; latencies in seconds from when a move was due to be seen."""

    table: int = 0
    latencies: list[float] = field(default_factory=list)
    out_of_order: int = 0  # changes that did not fit the line told before
    wrong: int = 0  # plies of a player's last line that are not those of the script
    missing: int = 0  # plies of the script that a player has not seen
    returns: int = 0  # players who were killed and came back


class Match:
    """A table and its script; with an `interval` of 0 each move follows the last at once."""

    def __init__(self, moves: tuple[str, ...], interval: float) -> None:
        self.moves = moves
        self.interval = interval
        self.start = float("inf")
        self.tally = Tally()
        self.over = asyncio.Event()
        self._due: dict[int, float] = {}

    def due(self, ply: int) -> float:
        """When a move is due, 1 being the first."""
        return self.start + (ply - 1) * self.interval

    def note_sent(self, ply: int) -> None:
        self._due.setdefault(ply, self.due(ply) if self.interval else time.monotonic())

    def note_seen(self, ply: int) -> None:
        """The other player has seen a move."""
        if (due := self._due.pop(ply, None)) is not None:
            self.tally.latencies.append(time.monotonic() - due)


class Player:
    """One side of a table, with a connection that may be cut."""

    def __init__(self, socket: Path, name: str, color: int, match: Match) -> None:
        self.line: tuple[str, ...] = ()
        self.kill_at = -1  # the ply after which the player is killed
        self._socket = socket
        self._name = name
        self._color = color  # 0 makes the odd plies, 1 the even ones
        self._match = match
        self._revision = 0
        self._sent = 0  # the ply of the last move sent, unless the line was lost since
        self._return: asyncio.Task[None] | None = None
        self.client = self._new_client()

    def _new_client(self) -> TablesClient:
        def hear(event: Event) -> None:
            if self.client is client:  # else it is that of the player who was killed
                self._hear(event)

        def notice(connection) -> None:
            if connection.up:
                client.send(Watch(self._match.tally.table))

        client = TablesClient(self._socket, self._name, hear=hear, notice=notice)
        return client

    async def watch(self) -> None:
        await self.client.ask(Watch(self._match.tally.table), Done)

    def _hear(self, event: Event) -> None:
        if isinstance(event, Table):
            self.line, self._revision, self._sent = event.moves, event.revision, 0
        elif isinstance(event, Change):
            if (event.keep, event.revision) != (len(self.line), self._revision + 1):
                self._match.tally.out_of_order += 1
            self.line, self._revision = self.line[: event.keep] + event.moves, event.revision
        else:
            return
        ply = len(self.line)
        if ply % 2 == self._color:  # the other's move: 2, 4... are those that White sees
            self._match.note_seen(ply)
        if ply == self.kill_at and self._return is None:
            self._return = asyncio.create_task(self._die_and_return())
        if ply == len(self._match.moves):
            self._match.over.set()
        self.move()

    def move(self) -> None:
        """Make the next move, if it is mine, due, and not on its way."""
        ply, moves = len(self.line) + 1, self._match.moves
        is_mine = ply <= len(moves) and ply % 2 != self._color and ply != self._sent
        if is_mine and self.client.up and time.monotonic() >= self._match.due(ply):
            self._sent = ply
            self._match.note_sent(ply)
            with suppress(LostError):
                self.client.send(MakeMove(self._match.tally.table, 1, ply, moves[ply - 1]))

    async def _die_and_return(self) -> None:
        """Lose the connection without a word, and come back as a program begun anew would."""
        gone, self.client = self.client, self._new_client()
        assert gone._writer is not None
        gone._writer.transport.abort()
        await gone.close()
        await self.come()
        with suppress(LostError):  # else it watches when the host is back
            await self.watch()
        self._match.tally.returns += 1

    async def come(self) -> None:
        """Connect, be it after some attempts."""
        while not self.client.up:
            try:
                await self.client.connect()
            except LostError:
                await asyncio.sleep(0.1)

    async def leave(self) -> None:
        if self._return is not None:
            await self._return
        tally, moves = self._match.tally, self._match.moves
        tally.wrong += sum(a != b for a, b in zip(self.line, moves, strict=False))
        tally.wrong += max(len(self.line) - len(moves), 0)
        tally.missing += max(len(moves) - len(self.line), 0)
        await self.client.close()


async def play_match(
    socket: Path,
    number: int,
    variant: str,
    match: Match,
    ready: asyncio.Barrier,
    start: asyncio.Future[float],
    kill_at: int,
) -> Tally:
    """Sit down, wait for all others, and play to the last move of the script."""
    white, black = (
        Player(socket, f"{name} {number}", color, match)
        for color, name in enumerate(("white", "black"))
    )
    await white.come()
    await black.come()
    wish = OpenTable(variant, color="white")
    match.tally.table = (await white.client.ask(wish, Done)).table
    await black.client.ask(Sit(match.tally.table, "black"), Done)
    await white.watch()
    await black.watch()
    (white, black)[number % 2].kill_at = kill_at
    await ready.wait()
    match.start = await start + (number % 97) / 97 * match.interval  # not all at one moment
    loop = asyncio.get_running_loop()
    offset = loop.time() - time.monotonic()
    for ply in range(1, len(match.moves) + 1 if match.interval else 2):
        player = (black, white)[ply % 2]
        loop.call_at(match.due(ply) + 0.0005 + offset, player.move)
    await match.over.wait()
    await asyncio.sleep(1)  # for whatever would come too much
    await white.leave()
    await black.leave()
    return match.tally
