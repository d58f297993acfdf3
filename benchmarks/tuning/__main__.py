"""Tunes the evaluation of a variant by games of the engine against itself.

In three steps, from the root folder of the repository, with makachess installed:

    python -m benchmarks.tuning play VARIANT      games, added to build/tuning/VARIANT.jsonl
    python -m benchmarks.tuning fit VARIANT       values from all the games; --write stores them
    python -m benchmarks.tuning verify VARIANT    a match of the stored values against the estimates

What is played depends on nothing but the engine with its stored values, the seed and the number of
the game; it can be interrupted at any time and goes on where it stopped. A fit always starts from
the estimates, whatever is stored.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from makachess.core import COMPILED, MakachessError
from makachess.core.engine import Engine
from makachess.play.match.statistics import Counts, interval
from makachess.variants import load

from .report import format_match, format_note, format_places, format_types
from .samples import append_game, load_games
from .selfplay import play_numbered
from .tune import Tuning, tune
from .verify import play_match
from .write import add_to_note, write_tuning

ROOT = Path(__file__).parents[2]


def main() -> None:
    arguments = _parser().parse_args()
    if not COMPILED:
        print("the kernel is not compiled: this will take long", file=sys.stderr)
    try:
        {"play": play, "fit": fit, "verify": verify}[arguments.step](arguments)
    except MakachessError as error:
        sys.exit(str(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuning", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("step", choices=("play", "fit", "verify"))
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, help="in all; 1000 to play, 200 to verify")
    parser.add_argument("--nodes", type=int, help="a move; 1000 to play, 3000 to verify")
    parser.add_argument("--seed", type=int, help="of the openings; 1 to play, 2 to verify")
    parser.add_argument("--file", type=Path, help="of the games, instead of the one above")
    parser.add_argument("--write", action="store_true", help="to variants/VARIANT.toml")
    return parser


def _games_file(arguments: argparse.Namespace) -> Path:
    return arguments.file or ROOT / "build" / "tuning" / f"{arguments.variant}.jsonl"


def _variant_file(arguments: argparse.Namespace) -> Path:
    return ROOT / "variants" / f"{arguments.variant}.toml"


def play(arguments: argparse.Namespace) -> None:
    path = _games_file(arguments)
    engine = Engine(load(arguments.variant), hash_mb=2)
    games, seed = arguments.games or 1000, arguments.seed or 1
    known = {game.number for game in load_games(path) if game.seed == seed}
    for number in range(1, games + 1):
        if number not in known:
            game = play_numbered(engine, seed, number, arguments.nodes or 1000)
            append_game(path, game)
            if number % 50 == 0:
                print(f"{arguments.variant}: game {number} of {games}", flush=True)


def fit(arguments: argparse.Namespace) -> None:
    games = list(load_games(_games_file(arguments)))
    if not any(game.fens for game in games):
        sys.exit(f"{_games_file(arguments)}: there are no positions; play first")
    tuning = tune(load(arguments.variant), games)
    print_tuning(tuning)
    if arguments.write:
        path = _variant_file(arguments)
        write_tuning(path, tuning.values, tuning.weights, format_note(tuning))
        print(f"written: {path.relative_to(ROOT)}")


def print_tuning(tuning: Tuning) -> None:
    print("\n".join(format_types(tuning)), "\n".join(format_places(tuning)), sep="\n\n")
    print(f"\n{format_note(tuning)}")


def verify(arguments: argparse.Namespace) -> None:
    counts = Counts()
    games, nodes = arguments.games or 200, arguments.nodes or 3000
    for counts in play_match(load(arguments.variant), games, nodes, arguments.seed or 2):
        if counts.games % 20 == 0:
            print(_standing(arguments.variant, counts), flush=True)
    print(_standing(arguments.variant, counts))
    if arguments.write:
        path = _variant_file(arguments)
        text = path.read_text(encoding="utf-8")
        path.write_text(add_to_note(text, format_match(counts, nodes)), encoding="utf-8")


def _standing(name: str, counts: Counts) -> str:
    low, high = interval(counts)
    return (
        f"{name}: {100 * counts.score:.1f} % of {counts.games} games for the stored values "
        f"({100 * low:.1f} to {100 * high:.1f}; +{counts.wins} ={counts.draws} -{counts.losses})"
    )


if __name__ == "__main__":
    main()
