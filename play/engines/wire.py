"""Lines of play as texts: what engines in other processes say of them, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import Info, Score

LONGEST = 8  # moves of a line that are passed on: reading one takes a list of all legal moves


def read_line(
    position: Position, words: Sequence[str], parse: Callable[[Position, str], Move]
) -> tuple[Move, ...]:
    """As many moves of a line as can be understood."""
    line: list[Move] = []
    try:
        for word in words:
            move = parse(position, word)
            position.push(move)
            line.append(move)
    except MakachessError:
        pass
    for _ in line:
        position.pop()
    return tuple(line)


def format_info(info: Info) -> dict[str, object]:
    """An Info as JSON can hold it."""
    return {
        "depth": info.depth,
        "centipawns": info.score.centipawns,
        "mate": info.score.mate,
        "nodes": info.nodes,
        "seconds": info.seconds,
        "pv": [str(move) for move in info.pv[:LONGEST]],
        "rank": info.rank,
    }


def parse_info(position: Position, told: Mapping[str, Any]) -> Info:
    """The Info that `format_info` has written, about this position."""
    pv = read_line(position, told["pv"], Position.parse)
    score = Score(told["centipawns"], told["mate"])
    return Info(told["depth"], score, told["nodes"], told["seconds"], pv, told["rank"])


def shortened(info: Info) -> Info:
    """An Info with no more of its line than the move."""
    return replace(info, pv=info.pv[:1])
