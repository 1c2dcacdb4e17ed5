"""The guide to a game of one's own: carried out from its first line to its last, it comes to what it shows."""

from pathlib import Path

import pytest

from documents import GUIDE, PICTURE, complaints, guide

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
