"""The same targets under Atheris, which looks for inputs that reach new code.

Each target runs in a program of its own: Atheris takes it over, and ends it at the first crash.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from fuzz.running import HANG, Run

LARGEST = 4096


def is_there() -> bool:
    """Whether Atheris is installed; it has no builds for many platforms."""
    return find_spec("atheris") is not None


def run_guided(name: str, count: int, seed: int, folder: Path) -> Run:
    """Run a target under Atheris; a crash is kept in the folder by Atheris itself."""
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.guided", name, str(count), str(seed), str(folder)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    run = Run(name, count, time.monotonic() - began)
    if done.returncode:
        found = set(folder.iterdir()) - before or {folder}
        run.crashes = {f"see {path}\n{done.stderr[-3000:]}": b"" for path in found}
    return run


def _fuzz(name: str, count: int, seed: int, folder: str) -> None:
    import atheris

    with atheris.instrument_imports(include=["makachess"]):
        from fuzz.targets import TARGETS
    target = next(target for target in TARGETS if target.name == name)
    corpus = Path(tempfile.mkdtemp(prefix="makachess-fuzz-"))
    for number, sample in enumerate(target.samples()):
        (corpus / str(number)).write_bytes(sample)
    words = corpus.with_suffix(".words")
    words.write_text("".join(f'"{_spelt(word)}"\n' for word in target.words()))
    atheris.Setup(
        [
            *(sys.argv[0], str(corpus), f"-runs={count}", f"-seed={seed}", f"-dict={words}"),
            *(f"-max_len={LARGEST}", f"-timeout={HANG:g}", f"-artifact_prefix={folder}/"),
        ],
        target.call,
    )
    atheris.Fuzz()


def _spelt(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


if __name__ == "__main__":
    _fuzz(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
