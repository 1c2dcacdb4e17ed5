"""`fireline.client` at a real server: every question, a table played by two seats, connections that are lost."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import fireline
from fireline.client import BadInput, Client, Forbidden, Illegal, NotFound, ServerError, Stale, Table, Unreachable
from fireline.client.answers import ChatHappened, CommandHappened, EventLine, StartHappened, UndoneHappened
from fireline.game.errors import Code
from refusing import wrong_with
from server.postgres import free_port
from server.serving import serving

BATTLE = fireline.example("ancients-ranged-combat").battle
SHOT, NOT_LEGAL = fireline.Shot("bow", "warriors"), fireline.Shot("slingers", "warriors")


@pytest.fixture(scope="module")
def server(url: str) -> Iterator[Client]:
    with Client(url, timeout=60) as client:
        yield client


def seats(server: Client, battle: fireline.Battle = BATTLE) -> dict[str, Table]:
    """A new table from each of its seats."""
    return {seat.seat: server.join(seat.url or "") for seat in server.open_table(battle).seats}


def test_answers_are_those_of_the_library_and_every_question_is_asked_by_its_name(server: Client) -> None:
    asked = server.odds(BATTLE, SHOT)
    assert asked.data() == BATTLE.preview(SHOT).data()
    ruling, own = server.check(BATTLE, NOT_LEGAL), BATTLE.check(NOT_LEGAL)
    assert [one.rule for one in ruling.refusals] == ["CCA-2.1", "CCA-3.2"]
    assert [one.because for one in ruling.refusals] == [one.because for one in own.refusals]
    assert list(ruling.lines()) == list(own.lines())
    assert str(ruling.line_of_sight) == str(own.line_of_sight)
    assert asked.odds is not None
    assert asked.odds.headline.chance == BATTLE.odds(SHOT).headline.chance
    assert asked.odds.ledger is not None
    assert asked.odds.ledger.harm.expected == BATTLE.preview(SHOT).attack.net
    with pytest.raises(AttributeError, match="the server does not tell 'attack' of Odds"):
        assert asked.odds.attack
    assert {one.shot.target for one in server.targets(BATTLE, "bow")} >= {"warriors"}
    (near,) = server.targets(BATTLE, "bow", targets=["warriors", "slingers"])
    assert near.shot.target == "warriors"
    rolled = server.shoot(BATTLE, SHOT, dice=["blue", "flag"])
    here = BATTLE.shoot(SHOT, dice=["blue", "flag"])
    assert (rolled.battle, [*rolled.events], [*rolled.lines]) == (here.battle, [*here.events], [*here.lines])
    played = server.play(rolled.battle, fireline.EndPhase(), seed=1)
    assert played.commands[0].command == fireline.NextTurn()
    assert server.play(rolled.battle, server.read(rolled.battle).commands[0].command, seed=3).seed == 3
    assert server.example("ancients-ranged-combat").ruleset == "ancients"
    assert {one.name for one in server.examples()} >= {"ancients-ranged-combat"}
    worth = server.ask("worth", BATTLE, shot=SHOT)
    assert isinstance(worth, dict)
    assert worth["shot"] == SHOT.data()
    plan = server.ask("plan", BATTLE, shooters=["bow"])  # a long answer
    assert isinstance(plan, dict)
    assert plan["exact"] is True
    with pytest.raises(BadInput, match="is no unit"):
        server.ask("threat", BATTLE, unit="nobody")
    assert server.play(BATTLE, "F5 > warriors", seed=7).command == fireline.Shoot(SHOT)


def test_what_is_refused_has_its_code_and_its_reasons(server: Client) -> None:
    with pytest.raises(BadInput, match="did you mean 'warriors'") as wrong:
        server.check(BATTLE, fireline.Shot("bow", "warrior"))
    assert (wrong.value.code, wrong.value.status, wrong.value.problem.place) == (Code.UNKNOWN_NAME, 422, "shot.target")
    with pytest.raises(fireline.IllegalCommand) as by_library:
        BATTLE.shoot(NOT_LEGAL, seed=1)
    for asked in (
        lambda: server.shoot(BATTLE, NOT_LEGAL, seed=1),
        lambda: server.play(BATTLE, fireline.Shoot(NOT_LEGAL)),
    ):
        with pytest.raises(fireline.IllegalCommand) as by_server:  # told in the same way
            asked()
        assert isinstance(by_server.value, Illegal)
        assert by_server.value.refusals == by_library.value.refusals
        assert by_server.value.code == by_library.value.code
    with pytest.raises(NotFound):
        server.example("nothing")
    with pytest.raises(Unreachable, match="does not answer"), Client("http://127.0.0.1:9") as nobody:
        nobody.examples()
    assert "no address" in wrong_with(Client, "127.0.0.1:8700")


def test_two_seats_play_a_table_to_its_end_and_hear_everything(server: Client) -> None:
    at = seats(server)
    assert at["bottom"].read().seat.sides == ["bottom"]
    assert [one.shot.target for one in at["bottom"].targets("bow", targets=["warriors"])] == ["warriors"]
    at["top"].chat("Good luck!")
    while not (table := at["bottom"].read()).over:
        owing = table.to_decide or "bottom"
        done = at[owing].say(at[owing].read().commands[0].command)
        assert done.result.kind == "command"
    heard = list(at["spectator"].listen(patience=0.3))
    assert [one.seq for one in heard] == [*range(1, table.head + 1)]
    assert heard == at["spectator"].events()
    match heard[0].body, heard[2].body, heard[-1].body:
        case StartHappened(battle=battle), ChatHappened(text=text), CommandHappened(command=command):
            assert (battle.ruleset, text, command.command) == ("ancients", "Good luck!", "EndPhase")
        case other:
            pytest.fail(str(other))
    assert fireline.loads(at["gm"].at(table.head).battle.model_dump()).turn.over


def test_steps_are_taken_back_by_the_master_and_by_players_who_agree(server: Client) -> None:
    at = seats(server)
    at["bottom"].read()
    done = at["gm"].say(fireline.Shoot(SHOT))
    with pytest.raises(Stale) as stale:
        at["bottom"].say(fireline.EndPhase())
    assert stale.value.code is Code.STALE
    assert at["gm"].undo(done.seq, "a slip").result.kind == "undone"
    [*_, last] = at["gm"].events()
    assert isinstance(last.body, UndoneHappened)
    assert (last.body.undoes, last.body.reason) == (done.seq, "a slip")
    assert fireline.loads(at["gm"].read().battle.model_dump()) == BATTLE
    at["bottom"].read()
    done = at["bottom"].say(fireline.Shoot(SHOT))
    assert at["bottom"].undo(done.seq).result.kind == "undo_request"
    assert at["bottom"].read().request is not None
    at["top"].answer_undo(done.seq, agree=True)
    assert fireline.loads(at["top"].read().battle.model_dump()) == BATTLE
    with pytest.raises(Forbidden):
        at["spectator"].chat("psst")


def test_links_are_checked(server: Client) -> None:
    link = next(seat.url for seat in server.open_table(BATTLE).seats if seat.url)
    assert server.join(server.server + link).read().table == server.join(link).id
    assert "link: leads to https://example.org" in wrong_with(server.join, "https://example.org" + link)
    for wrong in ("http://[::1", "http://localhost:port", "ftp://localhost"):
        assert f"server: '{wrong}' is no address such as" in wrong_with(Client, wrong)
    for wrong in ("", "/t/x", "nonsense", "http://[::1" + link):
        assert "no link of a seat" in wrong_with(server.join, wrong)
    forged = server.join(link.partition("#")[0] + "#seat=AAAAAAAAAAAAAAAAAAAAAA")
    with pytest.raises(Forbidden):
        forged.read()
    with pytest.raises(Forbidden):
        list(forged.listen(0))


@pytest.mark.whole("long")
def test_a_listener_loses_nothing_when_the_server_goes_away_and_comes_back(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "tables.db"
    heard, seen, problems = list[EventLine](), threading.Event(), list[ServerError]()

    def listen(table: Table) -> None:
        try:
            for event in table.listen(0):
                heard.append(event)
                seen.set()
                if isinstance(event.body, ChatHappened) and event.body.text == "bye":
                    return
        except ServerError as wrong:
            problems.append(wrong)

    with Client(f"http://127.0.0.1:{port}", timeout=60) as client:
        with serving(database, port=port):
            at = seats(client)
            listener = threading.Thread(target=listen, args=(at["spectator"],), daemon=True)
            listener.start()
            assert seen.wait(60)
            at["gm"].say(fireline.Shoot(SHOT))
        with serving(database, port=port):
            at["gm"].say(at["gm"].read().commands[0].command)
            at["bottom"].chat("bye")
            listener.join(60)
            head = at["gm"].read().head
    assert problems == []
    assert [one.seq for one in heard] == [*range(1, head + 1)]
