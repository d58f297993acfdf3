"""Keys as people write them (`^G`, `F1`, `PgUp`, `?`) and as Textual names them (`ctrl+g`)."""

from __future__ import annotations

import re

from textual import keys as textual_keys
from textual.binding import Binding

_LABELS = {
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "insert": "Ins",
    "delete": "Del",
    "backspace": "Backspace",
    "tab": "Tab",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
} | {f"f{number}": f"F{number}" for number in range(1, 25)}
_NAMES = {label.lower(): name for name, label in _LABELS.items()} | {name: name for name in _LABELS}
_SENT_AS = {"h": "Backspace", "i": "Tab", "m": "Enter"}  # what terminals make of Ctrl and a letter
_CONTROL = re.compile(r"(?:\^|ctrl\+)([a-z])", re.IGNORECASE)
_MODIFIED = re.compile(r"((?:(?:ctrl|alt|shift)\+)+)(.+)", re.IGNORECASE)


def parse_key(text: str) -> str:
    """Textual's name of a key; raises ValueError for what is not a key, or cannot be bound."""
    text = text.strip()
    if match := _CONTROL.fullmatch(text):
        letter = match[1].lower()
        if letter in _SENT_AS:
            raise ValueError(f"{text!r} cannot be told from {_SENT_AS[letter]} in a terminal")
        return f"ctrl+{letter}"
    if name := _NAMES.get(text.lower()):
        return name
    if match := _MODIFIED.fullmatch(text):
        return _parse_modified(text, match[1].lower(), match[2].lower())
    character = text if len(text) == 1 else textual_keys.format_key(text)
    if len(character) == 1 and (character.isalnum() or character == "+"):
        raise ValueError(f"{text!r} begins a typed move; letters, digits and + stay free for that")
    if len(character) != 1 or not character.isprintable() or not character.isascii():
        raise ValueError(f"{text!r} is not a key; write them as ^G, F1, PgUp, Alt+X or ?")
    return _textual_name(character)


def _parse_modified(text: str, modifiers: str, key: str) -> str:
    held = modifiers.rstrip("+").split("+")
    order = "".join(f"{name}+" for name in ("alt", "ctrl", "shift") if name in held)
    if key in _NAMES and len(set(held)) == len(held):
        return order + _NAMES[key]
    if held == ["alt"] and re.fullmatch("[a-z0-9]", key):
        return order + key
    raise ValueError(f"{text!r} is not a key that terminals send")


def _textual_name(character: str) -> str:
    if character == ",":
        return "comma"  # a comma separates keys
    (binding,) = Binding.make_bindings([Binding(character, "")])
    return binding.key


def format_key(key: str) -> str:
    """A key by Textual's name as people write it, the inverse of parse_key."""
    *modifiers, name = key.split("+")
    if modifiers == ["ctrl"] and len(name) == 1:
        return f"^{name.upper()}"
    shown = _LABELS.get(name) or textual_keys.format_key(name)
    if modifiers and len(shown) == 1:
        shown = shown.upper()
    return "".join(f"{modifier.capitalize()}+" for modifier in modifiers) + shown
