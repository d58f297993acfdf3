"""The coach: before a move that gives something away it says what the other side would do.

After a move of the other side that gives something away it says that there is something to take.
All it says is a claim (docs/claims.md), made only where the move has cost a piece by two searches
of so many nodes: one of the position before it, one of the position after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from makachess.core import Move, Position, Square
from makachess.core.engine import BestMove, Info, Limits
from makachess.core.engine.claims import Claim, find_claims, find_deeds
from makachess.core.engine.evaluation import average_piece
from makachess.core.errors import MakachessError
from makachess.core.notation.coordinates import kind_at
from makachess.core.spec import COLORS
from makachess.core.text import together
from makachess.play.analysis import Effort, Study
from makachess.play.background import BackgroundTask
from makachess.play.engines import AsyncEngine
from makachess.play.entry import move_squares
from makachess.play.session.opponents import level_of

TAG = "Coach"  # of a game that has one, or has had one
ON, OFF = "on", "turned off"
HIGHEST = 3  # level at which there is a coach unless it is turned off
# The seconds are for slow machines: no move is to be held up for long.
EFFORT = Effort(brief=Limits(nodes=20_000, seconds=0.1))
COST = 0.75  # average pieces, at least, that a move has cost
BOUND = 30  # average pieces from which on more of them make no difference
SOON = 2  # moves within which an end is near
KEPT = 8  # positions
TAKING = ("wins", "wins_for", "exchange_wins")  # claims that a capture wins something at once
ENDING = ("mates_in", "dethrones_in", "wins_in")  # that the game is won by force
LATER = ("wins_soon", "gets_soon")  # that a later move of the line wins something

if TYPE_CHECKING:
    from makachess.play.session.session import Session

Name = Callable[[Square], str]


def can_coach(tags: Mapping[str, str], people: frozenset[str], *, clock: bool) -> bool:
    """Whether a game may have a coach: one person plays a level of the built-in engine, untimed."""
    levels = [level_of(tags, color) for color in COLORS if color not in people]
    return len(people) == 1 and levels != [None] and not clock


def turn_coach(tags: MutableMapping[str, str], *, on: bool) -> None:
    """Say in a game's tags that it has a coach from now on, or that it had one."""
    if on or TAG in tags:
        tags[TAG] = ON if on else OFF


@dataclass(frozen=True, slots=True)
class Gift:
    """What the last move of a position has given away, by a line from there: a piece, the game."""

    position: Position
    info: Info
    claim: Claim

    @property
    def squares(self) -> tuple[Square, ...]:
        return move_squares(self.info.pv[0])

    def warning(self, name: Name = str) -> str:
        """What that move lets the other side do; `name` is what squares are called."""
        before, move = self.position.copy(), self.position.moves[-1]
        before.pop()
        return f"{before.san(move)} lets {self.threat(name)}{self._price(before, move)}."

    def _price(self, before: Position, move: Move) -> str:
        """What that move took with the piece that is won by taking it back."""
        if not move.victims or (self.claim.kind, *self.claim.squares) != ("wins", move.destination):
            return ""
        taken = [kind_at(before, square) for square in move.victims]
        names = [f"the {before.variant.pieces[kind].name}" for kind in taken]
        return f" for {'another' if (*taken,) == self.claim.pieces else together(names)}"

    def threat(self, name: Name = str) -> str:
        """What the other side would do, and what that brings."""
        words = self.claim.words(self.position.variant, name)
        return f"{self.position.san(self.info.pv[0])}, which {words}"

    @property
    def clue(self) -> str:
        """That it can be taken, without saying how."""
        if self.claim.kind.startswith(("wins by", *ENDING)):
            return "There is a quick win"
        taking = self.claim.kind in TAKING
        return f"There is something to {'take' if taking else 'win'}"


