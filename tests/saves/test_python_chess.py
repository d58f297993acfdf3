"""Files go to python-chess and come from it unharmed, in orthodox chess."""

import io
import random

import chess.engine
import chess.pgn
import pytest
from annotating import annotated, walk
from makachess.saves import Node, format_game, parse_time_left, read_games
from makachess.saves.remarks import is_engines, told


def movetext(game: chess.pgn.Game) -> str:
    return " ".join(str(game).split("\n\n")[1].split())


@pytest.mark.parametrize("seed", range(10))
def test_python_chess_reads_our_variations_and_clocks(seed: int) -> None:
    ours = annotated("chess", seed)
    theirs = chess.pgn.read_game(io.StringIO(format_game(ours)))
    assert theirs is not None
    assert not theirs.errors
    found: list[tuple[int, str, object, object]] = []
    stack: list[chess.pgn.ChildNode] = [*reversed(theirs.variations)]
    while stack:
        node = stack.pop()
        found.append((node.ply(), node.san(), node.nags, node.clock()))
        stack += reversed(node.variations)
    assert found == [
        (node.ply, node.san, set(node.nags), clock(node)) for node in walk(ours.root) if node.move
    ]


def clock(node: Node) -> float | None:
    left = next(filter(None, map(parse_time_left, node.comments)), None)
    return left and left.seconds


@pytest.mark.parametrize("seed", range(10))
def test_python_chess_reads_what_we_export(seed: int) -> None:
    ours = annotated("chess", seed)
    theirs = chess.pgn.read_game(io.StringIO(format_game(ours, for_others=True)))
    assert theirs is not None
    assert not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()] == [
        str(move).replace("=", "").lower() for move in ours.moves
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1. e4 {one} {two} e5 *", "1. e4 {one two} 1... e5 *"),
        ("1. e4 ; a } brace\n e5 *", "1. e4 {a ｝ brace} 1... e5 *"),
        ("1. e4 ({or} {else} 1. d4) *", "1. e4 ({or else} 1. d4) *"),
        ("1. e4 {a \\ } *", "1. e4 {a \\ } *"),
        ("{a} $1 {b} 1. e4 *", "{$1 a b} 1. e4 *"),
        (
            "1. e4 {[%by engine 1] Bad} {but brave} {[%clk 0:01:00]} *",
            "1. e4 {but brave [%clk 0:01:00] [%by engine 1] Bad} *",
        ),
    ],
)
def test_what_many_programs_refuse_is_never_written(text: str, written: str) -> None:
    [game] = read_games(text.splitlines())
    assert format_game(game) == f"{written}\n"
    [again] = read_games([written])
    assert format_game(again) == f"{written}\n"


def of_theirs(seed: int) -> chess.pgn.Game:
    """A random game of theirs with clocks, comments, annotations and variations."""
    chance = random.Random(seed)
    game = chess.pgn.Game()
    game.headers["White"] = 'O"Neil \\ Zoë'
    game.comment = "a { game"
    node: chess.pgn.GameNode = game
    for _ in range(80):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        main = node.add_variation(chance.choice(moves))
        main.set_clock(chance.randrange(3600))
        if chance.random() < 0.2:
            side = node.add_variation(chance.choice(moves), starting_comment="or", nags={2})
            side.comment = "why not"
        node = main
    game.headers["Result"] = game.end().board().result()
    return game


@pytest.mark.parametrize("seed", range(10))
def test_we_read_their_games(seed: int) -> None:
    theirs = of_theirs(seed)
    [ours] = read_games(io.StringIO(str(theirs)))
    boards = [node.board().fen(en_passant="legal") for node in theirs.mainline()]
    assert len(ours.moves) == len(boards)
    again = chess.pgn.read_game(io.StringIO(format_game(ours)))
    assert again is not None
    assert movetext(again) == movetext(theirs)
    assert ours.tags["White"] == 'O"Neil \\ Zoë'


def test_a_review_is_read_by_python_chess_and_known_again_when_it_comes_back() -> None:
    text = (
        "1. e4 $4 { [%eval -1.25] } { [%by engine 1] Bad } ( 1. d4 { [%line engine] } 1... d5 ) *"
    )
    [ours] = read_games([text])
    theirs = chess.pgn.read_game(io.StringIO(format_game(ours)))
    assert theirs is not None
    assert not theirs.errors
    played = theirs.variations[0]
    assert played.eval() == chess.engine.PovScore(chess.engine.Cp(-125), chess.WHITE)
    assert played.nags == {4}
    [again] = read_games(io.StringIO(str(theirs)))
    assert [is_engines(node) for node in walk(again.root)] == [False, False, True, True]
    assert told(again.root.children[0].comments) == "* Bad"
