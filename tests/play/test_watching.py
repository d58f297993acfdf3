"""A variant file while it is edited: what is shown of it, and when."""

import os

import pytest
from makachess.play.watching import WatchedFile

GOOD = 'extends = "werewolf"\ntitle = "Wolves"\n'


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "wolves.toml"
    path.write_text(GOOD)
    return path


def shown(path, piece="", width=80):
    return "\n".join(WatchedFile(path, piece).page(width))


def save(path, text):
    """Save another text: at another time, however fast the test is."""
    stamp = path.stat().st_mtime_ns + 1000
    path.write_text(text)
    os.utime(path, ns=(stamp, stamp))


def test_pieces_stand_side_by_side_as_far_as_there_is_room(path):
    first = [line for line in shown(path).splitlines() if "King" in line]
    assert first == ["K  King      R  Rook          B  Bishop        N  Knight    P  Pawn"]
    narrow = shown(path, width=20)
    assert max(map(len, narrow.splitlines()[2:40])) <= 20
    assert "W  Werewolf" in narrow


def test_one_piece_alone_is_told_of_in_full(path):
    for name in ("W", "werewolf"):
        page = shown(path, name)
        assert "May take a piece on its way and go on." in page
        assert "Rook" not in page
    assert "May take" not in shown(path)
    assert "there is no piece 'Vampire' yet" in shown(path, "Vampire")


def test_faults_come_instead_of_pieces(path):
    save(path, GOOD + '[pieces.W]\nbetza = "K3cpafKX"\nname = ""\n')
    lines = shown(path).splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{path}:4:1", f"{path}:5:1"]
    save(path, "title = ")
    assert f"{path}:1:" in shown(path)
    path.unlink()
    assert str(path) in shown(path)


def test_what_is_saved_again_is_noticed_once(path):
    watched = WatchedFile(path)
    assert [watched.has_changed(), watched.has_changed()] == [True, False]
    save(path, GOOD.replace("Wolves", "Wolfs"))
    assert [watched.has_changed(), watched.has_changed()] == [True, False]
    assert watched.page(80)[0] == "Wolfs (8x8)"


def test_a_neighbour_that_it_extends_counts(path):
    mine = path.with_name("mine.toml")
    mine.write_text('extends = "wolves"\n')
    watched = WatchedFile(mine)
    assert watched.has_changed()
    assert watched.page(80)[0] == "Wolves (8x8)"
    save(path, GOOD.replace("Wolves", "Dogs"))
    assert watched.has_changed()
    assert watched.page(80)[0] == "Dogs (8x8)"
