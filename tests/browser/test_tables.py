"""A game at a table: players, a game master and a spectator, each in a browser of their own."""

from typing import Any

import pytest

import fireline
from browser.desk import Desk, Visit
from browser.table import CLOSED, Table, agreed, open_log, seated
from server.serving import Zygote

pytestmark = pytest.mark.whole("chromium")


@pytest.mark.quick
def test_a_game_of_two_players_a_master_and_a_spectator(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat", dice="real")
    desks = {seat: seated(visit(table.links[seat])) for seat in ("gm", "bottom", "top", "spectator")}
    agreed(*desks.values(), state=table.state()["state"])
    shoots_with_real_dice(table, desks)
    decides_for_the_own_side(table, desks)
    talks(desks)
    takes_back_by_consent(table, desks)
    overrides_with_a_reason(table, desks)
    assert desks["spectator"].barriers() == []
    assert desks["gm"].barriers() == []


def shoots_with_real_dice(table: Table, desks: dict[str, Desk]) -> None:
    """The shot, with the faces that lie on the players' own table; a spectator may look and not shoot."""
    bottom, spectator = desks["bottom"], desks["spectator"]
    bottom.aim("bow", "warriors")
    spectator.aim("bow", "warriors")
    assert spectator.button("Shoot").count() == 0
    bottom.button("Shoot").click()
    bottom.page.locator(".faces button", has_text="blue").click()
    bottom.page.locator(".faces button", has_text="flag").click()
    desks["top"].page.locator(".decision button").first.wait_for()
    assert table.events()[-1]["shown"]["faces"] == ["blue", "flag"]


def decides_for_the_own_side(table: Table, desks: dict[str, Desk]) -> None:
    """The decision is the other side's, and everybody sees for whom they wait."""
    top = desks["top"]
    decisions = top.page.locator(".decision button")
    for seat in ("bottom", "spectator"):
        desks[seat].page.get_by_text("Waiting for the answer of Top").wait_for()
        assert desks[seat].page.locator(".decision").count() == 0
    assert decisions.all_inner_texts() == [choice["text"] for choice in table.state()["commands"]]
    assert top.barriers() == []
    decisions.first.click()
    top.page.locator(".decision").wait_for(state="detached")
    moved = table.state()
    agreed(*desks.values(), state=moved["state"])
    alone = fireline.load("examples/ancients-ranged-combat.yaml")
    assert moved["battle"] == alone.shoot(fireline.Shot("bow", "warriors"), dice=["blue", "flag"]).battle.data()


def talks(desks: dict[str, Desk]) -> None:
    """What a player says everybody reads; a spectator says nothing."""
    open_log(desks["top"])
    desks["top"].page.get_by_label("Say something to the table").fill("Well shot!")
    desks["top"].button("Send").click()
    open_log(desks["spectator"])
    desks["spectator"].page.locator(".entry.talk", has_text="Well shot!").wait_for()
    assert desks["spectator"].page.get_by_label("Say something to the table").count() == 0


def takes_back_by_consent(table: Table, desks: dict[str, Desk]) -> None:
    """A step taken back is struck through and never gone."""
    last = [event for event in table.events() if "events" in event["body"]][-1]["seq"]
    bottom, top = desks["bottom"], desks["top"]
    bottom.button(f"Take back entry {last}").click()
    bottom.page.get_by_label("Why (the others see it)").fill("the other hex")
    bottom.button("Ask to take it back").click()
    top.page.get_by_text("“the other hex”").wait_for()
    top.button("Agree").click()
    desks["spectator"].page.locator(f'.entry.undone[data-seq="{last}"]').wait_for()
    agreed(*desks.values(), state=table.state()["state"])
    assert table.state()["to_decide"] == "top"


def overrides_with_a_reason(table: Table, desks: dict[str, Desk]) -> None:
    """What the game master changes by hand is an entry of everybody's log, which says what."""
    master = desks["gm"].page
    desks["gm"].button("Edit").click()
    master.get_by_label("Piece", exact=True).select_option("legion")
    master.get_by_text("Any other field", exact=True).click()
    master.get_by_label("Field", exact=True).fill("blocks")
    master.get_by_label("Value", exact=True).fill("2")
    desks["gm"].button("Change").click()
    master.get_by_role("region", name="Edit the battle").get_by_text("blocks changed.").wait_for(timeout=15_000)
    desks["spectator"].page.get_by_text("units[legion].blocks 4 → 2").first.wait_for(timeout=15_000)
    assert {unit["id"]: unit for unit in table.state()["battle"]["units"]}["legion"]["blocks"] == 2
    assert desks["gm"].barriers() == []
    desks["gm"].button("Done").click()
    agreed(*desks.values(), state=table.state()["state"])


def test_faces_that_the_master_overrides_are_told_with_who_did_it(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat")
    gm = seated(visit(table.links["gm"]))
    table.say("command", {"command": {"command": "Shoot", "shot": {"shooter": "bow", "target": "warriors"}}})
    table.say("override", {"faces": ["green", "green"], "reason": "a die was cocked"})
    told = gm.page.get_by_role("region", name="What happened")
    told.get_by_text("Game master overrides the faces with green, green: a die was cocked").wait_for()


def test_a_link_is_kept_in_the_browser_until_it_is_withdrawn(visit: Visit, address: str) -> None:
    table = Table(address, "ancients-ranged-combat")
    desk = seated(visit(table.links["bottom"], complaints=("status of 403", "status of 401")))
    assert desk.page.url == f"{address}/t/{table.id}"
    desk.page.reload()
    seated(desk)
    stranger = visit(f"/t/{table.id}")
    stranger.page.get_by_text("This table needs a link with a seat.").wait_for()
    table.ask("gm", "POST", "/seats", {"seat": "bottom", "action": "rotate"}).raise_for_status()
    desk.page.get_by_text("This link is no longer good.").wait_for()
    desk.page.reload()
    desk.page.get_by_text("This table needs a link with a seat.").wait_for()


def test_a_game_master_who_did_not_set_the_table_up_gives_every_seat_a_new_link(visit: Visit) -> None:
    refused = ("status of 403", "status of 401")
    host = visit(complaints=refused).open("Who may fire?")
    host.button("Invite").click()
    links = {seat: _seat(host, seat).get_by_role("textbox").input_value() for seat in ("Game master", "Top")}
    top = seated(visit(links["Top"], complaints=refused))
    master = seated(visit(links["Game master"], complaints=refused))
    master.button("Invite").click()
    _seat(master, "Top").get_by_text("This browser does not know the address").wait_for()
    new = {seat: _renewed(master, seat) for seat in ("Top", "Game master")}
    assert new["Top"] != links["Top"]
    assert new["Game master"] != links["Game master"]
    for gone in (top, host):
        gone.page.get_by_text("This link is no longer good.").wait_for()
    seated(visit(new["Top"]))
    host.page.goto(new["Game master"])
    seated(host)
    host.button("Invite").click()
    _seat(host, "Top").get_by_text("This browser does not know the address").wait_for()


def _seat(desk: Desk, seat: str) -> Any:
    """The line of a seat in what invites to the table."""
    return desk.page.get_by_role("region", name="Invite").get_by_role("listitem").filter(has_text=seat)


def _renewed(desk: Desk, seat: str) -> str:
    """The new link of a seat."""
    line = _seat(desk, seat)
    old = line.get_by_role("textbox").input_value() if line.get_by_role("textbox").count() else ""
    line.get_by_role("button", name="New link").click()
    line.get_by_role("alert").get_by_role("button", name="New link").click()
    desk.page.wait_for_function(
        "([seat, old]) => ![undefined, old].includes(document.querySelector(`.invite [aria-label='${seat}']`)?.value)",
        arg=[seat, old],
    )
    return str(line.get_by_role("textbox").input_value())


@pytest.mark.parametrize("late", [False, True], ids=["at once", "after the board"])
def test_a_shot_at_a_board_that_has_changed_is_refused_and_ruled_anew(visit: Visit, address: str, late: bool) -> None:
    table = Table(address, "ancients-ranged-combat")
    desk = visit("/")
    held: list[Any] = []
    holding = False

    def between(line: Any) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda message: held.append((line, message)) if holding else line.send(message))

    desk.page.route_web_socket("**/live?*", between)
    desk.page.goto(table.links["bottom"])
    seated(desk)
    desk.aim("bow", "warriors")
    holding = True  # the page does not hear that the board changes before it shoots
    battle = changed(table.state()["battle"], "warriors", blocks=1)
    table.say("override", {"reason": "forgotten last turn", "battle": battle})
    desk.button("Shoot").click()
    while not any("nack" in str(message) for _, message in held):
        desk.page.wait_for_timeout(20)
    holding = False
    for line, message in held:
        if late and "nack" in str(message):
            agreed(desk, state=table.state()["state"])  # the board has changed before the page hears of its own shot
        line.send(message)
    desk.page.get_by_text("The board changed before your command arrived.").wait_for()
    agreed(desk, state=table.state()["state"])
    assert [event["kind"] for event in table.events()][-1] == "override"
    desk.ruled()
    desk.button("Shoot").click()
    while [event["kind"] for event in table.events()][-1] != "command":  # declared, then mixed
        desk.page.wait_for_timeout(50)


def changed(battle: dict[str, Any], unit: str, **values: Any) -> dict[str, Any]:
    """A battle with some values of a unit changed."""
    return battle | {"units": [one | values if one["id"] == unit else one for one in battle["units"]]}


def test_nothing_is_lost_when_the_server_dies_in_the_middle_of_a_game(visit: Visit, server: Zygote) -> None:
    table = Table(server.url, "ancients-ranged-combat")
    bottom = seated(visit(server.url + table.links["bottom"], complaints=CLOSED))
    top = seated(visit(server.url + table.links["top"], complaints=CLOSED))
    table.shoot("bow", "warriors")
    before = table.events()
    agreed(bottom, top, state=before[-1]["state"])

    server.kill()
    for desk in (bottom, top):
        desk.page.get_by_text("Offline. What you said is kept").wait_for()
    open_log(top)
    top.page.get_by_label("Say something to the table").fill("Are you still there?")
    top.button("Send").click()
    server.start()

    top.page.locator(".net.live").wait_for()
    bottom.page.locator(".net.live").wait_for()
    open_log(bottom)
    bottom.page.locator(".entry.talk", has_text="Are you still there?").wait_for()
    after = table.events()
    assert after[: len(before)] == before
    assert [event["body"] for event in after[len(before) :]] == [{"text": "Are you still there?"}]
    agreed(bottom, top, state=before[-1]["state"])


def test_the_other_teams_cards_never_reach_a_page(visit: Visit, address: str) -> None:
    battle = fireline.load("examples/duel-of-ages-tommy-gun.yaml").data()
    canary = {"name": "Canary Blade", "rating": "aim", "symbol": "rifle", "min_range": 1, "max_range": 9, "power": 4,
              "wounds": 3, "grenade": False, "revealed": False}  # fmt: skip
    heroes = [hero | {"cards": [canary]} if hero["team"] == "black" else hero for hero in battle["heroes"]]
    table = Table(address, battle | {"heroes": heroes})
    assert "Canary Blade" in str(table.state("black")["battle"])  # before the shot, which may kill whoever holds it
    heard: list[str] = []
    white = visit("/")
    white.page.on("response", lambda answer: heard.append(answer.text()) if "/api/" in answer.url else None)
    white.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    white.page.goto(table.links["white"])
    seated(white)
    white.aim("sanchez", "lazar")
    white.button("Shoot").click()
    white.page.get_by_text("What happened").wait_for()
    white.page.wait_for_function("() => document.querySelector('.desk').dataset.state !== ''")
    assert len(heard) > 5
    assert not [text for text in heard if "Canary" in text]
    assert "Canary" not in white.page.content()
    black = seated(visit(table.links["black"]))
    state = black.page.evaluate("() => document.querySelector('.desk').dataset.head")
    assert int(state) >= 2
