"""Commands and events are frozen dataclasses, whether their class says so or not."""

from dataclasses import FrozenInstanceError, dataclass, fields

import pytest

from fireline.game.event import Event, read_event


class Drifted(Event):
    """Says nothing."""

    boat: str
    knots: int = 1


class Becalmed(Drifted):
    """Says the same of something else."""


class Moored(Event):
    """Holds nothing."""


@dataclass(frozen=True, slots=True)
class Anchored(Event):
    """Says that it is a dataclass."""

    boat: str
    knots: int = 1


@pytest.mark.parametrize("kind", [Drifted, Anchored])
def test_what_derives_from_an_event_is_a_frozen_dataclass(kind: type[Event]) -> None:
    data = {"event": kind.__name__.lower(), "boat": "gull", "knots": 2}
    event = read_event(data, [kind])
    assert (event.data(), [field.name for field in fields(kind)]) == (data, ["boat", "knots"])
    assert {event, read_event(data, [kind])} == {event}
    assert repr(event) == f"{kind.__name__}(boat='gull', knots=2)"
    assert event not in {read_event(data | {"knots": 1}, [kind]), Becalmed("gull", 2), None}
    assert len({Moored(), Moored(), event}) == 2
    with pytest.raises(FrozenInstanceError):
        setattr(event, "knots", 3)  # noqa: B010 - each kind has it
