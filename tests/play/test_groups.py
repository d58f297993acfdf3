"""Processes that end with all that they have started, however quickly those take turns."""

import os
import signal
import subprocess
import sys

from hostility import gone
from makachess.play.workers import groups

LEADER = """
import os, signal

def take_turns(*_):
    if os.fork():
        os._exit(0)
    os.write(1, b"%d\\n" % os.getpid())

if not os.fork():
    signal.alarm(100)
    os.setpgid(0, 0)
    signal.signal(signal.SIGUSR1, take_turns)
    os.write(1, b"%d\\n" % os.getpid())
while True:
    signal.pause()
"""


async def test_a_process_begun_while_the_others_were_listed_is_ended_too(monkeypatch):
    command = [sys.executable, "-S", "-E", "-c", LEADER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, **groups.group_options()) as leader:
        child, listdir = int(leader.stdout.readline()), os.listdir
        successors = []

        def listed_too_early(path):
            names = listdir(path)
            if not successors:
                os.kill(child, signal.SIGUSR1)
                successors.append(int(leader.stdout.readline()))
            return names

        monkeypatch.setattr(groups.os, "listdir", listed_too_early)
        groups.ProcessGroup(leader.pid).end()
    assert successors
    await gone([leader.pid])
