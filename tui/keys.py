"""The keys: what each does is declared once; bindings, hints, help and typed commands follow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from makachess.play.settings import SettingsError, SettingsFile
from makachess.variants.sources import suggest
from textual import keys as textual_keys
from textual.binding import Binding, BindingType
from textual.fuzzy import FuzzySearch


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a key does.

    `id` names it in the settings, `keys` are Textual's names of its keys, separated by commas, and
    `run` is the action Textual runs. The row of hints shows `label` and the help panel `help`, in
    one row for neighbours with the same text. `commands` can be typed instead, followed by one of
    `arguments` if there are any, which `run` then gets.
    """

    id: str
    keys: str
    run: str
    label: str = ""
    help: str = ""
    commands: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()

    def run_with(self, argument: str) -> str:
        """The action Textual runs for a command with an argument."""
        return f"{self.run}({argument!r})"


def bindings(*groups: Iterable[Action]) -> list[BindingType]:
    return [
        Binding(action.keys, action.run, action.label, show=False, id=action.id)
        for group in groups
        for action in group
    ]


def commands(actions: Iterable[Action]) -> dict[str, str]:
    """The actions that Textual runs for typed commands."""
    found = {}
    for action in actions:
        for text in action.commands:
            found[text] = action.run
            found |= {f"{text} {given}": action.run_with(given) for given in action.arguments}
    return found


# Keys as people write them (`^G`, `F1`, `PgUp`, `?`) and as Textual names them (`ctrl+g`).
_LABELS = {
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "insert": "Ins",
    "delete": "Del",
    "backspace": "Backspace",
    "tab": "Tab",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
} | {f"f{number}": f"F{number}" for number in range(1, 25)}
_NAMES = {label.lower(): name for name, label in _LABELS.items()} | {name: name for name in _LABELS}
_SENT_AS = {"h": "Backspace", "i": "Tab", "m": "Enter"}  # what terminals make of Ctrl and a letter
_CONTROL = re.compile(r"(?:\^|ctrl\+)([a-z])", re.IGNORECASE)
_MODIFIED = re.compile(r"((?:(?:ctrl|alt|shift)\+)+)(.+)", re.IGNORECASE)


def parse_key(text: str) -> str:
    """Textual's name of a key; raises ValueError for what is not a key, or cannot be bound."""
    text = text.strip()
    if match := _CONTROL.fullmatch(text):
        letter = match[1].lower()
        if letter in _SENT_AS:
            raise ValueError(f"{text!r} cannot be told from {_SENT_AS[letter]} in a terminal")
        return f"ctrl+{letter}"
    if name := _NAMES.get(text.lower()):
        return name
    if match := _MODIFIED.fullmatch(text):
        return _parse_modified(text, match[1].lower(), match[2].lower())
    character = text if len(text) == 1 else textual_keys.format_key(text)
    if len(character) == 1 and (character.isalnum() or character == "+"):
        raise ValueError(f"{text!r} begins a typed move; letters, digits and + stay free for that")
    if len(character) != 1 or not character.isprintable() or not character.isascii():
        raise ValueError(f"{text!r} is not a key; write them as ^G, F1, PgUp, Alt+X or ?")
    return _textual_name(character)


def _parse_modified(text: str, modifiers: str, key: str) -> str:
    held = modifiers.rstrip("+").split("+")
    order = "".join(f"{name}+" for name in ("alt", "ctrl", "shift") if name in held)
    if key in _NAMES and len(set(held)) == len(held):
        return order + _NAMES[key]
    if held == ["alt"] and re.fullmatch("[a-z0-9]", key):
        return order + key
    raise ValueError(f"{text!r} is not a key that terminals send")


def _textual_name(character: str) -> str:
    if character == ",":
        return "comma"  # a comma separates keys
    (binding,) = Binding.make_bindings([Binding(character, "")])
    return binding.key


def format_key(key: str) -> str:
    """A key by Textual's name as people write it, the inverse of parse_key."""
    *modifiers, name = key.split("+")
    if modifiers == ["ctrl"] and len(name) == 1:
        return f"^{name.upper()}"
    shown = _LABELS.get(name) or textual_keys.format_key(name)
    if modifiers and len(shown) == 1:
        shown = shown.upper()
    return "".join(f"{modifier.capitalize()}+" for modifier in modifiers) + shown