class Coach:
    """Looks at the positions of a game, if that has a coach; `tell` hears what there is to take.

    Of what fails in an engine nothing is said: the coach must not stop a game.
    """

    def __init__(
        self,
        session: Session,
        make: Callable[[], AsyncEngine],
        tell: Callable[[str], object],
        effort: Effort | None = None,
    ) -> None:
        self._session = session
        self._study = Study(make, lambda found: None, effort or EFFORT)
        self._tell = tell
        self._task = BackgroundTask()
        self._known: dict[tuple[Move, ...], BestMove] = {}
        self._followed: tuple[Move, ...] | None = None
        self._warned: tuple[Move, ...] = ()  # of the last of these moves
        self._threat = ""  # of which it warned

    @property
    def is_on(self) -> bool:
        return self._session.game.tags.get(TAG) == ON and self._may_be_on

    @property
    def _may_be_on(self) -> bool:
        session = self._session
        return can_coach(session.game.tags, session.people, clock=session.has_clock)

    def turn(self) -> bool:
        """Turn it on or off; whether it is on now. Raises MakachessError where it cannot be."""
        if not self._may_be_on:
            raise MakachessError("The coach is for games with the computer, without a clock")
        turn_coach(self._session.game.tags, on=not self.is_on)
        return self.is_on

    async def weigh(self, move: Move) -> Gift | None:
        """What a move would give away, unless that is nothing, or was the last answer, too.

        Who has moved in spite of a threat is not told of it again while it stands.
        """
        after = self._session.game.position.copy()
        insists = self._warned != () and tuple(after.moves[:-1]) == self._warned
        after.push(move)
        if tuple(after.moves) == self._warned:
            return None
        gift = await self._find(after)
        threat = gift.threat() if gift else ""
        is_told = insists and threat == self._threat
        self._warned, self._threat = tuple(after.moves) if gift else (), threat
        return None if is_told else gift

    @property
    def is_looking(self) -> bool:
        return self._task.running

    def follow(self) -> None:
        """The game has changed: look at what the opponent's last move has left to take.

        And know what the position is worth before a move is weighed.
        """
        looks = self.is_on and self._session.persons_turn
        position = self._session.game.position
        moves = tuple(position.moves) if looks else None
        if moves != self._followed:
            self._followed = moves
            self._give_up()
            if looks:
                self._task.start(self._look(position.copy()))

    async def _look(self, position: Position) -> None:
        gift = await self._find(position)
        if self._task.finish() and gift is not None:
            self._tell(gift.clue)

    async def _find(self, position: Position) -> Gift | None:
        """What the last move has given away: it has cost a piece, and a claim says how."""
        if position.outcome() is not None:
            return None
        before = position.copy()
        try:
            left, info = await self._search(position)
            if not before.moves or not before.pop() or len(before.legal_moves()) < 2:
                return None
            hoped, _ = await self._search(before)
            if hoped + left < COST * average_piece(position.variant) or info is None:
                return None
            return await asyncio.to_thread(_gift_in, position, info, self._study.values)
        except Exception:  # whatever fails in an engine
            return None

    async def _search(self, position: Position) -> tuple[int, Info | None]:
        """What the side to move can hope for, and by which line."""
        moves = tuple(position.moves)
        if moves not in self._known:
            found = await self._study.find_best(position)
            while len(self._known) >= KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[moves] = found
        info = self._known[moves].info
        bound = BOUND * average_piece(position.variant)
        return max(-bound, min(info.score.value, bound)) if info else 0, info

    def _give_up(self) -> None:
        if self._task.give_up():
            self._study.give_up()

    async def close(self) -> None:
        self._give_up()
        await self._study.close()
        await self._task.close()


def _gift_in(position: Position, info: Info, values: Mapping[str, int]) -> Gift | None:
    claims = find_claims(position, info.pv, info.score, values)
    # Of the only move, and of one that mates late, no more is claimed.
    if len(position.legal_moves()) == 1 or (info.score.mate or 0) > SOON:
        claims = find_deeds(position, info.pv)
    claim = next((claim for claim in claims if _is_soon(claim, info.pv)), None)
    return None if claim is None else Gift(position, info, claim)


def _is_soon(claim: Claim, line: Sequence[Move]) -> bool:
    """Whether a claim says that the line wins a piece or the game in two or three plies."""
    if claim.kind.startswith(ENDING):
        return claim.number <= SOON
    if claim.kind in LATER:
        return len(line) > 2 and (line[2].is_capture or bool(line[2].promotion))
    return claim.kind in (*TAKING, "checks_and_wins") or claim.kind.startswith("wins by")
