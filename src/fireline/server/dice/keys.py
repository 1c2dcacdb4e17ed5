"""The key by which a server signs heads of logs: made once, and kept beside the database for nobody else to read."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from fireline.formats.writing import new_file, sync, sync_folder
from fireline.game.errors import BattleFileError, Code
from fireline.server.dice.notes import Head, key_text, signed
from fireline.server.store.opening import data_folder, default_database, parse_address

VARIABLE = "FIRELINE_KEY"
"""Names the key file; several servers of one database share it so."""
SUFFIX = ".key"
KEY_BYTES = 32


class ServerKey:
    """Signs heads of logs."""

    def __init__(self, secret: bytes) -> None:
        from nacl.signing import SigningKey  # notes are read without it, too

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
    from nacl.signing import SigningKey

    def put(fresh: Path, name: Path) -> None:
        sync(fresh)
        with suppress(FileExistsError):  # whoever came first has made it
            os.link(fresh, name)
        sync_folder(name.parent)

    file.parent.mkdir(parents=True, exist_ok=True)
    with new_file(file, put) as fresh:
        fresh.write_bytes(bytes(SigningKey.generate()))


def key_of(database: str | None) -> ServerKey:
    """The key of the server of a database, as `open_store` takes it; raises `BattleFileError`."""
    return server_key(_file(database))


def known_key(database: str | None) -> ServerKey | None:
    """The same, None where no server has made one yet; raises `BattleFileError`."""
    file = _file(database)
    return server_key(file) if file.exists() else None


def _file(database: str | None) -> Path:
    return key_file(parse_address(database or default_database()).file, data_folder())
