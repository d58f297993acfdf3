"""What the app writes to the terminal at 80x24 in 256 colours, against its budgets in bytes."""

from __future__ import annotations

import re

import pytest
from pty_harness import Terminal, environment
from sampling import sampled

KILO = 1000
CURSOR, MOVE, STEP = 150, 500, 500
CARD, PREVIEW = 2 * KILO, 3 * KILO  # what follows when the cursor has rested, counted apart
REST = 0.6  # seconds until that has come


@pytest.fixture
def env(tmp_path):
    return environment(MAKACHESS_HOME=str(tmp_path))


def test_home_and_settings(env):
    with Terminal(env=env) as terminal:
        terminal.wait_for("Quit")
        terminal.find("─ Puzzle ─")  # beside the menu
        settle(terminal)
        assert terminal.received <= 4 * KILO
        assert spent(terminal, "down", "▌ Lessons") <= STEP
        assert spent(terminal, "\x1b[20~", "▌ Pieces") <= 6 * KILO  # F9
        assert spent(terminal, "down", "▌ Theme") <= STEP
        assert spent(terminal, "right", "< green >") <= STEP
        assert spent(terminal, "escape", "New game") <= 4 * KILO


def game_shown(terminal):
    """The game chosen in the form for a new one."""
    found = re.search(r"Game +< ([^>]+) >", terminal.text)
    return found[1] if found else None


def test_a_position_being_set_up_is_drawn_once(env):
    with Terminal(env=env) as terminal:
        terminal.wait_for("Quit")
        terminal.press("n", "enter")
        terminal.wait_for("▌ Start")
        for title, budget in (("Veteran", 5.5), ("Maka", 6.5)):
            terminal.press("home")
            terminal.wait_for("▌ Game")
            while not re.search(f"▌ Game +< {title}", terminal.text):
                shown = game_shown(terminal)
                terminal.press("right")
                terminal.wait_until(lambda shown=shown: game_shown(terminal) != shown, "a game")
            terminal.press("p")
            terminal.wait_for("▌ Position")
            settle(terminal)
            assert spent(terminal, "enter", "ready to be played") <= budget * KILO
            assert spent(terminal, "right") <= CURSOR
            assert spent(terminal, "escape", "▌ Position") <= 6 * KILO


FIRST_SCREENS = [
    ("veteran", 80, 24, 5.5),
    ("decimaka", 80, 24, 5.5),
    ("maka", 80, 24, 6.5),
    ("veteran", 120, 40, 11),
    ("maka", 120, 40, 25),
]


@pytest.mark.parametrize(
    "first", sampled(FIRST_SCREENS, (FIRST_SCREENS[0], FIRST_SCREENS[4])), ids=str
)
def test_the_first_screen_of_a_game_and_a_cursor_step(env, first):
    variant, width, height, budget = first
    game = ("play", variant, "--side", "both")
    with Terminal(*game, width=width, height=height, env=env) as terminal:
        terminal.wait_for("White to move")
        terminal.wait_for("Type a move")
        settle(terminal)
        assert terminal.received <= budget * KILO
        for key in "up", "up":
            assert spent(terminal, key) <= CARD + CURSOR
        for key in "right", "left":  # over squares without a piece, which is explained
            place = terminal.cursor()
            assert spent(terminal, key) <= CURSOR
            assert terminal.cursor() not in (place, None)


def test_looking_a_piece_up(env):
    with Terminal(env=env) as terminal:
        terminal.wait_for("▌ New game")
        settle(terminal)
        before = terminal.received
        terminal.press("r", "enter")
        terminal.wait_for("H. G. Muller's chess")
        assert terminal.received - before <= 6 * KILO
        # The page follows when the list has rested, on a slow machine after the first letter too.
        for key, found in (("w", "▌ Evil Wolf"), ("o", "▌ Wolf")):
            before = terminal.received
            terminal.press(key)
            terminal.wait_for(found)
            assert terminal.received - before <= 1.5 * KILO + PREVIEW
        terminal.wait_for("three steps along one")
        assert spent(terminal, "down", "▌ Wood General") <= STEP + PREVIEW


def test_a_lesson(env):
    with Terminal(env=env) as terminal:
        terminal.wait_for("▌ New game")
        settle(terminal)
        before = terminal.received
        terminal.press("l", "enter")
        terminal.wait_for("Dead wood")
        assert terminal.received - before <= 6 * KILO
        assert spent(terminal, "enter", "1 of 6") <= 5.5 * KILO
        assert spent(terminal, "right") <= CURSOR
        assert spent(terminal, "left") <= CURSOR
        assert spent(terminal, "V") + spent(terminal, "d5", "Move: Vd5") <= STEP
        assert spent(terminal, "enter", "Enter next") <= 2 * MOVE  # with another text


