"""Which host of tables the app goes to, and as whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what starts the app need not load what tables need
    from makachess.play.tables.client.connection import Dial, TablesClient
    from makachess.play.tables.messages.schema import Entry

IDLE = 600  # seconds without guests, after which a host started on demand ends


@dataclass(frozen=True, slots=True)
class HostAddress:
    """Where the host listens, None for the usual place, and the person's name in shared accounts.

    `begins`: a host is started if none is listening. A visitor of the host's own door has what
    `dial`s it instead.
    """

    socket: Path | None = None
    name: str = ""
    begins: bool = True
    folder: Path | None = None  # where a host begun here keeps its games, unless as usual
    dial: Dial | None = None

    @property
    def path(self) -> Path:
        """The socket; raises MakachessError for one that cannot be."""
        from makachess.play.tables.place import check_socket, default_socket

        return check_socket(self.socket or default_socket())

    @property
    def has_host(self) -> bool:
        """Whether a host may listen there; nothing is begun, and little is loaded, to find out."""
        from makachess.play.tables.place import default_socket

        try:
            return self.dial is not None or (self.socket or default_socket()).is_socket()
        except OSError:
            return False

    @property
    def has_games(self) -> bool:
        """Whether a host begun here would find games; little is loaded to find out."""
        try:
            return self.begins and any(self._games.glob("*.pgn"))
        except OSError:
            return False

    @property
    def _games(self) -> Path:
        from makachess.variants.sources import data_folder

        return self.folder or data_folder() / "tables"

    async def calls(self, told: Callable[[Iterable[Entry], str], str]) -> str:
        """What is `told` of one's own tables, given one's name; raises MakachessError.

        Where no host runs its folder tells, so that nothing has to be begun.
        """
        import asyncio
        import os

        from makachess.play.tables.host.club import entries_asleep
        from makachess.play.tables.host.server import account_name
        from makachess.play.tables.messages.codec import NoHostError
        from makachess.play.tables.messages.schema import ListTables, Tables
        from makachess.play.tables.messages.wording import SITS, stage

        client = self.client()
        try:
            name = (await client.connect()).name
            return told((await client.ask(ListTables(mine=True), Tables)).entries, name)
        except NoHostError:
            name = self.name or account_name(os.geteuid())
            entries = await asyncio.to_thread(entries_asleep, self._games)
            return told([entry for entry in entries if stage(entry, name) <= SITS], name)
        finally:
            await client.close()

    def client(self) -> TablesClient:
        from makachess.play.tables.client.connection import TablesClient

        return TablesClient(self.dial or self.path, self.name)

    def command(self) -> list[str]:
        from makachess.play.processes import own_command

        program = own_command("makachess.tui.program", "host", "--idle-exit", str(IDLE))
        folder = [] if self.folder is None else ["--folder", str(self.folder)]
        return [*program, "--socket", str(self.path), *folder]
