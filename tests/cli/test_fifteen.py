"""The fifteen questions of somebody who designs a game: one command each, in every game, and what it must say.

Each answer is compared with what is worked out here in another way, from the rulings, the odds, the exact steps and the
single games of battles that are written by hand. What goes beyond one number has its brute force elsewhere: kills in
`test_kills`, ranges in `test_ranges`, house rules in `test_houserules`, threat maps in `test_threat`, replies in
`test_reply`, games, balance and what a unit is worth in `test_beginning` and `test_balance`, luck in `test_luck`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cli.typed import Typed
from fireline.analysis.playing import narrate_phase
from fireline.analysis.policy import POLICIES
from fireline.analysis.simulate import EITHER, dice_seed, starts_of
from fireline.analysis.unitworth import without
from fireline.analysis.vary import Variant
from fireline.chance.counter import CounterDice
from fireline.formats.examples import examples
from fireline.formats.logfile import write_log
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.log import GameLog
from fireline.game.registry import starter
from fireline.game.transitions import shot_transitions

pytestmark = pytest.mark.whole("long")

SHOTS = {
    "ancients": ("ancients-pickets-at-the-ford", "archers", "javelins"),
    "duel-of-ages": ("duel-of-ages-across-the-brook", "trapper", "surveyor"),
    "blightmeer": ("blightmeer-the-well", "wren", "moss"),
    "endless-horizons": ("endless-horizons-the-car-park", "ines", "viktor"),
}
GAMES = {
    "ancients": ("ancients-the-sheepfold", 3, "bottom", "units[slingers].blocks", "1|4"),
    "duel-of-ages": ("duel-of-ages-across-the-brook", 3, "white", "heroes[trapper].ratings.aim", "3|7"),
    "blightmeer": ("blightmeer-the-well", 6, "red", "units[wren].ranged", "9|15"),
    "endless-horizons": ("endless-horizons-the-car-park", 3, "north", "units[ines].hits_to_stop", "2|4"),
}
EVERY_GAME = pytest.mark.parametrize("game", SHOTS)
SOME = ("--seed", "7", "--seconds", "200", "--games", "30")
Data = dict[str, Any]


def written(name: str) -> Data:
    """The battle file of an example, to be changed by hand."""
    return deepcopy(dict(examples()[name].data))


def shot_of(game: str) -> tuple[Battle, Shot, list[str]]:
    """A battle and a shot on its shooter's turn, and how they are typed."""
    name, shooter, target = SHOTS[game]
    battle = Battle.read(written(name)).with_turn_of(shooter)
    return battle, Shot(shooter, target), [name, "-s", shooter, "-t", target]


def headline(battle: Battle, shot: Shot) -> str:
    """The best chance of any way to declare a shot."""
    ways = battle.ruleset.shots(battle.state, shot.shooter, shot.target)
    return str(max(battle.odds(way).headline.chance for way in ways if battle.check(way).legal))


def compared(typed: Typed, game: str, *words: str) -> list[str]:
    """The chances of the columns of `compare`, the shot as it stands first."""
    name, shooter, target = SHOTS[game]
    columns = typed.data("compare", name, "-s", shooter, "-t", target, *words)["columns"]
    return [column["odds"]["headline"]["p"] for column in columns]


def chance(data: Mapping[str, Any], game: str, **more: Any) -> str:
    """The chance of the shot, declared so, in a battle file that is written by hand."""
    return str(Battle.read(data).odds(Shot(*SHOTS[game][1:], **more)).headline.chance)


@EVERY_GAME
def test_kill(typed: Typed, game: str) -> None:
    battle, shot, words = shot_of(game)
    found = typed.data("kills", *words)
    led = shot_transitions(battle, shot)
    out = sum(p for one, p in led.items() if shot.target not in {unit.id for unit in one.battle.units if not unit.out})
    after = [Fraction(p) for p in found["after"].values()]
    assert after[0] == out
    assert after == sorted(after)
    assert after[-1] > out


@EVERY_GAME
def test_range(typed: Typed, game: str) -> None:
    found = typed.data("ranges", *shot_of(game)[2])
    curves = {one["label"]: {point["distance"]: point["p"] for point in one["points"]} for one in found["curves"]}
    for run in found["best"]:
        for distance in range(run["from"], run["to"] + 1):
            told = {label: Fraction(points.get(distance) or 0) for label, points in curves.items()}
            assert {label for label, p in told.items() if p == max(told.values()) > 0} == set(run["curves"])
    assert any(run["curves"] for run in found["best"])


