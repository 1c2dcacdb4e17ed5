"""What a store asks of the database that keeps it: statements by name, and jobs that are kept whole or not at all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias

from fireline.server.store.heads import NewLink, chained
from fireline.server.store.rows import Notice
from fireline.server.store.statements import Statement

Row: TypeAlias = dict[str, Any]


class Transaction(ABC):
    """A transaction as a job sees it; what is to be linked and told is so at its end."""

    def __init__(self, say: dict[str, Statement], *, again: bool = False) -> None:
        self.say, self.again = say, again
        """Whether the transaction was tried before and lost, so that nobody knows whether it was kept."""
        self._links: list[NewLink] = []
        self.news: list[Notice] = []
        """What to tell whoever listens once it is kept."""

    @abstractmethod
    def ask(self, said: str, /, **values: Any) -> list[Row]:
        """The rows that answer a statement."""

    @abstractmethod
    def do(self, said: str, /, **values: Any) -> int:
        """Carry out a statement; gives how many rows it changed."""

    def link(self, *new: NewLink) -> None:
        """Put links behind the chain of heads."""
        self._links += new

    def end(self) -> None:
        """Write the links: nobody else writes meanwhile."""
        if not self._links:
            return
        last = self.ask("last_link")
        n, chain = (last[0]["n"], last[0]["chain"]) if last else (0, "")
        for number, one in enumerate(self._links, n + 1):
            row = chained(one, number, chain)
            chain = row["chain"]
            self.do("add_link", **row)


Job: TypeAlias = Callable[[Transaction], Any]
"""Reads and writes in a transaction and does nothing else, since it may be tried again."""


class Database(ABC):
    """A database, open; everything raises `DatabaseError` where it cannot be read or written."""

    address: str
    """Where it is, as it may be told to people: without a password."""

    @abstractmethod
    async def ask(self, said: str, /, **values: Any) -> list[Row]:
        """The rows that answer a statement."""

    @abstractmethod
    async def write(self, jobs: Sequence[Job]) -> list[Any]:
        """What comes of jobs in one transaction, once it is safe; where one raises, nothing of them all is kept.

        There is one transaction that writes at a time, whoever else shares the database.
        """

    @abstractmethod
    def listen(self) -> AbstractAsyncContextManager[AsyncIterator[Notice]]:
        """News of every append from now on, by this process or another that shares the database."""

    @abstractmethod
    def check(self) -> None:
        """Raise `DatabaseError` where it is known without asking that nothing can be kept any more."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of it."""
