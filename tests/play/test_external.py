"""Programs as opponents: the handshake, positions, moves, and everything that can go wrong."""

import asyncio
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from makachess.core import Position
from makachess.core.engine import Limits, Score
from makachess.play.engines import make_opponent
from makachess.play.engines.external import (
    EngineFaultError,
    ExternalOpponent,
    Keeper,
    Timing,
    cecp,
    engine,
    open_engine,
    opening,
    uci,
)
from makachess.play.engines.external.profiles import Profile
from makachess.play.engines.external.turning import turn_move, turn_placement
from makachess.play.seats import EngineSeat, PersonSeat
from makachess.play.session import Change, Session
from makachess.saves import Game
from makachess.variants import load

FAKE = Path(__file__).parent.parent / "fake_engine.py"
LIMITS = Limits(seconds=30)


def fake(protocol: str, habit: str = "none", *flag: object) -> str:
    return shlex.join([sys.executable, str(FAKE), protocol, habit, *map(str, flag)])


@pytest.fixture
def hurried(monkeypatch):
    """Short waits, for programs that will not answer however long one waits."""
    for module in (engine, cecp, uci):
        monkeypatch.setattr(module, "GRACE", 0.1)
    monkeypatch.setattr(opening, "PATIENCE", 0.5)


async def ask(command: str, *moves: str, variant: str = "chess", fen: str | None = None):
    """What a program plays after some moves."""
    position = Position(load(variant), fen)
    for move in moves:
        position.push(position.parse(move))
    found = await open_engine(command, position.variant)
    try:
        return await found.search(position, LIMITS)
    finally:
        await found.close()


# --- what goes well -----------------------------------------------------------------------------


async def test_cecp_engine_is_found_and_named():
    found = await open_engine(fake("cecp"), load("chess"))
    assert found.name == "Fake 1.0"
    await found.close()


