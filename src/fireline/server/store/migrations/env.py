"""Runs migrations on the connection that it is handed; `fireline db upgrade` calls it, and so does a new database."""

from __future__ import annotations

from alembic import context

from fireline.server.store.schema import SCHEMA

if __name__ == "env_py":  # the name that Alembic runs it by
    context.configure(connection=context.config.attributes["connection"], target_metadata=SCHEMA)
    with context.begin_transaction():
        context.run_migrations()
