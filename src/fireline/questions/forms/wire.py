"""Data as text: answers as they are sent, and the one text that equal data have."""

from __future__ import annotations

import json
from typing import Any


def as_json(answer: Any) -> bytes:
    """An answer as JSON."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()


def canonical(data: Any) -> str:
    """Data as the one JSON text that equal data have.

    >>> canonical({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
