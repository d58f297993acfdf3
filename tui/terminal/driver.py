"""A driver for a terminal at the other end of a slow line, which may drop and send anything."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from asyncio import TimerHandle
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from makachess.saves.restriction import is_restricted
from makachess.tui.charset import input_encoding
from makachess.tui.colors import Terminal
from makachess.tui.terminal.pacing import Line, Pacing, answers_end_to_end, is_far

if TYPE_CHECKING:
    from textual.driver import Driver

# Commands with texts, keys in the way of kitty, and pictures without tearing.
_RECENT = re.compile(r"\x1b\][^\a\x1b]*(?:\a|\x1b\\)|\x1b\[[<>]\d*u|\x1b\[\?2026(?:\$p|[hl])")
# Modes of other makers than DEC. The line's end (7) is a VT100's, the cursor (25) a VT220's.
_OF_VT100 = re.compile(r"\x1b\[\?(?!7[hl])\d+[hl]")
_OF_VT220 = re.compile(r"\x1b\[\?(?!(?:7|25)[hl])\d+[hl]")
_OLD = re.compile(r"vt\d|dumb|unknown|cons25|sun|$")
OTHER_SCREEN = "\x1b[?1049l"  # leaves it; where there is none, the screen is cleared
CLEARED = "\x1b[m\x1b[H\x1b[2J"


def _is_vt100(term: str) -> bool:
    """Whether a terminal knows no more than a VT100 does."""
    return _OLD.match(term) is not None and not re.match(r"vt[2-5]\d\d", term)


def can_erase_parts(term: str) -> bool:
    """Whether a terminal erases characters in the midst of a row (ECH), as since the VT220.

    >>> can_erase_parts("vt100"), can_erase_parts("linux")
    (False, True)
    """
    return not _is_vt100(term)


def manners(term: str) -> Callable[[str], str]:
    """What makes of a text what a terminal of some name can be sent.

    >>> manners("linux")("\\x1b[>1uMate")
    'Mate'
    """
    if _OLD.match(term):
        modes = _OF_VT100 if _is_vt100(term) else _OF_VT220
        return lambda text: modes.sub("", _RECENT.sub("", text.replace(OTHER_SCREEN, CLEARED)))
    if term == "linux":
        return lambda text: _RECENT.sub("", text)
    return lambda text: text


# --- title ----------------------------------------------------------------------------------------
#
# The title of the terminal's window: borrowed, and given back.

# Others may print what they do not understand, like the Linux console or a real VT100.
_KNOWN = re.compile(r"xterm|rxvt|screen|tmux|alacritty|foot|kitty|konsole|vte|wezterm|st-|contour")
_SAVE, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"


class Title:
    """What is written to show a title; nothing on terminals not known to have one."""

    def __init__(self, terminal: str) -> None:
        self._is_known = _KNOWN.match(terminal) is not None
        self._shown = ""

    def change(self, text: str) -> str:
        """The sequence that shows another title, or with an empty one that of before."""
        before, self._shown = self._shown, text
        if not self._is_known or text == before:
            return ""
        if not text:
            return _RESTORE
        return f"{'' if before else _SAVE}\x1b]2;{text} - makachess\a"


# --- writer ---------------------------------------------------------------------------------------
#
# Output to the terminal in a thread of its own, which a slow or lost terminal cannot stop.
#
# Textual's own thread dies with the terminal, and then the app waits for it for ever.

MOST_QUEUED = 30  # texts; the app waits for a slow terminal rather than run ahead of it
STEP = 0.005  # seconds between two looks at whether the terminal has caught up
FAREWELL = 1.0  # seconds that a terminal has to take the rest when the app ends


class TerminalWriter(Thread):
    """Writes texts to a terminal in the order given; a terminal that is gone takes none."""

    def __init__(self, descriptor: int, encoding: str) -> None:
        super().__init__(name="makachess output", daemon=True)
        self._descriptor = descriptor
        self._encoding = encoding
        self._texts: SimpleQueue[str | None] = SimpleQueue()
        self._hurried = False

    def write(self, text: str) -> None:
        """Write a text soon; waits while the terminal is far behind, unless hurried."""
        while self._texts.qsize() > MOST_QUEUED and not self._hurried:
            time.sleep(STEP)
        self._texts.put(text)

    def hurry(self) -> None:
        """Stop waiting for the terminal; may be called by a signal's handler."""
        self._hurried = True

    def stop(self) -> None:
        """Write what is left, if the terminal takes it, and end the thread."""
        self._texts.put(None)
        self.join(FAREWELL if self._hurried else None)

    def run(self) -> None:
        """Write until stopped."""
        there = True
        while (text := self._texts.get()) is not None:
            if there:
                there = self._write(text.encode(self._encoding, "backslashreplace"))

    def _write(self, data: bytes) -> bool:
        """Write all of it; False if the terminal is gone."""
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            self.hurry()
            return False
        return True


