"""The manual page, from the declarations of the command line; `make generated` writes it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click
from makachess.tui.cli import cli

HEAD = r"""
.\" Written by docs/manpage.py from the declarations of the command line: run `make generated`.
.TH MAKACHESS 1 "" "makachess" "Games"
.SH NAME
makachess \- chess variants in which pieces win their promotion in battle
.SH SYNOPSIS
.B makachess
.RB [ \-\-no\-mouse ]
.br
.B makachess
.I COMMAND
.RI [ ARGUMENTS ]
.SH DESCRIPTION
Plays Veteran Chess, Decimaka, Devingt Chess, Macadamia Shogi, Maka Dai Dai Shogi and orthodox chess
in a terminal, against the built-in engine, other engines or each other; shows how pieces move;
saves, replays and reviews games. Without a command the app opens; there F1 shows its keys, and a
colon lists all commands.
.PP
.I VARIANT
is the name of a built-in game, of a file in the folder
.I variants
of the configuration, or a path that ends in
.IR .toml .
"""
HELP = r"""
.TP
.B \-h, \-\-help
Show the options of the program, or of a command.
"""
TAIL = r"""
.SH ENVIRONMENT
.TP
.B MAKACHESS_HOME
A folder to use instead of the user's data and configuration folders.
.TP
.BR NO_COLOR ", " TERM ", " COLORTERM
Which colours are shown.
.SH FILES
.TP
.I ~/.config/makachess/settings.toml
Settings; F9 in the app changes them.
.TP
.I ~/.config/makachess/variants/
Games of your own.
.TP
.IR ~/.config/makachess/models/ ", " ~/.config/makachess/books/
Models and opening books that replace a game's own.
.TP
.I ~/.local/share/makachess/games/
Saved games, in PGN.
.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
A comparison found a difference.
.TP
.B 2
Wrong input; one line on standard error says what is wrong.
.TP
.B 70
A bug in the program; the game has been saved.
.TP
.B 74
Standard output cannot be written, as one line on standard error says; or the game was left with
moves that could not be saved.
.TP
.B 128+n
Ended by signal n; 141, without a message, if the reader of standard output has gone.
.SH SHELL COMPLETION
.nf
eval "$(_MAKACHESS_COMPLETE=bash_source makachess)"
eval "$(_MAKACHESS_COMPLETE=zsh_source makachess)"
_MAKACHESS_COMPLETE=fish_source makachess | source
.fi
"""


def manual() -> str:
    """The page in roff."""
    context = click.Context(cli, info_name="makachess")
    commands = [(name, cli.get_command(context, name)) for name in cli.list_commands(context)]
    lines = [HEAD.strip(), ".SH OPTIONS", *_options(cli), HELP.strip(), ".SH COMMANDS"]
    for name, command in commands:
        assert command is not None
        lines += _command(name, command)
    return "\n".join([*lines, TAIL.strip()]) + "\n"


def _command(name: str, command: click.Command) -> Iterator[str]:
    """A command, and those below it."""
    arguments = [p for p in command.params if isinstance(p, click.Argument)]
    words = " ".join(argument.metavar or f"{argument.name}".upper() for argument in arguments)
    yield f".SS makachess {roff(name)} {roff(words)}".rstrip()
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    yield "\n.PP\n".join(roff(" ".join(text.split())) for text in paragraphs)
    yield from _options(command)
    if isinstance(command, click.Group):
        for part, below in command.commands.items():
            yield from _command(f"{name} {part}", below)


def _options(command: click.Command) -> Iterator[str]:
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            yield ".TP"
            yield ".B " + roff(", ".join(option.opts) + _value(option))
            yield roff(option.help or "")


def _value(option: click.Option) -> str:
    if option.is_flag:
        return ""
    if isinstance(option.type, click.Choice):
        return " " + "|".join(map(str, option.type.choices))
    if isinstance(option.type, click.IntRange) and option.type.max is not None:
        return f" {option.type.min}-{option.type.max}"
    return f" {option.metavar or option.type.name.split()[0].upper()}"


def roff(text: str) -> str:
    """A text as roff shows it as it is."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


if __name__ == "__main__":
    print(manual(), end="")
