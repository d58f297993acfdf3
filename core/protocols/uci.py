"""UCI, the engine's side: lines in, actions out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice, takewhile
from types import MappingProxyType
from typing import TypeAlias

from makachess.core.cores import MOST_CORES
from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.levels import LEVELS, level_limits
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.engine.stopping import PonderToken
from makachess.core.engine.timing import OVERHEAD, ClockLimits, with_overhead
from makachess.core.errors import MakachessError
from makachess.core.move import Move, count_shared
from makachess.core.notation.coordinates import NO_MOVE, format_uci
from makachess.core.notation.fen import mend_fen
from makachess.core.position import Position
from makachess.core.protocols.protocol import (
    LARGEST_TABLE,
    MOST_LINES,
    MOST_WAITING,
    Action,
    CommandError,
    EngineProtocol,
    EngineTalk,
    Purpose,
    Quit,
    Say,
    Stop,
    echo,
)
from makachess.core.spec import Variant

# The protocol is described in Stefan Meyer-Kahlen's text of April 2006. The interface tells the
# whole game before each `go`, and each `go` is answered by one `bestmove`: after `infinite` and
# `ponder` not before `stop` or `ponderhit`, even if the search has ended.

LONGEST_LINE = 1 << 16  # characters; a longer one may have been cut, so that it means another game

_TOO_LONG = f"a line of {LONGEST_LINE} characters or more is not read"

_AT_ONCE = frozenset({"uci", "isready", "debug", "register"})  # whatever is being searched
_ENDING = frozenset({"stop", "ponderhit"})


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


class UciProtocol(EngineProtocol):
    """One conversation with a graphical interface, or another program that runs engines.

    `load(name, **options)` gives a variant by one of our `names` or raises VariantError; `book_of`
    gives a variant's opening book. `cores` threads search until told otherwise.
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
        self._talk = UciTalk(load, names, title, book_of, cores, own_book=own_book)
        self._task: _Task | None = None
        self._waiting: deque[str] = deque()

    def receive(self, line: str) -> list[Action]:
        name, *rest = _known_part(line) or [""]
        if len(line) >= LONGEST_LINE:
            if name != "position":
                return [Say(self.tell(_TOO_LONG))]
            rest, line = [_TOO_LONG], f"position {_TOO_LONG}"
        if not name:
            return [Say(self.tell(f"unknown command: {echo(line)!r}"))] if line.strip() else []
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
        if self._task is None:
            return []
        self._task.told[info.rank] = info
        if info.rank == 1 and len(info.pv) > 1:
            self._task.expected = info.pv[:2]
        return [Say(info_line(self._talk.variant, info))]

    def finish(self, best: BestMove) -> list[Action]:
        task = self._task
        if task is None:
            return []
        task.best = best if best.move else BestMove(next(iter(task.moves), None))
        return self._answer(task) if task.may_end else []

    def tell(self, text: str) -> str:
        return f"info string {text}"

    def fail(self, error: Exception) -> list[Action]:
        """The actions after a search that has failed; some legal move is the answer then."""
        return [Say(self.tell(f"error: {error!r}")), *self.finish(BestMove(None))]

    def _execute(self, name: str, words: Sequence[str]) -> Iterator[Action]:
        if name == "go":
            yield from self._go(parse_go(words))
        elif name in COMMANDS:
            if name == "isready" and self._task is None:
                yield self._talk.prepare()
            try:
                yield from map(Say, COMMANDS[name](self._talk, words) or ())
            except CommandError as refusal:
                yield Say(self.tell(f"{name}: {refusal}"))

    def _release(self, task: _Task, name: str) -> list[Action]:
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

    def _go(self, go: Go) -> Iterator[Action]:
        talk, position = self._talk, self._talk.position
        if position is None:
            yield from self._go_nowhere(go)
            return
        moves = tuple(position.legal_moves())
        chosen = self._chosen(position, go)
        yield from (Say(self.tell(f"go: {echo(fault)}")) for fault in go.faults)
        is_analysis = "infinite" in go.flags
        ponder = PonderToken() if "ponder" in go.flags else None
        level = max(LEVELS) if is_analysis else talk.level
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
            limits = _limits(talk, go, position.turn, level, chosen or ())
            purpose = Purpose.ANALYSIS if is_analysis else Purpose.MOVE
            yield talk.think(position, purpose, limits, level, ponder)

    def _go_nowhere(self, go: Go) -> Iterator[Action]:
        """Answer that there is no move, as there is no position."""
        yield Say(self.tell(f"go: the position was refused: {self._talk.refusal}"))
        ponder = PonderToken() if "ponder" in go.flags else None
        self._task = _Task((), max(LEVELS), "infinite" in go.flags, ponder)
        yield from self.finish(BestMove(None))

    def _chosen(self, position: Position, go: Go) -> tuple[Move, ...] | None:
        """The moves of `searchmoves`, those that are legal; None if they are not restricted."""
        if go.search_moves is None:
            return None
        found: list[Move] = []
        for text in go.search_moves:
            try:
                found.append(position.parse(text, null=False))
            except MakachessError as error:
                go.faults.append(f"searchmoves: {error}")
        return tuple(dict.fromkeys(found))

    def _by_heart(self, go: Go, position: Position) -> BestMove | None:
        """A move of the book, where any move may be played and it is for playing."""
        talk = self._talk
        if not talk.own_book or go.flags or go.search_moves is not None or talk.lines > 1:
            return None
        return talk.book_of(talk.variant).choose(position, talk.level)

    def _answer(self, task: _Task) -> list[Action]:
        self._task = None
        best, variant = task.best, self._talk.variant
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


