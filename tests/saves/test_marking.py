"""A review written into the game tree: it is saved, read again, and takes nothing away."""

from __future__ import annotations

import pytest
from makachess.core import Move
from makachess.core.engine import Score
from makachess.core.engine.review import Judgement, Variation, Verdict
from makachess.saves import Game, format_game, read_games
from makachess.saves.remarks import (
    format_eval,
    is_engines,
    is_note,
    mark_game,
    node_mistake,
    node_score,
    parse_eval,
    spoken,
    told,
)
from makachess.variants import load

NOTE = "Blunder (-0.21 to -8.74): it allows hxg6. Qf5 was better: it saves the Queen."
MOVES = ("e4", "e5", "Qg4", "Nf6", "Qg6", "hxg6")


@pytest.fixture
def game() -> Game:
    game = Game(load("chess"))
    for san in MOVES:
        game.play(game.position.parse(san))
    game.finish("black", "resignation")
    return game


def line(game: Game, ply: int, *sans: str) -> Variation:
    """A line that could have followed a ply of the main line."""
    moves: list[Move] = []
    end = game.node
    game.seek(ply)
    for san in sans:
        moves.append(game.position.parse(san))
        game.position.push(moves[-1])
    for _ in sans:
        game.position.pop()
    game.goto(end)
    return Variation(tuple(moves), sans)


def judgements(game: Game) -> list[Judgement]:
    move = game.moves
    better, taken = line(game, 4, "Qf5", "Nc6", "Nf3", "Bd6"), line(game, 5, "hxg6", "Nf3")
    best = Variation(taken.moves[:1], taken.sans[:1])
    bad, now = Score(-874), Score(-21)
    return [
        Judgement(6, "black", move[5], Verdict.BEST, 0.0, bad, Score(-877), best, Variation()),
        Judgement(5, "white", move[4], Verdict.BLUNDER, 0.45, now, bad, better, taken, NOTE),
        Judgement(4, "black", move[3], Verdict.GOOD, 0.01, Score(-27), now, Variation(), better),
    ]


def test_it_comes_back_from_the_file(game: Game) -> None:
    mark_game(game, judgements(game))
    text = format_game(game)
    [again] = read_games(text.splitlines())
    assert format_game(again) == text
    blunder = again.line[4]
    assert node_mistake(blunder) is Verdict.BLUNDER
    assert node_score(blunder) == Score(-874)
    assert node_mistake(again.line[5]) is None
    assert node_score(again.line[5]) == Score(-877)
    assert blunder.parent is not None
    assert [child.san for child in blunder.parent.children] == ["Qg6", "Qf5"]


def test_what_a_person_has_written_stays(game: Game) -> None:
    node = game.line[4]
    node.nags, node.comments = [1, 14], ["Brave!", "[%eval 9.99]"]
    mark_game(game, judgements(game))
    assert node.nags == [1, 14]
    assert node.comments[:2] == ["Brave!", "[%eval 9.99]"]
    assert node.comments[2] == f"[%by engine 1] {NOTE}"
    assert len(node.comments) == 3


def test_notes_and_lines_of_the_engine_are_told_from_those_of_people(game: Game) -> None:
    game.seek(4)
    game.add(game.position.parse("Qf5"))  # a person's: the review goes on from there
    game.goto(game.end)
    game.line[4].comments.append("Brave!")
    mark_game(game, judgements(game))
    [again] = read_games(format_game(game).splitlines())
    qf5 = again.line[3].children[1]
    line = [qf5, *qf5.descendants()]
    assert [(n.san, is_engines(n)) for n in line] == [
        ("Qf5", False),
        ("Nc6", True),
        ("Nf3", True),
        ("Bd6", True),
    ]
    assert not any(map(is_engines, again.line))
    blunder = again.line[4]
    assert [is_note(comment) for comment in blunder.comments] == [False, True]
    assert told(blunder.comments) == f"Brave! * {NOTE}"


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(35), "[%eval 0.35]"),
        (Score(-5), "[%eval -0.05]"),
        (Score(0), "[%eval 0.00]"),
        (Score(None, 3), "[%eval #3]"),
        (Score(None, -12), "[%eval #-12]"),
    ],
)
def test_scores_and_their_commands(score: Score, text: str) -> None:
    assert format_eval(score) == text
    assert parse_eval(f"[%clk 0:01:00] {text} so it is") == score


@pytest.mark.parametrize(
    "number", ["9" * 5000, "#" + "9" * 5000, "1e999", "0." + "3" * 5000, "#", "nan"]
)
def test_evaluations_beyond_all_bounds_are_none(number: str) -> None:
    assert parse_eval(f"[%eval {number}]") is None
    assert parse_eval(f"[%eval {number},20]") is None


def test_a_comment_of_brackets_that_do_not_close_is_read_in_one_pass() -> None:
    comment = "[%eval 1" * 100_000
    assert parse_eval(comment) is None
    assert spoken([comment]) == comment
    assert spoken([" " * 800_000 + "a"]) == "a"


def test_of_a_game_set_up_it_is_kept_how_it_stood() -> None:
    fen = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1"
    game = Game(load("chess"), fen)
    game.play(game.position.parse("h3"))
    won, none = Score(500), Variation()
    judged = [Judgement(1, "white", game.moves[0], Verdict.BEST, 0.0, won, won, none, none)]
    mark_game(game, judged)
    mark_game(game, judged)
    assert game.root.comments == ["[%eval 5.00]"]
    [again] = read_games(format_game(game).splitlines())
    assert node_score(again.root) == won
