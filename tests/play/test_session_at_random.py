"""A session under whatever people, engines, clocks and disks can do, in any order."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove
from makachess.core.spec import COLORS, opponent
from makachess.play.engines import make_engine
from makachess.play.session.clock import Clock, parse_clock
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat, PersonSeat
from makachess.play.session.session import GameUpdate, Session, at_once
from makachess.saves import Game, format_game, times_left
from makachess.variants import load

CHESS = load("chess")
HABITS = ["moves"] * 6 + [
    *("offers a draw", "plays none", "plays what is illegal", "fails", "has a bug"),
    *("is interrupted", "resigns", "never answers"),
]
ACTIONS = [
    *("play",) * 8,
    *("engines",) * 8,
    *("undo", "redo", "offer", "take", "decline", "pause", "sit", "tick", "wait", "wait long"),
    *("resign", "fill disk", "empty disk", "move out of turn"),
]


class Moody(EngineSeat):
    """An engine that behaves as a seed says; two must never think at a time."""

    thinking = 0

    def __init__(self, dice: random.Random) -> None:
        super().__init__(make_engine(CHESS), Opponent())
        self.dice = dice
        self.offering = False
        self.closed = False

    async def _think(self, position, clock) -> BestMove:
        assert not self.closed
        Moody.thinking += 1
        assert Moody.thinking == 1
        try:
            await asyncio.sleep(0)
            return await self._behave(position, self.dice.choice(HABITS))
        finally:
            Moody.thinking -= 1

    async def _behave(self, position: Position, habit: str) -> BestMove:
        self.offering = habit == "offers a draw"
        if habit == "plays none":
            return BestMove(None)
        if habit == "plays what is illegal":
            return BestMove(Position(CHESS, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").parse("a1a7"))
        if habit == "fails":
            raise MakachessError("gone")
        if habit == "has a bug":
            raise ZeroDivisionError
        if habit == "is interrupted":
            raise asyncio.CancelledError
        if habit == "resigns":
            return BestMove(None, resigns=True)
        if habit == "never answers":
            await asyncio.Event().wait()
        return BestMove(self.dice.choice(position.legal_moves()))

    def offers_draw(self, position: Position) -> bool:
        return self.offering

    def accepts_draw(self, position: Position) -> bool:
        return self.dice.random() < 0.2

    async def close(self) -> None:
        self.closed = True


class Scene:
    """A session, and what it has told and saved."""

    def __init__(self, people: str, clock: str | None, seed: int) -> None:
        self.dice = random.Random(seed)
        self.game = Game(CHESS)
        self.time = 0.0
        self.disk_is_full = self.told_of_disk = False
        self.on_disk = format_game(self.game)
        self.engines: list[Moody] = []
        seats = {c: PersonSeat() if c in people else self.engine_seat() for c in COLORS}
        self.session = Session(
            self.game,
            seats,
            commits=at_once(self.save, self.hear),
            clock=Clock(parse_clock(clock)) if clock else None,
            now=self.now,
        )

    def engine_seat(self) -> EngineSeat:
        self.engines.append(Moody(self.dice))
        return self.engines[-1]

    def now(self) -> float:
        self.time += 0.001  # it never stands still
        return self.time

    def save(self) -> None:
        if self.disk_is_full:
            raise MakachessError("the disk is full")
        self.on_disk, self.told_of_disk = format_game(self.game), False

    def hear(self, change: GameUpdate) -> None:
        """What is announced is on disk, or it was said that it is not."""
        if "Playing on unsaved" in change.note:
            assert self.disk_is_full
            assert change.alert
            self.told_of_disk = True
        assert self.told_of_disk or not self.game.moves or self.is_on_disk()

    def is_on_disk(self) -> bool:
        return self.on_disk == format_game(self.game)

    async def do(self, action: str) -> None:
        session, color = self.session, self.session.turn
        if action == "play" and session.persons_turn:
            session.play(color, self.dice.choice(self.game.position.legal_moves()))
        elif action == "engines":
            for _ in range(8):
                await asyncio.sleep(0)
        elif action == "undo":
            session.undo(session.person or opponent(color))
        elif action == "sit":
            seat = self.dice.choice([PersonSeat, self.engine_seat])()
            session.sit(self.dice.choice(COLORS), seat)
        elif action in ("wait", "wait long"):
            self.time += 3 if action == "wait" else 3600
        elif action.endswith("disk"):
            self.disk_is_full = action == "fill disk"
        else:
            self._ask(action, color)

    def _ask(self, action: str, color: str) -> None:
        session = self.session
        move = self.dice.choice(self.game.position.legal_moves() or [None])
        requests = {
            "redo": session.redo,
            "offer": lambda: session.offer_draw(color),
            "take": lambda: session.answer_draw(color, True),
            "decline": lambda: session.answer_draw(color, False),
            "pause": session.toggle_pause,
            "tick": session.tick,
            "resign": lambda: session.resign(color),
            "move out of turn": lambda: session.play(opponent(color), move),
        }
        if action in requests:
            with suppress(MakachessError):  # what may not be done now
                requests[action]()

    def check(self) -> None:
        """What is always so."""
        session, game = self.session, self.game
        assert not (session.thinking and (session.over or session.paused or session.persons_turn))
        if not (session.over or session.paused or session.persons_turn):
            assert session.thinking, "nobody is to move"
        if session.offer is not None:
            assert not session.over
        if session.clock is not None:
            self._check_clock(session.clock)
        assert game.outcome is None or game.result != "*"

    def _check_clock(self, clock: Clock) -> None:
        """Nobody who has not lost has less than nothing; a resumed game has the same clocks."""
        stands = {color: clock.standing(color) for color in COLORS}
        assert self.session.over or all(s.seconds > 0 or s.periods > 0 for s in stands.values())
        for color, told in times_left(self.game).items():
            assert abs(told.seconds - stands[color].seconds) < 0.11
            assert told.periods == stands[color].periods


@settings(max_examples=150, deadline=None)
@given(
    people=st.sampled_from(["white", "black", "white black", "white", ""]),
    clock=st.sampled_from([None, "5+3", "0+5", "1d3", "1+3x10", "2days"]),
    seed=st.integers(0, 1 << 32),
    actions=st.lists(st.sampled_from(ACTIONS), max_size=60),
)
def test_whatever_happens_the_session_keeps_its_promises(people, clock, seed, actions):
    async def play() -> None:
        scene = Scene(people, clock, seed)
        scene.session.begin()
        try:
            for action in actions:
                await scene.do(action)
                scene.check()
        finally:
            scene.disk_is_full = False
            await scene.session.close()
        assert not scene.game.moves or scene.is_on_disk()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert all(engine.closed for engine in scene.engines)
        scene.time += 10_000
        scene.session.tick()
        assert not scene.game.moves or scene.is_on_disk()

    Moody.thinking = 0
    asyncio.run(play())
