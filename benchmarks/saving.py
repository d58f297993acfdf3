"""Saving a long game after a move, and opening the list of 10,000 saved games."""

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from makachess.saves import Game, Library, format_game, load_games
from makachess.variants import load

GAMES = 10_000
RUNS = 30


def milliseconds(act: Callable[[], object], runs: int = RUNS) -> str:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - start))
    return f"median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms"


def long_game(plies: int) -> Game:
    """A game of Maka Dai Dai Shogi; without captures it does not end early."""
    dice = random.Random(1)
    game = Game(load("maka", move_limit=0))
    while len(game.moves) < plies and game.outcome is None:
        moves = game.position.legal_moves()
        game.play(dice.choice([move for move in moves if not move.is_capture] or moves))
    return game


def main() -> None:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        library = Library(folder)
        for plies in (100, 2000):
            game = long_game(plies)
            autosave = library.autosave(game)

            def save(game: Game = game, save: Callable[[], object] = autosave.save) -> None:
                game.tags["Round"] = str(random.random())  # something to be saved
                save()

            name = f"maka, {len(game.moves)} plies:"
            print(f"{name} save   {milliseconds(save)}")
            print(f"{name} format {milliseconds(lambda game=game: format_game(game))}")
            path = autosave.save()
            print(f"{name} load   {milliseconds(lambda path=path: load_games(path), 1)}")
        text = format_game(long_game(400))
        for number in range(GAMES):
            Path(folder, f"2025-01-01_maka_{number}.pgn").write_text(text)
        print(f"list of {GAMES} games: {milliseconds(library.entries, 5)} (<= 500 ms)")


if __name__ == "__main__":
    main()
