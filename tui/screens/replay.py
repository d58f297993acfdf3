"""The replay screen: step through the games of a file, try moves in them, and comment on them."""

from __future__ import annotations

import asyncio
import re
from typing import ClassVar

from makachess.core import MakachessError
from makachess.core.spec import COLORS
from makachess.play.attacks import Royal, royals_of
from makachess.play.exploration import Book, parse_move_number
from makachess.play.narration import settled_note
from makachess.saves import Game, Node
from makachess.saves.remarks import is_engines, node_score, told
from makachess.tui.dialogs.autoplay import Autoplay
from makachess.tui.dialogs.replay_hints import MORE_HELP, no_command, replay_hints
from makachess.tui.keys import REPLAY, SCREENS, Action, bindings, commands
from makachess.tui.screens.exploring import ExploringScreen
from makachess.tui.widgets.move_list import MoveList
from makachess.tui.widgets.players import side_details
from textual import events
from textual.binding import BindingType

AUTOPLAY = 1.0  # seconds a position is shown, at the usual pace
_GAME_NUMBER = re.compile(r"game +(\d{1,9})", re.IGNORECASE)


class ReplayScreen(ExploringScreen):
    """A recorded game. The arrows step through it, or move the cursor while a move is entered."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(REPLAY)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["replay"]
    MORE_HELP: ClassVar[tuple[tuple[str, str], ...]] = MORE_HELP

    def __init__(
        self,
        game: Game | Book,
        ply: int = 0,
        fault: str = "",
        *,
        review: bool = False,
        engine: str | None = None,
    ) -> None:
        book = game if isinstance(game, Book) else Book(game, fault=fault)
        super().__init__(book, engine)
        self._engine = engine
        self._review_at_once = review
        self._waiting: list[events.Key] = []  # for the screen that takes the place of this one
        self._royals: tuple[Royal, ...] = ()
        self.autoplay = Autoplay(self.set_interval, self._play_one)
        self.game.seek(ply)
        self.leave_entry()

    def on_mount(self) -> None:
        """Show the game."""
        self.prompt.on_move = self._typed
        self.prompt.files = self.variant.files
        self.set_class(self.desk.is_known, "-review")
        self.show_first_man()
        self.show_game()
        self._say_fault()
        if self._review_at_once:
            self.action_review()

    def _say_fault(self) -> None:
        """Say what is wrong with the file, or who played if the panel is too narrow for names."""
        if self.book.page.fault:
            self.prompt.say(self.book.page.fault, alert=True)
        else:
            self.call_after_refresh(self._say_names)

    def _say_names(self) -> None:
        if not self.prompt.message and not self._review_at_once:
            self.prompt.say(self.players.cut_text())

    # --- showing --------------------------------------------------------------------------------

    def show_game(self) -> None:
        """Show the position where the game stands, unless another screen does that by now."""
        if self.is_handed_on:
            return
        game, position = self.game, self.game.position
        royals = royals_of(position)
        said = (*game.node.opening_comments, *game.node.comments)
        self.show_board()
        self.moves.show(game, self.book.exploration.revision)
        self.status.show_unsaved(self.book.unsaved)
        self.status.show(game, self.where(), royals)
        self._royals = royals
        self.show_players()
        self.prompt.say(told((settled_note(position), *said)))
        self.show_analysis()
        self.show_review()
        self.show_hints()

    def show_players(self) -> None:
        """Show names, and what each side holds and has taken."""
        game, position = self.game, self.game.position
        self.players.show(
            {c: game.tags.get(c.capitalize(), "?") for c in COLORS},
            None if game.outcome else position.turn,
            flipped=self.board.geometry.flipped,
            details=side_details(position, self._royals),
            trays=self.material.trays(position),
        )

    def where(self) -> str:
        """The place in file and game, its score, and the progress of a review."""
        node = self.game.node
        score = node_score(node)
        parts = (
            _line_of(node),
            f"ply {node.ply} of {len(self.game.line)}",
            str(score) if score else "",
            self.desk.progress if self.desk.running else "",
            self.book.place(),
        )
        return ", ".join(filter(None, parts))

    def show_hints(self) -> None:
        """Show the keys that do something where the game stands."""
        hints = replay_hints(
            self.game.node,
            reviewing=self.desk.running,
            reviewed=self.desk.is_known,
            playing=self.autoplay.running,
            cursor=self.arrows_move_cursor,
            entering=bool(self.entering.state.path),
            games=bool(self.book.place()),
        )
        self.hints.show(*hints)

    # --- moving through the game ----------------------------------------------------------------

    def goto(self, node: Node) -> None:
        """Go to a move of the game; a move being entered is dropped."""
        if self.is_handed_on:
            return
        self.autoplay.stop()
        self.game.goto(node)
        self.leave_entry()
        self.show_game()

    def action_step(self, count: int) -> None:
        """Go forward or back by plies."""
        self.action_seek(self.game.node.ply + count)

    def action_seek(self, ply: int) -> None:
        """Go to a ply of the present line."""
        self.game.seek(ply)
        self.goto(self.game.node)

    def action_variation(self) -> None:
        """Go to the next variation on this move, after the last one to the game's own."""
        node = self.game.node.next_way()
        if node is not None:
            self.goto(node)
        else:
            self.prompt.say("There is no variation here")

    def action_main_line(self) -> None:
        """Leave a variation for the game's own move in its place."""
        if self.game.node.is_main_line:
            self.prompt.say("You are in the main line already")
        else:
            self.goto(self.game.node.main_way())

    def action_autoplay(self) -> None:
        """Let the game play by itself, from the start if it is at its end; or stop it."""
        if self.autoplay.running:
            self.autoplay.stop()
        else:
            if not self.game.future:
                self.game.seek(0)
                self.leave_entry()
            self.autoplay.start(AUTOPLAY * self.preferences.pace)
        self.show_game()

    def action_pace(self, step: int) -> None:
        """Let it play faster or slower, here and in the games replayed later."""
        pace = self.preferences.pace = min(max(self.preferences.pace * 2.0**-step, 1 / 8), 8)
        self.autoplay.change(AUTOPLAY * pace)
        self.prompt.say(f"Autoplay: {AUTOPLAY * pace:g} s a move")

    def _play_one(self) -> None:
        self.game.seek(self.game.node.ply + 1)
        self.leave_entry()
        if not self.game.future:
            self.autoplay.stop()
        self.show_game()

    def on_move_list_move_picked(self, event: MoveList.MovePicked) -> None:
        """Go to the move clicked."""
        self.goto(event.node)

    async def action_turn(self, step: int) -> None:
        """Open the next or previous game of the file."""
        await self._turn_to(self.book.number + step)

    async def _turn_to(self, number: int) -> None:
        self.autoplay.stop()
        self.leave_entry()
        try:
            await asyncio.to_thread(self.book.count)  # of a large file it may take seconds
            self.book.turn_to(number)
        except MakachessError as error:
            self.prompt.say(str(error))
            return
        self.game.seek(0)
        self.leave_entry()
        self.told_where = False
        if self.game.variant != self.variant:
            self.is_handed_on = True
            self.app.call_later(self._replace)
            return
        await self.review_another(self.game)
        self.show_game()
        self._say_fault()

    async def on_key(self, event: events.Key) -> None:
        """Let keys wait that come before the other screen is there, in their order."""
        if self.is_handed_on:
            event.stop()
            event.prevent_default()
            self._waiting.append(event)
            self._pass_waiting_on()

    def _pass_waiting_on(self) -> None:
        while self._waiting and self.pass_on(self._waiting[0]):
            del self._waiting[0]

    def on_screen_resume(self) -> None:
        """Give way now, if another screen was on top when that was to be done."""
        if self.is_handed_on:
            self.app.call_later(self._replace)

    async def _replace(self) -> None:
        """Let another screen, with a board for other rules, take this one's place."""
        with self.app.batch_update():  # without a picture of what is below both
            switch = self.give_way(lambda: ReplayScreen(self.book, engine=self._engine))
            if switch is None:
                return
            await switch
        self._pass_waiting_on()

    # --- typing ---------------------------------------------------------------------------------

    def _typed(self, text: str) -> None:
        """Take what was typed: a command, a move number, an annotation or comment, or a move."""
        if self.run_command(text) or self.editing.type(text):
            return
        if match := _GAME_NUMBER.fullmatch(text):
            self.call_later(self._turn_to, int(match[1]))
        elif found := parse_move_number(text):
            self._go_to_number(*found)
        elif any(map(str.isdigit, text)) or text.startswith(("O-", "o-")):
            self.entering.type(text)
        else:
            self.prompt.say(no_command(text, commands(self.ACTIONS)))

    def _go_to_number(self, number: int, color: str) -> None:
        """Go to the move of a number in the present line: White's, or Black's if there is one."""
        node = self.game.numbered(number, color)
        if node is None:
            last = self.game.number(max(len(self.game.line), 1))[0]
            self.prompt.say(f"There is no move {number} in this line, which ends with move {last}")
        else:
            self.goto(node)

    def action_arrow(self, dx: int, dy: int) -> None:
        """Step through the game, ten moves at a time by up and down; or move the cursor."""
        if self.arrows_move_cursor:
            self.action_cursor(dx, dy)
        else:
            self.action_step(dx + 10 * dy)


def _line_of(node: Node) -> str:
    """What is to be said of the line that a move is in, if it is not the game's own."""
    if is_engines(node):
        return "engine's line"
    return "" if node.is_main_line else "variation"
