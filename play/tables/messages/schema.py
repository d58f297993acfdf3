"""All messages between a host of tables and its clients, declared once.

What is sent is read, refused, written and documented by these declarations alone. A message is a
frozen record; its name on the line is the name of its class with hyphens, as in `make-move`.
"""

from __future__ import annotations

from typing import TypeAlias

from makachess.play.tables.messages.parts import (
    Account,
    ChatLine,
    Entry,
    Face,
    Presence,
    Sitter,
    Standing,
)
from makachess.play.tables.messages.reports import (
    Accounts,
    Answer,
    Attention,
    Change,
    Done,
    Gone,
    Goodbye,
    Listed,
    Notice,
    People,
    Present,
    Refused,
    Said,
    Status,
    Table,
    Tables,
    Welcome,
)
from makachess.play.tables.messages.requests import (
    Adjudicate,
    Ban,
    Chat,
    Claim,
    CloseTable,
    Draw,
    GetStatus,
    Hello,
    Kick,
    Leave,
    ListAccounts,
    ListMine,
    ListPresent,
    ListTables,
    MakeMove,
    Mute,
    OpenTable,
    Ping,
    Rematch,
    Rename,
    Request,
    Resign,
    SeatEngine,
    Sit,
    Stand,
    TakeBack,
    Watch,
)

PARTS = (Sitter, Entry, Face, Standing, ChatLine, Presence, Account)
REQUESTS: tuple[type[Request], ...] = (
    *(Hello, Ping, ListTables, ListMine, ListPresent, OpenTable),
    *(Watch, Leave, Sit, Stand, SeatEngine),
    *(MakeMove, Draw, TakeBack, Resign, Claim, Rematch, Chat),
    *(GetStatus, ListAccounts, Kick, Ban, Rename, Mute, CloseTable, Adjudicate),
)
ANSWERS: tuple[type[Answer], ...] = (Welcome, Done, Refused, Tables, Present, Status, Accounts)
EVENTS = (Table, Change, People, Said, Listed, Gone, Attention, Notice, Goodbye)

Event: TypeAlias = Table | Change | People | Said | Listed | Gone | Attention | Notice | Goodbye
Message: TypeAlias = Answer | Event
