"""Reading XML from outside with every guard: no document types, no odd encodings."""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code

ENCODINGS = ("utf-8", "utf-16", "iso-8859-1", "us-ascii")
"""What a text in XML may be written in; for others Python asks what it has installed, and much of that is no text."""


def xml_parser(namespace_separator: str | None = None) -> expat.XMLParserType:
    """A parser of XML that refuses every document type and odd encodings with `BattleFileError`."""
    parser = expat.ParserCreate(namespace_separator=namespace_separator)
    parser.StartDoctypeDeclHandler, parser.XmlDeclHandler = _no_doctype, _check_encoding
    return parser


def _no_doctype(*_: object) -> NoReturn:
    raise BattleFileError(Code.UNSUPPORTED, "has a document type, which may make a small file a huge one", "DOCTYPE")


def _check_encoding(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding is not None:
        one_of(encoding.lower(), ENCODINGS, "encoding that is read", "encoding")
