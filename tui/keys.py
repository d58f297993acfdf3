"""What each key does on each screen, declared once: bindings, hints, help, commands follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from makachess.tui.key_names import parse_key
from textual.binding import Binding, BindingType


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


Actions = tuple[Action, ...]


def actions(table: str) -> Actions:
    """Actions from rows of their fields, with keys as people write them.

    What `run` has no namespace for is the screen's, and its name that of the action if it is empty.
    A `"` stands for the help of the row above.

    >>> actions("ten-on | Down } | step(10) | on | ten moves on | ten")[0].run
    'screen.step(10)'
    """
    found: list[Action] = []
    for row in table.strip().splitlines():
        cells = [cell.strip() for cell in row.split("|")]
        name, keys, run, label, text, typed, given = cells + [""] * (7 - len(cells))
        run = run or name.replace("-", "_")
        found.append(
            Action(
                name,
                ",".join(map(parse_key, keys.split())),
                run if run.startswith(("app.", "focused.")) else f"screen.{run}",
                label,
                found[-1].help if text == '"' else text,
                tuple(typed.split()),
                tuple(given.split()),
            )
        )
    return tuple(found)


def among(group: Actions, *ids: str) -> Actions:
    return tuple(action for action in group if action.id in ids)


def bindings(*groups: Iterable[Action]) -> list[BindingType]:
    return [
        Binding(action.keys, action.run, action.label, show=False, id=action.id)
        for group in groups
        for action in group
    ]


def commands(group: Iterable[Action]) -> dict[str, str]:
    """The actions that Textual runs for typed commands."""
    found = {}
    for action in group:
        for text in action.commands:
            found[text] = action.run
            found |= {f"{text} {given}": action.run_with(given) for given in action.arguments}
    return found


ANYWHERE = actions(
    """
    help     | F1 ?    |              | help     | this help, on and off | help
    commands | : Alt+X | app.commands | commands | all commands, and their keys | commands
    settings | F9      | app.settings | settings | change the settings | settings
    redraw   | ^L      | app.redraw   |          | redraw the screen
    suspend  | Alt+Z   | app.suspend  |          | back to the shell, until fg | suspend
    leave    | ^Q ^C   |              | leave    | leave | leave quit
    """
)
READING = actions("more | PgDn |  |  | the rest of what is cut at …")

# Lists to choose from; what runs has the names of Textual's own lists and tables.
MENU = actions(
    """
    menu-up        | Up    | focused.cursor_up   |        | go up and down
    menu-down      | Down  | focused.cursor_down |        | "
    menu-page-up   | PgUp  | focused.page_up     |        | go up by a page
    menu-page-down | PgDn  | focused.page_down   |        | the rest of what is cut at …; a page down
    menu-first     | Home  | focused.first       |        | to the first or last one
    menu-last      | End   | focused.last        |        | "
    menu-previous  | Left  | focused.change(-1)  |        | change a setting
    menu-next      | Right | focused.change(1)   |        | "
    menu-choose    | Enter | focused.choose      | choose | choose, or start
    menu-use       | Space | focused.use         |        | choose, or change a setting
    """
)
LISTING = among(
    MENU,
    *("menu-up", "menu-down", "menu-page-up", "menu-page-down"),
    *("menu-first", "menu-last", "menu-choose"),
)
HOME = actions("way-out | Esc |  |  | which key leaves")
PAGE = actions("go-back | Esc | app.quit | back | go back")

# Fields to type in what to look for, and the keys that go on moving the list below them. Del has
# another use where games are searched, and ^U where pieces are.
FIELD = actions(
    """
    field-left        | Left      | focused.cursor_left      |  | edit what is typed
    field-right       | Right     | focused.cursor_right     |  | "
    field-erase       | Backspace | focused.delete_left      |  | "
    field-erase-word  | ^W        | focused.delete_left_word |  | "
    field-delete-rest | ^K        | focused.delete_right_all |  | "
    """
)
FIELD_DELETE = actions("field-delete | Del | focused.delete_right |  | edit what is typed")

# With a board.
CURSOR_KEYS = actions(
    """
    cursor-up    | Up    | cursor(0,-1) |  | move the cursor
    cursor-down  | Down  | cursor(0,1)  |  | "
    cursor-left  | Left  | cursor(-1,0) |  | "
    cursor-right | Right | cursor(1,0)  |  | "
    """
)
ENTRY = CURSOR_KEYS + actions("pick | Enter Space |  | pick | pick a piece, then where it goes")
LOOKING = actions(
    """
    look-back  | < ,  | look(-1)    | look back    | look back at earlier moves, and on again | back
    look-on    | > .  | look(1)     | on           | " | on
    look-start | Home | look(-9999) | to the start | look back at the start; return to the game
    look-end   | End  |             | to the game  | " | now
    """
)
BOARD = actions(
    """
    attacks     | F4       |                  | attacks     | attack map: what can be won | attacks
    review      | ^O       |                  | review      | find the mistakes | review
    flip        | ^F       |                  | flip        | flip the board | flip
    learn       | F3       |                  | learn       | about the piece under the cursor | learn rules
    analysis    | ^E       |                  | analysis    | evaluation and best lines | analysis
    save        | ^S       |                  | save        | save the game elsewhere | save
    copy        | Alt+C    |                  | copy        | copy FEN, PGN, board or moves | copy | fen pgn board moves
    scroll-up   | PgUp     | scroll(-1)       |             | scroll the panel up
    scroll-down | PgDn     | scroll(1)        |             | the rest of what is cut at …
    moves-up    | Alt+Up   | scroll_moves(-4) |             | scroll the moves up
    moves-down  | Alt+Down | scroll_moves(4)  |             | scroll the moves down
    """
)
GAME = (
    ENTRY
    + LOOKING
    + actions(
        """
    step-back    | Esc   | back        | back      | one step back
    hint         | ^G    |             | hint      | a hint: a good move, and why | hint
    coach        | F6    |             | coach     | the coach, who warns of mistakes: on and off | coach
    undo         | ^Z    |             | undo      | take back a move | undo
    redo         | ^Y    |             | redo      | redo the move | redo
    draw         | ^D    |             | draw      | offer a draw | draw
    resign       | ^R    |             | resign    | resign | resign
    new-game     | ^N    | again       | new game  | a new game, once this is over
    swap-colours | Alt+N | again(True) | rematch   | a rematch, colours changed | rematch
    """
    )
)
TABLE = (
    ENTRY
    + LOOKING
    + among(GAME, "step-back", "undo", "draw", "resign")
    + actions(
        """
    claim     | F6       |                 | claim   | claim the game of an opponent who is away | claim | win draw
    rematch   | ^N       |                 | rematch | ask for a rematch with colours changed | rematch
    seats     | ^T       |                 | seats   | sit down, stand up, ask an engine to sit down | seats
    chat      | /        |                 | chat    | say something to all at the table | chat
    chat-up   | Alt+PgUp | scroll_chat(-1) |         | scroll what is said
    chat-down | Alt+PgDn | scroll_chat(1)  |         | "
    ignore    | Alt+I    |                 | ignore  | ignore what somebody says here, or no longer | ignore
    """
    )
)
EXPLORING = actions(
    """
    pick-square    | Enter  | pick      | pick       | pick a piece, then where it goes
    arrows         | Tab    | hand_over | try a move | arrows move the cursor, or step
    replay-back    | Esc    | back      | back       | one step back, stop the review, or leave
    comment        | ;      |           | comment    | comment on the move | comment
    annotate       | *      |           | mark       | mark the move or the position: ! ? += | mark
    promote        | ^U     |           | promote    | promote the variation; make it the main line | promote
    make-main-line | ^T     | make_main |            | " | main
    delete         | Del ^D |           | delete     | delete the move and what follows it | delete
    undo-edit      | ^Z     | undo      | undo       | undo an edit | undo
    redo-edit      | ^Y     | redo      | redo       | redo an edit | redo
    """
)
REPLAY = actions(
    """
    move-back   | Left  | arrow(-1,0) | back                | one move back or on
    move-on     | Right | arrow(1,0)  | on                  | "
    ten-back    | Up    | arrow(0,-1) |                     | ten moves back or on
    ten-on      | Down  | arrow(0,1)  |                     | "
    to-start    | Home  | seek(0)     | start               | to the start or end
    to-end      | End   | seek(9999)  | end                 | "
    variation   | (     |             | variation           | the next variation on this move
    main-line   | )     |             | game                | back to the game's own move
    last-game   | [     | turn(-1)    |                     | the previous or next game of the file | previous
    next-game   | ]     | turn(1)     | next game           | " | next
    autoplay    | Space |             | play                | play the moves, or stop | autoplay
    mistakes    | ^R    |             | learn from mistakes | find better moves where you went wrong | mistakes
    last-moment | < ,   | moment(-1)  |                     | to the previous or next key moment
    next-moment | > .   | moment(1)   | key moments         | "
    """
)
EDITOR = (
    CURSOR_KEYS
    + among(BOARD, "flip")
    + actions(
        """
    put            | Enter Space   |            | put            | put the piece here, or take it off
    take-off       | Del Backspace |            | take off       | empty the square
    next-piece     | PgDn          | choose(1)  | piece          | choose a piece
    previous-piece | PgUp          | choose(-1) |                | "
    piece-colour   | ^B            | colour     | colour         | white or black pieces | colour
    side           | ^T            |            | side           | who moves first | side
    castling       | ^R            |            | castling       | castling rights | castling
    passed         | ^N            |            | e.p.           | e.p. squares | passed
    undo-change    | ^Z            | undo       | undo           | undo a change | undo
    redo-change    | ^Y            | redo       | redo           | redo a change | redo
    clear          | ^K            |            | clear          | empty the board | clear
    array          | ^A            |            | array          | the usual start position | array
    copy-fen       | Alt+C         |            | copy FEN       | copy the FEN | copy
    play-from-here | ^S            | play       | play from here | play from here | play
    keep           | Esc           | back       | back           | back, keeping the position
    """
    )
)
TRAINING = actions(
    """
    exercise-back     | Esc | back       | back     | one step back, or leave
    next-exercise     | ^N  | go(1)      | next     | the next one, or the one before
    previous-exercise | ^B  | go(-1)     |          | "
    harder            | }   | harder(1)  | harder   | a harder puzzle, or an easier one | harder
    easier            | {   | harder(-1) | easier   | " | easier
    retry             | ^R  |            | again    | start over
    solution          | ^O  |            | solution | show the solution
    """
)
LOOK_UP, HINT = among(BOARD, "learn"), among(GAME, "hint")
KEEP = actions("keep-puzzle | ^S | keep | keep | keep it among your puzzles | keep")

# Pieces looked up: a list filtered by typing, and a board on which a piece shows its moves.
LEARN = actions(
    """
    one-game      | ^T | next_game | game | pieces of one game, or of all
    other-part    | Tab |          | list | from the list to the board of a piece, or back
    """
)
DIAGRAM = actions(
    """
    diagram-up    | Up    | cursor(0,-1) |   | move the cursor
    diagram-down  | Down  | cursor(0,1)  |   | "
    diagram-left  | Left  | cursor(-1,0) |   | "
    diagram-right | Right | cursor(1,0)  |   | "
    diagram-pick  | Enter | pick  | go or pick up | make the move, or pick up a piece to place it
    diagram-put   | Space | put   | put a piece   | put the next kind of piece there
    diagram-reset | ^R    | reset | reset         | set the board up again
    """
)
RULES = actions(
    """
    text-up   | ^U | scroll(-1) |  | scroll the text
    text-down | ^D | scroll(1)  |  | "
    """
)

# Saved games, and those finished at tables, where nothing can be changed. Letters are not keys
# there: they look for games.
FINISHED = actions(
    """
    field-erase-all | ^U | focused.delete_left_all |         | edit what is typed
    replay          | ^R |                         | replay  | replay the game
    preview         | F4 |                         | preview | show how the game ends
    sort            | ^O |                         | sort    | sort by the next column
    reverse         | ^V |                         |         | reverse the order
    """
)
SAVED = actions(
    """
    rename       | F2  |         | rename      | rename the file
    edit-tags    | ^E  |         | tags        | change names and other tags
    delete-game  | Del | delete  | delete      | delete the game
    restore-game | ^Z  | restore | undo delete | undo the last deletion
    trash        | F8  |         | trash       | bring back deleted games, or empty the trash
    import       | F5  |         | import      | import a file of games (or paste them)
    export       | ^S  |         | export      | write the game, or all shown, to a file
    """
)
KEY_SETTINGS = actions("default-key | Del | default | default | restore the default key")

# The list of commands, which opens over every screen.
COMMANDS = among(MENU, "menu-up", "menu-down", "menu-page-up", "menu-page-down", "menu-choose")

# The actions of each screen, those of its menu included: what is bound to keys at the same time.
SCREENS: Mapping[str, Actions] = {
    "game": (*GAME, *BOARD, *ANYWHERE),
    "table": (*TABLE, *BOARD, *ANYWHERE),
    "replay": (*REPLAY, *EXPLORING, *BOARD, *ANYWHERE),
    "home": (*MENU, *HOME, *ANYWHERE),
    "welcome": (*MENU, *PAGE, *ANYWHERE),
    "new game": (*MENU, *RULES, *PAGE, *ANYWHERE),
    "more rules": (*MENU, *PAGE, *ANYWHERE),
    "tables": (*MENU, *PAGE, *ANYWHERE),
    "who is here": (*MENU, *PAGE, *ANYWHERE),
    "saved games": (*LISTING, *FIELD, *FINISHED, *SAVED, *PAGE, *ANYWHERE),
    "finished games": (*LISTING, *FIELD, *FINISHED, *PAGE, *ANYWHERE),
    "position": (*EDITOR, *ANYWHERE),
    "unopened game": (*MENU, *PAGE, *ANYWHERE),
    "commands": (*COMMANDS, *PAGE, *ANYWHERE),
    "entry": (*PAGE, *ANYWHERE),
    "settings": (*MENU, *PAGE, *ANYWHERE),
    "keys": (*MENU, *KEY_SETTINGS, *PAGE, *ANYWHERE),
    "engines": (*MENU, *PAGE, *ANYWHERE),
    "learn": (*LISTING, *FIELD, *FIELD_DELETE, *LEARN, *RULES, *PAGE, *ANYWHERE),
    "progress": (*PAGE, *ANYWHERE),
    "training": (*MENU, *PAGE, *ANYWHERE),
    "practice": (*MENU, *PAGE, *ANYWHERE),
    "exercise": (*ENTRY, *TRAINING, *HINT, *LOOK_UP, *READING, *ANYWHERE),
    "mistakes": (*ENTRY, *TRAINING, *KEEP, *HINT, *LOOK_UP, *READING, *ANYWHERE),
    "learn, on the board": (*DIAGRAM, *LEARN, *RULES, *PAGE, *ANYWHERE),
}
ACTIONS: Mapping[str, Action] = {
    action.id: action for actions in SCREENS.values() for action in actions
}
