"""The step `practice`: positions to be played out, whose goals the engine proves within reach.

A file says of each what it should be: its text, its goal and level, and the men of both sides.
Where it has no `fen` yet, men are put on the board at random until a search and then games agree
that the goal is within reach. Another version of the engine may find other positions.
"""

from __future__ import annotations

import json
import random
import re
import tomllib
from dataclasses import replace
from typing import Any, TypeAlias

from makachess.core import InvalidFenError, MakachessError, Move, Position
from makachess.core.engine import Engine, Limits, levels
from makachess.core.engine.evaluation import average_piece
from makachess.core.notation.fen import format_fen, parse_fen
from makachess.core.spec import Variant
from makachess.core.squares import Square
from makachess.core.text import how_many
from makachess.play.attacks import dangers, royals_of
from makachess.play.kept_lines import text_of
from makachess.play.practice import BECOME, HOLD, WIN, Practice, practice_of_row
from makachess.saves.storage import make_folder, replace_text
from makachess.training.options import Bar, Options, counted, silent
from makachess.training.places import work_folder

Row: TypeAlias = dict[str, Any]
"""A practice position as its file has it."""

KEYS = ("title", "text", "white", "black", "side", "goal", "moves", "becomes", "level")
FOUND = ("fen", "score", "mate", "depth")
HEAD = """\
# Positions to be played out, found and proved by `makachess train practice {}`.
# white, black: the men, e.g. P*3 for three Pawns, P@a7 or P@7 where they are to stand.
# goal: win; hold: not to have lost after so many moves; become: to get a piece within so many.
# score, mate, depth: by a search of 1,000,000 nodes, how many centipawns the side to move is ahead,
# or in how many moves it wins by force. Searches of {} nodes a move have reached the goal in
# each of {} games against the level.
"""
PLACINGS = 4000  # tried for a position, at most
GLANCE, PROOF = Limits(nodes=20_000), Limits(nodes=1_000_000)
STRENGTH = Limits(nodes=10_000)  # a move of the side that shall reach the goal
GAMES = 4
LONGEST = 120  # plies of a game
# What the side to move must be ahead, in average pieces, for each goal: at least, at most.
CLEAR = {WIN: (1.5, 12.0), HOLD: (-0.5, 0.5), BECOME: (0.0, 12.0)}
LONG = 4  # moves to an end by force that is not too easy
SACRIFICE = 1.0  # average pieces that may be given for becoming what is wanted
_MAN = re.compile(r"(?P<kind>[^*@]+)(?:\*(?P<count>\d+))?(?:@(?P<file>[a-z]?)(?P<rank>\d*))?")


