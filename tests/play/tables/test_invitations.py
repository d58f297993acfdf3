"""Tables to whose other seat a player is invited by name."""

from __future__ import annotations

from makachess.play.tables.messages.schema import (
    Attention,
    Done,
    ListPresent,
    ListTables,
    OpenTable,
    Presence,
    Present,
    Sit,
    Stand,
    Tables,
)
from makachess.play.tables.messages.wording import calls, rank, state
from makachess.saves import load_game
from tables_host import Times, an_inn, inn, play, refusal, restart, two, until

FOR_BERT = OpenTable("chess", color="white", invited="bert")


async def mine(person):
    return (await person.client.ask(ListTables(mine=True), Tables)).entries


async def test_only_who_is_invited_may_sit_down(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, carl = [await place.come(name) for name in ("anna", "bert", "carl")]
        await anna.client.ask(FOR_BERT, Done)
        white = await anna.watch(1)
        assert Attention(1, "invited") in bert.heard
        assert Attention(1, "invited") not in carl.heard
        assert await refusal(carl, Sit(1, "black")) == "Black's seat is kept for 'bert'"
        assert "taken by 'anna'" in await refusal(bert, Sit(1, "white"))
        seen = await carl.watch(1)
        assert (seen.entry.open_seats, seen.entry.seats_for(seen.me)) == (("black",), ())
        black = await bert.sit(1, "black")
        await until(lambda: white.persons_turn)
        assert black.entry.invited == ""
        await play((white, black), "e2e4", "e7e5")
        assert "Invited" not in load_game(place.folder / "1-1.pgn")[0].tags


async def test_who_is_invited_sees_it_first(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, carl = [await place.come(name) for name in ("anna", "bert", "carl")]
        await bert.open("chess")
        await carl.sit(1, "black")
        await carl.open("chess")
        await anna.client.ask(FOR_BERT, Done)
        entries = (await carl.client.ask(ListTables(), Tables)).entries
        order = {
            name: [e.table for e in sorted(entries, key=lambda e, name=name: rank(e, name))]
            for name in ("anna", "bert", "carl")
        }
        assert order == {"anna": [3, 2, 1], "bert": [3, 1, 2], "carl": [1, 2, 3]}
        states = [state(entries[2], name) for name in ("anna", "bert", "carl")]
        assert states == ["waiting for bert", "anna invites you", "kept for bert"]
        found = await mine(bert)
        assert [entry.table for entry in found] == [3, 1]
        assert calls(found, "bert") == "YOUR MOVE at 1 table, anna invites you"
        assert calls(await mine(carl), "carl") == ""
        await carl.client.ask(FOR_BERT, Done)
        said = calls(await mine(bert), "bert")
        assert said == "YOUR MOVE at 1 table, you are invited to 2 tables"


async def test_an_invitation_is_declined(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, carl = [await place.come(name) for name in ("anna", "bert", "carl")]
        await anna.client.ask(FOR_BERT, Done)
        assert "does not sit" in await refusal(carl, Stand(1))
        await bert.client.ask(Stand(1), Done)
        assert Attention(1, "declined") in anna.heard
        assert await mine(bert) == ()
        await carl.sit(1, "black")


async def test_nobody_invites_himself(tmp_path):
    async with inn(tmp_path) as place:
        bert = await place.come("bert")
        assert "you cannot invite yourself" in await refusal(bert, FOR_BERT)
        assert place.club.tables == {}


async def test_an_invitation_outlasts_the_host(tmp_path):
    async with inn(tmp_path) as place:
        anna, carl = await place.come("anna"), await place.come("carl")
        await anna.client.ask(FOR_BERT, Done)
        await restart(place, anna, carl)
        assert "kept for 'bert'" in await refusal(carl, Sit(1, "black"))
        bert = await place.come("bert")
        assert calls(await mine(bert), "bert") == "anna invites you"
        await bert.sit(1, "black")


async def test_an_invitation_waits_as_long_as_the_clock_allows(tmp_path):
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna = await place.come("anna")
        for clock in ("5+3", "", "2days"):
            wish = OpenTable("chess", clock=clock, color="white", invited="bert")
            await anna.client.ask(wish, Done)
        await anna.client.close()
        await until(lambda: not place.club.guests)
        for seconds, left in ((0, {1, 2, 3}), (600, {2, 3}), (30 * 86_400, set())):
            times.seconds += seconds
            await place.club.sweep()
            assert set(place.club.tables) == left


async def test_who_is_here_and_what_each_of_them_does_is_listed(tmp_path):
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna, _, white, _ = await two(place)
        times.seconds += 60
        carl = await place.come("carl")
        await carl.watch(white.table)
        await (await place.come("dora")).open("veteran")
        assert (await carl.client.ask(ListPresent(), Present)).people == (
            Presence("anna", 1_700_001_000, 1),
            Presence("bert", 1_700_001_000, 1),
            Presence("carl", 1_700_001_060, 1, watches=True),
            Presence("dora", 1_700_001_060, 2),
        )
        await anna.client.close()
        await until(lambda: "anna" not in place.club.guests)
        people = (await carl.client.ask(ListPresent(), Present)).people
        assert [one.name for one in people] == ["bert", "carl", "dora"]


async def test_an_invitation_by_a_name_like_that_of_another_is_warned_of(tmp_path):
    async with inn(tmp_path) as place:
        anna = await place.come("anna")
        assert (await anna.client.ask(OpenTable("chess", invited="dora"), Done)).warning == ""
        carl = await place.come("Carl")
        await carl.open()
        await restart(place, anna, carl)
        await carl.client.close()

        async def warning(name: str) -> str:
            return (await anna.client.ask(OpenTable("chess", invited=name), Done)).warning

        assert await warning("Carl") == ""
        assert await warning("dora") == ""
        for name in ("carl", "CARL", "Carol"):
            told = f"Nobody called {name!r} is known here; did you mean 'Carl'?"
            assert await warning(name) == told
