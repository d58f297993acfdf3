"""People at tables of a host, over a real socket."""

from __future__ import annotations

import asyncio

import pytest
from makachess.core import IllegalMoveError
from makachess.play.tables.host.limits import Limits
from makachess.play.tables.members import FILE, changing
from makachess.play.tables.messages.codec import RefusedError
from makachess.play.tables.messages.schema import (
    Ask,
    Attention,
    Chat,
    Done,
    Listed,
    ListPresent,
    ListTables,
    MakeMove,
    OpenTable,
    Present,
    Resign,
    Sit,
    Stand,
    Tables,
)
from makachess.saves import load_game
from tables_host import inn, play, refusal, restart, two, until

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


async def test_two_people_play_to_mate_and_a_third_watches(tmp_path):
    async with inn(tmp_path) as place:
        _, _, white, black = await two(place)
        carl = await place.come("carl")
        seen = await carl.watch(white.table)
        assert (white.person, black.person, seen.person) == ("white", "black", None)
        await play((white, black), *MATE)
        await until(lambda: seen.over)
        assert seen.game.sans == ("f3", "e5", "g4", "Qh4#")
        assert [table.game.outcome.winner for table in (white, black, seen)] == ["black"] * 3
        assert seen.entry.spectators == 1
        saved, _ = load_game(place.folder / "1-1.pgn")
        assert (saved.sans, saved.tags["White"], saved.result) == (seen.game.sans, "anna", "0-1")


MISTAKES = [
    (MakeMove(1, 1, 1, "e2e5"), "'e2e5'"),
    (MakeMove(1, 1, 1, "zz"), "'zz'"),
    (MakeMove(1, 1, 1, "Z0"), "'Z0' is a null move"),
    (MakeMove(1, 1, 1, "0000"), "'0000' is a null move"),
    (MakeMove(1, 1, 1, "e4"), "'e4' has to be written 'e2e4'"),
    (MakeMove(1, 1, 2, "e7e5"), "move 2 cannot be made: 0 have been made"),
    (MakeMove(1, 2, 1, "e2e4"), "game 2 is not the one being played (1)"),
    (MakeMove(9, 1, 1, "e2e4"), "there is no table 9"),
    (Ask(1, 1, "draw", "accept"), "no draw has been offered"),
    (Ask(1, 1, "draw", "decline"), "no draw has been offered"),
    (Ask(1, 1, "takeback", "accept"), "nobody has asked to take back"),
    (Ask(1, 1, "takeback", "offer"), "there is no move of yours to take back"),
    (Ask(1, 1, "rematch", "offer"), "the game is not over yet"),
    (Sit(1, "black"), "'anna' sits on the other side"),
    (Sit(1, "black", 1), "Black's seat is taken by 'bert'"),
    (Sit(1, "white", 1), "an engine sits down where you sit on the other side"),
    (Chat(9, "hello"), "there is no table 9"),
    (OpenTable("go"), "'go' is not a game that comes with makachess"),
    (OpenTable("chess", clock="5+3+1"), "'5+3+1' is not a clock"),
    (OpenTable("chess", options="x=1"), "'x'"),
    (OpenTable("chess", fen="8/8 w"), "'8/8 w'"),
]


