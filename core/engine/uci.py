"""The engine's side of UCI: lines in, actions out.

The protocol is described in Stefan Meyer-Kahlen's text of April 2006. The interface tells the whole
game before each `go`, and each `go` is answered by one `bestmove`: after `infinite` and `ponder`
not before `stop` or `ponderhit`, even if the search has ended.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.levels import LEVELS
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.engine.seat import (
    MOST_WAITING,
    Action,
    Protocol,
    Purpose,
    Quit,
    Say,
    Stop,
    echo,
)
from makachess.core.engine.stopping import PonderToken
from makachess.core.engine.uci_commands import COMMANDS
from makachess.core.engine.uci_go import Go, limits_of, parse_go
from makachess.core.engine.uci_options import RefusedError, UciSeat
from makachess.core.errors import MakachessError
from makachess.core.move import Move
from makachess.core.notation.uci import NO_MOVE, format_uci
from makachess.core.position import Position
from makachess.core.spec import Variant

LONGEST_LINE = 1 << 16  # characters; a longer one may have been cut, so that it means another game

_AT_ONCE = frozenset({"uci", "isready", "debug", "register"})  # whatever is being searched
_ENDING = frozenset({"stop", "ponderhit"})
_WORDS = COMMANDS.keys() | _ENDING | {"go", "quit"}


@dataclass(slots=True)
class _Task:
    """A `go` that has not been answered; `best` is what its search has found, once it has ended."""

    moves: tuple[Move, ...]  # among which to choose
    level: int
    waits: bool  # for `stop`
    ponder: PonderToken | None
    best: BestMove | None = None
    stopped: bool = False
    told: dict[int, Info] = field(default_factory=dict)  # the last line of each rank
    expected: tuple[Move, ...] = ()  # the last move and reply that were found to be best

    @property
    def may_end(self) -> bool:
        """Whether it may be answered."""
        return self.stopped or not (self.waits or (self.ponder and not self.ponder.is_hit))


class UciProtocol(Protocol):
    """One conversation with a graphical interface, or whatever plays with engines.

    `load(name, **options)` gives a variant by one of our `names` or raises VariantError; `book_of`
    gives a variant's opening book. So many `cores` search until told otherwise.
    """

    def __init__(
        self,
        load: Callable[..., Variant],
        names: tuple[str, ...],
        title: str = "makachess",
        book_of: Callable[[Variant], OpeningBook] = lambda _: NO_BOOK,
        cores: int = 1,
        *,
        own_book: bool = False,
    ) -> None:
        self._seat = UciSeat(load, names, title, book_of, cores, own_book=own_book)
        self._task: _Task | None = None
        self._waiting: deque[str] = deque()

    # --- events ---------------------------------------------------------------------------------

    def receive(self, line: str) -> list[Action]:
        """The actions for a line of input; nonsense gets an answer, never an exception."""
        if len(line) >= LONGEST_LINE:
            return [Say(self.tell(f"a line of {LONGEST_LINE} characters or more is not read"))]
        words = line.split()
        known = next((at for at, word in enumerate(words) if word in _WORDS), None)
        if known is None:
            return [Say(self.tell(f"unknown command: {echo(line)!r}"))] if words else []
        name, *rest = words[known:]
        task = self._task
        if name == "quit":
            return [Stop(), Quit()] if task is not None else [Quit()]
        if task is None or name in _AT_ONCE:
            return list(self._execute(name, rest))
        # A stop that comes behind a command that waits belongs to what that will begin.
        if name in _ENDING and not task.stopped:
            return self._release(task, name)
        self._waiting.append(line)
        return self._halt() if len(self._waiting) >= MOST_WAITING else []

    def report(self, info: Info) -> list[Action]:
        """The actions for a line reported by the search under way."""
        if self._task is None:
            return []
        self._task.told[info.rank] = info
        if info.rank == 1 and len(info.pv) > 1:
            self._task.expected = info.pv[:2]
        return [Say(info_line(self._seat.variant, info))]

    def finish(self, best: BestMove) -> list[Action]:
        """The actions at the end of the search under way, stopped or not."""
        task = self._task
        if task is None:
            return []
        task.best = best if best.move else BestMove(next(iter(task.moves), None))
        return self._answer(task) if task.may_end else []

    def tell(self, text: str) -> str:
        """The line that tells a person something."""
        return f"info string {text}"

    def fail(self, error: Exception) -> list[Action]:
        """The actions after a search that has failed; some legal move is the answer then."""
        return [Say(self.tell(f"error: {error!r}")), *self.finish(BestMove(None))]

    # --- commands -------------------------------------------------------------------------------

    def _execute(self, name: str, words: Sequence[str]) -> Iterator[Action]:
        if name == "go":
            yield from self._go(parse_go(words))
        elif name in COMMANDS:
            try:
                yield from map(Say, COMMANDS[name](self._seat, words))
            except RefusedError as refusal:
                yield Say(self.tell(f"{name}: {refusal}"))

    def _release(self, task: _Task, name: str) -> list[Action]:
        """Carry out `stop` or `ponderhit`."""
        if name == "stop":
            return self._halt()
        if task.ponder is not None:
            task.ponder.hit()
        return self._answer(task) if task.best is not None and task.may_end else []

    def _halt(self) -> list[Action]:
        """End the search under way; its result counts."""
        task = self._task
        if task is None or task.stopped:
            return []
        task.stopped = True
        return [Stop()] if task.best is None else self._answer(task)

    # --- searches -------------------------------------------------------------------------------

    def _go(self, go: Go) -> Iterator[Action]:
        """Begin a search, or know the answer without one."""
        seat, position = self._seat, self._seat.position
        assert position is not None  # a position that is refused leaves the one before
        moves = tuple(position.legal_moves())
        chosen = self._chosen(position, go)
        yield from (Say(self.tell(f"go: {echo(fault)}")) for fault in go.faults)
        is_analysis = "infinite" in go.flags
        ponder = PonderToken() if "ponder" in go.flags else None
        level = max(LEVELS) if is_analysis else seat.level
        task = _Task(moves if chosen is None else chosen, level, is_analysis, ponder)
        self._task = task
        if not moves:
            yield Say(_end_line(position))
        if not task.moves:
            yield from self.finish(BestMove(None))
        elif (known := self._by_heart(go, position)) is not None:
            yield Say(self.tell("from the book"))
            yield from self.finish(known)
        else:
            limits = limits_of(
                go,
                position.turn,
                chosen or (),
                level=level,
                lines=seat.lines,
                cores=seat.cores,
                overhead=seat.overhead / 1000,
            )
            if seat.debugging:
                yield Say(self.tell(_describe(limits, position.turn)))
            purpose = Purpose.ANALYSIS if is_analysis else Purpose.MOVE
            yield seat.think(position, purpose, limits, level, ponder)

    def _chosen(self, position: Position, go: Go) -> tuple[Move, ...] | None:
        """The moves of `searchmoves`, those that are legal; None if they are not restricted."""
        if go.search_moves is None:
            return None
        found: list[Move] = []
        for text in go.search_moves:
            try:
                found.append(position.parse(text))
            except MakachessError as error:
                go.faults.append(f"searchmoves: {error}")
        return tuple(dict.fromkeys(found))

    def _by_heart(self, go: Go, position: Position) -> BestMove | None:
        """A move of the book, where any move may be played and it is for playing."""
        seat = self._seat
        if not seat.own_book or go.flags or go.search_moves is not None or seat.lines > 1:
            return None
        return seat.book_of(seat.variant).choose(position, seat.level)

    def _answer(self, task: _Task) -> list[Action]:
        """Say what has been found, and go on with what has waited."""
        self._task = None
        best, variant = task.best, self._seat.variant
        assert best is not None
        # Of the lines of a lower level only the first is what it thinks.
        lines = best.lines if task.level == max(LEVELS) else best.lines[:1]
        news = (info for info in lines if task.told.get(info.rank) != info)
        actions: list[Action] = [Say(info_line(variant, info)) for info in news]
        actions.append(Say(best_line(variant, best, task.expected)))
        waiting, self._waiting = self._waiting, deque()
        for line in waiting:
            actions += self.receive(line)
        return actions


def info_line(variant: Variant, info: Info) -> str:
    """What a search knows, as a line of `info`; the moves come last, as they have no end."""
    score = info.score
    told = f"cp {score.centipawns or 0}" if score.mate is None else f"mate {score.mate}"
    line = " ".join(format_uci(variant, move) for move in info.pv)
    speed = f" nps {round(info.nodes / info.seconds)}" if info.seconds >= 0.001 else ""
    return (
        f"info depth {info.depth} seldepth {max(info.seldepth, info.depth)} multipv {info.rank}"
        f" score {told} nodes {info.nodes}{speed} time {round(1000 * info.seconds)}"
        f" hashfull {info.hashfull} pv {line}"
    )


def best_line(variant: Variant, best: BestMove, expected: Sequence[Move] = ()) -> str:
    """The `bestmove`, with the reply to it if one is known.

    A search that was stopped may know none, but what it `expected` before.
    """
    if best.move is None:
        return f"bestmove {NO_MOVE}"
    lines = (best.info.pv if best.info is not None else (), expected)
    replies = (line[1] for line in lines if line[1:] and line[0] == best.move)
    ponder = "".join(f" ponder {format_uci(variant, reply)}" for reply in islice(replies, 1))
    return f"bestmove {format_uci(variant, best.move)}{ponder}"


def _end_line(position: Position) -> str:
    """What there is to say of a position without a legal move."""
    outcome = position.outcome()
    is_draw = outcome is None or outcome.winner == "draw"
    return f"info depth 0 score {'cp' if is_draw else 'mate'} 0"


def _describe(limits: Limits, turn: str) -> str:
    seconds = limits.seconds_for(turn)
    return (
        f"seconds {'any' if seconds is None else round(seconds, 3)}, depth {limits.depth or 'any'},"
        f" nodes {limits.nodes or 'any'}, lines {limits.multipv}, threads {limits.cores}"
    )
