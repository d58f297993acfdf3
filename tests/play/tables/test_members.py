"""The members of a host: the file with names, keys and bans, which people edit, too."""

from __future__ import annotations

import base64
import stat
import threading

import pytest
from makachess.core.errors import MakachessError
from makachess.play.tables.members import (
    FILE,
    Followed,
    Key,
    Members,
    changing,
    look,
    parse_key,
    parse_keys,
)


def make_key(text: str, comment: str = "") -> Key:
    kind = b"ssh-ed25519"
    blob = len(kind).to_bytes(4, "big") + kind + (32).to_bytes(4, "big") + text.encode().ljust(32)
    return Key(kind.decode(), base64.b64encode(blob).decode(), comment)


ANNAS, BERTS = make_key("anna", "anna@home"), make_key("bert")
NAMES = ["anna", "Doña Elvira", "it's", 'a"b', "a\\b", "[a]", "#a", "banned", "ssh-ed25519", "a]b"]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tables" / FILE


def change(path, way: str, *given):
    with changing(path) as members:
        getattr(members, way)(*given)


def test_a_person_can_read_the_file_and_nobody_else_can(path):
    change(path, "add", "anna", ANNAS)
    change(path, "add", "Doña Elvira", BERTS)
    change(path, "ban", "anna")
    first, *lines = path.read_text().splitlines()
    assert first.startswith("# Who may come in")
    told = f"|[anna]|{ANNAS}|banned||[Doña Elvira]|{BERTS}"
    assert "|".join(lines) == told
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_people_have_written_stays(path):
    change(path, "add", "anna", ANNAS)
    text = path.read_text().replace("[anna]", "  [anna]   \n# her laptop")
    path.write_text(text + "\n# the end\n")
    change(path, "add", "bert", BERTS)
    change(path, "ban", "anna")
    change(path, "unban", "anna")
    for line in ("# her laptop", "# the end"):
        assert line in path.read_text().splitlines()
    assert list(Members(path).players) == ["anna", "bert"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_found_again(path, name):
    change(path, "add", "before", make_key("before"))
    change(path, "add", name, ANNAS)
    change(path, "ban", name)
    change(path, "rename", name, f"{name} x")
    members = Members(path)
    assert members.owner(ANNAS) == f"{name} x"
    assert members.is_banned(f"{name} x")
    assert not members.is_banned("before")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ssh-ed25519 x", "1: a heading such as '[anna]' comes first"),
        ("[anna", "1: '[anna' is not a heading"),
        ("[]", "1: '' "),
        ("[a]\n[A]", "2: 'A' looks like 'a'"),
        ("[a]\nhello", "2: 'hello' is not a public key"),
        ("[a]\nban", "2: 'ban' is not a public key"),
        (f"[a]\n{ANNAS}\n[b]\n{ANNAS}", "4: 'a' has this key already"),
        (f"[a]\nno-pty {ANNAS}", "begins with options"),
        ("[a]\nssh-ed25519 AAAA", "2: 'ssh-ed25519 AAAA' is not a public key"),
        ("[a\x00b]", "1:"),
    ],
)
def test_a_broken_file_is_refused_with_its_line_and_changes_nothing(path, text, fault):
    change(path, "add", "bert", BERTS)
    followed = Followed(path)
    path.write_text(text)
    with pytest.raises(MakachessError) as caught:
        Members(path)
    assert fault in str(caught.value)
    assert str(path) in str(caught.value)
    said = followed.follow()
    assert said is not None
    assert fault in said
    assert followed.now.owner(BERTS) == "bert"
    assert followed.follow() is None
    path.write_text("")
    assert followed.follow() == ""
    assert followed.now.owner(BERTS) is None


def test_bytes_that_are_no_text_are_refused(path):
    path.parent.mkdir()
    path.write_bytes(b"[a]\xff")
    with pytest.raises(MakachessError, match="not text in UTF-8"):
        Members(path)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("anna", "Anna"),
        ("anna", "аnnа"),  # two letters of Cyrillic
        ("anna", "ａｎｎａ"),
        ("anna", "a n n a"),
        ("emil", "emi1"),
        ("Tom", "T0m"),
        ("corn", "com"),
        ("Doña", "dona"),
        ("paul", "ρaul"),
    ],
)
def test_a_newcomer_has_no_name_that_looks_like_another(path, name, other):
    change(path, "add", name, ANNAS)
    assert look(name) == look(other)
    with pytest.raises(MakachessError, match="looks like"):
        Members(path).check_free(other)


@pytest.mark.parametrize(
    "name", ["root", "Admin", "watch", "watch-3", "ho st", "?", "", " ", "a\nb"]
)
def test_some_names_are_nobodys(path, name):
    with pytest.raises(MakachessError):
        Members(path).check_free(name)


def test_one_key_is_one_players_who_may_have_several(path):
    change(path, "add", "anna", ANNAS)
    change(path, "add", "anna", make_key("second"))
    with pytest.raises(MakachessError, match="'anna' has this key already"):
        change(path, "add", "bert", ANNAS)
    assert len(Members(path).players["anna"].keys) == 2
    assert "bert" not in Members(path).players


def test_keepers_at_the_same_time_lose_nothing(path):
    def add(number: int) -> None:
        change(path, "add", f"player {chr(97 + number)}", make_key(str(number)))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Members(path).players) == 8


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "is a private key, which nobody should send"),
        ("", "there is no key in it"),
        ("# nothing\n\n", "there is no key in it"),
        ("hello", "'hello' is not a public key"),
        (f'command="x" {ANNAS}', "begins with options"),
    ],
)
def test_what_is_no_key(sent, fault):
    with pytest.raises(MakachessError, match=fault):
        parse_keys(sent)


def test_a_fingerprint_is_that_of_ssh_keygen():
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJeSoRbWt1fZYVRuDP2rrl/1pb2cz6TwkkRVJaK6DDt anna"
    assert parse_key(key).fingerprint == "SHA256:9z38V1zi/uzRwF3adv7C3+AVuydo4N2CyzJOFkwE+uk"
