"""Every screen of makachess, and how to get there by keys."""

from __future__ import annotations

from host_process import TABLES
from visits import CURSOR, MOVE, STEP, Visit

UP_DOWN, LEFT_RIGHT = "down up", "right left"
# A game's first screen: bytes on 8x8, and on 19x19.
GAME, LARGE_GAME = 5_500, 6_500
FIRST_SCREENS = {"chess": GAME, "veteran": GAME, "decimaka": GAME, "maka": LARGE_GAME}

TAGS = '[Event "?"]\n[Date "2026.01.31"]\n[White "{}"]\n[Black "Berta"]\n[Result "{}"]\n'
GAMES = {
    "whole.pgn": TAGS.format("Anna", "1-0")
    + '[Variant "veteran"]\n\n1. Nc3 e6 2. e3 Le7 3. Nb5 g6 4. Nxc7=M# 1-0\n',
    "damaged.pgn": TAGS.format("Zoe", "*") + '[Variant "veteran"]\n\n1. e4 e5 2. Nf9 *\n',
}
REPLAYED = '[Variant "veteran"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n'
ELSEWHERE = "devingt"  # a game of this is being played by another process

BOARDS = {"chess": "e2e4", "veteran": "e2e4", "decimaka": "e3e4", "maka": "a6a7"}  # and a move

AT_HOME = (
    Visit("home", "Quit", opens="", screen="home", steps=UP_DOWN, closes=""),
    Visit("commands over home", "Command:", opens=":", screen="commands", steps=UP_DOWN, types="s"),
    Visit("help", "Keys", opens="f1", screen="help"),
    Visit("new game", "▌ Start", screen="new game", reach="home n", steps=UP_DOWN),
    Visit(
        "more rules",
        "▌ As usual",
        screen="more rules",
        reach="home n enter end",
        steps=UP_DOWN,
        closes="escape escape",
    ),
    Visit(
        "another game chosen",
        "Chess as everybody knows it",
        opens="right",
        reach="home n enter home",
        closes="left",
        back="escape",
    ),
    Visit(
        "position, veteran",
        "ready to be played",
        screen="position",
        reach="home n enter home p",
        steps=LEFT_RIGHT,
        back="escape",
        budget=GAME,
        step_budget=CURSOR,
    ),
    Visit(
        "position, decimaka",
        "ready to be played",
        screen="position",
        reach="home n enter home right right p",
        steps=LEFT_RIGHT,
        back="escape",
        budget=GAME,
        step_budget=CURSOR,
    ),
    Visit(
        "position, maka",
        "ready to be played",
        screen="position",
        reach="home n enter home right right right right right right p",
        steps=LEFT_RIGHT,
        back="escape",
        budget=LARGE_GAME,
        step_budget=CURSOR,
    ),
    Visit("lessons", "Veteran", screen="training", reach="home l", steps=UP_DOWN),
    Visit(
        "a lesson",
        "1 of \\d+",
        screen="exercise",
        reach="home l enter",
        steps=LEFT_RIGHT,
        back="escape",
        step_budget=CURSOR,
    ),
    Visit("puzzles", "Veteran", reach="home p", steps=UP_DOWN),
    Visit(
        "a puzzle",
        "1 of \\d+",
        reach="home p enter",
        steps=LEFT_RIGHT,
        back="escape",
        step_budget=CURSOR,
    ),
    Visit(
        "practice", "Whatever takes a Queen", reach="home p p enter", steps=UP_DOWN, back="escape"
    ),
    Visit("progress", "Solve puzzles", reach="home p p p"),
    Visit(
        "rules and pieces",
        "H. G. Muller's chess",
        screen="learn",
        reach="home r",
        steps=UP_DOWN,
        types="l",
    ),
    Visit(
        "the first piece's page",
        "Evil Wolf W",
        opens="w",
        reach="home r enter",
        steps=UP_DOWN,
        closes="escape escape",
    ),
    Visit(
        "a piece on its board",
        "Enter go or pick|go or pick up",
        opens="tab",
        screen="learn, on the board",
        reach="home r enter w",
        steps="up down",
        closes="tab",
        back="escape escape",
    ),
    Visit("saved games", "3 games", screen="saved games", reach="home s", steps=UP_DOWN, types="z"),
    Visit(
        "preview of a game",
        "unfinished",
        opens="f4",
        reach="home s enter f4",
        closes="f4",
        back="escape",
    ),
    Visit("rename", "Rename to", opens="f2", screen="entry", reach="home s enter", back="escape"),
    Visit("tags", "White", opens="ctrl+e", reach="home s enter", back="escape"),
    Visit("import", "mport", opens="f5", reach="home s enter", back="escape"),
    Visit("export", "Export", opens="ctrl+s", reach="home s enter", back="escape"),
    Visit(
        "game elsewhere",
        "open elsewhere",
        screen="game elsewhere",
        reach=f"home s enter {' '.join(ELSEWHERE)}",
        steps=UP_DOWN,
        back="escape escape",
    ),
    Visit(
        "damaged game",
        "A damaged game",
        screen="damaged game",
        reach="home s enter z o e",
        steps=UP_DOWN,
        back="escape escape",
    ),
    Visit("settings", "▌ Pieces", opens="f9", screen="settings", steps=UP_DOWN),
    Visit("a setting changed", "▌ Pieces", opens="", reach="f9", steps=LEFT_RIGHT),
    Visit("keys", "cursor-up", screen="keys", reach="f9 k", steps=UP_DOWN, back="escape"),
    Visit("a key asked for", "key", screen="key", reach="f9 k enter", back="escape escape"),
    Visit("engines", "Add an engine", screen="engines", reach="f9 k up", back="escape"),
)

