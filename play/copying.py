"""A game as texts to be copied, of a size that terminals pass on to the clipboard."""

from __future__ import annotations

from makachess.core.errors import MakachessError
from makachess.core.pictures import format_board
from makachess.saves import Game
from makachess.saves.writer import format_game, wrap

FORMS = ("fen", "pgn", "board", "moves")
# Some terminals take no more than 74,994 bytes in Base64, and say nothing if it was more.
LARGEST = 56_000  # bytes of UTF-8


def text_to_copy(game: Game, form: str) -> str:
    """A game in one of FORMS: position, whole game, board as text, moves with their numbers.

    Raises MakachessError if that is too long for a clipboard.
    """
    makers = {
        "fen": lambda: game.position.fen(),
        "pgn": lambda: format_game(game, for_others=True),
        "board": lambda: format_board(game.position),
        "moves": lambda: numbered_moves(game),
    }
    text = makers[form]()
    if (size := len(text.encode())) > LARGEST:
        raise MakachessError(
            f"{size:,} bytes are more than a terminal takes ({LARGEST:,}); save the game instead"
        )
    return text


def numbered_moves(game: Game) -> str:
    """The moves up to where the game stands, in SAN.

    >>> from makachess.variants import load
    >>> game = Game(load("chess"), "4k3/8/8/8/8/8/8/4K2R b - - 0 7")
    >>> nodes = [game.play(game.position.parse(san)) for san in ("Kd7", "Rh7", "Kd6")]
    >>> print(numbered_moves(game), end="")
    7... Kd7 8. Rh7+ Kd6
    """
    words: list[str] = []
    for node in game.line[: game.node.ply]:
        number, color = game.number(node.ply)
        before = f"{number}. " if color == "white" else "" if words else f"{number}... "
        words.append(before + node.san)
    return wrap(words)
