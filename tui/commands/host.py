"""makachess host: tables for the people of one machine, and what their owner can see and do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from makachess.core.errors import MakachessError
from makachess.tui.output import complain, say

if TYPE_CHECKING:
    from makachess.play.tables.client.connection import TablesClient
    from makachess.play.tables.host.limits import Limits
    from makachess.play.tables.messages.requests import Request

TABLE = click.IntRange(1, 2**31)
ENDING = 10.0  # seconds in which a host that is replaced, or about to end, does so


@click.command("host")
@click.option(
    "--socket", "path", type=click.Path(path_type=Path), help="The socket that clients connect to."
)
@click.option("--folder", type=click.Path(path_type=Path), help="Where the games are kept.")
@click.option(
    "--idle-exit",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="End after this long with no one connected; 0 = never.",
)
@click.option(
    "--trust",
    multiple=True,
    metavar="USER",
    help="Another account whose clients may say with --as who plays; repeatable.",
)
@click.option("--tables", type=click.IntRange(1), metavar="N", help="How many tables there may be.")
@click.option(
    "--own-tables", type=click.IntRange(1), metavar="N", help="How many tables an account may have."
)
@click.option(
    "--games", type=click.IntRange(1), metavar="N", help="Games an account may end in a day."
)
@click.option(
    "--engines",
    type=click.IntRange(0),
    metavar="N",
    help="How many engines may play against one account.",
)
@click.option("--cores", type=click.IntRange(1), metavar="N", help="Cores on which engines think.")
@click.option(
    "--keep-days",
    type=click.IntRange(0, 36_500),
    metavar="N",
    help="Days after which finished games are removed; 0 = never.",
)
@click.option("--replace", is_flag=True, help="Take over from the running host.")
@click.option("--status", is_flag=True, help="Print how busy the running host is.")
@click.option("--list", "tables_too", is_flag=True, help="Print its tables.")
@click.option("--close", "closed", type=TABLE, metavar="TABLE", help="Close a table.")
@click.option(
    "--adjudicate",
    "decided",
    type=(TABLE, click.Choice(["white", "black", "draw"])),
    metavar="TABLE RESULT",
    help="End the game at a table: white, black or draw.",
)
@click.option("--accounts", is_flag=True, help="Print who is connected to it.")
@click.option("--kick", metavar="NAME", help="Close a person's connections.")
@click.option("--ban", metavar="NAME", help="Close a person's connections, and refuse new ones.")
@click.option("--unban", metavar="NAME", help="Let a person in again.")
@click.option("--mute", metavar="NAME", help="Keep a person from chatting.")
@click.option("--unmute", metavar="NAME", help="Let a person chat again.")
def command(
    path: Path | None,
    folder: Path | None,
    idle_exit: float,
    trust: tuple[str, ...],
    replace: bool,
    status: bool,
    tables_too: bool,
    closed: int | None,
    decided: tuple[int, str] | None,
    accounts: bool,
    kick: str | None,
    ban: str | None,
    unban: str | None,
    mute: str | None,
    unmute: str | None,
    **limits: int | None,
) -> None:
    """Run tables at which people on this machine play each other, until a signal ends it.

    The socket's folder decides who may come in.
    """
    from makachess.play.tables.place import default_socket

    path = path or default_socket()
    wanted = {"status": status, "tables": tables_too, "accounts": accounts}
    shown = tuple(name for name, is_wanted in wanted.items() if is_wanted)
    wishes = [*_wishes(kick, ban, unban, mute, unmute), *_verdicts(decided, closed)]
    if shown or wishes:
        _administer(path, shown, wishes)
    else:
        _run(path, folder, idle_exit, trust, replace, limits)


# --- running ------------------------------------------------------------------------------------


def _run(
    path: Path,
    folder: Path | None,
    idle_exit: float,
    trust: tuple[str, ...],
    replace: bool,
    limits: dict[str, int | None],
) -> None:
    import asyncio
    import os

    from makachess.play.tables.host.caller import Trust
    from makachess.play.tables.host.house import House
    from makachess.play.tables.host.server import run_host
    from makachess.variants.sources import data_folder

    uids = frozenset(map(_uid, trust))
    if replace:
        _end_running(path)
    games = folder or data_folder() / "tables"
    chosen = _limits(limits)
    trusted = Trust(os.geteuid(), uids)

    def make_house() -> House:
        return House(games, chosen, patience=ENDING)

    asyncio.run(run_host(path, make_house, trusted, idle_exit=idle_exit, log=complain))


def _limits(given: dict[str, int | None]) -> Limits:
    from makachess.play.tables.host.limits import Limits

    chosen = {name: number for name, number in given.items() if number is not None}
    return Limits(**chosen)


def _uid(user: str) -> int:
    """The number of a user of the system; raises MakachessError."""
    import pwd

    if user.isdecimal() and len(user) < 10:
        return int(user)
    try:
        return pwd.getpwnam(user).pw_uid
    except (KeyError, ValueError):
        raise MakachessError(f"{user!r} is not a user of this system") from None


def _end_running(path: Path) -> None:
    """End the host that listens at a path, if there is one, whatever version it speaks."""
    import os
    import signal

    from makachess.play.tables.place import host_process

    found = host_process(path)
    if found is None:
        return
    process, uid = found
    if uid != os.geteuid() or process <= 1:
        raise MakachessError(f"the host at {str(path)!r} is not yours to replace")
    try:
        os.kill(process, signal.SIGTERM)
    except OSError as error:
        raise MakachessError(f"process {process} cannot be ended: {error.strerror}") from None
    latest = time.monotonic() + ENDING
    while host_process(path) is not None:
        if time.monotonic() > latest:
            raise MakachessError(f"the host at {str(path)!r} does not end")
        time.sleep(0.05)


# --- looking after it ---------------------------------------------------------------------------


def _wishes(
    kick: str | None, ban: str | None, unban: str | None, mute: str | None, unmute: str | None
) -> list[Request]:
    """What is asked of the running host, whose owner is asking."""
    from makachess.play.tables.messages.requests import Ban, Kick, Mute

    wishes: list[Request] = []
    if kick is not None:
        wishes.append(Kick(kick))
    if ban is not None:
        wishes.append(Ban(ban))
    if unban is not None:
        wishes.append(Ban(unban, banned=False))
    if mute is not None:
        wishes.append(Mute(mute))
    if unmute is not None:
        wishes.append(Mute(unmute, muted=False))
    return wishes


def _verdicts(decided: tuple[int, str] | None, closed: int | None) -> Iterator[Request]:
    from makachess.play.tables.messages.requests import Adjudicate, CloseTable

    if decided is not None:
        yield Adjudicate(*decided)
    if closed is not None:
        yield CloseTable(closed)


def _administer(path: Path, shown: tuple[str, ...], wishes: list[Request]) -> None:
    import asyncio

    from makachess.play.tables.client.connection import TablesClient

    async def talk() -> None:
        client = TablesClient(path)
        await client.connect()
        try:
            await _ask(client, wishes, shown)
        finally:
            await client.close()

    asyncio.run(talk())


async def _ask(client: TablesClient, wishes: list[Request], shown: tuple[str, ...]) -> None:
    from makachess.play.tables.messages.reports import Done

    for wish in wishes:
        if unsaved := (await client.ask(wish, Done)).unsaved:
            complain(f"done, but the game is not saved yet: {unsaved}")
    show = {"status": _show_status, "tables": _show_tables, "accounts": _show_accounts}
    for name in shown:
        await show[name](client)


async def _show_status(client: TablesClient) -> None:
    from makachess.play.tables.messages.reports import Status
    from makachess.play.tables.messages.requests import GetStatus

    found = await client.ask(GetStatus(), Status)
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(found.since))
    say(f"{found.program}, process {found.process}, since {since}")
    say(f"tables {found.tables}, games being played {found.playing}")
    say(f"clients {found.clients}, moves {found.moves}")
    say(
        f"engines {found.engines}: thinking {found.thinking} of at most {found.cores}, "
        f"waiting for their turn {found.waiting}"
    )


async def _show_tables(client: TablesClient) -> None:
    from makachess.play.tables.messages.reports import Tables
    from makachess.play.tables.messages.requests import ListTables

    for entry in (await client.ask(ListTables(), Tables)).entries:
        game = " ".join(filter(None, (entry.variant, entry.options, entry.clock)))
        white, black = (sitter.name or "(open)" for sitter in (entry.white, entry.black))
        say(
            f"{entry.table}: {game}, {white} - {black}, moves {entry.plies}, {entry.result}, "
            f"spectators {entry.spectators}"
        )


async def _show_accounts(client: TablesClient) -> None:
    from makachess.play.tables.messages.reports import Accounts
    from makachess.play.tables.messages.requests import ListAccounts

    for account in (await client.ask(ListAccounts(), Accounts)).accounts:
        notes = (" muted" if account.muted else "") + (" banned" if account.banned else "")
        say(f"{account.name}: clients {account.clients}, tables {account.tables}{notes}")
