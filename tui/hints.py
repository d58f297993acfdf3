"""The row of keys: what can be done now, by key or by a click on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from makachess.play.narration import KeyNames, invitation
from makachess.play.session.session import Playing
from makachess.saves import Node
from makachess.tui.keymap import Keymap
from makachess.tui.keys import ACTIONS
from makachess.tui.preferences import preferences_of
from makachess.tui.text import Line, Part, TextPanel, width_of


class Hint(NamedTuple):
    """Action ids separated by spaces, and a word for what the first of them does.

    The word is the action's own label unless another is given.
    """

    actions: str
    label: str | None = None


WIDE = 100  # columns from which on the list of commands is called by its name
LIST = Hint("commands")
KEYS = Hint("help", "keys")  # which name the list of commands
CLOSE = Hint("help", "close")
MOST = 4  # hints beside a board, besides that one
FEW = 2  # of them that one row has at least
GAP = "  "


class HintLine(TextPanel):
    """Key hints; the last ones are left out where there is no room.

    They end with the list of commands, by which a mouse reaches all that has no hint.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()
        self._instead: tuple[Hint, ...] = ()
        self.has_commands = True  # in the last columns, whatever the others are
        self.is_short = False  # beside a board: a few keys, and the one that shows all
        self.warning = ""  # what must stay in sight stands before them
        self._is_asking = False  # a question is open, whose answers stand in the prompt
        self.on_rows: Callable[[], object] = lambda: None  # hears that other rows are needed

    @property
    def lines(self) -> Sequence[Line]:
        return self._lines

    @property
    def text(self) -> str:
        """All hints, without styles."""
        return "  ".join("".join(part.text for part in line).rstrip() for line in self._lines)

    def show(self, *hints: Hint) -> None:
        """Show these hints, the most useful first."""
        self._hints = hints
        if self.is_attached:
            self.fill()

    def cover(self, *hints: Hint) -> None:
        """Show these hints in the place of all others, or with none the others again."""
        if hints != self._instead:
            self._instead = hints
            self.fill()

    def follow(self, *, asking: bool) -> None:
        """Show no hints while a question is open."""
        if asking != self._is_asking:
            self._is_asking = asking
            if self.is_attached:
                self.fill()

    def on_resize(self) -> None:
        self.fill()
        super().on_resize()

    def rows_for(self, width: int) -> int:
        return len(self._short_rows(width))

    @property
    def _now(self) -> tuple[Hint, ...]:
        return () if self._is_asking else self._instead or self._hints

    def fill(self) -> None:
        """Show as many hints as there is room for, with the keys in force."""
        width = self.size.width
        if self.is_short:
            rows = self._short_rows(width)
            self.set_lines(rows)
            if len(rows) != self.rows_given:
                self.on_rows()
            return
        last = self._parts(LIST._replace(label=None if width >= WIDE else "all"))
        room = width - width_of(last) - len(GAP) if self.has_commands else width
        warning = self._warning
        parts = [*warning, *self._fitting(self._now, room - width_of(warning))]
        if self.has_commands:
            parts += [Part(" " * (width - width_of(parts) - width_of(last))), *last]
        self.set_lines([parts])

    @property
    def _warning(self) -> list[Part]:
        return [Part(self.warning, "alert"), Part(GAP)] if self.warning else []

    def _short_rows(self, width: int) -> list[Line]:
        """A few hints and the key that shows all, in one row, or in two if that has hardly any."""
        hints = [hint for hint in self._now if hint.actions != KEYS.actions][:MOST]
        end = self._parts(CLOSE if CLOSE in self._now else KEYS)
        if warning := self._warning:
            return [[*warning, *end], self._fitting(hints, width + len(GAP))]
        shown = self._fitting(hints, width - width_of(end))
        if sum(part.text == GAP for part in shown) >= min(FEW, len(hints)):
            return [[*shown, *end]]
        first = self._fitting(hints, width + len(GAP))
        rest = hints[sum(part.text == GAP for part in first) :]
        return [first, [*self._fitting(rest, width - width_of(end)), *end]]

    def _fitting(self, hints: Iterable[Hint], room: int) -> list[Part]:
        """As many hints as there is room for, each with the gap behind it."""
        parts: list[Part] = []
        for hint in hints:
            shown = [*self._parts(hint), Part(GAP)]
            if width_of(parts) + width_of(shown) - len(GAP) * (not self.is_short) > room:
                break
            parts += shown
        return parts

    def _parts(self, hint: Hint) -> list[Part]:
        """The keys, each to be clicked for what it does, and the label for what the first does."""
        keymap = preferences_of(self).keymap
        actions = [ACTIONS[name] for name in hint.actions.split()]
        label = actions[0].label if hint.label is None else hint.label
        parts = []
        for action in actions:
            parts.append(Part(f"{keymap.name(action.id)} ", "key", action.run))
        return [*parts, Part(label, "quiet", actions[0].run)]


# What can be typed, for the help panel.
TYPING = (
    ("letters", "type a move: e2e4, Nf3, exd5=V"),
    ("7g7f", "or with shogi coordinates"),
    ("12 12...", "look back at White's or Black's move 12"),
    ("1 2 3", "answer a question by number"),
    ("M Enter", "or type the answer; or arrows and Enter"),
)

