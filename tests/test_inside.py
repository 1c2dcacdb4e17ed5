"""The figures of the house from inside: circles of imports are found, none as modules load; no game keeps answers."""

import pytest

pytestmark = pytest.mark.whole("extra")


def test_a_circle_is_found_however_long_and_nothing_loads_in_one() -> None:
    import inside

    found = {"a": frozenset({"b"}), "b": frozenset({"c"}), "c": frozenset({"a", "d"}), "d": frozenset[str]()}
    assert inside.circles(found) == [{"a", "b", "c"}]
    known = inside.modules()
    assert inside.circles(inside.imports(known, types=False, late=False)) == []
    assert len(inside.circles(inside.imports(known, types=True, late=False))) <= 1
    assert len(inside.circles(inside.imports(known, types=True, late=True))) <= 3
    assert len(inside.imported_once(known)) <= 80


def test_no_game_keeps_answers_by_hand() -> None:
    import inside

    assert inside.caches() == []


def test_one_question_and_the_server_cross_few_files() -> None:
    import inside

    crossed = inside.files_of_one_question()
    assert {"game/battle.py", "rulesets/ancients/legality.py", "chance/exact.py"} <= set(crossed)
    assert len(crossed) <= 32
    asked, played = inside.files_of_the_server()
    assert {"server/guard.py", "game/battle.py", "rulesets/ancients/legality.py", "chance/exact.py"} <= set(asked)
    assert {"server/tables/room.py", "server/store/store.py", "rulesets/ancients/turn.py"} <= set(played)
    assert (len(asked) <= 48, len(played) <= 51) == (True, True)
