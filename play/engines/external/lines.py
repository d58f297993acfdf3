"""What a program may write: lines of bounded length, at a bounded rate."""

from __future__ import annotations

from makachess.core.text import visible

LONGEST_LINE = 1 << 14  # bytes; longer ones are left out
LINES_A_SECOND = 1000
BURST = 2000  # lines that may come at once
BYTES_A_LINE = 512  # what is longer counts as several
LONGEST_QUOTE = 120  # characters of a program's own words in a message
LONGEST_NAME = 60


class LineSplitter:
    """Cuts what comes through a pipe into lines, and leaves out those that are too long."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False  # in a line that is too long

    def feed(self, data: bytes) -> list[str]:
        """The lines that are complete now, without blank ones."""
        pieces = (self._rest + data).split(b"\n")
        if self._skipping and len(pieces) > 1:
            self._skipping, pieces[0] = False, b""
        self._rest = pieces.pop()
        if self._skipping or len(self._rest) > LONGEST_LINE:
            self._skipping, self._rest = True, b""
        whole = (piece for piece in pieces if len(piece) <= LONGEST_LINE)
        return [line for piece in whole if (line := _decode(piece))]

    def finish(self) -> list[str]:
        """What has come without an end of line."""
        return self.feed(b"\n")


def _decode(line: bytes) -> str:
    """A line as text: UTF-8, or else Latin-1 as old programs write."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode("latin-1")
    return text.strip()


class Pace:
    """How fast a program may write; one that writes faster has to wait."""

    def __init__(self) -> None:
        self._owed = 0.0  # lines beyond what it may write up to now
        self._at = 0.0

    def wait(self, now: float, lines: int, size: int) -> float:
        """Seconds to wait before reading on, after so many lines and bytes; `now` in seconds."""
        self._owed = max(0.0, self._owed - (now - self._at) * LINES_A_SECOND)
        self._at = now
        self._owed += max(lines, size / BYTES_A_LINE)
        return max(0.0, self._owed - BURST) / LINES_A_SECOND


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """A program's words for a message: in quotation marks, harmless and not too long."""
    return repr(text if len(text) <= longest else f"{text[:longest]}...")


def shortened(text: str, longest: int) -> str:
    """A program's words without quotation marks, harmless and not too long."""
    text = " ".join(visible(text[:longest]).split())
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
