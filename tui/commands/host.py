"""makachess host: tables for people on this machine and over SSH, and what their keeper can do."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from makachess.core.errors import MakachessError
from makachess.core.text import how_many
from makachess.tui.commands.shared import opened
from makachess.tui.output import complain, say

if TYPE_CHECKING:
    from makachess.play.tables.messages.schema import Answer, Request

A = TypeVar("A", bound="Answer")
TABLE = click.IntRange(1, 2**31)
ENDING = 10.0  # seconds in which a host that is replaced, or about to end, does so
MOVED = {  # options of before, and how that is written now
    "--status": "status",
    "--list": "tables",
    "--accounts": "status",
    "--close": "close TABLE",
    "--adjudicate": "adjudicate TABLE RESULT",
    "--kick": "kick NAME",
    "--ban": "ban NAME",
    "--unban": "unban NAME",
    "--add": "add NAME --key FILE",
    "--rename": "rename OLD NEW",
    "--keys": "import-keys FILE",
    "--print-units": "service",
}


class HostGroup(click.Group):
    """Tells where the options of before have gone."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raises MakachessError for an option of before."""
        for option in (argument.partition("=")[0] for argument in args):
            if option in MOVED:
                raise MakachessError(f"{option!r} is 'makachess host {MOVED[option]}' now")
        return super().parse_args(ctx, args)


@click.group("host", cls=HostGroup, invoke_without_command=True)
@click.option("--socket", "path", type=click.Path(path_type=Path), help="The socket to listen on.")
@click.option(
    "--folder", type=click.Path(path_type=Path), help="The folder that games are kept in."
)
@click.option(
    "--ssh",
    metavar="[ADDRESS:]PORT",
    help="Let players in over SSH; the address is 127.0.0.1 if none is given.",
)
@click.option("--open", "is_open", is_flag=True, help="With --ssh, let newcomers choose a name.")
@click.option("--watch", is_flag=True, help="With --ssh, let anybody look on as 'watch'.")
@click.option(
    "--idle-exit",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SECONDS",
    help="Stop when nobody has been connected for this long; 0 = never.",
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
    "--notify",
    type=click.Path(exists=True, dir_okay=False, executable=True, resolve_path=True),
    metavar="PROGRAM",
    help="Run PROGRAM NAME TABLE OPPONENT when a player who is away is to move.",
)
@click.option("--replace", is_flag=True, help="Stop the host that is running, and take its place.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    path: Path | None,
    folder: Path | None,
    ssh: str | None,
    is_open: bool,
    watch: bool,
    idle_exit: float,
    notify: str | None,
    replace: bool,
    **limits: int | None,
) -> None:
    """Run a host: tables at which people on this machine, or over SSH, play each other.

    Ctrl+C stops it. Anyone who may open its socket may play: the permissions of the socket's folder
    decide. The commands below look after it. docs/server.md shows how to let friends in.
    """
    from makachess.play.tables.place import default_socket
    from makachess.variants.sources import data_folder

    ctx.obj = Place(path or default_socket(), folder or data_folder() / "tables")
    if ctx.invoked_subcommand is None:
        if ssh is None and (is_open or watch):
            raise MakachessError("--open and --watch go with --ssh PORT")
        _run(ctx.obj, ssh, is_open, watch, idle_exit, notify, replace, limits)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a host is: its socket, and the folder of its games and members."""

    socket: Path
    folder: Path

    @property
    def members(self) -> Path:
        from makachess.play.tables.members import FILE

        return self.folder / FILE


def _run(
    place: Place,
    ssh: str | None,
    is_open: bool,
    watch: bool,
    idle_exit: float,
    notify: str | None,
    replace: bool,
    limits: dict[str, int | None],
) -> None:
    if replace:
        _end_running(place.socket)
    beside: Any = nullcontext
    if ssh is not None:
        beside = _make_door(place, ssh, is_open, watch)  # before there are threads
    import asyncio

    from makachess.play.tables.host.conduct import Limits
    from makachess.play.tables.host.desk import run_host
    from makachess.play.tables.host.house import House
    from makachess.play.tables.host.notify import Notifier

    chosen = Limits(**{name: number for name, number in limits.items() if number is not None})

    def make_house() -> House:
        notifier = Notifier(notify, complain) if notify else None
        return House(place.folder, chosen, patience=ENDING, notifier=notifier)

    run = run_host(place.socket, make_house, idle_exit=idle_exit, log=complain, beside=beside)
    asyncio.run(run)


def _make_door(place: Place, ssh: str, is_open: bool, watch: bool) -> object:
    """What lets in players over SSH beside a host; raises MakachessError."""
    try:
        from makachess.tui.door.server import Door, parse_address
    except ImportError as error:
        raise MakachessError(
            f"--ssh needs the package {error.name!r}: pip install 'makachess[ssh]'"
        ) from None
    return Door(parse_address(ssh), place.folder, is_open=is_open, watch=watch).beside


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


@command.command()
@click.argument("name")
@click.option("--key", required=True, metavar="FILE", help="A public key: a file, or its text.")
@click.pass_obj
def add(place: Place, name: str, key: str) -> None:
    """Let a player in over SSH by a public key, such as anna.pub; again for another key."""
    from makachess.play.tables.members import LARGEST, changing, parse_key, parse_keys

    if key.startswith(("ssh-", "ecdsa-", "sk-")):
        keys = [parse_key(key)]
    else:
        with opened(key) as sent:
            keys = parse_keys(sent.read(LARGEST).decode("utf-8", "replace"))
    with changing(place.members) as members:
        if name not in members.players:
            members.check_free(name)
        elif members.is_banned(name):
            raise MakachessError(f"{name!r} is banned: 'makachess host unban' comes first")
        new = [one for one in keys if members.owner(one) != name]
        for one in new:
            members.add(name, one)
        count = len(members.players[name].keys)
    for one in keys:
        news = "added" if one in new else "was there already"
        say(f"{name}: key {one.fingerprint} {news}; {how_many(count, 'key')}")


@command.command()
@click.argument("name")
@click.pass_obj
def ban(place: Place, name: str) -> None:
    """Keep a player out, and end what the player has open; seats and games stay."""
    from makachess.play.tables.members import changing, check_member

    with changing(place.members) as members:
        members.ban(check_member(name))
    say(f"{name}: banned")


@command.command()
@click.argument("name")
@click.pass_obj
def unban(place: Place, name: str) -> None:
    """Let a banned player in again."""
    from makachess.play.tables.members import changing

    with changing(place.members) as members:
        members.unban(name)
    say(f"{name}: no longer banned")


@command.command("list")
@click.pass_obj
def list_members(place: Place) -> None:
    """List the players who have keys, and who is banned."""
    from makachess.play.tables.members import Members

    for name, member in Members(place.members).players.items():
        say(f"{name}: {how_many(len(member.keys), 'key')}" + (" banned" if member.banned else ""))


@command.command("import-keys")
@click.argument("file")
@click.pass_obj
def import_keys(place: Place, file: str) -> None:
    """Take over the players of a file that sshd has read until now, with their bans."""
    from makachess.play.tables.members import LARGEST, changing, parse_old_keys

    with opened(file) as sent:
        found = parse_old_keys(sent.read(LARGEST).decode("utf-8", "replace"))
    with changing(place.members) as members:
        for name, key, banned in found:
            if members.owner(key) != name:
                members.add(name, key)
            if banned:
                members.ban(name)
    say(f"{how_many(len(found), 'key')} of {how_many(len({n for n, *_ in found}), 'player')}")


@command.command()
def service() -> None:
    """Print a file for systemd that runs the host as long as its account's machine does."""
    from makachess.play.workers.starting import own_command

    text = (Path(__file__).with_name("makachess.service")).read_text(encoding="utf-8")
    say(text.replace("PROGRAM", " ".join(own_command("makachess.tui.program"))).rstrip())


