"""Every screen of the app, by the name it has among the keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from makachess.play.lessons import load_courses
from makachess.play.mistakes import mistakes_of
from makachess.play.practice import load_practice
from makachess.play.session.new_game import NewGame
from makachess.play.session.setup import Setup
from makachess.play.settings import Settings
from makachess.saves import read_games
from makachess.tui.keys import SCREENS
from makachess.tui.screens.base import EntryScreen, HelpScreen, KeyScreen
from makachess.tui.screens.exercise import ExerciseScreen, Group, MistakesScreen, lessons_screen
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.learn import LearnScreen
from makachess.tui.screens.library import ArchiveScreen, LibraryScreen
from makachess.tui.screens.new_game import MoreRulesScreen, NewGameScreen
from makachess.tui.screens.opening import damaged_screen, elsewhere_screen
from makachess.tui.screens.palette import CommandScreen
from makachess.tui.screens.position_editor import PositionEditor
from makachess.tui.screens.practice import PositionsScreen
from makachess.tui.screens.progress import ProgressScreen
from makachess.tui.screens.settings import EnginesScreen, KeysScreen, SettingsScreen
from makachess.tui.screens.tables import OpenTableScreen
from makachess.tui.screens.welcome import WelcomeScreen
from makachess.variants import label_variants, load
from makachess.variants.sources import data_folder
from still_tables import people, table, tables
from textual.screen import Screen
from tui_harness import game, replay, two_people

MISTAKES = "1. Nc3? (1. e4) e6 2. e3? (2. d4) 2... Le7 3. Nb5?? (3. d4) 3... g6 *"
VETERAN = Group("Veteran Chess", load_practice("veteran"), "practice")
COURSES = {course.game: course for course in load_courses()}


def damaged() -> Setup:
    """A game as far as its file can be read."""
    return replace(two_people(), damage="line 12, column 5: 'Nf9' is not a move")


def own_mistakes() -> MistakesScreen:
    """Three mistakes of White."""
    [game] = read_games(['[Variant "veteran"]', MISTAKES])
    return MistakesScreen("Mistakes of White", mistakes_of(game, "white"))


def ask_for_name(asking: EntryScreen) -> None:
    """Let a text be typed."""
    asking.prompt.edit("Your name: ", "Anna", print)


OPENERS: dict[str, Callable[[], Screen[Any]]] = {
    "game": game,
    "table": table,
    "replay": replay,
    "home": HomeScreen,
    "welcome": WelcomeScreen,
    "new game": NewGameScreen,
    "more rules": lambda: MoreRulesScreen(NewGame(Settings(), label_variants([load("maka")]))),
    "tables": tables,
    "open a table": OpenTableScreen,
    "who is here": people,
    "saved games": LibraryScreen,
    "finished games": lambda: ArchiveScreen(data_folder()),
    "position": lambda: PositionEditor(load("veteran"), None, lambda fen, play: None),
    "unopened game": lambda: elsewhere_screen(Path("game.pgn"), "It is open elsewhere"),
    "damaged game": lambda: damaged_screen(Path("game.pgn"), damaged()),
    "commands": lambda: CommandScreen(SCREENS["game"], print),
    "entry": lambda: EntryScreen(ask_for_name),
    "key": lambda: KeyScreen("Press the key for 'undo', now ^Z", print),
    "help": lambda: HelpScreen("Saved games", SCREENS["saved games"]),
    "settings": SettingsScreen,
    "keys": KeysScreen,
    "engines": EnginesScreen,
    "learn": LearnScreen,
    "training": lessons_screen,
    "practice": lambda: PositionsScreen(VETERAN),
    "progress": ProgressScreen,
    "exercise": lambda: ExerciseScreen("lessons", "Chess", COURSES["chess"].lessons),
    "mistakes": own_mistakes,
    "learn, on the board": lambda: LearnScreen(load("veteran"), "R"),
}
