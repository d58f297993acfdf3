"""Tables without a host: a client that has been told of some, and never hears more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from makachess.core import Position
from makachess.play.tables.client.connection import TablesClient
from makachess.play.tables.client.mirror import TableClient
from makachess.play.tables.messages.parts import VERSION, ChatLine, Entry, Sitter, Standing
from makachess.play.tables.messages.reports import Answer, Refused, Table, Tables, Welcome
from makachess.play.tables.messages.requests import Request
from makachess.tui.screens.table import TableScreen
from makachess.tui.screens.tables import TablesScreen
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


class StillClient(TablesClient):
    """Knows of tables, and has everything refused."""

    def __init__(self, *entries: Entry) -> None:
        super().__init__("nowhere", "anna")
        self.entries = entries
        self.welcome = Welcome(1, VERSION, "anna")

    @property
    def up(self) -> bool:
        return True

    async def connect(self) -> Welcome:
        assert self.welcome is not None
        return self.welcome

    async def ask(self, request: Request, kind: type[Any]) -> Any:
        return Tables(1, self.entries)

    def send(
        self, request: Request, then: Callable[[Answer | None], object] = lambda answer: None
    ) -> None:
        then(Refused(1, f"{type(request).__name__} is refused here"))


def tables() -> TablesScreen:
    return TablesScreen(StillClient(*ENTRIES))


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
    return Table(entry, 1, Standing(), digest, moves=tuple(moves), chat=chat)


def table(plies: int = 0) -> TableScreen:
    seen = TableClient(StillClient(), 1, lambda told: None)
    seen.take(whole_table(plies))
    return TableScreen(seen)
