"""Plays a random game in a session that announces every change. Started and killed by a test."""

import random
import sys
from collections.abc import Iterator

from makachess.core import Move
from makachess.core.spec import COLORS, opponent
from makachess.play.session.seats import PersonSeat
from makachess.play.session.session import Session, at_once
from makachess.saves import Game, Library
from makachess.variants import load


def generate_steps(game: Game, seed: int) -> Iterator[Move | None]:
    """Moves in a game, without end, and now and then None, for one to be taken back."""
    chance = random.Random(seed)
    while True:
        if game.outcome is not None or (len(game.moves) > 1 and chance.random() < 0.1):
            yield None
        else:
            yield chance.choice(game.position.legal_moves())


def generate_changes(name: str, seed: int) -> Iterator[Game]:
    """The same game after each step."""
    game = Game(load(name))
    for move in generate_steps(game, seed):
        if move is None:
            game.undo()
        else:
            game.play(move)
        yield game


def main(folder: str, name: str, seed: str) -> None:
    game = Game(load(name))
    session = Session(
        game,
        {color: PersonSeat() for color in COLORS},
        commits=at_once(
            Library(folder).autosave(game).commit, lambda _: print("announced", flush=True)
        ),
    )
    for move in generate_steps(game, int(seed)):
        if move is None:
            session.undo(opponent(session.turn))
        else:
            session.play(session.turn, move)


if __name__ == "__main__":
    main(*sys.argv[1:])