@dataclass(slots=True)
class UciTalk(EngineTalk):
    """What UCI's commands and options change.

    `told` are the texts of the moves that have led to the position from `start`, a FEN or empty
    for the array; `rules` are options of variants, by their names.
    """

    lines: int = 1
    overhead: int = round(1000 * OVERHEAD)  # milliseconds that a move is on its way
    may_ponder: bool = False
    rules: dict[str, dict[str, str]] = field(default_factory=dict)
    start: str = ""
    told: list[str] = field(default_factory=list)
    refusal: str = ""  # why there is no position

    def refuse(self, why: str) -> None:
        """Have no position, for a reason: one that is refused must not leave the one before."""
        self.position, self.refusal = None, why

    def choose(self, variant: Variant) -> None:
        """Turn to a variant, if it is another; its array is then the position."""
        if variant != self.variant:
            self.begin(variant)
            self.start, self.told = "", []


# Commands, all but `go`, each as what it does to the conversation: it takes that and the rest of
# its words, and returns the lines to answer, or raises CommandError; a position that is refused is
# none.

AUTHORS = "the makachess authors"

Command: TypeAlias = Callable[[UciTalk, Sequence[str]], Iterable[str] | None]


def _introduce(talk: UciTalk, _: Sequence[str]) -> Iterator[str]:
    yield f"id name {talk.title}"
    yield f"id author {AUTHORS}"
    yield from (f"option name {option.name} {option.describe(talk)}" for option in OPTIONS)
    yield "uciok"


def _be_ready(_: UciTalk, __: Sequence[str]) -> Iterator[str]:
    yield "readyok"


def _set_option(talk: UciTalk, words: Sequence[str]) -> None:
    """Carry out what stands behind `setoption`; raises CommandError.

    Names may contain spaces; neither names nor values care for case where they are words of ours.
    """
    text = f" {' '.join(words)} "
    if not text.startswith(" name "):
        raise CommandError("'setoption' is written: setoption name NAME value VALUE")
    name, _, value = text.removeprefix(" name ").partition(" value ")
    option = _BY_NAME.get(name.strip().lower())
    if option is None:
        known = ", ".join(option.name for option in OPTIONS)
        raise CommandError(f"there is no option {echo(name.strip())!r}, but there are {known}")
    option.take(talk, value.strip())


def _new_game(talk: UciTalk, _: Sequence[str]) -> None:
    talk.game += 1


def _ignore(_: UciTalk, __: Sequence[str]) -> None:
    """Nothing is done about `debug` and `register`."""


def _set_up(talk: UciTalk, words: Sequence[str]) -> list[str]:
    """Take `startpos` or `fen FEN`, then `moves MOVE...`; after a refusal there is no position."""
    try:
        return _take_position(talk, words)
    except CommandError as refusal:
        talk.refuse(str(refusal))
        raise


