"""How many cases the fuzzers try: as many as daily work can bear, or FIRELINE_FUZZ times as many.

A run of its own tries other cases each time; daily work always tries the same.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from hypothesis import settings

from fireline.testing.examples import examples

T = TypeVar("T", bound=Callable[..., object])
TIMES = int(os.environ.get("FIRELINE_FUZZ") or 1)
tried: Counter[str] = Counter()
"""How many cases of each kind this process has tried."""


def fuzz(kind: str, cases: int) -> Callable[[T], T]:
    """Have a test of `@given` try so many cases of hostile input of one kind, FIRELINE_FUZZ times as many where set."""
    calm = examples(cases * TIMES)

    def fuzzed(test: T) -> T:
        handle: Any = test
        one = handle.hypothesis.inner_test

        @wraps(one)
        def counted(*args: Any, **how: Any) -> None:
            tried[kind] += 1
            one(*args, **how)

        handle.hypothesis.inner_test = counted
        fuzzed: T = (calm if TIMES == 1 else settings(calm, derandomize=False))(test)
        return fuzzed

    return fuzzed
