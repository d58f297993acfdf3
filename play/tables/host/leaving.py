"""When a table that is no longer needed may be closed."""

from __future__ import annotations

from collections.abc import Container

from makachess.play.tables.host.table import HostedTable

OVER = 60.0  # seconds that a table stays after a game, once all players there have seen its end
EMPTY = 600.0  # before a game
DECIDED_ELSEWHERE = ("abandoned", "adjudication")  # ends that a player may have been away for
DAYS = 30 * 86_400.0  # before a game that needs no player to be there, and after it until all know


def is_left(table: HostedTable, guests: Container[str], today: float) -> bool:
    """Whether a table may be closed, with these people connected; `today` in seconds."""
    wanted = set(table.people.values()) - (table.seen if table.session.over else set())
    is_used = bool(table.watchers) or any(name in guests for name in wanted)
    if table.is_to_be_kept or is_used or table.commits.failure:
        table.left_at = today
        return False
    return today - table.left_at >= _patience(table)


def _patience(table: HostedTable) -> float:
    """Seconds that a table stays without anybody and without a game being played."""
    control = table.control
    counts_days = control is not None and control.per_move > 0
    if table.session.over:
        has_told_all = table.seen.issuperset(table.people.values())
        ended = table.game.outcome
        is_news = counts_days or (ended is not None and ended.reason in DECIDED_ELSEWHERE)
        return DAYS if is_news and not has_told_all else OVER
    return DAYS if counts_days or (control is None and table.invited) else EMPTY
