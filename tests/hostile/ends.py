"""Engines that end at the wrong moment, or not at all."""

import os
import signal
import sys
import time

from hostile.engine import LIFETIME, Engine, sleep


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


class Escapes(Engine):
    """A child in a session of its own holds the pipes; nobody can find it but by its note."""

    def start(self) -> None:
        os.makedirs(self.file, exist_ok=True)
        if not (child := os.fork()):
            signal.alarm(LIFETIME)
            os.setsid()
            open(f"{self.file}/{os.getpid()}", "w").close()
            sleep()
        while not os.path.exists(f"{self.file}/{child}"):
            time.sleep(0.01)

    def think(self) -> None:
        sys.exit(1)