AT_TABLES = (
    Visit("tables", f"{TABLES + 1} tables", opens="", screen="tables", steps=UP_DOWN, closes=""),
    Visit("open a table", "anyone", screen="open a table", reach="end up up", steps=UP_DOWN),
    Visit(
        "a table",
        "White to move",
        screen="table",
        reach="home",
        steps=LEFT_RIGHT,
        closes="",
        budget=GAME,
        step_budget=CURSOR,
    ),
    Visit("a line of chat begun", "Say:", opens="/", types="a"),
    Visit("a move at a table", "Black to move", opens="e2e4 enter", back="escape", budget=MOVE),
)


def in_game(variant: str) -> tuple[Visit, ...]:
    """A game of two people."""
    return (
        Visit(
            f"game, {variant}",
            "White to move",
            opens="",
            screen="game",
            steps=LEFT_RIGHT,
            closes="",
            budget=FIRST_SCREENS[variant],
            step_budget=CURSOR,
        ),
        Visit(f"commands over {variant}", "Command:", opens=":", steps=UP_DOWN, types="f"),
        Visit(f"help over {variant}", "Keys", opens="f1", closes="f1"),
        Visit(f"rules over {variant}", "Rules and pieces of", opens="f3"),
        Visit(f"attack map, {variant}", "", opens="f4", closes="f4"),
        Visit(f"copy, {variant}", "FEN", opens="alt+c"),
        Visit(f"save, {variant}", "pgn", opens="ctrl+s"),
        Visit(f"a key of a move, {variant}", "Move: a", opens="a", budget=STEP),
        Visit(
            f"a move, {variant}",
            "Black to move",
            opens=f"{BOARDS[variant]} enter",
            closes="",
            budget=MOVE,
        ),
        Visit(f"looking back, {variant}", "", opens="<", reach="up up", closes=">", budget=STEP),
    )


IN_REPLAY = (
    Visit("replay", "0 of 8", opens="", screen="replay", steps=LEFT_RIGHT, closes="", budget=GAME),
    Visit("comment", "Comment", opens=";", reach="right"),
    Visit("mark", "1. e4:", opens="*"),
    Visit("a variation begun", "d4", opens="d2d4 enter", reach="home", closes="", budget=2 * MOVE),
)
