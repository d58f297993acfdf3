"""The installed program in a real pseudo-terminal of 80x24, used as a person uses it."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from makachess.core import Move, Position
from makachess.core.engine import Engine, choose
from makachess.tui.board.geometry import CellSize
from makachess.variants import load
from pty_hand import Eye, Hand
from pty_harness import COMMAND, Terminal, environment

VETERAN = load("veteran")
# The same game whatever is learned of it, and no longer.
UNLEARNED = ("--model", "none", "--book", "none")
CELL = CellSize(6, 3)  # of a board of 8x8 in 80x24
PANEL = 52  # the panel's first column
RESULT = r"\S.*: (White|Black) wins|Draw(:| by) .*"


def start(home: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, env=environment(MAKACHESS_HOME=str(home)))


def look(terminal: Terminal) -> Eye:
    return Eye(terminal, VETERAN, CELL)


def wait_for_pieces(terminal: Terminal, position: Position) -> None:
    """Wait until the board shows a position's pieces."""
    pieces = {str(square): piece for square, piece in position.pieces().items()}
    eye = look(terminal)
    terminal.wait_until(lambda: eye.pieces() == pieces, f"the pieces of {position.fen()}")


def reply_of(terminal: Terminal, number: int) -> str:
    """Black's move with a number, from the list beside the board."""
    for row in terminal.rows:
        if match := re.fullmatch(rf"\s*{number} \S+\s+(\S+)", row[PANEL:]):
            return match[1]
    raise AssertionError(f"no reply to move {number} on the screen:\n{terminal.text}")


def wait_for_move(terminal: Terminal, number: int) -> None:
    """Wait until White is to make the move with this number, or the game is over."""
    terminal.wait_for(rf"move {number} White to move|{RESULT}")


# --- the three ways of entering a move ----------------------------------------------------------


def by_keys(terminal: Terminal, position: Position, move: Move) -> None:
    """Go to each square with the arrow keys, pick it with Enter, answer what is asked."""
    hand, eye = Hand(terminal, VETERAN), look(terminal)
    terminal.wait_until(lambda: eye.cursor() is not None, "the cursor")
    hand.stands_on(eye.cursor())
    for square in move.waypoints:
        hand.go(str(square))
        terminal.wait_until(lambda at=square: eye.has_cursor(at), f"the cursor on {square}")
        terminal.press("enter")
    answer_choice(terminal, position, move)


def by_mouse(terminal: Terminal, position: Position, move: Move) -> None:
    eye = look(terminal)
    for square in move.waypoints:
        eye.click(square)
    answer_choice(terminal, position, move)


def by_san(terminal: Terminal, position: Position, move: Move) -> None:
    terminal.press(position.san(move), "enter")


def answer_choice(terminal: Terminal, position: Position, move: Move) -> None:
    """Choose what the mover becomes, if there is a choice."""
    same = [m for m in position.legal_moves() if m.waypoints == move.waypoints]
    if len(same) > 1:
        terminal.wait_for(r"Promote(\?| to:)")
        kind = move.promotion or (position.piece_at(move.origin) or "").upper()
        terminal.press(kind, "enter")


class Player:
    """A person with some idea of the game, who sees only the screen."""

    def __init__(self, level: int) -> None:
        self.position = Position(VETERAN)
        self._engine = Engine(VETERAN)
        self._level = level

    def choose(self) -> Move:
        move = choose(self._engine, self.position, self._level, seed=1).move
        assert move is not None
        return move

    def play(self, terminal: Terminal, enter=by_keys) -> None:
        """Make one move on the screen and take note of the reply."""
        number = self.position.fullmove
        move = self.choose()
        enter(terminal, self.position, move)
        self.position.push(move)
        wait_for_move(terminal, number + 1)
        if self.position.outcome() is None:
            terminal.wait_until(lambda: _has_reply(terminal, number), f"reply {number}")
            self.position.push(self.position.parse(reply_of(terminal, number)))


def _has_reply(terminal: Terminal, number: int) -> bool:
    pattern = rf"\s*{number} \S+\s+\S+"
    return any(re.fullmatch(pattern, row[PANEL:]) for row in terminal.rows)


# --- the tests ----------------------------------------------------------------------------------


def replay_to_the_end(home: Path, file: Path, last: Position) -> None:
    """Replay a saved game to its last position."""
    plies = last.ply
    with start(home, "replay", str(file)) as terminal:
        terminal.wait_for(rf"0 of {plies}\b")
        terminal.press("right")
        terminal.wait_for(rf"1 of {plies}\b")
        terminal.press("end")
        terminal.wait_for(rf"{plies} of {plies}\b")
        terminal.wait_for(RESULT)
        wait_for_pieces(terminal, last)
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0


def test_the_first_moves_then_resigning_saving_and_replaying(tmp_path):
    player = Player(level=2)
    with start(tmp_path, "play", "veteran", "--level", "1", "--seed", "2", *UNLEARNED) as terminal:
        terminal.wait_for("move 1 White to move")
        for enter in (by_keys, by_mouse, by_san, by_keys):
            player.play(terminal, enter)
        wait_for_pieces(terminal, player.position)
        terminal.press("ctrl+r")
        terminal.wait_for(r"Resign\?")
        terminal.press("y")
        terminal.wait_for("White resigned: Black wins")
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
    (file,) = (tmp_path / "games").glob("*.pgn")
    replay_to_the_end(tmp_path, file, player.position)


@pytest.mark.terminal
def test_a_dropped_line_ends_a_program_that_is_not_told_of_it(tmp_path):
    # Under nohup, and in some terminals, the signal does not come through.
    command = ["sh", "-c", 'trap \'\' HUP; exec "$0" "$@"', COMMAND]
    with Terminal(env=environment(MAKACHESS_HOME=str(tmp_path)), command=command) as terminal:
        terminal.wait_for("Quit")
        terminal.hang_up()
        assert terminal.status == 128 + signal.SIGHUP
