"""Files with a header that were changed, with the checksum that they should have then."""

from hashlib import sha256

from makachess.variants.asset_file import AssetFile


def signed(kind: type[AssetFile], data: bytes) -> bytes:
    """A file with its checksum as docs/books.md and docs/models.md say it is made."""
    text, _, packed = data.partition(b"\n\n")
    first, *lines = (line for line in text.split(b"\n") if not line.startswith(b"checksum: "))
    header = dict(line.partition(b": ")[::2] for line in lines)
    meant = (header.get(key.encode(), b"") for key in kind.NEEDED)
    checksum = sha256(b"\n".join(meant) + b"\0" + packed).hexdigest()[:16]
    return b"\n".join((first, *lines, b"checksum: " + checksum.encode())) + b"\n\n" + packed
