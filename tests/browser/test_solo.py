"""Solo play in every game: open, choose, understand, shoot, decide, take back, and lose nothing on a reload."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

import fireline
from browser.desk import STEPS, Desk, Visit
from browser.fingers import DOUBLE
from fireline.analysis.goal import cost
from fireline.chance import FixedDice
from fireline.game.command import Shoot
from fireline.game.commandtext import places_in

if TYPE_CHECKING:
    from playwright.sync_api import Request

pytestmark = pytest.mark.whole("chromium")


EXAMPLES = [
    ("ancients-ranged-combat", "Who may fire?", "bow", "warriors", "CCA-4.1"),
    ("blightmeer-protect", "The captain and his guards", "marksman", "captain", "BLM-4.4"),
    ("duel-of-ages-tommy-gun", "Sanchez and Lazar", "sanchez", "lazar", "DOA-1.5"),
    ("endless-horizons-alley", "The alley", "gunner", "van", "EHZ-3.2"),
]
CAMP = """
fireline: 1
ruleset: ancients
turn: {side: bottom}
board: {terrain: {B4: fortified_camp}}
units:
  - {id: bow, side: bottom, type: light_bow_infantry, hex: B6, blocks: 4}
  - {id: guard, side: top, type: light_infantry, hex: B4, blocks: 1}
