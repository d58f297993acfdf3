"""UCI engines that play our games with letters of their own, as Fairy-Stockfish does."""

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from external_programs import LIMITS, open_engine
from foreign_engine import FILES
from makachess.core import Position
from makachess.core.engine import StopToken
from makachess.core.spec import Variant
from makachess.play.engines import EngineFaultError, FaultKind
from makachess.play.engines.dialects import ForeignDialect
from makachess.training.match import Match, Standings, play_game, play_match
from makachess.training.openings import RandomOpenings
from makachess.training.players import PlayerStats
from makachess.variants import load
from sampling import sampled

PATHS = os.pathsep.join((os.environ["PATH"], "/usr/games"))
ENGINE = Path(__file__).parents[1] / "foreign_engine.py"
OWN = ("capablanca", "shatranj", "makruk", "courier")


def foreign(habit: str = "none") -> str:
    return shlex.join([sys.executable, str(ENGINE), habit])


def game(name: str) -> Variant:
    return load(str(FILES / f"{name}.toml") if name in OWN else name)


async def answer(name: str, *moves: str, fen: str | None = None, habit: str = "none") -> str:
    """What the engine plays after some moves."""
    position = Position(game(name), fen)
    for move in moves:
        position.push(position.parse(move))
    engine = await open_engine(foreign(habit), position.variant)
    try:
        best = await engine.search(position, LIMITS, None, StopToken())
    finally:
        await engine.close()
    assert best.info is not None
    assert best.info.pv == (best.move,)
    return str(best.move)


def faults(stats: PlayerStats) -> int:
    return stats.faults.total()


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(["chess", "grand", *OWN], ["grand"]))
async def test_games_against_an_engine_with_letters_of_its_own_have_no_fault(name):
    for number in range(2):
        opening = RandomOpenings(game(name), 4, 1)
        match = Match((foreign(), "depth:1"), game(name), 2, opening, max_plies=60)
        record = await play_game(match, number)
        assert faults(record.white + record.black) == 0
        assert len(record.moves) > 8


@pytest.mark.slow
async def test_promotions_have_the_letters_that_the_engine_knows():
    """Its first move by text is `a9a10a`; of what it is told it must have made a Marshal."""
    fen = "4k5/P9/10/10/10/10/10/10/10/4K5 w - - 0 1"
    assert await answer("grand", fen=fen) == "a9a10=C"
    assert await answer("grand", "a9a10=M", fen=fen) == "e10d9"
    assert await answer("grand", "a9a10=C", fen=fen) == "e10d10"


@pytest.mark.parametrize(
    ("habit", "name", "message"),
    [
        ("mirrored", "grand", "plays another grand: it begins with 'r8r/1nbackqbn1/"),
        ("secretive", "makruk", "has neither the command 'd'"),
        ("forgetful", "grand", "plays another grand: it has come to 'r8r/.* w' instead of"),
    ],
)
async def test_an_engine_that_plays_another_game_is_refused_with_the_reason(habit, name, message):
    moves = ("e3e5", "e8e6", "f3f4") if name == "grand" else ()
    with pytest.raises(EngineFaultError, match=message) as caught:
        await answer(name, *moves, habit=habit)
    assert caught.value.kind is FaultKind.MISMATCH


def test_a_move_that_uci_has_no_text_for_is_not_told_to_anybody():
    variant = load("mighty-lion")
    dialect = ForeignDialect(variant, "Foreign", variant.start_fen)
    position = Position(variant, "4k3/8/8/3pp3/3L4/8/8/4K3 w - - 0 1")
    assert dialect.write_move(position.parse("d4f6")) == "d4f6"
    with pytest.raises(EngineFaultError, match="cannot be told 'd4d5,d5e5', which UCI") as caught:
        dialect.write_move(position.parse("d4d5,d5e5"))
    assert caught.value.kind is FaultKind.MISMATCH


GAMES = int(os.environ.get("FOREIGN_GAMES", "4"))


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("fairy-stockfish", path=PATHS) is None, reason="needs it")
@pytest.mark.parametrize("name", ["chess", "grand", *OWN])
async def test_games_against_fairy_stockfish_have_no_fault(name):
    opening = RandomOpenings(game(name), 4, 0)
    match = Match(("level:6", "fairy-stockfish"), game(name), GAMES, opening, seconds=0.05)
    standings = Standings()
    await play_match(match, standings, lambda _: None)
    assert standings.counts.games == GAMES
    assert faults(standings.stats(first=False)) == 0
    assert not [row for row in standings.rows.values() if row.by_fault]
