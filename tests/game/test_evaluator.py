"""The evaluator: what it keeps is what rules say, whatever they read, and rules that are added count at once."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from battles import battle as battle_named
from battles import every_battle
from fireline import load
from fireline.analysis.playing import Player, narrate_phase
from fireline.analysis.policy import POLICIES
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.evaluator import Evaluator
from fireline.game.numbers import house_of, with_house
from fireline.game.pieces import Pieces, PieceState
from fireline.game.registry import ruleset
from fireline.game.ways import legal_shots
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.planning import settled
from fireline.ruling import ModifierChange
from smallbattles import GAMES as SMALL

STEPS, SHOTS, NUMBERS = 12, 6, 12


class Game(NamedTuple):
    """A game of the house: its id, battles in which much is going on, and rules that may be added to."""

    id: str
    battles: tuple[str | int, ...]
    """Battles that are written down, and numbers of small ones."""
    refuses: str
    modifies: str
    also: Mapping[str, Callable[[Any], object]]
    """What rules read beside fields, by a name for it: of the leader, of the ground, of what lies between."""

    def starts(self) -> list[Battle]:
        """Its battles."""
        return [SMALL[self.id](one) if isinstance(one, int) else battle_named(one) for one in self.battles]


def of_the_leader(field: str) -> Callable[[Any], object]:
    """A field of the leader who is with the target."""
    return lambda shot: (leader := shot.state.leader_at(shot.target.hex)) and getattr(leader, field)


GAMES = {
    "ancients": Game(
        "ancients",
        ("ancients-ancients-leaders.yaml", "ancients-starter"),
        "CCA-1.2",
        "CCA-4.1",
        {
            "leader's hex": of_the_leader("hex"),
            "leader's side": of_the_leader("side"),
            "ground": lambda shot: shot.state.board.terrain_at(shot.target.hex),
            "who is beside": lambda shot: [one.id for one in shot.state.enemies_beside(shot.target)],
            "clear": lambda shot: shot.line.clear,
        },
    ),
    "blightmeer": Game(
        "blightmeer",
        (1, 2),
        "BLM-1.1",
        "BLM-2.3",
        {
            "base": lambda shot: shot.target.base,
            "armour": lambda shot: shot.target.armour,
            "gap": lambda shot: shot.gap,
            "terrain": lambda shot: shot.state.terrain,
            "sides": lambda shot: shot.state.sides,
            "out": lambda shot: (shot.shooter.out, shot.target.injury),
            "figure": lambda shot: shot.target.figure.height,
            "allies": lambda shot: [(one.id, one.at) for one in shot.state.allies(shot.target)],
            "windows": lambda shot: [*shot.state.terrain.windows],
        },
    ),
    "duel-of-ages": Game(
        "duel-of-ages",
        (1, 5, "duel-of-ages-starter"),
        "DOA-2.1",
        "DOA-4.1",
        {
            "ground": lambda shot: shot.state.board.terrain_at(shot.target.space),
            "deck": lambda shot: shot.state.pile(shot.shooter.team),
            "who is there": lambda shot: shot.state.hero_at(shot.space),
            "distance": lambda shot: shot.distance,
            "look": lambda shot: shot.look,
        },
    ),
    "endless-horizons": Game(
        "endless-horizons",
        (1, 2, "endless-horizons-endless-horizons-alley.yaml"),
        "EHZ-1.4",
        "EHZ-1.1",
        {
            "distance": lambda shot: shot.state.distance(shot.shooter, shot.target),
            "size": lambda shot: shot.target.size,
            "gun": lambda shot: shot.shooter.gun,
            "hits": lambda shot: shot.target.hits,
            "enemies": lambda shot: [one.id for one in shot.state.enemies(shot.target)],
        },
    ),
}
OF_PIECES: Mapping[str, Callable[[Any, Any], object]] = {
    "at": lambda pieces, target: [one.id for one in pieces.at(target.place)],
    "among": lambda pieces, target: [str(one) for one in pieces.among((target.place, None))],
    "number": lambda pieces, target: pieces.number(target.id),
    "count": lambda pieces, target: len(pieces),
    "last": lambda pieces, target: [*pieces][-1],
    "somebody": lambda pieces, target: pieces.get("goblin") or pieces.get("somebody"),
}
"""What rules read of the pieces as a whole."""


def weighed(battle: Battle, shot: Shot) -> object:
    """What a shot comes to: its outcomes, and what it costs everybody."""

    attack = battle.preview(shot).attack
    return attack.outcomes, attack.costs, attack.net


def told(battle: Battle, random: Random) -> object:
    """The commands of a battle, and what some of its shots come to; an error where an edit has made no battle of it."""
    try:
        return told_of_a_battle(battle, random)
    except (BattleFileError, LookupError, ValueError, TypeError, AttributeError) as error:
        return repr(error)


def told_of_a_battle(battle: Battle, random: Random) -> object:
    """The same where nothing is wrong with it."""
    shots = list(legal_shots(battle))
    chosen = random.sample(shots, min(SHOTS, len(shots)))
    return battle.legal(), [weighed(battle, shot) for shot in chosen]


def course(start: Battle, seed: int) -> Iterator[Battle]:
    """The battles of a game played at random, with shots where there are any."""
    random, battle = Random(seed), start  # noqa: S311 (nothing secret)
    for step in range(STEPS):
        yield battle
        menu = battle.legal()
        shots = [one for one in menu if isinstance(one, Shoot)]
        if not menu or menu == (EndPhase(),):
            return
        battle = battle.play(random.choice(shots or menu), seed=step).battle


@every_battle
def test_what_is_kept_is_what_is_worked_out_anew(name: str) -> None:
    start = battle_named(name).remembering()
    for seed in (1, 2):
        for battle in course(start, seed):
            plain = Battle(battle.ruleset, battle.state, battle.answers)
            assert told(battle, Random(seed)) == told(plain, Random(seed))  # noqa: S311


@dataclass(frozen=True)
class Buoy:
    """A piece that is worked out in every way: a word, a thing that is kept, and what may fail."""

    id: str
    hits: int = 0
    place: str = ""

    @property
    def sunk(self) -> bool:
        """Whether it has had enough."""
        return self.hits > 2

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """What is painted on it."""
        return ("old",) * (self.hits // 2)

    @property
    def tilt(self) -> int:
        """What cannot be said of one that was never hit."""
        return 12 // self.hits


@dataclass(frozen=True, slots=True)
class Wind:
    """A record: where the wind comes from, how strong it is, and which flags are up."""

    of: str
    strength: int = 1
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Water(PieceState[Buoy]):
    """Buoys, how high the tide is, and the wind, if there is any."""

    tide: int = 0
    wind: Wind | None = None


@pytest.mark.parametrize(
    ("reads", "alike"),
    [
        (lambda buoy: buoy.sunk, [(0, 2), (3, 5)]),
        (lambda buoy: buoy.marks, [(0, 1), (2, 3), (4, 5)]),
        (lambda buoy: buoy.hits and buoy.tilt, [(0,), (1,), (5,)]),
        (lambda buoy: (buoy.sunk, buoy.hits), [(2,), (3,), (4,)]),
    ],
)
def test_what_a_property_says_is_read_as_one_thing(
    reads: Callable[[Buoy], object], alike: list[tuple[int, ...]]
) -> None:
    start, evaluator, asked = Water(pieces=Pieces([Buoy("a"), Buoy("b")])), Evaluator(), list[str]()

    def work(state: Water) -> object:
        asked.append("")
        return reads(state.named("a"))

    for group in alike:
        before = len(asked)
        for hits in group:
            state = start.put(Buoy("a", hits))
            for there in (state, state.put(Buoy("b", hits)), state.but(tide=hits)):
                assert evaluator.ask("question", there, work) == reads(Buoy("a", hits))
        assert len(asked) == before + 1


@pytest.mark.parametrize(
    ("reads", "alike"),
    [
        (lambda wind: wind.of, [(Wind("N"), Wind("N", 2), Wind("N", 2, ("red",))), (Wind("S", 2),)]),
        (lambda wind: wind.strength + len(wind.flags), [(Wind("N", 2), Wind("S", 2)), (Wind("S", 2, ("red",)),)]),
        (lambda wind: wind, [(Wind("N"),), (Wind("S"),), (Wind("S", 2),), (Wind("S", 2, ("red",)),)]),
        (lambda wind: wind == Wind("S", 2), [(Wind("N"),), (Wind("S"),), (Wind("S", 2),)]),
    ],
)
def test_a_record_of_the_state_is_read_word_by_word(
    reads: Callable[[Wind], object], alike: list[tuple[Wind, ...]]
) -> None:
    start, evaluator, asked = Water(pieces=Pieces([Buoy("a")])), Evaluator(), list[str]()

    def work(state: Water) -> object:
        asked.append("")
        return None if state.wind is None else repr(reads(state.wind))

    for group in alike:
        before = len(asked)
        for wind in group:
            assert evaluator.ask("question", start.but(wind=wind), work) == repr(reads(wind))
        assert len(asked) == before + 1
        assert evaluator.ask("question", start, work) is None
        assert evaluator.ask("question", start.but(wind=group[0]).but(wind=None), work) is None
    assert len(asked) == len(alike) + 1


def test_a_property_that_fails_fails_for_whoever_reads_it_until_it_can_be_said() -> None:
    evaluator = Evaluator()

    def work(state: Water) -> str:
        try:
            return str(state.named("a").tilt)
        except ZeroDivisionError as error:
            return str(error)

    state = Water(pieces=Pieces([Buoy("a")]))
    for hits in (0, 3, 0, 4):
        state = state.put(Buoy("a", hits))
        assert evaluator.ask("question", state, work) == work(state)


def test_what_is_read_in_another_order_leads_to_its_own_answer() -> None:
    """One battle after another, each asked twice: ways of the tree part anywhere, and part again."""
    evaluator, random = Evaluator(), Random(5)  # noqa: S311 (nothing secret)
    names = [f"n{number}" for number in range(6)]
    state = Water(pieces=Pieces(map(Buoy, names)))

    def work(here: Water) -> object:
        first = [here.named(name).hits for name in names[: 2 + here.tide]]
        return first, here.named(names[sum(first) % 6]).sunk

    for _ in range(300):
        state = state.put(Buoy(random.choice(names), random.randrange(4))).but(tide=random.randrange(3))
        for there in (state, Water(pieces=Pieces(reversed([*state.pieces])), tide=state.tide)):
            assert evaluator.ask("question", there, work) == work(there)


@pytest.mark.parametrize("seldom", [2, 30, 200])
def test_an_answer_holds_however_much_changed_since_it_was_asked_for(seldom: int) -> None:
    """Changes go back and forth, and from states that were left long ago, while few of the questions are asked."""
    evaluator, random = Evaluator(), Random(seldom)  # noqa: S311 (nothing secret)
    names = [f"n{number}" for number in range(4)]
    met = [Water(pieces=Pieces(map(Buoy, names)), wind=Wind("N"))]

    def work(here: Water, about: str) -> object:
        stronger = here.wind is not None and here.named(about).hits > here.wind.strength
        return stronger, len(here.pieces.at("harbour")), here.tide if stronger else None

    for _ in range(600):
        state = random.choice([met[-1], met[-1], met[-1], random.choice(met)])
        buoy = Buoy(random.choice(names), random.randrange(3), random.choice(["", "harbour"]))
        met.append(state.put(buoy).but(tide=random.randrange(2), wind=Wind(random.choice("NS"), random.randrange(2))))
        asked = [name for name in names if not random.randrange(seldom)]
        assert list(evaluator.ask_each(asked, met[-1], work)) == [work(met[-1], name) for name in asked]
        evaluator.ask("anything", met[-1], lambda here: here.tide)


def test_equal_answers_are_held_once_and_those_of_another_kind_stay_what_they_are() -> None:
    evaluator, state = Evaluator(), Water(pieces=Pieces([Buoy("a")]))

    def work(here: Water) -> tuple[object, ...]:
        hits = here.named("a").hits
        return (hits > 0,) if hits % 2 else (min(hits, 1),)

    found = [evaluator.ask("question", state.put(Buoy("a", hits)), work) for hits in range(5)]
    assert list(map(repr, found)) == ["(0,)", "(True,)", "(1,)", "(True,)", "(1,)"]
    assert found[1] is found[3]
    assert found[2] is found[4]


# --- rules that strangers add -----------------------------------------------------------


def odd(value: object) -> bool:
    """One bit of a value, whatever it is."""
    return bool(crc32(repr(value).encode()) & 1)


def readings() -> list[Any]:
    """All that a rule can read of the pieces and of the state of every game, by the game and by whose it is.

    A quick run tries all of one game, and of the others what goes beyond single fields.
    """
    found = []
    for name, game in GAMES.items():
        state = game.starts()[0].state
        kinds = [*dict.fromkeys(type(piece) for piece in state.pieces)]
        found += [(name, whose, field) for whose in ("shooter", "target") for field in _common(kinds)]
        found += [(name, "state", field.name) for field in fields(state)]
        found += [(name, "pieces", what) for what in OF_PIECES]
        found += [(name, "also", what) for what in game.also]
    quick, rest = {"pieces", "also"}, pytest.mark.whole("editions")
    return [one if one[0] == "ancients" or one[1] in quick else pytest.param(*one, marks=rest) for one in found]


def _common(kinds: list[type]) -> list[str]:
    return [*dict.fromkeys(field.name for kind in kinds for field in fields(kind))]


def read(shot: Any, game: str, whose: str, name: str) -> object:
    """What a rule reads of a shot: a field of somebody or of the state, something of all pieces, or anything else."""
    if whose == "also":
        return GAMES[game].also[name](shot)
    if whose == "pieces":
        return OF_PIECES[name](shot.state.pieces, shot.target)
    return getattr(shot.state if whose == "state" else getattr(shot, whose), name, None)


@pytest.fixture
def registers(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Any, Any]]:
    """The refusals and the modifiers of a game; what a test adds to them goes with it."""

    def of(game: str) -> tuple[Any, Any]:
        package = f"fireline.rulesets.{game.replace('-', '_')}"
        refusals = import_module(f"{package}.legality").refusals
        modifiers = import_module(f"{package}.modifiers").modifiers
        for register, names in ((refusals, ("_entries", "_asking")), (modifiers, ("_entries",))):
            for name in names:
                before = getattr(register, name)
                copy = {key: [*rules] for key, rules in before.items()} if isinstance(before, dict) else [*before]
                monkeypatch.setattr(register, name, copy)
        return refusals, modifiers

    return of


def add(about: Game, registers: Callable[[str], tuple[Any, Any]], reads: Callable[[Any], object]) -> None:
    """Rules that refuse one half of the shots and make the other half easier, by one bit of what they read."""
    refusals, modifiers = registers(about.id)

    @refusals.rule(about.refuses)  # type: ignore[untyped-decorator]
    def refuses(shot: Any) -> str | None:
        return "A test refuses." if odd(reads(shot)) else None

    @modifiers.rule(about.modifies)  # type: ignore[untyped-decorator]
    def adds(shot: Any, so_far: int) -> ModifierChange | None:
        return None if odd(reads(shot)) else ModifierChange("a test", 1)


def edited(start: Battle, whose: str, field: str, others: list[Battle]) -> Iterator[Battle]:
    """A battle in which a field is made what it is of another piece, or of the state of another battle."""
    state = start.state
    if whose == "state":
        for other in others:
            yield start.with_state(state.but(**{field: getattr(other.state, field)}))
    for one, other in pairwise(state.pieces if whose in {"shooter", "target"} else ()):
        if type(one) is type(other) and any(known.name == field != "id" and known.init for known in fields(one)):
            yield start.with_state(state.but(pieces=state.pieces.put(replace(one, **{field: getattr(other, field)}))))


@pytest.mark.parametrize(("game", "whose", "field"), readings())
def test_a_rule_that_is_added_counts_at_once_whatever_it_reads(
    game: str, whose: str, field: str, registers: Callable[[str], tuple[Any, Any]]
) -> None:
    about = GAMES[game]
    starts = [start.remembering() for start in about.starts()]
    before = [told(start, Random(1)) for start in starts]  # noqa: S311
    add(about, registers, lambda shot: (field, read(shot, game, whose, field)))
    assert before != [told(start, Random(1)) for start in starts]  # noqa: S311
    for start in starts:
        for battle in (*course(start, 3), *edited(start, whose, field, starts)):
            plain = Battle(battle.ruleset, battle.state, battle.answers)
            assert told(battle, Random(3)) == told(plain, Random(3))  # noqa: S311


@pytest.mark.parametrize("game", GAMES)
def test_another_edition_and_other_numbers_count_at_once(game: str) -> None:
    for start in GAMES[game].starts():
        asked, versions = start.remembering(), start.ruleset.versions
        house = house_of(start)
        assert house is not None
        assert versions is not None
        chosen = Random(1).sample([*house.numbers.values()], NUMBERS)  # noqa: S311
        tables = [with_house(asked, house.put(one.address, one.most)) for one in chosen]
        for other in (other.versions for other in map(ruleset, versions.ids)):
            assert other is not None
            tables.append(asked.with_state(versions.under(asked.state, other.edition)))
        for battle in (asked, *tables):
            plain = Battle(battle.ruleset, battle.state, battle.answers)
            assert told(battle, Random(1)) == told(plain, Random(1))  # noqa: S311


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.whole("long")) if game == "endless-horizons" else game for game in GAMES],
)
def test_simulated_games_are_those_of_the_table_with_rules_that_are_added(
    game: str, registers: Callable[[str], tuple[Any, Any]]
) -> None:
    about = GAMES[game]
    add(about, registers, lambda shot: (shot.shooter, shot.target))
    policy = POLICIES["simple"]
    for battle in about.starts():
        player = Player(battle, policy)
        assert [player.play(1, trial) for trial in range(6)] == [
            narrate_phase(battle, policy, 1, trial).played for trial in range(6)
        ]


@pytest.mark.parametrize("field", ["cards", "done", "last_action", "wounds"])
def test_a_shot_of_duel_is_not_settled_where_a_rule_reads_what_shots_change(
    field: str, registers: Callable[[str], tuple[Any, Any]]
) -> None:
    white = Team("white")
    state = load("duel-of-ages-tommy-gun").state
    assert settled(state, white)
    registers("duel-of-ages")[1].rule("DOA-4.1")(
        lambda shot, _: ModifierChange("x", bool(getattr(shot.shooter, field)))
    )
    assert settled(state, white) is None
