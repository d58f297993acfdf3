"""Visitors over SSH: how soon they see something, what one takes, and how soon moves are seen.

They play each other at tables through their terminals, a move every ten seconds at each. Clients
and host share the machine.
"""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import tempfile
import time
from pathlib import Path

import click
from door_host import DoorHost, Visitor
from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.messages.schema import Done, OpenTable, Sit

SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8")  # moves that can be made for ever, or nearly


def own_memory(process: str) -> float:
    """Memory that a process has for itself, in megabytes."""
    lines = Path("/proc", process, "smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def children_of(process: int | str) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


async def first_text(door: DoorHost) -> float:
    """Seconds from the end of authentication to the first text on the screen."""
    async with await door.connect("p0") as connection:
        began = time.perf_counter()
        process = await connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        visitor = Visitor(process, (80, 24))
        await visitor.sees("Rules and pieces|Welcome")
        return time.perf_counter() - began


async def main(count: int, seconds: float) -> None:
    home = Path(tempfile.mkdtemp(prefix="door"))
    people = [f"p{number}" for number in range(count)]
    for name in people:
        folder = home / "players" / name
        folder.mkdir(parents=True)
        (folder / "welcome").touch()
        (folder / "settings.toml").write_text('variant = "chess"\nside = "white"\n')
    door = DoorHost(home, *people)
    (helper,) = children_of(door.process.pid)
    try:
        times = [await first_text(door) for _ in range(9)]
        print(f"first text: median {statistics.median(times):.2f} s, at most {max(times):.2f} s")
        await lay_tables(home / "t.sock", people)
        await visits(door, people, seconds, helper)
    finally:
        door.end()


async def lay_tables(socket: Path, people: list[str]) -> None:
    """Seat two and two at tables."""
    for white, black in zip(people[::2], people[1::2], strict=True):
        clients = [TablesClient(socket, name) for name in (white, black)]
        for client in clients:
            await client.connect()
        wish = OpenTable("chess", clock="10+5", color="white")
        table = (await clients[0].ask(wish, Done)).table
        await clients[1].ask(Sit(table, "black"), Done)
        for client in clients:
            await client.close()


async def visits(door: DoorHost, people: list[str], seconds: float, helper: str) -> None:
    """All of them at once."""
    contexts = [door.visit(name) for name in people]
    began = time.perf_counter()
    guests: list[Visitor] = []
    for context in contexts:
        guests.append(await context.__aenter__())
    for guest in guests:
        await guest.sees("Rules and pieces")
        guest.press("t", "enter")
    for guest in guests:
        await guest.sees("your move|you play here")
        guest.press("home", "enter")
    for guest in guests:
        await guest.sees("10:00")
    print(f"{len(guests)} visitors at their tables after {time.perf_counter() - began:.1f} s")
    pairs = list(zip(guests[::2], guests[1::2], strict=True))
    sizes = sorted(own_memory(process) for process in children_of(helper))
    middle = statistics.median(sizes)
    print(f"own memory of a visitor: median {middle:.1f} MB, at most {sizes[-1]:.1f} MB")
    for name, process in (("host", str(door.process.pid)), ("helper", helper)):
        print(f"own memory of the {name}: {own_memory(process):.1f} MB")
    waits: list[float] = []
    ends = time.perf_counter() + seconds
    await asyncio.gather(*(play(pair, ends, waits) for pair in pairs))
    waits = sorted(1000 * wait for wait in waits)
    print(
        f"{len(waits)} moves at {len(pairs)} tables, seen by the other side: median "
        f"{statistics.median(waits):.0f} ms, 95 % within {waits[int(0.95 * len(waits))]:.0f} ms"
    )
    for context in contexts:
        await context.__aexit__(None, None, None)


async def play(pair: tuple[Visitor, Visitor], ends: float, waits: list[float]) -> None:
    await asyncio.sleep(random.uniform(0, 10))
    ply = 0
    while time.perf_counter() < ends:
        mover, other = pair[ply % 2], pair[1 - ply % 2]
        mover.press(SHUFFLE[ply % 4])
        await asyncio.sleep(0.5)
        began = time.perf_counter()
        mover.press("enter")
        shown = f"{ply // 2 + 1} {SHUFFLE[ply % 4]}" if not ply % 2 else SHUFFLE[ply % 4]
        await other.sees(re.escape(shown))
        waits.append(time.perf_counter() - began)
        ply += 1
        if ply >= 8:
            return
        await asyncio.sleep(9.5)


@click.command()
@click.option("--visitors", default=100)
@click.option("--seconds", default=60.0)
def command(visitors: int, seconds: float) -> None:
    asyncio.run(main(visitors, seconds))


if __name__ == "__main__":
    command()
