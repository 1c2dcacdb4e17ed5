"""The board shows what the server drew, whole and with nothing left over, and draws anew only what differs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from browser.desk import Desk, Visit
from browser.test_solo import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.whole("chromium")


HEARD = """
const ask = window.fetch;
window.pictures = [];
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  const kept = new URL(answer.url).pathname.endsWith('/picture') ? answer.clone().text() : Promise.reject();
  kept.then(text => pictures.push(text), () => {});
  return answer;
};"""
SHOWN = """count => {
  const root = document.querySelector('.board .drawing');
  const sent = pictures.at(-1);
  if (!root || pictures.length <= count) return false;
  const plain = (svg) => {
    for (const gone of svg.querySelectorAll('.card, .paper, :scope > text')) gone.remove();
    for (const name of ['width', 'height', 'viewBox', 'class']) svg.removeAttribute(name);
    const mark = svg.getAttribute('aria-labelledby').split(' ')[0].replace('title-', '');
    return new XMLSerializer().serializeToString(svg).replace(/>\\s+</g, '><').replaceAll(`-${mark}`, '-');
  };
  const server = new DOMParser().parseFromString(sent, 'image/svg+xml').documentElement;
  return plain(root.cloneNode(true)) === plain(server);
}"""
"""Whether more than so many pictures came, and the drawing is the last one without what the page shows elsewhere."""
MARK = "() => document.querySelectorAll('.board .drawing *').forEach(part => part.stays = true)"
NEW = """() => [...document.querySelectorAll('.board .drawing *')].filter(part => !part.stays)
  .map(part => part.dataset.unit ? 'unit' : part.dataset.cell ? 'cell' : part.nodeName)"""


@contextmanager
def drawn(desk: Desk) -> Iterator[None]:
    """What is done inside asks for a picture, and the board comes to show it exactly."""
    count = desk.page.evaluate("() => pictures.length")
    yield
    desk.page.wait_for_function(SHOWN, arg=count)


def heard(visit: Visit, path: str = "/") -> Desk:
    """A desk that keeps every picture that it was sent."""
    desk = visit()
    desk.page.add_init_script(HEARD)
    desk.page.goto(path)
    return desk


@pytest.mark.parametrize(("title", "shooter", "target"), [e[1:4] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_the_board_is_the_picture_that_the_server_sent(visit: Visit, title: str, shooter: str, target: str) -> None:
    desk = heard(visit)
    with drawn(desk):
        desk.open_example(title)
    for _ in desk.in_both_colours():
        with drawn(desk):
            desk.unit(shooter).click()
        desk.page.locator(".page-badge").first.wait_for()
        with drawn(desk):
            desk.unit(target).click()
        desk.ruled()
        with drawn(desk):
            desk.page.keyboard.press("Escape")


def test_of_the_same_board_only_what_differs_is_drawn_anew(visit: Visit) -> None:
    desk = heard(visit)
    desk.open_example("Who may fire?")
    with drawn(desk):
        desk.unit("bow").click()
    desk.page.evaluate(MARK)
    with drawn(desk):
        desk.unit("warriors").click()
    new = desk.page.evaluate(NEW)
    assert "polygon" in new  # the line of fire and the hexes of the shot
    assert not [part for part in new if part.startswith(("unit", "cell"))]