OPTIONS = {
    "ancients": ("green_circles_fire", True),
    "duel-of-ages": ("corner_touch_counts", True),
    "blightmeer": ("window_reach", 0.5),
    "endless-horizons": ("escalation", True),
}


@EVERY_GAME
def test_option(typed: Typed, game: str) -> None:
    option, value = OPTIONS[game]
    name = SHOTS[game][0]
    found = compared(typed, game, "-c", f"options.{option}={str(value).lower()}")
    assert found == [chance(written(name), game), chance(written(name) | {"options": {option: value}}, game)]


def armed(game: str, weapon: Any) -> Data:
    """The battle file whose shooter has another weapon, or is of another type where weapons belong to types."""
    data = written(SHOTS[game][0])
    units = {one["id"]: one for one in data["units"]}
    units[SHOTS[game][1]]["type" if game == "ancients" else "weapon"] = weapon
    return data


def test_weapon(typed: Typed, tmp_path: Path) -> None:
    battle = tmp_path / "ford.yaml"
    battle.write_text(starter("duel-of-ages"))
    two = ("--weapon", "Tommy Gun", "--weapon", "Knife")
    columns = typed.data("compare", str(battle), "-s", "sanchez", "-t", "lazar", *two)["columns"]
    gun = Battle.read(parse(starter("duel-of-ages"))).odds(Shot("sanchez", "lazar", weapon="Tommy Gun"))
    found = [one["odds"] and one["odds"]["headline"]["p"] for one in columns]
    assert found == [str(gun.headline.chance), str(gun.headline.chance), None], "a knife does not reach so far"
    for game, change, weapons in (
        ("ancients", "units[archers].type=", ("light_sling_infantry", "light_infantry")),
        ("blightmeer", "units[wren].weapon=", ("Long Bow", "Crossbow")),
        ("endless-horizons", "units[ines].weapon=", ("AKM", "P90")),
    ):
        words = [word for weapon in weapons for word in ("-c", f"{change}{weapon}")]
        assert compared(typed, game, *words)[1:] == [chance(armed(game, weapon), game) for weapon in weapons]


def test_own_weapon(typed: Typed) -> None:
    slow = {"name": "Great bow", "range": 30, "pierce": 3, "injury": 2}
    small = {"name": "Carbine", "effective_range": 300, "modes": "SB", "capacity": 20, "recoil": 2, "loaded": 12}
    changes = {
        "blightmeer": ("units[wren].weapon", slow),
        "endless-horizons": ("units[ines].weapon", small | {"cartridge": "5.56x45"}),
    }
    for game, (path, weapon) in changes.items():
        text = ", ".join(f"{key}: {value}" for key, value in weapon.items())
        assert compared(typed, game, "-c", f"{path}={{{text}}}")[1] == chance(armed(game, weapon), game)
    data = written(SHOTS["ancients"][0]) | {"types": {"light_bow_infantry": {"dice": [4, 3]}}}
    assert compared(typed, "ancients", "-c", "types.light_bow_infantry.dice=[4, 3]")[1] == chance(data, "ancients")
    duel = written(SHOTS["duel-of-ages"][0])
    duel["heroes"][0]["cards"][0]["power"] = 7
    harder = compared(typed, "duel-of-ages", "-c", "heroes[trapper].cards[Hunting Rifle].power=7")[1]
    assert harder == chance(duel, "duel-of-ages")


