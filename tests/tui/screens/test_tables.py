"""The people's side of tables: a host, and the apps of those who play there, in one event loop."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from makachess.play.tables.host import table as hosted
from makachess.play.tables.members import FILE, changing
from makachess.play.tables.messages.schema import CHAT_KEPT, Chat
from makachess.tui.host_address import HostAddress
from makachess.tui.screens.home import HomeScreen
from makachess.tui.screens.replay import ReplayScreen
from makachess.tui.screens.table import TableScreen
from makachess.tui.screens.tables import TablesScreen
from tables_host import Inn, inn, until
from tui_harness import Hands, opened

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="SO_PEERCRED is Linux's")

SETTINGS = 'variant = "chess"\nside = "white"\n'


@pytest.fixture(autouse=True)
def chess(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.toml").write_text(SETTINGS)


@asynccontextmanager
async def guest(place: Inn, name: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Hands]:
    """A player who has come in, and sees the tables."""
    address = HostAddress(place.socket, name, begins=False)
    async with opened(TablesScreen, size, address) as hands:
        await hands.sees(f"You are {name}")
        yield hands


async def is_at_table(hands: Hands) -> None:
    await hands.until(
        lambda: isinstance(hands.screen, TableScreen) and hands.screen.is_mounted, "a table"
    )


async def choose(hands: Hands, label: str) -> None:
    """Choose what stands in a menu."""
    await hands.sees(label)
    at = [item.label for item in hands.screen.menu.items].index(label)
    await hands.press(f"home{' down' * at} enter")


async def open_table(hands: Hands) -> None:
    await choose(hands, "Open a table")
    await hands.sees("anyone")
    await hands.press("enter")
    await is_at_table(hands)


async def sit_down(hands: Hands) -> None:
    await hands.sees(" sit down as")
    await hands.press("home enter")
    await hands.sees("Table:")
    await hands.press("enter")
    await is_at_table(hands)


async def play(hands: Hands, *others: Hands, move: str, sans: tuple[str, ...]) -> None:
    """Type a move once it is one's turn; all see it."""
    await hands.until(lambda: hands.screen.session.persons_turn, f"the turn for {move}")
    await hands.press(f'"{move}" enter')
    for one in (hands, *others):
        await one.has_played(*sans)


