"""Everything that keys do, declared once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a key does.

    `id` names it in the settings, `keys` are Textual's names of its keys, separated by commas, and
    `run` is the action Textual runs. The row of hints shows `label` and the help panel `help`, in
    one row for neighbours with the same text. `commands` can be typed instead.
    """

    id: str
    keys: str
    run: str
    label: str = ""
    help: str = ""
    commands: tuple[str, ...] = ()


CURSOR = "move the cursor"
UNDO = "take back, redo"
STEP = "one move back, one on"
TEN = "ten moves back, ten on"
ENDS = "to the start, to the end"
FAULTS = "to the previous mistake, to the next"
SCROLL = "scroll the panel"
CHOICE = "go up and down"
PAGES = "go up and down by a page"
ITEMS = "to the first, to the last"
CHANGE = "change a setting"
TEXT = "scroll the text"

ANYWHERE = (
    Action("help", "f1,question_mark", "screen.help", "help", "this help, on and off", ("help",)),
    Action("redraw", "ctrl+l", "app.redraw", "", "redraw the screen"),
    Action(
        *("suspend", "alt+z", "app.suspend", "", "back to the shell, until its fg"),
        ("suspend",),
    ),
    Action("leave", "ctrl+q,ctrl+c", "screen.leave", "leave", "leave", ("leave", "quit")),
)
BOARD = (
    Action("review", "ctrl+o", "screen.review", "review", "find the mistakes", ("review",)),
    Action("flip", "ctrl+f", "screen.flip", "flip", "flip the board", ("flip",)),
    Action("pieces", "ctrl+p", "screen.pieces", "pieces", "change the piece set", ("pieces",)),
    Action(
        *("analysis", "ctrl+e", "screen.analysis", "analysis"),
        *("evaluation and best lines, on and off", ("analysis",)),
    ),
    Action("save", "ctrl+s", "screen.save", "save", "save the game elsewhere", ("save",)),
    Action("scroll-up", "pageup", "screen.scroll(-1)", "", SCROLL),
    Action("scroll-down", "pagedown", "screen.scroll(1)", "", SCROLL),
)
GAME = (
    Action("cursor-up", "up", "screen.cursor(0,-1)", "", CURSOR),
    Action("cursor-down", "down", "screen.cursor(0,1)", "", CURSOR),
    Action("cursor-left", "left", "screen.cursor(-1,0)", "", CURSOR),
    Action("cursor-right", "right", "screen.cursor(1,0)", "", CURSOR),
    Action("pick", "enter,space", "screen.pick", "pick", "pick a man, then where it goes"),
    Action("step-back", "escape", "screen.back", "back", "one step back"),
    Action("hint", "ctrl+g", "screen.hint", "hint", "a hint: a good move, and why", ("hint",)),
    Action("undo", "ctrl+z", "screen.undo", "undo", UNDO, ("undo",)),
    Action("redo", "ctrl+y", "screen.redo", "redo", UNDO, ("redo",)),
    Action("draw", "ctrl+d", "screen.draw", "draw", "offer a draw", ("draw",)),
    Action("resign", "ctrl+r", "screen.resign", "resign", "resign", ("resign",)),
    Action(
        *("new-game", "ctrl+n", "screen.again", "new game"),
        "play another when it is over",
    ),
    Action(
        *("auto-flip", "ctrl+t", "screen.auto_flip", "auto flip"),
        "two players: flip the board after each move",
    ),
)
REPLAY = (
    Action("move-back", "left", "screen.arrow(-1,0)", "back", STEP),
    Action("move-on", "right", "screen.arrow(1,0)", "on", STEP),
    Action("ten-back", "up", "screen.arrow(0,-1)", "", TEN),
    Action("ten-on", "down", "screen.arrow(0,1)", "", TEN),
    Action("to-start", "home", "screen.seek(0)", "start", ENDS),
    Action("to-end", "end", "screen.seek(9999)", "end", ENDS),
    Action(
        *("variation", "left_parenthesis", "screen.variation", "variation"),
        "the next variation on this move",
    ),
    Action(
        *("main-line", "right_parenthesis", "screen.main_line", "game"),
        "back to the game's own move",
    ),
    Action("autoplay", "space", "screen.autoplay", "play", "let it play, and stop"),
    Action("arrows", "tab", "screen.hand_over", "cursor", "arrows for the cursor, and back"),
    Action("tell", "enter", "screen.pick", "", "show the man under the cursor"),
    Action("last-fault", "less_than_sign,comma", "screen.fault(-1)", "", FAULTS),
    Action("next-fault", "greater_than_sign,full_stop", "screen.fault(1)", "mistakes", FAULTS),
    Action("stop-review", "escape", "screen.stop_review", "stop review", "stop the review"),
)
MENU = (
    Action("menu-up", "up", "focused.step(-1)", "", CHOICE),
    Action("menu-down", "down", "focused.step(1)", "", CHOICE),
    Action("menu-page-up", "pageup", "focused.page(-1)", "", PAGES),
    Action("menu-page-down", "pagedown", "focused.page(1)", "", PAGES),
    Action("menu-first", "home", "focused.first", "", ITEMS),
    Action("menu-last", "end", "focused.last", "", ITEMS),
    Action("menu-previous", "left", "focused.change(-1)", "", CHANGE),
    Action("menu-next", "right", "focused.change(1)", "", CHANGE),
    Action("menu-choose", "enter", "focused.choose", "choose", "choose; start the new game"),
    Action("menu-use", "space", "focused.use", "", "choose, or change a setting"),
)
PAGE = (Action("go-back", "escape", "app.quit", "back", "go back"),)
LONG_MESSAGES = (Action("more", "tab", "screen.more", "", "the rest of what is cut at …"),)
RULES = (
    Action("text-up", "ctrl+u", "screen.scroll(-1)", "", TEXT),
    Action("text-down", "ctrl+d", "screen.scroll(1)", "", TEXT),
)
SAVED = (Action("replay", "ctrl+r", "screen.replay", "replay", "replay the game"),)

# The actions of each screen, those of its menu included: what is bound to keys at the same time.
SCREENS: Mapping[str, tuple[Action, ...]] = {
    "game": (*GAME, *BOARD, *LONG_MESSAGES, *ANYWHERE),
    "replay": (*REPLAY, *BOARD, *ANYWHERE),
    "home": (*MENU, *LONG_MESSAGES, *ANYWHERE),
    "new game": (*MENU, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "saved games": (*MENU, *SAVED, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "game elsewhere": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "rules": (*MENU, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
}
ACTIONS: Mapping[str, Action] = {
    action.id: action for actions in SCREENS.values() for action in actions
}


def bindings(*groups: Iterable[Action]) -> list[BindingType]:
    """The actions as Textual's bindings."""
    return [
        Binding(action.keys, action.run, action.label, show=False, id=action.id)
        for group in groups
        for action in group
    ]


def commands(actions: Iterable[Action]) -> dict[str, str]:
    """The actions that Textual runs for typed commands."""
    return {text: action.run for action in actions for text in action.commands}
