"""The state of the game in one row: its name, move number, side to move, check or result."""

from __future__ import annotations

from makachess.play.attacks import Royal, dangers, several_royals
from makachess.saves import Game
from makachess.tui.text import Part, TextLine, is_cut

NOT_SAVED = "NOT SAVED"


class StatusLine(TextLine):
    """The first row of the screen; warnings that do not fit are left out."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._state: list[Part] = []
        self._mark = Part("")
        self._warnings: list[Part] = []
        self._aside = ""
        self._unsaved = ""

    def show_unsaved(self, reason: str) -> None:
        """Show that the game is not saved, and why, as long as there is a reason."""
        if reason != self._unsaved:
            self._unsaved = reason
            self._fill()

    def show_aside(self, text: str) -> None:
        """Show what a panel would say, in a window without room for panels."""
        if text != self._aside:
            self._aside = text
            self._fill()

    def show(
        self, game: Game, note: str = "", royals: tuple[Royal, ...] = (), mark: str = ""
    ) -> None:
        """Show where a game stands; the note says what the program is doing.

        The mark says why it is not the game as it stands, if it is not.
        """
        position = game.position
        parts = [Part(" " + game.variant.title, "strong"), Part(f"  move {position.fullmove}  ")]
        if game.outcome is not None:
            parts.append(Part(game.outcome.explanation, "accent"))
        else:
            parts.append(Part(f"{position.turn.capitalize()} to move"))
            if position.is_check():
                parts.append(Part(" - check!", "alert"))
        if note:
            parts.append(Part(f"  {note}", "quiet"))
        threats = [] if game.outcome else dangers(royals, position.turn)
        self._state = parts
        self._mark = Part(f"  {mark}" if mark else "", "alert")
        self._warnings = [Part(f" - {text}", "alert") for text in threats]
        self._warnings += [Part(f" - {text}", "accent") for text in several_royals(royals)]
        self._fill()

    def on_resize(self) -> None:
        """Fit the row into the new width."""
        self._fill()

    def _fill(self) -> None:
        title, state = self._state[:1], [*self._state[1:]]
        if self._aside:
            state.append(Part(f"  {self._aside}", "accent"))
        if self._unsaved:
            title.append(Part(f"  {NOT_SAVED}: {self._unsaved}", "alert"))
        mark = [self._mark] if self._mark.text else []
        parts = [*title, *state, *mark]  # at the end the mark moves nothing else
        if mark and is_cut(parts, self.size.width):
            parts = [*title, *mark, *state]
        if is_cut(parts, self.size.width):
            del parts[:1]  # the name of the game, which the players know
            parts[0] = parts[0]._replace(text=f" {parts[0].text.lstrip()}")
            if self._unsaved and is_cut(parts, self.size.width):
                parts[0] = Part(f" {NOT_SAVED}", "alert")
        room = self.size.width - sum(len(part.text) for part in parts)
        for part in self._warnings:
            if len(part.text) <= room:
                parts.append(part)
                room -= len(part.text)
        self.set_parts(*parts)
