"""Make the pictures of README and docs by `make screenshots`; `make site` makes light ones, too.

Each is a screen of the app, drawn in this process without a terminal, and without anything that
depends on the time or on this machine. The games they show are those of `screenshots.pgn`.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.terminal_theme import SVG_EXPORT_THEME, TerminalTheme
from svg import svg_of

HERE = Path(__file__).parent
FOLDER, GAMES = HERE / "pictures", HERE / "screenshots.pgn"
LIBRARY = (
    *("veteran", "kieseritzky", "isouard", "maka", "dufresne"),
    *("macadamia", "tartakower", "marshall", "decimaka"),
)
COLOURS = {"TERM": "xterm-256color", "PYTHONUTF8": "1", "SSH_CONNECTION": "here"}
DAY = 24 * 3600

ANSI = [tuple(color) for color in SVG_EXPORT_THEME.ansi_colors._colors]
NIGHT = TerminalTheme((18, 18, 18), (208, 208, 208), ANSI[:8], ANSI[8:])
PAPER = TerminalTheme((255, 255, 255), (48, 48, 48), ANSI[:8], ANSI[8:])
BLACK = TerminalTheme((0, 0, 0), (208, 208, 208), ANSI[:8], ANSI[8:])

CHECK = "3r2k1/ppp2ppp/2nN4/8/3P2b1/8/PPP2PPP/R1B1KB1R b - - 0 15"
KNIGHT = "c3 enter e4"  # a Knight picked up, which may take and become something else


@dataclass(frozen=True)
class Shot:
    """A screen in a window: what opens it, and what is done before the picture.

    Words are squares to which the cursor goes, keys (`key:` parts them from squares), or text in
    quotes.
    """

    opens: Callable[[], Any]
    keys: str = ""
    theme: str = "walnut"
    colours: str = "truecolor"  # `256`, or `none`
    light: bool = False  # the terminal
    shogi_pieces: str = "auto"
    ready: Callable[[Any], object] | None = None  # done last, to the screen
    seconds: float = 0  # that each step is seen, in a picture that moves


def main() -> None:
    """Write all pictures, or those named; with --light FOLDER what a light terminal shows there."""
    os.environ.update(COLOURS)
    _stop_clocks()
    wanted, folder, shots = sys.argv[1:], FOLDER, SHOTS
    if wanted[:1] == ["--light"]:
        folder, wanted = Path(wanted[1]), wanted[2:]
        shots = {
            name: replace(shot, light=True)
            for name, shot in SHOTS.items()
            if not shot.light and shot.colours != "none"
        }
    folder.mkdir(parents=True, exist_ok=True)
    for name in wanted or shots:
        with tempfile.TemporaryDirectory() as home:
            os.environ["MAKACHESS_HOME"] = home
            _furnish(Path(home))
            svg = asyncio.run(_draw(shots[name], _size(name)))
        path = folder / f"{name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(f"{len(svg):7,} {path.name}")


def _size(name: str) -> tuple[int, int]:
    """The columns and rows in a picture's name."""
    (size,) = (word for word in name.split("_") if word[0].isdigit() and "x" in word)
    width, _, height = size.partition("x")
    return int(width), int(height)


def _stop_clocks() -> None:
    from makachess.play.session.session import Session
    from makachess.tui.screens import game

    patch.object(game, "Session", partial(Session, now=lambda: 0.0)).start()


async def _draw(shot: Shot, size: tuple[int, int]) -> str:
    from makachess.tui.app import MakachessApp
    from makachess.tui.preferences import Preferences, Waits

    for name, value, so in (
        ("COLORTERM", "truecolor", shot.colours == "truecolor"),
        ("NO_COLOR", "1", shot.colours == "none"),
    ):
        os.environ.pop(name, None)
        os.environ.update({name: value} if so else {})
    preferences = Preferences()
    terminal = "light" if shot.light else "dark"
    preferences.remember(
        theme=shot.theme, terminal=terminal, shogi_pieces=shot.shogi_pieces, player="You"
    )
    app = MakachessApp(shot.opens, preferences, waits=Waits(rest=0.01))
    async with app.run_test(size=size) as pilot:
        await _settle(pilot)
        seen = [app.screen._compositor.render_strips()]
        for word in shot.keys.split():
            await _do(pilot, word)
            seen.append(app.screen._compositor.render_strips())
        if shot.ready:
            shot.ready(app.screen)
        await _settle(pilot)
        seen.append(app.screen._compositor.render_strips())
        ground = BLACK if shot.colours == "none" else PAPER if shot.light else NIGHT
        return svg_of(seen[:-1] if shot.seconds else seen[-1:], ground, shot.seconds)


