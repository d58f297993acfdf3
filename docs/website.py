"""The pages of the site as mkdocs reads them, in build/site/pages, for `make site`.

The pages of the games are made from the variants themselves, and the pictures on them by the code
that draws boards. Whatever else a page links to, such as an example, becomes a page as well.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import partial
from html import escape
from pathlib import Path

from makachess.core import Position
from makachess.core.spec import Variant
from makachess.play.exercises import Exercise
from makachess.play.game_page import piece_section
from makachess.play.lessons import load_courses
from makachess.variants import load, names, relative_names

DOCS = Path(__file__).parent
ROOT = DOCS.parent
SITE = ROOT / "build" / "site"
PAGES, LIGHT = SITE / "pages", SITE / "light"
OPENERS = {".py": "python", ".toml": "toml"}  # what is shown as a page, and in which language
_LINK = re.compile(r"(!?)\[((?:[^]`]|`[^`]*`)*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_ITEM = re.compile(r"(?:[*-]|\d+\.) +")


def make_pages() -> None:
    """Write everything that mkdocs reads."""
    shutil.rmtree(PAGES, ignore_errors=True)
    _Stage().run()
    for name in games():
        write(PAGES / "games" / f"{name}.md", game_page(load(name)))
    for folder, target in ((DOCS / "pictures", "pictures"), (LIGHT, "pictures/light")):
        if folder.is_dir():
            shutil.copytree(folder, PAGES / target)
    shutil.copy(DOCS / "website.css", PAGES / "website.css")


def games() -> tuple[str, ...]:
    """All games that have a page."""
    return (*names(), *relative_names())


def write(path: Path, text: str) -> None:
    """Write a page, and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class _Stage:
    """Copies pages, and all files of the repository that they link to."""

    def __init__(self) -> None:
        self._done: dict[Path, Path] = {}
        self._waiting: list[Path] = []

    def run(self) -> None:
        """Copy all of docs, and what is found on the way."""
        for page in sorted(DOCS.rglob("*.md")):
            self._place(page)
        while self._waiting:
            source = self._waiting.pop()
            text = source.read_text(encoding="utf-8")
            if source.suffix in OPENERS:
                name = source.relative_to(ROOT)
                text = f"# {name.name}\n\n`{name}`:\n\n````{OPENERS[source.suffix]}\n{text}````\n"
            else:
                text = for_mkdocs(_LINK.sub(partial(self._link, source), text))
                if source == DOCS / "games.md":
                    text = with_games(text)
            write(PAGES / self._done[source], text)

    def _place(self, source: Path) -> Path:
        """Where a file of the repository is on the site; it is copied later."""
        if source not in self._done:
            if source.is_relative_to(DOCS):
                target = source.relative_to(DOCS)
            elif source.parent == ROOT:
                target = Path(source.name.lower())
            else:
                target = "files" / source.relative_to(ROOT)
            if target.suffix in OPENERS:
                target = target.with_name(target.name.replace(".", "-") + ".md")
            self._done[source] = target
            self._waiting.append(source)
        return self._done[source]

    def _link(self, source: Path, link: re.Match[str]) -> str:
        """A link, or a picture, as it must be on the site."""
        bang, text, target, part = link[1], link[2], link[3], link[4] or ""
        path = (source.parent / target).resolve()
        if ":" in target or not path.is_file():
            return link[0]  # mkdocs says what is wrong with it
        here = PAGES / self._done[source]
        if bang:
            return _picture(text, path, here)
        there = PAGES / (path.relative_to(DOCS) if path.suffix == ".svg" else self._place(path))
        return f"[{text}]({_relative(there, here)}{part})"


def _picture(text: str, path: Path, here: Path) -> str:
    """A picture; where there is one for a light page too, either is shown where it suits."""
    dark = _relative(PAGES / "pictures" / path.name, here)
    if not (LIGHT / path.name).exists():
        return f"![{text}]({dark})"
    light = _relative(PAGES / "pictures" / "light" / path.name, here)
    return f"![{text}]({dark}#only-dark)![{text}]({light}#only-light)"


