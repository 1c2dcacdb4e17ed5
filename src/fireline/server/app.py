"""The whole server as one application."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from fastapi import FastAPI

from fireline import __version__
from fireline.formats.examples import examples
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.server import page
from fireline.server.api import bringing, library
from fireline.server.api.bringing import SHARE
from fireline.server.api.describing import openapi, operation_id
from fireline.server.dice.notes import key_of
from fireline.server.guard import DEFAULT, Guard, Hosts, Limits, Quota, origin_in
from fireline.server.modelfiles import server_files
from fireline.server.problems import answer_problems
from fireline.server.services import Services, routes_of_questions
from fireline.server.store.opening import open_store
from fireline.server.tables import live, routes

RARELY = 5_000, 10, 1_000
"""How often garbage is looked for: seldom in all that there is, which takes as long as a hundred shots."""
ABOUT = """Rulings with every reason, exact odds, dice that match them, and shared tables.

Probabilities are exact fractions as text. What goes wrong is problem details (RFC 9457) in the words of the command
line."""


def create_app(
    database: str | None = None, limits: Limits = DEFAULT, *, host: str = "localhost", warm: bool = False
) -> FastAPI:
    """The application: API, tables kept in `database`, page.

    Args:
        database: Where tables are kept, as `open_store` takes it.
        limits: What people from elsewhere may do.
        host: What it listens on: by this name, and by those of this machine, it may be called.
        warm: Whether to have processes ready before anybody asks.
    """
    app = FastAPI(
        title="Fireline",
        version=__version__,
        description=ABOUT,
        license_info={"name": "MIT", "identifier": "MIT"},
        docs_url=None,
        redoc_url=None,
        lifespan=partial(_running, warm=warm),
        separate_input_output_schemas=False,
        generate_unique_id_function=operation_id,
    )
    app.state.database, app.state.failed, app.state.opening = database, None, Quota(limits.tables)
    app.state.patience = limits.patience
    app.state.bringing = Quota(limits.models), Quota(SHARE if limits.models else 0)
    app.openapi = partial(openapi, app)  # type: ignore[method-assign]
    origins = [origin_in(origin) for origin in limits.origins]
    app.add_middleware(Guard, hosts=Hosts(limits.hosts, host), rate=limits.rate, origins=origins)
    answer_problems(app)
    app.include_router(library.health)
    for router in (routes_of_questions(), bringing.router, page.links, library.router, routes.router, live.router):
        app.include_router(router, prefix="/api/v1")
    page.mount(app)
    return app


@asynccontextmanager
async def _running(app: FastAPI, *, warm: bool) -> AsyncIterator[None]:
    try:
        store, key = await open_store(app.state.database), key_of(app.state.database)
        app.state.services = services = Services(store, key, app.state.patience)
        app.state.pictures = library.ExamplePictures(services.work)
    except BattleFileError as wrong:
        app.state.failed = wrong
        raise
    loading = asyncio.create_task(_warm(services)) if warm else None
    if not warm:
        services.work.ready.set()  # whoever is asked first gets ready then
    try:
        yield
    finally:
        if loading is not None:
            loading.cancel()
            with suppress(asyncio.CancelledError):
                await loading
        await services.close()


async def _warm(services: Services) -> None:
    """Have games and processes ready, while whoever comes already is answered."""
    await services.work.warm()
    await asyncio.to_thread(_load_games)
    services.work.ready.set()
    gc.freeze()  # what has been loaded stays: nobody need look for garbage in it
    gc.set_threshold(*RARELY)


def _load_games() -> None:
    for example in (one for one in examples().values() if not one.setup):
        with suppress(Exception):  # what is wrong with a game is told to whoever asks about it
            Battle.read(example.data, server_files())
