"""The head of every table kept twice: in its row, and in a chain of heads over everything that is kept."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from fireline.server.store.chain import UPGRADE, NewLink, chained
from fireline.server.store.rows import SeatRow

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add them, and write down what is found: from here on it is known, what was before nobody can say."""
    op.execute("DROP TABLE IF EXISTS snapshots")  # which the first schema had, and nobody reads
    op.add_column("tables", sa.Column("head_seq", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("head_hash", sa.Text(), nullable=False, server_default=""))
    heads = op.create_table(
        "heads",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
    )
    op.create_index("heads_of_table", "heads", ["table_id", "kind", "key", "n"])
    connection = op.get_bind()
    chain = ""
    for n, link in enumerate(_found(connection), 1):
        row = chained(link, n, chain, UPGRADE)
        connection.execute(sa.insert(heads).values(row))
        chain = row["chain"]
        if link.seq:
            told = {"seq": link.seq, "hash": link.hash, "id": link.table_id}
            connection.execute(sa.text("UPDATE tables SET head_seq=:seq, head_hash=:hash WHERE id=:id"), told)


def _found(connection: sa.Connection) -> list[NewLink]:
    """Everything that there is, as links: the last event of each table, every seed, every seat, every shot."""
    last = sa.text(
        "SELECT e.table_id, e.seq, e.hash FROM events e WHERE e.seq = "
        "(SELECT max(seq) FROM events WHERE table_id = e.table_id) ORDER BY e.table_id"
    )
    links = [NewLink.of_log(*row) for row in connection.execute(last)]
    seeds = sa.text("SELECT table_id, commit_hash, seed FROM seeds ORDER BY table_id, commit_hash")
    links += [NewLink.of_seed(table, commit, bytes(seed)) for table, commit, seed in connection.execute(seeds)]
    seats = sa.text("SELECT table_id, name, token, grants, revoked FROM seats ORDER BY table_id, name")
    for table, name, token, grants, revoked in connection.execute(seats):
        seat = SeatRow(name=name, token=token, grants=json.loads(grants), revoked=bool(revoked))
        links.append(NewLink.of_seat(table, seat))
    shots = sa.text("SELECT id, body FROM shots ORDER BY id")
    return links + [NewLink.of_shot(id_, json.loads(body)) for id_, body in connection.execute(shots)]