def _take_position(talk: UciTalk, words: Sequence[str]) -> list[str]:
    if " ".join(words) == _TOO_LONG:
        raise CommandError(_TOO_LONG)
    before = list(takewhile(lambda word: word != "moves", words))
    moves = list(words[len(before) + 1 :])
    if before[:1] == ["fen"] and len(before) > 1:
        start = " ".join(before[1:])
    elif before == ["startpos"]:
        start = ""
    else:
        raise CommandError("'position' is written: position startpos|fen FEN [moves MOVE...]")
    position, note = talk.position, ""
    if position is None or start != talk.start:
        position, note = _begin(talk, start)
        _play(position, [], moves)
    else:
        _play(position, talk.told, moves)
    talk.position, talk.start, talk.told = position, start, moves
    return [f"info string position: {note}"] if note else []


def _begin(talk: UciTalk, fen: str) -> tuple[Position, str]:
    """The position of a FEN, or the array, and a note on what was mended in it."""
    try:
        mended, note = mend_fen(talk.variant, fen)
        return Position(talk.variant, mended or None), echo(note)
    except MakachessError as error:
        raise CommandError(echo(str(error))) from None


def push_uci(position: Position, text: str) -> Move:
    """Make the move that a text means, and return it.

    Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError, each saying why.
    """
    move = position.push_text(text)
    if move is None:
        move = position.parse(text)
        position.push(move)
    return move


def _play(position: Position, told: Sequence[str], moves: Sequence[str]) -> None:
    """Bring a position from the moves told before to others; those they share are kept."""
    shared = count_shared(told, moves)
    for _ in range(len(told) - shared):
        position.pop()
    for number, text in enumerate(moves[shared:], shared + 1):
        try:
            push_uci(position, text)
        except MakachessError as error:
            raise CommandError(f"move {number}: {echo(str(error))}") from None


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "uci": _introduce,
        "isready": _be_ready,
        "debug": _ignore,
        "setoption": _set_option,
        "position": _set_up,
        "ucinewgame": _new_game,
        "register": _ignore,
    }
)

_WORDS = COMMANDS.keys() | _ENDING | {"go", "quit"}


def _known_part(line: str) -> list[str]:
    """The words of a line from the first command on: what stands before it is to be ignored."""
    return list(dropwhile(lambda word: word not in _WORDS, line.split()))


def is_uci(line: str) -> bool:
    """Whether a line has a command of UCI; `quit`, and `go` with nothing behind it, are no sign."""
    return _known_part(line) not in ([], ["go"], ["quit"])


LARGEST = 10**12  # of a number that is believed; larger ones stand for this one
_NUMBERS = frozenset(
    {
        *("wtime", "btime", "winc", "binc", "movestogo"),
        *("depth", "nodes", "mate", "movetime"),
    }
)
_FLAGS = frozenset({"infinite", "ponder"})
_GO_WORDS = _NUMBERS | _FLAGS | {"searchmoves"}
PLIES_A_MOVE, MORE_PLIES = 3, 2  # of depth for finding a mate in a number of moves


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
        if word in _GO_WORDS:
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


def _limits(talk: UciTalk, go: Go, turn: str, level: int, root_moves: tuple[Move, ...]) -> Limits:
    """The limits for the side to move.

    Below the highest level its nodes are a limit too, and its lines replace those asked for;
    `infinite` is analysis, at full strength.
    """
    overhead = talk.overhead / 1000
    seconds, clock = _seconds(go, overhead), _clock(go, turn, overhead)
    depth, nodes, mate = (_at_least_one(go, name) for name in ("depth", "nodes", "mate"))
    if mate is not None and depth is None:
        depth = PLIES_A_MOVE * mate + MORE_PLIES
    if "infinite" in go.flags:
        found = Limits(depth=depth, multipv=talk.lines)
    elif level < max(LEVELS):
        found = level_limits(level, seconds=seconds, clock=clock)
        fewest = min(found.nodes or LARGEST, nodes or LARGEST)
        found = replace(found, depth=depth, nodes=fewest)
    else:
        found = Limits(depth=depth, nodes=nodes, seconds=seconds, clock=clock, multipv=talk.lines)
    # A search that counts nodes can be repeated, so one thread makes it.
    cores = talk.cores if found.nodes is None else 1
    return replace(found, cores=cores, root_moves=root_moves, mate=mate)


def _at_least_one(go: Go, name: str) -> int | None:
    return max(1, go.numbers[name]) if name in go.numbers else None


def _seconds(go: Go, overhead: float) -> float | None:
    if "movetime" not in go.numbers:
        return None
    seconds = max(1, go.numbers["movetime"]) / 1000
    return with_overhead(seconds, overhead)


