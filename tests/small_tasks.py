"""Tasks for tests of what does tasks; worker processes import them from here."""

import os
import signal

from makachess.core import MakachessError


def double(factor, task):
    return factor * task


def process(_, task):
    return os.getpid()


def fail(bad, task):
    if task == bad:
        raise MakachessError(f"task {task} cannot be done")
    if task == -bad:
        raise ZeroDivisionError
    return task


def die(_, task):
    os.kill(os.getpid(), signal.SIGKILL)
