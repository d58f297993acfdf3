"""makachess host: tables for the people of one machine, and what their owner can see and do."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click
from makachess.core.errors import MakachessError
from makachess.core.text import how_many
from makachess.tui.commands.shared import opened
from makachess.tui.output import complain, say

if TYPE_CHECKING:
    from makachess.play.tables.client.connection import TablesClient
    from makachess.play.tables.host.conduct import Limits
    from makachess.play.tables.messages.schema import Request

TABLE = click.IntRange(1, 2**31)
UNITS = {  # files in the folder beside this one, and where they belong
    "socket": "/etc/systemd/system/makachess.socket",
    "service": "/etc/systemd/system/makachess.service",
    "sshd": "/etc/ssh/sshd_config.d/makachess.conf",
}
SERVER_SOCKET = Path("/run/makachess/tables.sock")  # of the host that systemd begins
INSTALLED = "/opt/makachess/bin/makachess"  # the program in those files
SECTIONS = {  # of the help, each by its first option
    "--socket": "Options to run a host",
    "--status": "Options to look after a running host",
    "--add": "Options for a server",
    "--help": "Other options",
}
ENDING = 10.0  # seconds in which a host that is replaced, or about to end, does so


class HostCommand(click.Command):
    """A command whose many options are listed in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each section under its heading."""
        rows: dict[str, list[tuple[str, str]]] = {}
        heading = ""
        for param in self.get_params(ctx):
            heading = next((SECTIONS[flag] for flag in param.opts if flag in SECTIONS), heading)
            if record := param.get_help_record(ctx):
                rows.setdefault(heading, []).append(record)
        for heading, records in rows.items():
            with formatter.section(heading):
                formatter.write_dl(records)


@click.command("host", cls=HostCommand)
@click.option("--socket", "path", type=click.Path(path_type=Path), help="The socket to listen on.")
@click.option(
    "--folder", type=click.Path(path_type=Path), help="The folder that games are kept in."
)
@click.option(
    "--idle-exit",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="Stop when nobody has been connected for this long; 0 = never.",
)
@click.option(
    "--trust",
    multiple=True,
    metavar="USER",
    help="An account that may say who is playing (join --as); repeatable.",
)
@click.option(
    "--tables", type=click.IntRange(1), metavar="N", help="The most tables in all.  [default: 1000]"
)
@click.option(
    "--own-tables",
    type=click.IntRange(1),
    metavar="N",
    help="The most tables a player may sit at.  [default: 20]",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="The most games a player may finish in a day.  [default: 200]",
)
@click.option(
    "--engines",
    type=click.IntRange(0),
    metavar="N",
    help="The most engines that may play one player at a time.  [default: 3]",
)
@click.option(
    "--cores",
    type=click.IntRange(1),
    metavar="N",
    help="The most cores that all engines may use together.  [default: 1]",
)
@click.option(
    "--keep-days",
    type=click.IntRange(0, 36_500),
    metavar="N",
    help="Delete finished games after N days; 0 = never.  [default: 0]",
)
@click.option(
    "--notify",
    type=click.Path(exists=True, dir_okay=False, executable=True, resolve_path=True),
    metavar="PROGRAM",
    help="Run PROGRAM NAME TABLE OPPONENT when a player who is away is to move.",
)
@click.option("--replace", is_flag=True, help="Stop the host that is running, and take its place.")
@click.option("--status", is_flag=True, help="Show how busy the host is.")
@click.option("--list", "tables_too", is_flag=True, help="List the tables.")
@click.option("--close", "closed", type=TABLE, metavar="TABLE", help="Close a table.")
@click.option(
    "--adjudicate",
    "decided",
    type=(TABLE, click.Choice(["white", "black", "draw"])),
    metavar="TABLE RESULT",
    help="End the game at a table; RESULT is white, black or draw.",
)
@click.option("--accounts", is_flag=True, help="List who is connected, and who is banned.")
@click.option("--kick", metavar="NAME", help="Disconnect a player, who may come back.")
@click.option("--ban", metavar="NAME", help="Disconnect a player, and keep the player out.")
@click.option("--unban", metavar="NAME", help="Let a banned player in again.")
@click.option("--mute", metavar="NAME", help="Keep a player from chatting and inviting.")
@click.option("--unmute", metavar="NAME", help="Let a muted player chat again.")
@click.option(
    "--add", metavar="NAME", help="Let a new player in over SSH, by the public key in --key."
)
@click.option("--key", metavar="FILE", help="The file with that key, such as anna.pub.")
@click.option("--rename", nargs=2, metavar="OLD NEW", help="Rename a player.")
@click.option(
    "--keys",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file with all players' keys.  [default: /etc/ssh/makachess_keys]",
)
@click.option(
    "--print-units",
    "unit",
    is_flag=False,
    flag_value="all",
    type=click.Choice(["all", *UNITS]),
    help="Print the files for systemd and sshd that set up a server.",
)
def command(
    path: Path | None,
    folder: Path | None,
    idle_exit: float,
    trust: tuple[str, ...],
    notify: str | None,
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
    add: str | None,
    key: str | None,
    rename: tuple[str, str] | None,
    keys: Path | None,
    unit: str | None,
    **limits: int | None,
) -> None:
    """Run a host: tables at which people on this machine, or over SSH, play each other.

    Ctrl+C stops it. Anyone who may open its socket may play: the permissions of the socket's folder
    decide. The other options look after the host that is running. docs/server.md shows how to set
    up a server for a club.
    """
    from makachess.play.tables.place import default_socket

    if unit is not None:
        _print_units(unit, path)
        return
    if (add is None) != (key is None):
        raise MakachessError("--add NAME and --key FILE go together: whose key is it, or which?")
    wanted = {"status": status, "tables": tables_too, "accounts": accounts}
    shown = tuple(name for name, is_wanted in wanted.items() if is_wanted)
    wishes = [*_wishes(kick, mute, unmute), *_verdicts(decided, closed)]
    listens = path or _listening(default_socket())
    if add is not None and key is not None:
        _add(add, key, path or SERVER_SOCKET, keys)
    if rename is not None:
        _rename(listens, keys, *rename)
    if ban is not None:
        _ban(listens, keys, ban)
    if unban is not None:
        _unban(listens, keys, unban)
    if shown or wishes:
        _administer(listens, wishes, shown)
    elif all(wish is None for wish in (add, rename, ban, unban)):
        _run(path or default_socket(), folder, idle_exit, trust, notify, replace, limits)


def _listening(own: Path) -> Path:
    """The socket of the account's own host, or of the server's if there is but that."""
    return SERVER_SOCKET if not own.is_socket() and SERVER_SOCKET.is_socket() else own


# --- running ------------------------------------------------------------------------------------


def _run(
    path: Path,
    folder: Path | None,
    idle_exit: float,
    trust: tuple[str, ...],
    notify: str | None,
    replace: bool,
    limits: dict[str, int | None],
) -> None:
    import asyncio
    import os

    from makachess.play.tables.host.desk import Trust, run_host
    from makachess.play.tables.host.house import House
    from makachess.play.tables.host.notify import Notifier
    from makachess.variants.sources import data_folder

    uids = frozenset(map(_uid, trust))
    if replace:
        _end_running(path)
    games = folder or data_folder() / "tables"
    chosen = _limits(limits)
    trusted = Trust(os.geteuid(), uids)

    def make_house() -> House:
        notifier = Notifier(notify, complain) if notify else None
        return House(games, chosen, patience=ENDING, notifier=notifier)

    asyncio.run(run_host(path, make_house, trusted, idle_exit=idle_exit, log=complain))


def _limits(given: dict[str, int | None]) -> Limits:
    from makachess.play.tables.host.conduct import Limits

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


Wish = tuple["Request", str]  # what is asked of the running host, and what is said once it is done


def _wishes(kick: str | None, mute: str | None, unmute: str | None) -> list[Wish]:
    from makachess.play.tables.messages.schema import Kick, Mute

    wishes: list[Wish] = []
    if kick is not None:
        wishes.append((Kick(kick), f"{kick}: connections closed"))
    if mute is not None:
        wishes.append((Mute(mute), f"{mute}: muted, until --unmute"))
    if unmute is not None:
        wishes.append((Mute(unmute, muted=False), f"{unmute}: no longer muted"))
    return wishes


def _verdicts(decided: tuple[int, str] | None, closed: int | None) -> list[Wish]:
    from makachess.play.tables.messages.schema import Adjudicate, CloseTable

    wishes: list[Wish] = []
    if decided is not None:
        table, result = decided
        ended = "drawn" if result == "draw" else f"won by {result.capitalize()}"
        wishes.append((Adjudicate(table, result), f"table {table}: game over, {ended}"))
    if closed is not None:
        wishes.append((CloseTable(closed), f"table {closed}: closed"))
    return wishes


def _administer(path: Path, wishes: list[Wish], shown: tuple[str, ...] = ()) -> None:
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


async def _ask(client: TablesClient, wishes: list[Wish], shown: tuple[str, ...]) -> None:
    from makachess.play.tables.messages.schema import Done

    for wish, done in wishes:
        unsaved = (await client.ask(wish, Done)).unsaved
        say(done)
        if unsaved:
            complain(f"the game is not saved yet: {unsaved}")
    show = {"status": _show_status, "tables": _show_tables, "accounts": _show_accounts}
    for name in shown:
        await show[name](client)


async def _show_status(client: TablesClient) -> None:
    from makachess.play.tables.messages.schema import GetStatus, Status

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
    from makachess.play.tables.messages.schema import ListTables, Tables

    for entry in (await client.ask(ListTables(), Tables)).entries:
        game = " ".join(filter(None, (entry.variant, entry.options, entry.clock)))
        white, black = (sitter.name or "(open)" for sitter in (entry.white, entry.black))
        say(
            f"{entry.table}: {game}, {white} - {black}, moves {entry.plies}, {entry.result}, "
            f"spectators {entry.spectators}"
        )


async def _show_accounts(client: TablesClient) -> None:
    from makachess.play.tables.messages.schema import Accounts, ListAccounts

    for account in (await client.ask(ListAccounts(), Accounts)).accounts:
        notes = (" muted" if account.muted else "") + (" banned" if account.banned else "")
        say(f"{account.name}: clients {account.clients}, tables {account.tables}{notes}")


# --- players who come by SSH ----------------------------------------------------------------------


def _add(name: str, key: str, socket: Path, keys: Path | None) -> None:
    """Give a player a key to the server account."""
    from makachess.play.tables.members import (
        KEYS,
        LARGEST,
        join_command,
        keys_file,
        parse_keys,
        unsafe_part,
    )

    _check_new(name)
    with opened(key) as sent:
        found = parse_keys(sent.read(LARGEST), key)
    command = join_command([_program()], socket, name)
    with keys_file(path := keys or KEYS) as file:
        added = [one for one in found if file.add(name, one, command)]
        count = file.keys_of(name)
    for one in found:
        news = "added" if one in added else "was there already"
        say(f"{name}: key {one.fingerprint} {news}; {how_many(count, 'key')} in {str(path)!r}")
    if (part := unsafe_part(path)) is not None:
        complain(f"sshd takes no key from there, since others than root can write to {str(part)!r}")


def _check_new(name: str) -> None:
    """Raise MakachessError if no new player may have a name."""
    import pwd

    from makachess.play.settings import check_name
    from makachess.play.tables.host.table import is_name

    try:
        check_name(name)
    except ValueError as error:
        raise MakachessError(f"{name!r} {error}") from None
    if not is_name(name) or name.startswith("-"):
        raise MakachessError(f"{name!r} is not a name to play under")
    try:
        pwd.getpwnam(name)
    except (KeyError, ValueError):
        return
    raise MakachessError(f"{name!r} is an account of this machine: a player's name must not be one")


def _program() -> str:
    """The program that the keys run."""
    beside = Path(sys.executable).with_name("makachess")
    return str(beside) if beside.exists() else INSTALLED


def _rename(socket: Path, keys: Path | None, old: str, new: str) -> None:
    """Change a player's name, in the keys as at the host."""
    from makachess.play.tables.members import KEYS, end_sessions, keys_file
    from makachess.play.tables.messages.schema import Rename

    _check_new(new)
    path = keys or KEYS
    with keys_file(path) if path.exists() else nullcontext() as file:
        changed = 0 if file is None else file.rename(old, new)
        ended = end_sessions(old, socket)
        _administer(socket, [(Rename(old, new), f"{old} is now {new}, in all games too")])
    say(f"{new}: {how_many(changed, 'key')} in {str(path)!r}; {how_many(ended, 'session')} ended")


