"""The fake engine as a command, and what a program plays, for the tests of programs as engines."""

import shlex
import sys
from pathlib import Path

from makachess.core import Position
from makachess.core.engine import Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines.external import ExternalEngine
from makachess.play.engines.program import Patience, Program
from makachess.play.engines.program_engine import agree
from makachess.variants import load

FAKE = Path(__file__).parent / "fake_engine.py"
LIMITS = Limits(seconds=30)

HURRIED = Patience(silence=0.1, answer=0.2, grace=0.1, farewell=0.1)
# For programs that answer, however slow a busy machine makes them.
PATIENT = Patience(silence=60, answer=300, features=60, ready=60, echo=60, grace=60, farewell=10)


def fake(protocol: str, habit: str = "none", *flag: object) -> str:
    return shlex.join([sys.executable, str(FAKE), protocol, habit, *map(str, flag)])


async def open_engine(
    command: str, variant: Variant, patience: Patience = PATIENT
) -> ExternalEngine:
    """A started program, agreed with on a protocol."""
    return await agree(await Program.start(command, patience), variant)


async def ask(
    command: str,
    *moves: str,
    variant: str = "chess",
    fen: str | None = None,
    patience: Patience = PATIENT,
):
    """What a program plays after some moves."""
    position = Position(load(variant), fen)
    for move in moves:
        position.push(position.parse(move))
    found = await open_engine(command, position.variant, patience)
    try:
        return await found.search(position, LIMITS, None, StopToken())
    finally:
        await found.close()
