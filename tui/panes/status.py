"""The state of a game: its name, move number, side to move, check or result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from makachess.play.attacks import Royal, dangers, several_royals
from makachess.saves import Game
from makachess.tui.text import Line, LinesWidget, Part, is_cut, rule, wrap

NOT_SAVED = "NOT SAVED"
MOST_ROWS = 5  # of what stands below the name of the game in a panel
STEADY = 3  # rows that are kept once they were needed, so that what stands below does not jump


class Card(NamedTuple):
    """What a panel says of the move that is shown: its place among all, and lines about it."""

    place: str
    lines: Sequence[Line] = ()


class StatusLine(LinesWidget):
    """The first row of the screen; warnings that do not fit are left out.

    In a panel it is a rule with the name of the game, and below it what there is to say, wrapped.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.is_in_panel = False
        self.on_rows: Callable[[], object] = lambda: None  # hears that other rows are needed
        self._state: list[Part] = []
        self._is_over = False
        self._note: list[Part] = []
        self._mark = Part("")
        self._warnings: list[Part] = []
        self._card: Card | None = None
        self._aside = ""
        self._unsaved = ""
        self._width = self._kept = 0  # a panel's width, and the rows kept there

    def rows_for(self, width: int) -> int:
        """The rows that a panel of a width should have for it; the first few it keeps.

        A card has these from the start.
        """
        needed = len(self._panel_lines(width))
        if self._card:
            return max(needed, STEADY)
        kept = self._kept if width == self._width else 0
        self._width, self._kept = width, max(kept, min(needed, STEADY))
        return max(needed, self._kept)

    def show_unsaved(self, reason: str) -> None:
        """Show that the game is not saved, and why, as long as there is a reason."""
        self._unsaved = reason
        self.changed()

    def show_aside(self, text: str) -> None:
        self._aside = text
        self.changed()

    def show(
        self,
        game: Game,
        note: str = "",
        royals: tuple[Royal, ...] = (),
        mark: str = "",
        card: Card | None = None,
        title: str = "",
        awaited: str = "",
    ) -> None:
        """Show where a game stands; the note says what the program is doing.

        What is `awaited` stands in place of the side to move. The mark says why it is not the game
        as it stands, if it is not. A panel shows a card, if there is one, in place of the note. Its
        title is that of the game, or the one given.
        """
        position = game.position
        number = Part(f"  move {position.fullmove}  ")
        parts = [Part(f" {title or game.variant.title}", "strong"), number]
        if game.outcome is not None:
            parts.append(Part(game.outcome.explanation, "accent"))
        else:
            parts.append(Part(awaited or f"{position.turn.capitalize()} to move"))
            if position.is_check():
                parts.append(Part(" - check!", "alert"))
        self._note = [Part(f"  {note}", "quiet")] if note else []
        self._card = card
        threats = [] if game.outcome else dangers(royals, position.turn)
        self._state = parts
        self._is_over = game.outcome is not None
        self._mark = Part(f"  {mark}" if mark else "", "alert")
        self._warnings = [Part(f" - {text}", "alert") for text in threats]
        self._warnings += [Part(f" - {text}", "accent") for text in several_royals(royals)]
        self.changed()

    def lines(self) -> list[Line]:
        width = self.size.width
        return self._panel_lines(width) if self.is_in_panel else [self._row(width)]

    def changed(self) -> None:
        """Show it, in as many rows as it needs now."""
        super().changed()
        width = self.size.width
        if width and self.is_in_panel and self.rows_for(width) != self.rows_given:
            self.on_rows()

    def on_resize(self) -> None:
        self.changed()

    def _panel_lines(self, width: int) -> list[Line]:
        if not self._state:
            return [(), ()]
        title, number, *state = self._state
        card = self._card or Card(number.text.strip())
        said = [self._mark] if self._mark.text else []
        if self._unsaved:
            said.append(Part(f"  {NOT_SAVED}: {self._unsaved}", "alert"))
        if not self._is_over and (self._mark.text or self._card):
            del state[:1]  # the bars of the players say whose turn it is
        if said and state:
            state[0] = state[0]._replace(text=f"  {state[0].text}")
        said += state
        rest = [*([] if self._card else self._note), *self._warnings]
        below = _unindented([*said, *rest], width)
        if len(apart := _unindented(said, width) + _unindented(rest, width)) <= len(below):
            below = apart  # no phrase is cut that need not be
        below = below[:MOST_ROWS]
        below += [row for line in card.lines for row in wrap(line, max(width, 1))]
        return [rule(title.text.strip(), width, [Part(card.place, "quiet")]), *below]

    def _row(self, width: int) -> Line:
        title, state = self._state[:1], [*self._state[1:], *self._note]
        if self._aside:
            state.append(Part(f"  {self._aside}", "accent"))
        if self._unsaved:
            title.append(Part(f"  {NOT_SAVED}: {self._unsaved}", "alert"))
        mark = [self._mark] if self._mark.text else []
        parts = [*title, *state, *mark]  # at the end the mark moves nothing else
        if mark and is_cut(parts, width):
            parts = [*title, *mark, *state]
        if parts and is_cut(parts, width):
            del parts[:1]  # the name of the game, which the players know
            parts[0] = parts[0]._replace(text=f" {parts[0].text.lstrip()}")
            if self._unsaved and is_cut(parts, width):
                parts[0] = Part(f" {NOT_SAVED}", "alert")
        room = width - sum(len(part.text) for part in parts)
        for part in self._warnings:
            if len(part.text) <= room:
                parts.append(part)
                room -= len(part.text)
        return parts


def _unindented(parts: Sequence[Part], width: int) -> list[Line]:
    """Parts in rows, without what sets the first one off from others."""
    if not parts:
        return []
    first = parts[0]._replace(text=parts[0].text.lstrip(" -"))
    return list(wrap([first, *parts[1:]], max(width, 1)))
