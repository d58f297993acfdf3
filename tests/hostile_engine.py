"""An engine that does harm, run by tests: python hostile_engine.py PROTOCOL MODE [FILE].

It imports next to nothing, so that it starts quickly, and ends by itself after a while, should a
test not end it.
"""

import signal
import sys

from hostile import ends, output
from hostile.engine import LIFETIME, Engine


def modes() -> dict[str, type[Engine]]:
    """All modes by name."""
    kinds = [kind for module in (output, ends) for kind in vars(module).values()]
    return {
        "".join("-" + c.lower() if c.isupper() else c for c in kind.__name__)[1:]: kind
        for kind in kinds
        if isinstance(kind, type) and kind is not Engine
    }


def main() -> None:
    signal.alarm(LIFETIME)
    protocol, mode, file = (*sys.argv[1:], "")[:3]
    engine = modes()[mode](protocol, file)
    engine.start()
    engine.read()


if __name__ == "__main__":
    main()
