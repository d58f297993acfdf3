"""Files with a header that were changed, with the checksum that they should have then."""

from hashlib import sha256

from makachess.variants.asset_file import FileFormat


def signed(form: FileFormat, data: bytes) -> bytes:
    """A file with its checksum as docs/books.md and docs/models.md say it is made."""
    text, _, packed = data.partition(b"\n\n")
    first, *lines = (line for line in text.split(b"\n") if not line.startswith(b"checksum: "))
    version = first.rpartition(b" ")[2].decode("ascii", "replace")
    known = {str(number): needed for number, needed in enumerate(form.needed, 1)}
    header = dict(line.partition(b": ")[::2] for line in lines)
    meant = (header.get(key.encode(), b"") for key in known.get(version, form.needed[0]))
    checksum = sha256(b"\n".join(meant) + b"\0" + packed).hexdigest()[:16]
    return b"\n".join((first, *lines, b"checksum: " + checksum.encode())) + b"\n\n" + packed
