"""makachess join: the tables of the host on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from makachess.core.errors import MakachessError
from makachess.tui.output import say
from makachess.tui.terminal.holding import open_terminal

if TYPE_CHECKING:
    from makachess.tui.host_address import HostAddress


@click.command("join")
@click.option(
    "--socket", "path", type=click.Path(path_type=Path), help="The socket of the host to join."
)
@click.option(
    "--as",
    "name",
    metavar="NAME",
    default="",
    help="Your name, in an account that several people share.",
)
@click.option(
    "--restricted",
    is_flag=True,
    help="For an account that several people share: start no programs, use only your own folder.",
)
@click.option(
    "--status",
    is_flag=True,
    help="Only print which games are waiting for you, if any; start no host.",
)
@click.pass_context
def command(
    ctx: click.Context, path: Path | None, name: str, restricted: bool, status: bool
) -> int:
    """Play other people on this machine, at the tables of a host.

    If no host is running, one is started.
    """
    if restricted:
        _restrict()
    terminal = None if status else open_terminal()
    from makachess.play.tables.place import check_socket
    from makachess.tui.host_address import HostAddress

    socket = None if path is None else check_socket(path.absolute())
    address = _own_address(socket, name) if restricted else HostAddress(socket, name)
    if terminal is None:
        return _tell_waiting(address)
    from makachess.tui.app import run_app
    from makachess.tui.screens.home import HomeScreen
    from makachess.tui.screens.tables import TablesScreen

    return run_app(terminal, TablesScreen, mouse=ctx.obj, host_address=address, last=HomeScreen)


def _tell_waiting(address: HostAddress) -> int:
    """Print what waits for one at the tables: a line for a shell's profile, or nothing."""
    import asyncio

    from makachess.play.tables.messages.wording import games_waiting

    if found := asyncio.run(address.calls(games_waiting)):
        say(found)
    return 0


def _restrict() -> None:
    """Restrict the program before anything is loaded that the environment could change."""
    import signal

    from makachess.saves.restriction import restrict

    restrict()
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    for variable in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[variable]


def _own_address(socket: Path | None, name: str) -> HostAddress:
    """Where a player of a shared account goes, whose folder is the player's own from now on."""
    from makachess.play.settings import check_name
    from makachess.play.tables.place import check_socket, default_socket
    from makachess.saves.restriction import own_folder
    from makachess.tui.host_address import HostAddress
    from makachess.variants.sources import HOME_VARIABLE, data_folder

    try:
        name = check_name(name) if name else ""
    except ValueError as error:
        raise MakachessError(f"{name!r} {error}") from None
    address = HostAddress(
        check_socket(socket or default_socket()), name, folder=data_folder() / "tables"
    )
    if name:
        os.environ[HOME_VARIABLE] = str(own_folder(name).absolute())
    return address
