"""Time from the shell to the end of short commands and imports, beside Python's own start.

Python-chess is measured beside them where it is installed.
"""

import statistics
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

MAKACHESS = Path(sys.executable).parent / "makachess"
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import makachess.core": [sys.executable, "-c", "import makachess.core"],
    "Position": [sys.executable, "-c", "from makachess.core import Position"],
    "makachess --help": [MAKACHESS, "--help"],
    "makachess variants": [MAKACHESS, "variants"],
    "makachess moves chess": [MAKACHESS, "moves", "chess"],
    "makachess moves decimaka": [MAKACHESS, "moves", "decimaka"],
}
if find_spec("chess"):
    COMMANDS["import chess"] = [sys.executable, "-c", "import chess"]
RUNS = 15
BUDGET = 0.2


def seconds(command: list[str | Path]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    for name, command in COMMANDS.items():
        times = [seconds(command) for _ in range(RUNS)]
        budget = f" (<= {BUDGET} s)" if name.startswith("makachess") else ""
        middle = statistics.median(times)
        print(f"{name:26} median {middle:.3f} s{budget}, worst {max(times):.3f} s")


if __name__ == "__main__":
    main()
