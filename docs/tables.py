"""The generated parts of docs/tables.md: `make generated` writes them between their marks.

Messages, their keys and what each may hold are those of the schema by which host and clients read
them.
"""

from __future__ import annotations

import inspect
import json
import re
from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from makachess.play.tables.host.limits import Limits
from makachess.play.tables.messages.codec import type_name
from makachess.play.tables.messages.schema import (
    ANSWERS,
    EVENTS,
    LONGEST_MESSAGE,
    LONGEST_REQUEST,
    PARTS,
    REQUESTS,
    VERSION,
)
from makachess.variants.schema import Slot, record_of

PAGE = Path(__file__).parent / "tables.md"
SHARED = ("id",)  # keys of every request or answer, which the page explains once


def messages(kinds: Iterable[type]) -> str:
    """Each message with its keys, as Markdown."""
    return "\n\n".join(map(_message, kinds))


def _message(kind: type) -> str:
    lines = inspect.getdoc(kind) or ""
    text = " ".join(lines.split())
    own = [slot for slot in record_of(kind).slots.values() if slot.name not in SHARED]
    return "\n".join((f"**`{type_name(kind)}`** {text}", *_keys(own)))


def _keys(slots: list[Slot]) -> list[str]:
    if not slots:
        return []
    rows = [f"| `{slot.name}` | {_cell(slot.expected)} | {_default(slot)} |" for slot in slots]
    return ["", "| key | value | if left out |", "|---|---|---|", *rows]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _default(slot: Slot) -> str:
    return "must be there" if slot.needed else f"`{_json(slot.default)}`"


def _json(value: Any) -> str:
    if isinstance(value, tuple):
        return "[]"
    return "{}" if hasattr(value, "__dataclass_fields__") else json.dumps(value)


def limits() -> str:
    """What the host allows by itself."""
    usual, comments = Limits(), _comments()
    rows = [f"| {comments[f.name]} | {round(getattr(usual, f.name))} |" for f in fields(Limits)]
    rows.append(f"| bytes of a line to the host | {LONGEST_REQUEST} |")
    rows.append(f"| bytes of a line from it | {LONGEST_MESSAGE} |")
    return "\n".join(("| what | at most |", "|---|---|", *rows))


def _comments() -> dict[str, str]:
    """What the source says beside each limit."""
    found = re.findall(r"^    (\w+): \w+ = .*?  # (.*)$", inspect.getsource(Limits), re.M)
    return dict(found)


PARTS_OF_PAGE = {
    "version": lambda: f"This is version {VERSION} of the protocol.",
    "requests": lambda: messages(REQUESTS),
    "answers": lambda: messages(ANSWERS),
    "events": lambda: messages(EVENTS),
    "records": lambda: messages(PARTS),
    "limits": limits,
}
_PART = re.compile(r"(<!-- (?P<name>[a-z -]+), by `make generated` -->)\n.*?(<!-- end -->)", re.S)


def renewed(page: str) -> str:
    """The page with its generated parts as they should be."""
    return _PART.sub(lambda part: f"{part[1]}\n{PARTS_OF_PAGE[part['name']]()}\n{part[3]}", page)


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
