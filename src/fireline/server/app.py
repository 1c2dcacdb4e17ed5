"""The whole server as one application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI

from fireline import __version__
from fireline.game.errors import BattleFileError
from fireline.server import page
from fireline.server.api import analysis, docs, editing, library, rulings, shots
from fireline.server.api.describing import openapi
from fireline.server.dice.keys import key_of
from fireline.server.guard import guarded
from fireline.server.problems import answer_problems
from fireline.server.services import Services
from fireline.server.store import open_store
from fireline.server.tables import live, routes

RATE = 100.0
"""Requests a second that each client may make in the long run, if nothing else is said."""
ABOUT = """Rulings with every reason, exact odds, dice that match them, and shared tables.

Probabilities are exact fractions as text. What goes wrong is problem details (RFC 9457) in the words of the command
line."""


def create_app(database: str | None = None, *, rate: float = RATE, origins: Collection[str] = ()) -> FastAPI:
    """The application: API, tables kept in `database`, page.

    `rate` is requests a second for each client from elsewhere (0: no limit), `origins` the addresses of further pages
    that may use the API from a browser.
    """
    app = FastAPI(
        title="Fireline",
        version=__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        lifespan=_running,
        separate_input_output_schemas=False,
    )
    app.state.database, app.state.failed = database, None
    app.openapi = partial(openapi, app)  # type: ignore[method-assign]
    guarded(app, rate=rate, origins=origins)
    answer_problems(app)
    app.include_router(library.health)
    for router in (
        rulings.router,
        editing.router,
        analysis.router,
        shots.router,
        library.router,
        routes.router,
        live.router,
    ):
        app.include_router(router, prefix="/api/v1")
    app.include_router(docs.router)
    page.mount(app)
    return app


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    try:
        app.state.services = services = Services(await open_store(app.state.database), key_of(app.state.database))
    except BattleFileError as wrong:
        app.state.failed = wrong
        raise
    try:
        yield
    finally:
        await services.close()
