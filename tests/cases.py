r"""Tables of cases in `data/cases`: a case a line, its cells between bars, `\n` a new line."""

from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "cases"


def cases(name):
    """The rows of a table, each a tuple of texts; lines that begin with `#` are remarks."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    return [tuple(cell.strip().replace("\\n", "\n") for cell in row.split("|")) for row in rows]
