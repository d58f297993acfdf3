"""Every claim is true: each that is made in many positions is checked by its definition."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from claim_checker import Checker, TooManyPositionsError
from makachess.core import Position, Square
from makachess.core.engine import Engine, Limits, Score
from makachess.core.engine.claims import VERSION, WORDS, Claim, find_claims
from makachess.core.engine.levels import choose
from makachess.play.puzzles import games_with_puzzles, load_puzzles
from makachess.variants import load, names, relative_names
from makachess.variants.models import engine_values
from sampling import mostly_slow

GAMES = (*names(), *relative_names())
QUICK = ("chess", "veteran", "decimaka", "macadamia", "chu")
PAGE = Path(__file__).parents[3] / "docs" / "claims.md"


@pytest.mark.compiled
@pytest.mark.parametrize("name", mostly_slow(GAMES, QUICK))
def test_claims_are_true(name):
    check_game(name, 10, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_all_claims_are_true(name):
    assert len(GAMES) * 10 * 134 > 20_000
    for seed in range(2, 12):
        check_game(name, 134, seed)


def check_game(name, count, seed):
    engine, said = Engine(load(name), hash_mb=1), Counter()
    values, dice = engine_values(engine.variant), random.Random(f"{name} {seed}")
    for position in positions(name, engine, count, dice):
        found = engine.search(position, Limits(nodes=300)).info
        fen = position.fen()
        for claim in find_claims(position, found.pv, found.score, values):
            assert position.fen() == fen
            checker = Checker(position.copy(), found.pv, found.score, values)
            try:
                held = checker.holds(claim)
            except TooManyPositionsError:
                held = None
            assert held is not False, (fen, [*map(str, found.pv)], found.score, claim)
            said["checked" if held else "too long"] += 1
    assert said["checked"] > count // 9
    assert said["too long"] <= 1 + said["checked"] // 50


def positions(name, engine, count, dice):
    """Positions of random games, of games between two levels, and puzzles where there are any."""
    sources = [random_game, level_game]
    puzzles = load_puzzles(name) if name in games_with_puzzles() else ()
    while count:
        if puzzles and dice.random() < 0.2:
            game = [Position(engine.variant, dice.choice(puzzles).fen)]
        else:
            game = dice.choice(sources)(engine, dice)
        for position in game:
            if count and position.legal_moves() and position.outcome() is None:
                count -= 1
                yield position


def random_game(engine, dice):
    position = Position(engine.variant)
    for ply in range(dice.randrange(20, 150)):
        moves = position.legal_moves()
        if not moves or position.outcome():
            return
        takes = [move for move in moves if move.is_capture]
        position.push(dice.choice(takes if takes and dice.random() < 0.3 else moves))
        if ply % 7 == 0:
            yield position


def level_game(engine, dice):
    position, seed = Position(engine.variant), dice.randrange(1000)
    for ply in range(dice.randrange(20, 120)):
        if position.outcome():
            return
        level = 4 if ply % 2 else 1
        position.push(choose(engine, position, level, seed).move)
        if ply % 5 == 0:
            yield position


def test_each_kind_is_defined():
    page = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([^`]+)` \|", page, re.M)) == set(WORDS)
    assert f"These are the claims of version {VERSION}." in page


FALSE = [
    # what was once said of the first move
    ("veteran", None, "d4", Claim("attacks", (Square.parse("d7"),), ("P",))),
    # it is covered, and the Rook is worth more
    (
        "chess",
        "k7/3p4/4p3/8/8/8/8/K3R3 w - - 0 1",
        "Ka2",
        Claim("threatens_to_take", (Square.parse("e6"),), ("P",)),
    ),
    # the Rook would have to become a Veteran
    (
        "veteran",
        "4k3/8/4v3/8/8/8/4R3/4K3 w - - 0 1",
        "Rxe6=V",
        Claim("wins", (Square.parse("e6"),), ("V",)),
    ),
    # it was guarded before
    (
        "chess",
        "k7/8/8/8/4r3/3P4/4N3/K7 w - - 0 1",
        "Kb2",
        Claim("saves", (Square.parse("e2"),), ("N",)),
    ),
    # the Werewolf may go anywhere else: the King is only exposed if it takes the Pawn on c4
    (
        "werewolf",
        "rnb1kbnr/p2ppppp/8/2p5/2p1PP1P/2W3P1/P2PK3/RNBW1BNR b kq - 1 8",
        "Ba6",
        Claim("pins", (Square.parse("c3"),), ("W",)),
    ),
    # the Pawn may become a Sage before the move, and take it
    (
        "devingt",
        "2Pb6/nK1B5N/10/1R8/n3Sb1r2/6kS2/10/s7p1/3P4Q1/5p4 b - - 0 20",
        "f1=S,f6b10",
        Claim("attacks", (Square.parse("i2"),), ("Q",)),
    ),
    # nothing has been captured that it could become
    (
        "devingt",
        "10/9k/4P5/10/10/10/10/10/10/RKQRNNBBSS w - - 0 10",
        "e9",
        Claim("nears_promotion", (Square.parse("e9"),), ("P",), 1),
    ),
    # the only way to take it loses to a postponed promotion
    (
        "devingt",
        "1P7k/8pp/10/10/8p1/7R2/10/10/10/RKQ1NNBBSS w - - 0 10",
        "h5h3",
        Claim("saves_itself", (Square.parse("h3"),), ("R",)),
    ),
    ("chess", None, "Nf3", Claim("occupies", (Square.parse("f3"),))),
]


@pytest.mark.parametrize(("name", "fen", "san", "claim"), FALSE)
def test_what_is_false_is_found_out(name, fen, san, claim):
    position = Position(load(name), fen)
    line = [position.parse(san)]
    assert not Checker(position, line, Score(0), engine_values(position.variant)).holds(claim)
    assert claim not in find_claims(position, line, Score(0))
