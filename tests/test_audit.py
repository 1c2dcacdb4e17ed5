"""The audit of what we install: it finds what is known, and never says "fine" where nobody was asked."""

import json

import pytest
from audit import FINE, FOUND, NOT_LOOKED_AT, Audit, read_npm, read_pip, verdict

BAD = {"id": "PYSEC-2021-66", "fix_versions": ["2.11.3"], "aliases": [], "description": "slow"}
KNOWN = read_pip(json.dumps({"dependencies": [{"name": "jinja2", "version": "2.4.1", "vulns": [BAD]}]}))
REFUSED = json.dumps({"message": "405 Method Not Allowed - POST /-/npm/v1/security/advisories/bulk", "statusCode": 405})
SKIPPED = {"name": "uvicorn", "skip_reason": "Dependency not found on PyPI and could not be audited: uvicorn (0.54)"}


def npm(**unsafe: dict[str, str]) -> Audit:
    return read_npm(json.dumps({"vulnerabilities": unsafe, "metadata": {"dependencies": {"total": 170}}}))


def test_what_is_known_to_be_unsafe_or_unknown_to_the_registry_is_named() -> None:
    told = [{"name": "jinja2", "version": "2.4.1", "vulns": [BAD]}, {"name": "httpx", "version": "1", "vulns": []}]
    status, lines = verdict("Python", read_pip(json.dumps({"dependencies": told})), KNOWN)
    assert (status, lines) == (FOUND, ["Python: jinja2 2.4.1: PYSEC-2021-66, mended in 2.11.3"])
    audit = npm(minimist={"range": "<=0.2.3", "severity": "critical"})
    assert verdict("JavaScript", audit, audit) == (FOUND, ["JavaScript: minimist <=0.2.3: critical"])
    audit = read_pip(json.dumps({"dependencies": [SKIPPED, {"name": "httpx", "version": "1", "vulns": []}]}))
    assert verdict("Python", audit, KNOWN) == (
        NOT_LOOKED_AT,
        [
            "Python: NOT LOOKED AT, for the registry does not know them: uvicorn",
            "Python: nothing bad is known of 1 packages",
        ],
    )


def test_only_a_registry_that_knows_what_everybody_knows_is_believed() -> None:
    clean = read_pip(json.dumps({"dependencies": [{"name": "httpx", "version": "1", "vulns": []}]}))
    assert verdict("Python", clean, KNOWN) == (FINE, ["Python: nothing bad is known of 1 packages"])
    silent = read_pip(json.dumps({"dependencies": [{"name": "jinja2", "version": "2.4.1", "vulns": []}]}))
    status, (line,) = verdict("Python", clean, silent)
    assert status == NOT_LOOKED_AT
    assert line == (
        "Python: NOTHING WAS LOOKED AT, for the registry gives no advisories (it knows nothing bad of jinja2 2.4.1)"
    )


@pytest.mark.parametrize("answer", [REFUSED, "", "npm is not installed", "[]", '{"message": 3}', "<html>\n</html>"])
def test_a_registry_that_does_not_answer_is_told_plainly(answer: str) -> None:
    failed = read_npm(answer)
    status, (line,) = verdict("JavaScript", failed, failed)
    assert status == NOT_LOOKED_AT
    assert line.startswith("JavaScript: NOTHING WAS LOOKED AT, for the registry gives no advisories (")
    assert "\n" not in line
    status, (line,) = verdict("Python", read_pip(answer), KNOWN)
    assert (status, line[:31]) == (NOT_LOOKED_AT, "Python: NOTHING WAS LOOKED AT (")
