"""The step `puzzles`: positions with one right move, from games between weak players, proved.

Of all finds the most varied are kept, half of them such as turn on what a captor becomes. Another
version of the engine plays other games, and so finds other positions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import Engine, Info, Limits
from makachess.core.engine.claims import MOST_SAID, find_deeds
from makachess.core.engine.evaluation import piece_values
from makachess.core.notation.coordinates import kind_at
from makachess.core.spec import Rule, Variant
from makachess.core.text import how_many
from makachess.play.kept_lines import positions_in, text_of
from makachess.play.narration import change_of
from makachess.play.pursuit import Pursuit
from makachess.play.puzzles import CAPTURES_LAST, THEMES, aim_of
from makachess.saves.storage import make_folder, replace_text
from makachess.training.finds import Examiner, Find, play_weakly
from makachess.training.options import Bar, Options, counted, silent
from makachess.training.places import work_folder

Row: TypeAlias = dict[str, Any]
"""A puzzle as its file has it."""

KEYS = ("kind", "fen", "n", "margin", "depth", "moves", "nodes", "themes", "shows")
HEAD = """\
# Positions with one right move, found and proved by `makachess train puzzles {}`.
# mate, royal: the game is won in n moves, by mate or without it, and no sooner.
# gain: when all moves are followed for `depth` plies, and all changes of material from there on,
# the key wins `margin` centipawns, in these values, and so much more than any other move.
# nodes: what the engine has searched, of 400,000 at most, when it has found the key for good.
# themes, shows: claims (docs/claims.md) that are true of the moves to be found.
"""
EVERY = 4  # plies between looks for gains
TRICKS = 0.5  # at least this share of the rows turns on a promotion by capture, if there are any


def puzzles(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Find puzzles, those that differ most, and add them to the file of a game's puzzles.

    All in the file are then told and rated by the engine as it is.
    """
    path = options.out or work_folder(variant, options) / "puzzles.toml"
    values, rows = _standing(variant, path)
    if len(rows) < options.rows:
        rows += find_rows(variant, values, replace(options, rows=options.rows - len(rows)), bar)
    if not rows:
        played = how_many(options.games, "game")
        raise MakachessError(f"nothing was found in {played} of {variant.name}; play more of them")
    unique = {row["fen"]: row for row in reversed(rows)}.values()
    ordered = sorted(unique, key=order)
    rows = [rated(variant, values, row) for row in counted(bar, "ratings", ordered)]
    rows = [row for row in rows if not is_doubtful(row)]
    make_folder(path.parent)
    replace_text(path, format_suite(variant, values, rows))
    return f"{how_many(len(rows), 'puzzle')}: {path}"


def _standing(variant: Variant, path: Path) -> tuple[dict[str, int], list[Row]]:
    """The values by which gains are proved, and the puzzles that are in the file by now.

    Raises MakachessError if it is damaged.
    """
    values = {kind: round(value, -1) for kind, value in piece_values(variant).items()}
    suite = positions_in(text_of(path), str(path))
    if known := suite.get("values"):
        values = {kind: known.get(kind, 0) for kind in values}
    return values, suite["position"]


def find_rows(variant: Variant, values: dict[str, int], options: Options, bar: Bar) -> list[Row]:
    examiner = Examiner(variant, values)
    chosen = choose(examiner, mine(examiner, options, bar), options.rows)
    return [row_of(find) for find in chosen]


def mine(examiner: Examiner, options: Options, bar: Bar) -> list[Find]:
    """All finds in some games; every few plies gains are looked for."""
    finds: list[Find] = []
    with bar("games", options.games) as advance:
        for number in range(1, options.games + 1):
            moments = play_weakly(examiner.variant, number, options.seed)
            for count, moment in enumerate(moments):
                find = examiner.look(moment, scan=count % EVERY == 0)
                finds += [find] if find else []
            advance(number, how_many(len(finds), "find"))
    return finds


def choose(examiner: Examiner, finds: list[Find], rows: int) -> list[Find]:
    """The most varied finds: again and again the one that is least like those chosen before."""
    marks = {find.moment.fen: list(features(examiner.variant, find)) for find in finds}
    tricky = [find for find in finds if trick_of(examiner.variant, find)]
    seen: Counter[str] = Counter()
    chosen: list[Find] = []

    def likeness(find: Find) -> int:
        return sum(seen[mark] for mark in marks[find.moment.fen])

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


def order(row: Row) -> tuple[object, ...]:
    """Forced ends first, the shorter before the longer; then gains, the greater first."""
    return (row["kind"] == "gain", row.get("n", 0), -row.get("margin", 0), row["fen"])


def row_of(find: Find) -> Row:
    """A find as a row of the file, not yet rated."""
    row: Row = {"kind": find.kind, "fen": find.moment.fen}
    row |= {"n": find.n} if find.n else {"margin": find.margin, "depth": find.depth}
    return row | {"moves": sorted(map(str, find.moves))}


