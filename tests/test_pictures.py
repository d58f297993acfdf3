"""The pictures of the documentation: all there, none too many, each a picture."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
MOVES = {"film_80x24": {"style"}}  # pictures that move, by what that takes


def test_every_picture_is_shown_and_every_one_shown_is_there():
    shown = set()
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for path in re.findall(r"!\[[^]]*\]\(([^)]+\.svg)\)", page.read_text()):
            shown.add((page.parent / path).resolve())
    assert shown == set(PICTURES.glob("*.svg"))


def test_pictures_are_svg_of_shapes_and_words():
    for path in PICTURES.glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        tags = {element.tag.partition("}")[2] for element in root.iter()}
        assert tags - {"path"} - MOVES.get(path.stem, set()) == {"svg", "g", "rect", "text"}, path
        assert path.stat().st_size < 1_000_000, path
