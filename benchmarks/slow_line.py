"""A key held at the far end of a line: milliseconds from its release until the screen rests.

The same over SSH, where pictures are paced, and where sshd has told the program of no line. Like
sshd, the near end takes all that the program writes at once; it waits in the line, out of the
program's sight. What keeps this machine busy counts as the program's.
"""

from __future__ import annotations

import os
import select
import tempfile
import time
from collections import deque
from pathlib import Path

from pty_harness import Terminal, environment

TRIP = 0.100  # seconds, there and back
RATES = {"56 kbit/s": 7_000, "1 Mbit/s": 125_000}  # bytes a second
FAR = {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}
HELD, KEYS = 30, 45  # a second, and all of them
PIECE = 50  # bytes that arrive together
QUIET = 1.0  # seconds without output after which a screen rests
MOVES = " ".join(f"{2 * n + 1}. Nf3 Nf6 {2 * n + 2}. Ng1 Ng8" for n in range(30))
CASES = {
    "board": (("play", "veteran", "--side", "both"), "White to move", ("right", "up")),
    "replay": (("replay", "replayed.pgn"), "0 of", ("right",)),
}


class FarTerminal(Terminal):
    """A program at the other end of a line of so many bytes a second."""

    def __init__(self, rate: int, *arguments: str, **options: object) -> None:
        self.last = 0.0  # when something arrived
        self._rate = rate
        self._down: deque[tuple[float, bytes]] = deque()
        self._up: deque[tuple[float, bytes]] = deque()
        self._free = 0.0  # when the line has carried all that is in it
        super().__init__(*arguments, **options)

    def press(self, *keys: str) -> None:
        """Press keys, which reach the program half a round trip later."""
        for key in keys:
            self._up.append((time.monotonic() + TRIP / 2, self.encode(key)))

    def read(self, seconds: float) -> bool:
        """Carry bytes both ways until some arrive; False if none do within a time."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            while self._up and self._up[0][0] <= now:
                os.write(self._fd, self._up.popleft()[1])
            if self._down and self._down[0][0] <= now:
                self.last, data = self._down.popleft()
                self.take_in(data)
                return True
            due = min((way[0][0] for way in (self._up, self._down) if way), default=end)
            if select.select([self._fd], [], [], max(min(due, end) - now, 0))[0]:
                data = os.read(self._fd, 65536)
                for piece in (data[at : at + PIECE] for at in range(0, len(data), PIECE)):
                    self._free = max(self._free, time.monotonic()) + len(piece) / self._rate
                    self._down.append((self._free + TRIP / 2, piece))
        return False

    def hold(self, keys: tuple[str, ...]) -> float:
        """Press keys as one held down does, in turns; seconds from the release to rest."""
        begun = time.monotonic()
        for number in range(KEYS):
            while (left := begun + number / HELD - time.monotonic()) > 0:
                self.read(left)
            self.press(keys[number % len(keys)])
        released = time.monotonic()
        while self.read(QUIET):
            pass
        return self.last - released


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        Path(home, "replayed.pgn").write_text(f'[Variant "veteran"]\n\n{MOVES} *\n')
        print(f"{'':22}{'paced':>8}{'not':>8}")
        for line, rate in RATES.items():
            for name, (arguments, shown, keys) in CASES.items():
                found = []
                for looks in (FAR, {}):
                    env = environment(MAKACHESS_HOME=home, **looks)
                    with FarTerminal(rate, *arguments, env=env, cwd=home) as terminal:
                        terminal.wait_for(shown)
                        while terminal.read(QUIET):
                            pass
                        found.append(terminal.hold(keys))
                print(f"{line:12}{name:10}" + "".join(f"{1e3 * ms:8.0f}" for ms in found))


if __name__ == "__main__":
    main()
