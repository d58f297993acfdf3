"""The program of the owner's that is run when it is the turn of somebody who is away."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import pytest
from makachess.play.tables.host import notify
from makachess.play.tables.host.notify import Notifier
from makachess.play.tables.messages.schema import Done, OpenTable, Sit
from makachess.play.tables.place import secret_file
from tables_host import Inn, inn, play, two, until


class Told:
    """A program that writes down its arguments, and what the host has logged of it."""

    def __init__(self, folder: Path, does: str = "") -> None:
        self.out = folder / "told"
        self.log: list[str] = []
        self.program = folder / "hook"
        note = f"open({str(self.out)!r}, 'a').write(repr(sys.argv[1:]) + '\\n')"
        self.program.write_text(f"#!{sys.executable}\nimport os, sys, time\n{note}\n{does}\n")
        self.program.chmod(0o755)

    def notifier(self) -> Notifier:
        return Notifier(str(self.program), self.log.append)

    @property
    def calls(self) -> list[list[str]]:
        text = self.out.read_text() if self.out.exists() else ""
        return [eval(line) for line in text.splitlines()]


def an_inn(folder: Path, told: Told):
    return inn(folder, notifier=told.notifier())


@pytest.fixture
def told(tmp_path):
    return Told(tmp_path)


async def leaves(place: Inn, person) -> None:
    await person.client.close()
    await until(lambda: person.client.name not in place.club.guests)


async def test_who_is_away_is_told_of_a_turn_once_and_who_is_here_is_not(tmp_path, told):
    async with an_inn(tmp_path, told) as place:
        anna, bert, white, black = await two(place)
        await play((white, black), "e2e4", "e7e5")
        await leaves(place, bert)
        white.play("white", white.game.position.parse("g1f3"))
        await until(lambda: told.calls)
        assert told.calls == [["bert", "1", "anna"]]
        bert = await place.come("bert")
        black = await bert.watch(1)
        await leaves(place, bert)  # he has seen it, and was told
        bert = await place.come("bert")
        black = await bert.watch(1)
        await play((white, black), "b8c6")
        await leaves(place, anna)
    assert told.calls == [["bert", "1", "anna"]]
    assert told.log == []


async def test_the_first_turn_counts_and_a_restart_does_not(tmp_path, told):
    async with an_inn(tmp_path, told) as place:
        anna = await place.come("anna")
        await anna.client.ask(OpenTable("chess", "", "2days", "white"), Done)
        await leaves(place, anna)
        bert = await place.come("bert")
        await bert.client.ask(Sit(1, "black"), Done)
        await until(lambda: told.calls)
        await place.end()
        place.more["notifier"] = told.notifier()
        await until(lambda: not bert.client.up)
        place.begin()
        await until(lambda: bert.client.up)
        await bert.watch(1)
        await leaves(place, bert)
    assert told.calls == [["anna", "1", "bert"]]


SIGNS = ["$(touch x)", "`id`", "a; rm -rf /", "-rf", "a'b\"c", "*", "a|b", "<x>", "Doña Elvira ♞"]


@pytest.mark.parametrize("name", SIGNS)
async def test_signs_of_the_shell_in_names_are_but_names(tmp_path, told, name):
    async with an_inn(tmp_path, told) as place:
        anna, other = await place.come("anna"), await place.come(name)
        white = await anna.open("chess")
        await other.sit(1, "black")
        await until(lambda: not white.entry.open_seats)
        await leaves(place, other)
        white.play("white", white.game.position.parse("e2e4"))
        await until(lambda: told.calls)
    assert told.calls == [[name, "1", "anna"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        secret_file(tmp_path / "t.sock").name,
        "hook",
        "tables",
        "told",
    ]


@pytest.mark.slow
async def test_a_program_that_hangs_holds_up_no_table_and_is_killed_with_its_children(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(notify, "LIMIT", 2.0)
    pids = tmp_path / "pids"
    hang = f"os.fork(); open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(600)"
    told = Told(tmp_path, hang)
    async with an_inn(tmp_path, told) as place:
        _, bert, white, _ = await two(place)
        await leaves(place, bert)
        await play((white, white), "e2e4")
        began = time.monotonic()
        bert = await place.come("bert")
        black = await bert.watch(1)
        await play((white, black), "e7e5", "g1f3", "b8c6")
        assert time.monotonic() - began < 2.0
        await until(lambda: told.log)
        assert told.log == [
            f"{str(told.program)!r} has been killed: it takes longer than 2 s;"
            " further failures are not logged"
        ]
        found = [int(line) for line in pids.read_text().split()]
        assert len(found) == 2
        await until(lambda: not any(map(_runs, found)))


def _runs(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


@pytest.mark.parametrize(
    ("does", "why"),
    [("sys.exit(3)", "has ended with status 3"), ("os.abort()", "has ended with status -6")],
)
async def test_a_failure_is_logged_once_and_games_go_on(tmp_path, does, why):
    told = Told(tmp_path, f"sys.stderr.write('x' * 1000000)\n{does}")
    async with an_inn(tmp_path, told) as place:
        _, bert, white, _ = await two(place)
        pairs = (("e2e4", "e7e5"), ("g1f3", "b8c6"), ("f1b5", "a7a6"))
        for count, moves in enumerate(pairs, 1):
            await leaves(place, bert)
            await play((white, white), moves[0])
            await until(lambda count=count: len(told.calls) == count)
            bert = await place.come("bert")
            await play((white, await bert.watch(1)), moves[1])
        await until(lambda: told.log)
    assert told.log == [f"{str(told.program)!r} {why}; further failures are not logged"]


async def test_of_a_flood_of_turns_each_tables_last_one_is_told():
    seen = []

    async def run(arguments: tuple[str, ...]) -> str:
        await asyncio.sleep(0)
        seen.append(arguments)
        return ""

    notifier = Notifier("/none", print)
    notifier._run = run  # type: ignore[method-assign]
    for turn in range(1000):
        notifier.tell(turn % 20, f"p{turn}", "x")
    assert len(notifier._waiting) == 20
    await until(notifier._task.done)
    assert {arguments[0] for arguments in seen} == {f"p{turn}" for turn in range(980, 1000)}


async def test_the_host_ends_soon_although_the_program_hangs(tmp_path, monkeypatch):
    monkeypatch.setattr(notify, "ENDING", 0.2)
    told = Told(tmp_path, "time.sleep(600)")
    async with an_inn(tmp_path, told) as place:
        _, bert, white, _ = await two(place)
        await leaves(place, bert)
        await play((white, white), "e2e4")
        await until(lambda: told.calls)
        began = time.monotonic()
    assert time.monotonic() - began < 10
