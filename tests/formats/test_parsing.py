"""A YAML text has one answer, whichever parser reads it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fireline.formats import parsing
from fireline.game.errors import BattleFileError

TEXTS = [file.read_text(encoding="utf-8") for file in sorted(Path("examples").glob("*.yaml"))]
SIGNS = [
    *"{}[]:,-?#|>'\"%@`!&*\n\t ~=\\é\u2028\x85\ufeff.01N",
    ": ", "- ", "\n  ", "---\n", " #", "\n# ", "''", "|\n", "? ", "\r\n",
]  # fmt: skip


def answered(read: Callable[[str], Any], text: str) -> str:
    """What is read, or the complaint."""
    try:
        return repr(read(text))
    except BattleFileError as wrong:
        return f"{wrong.code} {wrong}"


def crooked(random: Random) -> str:
    """Signs in any order, or the beginning of an example with some of them in it."""
    if random.random() < 0.5:
        return "".join(random.choices(SIGNS, k=random.randint(1, 12)))
    text = random.choice(TEXTS)[: random.randint(10, 300)]
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(text) + 1)
        text = text[:place] + random.choice(SIGNS) + text[place + random.randint(0, 2) :]
    return text


def test_an_ordinary_text_is_read_by_the_parser_in_c_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    if parsing._QuickLoader is None:
        pytest.skip("PyYAML was built without its parser in C")
    monkeypatch.setattr(parsing, "_Loader", None)
    ordinary = [text for text in TEXTS if not parsing._DISPUTED.search(text)]
    assert len(ordinary) > len(TEXTS) * 0.9, "questions in comments are no dispute"
    assert all(parsing.parse(text) for text in ordinary)


@pytest.mark.parametrize("many", [200, pytest.param(4000, marks=pytest.mark.whole("long"))])
def test_both_parsers_give_one_answer(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    if parsing._QuickLoader is None:
        pytest.skip("PyYAML was built without its parser in C")
    random = Random(1)  # noqa: S311 - texts
    texts = [*TEXTS, *(crooked(random) for _ in range(many)), "a: &b 1", "a: !b 1", "a: 1\na: 2", "[" * 31, "1_0: 010"]
    quick = [answered(parsing.parse, text) for text in texts]
    monkeypatch.setattr(parsing, "_QuickLoader", None)
    assert quick == [answered(parsing.parse, text) for text in texts]
    assert sum("not well-formed" not in one for one in quick) > len(texts) / 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "a: 1\n---\nb: 2",
            "line 2, column 1: is not well-formed YAML: a second document begins here; a file holds one",
        ),
        ("a: %b", "line 1, column 4: is not well-formed YAML: a text that begins with this sign stands in quotes"),
        ("a: |b", "line 1, column 5: is not well-formed YAML: a text behind | or > begins on the next line"),
        (r'a: "\q"', r"line 1, column 6: is not well-formed YAML: a \ before a sign that takes none"),
    ],
)
def test_a_slip_is_told_in_words(text: str, told: str) -> None:
    assert f" {told}" in answered(parsing.parse, text)
