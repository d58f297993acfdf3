"""What is said in line mode: the board, the men, the moves, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makachess.core import Move, Position, Square
from makachess.core.pictures import format_board
from makachess.core.spec import COLORS
from makachess.play.attacks import dangers, royals_of
from makachess.play.diagrams import piece_diagram
from makachess.play.narration import forced_note
from makachess.play.session.clock import describe_time
from makachess.play.session.session import Session
from makachess.saves import Game

HELP = """\
Type a move: e4, Nf3, e2e4, exd5=V. Or one of these:
  board            the position as a grid
  men              all pieces and their squares
  what SQUARE      the piece on a square, how it moves and where it can go
  attacks SQUARE   who attacks and who defends a square
  last             the last move again
  moves            all moves so far
  clock            the time left
  fen              the position as a FEN
  hint             a good move, and why
  undo, redo       take back, or redo
  draw             offer a draw
  resign           resign
  again            have an opponent that failed try again; when watching, stop or go on
  resume           leave this game, and choose an unfinished one to go on with
  help             this list
  quit             leave; the game is saved after every move"""


def opening_words(game: Game, people: frozenset[str]) -> str:
    """What is said first: the game, and who plays whom."""
    names = " - ".join(game.tags.get(color.capitalize(), "?") for color in COLORS)
    sides = [color.capitalize() for color in COLORS if color in people]
    you = {0: "You are watching", 1: f"You play {sides[0]}" if sides else ""}.get(
        len(sides), "Two people play here"
    )
    return f"{game.variant.title}: {names}. {you}. Type help to see what you can type."


def move_words(position: Position, color: str, san: str, move: Move) -> Iterator[str]:
    """A move as it is announced; `position` is the one before it."""
    yield f"{color.capitalize()}: {san}"
    if why := forced_note(position, move):
        yield why
    after = position.copy()
    after.push(move)
    yield from dangers(royals_of(after), after.turn)


def board_words(position: Position) -> str:
    """The position as a grid."""
    return format_board(position).rstrip()


def what_words(position: Position, square: Square) -> Iterator[str]:
    """The piece on a square, how it moves, and where it can go."""
    man = position.piece_at(square)
    if man is None:
        yield f"{square} is empty"
        return
    color = "White" if man.isupper() else "Black"
    yield f"{color}'s {piece_words(position, square)}"
    yield from piece_diagram(position.variant, man.upper())
    sans = sorted(position.san(m) for m in position.legal_moves() if m.origin == square)
    yield f"Moves: {', '.join(sans)}" if sans else "It has no move now"


def piece_words(position: Position, square: Square) -> str:
    """The piece on a square, such as `Knight on b1`."""
    man = position.piece_at(square) or ""
    return f"{position.variant.pieces[man.upper()].name} on {square}"


def men_words(position: Position) -> Iterator[str]:
    """A line for each side: its men by type, and their squares."""
    pieces = position.variant.pieces
    for color in COLORS:
        squares: dict[str, list[Square]] = {}
        for square, (kind, side) in sorted(position.men().items()):
            if side == color:
                squares.setdefault(kind, []).append(square)
        men = (
            f"{pieces[kind].name} {' '.join(map(str, squares[kind]))}"
            for kind in pieces
            if kind in squares
        )
        yield f"{color.capitalize()}: {', '.join(men)}"


def moves_words(game: Game) -> str:
    """The moves so far with their numbers."""
    sans, words = game.sans, []
    number = Position(game.variant, game.start_fen).fullmove
    first = game.start_fen.split()[1] == "b"
    for ply, san in enumerate(sans, int(first)):
        lead = f"{number + ply // 2}. " if ply % 2 == 0 else ""
        if ply == first == 1:
            lead = f"{number}... "
        words.append(lead + san)
    return " ".join(words) or "No moves yet"


def clock_words(session: Session) -> str:
    """The time that each side has left."""
    times = session.times
    if not times:
        return "There is no clock"
    return ", ".join(f"{color.capitalize()} {describe_time(times[color])}" for color in COLORS)


def choices_words(question: str, answers: Sequence[tuple[str, str]]) -> str:
    """A question, and its answers with what to type for each."""
    return "\n".join([question, *(f"  {key}: {text}" for key, text in answers)])
