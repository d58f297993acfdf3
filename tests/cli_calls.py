"""How tests call the command line, in this process or as a program."""

from __future__ import annotations

import click
from click.testing import CliRunner
from makachess.play.processes import own_command
from makachess.tui.cli import cli
from makachess.variants import load

START = load("veteran").start_fen

PROGRAM = own_command("makachess.tui.program")


def every_command() -> dict[str, click.Command]:
    """The commands, and those below them, by what is typed."""
    context = click.Context(cli)
    found = {}
    for name in cli.list_commands(context):
        found[name] = cli.get_command(context, name)
        below = getattr(found[name], "commands", {})
        found |= {f"{name} {part}": inner for part, inner in below.items()}
    return found


def call(*args, stdin=""):
    return CliRunner().invoke(cli, [*map(str, args)], input=stdin)


def good(*args, stdin=""):
    result = call(*args, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def bad(*args, stdin=""):
    """The one line with which a call is refused."""
    result = call(*args, stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("makachess: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("makachess: ").rstrip()