async def _do(pilot: Any, word: str) -> None:
    """Move the cursor to a square, type a text in quotes, or press a key."""
    if word.startswith('"'):
        await pilot.press(*word.strip('"'))
    elif word[0].isalpha() and word[1:].isdigit():
        await _go(pilot, word)
    else:
        await pilot.press(word.removeprefix("key:"))
    await _settle(pilot)


async def _go(pilot: Any, square: str) -> None:
    from makachess.core import Square

    board, to = pilot.app.screen.board, Square.parse(square)
    at, cell = board.geometry.corner(board.cursor), board.geometry.cell
    goal = board.geometry.corner(to)
    across, down = (goal[0] - at[0]) // cell.width, (goal[1] - at[1]) // cell.height
    keys = ["right" if across > 0 else "left"] * abs(across)
    await pilot.press(*keys, *["down" if down > 0 else "up"] * abs(down))


async def _settle(pilot: Any) -> None:
    """Wait until nothing has changed for a while, such as what is counted in the background."""
    before, still = None, 0
    while still < 3:
        await pilot.pause(0.05)
        now = [strip.text for strip in pilot.app.screen._compositor.render_strips()]
        still = still + 1 if now == before else 0
        before = now


def _games() -> dict[str, Any]:
    from makachess.saves import read_games

    return dict(zip(LIBRARY, read_games(GAMES), strict=True))


def _furnish(home: Path) -> None:
    """Put the games into the library; that of Veteran Chess as far as its sixteenth move."""
    from makachess.saves import format_game

    folder = home / "games"
    folder.mkdir()
    games = _games()
    games["veteran"] = _beginning(games["veteran"], 30)
    for age, (name, game) in enumerate(games.items(), 2):
        path = folder / f"{name}.pgn"
        path.write_text(format_game(game), encoding="utf-8")
        written = time.time() - age * DAY
        os.utime(path, (written, written))
    state = home / "state"
    state.mkdir()
    solved = [puzzle.key for puzzle in islice(_puzzles(), 3)]
    (state / "progress.txt").write_text("".join(f"solved puzzles {key}\n" for key in solved))


def _beginning(game: Any, plies: int) -> Any:
    """The first moves of a game, to be played on, with what the clocks showed then."""
    from makachess.saves import Game, TimeLeft, mark_time

    begun = Game(game.variant)
    for move in game.moves[:plies]:
        begun.play(move)
    tags = "White", "Black", "Date", "TimeControl", "WhiteType", "BlackType"
    begun.tags |= {name: game.tags[name] for name in tags}
    for node, seconds in zip(begun.line[-2:], (581.0, 252.0), strict=True):
        mark_time(node, TimeLeft(seconds))
    return begun


def _puzzles() -> Any:
    from makachess.play.puzzles import load_puzzles

    return load_puzzles("veteran")


def home() -> Any:
    """The home screen."""
    from makachess.tui.screens.home import HomeScreen

    return HomeScreen()


def game(name: str = "veteran", *, plies: int = 0) -> Any:
    """A game to be played on, from its library file or as far as some plies of the whole one."""
    from makachess.play.settings import load_settings
    from makachess.saves import format_game
    from makachess.tui.screens.opening import read_setup, screen_of

    path = Path(os.environ["MAKACHESS_HOME"], "games", f"{name}.pgn")
    if plies:
        path.write_text(format_game(_beginning(_games()[name], plies)), encoding="utf-8")
    return screen_of(read_setup(path, replace(load_settings().settings, cores=1)), path)


def reviewed() -> Any:
    """The game of Veteran Chess with its review, at the first key moment."""
    from makachess.saves import format_game
    from makachess.tui.screens.opening import read_book, replay_screen

    path = Path(os.environ["MAKACHESS_HOME"], "games", "reviewed.pgn")
    path.write_text(format_game(_games()["veteran"]), encoding="utf-8")
    return replay_screen(read_book(path))


def rules() -> Any:
    """The page on a Knight."""
    from makachess.tui.screens.learn import LearnScreen
    from makachess.variants import load

    return LearnScreen(load("veteran"), "N")


