"""The step `book`: an opening book of a game, grown by searching it from the array."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from importlib.metadata import version
from typing import TypeAlias

from makachess.core import Position
from makachess.core.engine import Engine, Info, Limits
from makachess.core.engine.book import BookMove, OpeningBook, position_key
from makachess.core.engine.evaluation import average_piece
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.play.tasks import TaskRunner
from makachess.saves.storage import make_folder, replace_text
from makachess.training.options import Bar, Options, silent
from makachess.training.places import checksum_of, kept_book, present_model, work_folder
from makachess.variants.books import format_book
from makachess.variants.models import choose_model

WAVE = 32  # positions searched before probabilities change, whatever the number of processes
CALM = 0.5  # of the margin: what a move may lose to be played 1/e times as often as the best
FAIR = 1.0  # average pieces; where a side is further ahead, the book ends
HEAVY = 100  # the weight of a position's best move
WIDE = 2  # plies in which moves that are not good are answered as well: people play them
ODD, MOST_ODD = 0.01, 0.25  # how often each of these is taken to be played, and all at most


@dataclass(frozen=True, slots=True)
class Growth:
    """How far a book grows: positions, plies, and how often a position must be reached.

    In the first `wide` plies all moves are followed that do not lose the game.
    """

    positions: int
    plies: int
    margin: float  # average pieces
    least: float = 1e-5
    wide: int = 0


@dataclass(frozen=True, slots=True)
class Bud:
    """A position by its key: its FEN, and how many plies it is from the array."""

    key: str
    fen: str
    ply: int


@dataclass(slots=True)
class _Node:
    """A position that has been searched, and where its moves lead, as far as that was asked."""

    bud: Bud
    moves: Scored
    leads: dict[str, Bud | None] = field(default_factory=dict)  # None: the game is over there


class Tree:
    """All positions searched; `reach` says how probable each position is, as last weighed.

    Scores are of the side to move, in centipawns.
    """

    def __init__(self, variant: Variant, growth: Growth) -> None:
        self.variant = variant
        self.growth = growth
        self.reach: dict[str, float] = {}
        self._margin = growth.margin * average_piece(variant)
        self._fair = FAIR * average_piece(variant)
        self._nodes: dict[str, _Node] = {}
        self._values: dict[str, int] = {}
        position = Position(variant)
        self._root = Bud(position_key(position), position.fen(), 0)

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, bud: Bud, moves: Scored) -> None:
        self._nodes[bud.key] = _Node(bud, moves)

    def next_buds(self) -> list[Bud]:
        """The positions to be searched next, the most probable first; none when it is grown."""
        buds = self._weigh()
        room = min(WAVE, self.growth.positions - len(self))
        found = [bud for bud in buds if self.reach[bud.key] >= self.growth.least]
        return sorted(found, key=lambda bud: (-self.reach[bud.key], bud.key))[:room]

    def _weigh(self) -> list[Bud]:
        """Back all scores up, and find how probable each position is; those not yet searched."""
        layers: dict[int, list[_Node]] = {}
        for node in self._nodes.values():
            layers.setdefault(node.bud.ply, []).append(node)
        self._values = {}
        for ply in sorted(layers, reverse=True):
            for node in layers[ply]:
                values = self._move_values(node)
                if values:
                    self._values[node.bud.key] = max(values.values())
        self.reach = {self._root.key: 1.0}
        buds = {} if self._nodes else {self._root.key: self._root}
        for ply in sorted(layers):
            for node in layers[ply]:
                for bud in self._hand_on(node):
                    buds.setdefault(bud.key, bud)
        return list(buds.values())

    def _move_values(self, node: _Node) -> dict[str, int]:
        """What each move is worth, by the searches behind it or else by that of the position.

        A move that leads to a position nearer to the array is not followed: lines may be circles.
        """
        values = {}
        for text, score in node.moves:
            lead = node.leads.get(text)
            deeper = lead is not None and self._is_deeper(node, lead)
            value = self._values.get(lead.key) if lead is not None and deeper else None
            values[text] = score if value is None else -value
        return values

    def _is_deeper(self, node: _Node, lead: Bud) -> bool:
        known = self._nodes.get(lead.key)
        return known is None or known.bud.ply > node.bud.ply

    def _shares(self, node: _Node) -> dict[str, float]:
        """How often each move is played that is good enough."""
        values = self._move_values(node)
        if not values:
            return {}
        best = max(values.values())
        if abs(best) > self._fair:
            return {}
        weights = {
            text: math.exp((value - best) / (CALM * self._margin))
            for text, value in values.items()
            if best - value <= self._margin
        }
        total = sum(weights.values())
        return {text: weight / total for text, weight in weights.items()}

    def _played(self, node: _Node) -> dict[str, float]:
        """How often each move is taken to be played, by those who do not know the book as well."""
        shares = self._shares(node)
        if not shares or node.bud.ply >= self.growth.wide:
            return shares
        values = self._move_values(node)
        sane = max(values.values()) - self._fair
        odd = [text for text, value in values.items() if text not in shares and value >= sane]
        each = min(ODD, MOST_ODD / len(odd)) if odd else 0.0
        left = 1 - each * len(odd)
        return {text: share * left for text, share in shares.items()} | dict.fromkeys(odd, each)

    def _hand_on(self, node: _Node) -> Iterator[Bud]:
        """Add to the probability of what follows; the positions there that are still unknown."""
        reach = self.reach.get(node.bud.key, 0.0)
        shares = self._played(node) if reach and node.bud.ply < self.growth.plies else {}
        for text, share in shares.items():
            lead = self._lead(node, text)
            if lead is None or not self._is_deeper(node, lead):
                continue
            self.reach[lead.key] = self.reach.get(lead.key, 0.0) + reach * share
            if lead.key not in self._nodes:
                yield lead

    def _lead(self, node: _Node, text: str) -> Bud | None:
        """Where a move leads; None if the game is over there."""
        if text not in node.leads:
            position = Position(self.variant, node.bud.fen)
            position.push(position.parse(text))
            over = position.outcome() is not None
            bud = Bud(position_key(position), position.fen(), node.bud.ply + 1)
            node.leads[text] = None if over else bud
        return node.leads[text]

    def book(self) -> OpeningBook:
        """The good moves of all positions that are reached by such moves, with their weights."""
        self._weigh()
        entries = {}
        for key, node in self._nodes.items():
            shares = self._shares(node) if self.reach.get(key) else {}
            if shares:
                most = max(shares.values())
                ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
                entries[key] = tuple(
                    BookMove(text, max(1, round(HEAVY * share / most))) for text, share in ranked
                )
        return OpeningBook(entries)

    def value(self) -> int:
        """What the array is worth to the side that begins."""
        return self._values.get(self._root.key, 0)


HASH = 4  # MB, for so few nodes
LINES = 5  # moves of a position that are scored

Scored: TypeAlias = tuple[tuple[str, int], ...]
"""The best moves of a position in coordinates, with the mover's score of each, best first."""


