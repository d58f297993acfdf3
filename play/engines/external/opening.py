"""From a command line to an engine that is ready to play a variant."""

from __future__ import annotations

import asyncio

from makachess.core.spec import Variant
from makachess.play.engines.external.cecp import CecpEngine
from makachess.play.engines.external.engine import ExternalEngine
from makachess.play.engines.external.patience import USUAL, Patience
from makachess.play.engines.external.profiles import profile_of
from makachess.play.engines.external.program import Program
from makachess.play.engines.external.uci import UciEngine
from makachess.play.engines.interface import EngineFaultError, FaultKind


async def open_engine(command: str, variant: Variant, patience: Patience = USUAL) -> ExternalEngine:
    """Start a program and agree with it on a protocol; raises EngineFaultError."""
    return await agree(await Program.start(command, patience), variant)


async def agree(program: Program, variant: Variant) -> ExternalEngine:
    """Agree with a program on a protocol; if that fails it is ended. Raises EngineFaultError."""
    try:
        engine = await _agree(program, variant)
        await engine.begin()
    except BaseException:
        await program.close()
        raise
    return engine


async def _agree(program: Program, variant: Variant) -> ExternalEngine:
    """The first protocol in which the program answers.

    The opening commands of either protocol do not harm an engine that speaks the other.
    """
    profile = profile_of(program.name)
    cecp, uci = CecpEngine(program, profile, variant), UciEngine(program, profile, variant)
    if profile.protocol == "uci":
        program.send("uci")
        return uci
    program.send("xboard", "protover 2")
    loop, patience = asyncio.get_running_loop(), program.patience
    begun, asked = loop.time(), profile.protocol == "cecp"
    while loop.time() < begun + patience.answer:
        try:
            line = await program.receive(
                begun + (patience.answer if asked else patience.silence) - loop.time()
            )
        except TimeoutError:
            line = ""
        if line.startswith("feature "):
            cecp.hear_feature(line)
            return cecp
        if uci.hear_option(line):
            return uci
        if profile.greeting and line.startswith(profile.greeting):
            better = f"{program.name} {profile.argument}"
            raise EngineFaultError(
                FaultKind.START, f"{program.name} waits for a person to type: try {better!r}"
            )
        if not asked and (
            "unknown command" in line.lower() or loop.time() > begun + patience.silence
        ):
            asked = True
            program.send("uci")
    if profile.protocol == "cecp":
        return cecp  # of the first version of the protocol
    raise EngineFaultError(
        FaultKind.START,
        f"{program.name} speaks neither XBoard's protocol nor UCI; some programs do with an "
        f"argument, such as --uci or --xboard{program.complaint()}",
    )
