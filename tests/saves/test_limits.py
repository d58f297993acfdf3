"""What is read of a file has limits, each told in one line: no file takes all time and memory."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from makachess.core import InvalidMoveError, Position
from makachess.saves import builder, damage, parser
from makachess.saves.damage import examine
from makachess.saves.reader import generate_readings
from makachess.tui.cli import cli
from makachess.variants import load

NEXT = '\n\n[Event "next"]\n\n1. d4 *\n'


@pytest.fixture
def few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "MOST_WORDS", 8)


def test_a_text_longer_than_any_move_is_refused_unread():
    for text in ("a1=N," * 300_000, "Nb1x" * 100 + "c3", "a2a3," * 100):
        with pytest.raises(InvalidMoveError) as refused:
            Position(load("chess")).parse(text)
        assert "none is longer than 200 characters" in str(refused.value)
        assert len(str(refused.value)) < 200


@pytest.mark.usefixtures("few_words")
@pytest.mark.parametrize(
    ("text", "sans"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *", ("e4", "e5", "Nf3", "Nc6", "Bb5")),
        ("1. e4 (1. d4 (1. c4 * ) (1. b4 *) * ) e5 2. d4 *", ("e4",)),
        ("1. e4 e5 (((((((((((( *", ("e4", "e5")),
        ("{a} {b} {c} {d} {e} {f} {g} {h} {i} {j} *", ()),
    ],
)
def test_the_rest_of_a_game_longer_than_any_is_passed_over(text: str, sans: tuple[str, ...]):
    first, *others = generate_readings((text + NEXT).splitlines(), "file")
    assert first.game is not None
    first.game.goto(first.game.end)
    assert first.game.sans == sans
    assert "the game is longer than 100,000 words" in str(first.problems[-1])
    assert [reading.game.sans for reading in others if reading.game is not None] == [("d4",)]
    assert others[-1].problems == ()


def test_the_text_of_a_game_has_a_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parser, "MOST_TEXT", 100)
    text = "1. e4 " + "{" + "x" * 60 + "} e5 {" + "y" * 60 + "} 2. d4 *"
    first, second = generate_readings((text + NEXT).splitlines())
    assert "or 10,000,000 characters" in first.fault
    assert second.fault == ""


def test_the_end_of_an_endless_comment_is_not_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parser, "LONGEST_COMMENT", 20)
    text = "1. e4 {" + "some words\n" * 10 + "} e5 *"
    [reading] = generate_readings(text.splitlines())
    assert "the comment that begins here is longer than 20 characters" in reading.fault
    assert reading.game is not None
    assert reading.game.sans == ("e4", "e5")
    assert reading.game.root.children[0].comments == ["some words some words"]


def test_an_examination_ends_after_very_many_damaged_games_and_says_where(tmp_path, monkeypatch):
    monkeypatch.setattr(damage, "MOST_DAMAGED", 3)
    path = tmp_path / "bad.pgn"
    path.write_text("e4 e4 *\n" * 10)
    report = examine(path, most=2)
    assert ([fault.line for fault in report.faults], report.more, report.line) == ([1, 2], 1, 3)
    result = CliRunner().invoke(cli, ["check", str(path)])
    told = f"{path}: not examined beyond line 3: too many games are damaged"
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, told)


def test_a_file_with_more_different_rules_than_are_set_up_is_read_as_far_as_it_goes():
    count = builder.MOST_RULES + 2
    lines = [f'[RulesOptions "move-limit={number}"]\n\n*\n' for number in range(2, 2 + count)]
    text = "".join(lines + lines[:1])
    readings = list(generate_readings(text.splitlines()))
    assert [reading.game is None for reading in readings] == [False] * (count - 2) + [True] * 2 + [
        False
    ]
    assert "more than 30 different ones are named" in readings[-2].fault
