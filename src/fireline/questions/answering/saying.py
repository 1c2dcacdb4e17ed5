"""Answers as sentences, each with its rule, for whoever reads text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from fireline.ruling.prose import percent

Data = Mapping[str, Any]


def ruling(found: Data) -> str:
    """The ruling on a shot, and its odds where the answer has them."""
    return "\n".join(_lines(found))


def rulings(found: Data) -> str:
    """The rulings on every shot of a shooter."""
    return "\n\n".join(map(ruling, found["targets"])) or f"{found['shooter']} has no enemy here."


def happened(found: Data) -> str:
    """What a command led to; of a shot that may not be made, why."""
    return "\n".join(found["story"]) if found.get("legal", True) else ruling(found)


def _lines(found: Data) -> Iterator[str]:
    yield f"{found.get('title') or 'The shot'}: {'LEGAL' if found['legal'] else 'NOT LEGAL'}"
    yield from (f"{reason['message']} {reason['rule']}" for reason in found["refusals"])
    yield from (f"{step['text']} {step['rule']}" for step in found["steps"])
    for line in found["modifiers"]:
        if line["applies"]:
            yield f"{line['value']:+d} {line['name']} {line['rule']}"
    if odds := found.get("odds"):
        headline = odds["headline"]
        yield f"{headline['name']}: {percent(Fraction(headline['p']))} ({headline['p']})"
        if odds.get("answers"):
            yield f"The odds assume that {odds['answers']}"
