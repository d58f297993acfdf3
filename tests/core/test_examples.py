"""The worked examples of the rule sheets: one case a row, named after the row's number.

The head of each data file says what its keys mean.
"""

import tomllib
from pathlib import Path

import pytest
from makachess.core import MakachessError, MoveKind, Position, Square
from makachess.variants import load

DATA = Path(__file__).parents[1] / "data" / "examples"


def rows():
    for path in sorted(DATA.glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["row"]:
            yield pytest.param(path.stem, row, id=f"{path.stem}-{row['number']}")


@pytest.mark.parametrize(("variant", "row"), list(rows()))
def test_example(variant, row):
    position = Position(load(variant, **row.get("options", {})), row["fen"])
    for text in row.get("play", "").split():
        position.push(position.parse(text))
    questions = [key for key in row if key not in ("number", "about", "options", "fen", "play")]
    assert questions, "a row asks something"
    for key in questions:
        QUESTIONS[key](position, row[key])


def ask_moves(position, answers):
    for square, answer in answers.items():
        piece = position.piece_at(Square.parse(square)).upper()
        assert moves_from(position, square) == read_answer(answer, piece), f"moves from {square}"


def ask_captures(position, answers):
    for square, answer in answers.items():
        captures = {move for move in moves_from(position, square) if move[2]}
        assert captures == read_answer(answer, ""), f"captures from {square}"


def ask_paths(position, answers):
    for square, answer in answers.items():
        assert paths_from(position, square) == {read_path(token) for token in answer.split()}


def ask_has(position, answers):
    found = {(move.victims, move.destination) for move in position.legal_moves()}
    for token, answer in answers.items():
        assert (read_path(token) in found) is answer, token


def ask_becomes(position, answers):
    for path, answer in answers.items():
        moves = [m for m in position.legal_moves() if str(m).partition("=")[0] == path]
        types = [move.promotion or position.piece_at(move.origin) for move in moves]
        assert sorted(types) == sorted(answer.split()), path


def ask_becomes_modern(position, answers):
    modern = load(position.variant.name, rules="modern")
    ask_becomes(Position(modern, position.start_fen), answers)


def ask_count(position, answers):
    for square, count in answers.items():
        found = [str(move) for move in position.legal_moves() if str(move.origin) == square]
        assert len(found) == count, found


def ask_total(position, count):
    assert len(position.legal_moves()) == count


def ask_castlings(position, answer):
    moves = position.legal_moves()
    found = {str(move) for move in moves if move.kind is MoveKind.CASTLING}
    assert found == set(answer.split())


def ask_check(position, answer):
    assert position.is_check() is answer


def ask_gives_check(position, answers):
    for text, answer in answers.items():
        position.push(position.parse(text))
        assert position.is_check() is answer, text
        position.pop()


def ask_after(position, answers):
    for text, fen in answers.items():
        position.push(position.parse(text))
        assert position.fen() == fen, text
        position.pop()


def ask_outcome(position, answer):
    outcome = position.outcome()
    assert (f"{outcome.winner} {outcome.reason}" if outcome else "ongoing") == answer


def ask_gives_outcome(position, answers):
    for text, answer in answers.items():
        position.push(position.parse(text))
        ask_outcome(position, answer)
        position.pop()


def ask_now(position, fen):
    assert position.fen() == fen


def ask_legal(position, answers):
    for text, answer in answers.items():
        try:
            found = position.parse(text) in position.legal_moves()
        except MakachessError:
            found = False
        assert found is answer, text


def ask_settled(position, answer):
    assert written(position.settled) == answer


def ask_choices(position, answer):
    choices = {written(move.prefix) for move in position.legal_moves()} - {""}
    assert choices == set(answer.split())


def ask_reserve(position, answer):
    assert position.reserve(position.turn) == answer


QUESTIONS = {
    "moves": ask_moves,
    "captures": ask_captures,
    "paths": ask_paths,
    "has": ask_has,
    "becomes": ask_becomes,
    "becomes-modern": ask_becomes_modern,
    "count": ask_count,
    "total": ask_total,
    "castlings": ask_castlings,
    "check": ask_check,
    "gives-check": ask_gives_check,
    "after": ask_after,
    "outcome": ask_outcome,
    "gives-outcome": ask_gives_outcome,
    "now": ask_now,
    "legal": ask_legal,
    "settled": ask_settled,
    "choices": ask_choices,
    "reserve": ask_reserve,
}


def written(promotions):
    """Delayed promotions as a prefix writes them."""
    return ",".join(f"{square}={kind}" for square, kind in promotions)


def moves_from(position, square):
    """The moves from a square as (destination, resulting type, whether it captures)."""
    piece = position.piece_at(Square.parse(square)).upper()
    return {
        (str(move.destination), move.promotion or piece, move.is_capture)
        for move in position.legal_moves()
        if str(move.origin) == square
    }


def read_answer(text, piece):
    """The same from the notation of the data files."""
    moves = set()
    for token in text.split():
        square, _, results = token.partition(":")
        kinds = results.strip("{}").split(",") if results else [piece]
        moves |= {(square, kind, bool(results)) for kind in kinds}
    return moves


def paths_from(position, square):
    """The moves from a square as (victims in order, destination), None being a pass."""
    return {
        None if move.kind is MoveKind.PASS else (move.victims, move.destination)
        for move in position.legal_moves()
        if str(move.origin) == square
    }


def read_path(token):
    """The same from the notation of the data files: `c3`, `{c3}`, `{b2,c3}c3`, `pass`."""
    if token == "pass":
        return None
    victims, _, destination = token.lstrip("{").rpartition("}")
    taken = tuple(map(Square.parse, victims.split(","))) if victims else ()
    return taken, Square.parse(destination) if destination else taken[-1]
