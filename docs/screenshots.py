"""Make the pictures of the README and these pages: `make screenshots`.

Each is a screen of the app, drawn in this process without a terminal, in true colours and without
anything that depends on the time or on this machine.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.terminal_theme import SVG_EXPORT_THEME, TerminalTheme
from svg import svg_of

FOLDER = Path(__file__).parent / "pictures"
COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"}

ANSI = [tuple(color) for color in SVG_EXPORT_THEME.ansi_colors._colors]
NIGHT = TerminalTheme((15, 17, 21), (212, 215, 221), ANSI[:8], ANSI[8:])
PAPER = TerminalTheme((255, 255, 255), (28, 30, 34), ANSI[:8], ANSI[8:])


@dataclass(frozen=True)
class Picture:
    """A game in a window: its moves, the settings, and the keys pressed before the picture."""

    variant: str
    size: tuple[int, int]
    moves: str = ""
    fen: str | None = None
    keys: str = ""
    theme: str = "dark"
    pieces: str = "figurines"


PICTURES = {
    "veteran": Picture(
        *("veteran", (112, 38)),
        fen="r1b1k2r/ppp1lppp/3p1n2/4p3/2M1P3/3P1N2/PPP1LPPP/R1B1K2R w KQkq - 0 1",
        keys="c4 enter",
    ),
    "macadamia": Picture(
        *("macadamia", (124, 44)), moves="Pg5 Pg9 Ph5 Ph9", pieces="kanji", theme="wood"
    ),
    "decimaka": Picture("decimaka", (104, 36), moves="e5 e6 Nd4", theme="light"),
    "maka": Picture("maka", (120, 40), moves="Pg7 Pg13", pieces="kanji"),
    "chess": Picture("chess", (80, 24), moves="e4 e5 Nf3 Nc6 Bb5", pieces="letters"),
}


def main() -> None:
    """Write all pictures."""
    os.environ.update(COLOURS)
    os.environ.pop("NO_COLOR", None)
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        with tempfile.TemporaryDirectory() as home:
            os.environ["MAKACHESS_HOME"] = home
            svg = asyncio.run(_draw(picture))
        path = FOLDER / f"{name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


async def _draw(picture: Picture) -> str:
    from makachess.tui.app import MakachessApp
    from makachess.tui.preferences import Preferences

    preferences = Preferences()
    preferences.remember(theme=picture.theme, pieces=picture.pieces, player="Anna")
    app = MakachessApp(_opener(picture), preferences)
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        for word in picture.keys.split():
            await pilot.press(*([word] if word == "enter" else word))
        await pilot.pause()
        light = picture.theme == "light"
        return svg_of(app.screen._compositor.render_strips(), PAPER if light else NIGHT)


def _opener(picture: Picture) -> Callable[[], Any]:
    from makachess.play.session.setup import new_setup
    from makachess.tui.screens.game import GameScreen
    from makachess.variants import load

    setup = new_setup(load(picture.variant), "both", fen=picture.fen)
    for text in picture.moves.split():
        setup.game.play(setup.game.position.parse(text))
    return lambda: GameScreen(setup)


if __name__ == "__main__":
    main()
