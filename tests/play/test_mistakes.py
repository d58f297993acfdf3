"""Mistakes as exercises: taken from a game, judged by the engine, and kept in a file."""

from __future__ import annotations

import pytest
from makachess.core import MakachessError
from makachess.core.engine import Score
from makachess.core.engine.review import Judgement, Variation, Verdict
from makachess.play.exercises import Attempt
from makachess.play.kept_puzzles import MOST, PLAYED, keep_puzzle, kept_puzzles
from makachess.play.mistakes import judge, mistakes_of
from makachess.saves import Game, read_games
from makachess.saves.remarks import mark_move
from makachess.variants import load

PGN = """[Variant "chess"]
[White "Anna"]
[Black "Bo"]

1. e4 e5 2. Qh5 Nc6 3. Qxf7+?? (3. Nc3 Nf6) 3... Kxf7 4. Bc4+? 4... d5?! (4... Ke8) *
"""


def game(text: str = PGN) -> Game:
    [found] = read_games(text.splitlines())
    return found


@pytest.fixture
def path(tmp_path):
    return tmp_path / "puzzles" / "mistakes.toml"


def test_each_mistake_of_a_side_with_a_better_move_is_an_exercise() -> None:
    [white] = mistakes_of(game(), "white")  # for Bc4 nothing better is known
    [black] = mistakes_of(game(), "black")
    assert white.title == "Anna - Bo, move 3"
    assert white.steps[0].task == "Find a better move than Qxf7+."
    assert white.steps[0].hint == "Look for a move that develops the Knight."
    assert white.steps[0].praise == "Nc3: develops the Knight; expects Nf6."
    assert white.position().turn == "white"
    assert black.position().turn == "black"


@pytest.mark.parametrize(
    ("moves", "right"),
    [
        ("1. e4 --? (1... e5) 2. d4 *", []),
        ("1. e4 a5? (1... --) 2. d4 *", []),
        ("1. e4 a5? (1... --) (1... e5 2. -- d5) 2. d4 *", [("e7e5",)]),
    ],
)
def test_null_moves_are_neither_mistakes_nor_better(moves: str, right: list[object]) -> None:
    assert [one.steps[0].goal.moves for one in mistakes_of(game(moves), "black")] == right


def test_the_better_move_is_right_and_the_one_played_is_not() -> None:
    attempt = Attempt(mistakes_of(game(), "white")[0])
    played = attempt.judge(attempt.position.parse("Qxf7"))
    assert (played.right, played.says) == (False, PLAYED)
    unknown = attempt.judge(attempt.position.parse("Nf3"))
    assert (unknown.right, unknown.says) == (False, "")
    assert attempt.make(attempt.position.parse("Nc3")).solved


def test_a_review_s_move_is_preferred_to_a_person_s() -> None:
    found = game("1. e4 e5 2. Qh5 (2. a3) *")
    *_, last = found.root.descendants()
    [*_, best] = game("1. e4 e5 2. Nf3 *").root.descendants()
    assert last.move is not None
    assert best.move is not None
    line, zero = Variation((best.move,), ("Nf3",)), Score(0)
    mistake = (3, "white", last.move, Verdict.MISTAKE, 0.1, zero, zero, line, Variation(), "Bad")
    mark_move(last, Judgement(*mistake))
    [exercise] = mistakes_of(found, "white")
    assert exercise.steps[0].goal.moves == ("g1f3",)


async def judged(san: str):
    """What is said of a move instead of Qxf7."""
    position = mistakes_of(game(), "white")[0].position()
    return await judge(position, position.parse(san))


async def test_a_move_about_as_good_is_right() -> None:
    verdict = await judged("Nf3")
    assert (verdict.right, verdict.solved, verdict.says) == (True, True, "Nf3 is good as well.")


async def test_of_a_bad_move_it_says_what_it_allows_and_not_what_is_better() -> None:
    verdict = await judged("Qxe5+")
    assert not verdict.right
    assert verdict.says == "Qxe5+ is a blunder: now Nxe5 wins the Queen. Try again."


async def test_a_failing_engine_is_told(monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise MakachessError("no more memory")

    monkeypatch.setattr("makachess.play.review.Engine", broken)
    verdict = await judged("Nf3")
    assert (verdict.right, verdict.says) == (False, "Nf3 could not be judged: no more memory")


def test_a_puzzle_that_is_kept_comes_back_the_same(path) -> None:
    [white] = mistakes_of(game(), "white")
    [black] = mistakes_of(game(), "black")
    assert keep_puzzle(white, path) == keep_puzzle(black, path) == keep_puzzle(white, path) == ""
    found, faults = kept_puzzles(path)
    assert (found, faults) == ([white, black], [])


GOOD = """[[position]]
game = "chess"
fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
played = "e1d1"
moves = ["e2e4"]
"""


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (GOOD.replace("e2e4", "e2e5"), "'e2e5'"),
        (GOOD.replace("e2e4", "--"), "'--' is a null move"),
        (GOOD.replace("e2e4", "e1d1"), "'e1d1' is both in 'moves' and 'played'"),
        (GOOD.replace('"e2e4"', ""), "'moves' is empty"),
        (GOOD.replace("4k3", "4z3"), "4z3"),
        (GOOD.replace('"chess"', '"ches"'), "unknown variant 'ches'"),
        (GOOD.replace('"chess"', '"/etc/passwd.toml"'), "unknown variant '/etc/passwd.toml'"),
        (GOOD.replace('"chess"', "3"), "game: 3 must be a text"),
        (GOOD.replace("game", "gane"), "'gane' must be a key of 'puzzle'"),
        (GOOD + 'rules = "nonsense=1"\n', "nonsense"),
    ],
)
def test_a_wrong_puzzle_is_told_in_one_line_and_costs_no_other(path, wrong, reason) -> None:
    path.parent.mkdir()
    path.write_text(f"{GOOD.replace('4k3', '3k4')}\n{wrong}")
    found, [fault] = kept_puzzles(path)
    assert [one.fen for one in found] == ["3k4/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    assert fault.startswith("mistakes.toml: position 2 is left out: ")
    assert reason in fault
    assert fault.isprintable()


def test_of_very_many_puzzles_the_first_are_read(path) -> None:
    path.parent.mkdir()
    path.write_text("[[position]]\n" * (MOST + 9))
    found, faults = kept_puzzles(path)
    assert (found, len(faults)) == ([], MOST + 1)
    assert keep_puzzle(mistakes_of(game(), "white")[0], path).startswith("mistakes.toml is full")
    assert faults[-1] == f"mistakes.toml: more than {MOST} positions are left out"


@pytest.mark.parametrize("data", [b"\xff\xfe rubbish", b"position = 3", b"position = [3]"])
def test_nothing_is_added_to_a_damaged_file(path, data) -> None:
    path.parent.mkdir()
    path.write_bytes(data)
    [mistake] = mistakes_of(game(), "white")
    [], [fault] = kept_puzzles(path)
    assert keep_puzzle(mistake, path) == fault
    assert fault.startswith("mistakes.toml: ")
    assert path.read_bytes() == data


@pytest.mark.slow
def test_rules_that_are_not_the_usual_ones_are_kept(path) -> None:
    found = game('[Variant "maka"]\n[RulesOptions "rules=modern"]\n\n1. Pj7? (1. Pk7) *')
    [mistake] = mistakes_of(found, "white")
    assert keep_puzzle(mistake, path) == ""
    [[kept], faults] = kept_puzzles(path)
    assert (kept.variant, faults) == (load("maka", rules="modern"), [])
