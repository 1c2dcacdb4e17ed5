"""The documentation site: built without a warning and without the network, and whole in itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import fireline

pytestmark = pytest.mark.whole("docs")

ROOT = Path(__file__).parents[2]
BUILD = """
import socket, sys

def refuse(*_):
    raise OSError("the site is built without the network")

socket.socket.connect = refuse
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]))
"""
LOADED = re.compile(r"""(?:\bsrc|<link\b[^>]*\bhref)=["'](https?:)?//|url\(["']?(https?:)?//|@import""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", BUILD, "-q", "-W", "--keep-going", "-b", "html", str(ROOT / "docs"), str(out)]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    return out


def test_every_guide_is_a_page(site: Path) -> None:
    sources = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").glob("*.ipynb")]
    assert all((site / source.relative_to(ROOT / "docs")).with_suffix(".html").is_file() for source in sources)


def test_the_reference_has_every_public_name(site: Path) -> None:
    page = (site / "api.html").read_text(encoding="utf-8")
    assert [name for name in fireline.__all__ if f'id="fireline.{name}"' not in page] == []
    assert page.count("alias of") == len(vars(fireline).get("_INSIDE", ())), "what has its public name is documented"


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(pages) > 20
    foreign = {page.name: LOADED.findall(page.read_text(encoding="utf-8")) for page in pages}
    assert {name: found for name, found in foreign.items() if found} == {}


def test_links_within_the_site_lead_somewhere(site: Path) -> None:
    links = {
        page: re.findall(r'href="([^"#?:]+)[#?"]', page.read_text(encoding="utf-8")) for page in site.rglob("*.html")
    }
    assert [(page.name, to) for page, all_ in links.items() for to in all_ if not (page.parent / to).exists()] == []
