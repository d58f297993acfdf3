"""A key held at the end of a line of 64 kbit/s and 150 ms: how soon the screen rests after it.

Beside it the same without pacing, as on a terminal that sshd has not told of. The relay runs on
this machine: what keeps the machine busy counts as the program's.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping
from pathlib import Path

from held_keys import KEYS, SCREENS, Held, furnish, lay_tables
from host_process import HostProcess
from pty_harness import environment
from slow_line import RATE, SPARE, TRIP, FarTerminal, Rest, far_environment, rest

SIZES = ((80, 24), (200, 60))
COLOURS = {"256 colours": {}, "16 million colours": {"COLORTERM": "truecolor"}}
MARK = "!"


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{RATE} bytes a second, {1e3 * TRIP:.0f} ms there and back, {KEYS} keys, 30 a second")
    print(f"milliseconds from the release to rest; beyond {1e3 * (TRIP + SPARE):.0f}: {MARK}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        furnish(home)
        host = HostProcess(home)
        try:
            host.wait_until_it_listens()
            lay_tables(host.socket)
            tell_all(home)
        finally:
            host.end()


def tell_all(home: Path) -> None:
    for width, height in SIZES:
        for colours, looks in COLOURS.items():
            print(f"\n{width}x{height}, {colours}\n{'':14}{'paced':>8}{'bytes':>8}{'not':>8}")
            for name, case in SCREENS.items():
                own = {"MAKACHESS_HOME": str(home), **looks}
                paced, count = hold(case, far_environment(**own), home, width, height)
                freely, _ = hold(case, environment(**own), home, width, height)
                late = MARK if paced.seconds > TRIP + SPARE else ""
                print(
                    f"{name:14}{1e3 * paced.seconds:8.0f}{late:1}{count:7}"
                    f"{1e3 * freely.seconds:8.0f}",
                    flush=True,
                )


def hold(
    case: Held, env: Mapping[str, str], home: Path, width: int, height: int
) -> tuple[Rest, int]:
    """Hold a key, and let it go; how it came to rest, and all bytes since it was pressed."""
    far = FarTerminal(*case.arguments, width=width, height=height, env=env, cwd=str(home))
    with far as terminal:
        case.reach(terminal)
        before = terminal.received
        released = terminal.hold(case.held, KEYS)
        found = rest(terminal, case.look(terminal), released)
        return found, terminal.received - before


if __name__ == "__main__":
    main()
