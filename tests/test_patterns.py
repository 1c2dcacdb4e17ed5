"""No regular expression of ours takes more than a moment, whatever text it is given.

Patterns of entries are read by pydantic's own engine, which never goes back; all others are tried with texts made of
what they look for, again and again, under a limit on the processor's time.
"""

import ast
import gc
import importlib
import pkgutil
import re
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

import fireline
from fireline.game.entries import FileEntry

ROOT = Path(fireline.__file__).parent
LENGTH = 30_000
EVERYWHERE = {"sub", "subn", "split", "findall", "finditer"}
"""What is asked of a pattern that is to be found again and again in one text."""
MOMENT = 1.0
"""Seconds of the processor; a pattern that goes back and forth takes hours of them, all others some milliseconds."""


FILES = [file for file in ROOT.rglob("*.py") if "testing" not in file.parts]


@cache
def calls(file: Path) -> tuple[tuple[ast.Call, str, str], ...]:
    """Every call of a method of something that has a name: the call, the name, the method."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), method)):
                found.append((node, name, method))
    return tuple(found)


@cache
def methods(file: Path) -> dict[str, set[str]]:
    """Every method that is called of something in a file, by its name."""
    found: dict[str, set[str]] = defaultdict(set)
    for _, name, method in calls(file):
        found[name].add(method)
    return found


def compiled() -> Iterator[tuple[str, Any, list[str]]]:
    """Every pattern that a module holds, and what is asked of it in the same module or elsewhere."""
    for found in pkgutil.walk_packages([str(ROOT)], "fireline."):
        if ".testing" in found.name or ".migrations" in found.name or found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern):
                private = name.startswith("_") and module.__file__ is not None
                files = [Path(str(module.__file__))] if private else FILES
                asked = set[str]().union(*(methods(file).get(name, ()) for file in files))
                yield f"{found.name}.{name}", value, sorted(method for method in asked if hasattr(value, method))


def written() -> Iterator[tuple[str, Any, list[str]]]:
    """Every pattern that stands where it is used."""
    for file in FILES:
        for call, name, method in calls(file):
            match call.args:
                case [ast.Constant(str() | bytes() as text), *_] if name == "re" and method != "compile":
                    yield f"{file.relative_to(ROOT)}:{call.lineno}", re.compile(text), [method]


@cache
def patterns() -> list[tuple[str, Any, list[str]]]:
    """Every pattern by its name, with what is asked of it."""
    return sorted((*compiled(), *written()), key=itemgetter(0))


def letters(pattern: Any) -> list[str]:
    """Characters that a pattern looks for, one of each kind, and one that it may not know."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    signs = [sign for sign in "([<\"'=,:/.-@" if sign in text]
    return ["a", "0", " ", *signs[:4]]


def texts(pattern: Any) -> Iterator[str]:
    """Texts that almost fit, made of few characters again and again."""
    words = re.findall(r"[A-Za-z]{2,}", str(pattern.pattern))[:1]
    for one, other in product(letters(pattern), repeat=2):
        again = (one + other) * (LENGTH // 2) + "\0"
        yield again
        yield from (f"<{word}{again}" for word in words)
    yield from (f"<{word}" * (LENGTH // len(word)) for word in words)


@contextmanager
def a_moment(what: str) -> Iterator[None]:
    """Fail where this thread is busy for longer; other work of the machine or the process does not count."""

    def too_long(*_: object) -> None:
        if time.thread_time() - begun >= MOMENT:
            pytest.fail(f"{what} goes back and forth")

    before, collected = signal.signal(signal.SIGVTALRM, too_long), gc.isenabled()
    gc.disable()
    begun = time.thread_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, MOMENT, MOMENT / 10)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if collected:
            gc.enable()


def tried(pattern: Any, asked: list[str], what: str) -> None:
    """Ask of a pattern what is asked of it, in every text."""
    for text in texts(pattern):
        given: Any = text if isinstance(pattern.pattern, str) else text.encode()
        with a_moment(f"{what} in {text[:20]!r}..."):
            for method in asked:
                _ = list(pattern.finditer(given)) if method in EVERYWHERE else getattr(pattern, method)(given)


needs_timers = pytest.mark.skipif(sys.platform == "win32", reason="no timers of the processor's time")


@needs_timers
@pytest.mark.whole("long")
def test_no_text_makes_a_pattern_go_back_and_forth() -> None:
    assert len(patterns()) > 15
    for name, pattern, asked in patterns():
        assert asked, f"nobody uses {name}"
        tried(pattern, asked, name)


@pytest.mark.whole("long")
@needs_timers
@pytest.mark.parametrize("bad", [r"(a+)+b", r"(a|a)*b", r"\s+$", r"<svg[^>]*?y"])
def test_a_bad_pattern_would_be_found(bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "MOMENT", 0.1)
    with pytest.raises(pytest.fail.Exception, match="goes back and forth"):
        tried(re.compile(bad), ["search"], bad)


def test_patterns_of_entries_never_go_back() -> None:
    def all_of(kind: type[Any]) -> Iterator[type[Any]]:
        for one in kind.__subclasses__():
            yield one
            yield from all_of(one)

    assert len({kind.__name__ for kind in all_of(FileEntry)}) > 50
    for kind in all_of(FileEntry):
        assert kind.model_config.get("regex_engine", "rust-regex") == "rust-regex"
