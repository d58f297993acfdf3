"""Game files from anywhere: whatever their tags and clocks say, games go on or are refused."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from makachess.core import MakachessError
from makachess.core.spec import COLORS
from makachess.play.session.clock import (
    TimeControl,
    format_time_control,
    parse_time_control,
)
from makachess.play.session.seats import PersonSeat
from makachess.play.session.session import GameUpdate, Session, at_once
from makachess.play.session.setup import resumed_setup
from makachess.play.settings import Settings
from makachess.saves import Library, load_games

SECONDS = st.integers(1, 10**9).map(lambda number: number / 1000)
CONTROLS = st.one_of(
    st.builds(TimeControl, base=SECONDS),
    st.builds(TimeControl, base=SECONDS, increment=SECONDS),
    st.builds(TimeControl, base=SECONDS, delay=SECONDS),
    st.builds(TimeControl, base=SECONDS, periods=st.integers(1, 999), period=SECONDS),
    st.builds(TimeControl, periods=st.integers(1, 999), period=SECONDS),
    st.builds(TimeControl, per_move=SECONDS),
)


@given(CONTROLS)
def test_a_time_control_is_read_as_it_was_written(control):
    assert parse_time_control(format_time_control(control)) == control


PIECES = ['"', "[", "]", "\\", "'", "\x1b[31m", "\x07", "\u202e", "{", "}", ";", "%", "\t", "\x85"]
NAMES = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=5).map("".join)
KINDS = ["program", "human", "PROGRAM", "x\x1b", "", '"]']
TIMES = [
    *("300", "300+5", "0+1", "1/0.001", "40/9000", "999999999+999999999", "-", "?", "\x00"),
    *("300+0x5", "1800+3x40", "inf", "nan", "\u0661"),
]
COMMENTS = [
    *("[%clk 0:00:00]", "[%clk 99999:99:99.999999999]", "[%clk -1:0:0]", "[%clk 0:0:0"),
    *("[%clk 0:04:57] [%periods 999]", "[%clk \u0663:00:00]"),
    *("[%thought 99999999]", "[%thought 1e9]"),
]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(NAMES, st.sampled_from(KINDS), st.sampled_from(TIMES), st.sampled_from(COMMENTS), NAMES)
def test_hostile_tags_and_clocks_are_read_or_refused(home, name, kind, time, comment, trait):
    folder = Library().folder
    folder.mkdir(parents=True, exist_ok=True)
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    text = f'[White "{escaped}"]\n[WhiteType "{kind}"]\n[TimeControl "{time}"]\n'
    trait = trait.replace("\\", "\\\\").replace('"', '\\"')
    text += f'[Black "makachess level 1"]\n[BlackStyle "{trait}"]\n\n'
    text += f"1. e4 {{{comment}}} e5 {{{comment}}} *\n"
    (folder / "x.pgn").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        setup = resumed_setup(folder / "x.pgn", Settings())
    except MakachessError:
        return
    assert all(choice.notice.isprintable() for choice in setup.opponents.values())
    told: list[GameUpdate] = []
    seats = {color: PersonSeat(setup.game.tags.get(color.capitalize(), "?")) for color in COLORS}
    save, clock = setup.autosave.commit, setup.clock()
    session = Session(
        setup.game, seats, commits=at_once(save, told.append), clock=clock, now=lambda: 1.0
    )
    session.begin()
    session.tick()
    if not session.over:
        session.play("white" if len(setup.game.moves) % 2 == 0 else "black", next_move(setup.game))
    assert not any("unsaved" in change.note for change in told)
    [written] = load_games(setup.autosave.path)
    setup.autosave.close()
    assert written.sans == setup.game.sans
    assert written.result == setup.game.result
    assert written.tags["White"] == " ".join(setup.game.tags["White"].split())


def next_move(game):
    return game.position.legal_moves()[0]