ANYWHERE = (
    Action("help", "f1,question_mark", "screen.help", "help", "this help, on and off", ("help",)),
    Action(
        *("commands", "colon,alt+x", "app.commands", "commands"),
        *("all commands, and their keys", ("commands",)),
    ),
    Action("settings", "f9", "app.settings", "settings", "change the settings", ("settings",)),
    Action("redraw", "ctrl+l", "app.redraw", "", "redraw the screen"),
    Action(
        *("suspend", "alt+z", "app.suspend", "", "back to the shell, until fg"),
        ("suspend",),
    ),
    Action("leave", "ctrl+q,ctrl+c", "screen.leave", "leave", "leave", ("leave", "quit")),
)
LONG_MESSAGES = (Action("more", "tab", "screen.more", "", "the rest of a line cut at …"),)


# Lists to choose from; what runs has the names of Textual's own lists and tables.
CHOICE = "go up and down"
PAGES = "go up and down by a page"
ITEMS = "to the first or last one"
CHANGE = "change a setting"

MENU = (
    Action("menu-up", "up", "focused.cursor_up", "", CHOICE),
    Action("menu-down", "down", "focused.cursor_down", "", CHOICE),
    Action("menu-page-up", "pageup", "focused.page_up", "", PAGES),
    Action("menu-page-down", "pagedown", "focused.page_down", "", PAGES),
    Action("menu-first", "home", "focused.first", "", ITEMS),
    Action("menu-last", "end", "focused.last", "", ITEMS),
    Action("menu-previous", "left", "focused.change(-1)", "", CHANGE),
    Action("menu-next", "right", "focused.change(1)", "", CHANGE),
    Action("menu-choose", "enter", "focused.choose", "choose", "choose, or start"),
    Action("menu-use", "space", "focused.use", "", "choose, or change a setting"),
)


# What the screens without a board share, besides their lists.
PAGE = (Action("go-back", "escape", "app.quit", "back", "go back"),)


# Fields to type in what to look for, and the keys that go on moving the list below them.
_FOR_LISTS = ("up", "down", "page-up", "page-down", "first", "last", "choose")
LISTING = tuple(action for action in MENU if action.id.removeprefix("menu-") in _FOR_LISTS)
EDIT = "edit what is typed"
FIELD = (
    Action("field-left", "left", "focused.cursor_left", "", EDIT),
    Action("field-right", "right", "focused.cursor_right", "", EDIT),
    Action("field-erase", "backspace", "focused.delete_left", "", EDIT),
    Action("field-erase-word", "ctrl+w", "focused.delete_left_word", "", EDIT),
    Action("field-delete-rest", "ctrl+k", "focused.delete_right_all", "", EDIT),
)
# Del has another use where games are searched, and ^U where pieces are.
FIELD_DELETE = Action("field-delete", "delete", "focused.delete_right", "", EDIT)
FIELD_ERASE_ALL = Action("field-erase-all", "ctrl+u", "focused.delete_left_all", "", EDIT)


SCROLL = "scroll the panel"

LOOK_UP = Action(
    *("learn", "f3", "screen.learn", "learn", "about the piece under the cursor"),
    ("learn", "rules"),
)
BOARD = (
    Action(
        *("attacks", "f4", "screen.attacks", "attacks"),
        *("attack map: what can be won", ("attacks",)),
    ),
    Action("review", "ctrl+o", "screen.review", "review", "find the mistakes", ("review",)),
    Action("flip", "ctrl+f", "screen.flip", "flip", "flip the board", ("flip",)),
    Action("pieces", "ctrl+p", "screen.pieces", "pieces", "change the piece set", ("pieces",)),
    LOOK_UP,
    Action(
        *("coordinates", "f12", "screen.coordinates", "coordinates"),
        *("coordinates of chess or shogi", ("coordinates",)),
    ),
    Action("theme", "f7", "screen.theme", "theme", "change the colours", ("theme",)),
    Action(
        *("analysis", "ctrl+e", "screen.analysis", "analysis"),
        *("evaluation and best lines", ("analysis",)),
    ),
    Action("save", "ctrl+s", "screen.save", "save", "save the game elsewhere", ("save",)),
    Action(
        *("copy", "alt+c", "screen.copy", "copy", "copy FEN, PGN, board or moves"),
        *(("copy",), ("fen", "pgn", "board", "moves")),
    ),
    Action("scroll-up", "pageup", "screen.scroll(-1)", "", SCROLL),
    Action("scroll-down", "pagedown", "screen.scroll(1)", "", SCROLL),
    Action("moves-up", "alt+up", "screen.scroll_moves(-4)", "", "scroll the moves up"),
    Action("moves-down", "alt+down", "screen.scroll_moves(4)", "", "scroll the moves down"),
)


