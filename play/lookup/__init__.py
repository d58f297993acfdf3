"""Looking pieces up: those of all games by name, id or kanji, and what there is to say of one."""

from makachess.play.lookup.entries import Entry, Man, make_entries
from makachess.play.lookup.facts import (
    array_sentence,
    becoming_sentences,
    captor_sentences,
    capture_sentences,
    worth_sentence,
)
from makachess.play.lookup.index import Index, Rules
from makachess.play.lookup.search import Hit, search

__all__ = [
    "Entry",
    "Hit",
    "Index",
    "Man",
    "Rules",
    "array_sentence",
    "becoming_sentences",
    "captor_sentences",
    "capture_sentences",
    "make_entries",
    "search",
    "worth_sentence",
]
