"""makachess doctor: what makachess has found here, for bug reports."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from makachess.tui.output import say, short_path


@click.command("doctor")
def command() -> None:
    """Show what makachess found here, for a bug report.

    Paths in your home folder are shown with ~.
    """
    for title, found in _findings():
        say(f"{title:12} {found}")


def _findings() -> Iterator[tuple[str, str]]:
    from importlib.metadata import version

    from makachess.core.kernel.board import COMPILED

    yield "makachess", f"{version('makachess')}, kernel {'compiled' if COMPILED else 'uncompiled'}"
    yield "Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield "Textual", f"{version('textual')}, Rich {version('rich')}"
    yield from _terminal()
    yield from _folders()
    yield from _settings()


def _terminal() -> Iterator[tuple[str, str]]:
    from makachess.tui.charset import can_show, terminal_encoding
    from makachess.tui.colors import color_system, told_ground
    from makachess.tui.terminal.pacing import is_far

    columns, rows = shutil.get_terminal_size()
    where = f"{columns}x{rows}" if sys.__stdout__ and sys.__stdout__.isatty() else "not on one"
    through = [", in tmux"] * bool(os.environ.get("TMUX")) + [", in screen"] * bool(
        os.environ.get("STY")
    )
    through += [", over SSH"] * is_far(os.environ)
    yield "terminal", f"{os.environ.get('TERM') or 'unnamed'}, {where}{''.join(through)}"
    system = "none (NO_COLOR)" if os.environ.get("NO_COLOR") else color_system(os.environ) or "none"
    yield "colours", f"{system}, background {told_ground(os.environ)} unless the terminal answers"
    shown = [name for name, sign in (("figures", "▛"), ("kanji", "歩")) if can_show(sign)]
    yield "characters", f"{terminal_encoding()}, {' and '.join(shown) or 'letters alone'}"


def _folders() -> Iterator[tuple[str, str]]:
    from makachess.saves.library import Library
    from makachess.variants import variants_folder

    for title, folder in (("games", Library().folder), ("variants", variants_folder())):
        yield title, f"{short_path(folder)} ({_state(folder)})"


def _state(folder: Path) -> str:
    if not folder.is_dir():
        return "not there yet"
    return "can be written" if os.access(folder, os.W_OK | os.X_OK) else "cannot be written"


def _settings() -> Iterator[tuple[str, str]]:
    from makachess.play.processes import find_program
    from makachess.play.settings import load_settings
    from makachess.saves.paths import command_words

    file = load_settings()
    state = "none yet" if not file.text and not file.faults else "read"
    yield "settings", f"{short_path(file.path)} ({state})"
    for fault in file.faults:
        yield "", str(fault)
    for name, text in file.settings.engines.items():
        program = (command_words(text) or [text])[0]
        found = find_program(program)
        yield "engine", f"{name}: {text} ({'found' if found else f'{program!r} is not found'})"
