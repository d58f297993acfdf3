"""Finds the positions of play/puzzles in games between weak players, and proves them.

python benchmarks/mining/mine.py VARIANT [--seed 1] [--games 40] [--every 4] [--rows 24]

The games are the engine's own at a few hundred nodes a move. What is found in them is proved by
tests/prover.py, which leaves nothing out. Of all finds the most varied are kept, half of them such
as turn on what a captor becomes; to that end some positions have one man exchanged for another.
Another version of the engine plays other games, and so finds other positions.
"""

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path

# The prover lives with the tests, which use it too.
sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))

from examiner import Examiner, Find
from games import Moment, alter, play
from lines import extend
from makachess.core.engine.evaluation import piece_values
from makachess.core.spec import Variant
from makachess.variants import load
from notes import describe, features, trick_of

HEAD = """\
# Positions with one right move, found and proved by `python benchmarks/mining/mine.py {}`.
# mate, royal: the game is won in n moves, by mate or by the last royal, and no sooner.
# gain: when all moves are followed for `depth` plies, and all changes of material from there on,
# the key wins `margin` centipawns, in these values, and so much more than any other move.
# trick: how a promotion by capture decides. Of the key itself: contagion, forced, promotes, stays;
# later: in a move after it; trap: another move would do, but for what the man must become.
# line: how it goes on after the key, found by benchmarks/mining/lines.py: reply, move, reply, ...
"""
DATA = Path(__file__).resolve().parents[2] / "play" / "puzzles"
ALTERATIONS, SOON = 8, 12  # how many of a moment, if the game ends in so many plies
WEIGHTS = {"game": 8, "bare": 4, "theme": 4, "easy": 3, "by": 1, "turn": 1}  # others: 2
TRICKS = 0.5  # at least this share of the rows turns on a promotion by capture, if there are any


def mine(examiner: Examiner, games: int, seed: int, every: int) -> list[Find]:
    """All finds in so many games; every so many plies gains and tricks are looked for."""
    finds = []
    for number in range(1, games + 1):
        for count, moment in enumerate(play(examiner.variant, number, seed)):
            find = examiner.look(moment, count % every == 0)
            finds += [find] if find else []
            if examiner.matters:
                finds += look_for_tricks(examiner, moment, count % every == 0)
        print(f"{examiner.variant.name}: {number} games, {len(finds)} finds", end="\r", flush=True)
    print()
    return finds


def look_for_tricks(examiner: Examiner, moment: Moment, scan: bool) -> list[Find]:
    """Finds that turn on a promotion by capture, in a position altered to that end.

    Most alterations are tried where a game was soon decided: there are mates about.
    """
    dice = random.Random(moment.fen)
    soon = moment.to_end is not None and moment.to_end <= SOON
    altered = [alter(examiner.variant, moment, dice) for _ in range(ALTERATIONS if soon else scan)]
    finds = [examiner.look(other, scan) for other in altered if other]
    return [find for find in finds if find and (find.decides or find.traps)]


def choose(examiner: Examiner, finds: list[Find], rows: int) -> list[Find]:
    """The most varied finds: again and again the one that is least like those chosen before."""
    marks = {find.moment.fen: list(features(examiner.variant, find)) for find in finds}
    tricky = [find for find in finds if trick_of(examiner.variant, find)]
    seen: Counter[str] = Counter()
    chosen: list[Find] = []

    def likeness(find: Find) -> int:
        marked = marks[find.moment.fen]
        return sum(seen[mark] * WEIGHTS.get(mark.split()[0], 2) for mark in marked)

    while finds and len(chosen) < rows:
        best = min(tricky if tricky and len(chosen) < TRICKS * rows else finds, key=likeness)
        finds = [find for find in finds if not is_like(find, best)]
        tricky = [find for find in tricky if find in finds]
        confirmed = examiner.confirm(best)
        if confirmed is not None:
            chosen.append(confirmed)
            seen.update(marks[best.moment.fen])
    return chosen


def is_like(one: Find, other: Find) -> bool:
    """Whether two finds are the same idea at different moments of a game."""
    return one.moment.game == other.moment.game and one.moves[0] == other.moves[0]


def order(find: Find) -> tuple[object, ...]:
    """Forced ends first, the shorter before the longer; then gains."""
    return (find.kind == "gain", find.n, -find.margin, find.moment.game)


def save(variant: Variant, values: dict[str, int], finds: list[Find]) -> Path:
    """Write the suite of a variant."""
    blocks = [HEAD.format(variant.name) + "\n[values]"]
    for kind, value in values.items():
        blocks[0] += f"\n{kind if kind.isalpha() else json.dumps(kind)} = {value}" if value else ""
    for find in sorted(finds, key=order):
        lines = [f'[[position]]\nkind = "{find.kind}"', f'fen = "{find.moment.fen}"']
        lines += [f"n = {find.n}"] if find.n else [f"margin = {find.margin}\ndepth = {find.depth}"]
        lines.append(f"moves = {json.dumps(sorted(map(str, find.moves)))}")
        lines.append(f"shows = {json.dumps(describe(variant, find))}")
        if trick := trick_of(variant, find):
            lines.append(f'trick = "{trick}"')
        blocks.append("\n".join(lines))
    DATA.mkdir(exist_ok=True)
    path = DATA / f"{variant.name}.toml"
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--every", type=int, default=4, help="plies between looks for gains")
    parser.add_argument("--rows", type=int, default=24)
    asked = parser.parse_args()
    variant = load(asked.variant)
    values = {kind: round(value, -1) for kind, value in piece_values(variant).items()}
    examiner = Examiner(variant, values)
    chosen = choose(examiner, mine(examiner, asked.games, asked.seed, asked.every), asked.rows)
    print(save(variant, values, chosen))
    print(extend(variant.name))


if __name__ == "__main__":
    main()