def _relative(there: Path, here: Path) -> str:
    up = len(here.relative_to(PAGES).parts) - 1
    return "../" * up + there.relative_to(PAGES).as_posix()


def for_mkdocs(text: str) -> str:
    """A page as Python-Markdown wants it: what belongs to an item is set in by four columns.

    >>> print(for_mkdocs("1. Run\\n\\n   ```\\n   x\\n   ```"))
    1. Run
    <BLANKLINE>
        ```
        x
        ```
    """
    lines, inside, fenced = [], 0, False
    for line in text.split("\n"):
        item = _ITEM.match(line)
        if line.startswith("```"):
            fenced, inside = not fenced, 0
        elif not fenced and item:
            inside = len(item[0])
        elif line and not line.startswith(" "):
            inside = 0
        within = inside and line.startswith(" " * inside)
        if not fenced and line.startswith("<!-- "):
            line = ""  # which parts are made by a program
        lines.append(" " * (4 - inside) + line if within and inside < 4 else line)
    return "\n".join(lines)


def with_games(text: str) -> str:
    """The table of the games with links to their pages, which only the site has."""
    for name in games():
        title = load(name).title
        linked = text.replace(f"| {title} (`{name}`)", f"| [{title}](games/{name}.md) (`{name}`)")
        if linked == text:
            raise ValueError(f"docs/games.md has no row for {title} (`{name}`)")
        text = linked
    return text


def game_page(variant: Variant) -> str:
    """All about a game: array, rules, examples from its lessons, and the pieces."""
    return "\n".join(_game_page(variant))


def _game_page(variant: Variant) -> Iterator[str]:
    yield f"# {variant.title}\n\n{escape(variant.summary)}\n"
    yield _board(Position(variant).to_svg())
    yield f"Play it with `makachess play {variant.name}`, or by *New game* in the app.\n"
    if (DOCS / "rules" / f"{variant.name}.md").exists():
        yield f"Where each rule comes from: [the rulings](../rules/{variant.name}.md).\n"
    yield "## Rules\n"
    yield from (f"{escape(each)}\n" for each in variant.help.split("\n") if each.strip())
    yield from _examples(variant)
    if variant.options:
        yield "## Rules to choose from\n\n| option | values | what it does |\n|---|---|---|"
        for option in variant.options:
            values = ", ".join(f"`{value}`" for value in option.values) or "a number"
            yield f"| `{option.name}` | {values} | {option.help} Default: `{option.default}`. |"
        yield f"\nFor one game: `makachess play {variant.name} --option NAME=VALUE`.\n"
    yield "## Pieces\n"
    yield "\n" + '<div class="pieces" markdown="0">'
    for piece in variant.pieces.values():
        yield "".join(piece_section(variant, piece)).replace("\n\n", "\n")
    yield "</div>\n"


def _examples(variant: Variant) -> Iterator[str]:
    lessons = [lesson for course in load_courses() for lesson in course.lessons]
    mine = [lesson for lesson in lessons if lesson.game == variant.name and lesson.text]
    if mine:
        yield "## Try it\n"
        yield "These are the first moves of the lessons in the app. White is to move.\n"
        for lesson in mine:
            yield from _example(lesson)


def _example(lesson: Exercise) -> Iterator[str]:
    position, step = lesson.position(), lesson.steps[0]
    answer = next(
        (position.san(move) for move in position.legal_moves() if step.goal.is_met(position, move)),
        None,
    )
    yield f"### {lesson.title}\n\n{escape(lesson.text)}\n"
    yield _board(position.to_svg(width=min(390, 30 * lesson.variant.files)))
    if answer is None:
        raise ValueError(f"{lesson.key}: no move solves it")
    yield (
        f'<details markdown="0"><summary>{escape(step.task)}</summary>'
        f"<p><strong>{escape(answer)}</strong> {escape(step.praise)}</p></details>\n"
    )


def _board(svg: str) -> str:
    return f'<div class="board" markdown="0" data-search-exclude>\n{svg}\n</div>\n'


if __name__ == "__main__":
    make_pages()
