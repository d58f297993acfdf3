"""Files of learned models: written, read, refused with a reason, and found."""

import pickle
import subprocess
import sys
import zlib
from array import array
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learned import random_model
from makachess.core import Position
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.model import WITHOUT, Model, Tuning, TypeModel
from makachess.core.engine.search_board import searchable_board
from makachess.core.errors import ModelError
from makachess.variants import load, names
from makachess.variants.asset_file import built_in
from makachess.variants.models import (
    ModelFile,
    choose_model,
    find_model,
    format_model,
    models_folder,
    numbers_of,
    parse_model,
)
from signing import signed

VETERAN = load("veteran")
NOTES = {"date": "2026-11-22", "command": "python -m training fit veteran", "match": ""}
SOUND = format_model(VETERAN, random_model(VETERAN), NOTES)
WITH_NET = format_model(VETERAN, random_model(VETERAN, units=8), NOTES)
TUNING = Tuning(futile=45, late=90)
TUNED = format_model(VETERAN, replace(random_model(VETERAN), tuning=TUNING), NOTES)
ZONED = format_model(VETERAN, random_model(VETERAN, units=8, zones=4), NOTES)


def read(data, variant=VETERAN):
    return parse_model(data, "x.model").read(variant)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("units", [0, 8])
def test_a_model_comes_back_from_its_file(name, units):
    variant = load(name)
    model = random_model(variant, units=units)
    data = format_model(variant, model, NOTES)
    assert read(data, variant) == model
    assert len(data) < 600_000 * (1 + units)


def test_the_header_says_what_is_in_a_model():
    assert b"\nunits: 8\nsearch: usual\nzones: 4\n" in ZONED
    assert b"\nunits: 0\nsearch: futile=45 late=90\nzones: 1\n" in TUNED


def test_a_file_of_version_4_has_one_set_of_last_weights():
    """It counts whatever the number of pieces."""
    net = random_model(VETERAN, units=8).net
    head, _, packed = WITH_NET.partition(b"\n\n")
    numbers = array("h", zlib.decompress(packed))
    of_net = len(PLAIN) // 2
    one_set = numbers[of_net + 1 : of_net + 2], numbers[of_net + 9 : of_net + 33]
    old = numbers[: of_net + 1] + one_set[0] + one_set[1] + numbers[of_net + 145 :]
    head = head.replace(b"model 5", b"model 4")
    found = read(signed(ModelFile, head + b"\n\n" + zlib.compress(old.tobytes()))).net
    assert found == replace(net, last=8 * net.last[:16], offset=8 * net.offset[:1])


@pytest.mark.parametrize("zones", [1, 4])
def test_types_may_stand_in_another_order(zones):
    """As after the pieces of a variant file have been sorted; its digest stays the same."""
    model = random_model(VETERAN, units=8, zones=zones)
    kinds = tuple(VETERAN.pieces)[::-1]
    sorted_otherwise = replace(VETERAN, pieces={kind: VETERAN.pieces[kind] for kind in kinds})
    found = read(format_model(VETERAN, model, NOTES), sorted_otherwise)
    assert found.types == dict(model.types)
    scores = []
    for variant, judge in ((VETERAN, model), (sorted_otherwise, found)):
        position = Position(variant, "rnblkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBLKBNR w KQkq - 0 1")
        board = searchable_board(position, build_worth(variant, judge))
        scores.append((board.centipawns(), board.net_score(0), board.net_score(1)))
    assert scores[0] == scores[1]


@settings(max_examples=30)
@given(st.integers(0, len(WITH_NET) - 1))
def test_no_part_of_a_file_is_taken_for_a_whole(size):
    for data in (WITH_NET[:size], signed(ModelFile, WITH_NET[:size])):
        with pytest.raises(ModelError):
            read(data)


NUMBER = st.integers(-23_000, 23_000)


@st.composite
def models_of_a_small_board(draw):
    """Any numbers on the squares and for the types of Veteran Chess."""
    types = {}
    for kind in VETERAN.pieces:
        middle, end = (draw(st.lists(NUMBER, min_size=64, max_size=64)) for _ in range(2))
        price = draw(st.tuples(NUMBER, NUMBER))
        types[kind] = TypeModel(draw(st.integers(0, 90)), price, tuple(middle), tuple(end))
    return Model(types)


