"""The clocks of tables: as files have them, and as messages tell of them."""

from __future__ import annotations

from makachess.core.spec import COLORS
from makachess.play.session.clock import Clock, TimeControl
from makachess.play.tables.host.records import MOVED_AT, parse_moment
from makachess.play.tables.messages.parts import Face
from makachess.saves import Game, seconds_thought, times_left


def resumed_clock(control: TimeControl | None, game: Game, today: float) -> Clock | None:
    """The clock of a game as its file has it, None without a control; `today` counts from 1970.

    Where the clock counts days, those since the last move count too.
    """
    if control is None:
        return None
    clock = Clock(control)
    clock.rewind(times_left(game))
    if not control.per_move:
        clock.spend(game.position.turn, seconds_thought(game))
    elif (moved := parse_moment(game.tags.get(MOVED_AT, ""))) is not None:
        clock.spend(game.position.turn, max(today - moved, 0.0))
    return clock


def face_of(clock: Clock | None, turn: str, now: float) -> Face | None:
    """What the clock says, None without one."""
    if clock is None:
        return None
    white, black = map(clock.standing, COLORS)
    used, running = clock.used(turn, now), clock.running is not None
    return Face(white.seconds, black.seconds, white.periods, black.periods, used, running)
