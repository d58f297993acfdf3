"""The command line: finds the subcommand, and turns every failure into one line and a status."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click
from makachess.core.errors import MakachessError
from makachess.tui.output import OutputError, complain, first_time, guard_output, say
from makachess.variants.catalogue import known_names
from makachess.variants.sources import suggest

_NO_COMMAND = r"No such command '(.*?)'"


def reword(error: click.ClickException) -> str:
    """Click's message, with what could stand in the place of what is wrong."""
    message = error.format_message().removesuffix(".")
    if isinstance(error, click.NoSuchOption):
        return f"no option {_options(error)}"
    if isinstance(error, click.MissingParameter):
        return f"{message}{_missing(error)}"
    if isinstance(error, click.BadParameter) and error.param is not None:
        kind = error.param.type
        return message.replace(f"a valid {kind.name}", _number(kind))
    if isinstance(error, click.UsageError) and (named := re.match(_NO_COMMAND, message)):
        return f"no command {_commands(error, named[1])}"
    return message


def _options(error: click.NoSuchOption) -> str:
    """The unknown option, and those of the command."""
    assert error.ctx is not None
    options = (name for one in error.ctx.command.get_params(error.ctx) for name in one.opts)
    known = tuple(name for name in options if name.startswith("--"))
    return f"{error.option_name!r}{suggest(error.option_name, known)}"


def _commands(error: click.UsageError, name: str) -> str:
    """The unknown command, and those that there are."""
    assert error.ctx is not None
    assert isinstance(error.ctx.command, click.Group)
    return f"{name!r}{suggest(name, tuple(error.ctx.command.list_commands(error.ctx)))}"


def _missing(error: click.MissingParameter) -> str:
    """The games, where a VARIANT is missing, and else how the command is written."""
    if "'VARIANT'" in error.format_message():
        return f" (there are: {', '.join(known_names())})"
    if error.ctx is None:
        return ""
    pieces = error.ctx.command.collect_usage_pieces(error.ctx)
    return f" (it is written: {' '.join((error.ctx.command_path, *pieces))})"


def _number(kind: click.ParamType[Any]) -> str:
    noun = "a whole number" if isinstance(kind, click.types.IntParamType) else "a number"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is None:
        return noun if most is None else f"{noun} up to {most}"
    return f"{noun} from {least} on" if most is None else f"{noun} from {least} to {most}"


SAID = (
    "makachess: the kernel is not compiled. Everything works, but the engine is some fifty times "
    "slower; to compile it, install again with a C compiler and Python's header files (said once)"
)


def tell_once() -> None:
    """Say it on standard error, if it has not been."""
    if first_time("uncompiled"):
        complain(SAID)


# Neither this nor the subcommands' modules import what is not needed to print help, since every
# call waits for it.
_COMMANDS = (
    *("play", "replay", "pieces", "variants", "moves", "apply", "perft", "bench", "check"),
    *("convert", "recover", "review", "engine", "match", "balance", "train"),
    *("host", "join", "serve", "doctor"),
)


class MakachessGroup(click.Group):
    """A group whose commands are modules of `makachess.tui.commands`, imported when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(f"makachess.tui.commands.{cmd_name}").command
        return command if isinstance(command, click.Command) else None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and end the program: 0, or one line on stderr and a status other than 0.

        2 is for what a person got wrong, 70 for a fault of ours, 74 where standard output cannot be
        written, 128 + SIGPIPE silently if the reader has gone; the app has more.
        """
        given = list(sys.argv[1:] if args is None else args)

        def run() -> Any:
            _check_arguments(given)
            status = invoke(given, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
            return status

        invoke = super().main
        if not standalone_mode:
            return run()
        status = _status(run)
        _tell_of_slowness()
        _flush_output()
        sys.exit(status)


def _tell_of_slowness() -> None:
    """Say that the kernel is not compiled, where it was used, to people, and once."""
    board = sys.modules.get("makachess.core.kernel.board")
    if board is not None and not board.COMPILED and sys.stderr.isatty():
        tell_once()


def _check_arguments(arguments: Sequence[str]) -> None:
    """Refuse what no name of a file can be, which may come from a program that calls this one."""
    for text in arguments:
        try:
            possible = b"\0" not in os.fsencode(text)
        except UnicodeEncodeError:
            possible = False
        if not possible:
            raise MakachessError(f"{text!r} is not an argument that a command line can have")


def _status(run: Callable[[], Any]) -> int:
    try:
        status = run()
    except OutputError as error:
        if error.has_reader:
            complain(f"makachess: {error}")
        return error.status
    except click.ClickException as error:
        return _fail(reword(error))
    except MakachessError as error:
        return _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        return 128 + signal.SIGINT
    except OSError as error:
        return _fail(": ".join(map(str, filter(None, (error.filename, error.strerror or error)))))
    except Exception as error:
        from makachess.tui.report import FAULT, tell_fault

        complain(f"makachess: {tell_fault(error)}")
        return FAULT
    return status if isinstance(status, int) else 0


def _flush_output() -> None:
    """Write what is left; Python would end with a traceback where none of it can be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, OutputError):
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str) -> int:
    complain(f"makachess: {message}")
    return 2


def _show_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        from makachess.core.kernel.board import COMPILED

        kernel = "compiled" if COMPILED else "uncompiled, which is slower"
        say(f"makachess {version('makachess')} (kernel {kernel})")
        ctx.exit()


@click.group(
    cls=MakachessGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--no-mouse", is_flag=True, help="Ignore the mouse.")
@click.option("--restricted", is_flag=True, help="Start no programs, and use only one folder.")
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context, no_mouse: bool, restricted: bool) -> int:
    """Chess variants in which pieces win their promotion in battle.

    Without a command, the app opens.
    """
    ctx.obj = not no_mouse
    if restricted:
        from makachess.saves.restriction import restrict

        restrict()
    if ctx.invoked_subcommand is None:
        from makachess.tui.terminal.holding import open_terminal

        terminal = open_terminal()
        from makachess.tui.app import run_app
        from makachess.tui.screens.home import HomeScreen, is_newcomer

        welcomes = is_newcomer()
        return run_app(terminal, lambda: HomeScreen(welcomes=welcomes), mouse=not no_mouse)
    return 0


def _open_closed_streams() -> None:
    """Put nothing in the place of standard streams that are closed.

    The first files opened would get their numbers, and what is written to the streams.
    """
    for descriptor, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != descriptor:
                os.dup2(nothing, descriptor)
                os.close(nothing)
            stream = os.fdopen(descriptor, mode, encoding="utf-8", closefd=False)
            setattr(sys, name, stream)


def main() -> None:
    """The program, once it is loaded."""
    _open_closed_streams()
    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(errors="backslashreplace")
    guard_output()
    cli(prog_name="makachess")
