"""The guide to a game of one's own: carried out from its first line to its last, it comes to what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from documents import GUIDE, PICTURE, complaints, guide
from putting import merged, with_rules

LONGEST = 400


def test_each_page_is_short() -> None:
    assert [page.name for page in GUIDE if len(page.read_text(encoding="utf-8").splitlines()) > LONGEST] == []


@pytest.mark.whole("long")
def test_the_guide_comes_to_what_it_shows(tmp_path: Path) -> None:
    for page, text in guide(tmp_path):
        assert text == page.read_text(encoding="utf-8"), page.name
    drawn = tmp_path / "work" / PICTURE.name
    assert drawn.read_text(encoding="utf-8") == PICTURE.read_text(encoding="utf-8")
    game = tmp_path / "work" / "skirmish"
    assert complaints(game, "src/skirmish", "--ignore", "I001", "src") == "", "a block brings its imports as it is"


BEFORE = """from a import b

X = 1


class Unit:
    id: str

    def name(self) -> str:
        return self.id


RULES = load(id="a", size=1)
"""


@pytest.mark.parametrize(
    ("block", "old", "new"),
    [
        ("from a import c", "import b\n", "import b, c\n"),
        ("from d import e", "import b\n", "import b\nfrom d import e\n"),
        ("X = 2", "X = 1", "X = 2"),
        ("Y = 2", "import b\n", "import b\n\nY = 2\n"),
        ("class Unit:\n    ...\n    side: str = ''", "id: str\n", "id: str\n    side: str = ''\n"),
        (
            "class Unit:\n    ...\n\n    def name(self) -> str:\n        return ''",
            "return self.id",
            "return ''",
        ),
        (
            "class Unit:\n    ...\n\n    @property\n    def out(self) -> bool:\n        return True",
            "return self.id\n",
            "return self.id\n\n    @property\n    def out(self) -> bool:\n        return True\n",
        ),
        ("class Unit:\n    pass", BEFORE[BEFORE.index("class") : BEFORE.index("\n\n\nRULES")], "class Unit:\n    pass"),
        ("@cache\ndef f() -> None:\n    pass", "size=1)\n", "size=1)\n\n\n@cache\ndef f() -> None:\n    pass\n"),
    ],
)
def test_a_block_is_put_in_by_name(block: str, old: str, new: str) -> None:
    assert merged(BEFORE, block) == BEFORE.replace(old, new)


def test_keywords_are_put_into_a_call() -> None:
    before = "import a\n\nRULES: Rules = load(\n    id=1,\n    size=1,\n)\n"
    assert merged(before, "RULES = load(..., size=2, name=3)") == before.replace(
        "    size=1,\n", "    size=2,\n    name=3,\n"
    )


def test_rules_are_put_in_by_their_ids() -> None:
    first, second = '[rules."A-1"]\nsays = "x"\n', '[rules."A-2"]\nsays = "y"\n'
    old = f'title = "a"\n\n{first}'
    assert with_rules(old, first.replace("x", "z")) == old.replace("x", "z")
    assert with_rules(old, second) == f"{old}\n{second}"
