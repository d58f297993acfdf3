"""Engines that say too much, too little, or nonsense."""

import os
import signal
import sys

from hostile.engine import BIG, EVIL, LIFETIME, Engine, say, sleep, write


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


class Illegal(Engine):
    def move(self, text: str = "") -> None:
        super().move("e2e5")


class LongMove(Engine):
    def move(self, text: str = "") -> None:
        super().move("a2" + "a3" * 4000)


class Garbage(Engine):
    def tell(self, *numbers: str) -> None:
        super().tell()
        write(bytes(range(256)) * 8 + b"\n\xff\xfe\n\r\r\n\x1b[2J\n")


class Latin(Engine):
    name = "Mot\udcf6r"


class BigNumbers(Engine):
    def tell(self, *numbers: str) -> None:
        for at in range(4):
            super().tell(*(BIG if n == at else "1" for n in range(4)))


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