async def test_uci_engine_is_found_and_named():
    found = await open_engine(fake("uci"), load("chess"))
    assert found.name == "Fake UCI"
    await found.close()


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_moves_are_told_and_answered(protocol):
    best = await ask(fake(protocol), "e2e4", "e7e5", "Nf3")
    assert str(best.move) == "a7a5"


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_positions_are_told(protocol):
    best = await ask(fake(protocol), "e1e2", fen="4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert str(best.move) == "e8d7"


async def test_thinking_is_understood():
    best = await ask(fake("cecp"))
    assert best.info is not None
    assert (best.info.depth, best.info.score, best.info.nodes) == (3, Score(None, 5), 99)
    assert [str(move) for move in best.info.pv] == ["a2a3", "e7e5"]


async def test_uci_thinking_is_understood():
    best = await ask(fake("uci"))
    assert best.info is not None
    assert (best.info.depth, best.info.score, best.info.seconds) == (4, Score(None, 2), 0.03)


async def test_a_game_goes_on_and_is_taken_back():
    position = Position(load("veteran"))
    found = await open_engine(fake("cecp"), position.variant)
    for _ in range(4):
        best = await found.search(position, LIMITS)
        assert best.move in position.legal_moves()
        position.push(best.move)
    first = position.pop(), position.pop()
    again = await found.search(position, LIMITS)
    assert again.move == first[1]
    await found.close()


async def test_analysis_ends_when_it_is_stopped():
    for protocol in ("cecp", "uci"):
        found = await open_engine(fake(protocol), load("chess"))
        seen = asyncio.Event()
        search = found.search(Position(load("chess")), Limits(), on_info=lambda _, s=seen: s.set())
        task = asyncio.create_task(search)
        await seen.wait()
        found.stop()
        assert str((await task).move) == "a2a3"
        await found.close()


async def test_a_search_is_stopped_and_gives_its_move():
    for protocol in ("cecp", "uci"):
        found = await open_engine(fake(protocol, "slow"), load("chess"))
        seen = asyncio.Event()
        search = found.search(Position(load("chess")), LIMITS, on_info=lambda _, s=seen: s.set())
        task = asyncio.create_task(search)
        await seen.wait()
        found.stop()
        assert str((await task).move) == "a2a3"
        await found.close()


async def test_a_search_that_was_given_up_does_not_disturb_the_next_one():
    for protocol in ("cecp", "uci"):
        found = await open_engine(fake(protocol, "slow"), load("chess"))
        position, seen = Position(load("chess")), asyncio.Event()
        search = found.search(position, LIMITS, on_info=lambda _, s=seen: s.set())
        task = asyncio.create_task(search)
        await seen.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        position.push(position.parse("e2e4"))
        again = found.search(position, LIMITS, on_info=lambda _, to_stop=found: to_stop.stop())
        assert str((await again).move) == "a7a5"
        await found.close()


async def test_an_engine_that_refuses_moves_is_shown_positions():
    best = await ask(fake("cecp", "refuse"), "e2e4")
    assert str(best.move) == "a7a5"


# --- what goes wrong ----------------------------------------------------------------------------


async def fault(command: str, variant: str = "chess") -> EngineFaultError:
    with pytest.raises(EngineFaultError) as caught:
        await ask(command, variant=variant)
    return caught.value


async def test_no_such_program():
    found = await fault("no-such-engine-anywhere --fast")
    assert (found.kind, str(found)) == ("start", "'no-such-engine-anywhere': no such program")


@pytest.mark.parametrize("command", ["", "'unclosed"])
async def test_no_command(command):
    assert (await fault(command)).kind == "start"


async def test_a_program_that_dies_says_why():
    found = await fault(fake("cecp", "dies"))
    assert found.kind == "crash"
    assert "has ended (exit status 1): no licence found" in str(found)


async def test_a_program_that_is_no_engine(hurried):
    found = await fault("cat")
    assert found.kind == "start"
    assert "neither XBoard's protocol nor UCI" in str(found)


async def test_a_variant_the_engine_does_not_play():
    found = await fault(fake("cecp"), "decimaka")
    assert found.kind == "start"
    assert str(found) == (
        "Fake 1.0 does not play decimaka (it plays normal, veteran, macadamia-shogi)"
    )
    assert "only chess" in str(await fault(fake("uci"), "veteran"))


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_crash(protocol):
    found = await fault(fake(protocol, "crash"))
    assert found.kind == "crash"
    assert str(found).endswith("has ended (exit status 1): out of cheese")


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_illegal_move(protocol):
    found = await fault(fake(protocol, "illegal"))
    assert found.kind == "illegal"
    assert "plays 'a1a1'" in str(found)


@pytest.mark.parametrize("protocol", ["cecp", "uci"])
async def test_hanging(protocol, hurried):
    position = Position(load("chess"))
    found = await open_engine(fake(protocol, "hang"), position.variant)
    with pytest.raises(EngineFaultError) as caught:
        await found.search(position, Limits(seconds=0.1))
    assert caught.value.kind == "hang"
    await found.close()


async def test_resigning():
    assert (await fault(fake("cecp", "resign"))).kind == "resign"


# --- the watchdog -------------------------------------------------------------------------------


async def test_a_crashed_engine_is_started_again(tmp_path):
    position = Position(load("chess"))
    keeper = Keeper(fake("cecp", "crash", tmp_path / "flag"), position.variant)
    # The first two processes find no flag file: it is made by the first one.
    best = await keeper.search(position, LIMITS)
    assert str(best.move) == "a2a3"
    assert [found.kind for found in keeper.faults] == ["crash"]
    await keeper.close()


async def test_what_an_engine_told_before_it_crashed_is_its_move():
    keeper = Keeper(fake("cecp", "tells"), load("chess"))
    best = await keeper.search(Position(load("chess")), LIMITS)
    assert str(best.move) == "a2a3"
    assert [found.kind for found in keeper.faults] == ["crash"]
    await keeper.close()


async def test_an_engine_that_goes_on_crashing_is_given_up():
    keeper = Keeper(fake("cecp", "illegal"), load("chess"))
    with pytest.raises(EngineFaultError):
        await keeper.search(Position(load("chess")), LIMITS)
    assert [found.kind for found in keeper.faults] == ["illegal", "illegal"]
    await keeper.close()


async def test_the_built_in_opponent_stands_in():
    opponent = ExternalOpponent(load("chess"), fake("cecp", "crash"), level=1, seed=1)
    position = Position(load("chess"))
    best = await opponent.choose(position, 0.1)
    assert best.move in position.legal_moves()
    assert "out of cheese" in opponent.notice
    assert "The built-in opponent plays on" in opponent.notice
    await opponent.close()


async def test_the_external_opponent_plays_and_tells_of_a_new_start(tmp_path):
    opponent = ExternalOpponent(load("chess"), fake("cecp", "crash", tmp_path / "flag"), level=1)
    best = await opponent.choose(Position(load("chess")), 30)
    assert str(best.move) == "a2a3"
    assert "started again" in opponent.notice
    opponent.stop()
    await opponent.close()


# --- peculiarities ------------------------------------------------------------------------------


async def test_a_program_that_only_knows_white_is_shown_the_board_from_blacks_side(monkeypatch):
    """The fake engine gets what HaChu needs, and must answer for Black all the same."""
    profile = Profile("cecp", placement_only=True, forgetting=("memory 1", "memory 2"))
    monkeypatch.setattr(opening, "profile_of", lambda name: profile)
    best = await ask(fake("cecp"), "a4a5", variant="macadamia")
    assert best.move is not None
    assert str(best.move) in {str(move) for move in _after("a4a5").legal_moves()}


def _after(move: str) -> Position:
    position = Position(load("macadamia"))
    position.push(position.parse(move))
    return position


class Shy(Keeper):
    """A watchdog whose engine crashes at the sight of Queens, as its profile knows."""

    def __init__(self, *disguises: dict[str, str]) -> None:
        super().__init__(fake("cecp", "shy"), load("chess"))
        self.profile = Profile("cecp", placement_only=True, disguises=disguises)


async def test_men_are_disguised_where_an_engine_cannot_bear_their_sight(monkeypatch):
    keeper = Shy({"R": "N"}, {"Q": "B"})
    monkeypatch.setattr(opening, "profile_of", lambda name: keeper.profile)
    best = await keeper.search(Position(load("chess")), LIMITS)
    assert str(best.move) == "a2a3"
    assert [found.kind for found in keeper.faults] == ["crash", "crash"]
    await keeper.close()


async def test_a_move_that_only_a_disguise_makes_illegal_is_not_the_engines_fault(monkeypatch):
    keeper = Shy({"Q": "R", "P": "N"}, {"Q": "R"})
    monkeypatch.setattr(opening, "profile_of", lambda name: keeper.profile)
    position = Position(load("chess"), "4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1")
    best = await keeper.search(position, LIMITS)
    assert best.move in position.legal_moves()
    assert [found.kind for found in keeper.faults] == ["crash"]
    await keeper.close()


def test_turning_the_array_gives_the_array():
    array = load("macadamia").array
    assert turn_placement(array) == array


def test_turning_twice_changes_nothing():
    text = "+p'12/10r!2/13"
    assert turn_placement(turn_placement(text)) == text
    assert turn_placement(text) == "13/2R!10/12+P'"


def test_moves_are_turned_square_by_square():
    assert turn_move(load("macadamia"), "a1m13,m13c2+") == "m13a1,a1k12+"
    assert turn_move(load("decimaka"), "a0b9") == "j9i0"


def test_time_per_move_in_whole_seconds_and_on_the_clock():
    assert Timing.per_move(0.25) == Timing("st 1", 0.25, 0.25)
    assert Timing.per_move(2.5).control == "st 3"


@pytest.mark.skipif(
    shutil.which("hachu", path="/usr/games:/usr/bin:/bin") is None, reason="needs HaChu"
)
async def test_hachu_moves_for_both_colours():
    position = Position(load("macadamia"))
    keeper = Keeper("hachu", position.variant)
    for _ in range(4):
        best = await keeper.search(position, Limits(seconds=0.1))
        assert best.move in position.legal_moves()
        position.push(best.move)
    await keeper.close()


async def test_what_the_opponent_has_to_say_is_shown_with_its_move():
    told: list[Change] = []
    game = Game(load("chess"))
    opponent = make_opponent(game.variant, 1, 1, fake("cecp", "dies"))
    seats = {"white": EngineSeat(opponent, "fake"), "black": PersonSeat()}
    session = Session(game, seats, save=lambda: None, tell=told.append)
    session.begin()
    while not game.moves:
        await asyncio.sleep(0.01)
    assert "no licence found" in told[-1].note
    await session.close()
