"""JSON without what nobody asks for: a member of the outermost mapping left out before anything is built of it."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def without(text: str, name: str) -> str:
    """A JSON text in which the list or mapping of this name in the outermost mapping is an empty list.

    What is not well-formed stays as it is, for whoever reads the text to refuse.

    >>> without('{"a": [1, {"b": "]"}], "c": {"a": [2]}}', "a")
    '{"a": [], "c": {"a": [2]}}'
    """
    depth, start, wanted, key = 0, None, False, f'"{name}"'
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" | "{":
                depth += 1
                if depth == 2 and wanted:
                    start = token.start()
                wanted = False
            case "]" | "}":
                depth -= 1
                if start is not None and depth == 1:
                    return f"{text[:start]}[]{text[token.end() :]}"
            case string:
                wanted = depth == 1 and string == key and text[token.end() : token.end() + 20].lstrip()[:1] == ":"
    return text