async def test_two_people_play_to_mate_and_again_with_colours_changed(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await open_table(anna)
        await anna.sees("Waiting for a player")
        await sit_down(bert)
        await anna.sees("bert plays Black")
        anna.screen.session.ask("rematch")
        await anna.sees("The game is not over yet", "prompt")
        assert anna.screen.board.geometry.flipped is False
        await bert.until(lambda: bert.screen.board.geometry.flipped, "Black's side")
        sans: tuple[str, ...] = ()
        for n, san in enumerate(("f3", "e5", "g4", "Qh4#")):
            sans += (san,)
            one, other = (anna, bert) if n % 2 == 0 else (bert, anna)
            await play(one, other, move=san, sans=sans)
        for hands in (anna, bert):
            await hands.sees("Checkmate: Black wins")
        await anna.press("ctrl+n")
        await bert.sees("White has asked for a rematch: ^N answers")
        await bert.press("ctrl+n")
        await bert.sees("anna would like a rematch")
        await bert.press("y")
        await bert.has_played()
        await anna.has_played()
        assert bert.screen.session.people == {"white"}
        assert bert.screen.board.geometry.flipped is False
        await play(bert, anna, move="e4", sans=("e4",))


async def begin(anna: Hands, bert: Hands) -> None:
    """A game of chess, with Anna as White."""
    await open_table(anna)
    await sit_down(bert)
    await anna.sees("bert plays Black")


@pytest.mark.slow
async def test_all_that_is_asked_of_the_other_side_is_asked_there(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await begin(anna, bert)
        await play(anna, bert, move="e4", sans=("e4",))
        await anna.press("ctrl+z")
        await bert.sees("White has asked to take back: ^Z answers", "prompt")
        await anna.sees("You have asked to take back", "status")
        await bert.press("ctrl+z")
        await bert.sees("White asks to take back.", "prompt")
        await bert.press("y")
        for hands in (anna, bert):
            await hands.has_played()
        await play(anna, bert, move="d4", sans=("d4",))
        await bert.press("ctrl+d")
        await bert.sees("Offer a draw?")
        await bert.press("y")
        await bert.sees("You have offered a draw", "status")
        await anna.sees("Black has offered a draw: ^D answers", "prompt")
        await bert.press("ctrl+d")
        await bert.sees("The draw you have offered stands until the other side")
        await anna.press("ctrl+d n")
        await bert.sees("The draw is declined")
        await bert.sees_no("You have offered a draw", "status")
        await play(bert, anna, move="d5", sans=("d4", "d5"))
        await anna.press("ctrl+d y")
        await bert.sees("^D answer", "keys")
        await bert.press("ctrl+d y")
        for hands in (anna, bert):
            await hands.sees("Draw by agreement")


@pytest.mark.slow
async def test_a_player_is_offered_no_key_that_is_refused(tmp_path):
    """In the row of keys, the help and the list of commands; once the game is over, it is."""

    def offered(hands: Hands) -> set[str]:
        screen = hands.screen
        hinted = {name for hint in screen.keys_now() for name in hint.actions.split()}
        assert hinted <= {action.id for action in screen.offered}
        return {action.id for action in screen.offered} & {"analysis", "review"}

    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await begin(anna, bert)
        assert offered(anna) == set()
        await anna.press("colon")
        await anna.press('"analysis"')
        await anna.sees("There is no such command here")
        await anna.press("escape")
        bert.screen.session.resign("black")
        await anna.sees("White wins")
        assert offered(anna) == {"analysis", "review"}


@pytest.mark.slow
async def test_what_is_said_is_seen_by_all_and_who_looks_on_is_counted(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await begin(anna, bert)
        async with guest(place, "carl") as carl:
            await carl.sees("anna - bert")
            await carl.press("home enter")
            await is_at_table(carl)
            await carl.sees("You are watching")
            for hands in (anna, bert):
                await hands.sees("1 watching")
            await carl.press("slash")
            await carl.press('"Hello" enter')
            for hands in (anna, bert, carl):
                await hands.sees("carl (watching): Hello")
            await carl.press('"e4" enter')
            await carl.sees("'e4' is not a command. You are watching")
            await play(anna, bert, carl, move="e4", sans=("e4",))
        await anna.sees_no("1 watching")


async def says(hands: Hands, text: str) -> None:
    chat = hands.screen.session
    chat.send(Chat(chat.table, text))
    await hands.until(lambda: text in [line.text for line in chat.chat], "what was said")


@pytest.mark.slow
async def test_who_is_ignored_is_not_heard_here_until_that_is_undone(tmp_path, home):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await begin(anna, bert)
        carl = await place.come("carl")
        table = await carl.watch(1)
        table.send(Chat(table.table, "bad move"))
        await anna.sees("carl (watching): bad move")
        await says(bert, "hush")
        await anna.press("alt+i")
        await anna.press('ctrl+u "nobody" enter')
        await anna.sees("'nobody' is nobody who plays or speaks here", "prompt")
        await anna.press("escape alt+i")
        await anna.press('ctrl+u "carl" enter')
        await anna.sees("You no longer hear carl", "prompt")
        await anna.sees_no("bad move")
        for number in range(60):
            table.send(Chat(table.table, f"flood {number}"))
        await until(lambda: len(place.club.table(1).chat) == CHAT_KEPT)
        await says(bert, "after")
        await anna.sees("bert: after")
        await bert.sees("carl (watching): flood 59")
        await anna.sees_no("flood")
    assert "carl = true" in (home / "settings.toml").read_text()
    async with inn(tmp_path) as place, guest(place, "anna") as anna:
        await anna.press("home enter")
        await is_at_table(anna)
        await anna.sees("bert: after")
        await anna.sees_no("flood")
        await anna.press("alt+i")
        await anna.press('ctrl+u "carl" enter')
        await anna.sees("You hear carl again", "prompt")
        await anna.sees("carl (watching): flood")
    assert "carl" not in (home / "settings.toml").read_text()


@pytest.mark.slow
async def test_an_engine_is_asked_to_sit_down_and_plays(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna:
        await open_table(anna)
        await anna.press("ctrl+t e")
        await anna.sees("Level (1-10): ")
        await anna.press("ctrl+u 0 enter")
        await anna.sees("'0' is not a level (1 to 10)")
        await anna.press("ctrl+t e ctrl+u 1 enter")
        await anna.sees("makachess level 1")
        await anna.press('"e4" enter')
        await anna.until(lambda: len(anna.sans) == 2, "the engine's move")


@pytest.mark.slow
async def test_the_game_of_who_does_not_come_back_is_claimed_and_that_is_told_later(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(hosted, "CLAIM", 0.0)
    async with inn(tmp_path) as place, guest(place, "bert") as bert:
        async with guest(place, "anna") as anna:
            await open_table(anna)
            await sit_down(bert)
            await bert.press('colon "claim" space "win" enter')
            await bert.sees("No move has been made")
            await play(anna, bert, move="e4", sans=("e4",))
            await play(bert, anna, move="e5", sans=("e4", "e5"))
            await bert.sees_no("away too long")
        await bert.sees("away too long: claim win, claim draw", "status")
        await bert.press("f6 d")
        await bert.sees("Draw: a player left the game")
        await bert.press('colon "claim" space "win" enter')
        await bert.sees("There is no game of yours to claim")
        async with guest(place, "anna") as anna:
            await anna.sees("Game over at table 1: drawn: a player was away")


async def test_a_line_that_is_lost_is_told_and_the_game_goes_on_when_it_is_back(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await begin(anna, bert)
        await play(anna, bert, move="e4", sans=("e4",))
        await anna.press('"Nf3" enter')
        await anna.sees("Premove Nf3: Esc takes it back", "prompt")
        await place.end()
        for hands in (anna, bert):
            await hands.sees("LINE LOST")
        await anna.sees("Your premove is dropped", "prompt")
        await anna.press('"Nf3" enter')
        await anna.sees("bert is to move", "prompt")
        await bert.press('"e5" enter')
        await bert.sees("sending...")
        place.begin()
        for hands in (anna, bert):
            await hands.sees_no("LINE LOST")
            await hands.has_played("e4", "e5")
        await bert.press('"Nc6" enter')
        await bert.sees("Premove Nc6: Esc takes it back", "prompt")
        await play(anna, bert, move="Nf3", sans=("e4", "e5", "Nf3", "Nc6"))


@pytest.mark.slow
async def test_the_bell_rings_once_for_each_move_that_waits(tmp_path, monkeypatch):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await begin(anna, bert)
        rung, titles = [], []
        monkeypatch.setattr(bert.pilot.app, "bell", lambda: rung.append(bert.sans))
        monkeypatch.setattr(bert.pilot.app, "show_title", titles.append)
        await play(anna, bert, move="e4", sans=("e4",))
        await play(bert, anna, move="e5", sans=("e4", "e5"))
        await anna.press('slash "Hi" enter')
        await bert.sees("anna: Hi")
        await play(anna, bert, move="Nf3", sans=("e4", "e5", "Nf3"))
        await bert.until(lambda: len(rung) == 2, "the bell")
        assert rung == [("e4",), ("e4", "e5", "Nf3")]
        assert titles == ["Your move", "", "Your move"]


async def test_it_is_said_how_others_come_to_the_usual_tables(tmp_path, monkeypatch):
    async with inn(tmp_path) as place:
        usual = "makachess.play.tables.place.default_socket"
        monkeypatch.setattr(usual, lambda: place.socket)
        async with opened(TablesScreen, host_address=HostAddress()) as hands:
            await hands.sees("Others in this account type: makachess join --as NAME", "prompt")
    async with inn(tmp_path / "club") as place, guest(place, "anna") as anna:
        await anna.sees("There are no tables yet")
        await anna.sees_no("Others in this account")


async def test_the_list_follows_what_happens_and_calls_for_other_tables(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await anna.sees("There are no tables yet")
        await open_table(bert)
        await anna.sees("sit down as Black")
        await sit_down(anna)
        await anna.press("escape")
        await anna.press("ctrl+q")
        await anna.sees("you play here")
        await play(bert, move="e4", sans=("e4",))
        await anna.sees("Your move at table 1")
        await bert.press("ctrl+q")
        await bert.sees("Tables")
        await bert.press("enter")  # the table one comes from is at hand, not a new one
        await is_at_table(bert)


async def test_without_a_host_it_is_said_and_can_be_tried_again(tmp_path):
    place = Inn(tmp_path)
    address = HostAddress(place.socket, "anna", begins=False)
    async with opened(TablesScreen, host_address=address) as anna:
        await anna.sees("The tables cannot be reached: no host of tables at")
        await anna.press("down enter")
        await anna.sees("The tables cannot be reached")
        place.begin()
        await anna.press("enter")
        await anna.sees("You are anna here")
        await anna.pilot.app.action_quit()
    await place.end()


async def test_who_is_banned_cannot_try_again(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna:
        await open_table(anna)
        with changing(place.folder / FILE) as members:
            members.ban("anna")
        place.host.follow_members()
        await anna.sees("the owner of the host has shut you out")
        await anna.press("ctrl+q")
        for _ in range(2):
            await anna.sees("Try again")
            await anna.press("home enter")
            await anna.sees("The tables cannot be reached: the owner of the host has shut you out")
        assert "anna" not in place.club.guests
        with changing(place.folder / FILE) as members:
            members.unban("anna")
        place.host.follow_members()
        await anna.press("home enter")
        await anna.sees("You are anna here")


async def test_the_home_screen_begins_no_host(tmp_path):
    async with opened(HomeScreen, host_address=HostAddress(tmp_path / "t.sock", "anna")) as hands:
        await hands.press("t")
        await hands.sees("play people on this machine")
        assert not hands.screen._looking.running
    assert not (tmp_path / "t.sock").exists()


async def invite(hands: Hands, name: str) -> None:
    await choose(hands, "Open a table")
    await hands.sees("anyone")
    await hands.press("home down left")
    await hands.sees("asks for the name when you start")
    await hands.press("enter")
    await hands.sees("Who is invited:")
    await hands.press(f'"{name}" enter')


@pytest.mark.slow
async def test_somebody_is_invited_by_name_and_nobody_else_may_sit_down(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "carl") as carl:
        await invite(anna, "bert")
        await is_at_table(anna)
        await anna.sees("Waiting for bert")
        await anna.sees("asks an engine to sit down", "prompt")
        await carl.sees("kept for bert")
        await carl.press("home enter")
        await is_at_table(carl)
        await carl.sees("Black's seat is kept for bert")
        await carl.press("ctrl+t")
        await carl.sees_no("sit down as")
        address = HostAddress(place.socket, "bert")
        async with opened(HomeScreen, host_address=address) as home:
            await home.sees("anna invites you")
        async with guest(place, "bert") as bert:
            await bert.sees("anna invites you")
            await bert.press("home enter")
            await bert.sees("decline")
            await bert.press("enter")
            await is_at_table(bert)
            await anna.sees("bert plays Black")
            await play(anna, bert, carl, move="e4", sans=("e4",))


@pytest.mark.slow
async def test_the_home_screen_says_what_waits_while_no_host_runs(tmp_path, home):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await open_table(anna)
        await sit_down(bert)
        await play(anna, bert, move="e4", sans=("e4",))
        await place.end()
        for name, call in (("bert", "YOUR MOVE at 1 table"), ("anna", "play people on this")):
            address = HostAddress(place.socket, name, folder=place.folder)
            async with opened(HomeScreen, host_address=address) as hands:
                await hands.until(lambda h=hands: not h.screen._looking.running, "a look")
                await hands.press("t")
                await hands.sees(call)
        assert not place.socket.exists()


@pytest.mark.slow
async def test_who_is_here_is_listed_and_invited_from_there(tmp_path):
    async with inn(tmp_path) as place, guest(place, "anna") as anna, guest(place, "bert") as bert:
        await open_table(bert)
        await choose(anna, "Who is here")
        await anna.sees("waits to play Chess, here since")
        await anna.press("end enter")
        await anna.sees("That is you; choose somebody else to invite")
        await anna.press("home enter")
        await anna.sees("only bert")
        await anna.press("enter")
        await is_at_table(anna)
        await anna.sees("Waiting for bert")
        assert place.club.table(2).invited == "bert"


@pytest.mark.slow
async def test_finished_games_are_found_and_replayed_and_stay_as_they_are(tmp_path, home):
    async with inn(tmp_path) as place, guest(place, "anna") as anna:
        for number, players in enumerate(("anna - bert", "anna18 - dora"), 1):
            path = place.club.records.finished / "2026-11-24" / f"{number}-1.pgn"
            path.parent.mkdir(parents=True, exist_ok=True)
            white, _, black = players.partition(" - ")
            tags = f'[White "{white}"]\n[Black "{black}"]\n[Result "1-0"]\n[Variant "chess"]\n'
            path.write_text(f"{tags}\n1. e4 e5 1-0\n")
        before = path.read_text()
        await choose(anna, "Finished games")
        await anna.sees("1 of 2")
        await anna.sees("anna - bert")
        await anna.press("escape")
        await anna.sees("2 games")
        await anna.press('"dora" enter')
        await anna.until(lambda: isinstance(anna.screen, ReplayScreen), "the game")
        await anna.press('right "Nf6" enter')
        await anna.until(lambda: list((home / "games").glob("*.pgn")), "a copy of one's own")
        assert path.read_text() == before
