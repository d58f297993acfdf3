"""docs/tables.md is up to date with the schema of messages, and what it shows is right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from makachess.play.tables.messages.codec import parse_message, parse_request
from processes import script

DOCS = Path(__file__).parent.parent / "docs"
TEXT = (DOCS / "tables.md").read_text(encoding="utf-8")


PARTS = script("tables")


def test_the_page_is_up_to_date():
    assert PARTS.renewed(TEXT) == TEXT, "run `make generated`"


def test_every_part_is_on_the_page():
    named = set(re.findall(r"<!-- ([a-z -]+), by `make generated` -->", TEXT))
    assert named == set(PARTS.PARTS_OF_PAGE)


@pytest.mark.parametrize(("way", "line"), re.findall(r"^([<>]) (\{.*\})$", TEXT, re.M))
def test_the_lines_shown_are_messages(way, line):
    read = parse_request if way == ">" else parse_message
    assert read(json.dumps(json.loads(line.replace("{…}", "{}"))).encode())


def test_every_limit_is_explained():
    assert len(PARTS.limits().splitlines()) == len(PARTS.fields(PARTS.Limits)) + 4
