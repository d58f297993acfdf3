"""Paths and commands as people type them, and as terminals paste what is dropped on them."""

from __future__ import annotations

import os
import shlex
import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from makachess.core import MakachessError
from makachess.saves.restriction import check_path

_URL = "file:"


def typed_path(text: str, folder: Path | None = None) -> Path:
    """The path that a text means: plain, quoted, with escaped blanks, a `file://` address, or `~`.

    A name without a folder is one in `folder`, or in the current one. What is a file as it is
    written means that file. Raises MakachessError, also for a path that may not be used.
    """
    text = text.strip()
    try:
        path = Path(text).expanduser()
        if not os.path.lexists(path):
            text = _unwrapped(text)
            path = Path(text).expanduser()
        path = folder / path if folder and os.sep not in text else path.absolute()
    except RuntimeError:
        raise MakachessError(f"{text!r} names the home folder of an unknown user") from None
    except OSError as error:
        reason = error.strerror
        raise MakachessError(f"{text!r} begins in the current folder: {reason}") from None
    return check_path(path)


def command_words(command: str) -> list[str]:
    """The words of a command line, or the one path of a program; raises ValueError for neither.

    A name without a folder is left to be looked for as shells do.
    """
    with suppress(OSError, MakachessError):
        if os.sep in command and "\0" not in command and (path := typed_path(command)).is_file():
            return [str(path)]
    words = shlex.split(command)
    return [os.path.expanduser(word) for word in words[:1]] + words[1:]


def _unwrapped(text: str) -> str:
    """A path without what shells and file managers protect it with."""
    if {"'", '"', "\\"} & {*text}:
        with suppress(ValueError):  # such as an apostrophe
            words = shlex.split(text)
            if len(words) == 1:
                [text] = words
    if text.lower().startswith(_URL):
        text = text[len(_URL) :]
        if text.startswith("//"):
            host, _, text = text[2:].partition("/")
            if host.lower() not in ("", "localhost", socket.gethostname().lower()):
                raise MakachessError(f"{_URL}//{host}/{text} is on another computer")
            text = f"/{text}"
        return unquote(text, errors="surrogateescape")
    return text
