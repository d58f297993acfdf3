"""The names of squares that a board shows: as in chess (`e4`), or as in shogi (`5e`)."""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import NamedTuple

from makachess.core.squares import Square

_SHOGI = r"(?:[1-9]|1[0-9])[a-s]"
# A move, or a piece and its square, of which all squares are named as in shogi: `7g7f`, `P-7f`,
# `N8i-7g`, `+Bx2b=`, `P7c (T)`, `5h5g,5g4f`, `9a=N,6j8h`. A chess square ends with a digit, so none
# fits both.
_TEXT = re.compile(
    rf"""(?:{_SHOGI}=[A-Za-z]['!]?,)*
    (?:\+?[A-Za-z]['!]?)?
    (?:[-x,]{{0,2}}{_SHOGI})+
    (?:--|[-+=/(!?\#\s].*|\+?[A-Za-z]['!]?)?""",
    re.VERBOSE,
)
_QUOTED_OR_SQUARE = re.compile(r"""(?<!\w)'[^']*'(?!\w)|"[^"]*"|\b[a-s][1-9][0-9]?\b""")


class Labels(NamedTuple):
    """The names of files from White's left, and of ranks from White's first."""

    files: tuple[str, ...]
    ranks: tuple[str, ...]

    @property
    def as_in_shogi(self) -> bool:
        """Whether files are numbers and ranks letters."""
        return self.files[0].isdigit()

    def name(self, square: Square) -> str:
        return self.files[square.file] + self.ranks[square.rank]

    def read(self, text: str) -> str:
        """A typed text with its squares named as in chess; any that has them so stays as it is.

        >>> labels(9, 9, "shogi").read("P7g-7f"), labels(9, 9, "chess").read("7g7f")
        ('Pc3-c4', '7g7f')
        """
        if not self.as_in_shogi or not _TEXT.fullmatch(text):
            return text
        return re.sub(_SHOGI, lambda found: self._in_chess(found[0]), text)

    def _in_chess(self, name: str) -> str:
        """A square of this board as in chess; others as they are."""
        file, rank = name[:-1], name[-1]
        if file not in self.files or rank not in self.ranks:
            return name
        return str(Square(self.files.index(file), self.ranks.index(rank)))

    def write(self, sentence: str) -> str:
        """A sentence with the squares that it names, but for what it quotes, as the board does.

        >>> labels(8, 8, "shogi").write("The Knight on g1 is pinned")
        'The Knight on 2h is pinned'
        """
        if not self.as_in_shogi:
            return sentence
        return _QUOTED_OR_SQUARE.sub(lambda found: self._as_shown(found[0]), sentence)

    def _as_shown(self, text: str) -> str:
        if not text[0].isalpha():
            return text
        square = Square.parse(text)
        on_board = square.file < len(self.files) and square.rank < len(self.ranks)
        return self.name(square) if on_board else text


def labels(files: int, ranks: int, coordinates: str) -> Labels:
    """Labels as in chess, or as in shogi: files from White's right, ranks from Black's side.

    >>> labels(3, 2, "shogi")
    Labels(files=('3', '2', '1'), ranks=('b', 'a'))
    """
    numbers, letters = [str(n + 1) for n in range(19)], ascii_lowercase
    if coordinates == "shogi":
        return Labels(tuple(numbers[:files][::-1]), tuple(letters[:ranks][::-1]))
    return Labels(tuple(letters[:files]), tuple(numbers[:ranks]))
