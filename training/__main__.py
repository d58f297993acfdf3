"""Learns a model of a variant from games of the engine against itself.

In three steps, from the root folder of the repository, with makachess installed (docs/training.md):

    python -m training play VARIANT      games, added to build/training/VARIANT/games-SEED.bin
    python -m training fit VARIANT       a model from all of them, build/training/VARIANT/new.model
    python -m training verify VARIANT    a match of that model against the present one

and, once its model is found, with it

    python -m training book VARIANT      an opening book, build/training/VARIANT/new.book

What is played depends on nothing but the engine with its model, the seed, the nodes and the number
of the game; each step can be interrupted at any time and goes on where it stopped.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from datetime import date
from pathlib import Path

from makachess.core import COMPILED, MakachessError
from makachess.core.spec import Variant
from makachess.play.match.standings import Standings, format_score, format_sprt
from makachess.variants import load, rules_digest
from makachess.variants.models import format_model, open_model, parse_model
from rich.progress import track

from .book import NODES, Plan, write_book
from .games import Settings, append_game, load_all, open_games, read_settings
from .openings import Growth
from .play import Task, play_all
from .verify import Trial, describe, has_won, run_trial

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Run the step that the command line names."""
    arguments = _parser().parse_args()
    if not COMPILED:
        print("the kernel is not compiled: this will take long", file=sys.stderr)
    try:
        variant = load(arguments.variant)
        arguments.model = arguments.model or _present(variant)
        {"play": play, "fit": fit, "verify": verify, "book": book}[arguments.step](
            variant, arguments
        )
    except MakachessError as error:
        sys.exit(str(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("step", choices=("play", "fit", "verify", "book"))
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, default=1000, help="in all; verify: at most")
    parser.add_argument(
        "--nodes", type=int, help="a move: 400 to play, 3000 to verify, 50000 a book"
    )
    parser.add_argument("--time", type=float, help="a move, to verify, instead of nodes")
    parser.add_argument("--seed", type=int, default=1, help="of openings")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--model", help="the present one, or none; default: that of the variant")
    parser.add_argument("--new", type=Path, help="the model that is made and verified")
    parser.add_argument("--loose", type=float, default=1.0, help="how far to go from the start")
    parser.add_argument("--sprt", default="0,20", help="the two differences of the test, in Elo")
    parser.add_argument("--keep", action="store_true", help="if it has won, put it into variants")
    parser.add_argument("--positions", type=int, default=3000, help="of a book, at most")
    parser.add_argument("--plies", type=int, default=24, help="of a book, at most")
    parser.add_argument("--margin", type=float, default=0.1, help="of a book, in average pieces")
    return parser


def _present(variant: Variant) -> str:
    path = ROOT / "variants" / f"{variant.name}.model"
    return str(path) if path.exists() and open_model(path).fits(variant) else "none"


def _folder(variant: Variant) -> Path:
    return ROOT / "build" / "training" / variant.name


def _new_model(variant: Variant, arguments: argparse.Namespace) -> Path:
    new: Path = arguments.new or _folder(variant) / "new.model"
    return new


def play(variant: Variant, arguments: argparse.Namespace) -> None:
    """Play the games that are missing."""
    model = arguments.model
    checksum = "none" if model == "none" else open_model(model).header["checksum"]
    nodes, seed = arguments.nodes or 400, arguments.seed
    settings = Settings(variant.name, rules_digest(variant).movement, checksum, seed, nodes)
    path = _folder(variant) / f"games-{seed}.bin"
    known = open_games(path, settings)
    missing = [number for number in range(1, arguments.games + 1) if number not in known]
    tasks = [Task(variant, model, seed, nodes, number) for number in missing]
    started, plies = time.perf_counter(), 0
    played = play_all(tasks, arguments.processes)
    for game in track(played, f"{variant.name}: games", total=len(tasks)):
        append_game(path, game)
        plies += len(game.scores)
    seconds = time.perf_counter() - started
    print(f"{len(tasks)} games, {plies} plies in {seconds:.0f} s: {path}")


def fit(variant: Variant, arguments: argparse.Namespace) -> None:
    """Find the model that explains all games best, and draw the losses."""
    try:
        from .factors import Factors, make_model
        from .fit import Data
        from .fit import fit as find
    except ModuleNotFoundError:
        sys.exit("this needs NumPy: make .venv/training.txt")
    from .plot import draw_curves
    from .positions import read_positions

    files = sorted(_folder(variant).glob("games-*.bin"))
    games = list(load_all(files))
    if not games:
        sys.exit(f"{_folder(variant)}: there are no games; play first")
    found = read_positions(variant, track(games, f"{variant.name}: positions"))
    tuned, held_out = Data(found, held_out=False), Data(found, held_out=True)
    factors = Factors(variant)
    result = find(factors, tuned, held_out, arguments.loose)
    model = make_model(factors, result.parameters, tuned.seen(factors.places))
    (before, before_out), (after, after_out) = result.losses[0], result.losses[-1]
    losses = f"{before:.5f} -> {after:.5f}, games held out {before_out:.5f} -> {after_out:.5f}"
    notes = {
        "date": date.today().isoformat(),
        "command": shlex.join(["python", "-m", "training", *sys.argv[1:]]),
        "games": f"{len(games)}: {', '.join(map(_origin, files))}",
        "positions": str(len(found)),
        "loss": losses,
        "match": "",
    }
    path = _new_model(variant, arguments)
    path.write_bytes(format_model(variant, model, notes))
    curves = dict(zip(("fitted", "held out"), zip(*result.losses, strict=True), strict=True))
    path.with_suffix(".svg").write_text(draw_curves(f"{variant.name}: loss", curves, "steps"))
    print(f"{len(found)} positions of {len(games)} games: loss {losses}\n{path}")


def _origin(path: Path) -> str:
    """How the games of a file were played."""
    found = read_settings(path)
    return f"seed {found.seed}, {found.nodes} nodes a move, model {found.model}"


def verify(variant: Variant, arguments: argparse.Namespace) -> None:
    """Play the new model against the present one, and note the result in its file."""
    low, high = map(float, arguments.sprt.split(","))
    path = _new_model(variant, arguments)
    checksum = open_model(path).header["checksum"]
    trial = Trial(
        variant=variant,
        new=str(path),
        present=arguments.model,
        games=arguments.games,
        nodes=arguments.nodes or 3000,
        seconds=arguments.time,
        seed=arguments.seed,
        sprt=(low, high),
        processes=arguments.processes,
        save=_folder(variant) / f"match-{checksum}-{arguments.time or arguments.nodes or 3000}.pgn",
    )
    standings = run_trial(trial, lambda so_far: _tell(so_far, trial))
    print(_standing(standings, trial))
    data = _with_match(path.read_bytes(), describe(standings.counts, trial))
    path.write_bytes(data)
    if arguments.keep and has_won(standings.counts, trial.sprt):
        (ROOT / "variants" / f"{variant.name}.model").write_bytes(data)
        print("kept")


def book(variant: Variant, arguments: argparse.Namespace) -> None:
    """Grow an opening book, and put it beside the variant if it is to be kept."""
    growth = Growth(arguments.positions, arguments.plies, arguments.margin)
    nodes, processes = arguments.nodes or NODES, arguments.processes
    plan = Plan(variant, arguments.model, nodes, growth, processes, _folder(variant))
    path: Path = arguments.new or _folder(variant) / "new.book"
    print(write_book(plan, path))
    if arguments.keep:
        (ROOT / "variants" / f"{variant.name}.book").write_bytes(path.read_bytes())
        print("kept")


def _tell(standings: Standings, trial: Trial) -> None:
    if standings.counts.games % 20 == 0:
        print(_standing(standings, trial), flush=True)


def _standing(standings: Standings, trial: Trial) -> str:
    counts = standings.counts
    return f"{counts.games}: {format_score(counts)}; {format_sprt(counts, trial.sprt)}"


def _with_match(data: bytes, text: str) -> bytes:
    """The model's file with another line `match`."""
    head, _, packed = data.partition(b"\n\n")
    lines = [line for line in head.split(b"\n") if not line.startswith(b"match: ")]
    new = b"\n".join([*lines[:-2], f"match: {text}".encode(), *lines[-2:]]) + b"\n\n" + packed
    parse_model(new, "the model")  # it can still be read
    return new


if __name__ == "__main__":
    main()
