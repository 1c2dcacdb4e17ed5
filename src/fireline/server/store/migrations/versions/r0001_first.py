"""The first schema: tables, events, seats, seeds, shots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    tables = _texts("name", "ruleset", "version", "created", "settings")
    op.create_table("tables", sa.Column("id", sa.Text(), primary_key=True), *tables)
    op.create_table(
        "events",
        *_texts("table_id"),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        *_texts("kind", "actor", "at", "body"),
        sa.Column("cmd_id", sa.Text()),
        *_texts("prev", "hash", "state"),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sa.UniqueConstraint("table_id", "cmd_id"),
        _of_table(),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        *_texts("table_id", "name", "token", "grants"),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "name"),
        _of_table(),
    )
    op.create_table(
        "seeds",
        *_texts("table_id", "commit_hash"),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "commit_hash"),
    )
    op.create_table("shots", sa.Column("id", sa.Text(), primary_key=True), *_texts("body"))


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _of_table() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"])