CURSOR = "move the cursor"
LOOK = "look back at earlier moves, and on again"
LOOK_ENDS = "look back at the start; return to the game"

LOOKING = (
    Action("look-back", "less_than_sign,comma", "screen.look(-1)", "look back", LOOK, ("back",)),
    Action("look-on", "greater_than_sign,full_stop", "screen.look(1)", "on", LOOK, ("on",)),
    Action("look-start", "home", "screen.look(-9999)", "to the start", LOOK_ENDS),
    Action("look-end", "end", "screen.look_end", "to the game", LOOK_ENDS, ("now",)),
)

CURSOR_KEYS = (
    Action("cursor-up", "up", "screen.cursor(0,-1)", "", CURSOR),
    Action("cursor-down", "down", "screen.cursor(0,1)", "", CURSOR),
    Action("cursor-left", "left", "screen.cursor(-1,0)", "", CURSOR),
    Action("cursor-right", "right", "screen.cursor(1,0)", "", CURSOR),
)
ENTRY = (
    *CURSOR_KEYS,
    Action("pick", "enter,space", "screen.pick", "pick", "pick a piece, then where it goes"),
)
HINT = Action("hint", "ctrl+g", "screen.hint", "hint", "a hint: a good move, and why", ("hint",))
GAME = (
    *ENTRY,
    *LOOKING,
    Action("step-back", "escape", "screen.back", "back", "one step back"),
    HINT,
    Action("undo", "ctrl+z", "screen.undo", "undo", "take back a move", ("undo",)),
    Action("redo", "ctrl+y", "screen.redo", "redo", "redo the move", ("redo",)),
    Action("draw", "ctrl+d", "screen.draw", "draw", "offer a draw", ("draw",)),
    Action("resign", "ctrl+r", "screen.resign", "resign", "resign", ("resign",)),
    Action(
        *("new-game", "ctrl+n", "screen.again", "new game"),
        "a new game, once this is over",
    ),
    Action(
        *("swap-colours", "alt+n", "screen.again(True)", "rematch"),
        *("a rematch, colours changed", ("rematch",)),
    ),
    Action(
        *("auto-flip", "ctrl+t", "screen.auto_flip", "auto flip"),
        "two players: flip at each move",
    ),
)


SCROLL_CHAT = "scroll what is said"
_AS_IN_A_GAME = ("step-back", "undo", "draw", "resign")

TABLE = (
    *ENTRY,
    *LOOKING,
    *(action for action in GAME if action.id in _AS_IN_A_GAME),
    Action(
        *("claim", "f6", "screen.claim", "claim"),
        *("claim the game of an opponent who is away", ("claim",), ("win", "draw")),
    ),
    Action(
        *("rematch", "ctrl+n", "screen.rematch", "rematch"),
        *("ask for another game with colours changed", ("rematch",)),
    ),
    Action(
        *("seats", "ctrl+t", "screen.seats", "seats"),
        *("sit down, stand up, ask an engine to sit down", ("seats",)),
    ),
    Action("chat", "slash", "screen.chat", "chat", "say something to all at the table", ("chat",)),
    Action("chat-up", "alt+pageup", "screen.scroll_chat(-1)", "", SCROLL_CHAT),
    Action("chat-down", "alt+pagedown", "screen.scroll_chat(1)", "", SCROLL_CHAT),
    Action(
        *("ignore", "alt+i", "screen.ignore", "ignore"),
        *("ignore what somebody says here, or no longer", ("ignore",)),
    ),
)


