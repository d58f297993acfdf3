"""Promise 1 at tables: a host killed at any moment has every move that a player has seen."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from host_process import HostProcess
from makachess.play.tables.client.mirror import TableClient
from makachess.saves import load_game
from tables_host import Person, until

KILLS = 4  # of each host
TABLES = 3


@pytest.mark.cases(50, 2)
def test_a_host_killed_at_any_moment(home: Path, seed: int) -> None:
    asyncio.run(kill_again_and_again(home, random.Random(seed)))


async def kill_again_and_again(home: Path, chance: random.Random) -> None:
    """Players move as fast as they can; the host is killed, looked at, and started again."""
    host = HostProcess(home)
    await asyncio.to_thread(host.wait_until_it_listens)
    people, tables = await sit_down(host)
    playing = [asyncio.create_task(play_on(table, chance)) for table in tables]
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0, 0.2))
        await asyncio.to_thread(host.kill)
        await until(lambda: not any(person.client.up for person in people))
        for table in tables:
            saved, fault = load_game(host.folder / f"{table.table}-{table.round}.pgn")
            seen = table.game.moves
            assert (fault, saved.moves[: len(seen)]) == ("", seen)
        host.start()
        await until(lambda: all(person.client.up for person in people))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for person in people:
        await person.client.close()
    assert await asyncio.to_thread(host.end) == 0


async def sit_down(host: HostProcess) -> tuple[list[Person], list[TableClient]]:
    """Two people at each of some tables."""
    people = [Person(host.socket, f"person {number}") for number in range(2 * TABLES)]
    tables = []
    for one, other in zip(people[::2], people[1::2], strict=True):
        await one.client.connect()
        await other.client.connect()
        tables.append(await one.open("veteran", clock="5+3"))
        tables.append(await other.sit(tables[-1].table, "black"))
    return people, tables


async def play_on(table: TableClient, chance: random.Random) -> None:
    """Make random moves whenever it is one's turn."""
    while not table.over:
        if table.persons_turn:
            table.play(table.turn, chance.choice(table.game.position.legal_moves()))
        await asyncio.sleep(0.001)