PLAYING = tuple(map(Hint, ("pick", "undo", "hint", "draw", "resign")))
ALWAYS = tuple(map(Hint, ("help", "leave", "flip", "learn", "analysis", "save")))
OVER = tuple(map(Hint, ("swap-colours", "review", "new-game", "leave", "undo")))
EARLIER = Hint("look-back", "earlier")
BACK = EARLIER, Hint("look-on", "later"), Hint("look-end"), Hint("look-start")


def entering_hints(pick: str = "pick", back: str = "step-back") -> tuple[Hint, ...]:
    """The keys while a move is being entered, by what a screen calls its own two."""
    return Hint(pick, "go"), Hint(back, "back"), Hint("help")


def game_hints(session: Playing, *, looking_back: bool = False) -> list[Hint]:
    """The keys that do something as the game stands, the most useful first."""
    if looking_back:
        return [*BACK, *ALWAYS]
    if session.over:
        return [*OVER, *(hint for hint in ALWAYS if hint not in OVER)]
    if not session.people:
        return [Hint("pick", "go on" if session.paused else "stop"), *ALWAYS]
    return [*PLAYING, *ALWAYS, Hint("look-back"), Hint("redo")]


def doing(session: Playing) -> str:
    """What the program is doing meanwhile, for the status row."""
    if session.over or session.persons_turn or session.vacant:
        return ""
    return "stopped" if session.paused else "thinking..."


def key_names(keymap: Keymap, pick: str = "pick", back: str = "step-back") -> KeyNames:
    """The names of the keys that enter a move by squares; the actions are those of a screen."""
    arrows = keymap.names("cursor-up", "cursor-down", "cursor-left", "cursor-right")
    move = f"the {arrows}" if arrows == "arrows" else arrows
    return KeyNames(move, keymap.name(pick), keymap.name(back))


def call_to_act(session: Playing, keymap: Keymap) -> str:
    """What there is to do where it is not simply to move, and how to enter a first move."""
    key = keymap.name
    if session.over:
        return (
            f"The game is over: {key('review')} reviews it, {key('new-game')} plays another, "
            f"{key('undo')} takes back, {key('leave')} leaves"
        )
    if not session.people:
        return (
            f"You are watching: {key('pick')} {'continues' if session.paused else 'stops'} the game"
        )
    if session.persons_turn and not session.game.line:
        return invitation(session.game.position, key_names(keymap))
    return ""


def why_not_again(session: Playing, keymap: Keymap) -> str:
    """Why no other game begins while this one goes on, and how it can be ended."""
    resign = f"resign with {keymap.name('resign')}, or " if session.people else ""
    return f"The game is still going on: {resign}leave with {keymap.name('leave')}"


def why_no_move(session: Playing, keymap: Keymap, text: str = "") -> str:
    """Why no player here can move now, in answer to a text if one was typed; empty if one can."""
    if session.over:
        return call_to_act(session, keymap)
    if not session.people:
        said = f"{text!r} is not a command. " if text else ""
        return said + call_to_act(session, keymap)
    if session.persons_turn:
        return ""
    if session.paused:
        return f"Your opponent has failed to move: {keymap.name('pick')} asks again"
    return "Your opponent is to move"


# What can be typed, for the help panel.
MORE_HELP = (
    ("letters", "type a move: it begins a variation"),
    ("7g7f", "or with shogi coordinates"),
    ("12 12...", "go to White's or Black's move 12"),
    ("game 2", "go to the second game of the file"),
    ("!? += $14", "mark the move or the position"),
)

FOUND = Hint("last-moment next-moment", "key moments"), Hint("mistakes", "learn")
_EDITS = Hint("comment"), Hint("annotate"), Hint("undo-edit")


def replay_hints(
    node: Node,
    *,
    reviewing: bool,
    reviewed: bool,
    moments: bool,
    playing: bool,
    cursor: bool,
    entering: bool,
    games: bool,
) -> list[Hint]:
    """The keys that do something where the game stands, the most useful first."""
    if entering:
        return [*entering_hints("pick-square", "replay-back")]
    back = Hint("replay-back")
    if cursor:
        pick, last = Hint("pick-square"), (Hint("help"), Hint("leave"))
        return [pick, back, Hint("arrows", "step"), *_EDITS, *last]
    found = reviewed and not reviewing and moments
    play = Hint("autoplay", "stop" if playing else None)
    review = () if reviewed or reviewing else (Hint("review"),)
    first, *own = FOUND if found else (*review, play)
    return [
        first,
        Hint("replay-back", "stop review") if reviewing else back,
        *_variation_hints(node),
        *own,
        Hint("move-back move-on", "step"),
        *([play] if found else []),
        Hint("arrows"),
        *([Hint("next-game")] if games else []),
        Hint("help"),
        Hint("leave"),
        *_EDITS,
        Hint("flip"),
    ]


def no_command(text: str, known: Iterable[str]) -> str:
    """The answer to typed text that is neither a command nor a move."""
    return f"{text!r} is not a command here (try {', '.join(sorted(known))}), and no move"


def _variation_hints(node: Node) -> list[Hint]:
    """The keys that lead into a variation from here, or out of it."""
    hints = []
    if node.next_way() is not None:
        hints.append(Hint("variation"))
    if not node.is_main_line:
        hints.append(Hint("main-line"))
    return hints
