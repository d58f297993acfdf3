"""Tasks in this process, for tests that are not about the processes that do them."""

import asyncio

import pytest


class Here:
    """In place of a TaskRunner, whose processes take longer to start than many a task."""

    def __init__(self, processes: int) -> None:
        pass

    async def __aenter__(self) -> "Here":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def run(self, function, shared, tasks):
        for task in tasks:
            yield await asyncio.to_thread(function, shared, task)


@pytest.fixture
def in_this_process(monkeypatch):
    for module in ("balance", "book", "match", "selfplay"):
        monkeypatch.setattr(f"makachess.training.{module}.TaskRunner", Here)
