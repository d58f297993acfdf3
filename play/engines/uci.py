"""The interface's side of UCI, and how programs spell our games in it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import BestMove, Info, Limits, Score
from makachess.core.errors import IllegalMoveError
from makachess.core.notation.coordinates import STANDARD, format_uci
from makachess.core.protocols.uci import RULES_OPTION, VARIANT_OPTION
from makachess.core.spec import Variant
from makachess.play.engines.external import (
    ExternalEngine,
    Parse,
    best_move,
    read_line,
    read_number,
    read_score,
)
from makachess.play.engines.interface import EngineFaultError, FaultKind, InfoHandler
from makachess.play.engines.program import LONGEST_QUOTE, Program, quoted, shortened

_MOVE = re.compile(r"((?:[a-z][0-9]{1,2}){2})(\+|[A-Za-z]?)")
_TOKEN = re.compile(r"([0-9]{1,2})|(\+?[^0-9+]['!]?)~?")


class Dialect:
    """Our own spelling, which is UCI's in chess."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def write_start(self, fen: str) -> str:
        """What stands for the beginning of a game in `position`."""
        is_array = self.variant.name == STANDARD and fen == self.variant.start_fen
        return "startpos" if is_array else f"fen {fen}"

    def write_move(self, move: Move) -> str:
        """The text of a move; raises EngineFaultError if there is none."""
        return format_uci(self.variant, move)

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text means; raises MakachessError."""
        return position.parse(text)


class ForeignDialect(Dialect):
    """UCI's spelling with the letters of a program, learned from the array that it shows.

    Raises EngineFaultError if that is not our array, whatever the letters.
    """

    def __init__(self, variant: Variant, program: str, array: str) -> None:
        super().__init__(variant)
        self._program = program
        letters = _match(variant.start_fen, array)
        if letters is None:
            theirs = quoted(array.partition(" ")[0])
            raise self._mismatch(f"begins with {theirs} instead of {variant.array!r}")
        self._letters = _with_others(variant, letters)

    def write_start(self, fen: str) -> str:
        """As our own does, with its letters."""
        if fen == self.variant.start_fen:
            return "startpos"
        placement, *rest = fen.split()
        return " ".join(("fen", self._respell(placement), *rest))

    def write_move(self, move: Move) -> str:
        """A small letter is what it promotes to; raises EngineFaultError."""
        squares, _, kind = str(move).partition("=")
        if not _MOVE.fullmatch(squares) or (kind and kind not in self._letters):
            raise self._mismatch(f"cannot be told {str(move)!r}, which UCI has no text for")
        return squares + (_suffix(self._letters[kind]) if kind else "")

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move, whatever type of ours its letter stands for; raises MakachessError."""
        match = _MOVE.fullmatch(text)
        squares, suffix = match.groups() if match else (text, "")
        if match and not suffix:
            return position.parse(squares)
        for kind, letter in self._letters.items():
            if _suffix(letter) == suffix.lower():
                with suppress(MakachessError):
                    return position.parse(f"{squares}={kind}")
        raise IllegalMoveError(f"{text!r} is not legal here")

    def check(self, position: Position, fen: str) -> None:
        """Compare the position that the program shows with ours; raises EngineFaultError."""
        placement, turn = position.fen().split()[:2]
        placement = self._respell(placement)
        theirs, their_turn = _head(fen)
        if (_squares(placement), turn) != (_squares(theirs), their_turn):
            found = quoted(f"{theirs} {their_turn}")
            raise self._mismatch(f"has come to {found} instead of '{placement} {turn}'")

    def _respell(self, placement: str) -> str:
        """The first field of a FEN with its letters."""

        def letter(match: re.Match[str]) -> str:
            token = match[0]
            other = self._letters.get(token.upper(), token)
            return other.lower() if token.islower() else other

        return _TOKEN.sub(letter, placement)

    def _mismatch(self, what: str) -> EngineFaultError:
        return EngineFaultError(
            FaultKind.MISMATCH, f"{self._program} plays another {self.variant.name}: it {what}"
        )


def _suffix(letter: str) -> str:
    """What stands for a type behind a move."""
    return "+" if letter.startswith("+") else letter.lower()


def _head(fen: str) -> tuple[str, str]:
    """The placement and the side to move."""
    placement, turn = (*fen.split(), "", "")[:2]
    return placement, turn


def _squares(placement: str) -> list[list[str]]:
    """The pieces of each rank, an empty text for an empty square; without those in hand."""
    rows = placement.partition("[")[0].split("/")
    return [
        [text for gap, piece in _TOKEN.findall(row) for text in [piece] * (int(gap or 1))]
        for row in rows
    ]