STEP = "one move back or on"
TEN = "ten moves back or on"
ENDS = "to the start or end"
MOMENTS = "to the previous or next key moment"
GAMES = "the previous or next game of the file"
PACE = "slower or faster"
UP = "promote the variation; make it the main line"

EXPLORING = (
    Action("pick-square", "enter", "screen.pick", "pick", "pick a piece, then where it goes"),
    Action("arrows", "tab", "screen.hand_over", "try a move", "arrows move the cursor, or step"),
    Action(
        *("replay-back", "escape", "screen.back", "back"),
        "one step back, stop the review, or leave",
    ),
    Action(
        *("comment", "semicolon", "screen.comment", "comment", "comment on the move"), ("comment",)
    ),
    Action(
        *("annotate", "asterisk", "screen.annotate", "mark"),
        "mark the move or the position: ! ? +=",
        ("mark",),
    ),
    Action("promote", "ctrl+u", "screen.promote", "promote", UP, ("promote",)),
    Action("make-main-line", "ctrl+t", "screen.make_main", "", UP, ("main",)),
    Action(
        *("delete", "delete,ctrl+d", "screen.delete", "delete"),
        "delete the move and what follows it",
        ("delete",),
    ),
    Action("undo-edit", "ctrl+z", "screen.undo", "undo", "undo an edit", ("undo",)),
    Action("redo-edit", "ctrl+y", "screen.redo", "redo", "redo an edit", ("redo",)),
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
    Action("last-game", "left_square_bracket", "screen.turn(-1)", "", GAMES, ("previous",)),
    Action("next-game", "right_square_bracket", "screen.turn(1)", "next game", GAMES, ("next",)),
    Action(
        "autoplay", "space", "screen.autoplay", "play", "play the moves, or stop", ("autoplay",)
    ),
    Action("slower", "left_curly_bracket", "screen.pace(-1)", "", PACE, ("slower",)),
    Action("faster", "right_curly_bracket", "screen.pace(1)", "", PACE, ("faster",)),
    Action(
        *("mistakes", "ctrl+r", "screen.mistakes", "learn from mistakes"),
        *("find better moves where you went wrong", ("mistakes",)),
    ),
    Action("last-moment", "less_than_sign,comma", "screen.moment(-1)", "", MOMENTS),
    Action(
        *("next-moment", "greater_than_sign,full_stop", "screen.moment(1)", "key moments", MOMENTS),
    ),
)


PALETTE = "choose a piece"

EDITOR = (
    *CURSOR_KEYS,
    Action("put", "enter,space", "screen.put", "put", "put the piece here, or take it off"),
    Action("take-off", "delete,backspace", "screen.take_off", "take off", "empty the square"),
    Action("next-piece", "pagedown", "screen.choose(1)", "piece", PALETTE),
    Action("previous-piece", "pageup", "screen.choose(-1)", "", PALETTE),
    Action(
        *("piece-colour", "ctrl+b", "screen.colour", "colour"),
        *("white or black pieces", ("colour",)),
    ),
    Action("side", "ctrl+t", "screen.side", "side", "who moves first", ("side",)),
    Action("castling", "ctrl+r", "screen.castling", "castling", "castling rights", ("castling",)),
    Action("passed", "ctrl+n", "screen.passed", "e.p.", "e.p. squares", ("passed",)),
    Action("undo-change", "ctrl+z", "screen.undo", "undo", "undo a change", ("undo",)),
    Action("redo-change", "ctrl+y", "screen.redo", "redo", "redo a change", ("redo",)),
    Action("clear", "ctrl+k", "screen.clear", "clear", "empty the board", ("clear",)),
    Action("array", "ctrl+a", "screen.array", "array", "the usual start position", ("array",)),
    Action("copy-fen", "alt+c", "screen.copy_fen", "copy FEN", "copy the FEN", ("copy",)),
    Action(
        *("play-from-here", "ctrl+s", "screen.play", "play from here"),
        *("play from here", ("play",)),
    ),
    *(action for action in BOARD if action.id == "flip"),
    Action("keep", "escape", "screen.back", "back", "back, keeping the position"),
)


