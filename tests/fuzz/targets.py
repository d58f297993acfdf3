"""What is fuzzed: a table of targets, each with samples, words of its format, and what to call.

A target takes any bytes and returns how they were answered, in a word or two. Errors that we raise
on purpose are answers; any other exception is a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fuzz.books import book_samples, book_words, call_book
from fuzz.engine_output import (
    call_engine_output,
    engine_output_samples,
    engine_output_words,
)
from fuzz.files import (
    call_game,
    call_settings,
    call_variant,
    game_samples,
    game_words,
    settings_samples,
    settings_words,
    variant_samples,
    variant_words,
)
from fuzz.foreign import call_foreign, foreign_samples, foreign_words
from fuzz.models import call_model, model_samples, model_words
from fuzz.positions import (
    betza_samples,
    betza_words,
    call_betza,
    call_fen,
    call_move,
    fen_samples,
    fen_words,
    move_samples,
    move_words,
)
from fuzz.protocols import (
    call_cecp,
    call_info,
    call_keyboard,
    call_uci,
    cecp_samples,
    cecp_words,
    info_samples,
    info_words,
    keyboard_samples,
    keyboard_words,
    uci_samples,
    uci_words,
)
from fuzz.tables import (
    call_report,
    call_request,
    report_samples,
    request_samples,
    table_words,
)


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads what others have written; `share` of the inputs asked for it gets."""

    name: str
    call: Callable[[bytes], str]
    samples: Callable[[], Sequence[bytes]]
    words: Callable[[], Sequence[bytes]]
    share: float = 1.0


TARGETS = (
    Target("FEN", call_fen, fen_samples, fen_words),
    Target("moves", call_move, move_samples, move_words),
    Target("Betza", call_betza, betza_samples, betza_words, 0.1),
    Target("game files", call_game, game_samples, game_words, 0.1),
    Target("foreign games", call_foreign, foreign_samples, foreign_words),
    Target("variant files", call_variant, variant_samples, variant_words, 0.01),
    Target("models", call_model, model_samples, model_words, 0.1),
    Target("books", call_book, book_samples, book_words, 0.1),
    Target("settings", call_settings, settings_samples, settings_words),
    Target("CECP", call_cecp, cecp_samples, cecp_words),
    Target("UCI", call_uci, uci_samples, uci_words),
    Target("UCI info", call_info, info_samples, info_words),
    Target("engine output", call_engine_output, engine_output_samples, engine_output_words, 0.1),
    Target("table requests", call_request, request_samples, table_words),
    Target("table reports", call_report, report_samples, table_words),
    Target("key bytes", call_keyboard, keyboard_samples, keyboard_words),
)
