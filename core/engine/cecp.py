"""The engine's side of XBoard's protocol (CECP, version 2): lines in, actions out.

`Protocol` keeps track of the game and of what was asked for, but does not search. The caller
hands in each line (`receive`), what a search reports (`report`) and its end (`finish`), and carries
out the actions returned: say a line, start or stop the search, quit. The protocol
is described in XBoard's engine-intf.html, to whose sections the comments refer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.cecp_commands import (
    COMMANDS,
    IGNORED,
    Conversation,
    RefusedError,
    echo,
    make_move,
)
from makachess.core.engine.levels import LEVELS, OFFER_PAUSE, level_limits, offers_draw
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.move import Move
from makachess.core.notation.xboard import format_xboard, is_xboard_move
from makachess.core.position import Position
from makachess.core.spec import Variant

HINT_NODES = 20_000
MOST_WAITING = 1000  # lines that wait for a move; then it is not waited for any longer
_RESULTS = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}

# Commands that do not disturb a search, and those that can wait for its move. All others end the
# search, and its result is dropped.
_AT_ONCE = IGNORED | {"post", "nopost", "level", "st", "sd", "time", "option", "draw", "hint"}
_PATIENT = _AT_ONCE | {"usermove", "ping", "memory", "protover"}


@dataclass(frozen=True, slots=True)
class Say:
    """Write a line."""

    line: str


class Purpose(Enum):
    """What a search is for."""

    MOVE = auto()
    ANALYSIS = auto()
    HINT = auto()


@dataclass(frozen=True, slots=True)
class Think:
    """Start a search; a `level` below the highest wants that level's slips, not the best move.

    When `game`, a count of the games begun, or `hash_mb` changes, the engine must be renewed.
    """

    position: Position
    limits: Limits
    purpose: Purpose
    level: int
    game: int
    hash_mb: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End the search under way."""


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program at once."""


Action: TypeAlias = Say | Think | Stop | Quit


class Protocol:
    """One conversation with a graphical interface.

    `load(name, **options)` gives a variant by one of our `names` or raises VariantError; `clock`
    returns a time in seconds, from any starting point; `book_of` gives a variant's opening book. So
    many `cores` search until told otherwise.
    """

    def __init__(
        self,
        load: Callable[..., Variant],
        names: tuple[str, ...],
        clock: Callable[[], float],
        title: str = "makachess",
        book_of: Callable[[Variant], OpeningBook] = lambda _: NO_BOOK,
        cores: int = 1,
    ) -> None:
        self._talk = Conversation(load, names, title, book_of, cores)
        self._clock = clock
        self._search: Think | None = None
        self._started = 0.0
        self._unwanted = False  # the result of the search under way no longer counts
        self._waiting: deque[str] = deque()
        self._twin: Position | None = None  # for the search to work on, see _follow

    # --- events ---------------------------------------------------------------------------------

    def receive(self, line: str) -> list[Action]:
        """The actions for a line of input; nonsense gets an answer, never an exception."""
        line = " ".join(line.split())
        name = line.partition(" ")[0]
        if name == "quit":
            return [*self._halt(), Quit()]
        if self._search is None:
            return [*self._execute(line), *self._resume()]
        if name == "?":
            return [Stop()] if self._search.purpose is Purpose.MOVE else []
        if name == ".":
            return list(self._status(self._search))
        if not self._waiting and self._is_harmless(name, self._search):
            return list(self._execute(line))
        self._waiting.append(line)
        patient = self._is_patient(name, self._search) and len(self._waiting) < MOST_WAITING
        return [] if patient else self._halt()

    def report(self, info: Info) -> list[Action]:
        """The actions for a line reported by the search under way."""
        if self._search is None or self._unwanted:
            return []
        if info.rank == 1:
            self._talk.last = info
        return [Say(_thinking_line(self._talk.variant, info))] if self._talk.posting else []

    def finish(self, best: BestMove) -> list[Action]:
        """The actions at the end of the search under way, stopped or not."""
        search, self._search = self._search, None
        actions: list[Action] = []
        if search is not None and not self._unwanted:
            actions += self._conclude(search, best)
        elif search is not None and search.purpose is Purpose.ANALYSIS:
            self._talk.settled = False
        self._unwanted = False
        waiting, self._waiting = self._waiting, deque()
        for line in waiting:
            actions += self.receive(line)
        return actions + self._resume()

    # --- commands -------------------------------------------------------------------------------

    def _is_harmless(self, name: str, search: Think) -> bool:
        return name in _AT_ONCE or (name == "ping" and search.purpose is Purpose.ANALYSIS)

    def _is_patient(self, name: str, search: Think) -> bool:
        """Whether a command waits until the move has been found (section 8 on `ping`)."""
        if search.purpose is Purpose.ANALYSIS:
            return name in _AT_ONCE
        return name in _PATIENT or is_xboard_move(name)

    def _execute(self, line: str) -> Iterator[Action]:
        name, _, rest = line.partition(" ")
        try:
            if name in COMMANDS:
                yield from map(Say, COMMANDS[name](self._talk, rest))
            elif is_xboard_move(name):
                yield from map(Say, make_move(self._talk, name))
            elif name:
                yield Say(f"Error (unknown command): {echo(line)}")
        except RefusedError as refusal:
            yield Say(f"Error ({refusal}): {echo(line)}")

    def _status(self, search: Think) -> Iterator[Action]:
        """Progress of the analysis, without the moves left at this depth (section 12)."""
        info = self._talk.last
        if info is not None:
            moves = len(search.position.legal_moves())
            hundredths = round(100 * (self._clock() - self._started))
            yield Say(f"stat01: {hundredths} {info.nodes} {info.depth} {moves} {moves}")

    # --- searches -------------------------------------------------------------------------------

    def _halt(self) -> list[Action]:
        """End the search under way without a result."""
        if self._search is None:
            return []
        self._unwanted = True
        return [Stop()]

    def _resume(self) -> list[Action]:
        """Start the search that the present state asks for, if any."""
        talk, position = self._talk, self._talk.position
        if self._search is not None or position is None:
            return []
        if talk.hinting:
            talk.hinting = False
            return [self._think(position, Purpose.HINT, Limits(nodes=HINT_NODES))]
        if talk.settled:
            return []
        if talk.analyzing and position.has_legal_move():
            talk.settled = True
            return [self._think(position, Purpose.ANALYSIS, Limits(depth=talk.depth))]
        if talk.side != position.turn:
            return []
        if position.outcome() is not None:
            return list(self._claim(position))
        if talk.own_book:
            known = talk.book_of(talk.variant).choose(position, talk.level)
            if known is not None:
                return list(self._play_by_heart(position, known))
        limits = level_limits(talk.level, seconds=talk.control.budget(talk.moves_made))
        if talk.depth is not None:
            limits = replace(limits, depth=talk.depth, multipv=1, manner=None)
        return [self._think(position, Purpose.MOVE, limits)]

    def _think(self, position: Position, purpose: Purpose, limits: Limits) -> Think:
        talk = self._talk
        is_plain = purpose is not Purpose.MOVE or talk.depth is not None
        level = max(LEVELS) if is_plain else talk.level
        if limits.nodes is None:  # a search that counts them can be repeated
            limits = replace(limits, cores=talk.cores)
        self._twin = _follow(self._twin, position)
        self._search = Think(self._twin, limits, purpose, level, talk.game, talk.hash_mb)
        self._started = self._clock()
        talk.last = None
        return self._search

    def _conclude(self, search: Think, best: BestMove) -> Iterator[Action]:
        """The end of a search that counts."""
        talk, position = self._talk, self._talk.position
        if best.info is not None and talk.posting and talk.last is None:
            yield Say(_thinking_line(talk.variant, best.info))
        talk.last = best.info or talk.last
        if search.purpose is Purpose.MOVE:
            talk.opinion = best.info
        if position is None or best.move is None or search.purpose is Purpose.ANALYSIS:
            return
        if search.purpose is Purpose.HINT:
            yield Say(f"Hint: {format_xboard(talk.variant, best.move)}")
            return
        yield from self._play(position, best.move, best)

    def _play_by_heart(self, position: Position, known: BestMove) -> Iterator[Action]:
        """Play a move of the book, for which nothing is searched."""
        talk, move = self._talk, known.move
        assert move is not None
        self._started = self._clock()
        talk.last = talk.opinion = None
        if talk.posting:
            yield Say(f"0 0 0 0 (book) {format_xboard(talk.variant, move)}")
        yield from self._play(position, move, known)

    def _play(self, position: Position, move: Move, best: BestMove) -> Iterator[Action]:
        """Make the engine's move, and tell it."""
        talk, text = self._talk, format_xboard(self._talk.variant, move)
        position.push(move)
        talk.control.spend(self._clock() - self._started, talk.moves_made)
        yield from self._offer_draw(position, best)
        *legs, last = text.split(",")
        yield from (Say(f"move {leg},") for leg in legs)
        yield Say(f"move {last}")
        yield from self._claim(position)

    def _offer_draw(self, position: Position, best: BestMove) -> Iterator[Action]:
        """Offer a draw before the move, as the protocol requires, but not too often."""
        if position.fullmove < self._talk.offered + OFFER_PAUSE:
            return
        if offers_draw(best.info, position.fullmove, position.halfmove):
            self._talk.offered = position.fullmove
            yield Say("offer draw")

    def _claim(self, position: Position) -> Iterator[Action]:
        """Claim the result, once, with the reason."""
        outcome = position.outcome()
        if outcome is None:
            return
        self._talk.settled = True
        winner = "Draw" if outcome.winner == "draw" else f"{outcome.winner.capitalize()} wins"
        if outcome.reason == "checkmate":
            winner = f"{outcome.winner.capitalize()} mates"
        yield Say(f"{_RESULTS[outcome.winner]} {{{winner}: {outcome.reason}}}")


def _follow(twin: Position | None, position: Position) -> Position:
    """Bring an older copy up to date with a position, which is cheaper than copying it anew."""
    if twin is None or twin.variant != position.variant or twin.start_fen != position.start_fen:
        twin = Position(position.variant, position.start_fen)
    moves, known = position.moves, twin.moves
    shared = next((i for i, (a, b) in enumerate(zip(moves, known, strict=False)) if a != b), None)
    shared = min(len(moves), len(known)) if shared is None else shared
    while twin.ply > shared:
        twin.pop()
    for move in moves[shared:]:
        twin.push(move)
    return twin


def _thinking_line(variant: Variant, info: Info) -> str:
    """Depth, score, centiseconds, nodes and principal variation (section 10)."""
    score = info.score.centipawns or 0
    if info.score.mate is not None:
        score = (1 if info.score.mate > 0 else -1) * (100_000 + abs(info.score.mate))
    line = " ".join(format_xboard(variant, move) for move in info.pv)
    return f"{info.depth} {score} {round(100 * info.seconds)} {info.nodes} {line}"