def winners(game: str, begins: str | None, games: int) -> Counter[tuple[str, str]]:
    """Who began and who won each of the first games of seed 7, played one by one as at a table."""
    name, turns, *_ = GAMES[game]
    battle = Battle.read(written(name))
    seed, starts = dice_seed(battle, "simple", 7), starts_of(battle, "simple", begins)
    found: Counter[tuple[str, str]] = Counter()
    for n in range(games):
        start = starts[n % len(starts)]
        phase = narrate_phase(start.battle, start.policy, start.seed(seed), n // len(starts), turns=turns)
        found[start.side, phase.played.winner or ""] += 1
    return found


@EVERY_GAME
def test_favoured(typed: Typed, game: str) -> None:
    name, turns, *_ = GAMES[game]
    found = typed.data("simulate", name, "--games", "6", "--turns", str(turns), "--seed", "7", "--seconds", "200")
    won = winners(game, None, 6)
    assert {side: one["n"] for side, one in found["won"].items()} == {side: won["", side] for side in found["won"]}
    assert found["unfinished"] + found["drawn"] == won["", ""]
    assert all(0 <= one["low"] <= one["n"] / 6 <= one["high"] <= 1 for one in found["won"].values())


@EVERY_GAME
def test_first_player(typed: Typed, game: str) -> None:
    name, turns, *_ = GAMES[game]
    line = f"simulate {name} --games 6 --turns {turns} --seed 7 --seconds 200 --begins {EITHER}".split()
    found, won = typed.data(*line), winners(game, EITHER, 6)
    assert {
        (began, side): one["n"] for began, games in found["began"].items() for side, one in games["won"].items()
    } == {(began, side): won[began, side] for began in found["began"] for side in found["won"]}
    assert found["beginner"]["n"] == sum(won[side, side] for side in found["began"])
    assert f"The side that begins won {100 * found['beginner']['n'] / 6:.1f}%" in typed(*line)
    ended = typed.data(*line, "--trial", "5")
    assert won[starts_of(Battle.read(written(name)), "simple", EITHER)[1].side, ended["won"]] > 0


@EVERY_GAME
def test_over_priced(typed: Typed, game: str) -> None:
    name, turns, *_ = GAMES[game]
    line = ["worth", name, "--turns", str(turns), *SOME]
    found, battle = typed.data(*line), Battle.read(written(name))
    alike = ("--common-dice", "--games", "30", "--turns", str(turns), "--seed", "7", "--seconds", "200")
    everybody = typed.data("simulate", name, *alike)["won"]
    assert {one["unit"] for one in found["units"]} == {unit.id for unit in battle.units}
    for one in found["units"]:
        assert round(30 * one["with"]) == everybody[one["side"]]["n"]
        assert one["interval"]["low"] <= one["adds"] <= one["interval"]["high"]
    first = found["units"][0]
    if sum(unit.side == first["side"] for unit in battle.units) == 1:
        assert first["without"] == 0
    else:
        bare = without(Variant.of(battle), first["unit"]).battle
        won = Counter(narrate_phase(bare, POLICIES["simple"], 7, n, turns=turns).played.winner for n in range(30))
        assert round(30 * first["without"]) == won[first["side"]]
    assert " points [" in typed(*line).splitlines()[0]


@EVERY_GAME
def test_safest(typed: Typed, game: str) -> None:
    battle, shot, words = shot_of(game)
    found = typed.data("threat", words[0], "--against", shot.target, "--seconds", "200")
    cells = {cell["place"]: Fraction(cell["p"]) for cell in found["cells"] if cell["p"] is not None}
    here = {unit.id: unit.place for unit in battle.units}[shot.target]
    if here in cells:
        assert str(cells[here]) == headline(battle, shot)
    assert min(cells.values()) < Fraction(headline(battle, shot)) <= max(cells.values())
    safe = [cell for cell in found["cells"] if cell["safe"]]
    assert all(cell["stands"] and not cell["contact"] and not cells[cell["place"]] for cell in safe)


@EVERY_GAME
def test_best_target(typed: Typed, game: str) -> None:
    battle, shot, _ = shot_of(game)
    found = typed.data("targets", SHOTS[game][0], "-s", shot.shooter)["targets"]
    (legal,) = [one for one in found if one["legal"]]
    assert (legal["shot"]["target"], legal["odds"]["headline"]["p"]) == (shot.target, headline(battle, shot))


@EVERY_GAME
def test_best_reply(typed: Typed, game: str) -> None:
    name = SHOTS[game][0]
    battle = Battle.read(written(name))
    found = typed.data("plan", name, "--reply")["exchanges"]
    for one in found:
        assert one["gain"] == str(battle.preview(Shot(**one["shot"])).attack.net)
        assert Fraction(one["value_most"]) == Fraction(one["gain"]) - Fraction(one["reply_least"])
        told = sum(Fraction(reply["p"]) for reply in one["replies"])
        assert told == 1 or (told < 1 and one["value"] is None), "what is not known exactly lies between bounds"
    most = [Fraction(one["value_most"]) for one in found]
    assert most == sorted(most, reverse=True)
    assert any(reply["shot"] for reply in found[0]["replies"])


HOUSE = {
    "ancients": ("CCA-4.1.held", 3),
    "duel-of-ages": ("DOA-4.1.symbol", 4),
    "blightmeer": ("BLM-7.3.cover", -6),
    "endless-horizons": ("EHZ-1.1.base", 7),
}


@EVERY_GAME
def test_house_rule(typed: Typed, tmp_path: Path, game: str) -> None:
    (address, number), name = HOUSE[game], examples()[SHOTS[game][0]].file
    (tmp_path / "battle.yaml").write_bytes(name.read_bytes())
    found = typed.data("rules", game, "--with", f"{address}={number}", "--battles", str(tmp_path))
    ruled = Battle.read(written(SHOTS[game][0]) | {"house": {address: number}})
    battle = shot_of(game)[0]
    changed = {(one["shooter"], one["target"]): (one["before"], one["after"]) for one in found["differences"]}
    for shooter, target in (SHOTS[game][1:], SHOTS[game][:0:-1]):
        shot = Shot(shooter, target)
        both = tuple(headline(one.with_turn_of(shooter), shot) for one in (battle, ruled))
        assert changed.get((shooter, target), both) == both
        assert ((shooter, target) in changed) == (both[0] != both[1])


@EVERY_GAME
def test_balance(typed: Typed, tmp_path: Path, game: str) -> None:
    name, turns, side, field, over = GAMES[game]
    line = ["solve", name, "--side", side, "-f", field, "--over", over, "--is", "3/10", "--turns", str(turns), *SOME]
    found = typed.data(*line)
    for level in found["levels"]:
        changed = Variant(written(name)).vary(f"{field}={level['value']}").battle
        won = Counter(narrate_phase(changed, POLICIES["simple"], 7, n, turns=turns).played.winner for n in range(30))
        assert level["won"] == won[side]
    fits = [one["value"] for one in found["levels"] if one["interval"]["low"] <= 0.3 <= one["interval"]["high"]]
    assert found["possible"] == fits
    assert found["verdict"] == ("none", "found", "open")[min(len(fits), 2)]
    told = typed(*line, "-o", str(tmp_path / "balance.svg"))
    nearest = min(found["levels"], key=lambda one: abs(one["share"] - 0.3))
    assert f"{field} {nearest['value']} {side} wins {100 * nearest['share']:.1f}% [" in " ".join(told.split())
    assert (tmp_path / "balance.svg").read_text().count("<circle") == len(found["levels"])
    assert typed.data("balance", *line[1:]) == found


@EVERY_GAME
def test_sensitivity(typed: Typed, game: str) -> None:
    _, shot, words = shot_of(game)
    found = typed.data("worth", *words)["stats"]
    variant = Variant(written(SHOTS[game][0]), shot)
    for one in found:
        path = one["path"]
        for way, step in (("more", 1), ("less", -1)):
            if one[way] is None or not one[way]["legal"] or "[weapon]" in path:
                continue
            changed = variant.vary(f"{path}={one['now'] + step}")
            assert one[way]["headline"] == str(changed.battle.odds(changed.declared).headline.chance)
    assert found


COUNTED = {"blightmeer": ("attacks that hit", "attacks_hit"), "duel-of-ages": ("hits", "hit")}


@EVERY_GAME
def test_luck(typed: Typed, tmp_path: Path, game: str) -> None:
    kind, marginal = COUNTED.get(game, ("hits", "hits"))
    log, dice = GameLog(Battle.read(written(SHOTS[game][0]))), CounterDice(7, 0)
    expected: defaultdict[str, Fraction] = defaultdict(Fraction)
    for _ in range(6):
        battle = log.battle
        command = POLICIES["simple"](battle, battle.legal(), frozenset(), dice)
        if isinstance(command, Shoot):
            hits = battle.odds(command.shot).marginals[marginal]
            expected[battle.side(command.shot.shooter)] += sum((p * int(n) for n, p in hits.items()), Fraction(0))
        log, _ = log.play(command, dice)
    write_log(log, tmp_path / "game.jsonl")
    told = typed.data("luck", str(tmp_path / "game.jsonl"))["tallies"]
    assert {one["who"]: Fraction(one["expected"]) for one in told if one["kind"] == kind} == expected
    assert all(0 <= Fraction(one["percentile"]) <= 1 for one in told)
