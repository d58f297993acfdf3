"""The folder of a host and its socket: removed, taken by others, full, or full of rubbish."""

from __future__ import annotations

import asyncio
import gc
import socket
import threading
import time

import pytest
from makachess.core.errors import MakachessError
from makachess.play.tables.host.club import Club
from makachess.play.tables.host.limits import Limits
from makachess.play.tables.host.listener import open_listener
from makachess.play.tables.host.records import Records
from makachess.play.tables.messages.schema import (
    Chat,
    Done,
    MakeMove,
    OpenTable,
    Resign,
    Sit,
    Stand,
    Watch,
)
from makachess.saves import Game, load_game
from makachess.variants import load
from sampling import mostly_slow
from tables_host import PATIENCE, finished, full_disk, inn, play, two, until


async def test_a_host_ends_when_its_folder_is_taken_away(tmp_path):
    async with inn(tmp_path) as place:
        _, _, white, black = await two(place)
        await play((white, black), "e2e4")
        away = place.folder.rename(tmp_path / "away")
        await place._serving
        assert load_game(away / "1-1.pgn")[0].sans == ("e4",)
        assert not place.folder.exists()
        assert not place.socket.exists()


def test_a_second_host_at_a_socket_is_refused(tmp_path):
    path = tmp_path / "t.sock"
    with open_listener(path):
        with pytest.raises(MakachessError, match=f"a host listens at '{path}' already"):
            open_listener(path)
        assert path.exists()


@pytest.mark.slow
async def test_a_host_whose_socket_is_gone_ends_and_leaves_the_games_to_the_next(tmp_path):
    async with inn(tmp_path) as place:
        anna, bert, white, black = await two(place)
        await play((white, black), "e2e4")
        place.socket.unlink()
        await place._serving
        place.begin()
        await until(lambda: anna.client.up and bert.client.up)
        await play((white, black), "e7e5")
        place.socket.rename(tmp_path / "moved")
        with open_listener(place.socket):
            await place._serving
            assert place.socket.exists()


async def test_no_rematch_takes_the_place_of_a_game_that_is_not_saved(tmp_path):
    async with inn(tmp_path) as place:
        anna, _, white, black = await two(place)
        await play((white, black), "e2e4")
        away = place.folder.rename(tmp_path / "away")
        await anna.client.ask(Resign(1, 1), Done)
        await until(lambda: black.over)
        white.ask("rematch")
        await until(lambda: black.rematch == "white")
        black.ask("rematch", accepted=True)
        bert = place.people[1]
        await until(lambda: any("not saved yet" in note for note in bert.notes))
        away.rename(place.folder)
        white.ask("rematch")
        await until(lambda: black.rematch == "white")
        black.ask("rematch", accepted=True)
        await until(lambda: black.round == 2)
        assert load_game(finished(place.folder, "1-1.pgn"))[0].result == "0-1"


async def test_what_is_done_but_not_on_disk_is_not_answered_as_if_it_were(tmp_path):
    """Opening, sitting down, moves, chat and resigning; afterwards it is on disk again."""
    async with inn(tmp_path) as place:
        people = anna, bert = await place.come("anna"), await place.come("bert")
        with full_disk(place):
            for person, request in (
                (anna, OpenTable("chess", color="white")),
                (bert, Sit(1, "black")),
                (anna, Watch(1)),
                (anna, Chat(1, "hello")),
                (anna, MakeMove(1, 1, 1, "e2e4")),
                (bert, MakeMove(1, 1, 2, "e7e5")),
                (anna, Resign(1, 1)),
            ):
                told = (await person.client.ask(request, Done)).warning
                unsaved = "the game is not saved yet: No space left on device"
                assert told == ("" if isinstance(request, Watch) else unsaved)
        for person in people:
            assert (await person.client.ask(Stand(1), Done)).warning == ""


async def test_a_table_closed_on_a_full_disk_does_not_come_back(tmp_path):
    async with inn(tmp_path) as place:
        anna = await place.come("anna")
        await anna.open("chess")
        table = place.club.table(1)
        with full_disk(place):
            await anna.client.ask(Stand(1), Done)
        assert table.commits._again.cancelled()
        assert (place.club.tables, list(place.folder.glob("*.pgn"))) == ({}, [])


async def test_tables_whose_end_is_not_saved_stay(tmp_path):
    async with inn(tmp_path, Limits(own_tables=1)) as place:
        anna, _, white, black = await two(place)
        await play((white, black), "e2e4")
        away = place.folder.rename(tmp_path / "away")
        await anna.client.ask(Resign(1, 1), Done)
        await white.close()
        await black.close()
        await until(lambda: not place.club.table(1).watchers)
        await anna.client.ask(OpenTable("chess"), Done)
        assert set(place.club.tables) == {1, 2}
        away.rename(place.folder)
        place.club.table(1).note()
        await place.club.table(1).commits.settled()
        await anna.client.ask(Stand(2), Done)
        await anna.client.ask(OpenTable("chess"), Done)
        assert set(place.club.tables) == {3}
        assert load_game(finished(place.folder, "1-1.pgn"))[0].result == "0-1"