def test_a_move_typed_with_list_and_status(env):
    with Terminal("play", "veteran", "--side", "both", env=env) as terminal:
        terminal.wait_for("White to move")
        terminal.press("e4", "enter")
        terminal.wait_for("Black to move")
        terminal.press("e")
        terminal.wait_for("Move: e")
        settle(terminal)
        before = terminal.received
        terminal.press("5")
        terminal.wait_for("Move: e5")
        terminal.press("left")
        terminal.drain()
        assert terminal.received - before <= 100  # for a key of a typed text
        assert spent(terminal, "enter", "1 e4 +e5") <= MOVE
        assert terminal.said("move 2 White to move")
        assert spent(terminal, "<", "LOOKING BACK at 1. e4") <= 1.1 * STEP  # with other keys
        assert spent(terminal, "<", "LOOKING BACK at the start") <= STEP
        assert b"\x1b[?1000h" in terminal.output  # clicks are reported, a moving mouse is not
        assert b"?1002h" not in terminal.output
        assert b"?1003h" not in terminal.output


@pytest.mark.parametrize("variant", ["veteran", "maka"])
def test_the_list_of_commands(env, variant):
    with Terminal("play", variant, "--side", "both", env=env) as terminal:
        terminal.wait_for("White to move")
        terminal.wait_for("Type a move")
        settle(terminal)
        assert spent(terminal, ":", "Esc back") <= 3 * KILO  # drawn once
        assert spent(terminal, "down", "▌ pick ") <= STEP
        assert spent(terminal, "f", "Command: f") <= 1.5 * KILO
        covered = 2 if variant == "veteran" else 4
        assert spent(terminal, "escape", "Enter pick") <= covered * KILO


def spent(terminal: Terminal, key: str, then: str = "") -> int:
    """Press a key on a screen at rest; the bytes until it shows something and rests again."""
    before = terminal.received
    terminal.press(key)
    terminal.wait_for(then)
    settle(terminal)
    return terminal.received - before


def settle(terminal: Terminal) -> None:
    """Read until nothing more comes."""
    while terminal.read(REST):
        pass


def test_analysis_costs_little_and_comes_to_rest(env):
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    with Terminal("play", "chess", "--side", "both", "--fen", fen, env=env) as terminal:
        terminal.wait_for("White to move")
        settle(terminal)
        before = terminal.received
        terminal.press("ctrl+e")
        terminal.wait_for(r"Analysis ─+ depth \d+ ")
        assert "#1 Ra8#" in terminal.text
        assert terminal.received - before <= 3 * KILO
        rested = terminal.received
        assert not terminal.read(2.0)
        assert terminal.received == rested


def test_a_review_and_a_step_through_it(env, tmp_path):
    moves = "1. Nc3 e6 2. e3 Le7 3. Nb5 g6 4. Nxc7=M# 1-0"
    (tmp_path / "game.pgn").write_text(f'[Variant "veteran"]\n\n{moves}\n')
    with Terminal("replay", str(tmp_path / "game.pgn"), env=env) as terminal:
        terminal.wait_for("0 of 7")
        terminal.wait_for("4 Nxc7=M#")
        terminal.wait_for("F1 keys")  # the last row: the first screen is complete
        before = terminal.received
        terminal.press("ctrl+o")
        terminal.wait_for(r"g6\?\?")
        terminal.wait_gone("review [0-9]+%")
        assert terminal.received - before <= 4 * KILO
        spent(terminal, "right", "1 of 7")  # with a row more for the evaluation
        # Of a game as short as this one the columns of the graph are four wide.
        assert spent(terminal, "right", "2 of 7") <= 1.2 * STEP


def test_without_the_mouse_nothing_is_asked_for(env):
    with Terminal("--no-mouse", "play", "veteran", "--side", "both", env=env) as terminal:
        terminal.wait_for("White to move")
        assert b"?100" not in terminal.output.replace(b"?1004", b"")


@pytest.mark.parametrize("name", sampled(["NO_COLOR", "TERM"], ["NO_COLOR"]))
def test_without_colour_none_is_written(env, name):
    plain = {"NO_COLOR": "1", "TERM": "dumb"}[name]
    with Terminal("play", "veteran", "--side", "both", env=env | {name: plain}) as terminal:
        terminal.wait_for("White to move")
        terminal.wait_for("Type a move")
        terminal.press("e2", "enter")
        terminal.wait_for("•")
        assert b"38;" not in terminal.output
        assert b"48;" not in terminal.output


def test_sixteen_colours_are_enough(env, tmp_path):
    (tmp_path / "settings.toml").write_text('terminal = "dark"\n')
    with Terminal("play", "veteran", "--side", "both", env=env | {"TERM": "xterm"}) as terminal:
        terminal.wait_for("Type a move")
        settle(terminal)
        assert b"38;5" not in terminal.output
        for ink in b"97", b"33":  # of White's and of Black's pieces
            assert re.search(rb"\x1b\[(?:[0-9;]*;)?%sm" % ink, terminal.output)
