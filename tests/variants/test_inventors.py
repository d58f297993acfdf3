"""Published games of other inventors, in files or as relatives: each is played in every way."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from cli_calls import call, good
from engine_program import EngineProgram
from makachess.core import Position
from makachess.saves import load_games
from makachess.variants import check_file, load, relative_names
from naive import Comparison
from sampling import sampled

FOLDER = Path(__file__).parents[1] / "data" / "inventors"
GAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))

# The numbers of moves from the array, counted by hand.
FIRST = {
    "arch-chancellor": 24,  # 16 of Pawns, and each of four pieces leaps like a Knight
    "capablanca": 28,  # 20, and as many
    "elven-shogi": 48,  # of Elven Chess's 60, without double steps and castling
    "gardner": 7,
    "gothic": 28,
    "knightmate": 18,  # the Kings cannot move
    "light-brigade": 22,  # 16 of Pawns, 5 of the Queens, one of the King
    "los-alamos": 10,
    "maharaja": 22,  # 20 like a Queen and 4 like a Knight, without e6 and e7, which are attacked
    "rookies": 20,
}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data folder that has all of them."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    shutil.copytree(FOLDER, tmp_path / "variants")
    return tmp_path


def played(name: str, plies: int, seed: int = 1) -> Position:
    """A position after random moves, captures more often than others."""
    rng, position = random.Random(seed), Position(load(name))
    while position.ply < plies and position.outcome() is None:
        moves = position.legal_moves()
        taking = [move for move in moves if move.is_capture]
        position.push(rng.choice(taking if taking and rng.random() < 0.4 else moves))
    return position


def test_there_are_ten_with_their_sources():
    assert len(GAMES) == 10
    for name in GAMES:
        assert re.match(r"# .*(\n# .*)*<http", (FOLDER / f"{name}.toml").read_text()), name


@pytest.mark.parametrize("name", GAMES)
def test_each_is_sound_and_played_by_both_generators(home, name):
    assert check_file(home / "variants" / f"{name}.toml") == []
    assert len(Position(load(name)).legal_moves()) == FIRST[name]
    for plies in (0, 12, 24, 40):
        position = played(name, plies)
        assert Comparison(Position(position.variant, position.fen())).run(1) is None


@pytest.mark.parametrize(
    "name", sampled([*GAMES, *relative_names()], [*GAMES[:2], *relative_names()[:2]])
)
def test_each_is_matched_saved_and_read_again(home, name):
    file = home / "games.pgn"
    match = ("match", "nodes:60", "nodes:70", "--variant", name, "--games", "2")
    done = call(*match, "--max-plies", "24", "--save", str(file))
    assert done.exit_code == 0, done.stderr
    assert "lost by a fault" not in done.stdout
    games = load_games(file)
    assert [game.variant.name for game in games] == [name, name]
    assert good("check", str(file)) == ""


@pytest.fixture(scope="module", params=["xboard", "uci"])
def engine(request, tmp_path_factory):
    """The engine, which all games are asked of one after the other."""
    folder = tmp_path_factory.mktemp("home")
    shutil.copytree(FOLDER, folder / "variants")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAKACHESS_HOME", str(folder))
        program = EngineProgram()
    program.send(request.param)
    yield program, request.param
    program.send("quit")
    assert program.end() == (0, b"")


@pytest.mark.parametrize("name", [*GAMES, *relative_names()])
def test_each_is_played_over_both_protocols(home, engine, name):
    program, protocol = engine
    position = Position(load(name))
    first = position.legal_moves()[0]
    if protocol == "xboard":
        program.send("new", f"variant {name}", "sd 1", "go")
        said = program.read_until("move ")
        assert not [line for line in said if line.startswith(("Error", "Illegal", "telluser"))]
        return
    program.send("ucinewgame", f"setoption name UCI_Variant value {name}")
    program.send(f"position startpos moves {first}", "go depth 1")
    answer = program.read_until("bestmove ")[-1].split()[1]
    position.push(first)
    assert position.parse(answer) in position.legal_moves()


def test_armies_may_differ_and_kings_be_other_pieces(home):
    knightmate = Position(load("knightmate"), "4n3/8/8/8/8/8/8/R3N2R w KQ - 0 1")
    assert {"e1g1", "e1c1"} <= {str(move) for move in knightmate.legal_moves()}
    maharaja = Position(load("maharaja"))
    assert {str(move)[:2] for move in maharaja.legal_moves()} == {"e1"}
    shogi = Position(load("elven-shogi"), "5k4/10/10/10/1R8/10/10/10/10/5K4 w - - 0 1")
    ahead = {str(move) for move in shogi.legal_moves() if str(move).startswith("b6b")}
    assert {"b6b5", "b6b7", "b6b8=G", "b6b10=G"} <= ahead
    assert not {"b6b8", "b6b9", "b6b7=G"} & ahead
