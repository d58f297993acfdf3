"""The tree of openings that a book is made of, grown where games go most often.

It begins with the array. A move is followed if its score is within a margin of the best one, by a
probability that falls with what it loses. What later searches find is backed up to earlier moves by
minimax, and with it all probabilities change; then the positions reached most often are searched
next. So most positions lie along lines good for both sides, as with drop-out expansion (T. Lincke,
Strategies for the Automatic Construction of Opening Books, 2001).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from makachess.core import Position
from makachess.core.engine.book import BookMove, OpeningBook, position_key
from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant

from .searches import Scored

WAVE = 32  # positions searched before probabilities change, whatever the number of processes
CALM = 0.5  # of the margin: what a move may lose to be played 1/e times as often as the best
FAIR = 1.0  # average men; where a side is further ahead, the book ends
HEAVY = 100  # the weight of a position's best move


@dataclass(frozen=True, slots=True)
class Growth:
    """How far a book grows: positions, plies, and how often a position must be reached."""

    positions: int = 3000
    plies: int = 24
    margin: float = 0.1  # average men
    least: float = 1e-5


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
    """All positions searched; `reach` says how probable each position is, once `weigh` was called.

    Scores are of the side to move, in centipawns.
    """

    def __init__(self, variant: Variant, growth: Growth) -> None:
        self.variant = variant
        self.growth = growth
        self.reach: dict[str, float] = {}
        self._margin = growth.margin * average_man(variant)
        self._fair = FAIR * average_man(variant)
        self._nodes: dict[str, _Node] = {}
        self._values: dict[str, int] = {}
        self._ends: dict[str, tuple[float, int]] = {}  # how many games leave where, after how much
        position = Position(variant)
        self._root = Bud(position_key(position), position.fen(), 0)

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, bud: Bud, moves: Scored) -> None:
        """Add a position that has been searched."""
        self._nodes[bud.key] = _Node(bud, moves)

    def next_buds(self) -> list[Bud]:
        """The positions to be searched next, the most probable first; none when it is grown."""
        buds = self._weigh()
        room = min(WAVE, self.growth.positions - len(self))
        found = [bud for bud in buds if self.reach[bud.key] >= self.growth.least]
        return sorted(found, key=lambda bud: (-self.reach[bud.key], bud.key))[:room]

    # --- values and probabilities ---------------------------------------------------------------

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
        self.reach, self._ends = {self._root.key: 1.0}, {}
        buds = {} if self._nodes else {self._root.key: self._root}
        for ply in sorted(layers):
            for node in layers[ply]:
                for bud in self._hand_on(node):
                    buds.setdefault(bud.key, bud)
        self._ends |= {bud.key: (self.reach[bud.key], bud.ply) for bud in buds.values()}
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

    def _hand_on(self, node: _Node) -> Iterator[Bud]:
        """Add to the probability of what follows; the positions there that are still unknown."""
        left = reach = self.reach.get(node.bud.key, 0.0)
        shares = self._shares(node) if reach and node.bud.ply < self.growth.plies else {}
        for text, share in shares.items():
            lead = self._lead(node, text)
            if lead is None or not self._is_deeper(node, lead):
                continue
            left -= reach * share
            self.reach[lead.key] = self.reach.get(lead.key, 0.0) + reach * share
            if lead.key not in self._nodes:
                yield lead
        self._ends[node.bud.key] = left, node.bud.ply

    def _lead(self, node: _Node, text: str) -> Bud | None:
        """Where a move leads; None if the game is over there."""
        if text not in node.leads:
            position = Position(self.variant, node.bud.fen)
            position.push(position.parse(text))
            over = position.outcome() is not None
            bud = Bud(position_key(position), position.fen(), node.bud.ply + 1)
            node.leads[text] = None if over else bud
        return node.leads[text]

    # --- the book -------------------------------------------------------------------------------

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

    def diversity(self) -> float:
        """How many equally probable lines would differ as much as those by which games go.

        One by the probability that two games leave the book in the same position.
        """
        return 1 / sum(share * share for share, _ in self._ends.values())

    def mean_plies(self) -> float:
        """How many plies of a game are in the book."""
        return sum(share * ply for share, ply in self._ends.values())

    def value(self) -> int:
        """What the array is worth to the side that begins."""
        return self._values.get(self._root.key, 0)
