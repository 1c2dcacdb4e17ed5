"""Large answers sent compressed to whoever takes them so; none of them carries a secret beside what was asked."""

from __future__ import annotations

import asyncio
import gzip

from fastapi import Request, Response

SMALLEST = 2048
"""Bytes below which compressing is not worth the while."""
LEVEL = 5
NEVER = {"q=0", "q=0.0", "q=0.00", "q=0.000"}


async def packed(request: Request, raw: bytes, media_type: str) -> Response:
    """An answer, compressed where it is large and the browser takes gzip (RFC 9110, 12.5.3)."""
    if len(raw) < SMALLEST:
        return Response(raw, media_type=media_type)
    headers = {"Vary": "Accept-Encoding"}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        raw = await asyncio.to_thread(gzip.compress, raw, LEVEL, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(raw, headers=headers, media_type=media_type)


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header takes gzip.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("gzip;q=0, *"), takes_gzip("br, *;q=0.5"), takes_gzip("")
    (True, False, True, False)
    """
    told = {name.strip().lower(): weight for name, _, weight in (one.partition(";") for one in accepted.split(","))}
    weight = told.get("gzip", told.get("*"))
    return weight is not None and weight.replace(" ", "").lower() not in NEVER
