"""How tests call the command line, in this process or as a program."""

from __future__ import annotations

import sys

from click.testing import CliRunner
from makachess.tui.cli import cli
from makachess.variants import load

START = load("veteran").start_fen
MAIN = "from makachess.tui.program import main; main()"
PROGRAM = [sys.executable, "-c", MAIN]


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
