"""The protocol between this program and its child processes: length-prefixed pickles.

Both ends are this program, so values are pickled as they are. A job has a number, which every
message about it carries; messages about an abandoned job are dropped.
"""

from __future__ import annotations

import asyncio
import pickle
from dataclasses import dataclass
from typing import Any, BinaryIO

LENGTH = 4  # bytes before each pickle, the most significant first


@dataclass(frozen=True, slots=True)
class Job:
    """To the child: do this."""

    number: int
    job: Any


@dataclass(frozen=True, slots=True)
class StopJob:
    """To the child: stop this job."""

    number: int


@dataclass(frozen=True, slots=True)
class JobUpdate:
    """From the child: an interim result of a job."""

    number: int
    value: Any


@dataclass(frozen=True, slots=True)
class JobResult:
    """From the child: the result of a job."""

    number: int
    value: Any


@dataclass(frozen=True, slots=True)
class JobFailure:
    """From the child: why a job failed, as a message for the player."""

    number: int
    message: str


JobReply = JobUpdate | JobResult | JobFailure


def pack(value: object) -> bytes:
    """A value as bytes for the pipe."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH) + data


def read(stream: BinaryIO) -> Any:
    """The next value, blocking; raises EOFError when there are no more."""
    length = int.from_bytes(_read_exactly(stream, LENGTH))
    return pickle.loads(_read_exactly(stream, length))


def _read_exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


async def receive(stream: asyncio.StreamReader) -> Any:
    """The next value; raises asyncio.IncompleteReadError when there are no more."""
    length = int.from_bytes(await stream.readexactly(LENGTH))
    return pickle.loads(await stream.readexactly(length))
