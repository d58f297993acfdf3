"""Values into a variant's file: everything else in it stays as it is, byte for byte."""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Mapping
from pathlib import Path

from makachess.variants.document import read_document
from makachess.variants.sources import Source, read_source

_VALUE_LINE = re.compile(r"^value = \d+\n", re.MULTILINE)
_VALUE_ALONE = re.compile(r'^(?:[A-Z]|"\+?[A-Z][\'!]?") = \{ value = \d+ \}\n', re.MULTILINE)
_VALUE_INLINE = re.compile(r"(?<=\{ )value = \d+, |, value = \d+(?= \})")
_EMPTY = re.compile(r"^\[pieces\]\n\n", re.MULTILINE)
_PLACE = re.compile(r"^\[place\]\n(?:[a-z]+ = \d+\n)*\n?", re.MULTILINE)
_NOTE = re.compile(r"\A# Tuned on .*\n(?:#.*\n)*\n")
_HEADER = re.compile(r"^\[.*\]\n", re.MULTILINE)


def write_tuning(
    path: Path, values: Mapping[str, int], weights: Mapping[str, int], note: str
) -> None:
    """Replace the values, the [place] table and the note at the head of a variant's file."""
    text = path.read_text(encoding="utf-8")
    named = _without_models(path, values)
    new = set_tuning(text, named, weights, note)
    path.write_text(new, encoding="utf-8")


def _without_models(path: Path, values: Mapping[str, int]) -> dict[str, int]:
    """The values that must be written: a type that is `like` another one of them has its value."""
    pieces = read_document(read_source(path), _neighbour).table["pieces"]
    return {
        kind: value
        for kind, value in values.items()
        if values.get(pieces[kind].get("like", "")) != value
    }


def _neighbour(source: Source, name: str) -> Source:
    """The file of the same folder that another one extends, though built-in ones have its name."""
    return read_source(Path(source.path or "").with_name(f"{name}.toml"))


def set_tuning(text: str, values: Mapping[str, int], weights: Mapping[str, int], note: str) -> str:
    """The text of a variant file with other values; without any, the text as it was before."""
    bare = strip_tuning(text)
    new = bare
    for kind, value in values.items():
        new = _set_value(new, kind, value)
    new = _format_note(note) + _set_place(new, weights)
    assert _rules(new) == _rules(bare), "writing values has changed the rules"
    return new


def add_to_note(text: str, sentence: str) -> str:
    """The text with a sentence more in its note, in the place of one that begins alike."""
    found = _NOTE.match(text)
    if not found:
        return text
    note = " ".join(line.removeprefix("# ") for line in found[0].splitlines()).strip()
    note = note.partition(f" {sentence.split()[0]} ")[0]
    return _format_note(f"{note} {sentence}") + text[found.end() :]


def _format_note(note: str) -> str:
    """A comment of as many lines as it takes, with an empty line behind it."""
    head = textwrap.wrap(note, 98, break_on_hyphens=False, break_long_words=False)
    return "".join(f"# {line}\n" for line in head) + "\n" * bool(head)


def strip_tuning(text: str) -> str:
    """The text without note, values and weights."""
    for pattern in (_NOTE, _VALUE_LINE, _VALUE_ALONE, _VALUE_INLINE, _EMPTY, _PLACE):
        text = pattern.sub("", text)
    return text


def _rules(text: str) -> dict[str, object]:
    """What a file says, but for values and weights."""
    table = tomllib.loads(text)
    table.pop("place", None)
    pieces = table.pop("pieces", {})
    bare = {
        kind: {name: x for name, x in piece.items() if name != "value"}
        for kind, piece in pieces.items()
    }
    return {**table, "pieces": {kind: piece for kind, piece in bare.items() if piece}}


def _set_value(text: str, kind: str, value: int) -> str:
    """The value in the piece's table if it has one, after the movement; else in [pieces]."""
    name = re.escape(kind if kind.isalpha() else f'"{kind}"')
    if table := re.search(rf"^\[pieces\.{name}\]\n", text, re.MULTILINE):
        end = _end_of_table(text, table.end())
        movement = re.compile(r"^betza = .*\n", re.MULTILINE).search(text, table.end(), end)
        at = movement.end() if movement else table.end()
        return f"{text[:at]}value = {value}\n{text[at:]}"
    start = _pieces_table(text)
    if start is not None:
        inline = re.compile(rf"^{name} = \{{ (.*?)( \}})?\n", re.MULTILINE)
        if found := inline.search(text, start, _end_of_table(text, start)):
            at = found.start(2) if found[2] else found.start(1)
            word = f", value = {value}" if found[2] else f"value = {value}, "
            return text[:at] + word + text[at:]
    return _add_piece(text, kind if kind.isalpha() else f'"{kind}"', value)


def _add_piece(text: str, name: str, value: int) -> str:
    """A line for an inherited type of which the file has said nothing so far."""
    line, start = f"{name} = {{ value = {value} }}\n", _pieces_table(text)
    if start is not None:
        at = _end_of_table(text, start)
        at -= len(text[:at]) - len(text[:at].rstrip("\n")) - 1
        return text[:at] + line + text[at:]
    header = _HEADER.search(text)
    at = header.start() if header else len(text)
    return f"{text[:at]}[pieces]\n{line}\n{text[at:]}"


def _set_place(text: str, weights: Mapping[str, int]) -> str:
    """The weights as a table behind those of the pieces."""
    if not weights:
        return text
    lines = "".join(f"{name} = {weight}\n" for name, weight in weights.items())
    for header in _HEADER.finditer(text):
        if not header[0].startswith("[pieces"):
            at = header.start()
            while _comment_before(text, at):
                at = text.rindex("\n", 0, at - 1) + 1
            return f"{text[:at]}[place]\n{lines}\n{text[at:]}"
    return f"{text}\n[place]\n{lines}"


def _comment_before(text: str, at: int) -> bool:
    """Whether the line above is a comment, which then belongs to what follows."""
    line = text.rfind("\n", 0, at - 1) + 1
    return text[line:at].startswith("#")


def _pieces_table(text: str) -> int | None:
    """Where the contents of the table [pieces] begin."""
    found = re.search(r"^\[pieces\]\n", text, re.MULTILINE)
    return found.end() if found else None


def _end_of_table(text: str, start: int) -> int:
    header = _HEADER.search(text, start)
    return header.start() if header else len(text)
