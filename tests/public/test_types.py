"""The public names as type checkers see them: everything typed, nothing `Any`, misspelt names found."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import fireline
from public.checkers import ASKED, MISTAKES, PROGRAMS, REVEALING, USER_CODE, mypy, pyright

pytestmark = pytest.mark.whole("install")

Checker = Callable[[str], list[str]]


@pytest.mark.parametrize("checked", [mypy, pyright])
def test_user_code_is_typed_and_mistakes_are_found(checked: Checker) -> None:
    assert checked(USER_CODE) == []
    assert checked(PROGRAMS) == []
    said = "\n".join(checked(MISTAKES))
    for mistake in ("lod", "Shott", "chek", "float"):
        assert mistake in said


def test_user_code_runs(tmp_path: Path) -> None:
    scope: dict[str, object] = {"__name__": "user_code"}
    exec(compile(USER_CODE, "user_code.py", "exec"), scope)  # noqa: S102
    main = scope["main"]
    assert callable(main)
    main(tmp_path)


INNER = r"(?:[^\[\]]|\[[^\[\]]*\])*"
NAMED_TUPLE = re.compile(rf"tuple\[(?:[^\[\]]|\[{INNER}\])*, fallback=(\w+)\]")
"""How mypy writes one that holds no other."""
REVEALED = [(mypy, r'Revealed type is "(.*)"'), (pyright, r'Type of ".*" is "(.*)"')]


def named(said: str) -> str:
    """A type with every named tuple in it by its name, those inside of others first."""
    plain = NAMED_TUPLE.sub(r"\1", said)
    return said if plain == said else named(plain)


@pytest.mark.parametrize(("checked", "told"), REVEALED)
def test_every_answer_has_a_type_of_its_own(checked: Checker, told: str) -> None:
    said = [found.group(1) for line in checked(REVEALING) if (found := re.search(told, line, re.DOTALL))]
    plain = [named(re.sub(r"(\w+\.)+", "", one)) for one in said]
    assert dict(zip(ASKED, plain, strict=False)) == ASKED
    assert len(plain) == len(ASKED) + len(fireline.__all__)
    assert not [one for one in plain[len(ASKED) :] if one in {"Any", "Unknown"}]