"""
SENTENCE = (
    "top answers in the customary way: as many flags as possible are ignored, and the retreat loses the fewest blocks."
)


@pytest.mark.quick
@pytest.mark.parametrize(("file", "title", "shooter", "target", "rule"), EXAMPLES, ids=[e[0] for e in EXAMPLES])
def test_an_explained_shot_is_taken_undone_and_kept(
    visit: Visit, file: str, title: str, shooter: str, target: str, rule: str
) -> None:
    battle = fireline.load(f"examples/{file}.yaml")
    odds = next(one.odds for one in battle.targets(shooter, [target]))
    assert odds is not None
    desk = visit().open(title)

    desk.choose(shooter)
    assert desk.page.locator(".page-badge").count() == len(battle.ruleset.targets(battle.state, shooter))

    desk.unit(target).click()
    card = desk.ruled()
    said = card.inner_text()
    assert odds.ruling.title in said
    assert "Legal" in said
    assert rule in said
    assert str(odds.headline.chance) in said
    for modifier in odds.ruling.modifiers:
        assert modifier.name in said
    desk.page.locator(".board .drawing .shooter, .board .drawing [data-unit]").first.wait_for()

    card.get_by_role("button", name=f"Rule {rule}").first.click()
    card.locator(".rule", has_text=battle.ruleset.rulebook[rule].says[:30]).wait_for()

    desk.button("Shoot").click()
    desk.told()
    while not _settled(desk):
        desk.page.locator(".decision button").first.click()
    game = desk.kept()
    assert {step["standing"] for step in game["steps"]} == {"applied"}
    assert any(step["dice"] for step in game["steps"])
    assert game["steps"][0]["after"] != game["start"]
    assert re.search(r"[A-Z]+-\d", " ".join(game["steps"][0]["lines"]))

    desk.page.reload()
    desk.page.locator(".thing.unit").first.wait_for()
    assert desk.kept()["steps"] == game["steps"]
    for _ in game["steps"]:
        desk.button("Undo").click()
    desk.page.wait_for_function(f"() => {STEPS}.every(step => step.standing === 'undone')")
    assert odds.ruling.title in desk.ruled().inner_text(), "whoever was chosen is chosen again"
    desk.page.keyboard.press("l")
    desk.page.locator(".entry.undone").first.wait_for()


def test_a_double_click_on_a_target_is_no_shot_and_a_later_click_is_one(visit: Visit) -> None:
    desk = visit().open("Who may fire?")
    desk.choose("bow")
    desk.unit("warriors").dblclick()
    desk.ruled()
    desk.page.wait_for_timeout(DOUBLE)
    assert desk.page.get_by_text("Nothing has happened yet.").count()
    desk.unit("warriors").click()
    desk.told()


def test_whoever_may_act_acts_and_is_no_target(visit: Visit) -> None:
    desk = visit().open("The alley")
    desk.choose("gunner")
    may_act = desk.page.get_by_role("region", name="Turn").get_by_title("runner")
    for acts in ("true", "false"):
        may_act.click()
        desk.page.locator(f'.able .token[aria-pressed="{acts}"]', has_text="runner").wait_for()
        assert desk.card().count() == 0
    assert not desk.complaints


@pytest.mark.quick
@pytest.mark.parametrize(
    ("title", "shooter", "target", "verdict"),
    [
        ("The captain and his guards", "sniper", "hound", "Legal"),
        ("Who may fire?", "warriors", "Light Bow", "Not legal"),
    ],
)
def test_a_shot_out_of_turn_is_looked_at_as_if_it_were_its_turn(
    visit: Visit, title: str, shooter: str, target: str, verdict: str
) -> None:
    desk, said = visit().open(title), "It is not its turn. These are its chances if it were."
    desk.choose(shooter)
    if verdict == "Legal":
        assert "if it were its turn" in desk.unit(target).get_attribute("aria-label")
    desk.page.get_by_text(said).wait_for()
    desk.page.locator(".target-line", has_text=target).click()
    read = desk.ruled().inner_text()
    assert said in read
    assert verdict in read.splitlines()
    assert not desk.button("Shoot").is_visible()
    desk.page.get_by_text("What would change it").click()
    desk.page.get_by_text("What would raise the odds").wait_for()


def test_whoever_cannot_shoot_at_all_says_why(visit: Visit) -> None:
    desk = visit(complaints=("status of 422",)).open("Leaders under fire")
    desk.unit("hanno").click()
    said = desk.page.get_by_text("'hanno' is a leader; leaders do not fire; allowed: legion, guards, scouts")
    said.wait_for()
    desk.page.locator(".guide", has_text="Choose who shoots").wait_for()
    assert "It is the turn of bottom" in desk.page.locator(".doing").inner_text()
    desk.choose("bow")
    assert said.count() == 0


def _settled(desk: Desk) -> bool:
    """Whether nobody has to decide any more."""
    desk.page.locator(".side .decision button:not([disabled]), .side .next").first.wait_for()
    return bool(desk.page.locator(".side .next").count())


def test_the_bars_and_the_table_are_the_odds_of_the_engine(visit: Visit) -> None:
    dist = fireline.load("examples/ancients-ranged-combat.yaml").odds(fireline.Shot("bow", "warriors")).marginal("hits")
    desk = visit().open("Who may fire?")
    desk.aim("bow", "warriors").get_by_text("As a table").click()
    rows = desk.page.locator("table").first.locator("tbody tr").all_inner_texts()
    shown = {int(row.split()[0]): Fraction(row.split()[2]) for row in rows}
    assert shown == dict(dist.items())


def test_a_shared_shot_is_the_same_for_somebody_else(visit: Visit) -> None:
    desk = visit().open("The captain and his guards")
    chance = desk.aim("marksman", "captain").locator(".headline").inner_text()
    desk.page.get_by_role("radio", checked=False).first.check()  # from the eyes, not through the window
    desk.page.wait_for_function("before => document.querySelector('.headline').innerText !== before", arg=chance)
    there = desk.page.locator(".headline").inner_text()
    desk.button("Share").click()
    link = re.search(r"/s/[\w-]+", desk.page.locator(".told").inner_text())
    assert link is not None
    other = visit(link[0], viewport={"width": 1024, "height": 800})
    assert other.ruled().locator(".headline").inner_text() == there
    assert other.ruled().locator(".odds .name").first.inner_text() == "wounds lost", "the quantity of the headline"
    stage = other.box(".stage")
    assert stage["width"] >= 0.6 * 1024
    assert 600 < stage["height"] <= 800
    other.button("Open this battle").click()
    other.unit("marksman").wait_for()


def test_other_modifiers_are_rows_of_a_form(visit: Visit) -> None:
    smoke = fireline.Shot("gunner", "marksman", modifiers=[{"name": "smoke", "value": 2}])
    odds = fireline.load("examples/endless-horizons-alley.yaml").odds(smoke)
    desk = visit().open("The alley")
    plain = desk.aim("gunner", "marksman").locator(".headline").inner_text()
    desk.page.get_by_role("group", name="Other modifiers?").get_by_role("button", name="Add one").click()
    field, form = desk.box(desk.page.get_by_label("Value", exact=True)), desk.box(".side-inner")
    assert field["x"] + field["width"] < form["x"] + form["width"], "all of a row is to be seen"
    desk.page.get_by_label("Name", exact=True).fill("smoke")
    desk.page.get_by_label("Value", exact=True).fill("2")
    desk.page.get_by_label("Value", exact=True).press("Tab")
    desk.page.wait_for_function("was => document.querySelector('.headline').innerText !== was", arg=plain)
    assert str(odds.headline.chance) in desk.ruled().locator(".headline").inner_text()
    desk.button("Take smoke away").click()
    desk.page.wait_for_function("was => document.querySelector('.headline').innerText === was", arg=plain)


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
NO_OLD_WAY = "document.execCommand = () => false"


@pytest.mark.parametrize(("without", "well"), [([], True), ([NO_CLIPBOARD], True), ([NO_CLIPBOARD, NO_OLD_WAY], False)])
def test_copied_is_said_only_of_what_was_copied(visit: Visit, without: list[str], *, well: bool) -> None:
    desk = visit(permissions=["clipboard-read", "clipboard-write"]).open("Who may fire?")
    for one in without:
        desk.page.evaluate(one)
    desk.aim("bow", "warriors")
    line = desk.page.locator(".card li", has_text="held its position").first.inner_text()
    assert line.startswith("+2")
    assert line.endswith("= 2")
    desk.button("Copy").click()
    if well:
        desk.page.get_by_text("Copied.", exact=True).first.wait_for()
        assert desk.page.locator(".by-hand").count() == 0
        desk.page.keyboard.press("/")
        desk.page.keyboard.press("Control+v")
        pasted = desk.page.get_by_label("Type a command").input_value()
        assert pasted.startswith("Light Bow (F5) > Warriors (C5)")
        assert "11/36" in pasted
    else:
        desk.page.locator(".told", has_text="Press Ctrl+C").wait_for()
        selected = desk.page.evaluate("document.activeElement.value.slice(0, document.activeElement.selectionEnd)")
        assert selected.startswith("Light Bow (F5) > Warriors (C5)\nLEGAL")
        assert "11/36" in selected


def test_dice_are_laid_down_and_the_decision_that_follows_says_what_each_answer_costs(visit: Visit) -> None:
    battle = fireline.load("examples/ancients-ranged-combat.yaml")
    after = battle.play(Shoot(fireline.Shot("bow", "warriors")), FixedDice("blue", "flag")).battle
    costs = [cost(after, answer).headline for answer in after.legal()]
    desk = visit(complaints=("422",)).open("Who may fire?")
    desk.aim("bow", "warriors")
    desk.lay("blue")
    desk.button("Shoot").click()
    desk.page.locator(".stage .wrong", has_text="1 given").wait_for()
    desk.page.get_by_label("Faces of your own dice, with commas").fill("blue, flag")
    desk.button("Shoot").click()
    desk.page.get_by_text("rolls blue triangle and flag: 1 hit, 1 flag.").first.wait_for()
    desk.page.locator(".decision button").first.wait_for()  # the flag is for the other side to answer
    assert costs
    shown = desk.page.locator(".decision li").all_inner_texts()
    for told, headline in zip(shown, costs, strict=True):
        assert f"Certain: {headline.name}" in told
    ways = [places_in(answer) for answer in after.legal()]
    assert desk.page.locator("[data-answer] polyline").count() == sum(map(bool, ways))
    desk.page.locator(".decision button").last.hover()
    pointed = desk.page.locator(f'[data-answer="{len(ways)}"].pointed polyline')
    assert len(str(pointed.get_attribute("points")).split()) == 1 + len(ways[-1])
    desk.page.locator(".decision button").first.click()
    desk.page.locator(".next", has_text="Choose who shoots").wait_for()
    assert [step["kind"] for step in desk.kept()["steps"]] == ["shot", "decision"]
    desk.page.get_by_text("Luck", exact=True).click()
    desk.page.get_by_text("of games like this one").first.wait_for()
    assert "of each face expected" in desk.page.locator(".side").inner_text()
    desk.button("Undo").click()
    desk.button("Undo").click()
    desk.page.get_by_text("Luck", exact=True).wait_for(state="detached")


def test_the_card_says_which_answers_it_stands_on_and_asks_for_others(visit: Visit) -> None:
    desk = visit()
    asked: list[dict[str, Any]] = []

    def hear(request: Request) -> None:
        if request.url.endswith("/api/v1/odds"):
            body: dict[str, Any] = request.post_data_json or {}
            asked.append({key: value for key, value in body.items() if key != "battle"})

    desk.page.on("request", hear)
    desk.give("camp.yaml", CAMP)
    desk.page.locator(".thing.unit").first.wait_for()
    card = desk.aim("bow", "guard")
    card.get_by_text(SENTENCE).wait_for()
    card.get_by_text("What other answers can reach").click()
    spans = card.locator(".odds li").all_inner_texts()
    assert "eliminated yes: 33.3% – 55.6%" in spans
    assert not any(span.startswith("hits") for span in spans)
    assert desk.barriers() == []
    with desk.page.expect_response("**/api/v1/odds"):
        card.get_by_label("Answers of others").select_option("worst")
    desk.ruled().get_by_text("top gives the answers that are worst for the player who owes them.").wait_for()
    assert asked == [{"shot": {"shooter": "bow", "target": "guard"}, "answers": "worst"}]
    assert desk.page.get_by_label("Answers of others").input_value() == "worst"
