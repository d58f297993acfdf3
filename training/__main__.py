"""Learns a model of a variant from games of the engine against itself.

In steps, from the root folder of the repository, with makachess installed (docs/training.md):

    python -m training play VARIANT      games, added to build/training/VARIANT/games-SEED.bin
    python -m training fit VARIANT       a model from all of them, build/training/VARIANT/new.model
    python -m training net VARIANT       the same with a net, build/training/VARIANT/net.model
    python -m training tune VARIANT      the present one with a tuned search, tuned.model
    python -m training verify VARIANT    a match of new.model against the present one
    python -m training ladder VARIANT    a picture of the generations kept so far

and, once its model is found, with it

    python -m training book VARIANT      an opening book, build/training/VARIANT/new.book

What is played depends on nothing but the engine with its model, the seed, the nodes and the number
of the game; each step can be interrupted at any time and goes on where it stopped.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import NoReturn

from makachess.core import COMPILED, MakachessError
from makachess.variants import load

from . import numbers
from .book import book
from .fitting import fit
from .ladder_plot import ladder
from .netting import net
from .places import folder_of, present_model
from .play import play
from .tune import tune
from .verify import verify

STEPS = {
    "play": play,
    "fit": fit,
    "net": net,
    "tune": tune,
    "verify": verify,
    "ladder": ladder,
    "book": book,
}
BAD_INPUT = 2  # the exit status, as of makachess itself
MADE = {"book": "new.book", "net": "net.model", "tune": "tuned.model"}


def main() -> None:
    """Run the step that the command line names."""
    arguments = _parser().parse_args()
    if not COMPILED and arguments.step != "ladder":
        print("the kernel is not compiled: this will take long", file=sys.stderr)
    try:
        variant = load(arguments.variant)
        arguments.model = arguments.model or present_model(variant)
        made = MADE.get(arguments.step, "new.model")
        arguments.new = arguments.new or folder_of(variant) / made
        STEPS[arguments.step](variant, arguments)
    except MakachessError as error:
        _refuse(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _refuse(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def _refuse(why: str) -> NoReturn:
    """End with what is wrong, in a line."""
    print(f"training: {why}", file=sys.stderr)
    sys.exit(BAD_INPUT)


class _Parser(argparse.ArgumentParser):
    """Says in a line what is wrong, without all there is to be said about usage."""

    def error(self, message: str) -> NoReturn:
        """End."""
        _refuse(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m training", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("variant")
    parser.add_argument("--games", type=numbers.count, default=1000, help="in all; verify: at most")
    parser.add_argument(
        "--nodes",
        type=numbers.count,
        help="a move: 400 to play, 2000 to tune, 3000 to verify, 50000 a book",
    )
    parser.add_argument("--time", type=numbers.seconds, help="a move, to verify, instead of nodes")
    parser.add_argument("--seed", type=numbers.seed, default=1, help="of openings")
    parser.add_argument(
        "--processes", type=numbers.processes, default=1, help="here; without --cluster"
    )
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="of a Dask scheduler")
    parser.add_argument("--model", help="the present one, or none; default: that of the variant")
    parser.add_argument("--new", type=Path, help="the model that is made and verified")
    parser.add_argument(
        "--result", type=numbers.share, default=0.15, help="its share in what is learned"
    )
    parser.add_argument(
        "--later", type=numbers.share, default=0.0, help="share of later scores in what is learned"
    )
    parser.add_argument(
        "--loose", type=numbers.positive, default=1.0, help="how far to go from the start"
    )
    parser.add_argument("--tables", type=Path, help="the model that gets a net")
    parser.add_argument("--units", type=numbers.units, default=64, help="of a net")
    parser.add_argument(
        "--passes", type=numbers.count, default=20, help="over all games, of a net, at most"
    )
    parser.add_argument(
        "--rate", type=numbers.positive, default=0.001, help="at which a net learns"
    )
    parser.add_argument("--decay", type=numbers.decay, default=1.0, help="of the weights of a net")
    parser.add_argument(
        "--sprt", type=numbers.elos, default=(0.0, 20.0), help="the test's two differences in Elo"
    )
    parser.add_argument("--keep", action="store_true", help="if it has won, put it into variants")
    parser.add_argument(
        "--positions", type=numbers.positions, default=3000, help="of a book, at most"
    )
    parser.add_argument("--plies", type=numbers.count, default=24, help="of a book, at most")
    parser.add_argument(
        "--margin", type=numbers.positive, default=0.1, help="of a book, in average pieces"
    )
    return parser


if __name__ == "__main__":
    main()
