"""The description of the API as a page that needs no script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response

from fireline.server.page import plain_page

router = APIRouter(include_in_schema=False)


@router.get("/docs")
async def docs(request: Request) -> Response:
    """Every route, what it takes and what it answers, from the OpenAPI description."""
    spec: dict[str, Any] = request.app.openapi()
    about = "".join(f"<p>{escape(part)}</p>" for part in spec["info"]["description"].split("\n\n"))
    link = '<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>'
    return plain_page(f"Fireline {spec['info']['version']}: the API", about + link + "".join(_routes(spec)))


def _routes(spec: dict[str, Any]) -> Iterator[str]:
    tag = None
    for path, methods in spec["paths"].items():
        for method, route in methods.items():
            if (named := (route.get("tags") or [""])[0]) != tag:
                tag = named
                yield f"<h2>{escape(tag.capitalize())}</h2>"
            yield f"<section><h3><code>{method.upper()} {escape(path)}</code></h3>"
            yield f"<p>{_words(route.get('description', ''))}</p>{_takes(spec, route)}{_answers(spec, route)}</section>"


def _words(text: str) -> str:
    """A description, with what stands in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _takes(spec: dict[str, Any], route: dict[str, Any]) -> str:
    content = route.get("requestBody", {}).get("content", {}).get("application/json")
    if not content:
        return ""
    example = content.get("example")
    shown = f"<pre>{escape(json.dumps(example, indent=1))}</pre>" if example else ""
    return f'<p class="quiet">Takes {_fields(spec, content["schema"])}</p>{shown}'


def _answers(spec: dict[str, Any], route: dict[str, Any]) -> str:
    answers = [one["content"] for code, one in route["responses"].items() if code.startswith("2") and "content" in one]
    for media, told in (answers[0] if answers else {}).items():
        fields = _fields(spec, told["schema"]) if media == "application/json" else ""
        return f'<p class="quiet">Answers {fields or escape(media)}</p>'
    return ""


def _fields(spec: dict[str, Any], schema: dict[str, Any]) -> str:
    many = schema.get("type") == "array"
    schema = schema["items"] if many else schema
    if "$ref" not in schema:
        return "JSON"
    named = _named(spec, schema)
    if "oneOf" in named:  # they differ in what is inside
        named = _named(spec, named["oneOf"][0])
    required = set(named.get("required", ()))
    fields = ", ".join(
        f"<code>{escape(name)}</code>" + ("" if name in required else " (or not)")
        for name in named.get("properties", {})
    )
    return f"{'a list of ' if many else ''}{fields or 'JSON'}"


def _named(spec: dict[str, Any], schema: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found
