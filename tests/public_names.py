"""What a program, a script or a file may rely on, a line each; `make public` writes it down.

Lines are of two kinds: what there is, and, with `needed` at their end, what may not be left out.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import click
from makachess.core.protocols.uci import OPTIONS
from makachess.play.settings import Settings, offers, shown, toml_key
from makachess.play.tables.messages.codec import type_name
from makachess.play.tables.messages.schema import ANSWERS, EVENTS, REQUESTS
from makachess.tui.cli import cli
from makachess.variants import load, names, relative_names
from makachess.variants.schema import record_of

FILE = Path(__file__).parent / "data" / "public.txt"
NEEDED = " needed"
MODULES = (
    *("makachess.core", "makachess.core.engine", "makachess.variants"),
    *("makachess.saves", "makachess.play.engines"),
)
ORDINARY = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def public() -> list[str]:
    """All of it, in order."""
    parts = library(), commands("makachess", cli), settings(), protocols(), games()
    return sorted({line for part in parts for line in part})


# --- library --------------------------------------------------------------------------------------


def library() -> Iterator[str]:
    """The names of the packages, and what can be done with each."""
    for module in map(importlib.import_module, MODULES):
        for name in module.__all__:
            yield from _about(f"{module.__name__}.{name}", getattr(module, name))


def _about(name: str, value: object) -> Iterator[str]:
    yield name
    if inspect.isclass(value):
        yield from _members(name, value)
    elif callable(value):
        yield from _parameters(name, value)


def _members(name: str, kind: type) -> Iterator[str]:
    if issubclass(kind, Enum):
        yield from (f"{name}.{member}" for member in kind.__members__)
        return
    if not issubclass(kind, Exception):
        yield from _parameters(name, kind)
    if is_dataclass(kind):
        yield from (f"{name}.{field.name}" for field in fields(kind) if field.name[0] != "_")
    for member, value in inspect.getmembers(kind):
        if member[0] == "_" or not _is_ours(kind, member):
            continue
        yield f"{name}.{member}"
        if inspect.isroutine(value):
            yield from _parameters(f"{name}.{member}", value)


def _is_ours(kind: type, member: str) -> bool:
    """Whether a member is declared by makachess, not by what its class extends."""
    owner = next(base for base in kind.__mro__ if member in vars(base))
    return owner.__module__.startswith("makachess.")


def _parameters(name: str, function: object) -> Iterator[str]:
    try:
        signature = inspect.signature(function)  # type: ignore[arg-type]
    except (TypeError, ValueError):  # compiled, without one
        return
    found = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    for at, one in enumerate(found, 1):
        place = f"{at} {one.name}" if one.kind in ORDINARY else f"{one.name}="
        yield f"{name}: {place}"
        if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            yield f"{name}: {place}{NEEDED}"


# --- command line ---------------------------------------------------------------------------------


def commands(name: str, command: click.Command) -> Iterator[str]:
    """A command, its arguments and options, and the commands below it."""
    yield name
    for one in command.params:
        if isinstance(one, click.Argument):
            yield f"{name}: {one.make_metavar(click.Context(command)).strip('[].')}"
        elif not getattr(one, "hidden", False):
            for text in (*one.opts, *one.secondary_opts):
                yield f"{name} {text}"
                if one.required:
                    yield f"{name} {text}{NEEDED}"
                if isinstance(one.type, click.Choice):
                    yield from (f"{name} {text} {choice}" for choice in one.type.choices)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None
            yield from commands(f"{name} {below}", found)


# --- settings, protocols, games -------------------------------------------------------------------


def settings() -> Iterator[str]:
    """The keys of settings.toml, and what those of few values may hold."""
    yield from (f"settings.toml {toml_key(field.name)}" for field in fields(Settings))
    for offer in offers():
        if offer.name != "variant":
            key = toml_key(offer.name)
            yield from (f"settings.toml {key} {shown(value)}" for value in offer.choices)


def protocols() -> Iterator[str]:
    """The options of UCI, and the messages at tables with their keys."""
    yield from (f"UCI option {option.name}" for option in OPTIONS)
    for kind in REQUESTS:
        for slot in record_of(kind).slots.values():
            yield f"tables {type_name(kind)} {slot.name}"
            if slot.needed:
                yield f"tables {type_name(kind)} {slot.name}{NEEDED}"
        yield f"tables {type_name(kind)}"
    for kind in (*ANSWERS, *EVENTS):  # whose keys nobody has to send
        yield f"tables {type_name(kind)}"
        yield from (f"tables {type_name(kind)} {name}" for name in record_of(kind).slots)


def games() -> Iterator[str]:
    """The games by name, their pieces and options."""
    for name in (*names(), *relative_names()):
        variant = load(name)
        yield f"game {name}"
        yield from (f"game {name} piece {piece}" for piece in variant.pieces)
        for option in variant.options:
            yield f"game {name} option {option.name}"
            yield from (f"game {name} option {option.name}={value}" for value in option.values)


if __name__ == "__main__":
    print(*public(), sep="\n")
