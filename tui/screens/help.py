"""Keys and rules beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makachess.core.spec import Variant
from makachess.tui.text import Part, TextPanel
from makachess.tui.text.line import Line

MARKS = (
    ("x", "takes, and stays what it is"),
    ("?V", "takes, and may become V"),
    ("!V", "takes, and must become V"),
)


class HelpPanel(TextPanel):
    """The keys of the screen, the marks on the board, the rules of the game."""

    def __init__(
        self, variant: Variant, keys: Sequence[tuple[str, str]], *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.set_lines([*_table("Keys", keys), *_table("Marks", MARKS), *rules_lines(variant)])


def rules_lines(variant: Variant) -> Iterator[Line]:
    """A variant's own help text, one line a paragraph, with its title above."""
    yield (Part(variant.title, "strong"),)
    yield (Part(variant.summary, "quiet"),)
    yield ()
    for paragraph in variant.help.strip().split("\n"):
        yield (Part(paragraph),)


def _table(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[Line]:
    width = max(len(key) for key, _ in rows)
    yield (Part(title, "strong"),)
    for key, text in rows:
        yield (Part(f"{key:<{width}}", "key"), Part(" " + text))
    yield (Part(""),)
