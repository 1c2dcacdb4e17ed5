"""The main flow in the Firefox of the system: a shot, a move, the way back, a table of two."""

import shutil
from collections.abc import Iterator

import pytest

from browser.firefox import Firefox, firefox
from browser.table import Table

pytestmark = pytest.mark.whole("firefox")

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if FIREFOX is None:
        pytest.skip("no Firefox on this machine; install it with: apt-get install firefox-esr")
    with firefox(FIREFOX, tmp_path_factory.mktemp("firefox")) as found:
        yield found
    assert found.complaints == []


def shoots(window: Firefox) -> str:
    """The bow at the warriors, from the choice to its outcome."""
    window.press('[data-key="unit:bow"]')
    window.until("document.querySelector('.page-badge.legal')?.textContent.includes('30.6')")
    window.press('[data-key="unit:warriors"]')
    window.until("document.querySelector('article.card[aria-busy=\"false\"] .verdict.legal') !== null")
    window.press("button", "Shoot")
    return str(window.until("document.querySelector('.stage .strip p')?.textContent ?? ''"))


def test_a_shot_is_ruled_taken_and_taken_back(window: Firefox, address: str) -> None:
    window.visit(address)
    window.press(".tile b", "Who may fire?")
    outcome = shoots(window)
    assert outcome in window.ask("document.querySelector('.log-bar').textContent")
    window.press("button", "Undo")
    window.until("document.querySelector('.stage .strip p') === null")
    window.key("?")
    window.until("document.querySelector('#help') !== null")
    window.key("\ue00c")
    window.until("document.querySelector('#help') === null")


def test_a_player_shoots_at_a_table_and_sees_what_the_other_does(window: Firefox, address: str) -> None:
    table = Table(address, "ancients-ranged-combat")
    window.visit(address + table.links["bottom"])
    assert shoots(window) in [event.get("shown", {}).get("outcome") for event in table.events("top")]
    while (now := table.state("top"))["to_decide"]:
        table.say("command", {"command": now["commands"][0]["command"]}, "top")
    table.say("chat", {"text": "Well shot"}, "top")
    window.until("document.querySelector('.log-bar').textContent.includes('Well shot')")
