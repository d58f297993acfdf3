"""Games and their files: the tree of moves, reading, writing, and the folder of saved games."""

from makachess.saves.errors import GameFileError, SaveError
from makachess.saves.game import Game, Node
from makachess.saves.library import Autosave, Library, SavedGame, load_tags
from makachess.saves.loading import load_game, load_games, load_readings, read_game, validate
from makachess.saves.reader import Reading, generate_readings, read_games
from makachess.saves.storage import save_game
from makachess.saves.writer import format_game
from makachess.variants.folders import data_folder

__all__ = [
    "Autosave",
    "Game",
    "GameFileError",
    "Library",
    "Node",
    "Reading",
    "SaveError",
    "SavedGame",
    "data_folder",
    "format_game",
    "generate_readings",
    "load_game",
    "load_games",
    "load_readings",
    "load_tags",
    "read_game",
    "read_games",
    "save_game",
    "validate",
]
