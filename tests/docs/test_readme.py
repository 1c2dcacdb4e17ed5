"""The front page: short, and whole wherever it is shown: in a checkout, on a forge or on a package index."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SOURCE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
RAW = SOURCE.replace("github.com", "raw.githubusercontent.com") + "/main/"
DEFINED = dict(re.findall(r"^\[([\w-]+)\]: (\S+)$", README, re.MULTILINE))


def test_it_is_a_front_page() -> None:
    assert len(README.partition("\n[add-a-ruleset]:")[0].splitlines()) <= 100
    assert "make run" in README
    assert "make test" in README


def test_every_link_is_absolute_and_leads_to_a_file_of_the_project() -> None:
    inline, used = re.findall(r"\]\(([^)]+)\)", README), set(re.findall(r"\]\[([\w-]+)\]", README))
    assert used == set(DEFINED)
    for address in (*inline, *DEFINED.values()):
        base = RAW if address.startswith(RAW) else f"{SOURCE}/blob/main/"
        assert address.startswith(base)
        assert (ROOT / address.removeprefix(base)).is_file(), address
