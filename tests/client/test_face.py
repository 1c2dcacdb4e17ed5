"""The client as type checkers see it: all of it typed, nothing `Any`, mistakes found; what it says without httpx."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import fireline.client
from client.user_code import MISTAKES
from public.test_types import mypy, pyright

USER_CODE = Path(__file__).with_name("user_code.py").read_text(encoding="utf-8")
CHECKERS = [mypy, pyright]
WITHOUT = """
import sys
sys.modules["httpx"] = None
from fireline.client import Client
Client()
"""


@pytest.mark.slow(seconds=12)
@pytest.mark.parametrize("checked", CHECKERS)
def test_user_code_is_typed_and_mistakes_are_found(checked: Callable[[str, Path], list[str]], tmp_path: Path) -> None:
    assert checked(USER_CODE, tmp_path) == []
    said = "\n".join(checked(MISTAKES, tmp_path))
    for mistake in ("chek", "headline", "bord", "int"):
        assert mistake in said


def public() -> Iterator[tuple[str, object]]:
    """Every function and method of the public face."""
    for name in fireline.client.__all__:
        for method, function in inspect.getmembers(getattr(fireline.client, name), inspect.isfunction):
            if function.__module__.startswith("fireline.client") and not method.startswith("_"):
                yield f"{name}.{method}", function


def test_nothing_in_its_face_is_any() -> None:
    found = dict(public())
    assert len(found) > 25
    for name, function in found.items():
        hints = get_type_hints(function, localns={"Table": fireline.client.Table})
        assert not [hint for hint in hints.values() if Any in mentioned(hint)], name


def mentioned(hint: object) -> Iterator[object]:
    """A type and all that it is made of."""
    yield hint
    for part in get_args(hint):
        yield from mentioned(part)


def test_without_its_extra_it_says_in_one_line_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, check=False, encoding="utf-8")
    last = done.stderr.splitlines()[-1]
    assert last.endswith("install it with: pip install 'fireline[client]'")
