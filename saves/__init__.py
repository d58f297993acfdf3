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
from makachess.saves.collection import Collection
from makachess.saves.condition import Condition
from makachess.saves.errors import GameFileError, LockedError, SaveError
from makachess.saves.files import open_file
from makachess.saves.game import Game
from makachess.saves.heads import load_tags
from makachess.saves.index import GameIndex, Header, generate_headers
from makachess.saves.library import Library, SavedGame
from makachess.saves.loading import (
    Report,
    examine,
    load_game,
    load_games,
    load_readings,
    read_game,
    validate,
)
from makachess.saves.locks import GameLock, Holder, holding
from makachess.saves.node import Node
from makachess.saves.parser import visit_games
from makachess.saves.reader import generate_readings, read_games
from makachess.saves.storage import save_game
from makachess.saves.tokens import Token, TokenKind
from makachess.saves.visitor import Visitor
from makachess.saves.writer import format_game
from makachess.variants.folders import data_folder

__all__ = [
    "Autosave",
    "Collection",
    "Condition",
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
