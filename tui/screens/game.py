"""The game screen: between a person at the keyboard and the session."""

from __future__ import annotations

from makachess.core import MakachessError, Move, Position, Square
from makachess.play.analysis import Hints, Study
from makachess.play.background import close_all
from makachess.play.coach import Coach
from makachess.play.milestones import reach_milestones
from makachess.play.narration import invitation
from makachess.play.practice import Practice, keep_reached, practice_of, practice_setup
from makachess.play.questions import Answer
from makachess.play.session.session import GameUpdate, Session, at_once
from makachess.play.session.setup import Setup
from makachess.saves import Autosave, Game
from makachess.tui.dialogs import VacantSeatDialog
from makachess.tui.key_row import ALWAYS, BACK, KeyHint, hints, key_names
from makachess.tui.keys import GAME, SCREENS, bindings
from makachess.tui.preferences import app_of, exit_report_of
from makachess.tui.screens.playing import PlayingScreen
from makachess.tui.unsaved import UnsavedDialog

PLAYING = *hints("pick, resign, hint, undo, draw"), *ALWAYS, *hints("look-back, redo")
OVER = hints("review: review the game, swap-colours, new-game, leave, undo")
PRACTISED = hints("new-game: try again, review: review the game, leave, undo")


class GameScreen(PlayingScreen):
    """One game being played, saved as it goes on."""

    BINDINGS = bindings(GAME)
    ACTIONS = SCREENS["game"]
    session: Session

    def __init__(self, setup: Setup) -> None:
        session = Session(
            setup.game,
            setup.seats(),
            commits=at_once(setup.autosave.commit, self._changed),
            clock=setup.clock(),
        )
        super().__init__(session, setup.engine, setup.model)
        self.setup = setup
        self.practice = practice_of(setup.game)
        self._reached: bool | None = None  # its goal
        self.move_hints = Hints(self._hint_study(), self.show_hint)
        self.coach = Coach(session, self.built_in_engine, self._add, app_of(self).waits.analysis)
        self.unsaved = UnsavedDialog(self.session, setup.autosave, self.prompt)
        self.seating = VacantSeatDialog(
            setup,
            *(self.session, self.prompt),
            remember=lambda *engine: self.preferences.remember_engine(*engine),
            leave=self.action_leave,
        )
        self.auto_flip = setup.auto_flip
        self.told_where = False  # the player knows in which file the game is
        self._is_called = False  # the player, who is to move
        self._lets: tuple[Square, ...] = ()  # where a reply goes of which the coach warns
        if setup.people == {"black"}:
            self.board.flip()

    def _hint_study(self) -> Study:
        """Hints come from the built-in engine, and from its analysis if that is the one shown."""
        if self.setup.engine is None:
            return self.study
        return Study(self.built_in_engine, lambda found: None, app_of(self).waits.analysis)

    async def on_mount(self) -> None:
        self.prompt.on_move = self._typed
        if self.session.clock is not None:
            self.set_interval(1.0, self._tick)
        self.session.begin()
        self.seating.ask()
        if self.setup.note:
            self.prompt.say(self.setup.note, alert=True)

    async def on_unmount(self) -> None:
        app_of(self).show_title("")
        try:
            closing = self.session, self.move_hints, self.study, self.coach
            await close_all(*(one.close() for one in closing))
            if self.session.unsaved:
                game, reason = self.session.game, self.session.unsaved
                exit_report_of(self).leave_unsaved(game, reason, printed=self.unsaved.prints)
        finally:
            self.setup.autosave.close()

    @property
    def is_unsaved(self) -> bool:
        return bool(self.session.unsaved)

    def goal(self) -> str:
        """How it stands with the goal of a practice position."""
        game = self.session.game
        return self.practice.standing(game.position, game.outcome) if self.practice else ""

    def _judge(self, practice: Practice) -> None:
        """Say it once when the goal is reached, which is remembered, or missed."""
        game, was = self.session.game, self._reached
        self._reached = practice.is_reached(game.position, game.outcome)
        if self._reached in (was, None):
            return
        failed = keep_reached(practice, self.setup.level) if self._reached else ""
        key_of = self.keymap.name
        go_on = "" if self.session.over else f" Play on, or leave with {key_of('leave')}."
        says = "reached." if self._reached else f"missed. {key_of('new-game')} tries again."
        self.prompt.say(failed or f"The goal is {says}{go_on}", alert=bool(failed))

    def show_game(self) -> None:
        super().show_game()
        is_called = self.session.person is not None and self.session.persons_turn
        if is_called != self._is_called:
            self._is_called = is_called
            app_of(self).show_title("Your move" if is_called else "")
            if is_called and self.session.game.line and self.preferences.settings.bell:
                self.app.bell()

    def action_coach(self) -> None:
        """Turn the coach on or off, for this game and for later ones at low levels."""
        try:
            on = self.coach.turn()
        except MakachessError as error:
            self.prompt.say(str(error))
            return
        self.preferences.remember(coach=on)
        warns = "it warns you before a move that gives a piece away"
        self.prompt.say(f"The coach is on: {warns}" if on else "The coach is off")

    def _changed(self, change: GameUpdate) -> None:
        super()._changed(change)
        self.coach.follow()
        if self.practice is not None:
            self._judge(self.practice)
        elif self.session.person is not None:
            for text in reach_milestones(self.session.game, self.session.person):
                self._add(text)

    def _add(self, text: str) -> None:
        """Say something besides what is said."""
        if not (self.looking.is_on or self.entering.state.path):
            self.prompt.say(". ".join(filter(None, (self.prompt.message, text))))

    def make_move(self, move: Move) -> None:
        if self.coach.is_on:
            self.call_later(self._ask_coach, move)  # for which the next key waits
        else:
            self.play_move(move)

    async def _ask_coach(self, move: Move) -> None:
        """Make a move, unless it gives something away and the player thinks again.

        One that is entered again while the coach looks at it is made once.
        """
        game = self.session.game
        node = game.node
        if not game.position.is_legal(move):
            return
        gift = await self.coach.weigh(move)
        if game.node is not node:
            return
        if gift is None:
            self.play_move(move)
            return

        def answered(answer: Answer | None) -> None:
            self._lets = ()
            if answer is not None and answer.value:
                self.play_move(move)
            else:
                self.entering.begin(self.session.game.position)
                self.show_entry()

        self._lets = gift.squares
        self.show_entry()
        answers = Answer("n", "think again"), Answer("y", "play it", True)
        warning = gift.warning(self.board.labels.name)
        self.prompt.ask(warning, answers, answered, self.entering.answer_by_move)

    def position_to_study(self) -> Position | None:
        """The position, except while a person's opponent is thinking, which needs the processor."""
        session = self.session
        free = session.over or session.persons_turn or session.paused or not session.people
        return self.game_shown().position if free or session.vacant else None

    def keys_now(self) -> list[KeyHint]:
        if self.looking.is_on:
            return [*BACK, *ALWAYS]
        if self.session.over:
            first = OVER if self.practice is None else PRACTISED
            return [*first, *(hint for hint in ALWAYS if hint not in first)]
        if not self.session.people:
            return [KeyHint("pick", "go on" if self.session.paused else "stop"), *ALWAYS]
        return [*PLAYING]

    def doing(self) -> str:
        session = self.session
        if session.over or session.persons_turn or session.vacant:
            return ""
        return "stopped" if session.paused else "thinking..."

    def call_to_act(self) -> str:
        return "" if self.shows_result else self._call()

    def _call(self) -> str:
        session, key = self.session, self.keymap.name
        if session.over:
            return (
                f"The game is over: {key('review')} reviews it, {key('new-game')} plays another, "
                f"{key('undo')} takes back, {key('leave')} leaves"
            )
        if not session.people:
            does = "continues" if session.paused else "stops"
            return f"You are watching: {key('pick')} {does} the game"
        if session.persons_turn and not session.game.line:
            if self.practice is not None:
                return f"{self.practice.task} {self.practice.text}"
            said = invitation(session.game.position, key_names(self.keymap))
            return f"{said}. The coach is on ({key('coach')})" if self.coach.is_on else said
        return ""

    def why_no_move(self, text: str) -> str:
        session = self.session
        if session.over:
            return self._call()
        if not session.people:
            said = f"{text!r} is not a command. " if text else ""
            return said + self._call()
        if session.persons_turn:
            return ""
        if session.paused:
            return f"Your opponent has failed to move: {self.keymap.name('pick')} asks again"
        return "Your opponent is to move"

    def hinted(self) -> tuple[Square, ...]:
        return self._lets or self.move_hints.squares

    def withdraw_hint(self) -> bool:
        self._lets = ()
        return self.move_hints.withdraw()

    def ask_open_questions(self) -> None:
        if not self.prompt.busy and not self.looking.is_on:
            self.unsaved.offer()

    def picked(self, square: Square) -> None:
        if self.session.vacant:
            self.seating.ask()
        elif not self.session.people or self.session.paused:
            self.session.toggle_pause()
        else:
            super().picked(square)

    def _may_move(self, text: str = "") -> bool:
        if self.session.vacant:
            self.seating.ask()
            return False
        return super()._may_move(text)

    def action_hint(self) -> None:
        if self._may_move() and not self.prompt.asking:
            position, name = self.session.game.position, self.board.labels.name
            self.move_hints.ask(position, self.prompt.room, name)

    def show_hint(self, text: str, *, alert: bool = False) -> None:
        self.show_entry()
        self.prompt.say(text, alert=alert)

    def action_redo(self) -> None:
        self.looking.end()
        self.session.redo()

    def action_again(self, swapped: bool = False) -> None:
        """A new game with the same players, once this one is over; they may change colours."""
        if not (self.session.over or self.practice):
            key = self.keymap.name
            resign = f"resign with {key('resign')}, or " if self.session.people else ""
            said = f"The game is still going on: {resign}leave with {key('leave')}"
            self.prompt.say(said)
            return
        setup = self.seating.setup

        def begin() -> GameScreen:
            usual = self.preferences.settings
            if self.practice is not None:
                return GameScreen(practice_setup(self.practice, usual, setup.level))
            return GameScreen(setup.again(usual.search_cores, swapped=swapped))

        self.unsaved.leave(lambda: self.give_way(begin))

    def autosave_for(self, game: Game) -> Autosave:
        return self.setup.autosave.for_copy(game)

    def action_save(self) -> None:
        """Say in which file the game is; then ask for another."""
        path = self.setup.autosave.path
        if path is None or self.told_where or self.is_unsaved:
            super().action_save()
        else:
            self.told_where = True
            self.entering.tell(self.saved_as(path))

    def action_leave(self) -> None:
        """Leave the game; if it cannot be saved, ask first."""
        self.unsaved.leave(self._leave)

    def _leave(self) -> None:
        exit_report_of(self).note(self.setup.autosave.leave())
        super().action_leave()
