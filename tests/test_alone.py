"""The library without what only the app needs, and without what only some systems have."""

import subprocess
import sys
from textwrap import dedent

# What the standard library itself imports must not be blocked for it.
STANDARD = (
    "asyncio, concurrent.futures.process, multiprocessing, multiprocessing.connection, subprocess"
)
WALK = """
import importlib, pkgutil, sys
import {standard}
for name in {blocked}:
    for known in [module for module in sys.modules if module.split(".")[0] == name]:
        del sys.modules[known]
    sys.modules[name] = None
for name in {packages}:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        importlib.import_module(module.name)
"""
LIBRARY = ["makachess.core", "makachess.variants", "makachess.saves"]
PLAY = """
import asyncio
from makachess.core import Position
from makachess.core.engine import Engine, Limits
from makachess.saves import Game, format_game, read_games
from makachess.variants import load
game = Game(load("veteran"))
game.play(game.position.parse("Nf3"))
[again] = read_games(format_game(game).splitlines())
best = Engine(load("veteran")).play(again.position, Limits(depth=1))
again.position.push(best.move)
print(again.position.ply)
"""
SESSION = """
from makachess.play.engines import make_engine
async def ask():
    engine = make_engine(load("veteran"))
    best = await engine.search(Position(load("veteran")), Limits(depth=1))
    await engine.close()
    return best.move is not None
print(asyncio.run(ask()))
"""

FILES = """
import os
from pathlib import Path
from makachess.play.settings import change_settings, load_settings
from makachess.saves import holding, load_games, save_game
path = Path(os.environ["MAKACHESS_HOME"], "game.pgn")
with holding(path):
    save_game(game, path)
[kept] = load_games(path)
print(*kept.sans)
change_settings(player="Anna")
print(load_settings().settings.player)
"""


def run(blocked, packages, *more):
    walk = WALK.format(standard=STANDARD, blocked=blocked, packages=packages)
    code = "\n".join(map(dedent, (walk, *more)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_all_but_the_app_does_without_its_libraries():
    blocked = ["click", "rich", "textual"]
    assert run(blocked, [*LIBRARY, "makachess.play"], PLAY, SESSION) == ["2", "True"]


def test_the_library_does_without_modules_of_some_systems(monkeypatch, tmp_path):
    blocked = ["fcntl", "termios", "pwd", "grp", "pty", "tty", "resource"]
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    said = run(blocked, [*LIBRARY, "makachess.play"], PLAY, SESSION, FILES)
    assert said == ["2", "True", "Nf3", "Anna"]


def test_the_core_needs_nothing_but_the_standard_library():
    blocked = ["click", "rich", "textual", "platformdirs", "tomlkit", "cython"]
    assert run(blocked, ["makachess.core"], "print('works')") == ["works"]