def test_a_folder_to_which_everybody_can_write_is_refused(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    with pytest.raises(MakachessError, match="everybody can write to"):
        Club(shared)
    open_listener(shared / "t.sock").close()
    shared.chmod(0o777)
    with pytest.raises(MakachessError, match="everybody can write to"):
        open_listener(shared / "u.sock")


def test_the_socket_takes_the_place_of_no_file_and_follows_no_link(tmp_path):
    target = tmp_path / "target"
    target.write_text("mine")
    target.chmod(0o600)
    path = tmp_path / "t.sock"
    path.symlink_to(target)
    with pytest.raises(MakachessError, match="is not a socket"):
        open_listener(path)
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("mine", 0o600)
    path.unlink()
    with open_listener(path):
        assert path.stat().st_mode & 0o777 == 0o666


def replaced(path):
    other = path.with_name("other")
    other.write_text("another program's")
    other.replace(path)


def appended(path):
    with path.open("a") as file:
        file.write("another program's")


def changed_files(folder):
    """What was set aside, by its name."""
    return {path.name: path.read_text() for path in folder.rglob("*-changed*")}


@pytest.fixture
def records(tmp_path):
    found = Records(tmp_path / "host")
    yield found
    found.close()


DEEDS = [replaced, appended]


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("name", ["1-1.pgn", "1-chat.jsonl"])
def test_what_another_program_has_written_is_kept_beside_what_the_host_writes(records, deed, name):
    path = records.folder / name
    for text in ("one", "two"):
        records.write(name, text)
        deed(path)
        theirs = path.read_text()
        records.write(name, "three")
        assert path.read_text() == "three"
        assert theirs in changed_files(records.folder).values()
    assert len(changed_files(records.folder)) == 2


@pytest.mark.parametrize("deed", DEEDS)
def test_it_is_kept_also_when_the_host_removes_its_file(records, deed):
    records.write("1-1.pgn", "one")
    deed(records.folder / "1-1.pgn")
    theirs = (records.folder / "1-1.pgn").read_text()
    records.remove("1-1.pgn")
    assert changed_files(records.folder) == {"1-1-changed.pgn": theirs}
    assert not (records.folder / "1-1.pgn").exists()


def test_other_programs_files_in_the_folder_of_a_host_stay(records):
    names = ["notes-chat.jsonl", ".backup.tmp", "1-1-changed.pgn"]
    for name in names:
        (records.folder / name).write_text("another program's")
    assert list(records.load()) == []
    assert all((records.folder / name).exists() for name in names)


def test_a_finished_game_does_not_take_the_place_of_another_file(records, tmp_path):
    day = records.finished / time.strftime("%Y-%m-%d", time.gmtime())
    day.mkdir(parents=True)
    (day / "1-1.pgn").write_text("another program's")
    records.write("1-1.pgn", "one")
    game = Game(load("chess"))
    game.play(game.position.parse("e4"))
    records.put_away(1, 1, game)
    assert (day / "1-1.pgn").read_text() == "another program's"
    assert (records.folder / "1-1.pgn").read_text() == "one"


@pytest.fixture
async def faults():
    """What the event loop was told of: it would be in the log of the host, with tracebacks."""
    found = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: found.append(told))
    yield found
    gc.collect()  # of tasks nobody asks about it hears then
    assert found == []


@pytest.mark.slow
async def test_a_client_that_comes_while_the_host_ends_does_not_hold_it_up(tmp_path, faults):
    async with inn(tmp_path, Limits(hello=10 * PATIENCE)) as place:
        host_end, client_end = socket.socketpair()
        place.host.stop()
        with client_end:
            async with asyncio.timeout(PATIENCE):
                await place.host._let_in(*await asyncio.open_unix_connection(sock=host_end))
            assert b"the host ends" in client_end.recv(1000)


@pytest.mark.parametrize("what", mostly_slow(["move", "chat", "table"], ["move"]))
async def test_what_is_under_way_when_the_host_ends_is_no_fault(
    tmp_path, faults, what, monkeypatch
):
    """Its answer comes when nothing can be written any more."""
    began, go_on = threading.Event(), threading.Event()
    write = Records.write

    def slow(self, name, text):
        began.set()
        assert go_on.wait(PATIENCE)
        write(self, name, text)

    async with inn(tmp_path) as place:
        anna, _, white, _ = await two(place)
        monkeypatch.setattr(Records, "write", slow)
        if what == "move":
            white.play("white", white.game.position.parse("e4"))
        else:
            wish = Chat(1, "hello") if what == "chat" else OpenTable("maka")
            asking = asyncio.create_task(anna.client.ask(wish, Done))
        await until(began.is_set)
        place.host.stop()
        ending = asyncio.create_task(place.end())
        await until(lambda: not anna.client.up)
        go_on.set()
        async with asyncio.timeout(PATIENCE):
            await ending
        if what != "move":
            with pytest.raises(MakachessError):
                await asking
    assert load_game(place.folder / "1-1.pgn")[0].sans == (("e4",) if what == "move" else ())
