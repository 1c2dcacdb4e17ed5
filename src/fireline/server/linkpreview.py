"""What chats and social pages show of a link to a kept shot: its ruling in words, and its picture.

They run no script, so this stands in the page as it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

from fireline.ruling.prose import percent

LINK_SIZE = 1200, 630
"""Pixels of the picture beside a link, wide and high."""


def with_preview(page: str, id_: str, kept: Mapping[str, Any], site: str) -> str:
    """The page of a kept shot with its preview; `site` is the address of the server, which ends with /."""
    answer = kept["answer"]
    title, words = str(answer.get("title") or "A shot"), _words(answer)
    wide, high = LINK_SIZE
    named = {
        "og:type": "website",
        "og:site_name": "Fireline",
        "og:title": title,
        "og:description": words,
        "og:url": f"{site}s/{id_}",
        "og:image": f"{site}api/v1/shots/{id_}/picture.png",
        "og:image:width": str(wide),
        "og:image:height": str(high),
        "og:image:alt": f"{title}: {words}",
        "twitter:card": "summary_large_image",
    }
    tags = "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in named.items())
    titled = page.replace("<title>Fireline</title>", f"<title>{escape(title)} - Fireline</title>", 1)
    return titled.replace("</head>", f"{tags}</head>", 1)


def _words(answer: Mapping[str, Any]) -> str:
    """The verdict, and the chance that a player asks for first or the reasons against."""
    if not answer["legal"]:
        return "Not legal. " + " ".join(f"{one['message']} {one['rule']}" for one in answer["refusals"])
    headline = (answer.get("odds") or {}).get("headline")
    return f"Legal, {headline['name']} {percent(Fraction(headline['p']))}." if headline else "Legal."
