"""A driver for a terminal at the other end of a line, which may drop and send anything."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import sys
import time
from asyncio import TimerHandle
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from makachess.saves.restriction import is_restricted
from makachess.tui.charset import input_encoding
from makachess.tui.terminal.holding import CC, LFLAG, READ_AT_ONCE
from makachess.tui.terminal.keyboard import Keyboard
from makachess.tui.terminal.pacing import Pacing, is_far
from makachess.tui.textual_private import OpenDriver, loop_of
from textual import constants, events
from textual.driver import Driver
from textual.geometry import Size

if sys.platform != "win32":
    import termios

# Commands with texts, keys in the way of kitty, and pictures without tearing: a text console may
# show what it does not understand of those. Modes unknown to it it leaves alone.
_RECENT = re.compile(r"\x1b\][^\a\x1b]*(?:\a|\x1b\\)|\x1b\[[<>]\d*u|\x1b\[\?2026(?:\$p|[hl])")
_CONSOLES = re.compile(r"linux|vt\d|dumb|unknown|cons25|sun|$")
OTHER_SCREEN = "\x1b[?1049l"  # leaves it; a console has none, and is cleared
CLEARED = "\x1b[m\x1b[H\x1b[2J"


def fit_console(text: str) -> str:
    """What of a text a console can be sent.

    >>> fit_console("\\x1b[>1uMate")
    'Mate'
    """
    return _RECENT.sub("", text.replace(OTHER_SCREEN, CLEARED))


# Others may print what they do not understand, like the Linux console or a real VT100.
_KNOWN = re.compile(r"xterm|rxvt|screen|tmux|alacritty|foot|kitty|konsole|vte|wezterm|st-|contour")
_SAVE, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"


class Title:
    """A borrowed title of the terminal's window; none on terminals not known to have one."""

    def __init__(self, terminal: str) -> None:
        self._is_known = _KNOWN.match(terminal) is not None
        self._shown = ""

    @property
    def farewell(self) -> str:
        """The sequence that shows the title of before."""
        return _RESTORE if self._is_known and self._shown else ""

    @property
    def again(self) -> str:
        """The sequence that shows the title again, after a farewell."""
        shown, self._shown = self._shown, ""
        return self.change(shown)

    def change(self, text: str) -> str:
        """The sequence that shows another title, or with an empty one that of before."""
        before, self._shown = self._shown, text
        if not self._is_known or text == before:
            return ""
        if not text:
            return _RESTORE
        return f"{'' if before else _SAVE}\x1b]2;{text} - makachess\a"


MOST_QUEUED = 30  # texts; the app waits for a slow terminal rather than run ahead of it
STEP = 0.005  # seconds between two looks at whether the terminal has caught up
FAREWELL = 1.0  # seconds that a terminal has to take the rest when the app ends


class TerminalWriter(Thread):
    """Writes texts in the order given, in a thread that a slow or lost terminal cannot stop.

    Textual's own dies with the terminal, and then the app waits for it for ever.
    """

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


# Presses, releases and the wheel, in the SGR form, and motion while a button is held (1002, or
# nothing where that is not known): a mouse that is only moved sends nothing.
CLICKS = "\x1b[?1000h\x1b[?1002h\x1b[?1006h"
SILENCE = "\x1b[?1006l\x1b[?1002l\x1b[?1000l"
# Kitty's keys told apart (1), all of them (8), and with the text they type (16).
_HAS_KEYS = os.environ.get("TEXTUAL_DISABLE_KITTY_KEY") != "1"
KEYS, KEYS_BEFORE = ("\x1b[>25u", "\x1b[<u") if _HAS_KEYS else ("", "")
# Another screen, no cursor, reports of the focus, no wrapping, and pastes told apart from keys.
TAKE = f"\x1b[?1049h\x1b[?25l\x1b[?1004h{KEYS}\x1b[?7l\x1b[?2004h"
# All of that taken back, and a picture that was begun.
RESTORE = (
    f"\x1b[?2026l\x1b[?2004l\x1b[?7h{SILENCE}\x1b[?1004l{KEYS_BEFORE}\x1b[?1049l\x1b[?25h\x1b[0m"
)
WHOLE_PICTURES = "\x1b[?2026$p"  # does the terminal show a picture only when it is whole?
WAIT_FOR_INPUT = 0.1  # seconds; after it a lone Esc is the key of that name
WIDEST, HIGHEST = 2000, 1000  # columns and rows that are drawn: more than any screen can show
LOOK_EVERY = 2.0  # seconds between looks at whether the terminal is still there


def is_hung_up(descriptor: int) -> bool:
    """Whether the other end of a terminal has been closed."""
    poll = select.poll()
    poll.register(descriptor, 0)  # an end that was closed is reported unasked
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))


def window_size() -> tuple[int, int]:
    """The size of the window, or as much as can be drawn of one larger than any screen."""
    width, height = shutil.get_terminal_size((80, 25))
    return min(width, WIDEST), min(height, HIGHEST)


def quiet_driver() -> type[Driver] | None:
    """The driver to start the app with; None where Textual's own choice must stand."""
    if sys.platform == "win32":
        return None
    if constants.DRIVER is not None:
        from makachess.tui.terminal import browser

        return browser.BrowserDriver if constants.DRIVER == browser.NAME else None
    return QuietDriver


