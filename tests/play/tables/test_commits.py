"""Commits: on disk first, then announced; in order, those noted meanwhile together."""

from __future__ import annotations

import asyncio

from makachess.play.tables.host.commits import Commits
from makachess.saves import SaveError


class Ledger:
    """A text that grows, a disk that takes its time, and what happened in order."""

    def __init__(self) -> None:
        self.text = ""
        self.happened: list[str] = []
        self.disk = asyncio.Event()
        self.is_full = False
        self.commits = Commits(lambda: self.text, lambda: self.text, self.write, self.announce)

    async def write(self, text: str) -> None:
        await self.disk.wait()
        if self.is_full:
            raise SaveError("cannot be saved", "No space left on device")
        self.happened.append(f"written {text}")

    def announce(self, draft: str, failure: str) -> None:
        self.happened.append(f"told {draft}" + (f" ({failure})" if failure else ""))

    def note(self, text: str) -> None:
        self.text = text
        self.commits.note()


async def test_nothing_is_told_before_it_is_written():
    ledger = Ledger()
    ledger.note("a")
    for _ in range(5):
        await asyncio.sleep(0)
    assert ledger.happened == []
    ledger.disk.set()
    await ledger.commits.settled()
    assert ledger.happened == ["written a", "told a"]


async def test_what_is_noted_meanwhile_becomes_one_commit():
    ledger = Ledger()
    ledger.note("a")
    await asyncio.sleep(0)
    ledger.note("ab")
    ledger.note("abc")
    waiting = asyncio.create_task(ledger.commits.settled())
    ledger.disk.set()
    await waiting
    assert ledger.happened == ["written a", "told a", "written abc", "told abc"]
    await ledger.commits.quiet()


async def test_what_changes_no_file_is_told_without_writing():
    ledger = Ledger()
    ledger.note("")
    await ledger.commits.settled()
    assert ledger.happened == ["told "]


async def test_a_full_disk_is_told_and_made_up_for():
    ledger = Ledger()
    ledger.disk.set()
    ledger.is_full = True
    ledger.note("a")
    await ledger.commits.settled()
    assert ledger.commits.failure == "No space left on device"
    ledger.is_full = False
    ledger.note("ab")
    await ledger.commits.settled()
    assert ledger.commits.failure == ""
    assert ledger.happened == ["told a (No space left on device)", "written ab", "told ab"]


async def test_after_a_fault_of_ours_nobody_waits_for_ever():
    ledger = Ledger()
    ledger.disk.set()
    faults = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, told: faults.append(told))

    async def fail(text: str) -> None:
        raise RuntimeError(text)

    good, ledger.commits._write = ledger.commits._write, fail
    ledger.note("a")
    await ledger.commits.settled()
    await asyncio.sleep(0)
    ledger.commits._write = good
    ledger.note("ab")
    await ledger.commits.settled()
    assert ledger.happened == ["written ab", "told ab"]
