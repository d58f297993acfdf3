"""Tasks on a cluster of Dask.distributed: one scheduler, and workers on any number of machines.

The scheduler gives a lost worker's tasks to others (https://distributed.dask.org, Resilience). It
gives up tasks whose workers died several times, which happens to innocent ones where many workers
come and go; those are handed in again a few times.
"""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Self
from uuid import uuid4

from distributed import Client, Future, KilledWorker, Security
from distributed.client import FutureCancelledError
from distributed.core import rpc
from makachess.core import MakachessError
from makachess.core.text import how_many
from makachess.play.tasks import Result, Runner, Shared, Task
from makachess.training.batches import Batches, Done, do_batch, pack_common, unpack_common

PATIENCE = 10  # seconds for a connection
LOOK = 2.0  # seconds between two looks at how many cores there are
ATTEMPTS = 5  # to have a batch done, each of them with as many workers as the scheduler admits
AHEAD = 2  # batches in flight for each core: one under way, one waiting


class ClusterRunner(Runner):
    """The workers of one scheduler."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self.cores = 0

    async def __aenter__(self) -> Self:
        """Connect; raises MakachessError."""
        # What Dask has to say is said here in one line.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            await _reach(self._address)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._client = await Client(
                    self._address, asynchronous=True, timeout=PATIENCE, set_as_default=False
                )
            await self.look()
        except Exception as error:  # whatever Dask makes of an answer that no scheduler gives
            raise MakachessError(self._unreachable(error)) from None
        try:
            if difference := find_difference(self._address, await self._client.get_versions()):
                raise MakachessError(difference)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    def _unreachable(self, error: Exception) -> str:
        if isinstance(error, OSError):
            return f"no scheduler answers at {self._address!r} (`dask scheduler` starts one)"
        why = " ".join(str(error).split())
        return f"{self._address!r} is not the address of a scheduler (tcp://HOST:8786): {why}"

    async def __aexit__(self, *_: object) -> None:
        """Leave the cluster, which forgets what is pending."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(OSError, TimeoutError):
                await client.close(timeout=PATIENCE)

    @property
    def where(self) -> str:
        """How many cores the cluster has now."""
        return f"{how_many(self.cores, 'core')} of {self._address}"

    async def look(self) -> None:
        """See how many cores there are."""
        found = await self._client.scheduler.identity(n_workers=0)
        self.cores = found["total_threads"]

    def run(
        self,
        function: Callable[[Shared, Task], Result],
        shared: Shared,
        tasks: Iterable[Task],
        count: int = 0,
    ) -> AsyncGenerator[Result, None]:
        """The results of tasks, several of which travel together where they are short."""
        return _Run(self, function.__name__, iter(tasks), count).results(function, shared)

    async def do(self, key: tuple[str, int], common: Future, batch: tuple[Any, ...]) -> Done:
        """Have a batch done; raises MakachessError."""
        try:
            return await self._do(key, common, batch)
        except KilledWorker:
            message = "workers keep crashing on their games"
        except FutureCancelledError:
            message = "the cluster is gone; what was finished is kept"
        except ImportError as error:
            message = f"a worker lacks a module: {error}"
        except Exception as error:  # Dask's own, of many kinds and lines
            message = " ".join(str(error).split())
        raise MakachessError(f"{self._address}: {message}")

    async def _do(self, key: tuple[str, int], common: Future, batch: tuple[Any, ...]) -> Done:
        for attempt in range(ATTEMPTS):
            try:
                done: Done = await self._client.submit(
                    do_batch, common, batch, key=(*key, attempt), pure=True
                )
            except KilledWorker:
                if attempt == ATTEMPTS - 1:
                    raise
            else:
                return done
        raise AssertionError("the last attempt returns or raises")

    def send(self, data: bytes) -> Future:
        """What tasks share, to be unpacked by the workers that need it."""
        return self._client.submit(unpack_common, data, key=f"unpack-{uuid4().hex}", pure=True)


