"""How many examples a test of the battery draws, however slow the machine is."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def examples(most: int) -> settings:
    """Settings for so many examples; time and size are no part of a contract, so none is too slow or too large."""
    calm = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
    return settings(max_examples=most, deadline=None, suppress_health_check=calm)
