"""The placement field of a FEN, read and written man by man."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import MARGIN, ROW


def read_placement(
    text: str, codes: dict[str, int], royal: frozenset[int], files: cython.int, ranks: cython.int
) -> tuple[list[tuple[int, int]], list[int]]:
    """Cell and code of every man, from the top rank down, and the codes of those that are royal.

    `codes` are those of the men's texts. Raises ValueError for what is not a placement on a board
    of this size.
    """
    men: list[tuple[int, int]] = []
    royals: list[int] = []
    rank: cython.int = ranks - 1
    file: cython.int = 0
    i: cython.int = 0
    start: cython.int
    n: cython.int = len(text)
    while i < n:
        start = i
        if "0" < text[i] <= "9":
            while i < n and "0" <= text[i] <= "9":
                i += 1
            if i - start > 2:
                raise ValueError("more than two digits")
            file += int(text[start:i])
        elif text[i] == "/":
            if file != files:
                raise ValueError("too many or too few files")
            rank -= 1
            file = 0
            i += 1
        else:
            i = _end_of_man(text, i, n)
            code = codes.get(text[start:i])
            if code is None:
                raise ValueError("no man of the game")
            if code in royal:
                royals.append(code)
            men.append(((rank + MARGIN) * ROW + file + MARGIN, code))
            file += 1
    if file != files or rank:
        raise ValueError("too many or too few files or ranks")
    return men, royals


@cython.cfunc
def _end_of_man(text: str, i: cython.int, n: cython.int) -> cython.int:
    """Where the text of a man ends: after a plus, a letter, and a mark, of which both may lack."""
    if text[i] == "+":
        i += 1
    i += 1
    if i < n and (text[i] == "!" or text[i] == "'"):
        i += 1
    return min(i, n)


def write_placement(
    board: Board, texts: tuple[str, ...], files: cython.int, ranks: cython.int
) -> str:
    """The placement of a board; `texts` are those of the men by their codes."""
    rows = []
    rank: cython.int
    file: cython.int
    code: cython.int
    gap: cython.int
    for rank in range(ranks - 1, -1, -1):
        gap = 0
        for file in range(files):
            code = board.sq[(rank + MARGIN) * ROW + file + MARGIN]
            if code == 0:
                gap += 1
                continue
            if gap:
                rows.append(str(gap))
                gap = 0
            rows.append(texts[code])
        if gap:
            rows.append(str(gap))
        if rank:
            rows.append("/")
    return "".join(rows)
