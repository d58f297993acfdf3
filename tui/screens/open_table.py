"""The form for opening a table, which is that for a new game but for who plays."""

from __future__ import annotations

from collections.abc import Callable

from makachess.play.settings import check_name
from makachess.play.tables.client.wishes import TableForm
from makachess.play.tables.messages.requests import OpenTable
from makachess.tui.screens.new_game import GameFormScreen
from makachess.tui.screens.overlay import ask_text
from makachess.variants import label_variants, list_games


class OpenTableScreen(GameFormScreen):
    """Chooses a table; `then` gets what is asked of the host, and the level of an engine if any."""

    NAME = "Open a table"

    def __init__(
        self, then: Callable[[OpenTable, int | None], object] = lambda wish, level: None
    ) -> None:
        super().__init__()
        self._then = then

    def make_choices(self) -> TableForm:
        """The games that the host knows as well."""
        games = [listing for listing in list_games() if listing.path is None]
        found = [listing.variant for listing in games if listing.variant is not None]
        return TableForm(self.preferences.settings, label_variants(self.in_order(found)))

    def start(self) -> None:
        """Open the table, once the name of who is invited is known."""
        form = self.choices
        assert isinstance(form, TableForm)
        if form.invites:
            ask_text(self, "Who is invited: ", "", lambda name: self._name_typed(form, name))
        else:
            self._begin(form, "")

    def _name_typed(self, form: TableForm, text: str) -> None:
        try:
            self._begin(form, check_name(text))
        except ValueError as error:
            self.prompt.say(f"{text!r} {error}", alert=True)

    def _begin(self, form: TableForm, invited: str) -> None:
        """Open the table, and remember what was chosen."""
        self.preferences.remember(**form.settings())
        self.preferences.remember_options(form.variant.name, form.variant.rules_options)
        if self.close():
            self._then(form.wish(invited), form.engine_level)
