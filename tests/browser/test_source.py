"""The page's source: colours for every colour of a picture, nothing inline."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
COLOUR = re.compile(r"#[0-9A-F]{6}\b")

ELSEWHERE = {"bars.py", "eyeimage.py", "eyescene.py", "eyeview.py", "figureview.py", "heatmap.py", "relief.py"}
"""Pictures that are no boards: shown as on paper, or not on the page at all."""


def test_every_colour_of_a_picture_has_one_for_the_dark() -> None:
    drawn = {
        colour
        for file in (ROOT / "src/fireline").glob("**/draw*/*.py")
        if file.name not in ELSEWHERE
        for colour in COLOUR.findall(file.read_text(encoding="utf-8"))
    }
    dark = (WEB / "src/theme/dark.ts").read_text(encoding="utf-8")
    same = {"#F0E442", "#808080", "#000000", "#5D93B5"}  # what is bright or grey in both
    assert drawn - same <= set(re.findall(r'"(#[0-9A-F]{6})": "#[0-9a-f]{6}"', dark))


def test_nothing_is_styled_or_scripted_inline() -> None:
    for file in [*(WEB / "src").rglob("*.svelte"), WEB / "index.html"]:
        text = file.read_text(encoding="utf-8")
        markup = re.sub(r"<(script|style)\b[^>]*>.*?</\1>", "", text, flags=re.DOTALL)
        assert not re.search(r"\sstyle=", markup), file
        assert "{@html" not in markup, file