def format_suite(variant: Variant, values: Mapping[str, int], rows: Sequence[Row]) -> str:
    worth = [f"{_key(kind)} = {value}" for kind, value in values.items() if value]
    blocks = ["\n".join([HEAD.format(variant.name), "[values]", *worth])]
    for row in rows:
        given = ((name, row[name]) for name in KEYS if name in row)
        lines = (f"{name} = {json.dumps(value)}" for name, value in given)
        blocks.append("\n".join(["[[position]]", *lines]))
    return "\n\n".join(blocks) + "\n"


def _key(kind: str) -> str:
    return kind if kind.isalpha() else json.dumps(kind)


def solution(variant: Variant, values: Mapping[str, int], row: Row) -> list[Move]:
    """The key of a puzzle, and replies and moves after it, as long as one move alone is right.

    Of the last ones of a forced end any will do.
    """
    position = Position(variant, row["fen"])
    pursuit = Pursuit(aim_of(row, values), position)
    moves = [position.parse(row["moves"][0])]
    position.push(moves[0])
    while found := pursuit.go_on(position):
        reply, move = found
        position.push(reply)
        is_last = len(moves) // 2 + 2 == row.get("n")
        others = (one for one in position.legal_moves() if one != move)
        if not is_last and any(pursuit.is_right(position, other) for other in others):
            break
        moves += found
        position.push(move)
    return moves


TASKS = {"mate": "Mate in {}: ", "royal": "Last royal in {}: ", "win": "Win in {}: "}
SEARCHES = Limits(nodes=100_000), Limits(nodes=400_000)


def rated(variant: Variant, values: Mapping[str, int], row: Row) -> Row:
    """A row with what its moves show, and how hard they are to find."""
    return {**row, **tell(variant, values, row), "nodes": nodes_of(variant, row)}


def tell(variant: Variant, values: Mapping[str, int], row: Row) -> Row:
    """What the moves of a row show, by claims."""
    position, moves = Position(variant, row["fen"]), solution(variant, values, row)
    themes, san = themes_of(position, moves), position.san(moves[0])
    kind = "win" if row["kind"] == "royal" and CAPTURES_LAST not in themes else row["kind"]
    task = TASKS.get(kind, "").format(row.get("n"))
    said = [*islice(find_deeds(position, moves), MOST_SAID)]
    # The move is the subject of what it does, but not of what it becomes.
    stop = ":" if said and said[0].kind in ("contagion", "becomes", "must_become") else ""
    words = "; ".join(claim.words(variant) for claim in said)
    shows = f"{task}{san}{stop} {words}".strip() + "."
    return {"shows": shows, "themes": themes}


def themes_of(position: Position, moves: Sequence[Move]) -> list[str]:
    """The kinds of claims that hold of the right moves, as far as they are themes."""
    position, kinds = position.copy(), set()
    for at, move in enumerate(moves):
        if at % 2 == 0:
            kinds |= {claim.kind for claim in find_deeds(position, moves[at:])}
        position.push(move)
    return [kind for kind in THEMES if kind in kinds]


def nodes_of(variant: Variant, row: Row) -> int:
    """What the engine has searched when it has found the key for good, or all that it may search.

    It has no learned model, so that a puzzle does not become another one with each of them.
    """
    position = Position(variant, row["fen"])
    for limits in SEARCHES:
        found: list[tuple[int, bool]] = []

        def hear(info: Info, found: list[tuple[int, bool]] = found) -> None:
            found.append((info.nodes, str(info.pv[0]) in row["moves"]))

        Engine(variant, hash_mb=4, model=None).search(position, limits, hear)
        if found and found[-1][1]:
            right = [*takewhile(itemgetter(1), reversed(found))]
            return right[-1][0]
    return SEARCHES[-1].nodes or 0


def is_doubtful(row: Row) -> bool:
    """Whether the engine prefers another move to a gain in the end: it may see more behind it."""
    return bool(row["kind"] == "gain" and row["nodes"] == SEARCHES[-1].nodes)


def features(variant: Variant, find: Find) -> Iterator[str]:
    """What a find may have in common with others."""
    position, key = Position(variant, find.moment.fen), find.moves[0]
    yield f"game {find.moment.game}"
    yield f"{find.kind} {find.n}"
    yield f"by {kind_at(position, key.origin)}"
    yield _kind_of_move(position, key)
    if trick := trick_of(variant, find):
        yield trick


def trick_of(variant: Variant, find: Find) -> str:
    """How a promotion by capture decides, in a word; empty if it does not.

    Of the key itself: contagion, forced, promotes, stays; later: in a move after it; trap: another
    move would do, but for what the piece must become.
    """
    if find.has_trap:
        return "trap"
    if not find.decides:
        return ""
    change = change_of(Position(variant, find.moment.fen), find.moves[0])
    if change.rule is Rule.STAY:
        return "later"
    if change.rule is Rule.MAY:
        return "promotes" if find.moves[0].promotion else "stays"
    return "contagion" if change.rule is Rule.CONTAGION else "forced"


def _kind_of_move(position: Position, move: Move) -> str:
    if len(move.victims) > 1:
        return "many"
    if move.origin == move.destination:
        return "igui" if move.victims else "pass"
    if move.victims:
        return "capture"
    return "check" if position.gives_check(move) else "quiet"