# Looking pieces up: a list filtered by typing, and a board on which a piece shows its moves.
LEARN = (
    Action("one-game", "ctrl+t", "screen.next_game", "game", "pieces of one game, or of all"),
    Action(
        *("next-namesake", "ctrl+o", "screen.next_namesake", "", "the same piece in another game"),
    ),
)
DIAGRAM = (
    Action("diagram-up", "up", "screen.cursor(0,-1)", "", CURSOR),
    Action("diagram-down", "down", "screen.cursor(0,1)", "", CURSOR),
    Action("diagram-left", "left", "screen.cursor(-1,0)", "", CURSOR),
    Action("diagram-right", "right", "screen.cursor(1,0)", "", CURSOR),
    Action(
        *("diagram-pick", "enter", "screen.pick", "go or pick up"),
        "make the move, or pick up a piece to place it",
    ),
    Action("diagram-put", "space", "screen.put", "put a piece", "put the next kind of piece there"),
    Action("diagram-reset", "ctrl+r", "screen.reset", "reset", "set the board up again"),
)


# The screen of rules and pieces, and others with a long text.
TEXT = "scroll the text"

RULES = (
    Action("text-up", "ctrl+u", "screen.scroll(-1)", "", TEXT),
    Action("text-down", "ctrl+d", "screen.scroll(1)", "", TEXT),
)


# The screens of saved games, and of those finished at tables, where nothing can be changed. Letters
# are not keys there: they look for games.
FINISHED = (
    FIELD_ERASE_ALL,  # beside those of the field, in one row of the help
    Action("replay", "ctrl+r", "screen.replay", "replay", "replay the game"),
    Action("preview", "f4", "screen.preview", "preview", "show how the game ends"),
    Action("sort", "ctrl+o", "screen.sort", "sort", "sort by the next column"),
    Action("reverse", "ctrl+v", "screen.reverse", "", "reverse the order"),
)
SAVED = (
    Action("rename", "f2", "screen.rename", "rename", "rename the file"),
    Action("edit-tags", "ctrl+e", "screen.edit_tags", "tags", "change names and other tags"),
    Action("delete-game", "delete", "screen.delete", "delete", "delete the game"),
    Action("restore-game", "ctrl+z", "screen.restore", "undo delete", "undo the last deletion"),
    Action("trash", "f8", "screen.trash", "trash", "bring back deleted games, or empty the trash"),
    Action("import", "f5", "screen.import", "import", "import a file of games (or paste them)"),
    Action(
        "export", "ctrl+s", "screen.export", "export", "write the game, or all shown, to a file"
    ),
)


KEY_SETTINGS = (
    Action("default-key", "delete", "screen.default", "default", "restore the default key"),
)


NEIGHBOURS = "the next one, or the one before"
HARDER = "a harder puzzle, or an easier one"

TRAINING = (
    Action("exercise-back", "escape", "screen.back", "back", "one step back, or leave"),
    Action("next-exercise", "ctrl+n", "screen.go(1)", "next", NEIGHBOURS),
    Action("previous-exercise", "ctrl+b", "screen.go(-1)", "", NEIGHBOURS),
    Action(*("harder", "right_curly_bracket", "screen.harder(1)", "harder"), HARDER, ("harder",)),
    Action("easier", "left_curly_bracket", "screen.harder(-1)", "easier", HARDER, ("easier",)),
    Action("retry", "ctrl+r", "screen.retry", "again", "start over"),
    Action("solution", "ctrl+o", "screen.solution", "solution", "show the solution"),
)
KEEP = Action(
    "keep-puzzle", "ctrl+s", "screen.keep", "keep", "keep it among your puzzles", ("keep",)
)


# The list of commands, which opens over every screen.
COMMAND_CHOICE = "go up and down"
COMMAND_PAGES = "go up and down by a page"

