"""What is wrong with a variant file: collected, with line and column, and raised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makachess.core.errors import VariantError
from makachess.variants.places import key_places
from makachess.variants.sources import Source

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a key of a variant file; line and column count from 1."""

    source: Source
    key: Path
    reason: str
    line: int
    column: int

    def __str__(self) -> str:
        """File, key and reason, as an error message has them."""
        return ": ".join((self.source.file, self.message))

    @property
    def message(self) -> str:
        """Key and reason."""
        return ": ".join(filter(None, (".".join(self.key), self.reason)))

    @property
    def located(self) -> str:
        """`FILE:LINE:COL: message`, the file as it was named."""
        return f"{self.source.path or self.source.file}:{self.line}:{self.column}: {self.message}"


class VariantFileError(VariantError):
    """A variant file that cannot be played, with all its faults; the message is the first one."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        more = len(faults) - 1
        note = f" (and {more} more fault{'s' * (more > 1)})" if more else ""
        super().__init__(f"{faults[0]}{note}")
        self.faults = tuple(faults)


def fault_at(source: Source, key: Path, reason: str) -> Fault:
    """A fault where its key stands, or else the nearest table round it."""
    places = key_places(source.text)
    known = (key[:length] for length in range(len(key), 0, -1))
    line, column = next((places[path] for path in known if path in places), (1, 1))
    return Fault(source, key, reason, line, column)
