"""Heads of logs as signed notes (C2SP signed-note, Ed25519), which people can keep, mail and compare; and the key."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from fireline.extras import need
from fireline.formats.writing import new_file, sync, sync_folder
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.ruling.told import tells

TITLE, NAME = "fireline-head/1", "fireline"
ED25519 = b"\x01"
PAGE = "fireline_page"
"""What the page brings along for the engine that runs in it."""
_NOTE = re.compile(
    rf"{TITLE}\n"
    r"table (?P<table>[A-Za-z0-9_.-]{1,64})\n"
    r"event (?P<seq>[1-9][0-9]{0,9})\n"
    r"(?P<how>hash|sealed) (?P<hash>[0-9a-f]{64})\n"
    r"(?:seat (?P<seat>[^\n]{1,60})\n)?"
    rf"key (?P<key>{NAME}\+[0-9a-f]{{8}}\+[A-Za-z0-9+/=]{{44}})\n"
    r"\n"
    rf"— {NAME} (?P<signature>[A-Za-z0-9+/=]{{92}})\n"
)


class Head(NamedTuple):
    """How far a log goes: the hash of its last event, or that hash sealed; and whose head it is, "" for nobody's."""

    table: str
    seq: int
    hash: str
    sealed: bool = False
    seat: str = ""

    def text(self, key: str) -> str:
        """What is signed: the head, and the public key by which anybody can check it."""
        seat = f"seat {self.seat}\n" if self.seat else ""
        how = "sealed" if self.sealed else "hash"
        return f"{TITLE}\ntable {self.table}\nevent {self.seq}\n{how} {self.hash}\n{seat}key {key}\n"


@tells("*head key")
class Signed(NamedTuple):
    """A head that was read from a note: signed by `key`, if `checked`; without the library nobody looked."""

    head: Head
    key: str
    checked: bool = True


@lru_cache(64)
def key_text(public: bytes) -> str:
    """A public key as notes have it.

    >>> key_text(bytes(32))
    'fireline+77fa234c+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return f"{NAME}+{_key_id(public).hex()}+{base64.b64encode(ED25519 + public).decode()}"


def signed(head: Head, public: bytes, signature: bytes) -> str:
    """A head as a note, with the signature over its text."""
    line = base64.b64encode(_key_id(public) + signature).decode()
    return f"{head.text(key_text(public))}\n— {NAME} {line}\n"


def read_note(text: str) -> Signed:
    """The head of a note; raises `BattleFileError` for what is no note, and for one that its key has not signed."""
    text = text.replace("\r\n", "\n").strip() + "\n"
    found = _NOTE.fullmatch(text)
    if found is None:
        raise BattleFileError(Code.MALFORMED, f"{shown(text.partition(chr(10))[0])} begins no signed head of a table")
    public = base64.b64decode(found["key"].split("+", 2)[2])[1:]
    raw = base64.b64decode(found["signature"])
    head = Head(found["table"], int(found["seq"]), found["hash"], found["how"] == "sealed", found["seat"] or "")
    wrong = BattleFileError(Code.MISMATCH, f"the signature is not one of key {short(found['key'])}: it was changed")
    if key_text(public) != found["key"] or raw[:4] != _key_id(public) or head.text(found["key"]) + "\n" not in text:
        raise wrong
    genuine = _is_signed(head.text(found["key"]), found["signature"], found["key"])
    if genuine is False:
        raise wrong
    return Signed(head, found["key"], checked=genuine is not None)


def short(key: str) -> str:
    """A key as people are told it.

    >>> short(key_text(bytes(32)))
    'fireline+77fa234c'
    """
    return "+".join(key.split("+", 2)[:2])


def _is_signed(text: str, signature: str, key: str) -> bool | None:
    """Whether a key signed a text, both as notes have them; None without a library, which a page brings along."""
    with suppress(ImportError):
        return bool(import_module(PAGE).is_signed(text, signature, key))
    try:
        need("nacl", "server", "")
    except BattleFileError:
        return None
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(base64.b64decode(key.split("+", 2)[2])[1:]).verify(text.encode(), base64.b64decode(signature)[4:])
    except BadSignatureError:
        return False
    return True


@lru_cache(64)
def _key_id(public: bytes) -> bytes:
    return hashlib.sha256(NAME.encode() + b"\n" + ED25519 + public).digest()[:4]


# --- the key by which a server signs, made once and kept beside the database for nobody else to read ---------------


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
    from fireline.server.store.opening import data_folder, default_database, parse_address  # heads are read without it

    return key_file(parse_address(database or default_database()).file, data_folder())
