"""The page of a game is whole HTML by itself, whatever its inventor has called its pieces."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from makachess.play.diagrams import piece_diagram
from makachess.play.game_page import format_page
from makachess.play.lookup import rules_in_words
from makachess.tui.panes.help import rules_lines
from makachess.variants import load, load_file

VOID = {"meta"}
HOSTILE = """</title></style><script>alert(1)</script>'" &amp; <b"""
TITLE = """<script>&"</h1><!-- x"""
GAME = f"""\
extends = "chess"
title = '''{TITLE}'''
summary = '''{HOSTILE}'''
help = '''{HOSTILE}

Second.'''
[pieces.Q]
name = '''{TITLE}'''
description = '''{HOSTILE}'''
kanji = "獅"
"""


class Page(HTMLParser):
    """What a page holds; any tag that is not closed, or closed in vain, is an error."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.texts = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        assert "svg" in self.open, f"{tag} does not close itself in HTML"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return "".join(self.texts)

    def needs_nothing(self):
        """Whether no other file is loaded, and nothing is run."""
        asked = {"href", "src", "srcset", "action", "data"} & {*self.attributes}
        runs = {"script", "link", "img", "iframe", "a", "object"} & {*self.tags}
        return not asked and not runs and not any(name.startswith("on") for name in self.attributes)


@pytest.mark.parametrize("name", ["chess", "veteran", "devingt", "macadamia", "maka", "chu"])
def test_every_piece_and_the_rules_are_on_the_page_of_a_game(name):
    variant = load(name)
    written = "".join(format_page(variant))
    page = Page(written)
    assert page.needs_nothing()
    assert "@import" not in written
    assert "url(" not in written
    for piece in variant.pieces.values():
        assert f"How the {piece.name} moves" in page.texts
        assert piece.description in page.texts
        assert {*piece_diagram(variant, piece.id).legend} <= {*page.texts}
    assert page.tags.count("section") == len(variant.pieces)
    assert {*filter(str.strip, variant.help.split("\n"))} <= {*page.texts}
    assert variant.start_fen in page.texts


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("devingt", {"compound_first_move": "none"}),
        ("macadamia", {"contagion": "off", "promotion": "mandatory", "move_limit": 0}),
        ("veteran", {"fifty_move_reset_by_pawn": "true"}),
        ("maka", {"rules": "modern"}),
    ],
)
def test_what_is_played_otherwise_than_the_rules_say_is_told_before_them(name, options):
    told, usual = [*rules_in_words(load(name, **options))], [*rules_in_words(load(name))]
    variant = load(name, **options)
    assert told[-len(usual) :] == usual
    chosen = [(option, variant.chosen[option.name]) for option in variant.options]
    changed = [
        f"{option.label}: {option.meaning(value)}"
        for option, value in chosen
        if value != option.default
    ]
    assert len(changed) >= len(options)
    more = told[1 : -len(usual) - 1]
    assert more == changed
    assert {*more} <= {*Page("".join(format_page(variant))).texts}
    assert {*more} <= {part.text for line in rules_lines(variant) for part in line}


def test_an_inventors_texts_are_shown_and_do_nothing(tmp_path):
    path = tmp_path / "hostile.toml"
    path.write_text(GAME, encoding="utf-8")
    page = Page("".join(format_page(load_file(path))))
    assert page.needs_nothing()
    assert page.tags.count("style") == page.tags.count("h1") == 1
    assert page.texts.count(HOSTILE) == 3
    assert f"How the {TITLE} moves" in page.texts
    assert "Second." in page.texts
