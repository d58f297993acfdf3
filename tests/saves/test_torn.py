"""A file cut or damaged at any byte is reported clearly, or gives a shorter game."""

from collections.abc import Callable

import pytest
from makachess.core import Move
from makachess.saves import Game, GameFileError, format_game, read_games

RandomGame = Callable[..., Game]


@pytest.fixture
def file(random_game: RandomGame) -> tuple[bytes, tuple[Move, ...]]:
    game = random_game("veteran", 11, 16, random_game("veteran", 10, 21).position.fen())
    game.tags["White"] = 'Zoë "Z" \\'
    game.line[3].comments = ["a } comment", "and {another"]
    game.line[4].nags = [1, 14]
    return format_game(game).encode(), game.moves


def read(data: bytes) -> list[Game] | GameFileError:
    try:
        return list(read_games(data.splitlines(keepends=True), "torn.pgn"))
    except GameFileError as error:
        return error


def test_torn_at_every_byte(file: tuple[bytes, tuple[Move, ...]]) -> None:
    data, moves = file
    first_move = data.index(b"\n\n") + 2
    for length in range(len(data)):
        found = read(data[:length])
        if isinstance(found, GameFileError):
            assert 1 <= found.line <= data.count(b"\n") + 1
            assert str(found).startswith(f"torn.pgn:{found.line}:{found.column}: ")
        elif length >= first_move:
            assert len(found) == 1
            # A torn last move may happen to be a move of its own, such as Nd5 of Nd5=M.
            assert found[0].moves[:-1] == moves[: max(len(found[0].moves) - 1, 0)]
