"""The server's key: made once, kept beside the database for nobody else to read, and used to sign heads of logs."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from nacl.signing import SigningKey

from fireline.game.errors import BattleFileError, Code
from fireline.server.dice.notes import Head, key_text, signed
from fireline.server.store.address import data_folder, default_database, parse_address

VARIABLE = "FIRELINE_KEY"
"""Names the key file; several servers of one database share it so."""
SUFFIX = ".key"
KEY_BYTES = 32


class ServerKey:
    """Signs heads of logs."""

    def __init__(self, secret: bytes) -> None:
        self._key = SigningKey(secret)
        self._public = bytes(self._key.verify_key)

    @property
    def text(self) -> str:
        """The public key, as notes have it."""
        return key_text(self._public)

    def sign(self, head: Head) -> str:
        """A head as a signed note."""
        return signed(head, self._public, self._key.sign(head.text(self.text).encode()).signature)


def key_file(database: Path | None, folder: Path) -> Path:
    """Where the key is kept: where $FIRELINE_KEY says, beside a database that is a file, else in the user's folder."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    if database is None:
        return folder / f"server{SUFFIX}"
    real = database.resolve()  # one key for one database, by whatever link it is opened
    return real.with_name(real.name + SUFFIX)


def server_key(file: Path) -> ServerKey:
    """The key in a file; a new one where there is none. Raises `BattleFileError`.

    A new key is written whole under another name and then linked into place, so that nobody sees half of one, and
    whoever comes second takes the first one's.
    """
    try:
        if not file.exists():
            _make(file)
        secret = file.read_bytes()
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"the server's key: {wrong.strerror}", file=str(file)) from None
    if len(secret) != KEY_BYTES:
        problem = f"is no key of {KEY_BYTES} bytes; heads that it signed cannot be told from others any more"
        raise BattleFileError(Code.MALFORMED, problem, file=str(file))
    return ServerKey(secret)


def _make(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)  # only its owner may read it
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(bytes(SigningKey.generate()))
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(FileExistsError):
            os.link(name, file)
    finally:
        Path(name).unlink()
    _settle(file.parent)


def _settle(folder: Path) -> None:
    """Have the name itself on disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def key_of(database: str | None) -> ServerKey:
    """The key of the server of a database, as `open_store` takes it; raises `BattleFileError`."""
    return server_key(_file(database))


def known_key(database: str | None) -> ServerKey | None:
    """The same, None where no server has made one yet; raises `BattleFileError`."""
    file = _file(database)
    return server_key(file) if file.exists() else None


def _file(database: str | None) -> Path:
    return key_file(parse_address(database or default_database()).file, data_folder())