COMMANDS = (
    Action("commands-up", "up", "screen.list('cursor_up')", "", COMMAND_CHOICE),
    Action("commands-down", "down", "screen.list('cursor_down')", "", COMMAND_CHOICE),
    Action("commands-page-up", "pageup", "screen.list('page_up')", "", COMMAND_PAGES),
    Action("commands-page-down", "pagedown", "screen.list('page_down')", "", COMMAND_PAGES),
    Action("commands-run", "enter", "screen.choose", "run", "run the command"),
    Action("commands-close", "escape", "app.quit", "back", "close the list"),
)


# What keys do to a text being typed. They are those of every field in a terminal, and fixed.
# Textual's names of the keys, and what they do.
TYPING = (
    (("left", "right"), "move in the text"),
    (("ctrl+left", "ctrl+right"), "move by a word"),
    (("home", "end", "ctrl+a"), "go to the start or end"),
    (("backspace", "delete"), "delete a character"),
    (("ctrl+w",), "delete the previous word"),
    (("ctrl+u", "ctrl+k"), "delete to the start, or to the end"),
    (("enter", "escape"), "accept, or cancel"),
)


def typing_rows() -> Iterator[tuple[str, str]]:
    """Rows for the help: keys, and what they do while a text is typed."""
    for keys, text in TYPING:
        yield " ".join(map(format_key, keys)), text


