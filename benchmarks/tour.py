"""Every screen of makachess, and how to get there by keys."""

from __future__ import annotations

from host_process import TABLES
from visits import CURSOR, MOVE, STEP, Visit

F2, F4, F5, F9 = "\x1bOQ", "\x1bOS", "\x1b[15~", "\x1b[20~"
ALT_C = "\x1bc"
UP_DOWN, LEFT_RIGHT = ("down", "up"), ("right", "left")
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

_NEW, _LIST, _LEARN, _SETTINGS = (
    ("home", "n", "enter"),
    ("home", "s", "enter"),
    ("home", "r", "enter"),
    (F9,),
)

AT_HOME = (
    Visit(name="home", screen="home", shows="Quit", steps=UP_DOWN, closes=()),
    Visit(
        name="commands over home",
        screen="commands",
        opens=":",
        shows="Command:",
        steps=UP_DOWN,
        types="s",
    ),
    Visit(name="help", screen="help", opens=("f1",), shows="Keys"),
    Visit(
        name="new game",
        screen="new game",
        reach=("home", "n"),
        opens=("enter",),
        shows="▌ Start",
        steps=UP_DOWN,
    ),
    Visit(
        name="more rules",
        screen="more rules",
        reach=(*_NEW, "end"),
        opens=("enter",),
        shows="▌ As usual",
        steps=UP_DOWN,
        closes=("escape", "escape"),
    ),
    Visit(
        name="another game chosen",
        reach=(*_NEW, "home"),
        opens=("right",),
        shows="Chess as everybody knows it",
        closes=("left",),
        back=("escape",),
    ),
    *(
        Visit(
            name=f"position, {variant}",
            screen="position",
            reach=(*_NEW, "home", *keys, "p"),
            opens=("enter",),
            shows="ready to be played",
            steps=LEFT_RIGHT,
            step_budget=CURSOR,
            back=("escape",),
            budget=FIRST_SCREENS[variant],
        )
        for variant, keys in {
            "veteran": (),
            "decimaka": ("right", "right"),
            "maka": ("right",) * 6,
        }.items()
    ),
    Visit(
        name="lessons",
        screen="training",
        reach=("home", "l"),
        opens=("enter",),
        shows="Veteran",
        steps=UP_DOWN,
    ),
    Visit(
        name="a lesson",
        screen="exercise",
        reach=("home", "l", "enter"),
        opens=("enter",),
        shows="1 of \\d+",
        steps=LEFT_RIGHT,
        step_budget=CURSOR,
        back=("escape",),
    ),
    Visit(name="puzzles", reach=("home", "p"), opens=("enter",), shows="Veteran", steps=UP_DOWN),
    Visit(
        name="a puzzle",
        reach=("home", "p", "enter"),
        opens=("enter",),
        shows="1 of \\d+",
        steps=LEFT_RIGHT,
        step_budget=CURSOR,
        back=("escape",),
    ),
    Visit(
        name="practice",
        reach=("home", "p", "p", "enter"),
        opens=("enter",),
        shows="Whatever takes a Queen",
        steps=UP_DOWN,
        back=("escape",),
    ),
    Visit(
        name="progress",
        reach=("home", "p", "p", "p"),
        opens=("enter",),
        shows="Solve puzzles",
    ),
    Visit(
        name="rules and pieces",
        screen="learn",
        reach=("home", "r"),
        opens=("enter",),
        shows="H. G. Muller's chess",
        steps=UP_DOWN,
        types="l",
    ),
    Visit(
        name="the first piece's page",
        reach=_LEARN,
        opens=("w",),
        shows="Evil Wolf W",
        steps=UP_DOWN,
        closes=("escape", "escape"),  # the first takes back what was typed
    ),
    Visit(
        name="a piece on its board",
        screen="learn, on the board",
        reach=(*_LEARN, "w"),
        opens=("tab",),
        shows="Enter go or pick|go or pick up",
        steps=("up", "down"),
        closes=("tab",),
        back=("escape", "escape"),
    ),
    Visit(
        name="saved games",
        screen="saved games",
        reach=("home", "s"),
        opens=("enter",),
        shows="3 games",
        steps=UP_DOWN,
        types="z",
    ),
    Visit(
        name="preview of a game",
        reach=(*_LIST, F4),
        opens=(F4,),
        shows="unfinished",
        closes=(F4,),
        back=("escape",),
    ),
    Visit(
        name="rename", screen="entry", reach=_LIST, opens=(F2,), shows="Rename to", back=("escape",)
    ),
    Visit(name="tags", reach=_LIST, opens=("ctrl+e",), shows="White", back=("escape",)),
    Visit(name="import", reach=_LIST, opens=(F5,), shows="mport", back=("escape",)),
    Visit(name="export", reach=_LIST, opens=("ctrl+s",), shows="Export", back=("escape",)),
    Visit(
        name="game elsewhere",
        screen="game elsewhere",
        reach=(*_LIST, *ELSEWHERE),
        opens=("enter",),
        shows="open elsewhere",
        steps=UP_DOWN,
        back=("escape", "escape"),
    ),
    Visit(
        name="damaged game",
        screen="damaged game",
        reach=(*_LIST, *"zoe"),
        opens=("enter",),
        shows="A damaged game",
        steps=UP_DOWN,
        back=("escape", "escape"),
    ),
    Visit(name="settings", screen="settings", opens=(F9,), shows="▌ Pieces", steps=UP_DOWN),
    Visit(
        name="a setting changed",
        reach=_SETTINGS,
        shows="▌ Pieces",
        steps=("right", "left"),
    ),
    Visit(
        name="keys",
        screen="keys",
        reach=(*_SETTINGS, "k"),
        opens=("enter",),
        shows="cursor-up",
        steps=UP_DOWN,
        back=("escape",),
    ),
    Visit(
        name="a key asked for",
        screen="key",
        reach=(*_SETTINGS, "k", "enter"),
        opens=("enter",),
        shows="key",
        back=("escape", "escape"),
    ),
    Visit(
        name="engines",
        screen="engines",
        reach=(*_SETTINGS, "k", "up"),
        opens=("enter",),
        shows="Add an engine",
        back=("escape",),
    ),
)


