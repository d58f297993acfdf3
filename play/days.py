"""The one clock that says what day it is, which tests set."""

from collections.abc import Callable
from datetime import date

today: Callable[[], date] = date.today