class QuietDriver(OpenDriver):
    """Reads and writes the app's terminal; one that is gone ends the app as SIGHUP does.

    What a signal asks for is done between two steps of the app: no signal interrupts a save.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        assert sys.__stdin__ is not None  # open_terminal has looked
        assert sys.__stdout__ is not None
        self._terminal = self.app.terminal
        self._input = sys.__stdin__.fileno()
        self._output = sys.__stdout__  # standard error may be anything
        self.app.console.size = window_size()  # of the first picture
        self._writer: TerminalWriter | None = None
        self._reader: Thread | None = None
        self._reads_no_more = Event()
        self._is_console = _CONSOLES.match(os.environ.get("TERM", "")) is not None
        self.pacing = Pacing(loop_of(self)) if is_far(os.environ) else None
        self._next_look: TimerHandle | None = None
        self._terminal.stop = self._stop_soon
        signal.signal(signal.SIGCONT, self._continue_soon)

    @property
    def can_suspend(self) -> bool:
        """Yes: the terminal is given back, and taken again."""
        return True

    def write(self, data: str) -> None:
        """Write to a terminal that is drawn on."""
        data = fit_console(data) if self._is_console else data
        if not (self._terminal.is_drawn_on and data):
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

    def _farewell(self) -> str:
        """What takes back all that has been written; may be asked for by a signal's handler."""
        title = self.app.window_title.farewell
        text = self.app.painter.pictures.farewell + title + RESTORE
        return fit_console(text) if self._is_console else text

    def _say_farewell(self, text: str) -> None:
        """Write the last text, after all that is waiting."""
        self.write(text)
        if self._writer is not None:
            self._writer.stop()
            self._writer = None

    def _read_in_thread(self) -> None:
        """A terminal that cannot be read is gone; anything else is a fault of ours."""
        try:
            self.read_input()
        except OSError:
            loop_of(self).call_soon_threadsafe(self._hang_up)
        except Exception as error:
            loop_of(self).call_soon_threadsafe(self.app.fail, error)

    def read_input(self) -> None:
        """Read until told to stop; raises OSError once the terminal is gone."""
        answers = self._terminal.answers
        keyboard = Keyboard(input_encoding(), answers)
        for event in keyboard.receive(answers.take_typed(), time.monotonic()):
            self.process_message(event)
        while not self._reads_no_more.is_set():
            ready, _, _ = select.select([self._input], [], [], WAIT_FOR_INPUT)
            if not ready:
                found = keyboard.tick(time.monotonic())
            elif data := os.read(self._input, READ_AT_ONCE):
                found = keyboard.receive(data, time.monotonic())
            else:
                raise OSError("the terminal sends no more")
            for event in found:
                self.process_message(event)
        self._terminal.await_answers()

    def disable_input(self) -> None:
        """Read no more."""
        if self._reader is None:
            return
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)
        self.write(SILENCE)
        self._reads_no_more.set()
        self._reader.join()
        self._reads_no_more.clear()
        self._reader = None
        with suppress(termios.error):
            termios.tcflush(self._input, termios.TCIFLUSH)

    def _tell_size(self, *_: object) -> None:
        """Tell the app the size of the window; the system knows it, reports may be anybody's."""
        size = Size(*window_size())
        self.send_message(events.Resize(size, size))

    def start_application_mode(self) -> None:
        """Take the terminal, as soon as the program is in the foreground."""
        if not self._terminal.await_foreground():
            return
        with suppress(OSError, termios.error):  # gone, as the reader will find out
            self._terminal.take(_raw, self._farewell)
        signal.signal(signal.SIGWINCH, self._tell_size)
        self._tell_size()
        self.write(TAKE + (CLICKS if self.has_mouse else ""))
        if os.environ.get("TERM_PROGRAM") != "Apple_Terminal":  # which shows the end of it
            self.write(WHOLE_PICTURES)
        self._reader = Thread(target=self._read_in_thread, name="makachess input")
        self._reader.start()
        self._look_at_line()

    def stop_application_mode(self) -> None:
        """Give the terminal back, unless that has been done."""
        self.disable_input()
        self._terminal.give_back(self._say_farewell)
        self.app.painter.pictures.forget()

    def close(self) -> None:
        """Let no picture wait, at the end and while the program is stopped."""
        if self.pacing is not None:
            self.pacing.close()

    def _look_at_line(self) -> None:
        """SIGHUP may be blocked, as under nohup; the end of input would be read for ever."""
        if self._next_look is not None:
            self._next_look.cancel()
        if is_hung_up(self._input):
            self._hang_up()
        else:
            self._next_look = loop_of(self).call_later(LOOK_EVERY, self._look_at_line)

    def _hang_up(self) -> None:
        signal.raise_signal(signal.SIGHUP)

    def _stop_soon(self) -> None:
        if is_restricted():
            return
        if loop_of(self).is_closed():  # the app has ended, and the program is about to
            os.kill(os.getpid(), signal.SIGSTOP)
        else:
            loop_of(self).call_soon_threadsafe(self._stop)

    def _continue_soon(self, *_: object) -> None:
        if not loop_of(self).is_closed():
            loop_of(self).call_soon_threadsafe(self._go_on)

    def _stop(self) -> None:
        """Give the terminal back, also while the app is ending, and stop until SIGCONT."""
        self.suspend_application_mode()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """Take the terminal again, whatever has used it meanwhile, if it is ours to take."""
        if is_hung_up(self._input):
            self._hang_up()
        elif self.app.is_running and self._terminal.await_foreground():
            self.suspend_application_mode()  # where the program was stopped from outside
            self.resume_application_mode()
            self.app.call_later(self.app.come_back)


def _raw(settings: list[Any]) -> None:
    """Every key comes at once and as it is, and nothing is shown."""
    settings[0] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    settings[LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    settings[CC][termios.VMIN] = 1
