"""makachess host: tables for people on this machine and over SSH, and what their keeper can do."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from makachess.core.errors import MakachessError
from makachess.core.text import how_many
from makachess.tui.commands.shared import opened
from makachess.tui.output import complain, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from makachess.play.tables.client.connection import TablesClient

TABLE = click.IntRange(1, 2**31)
ENDING = 10.0  # seconds in which a host that is about to end does so


@dataclass(frozen=True, slots=True)
class Place:
    """Where a host is: its socket, and the folder of its games and members."""

    socket: Path
    folder: Path

    @property
    def members(self) -> Path:
        """The file of who may come in."""
        from makachess.play.tables.members import FILE

        return self.folder / FILE

    def ask(self, talk: Callable[[TablesClient], Awaitable[object]]) -> None:
        """Talk to the running host as its owner; raises MakachessError."""
        import asyncio

        from makachess.play.tables.client.connection import TablesClient

        async def connected() -> None:
            client = TablesClient(self.socket, owner=True)
            await client.connect()
            try:
                await talk(client)
            finally:
                await client.close()

        asyncio.run(connected())


@click.group("host", invoke_without_command=True)
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
    "--cores",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="The most cores that all engines may use together.  [default: 1]",
)
@click.option(
    "--notify",
    type=click.Path(exists=True, dir_okay=False, executable=True, resolve_path=True),
    metavar="PROGRAM",
    help="Run PROGRAM NAME TABLE OPPONENT when a player who is away is to move.",
)
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
    cores: int,
    notify: str | None,
) -> None:
    """Run a host of tables for people on this machine, or over SSH.

    Ctrl+C stops it. Anyone who may open its socket may play: the permissions of the socket's folder
    decide. The commands below look after it. docs/server.md shows how to let friends in.
    """
    from makachess.play.tables.place import default_socket
    from makachess.variants.sources import data_folder

    place = ctx.obj = Place(path or default_socket(), folder or data_folder() / "tables")
    if ctx.invoked_subcommand is not None:
        return
    beside: Any = nullcontext
    if ssh is not None:
        beside = _make_door(place, ssh, is_open, watch)  # before there are threads
    elif is_open or watch:
        raise MakachessError("--open and --watch go with --ssh PORT")
    import asyncio

    from makachess.play.tables.host.club import Club
    from makachess.play.tables.host.limits import Limits
    from makachess.play.tables.host.notify import Notifier
    from makachess.play.tables.host.server import run_host

    def make_house() -> Club:
        notifier = Notifier(notify, complain) if notify else None
        return Club(place.folder, Limits(cores=cores), patience=ENDING, notifier=notifier)

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


@command.command()
@click.argument("name")
@click.option("--key", required=True, metavar="FILE", help="A public key: a file, or its text.")
@click.pass_obj
def add(place: Place, name: str, key: str) -> None:
    """Let a player in over SSH by a public key, such as anna.pub. Run it again for another key."""
    from makachess.play.tables.members import changing, parse_keys

    text = key if key.startswith(("ssh-", "ecdsa-", "sk-")) else _read(key)
    keys = parse_keys(text)
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


def _read(file: str) -> str:
    from makachess.play.tables.members import LARGEST

    with opened(file) as sent:
        return sent.read(LARGEST).decode("utf-8", "replace")


@command.command()
@click.argument("name")
@click.pass_obj
def ban(place: Place, name: str) -> None:
    """Keep a player out, and end what the player has open. Seats and games stay."""
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


@command.command()
def service() -> None:
    """Print a file for systemd that keeps the host running."""
    from makachess.play.processes import own_command

    text = (Path(__file__).with_name("makachess.service")).read_text(encoding="utf-8")
    say(text.replace("PROGRAM", " ".join(own_command("makachess.tui.program"))).rstrip())


@command.command()
@click.argument("old")
@click.argument("new")
@click.pass_obj
def rename(place: Place, old: str, new: str) -> None:
    """Rename a player: keys, seats and folder. Finished games keep the name."""
    from makachess.play.tables.members import check_member
    from makachess.play.tables.messages.schema import Done, Rename

    wish = Rename(old, check_member(new))
    place.ask(lambda client: client.ask(wish, Done))
    say(f"{old} is now {new}")


@command.command()
@click.argument("table", type=TABLE)
@click.argument("result", type=click.Choice(["white", "black", "draw"]))
@click.pass_obj
def adjudicate(place: Place, table: int, result: str) -> None:
    """End the game at a table; RESULT is white, black or draw."""
    from makachess.play.tables.messages.schema import Adjudicate, Done

    async def end(client: TablesClient) -> None:
        done: Done = await client.ask(Adjudicate(table, result), Done)
        ended = "drawn" if result == "draw" else f"won by {result.capitalize()}"
        say(f"table {table}: game over, {ended}")
        if done.warning:
            complain(done.warning)

    place.ask(end)


@command.command()
@click.pass_obj
def status(place: Place) -> None:
    """Show who is connected, and the tables."""
    from makachess.play.tables.messages.schema import ListPresent, ListTables, Present, Tables

    async def tell(client: TablesClient) -> None:
        people = (await client.ask(ListPresent(), Present)).people
        tables = (await client.ask(ListTables(), Tables)).entries
        here = how_many(len(people), "person", "people")
        say(f"{here} connected, {how_many(len(tables), 'table')}")
        for person in people:
            say(f"{person.name}: table {person.table}" if person.table else person.name)
        for entry in tables:
            game = " ".join(filter(None, (entry.variant, entry.options, entry.clock)))
            white, black = (sitter.name or "(open)" for sitter in (entry.white, entry.black))
            say(
                f"table {entry.table}: {game}, {white} - {black}, moves {entry.plies}, "
                f"{entry.result}, spectators {entry.spectators}"
            )

    place.ask(tell)
