"""The replay screen: step through the games of a file, review them, try moves, and comment."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import partial

from makachess.core import MakachessError, Move, Square
from makachess.core.engine import expected_share
from makachess.core.engine.review import Judgement
from makachess.core.spec import COLORS
from makachess.core.text import too_long, visible
from makachess.play.attacks import royals_of
from makachess.play.book import Book, Page
from makachess.play.entry import move_squares
from makachess.play.exploration import Exploration
from makachess.play.looking import parse_move_number
from makachess.play.mistakes import mistakes_of
from makachess.play.narration import settled_note
from makachess.play.questions import Answer
from makachess.play.review import GameReview
from makachess.saves import Game, Node
from makachess.saves.remarks import (
    is_engines,
    node_mistake,
    node_score,
    told,
)
from makachess.saves.signs import GLYPHS, parse_glyph
from makachess.saves.tags import names_of
from makachess.tui.dialogs import offer
from makachess.tui.key_row import KeyHint, entering_keys, hints
from makachess.tui.keys import EXPLORING, REPLAY, SCREENS, bindings, commands
from makachess.tui.panes.marks import CHANCES
from makachess.tui.panes.moves import MoveList, about_move
from makachess.tui.panes.review import ReviewPanel
from makachess.tui.panes.status import Card
from makachess.tui.preferences import exit_report_of
from makachess.tui.prompt import LONGEST_COMMENT
from makachess.tui.screens.beside import Row
from makachess.tui.screens.board import BoardScreen
from makachess.tui.text import Line, Part, wrap
from makachess.tui.unsaved import UnsavedDialog
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget

REVIEW = 16  # rows of the graph in a tall window
FEW_ROWS, MOST_ROWS = 7, 16  # of a comment in its card; longer ones are said page by page
FOLLOWING = 1.0  # seconds between looks at whether another program has played on
AUTOPLAY = 1.0  # seconds a position is shown
EDITS = "comment, annotate, undo-edit"  # keys
_GAME_NUMBER = re.compile(r"game +(\d{1,9})", re.IGNORECASE)


class ReplayScreen(BoardScreen):
    """A recorded game. The arrows step through it, or move the cursor while a move is entered."""

    BINDINGS = bindings(EXPLORING, REPLAY)
    ACTIONS = SCREENS["replay"]
    MARKS = (*BoardScreen.MARKS, *CHANCES)
    MORE_HELP = (
        ("letters", "type a move: it begins a variation"),
        ("7g7f", "or so, once F9 sets shogi coordinates"),
        ("12 12...", "go to White's or Black's move 12"),
        ("game 2", "go to the second game of the file"),
        ("!? += $14", "mark the move or the position"),
    )

    def __init__(
        self,
        game: Game | Book,
        ply: int = 0,
        *,
        review: bool = False,
        engine: str | None = None,
        follows: bool = False,
    ) -> None:
        self._follows = follows  # what another program plays
        self.book = game if isinstance(game, Book) else Book(game)
        super().__init__(self.game, engine, browsing=True)
        self.graph = ReviewPanel(id="review")
        self.review = GameReview(self.game, self._judged)
        self.book.on_saved = self._edited
        self.unsaved = UnsavedDialog(self.book, self.book, self.prompt)
        self.arrows_move_cursor = self._arrows_were = False
        self.is_handed_on = False  # the book goes on in another screen
        self.told_where = False  # the player knows in which file the game is
        self._engine = engine
        self._review_at_once = review
        self._comment = ""
        self._autoplay: Timer | None = None
        self.game.seek(ply)
        self.leave_entry()

    @property
    def game(self) -> Game:
        return self.book.game

    def game_shown(self) -> Game:
        return self.game

    def panes(self) -> list[Widget]:
        return [*super().panes(), self.graph]

    def middle_rows(self, width: int, height: int) -> list[Row]:
        """With the graph below the moves, unless the analysis has taken its place."""
        if not self.has_class("-review") or self._covered:
            return super().middle_rows(width, height)
        part = REVIEW if self.is_tall else height * 2 // 3
        rows = super().middle_rows(width, height - part)
        if not (self.is_tall or self.has_foot):
            rows = [row for row in rows if row[0] is not self.info]
        return [*rows, (self.graph, part)]

    def on_mount(self) -> None:
        self.prompt.on_move = self._typed
        self.set_class(self.review.is_known, "-review")
        self.show_game()
        self._say_fault()
        if self._review_at_once:
            self.action_review()
        if self._follows:
            self.set_interval(FOLLOWING, self._follow)

    async def _follow(self) -> None:
        """Show what has been played since, unless something is being asked or entered."""
        if self.is_handed_on or not self.is_active or self.prompt.busy:
            return
        if self.entering.state.path or self.review.running:
            return
        try:
            if not self.book.follow():
                return
        except MakachessError:  # perhaps it can be read the next time
            return
        self.leave_entry()
        await self.review_another(self.game)
        self.show_game()

    def _say_fault(self) -> None:
        """Say what is wrong with the file, or who played if the panel is too narrow for names."""
        if self.book.page.fault:
            self.prompt.say(self.book.page.fault, alert=True)
        else:
            self.call_after_refresh(self._say_names)

    def _say_names(self) -> None:
        if not self.prompt.message and not self._review_at_once:
            self.prompt.say(visible(self._title) or self.players.cut_text())

    async def on_unmount(self) -> None:
        """Save what there is to save, let others have the file, and end a review under way."""
        if not self.is_handed_on:
            self.book.close()
            if self.book.unsaved:
                printed = self.unsaved.prints
                exit_report_of(self).leave_unsaved(self.game, self.book.unsaved, printed=printed)
        await self.review.stop()

    def action_leave(self) -> None:
        """Leave the game; if it cannot be saved, ask first."""
        self.unsaved.leave(super().action_leave)

    def show_game(self) -> None:
        """Show the position where the game stands, unless another screen does that by now."""
        if self.is_handed_on:
            return
        game, position = self.game, self.game.position
        self.royals = royals_of(position)
        said = (*game.node.opening_comments, *game.node.comments)
        self.board.show_position(position, self.royals, hint=self._better())
        self.moves.show(game, self.book.exploration.revision)
        self.status.show_unsaved(self.book.unsaved)
        self.show_players()
        self._comment = told((settled_note(position), *said))
        self._show_card(say=True)
        self.show_analysis()
        self.show_review()
        self.show_keys()

    def fit(self, size: Size) -> None:
        """Choose the size of the squares, and whether there is room for the comment in a card."""
        had_room = self._has_room
        super().fit(size)
        if self._comment and self._has_room != had_room:
            self._show_card(say=True)

    def _show_card(self, *, say: bool = False) -> None:
        """Show the move with its comment; this is said below where the panel has no room for it."""
        game, node = self.game, self.game.node
        lines: list[Line] = [about_move(game)] if node.move else []
        if self._has_room and self._comment:
            lines.append((Part(self._comment),))
        about = (_line_of(node), self._moment(), self._news())
        lines += [(Part(text, "quiet"),) for text in filter(None, about)]
        card = Card(f"{node.ply} of {len(game.line)}", lines)
        self.status.show(game, self.where(), self.royals, card=card)
        if say:
            self.prompt.say("" if self._has_room else self._comment)

    @property
    def _has_room(self) -> bool:
        if not self.arrangement.whole:
            return False
        rows = list(wrap((Part(self._comment),), self.panel_width))
        return len(rows) <= (MOST_ROWS if self.is_tall else FEW_ROWS)

    def _moment(self) -> str:
        """Which of the moments that decided the game this is, if it is one."""
        moments, node = self.review.moments(), self.game.node
        if self.review.running or not node.is_main_line or node.ply not in moments:
            return ""
        return f"key moment {moments.index(node.ply) + 1} of {len(moments)}"

    def _news(self) -> str:
        """How far a review has come, and which game of the file this is."""
        progress = self.review.progress if self.review.running else ""
        return ", ".join(filter(None, (progress, self.book.place(), self._title)))

    @property
    def _title(self) -> str:
        """What the game is called, if not by its players, who are on the screen anyway."""
        called, black = names_of(self.game.tags)
        return "" if black else called

    def edge(self) -> Widget | None:
        return self.bar if self.has_class("-review") else super().edge()

    def chances(self) -> float | None:
        if self.has_class("-analysis"):
            return super().chances()
        score = node_score(self.game.node)
        return None if score is None else expected_share(self.variant, score)

    def _better(self) -> tuple[Square, ...]:
        """The squares of the move that a review would rather have seen."""
        node = self.game.node
        if node.parent is None or node_mistake(node) is None or is_engines(node):
            return ()
        moves = (one.move for one in node.parent.children if one is not node and is_engines(one))
        return next((move_squares(move) for move in moves if move), ())

    def where(self) -> str:
        """The place in file and game, its score, and the progress of a review."""
        node = self.game.node
        score = node_score(node)
        parts = (
            _line_of(node),
            f"ply {node.ply} of {len(self.game.line)}",
            str(score) if score else "",
            self._news(),
        )
        return ", ".join(filter(None, parts))

    def show_keys(self) -> None:
        """Show the keys that do something where the game stands, and the cursor if it has any."""
        self.board.show_cursor(self.arrows_move_cursor or bool(self.entering.state.path))
        self.key_row.show(*self._keys_now())

    def _keys_now(self) -> Sequence[KeyHint]:
        """The keys that do something where the game stands, the most useful first."""
        if self.entering.state.path:
            return entering_keys("pick-square", "replay-back")
        if self.arrows_move_cursor:
            return hints(f"pick-square, replay-back, arrows: step, {EDITS}, help, leave")
        node, reviewing = self.game.node, self.review.running
        play = "autoplay: stop" if self._autoplay else "autoplay"
        first, *more = play, "move-back move-on: step"
        if self.review.is_known and not reviewing and self.review.moments():
            first = "last-moment next-moment: key moments"
            more = ["mistakes: learn", "move-back move-on: step", play]
        elif not (self.review.is_known or reviewing):
            first, more = "review", [play, *more] if self._autoplay else [*more, play]
        keys = (
            first,
            "replay-back: stop review" if reviewing else "replay-back",
            "variation" if node.next_way() is not None else "",
            "" if node.is_main_line else "main-line",
            *more,
            "arrows",
            "next-game" if self.book.place() else "",
            f"help, leave, {EDITS}, flip",
        )
        return hints(", ".join(filter(None, keys)))

    def action_review(self) -> None:
        if self.review.started and not self._covered:
            self.toggle_class("-review")
        elif self.review.game.root.children:
            self.add_class("-review")
            self.review.start()
        if self._covered:
            self.remove_class("-analysis")
        self.place()
        self.show_game()

    @property
    def _covered(self) -> bool:
        """Whether the analysis has taken the place of the review."""
        return self.has_class("-review", "-analysis") and not self.is_tall

    def action_moment(self, step: int) -> None:
        ply = self.review.next_moment(self.main_ply, step)
        if ply is not None:
            self.seek_main(ply)
        else:
            self.prompt.say(f"No key moment {'after' if step > 0 else 'before'} this move")

    def action_mistakes(self) -> None:
        key = self.keymap.name("review")
        if self.review.running:
            self.prompt.say("The review is still under way")
        elif not self.review.is_known:
            self.prompt.say(f"The game has not been reviewed: {key} reviews it")
        elif len(own := self._own_colors()) == 1:
            self._learn_soon(own[0])
        else:
            answers = [
                Answer(color[0].upper(), color.capitalize(), partial(self._learn_soon, color))
                for color in COLORS
            ]
            offer(self.prompt, "Whose mistakes?", *answers)

    def _own_colors(self) -> list[str]:
        """The colours that the player of this program has, by name."""
        names = {color: self.review.game.tags.get(color.capitalize()) for color in COLORS}
        return [c for c in COLORS if names[c] == self.preferences.settings.player]

    def _learn_soon(self, color: str) -> None:
        self.call_later(self._learn, color)

    async def _learn(self, color: str) -> None:
        from makachess.tui.screens.exercise import MistakesScreen

        try:
            found = await asyncio.to_thread(mistakes_of, self.review.game, color)
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        side = color.capitalize()
        if not found:
            self.prompt.say(f"No mistake of {side} for which a better move is known")
        elif self.is_current:
            self.app.push_screen(MistakesScreen(f"Mistakes of {side}", found))

    def on_review_panel_column_picked(self, event: ReviewPanel.ColumnPicked) -> None:
        self.seek_main(event.ply)

    @property
    def main_ply(self) -> int:
        """The ply in the main line where we are, or where we left it."""
        return self.review.game.node.main_way().ply

    def seek_main(self, ply: int) -> None:
        self.goto([self.review.game.root, *self.review.game.root.descendants()][ply])

    async def review_another(self, game: Game) -> None:
        await self.review.stop()
        self.review = GameReview(game, self._judged)
        self.set_class(self.review.is_known, "-review")
        self.place()

    def _judged(self, judgement: Judgement | None) -> None:
        game = self.review.game
        self.book.exploration.note_marks()
        self.told_where = False
        if judgement is None or judgement.ply == game.node.ply:
            self.show_game()
        else:
            if judgement.verdict.is_mistake:
                self.moves.show(game)
                self.show_keys()  # the better line is a variation
            self._show_card()
            self.show_review()
        if judgement is None and self.review.error:
            self.prompt.say(f"The review failed: {self.review.error}", alert=True)
        elif judgement is None:
            self.prompt.say(self._sum_up())

    def _sum_up(self) -> str:
        """What a review has come to, as far as the panel does not say it, and how to go on."""
        is_later = self.review.next_moment(self.main_ply, 1) is not None
        key = self.keymap.name("next-moment" if is_later else "last-moment")
        offer = f"{key} shows the key moments, {self.keymap.name('save')} keeps the notes"
        then = offer if self.review.moments() else "No mistakes"
        if self.graph.display and self.arrangement.whole:
            return then
        return ". ".join((*self.review.summary(), then))

    def show_review(self) -> None:
        if self.has_class("-review"):
            plain = self.board.piece_set.name == "ascii"
            self.graph.show(self.review.data, self.main_ply, plain=plain)
            self.show_chances()

    def goto(self, node: Node) -> None:
        """Go to a move of the game; a move being entered is dropped."""
        if self.is_handed_on:
            return
        self.stop_autoplay()
        self.game.goto(node)
        self.leave_entry()
        self.show_game()

    def action_step(self, count: int) -> None:
        self.action_seek(self.game.node.ply + count)

    def action_seek(self, ply: int) -> None:
        before = self.game.node
        self.game.seek(ply)
        self.goto(self.game.node)
        if self.game.node is before:
            self.prompt.say(f"This is the {'end' if ply > 0 else 'start'} of the line")

    def action_variation(self) -> None:
        """Go to the next variation on this move, after the last one to the game's own."""
        node = self.game.node.next_way()
        if node is not None:
            self.goto(node)
        else:
            self.prompt.say("There is no variation here")

    def action_main_line(self) -> None:
        if self.game.node.is_main_line:
            self.prompt.say("You are in the main line already")
        else:
            self.goto(self.game.node.main_way())

    def action_autoplay(self) -> None:
        """Let the game play by itself, from the start if it is at its end; or stop it."""
        if self._autoplay is not None:
            self.stop_autoplay()
        else:
            if not self.game.future:
                self.game.seek(0)
                self.leave_entry()
            self._start_autoplay()
        self.show_game()

    def _start_autoplay(self) -> None:
        self.stop_autoplay()
        self._autoplay = self.set_interval(AUTOPLAY, self._play_one)

    def stop_autoplay(self) -> None:
        if self._autoplay is not None:
            self._autoplay.stop()
        self._autoplay = None

    def _play_one(self) -> None:
        self.game.seek(self.game.node.ply + 1)
        self.leave_entry()
        if not self.game.future:
            self.stop_autoplay()
        self.show_game()

    def on_move_list_move_picked(self, event: MoveList.MovePicked) -> None:
        self.goto(event.node)

    def action_turn(self, step: int) -> None:
        self._turn_to(self.book.number + step)

    def _turn_to(self, number: int) -> None:
        self.stop_autoplay()
        self.leave_entry()
        try:
            self.book.leave()
        except MakachessError as error:
            self.prompt.say(str(error))
            return
        find = partial(self.book.find, number)
        self.read("the file", find, lambda page: self.call_later(self._turned_to, number, page))

    async def _turned_to(self, number: int, page: Page) -> None:
        try:
            self.book.open(number, page)
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

    @property
    def is_unsaved(self) -> bool:
        return bool(self.book.unsaved)

    def on_screen_resume(self) -> None:
        if self.is_handed_on:
            self.app.call_later(self._replace)

    async def _replace(self) -> None:
        """Let another screen, with a board for other rules, take this one's place."""
        with self.app.batch_update():  # without a picture of what is below both
            switch = self.give_way(lambda: ReplayScreen(self.book, engine=self._engine))
            if switch is None:
                return
            await switch

    def show_entry(self) -> None:
        self.board.show_position(self.game.position, self.royals, hint=self._better())
        self.show_keys()

    def picked(self, square: Square) -> None:
        if self.is_handed_on:
            return
        piece = self.game.position.piece_at(square)
        if piece:
            self.info.show_kind(piece.upper())
        self.entering.pick(square)

    def make_move(self, move: Move) -> None:
        """Make the move in the game, or go along with it if it is there."""
        self._edit(lambda exploration: exploration.play(move))

    def action_pick(self) -> None:
        """Pick the square under the cursor; then the arrows move the cursor."""
        begun = bool(self.entering.state.path)
        super().action_pick()
        if not begun and self.entering.state.path:
            self.arrows_move_cursor = True
            self.show_keys()

    def leave_entry(self) -> None:
        """Drop a move being entered; the arrows do again what they did before."""
        self.arrows_move_cursor = self._arrows_were
        self.entering.begin(self.game.position)

    def follow_cursor(self) -> None:
        super().follow_cursor()
        if self.entering.state.path:
            self.entering.say_next(self.board.cursor)

    async def action_back(self) -> None:
        if self.close_help() or self.step_back():
            return
        if self.arrows_move_cursor:
            self.action_hand_over()
        elif self.review.running:
            await self.review.stop()
            self.show_game()
        else:
            self.action_leave()

    def step_back(self) -> bool:
        """Take back a step of the move being entered; False if there is none."""
        undone = self.entering.back()
        if undone:
            if not self.entering.state.path:
                self.arrows_move_cursor = self._arrows_were
            self.show_entry()
            self.prompt.say("")
            super().follow_cursor()
            self.entering.say_next(self.board.cursor)
        return undone

    def action_hand_over(self) -> None:
        self.arrows_move_cursor = self._arrows_were = not self.arrows_move_cursor
        pick = self.keymap.name("pick-square")
        cursor = f"The arrows move the cursor: {pick} picks a piece, then where it goes"
        self.prompt.say(cursor if self.arrows_move_cursor else "The arrows step through the game")
        self.show_keys()

    def _edit(self, edit: Callable[[Exploration], str]) -> None:
        """Make an edit, save the game, and say what has happened; or why nothing has."""
        try:
            said = edit(self.book.exploration)
        except MakachessError as error:
            self.prompt.say(str(error))
            return
        news = self.book.commit()
        self._edited()
        self.unsaved.offer()
        if said or news:
            self.prompt.say("; ".join(filter(None, (news, said))), alert=bool(news))

    def _edit_as(self, text: str) -> bool:
        """Take typed text as an annotation (`!?`, `$14`) or a comment; False if it is neither."""
        word, _, rest = text.partition(" ")
        if (nag := parse_glyph(text)) is not None:
            self._mark(nag)
        elif word.lower() == "comment" and rest:
            self._edit(lambda exploration: exploration.set_comment(f"{rest} {exploration.note}"))
        else:
            return False
        return True

    def _edited(self) -> None:
        self.told_where = False
        self.leave_entry()
        self.review.follow()
        self.show_game()

    def action_comment(self) -> None:
        node, comment = self.game.node, self.book.exploration.comment
        if len(comment) > LONGEST_COMMENT:
            self.prompt.say(too_long(len(comment), LONGEST_COMMENT))
            return

        def typed(text: str) -> None:
            if self.game.node is node:
                self._edit(lambda exploration: exploration.set_comment(text))

        self.prompt.edit("Comment: ", comment, typed, LONGEST_COMMENT)

    def action_annotate(self) -> None:
        if self.game.node.move is None:
            self.prompt.say("There is no move to mark at the start")
            return
        answers = [Answer(one.sign, one.text, partial(self._mark, one.nag)) for one in GLYPHS]
        question = f"{self.game.label(self.game.node)}:"
        offer(self.prompt, question, *answers, otherwise=self._edited)

    def _mark(self, nag: int) -> None:
        self._edit(lambda exploration: exploration.annotate(nag))

    def action_promote(self) -> None:
        self._edit(Exploration.promote)

    def action_make_main(self) -> None:
        self._edit(Exploration.make_main)

    def action_delete(self) -> None:
        self._edit(Exploration.delete)

    def action_undo(self) -> None:
        self._edit(Exploration.undo)

    def action_redo(self) -> None:
        self._edit(Exploration.redo)

    def action_save(self) -> None:
        """Save edits and review in the game's file and say where that is; then ask for another."""
        if self.told_where or not (self.book.has_file and self.book.exploration.revision):
            super().action_save()
            return
        news = self.book.commit(marks=True)
        self.status.show_unsaved(self.book.unsaved)
        self.told_where = not self.book.unsaved
        if self.told_where and self.book.path is not None:
            news = news or self.saved_as(self.book.path)
        self.unsaved.offer()
        self.prompt.say(news, alert=not self.told_where)

    def _typed(self, text: str) -> None:
        """Take what was typed: a command, a move number, an annotation or comment, or a move."""
        if self.run_command(text) or self._edit_as(text):
            return
        if match := _GAME_NUMBER.fullmatch(text):
            self.call_later(self._turn_to, int(match[1]))
        elif found := parse_move_number(text):
            self._go_to_number(*found)
        elif any(map(str.isdigit, text)) or text.startswith(("O-", "o-")):
            self.entering.type(text)
        else:
            known = ", ".join(sorted(commands(self.ACTIONS)))
            self.prompt.say(f"{text!r} is not a command here (try {known}), and no move")

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
