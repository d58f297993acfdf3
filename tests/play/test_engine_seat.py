"""An engine as a player: its level, its draws, and who plays on when it fails."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from external_programs import fake
from makachess.core import Position
from makachess.core.engine import LEVELS, BestMove, ClockLimits, Info, Limits, Score
from makachess.core.engine.book import NO_BOOK
from makachess.core.engine.report import Skill
from makachess.play.engines import (
    AsyncEngine,
    BuiltInEngine,
    EngineFaultError,
    FaultKind,
)
from makachess.play.session import seats
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat, engine_seat, natural_seconds
from makachess.variants import load
from makachess.variants.books import format_book
from opening_books import book_of

VETERAN, CHESS = load("veteran"), load("chess")


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the player's own files."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    return tmp_path


@asynccontextmanager
async def opened(player: EngineSeat) -> AsyncIterator[EngineSeat]:
    yield player
    await player.close()


def position(*sans: str, variant=VETERAN) -> Position:
    result = Position(variant)
    for san in sans:
        result.push(result.parse(san))
    return result


class Told(AsyncEngine):
    """Answers what it was told to, and remembers what it was asked."""

    def __init__(self, *answers: BestMove | Exception, variant=VETERAN) -> None:
        super().__init__(variant, "told")
        self.answers = list(answers)
        self.limits: list[Limits] = []
        self.closed = False

    async def _search(self, position, limits, on_info, stop) -> BestMove:
        self.limits.append(limits)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def close(self) -> None:
        self.closed = True


class Foreign(Told):
    """A program in the place of the built-in engine."""

    has_levels = False


def thought(score: int) -> BestMove:
    move = position().parse("e4")
    return BestMove(move, (Info(1, Score(score), 1, 0.0, (move,)),))


async def test_with_a_seed_it_repeats_itself():
    moves = []
    for _ in range(2):
        async with opened(EngineSeat(BuiltInEngine(VETERAN), Opponent(1, seed=7))) as player:
            moves.append((await player.choose(position("e4", "e5", "Nf3"))).move)
    assert moves[0] == moves[1]


async def test_a_level_is_limited_by_nodes_and_a_program_by_the_levels_time():
    clock = ClockLimits(60, 60)
    for engine, plain, timed in (
        (
            Told,
            Limits(nodes=LEVELS[3].nodes, seconds=0.7, multipv=6, skill=Skill(3)),
            Limits(nodes=LEVELS[3].nodes, multipv=6, clock=clock, skill=Skill(3)),
        ),
        (Foreign, Limits(seconds=0.7), Limits(clock=clock)),
    ):
        player = EngineSeat(engine(thought(0), thought(0)), Opponent(3))
        await player.choose(position())
        await player.choose(position(), clock)
        assert player.engine.limits == [plain, timed]


@pytest.mark.parametrize(("score", "accepted"), [(-200, True), (0, False), (300, False)])
async def test_a_draw_is_taken_when_things_look_bad(score, accepted):
    player = EngineSeat(Told(thought(score)), Opponent(10))
    assert not player.accepts_draw(position())
    await player.choose(position())
    assert player.accepts_draw(position()) is accepted


async def test_a_draw_is_offered_late_and_not_again_and_again():
    player = EngineSeat(Told(thought(0)), Opponent(10))
    late = Position(VETERAN, "4k3/8/8/8/8/8/4V3/4K3 w - - 40 60")
    assert not player.offers_draw(late)
    await player.choose(position())
    assert not player.offers_draw(position())
    assert player.offers_draw(late)
    assert not player.offers_draw(late)


async def test_a_program_offers_draws_when_it_likes():
    move = position().parse("e4")
    player = EngineSeat(Foreign(BestMove(move, offers_draw=True), BestMove(move)), Opponent(10))
    await player.choose(position())
    assert player.offers_draw(position())
    await player.choose(position())
    assert not player.offers_draw(position())


async def test_the_stand_in_plays_on_under_its_own_name():
    program, built_in = (
        Foreign(EngineFaultError(FaultKind.CRASH, "out of cheese")),
        Told(thought(5)),
    )
    player = EngineSeat(program, Opponent(4, "told", "told"), stand_in=lambda: built_in)
    assert player.name == "told"
    assert (await player.choose(position())).move == position().parse("e4")
    assert player.name == "makachess level 4"
    assert player.notice == "out of cheese. makachess level 4 plays on"
    assert program.closed
    assert built_in.limits == [
        Limits(nodes=LEVELS[4].nodes, seconds=0.7, multipv=6, skill=Skill(4))
    ]


async def test_a_program_that_was_started_again_plays_on(tmp_path):
    command = fake("cecp", "crash", tmp_path / "flag")
    player = engine_seat(CHESS, Opponent(1, command, "fake"))
    async with opened(player):
        best = await player.choose(position(variant=CHESS), ClockLimits(600, 600))
        assert str(best.move) == "a2a3"
        assert "started again" in player.notice
        assert (player.name, player.engine.name) == ("fake", "Fake 1.0")


async def test_moves_of_the_book_come_first_and_are_not_searched():
    book = book_of(VETERAN, "e4 e5 Nf3", "d4")
    engine = Told(thought(0))
    player = EngineSeat(engine, Opponent(10), book=book)
    best = await player.choose(position())
    assert str(best.move) in ("e2e4", "d2d4")
    assert best.from_book
    assert str((await player.choose(position("e4", "e5"))).move) == "g1f3"
    assert engine.limits == []
    assert not (await player.choose(position("a4"))).from_book
    assert len(engine.limits) == 1


async def test_a_program_plays_its_own_openings_and_its_stand_in_ours():
    book = book_of(VETERAN, "d4")
    answer = BestMove(position().parse("e4"))
    assert await EngineSeat(Foreign(answer), Opponent(10), book=book).choose(position()) == answer
    failing = Foreign(EngineFaultError(FaultKind.CRASH, "out of cheese"))
    player = EngineSeat(failing, Opponent(4), stand_in=Told, book=book)
    assert str((await player.choose(position())).move) == "d2d4"
    assert player.notice == "out of cheese. makachess level 4 plays on"


async def test_a_player_has_the_usual_book_of_its_game_unless_it_is_given_one(own_home):
    folder = own_home / "books"
    folder.mkdir()
    path = folder / "veteran.book"
    path.write_bytes(format_book(VETERAN, book_of(VETERAN, "a4"), {}))
    async with opened(engine_seat(VETERAN, Opponent(3))) as player:
        assert str((await player.choose(position())).move) == "a2a4"
    async with opened(engine_seat(VETERAN, Opponent(1, seed=1, book=NO_BOOK))) as player:
        assert not (await player.choose(position())).from_book
    path.write_bytes(b"makachess book 1\n\n")
    async with opened(engine_seat(VETERAN, Opponent(1, seed=1))) as player:
        assert player.notice == "veteran.book: it is damaged: its header has no line 'variant'"


# How long a low level takes.


def best_of(position: Position, *scores: int) -> BestMove:
    moves = position.legal_moves()
    lines = tuple(Info(2, Score(s), 1, 0.0, (m,)) for s, m in zip(scores, moves, strict=False))
    return BestMove(moves[0], lines)


def seconds(position: Position, best: BestMove, clock: ClockLimits | None = None) -> float:
    return natural_seconds(position, best, clock, random.Random(1))


def test_it_takes_longer_where_several_moves_look_good():
    position = Position(CHESS)
    clear, close = best_of(position, 500, 0, -10), best_of(position, 20, 10, 0)
    assert seconds(position, close) == pytest.approx(2 * seconds(position, clear))


def test_the_only_move_and_taking_back_are_quick():
    start = Position(CHESS)
    usual = seconds(start, best_of(start, 20, 10, 0))
    forced = Position(CHESS, "k7/1Q6/8/8/8/8/8/7K b - - 0 1")
    taken = Position(CHESS)
    for san in ("e4", "d5", "exd5"):
        taken.push(taken.parse(san))
    back = BestMove(taken.parse("Qxd5"), best_of(taken, 10, 0, -10).lines)
    assert seconds(taken, back) < usual / 2
    assert len(forced.legal_moves()) == 1
    assert seconds(forced, best_of(forced, 0)) < usual / 2


def test_a_clock_makes_it_hurry_and_never_takes_more_than_a_moves_share():
    position = Position(CHESS)
    best = best_of(position, 20, 10, 0)
    slow, fast = ClockLimits(600, 600), ClockLimits(6, 6)
    assert seconds(position, best, fast) < seconds(position, best, slow) / 5
    assert seconds(position, best, fast) <= fast.budget("white")


@pytest.mark.parametrize(
    ("level", "clock", "more", "least", "most"),
    [
        (1, None, {}, 0.3, 0.5),
        (3, None, {}, 0.3, 0.5),
        (4, None, {}, 1, 60),
        (3, ClockLimits(600, 600), {}, 1, 60),
        (3, None, {"seed": 1}, 0, 0),
        (3, None, {"natural": False}, 0, 0),
        (9, None, {}, 0, 0),
    ],
)
async def test_a_low_level_without_a_seed_takes_its_time_the_lowest_little_without_a_clock(
    monkeypatch, level, clock, more, least, most
):
    rested = []

    async def note(seconds):
        rested.append(seconds)

    monkeypatch.setattr(seats, "sleep", note)
    monkeypatch.setattr(seats, "SPREAD", 0)
    start = Position(CHESS)
    told = Told(best_of(start, 20, 10, 0), variant=CHESS)
    await EngineSeat(told, Opponent(level, **{"natural": True, **more})).choose(start, clock)
    assert least <= sum(rested) <= most
