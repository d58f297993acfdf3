"""An engine that does harm, run by tests: python hostile_engine.py PROTOCOL MODE [FILE].

As White it plays a2a3, b2b3 and so on, unless its mode is something else. It imports next to
nothing, so that it starts quickly, and ends by itself after a while, should a test not end it.
"""

import os
import signal
import sys
import time

LIFETIME = 100  # seconds
MOVES = iter(["a2a3", "b2b3", "c2c3", "d2d3"])
BIG = "9" * 5000
EVIL = "\x1b]0;owned\x07\x9b2J\x1b[31m\u202e"


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
                if word == "xboard" and not self.cecp:
                    say("Unknown command: xboard")
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


# --- too much, too little -----------------------------------------------------------------------


class EndlessLine(Engine):
    def think(self) -> None:
        while True:
            write(b"x" * 65536)


class EndlessHandshake(Engine):
    def greet(self) -> None:
        while True:
            write(
                b"feature a=1 b=2 c=3\n" * 1000 if self.cecp else b"option name a type b\n" * 1000
            )


class EndlessOutput(Engine):
    def think(self) -> None:
        while True:
            write(b"# blah\n\n" * 1000)


class InfoFlood(Engine):
    def think(self) -> None:
        line = "3 17 7 99 a2a3 e7e5\n" if self.cecp else "info depth 3 score cp 17 pv a2a3 e7e5\n"
        while True:
            write(line.encode() * 1000)


class ShortFlood(Engine):
    """50,000 lines of thinking, then its move."""

    def think(self) -> None:
        self.tell()
        write(b"info depth 1 currmove a2a3\n" * 3000)
        self.move()


class IdleFlood(Engine):
    """Writes all the time, but has moved."""

    def think(self) -> None:
        super().think()
        while True:
            write(b"# idle\n" * 1000)


class ErrorFlood(Engine):
    def start(self) -> None:
        if not os.fork():
            signal.alarm(LIFETIME)
            while True:
                os.write(2, b"warning: " * 8000 + b"\n")


class Silent(Engine):
    def read(self) -> None:
        sleep()


class SlowHandshake(Engine):
    def greet(self) -> None:
        say("feature done=0" if self.cecp else "id name Slow")


class ReadsNothing(Engine):
    """Its features come unasked; then it reads no more."""

    def read(self) -> None:
        self.greet()
        sleep()


class Forgetful(Engine):
    def think(self) -> None:
        self.tell()


class HugeName(Engine):
    name = "Huge " + "name " * 3000


class HugeFeatures(Engine):
    def greet(self) -> None:
        if self.cecp:
            say("feature " + " ".join(f"f{n}=1" for n in range(2000)))
        else:
            say("\n".join(f"option name f{n} type string" for n in range(2000)))
        super().greet()


# --- nonsense -----------------------------------------------------------------------------------


class Illegal(Engine):
    def move(self, text: str = "") -> None:
        super().move("e2e5")


class LongMove(Engine):
    def move(self, text: str = "") -> None:
        super().move("a2" + "a3" * 4000)


class DigitMove(Engine):
    def move(self, text: str = "") -> None:
        super().move("a" + BIG + "a" + BIG)


class Garbage(Engine):
    def tell(self, *numbers: str) -> None:
        super().tell()
        write(bytes(range(256)) * 8 + b"\n\xff\xfe\n\r\r\n\x1b[2J\n")


class Nuls(Engine):
    def tell(self, *numbers: str) -> None:
        write(b"\0" * 5000 + b"\n")
        super().tell()


class Latin(Engine):
    name = "Mot\udcf6r"


class BigNumbers(Engine):
    def tell(self, *numbers: str) -> None:
        for at in range(4):
            super().tell(*(BIG if n == at else "1" for n in range(4)))


class NegativeNumbers(Engine):
    def tell(self, *numbers: str) -> None:
        for at in range(4):
            super().tell(*(f"-{BIG}" if n == at else "-1" for n in range(4)))


class Controls(Engine):
    """Control characters in its name and in what it refuses and complains of."""

    name = f"Ho{EVIL}st\x00ile"

    def think(self) -> None:
        os.write(2, f"{EVIL} is no good\n".encode())
        super().move(EVIL)
        sys.exit(3)


