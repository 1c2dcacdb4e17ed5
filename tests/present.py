"""What may be None, where a test needs it to be there."""

from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    """The value, which is not None."""
    assert value is not None
    return value