def practice(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Find the positions that a file asks for, and put them into it; the others stay."""
    path = options.out or work_folder(variant, options) / "practice.toml"
    try:
        rows: list[Row] = tomllib.loads(text_of(path)).get("position", [])
    except tomllib.TOMLDecodeError as error:
        raise MakachessError(f"{path}: {error}") from None
    if not rows:
        raise MakachessError(f"{path} asks for nothing: it has no [[position]]")
    missing = []
    for number, row in enumerate(counted(bar, "positions", rows), 1):
        if "fen" not in row:
            row.update(find(variant, row, random.Random(f"{options.seed} {row['title']}")))
        missing += [] if "fen" in row else [f"{number} ({row['title']})"]
    make_folder(path.parent)
    replace_text(path, format_rows(variant, rows))
    lacks = f"; none was found for {', '.join(missing)}" if missing else ""
    return f"{how_many(len(rows) - len(missing), 'position')}: {path}{lacks}"


def find(variant: Variant, row: Row, dice: random.Random) -> Row:
    """Where the men of a row stand, and the proof; empty if no placing will do."""
    for _ in range(PLACINGS):
        fen = place(variant, row, dice)
        if fen is None or not is_clear(variant, row, fen, GLANCE):
            continue
        proof = is_clear(variant, row, fen, PROOF)
        if proof and is_played(variant, practice_of_row(variant.name, row | {"fen": fen})):
            return {"fen": fen} | proof
    return {}


def place(variant: Variant, row: Row, dice: random.Random) -> str | None:
    """The men of a row at random, each side's in its own half; None if that is no position."""
    pieces: dict[Square, tuple[str, str]] = {}
    for color in ("white", "black"):
        files = dice.sample(range(variant.files), variant.files)  # of the next Pawns
        for text in row[color].split():
            if (man := _MAN.fullmatch(text)) is None or man["kind"] not in variant.pieces:
                raise MakachessError(f"{text!r} is no man of {variant.name}")
            for _ in range(int(man["count"] or 1)):
                file, rank = _square(variant, man, dice, files)
                at = rank if color == "white" or man["rank"] else variant.ranks - 1 - rank
                if Square(file, at) in pieces:
                    return None
                pieces[Square(file, at)] = man["kind"], color
    state = parse_fen(variant, variant.start_fen)
    first = 1 if variant.compound_first_move == "none" else 2
    given = {"turn": row.get("side", "white"), "castling": "", "fullmove": first}
    fen = format_fen(variant, replace(state, pieces=pieces, **given))
    try:
        position = Position(variant, fen)
    except InvalidFenError:
        return None
    calm = not (position.is_check() or dangers(royals_of(position), position.turn))
    return fen if calm and position.outcome() is None and position.fen() == fen else None


def _square(
    variant: Variant, man: re.Match[str], dice: random.Random, files: list[int]
) -> tuple[int, int]:
    """Where a man stands as its own side sees it, or on the file and rank that it is given."""
    kind, half = man["kind"], variant.ranks // 2
    is_pawn, is_royal = kind == "P", kind in variant.royals
    low, high = (1, max(2, variant.ranks // 3)) if is_pawn else (0, 1 if is_royal else half - 1)
    file = ord(man["file"]) - ord("a") if man["file"] else None
    if file is None:
        file = files.pop() if is_pawn and files else dice.randrange(variant.files)
    return file, int(man["rank"]) - 1 if man["rank"] else dice.randint(low, high)


def is_clear(variant: Variant, row: Row, fen: str, limits: Limits) -> Row:
    """The score, or moves to the end, and depth of a search that leaves no doubt; or nothing."""
    position = Position(variant, fen)
    found = Engine(variant, hash_mb=16, model=None).search(position, limits)
    if found.info is None or found.move is None:
        return {}
    if (mate := found.info.score.mate) is not None:
        is_long = row["goal"] == WIN and mate >= LONG
        return {"mate": mate, "depth": found.info.depth} if is_long else {}
    least, most = (share * average_piece(variant) for share in CLEAR[row["goal"]])
    value = found.info.score.value
    is_calm = row["goal"] == BECOME or not (found.move.is_capture and limits is GLANCE)
    if not (least <= value <= most and is_calm):
        return {}
    return {"score": value, "depth": found.info.depth}


def is_played(variant: Variant, wanted: Practice) -> bool:
    """Whether the goal is reached in games against the level."""
    return all(play_out(variant, wanted, seed) for seed in range(1, GAMES + 1))


def play_out(variant: Variant, wanted: Practice, seed: int) -> bool:
    """Whether the engine reaches a goal against the level, whose moves a seed repeats."""
    position = wanted.position()
    strong, weak = (Engine(variant, hash_mb=4, model=None) for _ in range(2))
    while (reached := wanted.is_reached(position, position.outcome())) is None:
        if position.ply >= LONGEST and wanted.goal == WIN:
            return False
        if position.turn == wanted.side:
            position.push(_strive(strong, position, wanted))
        else:
            move = levels.choose(weak, position, wanted.level, seed).move
            assert move is not None
            position.push(move)
    return reached


def _strive(engine: Engine, position: Position, wanted: Practice) -> Move:
    """The best move, or one that becomes what is wanted if that costs little."""
    best = engine.search(position, STRENGTH)
    assert best.move is not None
    assert best.info is not None
    wins = [move for move in position.legal_moves() if move.promotion == wanted.becomes]
    if wanted.goal == BECOME and wins:
        found = engine.search(position, replace(STRENGTH, root_moves=tuple(wins)))
        cost = SACRIFICE * average_piece(position.variant)
        if found.move and found.info and found.info.score.value > best.info.score.value - cost:
            return found.move
    return best.move


def format_rows(variant: Variant, rows: list[Row]) -> str:
    """The file of a game's practice positions."""
    blocks = [HEAD.format(variant.name, f"{STRENGTH.nodes:,}", GAMES).strip()]
    for row in rows:
        lines = (f"{key} = {json.dumps(row[key])}" for key in (*KEYS, *FOUND) if key in row)
        blocks.append("\n".join(["[[position]]", *lines]))
    return "\n\n".join(blocks) + "\n"
