"""Texts of others cannot command a terminal once they are made visible."""

import unicodedata

import pytest
from makachess.core.text import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ærø, 王将 ♞", "Ærø, 王将 ♞"),
        ("a\x1b]0;owned\x07b", r"a\x1b]0;owned\x07b"),
        ("a\x9b2Jb\x7f", r"a\x9b2Jb\x7f"),
        ("game\u202enpg.exe", r"game\u202enpg.exe"),
        ("a\u200bb\ufeff", r"a\u200bb\ufeff"),
        ("one\r\ntwo\tthree\u2028four\xa0five", "one  two three four five"),
        ("lone \udcff half", r"lone \udcff half"),
        ("\0", r"\x00"),
    ],
)
def test_what_a_terminal_would_obey_is_written_as_an_escape(text, shown):
    assert visible(text) == shown


def test_nothing_unprintable_is_left_and_nothing_printable_is_changed():
    for start in (*range(0, 0x10000, 0x400), 0xE0000):
        text = "".join(map(chr, range(start, start + 0x400)))
        shown = visible(text)
        assert shown.isprintable()
        assert not any(unicodedata.category(char).startswith("C") for char in shown)
        shown.encode()  # which half characters would not allow
        kept = "".join(filter(str.isprintable, text))
        assert visible(kept) == kept
