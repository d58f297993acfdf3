"""What a game is called, and when it was played, as its tags say."""

import pytest
from makachess.saves.tags import date_of, event_of, name_of_game, names_of

STUDY = {"StudyName": "Pawn endings", "Event": "Pawn endings: The opposition"}


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ({}, ("?", "?")),
        ({"White": "?", "Black": "", "Event": "?", "Site": "-"}, ("?", "?")),
        ({"White": "Anna", "Black": "Bert", "Event": "Club"}, ("Anna", "Bert")),
        ({"White": "Anna"}, ("Anna", "?")),
        ({"Black": "Bert", "Event": "Club"}, ("?", "Bert")),
        ({"Event": "Club", "Site": "London"}, ("Club", "")),
        ({"Event": "Club", "Round": "3"}, ("Club, round 3", "")),
        ({"Site": "London"}, ("London", "")),
        ({**STUDY, "ChapterName": "The opposition"}, ("The opposition, Pawn endings", "")),
        ({"ChapterName": "One", "White": "?", "Black": "?"}, ("One", "")),
        (STUDY, ("Pawn endings", "")),
        ({"Event": "Pawn endings: The opposition"}, ("Pawn endings: The opposition", "")),
        ({"ChapterName": "One", "White": "Anna", "Black": "Bert"}, ("One, Anna - Bert", "")),
        ({"ChapterName": "Anna - Bert", "White": "Anna", "Black": "Bert"}, ("Anna", "Bert")),
    ],
)
def test_what_a_game_is_called(tags: dict[str, str], names: tuple[str, str]) -> None:
    assert names_of(tags) == names
    assert name_of_game(tags) == " - ".join(filter(None, names))


@pytest.mark.parametrize(
    ("tags", "event"),
    [
        ({"Event": "Club", "White": "Anna"}, "Club"),
        ({"Event": "Club"}, ""),
        ({**STUDY, "ChapterName": "The opposition"}, ""),
        ({"Event": "?", "White": "Anna"}, ""),
    ],
)
def test_an_event_is_told_once(tags: dict[str, str], event: str) -> None:
    assert event_of(tags) == event


@pytest.mark.parametrize(
    ("tags", "date"),
    [
        ({}, ""),
        ({"Date": "????.??.??"}, ""),
        ({"Date": "2024.05.01", "UTCDate": "2024.04.30"}, "2024-05-01"),
        ({"Date": "????.??.??", "UTCDate": "2024.04.30"}, "2024-04-30"),
        ({"UTCDate": "2024.04.30"}, "2024-04-30"),
        ({"Date": "2024.05.??"}, "2024-05"),
        ({"Date": "2024.??.??"}, "2024"),
        ({"Date": "2024"}, "2024"),
        ({"Date": "yesterday"}, ""),
        ({"Date": "5138.11.16"}, "5138-11-16"),
        ({"Date": "20240.01.01"}, ""),
        ({"Date": "99999"}, ""),
        ({"Date": "-2024.01.01"}, ""),
        ({"Date": "2024.13.01"}, "2024"),
        ({"Date": "2024.05.32"}, "2024-05"),
        ({"Date": "2024.00.10", "UTCDate": "2023.01.01"}, "2024"),
    ],
)
def test_when_a_game_was_played(tags: dict[str, str], date: str) -> None:
    assert date_of(tags) == date
