"""Pictures of the page for the docs: `make pictures` takes every one of them anew."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from browser.conftest import CHROMIUM, FLAGS, drive
from browser.desk import NARROW, PHONE, WIDE, Desk
from browser.serving import OPTIONS, ROOT, built
from browser.states import SHOWN, State
from server.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

FOLDER = ROOT / "docs/pictures"
MOST = 1_500_000
"""Bytes of all pictures together."""
QUALITY = 72
"""Of WebP, in percent."""
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": WIDE, "color_scheme": "light"},
    "dark": {"viewport": WIDE, "color_scheme": "dark"},
    "phone": {**PHONE, "viewport": NARROW, "color_scheme": "light"},
}


def pictures() -> Iterator[str]:
    """The names of all of them."""
    return (f"{state.__name__}-{look}.webp" for state in SHOWN for look in LOOKS)


def take(browser: Browser, address: str, state: State, look: str) -> bytes:
    """One picture of the page in this state."""
    desk = Desk(browser.new_context(base_url=address, reduced_motion="reduce", **LOOKS[look]))
    desk.page.goto("/")
    state(desk, address)
    desk.page.mouse.move(0, 0)
    desk.page.wait_for_function("() => document.querySelector('[aria-busy=true]') === null")
    shot: Any = {"format": "webp", "quality": QUALITY}
    taken = desk.context.new_cdp_session(desk.page).send("Page.captureScreenshot", shot)
    desk.context.close()
    return base64.b64decode(taken["data"])


def main() -> None:
    """Take every picture, and say how large they are together."""
    built()
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.sqlite", *OPTIONS) as address,
        drive() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for state in SHOWN:
            for look in LOOKS:
                (FOLDER / f"{state.__name__}-{look}.webp").write_bytes(take(browser, address, state, look))
        browser.close()
    print(f"{FOLDER}: {sum(file.stat().st_size for file in FOLDER.iterdir()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
