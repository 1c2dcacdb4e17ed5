"""The client as type checkers see it: all of it typed, nothing `Any`, mistakes found; what it says without httpx."""

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_type_hints

import pytest

import fireline.client
from client.user_code import MISTAKES
from public.checkers import OF_CLIENT, mypy, pyright

CHECKERS = [mypy, pyright]
WITHOUT = """
import sys
sys.modules["httpx"] = None
from fireline.client import Client
Client()
"""


@pytest.mark.whole("long")
@pytest.mark.parametrize("checked", CHECKERS)
def test_user_code_is_typed_and_mistakes_are_found(checked: Callable[[str], list[str]]) -> None:
    assert checked(OF_CLIENT) == []
    said = "\n".join(checked(MISTAKES))
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


@pytest.mark.whole("long")
def test_without_its_extra_it_says_in_one_line_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, check=False, encoding="utf-8")
    last = done.stderr.splitlines()[-1]
    assert last.endswith("install it with: pip install 'fireline[client]'")