def _ask(place: Place, wish: Request, kind: type[A]) -> A:
    """What the running host answers its owner; raises MakachessError."""
    import asyncio

    from makachess.play.tables.client.connection import TablesClient

    async def talk() -> A:
        client = TablesClient(place.socket, owner=True)
        await client.connect()
        try:
            return await client.ask(wish, kind)
        finally:
            await client.close()

    return asyncio.run(talk())


def _do(place: Place, wish: Request, done: str) -> None:
    from makachess.play.tables.messages.schema import Done

    unsaved = _ask(place, wish, Done).unsaved
    say(done)
    if unsaved:
        complain(f"the game is not saved yet: {unsaved}")


@command.command()
@click.argument("old")
@click.argument("new")
@click.pass_obj
def rename(place: Place, old: str, new: str) -> None:
    """Rename a player: keys, seats and folder; finished games keep the name."""
    from makachess.play.tables.members import check_member
    from makachess.play.tables.messages.schema import Rename

    _do(place, Rename(old, check_member(new)), f"{old} is now {new}")


@command.command()
@click.argument("name")
@click.pass_obj
def kick(place: Place, name: str) -> None:
    """Disconnect a player, who may come back."""
    from makachess.play.tables.messages.schema import Kick

    _do(place, Kick(name), f"{name}: connections closed")


@command.command()
@click.argument("table", type=TABLE)
@click.pass_obj
def close(place: Place, table: int) -> None:
    """Close a table; a game being played there is drawn."""
    from makachess.play.tables.messages.schema import CloseTable

    _do(place, CloseTable(table), f"table {table}: closed")


@command.command()
@click.argument("table", type=TABLE)
@click.argument("result", type=click.Choice(["white", "black", "draw"]))
@click.pass_obj
def adjudicate(place: Place, table: int, result: str) -> None:
    """End the game at a table; RESULT is white, black or draw."""
    from makachess.play.tables.messages.schema import Adjudicate

    ended = "drawn" if result == "draw" else f"won by {result.capitalize()}"
    _do(place, Adjudicate(table, result), f"table {table}: game over, {ended}")


@command.command()
@click.pass_obj
def status(place: Place) -> None:
    """Show how busy the host is, and who is connected."""
    from makachess.play.tables.messages.schema import GetStatus, ListPresent, Present, Status

    found = _ask(place, GetStatus(), Status)
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(found.since))
    say(f"{found.program}, process {found.process}, since {since}")
    say(f"tables {found.tables}, games being played {found.playing}")
    say(f"clients {found.clients}, moves {found.moves}")
    say(
        f"engines {found.engines}: thinking {found.thinking} of at most {found.cores}, "
        f"waiting for their turn {found.waiting}"
    )
    for person in _ask(place, ListPresent(), Present).people:
        say(f"{person.name}: table {person.table}" if person.table else person.name)


@command.command()
@click.pass_obj
def tables(place: Place) -> None:
    """List the tables."""
    from makachess.play.tables.messages.schema import ListTables, Tables

    for entry in _ask(place, ListTables(), Tables).entries:
        game = " ".join(filter(None, (entry.variant, entry.options, entry.clock)))
        white, black = (sitter.name or "(open)" for sitter in (entry.white, entry.black))
        say(
            f"{entry.table}: {game}, {white} - {black}, moves {entry.plies}, {entry.result}, "
            f"spectators {entry.spectators}"
        )
