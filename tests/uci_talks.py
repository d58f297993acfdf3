"""Conversations in UCI: lines in, what is said and searched out."""

from makachess.core.engine import LEVELS, BestMove, Engine, Info, Score, play
from makachess.core.engine.book import NO_BOOK
from makachess.core.protocols.protocol import Action, Prepare, Say, Think
from makachess.core.protocols.uci import UciProtocol
from makachess.variants import load, names
from opening_books import book_of

CHESS = load("chess")
BOOK = book_of(CHESS, "e4 e5 Nf3 Nc6")


def talking(*lines: str, own_book: bool = False) -> UciProtocol:
    """A protocol after some lines."""
    protocol = UciProtocol(
        load,
        names(),
        "test",
        lambda variant: BOOK if variant == CHESS else NO_BOOK,
        cores=2,
        own_book=own_book,
    )
    for line in lines:
        assert not [action for action in protocol.receive(line) if isinstance(action, Think)]
    return protocol


def said(actions: list[Action]) -> list[str]:
    assert all(isinstance(action, Say | Prepare) for action in actions), actions
    return [action.line for action in actions if isinstance(action, Say)]


def thought(protocol: UciProtocol, line: str) -> Think:
    """The search that a line begins."""
    [job] = (action for action in protocol.receive(line) if isinstance(action, Think))
    return job


def found(job: Think, *texts: str) -> BestMove:
    """What a search might have found: a line of moves."""
    position, line = job.position.copy(), []
    for text in texts:
        line.append(position.parse(text))
        position.push(line[-1])
    return BestMove(line[0], (Info(5, Score(10), 900, 0.1, tuple(line)),))


def searched(protocol: UciProtocol, line: str) -> list[str]:
    """What is said to a line that begins a search, up to its end."""
    actions = protocol.receive(line)
    lines = [action.line for action in actions if isinstance(action, Say)]
    for job in actions:
        if isinstance(job, Think):
            engine = Engine(job.position.variant, hash_mb=1)
            reported: list[Info] = []
            best = play(engine, job.position, job.limits, reported.append)
            for info in reported if job.level == max(LEVELS) else ():
                lines += said(protocol.report(info))
            lines += said(protocol.finish(best))
    return lines


def fen_after(protocol: UciProtocol) -> str:
    """The position that a search is asked about; it is ended at once."""
    job = thought(protocol, "go depth 1")
    protocol.finish(found(job, str(job.position.legal_moves()[0])))
    return job.position.fen()
