"""Games that end although a player does not come back, and tables that the owner closes."""

from __future__ import annotations

import pytest
from makachess.play.tables.host.table import CLAIM, CLAIM_IN_DAYS
from makachess.play.tables.messages.schema import (
    Adjudicate,
    Attention,
    Claim,
    Done,
    ListTables,
    Sit,
    Tables,
)
from makachess.play.tables.messages.wording import ended_meanwhile
from makachess.saves import load_game
from tables_host import (
    Inn,
    Person,
    Times,
    an_inn,
    inn,
    play,
    refusal,
    two,
    until,
)

WIN, DRAW = Claim(1, 1, "win"), Claim(1, 1, "draw")


async def leave(person: Person, other: Person, place: Inn, name: str) -> None:
    await person.client.close()
    await until(lambda: name not in place.club.guests)
    await other.client.ask(ListTables(), Tables)


@pytest.mark.parametrize(
    ("clock", "wait", "told"),
    [("", CLAIM, "3:00"), ("5+3", CLAIM, "3:00"), ("7days", CLAIM_IN_DAYS, "3d 0:00")],
)
async def test_who_waits_for_long_enough_claims_the_win(tmp_path, clock, wait, told):
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place, clock)
        await play((white, black), "e2e4")
        assert await refusal(anna, WIN) == "'bert' is here"
        await leave(bert, anna, place, "bert")
        await until(lambda: white.standing.claim == times.today() + wait)
        assert await refusal(anna, WIN) == f"'bert' is away; you can claim the game in {told}"
        times.seconds += wait
        await anna.client.ask(WIN, Done)
        await until(lambda: white.over)
        game, _ = load_game(place.folder / "1-1.pgn")
        assert (game.tags["Result"], game.tags["Termination"]) == ("1-0", "abandoned")
        assert game.outcome.explanation == "Black left the game: White wins"


async def test_a_draw_can_be_claimed_and_no_one_claims_on_the_own_move_or_of_an_engine(tmp_path):
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, _ = await two(place)
        assert "no move has been made" in await refusal(bert, DRAW)
        await leave(bert, anna, place, "bert")
        times.seconds += CLAIM
        assert "it is your move" in await refusal(anna, DRAW)
        white.play("white", white.game.position.parse("e2e4"))
        await until(lambda: len(white.game.moves) == 1)
        assert await refusal(await place.come("carl"), WIN) == "'carl' does not sit at table 1"
        await anna.client.ask(DRAW, Done)
        await until(lambda: white.over)
        assert white.game.outcome.explanation == "Draw: a player left the game"
        anna_again = await place.come("anna")
        table = await anna_again.open("chess", color="black")
        table.send(Sit(table.table, "white", 1))
        await until(lambda: not table.entry.open_seats)
        assert await refusal(anna_again, Claim(2, 1, "win")) == "an engine is never away"


async def test_who_comes_back_in_time_loses_nothing_and_the_wait_begins_anew(tmp_path):
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place)
        await play((white, black), "e2e4")
        for _ in range(2):
            await leave(bert, anna, place, "bert")
            times.seconds += CLAIM - 1
            assert "in 0:01" in await refusal(anna, WIN)
            bert = await place.come("bert")
            await until(lambda: white.standing.claim == 0)


@pytest.mark.parametrize(("clock", "wait"), [("7days", CLAIM_IN_DAYS), ("", CLAIM)])
async def test_days_away_count_while_the_host_is_gone_and_minutes_do_not(tmp_path, clock, wait):
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place, clock)
        await play((white, black), "e2e4")
        await leave(bert, anna, place, "bert")
        await place.end()
        times.seconds += wait
        place.begin()
        await until(lambda: anna.client.up)
        if clock:
            await anna.client.ask(WIN, Done)
        else:
            assert "in 3:00" in await refusal(anna, WIN)


async def test_who_was_away_finds_the_game_a_week_later_and_is_told(tmp_path):
    times = Times()
    async with an_inn(tmp_path, times) as place:
        anna, bert, white, black = await two(place)
        await play((white, black), "e2e4")
        await leave(bert, anna, place, "bert")
        times.seconds += CLAIM
        await anna.client.ask(WIN, Done)
        await anna.client.close()
        times.seconds += 7 * 86_400
        await place.club.sweep()
        bert = await place.come("bert")
        entries = (await bert.client.ask(ListTables(), Tables)).entries
        told = "Game over at table 1: White won: a player was away"
        assert ended_meanwhile(entries, "bert") == told
        assert ended_meanwhile(entries, "carl") == ""


@pytest.mark.parametrize(
    ("winner", "result"), [("white", "1-0"), ("black", "0-1"), ("draw", "1/2-1/2")]
)
async def test_the_owner_decides_a_game_and_all_are_told(tmp_path, winner, result):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        owner = await place.come("", owner=True)
        assert "no game is being played" in await refusal(owner, Adjudicate(1, winner))
        await play((white, black), "e2e4")
        assert "only the owner" in await refusal(anna, Adjudicate(1, winner))
        elsewhere = await place.come("bert")
        await owner.client.ask(Adjudicate(1, winner), Done)
        game, _ = load_game(place.folder / "1-1.pgn")
        assert (game.result, game.tags["Termination"]) == (result, "adjudication")
        for person in (anna, bert):
            await until(
                lambda person=person: "The owner of the host has decided the game" in person.notes
            )
        assert Attention(1, "over") in elsewhere.heard
        assert "no game is being played" in await refusal(owner, Adjudicate(1, winner))