@dataclass(frozen=True, slots=True)
class Searches:
    """How positions are searched: by which model (a file or `none`), and for how many nodes.

    All moves are scored in the first `wide` plies, five elsewhere.
    """

    variant: Variant
    model: str
    nodes: int  # for five moves
    wide: int


def search(searches: Searches, bud: Bud) -> tuple[str, Scored]:
    """The key of a position, and its best moves by the last depth searched for all lines."""
    engine = _engine(searches.variant, searches.model)
    engine.new_game()
    position = Position(searches.variant, bud.fen)
    moves = len(position.legal_moves())
    lines = max(LINES, moves) if bud.ply < searches.wide else LINES
    nodes, lines = searches.nodes * lines // LINES, min(lines, moves)
    by_depth: dict[int, list[Info]] = {}

    def hear(info: Info) -> None:
        by_depth.setdefault(info.depth, []).append(info)

    engine.search(position, Limits(nodes=nodes, multipv=lines), hear)
    whole = [found for _, found in sorted(by_depth.items()) if len(found) == lines]
    last = sorted(whole[-1], key=lambda info: -info.score.value) if whole else []
    return bud.key, tuple((str(info.pv[0]), info.score.value) for info in last)


@lru_cache(maxsize=2)
def _engine(variant: Variant, model: str) -> Engine:
    return Engine(variant, hash_mb=HASH, model=choose_model(model, variant))


async def grow(searches: Searches, growth: Growth, processes: int, bar: Bar) -> Tree:
    tree = Tree(searches.variant, growth)
    with bar("positions", growth.positions) as advance:
        async with TaskRunner(processes) as runner:
            while buds := tree.next_buds():
                known = {}
                async with aclosing(runner.run(search, searches, buds)) as found:
                    async for key, moves in found:
                        known[key] = moves
                        advance(len(tree) + len(known))
                for bud in buds:  # in their order, not in that of the answers
                    tree.add(bud, known[bud.key])
    return tree


def book(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Grow a book, and put it where games find it if it is to be kept."""
    folder, present = work_folder(variant, options), present_model(variant, options)
    growth = Growth(options.positions, options.plies, options.margin, wide=WIDE)
    searches = Searches(variant, present, options.nodes, WIDE)
    model, path = checksum_of(present), options.out or folder / "new.book"
    tree = asyncio.run(grow(searches, growth, options.processes, bar))
    grown = tree.book()
    notes = {
        "date": date.today().isoformat(),
        "command": options.command,
        "engine": f"makachess {version('makachess')}, model {model}",
        "nodes": f"{options.nodes} a position, {LINES} moves each; all moves in {WIDE} plies",
        "margin": f"{growth.margin:g} of an average piece",
        "positions": f"{len(grown.entries)} of {len(tree)} searched, up to ply {growth.plies}",
    }
    data = format_book(variant, grown, notes)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_text(path, data)
    told = f"{_describe(variant, tree, grown)}\n{path}: {len(data)} bytes"
    if not options.keep:
        return told
    kept = kept_book(variant, options)
    make_folder(kept.parent)
    replace_text(kept, data)
    return f"{told}\nkept: {kept}"


def _describe(variant: Variant, tree: Tree, book: OpeningBook) -> str:
    position = Position(variant)
    moves = book.moves(position)
    total = sum(weight for _, weight in moves)
    first = ", ".join(f"{position.san(move)} {100 * w / total:.0f} %" for move, w in moves)
    return f"{how_many(len(book.entries), 'position')}; {tree.value() / 100:+.2f}: {first}"