# --- driver ---------------------------------------------------------------------------------------
#
# A driver for a terminal at the other end of a slow line, which may drop and send anything.
#
# It asks for clicks and the wheel only, so that a moving mouse sends nothing. A terminal that is
# gone ends the app as SIGHUP does. What a signal asks for is done between two steps of the app,
# never within one: no signal interrupts a save.

CLICKS = "\x1b[?1000h\x1b[?1006h"  # presses, releases and the wheel, in the SGR form
SILENCE = "\x1b[?1006l\x1b[?1000l"
# Everything the app may have switched on, the alternate screen last.
RESTORE = (
    "\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1006l\x1b[?1003l\x1b[?1000l\x1b[?1004l\x1b[<u"
    "\x1b[?1049l\x1b[?25h\x1b[0m"
)
READ_AT_ONCE = 4096  # bytes
WAIT_FOR_INPUT = 0.1  # seconds; after it a lone Esc is the key of that name
WIDEST, HIGHEST = 2000, 1000  # columns and rows that are drawn: more than any screen can show
LOOK_EVERY = 2.0  # seconds between looks at whether the terminal is still there


def is_hung_up(descriptor: int) -> bool:
    """Whether the other end of a terminal has been closed."""
    poll = select.poll()
    poll.register(descriptor, 0)  # an end that was closed is reported unasked
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))


def is_writable(descriptor: int) -> bool:
    """Whether a terminal takes output without delay."""
    return bool(select.select([], [descriptor], [], 0)[1])


