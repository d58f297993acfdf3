"""The form for a new game: what there is to choose, what is chosen, and the game it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from makachess.core.engine import LEVELS as STRENGTHS
from makachess.core.errors import MakachessError
from makachess.core.spec import Option, Variant
from makachess.play.session.clock import describe_clock, parse_clock
from makachess.play.session.draft import why_unplayable
from makachess.play.session.opponents import usual_opponent
from makachess.play.session.setup import Setup, usual_setup
from makachess.play.settings import CLOCKS, NO_CLOCK, SIDE_LABELS, SIDE_NAMES, Settings
from makachess.saves.rules import parse_options
from makachess.variants import load_by_name

PERSON = "a person here"
LEVELS = tuple(f"level {level}" for level in STRENGTHS)
GAME, OPPONENT, SIDE, CLOCK, AUTO_FLIP = "game", "opponent", "side", "clock", "auto-flip"
MORE = "more-rules"
ARRAY = "as usual"
_SWITCH = ("no", "yes")
_OTHER_CLOCKS = "Or type one: 5+3, 5d3 with a delay, 10+3x30 with byo-yomi, 2days a move"
_NAMES = {GAME: "Game", OPPONENT: "Opponent", SIDE: "You play", CLOCK: "Clock"}


@dataclass(frozen=True, slots=True)
class FormField:
    """One line of the form: what it is called, its value and all it can have, and an explanation.

    `name` is one of those above, or that of an option of the variant. The value of an option is
    `shown` in words; one that is `changed` is not as usual.
    """

    name: str
    label: str
    value: str
    values: tuple[str, ...]
    help: str = ""
    shown: str = ""
    group: str = ""
    changed: bool = False


class NewGame:
    """What is chosen for the next game; at first what was chosen for the last one.

    `games` are the variants to choose from, by what they are called, with their default rules.
    """

    def __init__(self, usual: Settings, games: Mapping[str, Variant]) -> None:
        self._usual = usual
        self._games = games
        self._variants: dict[str, Variant] = {}  # by name, with the options chosen
        self.fen: str | None = None  # where the game begins; None: with the array
        self._notes: list[str] = []  # what was chosen last time and is not available now
        self._values: dict[str, tuple[str, ...]] = {
            GAME: tuple(games),
            OPPONENT: _opponents(usual),
            SIDE: tuple(SIDE_LABELS),
            CLOCK: tuple(dict.fromkeys((*CLOCKS, usual.clock))),
            AUTO_FLIP: _SWITCH,
        }
        self._chosen = {
            GAME: next((g for g, v in games.items() if v.name == usual.variant), next(iter(games))),
            OPPONENT: self._usual_opponent(),
            SIDE: SIDE_NAMES.get(usual.side, "White"),
            CLOCK: usual.clock,
            AUTO_FLIP: _SWITCH[usual.auto_flip],
        }

    def take_notes(self) -> list[str]:
        """What was chosen last time and is not available now, unless that has been told."""
        notes, self._notes = self._notes, []
        return notes

    def _usual_opponent(self) -> str:
        usual = self._usual
        if usual.side == "both":
            return PERSON
        if usual.opponent in usual.engines:
            return usual.opponent
        if usual.opponent:
            self._notes.append(f"there is no engine {usual.opponent!r} any more")
        return LEVELS[usual.level - 1]

    def adopt(self, usual: Settings) -> None:
        """Know the engines and the name that have been set meanwhile."""
        self._usual = usual
        self._values[OPPONENT] = _opponents(usual)
        if self._chosen[OPPONENT] not in self._values[OPPONENT]:
            self._chosen[OPPONENT] = LEVELS[usual.level - 1]

    @property
    def variant(self) -> Variant:
        plain = self._games[self._chosen[GAME]]
        if plain.name not in self._variants:
            self._variants[plain.name] = self._with_usual_options(plain)
        return self._variants[plain.name]

    def _with_usual_options(self, plain: Variant) -> Variant:
        try:
            given = parse_options(self._usual.options.get(plain.name, ""))
            return load_by_name(plain.name, **given) if given else plain
        except MakachessError as error:
            self._notes.append(str(error))
            return plain

    @property
    def two_people(self) -> bool:
        return self._chosen[OPPONENT] == PERSON

    def rows(self) -> Iterator[FormField]:
        """All that can be chosen now, from the top."""
        yield self._row(GAME)
        yield replace(self._row(OPPONENT), help=_estimate(self._chosen[OPPONENT]))
        if self.two_people:
            name = "Auto flip"
            help = "turn the board to the side to move"
            yield FormField(AUTO_FLIP, name, self._chosen[AUTO_FLIP], _SWITCH, help)
        else:
            yield self._row(SIDE)
        clock = self._chosen[CLOCK]
        in_words = _OTHER_CLOCKS if clock == NO_CLOCK else describe_clock(parse_clock(clock))
        yield replace(self._row(CLOCK), help=in_words)
        yield from (_option_row(self.variant, option) for option in self._options(presets=True))
        if rules := self.rules():
            changed = [rule.label for rule in rules if rule.changed]
            count = f"{len(changed)} changed" if changed else "as usual"
            help = (
                f"Not as usual: {', '.join(changed)}" if changed else "Enter: see and change them"
            )
            yield FormField(MORE, "More rules", count, (), help)

    def rules(self) -> list[FormField]:
        """The single rules that can be chosen, by groups, in the order of these."""
        options = self._options(presets=False)
        groups = [option.group for option in options]
        options.sort(key=lambda option: groups.index(option.group))
        return [_option_row(self.variant, option) for option in options]

    def _options(self, *, presets: bool) -> list[Option]:
        return [option for option in self.variant.options if bool(option.presets) is presets]

    def rules_as_usual(self) -> str:
        """Choose no single rule any more; returns what is to be said of it."""
        variant, sets = self.variant, {option.name for option in self._options(presets=True)}
        return self._choose({k: v for k, v in variant.named_options.items() if k in sets})

    def _row(self, name: str) -> FormField:
        return FormField(name, _NAMES[name], self._chosen[name], self._values[name])

    @property
    def games(self) -> Mapping[str, Variant]:
        return self._games

    @property
    def game(self) -> str:
        return self._chosen[GAME]

    def change(self, name: str, step: int) -> str:
        """Take the next or previous value of a row; returns what is to be said of it."""
        row = next(row for row in (*self.rows(), *self.rules()) if row.name == name)
        value = row.values[(row.values.index(row.value) + step) % len(row.values)]
        if name not in self._chosen:
            return self._choose_option(name, value)
        self._chosen[name] = value
        return self._told(self._drop_position() if name == GAME else "")

    def _told(self, *news: str) -> str:
        return "; ".join(filter(None, (*news, *self.take_notes())))

    def choose_clock(self, clock: str) -> str:
        """Take any clock, which is offered from then on; raises MakachessError if it is none."""
        if clock != NO_CLOCK:
            parse_clock(clock)
        self._values[CLOCK] = tuple(dict.fromkeys((*self._values[CLOCK], clock)))
        self._chosen[CLOCK] = clock
        return ""

    def choose_game(self, called: str) -> str:
        """Take a game; returns what is to be said of it."""
        games = self._values[GAME]
        return self.change(GAME, games.index(called) - games.index(self.game))

    def _choose_option(self, name: str, value: str) -> str:
        """Choose an option; one that stands for a set of rules replaces what was chosen of it."""
        options = {option.name: option for option in self.variant.options}
        named = self.variant.named_options
        lost = named.keys() & {o for preset in options[name].presets.values() for o in preset}
        given = {k: v for k, v in named.items() if k not in lost}
        news = self._choose({**given, name: value})
        labels = [option.label for option in options.values() if option.name in lost]
        taken = f"Your choice is replaced: {', '.join(labels)}" if labels else ""
        return self._told(taken, news)

    def _choose(self, given: Mapping[str, str]) -> str:
        name = self.variant.name
        self._variants[name] = load_by_name(name, **given)
        return self._told(self._drop_position())

    def _drop_position(self) -> str:
        """Go back to the array where the rules chosen do not allow the position."""
        if self.fen is None or not (reason := why_unplayable(self.variant, self.fen)):
            return ""
        self.fen = None
        return f"Back to the usual position: {reason}"

    def begin_with(self, fen: str) -> str:
        """Let the game begin with a FEN; returns why it cannot, and then changes nothing."""
        reason = why_unplayable(self.variant, fen)
        if not reason:
            self.fen = None if fen.split() == self.variant.start_fen.split() else fen
        return reason

    def setup(self) -> Setup:
        command = self._usual.engines.get(self._engine)
        setup = usual_setup(
            self._usual,
            self.variant,
            usual_opponent(self._usual, command, level=self._level),
            side=self._side,
            fen=self.fen,
            clock=self._chosen[CLOCK],
        )
        flips = self.two_people and self._chosen[AUTO_FLIP] == "yes"
        return replace(setup, auto_flip=flips)

    def settings(self) -> dict[str, object]:
        """What is to be remembered of it for the next time, by the names of the settings."""
        return {
            "variant": self.variant.name,
            "side": self._side,
            "level": self._level,
            "opponent": self._engine,
            "clock": self._chosen[CLOCK],
            "auto_flip": self._chosen[AUTO_FLIP] == "yes",
        }

    @property
    def _side(self) -> str:
        return "both" if self.two_people else SIDE_LABELS[self._chosen[SIDE]]

    @property
    def _engine(self) -> str:
        opponent = self._chosen[OPPONENT]
        return "" if opponent in (PERSON, *LEVELS) else opponent

    @property
    def _level(self) -> int:
        opponent = self._chosen[OPPONENT]
        return LEVELS.index(opponent) + 1 if opponent in LEVELS else self._usual.level


def _estimate(opponent: str) -> str:
    """Who plays about as well as a level, and how it plays; empty for other opponents."""
    if opponent not in LEVELS:
        return ""
    level = STRENGTHS[LEVELS.index(opponent) + 1]
    return f"like {level.words}: {level.habit}"


def _opponents(usual: Settings) -> tuple[str, ...]:
    return tuple(dict.fromkeys((PERSON, *LEVELS, *usual.engines)))


def _option_row(variant: Variant, option: Option) -> FormField:
    value = variant.chosen[option.name]
    return FormField(
        option.name,
        option.label,
        value,
        option_values(option, value),
        option.help,
        option.meaning(value),
        option.group,
        option.name in variant.named_options,
    )


def option_values(option: Option, value: str) -> tuple[str, ...]:
    """What an option can be set to; for a number a few that make sense."""
    if not option.number:
        return option.values
    usual = int(option.default)
    numbers = {0, usual // 2, usual, 2 * usual, int(value)}
    return tuple(map(str, sorted(numbers)))
