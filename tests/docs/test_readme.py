"""The front page: short, and whole in a checkout; `tests/install/test_wheel.py` looks at what a package index shows."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DEFINED = dict(re.findall(r"^\[([\w-]+)\]: (\S+)$", README, re.MULTILINE))


def test_it_is_a_front_page() -> None:
    assert len(README.partition("\n[add-a-ruleset]:")[0].splitlines()) <= 100
    assert "make run" in README
    assert "make test" in README


def test_every_link_is_relative_and_leads_to_a_file_of_the_checkout() -> None:
    inline, used = re.findall(r"\]\(([^)]+)\)", README), set(re.findall(r"\]\[([\w-]+)\]", README))
    assert used == set(DEFINED)
    assert inline, "the picture"
    assert [path for path in (*inline, *DEFINED.values()) if not (ROOT / path).is_file()] == []


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout, so git does not know its files")
def test_the_project_s_address_stands_in_one_place() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert [name for name, address in table.items() if not address.startswith(table["Source"])] == []
    whose = table["Source"].split("/")[-2]
    found = subprocess.run(["git", "grep", "-F", whose], cwd=ROOT, check=True, capture_output=True, encoding="utf-8")
    assert found.stdout.splitlines() == [f'pyproject.toml:{name} = "{address}"' for name, address in table.items()]