def quiet_driver(opened: Terminal) -> type[Driver] | None:
    """The driver to start the app with; None where Textual's own choice must stand."""
    if sys.platform == "win32":
        return None
    import termios

    from makachess.tui.terminal.keyboard import Keyboard
    from makachess.tui.textual_private import loop_of, open_linux_driver
    from textual import constants

    if constants.DRIVER is not None:
        from makachess.tui.terminal import browser

        return browser.BrowserDriver if constants.DRIVER == browser.NAME else None

    class QuietDriver(open_linux_driver()):  # type: ignore[misc]
        """Textual's driver without reports of mouse motion, and with an eye on the line."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            assert sys.__stdout__ is not None  # open_terminal has looked
            self._output = sys.__stdout__  # standard error may be anything
            self.set_output(self._output)
            self.app.console.size = self.window_size()  # of the first picture
            self._writer: TerminalWriter | None = None
            self._fit = manners(os.environ.get("TERM", ""))
            self.pacing = self._make_pacing()
            self._suspended = False
            self._next_look: TimerHandle | None = None

        # --- output -----------------------------------------------------------------------------

        def _make_pacing(self) -> Pacing | None:
            """What spares a line over SSH pictures that would wait in it."""
            if not is_far(os.environ):
                return None
            answers = (lambda: opened.answers) if answers_end_to_end(os.environ) else None
            return Pacing(Line(), loop_of(self), answers, lambda: self.app.input_waits)

        def write(self, data: str) -> None:
            if not (data := self._fit(data)):
                return
            if self.pacing is not None:
                self.pacing.note(len(data.encode("utf-8", "replace")))
            if self._writer is None:
                self._writer = TerminalWriter(self._output.fileno(), self._output.encoding)
                self._writer.start()
            self._writer.write(data)

        def hurry(self) -> None:
            """Wait for a slow terminal no longer; may be called by a signal's handler."""
            if self._writer is not None:
                self._writer.hurry()

        def close(self) -> None:
            if self.pacing is not None:
                self.pacing.close()
            close: Callable[[], None] = super().close  # Textual gives it no types
            close()
            if self._writer is not None:
                self._writer.stop()
                self._writer = None

        def give_back_now(self) -> None:
            """Give the terminal back while the app is stuck."""
            with suppress(OSError, termios.error):
                if self.attrs_before is not None:
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
                if is_writable(self._output.fileno()):
                    farewell = self.app.painter.pictures.farewell + self._fit(RESTORE)
                    os.write(self._output.fileno(), farewell.encode())

        # --- input ------------------------------------------------------------------------------

        def read_in_thread(self) -> None:
            """A terminal that cannot be read is gone; anything else is a fault of ours."""
            try:
                self.run_input_thread()
            except OSError:
                loop_of(self).call_soon_threadsafe(self._hang_up)
            except Exception as error:
                loop_of(self).call_soon_threadsafe(self.app.fail, error)

        def run_input_thread(self) -> None:
            """Read until told to stop; raises OSError once the terminal is gone."""
            keyboard = Keyboard(input_encoding(), opened.answers)
            for event in keyboard.receive(opened.answers.take_typed(), time.monotonic()):
                self.process_message(event)
            while not self.exit_event.is_set():
                ready, _, _ = select.select([self.fileno], [], [], WAIT_FOR_INPUT)
                if not ready:
                    found = keyboard.tick(time.monotonic())
                elif data := os.read(self.fileno, READ_AT_ONCE):
                    found = keyboard.receive(data, time.monotonic())
                else:
                    raise OSError("the terminal sends no more")
                for event in found:
                    self.process_message(event)
            self._wait_for_answers()

        def _wait_for_answers(self) -> None:
            """Take answers that are on their way; the shell would take them for typed."""
            answers = opened.answers
            while wait := answers.last_wait(time.monotonic()):
                if select.select([self.fileno], [], [], wait)[0]:
                    if not (data := os.read(self.fileno, READ_AT_ONCE)):
                        break
                    answers.admit(data, time.monotonic())

        def window_size(self) -> tuple[int, int]:
            """The size of the window, or as much as can be drawn of one larger than any screen."""
            ask: Callable[[], tuple[int, int]] = super().window_size
            width, height = ask()
            return min(width, WIDEST), min(height, HIGHEST)

        def enable_mouse(self) -> None:
            if self.has_mouse:
                self.write(CLICKS)
                self.flush()

        def disable_mouse(self) -> None:
            if self.has_mouse:
                self.write(SILENCE)
                self.flush()

        # --- a line that drops, a program that is stopped ---------------------------------------

        def start_application_mode(self) -> None:
            before = opened.take_over()
            start: Callable[[], None] = super().start_application_mode
            start()
            if before is not None:
                self.attrs_before = before
            self._look_at_line()

        def stop_application_mode(self) -> None:
            self.write(self.app.painter.pictures.forget())
            stop: Callable[[], None] = super().stop_application_mode
            stop()

        def _look_at_line(self) -> None:
            """SIGHUP may be blocked, as under nohup; the end of input would be read for ever."""
            if self._next_look is not None:
                self._next_look.cancel()
            if is_hung_up(self.fileno):
                self._hang_up()
            else:
                self._next_look = loop_of(self).call_later(LOOK_EVERY, self._look_at_line)

        def _hang_up(self) -> None:
            signal.raise_signal(signal.SIGHUP)

        def heed_stop(self) -> None:
            if is_restricted():
                return
            if loop_of(self).is_closed():  # the app has ended, and the program is about to
                os.kill(os.getpid(), signal.SIGSTOP)
            else:
                loop_of(self).call_soon_threadsafe(self._suspend)

        def heed_continue(self) -> None:
            if not loop_of(self).is_closed():
                loop_of(self).call_soon_threadsafe(self._resume)

        def _suspend(self) -> None:
            """Give the terminal back, also while the app is ending, and stop until SIGCONT."""
            if self.takes_back and self.has_terminal and not self._suspended:
                self.suspend_application_mode()
                self._suspended = True
            os.kill(os.getpid(), signal.SIGSTOP)

        def _resume(self) -> None:
            """Take the terminal again, whatever has used it meanwhile, if it is ours to take."""
            if is_hung_up(self.fileno):
                self._hang_up()
            elif self.takes_back and self.app.is_running:
                if not self._suspended:
                    self.suspend_application_mode()
                self._suspended = not self.take_back()  # in the background: stopped again

    return QuietDriver
