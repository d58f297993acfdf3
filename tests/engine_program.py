"""`makachess engine` as a program with its pipes."""

import subprocess

from cli_calls import PROGRAM

COMMAND = [*PROGRAM, "engine", "--book", "none"]


class EngineProgram:
    """The program with its pipes, read until what is waited for has come."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, *lines: str | bytes) -> None:
        """Send lines at once."""
        for line in lines:
            data = line if isinstance(line, bytes) else line.encode()
            self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def read_until(self, beginning: str) -> list[str]:
        """The lines up to one that begins so."""
        lines = []
        while not lines or not lines[-1].startswith(beginning):
            line = self.process.stdout.readline().decode()
            assert line, f"ended before {beginning!r}: {lines} {self.process.stderr.read()!r}"
            lines.append(line.strip())
        return lines

    def end(self) -> tuple[int, bytes]:
        """Exit status and what came on stderr, once it has ended."""
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints

    def kill(self) -> None:
        """End it if it has not ended."""
        self.process.kill()
        self.process.communicate()
