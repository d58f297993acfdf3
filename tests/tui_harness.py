"""What tests of the app share: an opponent that plays as told, and the screen as text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from makachess.core import Position
from makachess.core.engine import BestMove, ClockLimits, Limits
from makachess.play.analysis import Effort
from makachess.play.engines import make_engine
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat
from makachess.play.session.setup import Setup, new_setup
from makachess.saves import Game
from makachess.tui.app import MakachessApp
from makachess.tui.host_address import HostAddress
from makachess.tui.preferences import Waits
from makachess.tui.screens.beside import BesideScreen
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.tui.text import TextPanel
from makachess.variants import load
from sampling import sampled
from textual.pilot import Pilot
from textual.screen import Screen

PATIENCE = 1500  # looks at the screen before a wait is given up
MOST_PRESSES = 60  # of one key, before that is given up
SIZES = [(80, 24), (120, 40), (200, 60)]
IN_SIZES = sampled(SIZES, SIZES[:1])

# An analysis ends soon, the same everywhere.
SHALLOW = Effort(Limits(depth=2, multipv=3), Limits(depth=2), rest=0.0, lull=0.0)
UNHURRIED = Waits(rest=0.001, reading=60.0, analysis=SHALLOW)


class Scripted(EngineSeat):
    """Plays given moves, and thinks until it is told to go on or to stop."""

    def __init__(self, *moves: str, draws: bool = False) -> None:
        super().__init__(make_engine(load("veteran")), Opponent(3))
        self.moves = list(moves)
        self.draws = draws
        self.go_on = asyncio.Event()
        self.thoughts = self.stops = 0
        self.closed = False

    async def _think(self, position: Position, clock: ClockLimits | None) -> BestMove:
        self.thoughts += 1
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.stops += 1
            raise
        return BestMove(position.parse(self.moves.pop(0)))

    def accepts_draw(self, position: Position) -> bool:
        return self.draws

    def offers_draw(self, position: Position) -> bool:
        return self.draws

    async def close(self) -> None:
        self.closed = True


class OwnPilot(Pilot[None]):
    """Acts in the context of its app: where a test opens several, timers know theirs."""

    async def pause(self, delay: float | None = None) -> None:
        with self.app._context():
            await super().pause(delay)

    async def _post_mouse_events(self, *events: Any, **where: Any) -> bool:
        with self.app._context():
            return await super()._post_mouse_events(*events, **where)


class Hands:
    """A person at the app: presses keys, clicks squares, reads the screen."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = OwnPilot(pilot.app)

    @property
    def screen(self) -> Any:
        return self.pilot.app.screen

    @property
    def rows(self) -> list[str]:
        """The lines of the screen, without trailing spaces."""
        strips = self.screen._compositor.render_strips()
        return [strip.text.rstrip() for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def board(self) -> list[str]:
        """The lines of the board alone, labels included."""
        x, y, width, height = self.screen.board.region
        return [row[x : x + width].rstrip() for row in self.rows[y : y + height]]

    @property
    def sans(self) -> tuple[str, ...]:
        """The moves of the game on the screen."""
        return tuple(self.screen.game_shown().sans)

    @property
    def players(self) -> str:
        """What is said of both players, in single spaces."""
        players = self.screen.players
        return "\n".join(" ".join(bar.text.split()) for bar in (players.far, players.near))

    async def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait until something is so; how long that may take decides no test."""
        for _ in range(PATIENCE):
            if is_so():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"waited in vain for {what}:\n{self.text}")

    async def sees(self, words: str, part: str | int = "") -> None:
        """Wait until words stand on the screen, in a row, or in a part that is all in sight."""
        await self.until(lambda: self.shows(words, part) and self._is_whole(part), repr(words))

    def _is_whole(self, part: str | int) -> bool:
        """Whether prompt, status or keys have a row for each of their lines."""
        screen = self.screen
        if part not in ("prompt", "status", "keys") or not isinstance(screen, BesideScreen):
            return True
        parts = {"prompt": screen.prompt, "status": screen.status, "keys": screen.key_row}
        widget: Any = parts[part]
        lines = widget.lines if part == "prompt" else widget._lines
        return not widget.display or len(lines) <= widget.size.height

    async def sees_no(self, words: str, part: str | int = "") -> None:
        """Wait until words no longer stand there."""
        await self.until(lambda: not self.shows(words, part), f"no {words!r}")

    def shows(self, words: str, part: str | int = "") -> bool:
        """Whether words stand in a part; in what is wrapped or in columns, spaces do not count."""
        if words in self.part(part):
            return True
        is_wrapped = isinstance(self.screen, BesideScreen) and isinstance(part, str)
        return is_wrapped and _single_spaced(words) in _single_spaced(self.said(part))

    @property
    def first_label(self) -> str:
        """The label of the uppermost rank on the screen."""
        return next(row.split()[0] for row in self.board if row[:1].strip())

    def said(self, part: str) -> str:
        """What stands in a part, or anywhere in the panel beside a board, as it would unwrapped."""
        if part or not isinstance(self.screen, BesideScreen):
            return self.part(part)
        screen = self.screen
        panels = [panel for panel in screen.query(TextPanel) if panel.display]
        lines = ["".join(p.text for p in line) for panel in panels for line in panel._lines]
        return "\n".join([*map(self.part, ("prompt", "status", "keys")), *lines])

    async def has_played(self, *sans: str) -> None:
        """Wait until these are the moves of the game."""
        await self.until(lambda: self.sans == sans, f"{sans}, now {self.sans}")

    def part(self, part: str | int) -> str:
        """The text of prompt, status or keys, wherever they stand; of a row, or of the whole."""
        if isinstance(part, int):
            return self.rows[part]
        screen = self.screen
        if part == "status":
            (widget,) = screen.query("#status, #title")
            return str(widget.text)
        if part == "players":
            return self.players if hasattr(screen, "players") else ""
        named = {"prompt": screen.prompt, "keys": screen.key_row}
        return str(named[part].text) if part else self.text

    async def press(self, sentence: str) -> None:
        """Press keys as one would say them: `up up enter`, `"exd5" enter`."""
        for word in sentence.split():
            keys = list(word.strip('"')) if word.startswith('"') else [word]
            await self.pilot.press(*keys)
        await self.pilot.pause()

    async def press_until(self, key: str, is_so: Callable[[], bool], what: str) -> None:
        """Press a key until something is so, but not for ever."""
        for _ in range(MOST_PRESSES):
            if is_so():
                return
            await self.press(key)
        raise AssertionError(f"{MOST_PRESSES} times {key}, but not {what}:\n{self.text}")

    async def click(self, square: str) -> None:
        """Click a square of the board."""
        from makachess.core import Square

        board = self.screen.board
        await self.pilot.click(board, offset=board.geometry.corner(Square.parse(square)))
        await self.pilot.pause()

    async def click_words(self, words: str) -> None:
        """Click on words that stand in one row."""
        y, row = next((y, row) for y, row in enumerate(self.rows) if words in row)
        await self.pilot.click(offset=(row.index(words), y))
        await self.pilot.pause()

    async def pick(self, *squares: str) -> None:
        """Move the cursor to squares with the arrow keys and press Enter on each."""
        from makachess.core import Square

        for name in squares:
            board = self.screen.board
            at, to = (board.geometry.corner(s) for s in (board.cursor, Square.parse(name)))
            across = (to[0] - at[0]) // board.geometry.cell.width
            down = (to[1] - at[1]) // board.geometry.cell.height
            keys = ["right" if across > 0 else "left"] * abs(across)
            keys += ["down" if down > 0 else "up"] * abs(down)
            await self.pilot.press(*keys, "enter")
        await self.pilot.pause()


def _single_spaced(text: str) -> str:
    return " ".join(text.replace("─", " ").split())


def two_people(fen: str | None = None, variant: str = "veteran") -> Setup:
    """A game of two people at one screen, which needs no opponent."""
    return new_setup(load(variant), "both", fen=fen)


def replay() -> Screen[Any]:
    game = Game(load("veteran"))
    for san in ("e4", "e5"):
        game.play(game.position.parse(san))
    return ReplayScreen(game)


def game() -> Screen[Any]:
    return GameScreen(two_people())


@asynccontextmanager
async def opened(
    first: Callable[[], Screen[Any]],
    size: tuple[int, int] = (80, 24),
    host_address: HostAddress | None = None,
    waits: Waits = UNHURRIED,
) -> AsyncIterator[Hands]:
    """The app with a first screen, in a window of some size."""
    app = MakachessApp(first, host_address=host_address, waits=waits)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        hands = Hands(pilot)
        if isinstance(home := hands.screen, HomeScreen):  # reads its boards in a thread of its own
            await hands.until(lambda: home._scenes or home is not hands.screen, "home's boards")
        yield hands
        # The last screen, too, can be drawn.
        await hands.until(lambda: hands.text or not pilot.app.is_running, "the last screen")


@asynccontextmanager
async def playing(
    setup: Setup,
    opponent: EngineSeat | None = None,
    size: tuple[int, int] = (80, 24),
    waits: Waits = UNHURRIED,
) -> AsyncIterator[Hands]:
    """A game on the screen, against an opponent of the test's choice where one is needed."""

    def screen() -> GameScreen:
        game = GameScreen(setup)
        for color, seat in game.session.seats.items():
            if isinstance(seat, EngineSeat):
                assert opponent is not None, (
                    "an engine plays here: give an opponent, such as Scripted"
                )
                game.session.seats[color] = opponent
                opponent.name = seat.name
        return game

    async with opened(screen, size, waits=waits) as hands:
        yield hands
