"""The description of the API is the truth: whatever is asked, answers fit it, and nothing is a mistake of ours."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import checks
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.specs.openapi import checks as openapi

from fireline.game.registry import ruleset_ids
from server.clients import Client, sampled

pytestmark = pytest.mark.whole("extra")

HOLDS = [
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
    openapi.unsupported_method,
]
"""What holds for every answer. That a question which fits the schema is a good one does not: a hex must be on the
board, a shooter in the battle, and no schema says so."""
BOUNDED = settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
NOT_NOW = {"/api/v1/plan", "/api/v1/simulate", "/api/v1/threat", "/api/v1/threat.png"}
"""Long questions: their answers come as lines, and take their time."""


@pytest.fixture(scope="module")
def spec(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/openapi.json").json()
    return found


def test_every_route_is_described_with_an_answer_and_what_may_go_wrong(spec: dict[str, Any]) -> None:
    for path, methods in spec["paths"].items():
        for method, route in methods.items():
            answers = route["responses"]
            assert any(code.startswith("2") for code in answers), path
            assert route["description"].endswith("."), path
            for code, answer in answers.items():
                if code.startswith("2"):
                    assert len(answer.get("content", ())) < 2, (path, "has one type of answer")
                else:
                    assert [*answer["content"]] == ["application/problem+json"], (path, code)
            if method == "post":
                assert "$ref" in route["requestBody"]["content"]["application/json"]["schema"], path
            assert route["tags"][0] in {one["name"] for one in spec["tags"]}, path
    assert len({re.sub(r"{\w+}", "{}", path) for path in spec["paths"]}) == len(spec["paths"]), "no two are one address"
    secured = {path for path, methods in spec["paths"].items() for one in methods.values() if "security" in one}
    assert all("/tables/{table}" in path for path in secured)


def test_examples_of_the_description_are_good_questions(client: Client) -> None:
    asked = {path: example for path, example in sampled(client).items() if "{" not in path}
    assert len(asked) > 10
    for path, example in asked.items():
        answer = client.post(path, json=example)
        assert answer.status_code < 300, (path, answer.text)


def test_every_pattern_is_read_by_every_dialect(client: Client, spec: dict[str, Any]) -> None:
    """Also those of keys, which Python's own validators of JSON Schema compile with `re`."""
    schemas = [client.get(f"/api/v1/schema/battle/{id_}.json").json() for id_ in ruleset_ids()]
    found = {one for schema in (spec, client.get("/api/v1/asyncapi.json").json(), *schemas) for one in patterns(schema)}
    assert len(found) > 4
    for one in found:
        re.compile(one)
        assert not re.search(r"\\[pP]{", one), one


def patterns(schema: Any) -> Iterator[str]:
    """Every regular expression in a JSON Schema, for values and for keys."""
    if isinstance(schema, list):
        yield from (one for inner in schema for one in patterns(inner))
    elif isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        if isinstance(schema.get("patternProperties"), dict):
            yield from schema["patternProperties"]
        yield from (one for inner in schema.values() for one in patterns(inner))


def operations(spec: dict[str, Any]) -> Iterator[Any]:
    config = SchemathesisConfig(
        projects=ProjectsConfig(default=ProjectConfig(generation=GenerationConfig(allow_extra_parameters=False)))
    )
    found: Any
    for found in schemathesis.openapi.from_dict(spec, config=config).get_all_operations():
        if found.ok().path not in NOT_NOW:
            yield found.ok()


def test_whatever_is_asked_the_answer_fits_the_description(spec: dict[str, Any], client: Client) -> None:
    asked = 0

    def ask(case: Any) -> None:
        nonlocal asked
        how = case.as_transport_kwargs(base_url="http://localhost")
        headers = {key: value for key, value in (how.get("headers") or {}).items() if _can_be_sent(value)}
        body = {"json": how["json"]} if "json" in how else {"content": how.get("data")}
        response = client.request(how["method"], how["url"], params=how.get("params"), headers=headers, **body)
        asked += 1
        case.validate_response(response, checks=HOLDS)

    for operation in operations(spec):
        for_all: Any = given(operation.as_strategy())
        explore(for_all(ask))
    assert asked > 100


def explore(test: Any) -> None:
    """Ask a bounded number of generated questions."""
    BOUNDED(test)()


def _can_be_sent(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isprintable()
