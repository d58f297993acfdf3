"""The coach speaks of moves that give a piece or the game away, of no others, and truly."""

import asyncio
import contextlib
import random
from types import SimpleNamespace

import pytest
from claim_checker import Checker, TooManyPositionsError
from makachess.core import Position
from makachess.core.engine import Limits
from makachess.play.analysis import Effort
from makachess.play.coach import Coach, turn_coach
from makachess.play.engines import make_engine
from makachess.play.session.opponents import Opponent
from makachess.play.session.setup import new_setup, usual_setup
from makachess.play.settings import Settings
from makachess.variants import load, models
from sampling import mostly_slow

# Without a limit of time, so that every machine finds the same.
STEADY = Effort(brief=Limits(nodes=20_000))
LEVEL = "makachess level 3"
HANGING = "3k4/8/8/3p4/8/8/4Q3/4K3 w - - 0 1"
HELD = "4k3/8/2p5/3p4/8/1Q6/8/4K3 w - - 0 1"
INFECTING = "4k3/6p1/5l2/6B1/5r2/8/8/4K3 w - - 0 1"
ALIKE = "4k3/8/4p3/3n4/r7/2N5/8/4K3 w - - 0 1"
BACK_RANK = "r5k1/5ppp/8/8/8/8/4RPPP/6K1 w - - 0 1"
INFECTED = "4k3/3p4/8/2B5/8/8/8/4K2R w K - 0 1"


def coach(position: Position, tell=bool) -> Coach:
    """The coach of a game that stands so, in which both sides are one person's."""
    game = SimpleNamespace(
        position=position, tags={"Coach": "on"} | {"White": LEVEL, "Black": LEVEL}
    )
    one = SimpleNamespace(game=game, people={"one"}, has_clock=False, persons_turn=True)
    return Coach(one, lambda: make_engine(position.variant), tell, STEADY)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "fen", "move", "said"),
    [
        ("chess", HANGING, "Qe4", "Qe4 lets dxe4, which wins the Queen."),
        ("chess", HANGING, "Qd3", ""),
        ("veteran", INFECTED, "Bd6", ""),
        ("veteran", "4k3/8/3p4/8/8/8/2N5/4K3 w - - 0 1", "Nd4", ""),
        ("chess", HELD, "Qxd5", "Qxd5 lets cxd5, which wins the Queen for the Pawn."),
        ("veteran", INFECTING, "Bxf6=Q", "Bxf6=Q lets gxf6=Q, which wins the Queen for the Lady."),
        ("chess", ALIKE, "Nxd5", "Nxd5 lets exd5, which wins the Knight for another."),
        ("chess", "r5k1/5ppp/8/8/8/8/4RPPP/6K1 w - - 0 1", "h3", ""),
        ("chess", BACK_RANK, "Rd2", "Rd2 lets Ra1+, which forces mate in 2 moves."),
        ("chess", BACK_RANK, "Re8+", "Re8+ lets Rxe8, which wins the Rook."),
        # What is lost whatever is played, and a Pawn.
        ("chess", "6k1/8/8/8/3Q4/5n2/8/6K1 w - - 0 1", "Kh1", ""),
        ("chess", "6k1/5ppp/8/8/8/1r6/P4PPP/R5K1 w - - 0 1", "h3", ""),
    ],
)
async def test_it_warns_of_a_move_that_costs_a_piece_or_the_game(game, fen, move, said):
    position = Position(load(game), fen)
    one = coach(position)
    gift = await one.weigh(position.parse(move))
    assert gift is None if not said else gift and gift.warning().startswith(said), gift
    assert position.fen() == fen
    assert await one.weigh(position.parse(move)) is None, "it has been said"
    await one.close()


@pytest.mark.compiled
async def test_it_warns_once_of_a_threat_that_one_lets_stand_and_of_another_again():
    position = Position(load("chess"), HANGING)
    one = coach(position)
    for text, warns in [("Qe4", True), ("Kf1", False), ("Kg1", False), ("Qc4", True)]:
        gift = await one.weigh(move := position.parse(text))
        assert (gift is not None) == warns, text
        position.push(move)
        position.push(position.parse("Kc7" if str(position.king("black")) == "d8" else "Kd8"))
    await one.close()


@pytest.mark.compiled
@pytest.mark.parametrize("game", mostly_slow(["veteran", "macadamia"], ["veteran"]))
async def test_what_it_says_is_true(game):
    """Moves at random give enough away."""
    dice, said, position = random.Random(7), 0, Position(load(game))
    one = coach(position)
    values = models.engine_values(position.variant)
    for ply in range(40):
        move = dice.choice(position.legal_moves())
        gift = await one.weigh(move) if ply > 20 else None
        position.push(move)
        if gift is not None:
            said += 1
            checker = Checker(position, gift.info.pv, gift.info.score, values)
            with contextlib.suppress(TooManyPositionsError):
                assert checker.holds(gift.claim), gift.warning()
    await one.close()
    assert 0 < said < 19


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("fen", "move", "clue"),
    [
        ("4k3/3q4/8/8/2P5/8/8/4K3 b - - 0 1", "Qd5", ["There is something to take"]),
        ("4k3/3q4/8/8/2P5/8/8/4K3 b - - 0 1", "Qd6", []),
        ("6k1/4rppp/8/8/8/8/5PPP/R5K1 b - - 0 1", "Re6", ["There is a quick win"]),
    ],
)
async def test_it_says_that_there_is_something_to_take_but_not_what(fen, move, clue):
    told: list[str] = []
    position = Position(load("chess"), fen)
    one = coach(position, told.append)
    position.push(position.parse(move))
    one.follow()
    one.follow()  # as at each change around a game
    while one.is_looking:
        await asyncio.sleep(0)
    assert told == clue
    one.follow()
    assert not one.is_looking
    await one.close()


@pytest.mark.parametrize(
    ("chosen", "is_there"),
    [
        ({}, True),
        ({"opponent": Opponent(1)}, True),
        ({"opponent": Opponent(4)}, False),
        ({"opponent": Opponent(4), "coach": True}, True),
        ({"clock": "5+3"}, False),
        ({"clock": "5+3", "coach": True}, False),
        ({"side": "both", "coach": True}, False),
        ({"side": "none", "coach": True}, False),
        ({"opponent": Opponent(1, "xboard --engine", "gnuchess"), "coach": True}, False),
    ],
)
def test_low_levels_come_with_a_coach_and_the_tags_say_so(chosen, is_there, home):
    setup = usual_setup(Settings(), load("veteran"), **chosen)
    assert (setup.game.tags.get("Coach") == "on") == is_there
    assert (setup.again(1).game.tags.get("Coach") == "on") == is_there
    if "coach" not in chosen:
        assert (
            "Coach" not in usual_setup(Settings(coach=False), load("veteran"), **chosen).game.tags
        )


def test_a_coach_that_is_turned_off_is_told_of_in_the_tags(home):
    tags = new_setup(load("veteran"), "white").game.tags
    turn_coach(tags, on=False)
    assert "Coach" not in tags
    turn_coach(tags, on=True)
    turn_coach(tags, on=False)
    assert tags["Coach"] == "turned off"
