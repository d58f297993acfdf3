"""A game being played on the screen, wherever it is owned: here, or by a host of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from makachess.core import Move, Square
from makachess.core.engine.model import Model
from makachess.core.errors import MakachessError
from makachess.core.spec import opponent
from makachess.core.text import sentence
from makachess.play.attacks import royals_of
from makachess.play.exercises import Progress
from makachess.play.looking import LookingBack, parse_move_number
from makachess.play.narration import forced_note, settled_note
from makachess.play.premove import Premove
from makachess.play.session.session import GameUpdate, Playing
from makachess.saves import Autosave, Game, Library, Node, TimeLeft
from makachess.tui.dialogs import Questions
from makachess.tui.key_row import KeyHint, entering_keys, hints
from makachess.tui.panes.moves import MoveList
from makachess.tui.panes.piece import MET, met_key, new_types
from makachess.tui.panes.result import ResultBox
from makachess.tui.screens.beside import Row
from makachess.tui.screens.board import BoardScreen
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from makachess.tui.screens.replay import ReplayScreen

DROPPED = "Your premove is dropped"
WIDE = 100  # columns of a window from which on the result stands over the board
CHOOSING = hints("cursor-up cursor-down: choose, pick: go, step-back: board, look-back: earlier")


class PlayingScreen(BoardScreen):
    """A game in which people at this screen play some colours, or watch."""

    class GameChanged(Message):
        """The game, or what goes on around it, has changed."""

    MORE_HELP = (
        ("letters", "type a move: e2e4, Nf3, exd5=V"),
        ("7g7f", "or so, once F9 sets shogi coordinates"),
        ("mouse", "click a piece and where it goes, or drag it there"),
        ("early", "while the opponent thinks: a premove, made if it is legal then"),
        ("12 12...", "look back at White's or Black's move 12"),
        ("M 2", "answer a question at once; or arrows and Enter"),
    )

    def __init__(
        self,
        session: Playing,
        engine: str | None = None,
        model: Model | None = None,
    ) -> None:
        super().__init__(session.game, engine, model)
        self.study_engine = engine
        self.session = session
        self.board.put_cursor(session.game.position, session.person or session.turn)
        self.looking = LookingBack(session.game)
        self.result = ResultBox(id="result")
        self.questions = Questions(session, self.prompt)
        self.prompt.on_rest = self.ask_open_questions
        self.progress = Progress()
        self.info.unmet = new_types(self.variant, self.progress)
        self.auto_flip = False
        self.premove = Premove()
        self._changes = 0  # of the game, so far
        self._replay: ReplayScreen | None = None  # in which the game has been reviewed
        self._replayed: Node | None = None  # its end at that time
        self._stood: tuple[object, ...] | None = None  # the game, when a move was last begun

    def keys_now(self) -> list[KeyHint]:
        """The keys that do something as the game stands, the most useful first."""
        raise NotImplementedError

    def doing(self) -> str:
        """What the game waits for, for the status row; empty while a player here is to move."""
        raise NotImplementedError

    def goal(self) -> str:
        """What stands in place of the game's name, if anything."""
        return ""

    def call_to_act(self) -> str:
        """What there is to do where it is not simply to move, unless that stands in the panel."""
        raise NotImplementedError

    def why_no_move(self, text: str) -> str:
        """Why no player here can move now, in answer to a text if one was typed."""
        raise NotImplementedError

    def hinted(self) -> tuple[Square, ...]:
        return ()

    def withdraw_hint(self) -> bool:
        """Take a hint from the board; False if there is none."""
        return False

    def ask_open_questions(self) -> None:
        """Ask what the program has to ask, unless something is typed or asked here."""

    def requests(self) -> Iterator[tuple[str | None, str, str]]:
        """What a colour can ask of the other, if one does: the action that answers, and words."""
        yield self.session.offer, "draw", "offered a draw"
        yield self.session.takeback, "undo", "asked to take back"

    def asked(self) -> Iterator[tuple[str, str]]:
        """What is asked, each with the action by which a player here answers, if it is theirs."""
        for side, action, what in self.requests():
            if side and opponent(side) in self.session.people:
                key = self.keymap.name(action)
                yield f"{side.capitalize()} has {what}: {key} answers", action
            elif side:
                is_mine = side in self.session.people
                yield f"{'You have' if is_mine else f'{side.capitalize()} has'} {what}", ""

    @property
    def warning(self) -> str:
        return f"LOOKING BACK at {self.looking.label}" if self.looking.is_on else ""

    def awaited(self) -> str:
        """What the game waits for, if not for the side to move."""
        return ""

    def attempt(self, act: Callable[[], object]) -> None:
        try:
            act()
        except MakachessError as error:
            self.entering.tell(sentence(str(error)))

    def panes(self) -> list[Widget]:
        return [*super().panes(), self.result]

    def middle_rows(self, width: int, height: int) -> list[Row]:
        """Once the game is over, the result and what next stand below the moves."""
        if not (self.shows_result and self._has_result_in_panel):
            return super().middle_rows(width, height)
        rows = self.result.rows_for(width)
        return [*super().middle_rows(width, height - rows), (self.result, rows)]

    def _places(self, size: Size) -> Iterator[tuple[Widget, Region]]:
        if self.shows_result:
            self._fill_result()
        places = dict(super()._places(size))
        if self.shows_result and not self._has_result_in_panel and self.board in places:
            places[self.result] = self.result.over(places[self.board], size)
        yield from places.items()

    @property
    def _has_result_in_panel(self) -> bool:
        return self.arrangement.whole and self.size.width < WIDE

    @property
    def shows_result(self) -> bool:
        """Whether the box with the result and what next is open."""
        return self.session.over and not (self.looking.is_on or self.result.is_aside)

    def _fill_result(self) -> None:
        game = self.session.game
        assert game.outcome is not None
        moves = (game.node.ply + 1) // 2
        length = f"{game.variant.title}, {moves} move{'s' * (moves != 1)}"
        keys = self.keys_now()
        last = next(at for at, hint in enumerate(keys) if hint.actions == "leave")
        about = [*filter(None, (self.goal(), length)), *self._reviewed()]
        self.result.show(game.outcome, self.session.person, about, keys[: last + 1])

    def _reviewed(self) -> Sequence[str]:
        """What a review has said of the game, unless it has gone on since."""
        if self._replay is None or self.session.game.node is not self._replayed:
            return ()
        return self._replay.review.summary()

    def autosave_for(self, game: Game) -> Autosave:
        """What keeps a copy of the game that is reviewed; raises MakachessError."""
        return Library().autosave(game)

    def action_review(self) -> None:
        """Review the game, once it is over, in a copy: this one stays as it was played."""
        if not self.session.over:
            self.prompt.say("The game can be reviewed once it is over")
            return
        from makachess.play.book import Book
        from makachess.tui.screens.replay import ReplayScreen

        game = self.session.game.copy()
        try:
            book = Book(game, autosave=self.autosave_for(game))
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        self._replay = ReplayScreen(book, game.node.ply, review=True, engine=self.study_engine)
        self._replayed = self.session.game.node
        if self.board.geometry.flipped:
            self._replay.board.flip()
        self.app.push_screen(self._replay)

    def on_screen_resume(self) -> None:
        if self._replay is not None and self.shows_result:
            self.place()

    def _changed(self, change: GameUpdate) -> None:
        """Begin a new move at once, for keys may be waiting; the widgets follow.

        Where nothing was moved, what has been entered and asked here stays. A premove that is due
        and legal is made last of all.
        """
        self._changes += 1
        if self.session.over:
            self.looking.end()
        self.looking.follow()
        game = self.session.game
        stands = (game.node, self.session.over, self.session.persons_turn)
        if stands != self._stood:
            self._stood = stands
            self.result.begin()
            self.entering.begin(game.position)
            self.withdraw_hint()
            self.prompt.withdraw()
        self.questions.follow()
        move, dropped = self._take_premove()
        last = f"{game.label(game.node)} was played" if self.looking.is_on else ""
        asked = (text for text, action in self.asked() if action)
        is_turn = self.session.persons_turn and not self.looking.is_on
        waits = self.entering.waits if is_turn else ""
        news = last, change.note, settled_note(game.position), dropped, self._refusal, *asked, waits
        if move is None:
            self.ask_open_questions()
            if is_turn and self.entering.state.path and not self.prompt.busy:
                self.entering.ask()  # what the premove has left open
        said = "; ".join(filter(None, news)) or self._waiting or self.call_to_act()
        self.prompt.say(said, alert=change.alert)
        self.post_message(self.GameChanged())
        if move is not None:
            self.play_move(move)

    def _take_premove(self) -> tuple[Move | None, str]:
        """Let the premove be the move being entered if it is due: the move once it is complete.

        And why it is dropped, if it is.
        """
        premove, game = self.premove, self.session.game
        if not premove or premove.stands(game):
            return None, ""
        self.premove = Premove()
        if not (premove.is_due(game) and self.session.persons_turn):
            return None, "" if self.session.over else DROPPED
        move = self.entering.take(premove)
        if error := self.entering.error:
            self.entering.begin(game.position)
            return None, f"{DROPPED}: {error}"
        return move, ""

    @property
    def _waiting(self) -> str:
        """The premove in words; empty if there is none."""
        if not self.premove:
            return ""
        back = f"{self.keymap.name('step-back')} takes it back"
        goes_on = back if self.premove.is_whole else f"pick where it goes; {back}"
        return self.board.labels.write(f"Premove {self.premove.words}: {goes_on}")

    @property
    def takes_premoves(self) -> bool:
        """Whether what a player enters now is a premove."""
        session = self.session
        waits = session.over or session.paused or session.vacant or self.looking.is_on
        return session.person is not None and session.turn != session.person and not waits

    def _enter_early(self, enter: Callable[[], Premove]) -> None:
        try:
            self.premove = enter()
        except MakachessError as error:
            self.prompt.say(self.board.labels.write(str(error)))
        else:
            self.show_entry()
            self.prompt.say(self._waiting)

    def on_playing_screen_game_changed(self) -> None:
        if self.auto_flip and self.session.persons_turn:
            self._face(self.session.turn)
        self.show_game()
        if self.info.kind and self.kind_asked_about():  # else the cursor has to be moved first
            super().follow_cursor()

    def show_game(self) -> None:
        game = self.game_shown()
        self.royals = royals_of(game.position)
        self.info.show_names({piece.upper() for piece in game.position.pieces().values()})
        self.show_entry()
        self.moves.show(game, self._changes)
        self.status.show_unsaved(self.session.unsaved)
        note = ", ".join(filter(None, (*(text for text, _ in self.asked()), self.doing())))
        self.status.show(
            game, note, self.royals, self.warning, title=self.goal(), awaited=self.awaited()
        )
        self.show_players()
        self.show_keys()
        self.show_analysis()
        if self.info.kind or self.result.has_class("-out") == self.shows_result:
            self.place()  # the card has another room, or the result comes or goes

    def show_keys(self) -> None:
        """The keys that do something now: in a move being entered, those alone."""
        if self.entering.state.path or self.premove:
            self.key_row.show(*entering_keys())
        elif self.shows_result:
            self.key_row.show(*CHOOSING)
        else:
            answers = [KeyHint(action, "answer") for _, action in self.asked() if action]
            self.key_row.show(*answers, *self.keys_now())

    def show_entry(self) -> None:
        """The position that is looked at, with the move being entered in the game."""
        position, earlier = self.game_shown().position, self.looking.is_on
        marks = {"hint": self.hinted(), "premove": self.premove.squares}
        self.board.show_position(position, self.royals, earlier=earlier, **marks)
        self.show_keys()

    def side_to_move(self) -> str | None:
        return None if self.session.over else self.session.turn

    @property
    def clocks(self) -> Mapping[str, TimeLeft]:
        return self.session.times

    def kind_asked_about(self) -> str:
        """What a piece may become, while that is the question; else the piece at hand."""
        return self.entering.kind_asked_about or super().kind_asked_about()

    def _face(self, side: str) -> None:
        if self.board.geometry.flipped != (side == "black"):
            self.board.flip()

    def _tick(self) -> None:
        self.session.tick()
        self.show_players()

    def picked(self, square: Square) -> None:
        """Take the square as a step of the move, or do what picking stands for instead."""
        if self.takes_premoves:
            self._enter_early(lambda: self.premove.pick(self.session.game, square))
        elif self._may_move():
            self.entering.pick(square)

    def follow_cursor(self) -> None:
        super().follow_cursor()
        if not self.looking.is_on and not self.premove:
            self.entering.say_next(self.board.cursor)

    def _typed(self, text: str) -> None:
        """Take what was typed as a command or the number of a move, or else as a move."""
        if self.run_command(text):
            return
        if found := parse_move_number(text):
            self._look_at_number(*found)
        elif self.takes_premoves:
            read = self.board.labels.read(text)
            self._enter_early(lambda: self.premove.type(self.session.game, read))
        elif self._may_move(text):
            self.entering.type(text)

    def _may_move(self, text: str = "") -> bool:
        """Whether a person here is to move; if not, the prompt says why."""
        if reason := self._refusal or self.why_no_move(text):
            self.entering.tell(reason)
        return not reason

    def make_move(self, move: Move) -> None:
        self.play_move(move)

    def play_move(self, move: Move) -> None:
        """Make a move that is meant, be it a premove."""
        self._stood = None
        position = self.session.game.position
        note = forced_note(position, move)
        mover = (position.piece_at(move.origin) or "").upper()
        if mover in self.info.unmet:
            self.progress.solve(MET, met_key(self.variant, mover))
        self.attempt(lambda: self.session.play(self.session.turn, move, note))

    def action_cursor(self, dx: int, dy: int) -> None:
        if self.shows_result:
            self.result.step(dx + dy)
        else:
            super().action_cursor(dx, dy)

    def action_pick(self) -> None:
        """Pick a square; once the game is over, do what is chosen in the box, or show it again."""
        if self.shows_result:
            self.run_soon(self.result.action)
        elif self.session.over and not self.looking.is_on:
            self._put_aside(False)
        else:
            super().action_pick()

    def _put_aside(self, is_aside: bool) -> None:
        """Hide the result, so that all of the board is seen, or show it again."""
        self.result.is_aside = is_aside
        self.prompt.say(self.call_to_act())
        self.show_game()

    def action_back(self) -> None:
        if not self.close_help():
            self.step_back()

    def step_back(self) -> None:
        """Return to the game; clear premove or hint, or take back a step of the move entered."""
        if self.shows_result:
            self._put_aside(True)
            return
        if self.looking.is_on:
            self._look(self.looking.end)
            return
        cleared = bool(self.premove) or self.withdraw_hint()
        self.premove = Premove()
        undone = not cleared and self.entering.back()
        self.show_entry()
        self.prompt.say("")
        if not (undone and self.entering.ask()):
            self.follow_cursor()
        if not (cleared or undone):
            self.prompt.say(f"{self.keymap.name('leave')} leaves the game")

    @property
    def _refusal(self) -> str:
        """Why no move can be made here; empty if the game is shown as it stands."""
        if not self.looking.is_on:
            return ""
        end = self.keymap.name("look-end")
        return f"You are looking back at {self.looking.label}: {end} returns to the game"

    def game_shown(self) -> Game:
        return self.looking.shown

    def _look(self, look: Callable[[], object]) -> None:
        was_on, node = self.looking.is_on, self.looking.shown.node
        look()
        if self.looking.is_on or was_on:
            self._show_place(was_on)
        if self.looking.shown.node is node and node.parent is None:
            self.prompt.say("This is the start of the game")

    def _look_at_number(self, number: int, color: str) -> None:
        """Look at the move of a number; a colour that did not make one counts as the other."""
        node = self.looking.shown.numbered(number, color)
        if node is None:
            self.entering.tell(f"There is no move {number} in this game")
        else:
            self._look(lambda: self.looking.look_at(node))

    def _show_place(self, was_on: bool) -> None:
        """Show the position looked at, or the game if the player has come back to it."""
        if not self.looking.is_on:
            self._changed(GameUpdate())
            return
        if not was_on:  # drop the move being entered, and what it has left to ask
            self.premove = Premove()
            self.entering.begin(self.session.game.position)
            self.withdraw_hint()
            self.prompt.withdraw()
        self.prompt.say("")  # the status row says where one is, and the hints how to go on
        self.show_game()

    def action_look(self, count: int) -> None:
        self._look(lambda: self.looking.step(count))

    def action_look_end(self) -> None:
        self._look(self.looking.end)

    def on_move_list_move_picked(self, event: MoveList.MovePicked) -> None:
        self._look(lambda: self.looking.look_at(event.node))

    def action_undo(self) -> None:
        """Take back the move being entered if something is asked about it, else the last one."""
        if self.prompt.dismiss() or self.questions.ask_about_takeback():
            return
        self.looking.end()
        session = self.session
        self.attempt(lambda: session.undo(session.person or opponent(session.turn)))

    def action_draw(self) -> None:
        self.questions.ask_to_offer_draw()

    def action_resign(self) -> None:
        self.questions.ask_to_resign()
