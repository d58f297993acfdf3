"""What is said of a command line that click refuses: what is wrong, and what would be right.

Imported only then.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

import click
from makachess.variants.catalogue import known_names
from makachess.variants.sources import suggest

_NO_COMMAND = r"No such command '(.*?)'\."


def reword(error: click.ClickException) -> str:
    """Click's message, with what could stand in the place of what is wrong."""
    message = error.format_message()
    if isinstance(error, click.NoSuchOption):
        return f"no option {error.option_name!r}{_options(error)}"
    if isinstance(error, click.MissingParameter):
        return f"{message.rstrip('.')}{_missing(error)}"
    if isinstance(error, click.BadParameter) and error.param is not None:
        kind = error.param.type
        return message.replace(f"a valid {kind.name}.", _number(kind))
    if isinstance(error, click.UsageError) and (named := re.match(_NO_COMMAND, message)):
        return f"no command {_commands(error, named[1])}"
    return message


def _options(error: click.NoSuchOption) -> str:
    """The options of the command, and the nearest if one is close, whatever dashes it has."""
    assert error.ctx is not None
    given = [option for found in error.ctx.command.get_params(error.ctx) for option in found.opts]
    known = {option.lstrip("-"): option for option in given if option.startswith("--")}
    near = get_close_matches(error.option_name.lstrip("-"), known, n=1)
    hint = f"; did you mean {known[near[0]]!r}?" if near else ""
    return f" (there are: {', '.join(known.values())}){hint}"


def _commands(error: click.UsageError, name: str) -> str:
    """The unknown command, and those that there are."""
    assert error.ctx is not None
    assert isinstance(error.ctx.command, click.Group)
    return f"{name!r}{suggest(name, tuple(error.ctx.command.list_commands(error.ctx)))}"


def _missing(error: click.MissingParameter) -> str:
    """The games, where a VARIANT is missing, and else how the command is written."""
    if error.param is not None and error.param.name == "variant":
        return f" (there are: {', '.join(known_names())})"
    if error.ctx is None:
        return ""
    pieces = error.ctx.command.collect_usage_pieces(error.ctx)
    return f" (it is written: {' '.join((error.ctx.command_path, *pieces))})"


def _number(kind: click.ParamType[Any]) -> str:
    """What a number must be."""
    noun = "a whole number" if isinstance(kind, click.types.IntParamType) else "a number"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is None:
        return noun if most is None else f"{noun} up to {most}"
    return f"{noun} from {least} on" if most is None else f"{noun} from {least} to {most}"