async def test_what_cannot_be_is_refused_to_who_asks_and_nobody_else_hears_of_it(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        heard = len(bert.heard)
        for request, reason in MISTAKES:
            assert reason in await refusal(anna, request)
        await bert.client.ask(ListPresent(), Present)
        assert len(bert.heard) == heard
        assert white.game.moves == black.game.moves == ()


STRANGERS = [
    MakeMove(1, 1, 1, "e2e4"),
    Resign(1, 1),
    Ask(1, 1, "draw", "offer"),
    Ask(1, 1, "takeback", "offer"),
    Ask(1, 1, "rematch", "offer"),
]


async def test_nobody_acts_for_others(tmp_path):
    async with inn(tmp_path) as place:
        _, bert, white, _ = await two(place)
        carl = await place.come("carl")
        for request in STRANGERS:
            assert await refusal(carl, request) == "'carl' does not sit at table 1"
        assert "taken by 'anna'" in await refusal(carl, Sit(1, "white"))
        assert "do not watch" in await refusal(carl, Chat(1, "hello"))
        assert "Black is not to move" in await refusal(bert, MakeMove(1, 1, 1, "e2e4"))
        with pytest.raises(IllegalMoveError, match="not to move"):
            white.play("black", white.game.position.parse("e2e4"))


async def test_a_move_sent_twice_is_made_once(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        first = MakeMove(1, 1, 1, "e2e4")
        await asyncio.gather(*(anna.client.ask(first, Done) for _ in range(5)))
        assert "has been made: 'e2e4'" in await refusal(anna, MakeMove(1, 1, 1, "d2d4"))
        assert "has been made: 'e2e4'" in await refusal(bert, first)
        await until(lambda: white.game.sans == black.game.sans == ("e4",))


async def test_draws_are_offered_declined_and_agreed(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        white.offer_draw("white")
        await until(lambda: black.offer == "white")
        assert "no draw" in await refusal(anna, Ask(1, 1, "draw", "accept"))  # not one's own
        black.answer_draw("black", accepted=False)
        await until(lambda: white.offer is None)
        assert "The draw is declined" in anna.notes
        black.offer_draw("black")
        await until(lambda: white.offer == "black")
        white.answer_draw("white", accepted=True)
        await until(lambda: black.over)
        assert (black.game.outcome.winner, black.game.outcome.reason) == ("draw", "agreement")
        assert await refusal(bert, Resign(1, 1)) == "the game is over"


async def test_a_move_is_taken_back_by_consent(tmp_path):
    async with inn(tmp_path) as place:
        anna, _, white, black = await two(place)
        await play((white, black), "e2e4", "e7e5")
        white.undo("white")
        await until(lambda: black.takeback == "white")
        black.answer_undo("black", accepted=False)
        await until(lambda: "The move stands" in anna.notes)
        await play((white, black), "g1f3", "b8c6")
        white.undo("white")
        await until(lambda: black.takeback == "white")
        black.answer_undo("black", accepted=True)
        await until(lambda: white.game.sans == black.game.sans == ("e4", "e5"))
        await play((white, black), "d2d4", "d7d5")
        assert load_game(place.folder / "1-1.pgn")[0].sans == ("e4", "e5", "d4", "d5")


async def test_the_host_takes_one_offer_of_each_kind_until_that_side_has_moved_again(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        await play((white, black), "e2e4")
        kinds = [("draw", "has offered a draw"), ("takeback", "has asked to take back")]
        for kind, words in kinds:
            told = len(bert.told)
            for _ in range(3):  # while it stands, it is the same one
                await anna.client.ask(Ask(1, 1, kind, "offer"), Done)
            assert len(bert.told) == told + 1
            await bert.client.ask(Ask(1, 1, kind, "decline"), Done)
            for _ in range(3):
                assert f"White {words} already" in await refusal(anna, Ask(1, 1, kind, "offer"))
            assert len(bert.told) == told + 2
        await bert.client.ask(Ask(1, 1, "draw", "offer"), Done)  # each side has its own
        await play((white, black), "e7e5")
        assert white.offer == "black"  # one's own move does not withdraw it
        await anna.client.ask(Ask(1, 1, "draw", "decline"), Done)
        assert "White has offered" in await refusal(anna, Ask(1, 1, "draw", "offer"))
        await play((white, black), "g1f3")
        for kind, _ in kinds:
            await anna.client.ask(Ask(1, 1, kind, "offer"), Done)
        await until(lambda: (black.offer, black.takeback) == ("white", "white"))
        await play((white, black), "b8c6")
        assert (white.offer, white.takeback) == (None, None)  # a move declines both


async def test_a_rematch_has_colours_changed(tmp_path):
    async with inn(tmp_path) as place:
        _, _, white, black = await two(place)
        await play((white, black), *MATE)
        white.ask("rematch")
        await until(lambda: black.rematch == "white")
        black.ask("rematch", accepted=False)
        await until(lambda: white.rematch is None)
        black.ask("rematch")
        await until(lambda: white.rematch == "black")
        white.ask("rematch", accepted=True)
        await until(lambda: white.round == black.round == 2)
        assert (white.person, black.person, black.game.moves) == ("black", "white", ())
        await play((black, white), "e2e4", "e7e5")
        await until(lambda: list(place.folder.glob("finished/*/1-1.pgn")))
        assert load_game(place.folder / "1-2.pgn")[0].tags["White"] == "bert"


async def test_an_engine_sits_down_plays_and_plays_again(tmp_path):
    async with inn(tmp_path, Limits(engines=1)) as place:
        anna = await place.come("anna")
        white = await anna.open()
        white.send(Sit(1, "black", 1))
        await until(lambda: white.persons_turn)
        white.play("white", white.game.position.parse("e2e4"))
        await until(lambda: len(white.game.moves) == 2)
        assert white.entry.sitter("black").name == "makachess level 1"
        other = await anna.open()
        assert "plays against 1 engines" in await refusal(anna, Sit(other.table, "black", 1))
        white.resign("white")
        await until(lambda: white.over)
        white.ask("rematch")
        await until(lambda: white.round == 2 and white.persons_turn)
        assert (white.person, len(white.game.moves)) == ("black", 1)


async def test_who_is_banned_is_sent_away_and_stays_out_until_let_in_again(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, _ = await two(place)
        owner, second = await place.come("", owner=True), await place.come("bert")
        with changing(place.folder / FILE) as members:
            members.ban("bert")
        for client in (bert, second):
            await until(lambda client=client: client.lines and client.lines[-1].final)
            assert client.lines[-1].reason == "the owner of the host has shut you out"
        for _ in range(2):  # the host may be another one by then
            with pytest.raises(RefusedError, match="the owner of the host has shut you out"):
                await place.come("bert")
            assert white.entry.sitter("black").name == "bert"
            await restart(place, anna, owner)
        assert anna.client.up
        with changing(place.folder / FILE) as members:
            members.unban("bert")
        place.host.follow_members()
        assert (await (await place.come("bert")).watch(1)).person == "black"


async def test_lists_are_followed_and_players_called(tmp_path):
    async with inn(tmp_path) as place:
        anna, carl = await place.come("anna"), await place.come("carl")
        assert (await carl.client.ask(ListTables(follow=True), Tables)).entries == ()
        white = await anna.open("maka", "2days")
        await until(lambda: any(isinstance(event, Listed) for event in carl.heard))
        (entry,) = (await carl.client.ask(ListTables(), Tables)).entries
        assert (entry.variant, entry.clock, entry.white.name) == ("maka", "1/172800", "anna")
        assert (entry.white.here, entry.black.kind) == (True, "")
        await carl.client.ask(Sit(1, "black"), Done)
        await until(lambda: white.persons_turn)
        white.play("white", white.game.position.legal_moves()[0])
        await until(lambda: Attention(1, "move") in carl.heard)
        await carl.open("chess")
        mine = (await carl.client.ask(ListTables(mine=True), Tables)).entries
        assert [entry.table for entry in mine] == [1, 2]  # to move at the first


async def test_seats_are_given_up_between_games_only(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        await bert.client.ask(Stand(1), Done)
        await until(lambda: white.entry.open_seats == ("black",))
        assert "still open" in await refusal(anna, MakeMove(1, 1, 1, "e2e4"))
        carl = await place.come("carl")
        third = await carl.sit(1, "black")
        await until(lambda: white.persons_turn)
        await play((white, third), "e2e4")
        assert "resign first" in await refusal(anna, Stand(1))
        assert black.person is None


async def test_tables_whose_game_is_over_make_room(tmp_path):
    async with inn(tmp_path, Limits(own_tables=1)) as place:
        anna, _, white, black = await two(place)
        await play((white, black), "e2e4")
        white.resign("white")
        await until(lambda: black.over)
        assert "sits at 1 table," in await refusal(anna, OpenTable("chess"))
        await white.close()
        await black.close()
        await until(lambda: not place.club.table(1).watchers)
        assert (await anna.client.ask(OpenTable("chess"), Done)).table == 2
        assert [path.name for path in place.folder.glob("finished/*/*.pgn")] == ["1-1.pgn"]
