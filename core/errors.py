"""Every error makachess raises on purpose: a base class, and a subclass for each kind of input."""


class MakachessError(Exception):
    """Base of all errors caused by input; the message quotes the offending text."""


class VariantError(MakachessError):
    """An unknown variant, option or value, or a broken variant file (named by file and key)."""


class ModelError(MakachessError):
    """A learned model that is damaged, of another version or for other rules."""


class BookError(MakachessError):
    """An opening book that is damaged, of another version or for other rules."""


class InvalidFenError(MakachessError):
    """A FEN that cannot be a position."""


class InvalidMoveError(MakachessError):
    """Text that is not a move in any notation."""


class InvalidSquareError(InvalidMoveError):
    """Text that is not a square, or a square beyond the board where it must be on it."""


class IllegalMoveError(MakachessError):
    """A well-formed move that the rules forbid here."""


class AmbiguousMoveError(MakachessError):
    """A move text that fits several legal moves."""