def _match(ours: str, theirs: str) -> dict[str, str] | None:
    """Their letters by our ids; None if no exchange of letters makes one array of the other."""
    (array, turn), (other, their_turn) = _head(ours), _head(theirs)
    squares, others = _squares(array), _squares(other)
    if turn != their_turn or [*map(len, squares)] != [*map(len, others)]:
        return None
    pairs = {
        (mine, their)
        for row, their_row in zip(squares, others, strict=True)
        for mine, their in zip(row, their_row, strict=True)
    }
    if any(bool(a) != bool(b) or a.isupper() != b.isupper() for a, b in pairs):
        return None
    known = {(a.upper(), b.upper()) for a, b in pairs if a}
    letters = dict(known)
    return letters if len(known) == len(letters) == len(set(letters.values())) else None


def _with_others(variant: Variant, letters: Mapping[str, str]) -> Mapping[str, str]:
    """The letters of the types outside the array, too, as far as they can be told.

    A promoted type has a plus; one that moves like another has its letter; or it has its own.
    """
    moves = {variant.pieces[kind].betza: letter for kind, letter in letters.items()}
    found = dict(letters)
    for kind, piece in variant.pieces.items():
        if kind in letters:
            continue
        if kind.startswith("+") and kind[1:] in letters:
            found[kind] = f"+{letters[kind[1:]]}"
        elif piece.betza in moves:
            found[kind] = moves[piece.betza]
        elif len(kind) == 1 and kind not in letters.values():
            found[kind] = kind
    return found


# --- the engine -----------------------------------------------------------------------------------
# The interface's side of UCI: chess, and whatever other games an engine names in UCI_Variant.
#
# An engine that has our option `Rules` was made for our games, and is spoken to in our spelling.
# Others have letters of their own, which the array tells that they show in answer to `d`. They are
# asked again before each search what they have made of the moves: most of them ignore one that they
# do not know.

MOST_LINES = 500
USED_OPTIONS = frozenset({"MultiPV", VARIANT_OPTION, RULES_OPTION})

# The words of `info` that begin a new item; what stands behind them goes on up to the next one.
_ITEMS = frozenset(
    {
        *("depth", "seldepth", "time", "nodes", "pv", "multipv", "score", "currmove", "string"),
        *("currmovenumber", "hashfull", "nps", "tbhits", "sbhits", "cpuload", "refutation"),
        *("currline", "wdl"),
    }
)