def lesson() -> Any:
    """The first lesson of Veteran Chess."""
    from makachess.play.lessons import load_courses
    from makachess.tui.screens.exercise import ExerciseScreen

    course = next(c for c in load_courses() if c.title == "Veteran Chess")
    return ExerciseScreen("lessons", course.title, course.lessons)


def puzzle() -> Any:
    """A puzzle of Veteran Chess."""
    from makachess.tui.screens.exercise import ExerciseScreen

    return ExerciseScreen("puzzles", "Promotion decides", tuple(_puzzles()))


def mistake() -> Any:
    """A mistake of Black in the game of Veteran Chess."""
    from makachess.play.mistakes import mistakes_of
    from makachess.tui.screens.exercise import MistakesScreen

    return MistakesScreen("Mistakes of Black", mistakes_of(_games()["veteran"], "black"))


def saved() -> Any:
    """The library."""
    from makachess.tui.screens.library import LibraryScreen

    return LibraryScreen()


def two_people(*moves: str, fen: str | None = None) -> Any:
    """A game of two people after some moves."""
    from makachess.play.session.setup import new_setup
    from makachess.tui.screens.game import GameScreen
    from makachess.variants import load

    setup = new_setup(load("veteran"), "both", fen=fen)
    for move in moves:
        setup.game.play(setup.game.position.parse(move))
    return GameScreen(setup)


def suggest(move: str) -> Callable[[Any], None]:
    """Show a hint without asking an engine for it."""

    def ready(screen: Any) -> None:
        screen.move_hints.move = screen.session.game.position.parse(move)
        screen.show_entry()

    return ready


# A King in check, and a Knight that can help it in two ways.
in_check = partial(two_people, "Re8+", fen=CHECK)
first_moves = partial(two_people, "e4", "d5", "Nc3", "Nf6")
last_move = partial(game, plies=60)
maka, macadamia = partial(game, "maka"), partial(game, "macadamia")
quiet = Shot(game, "h4")
knight = Shot(game, KNIGHT)
maka_queen = Shot(maka, "j7 enter n11", shogi_pieces="kanji")
reviewed_move = Shot(reviewed, "greater_than_sign")

# Two Knights that take become Mounted Veterans; what is won, what a piece can do, who attacks what.
EXCHANGE = (
    'c3 enter d5 enter "M" enter "Nxd5=M" enter "exd5=V" enter key:f3 key:escape key:f4 key:f4'
)

SHOTS: dict[str, Shot] = {
    "film_80x24": Shot(first_moves, EXCHANGE, seconds=1.6),
    "home_80x24": Shot(home),
    "home_120x40": Shot(home),
    "home_200x60": Shot(home),
    "game_80x24": knight,
    "game_80x24_quiet": quiet,
    "game_80x23_small": knight,
    "game_120x40": knight,
    "game_80x24_light_terminal": replace(knight, theme="green", light=True),
    "game_120x40_light_terminal": replace(knight, light=True),
    "game_120x40_quiet_blue": replace(quiet, theme="blue"),
    "game_80x24_256_slate": replace(knight, theme="slate", colours="256"),
    "game_200x60": knight,
    "no_colour_80x24": replace(knight, colours="none"),
    "emergency_40x12": knight,
    "attack_map_80x24": Shot(game, "d5 key:f4"),
    "marks_120x40": Shot(in_check, "d6 enter e4", ready=suggest("Be2")),
    "replay_80x24": reviewed_move,
    "replay_120x40": reviewed_move,
    "rules_80x24": Shot(rules),
    "rules_120x40": Shot(rules),
    "lesson_80x24": Shot(lesson, "e4 enter d5"),
    "puzzle_80x24": Shot(puzzle),
    "mistake_80x24": Shot(mistake, "ctrl+g"),
    "saved_80x24": Shot(saved, "down"),
    "saved_120x40": Shot(saved, "down"),
    "result_80x24": Shot(last_move, '"Bxb5=Q" enter'),
    "maka_80x24": replace(maka_queen, shogi_pieces="auto"),
    "maka_120x40": maka_queen,
    "maka_200x60": maka_queen,
    "maka_120x40_letters": replace(maka_queen, shogi_pieces="letters"),
    "maka_120x40_light_terminal": replace(maka_queen, light=True),
    "macadamia_120x40": Shot(macadamia, "j3 enter d4", shogi_pieces="kanji"),
    "decimaka_104x36": Shot(partial(game, "decimaka"), "d4 enter f5", theme="slate", light=True),
}


if __name__ == "__main__":
    main()
