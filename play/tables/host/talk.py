"""What is said at a table: kept beside its game, and heard once it is on disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from makachess.core.errors import MakachessError
from makachess.play.tables.host.commits import BatchedCommits
from makachess.play.tables.messages.codec import format_records, parse_records
from makachess.play.tables.messages.parts import CHAT_KEPT, ChatLine


class Talk:
    """The last lines said at a table; `write` puts them on disk, `send` tells of each.

    What cannot be written is heard nevertheless, and written once there is room.
    """

    def __init__(
        self,
        write: Callable[[str], Awaitable[None]],
        send: Callable[[ChatLine], object],
        lines: Iterable[ChatLine] = (),
    ) -> None:
        self.lines: deque[ChatLine] = deque(lines, maxlen=CHAT_KEPT)
        self._send = send
        self._new: list[ChatLine] = []  # said, and not on its way to the file yet
        self.commits: BatchedCommits[ChatLine] = BatchedCommits(
            self._text, write, self._draft, written=self._text()
        )

    async def say(self, line: ChatLine) -> None:
        """Say a line; it has been heard when this returns."""
        self._new.append(line)
        self.commits.note(line)
        await self.commits.settled()

    def _text(self) -> str:
        return format_records((*self.lines, *self._new)[-CHAT_KEPT:])

    def _draft(self, lines: list[ChatLine]) -> Callable[[str], None]:
        self._new = []
        return lambda news: self._hear(lines)

    def _hear(self, lines: list[ChatLine]) -> None:
        for line in lines:
            self.lines.append(line)
            self._send(line)


def parse_talk(data: bytes) -> tuple[ChatLine, ...]:
    """The lines that a file has kept, the last ones if it has more; none from any other file."""
    try:
        return tuple(parse_records(ChatLine, data)[-CHAT_KEPT:])
    except MakachessError:
        return ()
