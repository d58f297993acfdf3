"""A small engine with bad habits, run by tests: python fake_engine.py PROTOCOL HABIT [FLAG FILE].

It plays the first of the legal moves in the order of their texts. HABIT is `none` or one of those
below; with a flag file it shows the habit once only, and then never again.
"""

import os
import sys
import time

# What it plays in games of chess that begin so: the rules, whose import takes ten times as long as
# all else, are asked only about other positions.
KNOWN = {
    "": "a2a3",
    "e2e4": "a7a5",
    "e2e4 e7e5 g1f3": "a7a5",
    "a2a3 e7e5": "a1a2",
}


def say(line: str) -> None:
    print(line, flush=True)


class Engine:
    def __init__(self, habit: str) -> None:
        self.habit = habit
        self.set_up("chess")
        if habit == "dies":
            sys.exit("no licence found")

    def set_up(self, variant: str, fen: str | None = None) -> None:
        self.variant, self.fen = variant, fen
        self.moves: list[str] = []

    def choose(self) -> str:
        """The move as it is played; some habits keep that from happening."""
        if self.habit == "sleepy":
            time.sleep(600)
        if self.habit == ("illegal-later" if self.moves else "illegal"):
            return "a1a1"
        if self.habit == "null":
            return "@@@@"
        self.moves.append(self.best())
        return self.moves[-1]

    def best(self) -> str:
        if (self.variant, self.fen) == ("chess", None) and " ".join(self.moves) in KNOWN:
            return KNOWN[" ".join(self.moves)]
        from makachess.core import Position
        from makachess.core.notation.xboard import format_xboard, parse_xboard
        from makachess.variants import load

        position = Position(load(self.variant), self.fen)
        for text in self.moves:
            move = parse_xboard(position, text)
            if move.is_null:
                sys.exit("a null move!")
            position.push(move)
        return format_xboard(position.variant, min(position.legal_moves(), key=str))


class Cecp(Engine):
    forced = False

    def obey(self, name: str, rest: str) -> None:
        if name == "protover" and self.habit != "mute":
            say("# talkative")
            say('feature ping=1 setboard=1 usermove=1 done=0 myname="Fake 1.0"')
            say('feature san=1 variants="normal,8x8+0_veteran,macadamia-shogi"')
            say("feature analyze=0" if self.habit == "no-analyst" else "feature done=0")
            say("feature done=1")
        elif name == "uci" and self.habit != "quiet":
            say("Illegal move: uci" if self.habit == "hasty" else "Error (unknown command): uci")
        elif name in ("new", "variant"):
            self.set_up({"macadamia-shogi": "macadamia", "veteran": "veteran"}.get(rest, "chess"))
        elif name == "setboard":
            self.set_up(self.variant, rest)
        elif name == "usermove":
            self.moves.append(rest)
        elif name == "go":
            self.go()
        elif name == "analyze" and self.habit == "unable-analyst":
            say("Error (unknown command): analyze")
        elif name == "analyze":
            say(f"2 35 10 200 {self.best()}")
        elif name == "ping":
            say(f"pong {rest}")
        elif name == "quit":
            sys.exit()

    def go(self) -> None:
        if self.habit == "resign":
            say("resign")
            return
        say("1  20 0 11 nonsense")
        if self.habit == "crash":
            sys.exit("out of cheese")
        if self.habit == "tells":
            say(f"1 25 0 11 {self.best()}")
            sys.exit("after all")
        say(f"3 100005 7 99\t{self.best()} e7e5")
        if self.habit == "slow":
            while sys.stdin.readline().strip() != "?":
                pass
        *legs, last = self.choose().split(",")
        for leg in legs:
            say(f"move {leg},")
        say(f"move {last}")


class Uci(Engine):
    def obey(self, name: str, rest: str) -> None:
        if name == "uci":
            say("id name Fake UCI\noption name MultiPV type spin default 1 min 1 max 9\nuciok")
        elif name == "isready":
            say("readyok")
        elif name == "position":
            start, _, moves = rest.partition(" moves ")
            self.set_up("chess", None if start == "startpos" else start.removeprefix("fen "))
            self.moves += moves.split()
        elif name == "go":
            if self.habit == "crash":
                sys.exit("out of cheese")
            best = self.best()
            say(f"info depth 4 seldepth 5 multipv 1 score mate 2 nodes 77 time 30 pv {best}")
            if rest == "infinite" or self.habit == "slow":
                while sys.stdin.readline().strip() != "stop":
                    pass
            say(f"bestmove {self.choose()} ponder e7e5")
        elif name == "quit":
            sys.exit()


class Both(Engine):
    """Starts slowly, and then speaks the protocol that was named last, as Fairy-Stockfish does."""

    def __init__(self, habit: str) -> None:
        time.sleep(0.5)
        self.engines = {"xboard": Cecp(habit), "uci": Uci(habit)}
        self.engine: Engine = self.engines["uci"]

    def obey(self, name: str, rest: str) -> None:
        self.engine = self.engines.get(name, self.engine)
        self.engine.obey(name, rest)


def main() -> None:
    protocol, habit, *flag = sys.argv[1:]
    if flag and os.path.exists(flag[0]):
        habit = "none"
    elif flag:
        open(flag[0], "w").close()
    engine = {"cecp": Cecp, "uci": Uci, "both": Both}[protocol](habit)
    for line in sys.stdin:
        name, _, rest = line.strip().partition(" ")
        engine.obey(name, rest)


if __name__ == "__main__":
    main()
