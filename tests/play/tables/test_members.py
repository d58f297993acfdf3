"""The keys of a server account: what is written for sshd, and that nothing else is changed."""

from __future__ import annotations

import base64
import os
import shlex
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from makachess.core.errors import MakachessError
from makachess.play.tables import members
from makachess.play.tables.members import (
    Key,
    KeysFile,
    end_sessions,
    join_command,
    keys_file,
    name_in,
    parse_keys,
    unsafe_part,
)

SOCKET = Path("/run/makachess/tables.sock")
START = (
    'restrict,pty,command="LC_ALL=C.UTF-8 /opt/m/makachess join'
    " --socket /run/makachess/tables.sock --restricted --as "
)
NAMES = [
    "anna",
    "Doña Elvira",
    "it's",
    'a"b',
    "a\\b",
    "a\\",
    '\\"',
    "$(id)",
    "a;b",
    "`id`",
    "a --as b",
]


def make_key(text: str, comment: str = "") -> Key:
    kind = b"ssh-ed25519"
    blob = len(kind).to_bytes(4, "big") + kind + (32).to_bytes(4, "big") + text.encode().ljust(32)
    return Key(kind.decode(), base64.b64encode(blob).decode(), comment)


ANNAS, BERTS = make_key("anna", "anna@home"), make_key("bert")


def command(name: str) -> str:
    return join_command(["/opt/m/makachess"], SOCKET, name)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "keys"


def add(path: Path, name: str, key: Key) -> bool:
    with keys_file(path) as file:
        return file.add(name, key, command(name))


def change(path: Path, way: str, *names: str) -> int:
    with keys_file(path) as file:
        return getattr(file, way)(*names)


def test_a_line_is_what_the_page_promises(path):
    assert add(path, "anna", ANNAS)
    assert path.read_text() == f'{START}anna" ssh-ed25519 {ANNAS.blob} anna@home\n'
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize("name", NAMES)
def test_every_name_reaches_the_program_as_it_is_and_nothing_else_is_run(path, name):
    add(path, name, ANNAS)
    (line,) = path.read_text().splitlines()
    quoted = line.removeprefix('restrict,pty,command="').removesuffix(f'" {ANNAS}')
    run = quoted.replace('\\"', '"')  # as sshd does, and a shell then reads it
    shown = (
        f"makachess() {{ printf '%s\\n' \"$@\"; }}; {run.replace('/opt/m/makachess', 'makachess')}"
    )
    said = subprocess.run(["/bin/sh", "-c", shown], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == [
        "join",
        "--socket",
        str(SOCKET),
        "--restricted",
        "--as",
        name,
    ]
    assert name_in(line) == name


OTHERS = (
    "# keys of the club, kept by hand \n"
    "\n"
    "  ssh-rsa AAAA root@here\n"
    'no-pty,command="echo \\"join --as anna\\"" ssh-ed25519 BBBB x\n'
    "\tnonsense \udcff\n"
    'command="/opt/m/makachess join --as carl" ssh-ed25519 CCCC c\r\n'
)


def test_comments_other_lines_and_permissions_stay(path):
    path.write_bytes(OTHERS.encode("utf-8", "surrogateescape"))
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 7, 9)
    before = path.stat()
    for name, key in (("anna", ANNAS), ("bert", BERTS)):
        add(path, name, key)
    assert change(path, "ban", "anna") == 1
    assert change(path, "unban", "anna") == 1
    assert change(path, "rename", "anna", "anne") == 1
    assert change(path, "ban", "carl") == 1
    assert change(path, "unban", "carl") == 1
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    assert text.startswith(OTHERS)
    anne, bert = text.removeprefix(OTHERS).splitlines()
    assert (anne, name_in(bert)) == (f'{START}anne" {ANNAS}', "bert")
    after = path.stat()
    assert (after.st_mode, after.st_uid) == (before.st_mode, before.st_uid)
    assert after.st_gid == before.st_gid
    assert [found.name for found in path.parent.iterdir()] == ["keys"]


