"""The engine's side of XBoard's protocol (CECP, version 2): lines in, actions out.

The protocol is described in XBoard's engine-intf.html, to whose sections the comments refer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace

from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.cecp_commands import (
    COMMANDS,
    make_move,
    read_move,
)
from makachess.core.engine.cecp_conversation import Conversation, RefusedError
from makachess.core.engine.cecp_patience import is_harmless, is_patient
from makachess.core.engine.cecp_words import ending_lines, move_lines, thinking_line
from makachess.core.engine.levels import LEVELS, OFFER_PAUSE, level_limits, offers_draw
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.engine.seat import (
    MOST_WAITING,
    Action,
    Protocol,
    Purpose,
    Quit,
    Say,
    Stop,
    Think,
    echo,
)
from makachess.core.engine.stopping import PonderToken
from makachess.core.errors import MakachessError
from makachess.core.move import Move
from makachess.core.notation.xboard import format_xboard, is_xboard_move
from makachess.core.position import Position
from makachess.core.spec import Variant

HINT_NODES = 20_000
_UNASKED = frozenset({Purpose.ANALYSIS, Purpose.PONDER})  # searches that no move is waited for


class CecpProtocol(Protocol):
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
        self._held: BestMove | None = None  # what was found before the opponent has moved
        self._waiting: deque[str] = deque()

    # --- events ---------------------------------------------------------------------------------

    def receive(self, line: str) -> list[Action]:
        """The actions for a line of input; nonsense gets an answer, never an exception."""
        line = " ".join(line.split())
        name = line.partition(" ")[0]
        if name == "quit":
            return [*self._halt(), Quit()]
        if self._search is None:
            return [*self._execute(line), *self._resume()]
        if self._is_expected(line, self._search):
            return self._hit(self._search)
        if name == "?":
            return [Stop()] if self._search.purpose is Purpose.MOVE else []
        if name == ".":
            return list(self._status(self._search))
        if not self._waiting and is_harmless(line, self._search.purpose):
            return list(self._execute(line))
        self._waiting.append(line)
        patient = is_patient(line, self._search.purpose) and len(self._waiting) < MOST_WAITING
        return [] if patient else self._halt()

    def report(self, info: Info) -> list[Action]:
        """The actions for a line reported by the search under way."""
        if self._search is None or self._unwanted:
            return []
        if info.rank == 1:
            self._talk.last = info
        return [Say(thinking_line(self._talk.variant, info))] if self._talk.posting else []

    def finish(self, best: BestMove) -> list[Action]:
        """The actions at the end of the search under way, stopped or not."""
        search = self._search
        if search is not None and search.purpose is Purpose.PONDER and not self._unwanted:
            self._held = best
            return []
        self._search = None
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

    def tell(self, text: str) -> str:
        """The line that tells a person something."""
        return f"telluser {text}"

    def fail(self, error: Exception) -> list[Action]:
        """The actions after a search that has failed: no move is made."""
        return [Say(f"tellusererror {error!r}"), *self.finish(BestMove(None))]

    # --- commands -------------------------------------------------------------------------------

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
        self._unwanted, self._talk.expected = True, None
        if self._held is None:
            return [Stop()]
        self._held = None
        return self.finish(BestMove(None))

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
        kept = talk.kept_moves()
        if talk.excluded and not kept:
            return []
        if talk.analyzing and position.has_legal_move():
            talk.settled = True
            limits = Limits(depth=talk.depth, multipv=talk.lines, root_moves=kept)
            return [self._think(position, Purpose.ANALYSIS, limits)]
        if talk.side != position.turn:
            return self._ponder(position)
        if position.outcome() is not None:
            return list(self._claim(position))
        if talk.own_book and not kept:
            known = talk.book_of(talk.variant).choose(position, talk.level)
            if known is not None:
                return list(self._play_by_heart(position, known))
        return [self._think(position, Purpose.MOVE, replace(self._limits(), root_moves=kept))]

    def _limits(self) -> Limits:
        """The limits of a search for the engine's next move."""
        talk = self._talk
        limits = level_limits(talk.level, seconds=talk.control.budget(talk.moves_made))
        if talk.depth is not None:
            limits = replace(limits, depth=talk.depth, multipv=1, manner=None)
        return limits

    def _think(self, position: Position, purpose: Purpose, limits: Limits) -> Think:
        talk = self._talk
        is_plain = purpose is not Purpose.MOVE or talk.depth is not None
        level = max(LEVELS) if is_plain else talk.level
        if limits.nodes is None:  # a search that counts them can be repeated
            limits = replace(limits, cores=talk.cores)
        ponder = PonderToken() if purpose is Purpose.PONDER else None
        self._search = talk.think(position, purpose, limits, level, ponder)
        self._started = self._clock()
        talk.last = None
        return self._search

    # --- in the opponent's time -----------------------------------------------------------------

    def _ponder(self, position: Position) -> list[Action]:
        """Think about the position after the reply that is expected, if that is wanted.

        Levels below the highest look at few positions, and so have nothing to gain.
        """
        talk, reply = self._talk, self._talk.expected
        if not talk.pondering or reply is None or talk.side is None or talk.level < max(LEVELS):
            return []
        position.push(reply)
        begun: list[Action] = []
        if position.outcome() is None:
            begun.append(self._think(position, Purpose.PONDER, self._limits()))
        position.pop()
        return begun

    def _is_expected(self, line: str, search: Think) -> bool:
        """Whether a line makes the move that is being pondered on."""
        talk = self._talk
        if search.purpose is not Purpose.PONDER or self._unwanted or talk.position is None:
            return False
        name, _, rest = line.partition(" ")
        if name != "usermove" and not is_xboard_move(name):
            return False
        try:
            return read_move(talk.position, rest if name == "usermove" else name) == talk.expected
        except MakachessError:
            return False

    def _hit(self, search: Think) -> list[Action]:
        """The expected move has been made: what is searched is now for the engine's own."""
        talk = self._talk
        assert talk.position is not None
        assert talk.expected is not None
        assert search.ponder is not None
        talk.position.push(talk.expected)
        talk.turn_over()
        self._search, self._started = replace(search, purpose=Purpose.MOVE), self._clock()
        search.ponder.hit()
        best, self._held = self._held, None
        return [] if best is None else self.finish(best)

    # --- the end of a search --------------------------------------------------------------------

    def _conclude(self, search: Think, best: BestMove) -> Iterator[Action]:
        """The end of a search that counts."""
        talk, position = self._talk, self._talk.position
        if best.info is not None and talk.posting and talk.last is None:
            yield Say(thinking_line(talk.variant, best.info))
        talk.last = best.info or talk.last
        if search.purpose is Purpose.MOVE:
            talk.opinion = best.info
        if position is None or best.move is None or search.purpose is Purpose.ANALYSIS:
            return
        if search.purpose is Purpose.HINT:
            yield Say(f"Hint: {talk.spell(position, best.move)}")
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
        talk = self._talk
        text = talk.spell(position, move)
        position.push(move)
        talk.turn_over()
        if best.info is not None and len(best.info.pv) > 1 and best.info.pv[0] == move:
            talk.expected = best.info.pv[1]
        talk.control.spend(self._clock() - self._started, talk.moves_made)
        yield from self._offer_draw(position, best)
        yield from map(Say, move_lines(text))
        yield from self._claim(position)

    def _offer_draw(self, position: Position, best: BestMove) -> Iterator[Action]:
        """Offer a draw before the move, as the protocol requires, but not too often."""
        outcome = position.outcome()
        if outcome is not None:
            if self._talk.must_not_claim and outcome.winner == "draw":
                yield Say("offer draw")
            return
        if position.fullmove < self._talk.offered + OFFER_PAUSE:
            return
        if offers_draw(best.info, position.fullmove, position.halfmove):
            self._talk.offered = position.fullmove
            yield Say("offer draw")

    def _claim(self, position: Position) -> Iterator[Action]:
        """Claim the result, once, with the reason."""
        outcome = position.outcome()
        if outcome is not None:
            self._talk.settled = True
            yield from map(Say, ending_lines(self._talk, position.turn, outcome))
