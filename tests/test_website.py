"""The site's own parts: pages of the games, and what Markdown must be like there."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from makachess.variants import load, names, relative_names
from processes import script

DOCS = Path(__file__).parent.parent / "docs"


SITE = script("website")


@pytest.mark.parametrize("name", [*names(), *relative_names()])
def test_a_game_has_a_page_with_its_rules_and_pieces(name):
    variant, page = load(name), SITE.game_page(load(name))
    assert page.startswith(f"# {variant.title}\n")
    assert page.count('<section class="piece">') == len(variant.pieces)
    assert "## Rules\n" in page
    lines = page.split("\n")
    assert not [line for line in lines if line.startswith("    ")], "Markdown would show it as code"


def test_every_game_is_in_the_list():
    listed = SITE.with_games((DOCS / "games.md").read_text(encoding="utf-8"))
    assert listed.count("](games/") == len([*names(), *relative_names()])


def test_examples():
    assert doctest.testmod(SITE).failed == 0