def _ban(socket: Path, keys: Path | None, name: str) -> None:
    """Shut a player out, first of sshd, so that nobody comes back meanwhile."""
    from makachess.play.tables.members import end_sessions
    from makachess.play.tables.messages.schema import Ban

    fault = _close_keys(keys, name)
    ended = end_sessions(name, socket)
    if ended:
        say(f"{name}: {how_many(ended, 'session')} ended")
    _administer(socket, [(Ban(name), f"{name}: banned from the tables, until --unban")])
    if fault is not None:
        raise fault


def _close_keys(keys: Path | None, name: str) -> MakachessError | None:
    """Shut out a player's keys; why that cannot be done, if it cannot."""
    from makachess.play.tables.members import KEYS, keys_file

    path = keys or KEYS
    if keys is None and not path.exists():
        return None  # nobody comes by SSH
    try:
        with keys_file(path) as file:
            count = file.ban(name)
    except MakachessError as error:
        return MakachessError(f"{name}'s keys may still open: {error}")
    say(f"{name}: {how_many(count, 'key')} disabled in {str(path)!r}")
    return None


def _unban(socket: Path, keys: Path | None, name: str) -> None:
    """Let a player in again."""
    from makachess.play.tables.members import KEYS, keys_file
    from makachess.play.tables.messages.schema import Ban

    path = keys or KEYS
    if keys is not None or path.exists():
        with keys_file(path) as file:
            count = file.unban(name)
        say(f"{name}: {how_many(count, 'key')} enabled again in {str(path)!r}")
    _administer(socket, [(Ban(name, banned=False), f"{name}: no longer banned")])


def _print_units(wanted: str, socket: Path | None) -> None:
    """Print the files of a server, with this program and its socket in them."""
    for name, place in UNITS.items():
        if wanted in ("all", name):
            text = (Path(__file__).parent / "units" / Path(place).name).read_text(encoding="utf-8")
            text = text.replace(INSTALLED, _program())
            text = text.replace(str(SERVER_SOCKET), str(socket or SERVER_SOCKET))
            say(f"# {place}\n{text.rstrip()}" + ("\n" if wanted == "all" else ""))
