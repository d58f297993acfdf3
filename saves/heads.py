"""How a game file begins: the tags of its first game, without reading any moves."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from makachess.saves.files import open_file
from makachess.saves.tags import TAG, unescape
from makachess.saves.tokens import Tokenizer, TokenKind, decode

_HEAD = 8192  # bytes: no tag section of ours is half as long
_NEXT_TAG = re.compile(r"\s*" + TAG)
_LATER_TAG = re.compile(r"^\[\w+ ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Head:
    """The tags of a file's first game, and whether others may follow it."""

    tags: dict[str, str] = field(default_factory=dict)
    is_not_all: bool = False


def load_tags(path: str | os.PathLike[str]) -> dict[str, str]:
    """The tags of a file's first game, without reading its moves; none if it cannot be read."""
    return load_head(path).tags


def load_head(path: str | os.PathLike[str]) -> Head:
    """How a file begins; a head without tags if it cannot be read."""
    try:
        with open_file(os.fspath(path)) as file:
            data = file.read(_HEAD)
    except (OSError, ValueError):
        return Head()
    is_long = len(data) == _HEAD
    if is_long:
        data = data[: data.rfind(b"\n") + 1]
    text = decode(data).removeprefix("\ufeff")
    tags: dict[str, str] = {}
    end = 0
    while match := _NEXT_TAG.match(text, end):
        tags[match[1]] = unescape(match[2])
        end = match.end()
    # The rest are moves, unless another program writes tags in its own way.
    rest = text[end:]
    for token in Tokenizer(rest.splitlines()) if "[" in rest else ():
        if token.kind is not TokenKind.TAG:
            break
        tags[token.name] = token.text
    return Head(tags, is_long or bool(_LATER_TAG.search(rest)))
