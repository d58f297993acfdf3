"""The settings: what the file can say, how the app writes it, and what a form offers."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.play.lessons import load_courses
from makachess.play.puzzles import games_with_puzzles
from makachess.play.settings import (
    LARGEST_FILE,
    Settings,
    SettingsError,
    change_entry,
    change_settings,
    check,
    load_settings,
    offers,
    remember_engine,
    settings_path,
    shown,
    toml_key,
)
from makachess.saves import locks
from makachess.variants import list_games


@pytest.fixture
def path(home: Path) -> Path:
    home.mkdir()
    return home / "settings.toml"


def faults(path: Path, text: str) -> list[str]:
    path.write_text(text)
    return [fault.short for fault in load_settings().faults]


def test_each_wrong_value_is_told_with_its_line_and_the_rest_holds(path: Path) -> None:
    text = (
        'level = 11\npieces = "runes"\n# a remark\nclok = "5+3"\nplayer = "Anna"\n'
        'side = 3\n\n[engines]\nsf = 5\ngnu = "gnuchess"\n\n[keys]\nundo = [""]\n'
    )
    there_are = ", ".join(toml_key(field.name) for field in fields(Settings))
    assert faults(path, text) == [
        "settings.toml:1: level: 11 must be a number from 1 to 10",
        "settings.toml:2: pieces: 'runes' must be one of figures, letters, ascii",
        f"settings.toml:4: clok: unknown setting (there are: {there_are}); did you mean 'clock'?",
        "settings.toml:6: side: 3 must be one of white, black, random, both, none",
        "settings.toml:9: engines.sf: 5 must be a command line",
        "settings.toml:13: keys.undo: [''] must be a key such as '^G', or a list of keys",
    ]
    assert load_settings().settings == Settings(player="Anna", engines={"gnu": "gnuchess"})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("level = true", "level: True must be a number"),
        ("level = 0", "level: 0 must be a number"),
        ("cores = 0", "cores: 0 must be 'auto' or a number from 1 to 16"),
        ("cores = 17", "cores: 17 must be 'auto' or a number from 1 to 16"),
        ("cores = true", "cores: True must be 'auto' or a number from 1 to 16"),
        ('cores = "all"', "cores: 'all' must be 'auto' or a number from 1 to 16"),
        ("auto-flip = 1", "auto-flip: 1 must be true or false"),
        ('clock = "5"', "clock: '5' must be 'none' or a clock"),
        ("clock = 5", "clock: 5 must be text"),
        ('variant = "nosuch"', "variant: 'nosuch' must be one of "),
        ('variant = "../x"', "variant: '../x' must be one of"),
        ('player = "a\\nb"', "player: 'a\\nb' must be a name in one line"),
        (f'player = "{"a" * 41}"', "has 41 characters, and must have at most 40"),
        ("engines = 5", "engines: 5 must be a table: [engines]"),
        ('engines = {"a\\u0007" = "x"}', "must be a name in one line"),
        ("keys = [1]", "keys: [1] must be a table: [keys]"),
    ],
)
def test_wrong_values(path: Path, line: str, said: str) -> None:
    (fault,) = faults(path, line + "\n")
    assert fault.startswith("settings.toml:1: ")
    assert said in fault
    assert load_settings().settings == Settings()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('level = 3\nside = "white\n', 2, "not TOML: Illegal character"),
        ("level = 3\nlevel = 4\n", 2, "not TOML: Cannot overwrite a value"),
        ("level = 3\n[engines\n", 2, "not TOML: Expected ']'"),
        ("a = [\n\n", 1, "not TOML: "),
        (f"a = {'[' * 30_000}", 1, "not TOML: nested too deeply"),
        (f"a = {'9' * 30_000}", 1, "not TOML: "),
    ],
)
def test_a_broken_file_is_told_and_ignored(path: Path, text: str, line: int, said: str) -> None:
    (fault,) = faults(path, text)
    assert fault.startswith(f"settings.toml:{line}: {said}")
    assert load_settings().settings == Settings()


def test_a_variant_of_the_players_own_can_be_chosen(path: Path) -> None:
    path.write_text('variant = "mini"\n')
    assert "variant: 'mini' must be one of " in faults(path, 'variant = "mini"\n')[0]
    (path.parent / "variants").mkdir()
    (path.parent / "variants" / "mini.toml").write_text('extends = "veteran"\n')
    assert load_settings().settings.variant == "mini"


def test_what_has_not_changed_is_not_written(path: Path) -> None:
    change_settings(level=3, side="white", clock="none")
    assert not path.exists()
    path.write_text('level = 4\nside = "white"\n')
    before = path.stat()
    change_settings(level=4, side="white")
    assert path.stat() == before


def test_all_else_stays_as_it_is(path: Path) -> None:
    path.write_text(
        "# mine\n\nlevel  =  4   # as strong as I am\n\n[keys]  # moved\n"
        "undo = '^B'\n\n[future]\nthing = [1,\n  2] # kept\n\n[engines]\nsf = 'stockfish'\n"
    )
    change_settings(level=5, pieces="ascii")
    remember_engine("gnu", "gnuchess")
    assert path.read_text() == (
        "# mine\n\nlevel  =  5   # as strong as I am\n"
        'pieces = "ascii"\n\n[keys]  # moved\n'
        "undo = '^B'\n\n[future]\nthing = [1,\n  2] # kept\n\n[engines]\nsf = 'stockfish'\n"
        'gnu = "gnuchess"\n'
    )


def test_line_ends_and_byte_order_mark_stay(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf# mine\r\nlevel = 4\r\n")
    change_settings(level=5)
    assert path.read_bytes() == b"\xef\xbb\xbf# mine\r\nlevel = 5\r\n"


@pytest.mark.parametrize("data", [b"level = \n", b"player = '\xff'\n", b"#" * (LARGEST_FILE + 1)])
def test_a_broken_file_is_never_written_over(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(SettingsError, match="nothing is written to it"):
        change_settings(level=5)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("name", "command"), [("", "x"), ("a\nb", "x"), ("a" * 41, "x"), ("sf", " "), ("sf", "a\nb")]
)
def test_an_engine_needs_a_name_and_a_command(home: Path, name: str, command: str) -> None:
    with pytest.raises(SettingsError, match="engines"):
        remember_engine(name, command)
    assert not settings_path().exists()


def test_two_programs_do_not_write_at_the_same_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.0)
    with open(path.with_name(f".{path.name}.lock"), "w") as other:
        locks.fcntl.flock(other, locks.fcntl.LOCK_EX)
        with pytest.raises(SettingsError, match="another program is changing it"):
            change_settings(level=5)
    assert not path.exists()


_WORDS = st.text("ab \"'#[]{}=\\.,\n\t1é", max_size=40)


@given(st.lists(_WORDS, max_size=8), st.text("ab.\"' \\é[=", min_size=1, max_size=8))
def test_any_text_is_read_or_refused_and_never_harmed(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    text = "\n".join(lines)
    path.write_bytes(text.encode())
    before = load_settings(path)
    try:
        remember_engine(name, "x", path)
    except SettingsError:
        assert path.read_bytes() == text.encode()
    else:
        after = tomllib.loads(path.read_bytes().decode())
        assert before.table is not None
        assert after.pop("engines")[name.strip()] == "x"
        assert after == {key: value for key, value in before.table.items() if key != "engines"}


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
