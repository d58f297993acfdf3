"""Memory that threads share; `shared.pxd` is the same for the compiled kernel."""


def load(array: list[int], at: int) -> int:
    """A number that another thread may be writing, read exactly once."""
    return array[at]
