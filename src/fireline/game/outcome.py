"""The outcome of a command: the sentences of its story that tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fireline.game.battle import Battle, PlayResult
from fireline.game.event import Event
from fireline.game.losses import Loss


def outcome_of(before: Battle, events: Sequence[Event]) -> str:
    """What these events took from whom or, if nothing, the last sentence of their story."""
    lost: list[str] = []
    last = ""
    for event in events:
        turned = before.happen((event,))
        if turned.story:
            last = turned.story[-1].text
            lost += _told(before, turned, before.losses((event,)))
        before = turned.battle
    return " ".join(dict.fromkeys(lost)) or last


def _told(before: Battle, turned: PlayResult, losses: Sequence[Loss]) -> Iterator[str]:
    """For each loss the last sentence that names the unit; otherwise the last of all."""
    for loss in losses:
        title = before.title(loss.unit)
        naming = [step.text for step in turned.story if title in step.text or loss.unit in step.text]
        yield naming[-1] if naming else turned.story[-1].text
