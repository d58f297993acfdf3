"""`python -m training book`: an opening book of a game, grown by searching it from the array."""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

from makachess.core import Position
from makachess.core.counting import how_many
from makachess.core.engine.book import OpeningBook
from makachess.core.spec import Variant
from makachess.saves.storage import replace_text
from makachess.variants import rules_digest
from makachess.variants.books import format_book

from .kept_lines import adding_to
from .openings import Growth, Tree
from .places import checksum_of, folder_of, kept_book
from .progress import bar
from .searches import Question, Settings, append_search, asking, open_searches

LINES = 5  # moves of a position that are scored
NODES = 50_000  # a position


@dataclass(frozen=True, slots=True)
class Plan:
    """A book to be grown: of what, by which model (a file or `none`), how far, and where."""

    variant: Variant
    model: str
    nodes: int
    growth: Growth
    processes: int
    folder: Path

    def settings(self) -> Settings:
        """What decides how positions are searched."""
        rules = rules_digest(self.variant).movement
        return Settings(self.variant.name, rules, checksum_of(self.model), self.nodes, LINES)


def grow(plan: Plan) -> Tree:
    """The grown tree; what was searched before is taken from its file, the rest is added to it."""
    settings, tree = plan.settings(), Tree(plan.variant, plan.growth)
    path = plan.folder / f"book-{settings.model}-{plan.nodes}.searches"
    told = f"{plan.variant.name}: book", plan.growth.positions
    with adding_to(path), asking(plan.processes) as ask, bar(*told) as advance:
        known = open_searches(path, settings)
        while buds := tree.next_buds():
            missing = [bud for bud in buds if bud.key not in known]
            questions = [
                Question(plan.variant, plan.model, plan.nodes, LINES, bud.fen) for bud in missing
            ]
            there = len(tree) + len(buds) - len(missing)
            for done, (bud, found) in enumerate(zip(missing, ask(questions), strict=True), 1):
                known[bud.key] = found
                append_search(path, bud.key, found)
                advance(there + done)
            for bud in buds:
                tree.add(bud, known[bud.key])
    return tree


def write_book(plan: Plan, path: Path) -> str:
    """Grow a book and write it to a file; what it is like, in a few lines."""
    tree = grow(plan)
    grown = tree.book()
    growth = plan.growth
    notes = {
        "date": date.today().isoformat(),
        "command": shlex.join(["python", "-m", "training", *sys.argv[1:]]),
        "engine": f"makachess {version('makachess')}, model {plan.settings().model}",
        "nodes": f"{plan.nodes} a position, {LINES} moves each",
        "margin": f"{growth.margin:g} of an average man",
        "positions": f"{len(grown.entries)} of {len(tree)} searched, up to ply {growth.plies}",
    }
    data = format_book(plan.variant, grown, notes)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_text(path, data)
    return f"{_describe(plan.variant, tree, grown)}\n{path}: {len(data)} bytes"


def _describe(variant: Variant, tree: Tree, book: OpeningBook) -> str:
    """How many positions and different lines there are, and how games begin."""
    position = Position(variant)
    moves = book.moves(position)
    total = sum(weight for _, weight in moves)
    first = ", ".join(f"{position.san(move)} {100 * w / total:.0f} %" for move, w in moves)
    return (
        f"{how_many(len(book.entries), 'position')}; games leave them as if in one of "
        f"{tree.diversity():.0f} lines equally probable, "
        f"after {tree.mean_plies():.1f} plies on average\n"
        f"{tree.value() / 100:+.2f}: {first}"
    )


def book(variant: Variant, arguments: argparse.Namespace) -> None:
    """The step: grow a book, and put it beside the variant if it is to be kept."""
    growth = Growth(arguments.positions, arguments.plies, arguments.margin)
    nodes, processes = arguments.nodes or NODES, arguments.processes
    plan = Plan(variant, arguments.model, nodes, growth, processes, folder_of(variant))
    path: Path = arguments.new
    print(write_book(plan, path))
    if arguments.keep:
        replace_text(kept_book(variant), path.read_bytes())
        print("kept")
