"""A table that goes on: the next turn, moves of one's own units, an end asked for twice, a line that breaks."""

import pytest

from browser.desk import Visit
from browser.table import CLOSED, Table, agreed, seated
from server.serving import Zygote

pytestmark = pytest.mark.whole("chromium")

OVER = "The game is over."


def test_after_a_phase_every_seat_hears_what_comes_next_and_who_says_it(visit: Visit, address: str) -> None:
    table = Table(address, "blightmeer-protect")
    desks = {seat: seated(visit(table.links[seat])) for seat in ("gm", "red", "blue", "spectator")}
    desks["gm"].aim("bowman", "captain")
    table.say("command", {"command": {"command": "EndPhase"}}, "red")
    text = table.state()["commands"][0]["text"]
    ending = f"End turn: {text[:1].lower()}{text[1:]}"
    for seat in ("red", "gm"):
        desks[seat].button(ending).wait_for()
        assert desks[seat].button(ending).is_enabled()
    for desk in desks.values():
        desk.page.locator(".whose", has_text="Next").wait_for()
        assert desk.page.locator(".whose").inner_text() == f"Next: {text}"
        assert desk.page.get_by_text(OVER).count() == 0
    for seat in ("blue", "spectator"):
        assert not desks[seat].page.get_by_role("region", name="Turn").locator("button.end").is_enabled()
    desks["red"].button(ending).click()
    desks["blue"].page.locator(".whose", has_text="Your turn").wait_for()
    desks["red"].page.locator(".whose", has_text="Blue to act").wait_for()
    assert table.state()["turn"]["side"] == "blue"
    agreed(*desks.values(), state=table.state()["state"])
    assert desks["gm"].card().count() == desks["gm"].page.locator(".wrong").count() == 0, "a shot of the turn before"


@pytest.mark.parametrize(
    ("dice", "end"), [("server", "End the game and reveal the secret"), ("real", "End the game for everybody")]
)
def test_a_game_is_ended_only_when_asked_twice_and_then_nobody_is_to_act(
    visit: Visit, address: str, dice: str, end: str
) -> None:
    table = Table(address, "ancients-ranged-combat", dice=dice)
    master, bottom = seated(visit(table.links["gm"])), seated(visit(table.links["bottom"]))
    bottom.page.locator(".whose", has_text="Your turn").wait_for()
    master.page.locator("summary", has_text="The game").click()
    master.button(end).click()
    master.page.get_by_text("It cannot be taken back.").wait_for()
    assert "reveal" not in [event["kind"] for event in table.events()]
    master.button("Not now").click()
    master.button(end).click()
    assert master.barriers() == []
    master.button("End the game").click()
    for desk in (master, bottom):
        desk.page.locator(".whose", has_text=OVER).wait_for()
        desk.page.get_by_text("The game master has ended the game.").wait_for()
        assert desk.page.get_by_text("Your turn").count() == 0
    assert table.events()[-1]["kind"] == "reveal"
    for desk in (bottom, master):
        desk.unit("bow").click()
        desk.unit("warriors").click()
        desk.ruled()
        assert desk.page.locator(".page-badge, .unit-badge, .guide").count() == 0
        assert desk.button("Shoot").count() == 0


def test_when_the_line_is_back_what_went_unanswered_is_asked_again(visit: Visit, server: Zygote) -> None:
    table = Table(server.url, "ancients-ranged-combat")
    desk = seated(visit(server.url + table.links["bottom"], complaints=CLOSED))
    server.kill()
    desk.page.get_by_text("Offline. What you said is kept").wait_for()
    desk.unit("bow").click()
    desk.page.locator('.turn-bar [aria-pressed="true"]').first.wait_for()
    assert desk.page.locator(".page-badge").count() == 0
    server.start()
    desk.page.locator(".net.live").wait_for()
    desk.page.locator(".page-badge").first.wait_for()
    desk.page.get_by_text("The server does not answer.").wait_for(state="detached")  # the drawing may come last


def test_what_nobody_answered_can_be_asked_again_in_one_press(visit: Visit, server: Zygote) -> None:
    play, start, book = (visit(server.url, complaints=CLOSED) for _ in range(3))
    book.page.route("**/api/v1/rulesets/ancients", lambda asked: asked.abort("connectionrefused"))
    book.page.goto("/rules/ancients")
    book.page.locator(".says", has_text="The server does not answer.").wait_for()
    book.page.unroute_all()
    book.button("Try again").click()
    book.page.get_by_role("heading", level=1, name="Rulebook of").wait_for()
    play.open_example("Who may fire?")
    play.choose("bow")
    last = start.page.locator(".tile:visible").last
    last.scroll_into_view_if_needed()
    server.kill()
    last.click()
    again = start.page.get_by_role("button", name="Try again")
    again.wait_for()
    assert 0 < start.box(again)["y"] < 850, "it is seen from the tile that was chosen"
    play.unit("legion").click()
    play.page.get_by_text("Best shot").click()
    play.page.locator(".side .wrong").wait_for()
    server.start()
    again.click()
    start.page.locator(".thing.unit").first.wait_for()
    play.page.locator(".stage .wrong").get_by_role("button", name="Try again").click()
    play.page.locator(".stage .wrong").wait_for(state="detached")
    play.page.locator(".side .wrong").get_by_role("button", name="Try again").click()
    play.button("Find the best shot").wait_for()
    assert play.page.locator(".wrong").count() == 0
