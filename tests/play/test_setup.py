"""Games to be played: who sits where, in new games and in those of files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from makachess.core import MakachessError
from makachess.core.engine.model import WITHOUT
from makachess.play.session.clock import TimeControl
from makachess.play.session.opponents import (
    Opponent,
    engine_name,
    opponent_at,
    usual_opponent,
)
from makachess.play.session.seats import EngineSeat, VacantSeat
from makachess.play.session.session import Session, at_once
from makachess.play.session.setup import Setup, new_setup, resumed_setup
from makachess.play.settings import Settings
from makachess.saves import format_game
from makachess.variants import load
from own_variants import MINI

VETERAN = load("veteran")
STOCKFISH = usual_opponent(Settings(), "/usr/games/stockfish --uci")


def played(setup: Setup, *sans: str) -> Path:
    """The file of a game after some moves of 10 seconds each, which nobody plays any more."""
    moment = 0.0
    session = Session(
        setup.game,
        setup.seats(),
        commits=at_once(setup.autosave.commit, lambda _: None),
        clock=setup.clock(),
        now=lambda: moment,
    )
    if setup.people == {"white", "black"}:
        session.begin()  # the engines of other games are not to think
    for san in sans:
        moment += 10.0
        session.play(setup.game.position.turn, setup.game.position.parse(san))
    setup.autosave.close()
    assert setup.autosave.path is not None
    return setup.autosave.path


def file_of(home: Path, *tags: str) -> Path:
    """A file in the folder of games with some tags."""
    path = home / "games" / "game.pgn"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"[{tag}]\n" for tag in ('Variant "veteran"', *tags)) + "\n1. e4 *\n")
    return path


def test_a_game_against_a_program_is_resumed_against_that_program():
    path = played(new_setup(VETERAN, "white", STOCKFISH), "e4")
    setup = resumed_setup(path, Settings(engines={"stockfish": "/opt/stockfish"}))
    assert setup.people == {"white"}
    assert setup.opponents == {"black": Opponent(3, "/opt/stockfish", "stockfish", natural=True)}
    assert isinstance(setup.seats()["black"], EngineSeat)


def test_a_damaged_game_says_so_before_it_is_played_on(home):
    path = file_of(home)
    assert resumed_setup(path, Settings()).damage == ""
    path.write_text(path.read_text().replace("1. e4", "1. Nf3 (1. Na9) (1. Nb9) Nf6 2. Nf9"))
    setup = resumed_setup(path, Settings())
    assert setup.game.sans == ("Nf3", "Nf6")
    assert setup.autosave.path is None
    assert setup.damage.startswith("line 3, column 12: 'Na9' is not possible")
    assert setup.damage.endswith("; 2 more faults")
    assert setup.again(1).damage == ""


def test_a_file_holds_no_command_and_no_path():
    path = played(new_setup(VETERAN, "white", STOCKFISH), "e4")
    text = path.read_text()
    assert '[Black "stockfish"]' in text
    assert '[BlackType "program"]' in text
    assert not re.search("games/stockfish|--uci", text)


def test_a_second_program_of_the_same_name_does_not_take_the_place_of_the_first():
    known = {"fish": "/opt/a/fish"}
    assert engine_name("/opt/a/fish", known) == "fish"
    assert engine_name("/opt/b/fish", known) == "fish 2"
    known["fish 2"] = "/opt/b/fish"
    assert [engine_name(f"/opt/{x}/fish", known) for x in "abc"] == ["fish", "fish 2", "fish 3"]
    own = usual_opponent(Settings(engines={**known, "my own": "/opt/c/fish"}), "/opt/c/fish")
    assert new_setup(VETERAN, "white", own).game.tags["Black"] == "my own"


@pytest.mark.parametrize("name", ["/bin/sh -c 'touch /tmp/x'", "rm", "makachess level x", "?"])
def test_a_program_that_only_a_file_knows_is_never_started(home, name):
    path = file_of(home, f'Black "{name}"', 'BlackType "program"')
    setup = resumed_setup(path, Settings())
    assert setup.unknown == {"black": name}
    assert setup.engine is None
    assert isinstance(setup.seats()["black"], VacantSeat)


@pytest.mark.parametrize("kind", ["", 'BlackType "program"'])
def test_the_built_in_engine_comes_back_with_its_level(home, kind):
    path = file_of(home, 'Black "makachess level 7"', *filter(None, [kind]))
    setup = resumed_setup(path, Settings())
    assert setup.opponents == {"black": Opponent(7, natural=True)}
    assert setup.people == {"white"}


@pytest.mark.parametrize("level", ["0", "11", "1" * 5000, "1003", "", "x", "-1", "３x"])
def test_what_is_no_level_is_quoted(level):
    with pytest.raises(MakachessError, match=re.escape(f"{level!r} is not a level")):
        opponent_at(level)


def test_a_resumed_game_goes_on_with_its_clocks():
    path = played(new_setup(VETERAN, "both", clock="5+3"), "e4", "e5", "Nf3")
    clock = resumed_setup(path, Settings()).clock()
    assert clock is not None
    assert clock.control == TimeControl(300.0, increment=3.0)
    assert clock.shown(0.0) == {"white": 286.0, "black": 293.0}


async def test_leaving_in_the_middle_of_a_thought_gives_no_time_back():
    setup = new_setup(VETERAN, "both", clock="5+3")
    moment = 0.0
    save, clock = setup.autosave.commit, setup.clock()
    session = Session(
        setup.game,
        setup.seats(),
        commits=at_once(save, lambda _: None),
        clock=clock,
        now=lambda: moment,
    )
    session.begin()
    session.play("white", setup.game.position.parse("e4"))
    moment = 100.0
    await session.close()
    setup.autosave.close()
    again = resumed_setup(setup.autosave.save(), Settings())
    clock = again.clock()
    assert clock is not None
    assert clock.shown(0.0) == {"white": 303.0, "black": 200.0}
    session = Session(
        again.game,
        again.seats(),
        commits=at_once(lambda: None, lambda _: None),
        clock=clock,
        now=lambda: moment,
    )
    session.begin()
    moment += 50.0
    session.play("black", again.game.position.parse("e5"))
    assert clock.shown(moment)["black"] == 153.0
    assert "%thought" not in format_game(again.game)


def test_another_game_has_the_same_players_and_a_full_clock():
    setup = new_setup(VETERAN, "white", Opponent(5), clock="5+3", player="Anna")
    played(setup, "e4")
    again = setup.again(1)
    assert again.game.sans == ()
    assert again.people == {"white"}
    assert [seat.name for seat in again.seats().values()] == ["Anna", "makachess level 5"]
    clock = again.clock()
    assert clock is not None
    assert clock.shown(0.0)["white"] == 300.0


def test_a_rematch_changes_the_colours():
    setup = new_setup(VETERAN, "white", Opponent(5), player="Anna")
    again = setup.again(1, swapped=True)
    assert again.people == {"black"}
    assert [seat.name for seat in again.seats().values()] == ["makachess level 5", "Anna"]
    assert again.game.tags["White"] == "makachess level 5"
    assert again.again(1, swapped=True).people == {"white"}


def test_two_people_are_their_colours_unless_they_have_said_their_names():
    setup = new_setup(VETERAN, "both", player="Anna")
    for one in (setup, setup.again(1), setup.again(1, swapped=True)):
        assert {color: seat.name for color, seat in one.seats().items()} == {
            "white": "White",
            "black": "Black",
        }
    setup.game.tags |= {"White": "Anna", "Black": "Bert"}
    assert [seat.name for seat in setup.again(1, swapped=True).seats().values()] == ["Bert", "Anna"]


def test_hints_and_analysis_go_by_the_model_of_the_opponent() -> None:
    assert new_setup(VETERAN, "white", Opponent(model=WITHOUT)).model is WITHOUT
    assert new_setup(VETERAN, "white").model is None


def test_a_game_of_a_file_that_is_no_variant_here_says_that_it_cannot_be_read_again(tmp_path):
    path = tmp_path / "other.toml"
    path.write_text(MINI)
    wanted = "it cannot be read again: 'other' is not among your variants"
    assert wanted in new_setup(load(str(path)), "both").note


def test_an_opponent_keeps_its_style_whatever_the_settings_say_by_then():
    for style in ("wild", "balanced"):
        path = played(new_setup(VETERAN, "white", Opponent(1, style=style)), "e4")
        setup = resumed_setup(path, Settings(style="calm"))
        assert setup.opponents["black"].style == style
        assert ("BlackStyle" in setup.game.tags) is (style == "wild")
        for game in (setup.again(1), setup.again(1, swapped=True)):
            assert next(iter(game.opponents.values())).style == style
        setup.autosave.close()


@pytest.mark.parametrize("opponent", [None, Opponent(7)])
def test_whoever_takes_a_seat_plays_in_a_way_of_their_own(home, opponent):
    path = file_of(home, 'Black "gambiter"', 'BlackStyle "wild"', 'BlackType "program"')
    setup = resumed_setup(path, Settings())
    assert setup.unknown == {"black": "gambiter"}
    tags = setup.filled("black", opponent).game.tags
    assert "BlackStyle" not in tags


def test_an_unknown_style_is_told_of_once_and_kept(home):
    path = file_of(home, 'Black "makachess level 3"', 'BlackStyle "od\x1bd"')
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
