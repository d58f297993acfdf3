"""The numbers the C compiler sees are those of the plain kernel."""

import re
from pathlib import Path

from makachess.core.kernel import constants

PXD = Path(__file__).parents[2] / "core/include/makachess/core/kernel/constants.pxd"


def test_both_files_of_constants_agree() -> None:
    text = PXD.read_text()
    compiled = {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", text)}
    plain = {name: value for name, value in vars(constants).items() if name.isupper()}
    assert compiled == plain