# The actions of each screen, those of its menu included: what is bound to keys at the same time.
SCREENS: Mapping[str, tuple[Action, ...]] = {
    "game": (*GAME, *BOARD, *LONG_MESSAGES, *ANYWHERE),
    "table": (*TABLE, *BOARD, *LONG_MESSAGES, *ANYWHERE),
    "replay": (*REPLAY, *EXPLORING, *BOARD, *ANYWHERE),
    "home": (*MENU, *LONG_MESSAGES, *ANYWHERE),
    "welcome": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "new game": (*MENU, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "tables": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "who is here": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "saved games": (*LISTING, *FIELD, *FINISHED, *SAVED, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "finished games": (*LISTING, *FIELD, *FINISHED, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "position": (*EDITOR, *LONG_MESSAGES, *ANYWHERE),
    "game elsewhere": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "damaged game": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "commands": (*COMMANDS, *ANYWHERE),
    "entry": (*PAGE, *ANYWHERE),
    "settings": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "keys": (*MENU, *KEY_SETTINGS, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "engines": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "learn": (*LISTING, *FIELD, FIELD_DELETE, *LEARN, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "training": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "exercise": (*ENTRY, *TRAINING, HINT, LOOK_UP, *LONG_MESSAGES, *ANYWHERE),
    "mistakes": (*ENTRY, *TRAINING, KEEP, HINT, LOOK_UP, *LONG_MESSAGES, *ANYWHERE),
    "learn, on the board": (*DIAGRAM, *LEARN, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
}
ACTIONS: Mapping[str, Action] = {
    action.id: action for actions in SCREENS.values() for action in actions
}


NOT_LISTED = ("commands", "commands-run", "commands-close")  # which are about the list itself


class Call(NamedTuple):
    """Something that can be chosen from the list: its name, and the action Textual runs."""

    name: str
    run: str
    action: Action


def calls(actions: Iterable[Action]) -> list[Call]:
    """All that actions can do: the more useful first, which have a label; steps in a list last."""
    listed = [action for action in actions if action.id not in NOT_LISTED]
    listed.sort(key=lambda action: (action.run.startswith("focused."), not action.label))
    return [call for action in listed for call in _generate_calls(action)]


def _generate_calls(action: Action) -> Iterator[Call]:
    name = action.id.replace("-", " ")
    yield Call(name, action.run, action)
    for argument in action.arguments:
        yield Call(f"{name} {argument}", action.run_with(argument), action)


def find_calls(among: Iterable[Call], text: str) -> list[Call]:
    """The calls that a text may mean, the most likely first; all of them for no text.

    The letters of the text stand in a name or typed command in this order, or the text in the help.
    """
    wanted = " ".join(text.lower().split())
    if not wanted:
        return list(among)
    search = FuzzySearch()
    found = []
    for call in among:
        names = (call.name, *call.action.commands)
        score = max(search.match(wanted, name)[0] for name in names)
        if score or wanted in call.action.help:
            begins = any(name.startswith(wanted) for name in names)
            found.append((wanted in names, begins, score, call))
    found.sort(key=lambda scored: scored[:3], reverse=True)
    return [call for *_, call in found]


Keys = tuple[str, ...]
ARROWS = ["Up", "Down", "Left", "Right"]


class Keymap:
    """The keys of each action, by its id; `own` are the player's keys, in Textual's names."""

    def __init__(self, own: Mapping[str, Keys] | None = None) -> None:
        self.own: Mapping[str, Keys] = own or {}

    def keys(self, action: str) -> Keys:
        """Textual's names of the keys of an action; raises KeyError for an unknown one."""
        return self.own.get(action) or tuple(ACTIONS[action].keys.split(","))

    def name(self, action: str) -> str:
        """The first key of an action, as people write it."""
        return format_key(self.keys(action)[0])

    def names(self, *actions: str) -> str:
        """The keys of actions in one phrase: all keys of a single one, the first of several."""
        if len(actions) == 1:
            return " ".join(map(format_key, self.keys(actions[0])))
        shown = [self.name(action) for action in actions]
        return "arrows" if shown == ARROWS else " ".join(shown)

    def help(self, actions: Iterable[Action]) -> list[tuple[str, str]]:
        """Rows for the help panel: keys, and what they do."""
        described = (action for action in actions if action.help)
        return [
            (self.names(*(action.id for action in row)), text)
            for text, row in groupby(described, key=lambda action: action.help)
        ]

    def printable(self, actions: Iterable[Action]) -> Iterator[str]:
        """The characters that are keys of these actions, and so cannot begin a typed move."""
        for action in actions:
            for key in self.keys(action.id):
                shown = " " if key == "space" else format_key(key)
                if len(shown) == 1:
                    yield shown

    def changed(self, action: str, keys: Keys | None) -> Keymap:
        """The keymap with other keys for an action, or with None those declared.

        Raises ValueError if they cannot be keys, or one of them does something else on a screen.
        """
        own = {name: held for name, held in self.own.items() if name != action}
        if keys is not None:
            own[action] = _parse(action, map(format_key, keys))
        keymap = Keymap(own)
        if reason := _clash(action, keymap):
            raise ValueError(reason)
        return keymap

    def for_textual(self) -> dict[str, str]:
        """The player's keys as App.set_keymap takes them."""
        return {action: ",".join(keys) for action, keys in self.own.items()}


def read_keymap(file: SettingsFile) -> tuple[Keymap, tuple[SettingsError, ...]]:
    """The keys in force with the player's settings, and what is wrong with those.

    A faulty line changes nothing: its action keeps the keys declared.
    """
    own: dict[str, Keys] = {}
    faults = []
    for action, texts in file.settings.keys.items():
        try:
            own[action] = _parse(action, texts)
        except ValueError as error:
            faults.append(file.fault(("keys", action), str(error)))
    while found := _conflict(own):
        action, reason = found
        del own[action]
        faults.append(file.fault(("keys", action), reason))
    return Keymap(own), tuple(sorted(faults, key=lambda fault: fault.line))


def _parse(action: str, texts: Iterable[str]) -> Keys:
    if action not in ACTIONS:
        raise ValueError(f"no such action{suggest(action, tuple(ACTIONS))}")
    return tuple(dict.fromkeys(parse_key(text) for text in texts))


def _conflict(own: Mapping[str, Keys]) -> tuple[str, str] | None:
    """The last action whose own key does two things on one screen, and what is wrong."""
    keymap = Keymap(own)
    for action in reversed(tuple(own)):
        if reason := _clash(action, keymap):
            return action, reason
    return None


def _clash(action: str, keymap: Keymap) -> str:
    """What a key of an action does besides on one of its screens; empty if nothing."""
    for screen, actions in SCREENS.items():
        others = [other.id for other in actions if other.id != action]
        if len(others) == len(actions):
            continue
        for key in keymap.keys(action):
            taken = [other for other in others if key in keymap.keys(other)]
            if taken:
                return f"{format_key(key)} is {taken[0]!r} on the {screen} screen"
    return ""
