"""What one host of tables holds: how soon a move is seen, memory a table, moves a second.

Two scripted players at each of 200 tables of all games, who know no rules, so that they cost
little. At first each table makes one move a second, whether or not earlier ones have been answered
(open loop); then every move follows at once: that is the rate at which the host is saturated.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import tempfile
import time
from functools import cache, partial
from pathlib import Path

from host_process import HostProcess
from makachess.core import Position
from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.messages.schema import (
    Done,
    Event,
    MakeMove,
    OpenTable,
    Sit,
    Table,
    Watch,
)
from makachess.saves import load_game
from makachess.variants import load, names

BUDGET = 50  # ms, of 95 in 100 moves
MEMORY = 10  # MB a table
LEAD = 1.0  # seconds until the first move


@cache
def script(variant: str, plies: int, seed: int) -> tuple[str, ...]:
    """Random moves that do not end before the last."""
    chance = random.Random(f"{variant} {seed}")
    while True:
        position = Position(load(variant))
        while position.ply < plies and position.outcome() is None:
            position.push(chance.choice(position.legal_moves()))
        if position.ply == plies:
            return tuple(map(str, position.moves))


class ScriptedTable:
    """A table and its players: each moves when that is due, and notes when it sees a move."""

    def __init__(self, number: int, plies: int, interval: float) -> None:
        self.variant = names()[number % len(names())]
        self.moves = script(self.variant, plies, number % 5)
        self.interval = interval
        self.number = number
        self.table = 0
        self.latencies: list[float] = []
        self.lines: list[tuple[str, ...]] = [(), ()]  # as White and Black know them
        self.out_of_order = 0  # changes that did not fit the line told before
        self.over = asyncio.Event()
        self._clients: list[TablesClient] = []
        self._start = float("inf")
        self._due: dict[int, float] = {}  # plies that were sent and have not been seen

    async def sit(self, socket: Path) -> None:
        for player, color in enumerate(("white", "black")):
            hear = partial(self._hear, player)
            client = TablesClient(socket, f"{color} {self.number}", hear=hear)
            self._clients.append(client)
            await client.connect()
        white, black = self._clients
        wish = OpenTable(self.variant, color="white")
        self.table = (await white.ask(wish, Done)).table
        await black.ask(Sit(self.table, "black"), Done)
        for client in self._clients:
            await client.ask(Watch(self.table), Done)

    def start(self, at: float) -> None:
        """Let the players begin; with an `interval` of 0 each move follows the last at once."""
        self._start = at + self.number % 97 / 97 * self.interval  # not all at one moment
        loop = asyncio.get_running_loop()
        offset = loop.time() - time.monotonic()
        for ply in range(len(self.moves) if self.interval else 1):
            loop.call_at(self._when(ply) + 0.0005 + offset, self._move, ply % 2)

    async def leave(self) -> None:
        for client in self._clients:
            await client.close()

    def _when(self, ply: int) -> float:
        return self._start + ply * self.interval

    def _hear(self, player: int, event: Event) -> None:
        if not isinstance(event, Table):
            return
        line = self.lines[player]
        self.out_of_order += not event.digest and event.keep != len(line)
        line = self.lines[player] = line[: event.keep] + event.moves
        if len(line) % 2 == player and (due := self._due.pop(len(line), None)) is not None:
            self.latencies.append(time.monotonic() - due)
        if self.lines == [self.moves, self.moves]:
            self.over.set()
        self._move(player)

    def _move(self, player: int) -> None:
        """Make the next move, if it is this player's, due, and not on its way."""
        ply, now = len(self.lines[player]), time.monotonic()
        is_next = ply < len(self.moves) and ply % 2 == player and ply + 1 not in self._due
        if is_next and now >= self._when(ply):
            self._due[ply + 1] = self._when(ply) if self.interval else now
            self._clients[player].send(MakeMove(self.table, 1, ply + 1, self.moves[ply]))


async def play(host: HostProcess, tables: list[ScriptedTable], seconds: float) -> None:
    """Play at all tables at once, and print what that took."""
    pid, plies = host.process.pid, sum(len(table.moves) for table in tables)
    empty = memory(pid)
    for table in tables:
        await table.sit(host.socket)
    began, before = time.monotonic() + LEAD, processor(pid)
    for table in tables:
        table.start(began)
    await asyncio.wait(
        [asyncio.create_task(table.over.wait()) for table in tables], timeout=seconds
    )
    took, spent, grown = time.monotonic() - began, processor(pid) - before, memory(pid) - empty
    for table in tables:
        await table.leave()
    found = sorted(1000 * each for table in tables for each in table.latencies)
    print(
        f"ms until the other sees a move: median {statistics.median(found):.1f}, "
        f"95 % {found[len(found) * 95 // 100]:.1f} (<= {BUDGET} at one a second), "
        f"99 % {found[len(found) * 99 // 100]:.1f}\n"
        f"host: {1000 * spent / plies:.2f} ms of processor a move, {plies / took:.0f} moves/s, "
        f"{grown / len(tables):.2f} MB a table (<= {MEMORY})\n"
        f"changes out of order {sum(table.out_of_order for table in tables)}, tables not played "
        f"to the end {sum(not table.over.is_set() for table in tables)}, "
        f"other moves in their files {sum(differs(host.folder, table) for table in tables)}",
        flush=True,
    )


def differs(folder: Path, table: ScriptedTable) -> bool:
    game, fault = load_game(folder / f"{table.table}-1.pgn")
    return bool(fault) or tuple(map(str, game.moves)) != table.moves


def memory(pid: int) -> float:
    """MB that a process has in memory."""
    found = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1000 if found else 0.0


def processor(pid: int) -> float:
    """Seconds of processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--plies", type=int, default=100)
    asked = parser.parse_args()
    for interval in (1.0, 0.0):
        print(f"-- {asked.tables} tables, {asked.plies} plies, {interval:g} s between moves")
        with tempfile.TemporaryDirectory(prefix="tables-") as home:
            host = HostProcess(Path(home))
            tables = [ScriptedTable(n, asked.plies, interval) for n in range(asked.tables)]
            try:
                host.wait_until_it_listens()
                asyncio.run(play(host, tables, 2 * asked.plies + 60))
            finally:
                host.end()


if __name__ == "__main__":
    main()
