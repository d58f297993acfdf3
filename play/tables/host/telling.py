"""What the host tells of a table: composed from its session, and from what was told before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from makachess.core.move import count_shared
from makachess.play.session.session import GameUpdate, Session
from makachess.play.tables.messages.parts import Entry, Standing
from makachess.play.tables.messages.reports import Change
from makachess.saves import Node


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be told of a table once it is on disk: a change of the game, if there is one."""

    entry: Entry
    standing: Standing
    plies: int  # of the game's line, as far as it was told before
    moves: tuple[str, ...]  # behind them
    line: tuple[str, ...]  # all moves told once this has been told
    node: Node
    told: tuple[GameUpdate, ...] = ()


@dataclass(slots=True)
class Telling:
    """How far the watchers of a table know its game."""

    revision: int = 0
    line: tuple[str, ...] = ()
    node: Node | None = None
    entry: Entry | None = None
    standing: Standing = field(default_factory=Standing)

    def draft(
        self, entry: Entry, standing: Standing, session: Session, told: Sequence[GameUpdate]
    ) -> Draft:
        """What has to be told now."""
        node = session.game.node
        keep, moves = self._difference(session, node)
        return Draft(entry, standing, keep, moves, self.line[:keep] + moves, node, tuple(told))

    def _difference(self, session: Session, node: Node) -> tuple[int, tuple[str, ...]]:
        """The plies that stay as told, and the moves behind them."""
        if node is self.node:
            return len(self.line), ()
        if self.node is not None and node.parent is self.node:
            return len(self.line), (str(node.move),)
        moves = tuple(map(str, session.game.moves))
        keep = count_shared(moves, self.line)
        return keep, moves[keep:]

    def accept(self, draft: Draft) -> Change | None:
        """Count a draft as told: the event for it, None if the game has not changed."""
        same = (draft.moves, draft.plies) == ((), len(self.line))
        standing = (_timeless(draft.standing), _timeless(self.standing))
        notes = [told.note for told in draft.told if told.note]
        self.line, self.node, self.standing = draft.line, draft.node, draft.standing
        if same and standing[0] == standing[1] and not notes:
            return None
        self.revision += 1
        return Change(
            draft.entry.table,
            draft.entry.round,
            self.revision,
            draft.plies,
            draft.standing,
            draft.moves,
            "; ".join(notes)[:1000],
            any(told.alert for told in draft.told),
        )


def _timeless(standing: Standing) -> Standing:
    """How a game stands, but for the time that passes by itself."""
    face = standing.face
    return standing if face is None else replace(standing, face=replace(face, used=0.0))


def is_listed_alike(one: Entry | None, other: Entry) -> bool:
    """Whether those who follow the list need not be told; moves alone are not listed."""
    if one is None:
        return False
    plain = [replace(entry, plies=0, turn="white", spectators=0) for entry in (one, other)]
    return plain[0] == plain[1]
