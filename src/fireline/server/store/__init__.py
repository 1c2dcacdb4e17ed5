"""Where tables are kept: SQLite on one machine, or PostgreSQL shared by several servers."""