class OtherProtocol(Engine):
    def move(self, text: str = "") -> None:
        self.cecp = not self.cecp
        super().move(text)


class ClaimsWin(Engine):
    def think(self) -> None:
        say("1-0 {White mates}" if self.cecp else "bestmove (none)")


class Resigns(Engine):
    def think(self) -> None:
        say("resign" if self.cecp else "bestmove resign")


class Refuses(Engine):
    def obey(self, word: str, rest: str) -> None:
        if word in ("new", "position", "setboard"):
            say(f"Illegal move: {EVIL * 100}")
            say(f"tellusererror {EVIL * 100}")
        super().obey(word, rest)


class TwoMoves(Engine):
    def think(self) -> None:
        self.tell()
        self.move("a2a3")
        self.move("a2a4")
        self.move("e2e5")


class Ponders(Engine):
    def think(self) -> None:
        self.tell()
        self.move("a2a3 ponder a7a6" if not self.cecp else "a2a3")
        for _ in range(50):
            self.tell(depth="4")


class Late(Engine):
    """Moves only when told to, again and again."""

    def think(self) -> None:
        self.tell()

    def hurry(self) -> None:
        self.move("a2a3")


# --- ends ---------------------------------------------------------------------------------------


class DiesAtStart(Engine):
    def start(self) -> None:
        sys.exit("no licence")


class DiesInHandshake(Engine):
    def greet(self) -> None:
        sys.exit("no handshake")


class DiesAtPosition(Engine):
    def prepare(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


class DiesAtGo(Engine):
    def think(self) -> None:
        os.abort()


class DiesAfterThinking(Engine):
    def think(self) -> None:
        self.tell()
        sys.exit(1)


class DiesAfterMove(Engine):
    def think(self) -> None:
        super().think()
        sys.exit(1)


class ClosesInput(Engine):
    def think(self) -> None:
        os.close(0)
        sleep()


class ClosesOutput(Engine):
    def think(self) -> None:
        os.close(1)
        sleep()


# --- what does not end --------------------------------------------------------------------------


class IgnoresAll(Engine):
    """Deaf to `stop`, `quit`, the end of its input and every signal that can be ignored."""

    def start(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)

    def think(self) -> None:
        self.tell()
        sleep()


class Stops(Engine):
    def think(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class Grandchildren(Engine):
    """Programs of its own hold its pipes, and ignore signals; it moves."""

    def start(self) -> None:
        for _ in range(3):
            if not os.fork():
                signal.alarm(LIFETIME)
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                signal.signal(signal.SIGHUP, signal.SIG_IGN)
                sleep()


class Orphans(Engine):
    """Forks twice, so that the grandchild belongs to nobody, and ends before it moves."""

    def think(self) -> None:
        if not os.fork():
            if not os.fork():
                signal.alarm(LIFETIME)
                sleep()
            os._exit(0)
        sys.exit(1)


class OwnGroup(Engine):
    """A child in a process group of its own, which holds the pipes."""

    def start(self) -> None:
        if not os.fork():
            signal.alarm(LIFETIME)
            os.setpgid(0, 0)
            sleep()


class Chain(Engine):
    """A child that goes on in a new process again and again."""

    def start(self) -> None:
        if not os.fork():
            for _ in range(2000):
                time.sleep(0.005)
                if os.fork():
                    os._exit(0)
            os._exit(0)


class Escapes(Engine):
    """A child in a session of its own holds the pipes; nobody can find it but by this file."""

    def start(self) -> None:
        if not os.fork():
            signal.alarm(LIFETIME)
            os.setsid()
            with open(f"{self.file}.new", "w") as file:
                file.write(str(os.getpid()))
            os.rename(f"{self.file}.new", self.file)
            sleep()
        while not os.path.exists(self.file):
            time.sleep(0.01)

    def think(self) -> None:
        sys.exit(1)


def modes() -> dict[str, type[Engine]]:
    """All modes by name."""
    found = {kind.__name__: kind for kind in Engine.__subclasses__()}
    return {
        "".join("-" + c.lower() if c.isupper() else c for c in n)[1:]: k for n, k in found.items()
    }


def main() -> None:
    signal.alarm(LIFETIME)
    protocol, mode, file = (*sys.argv[1:], "")[:3]
    engine = modes()[mode](protocol, file)
    engine.start()
    engine.read()


if __name__ == "__main__":
    main()
