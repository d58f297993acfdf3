"""A game at a table: the game screen for a game that the host owns, with people around it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial

from makachess.core import Move, Position
from makachess.core.spec import COLORS
from makachess.core.text import visible
from makachess.play.looking import LookingBack
from makachess.play.narration import invitation
from makachess.play.premove import Premove
from makachess.play.questions import Answer
from makachess.play.session.session import GameUpdate
from makachess.play.tables.client.connection import Connection
from makachess.play.tables.client.mirror import TableClient
from makachess.play.tables.messages.schema import AtTable, Chat, ChatLine, Claim, Sit, Stand
from makachess.play.tables.messages.wording import who
from makachess.tui.dialogs import offer
from makachess.tui.key_row import ALWAYS, BACK, KeyHint, hints, key_names
from makachess.tui.keys import ACTIONS, SCREENS, TABLE, Action, bindings
from makachess.tui.preferences import app_of
from makachess.tui.screens.beside import Row
from makachess.tui.screens.playing import DROPPED, PlayingScreen
from makachess.tui.text import Line, Part, TextPanel
from textual.timer import Timer
from textual.widget import Widget


class ChatPanel(TextPanel):
    """Lines such as `anna: good game`, the newest in view unless one has scrolled up."""

    HANGING = 2  # so that no line's second row looks like another's line

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._follows = True  # the newest line is kept in view

    def show(self, lines: Sequence[ChatLine]) -> None:
        top, follows = self._top, self._follows
        self.set_lines([_chat_parts(line) for line in lines])
        if not follows:
            self.scroll_lines(top - self._top)

    def scroll_lines(self, count: int) -> bool:
        """Scroll, and keep the newest line in view from then on if it is."""
        is_moved = super().scroll_lines(count)
        self._follows = not self.more_below
        return is_moved

    def _wrap(self) -> None:
        super()._wrap()
        if self._follows:
            super().scroll_lines(len(self._wrapped))


def _speaker(line: ChatLine) -> str:
    return line.name if line.color else f"{line.name} (watching)"


def _chat_parts(line: ChatLine) -> Line:
    """A line of chat, that of a player in a stronger hand."""
    name, text = ("strong", "") if line.color else ("quiet", "quiet")
    return Part(f"{visible(_speaker(line))}: ", name), Part(visible(line.text), text)


CHAT = 5  # rows at most
MOST_IGNORED = 200
LONGEST_SAYING = 300  # characters of a line of chat
LONGEST_WAIT = 7 * 86_400.0  # seconds for which a timer is set
PROMPTLY = 0.5  # seconds in which the host has usually announced a move
CLOSED = "You can analyse a game that you play here once it is over"


class Phase(Enum):
    """What a game at a table is to the player here."""

    OVER = auto()
    OPEN = auto()  # a seat is
    WATCHED = auto()
    TO_MOVE = auto()
    AWAY = auto()  # the opponent, for so long that the game can be claimed
    WAITING = auto()


class TableScreen(PlayingScreen):
    """One game of a host: people here play a colour of it, or look on."""

    BINDINGS = bindings(TABLE)
    ACTIONS = SCREENS["table"]
    session: TableClient

    def __init__(self, table: TableClient, warning: str = "") -> None:
        self._warning = warning  # what the player is told at first
        self.chat = ChatPanel(id="chat")
        super().__init__(table)
        self.untitled = (self.chat,)
        self._shown = (table.game, table.people)
        self._called_for: tuple[object, ...] = ()
        self._claim_timer: Timer | None = None  # until a claim is due

    @property
    def phase(self) -> Phase:
        table = self.session
        if table.over:
            return Phase.OVER
        if table.entry.open_seats:
            return Phase.OPEN
        if not table.people:
            return Phase.WATCHED
        if table.persons_turn:
            return Phase.TO_MOVE
        due = table.standing.claim
        return Phase.AWAY if due and due <= time.time() else Phase.WAITING

    def panes(self) -> list[Widget]:
        return [*super().panes(), self.chat]

    def middle_rows(self, width: int, height: int) -> list[Row]:
        said = min(self.chat.rows_for(width), CHAT)
        rows = super().middle_rows(width, height - said)
        if said:
            rows.insert(not self.has_foot, (self.chat, said))
        return rows

    def on_mount(self) -> None:
        table = self.session
        self.prompt.on_move = self._typed
        if table.has_clock:
            self.set_interval(1.0, self._tick)
        table.tell, table.hear = self._changed, self._heard
        self._face(table.person or "white")
        self._show_chat()
        self._called_for = self._call_now()
        self._changed(GameUpdate(self._warning, alert=bool(self._warning)))

    async def on_unmount(self) -> None:
        """Go from the table; the seat is kept."""
        app_of(self).show_title("")
        await self.session.close()

    @property
    def warning(self) -> str:
        lost = "" if self.session.up else "LINE LOST"
        return "  ".join(filter(None, (lost, super().warning)))

    def names(self) -> Mapping[str, str]:
        return {color: who(self.session.entry.sitter(color)) for color in COLORS}

    def awaited(self) -> str:
        entry = self.session.entry
        return f"Waiting for {entry.invited or 'a player'}" if self.phase is Phase.OPEN else ""

    def doing(self) -> str:
        table = self.session
        waits = "sending..." if table.sending else ""
        if table.standing.unsaved:
            waits = f"the host cannot save: {table.standing.unsaved}"
        elif table.standing.queued:
            waits = "the engine waits for its turn to think"
        elif self.phase is Phase.AWAY:
            waits = "away too long: claim win, claim draw"
        count = table.entry.spectators
        return ", ".join(filter(None, (waits, f"{count} watching" if count else "")))

    def requests(self) -> Iterator[tuple[str | None, str, str]]:
        yield from super().requests()
        yield self.session.rematch, "rematch", "asked for a rematch"

    def keys_now(self) -> list[KeyHint]:
        always = [hint for hint in ALWAYS if self.offers(ACTIONS[hint.actions])]
        if self.looking.is_on:
            return [*BACK, *always]
        again = "rematch," if self.session.people else ""
        first, last = {
            Phase.OVER: (f"review: review the game, {again} leave, chat", ""),
            Phase.OPEN: ("seats, chat", ""),
            Phase.WATCHED: ("chat, look-back", ""),
            Phase.AWAY: ("claim, chat", "look-back"),
        }.get(self.phase, ("pick, resign, chat", "draw, undo, look-back"))
        row = [*hints(first), *always]
        return list(dict.fromkeys([*row, *(hints(last) if last else ())]))

    def call_to_act(self) -> str:
        return "" if self.shows_result else self._what_now()

    def _what_now(self) -> str:
        table, key, phase = self.session, self.keymap.name, self.phase
        if phase is Phase.OVER:
            again = f"{key('rematch')} asks for a rematch, " if table.people else ""
            return f"The game is over: {again}{key('review')} reviews it, {key('leave')} leaves"
        if phase is Phase.OPEN:
            free = table.entry.open_seats[0].capitalize()
            if table.people:
                return f"{key('seats')} asks an engine to sit down"
            if not table.entry.seats_for(table.me):
                return f"{free}'s seat is kept for {table.entry.invited}"
            return f"{free}'s seat is free: {key('seats')} sits down"
        if phase is Phase.TO_MOVE and not table.game.line:
            return invitation(table.game.position, key_names(self.keymap))
        return {Phase.WATCHED: "You are watching", Phase.TO_MOVE: "Your move"}.get(phase, "")

    @property
    def takes_premoves(self) -> bool:
        begun = self.session.up and self.phase is not Phase.OPEN
        return begun and super().takes_premoves

    def why_no_move(self, text: str) -> str:
        table, phase = self.session, self.phase
        if phase is Phase.TO_MOVE:
            return ""
        if phase in (Phase.OVER, Phase.OPEN, Phase.WATCHED):
            said = f"{text!r} is not a command. " if text and not table.people else ""
            return said + self._what_now()
        if table.sending:
            return "Your move is on its way to the host"
        return f"{who(table.entry.sitter(table.turn))} is to move"

    def _changed(self, change: GameUpdate) -> None:
        table, (game, people) = self.session, self._shown
        self._shown = (table.game, table.people)
        if table.game is not game:
            self.looking = LookingBack(table.game)
        if (table.game, table.people) != (game, people):
            self._face(table.person or "white")
        super()._changed(change)
        self._call()
        self._await_claim()

    def _await_claim(self) -> None:
        """Offer the claim when it is due; nothing else may happen then."""
        if self._claim_timer is not None:
            self._claim_timer.stop()
        if 0 < (wait := self.session.standing.claim - time.time()) < LONGEST_WAIT:
            self._claim_timer = self.set_timer(wait, self.show_game)

    def play_move(self, move: Move) -> None:
        super().play_move(move)
        if self.session.sending is None:
            return
        if self.session.up:
            self.set_timer(PROMPTLY, self.show_game)
        else:
            self.show_game()

    def _heard(self, line: ChatLine | None) -> None:
        if line is None:
            self.show_game()
        elif line.name not in self.ignored:
            self._show_chat()
            if self.has_class("-alone") or self.has_class("-help"):
                self.prompt.say(f"{_speaker(line)}: {line.text}")

    @property
    def ignored(self) -> set[str]:
        return {name for name, is_so in self.preferences.settings.ignored.items() if is_so}

    def _show_chat(self) -> None:
        heard = [line for line in self.session.chat if line.name not in self.ignored]
        self.chat.show(heard)
        if len(heard) <= CHAT:  # its rows may be others by now
            self.place()

    def show_line(self, connection: Connection) -> None:
        if connection.final:
            self.prompt.say(f"Disconnected: {connection.reason}", alert=True)
        elif connection.up:
            self.prompt.say("The host is connected again")
        else:
            lost = "The connection to the host is lost; trying again. The game is safe there"
            dropped, self.premove = f". {DROPPED}" * bool(self.premove), Premove()
            self.prompt.say(lost + dropped, alert=True)
        self.show_game()

    def _call_now(self) -> tuple[object, ...]:
        """What waits for the player; empty if nothing does."""
        table = self.session
        if not table.people:
            return ()
        for what, side in (
            ("draw", table.offer),
            ("take back", table.takeback),
            ("rematch", table.rematch),
        ):
            if side is not None and side not in table.people:
                return (what, table.round, len(table.game.moves))
        if table.over:
            return ("over", table.round)
        return ("move", table.round, len(table.game.moves)) if table.persons_turn else ()

    def _call(self) -> None:
        """Ring, and write it into the terminal's title, once for each thing that waits."""
        wanted = self._call_now()
        if wanted == self._called_for:
            return
        self._called_for = wanted
        if wanted:
            self.app.bell()
        is_move = wanted[:1] == ("move",)
        app_of(self).show_title("Your move" if is_move else "")

    def position_to_study(self) -> Position | None:
        """The position, unless a player here takes part in the game."""
        return None if self._is_closed else self.game_shown().position

    @property
    def _is_closed(self) -> bool:
        """Whether a player here takes part, who has no analysis."""
        return bool(self.session.people) and self.phase is not Phase.OVER

    def offers(self, action: Action) -> bool:
        """Whether an action is offered now; no player has an analysis."""
        is_refused = action.id in ("analysis", "review") and self._is_closed
        return not is_refused and super().offers(action)

    def action_analysis(self) -> None:
        """Show or hide the analysis, which no player has."""
        if self._is_closed:
            self.prompt.say(CLOSED)
        else:
            super().action_analysis()

    def action_rematch(self) -> None:
        if not self.session.over:
            self.prompt.say("You can ask for a rematch once the game is over")
        elif self.session.people and not self._answer_rematch():
            self.attempt(lambda: self.session.ask("rematch"))

    def _answer_rematch(self) -> bool:
        """Ask whether to play again, if the other side has asked for that."""
        table = self.session
        return self.questions.ask_for_other(
            lambda: table.rematch,
            lambda side: f"{who(table.entry.sitter(side))} would like a rematch.",
            [Answer("y", "yes", True), Answer("n", "no", False)],
            lambda _, accepted: table.ask("rematch", accepted),
        )

    def action_claim(self, result: str = "") -> None:
        table = self.session
        if table.over or not table.people:
            self.prompt.say("There is no game of yours to claim")
        elif result:
            self._send(Claim(table.table, table.round, result))
        else:
            win = Answer("w", "a win", lambda: self.action_claim("win"))
            draw = Answer("d", "a draw", lambda: self.action_claim("draw"))
            offer(self.prompt, "Claim:", win, draw)

    def _send(self, request: AtTable) -> None:
        self.attempt(lambda: self.session.send(request))

    def action_chat(self) -> None:
        self.prompt.edit("Say: ", "", self._say, LONGEST_SAYING)

    def _say(self, text: str) -> None:
        if said := text.strip():
            self._send(Chat(self.session.table, said))

    def action_scroll_chat(self, pages: int) -> None:
        self.chat.scroll_pages(pages)

    def action_ignore(self) -> None:
        """Ask whom to ignore, or no longer; the last who has spoken is offered."""
        others = [line.name for line in self.session.chat if line.name != self.session.me]
        last = next((name for name in reversed(others) if name not in self.ignored), "")
        self.prompt.edit("Ignore (or no longer): ", last, self._ignore)

    def _ignore(self, text: str) -> None:
        name, table = text.strip(), self.session
        known = {line.name for line in table.chat} | {table.entry.sitter(c).name for c in COLORS}
        if name in self.ignored:
            self.preferences.ignore(name, ignored=False)
            said = f"You hear {name} again"
        elif not name or name == table.me or name not in known:
            self.prompt.say(f"{name!r} is nobody who plays or speaks here", alert=True)
            return
        elif len(self.ignored) >= MOST_IGNORED:
            self.prompt.say(f"You ignore {len(self.ignored)} people, which is the most", alert=True)
            return
        else:
            self.preferences.ignore(name, ignored=True)
            said = f"You no longer hear {name}; the same again undoes that"
        self._show_chat()
        news = self.preferences.take_news()
        self.prompt.say(f"{said} ({news})" if news else said, alert=bool(news))

    def action_seats(self) -> None:
        if answers := self._seat_answers():
            offer(self.prompt, "Seats:", *answers)
        elif self.session.entry.open_seats:
            self.prompt.say(self.call_to_act())
        else:
            self.prompt.say("No one can sit down or stand up during a game")

    def _seat_answers(self) -> list[Answer]:
        table = self.session
        answers = []
        if not table.people:
            for color in table.entry.seats_for(table.me):
                sit = partial(self._send, Sit(table.table, color))
                answers.append(Answer(color[0], f"sit down as {color.capitalize()}", sit))
        elif table.entry.open_seats:
            ask = partial(self.prompt.edit, "Level (1-10): ", "3", self._level_typed)
            answers.append(Answer("e", "an engine", ask))
        if table.people and (table.over or not table.game.moves):
            answers.append(Answer("s", "stand up", lambda: self._send(Stand(table.table))))
        return answers

    def _level_typed(self, text: str) -> None:
        level = text.strip()
        if level.isdecimal() and len(level) < 3 and 1 <= int(level) <= 10:
            self.seat_engine(int(level))
        else:
            self.prompt.say(f"{level!r} is not a level (1 to 10)", alert=True)

    def seat_engine(self, level: int) -> None:
        if free := self.session.entry.open_seats:
            self._send(Sit(self.session.table, free[0], level))
