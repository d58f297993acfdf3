"""The pages for inventors are up to date with the schema, and can be followed literally."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from cli_calls import call
from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.variants.schema import Kind, clean
from processes import script

DOCS = Path(__file__).parent.parent / "docs"
PAGES = DOCS / "invent.md", DOCS / "betza.md", DOCS / "variants.md"
TEXT = "".join(page.read_text(encoding="utf-8") for page in PAGES)


PARTS = script("variants")
KEYS = [
    pytest.param(table, key, shape, id=f"{table}-{key}")
    for table, shapes in PARTS.tables()
    for key, shape in shapes.items()
]


def test_the_page_is_up_to_date():
    assert PARTS.renewed(TEXT) == TEXT, "run `make generated`"


def test_every_part_is_on_the_page():
    assert set(re.findall(r"<!-- ([a-z -]+), by `make generated` -->", TEXT)) == set(PARTS.PARTS)


@pytest.mark.parametrize(("table", "key", "shape"), KEYS)
def test_every_key_has_an_example_that_is_accepted(table, key, shape):
    _, example = PARTS.SAID[table][key]
    faults = []
    if key != "presets":  # whose names are those of the file's other options
        clean(shape, tomllib.loads(f"x = {example}")["x"], lambda *fault: faults.append(fault))
    assert faults == []


def test_nothing_is_explained_that_is_no_key():
    keys = {(table, key) for table, shapes in PARTS.tables() for key in shapes}
    assert {(table, key) for table, said in PARTS.SAID.items() for key in said} == keys


@pytest.mark.parametrize(("table", "key", "shape"), KEYS)
def test_a_default_is_a_value_that_is_accepted(table, key, shape):
    text = PARTS.default(table, key).strip("`")
    if text not in ("needed", "none"):
        assert isinstance(shape, Kind)
        assert shape.accepts(tomllib.loads(f"x = {text}")["x"])


def grammar(rule):
    """The letters that a rule of the grammar offers."""
    (line,) = re.findall(rf"^{rule} += (.*)$", TEXT, re.M)
    return set(re.findall(r'"(.)"', line))


def test_the_grammar_has_the_atoms_that_are_read():
    with pytest.raises(VariantError) as caught:
        parse_betza("X")
    known = re.search(r"known: ([A-Z ]+)\)", str(caught.value))[1]
    assert grammar("atom") == set(known.split())


def test_the_grammar_has_the_modifiers_that_are_read():
    with pytest.raises(VariantError) as caught:
        parse_betza("xW")
    known = re.search(r"known: ([a-z ]+)\)", str(caught.value))[1]
    letters = set.union(*map(grammar, ("direction", "mode", "condition", "chain")))
    assert letters == set(known.split())


def steps():
    """What the page tells its reader to do: files to save, and calls with what they print."""
    for kind, block in re.findall(r"^```(toml|console)\n(.*?)^```$", TEXT, re.M | re.S):
        if kind == "toml":
            yield "save", block
        else:
            first, _, printed = block.partition("\n")
            yield first.removeprefix("$ "), printed


def test_whoever_follows_the_page_gets_what_it_says(tmp_path, monkeypatch):
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    folder = tmp_path / "variants"
    calls = 0
    for step, text in steps():
        if step == "save":
            (folder / "vampire-chess.toml").write_text(text, encoding="utf-8")
            assert len(text.splitlines()) == 15
            continue
        program, *words = shlex.split(step)
        assert program == "makachess"
        words = [str(folder / word) if word.endswith(".toml") else word for word in words]
        result = call(*words)
        shown = result.stdout.replace(str(tmp_path), "/home/you/.config/makachess")
        assert (result.exit_code, result.stderr, shown) == (0, "", text), step
        calls += 1
    assert calls == 5
