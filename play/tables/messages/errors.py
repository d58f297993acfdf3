"""What can go wrong between a client and the host."""

from __future__ import annotations

from makachess.core.errors import MakachessError


class RefusedError(MakachessError):
    """The host refuses a request, and says why."""


class LostError(MakachessError):
    """There is no connection to the host now; it may come back."""


class NoHostError(LostError):
    """No host listens at the socket."""


class VersionError(MakachessError):
    """The host speaks another version of the protocol."""
