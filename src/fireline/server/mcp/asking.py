"""One question of a language model, read and answered: here or in another process."""

from __future__ import annotations

from typing import Any, NamedTuple

from fireline.formats.examples import examples
from fireline.formats.parsing import parse, parse_json
from fireline.game.entries import read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import written
from fireline.questions import Report, unheard
from fireline.questions.forms.wire import as_json
from fireline.server.asking import ready
from fireline.server.mcp.tools import tools


class Answer(NamedTuple):
    """What a tool answers: a sentence or several, and the data as JSON, or a picture."""

    text: str
    data: bytes | None = None
    picture: bytes | None = None


def answer(name: str, raw: bytes, *, report: Report = unheard) -> Answer:
    """The answer of a tool to its arguments as JSON; raises `BattleFileError`, and what the question raises."""
    tool = tools()[name]
    given = parse_json(raw.decode("utf-8"))
    if not isinstance(given, dict):
        raise BattleFileError(Code.WRONG_TYPE, "arguments are a mapping of names to values", "arguments")
    if isinstance(given.get("battle"), str):
        given = given | {"battle": _battle(given["battle"])}
    asked = ready(read_entry(tool.request, given))
    found = tool.function(asked, **({"report": report} if tool.is_long else {}))
    if isinstance(found, str):
        return _drawn(found)
    data = written(found)
    data.pop("svg", None)  # a picture is asked for by itself
    text = as_json(data)
    return Answer(tool.says(data) if tool.says else text.decode(), text)


def _battle(text: str) -> Any:
    """The data of a battle that is named, or written down."""
    named = examples().get(text)
    return named.data if named else parse(text)


def _drawn(svg: str) -> Answer:
    """A picture as PNG, which models can look at, with its own words; as SVG where nothing here draws PNG."""
    from fireline.draw.png import png

    try:
        return Answer(_words(svg), picture=png(svg))
    except BattleFileError as wrong:
        if wrong.code is not Code.NOT_INSTALLED:
            raise
        return Answer(svg)


def _words(svg: str) -> str:
    """The title and the description of a picture."""
    from html import unescape
    from re import DOTALL, findall

    return "\n".join(unescape(one.strip()) for one in findall(r"<(?:title|desc)[^<>]*>([^<]*)<", svg, DOTALL)[:2])
