"""UCI's `go`: what its words ask for, and the limits that makes for a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from makachess.core.engine.levels import LEVELS, level_limits
from makachess.core.engine.report import Limits
from makachess.core.engine.timing import OVERHEAD, ClockLimits, with_overhead
from makachess.core.move import Move

LARGEST = 10**12  # of a number that is believed; larger ones stand for this one
_NUMBERS = frozenset(
    {
        *("wtime", "btime", "winc", "binc", "movestogo"),
        *("depth", "nodes", "mate", "movetime"),
    }
)
_FLAGS = frozenset({"infinite", "ponder"})
_WORDS = _NUMBERS | _FLAGS | {"searchmoves"}
PLIES_A_MOVE, MORE_PLIES = 3, 2  # of depth for finding a mate in so many moves


@dataclass(slots=True)
class Go:
    """What a `go` asks for; `numbers` by their words, `faults` what could not be understood."""

    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    search_moves: list[str] | None = None
    faults: list[str] = field(default_factory=list)


def parse_go(words: Sequence[str]) -> Go:
    """The meaning of the words behind `go`; whatever they are, some search is meant."""
    go, name = Go(), ""
    for word in words:
        if word in _WORDS:
            if name in _NUMBERS:
                go.faults.append(f"{name!r} without a number")
            name = word
            if word in _FLAGS:
                go.flags.add(word)
            elif word == "searchmoves":
                go.search_moves = go.search_moves or []
        elif name in _NUMBERS:
            _take_number(go, name, word)
            name = ""
        elif name == "searchmoves" and go.search_moves is not None:
            go.search_moves.append(word)
        else:
            go.faults.append(f"{word!r} is not a word of 'go'")
    if name in _NUMBERS:
        go.faults.append(f"{name!r} without a number")
    return go


def _take_number(go: Go, name: str, text: str) -> None:
    digits = text.removeprefix("-").lstrip("0") or "0"
    if not (digits.isascii() and digits.isdigit()):
        go.faults.append(f"{text!r} is not a number, for {name!r}")
        return
    number = LARGEST if len(digits) > len(str(LARGEST)) else min(int(digits), LARGEST)
    go.numbers[name] = -number if text.startswith("-") else number


def limits_of(
    go: Go,
    turn: str,
    root_moves: tuple[Move, ...],
    *,
    level: int = max(LEVELS),
    lines: int = 1,
    cores: int = 1,
    overhead: float = OVERHEAD,
) -> Limits:
    """The limits for the side to move; `overhead` are seconds that a move is on its way.

    Below the highest level its nodes are a limit too, and its lines replace those asked for;
    `infinite` is analysis, at full strength.
    """
    seconds, clock = _seconds(go, overhead), _clock(go, turn, overhead)
    depth, nodes, mate = (_at_least_one(go, name) for name in ("depth", "nodes", "mate"))
    if mate is not None and depth is None:
        depth = PLIES_A_MOVE * mate + MORE_PLIES
    if "infinite" in go.flags:
        found = Limits(depth=depth, multipv=lines)
    elif level < max(LEVELS):
        found = level_limits(level, seconds=seconds, clock=clock)
        fewest = min(found.nodes or LARGEST, nodes or LARGEST)
        found = replace(found, depth=depth, nodes=fewest)
    else:
        found = Limits(depth=depth, nodes=nodes, seconds=seconds, clock=clock, multipv=lines)
    # A search that counts nodes can be repeated, so one thread makes it.
    cores = cores if found.nodes is None else 1
    return replace(found, cores=cores, root_moves=root_moves, mate=mate)


def _at_least_one(go: Go, name: str) -> int | None:
    return max(1, go.numbers[name]) if name in go.numbers else None


def _seconds(go: Go, overhead: float) -> float | None:
    """Seconds for exactly this move."""
    if "movetime" not in go.numbers:
        return None
    seconds = max(1, go.numbers["movetime"]) / 1000
    return with_overhead(max(seconds - max(overhead - OVERHEAD, 0.0), seconds / 10))


def _clock(go: Go, turn: str, overhead: float) -> ClockLimits | None:
    """The clocks, if that of the side to move is told."""
    if f"{turn[0]}time" not in go.numbers:
        return None
    late = max(overhead - OVERHEAD, 0.0)  # beyond what is allowed for anyway

    def seconds(name: str, less: float = 0.0) -> float:
        return max(go.numbers.get(name, 0) / 1000 - less, 0.0)

    white, black = (max(seconds(name, late), 0.001) for name in ("wtime", "btime"))
    moves = max(0, go.numbers.get("movestogo", 0))
    return ClockLimits(white, black, seconds("winc"), seconds("binc"), moves)
