"""Settings as they are offered for change, and entries of tables that come and go."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from makachess.play.lessons import load_courses
from makachess.play.puzzles import games_with_puzzles
from makachess.play.settings import (
    Settings,
    change_entry,
    check,
    load_settings,
    offers,
    remember_engine,
    shown,
)
from makachess.variants import list_games

OFFERS = {offer.name: offer for offer in offers()}


def test_every_setting_is_offered_with_a_title_and_what_it_means() -> None:
    tables = {"engines", "options", "keys", "ignored"}
    assert set(OFFERS) == {field.name for field in fields(Settings)} - tables
    assert all(offer.help and offer.title for offer in OFFERS.values())


@pytest.mark.parametrize("name", OFFERS)
def test_every_value_offered_is_one_the_file_can_have(name: str) -> None:
    choices = OFFERS[name].choices
    assert choices or name == "player"
    assert [check((name,), value) for value in choices] == list(choices)


@pytest.mark.parametrize(
    ("name", "value", "by", "then"),
    [
        ("level", 3, 1, 4),
        ("level", 10, 1, 1),
        ("side", "white", -1, "none"),
        ("auto_flip", False, 1, True),
        ("clock", "7+7", 1, "none"),  # one's own, written into the file
        ("clock", "7+7", -1, "7days"),
    ],
)
def test_left_and_right_go_through_the_values(name: str, value, by: int, then) -> None:
    assert OFFERS[name].step(value, by) == then


def test_values_as_people_read_them() -> None:
    values = (True, False, 1, "5+3", "")
    assert [shown(value) for value in values] == ["yes", "no", "1", "5+3", "none"]


def test_an_engine_is_forgotten_and_the_rest_stays(home: Path) -> None:
    remember_engine("fairy", "fairymax")
    remember_engine("fish", "stockfish")
    path = home / "settings.toml"
    path.write_text(path.read_text() + "# mine\n")
    change_entry("engines", "fairy", None)
    change_entry("engines", "nobody", None)
    assert load_settings().settings.engines == {"fish": "stockfish"}
    assert path.read_text().endswith("# mine\n")


def test_keys_are_written_as_one_or_several_and_taken_back(home: Path) -> None:
    change_entry("keys", "undo", "^B")
    change_entry("keys", "help", ["F1", "?"])
    text = (home / "settings.toml").read_text()
    assert 'undo = "^B"' in text
    assert 'help = ["F1", "?"]' in text
    assert load_settings().settings.keys == {"undo": ("^B",), "help": ("F1", "?")}
    change_entry("keys", "undo", None)
    assert load_settings().settings.keys == {"help": ("F1", "?")}


def test_lessons_puzzles_and_settings_offer_games_in_one_order() -> None:
    games = [listing.name for listing in list_games()]
    assert games[:2] == ["veteran", "chess"]
    for offered in ([course.game for course in load_courses()], games_with_puzzles()):
        assert [*offered] == [name for name in games if name in offered]
    assert [*OFFERS["variant"].choices] == games
