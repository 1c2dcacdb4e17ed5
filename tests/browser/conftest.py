"""The page in a real browser: built once, served by the real server, watched for anything it complains about."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.desk import Desk
from browser.serving import OPTIONS, built, hook
from server.postgres import free_port
from server.serving import Zygote, serving

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from playwright.sync_api import Browser, Playwright

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The one without windows is the same engine and starts in half the time."""
UNSEEN = ",".join(f"lazyLoadingImageMarginPx{line}=0" for line in ("Unknown", "Offline", "Slow2G", "2G", "3G", "4G"))
"""A picture that may be loaded lazily is loaded when it comes into view, and not two screens before."""
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-unsafe-swiftshader",
    f"--blink-settings={UNSEEN}",
]  # fmt: skip


def drive() -> AbstractContextManager[Playwright]:
    """What drives browsers, on the Node that builds the page; on its own copy where there is no such Node."""
    from playwright.sync_api import sync_playwright

    pages = hook()
    if (folder := pages.node_on_path()) is not None:
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(pages.node_in(folder)))
    return sync_playwright()


@pytest.fixture(scope="session")
def page_files() -> Path:
    """The folder of the built page, built anew where its source has changed."""
    try:
        return built()
    except FileNotFoundError as missing:
        pytest.skip(f"{missing}; install Node 20.19 or newer to build the page")


@pytest.fixture(scope="session")
def address(page_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own, with a database of its own."""
    assert (page_files / "index.html").is_file()
    with serving(tmp_path_factory.mktemp("page") / "tables.sqlite", *OPTIONS) as url:
        yield url


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Browser]:
    """Chromium.  Only as long as a module needs it: its loop and those of other tests do not go together."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine; install it with: apt-get install chromium")
    with drive() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path, page_files: Path) -> Iterator[Zygote]:
    """A server of this test's own, which may be killed and started again."""
    assert page_files.is_dir()
    running = Zygote(free_port(), str(tmp_path / "tables.sqlite"), *OPTIONS)
    running.start()
    yield running
    running.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Desk]]:
    """Opens the page as somebody with these wishes; whatever the browser complains about fails the test."""
    desks: list[Desk] = []

    def open_(path: str = "/", *, complaints: tuple[str, ...] = (), **wishes: Any) -> Desk:
        desktop: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
        desk = Desk(browser.new_context(base_url=address, **desktop | wishes))
        desk.allowed = complaints
        desks.append(desk)
        desk.page.goto(path)
        return desk

    yield open_
    for desk in desks:
        desk.context.close()
    assert [complaint for desk in desks for complaint in desk.complaints] == []
