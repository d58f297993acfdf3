"""How an engine plays outlasts the program: style, model and book stand in the game's file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learned import random_model
from makachess.play.session.opponents import Opponent
from makachess.play.session.session import Session, at_once
from makachess.play.session.setup import Setup, new_setup, resumed_setup
from makachess.play.session.traits import LONGEST_PATH, format_path, parse_path
from makachess.play.settings import Settings, change_settings, load_settings
from makachess.saves import load_game
from makachess.variants import load
from makachess.variants.books import format_book
from makachess.variants.models import format_model
from opening_books import book_of

VETERAN = load("veteran")
USUAL = Settings()
LEARNED, BOOK = random_model(VETERAN), book_of(VETERAN, "a4 h5")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "mine.model"
    path.write_bytes(format_model(VETERAN, LEARNED, {}))
    return path


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "mine.book"
    path.write_bytes(format_book(VETERAN, BOOK, {}))
    return path


def begun(side: str = "white", **traits) -> Setup:
    return new_setup(VETERAN, side, Opponent(1, **traits))


def taken_up(setup: Setup, usual: Settings = USUAL) -> Setup:
    """The game, after a person's move, once another program goes on with it."""
    save = setup.autosave.commit
    session = Session(setup.game, setup.seats(), commits=at_once(save, lambda change: None))
    if setup.people:
        session.play("white", setup.game.position.parse("e4"))
    path = setup.autosave.save()
    setup.autosave.close()
    return resumed_setup(path, usual)


def file_of(home: Path, *tags: str) -> Path:
    """A file in the folder of games, of a game against a level."""
    path = home / "games" / "game.pgn"
    path.parent.mkdir(parents=True, exist_ok=True)
    tags = ('Variant "veteran"', 'Black "makachess level 3"', *tags)
    path.write_text("".join(f"[{tag}]\n" for tag in tags) + "\n1. e4 *\n")
    return path


def told(setup: Setup) -> str:
    """What the opponent has to tell."""
    return setup.seats()["black"].notice


def test_an_opponent_keeps_its_style_whatever_the_settings_say_by_then():
    change_settings(style="calm")
    usual = load_settings().settings
    wild, balanced = taken_up(begun(style="wild"), usual), taken_up(begun(), usual)
    assert wild.game.tags["BlackStyle"] == "wild"
    assert "WhiteStyle" not in wild.game.tags
    assert wild.opponents["black"].style == "wild"
    assert balanced.opponents["black"].style == "balanced"


def test_an_opponent_keeps_its_model_and_its_book(model, book):
    files = {"model_file": format_path(str(model)), "book_file": format_path(str(book))}
    setup = taken_up(begun(model=LEARNED, book=BOOK, **files))
    choice = setup.opponents["black"]
    assert choice.model == setup.model == LEARNED
    assert choice.book.entries == BOOK.entries
    assert told(setup) == ""
    assert setup.seats()["black"].engine.values["Q"] == sum(LEARNED.types["Q"].price) // 2


def test_a_copy_and_another_game_have_the_same_opponent(model):
    setup = begun(style="wild", model=LEARNED, model_file=format_path(str(model)))
    copy = resumed_setup(setup.autosave.save(), Settings(), copy=True)
    for game in (copy, copy.again(1), taken_up(copy.again(1))):
        assert game.opponents["black"].style == "wild"
        assert game.model == LEARNED
        assert game.game.tags["BlackModel"] == format_path(str(model))


@pytest.mark.parametrize("opponent", [None, Opponent(7)])
def test_whoever_takes_a_seat_plays_in_a_way_of_their_own(home, opponent):
    path = file_of(home, 'BlackStyle "wild"', 'BlackBook "none"', 'BlackType "program"')
    path.write_text(path.read_text().replace("makachess level 3", "gambiter"))
    setup = resumed_setup(path, Settings())
    assert setup.unknown == {"black": "gambiter"}
    tags = setup.filled("black", opponent).game.tags
    assert not {"BlackStyle", "BlackBook"} & {*tags}


def refused(home: Path, trait: str, value: str) -> str:
    """What is told of a tag with which the game goes on as usual; it is there as it was."""
    value = value.replace("\\", "\\\\").replace('"', '\\"')
    path = file_of(home, f'Black{trait} "{value}"')
    setup = resumed_setup(path, Settings())
    assert setup.opponents["black"].style == "balanced"
    assert setup.opponents["black"].model is setup.opponents["black"].book is None
    setup.game.play(setup.game.position.parse("e5"))
    setup.autosave.save()
    setup.autosave.close()
    kept, _ = load_game(path)
    assert kept.sans == ("e4", "e5")
    assert f'[Black{trait} "{value}"]' in path.read_text()
    notice = told(setup)
    assert notice.isprintable()
    assert told(setup.again(1)) == ""
    return notice


def test_an_unknown_style_is_told_of(home):
    assert refused(home, "Style", "od\x1bd") == (
        "Played on in the balanced style: 'od\\x1bd' is not a style (one of balanced, calm, wild)"
    )


@pytest.mark.parametrize(
    "value",
    [
        *(
            "x.model",
            "./x.model",
            "../x.model",
            "~x/x.model",
            "//host/x.model",
            "\\\\host\\x.model",
        ),
        *("/etc/passwd", "/dev/zero", "/x.book", "/x.model/", "$HOME/x.model", "file:///x.model"),
        *("|sh -c x.model", "None", "/" + "x" * LONGEST_PATH + ".model"),
    ],
)
def test_nothing_but_the_full_path_of_a_model_is_opened(home, value, monkeypatch):
    monkeypatch.setattr("makachess.variants.sources.read_bytes", None)
    monkeypatch.setattr("makachess.variants.asset_file.read_bytes", None)
    said = refused(home, "Model", value)
    assert said.endswith(" is not the full path of a file *.model")
    assert len(said) < 200


def test_in_a_shared_account_no_other_file_is_opened(home, model, monkeypatch):
    monkeypatch.setattr("makachess.saves.restriction._restricted", [True])
    assert "in this account no other one can be read" in refused(home, "Model", str(model))


@given(st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=12))
def test_a_path_is_read_as_it_was_written(name):
    name = os.fsdecode(name.encode("utf-8", "surrogatepass"))
    path = f"/tmp/{name}.model"
    tag = format_path(path)
    assert tag.isprintable()
    assert tag == " ".join(tag.split())
    assert parse_path(tag, ".model") == path


def test_the_home_folder_is_not_named(monkeypatch):
    monkeypatch.setenv("HOME", "/home/anna")
    assert format_path("/home/anna/new.model") == "~/new.model"
    assert format_path("/home/annabel/new.model") == "/home/annabel/new.model"
    assert parse_path("~/new.model", ".model") == "/home/anna/new.model"
