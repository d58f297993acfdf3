"""Each screen as actions find it, how that is brought back, and what some actions need before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from every_screen import OPENERS
from makachess.core import MakachessError, Position
from makachess.play.keeping import open_trash
from makachess.saves import Game
from makachess.tui.keymap import Keymap
from makachess.tui.keys import SCREENS, Action
from makachess.tui.screens.beside import BesideScreen
from makachess.tui.screens.game import GameScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from still_tables import table, whole_table
from textual.screen import Screen
from tui_harness import two_people

PLIES = 60
FILES = {
    "settings.toml": '[engines]\nOne = "one"\nTwo = "two"\n',
    "games/anna.pgn": '[Variant "chess"]\n[White "Anna"]\n[Black "B"]\n\n1. e4 1-0\n',
    "games/bert.pgn": '[Variant "veteran"]\n[White "Bert"]\n[Black "Anna"]\n\n1. d4 1-0\n',
    "games/carl.pgn": '[Variant "veteran"]\n[White "Carl"]\n[Black "Beta Ann"]\n\n1. c4 1-0\n',
}


class Kind(NamedTuple):
    """How a screen is opened, and how it becomes again what it was then."""

    open: Callable[[], Screen[Any]]
    begin: Callable[[Any], object] = lambda screen: None


def play_long(game: Game) -> None:
    """Enough moves to fill the list of moves."""
    for ply in range(PLIES):
        moves = sorted(map(str, game.position.legal_moves()))
        game.play(game.position.parse(moves[ply * 7 % len(moves)]))


def begin_board(screen: Any, position: Position | None = None) -> None:
    for name in ("-help", "-analysis", "-review", "-preview", "-reading"):
        screen.remove_class(name)
    if isinstance(screen, BesideScreen):
        screen.place()
    if screen.board.geometry.flipped:
        screen.board.flip()
    position = position or Position(screen.variant)
    inside = [move.origin for move in position.legal_moves() if 0 < move.origin.file < 7]
    screen.board.move_cursor(next(square for square in inside if 0 < square.rank < 7))


def begin_sides(screen: Any) -> None:
    begin_board(screen, screen.game_shown().position)
    screen.study.look_at = lambda position: None
    if screen.attacks.on:
        screen.attacks.toggle(screen.game_shown().position)
    screen.help_panel.scroll_lines(-999)
    screen.info.follow = lambda piece: None
    screen.info.show_kind("")
    screen.show_game()
    screen.status._kept = 0
    screen.place()


def game() -> GameScreen:
    setup = two_people()
    play_long(setup.game)
    return GameScreen(setup)


def begin_game(screen: Any) -> None:
    screen.move_hints.ask = lambda *_: screen.prompt.say("looking for a hint")
    screen.looking.end()
    screen.told_where = False
    screen.session.offer = None
    while screen.session.over or screen.session.game.future:
        screen.session.undo("white") if screen.session.over else screen.session.redo()
    screen.entering.begin(screen.session.game.position)
    begin_sides(screen)


def begin_table(screen: Any) -> None:
    screen.session.take(whole_table(PLIES))
    screen.looking.end()
    screen.entering.begin(screen.session.game.position)
    begin_sides(screen)
    screen._show_chat()
    screen.chat.scroll_lines(-99)
    screen.chat.scroll_lines(3)


def replay() -> ReplayScreen:
    game = Game(load("veteran"))
    play_long(game)
    return ReplayScreen(game, PLIES * 2 // 3)


def begin_replay(screen: Any) -> None:
    screen.review.start = lambda: None
    screen.stop_autoplay()
    screen.arrows_move_cursor = screen._arrows_were = False
    with suppress(MakachessError):  # until nothing is left
        while True:
            screen.book.exploration.undo()
    screen.game.seek(PLIES * 2 // 3)
    screen.leave_entry()
    begin_sides(screen)


def begin_exercise(screen: Any) -> None:
    screen._at = 1
    screen.begin()
    begin_board(screen, screen.attempt.position)


def begin_position(screen: Any) -> None:
    screen.draft.load(screen.variant.start_fen)
    screen.piece = "N"
    begin_board(screen)
    screen.show()


def begin_list(screen: Any) -> None:
    menu = screen.query("Menu").first()
    menu.scroll_lines(-menu.top)
    menu.highlight(1)


def begin_settings(screen: Any) -> None:
    screen._show()
    begin_list(screen)


def begin_rules(screen: Any) -> None:
    screen._choices.rules_as_usual()
    screen._show()
    begin_list(screen)


def begin_form(screen: Any) -> None:
    chosen = screen.__dict__.setdefault("chosen_at_first", dict(screen.choices._chosen))
    screen.choices._chosen = dict(chosen)
    screen._show()
    screen.form.highlight(1)
    screen.remove_class("-reading")
    screen.rules.scroll_lines(-999)


def begin_keys(screen: Any) -> None:
    screen.preferences.keymap = Keymap()
    screen._show()
    begin_list(screen)


def begin_learn(screen: Any) -> None:
    begin_looking_up(screen)
    screen.set_class(False, "-reading")
    screen.piece.begin()
    screen.set_focus(screen.find)


def begin_on_board(screen: Any) -> None:
    begin_looking_up(screen)
    screen.piece.begin()
    screen.set_focus(screen.piece)


def begin_looking_up(screen: Any) -> None:
    screen.index.game = ""
    screen.find.value = "Lio"
    screen.find.cursor_position = 2
    screen._fill()
    screen.menu.highlight(1)
    screen._show_highlighted()
    screen.piece.facts.scroll_lines(-999)


def begin_games(screen: Any) -> None:
    while path := open_trash().restore():
        screen._changed(None, path)
    screen.remove_class("-preview")
    screen._is_hidden = False
    screen.fit(screen.size)
    screen.shelf.column, screen.shelf.reversed = None, False
    screen.find.value = "a b"
    screen.find.cursor_position = 2
    screen._sorted()
    screen.games.highlight(1)


def begin_commands(screen: Any) -> None:
    screen.prompt.edit("Command: ", "", lambda text: None)
    screen._find()
    screen.menu.scroll_lines(20 - screen.menu.top)
    screen.menu.highlight(30)


def begin_practice(screen: Any) -> None:
    screen._against.clear()
    screen.menu.set_items([screen.item(group) for group in screen.groups])
    begin_list(screen)


KINDS: dict[str, Kind] = {
    "game": Kind(game, begin_game),
    "table": Kind(lambda: table(PLIES), begin_table),
    "replay": Kind(replay, begin_replay),
    "position": Kind(OPENERS["position"], begin_position),
    "exercise": Kind(OPENERS["exercise"], begin_exercise),
    "mistakes": Kind(OPENERS["mistakes"], begin_exercise),
    "new game": Kind(OPENERS["new game"], begin_form),
    "more rules": Kind(OPENERS["more rules"], begin_rules),
    "keys": Kind(OPENERS["keys"], begin_keys),
    "learn": Kind(OPENERS["learn"], begin_learn),
    "learn, on the board": Kind(OPENERS["learn, on the board"], begin_on_board),
    "saved games": Kind(OPENERS["saved games"], begin_games),
    "finished games": Kind(OPENERS["finished games"], begin_games),
    "commands": Kind(OPENERS["commands"], begin_commands),
    "entry": Kind(OPENERS["entry"]),
    "settings": Kind(OPENERS["settings"], begin_settings),
    "progress": Kind(OPENERS["progress"]),
    "practice": Kind(OPENERS["practice"], begin_practice),
}
# With a menu, and nothing to bring back.
KINDS |= {name: Kind(OPENERS[name], begin_list) for name in SCREENS if name not in KINDS}


def over(screen: Any) -> None:
    screen.session.resign("white")


def long_message(screen: Any) -> None:
    screen.prompt.say("a long message " * 20)


def all_read(screen: Any) -> None:
    while screen.read_on():
        pass


def nothing_looked_for(screen: Any) -> None:
    if hasattr(screen, "find"):  # or else Esc empties it first
        screen.find.value = ""


def rebound(screen: Any) -> None:
    own = {screen._action.id: ("f5",)}
    screen.preferences.keymap = Keymap(own)
    screen._show()


Given = str | Callable[[Any], object]
HELP = "screen.help"
# What is done before an action that would otherwise find nothing to do.
GIVEN: Mapping[str, tuple[Given, ...]] = {
    "look-on": ("screen.look(-2)",),
    "look-end": ("screen.look(-2)",),
    "step-back": ("screen.pick",),
    "redo": ("screen.undo",),
    "new-game": (over,),
    "swap-colours": (over,),
    "scroll-up": (HELP, "screen.scroll(1)"),
    "scroll-down": (HELP,),
    "moves-down": ("screen.scroll_moves(-8)",),
    "more": (long_message,),
    "menu-page-down": (all_read,),
    "replay-back": ("screen.pick",),
    "array": ("screen.clear",),
    "text-up": ("screen.scroll(1)",),
    "diagram-reset": ("screen.cursor(1,0)", "screen.put"),
    "go-back": (nothing_looked_for,),
    "restore-game": ("screen.delete",),
    "default-key": (rebound,),
}
# What finds nothing to do on a screen, whatever comes before.
IDLE: Mapping[str, frozenset[str]] = {
    "settings": frozenset({"settings"}),
}
FORMS = ("new game", "more rules", "settings", "practice")  # whose menus have values to change


def is_idle(screen: str, action: Action) -> bool:
    """Whether an action finds nothing to do on a screen."""
    changes = action.id in ("menu-previous", "menu-next")
    return action.id in IDLE.get(screen, ()) or (changes and screen not in FORMS)


def is_called_by_name(screen: str, action: Action) -> bool:
    """Whether the list of commands has an action; not itself, and what moves in it."""
    return screen != "commands" and action.id != "commands"