@pytest.mark.slow
@settings(max_examples=10)
@given(models_of_a_small_board(), st.dictionaries(st.sampled_from(["loss", "games"]), st.text()))
def test_any_model_and_notes_come_back(model, notes):
    data = format_model(VETERAN, model, notes)
    assert read(data) == model
    assert signed(ModelFile, data) == data
    header = parse_model(data, "x.model").header
    assert {*notes} <= {*header}


def with_numbers(data, new):
    head = data.partition(b"\n\n")[0]
    return signed(ModelFile, head + b"\n\n" + new)


def with_net(**fields):
    """A file whose net is another one, sound or not."""
    model = random_model(VETERAN, units=8)
    model = replace(model, net=replace(model.net, **fields))
    return with_numbers(WITH_NET, zlib.compress(numbers_of(VETERAN, model).tobytes()))


def searched_by(text):
    """A file whose line on the search says something else."""
    return signed(ModelFile, TUNED.replace(b"futile=45 late=90", text))


PLAIN = zlib.decompress(SOUND.partition(b"\n\n")[2])
REFUSED = {
    "not a model": b'[Event "?"]\n\n',
    "format is '6', and this makachess reads 4 and 5$": SOUND.replace(b"model 5", b"model 6"),
    "no line 'zones'": SOUND.replace(b"zones: 1\n", b""),
    "'3' zones .1 or 4": signed(ModelFile, ZONED.replace(b"zones: 4", b"zones: 3")),
    "10540 numbers are expected": signed(ModelFile, ZONED.replace(b"zones: 4", b"zones: 1")),
    "'futile' in its line 'search'": searched_by(b"futile"),
    "'late=-1' in its line 'search'": searched_by(b"late=-1"),
    "'null=300' in its line 'search'": searched_by(b"null=300 null=300"),
    "'depth=3' in its line 'search'": searched_by(b"depth=3"),
    "null = 99 .100 to 3000": searched_by(b"null=99"),
    "quiets = 4001 .0 to 4000": searched_by(b"quiets=4001"),
    "'8 ' units": signed(ModelFile, WITH_NET.replace(b"units: 8", b"units: 8 ")),
    "'999' units .at most 384": signed(ModelFile, WITH_NET.replace(b"units: 8", b"units: 999")),
    "19892 numbers are expected": signed(ModelFile, WITH_NET.replace(b"units: 8", b"units: 16")),
    "its net has 4 units": signed(
        ModelFile,
        with_net(bias=(0,) * 4, last=(0,) * 64, first=bytes(18 * 64 * 8)).replace(
            b"units: 8", b"units: 4"
        ),
    ),
    "ceiling of 0": with_net(ceiling=0),
    "change a score by 23395": with_net(
        ceiling=181, last=(0,) * 112 + (3000,) * 15 + (-1800,), offset=(0,) * 8
    ),
    "a sum of 32768": with_net(
        bias=(0, -32704) + (0,) * 6, first=b"\x00\x00\xff\xff" * (2 * 9 * 64 * 4)
    ),
    "header does not end": SOUND.partition(b"\n\n")[0],
    "not UTF-8": SOUND.replace(b"date: 2", b"date: \xff"),
    "no line 'types'": SOUND.replace(b"types: ", b"kinds: "),
    "'date 2026": SOUND.replace(b"date: ", b"date "),
    "checksum is wrong": SOUND[:-1] + bytes([SOUND[-1] ^ 1]),
    "damaged: its numbers cannot be unpacked$": with_numbers(
        SOUND, zlib.compress(PLAIN)[:-1] + b"x"
    ),
    "numbers are expected": with_numbers(SOUND, zlib.compress(PLAIN[:-2])),
    "1179 numbers are expected": with_numbers(SOUND, zlib.compress(PLAIN + bytes(1 << 20))),
    "a phase of ": with_numbers(SOUND, zlib.compress(b"\xff\x00" + PLAIN[2:])),
    "of 'veteran', not of 'chess'": (SOUND, load("chess")),
    "trained for other rules than those of 'devingt' with 'compound-first-move=white'": (
        format_model(load("devingt"), random_model(load("devingt")), {}),
        load("devingt", compound_first_move="white"),
    ),
    "trained for other rules than those of 'veteran'$": signed(
        ModelFile, SOUND.replace(b"rules: ", b"rules: 0")
    ),
    "'types' lacks 'Q'": signed(ModelFile, SOUND.replace(b" Q", b" Z")),
    "'types' has one 'P' too many": signed(ModelFile, WITH_NET.replace(b" Q", b" Q P")),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_wrong_with_a_file_is_said(said):
    case = REFUSED[said]
    data, variant = case if isinstance(case, tuple) else (case, VETERAN)
    with pytest.raises(ModelError, match=r"^x\.model: .*" + said):
        read(data, variant)


def test_zones_are_refused_where_a_side_has_several_royals():
    variant = load("macadamia")
    with pytest.raises(ModelError, match=r"its net has 4 zones \(at most 1\)"):
        format_model(variant, random_model(variant, units=8, zones=4), NOTES)


@pytest.mark.parametrize(
    "found", [b"model 5", b"variant: veteran", b"units: 0", b"futile=45 late=90"]
)
def test_what_is_quoted_of_a_file_is_short(found):
    data = TUNED.replace(found, found[:9] + b"x" * 9000, 1)
    with pytest.raises(ModelError, match="xxx") as caught:
        read(signed(ModelFile, data))
    assert len(str(caught.value)) < 200


def test_types_that_are_none_are_refused_before_anything_is_unpacked():
    """They would make room for gigabytes."""
    data = signed(
        ModelFile, WITH_NET.replace(b"units: 8", b"units: 384").replace(b" Q", b" Q" * 7000)
    )
    with pytest.raises(ModelError, match="too many"):
        read(with_numbers(data, b"not packed"))


def test_options_that_leave_the_movement_alone_keep_the_model():
    assert read(SOUND, load("veteran", move_limit=0)) == read(SOUND)


def built_in_model(variant):
    return built_in(ModelFile, variant)[1]


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Where the player's model of Veteran Chess would be."""
    monkeypatch.setenv("MAKACHESS_HOME", str(tmp_path))
    models_folder().mkdir()
    return models_folder() / "veteran.model"


def test_the_players_own_model_replaces_the_built_in_one(own):
    assert find_model(VETERAN) == built_in_model(VETERAN)
    own.write_bytes(SOUND)
    assert find_model(VETERAN) == random_model(VETERAN)
    assert find_model(load("chess")) == built_in_model(load("chess"))


def test_a_damaged_one_is_reported_and_one_for_other_rules_passed_over(own):
    said = []
    own.write_bytes(SOUND[:-1])
    assert find_model(VETERAN, said.append) == built_in_model(VETERAN)
    assert "checksum" in said[0]
    said.clear()
    own.write_bytes(format_model(load("chess"), random_model(load("chess")), {}))
    assert find_model(VETERAN, said.append) == built_in_model(VETERAN)
    assert said == []


def test_a_model_is_chosen_by_a_text(own):
    own.write_bytes(SOUND)
    assert choose_model("", VETERAN) is None
    assert choose_model("none", VETERAN) is WITHOUT
    assert choose_model(str(own), VETERAN) == random_model(VETERAN)
    with pytest.raises(ModelError):
        choose_model(str(own), load("chess"))


def test_a_pickled_variant_finds_its_model_again_and_does_not_carry_it():
    packed = pickle.dumps(VETERAN)
    assert len(packed) < len(pickle.dumps(replace(VETERAN, model_source=None))) + 100
    assert pickle.loads(packed) is VETERAN
    code = (
        "import pickle, sys; from makachess.core.engine import Engine; "
        "variant = pickle.load(sys.stdin.buffer); "
        "early = 'makachess.variants.models' in sys.modules; "
        "print(early, dict(Engine(variant).values) == dict(Engine(variant, model=None).values))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=packed, capture_output=True)
    assert done.stdout.split() == [b"False", b"False"], done.stderr


@pytest.mark.parametrize("which", ["file", "folder"])
def test_of_one_that_cannot_be_read_the_player_hears(which, own):
    """A link that leads in a circle; of a folder that nobody may look into it is the same."""
    if which == "folder":
        own.parent.rmdir()
    link = own if which == "file" else own.parent
    link.symlink_to(link)
    said = []
    assert find_model(VETERAN, said.append) == built_in_model(VETERAN)
    (text,) = said
    assert "veteran.model' cannot be read: " in text
