"""The generated parts of docs/variants.md and docs/betza.md: `make generated` writes them between
their marks.

Keys, types and defaults are those of the schema by which files are checked; diagrams are drawn by
the reader of Betza text itself.
"""

from __future__ import annotations

import json
import re
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from itertools import zip_longest
from pathlib import Path
from typing import Any

from makachess.core.betza import Movement, parse_betza
from makachess.core.spec import Ending, PieceType, Place, Promotion, Trading, Variant
from makachess.play.diagrams import Mark, diagram_marks, diagram_radius, format_grid
from makachess.variants.keys import FILE, OPTION, RULES, TEXT, UNSAID, key_of
from makachess.variants.schema import Each, Kind, Shape

FOLDER = Path(__file__).parent
PAGES = FOLDER / "variants.md", FOLDER / "betza.md"
SAID: dict[str, dict[str, list[str]]] = tomllib.loads(
    (FOLDER / "variants.toml").read_text(encoding="utf-8")
)
RECORDS = {
    "pieces": PieceType,
    "promotion": Promotion,
    "ending": Ending,
    "place": Place,
    "trading": Trading,
    "file": Variant,
}
NEEDED = {"title", "files", "ranks", "start", "name", "betza", "help"}
_NOTHING = ("", (), frozenset())
WIDTH = 96  # columns of a row of diagrams

LEAPS = "W F D N A H C Z G"
SHORT = "K R B Q W3 NN DD N2"
DIRECTIONS = "fW sF fK ffN fsN bB lrW vR"
CONDITIONS = "mWcF fmWfceFifmnD mnD mnA KisO2"
LEGS = "afsW FyafsF WyafsW mRcpR gQ fmFfcafmF (1,4)"
POWERS = "KNADcaKmabK KADcavK KADpafK KmcpafmcpavKAD RmasR BmasB U"


def tables() -> Iterator[tuple[str, Mapping[str, Shape]]]:
    """The tables of a file, with the shapes of their keys."""
    plain = {name: shape for name, shape in FILE.items() if not _is_table(name)}
    yield "file", plain
    pieces = RULES["pieces"]
    assert isinstance(pieces, Each)
    yield "pieces", _table(pieces.value)
    for name in ("promotion", "ending", "trading", "place"):
        yield name, _table(RULES[name])
    yield "options", {**OPTION, "presets": Each(Kind(bool, ""), Kind(bool, "")), "words": TEXT}


def _is_table(name: str) -> bool:
    return name in ("pieces", "promotion", "ending", "trading", "place", "options")


def _table(shape: Shape) -> Mapping[str, Shape]:
    assert isinstance(shape, Mapping)
    return shape


def key_table(name: str) -> str:
    """The table of one kind of keys, as Markdown."""
    rows = ["| key | value | default | what it says | example |", "|---|---|---|---|---|"]
    for one, shape in dict(tables())[name].items():
        says, example = SAID[name][one]
        cells = (f"`{one}`", expected(shape), default(name, one), says, f"`{one} = {example}`")
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(rows)


def expected(shape: Shape) -> str:
    """What a key takes, in the words of the message that refuses anything else."""
    return shape.expected if isinstance(shape, Kind) else "a table"


def default(table: str, name: str) -> str:
    """What holds where a key is left out."""
    if name in NEEDED and (table, name) not in (("file", "help"), ("options", "title")):
        return "needed"
    for field in fields(RECORDS[table]) if table in RECORDS else ():
        if key_of(field.name) == name and field.default is not MISSING:
            return f"`{_toml(field.default)}`" if field.default not in _NOTHING else "none"
    return "none"


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def diagrams(texts: str) -> str:
    """The squares that each text reaches, drawn side by side."""
    rows: list[list[list[str]]] = [[]]
    for text in texts.split():
        block = _drawn(text)
        if rows[-1] and sum(len(b[0]) + 3 for b in rows[-1]) + len(block[0]) > WIDTH:
            rows.append([])
        rows[-1].append(block)
    return "```\n" + "\n\n".join(map(_beside, rows)) + "\n```"


def _drawn(text: str) -> list[str]:
    movement: Movement = parse_betza(text)
    radius = max(2, diagram_radius(movement))
    grid = format_grid(diagram_marks(movement, radius), radius, "@")
    width = max(len(text), len(grid[0]))
    return [line.ljust(width) for line in (text, *grid)]


def _beside(blocks: list[list[str]]) -> str:
    lines = zip_longest(*blocks)
    widths = [len(block[0]) for block in blocks]
    return "\n".join(_row(line, widths) for line in lines)


def _row(parts: Iterable[str | None], widths: list[int]) -> str:
    pairs = zip(parts, widths, strict=True)
    return "   ".join((part or "").ljust(width) for part, width in pairs).rstrip()


def marks() -> str:
    """What the marks in the diagrams mean."""
    return "\n".join(f"* `{mark.char}` {mark.value[1]}" for mark in Mark if mark.value[1])


def unsaid() -> str:
    """What no key says, with the keys that are told so."""
    rows = [f"* {what}: {', '.join(f'`{key}`' for key in keys)}" for what, keys in UNSAID.items()]
    return "\n".join(rows)


PARTS = {
    **{f"keys of {name}": lambda name=name: key_table(name) for name, _ in tables()},
    "marks": marks,
    "unsaid": unsaid,
    "leaps": lambda: diagrams(LEAPS),
    "compounds": lambda: diagrams(SHORT),
    "directions": lambda: diagrams(DIRECTIONS),
    "conditions": lambda: diagrams(CONDITIONS),
    "legs": lambda: diagrams(LEGS),
    "powers": lambda: diagrams(POWERS),
}
_PART = re.compile(r"(<!-- (?P<name>[a-z -]+), by `make generated` -->)\n.*?(<!-- end -->)", re.S)


def renewed(page: str) -> str:
    """The page with its generated parts as they should be."""
    return _PART.sub(lambda part: f"{part[1]}\n{PARTS[part['name']]()}\n{part[3]}", page)


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    for page in PAGES:
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