def _clock(go: Go, turn: str, overhead: float) -> ClockLimits | None:
    """The clocks, if that of the side to move is told."""
    if f"{turn[0]}time" not in go.numbers:
        return None

    def seconds(name: str) -> float:
        return max(go.numbers.get(name, 0), 0) / 1000

    white, black = (max(seconds(name), 0.001) for name in ("wtime", "btime"))
    moves = max(0, go.numbers.get("movestogo", 0))
    return ClockLimits(white, black, seconds("winc"), seconds("binc"), moves, overhead)


VARIANT_OPTION = "UCI_Variant"
RULES_OPTION = "Rules"
LONGEST_OVERHEAD = 5000  # milliseconds
_EMPTY = "<empty>"


@dataclass(frozen=True, slots=True)
class Option:
    """One option; `describe` gives type, default and range, `take` a new value.

    `take` raises CommandError for a value that does not fit, and then changes nothing.
    """

    name: str
    describe: Callable[[UciTalk], str]
    take: Callable[[UciTalk, str], None]


def _spin(name: str, attribute: str, least: int, most: int) -> Option:
    def describe(talk: UciTalk) -> str:
        return f"type spin default {getattr(talk, attribute)} min {least} max {most}"

    def take(talk: UciTalk, text: str) -> None:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise CommandError(f"{name!r} is a whole number, not {echo(text)!r}")
        if not least <= int(text) <= most:
            raise CommandError(f"{name!r} is a number from {least} to {most}, not {text}")
        setattr(talk, attribute, int(text))

    return Option(name, describe, take)


def _check(name: str, attribute: str) -> Option:
    def describe(talk: UciTalk) -> str:
        return f"type check default {str(getattr(talk, attribute)).lower()}"

    def take(talk: UciTalk, text: str) -> None:
        if text.lower() not in ("true", "false"):
            raise CommandError(f"{name!r} is true or false, not {echo(text)!r}")
        setattr(talk, attribute, text.lower() == "true")

    return Option(name, describe, take)


def _describe_variants(talk: UciTalk) -> str:
    return f"type combo default {talk.variant.name} " + " ".join(f"var {n}" for n in talk.names)


def _take_variant(talk: UciTalk, text: str) -> None:
    name = next((name for name in talk.names if name.lower() == text.lower()), text)
    talk.choose(_load(talk, name, talk.rules))


def _take_rules(talk: UciTalk, text: str) -> None:
    """Take `VARIANT:NAME=VALUE; ...`; without VARIANT the one chosen now is meant."""
    rules: dict[str, dict[str, str]] = {}
    for entry in filter(str.strip, ("" if text == _EMPTY else text).split(";")):
        key, equals, value = entry.partition("=")
        name, colon, option = key.rpartition(":")
        if not equals or not option.strip():
            raise CommandError(f"{echo(entry.strip())!r} is not written VARIANT:NAME=VALUE")
        chosen = rules.setdefault(name.strip() if colon else talk.variant.name, {})
        chosen[option.strip().replace("-", "_")] = value.strip()
    for name in rules:
        _load(talk, name, rules)
    current = _load(talk, talk.variant.name, rules)
    talk.rules = rules
    talk.choose(current)


def _load(talk: UciTalk, name: str, rules: Mapping[str, Mapping[str, str]]) -> Variant:
    try:
        return talk.load(name, **rules.get(name, {}))
    except MakachessError as error:
        raise CommandError(echo(str(error))) from None


def _forget(talk: UciTalk, _: str) -> None:
    talk.game += 1


OPTIONS: tuple[Option, ...] = (
    Option(VARIANT_OPTION, _describe_variants, _take_variant),
    Option(RULES_OPTION, lambda _: f"type string default {_EMPTY}", _take_rules),
    _spin("Hash", "hash_mb", 1, LARGEST_TABLE),
    Option("Clear Hash", lambda _: "type button", _forget),
    _spin("Threads", "cores", 1, MOST_CORES),
    _spin("MultiPV", "lines", 1, MOST_LINES),
    _check("Ponder", "may_ponder"),
    _spin("Skill Level", "level", min(LEVELS), max(LEVELS)),
    _check("OwnBook", "own_book"),
    _spin("Move Overhead", "overhead", 0, LONGEST_OVERHEAD),
)
_BY_NAME: Mapping[str, Option] = MappingProxyType({o.name.lower(): o for o in OPTIONS})