class UciEngine(ExternalEngine):
    """An engine that is told the whole game before each search."""

    counts_nodes = True
    _options: frozenset[str] = frozenset()
    _variants: tuple[str, ...] = (STANDARD,)
    _lines = 1
    _ready = False

    def __init__(self, program: Program, variant: Variant) -> None:
        super().__init__(program, variant)
        self._dialect = Dialect(variant)

    def hear_option(self, line: str) -> bool:
        """Take in a line of the handshake; False if it is none of UCI."""
        words = line.split()
        if words[:2] == ["id", "name"]:
            self.be_called(" ".join(words[2:]))
        elif words[:2] == ["option", "name"] and "type" in words:
            name = " ".join(words[2 : words.index("type")])
            self._options |= {name} & USED_OPTIONS
            if name == VARIANT_OPTION:
                self._variants = tuple(b for a, b in pairwise(words) if a == "var")
        self._ready = self._ready or words[:1] == ["uciok"]
        return words[:1] in (["id"], ["option"], ["uciok"])

    async def begin(self) -> None:
        """Read what it is and can be set to, up to `uciok`, and choose the variant."""
        if not self._ready:
            await self._read_until("uciok", self.patience.ready, self.hear_option)
        name, rules = self.variant.name, self.variant.rules_options
        if name not in self._variants and name != STANDARD:
            playable = shortened(", ".join(self._variants), LONGEST_QUOTE)
            raise EngineFaultError(
                FaultKind.START, f"{self.name} does not play {name} (it plays {playable})"
            )
        if VARIANT_OPTION in self._options and name in self._variants:
            self.program.send(f"setoption name {VARIANT_OPTION} value {name}")
        if RULES_OPTION in self._options and rules:
            self.program.send(f"setoption name {RULES_OPTION} value {rules}")
        if name != STANDARD and RULES_OPTION not in self._options:
            self._dialect = await self._learn()

    async def _learn(self) -> ForeignDialect:
        """The spelling of an engine that was not made for our games; raises EngineFaultError."""
        self.program.send("position startpos")
        array = await self._ask_fen()
        if array is None:
            raise EngineFaultError(
                FaultKind.MISMATCH,
                f"{self.name} does not say what it means by {self.variant.name}: it has neither "
                f"the command 'd', which shows the position, nor our option {RULES_OPTION!r}",
            )
        return ForeignDialect(self.variant, self.name, array)

    async def _ask_fen(self) -> str | None:
        """The position that it has, if it can show that."""
        found: list[str] = []

        def hear(line: str) -> None:
            if line.startswith("Fen:"):
                found.append(line.removeprefix("Fen:").strip())

        self.program.send("d", "isready")
        await self._read_until("readyok", self.patience.ready, hear)
        return found[-1] if found else None

    async def _read_until(
        self, last: str, seconds: float, hear: Callable[[str], object] | None = None
    ) -> None:
        """Read up to a line that begins with a word; `hear` gets those before it."""
        deadline = asyncio.get_running_loop().time() + seconds
        while True:
            try:
                line = await self._hear(deadline)
            except TimeoutError:
                raise self._hanging(f" with {last!r}") from None
            if line.split()[:1] == [last]:
                return
            if hear is not None:
                hear(line)

    def _orders(self, limits: Limits, turn: str) -> list[str]:
        """The command to think."""
        moves = " ".join(map(self._dialect.write_move, limits.root_moves))
        return ["go" + "".join(_bounds(limits)) + (f" searchmoves {moves}" if moves else "")]

    async def _set_up(self, position: Position, limits: Limits) -> None:
        if self._busy:
            self.program.send("stop")
            await self._read_until("bestmove", self.patience.grace)
            self._busy = False
        if self._news(position) is None:
            self.program.send("ucinewgame")
        if limits.multipv != self._lines and "MultiPV" in self._options:
            self._lines = limits.multipv
            self.program.send(f"setoption name MultiPV value {limits.multipv}")
        self.program.send("isready")
        await self._read_until("readyok", self.patience.ready)
        start = self._dialect.write_start(position.start_fen)
        moves = " ".join(map(self._dialect.write_move, position.moves))
        self.program.send(f"position {start} moves {moves}".removesuffix(" moves "))
        if isinstance(self._dialect, ForeignDialect):
            self._dialect.check(position, await self._ask_fen() or "")
        self._known = (position.start_fen, position.moves)

    async def _listen(self, position: Position, on_info: InfoHandler | None) -> BestMove:
        """Read until `bestmove`."""
        while True:
            words = (await self.program.receive()).split()
            if words[:1] == ["bestmove"]:
                self._busy = False
                move = self._make(position, " ".join(words[1:2]), self._dialect.read_move)
                return best_move(move, self._best)
            if words[:1] == ["info"]:
                self._note(read_info(position, words[1:], self._dialect.read_move), on_info)

    def _halt(self) -> None:
        """Tell it to stop."""
        self.program.send("stop")


def _bounds(limits: Limits) -> Iterator[str]:
    """The arguments of `go`."""
    clock = limits.clock
    if limits.seconds is not None:
        yield f" movetime {_milliseconds(limits.seconds)}"
    elif clock is not None:
        yield f" wtime {_milliseconds(clock.white)} btime {_milliseconds(clock.black)}"
        if clock.white_increment or clock.black_increment:
            white, black = clock.white_increment, clock.black_increment
            yield f" winc {_milliseconds(white)} binc {_milliseconds(black)}"
        yield f" movestogo {clock.moves_to_go}" if clock.moves_to_go else ""
    if limits.depth is not None:
        yield f" depth {limits.depth}"
    if limits.nodes is not None:
        yield f" nodes {limits.nodes}"
    if limits.mate is not None:
        yield f" mate {limits.mate}"
    elif not limits.has_time and limits.depth is None and limits.nodes is None:
        yield " infinite"


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds)) if seconds else 0


def read_info(position: Position, words: Sequence[str], parse: Parse) -> Info | None:
    """What a line of `info` says behind that word, in any order; None without score and moves."""
    items = _items(words)
    try:
        score = _read_score(items["score"])
        depth, nodes, time, rank = (
            read_number(items[name][0]) if name in items else default
            for name, default in (("depth", 0), ("nodes", 0), ("time", 0), ("multipv", 1))
        )
    except (KeyError, IndexError, ValueError):
        return None
    if min(depth, nodes, time) < 0 or not 0 < rank <= MOST_LINES:
        return None
    pv = read_line(position, items.get("pv", ()), parse)
    return Info(depth, score, nodes, time / 1000, pv, rank) if pv else None


def _items(words: Sequence[str]) -> dict[str, list[str]]:
    """The values of each item; `string` takes the rest of the line for people."""
    items: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word == "string":
            break
        if word in _ITEMS:
            values = items[word] = []
        else:
            values.append(word)
    return items


def _read_score(words: Sequence[str]) -> Score:
    """`cp N` or `mate N`; raises ValueError or IndexError."""
    if words[0] not in ("cp", "mate"):
        raise ValueError(f"{words[0]!r} is not a score")
    return read_score(read_number(words[1]), mate=words[0] == "mate")
