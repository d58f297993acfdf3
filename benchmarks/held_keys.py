"""Screens at the far end of a slow line on which a key is held, and what has to come to rest."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.messages.schema import Done, OpenTable, Sit
from slow_line import FarTerminal

KEYS = 45  # presses: one and a half seconds
GAMES = 150  # more than a key held three times passes
TABLES = 15  # with a free seat
OWNER = "anna"
SQUARE = ("right",) * 3 + ("up",) * 3 + ("left",) * 3 + ("down",) * 3
TAGS = '[White "Anna {}"]\n[Black "Berta"]\n[Variant "veteran"]\n\n1. Nc3 e6 *\n'
MOVES = " ".join(f"{2 * n + 1}. Nf3 Nf6 {2 * n + 2}. Ng1 Ng8" for n in range(30))


@dataclass(frozen=True, slots=True)
class Held:
    """Where a key is held: the program's arguments, and the keys that lead to the screen.

    `shows` is on the screen before each of those and before the key is held. What must come to
    rest is the part of the screen that a regular expression finds, or where it finds it; without
    one, the cursor of a board.
    """

    arguments: Sequence[str]
    shows: Sequence[str]
    leads: Sequence[str]
    held: Sequence[str]
    moves: str = ""

    def look(self, terminal: FarTerminal) -> Callable[[], object]:
        """What is looked at: the place of what moves, and what stands there."""

        def look() -> object:
            if not self.moves:
                return terminal.cursor()
            for number, row in enumerate(terminal.rows):
                if found := re.search(self.moves, row):
                    return number, found.start(), found[0]
            return None

        return look

    def reach(self, terminal: FarTerminal) -> None:
        """Go to the screen, and wait until all of it has arrived."""
        for shown, key in zip(self.shows, (*self.leads, None), strict=True):
            terminal.wait_for(shown)
            while terminal.read(0.6):
                pass
            if key is not None:
                terminal.press(key)


JOIN = ("join", "--socket", "t.sock", "--as", OWNER)
SCREENS = {
    "board": Held(("play", "veteran", "--side", "both"), ("White to move",), (), SQUARE),
    "large board": Held(("play", "maka", "--side", "both"), ("White to move",), (), SQUARE),
    "saved games": Held(
        (), ("Quit", "▌ Saved", f"{GAMES} games"), ("s", "enter"), ("down",), r"▌ ?Anna \d+"
    ),
    "replay": Held(("replay", "replayed.pgn"), ("0 of",), (), ("right",), r"\d+ of"),
    "tables": Held(JOIN, ("16 tables",), (), ("down", "up"), r"▌ ?(Chess|Veteran|Open).*"),
    "table": Held(JOIN, ("16 tables", "White to move"), ("enter",), SQUARE),
}


def furnish(home: Path) -> None:
    """Give a home its saved games."""
    (home / "games").mkdir()
    for number in range(GAMES):
        (home / "games" / f"{number}.pgn").write_text(TAGS.format(number))
    (home / "replayed.pgn").write_text(f'[Variant "veteran"]\n\n{MOVES} *\n')


def lay_tables(socket: Path, *, clock: str = "") -> None:
    """Open tables at a host: a game of two people, and others with a free seat."""
    asyncio.run(_lay_tables(socket, clock))


async def _lay_tables(socket: Path, clock: str) -> None:
    owner, guest = TablesClient(socket, OWNER), TablesClient(socket, "guest")
    for client in (owner, guest):
        await client.connect()
    first = await owner.ask(OpenTable("veteran", clock=clock, color="white"), Done)
    await guest.ask(Sit(first.table, "black"), Done)
    for _ in range(TABLES):
        await guest.ask(OpenTable("chess", color="white"), Done)
    for client in (owner, guest):
        await client.close()
