"""What is said at a table: kept beside its game, and heard once it is on disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from makachess.core.errors import MakachessError
from makachess.play.tables.host.commits import Commits
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
        self._new: list[ChatLine] = []  # said, and not told yet
        self.commits: Commits[tuple[ChatLine, ...]] = Commits(
            self._text, self._draft, write, self._announce, written=self._text()
        )

    async def say(self, line: ChatLine) -> None:
        """Say a line; it has been heard when this returns."""
        self._new.append(line)
        self.commits.note()
        await self.commits.settled()

    def _text(self) -> str:
        return format_records((*self.lines, *self._new)[-CHAT_KEPT:])

    def _draft(self) -> tuple[ChatLine, ...]:
        new, self._new = tuple(self._new), []
        return new

    def _announce(self, lines: tuple[ChatLine, ...], failure: str) -> None:
        for line in lines:
            self.lines.append(line)
            self._send(line)


def parse_talk(data: bytes) -> tuple[ChatLine, ...]:
    """The lines that a file has kept, the last ones if it has more; none from any other file."""
    try:
        return tuple(parse_records(ChatLine, data)[-CHAT_KEPT:])
    except MakachessError:
        return ()
