"""The first moves of a newcomer, in a pseudo-terminal: makachess as installed, by any command.

PYTHONPATH=benchmarks python tests/first_game.py COMMAND [ARGUMENT...]
"""

import sys
from collections.abc import Mapping, Sequence

from pty_harness import Terminal, environment


def play(command: Sequence[str], env: Mapping[str, str]) -> None:
    """Be welcomed, play two moves against the engine, leave, and find the game again."""
    with Terminal(command=command, env=env) as terminal:
        terminal.wait_for("Welcome")
        terminal.press("escape")
        terminal.wait_gone("Welcome")
        leave(terminal)
    # Without the coach of the first levels, who may have something to say.
    game = ("play", "veteran", "--side", "white", "--level", "4")
    with Terminal(*game, command=command, env=env) as terminal:
        for number, move in enumerate(("e4", "d4"), 1):
            terminal.wait_for(rf"move {number}\b")
            terminal.press(move, "enter")
        terminal.wait_for(r"move 3\b")
        leave(terminal)
    with Terminal(command=command, env=env) as terminal:
        terminal.wait_for("Continue")
        terminal.press("enter")
        terminal.wait_for("1 e4")
        terminal.wait_for(r"move 3\b")
        terminal.press("ctrl+q")
        terminal.wait_for("Continue")
        leave(terminal)


def leave(terminal: Terminal) -> None:
    """End the program."""
    terminal.press("ctrl+q")
    assert terminal.wait_exit() == 0, terminal.text


if __name__ == "__main__":
    play(sys.argv[1:], environment())
    print("played, and found again")