AT_TABLES = (
    Visit(name="tables", screen="tables", shows=f"{TABLES + 1} tables", steps=UP_DOWN, closes=()),
    Visit(
        name="open a table",
        screen="open a table",
        reach=("end", "up", "up"),
        opens=("enter",),
        shows="anyone",
        steps=UP_DOWN,
    ),
    Visit(
        name="a table",
        screen="table",
        reach=("home",),
        opens=("enter",),
        shows="White to move",
        steps=LEFT_RIGHT,
        step_budget=CURSOR,
        closes=(),
        budget=GAME,
    ),
    Visit(name="a line of chat begun", opens=("/",), shows="Say:", types="a"),
    Visit(
        name="a move at a table",
        opens=("e2e4", "enter"),
        shows="Black to move",
        budget=MOVE,
        back=("escape",),
    ),
)


def in_game(variant: str) -> tuple[Visit, ...]:
    """A game of two people."""
    return (
        Visit(
            name=f"game, {variant}",
            screen="game",
            shows="White to move",
            steps=LEFT_RIGHT,
            step_budget=CURSOR,
            closes=(),
            budget=FIRST_SCREENS[variant],
        ),
        Visit(
            name=f"commands over {variant}", opens=":", shows="Command:", steps=UP_DOWN, types="f"
        ),
        Visit(name=f"help over {variant}", opens=("f1",), shows="Keys", closes=("f1",)),
        Visit(name=f"rules over {variant}", opens=("f3",), shows="Rules and pieces of"),
        Visit(name=f"attack map, {variant}", opens=(F4,), shows="", closes=(F4,)),
        Visit(name=f"copy, {variant}", opens=(ALT_C,), shows="FEN"),
        Visit(name=f"save, {variant}", opens=("ctrl+s",), shows="pgn"),
        Visit(name=f"a key of a move, {variant}", opens=("a",), shows="Move: a", budget=STEP),
        Visit(
            name=f"a move, {variant}",
            opens=(BOARDS[variant], "enter"),
            shows="Black to move",
            closes=(),
            budget=MOVE,
        ),
        Visit(
            name=f"looking back, {variant}",
            reach=("up", "up"),  # to a square without a piece, which would be explained anew
            opens="<",
            shows="",
            closes=">",
            budget=STEP,
        ),
    )


IN_REPLAY = (
    Visit(name="replay", screen="replay", shows="0 of 8", steps=LEFT_RIGHT, closes=(), budget=GAME),
    Visit(name="comment", reach=("right",), opens=";", shows="Comment"),
    Visit(name="mark", opens="*", shows="1. e4:"),
    Visit(
        name="a variation begun",
        reach=("home",),
        opens=("d2d4", "enter"),
        shows="d4",
        closes=(),
        budget=2 * MOVE,  # with rows in the middle of the list
    ),
)
