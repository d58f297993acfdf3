"""Whether two machines have the same makachess: what is computed there would be computed here."""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

# What decides how games go; screens and saved games may differ.
_FOLDERS = ("core", "play", "training", "variants")


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A digest of the sources installed here, and the series of Python, `3.12-0123456789abcdef`."""
    digest = sha256()
    root = Path(__file__).parents[2]
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return f"{sys.version_info.major}.{sys.version_info.minor}-{digest.hexdigest()[:16]}"
