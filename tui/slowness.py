"""Said once: that the kernel of this makachess is not compiled."""

from __future__ import annotations

from contextlib import suppress

from makachess.tui.output import complain
from makachess.variants.sources import data_folder

SAID = (
    "makachess: the kernel is not compiled. Everything works, but the engine is some fifty times "
    "slower; to compile it, install again with a C compiler and Python's header files (said once)"
)


def tell_once() -> None:
    """Say it on standard error, if it has not been; a file in the data folder remembers that.

    Where none can be written nothing is said, or it would be with every command.
    """
    folder = data_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "uncompiled").touch(exist_ok=False)
        complain(SAID)
