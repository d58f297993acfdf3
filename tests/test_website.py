"""The site's own parts: pages of the games, what Markdown must be like there, and dead links."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path

import pytest
from makachess.variants import load, names, relative_names

DOCS = Path(__file__).parent.parent / "docs"


def script():
    spec = importlib.util.spec_from_file_location("website", DOCS / "website.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SITE = script()


def built(folder, **pages):
    for name, body in pages.items():
        SITE.write(folder / f"{name}.html", f"<html><body>{body}</body></html>")
    return SITE.dead_links(folder)


def test_links_that_lead_somewhere(tmp_path):
    good = '<a href="b.html#part">b</a> <a href="#top" id="top"></a> <a href="https://x.org">x</a>'
    assert built(tmp_path, a=good, b='<h2 id="part">Part</h2>') == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="c.html">c</a>', "a.html: a dead link: c.html"),
        ('<a href="b.html#other">b</a>', "a.html: no such part: b.html#other"),
        ('<a href="#other">here</a>', "a.html: no such part: #other"),
        ('<img src="none.svg">', "a.html: a dead link: none.svg"),
        ('<img src="https://x.org/a.png">', "a.html: fetched from elsewhere: https://x.org/a.png"),
        (
            '<link rel="stylesheet" href="//x.org/a.css">',
            "a.html: fetched from elsewhere: //x.org/a.css",
        ),
    ],
)
def test_links_that_do_not(tmp_path, body, fault):
    assert built(tmp_path, a=body, b="") == [fault]


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
