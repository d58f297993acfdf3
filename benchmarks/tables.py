"""What one host of tables holds: moves lost, seconds a move takes, memory a table, moves a second.

By default 200 tables of all seven games, two scripted players each, 100 plies at one a second and
table, whether or not earlier ones have been answered (open loop); one player of each table is cut
off and comes back. Then the same tables with each move made as soon as the last is seen: the rate
at which the host is saturated. `--kill` kills the host in the middle and starts it again.
"""

import argparse
import multiprocessing
import os
import re
import statistics
import tempfile
import time
from pathlib import Path

from host_process import HostProcess
from hosting.crowd import Result, Share, run_crowd
from hosting.scripts import script
from makachess.saves import load_game
from makachess.variants import names

BUDGET = 50  # ms, of 95 in 100 moves
MEMORY = 10  # MB a table
CROWDS = 2  # processes with players
LEAD = 1.0  # seconds from the word to the first move


def memory(pid: int) -> float:
    """MB that a process has in memory."""
    found = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1000 if found else 0.0


def processor(pid: int) -> float:
    """Seconds of processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Run:
    """Tables in play against one host, from its start to its end."""

    def __init__(self, home: Path, tables: int, plies: int, interval: float, *, kill: bool) -> None:
        self.tables, self.plies, self.interval = tables, plies, interval
        self.limits = ("--tables", str(tables))
        self.host = HostProcess(home, *self.limits)
        self.host.wait_until_it_listens()
        self.kill = kill
        self.seconds = self.cpu = self.grown = self.away = 0.0
        self.results: list[Result] = []

    def play(self) -> None:
        """Play all tables, and measure."""
        empty = memory(self.host.process.pid)
        pipes, processes = self._begin_crowds()
        for pipe in pipes:
            pipe.recv()
        began, before = time.monotonic() + LEAD, processor(self.host.process.pid)
        for pipe in pipes:
            pipe.send(began)
        if self.kill:
            self._kill_host(began)
            before = 0.0
        self.results = [pipe.recv() for pipe in pipes]
        self.seconds = time.monotonic() - began - 1  # that each player waits at its end
        self.cpu = processor(self.host.process.pid) - before
        self.grown = memory(self.host.process.pid) - empty
        for process in processes:
            process.join()

    def _begin_crowds(self):
        context = multiprocessing.get_context("spawn")
        patience = self.plies * (self.interval or 1.0) * 2 + 60
        pipes, processes = [], []
        for crowd in range(CROWDS):
            ours, theirs = context.Pipe()
            share = Share(
                self.host.socket,
                range(crowd, self.tables, CROWDS),
                tuple(names()),
                self.plies,
                self.interval,
                self.interval > 0,
                patience,
            )
            process = context.Process(target=run_crowd, args=(share, theirs))
            process.start()
            pipes.append(ours)
            processes.append(process)
        return pipes, processes

    def _kill_host(self, began: float) -> None:
        """Kill the host in the middle, and start it again."""
        time.sleep(max(began + self.plies * self.interval / 2 - time.monotonic(), 0))
        self.host.kill()
        killed = time.monotonic()
        self.host.start()
        self.host.wait_until_it_listens()
        self.away = time.monotonic() - killed

    def damage(self) -> str:
        """What is wrong with the games, as their players and their files have them."""
        tallies = [tally for result in self.results for tally in result.tallies]
        numbers = [n for crowd in range(CROWDS) for n in range(crowd, self.tables, CROWDS)]
        lost = sum(tally.missing for tally in tallies)
        doubled = sum(tally.wrong for tally in tallies)
        for number, tally in zip(numbers, tallies, strict=True):
            game, fault = self._file(tally.table)
            wanted = script(names()[number % len(names())], self.plies, number % 5)
            lost += max(len(wanted) - len(game), 0) + bool(fault)
            doubled += sum(a != b for a, b in zip(game, wanted, strict=False))
        return (
            f"moves lost {lost}, doubled or wrong {doubled}, "
            f"out of order {sum(tally.out_of_order for tally in tallies)}; "
            f"tables not played to the end {sum(result.given_up for result in self.results)}; "
            f"players who were cut off and came back {sum(t.returns for t in tallies)}"
        )

    def _file(self, table: int) -> tuple[tuple[str, ...], str]:
        game, fault = load_game(self.host.folder / f"{table}-1.pgn")
        return tuple(map(str, game.moves)), fault

    def latencies(self) -> list[float]:
        """Milliseconds that moves took, sorted."""
        found = [s for result in self.results for t in result.tallies for s in t.latencies]
        return sorted(1000 * seconds for seconds in found)

    def report(self) -> None:
        """Print all figures."""
        took, moves = self.latencies(), self.tables * self.plies
        print(self.damage())
        at = (len(took) * 95 // 100, len(took) * 99 // 100)
        print(
            f"moves seen {len(took)}, ms until the other sees one: median "
            f"{statistics.median(took):.1f}, 95 % {took[at[0]]:.1f}, 99 % {took[at[1]]:.1f}, "
            f"worst {took[-1]:.1f}",
            end=f" (95 %: <= {BUDGET})\n" if self.interval and not self.kill else "\n",
        )
        players = sum(result.cpu for result in self.results)
        print(
            f"processor: host {self.cpu:.1f} s, {1000 * self.cpu / moves:.2f} ms a move; players "
            f"{players:.1f} s, of {self.seconds:.1f} s"
        )
        print(f"memory: {self.grown / self.tables:.2f} MB a table (<= {MEMORY})", flush=True)


def run(title: str, tables: int, plies: int, interval: float, *, kill: bool = False) -> None:
    """One run in a folder of its own, with its figures."""
    print(f"-- {title}: {tables} tables, {plies} plies each")
    with tempfile.TemporaryDirectory(prefix="tables-") as home:
        one = Run(Path(home), tables, plies, interval, kill=kill)
        try:
            one.play()
        finally:
            one.host.end()
        one.report()
        if kill:
            print(f"the host was away for {one.away:.1f} s")
        if not interval:
            print(f"saturated at {tables * plies / one.seconds:.0f} moves/s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second at a table")
    parser.add_argument("--kill", action="store_true", help="kill the host in the middle as well")
    given = parser.parse_args()
    run("one after another", given.tables, given.plies, 1 / given.rate)
    if given.kill:
        run("host killed", given.tables, given.plies, 1 / given.rate, kill=True)
    run("as fast as can be", given.tables, given.plies, 0.0)


if __name__ == "__main__":
    main()
