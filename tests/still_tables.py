"""Tables without a host: a client that has been told of some, and never hears more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from makachess.core import Position
from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.client.mirror import TableClient
from makachess.play.tables.messages.schema import (
    Answer,
    ChatLine,
    Entry,
    Presence,
    Present,
    Refused,
    Request,
    Sitter,
    Standing,
    Table,
    Tables,
    Welcome,
)
from makachess.play.tables.messages.wording import whereabouts
from makachess.tui.screens.table import TableScreen
from makachess.tui.screens.tables import PeopleScreen, TablesScreen
from makachess.variants import load, rules_digest


def person(name: str, *, here: bool = True) -> Sitter:
    return Sitter(name, "human", here)


ENGINE = Sitter("makachess level 3", "program", True)
ANNA, BERT = person("anna"), person("bert")
ENTRIES = (
    Entry(1, "chess", ANNA, BERT, clock="300+3", plies=8),
    Entry(2, "veteran", person("carl", here=False), Sitter(), spectators=2),
    Entry(3, "maka", ENGINE, ANNA, clock="1/172800", options="rules=modern", plies=30),
    Entry(4, "devingt", BERT, person("Doña Elvira"), clock="1800+3x40", result="1-0", plies=61),
    Entry(5, "macadamia", Sitter(), ANNA),
)


PRESENT = (
    Presence("anna", 0, 1),
    Presence("bert", 60, 1),
    Presence("carl", 3600, 3, watches=True),
    *(Presence(f"dora {number}", 7200, 5) for number in range(30)),
)


class StillClient(TablesClient):
    """Knows of tables, and has everything refused."""

    def __init__(self, *entries: Entry) -> None:
        super().__init__("nowhere", "anna")
        self.entries = entries
        self.welcome = Welcome(1, "anna")

    @property
    def up(self) -> bool:
        return True

    async def connect(self) -> Welcome:
        assert self.welcome is not None
        return self.welcome

    async def ask(self, request: Request, kind: type[Any]) -> Any:
        return Present(1, PRESENT) if kind is Present else Tables(1, self.entries)

    def send(
        self, request: Request, then: Callable[[Answer | None], object] = lambda answer: None
    ) -> None:
        then(Refused(1, f"{type(request).__name__} is refused here"))


def tables() -> TablesScreen:
    return TablesScreen(StillClient(*ENTRIES))


def people() -> PeopleScreen:
    async def look() -> list[tuple[str, str]]:
        tables = {entry.table: entry for entry in ENTRIES}
        return [(one.name, whereabouts(one, tables[one.table])) for one in PRESENT]

    return PeopleScreen("anna", look, lambda name: None)


def whole_table(plies: int = 0) -> Table:
    """A game between Anna and Bert, watched by a third player, after `plies` moves."""
    chess = load("chess")
    position, moves = Position(chess), []
    for ply in range(plies):
        moves.append(sorted(map(str, position.legal_moves()))[ply * 7 % 20])
        position.push(position.parse(moves[-1]))
    entry = Entry(1, "chess", ANNA, BERT, plies=plies, turn=position.turn, spectators=1)
    greetings = (ChatLine(f"guest {number}", "Hello", number) for number in range(9))
    chat = (*greetings, ChatLine("carl", "Hello", 9), ChatLine("bert", "Good luck", 10, "black"))
    digest = str(rules_digest(chess))
    return Table(entry, Standing(), moves=tuple(moves), digest=digest, chat=chat)


def table(plies: int = 0) -> TableScreen:
    seen = TableClient(StillClient(), 1, lambda told: None)
    seen.take(whole_table(plies))
    return TableScreen(seen)