class _Run:
    """The tasks of one call: handed in as cores become free, taken in as they end."""

    def __init__(self, runner: ClusterRunner, what: str, source: Iterator[Any], count: int) -> None:
        self._runner = runner
        self._name = f"{what}-{uuid4().hex}"
        self._source = source
        self._batches = Batches(count)
        self._events: asyncio.Queue[Done | Exception | None] = asyncio.Queue()
        self._following: set[asyncio.Task[None]] = set()
        self._number = 0
        self._failure: Exception | None = None

    async def results(
        self, function: Callable[[Any, Any], Any], shared: Any
    ) -> AsyncGenerator[Any, None]:
        """The results; at the end, or if the caller gives up, nothing stays pending."""
        common = self._runner.send(pack_common(function, shared))
        watching = asyncio.create_task(self._watch())
        try:
            while self._fill(common):
                event: Done | Exception | None = await self._events.get()
                while event is not None:  # what has ended by now is not lost by a failure
                    for result in self._take_in(event):
                        yield result
                    event = None if self._events.empty() else self._events.get_nowait()
                if self._failure is not None:
                    raise self._failure
        finally:
            watching.cancel()
            for task in self._following:
                task.cancel()
            await asyncio.gather(watching, *self._following, return_exceptions=True)

    def _fill(self, common: Future) -> bool:
        """Hand in batches while there are cores for them; whether any are out."""
        cores = max(1, self._runner.cores)
        while self._batches.pending < AHEAD * cores:
            batch = tuple(islice(self._source, self._batches.size(cores)))
            if not batch:
                break
            self._batches.hand_in(batch)
            self._number += 1
            task = asyncio.create_task(self._follow(common, batch, self._number))
            self._following.add(task)
            task.add_done_callback(self._following.discard)
        return self._batches.pending > 0

    async def _follow(self, common: Future, batch: tuple[Any, ...], number: int) -> None:
        """Have a batch done, and tell when it is."""
        try:
            done: Done | Exception = await self._runner.do((self._name, number), common, batch)
        except MakachessError as error:
            done = error
        self._events.put_nowait(done)

    def _take_in(self, event: Done | Exception) -> tuple[Any, ...]:
        if isinstance(event, Exception):
            self._failure = self._failure or event
            return ()
        if event.failure:
            self._failure = self._failure or MakachessError(event.failure)
        self._batches.take_in(event)
        return event.results

    async def _watch(self) -> None:
        """Follow how many cores there are, since workers come and go."""
        while True:
            await asyncio.sleep(LOOK)
            with suppress(OSError):
                await self._runner.look()
            self._events.put_nowait(None)


async def _reach(address: str) -> None:
    """Ask a scheduler anything; a client that could not would leave threads and warnings behind.

    Raises TimeoutError, also where the connection is accepted and then nothing is said.
    """
    security = Security().get_connection_args("client")
    scheduler = rpc(address, timeout=PATIENCE, connection_args=security)
    try:
        async with asyncio.timeout(PATIENCE):
            await scheduler.identity(n_workers=0)
    finally:
        await scheduler.close_rpc()


def find_difference(address: str, versions: Mapping[str, Any]) -> str:
    """Whose Dask is another one than ours, in words; `versions` are what a client tells."""
    mine = _dask(versions["client"])
    nodes = {f"the scheduler {address}": versions["scheduler"]}
    nodes |= {f"the worker {name}": told for name, told in versions["workers"].items()}
    for name, told in nodes.items():
        if _dask(told) != mine:
            return (
                f"{name} has distributed {_dask(told)}, and {mine} is installed here: "
                "install the same everywhere"
            )
    return ""


def _dask(told: dict[str, Any]) -> str:
    """The version of distributed that a node has told of."""
    return str((told.get("packages") or {}).get("distributed", "unknown"))
