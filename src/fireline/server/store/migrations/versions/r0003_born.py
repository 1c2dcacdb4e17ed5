"""A link in the chain of heads that every database has, so that one that was emptied is known from one that is new."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from fireline.server.store.chain import NewLink, chained

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Put it behind the last link."""
    connection = op.get_bind()
    last = connection.execute(sa.text("SELECT n, chain FROM heads ORDER BY n DESC LIMIT 1")).first()
    n, chain = last or (0, "")
    row = chained(NewLink.of_birth(), n + 1, chain)
    connection.execute(sa.insert(sa.table("heads", *map(sa.column, row))).values(row))
