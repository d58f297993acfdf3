"""What is written is read back unchanged: games of every variant, with comments and variations."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from annotating import annotated, walk
from hypothesis import given
from hypothesis import strategies as st
from makachess.saves import (
    Game,
    Node,
    format_game,
    read_games,
)
from makachess.saves.parser import Tokenizer
from makachess.saves.tags import format_tag
from makachess.variants import names

RandomGame = Callable[..., Game]


def read(text: str) -> Game:
    [game] = read_games(text.splitlines(keepends=True))
    return game


def tree(root: Node) -> list[object]:
    """A tree as a plain value: in this order, the plies tell the shape."""
    return [
        (node.ply, node.move, node.san, node.opening_comments, node.comments, node.nags)
        for node in walk(root)
    ]


def assert_round_trip(game: Game) -> None:
    text = format_game(game)
    again = read(text)
    assert tree(again.root) == tree(game.root)
    assert again.tags == game.tags
    assert (again.variant, again.start_fen) == (game.variant, game.start_fen)
    assert (again.outcome, again.result) == (game.outcome, game.result)
    assert again.position.fen() == game.position.fen()
    assert format_game(again) == text


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", names())
def test_random_games(name: str, seed: int, random_game: RandomGame) -> None:
    assert_round_trip(random_game(name, seed, plies=80))


@pytest.mark.parametrize("plies", [1, 30, 61])
@pytest.mark.parametrize("name", names())
def test_games_from_any_position(name: str, plies: int, random_game: RandomGame) -> None:
    fen = random_game(name, 7, plies).position.fen()
    game = random_game(name, 8, 30, fen)
    assert game.tags["FEN"] == fen
    assert_round_trip(game)


def assert_annotated_round_trip(game: Game) -> None:
    text = format_game(game)
    again = read(text)
    assert format_game(again) == text
    game.root.comments[:0] = [f"${nag}" for nag in game.root.nags]
    game.root.nags.clear()
    for node in walk(game.root):
        node.comments = in_one(node.comments)
        node.opening_comments = in_one(node.opening_comments)
    assert tree(again.root) == tree(game.root)
    assert (again.tags, again.outcome) == (game.tags, game.outcome)


def in_one(comments: list[str]) -> list[str]:
    """Comments as they are written: in one pair of braces, with none that would end it."""
    return [" ".join(" ".join(comments).split()).replace("}", "｝")] if comments else []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", names())
def test_variations_comments_clocks_and_foreign_tags(name: str, seed: int) -> None:
    assert_annotated_round_trip(annotated(name, seed))


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_200_games_with_all_of_that(name: str) -> None:
    for seed in range(1000, 1200):
        assert_annotated_round_trip(annotated(name, seed))


def test_variations_nested_deeper_than_pythons_stack(chess: Game) -> None:
    knights = ("Nf3", "Nf6", "Ng1", "Ng8")
    for ply in range(1200):
        chess.add(chess.position.parse(knights[ply % 4]))
        assert chess.node.parent is not None
        chess.goto(chess.node.parent)
        chess.add(chess.position.parse(knights[ply % 4]))
    text = format_game(chess)
    assert format_game(read(text)) == text


def test_lines_are_at_most_80_columns_long(random_game: RandomGame) -> None:
    movetext = format_game(random_game("decimaka", 5, 200)).split("\n\n")[1].splitlines()
    assert max(map(len, movetext)) <= 80
    for line, after in pairwise(movetext):
        assert len(line) + len(" ") + len(after.split()[0]) > 80  # as much as there is room for


@given(st.text())
def test_any_tag_value(value: str) -> None:
    line = format_tag("White", value)
    assert "\n" not in line
    token, _ = Tokenizer([line])
    assert (token.name, token.text) == ("White", " ".join(value.split()))


def test_tags_are_written_in_order(chess: Game) -> None:
    game = read('[Black "B"]\n[Opening "x"]\n[Event "E"]\n[ECO "A00"]\n[White "W"]\n\n1. e4 *\n')
    assert names_in(format_game(game)) == ["Event", "White", "Black", "Opening", "ECO"]
    roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert '[Result "0-1"]' in format_game(read("1. e4 0-1"), for_others=True)
    assert names_in(format_game(game, for_others=True)) == [*roster, "Opening", "ECO"]


def names_in(text: str) -> list[str]:
    """The names of the tags of a game."""
    return [line[1:].split()[0] for line in text.splitlines() if line.startswith("[")]


@pytest.mark.parametrize(
    "head",
    [
        "",
        '[White "Anna"]\n\n',
        '[Result "1-0"]\n\n',
        '[Variant "Standard"]\n[ChapterName "One"]\n\n',
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n',
        '[Variant "Veteran"]\n\n',
    ],
)
def test_what_is_written_back_has_the_tags_that_were_read(head: str) -> None:
    text = head + f"1. e4 {'1-0' if '1-0' in head else '*'}\n"
    assert format_game(read(text)) == text


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("1. f3 e5 2. g4 Qh4# *", ""),
        ('[Result "*"]\n\n1. f3 e5 2. g4 Qh4# *', '[Result "0-1"]\n\n'),
        ('[Result "*"]\n[Termination "?"]\n\n1. f3 e5 2. g4 Qh4# *', '[Result "0-1"]\n'),
    ],
)
def test_a_result_that_the_board_decides_stands_in_no_new_tag(text: str, ending: str) -> None:
    written = format_game(read(text))
    assert names_in(written) == names_in(text)
    assert written.startswith(ending)
    assert written.endswith("1. f3 e5 2. g4 Qh4# 0-1\n")
