"""Games and their files: the tree of moves, reading, writing, and the folder of saved games."""

from makachess.saves.autosave import Autosave
from makachess.saves.builder import Reading
from makachess.saves.clocks import (
    TimeLeft,
    format_time_left,
    mark_thought,
    mark_time,
    parse_time_left,
    seconds_thought,
    times_left,
)
from makachess.saves.damage import Report, examine, validate
from makachess.saves.errors import GameFileError, LockedError, SaveError
from makachess.saves.game import Game, Node
from makachess.saves.index import GameIndex, Header, generate_headers, load_tags
from makachess.saves.library import Collection, Library, SavedGame
from makachess.saves.locks import GameLock, Holder, holding
from makachess.saves.parser import Token, TokenKind, Visitor, visit_games
from makachess.saves.reader import (
    generate_readings,
    load_game,
    load_games,
    load_readings,
    read_game,
    read_games,
)
from makachess.saves.writer import format_game, save_game
from makachess.variants.files import open_file
from makachess.variants.sources import data_folder

__all__ = [
    "Autosave",
    "Collection",
    "Game",
    "GameFileError",
    "GameIndex",
    "GameLock",
    "Header",
    "Holder",
    "Library",
    "LockedError",
    "Node",
    "Reading",
    "Report",
    "SaveError",
    "SavedGame",
    "TimeLeft",
    "Token",
    "TokenKind",
    "Visitor",
    "data_folder",
    "examine",
    "format_game",
    "format_time_left",
    "generate_headers",
    "generate_readings",
    "holding",
    "load_game",
    "load_games",
    "load_readings",
    "load_tags",
    "mark_thought",
    "mark_time",
    "open_file",
    "parse_time_left",
    "read_game",
    "read_games",
    "save_game",
    "seconds_thought",
    "times_left",
    "validate",
    "visit_games",
]
