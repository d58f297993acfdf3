"""Null moves in files of games: read wherever they stand, walked, written, and never played."""

from __future__ import annotations

import json
import random

import pytest
from makachess.core import IllegalMoveError, Move
from makachess.saves import Game, format_game, read_games
from makachess.saves.export import FORMS
from makachess.variants import load, names

ANOTHER = '[Event "next"]\n\n1. d4 d5 *\n'


def read(text: str) -> list[Game]:
    return list(read_games(text.splitlines(keepends=True)))


def shape(game: Game) -> list[tuple[str, int]]:
    """Every move of a game and how many can follow it, in the order of the file."""
    nodes = [game.root]
    for node in nodes:
        nodes += node.children
    return [(node.san, len(node.children)) for node in nodes]


# What is read, and what is written, if that is not the same.
WRITTEN = {
    "1. e4 -- 2. d4 d5 *": "",
    "1. -- e5 2. Z0 Nf6 *": "1. -- e5 2. -- Nf6 *",
    "1.e4 0000 2.d4 @@@@ 3.Nf3 null 4.Nc3 pass *": "1. e4 -- 2. d4 -- 3. Nf3 -- 4. Nc3 -- *",
    "1. e4 e5 (1... -- 2. d4 (2. -- d5) 2... --) 2. Nf3 *": "",
    "1. e4 (1. 0000) (1. <null> e5) e5 *": "1. e4 (1. --) (1. -- e5) 1... e5 *",
    "1. e4 --!? {so be it} 2.-- $2 e5 *": "1. e4 -- $5 {so be it} 2. -- $2 e5 *",
    "1. e4 -- -- -- -- -- -- -- 1/2-1/2": "1. e4 -- 2. -- -- 3. -- -- 4. -- -- 1/2-1/2",
    "1. e4 -- *": "",
}


@pytest.mark.parametrize(("moves", "written"), WRITTEN.items())
def test_they_keep_the_game_and_the_variation(moves: str, written: str) -> None:
    text = f'[Event "x"]\n\n{moves}\n\n{ANOTHER}'
    game, other = read(text)
    again = format_game(game)
    assert " ".join(again.partition("\n\n")[2].split()) == (written or moves)
    assert shape(read(again)[0]) == shape(game)
    assert other.sans == ("d4", "d5")
    game.goto(game.root)
    assert shape(game.copy()) == shape(game.view()) == shape(game)


@pytest.mark.parametrize("name", names())
def test_games_with_them_come_back_from_their_file(name: str) -> None:
    variant, dice = load(name), random.Random(name)
    game = Game(variant)
    for _ in range(40):
        if game.position.outcome() is not None:
            break
        if dice.random() < 0.3 and game.position.allows_null():
            game.attach(game.position.parse("--"))
        if dice.random() < 0.2 and game.node.parent is not None:
            game.goto(game.node.parent)
        if game.position.legal_moves():
            game.attach(dice.choice(game.position.legal_moves()))
    game.goto(game.end)
    [again] = read(format_game(game))
    assert (shape(again), again.fen, again.moves) == (shape(game), game.fen, game.moves)
    for form in FORMS.values():
        assert "".join(form([game]))
    told = json.loads("".join(FORMS["json"]([game])))["games"][0]["moves"]
    assert {each["move"] for each in told if each["san"] == "--"} <= {"--"}


def test_one_walks_over_them_and_plays_none() -> None:
    [game] = read("1. e4 -- 2. d4 (2. Nf3 -- 3. Nc3) d5 *")
    fens = []
    for ply in range(5):
        game.seek(ply)
        fens.append(game.fen)
    assert fens[2].split()[1:] == ["w", "KQkq", "-", "1", "2"]
    for ply in (3, 0, 4, 1, 2):
        game.seek(ply)
        assert game.fen == fens[ply]
    with pytest.raises(IllegalMoveError, match="can be read, but not played"):
        game.play(Move.null())
    game.seek(4)
    undone = [game.undo() for _ in range(4)]
    assert [game.redo() for _ in range(4)] == undone[::-1]
    assert game.fen == fens[4]
    assert game.play(game.position.parse("Nf3")).ply == 5
