"""An engine that behaves and plays a2a3, b2b3 and so on; hostile ones override one of its steps."""

import os
import sys
import time

LIFETIME = 100  # seconds
MOVES = iter(["a2a3", "b2b3", "c2c3", "d2d3"])
BIG = "9" * 5000
MARK = "Pwned"
# A title, a cleared screen, and a request that the app itself never makes (secondary device
# attributes), in seven bits, eight bits and UTF-8.
EVIL = f"\x1b]0;{MARK}\x07\x1b[2J\x1b[>c\x9b2J\x90{MARK}\x9c\r\x08\x7f\u202e"


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def say(line: str) -> None:
    write(f"{line}\n".encode(errors="surrogateescape"))


def sleep() -> None:
    time.sleep(LIFETIME)
    sys.exit()


class Engine:
    """A well-behaved engine; the modes change what it does at one of its steps."""

    name = "Hostile"

    def __init__(self, protocol: str, file: str) -> None:
        self.cecp = protocol == "cecp"
        self.file = file

    def start(self) -> None:
        """Before anything is read."""

    def greet(self) -> None:
        """Answer the handshake."""
        if self.cecp:
            say(f'feature myname="{self.name}" ping=1 setboard=1 usermove=1 variants="normal"')
            say("feature done=1")
        else:
            say(f"id name {self.name}\nuciok")

    def prepare(self) -> None:
        """Before the first command behind the handshake is obeyed."""

    def think(self) -> None:
        self.tell()
        self.move()

    def tell(self, score: str = "17", depth: str = "3", time: str = "7", nodes: str = "99") -> None:
        """A line of thinking."""
        if self.cecp:
            say(f"{depth} {score} {time} {nodes} a2a3 e7e5")
        else:
            say(f"info depth {depth} score cp {score} time {time} nodes {nodes} pv a2a3 e7e5")

    def move(self, text: str = "") -> None:
        text = text or next(MOVES)
        say(f"move {text}" if self.cecp else f"bestmove {text}")

    def hurry(self) -> None:
        """It has been told to move at once."""

    def quit(self) -> None:
        sys.exit()

    def read(self) -> None:
        prepared = False
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == ("protover" if self.cecp else "uci"):
                self.greet()
            elif word in ("xboard", "accepted", "rejected", "uci", "protover"):
                if word == "uci":
                    say("Error (unknown command): uci")
            elif word == "quit":
                self.quit()
            else:
                if not prepared:
                    prepared = True
                    self.prepare()
                self.obey(word, rest)
        self.quit()

    def obey(self, word: str, rest: str) -> None:
        if word == "ping":
            say(f"pong {rest}")
        elif word == "isready":
            say("readyok")
        elif word in ("go", "analyze"):
            self.think()
        elif word in ("?", "stop"):
            self.hurry()
