"""The tables of a host: a list that follows what happens there, and the way to each of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.core.text import how_many, sentence
from makachess.play.background import BackgroundTask, close_all
from makachess.play.questions import Answer
from makachess.play.settings import check_name
from makachess.play.shelf import title_of
from makachess.play.tables.client.connection import Connection, TablesClient, connect_or_begin
from makachess.play.tables.client.wishes import TableForm
from makachess.play.tables.messages.schema import (
    Attention,
    Done,
    Entry,
    Event,
    Gone,
    Listed,
    ListPresent,
    ListTables,
    OpenTable,
    Present,
    Sit,
    Stand,
    Tables,
)
from makachess.play.tables.messages.wording import (
    clock_column,
    describe,
    ended_meanwhile,
    rank,
    state,
    whereabouts,
    who,
)
from makachess.tui.host_address import HostAddress
from makachess.tui.key_row import hints
from makachess.tui.keys import SCREENS
from makachess.tui.lists import Item, Menu
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import BaseScreen, PageScreen, ask, ask_text
from makachess.tui.screens.new_game import GameFormScreen
from makachess.tui.screens.table import TableScreen
from makachess.tui.text import Part, TextLine, cut
from makachess.variants import label_variants, list_games
from textual.widget import Widget


class OpenTableScreen(GameFormScreen):
    """Chooses a table; `then` gets what is asked of the host, and the level of an engine if any."""

    TITLE = "Open a table"

    def __init__(
        self,
        then: Callable[[OpenTable, int | None], object] = lambda wish, level: None,
        guest: str = "",
    ) -> None:
        self._guest = guest  # who is invited at first
        super().__init__()
        self._then = then

    def make_choices(self) -> TableForm:
        games = [listing for listing in list_games() if listing.path is None]
        found = [listing.variant for listing in games if listing.variant is not None]
        return TableForm(self.preferences.settings, label_variants(found), self._guest)

    def start(self) -> None:
        form = self.choices
        assert isinstance(form, TableForm)
        if form.invites:
            ask_text(self, "Who is invited: ", "", lambda name: self._name_typed(form, name))
        else:
            self._begin(form, form.guest)

    def _name_typed(self, form: TableForm, text: str) -> None:
        try:
            self._begin(form, check_name(text))
        except ValueError as error:
            self.prompt.say(f"{text!r} {error}", alert=True)

    def _begin(self, form: TableForm, invited: str) -> None:
        self.preferences.remember(**form.settings())
        self.preferences.remember_options(form.variant.name, form.variant.rules_options)
        if self.close():
            self._then(form.wish(invited), form.engine_level)


CLOCK, PLAYERS = 9, 24  # columns
CONNECTING = Connection(False, "Connecting to the host of the tables...")
OPEN, AGAIN, PRESENT, FINISHED = "open", "again", "present", "finished"
LOOK = 5.0  # seconds between looks at who is here
CALLS = {
    "move": "Your move",
    "draw": "A draw is offered",
    "takeback": "You are asked to let a move be taken back",
    "rematch": "A rematch is wanted",
    "joined": "Someone has sat down",
    "over": "The game is over",
    "invited": "You are invited",
    "declined": "Your invitation was declined",
}


class PeopleScreen(PageScreen):
    """Who is here, and what they do; `look` asks the host, and who is chosen is invited."""

    ACTIONS = SCREENS["who is here"]
    TITLE = "Who is here"
    HINTS = hints("menu-up menu-down: choose, menu-choose: invite, go-back, help, leave")

    def __init__(
        self,
        me: str,
        look: Callable[[], Coroutine[object, object, Sequence[tuple[str, str]]]],
        invite: Callable[[str], object],
    ) -> None:
        super().__init__()
        self._me = me
        self._ask = look
        self._invite = invite
        self._looking = BackgroundTask()

    def on_mount(self) -> None:
        self.menu.focus()
        self._look()
        self.set_interval(LOOK, self._look)

    async def on_unmount(self) -> None:
        await self._looking.close()

    def _look(self) -> None:
        if self.is_active and not self._looking.running:
            self._looking.start(self._show())

    async def _show(self) -> None:
        people: Sequence[tuple[str, str]] = ()
        fault = ""
        try:
            people = await self._ask()
        except MakachessError as error:
            fault = sentence(str(error))
        if not self._looking.finish() or not self.is_attached:
            return
        if fault:
            self.prompt.say(fault, alert=True)
            return
        others = [Item(name, does, name) for name, does in people if name != self._me]
        mine = [Item(name, f"{does} (you)", name) for name, does in people if name == self._me]
        items, was = [*others, *mine], self.menu.items
        if items == list(was):
            return
        here = was[self.menu.index].value if was else None
        at = next((n for n, item in enumerate(items) if item.value == here), 0)
        self.menu.set_items(items, at)

    def chosen(self, event: Menu.Chosen) -> None:
        name = str(event.item.value)
        if name == self._me:
            self.prompt.say("That is you; choose somebody else to invite")
        elif self.close():
            self._invite(name)


class TablesScreen(PageScreen):
    """The tables there are, those first that wait for the guest."""

    ACTIONS = SCREENS["tables"]
    TITLE = "Tables"

    def __init__(self, client: TablesClient | None = None) -> None:
        super().__init__()
        self.state = TextLine(id="state")
        self._client = client
        self._entries: dict[int, Entry] = {}
        self._line = CONNECTING
        self._last = 0  # the table last gone to, until the highlight is there
        self._described = ""  # what the prompt tells of the highlighted table
        self._news: list[str] = []  # of the time when the player was away
        self._connecting = BackgroundTask()
        self._going = BackgroundTask()

    def page(self) -> list[Widget]:
        return [self.state, self.menu]

    def on_mount(self) -> None:
        self._show()
        self.menu.focus()
        self._connect()

    async def on_unmount(self) -> None:
        closing = [self._connecting.close(), self._going.close()]
        if self._client is not None:
            closing.append(self._client.close())
        await close_all(*closing)

    def on_screen_resume(self) -> None:
        """Look at all tables again: moves alone are not told to those who look at the list."""
        self.menu.focus()
        self._show()
        if self._client is not None and self._client.up:
            self._connecting.start(self._guarded(self._list(self._client)))

    def _connect(self) -> None:
        self._connecting.start(self._come_in())

    async def _come_in(self) -> None:
        client, address = self._client, app_of(self).host_address
        try:
            if client is None:
                client = self._client = await self._reach(address)
            else:
                await client.connect()
            client.hear, client.notice = self._hear, self._notice
            await self._list(client)
            if not self._entries and address.begins and address.socket is None:
                self.prompt.say("Others in this account type: makachess join --as NAME")
            self._tell(ended_meanwhile(self._entries.values(), self._me))
        except MakachessError as error:
            self._lose(f"The tables cannot be reached: {error}", final=True)

    async def _reach(self, address: HostAddress) -> TablesClient:
        """A client connected to the host, which is begun if there is none."""
        client = address.client()
        await (connect_or_begin(client, address.command()) if address.begins else client.connect())
        return client

    async def _list(self, client: TablesClient) -> None:
        found = await client.ask(ListTables(follow=True), Tables)
        self._line = Connection(True)
        self._entries = {entry.table: entry for entry in found.entries}
        self._show()

    def _notice(self, connection: Connection) -> None:
        client = self._client
        if connection.up and client is not None:
            self._connecting.start(self._guarded(self._list(client)))
        elif connection.final:
            self._lose(f"Disconnected: {connection.reason}", final=True)
        elif not connection.up:
            self._lose("The connection to the host is lost; trying again", final=False)
        for screen in self.app.screen_stack:
            if isinstance(screen, TableScreen):
                screen.show_line(connection)

    def _tell(self, news: str) -> None:
        if news:
            self._news.append(news)
            self.prompt.say("; ".join(self._news), alert=True)

    def _lose(self, why: str, *, final: bool) -> None:
        self._line = Connection(False, why, final)
        if final:
            self._client, self._entries = None, {}
        if self.is_attached:
            self._show()

    def _hear(self, event: Event) -> None:
        """Follow the list, and call for a table that is not on the screen."""
        if isinstance(event, Listed):
            self._entries[event.entry.table] = event.entry
            self._show()
        elif isinstance(event, Gone):
            self._entries.pop(event.table, None)
            self._show()
        elif isinstance(event, Attention):
            self.app.bell()
            screen = self.app.screen
            if isinstance(screen, BaseScreen):
                screen.prompt.say(f"{CALLS[event.what]} at table {event.table}", alert=True)

    @property
    def _me(self) -> str:
        return self._client.name if self._client is not None else ""

    def _show(self) -> None:
        """Show how things are, with the highlight where it was, or on the table last gone to."""
        was = self.menu.items[self.menu.index].value if self.menu.items else None
        if self._last in self._entries:
            was, self._last = self._last, 0
        items = self._items()
        at = next((n for n, item in enumerate(items) if item.value == was), 0)
        self.menu.set_items(items, at)
        moving = "menu-up menu-down: choose, menu-choose: open," if items else ""
        self.key_row.show(*hints(f"{moving} go-back, help, leave"))
        if self._described and self.prompt.message == self._described:
            self._describe()  # what it tells may have changed
        said = self._line.reason
        if self._line.up and self._entries:
            said = f"You are {self._me} here; {how_many(len(self._entries), 'table')}"
        elif self._line.up:
            said = f"You are {self._me} here. There are no tables yet: open one, and wait"
        self.state.set_parts(Part(said, "alert" if self._line.final else "quiet"))

    def _items(self) -> list[Item]:
        if self._line.final:
            return [Item("Try again", "connect to the host of the tables", AGAIN)]
        ordered = sorted(self._entries.values(), key=lambda entry: rank(entry, self._me))
        return [*map(self._item, ordered), *(self._doors() if self._line.up else [])]

    def _doors(self) -> list[Item]:
        found = [
            Item("Open a table", "choose the game, the clock and your colour", OPEN),
            Item("Who is here", "what they play, and to invite someone", PRESENT),
        ]
        if self._finished is not None:
            found.append(Item("Finished games", "find, replay and review them", FINISHED))
        return found

    @property
    def _finished(self) -> Path | None:
        """The folder of the finished games, if it can be read here."""
        welcome = self._client.welcome if self._client is not None else None
        path = welcome.finished if welcome is not None else ""
        return Path(path) if path and os.access(path, os.R_OK | os.X_OK) else None

    def _item(self, entry: Entry) -> Item:
        players = cut(f"{who(entry.white)} - {who(entry.black)}", PLAYERS)
        watching = f", {entry.spectators} watch" if entry.spectators else ""
        detail = f"{clock_column(entry):<{CLOCK}}{players:<{PLAYERS}} "
        return Item(
            title_of(entry.variant), f"{detail}{state(entry, self._me)}{watching}", entry.table
        )

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        event.prevent_default()
        self._describe()

    def _describe(self) -> None:
        table = self.menu.items[self.menu.index].value if self.menu.items else None
        entry = self._entries.get(table) if isinstance(table, int) else None
        self._described = describe(entry, self._me) if entry else ""
        self.prompt.say(self._described)

    def chosen(self, event: Menu.Chosen) -> None:
        value = event.item.value
        if value == AGAIN:
            self._line = CONNECTING
            self._connect()
            self._show()
        elif value == OPEN:
            self._form()
        elif value == PRESENT:
            self.app.push_screen(PeopleScreen(self._me, self._people, self._form))
        elif value == FINISHED and (folder := self._finished) is not None:
            from makachess.tui.screens.library import ArchiveScreen

            self.app.push_screen(ArchiveScreen(folder, self._me))
        elif isinstance(value, int) and value in self._entries:
            self._choose(self._entries[value])

    def _form(self, guest: str = "") -> None:
        """Choose a table to be opened, to which a guest may be invited."""
        self.app.push_screen(OpenTableScreen(self._open, guest))

    async def _people(self) -> list[tuple[str, str]]:
        people = (await self._connected().ask(ListPresent(), Present)).people
        return [(one.name, whereabouts(one, self._entries.get(one.table))) for one in people]

    def _choose(self, entry: Entry) -> None:
        """Go to one's own table, or ask whether to sit down at another."""
        free = entry.seats_for(self._me)
        if entry.color_of(self._me) or not free:
            self._go_soon(entry.table)
            return
        answers = [
            Answer(c[0], f"sit down as {c.capitalize()}", partial(self._go_soon, entry.table, c))
            for c in free
        ]
        answers.append(Answer("l", "look on", lambda: self._go_soon(entry.table)))
        if entry.invited == self._me:
            decline = Answer("d", "decline", lambda: self._start(self._decline(entry.table)))
            answers.append(decline)
        ask(self, "Table:", *answers)

    def _go_soon(self, table: int, color: str = "") -> None:
        self._start(self._go(table, color))

    async def _decline(self, table: int) -> None:
        await self._connected().ask(Stand(table), Done)

    def _open(self, wish: OpenTable, level: int | None) -> None:
        self._start(self._go_to_new(wish, level))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        self._going.start(self._guarded(work))

    async def _guarded(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except MakachessError as error:
            self.prompt.say(sentence(str(error)), alert=True)

    def _connected(self) -> TablesClient:
        """The client; raises MakachessError while there is none."""
        if self._client is None:
            raise MakachessError("there is no connection to the host of the tables")
        return self._client

    async def _go(
        self, table: int, color: str = "", *, level: int | None = None, warning: str = ""
    ) -> None:
        """Watch a table, and show it: after sitting down there if a colour is given.

        An engine of a `level` is asked to sit down as well.
        """
        client = self._connected()
        if color:
            await client.ask(Sit(table, color), Done)
        remote = await client.watch(table)
        if self._going.is_current and self.app.screen is self:
            self._last = table
            screen = TableScreen(remote, warning)
            self.app.push_screen(screen)
            if level is not None:
                screen.seat_engine(level)

    async def _go_to_new(self, wish: OpenTable, level: int | None) -> None:
        opened = await self._connected().ask(wish, Done)
        await self._go(opened.table, level=level, warning=opened.warning)
