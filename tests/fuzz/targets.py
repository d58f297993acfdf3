"""What is fuzzed: a table of targets, each with samples, words of its format, and what to call.

A target takes any bytes and returns how they were answered, in a word or two. Errors that we raise
on purpose are answers; any other exception is a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fuzz import assets, engine_output, files, foreign, positions, protocols


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads what others have written; `share` of the inputs asked for it gets."""

    name: str
    call: Callable[[bytes], str]
    samples: Callable[[], Sequence[bytes]]
    words: Callable[[], Sequence[bytes]]
    share: float = 1.0


TARGETS = (
    Target("FEN", positions.call_fen, positions.fen_samples, positions.fen_words),
    Target("moves", positions.call_move, positions.move_samples, positions.move_words),
    Target("Betza", positions.call_betza, positions.betza_samples, positions.betza_words, 0.03),
    Target("game files", files.call_game, files.game_samples, files.game_words, 0.1),
    Target("foreign games", foreign.call_foreign, foreign.foreign_samples, foreign.foreign_words),
    Target("variant files", files.call_variant, files.variant_samples, files.variant_words, 0.01),
    Target("models", assets.call_model, assets.model_samples, assets.model_words, 0.1),
    Target("books", assets.call_book, assets.book_samples, assets.book_words, 0.1),
    Target("settings", files.call_settings, files.settings_samples, files.settings_words),
    Target("CECP", protocols.call_cecp, protocols.cecp_samples, protocols.cecp_words),
    Target("UCI", protocols.call_uci, protocols.uci_samples, protocols.uci_words),
    Target(
        "engine output",
        engine_output.call_engine_output,
        engine_output.engine_output_samples,
        engine_output.engine_output_words,
        0.1,
    ),
    Target(
        "key bytes", protocols.call_keyboard, protocols.keyboard_samples, protocols.keyboard_words
    ),
)