def test_a_file_without_a_last_line_break_and_a_link_are_kept(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("# club")
    link.symlink_to(real)
    add(link, "anna", ANNAS)
    assert link.is_symlink()
    assert real.read_text().startswith("# club\nrestrict,pty,")


@pytest.mark.parametrize("name", NAMES)
def test_a_ban_makes_a_comment_of_every_key_of_the_name_and_of_no_other(path, name):
    for number, (who, other) in enumerate([(name, "zoe"), (name, "zoe2")]):
        add(path, who, make_key(f"own {number}"))
        add(path, other, make_key(f"other {number}"))
    before = path.read_text()
    assert change(path, "ban", name) == 2
    lines = path.read_text().splitlines()
    assert [line.startswith("#") for line in lines] == [True, False, True, False]
    assert change(path, "ban", name) == 0
    assert change(path, "unban", name) == 2
    assert path.read_text() == before


@pytest.mark.parametrize("old", NAMES)
@pytest.mark.parametrize("new", ["anne", 'it\'s "new"\\'])
def test_a_new_name_takes_the_place_of_the_old_one_also_where_it_is_banned(path, old, new):
    add(path, old, ANNAS)
    change(path, "ban", old)
    by_hand = f"makachess join --as {shlex.quote(old)} --restricted".replace('"', '\\"')
    with keys_file(path) as file:
        file.lines.append(f'command="{by_hand}" ssh-ed25519 AAAA')
    assert change(path, "rename", old, new) == 2
    banned, other = path.read_text().splitlines()
    assert name_in(banned.removeprefix(members.BANNED)) == name_in(other) == new
    assert other.endswith(' --restricted" ssh-ed25519 AAAA')


def test_a_name_that_has_a_key_is_not_given_to_another(path):
    add(path, "anna", ANNAS)
    add(path, "bert", BERTS)
    change(path, "ban", "bert")
    before = path.read_text()
    with pytest.raises(MakachessError, match="'bert' has a key already, in line 2 of "):
        change(path, "rename", "anna", "bert")
    assert path.read_text() == before


def test_a_line_that_cannot_be_changed_is_left_and_shown(path):
    line = "command=\"makachess join '--as=anna'\" ssh-ed25519 AAAA\n"
    path.write_text(line)
    with pytest.raises(MakachessError, match="has to be changed by hand"):
        change(path, "rename", "anna", "anne")
    assert path.read_text() == line
    assert change(path, "ban", "anna") == 1


def test_one_key_stands_for_one_player(path):
    assert add(path, "anna", ANNAS)
    assert not add(path, "anna", ANNAS)
    with pytest.raises(MakachessError, match="'anna' has this key already, in line 1 of "):
        add(path, "bert", ANNAS)
    path.write_text(f"ssh-ed25519 {ANNAS.blob}\n")
    with pytest.raises(MakachessError, match="this key is there already, in line 1 of "):
        add(path, "anna", ANNAS)


def test_who_is_banned_gets_no_new_key_and_no_new_name(path):
    add(path, "anna", ANNAS)
    change(path, "ban", "anna")
    with pytest.raises(MakachessError, match=r"'anna' is banned in .*: --unban comes first"):
        add(path, "anna", BERTS)
    with pytest.raises(MakachessError, match="'anna' has this key already"):
        add(path, "fresh", ANNAS)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"-----BEGIN OPENSSH PRIVATE KEY-----\n", "is a private key"),
        (b"", "has no key in it"),
        (b"# a comment\n\n", "has no key in it"),
        (b"hello\n", "'hello' in 'x.pub' is not a public key"),
        (b"ssh-ed25519 !!!!\n", "is not a public key"),
        (b"ssh-ed25519 AAAA\n", "is not a public key"),
        (f"ssh-rsa {ANNAS.blob}\n".encode(), "is not a public key"),
        (f'command="sh" {ANNAS}\n'.encode(), "is not a public key"),
        (f"{ANNAS}\nrubbish\n".encode(), "'rubbish' in 'x.pub' is not"),
        (b"\x00\xff" * 100, "is not a public key"),
    ],
)
def test_what_is_no_public_key_is_refused_with_the_reason(data, why):
    with pytest.raises(MakachessError, match=why):
        parse_keys(data, "x.pub")


def test_a_key_as_ssh_keygen_makes_it_is_read_and_named_as_sshd_does(tmp_path):
    made = [
        "ssh-keygen",
        "-q",
        "-t",
        "ecdsa",
        "-N",
        "",
        "-C",
        "a b\x1b[2Jc",
        "-f",
        str(tmp_path / "k"),
    ]
    try:
        subprocess.run(made, check=True)
    except FileNotFoundError:
        pytest.skip("no ssh-keygen")
    (key,) = parse_keys((tmp_path / "k.pub").read_bytes(), "k.pub")
    listing = ["ssh-keygen", "-l", "-f", str(tmp_path / "k.pub")]
    told = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    assert key.fingerprint in told.split()
    assert "\x1b" not in str(key)


def test_two_keepers_at_once_lose_no_key(path):
    def work(number: int) -> None:
        for turn in range(10):
            add(path, f"p{number}", make_key(f"{number} {turn}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(path.read_text().splitlines()) == 40


def test_a_file_that_cannot_be_written_stays_as_it_is(path, monkeypatch):
    add(path, "anna", ANNAS)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MakachessError, match="cannot be changed: No space left on device"):
        add(path, "bert", BERTS)
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir()] == ["keys"]


@pytest.mark.parametrize("is_new", [True, False])
def test_what_an_editor_writes_meanwhile_stays(path, is_new):
    if not is_new:
        add(path, "bert", BERTS)
    file = KeysFile(path)
    file.add("anna", ANNAS, command("anna"))
    path.write_text("# an editor's\n")
    with pytest.raises(MakachessError, match="was changed by another program meanwhile"):
        file.save()
    assert path.read_text() == "# an editor's\n"


def test_where_others_can_write_sshd_takes_no_key(tmp_path, path):
    path.write_text("")
    path.chmod(0o666)
    assert unsafe_part(path) == path
    path.chmod(0o644)
    tmp_path.chmod(0o777)
    assert unsafe_part(path) == tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_the_sessions_of_one_player_at_one_host_end_and_no_others(tmp_path):
    socket = tmp_path / "t.sock"

    def session(*more: str) -> subprocess.Popen[bytes]:
        wait = "import time; time.sleep(60)"
        join = ["join", "--socket", str(socket), *more]
        return subprocess.Popen([sys.executable, "-c", wait, "makachess", *join])

    who = f"member {os.getpid()}"
    own = [session("--restricted", "--as", who), session(f"--as={who}", "--restricted")]
    others = [
        session("--restricted", "--as", who + "x"),
        session("--as", who),
        session("--restricted", "--as", who, "--as", "another"),
        session("--restricted", "--as", who, "--socket", "/elsewhere"),
    ]
    try:
        deadline = time.monotonic() + 30
        ended = 0
        while ended < 2 and time.monotonic() < deadline:  # until they have begun
            ended += end_sessions(who, socket)
        assert [process.wait(30) for process in own] == [-15, -15]
        assert [process.poll() for process in others] == [None] * 4
    finally:
        for process in (*own, *others):
            process.kill()
            process.wait()
