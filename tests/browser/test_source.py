"""The page's source: nothing inline."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def test_nothing_is_styled_or_scripted_inline() -> None:
    for file in [*(WEB / "src").rglob("*.svelte"), WEB / "index.html"]:
        text = file.read_text(encoding="utf-8")
        markup = re.sub(r"<(script|style)\b[^>]*>.*?</\1>", "", text, flags=re.DOTALL)
        assert not re.search(r"\sstyle=", markup), file
        assert "{@html" not in markup, file
