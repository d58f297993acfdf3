"""The style of an engine outlasts the program: it stands in the game's file."""

from __future__ import annotations

from pathlib import Path

import pytest
from makachess.play.session.opponents import Opponent
from makachess.play.session.session import Session, at_once
from makachess.play.session.setup import Setup, new_setup, resumed_setup
from makachess.play.settings import Settings, change_settings, load_settings
from makachess.variants import load

VETERAN = load("veteran")
USUAL = Settings()


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


def test_an_opponent_keeps_its_style_whatever_the_settings_say_by_then():
    change_settings(style="calm")
    usual = load_settings().settings
    wild, balanced = taken_up(begun(style="wild"), usual), taken_up(begun(), usual)
    assert wild.game.tags["BlackStyle"] == "wild"
    assert "WhiteStyle" not in wild.game.tags
    assert wild.opponents["black"].style == "wild"
    assert balanced.opponents["black"].style == "balanced"


def test_a_copy_and_another_game_have_the_same_opponent():
    setup = begun(style="wild")
    copy = resumed_setup(setup.autosave.save(), Settings(), copy=True)
    for game in (copy, copy.again(1), taken_up(copy.again(1))):
        assert game.opponents["black"].style == "wild"


@pytest.mark.parametrize("opponent", [None, Opponent(7)])
def test_whoever_takes_a_seat_plays_in_a_way_of_their_own(home, opponent):
    path = file_of(home, 'BlackStyle "wild"', 'BlackType "program"')
    path.write_text(path.read_text().replace("makachess level 3", "gambiter"))
    setup = resumed_setup(path, Settings())
    assert setup.unknown == {"black": "gambiter"}
    tags = setup.filled("black", opponent).game.tags
    assert "BlackStyle" not in tags


def test_an_unknown_style_is_told_of_once_and_kept(home):
    path = file_of(home, 'BlackStyle "od\x1bd"')
    setup = resumed_setup(path, Settings())
    assert setup.opponents["black"].style == "balanced"
    assert setup.seats()["black"].notice == (
        "Played on in the balanced style: 'od\\x1bd' is not a style (one of balanced, calm, wild)"
    )
    setup.game.play(setup.game.position.parse("e5"))
    setup.autosave.save()
    setup.autosave.close()
    assert '[BlackStyle "od\x1bd"]' in path.read_text()
    assert setup.again(1).seats()["black"].notice == ""
