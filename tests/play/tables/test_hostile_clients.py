"""Clients that send rubbish, too much, too fast or nothing: dropped, and no table notices."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from makachess.play.tables.host.limits import Limits
from makachess.play.tables.messages.codec import (
    RefusedError,
    format_message,
    parse_message,
)
from makachess.play.tables.messages.schema import (
    VERSION,
    Ask,
    Done,
    Goodbye,
    Hello,
    Leave,
    ListPresent,
    MakeMove,
    Present,
    Refused,
    Resign,
    Welcome,
)
from makachess.play.tables.place import read_secret
from tables_host import Inn, Person, inn, play, refusal, two, until

STRICT = Limits(burst=40, rate=20, hello=0.2, faults=3, backlog=1 << 16, unknown=60)
VETERAN = ("e2e4", "e7e5", "d2d3", "d7d6", "c2c3", "c7c6", "b2b3", "b7b6", "a2a3", "a7a6")


class Stranger:
    """A connection that says whatever it likes."""

    def __init__(self, place: Inn, name: str = "mallory") -> None:
        self._place = place
        self.name = name

    async def __aenter__(self) -> Stranger:
        self.reader, self.writer = await asyncio.open_unix_connection(
            self._place.socket, limit=1 << 22
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def hello(self, name: str = "", version: int = VERSION):
        key = read_secret(self._place.socket)
        self.writer.write(format_message(Hello(version, name or self.name, key, id=1)))
        return parse_message(await self.reader.readline())

    def write(self, *lines: bytes) -> None:
        self.writer.write(b"".join(lines))

    async def rest(self) -> list:
        """All that the host says until it closes the connection."""
        try:
            return [parse_message(line) async for line in self.reader]
        except ConnectionResetError:
            return []


async def malformed(stranger: Stranger) -> None:
    await stranger.hello()
    stranger.write(b"rubbish\n", b"\0\xff\n", b'{"type":"move"}\n', b"[]\n")
    *refused, goodbye = await stranger.rest()
    assert [type(message) for message in refused] == [Refused] * 3
    assert goodbye == Goodbye("too many lines that are no requests")


async def oversized(stranger: Stranger) -> None:
    await stranger.hello()
    stranger.write(b"x" * 100_000)
    assert await stranger.rest() in ([Goodbye("a line is too long")], [])


async def oversized_before_hello(stranger: Stranger) -> None:
    stranger.write(b"x" * 100_000, b"\n")
    assert await stranger.rest() in ([Goodbye("a line is too long")], [])


async def flooding(stranger: Stranger) -> None:
    await stranger.hello()
    stranger.write(*(format_message(ListPresent(id=number)) for number in range(500)))
    assert (await stranger.rest())[-1] == Goodbye("too many requests")


async def silent(stranger: Stranger) -> None:
    assert await stranger.rest() == [Goodbye("there was no hello")]


async def half_open(stranger: Stranger) -> None:
    stranger.write(b'{"type":"hello","ver')
    assert await stranger.rest() == [Goodbye("there was no hello")]


async def gone_at_once(stranger: Stranger) -> None:
    stranger.write(b'{"type":"hello","ver')
    stranger.writer.write_eof()
    (refused,) = await stranger.rest()
    assert isinstance(refused, Refused)


async def never_reading(stranger: Stranger) -> None:
    """Asks for the whole table again and again, and reads nothing."""
    await stranger.hello()
    stranger.reader._transport.pause_reading()
    for number in range(400):
        stranger.write(b'{"type":"watch","id":%d,"table":1}\n' % number)
        if number % 10 == 0:
            await asyncio.sleep(0)


async def replaying(stranger: Stranger) -> None:
    """Sends once more what the players have sent."""
    await stranger.hello()
    for ply, move in enumerate(VETERAN, 1):
        stranger.write(format_message(MakeMove(1, 1, ply, move, id=ply)))
        answer = parse_message(await stranger.reader.readline())
        assert answer == Refused(ply, f"{stranger.name!r} does not sit at table 1")


async def other_version(stranger: Stranger) -> None:
    refused = await stranger.hello(version=99)
    assert isinstance(refused, Refused)
    assert f"speaks version {VERSION} of the protocol, not 99: " in refused.reason
    assert await stranger.rest() == []


async def others_seats(stranger: Stranger) -> None:
    await stranger.hello()
    stranger.write(format_message(Resign(1, 1, id=5)))
    assert "does not sit" in parse_message(await stranger.reader.readline()).reason


async def no_hello(stranger: Stranger) -> None:
    stranger.write(format_message(Resign(1, 1, id=5)))
    assert await stranger.rest() == [Refused(5, "hello comes first")]


async def names_that_are_none(stranger: Stranger) -> None:
    answer = await stranger.hello("?")
    assert answer.reason == "'?' is not a name to play under"


ATTACKS = [
    *(malformed, oversized, oversized_before_hello, flooding, silent, half_open, gone_at_once),
    *(never_reading, replaying, other_version, others_seats, no_hello, names_that_are_none),
]


async def check_that_no_table_notices(folder, attacks) -> None:
    """Two people play while all attacks go on at once."""
    async with inn(folder, STRICT) as place:
        anna, bert = await place.come("anna"), await place.come("bert")
        white = await anna.open("veteran")
        black = await bert.sit(white.table, "black")
        await until(lambda: not white.entry.open_seats)

        async def attack_once(attack, number) -> None:
            async with Stranger(place, f"mallory {number}") as stranger:
                await attack(stranger)

        async with asyncio.TaskGroup() as group:
            for number, attack in enumerate(attacks):
                group.create_task(attack_once(attack, number))
            await play((white, black), *VETERAN)
        assert white.game.moves == black.game.moves
        assert len(white.game.moves) == len(VETERAN)
        assert not any(line.final for line in (*anna.lines, *bert.lines))
        await until(lambda: set(place.club.guests) == {"anna", "bert"})


async def test_no_table_notices_many_hostile_clients_at_once(tmp_path):
    await check_that_no_table_notices(tmp_path, ATTACKS * 3)


async def test_an_account_cannot_ask_more_by_more_clients(tmp_path):
    async with inn(tmp_path, STRICT, now=lambda: 0.0) as place:
        async with Stranger(place) as one, Stranger(place) as two:
            asked = [format_message(Leave(1, id=number)) for number in range(30)]
            assert isinstance(await one.hello(), Welcome)
            one.write(*asked)
            for _ in asked:
                await one.reader.readline()
            assert isinstance(await two.hello(), Welcome)
            two.write(*asked)
            said = await two.rest()
        assert (len(said), said[-1]) == (11, Goodbye("too many requests"))


@pytest.mark.slow
async def test_those_who_do_not_say_who_they_are_take_no_room_for_long(tmp_path):
    patient = replace(STRICT, hello=3.0)  # so that all have come before the first one has to go
    async with inn(tmp_path, patient) as place:
        strangers = [Stranger(place) for _ in range(STRICT.unknown + 10)]
        for stranger in strangers:
            await stranger.__aenter__()
        said = await asyncio.gather(*(stranger.rest() for stranger in strangers))
        full = Goodbye("the host has no room for more clients", back=True)
        assert sum(full in messages for messages in said) >= 10
        assert (await place.come("anna")).client.up
        for stranger in strangers:
            await stranger.__aexit__()


async def test_random_lines_are_answered_or_their_sender_is_dropped(tmp_path):
    chance = random.Random(1)
    words = ["hello", "make-move", "watch", "open-table", "draw", 1, 0, -1, 2**40, None, True, "x"]
    keys = ["type", "id", "table", "round", "ply", "move", "say", "variant", "clock", "version"]
    async with inn(tmp_path, STRICT) as place:
        anna = await place.come("anna")
        for number in range(30):
            async with Stranger(place) as stranger:
                await stranger.hello(f"m{number}")
                for _ in range(6):
                    record = {chance.choice(keys): chance.choice(words) for _ in range(6)}
                    stranger.write(json.dumps(record).encode() + b"\n")
                    said = parse_message(await stranger.reader.readline())
                    if not isinstance(said, Refused):
                        break
                else:
                    said = parse_message(await stranger.reader.readline())
                assert said == Goodbye("too many lines that are no requests")
        await anna.client.ask(ListPresent(), Present)


ROUNDS = 40


async def offering(mallory: Person, oscar: Person) -> None:
    await mallory.client.ask(MakeMove(2, 1, 1, "e2e4"), Done)
    for _ in range(ROUNDS):
        for request in (
            Ask(2, 1, "draw", "offer"),
            Ask(2, 1, "takeback", "offer"),
            Ask(2, 1, "draw", "decline"),
        ):
            with suppress(RefusedError):
                await mallory.client.ask(request, Done)
        for request in (Ask(2, 1, "draw", "decline"), Ask(2, 1, "takeback", "decline")):
            with suppress(RefusedError):
                await oscar.client.ask(request, Done)


async def resigning(mallory: Person, oscar: Person) -> None:
    """Until the day's games are used up."""
    for number in range(1, LOOSE.games + 1):
        mover = mallory if number % 2 else oscar
        await mover.client.ask(MakeMove(2, number, 1, "e2e4"), Done)
        await mallory.client.ask(Resign(2, number), Done)
        if number < LOOSE.games:
            await mallory.client.ask(Ask(2, number, "rematch", "offer"), Done)
            await oscar.client.ask(Ask(2, number, "rematch", "accept"), Done)
    for _ in range(ROUNDS):
        again = Ask(2, LOOSE.games, "rematch", "offer")
        assert "has begun 5 games within a day" in await refusal(mallory, again)


LOOSE = Limits(burst=10_000, games=5)


@pytest.mark.parametrize("act", [offering, resigning])
async def test_who_goes_round_in_circles_disturbs_no_table_and_fills_no_file(tmp_path, act):
    async with inn(tmp_path, LOOSE) as place:
        anna, bert, white, black = await two(place)
        mallory, oscar = await place.come("mallory"), await place.come("oscar")
        await mallory.open("chess")
        await oscar.sit(2, "black")
        heard = len(anna.heard), len(bert.heard)
        loop = asyncio.create_task(act(mallory, oscar))
        await play((white, black), "e2e4", "e7e5", "g1f3")
        await loop
        assert all(
            getattr(event, "table", 1) == 1
            for person, before in zip((anna, bert), heard, strict=True)
            for event in person.heard[before:]
        )
        assert len(place.club._left) < 3
    files = [path for path in place.folder.rglob("*") if path.is_file()]  # all has been saved
    assert len(files) < 12
    assert sum(path.stat().st_size for path in files) < 10_000
