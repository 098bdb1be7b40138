"""What an operation of the API is, and a call of one: whose key it came with, what it names and brings."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

import msgspec
from werkzeug.datastructures import ETags

from pbem.service.incoming.copies import told_beside
from pbem.service.model.gamepage import GamePage
from pbem.service.people.keys import KeyHolder
from pbem.service.play.pages import page_now
from pbem.service.play.turns import Alongside
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services


class Query(msgspec.Struct, forbid_unknown_fields=True):
    """The parameters of an operation: none."""


Q = TypeVar("Q", bound=Query)
"""Struct of an operation's parameters."""

B = TypeVar("B")
"""Shape of what a call brings; None for nothing."""


class Call(Generic[Q, B]):
    """A call.  holder: whose key it came with.  number: of the report that its address names; None for the latest.

    if_match: the versions it was begun from; None where it names none.
    """

    def __init__(
        self,
        services: Services,
        holder: KeyHolder,
        number: int | None,
        query: Q,
        body: B,
        if_match: ETags | None = None,
    ) -> None:
        """query: its parameters."""
        self.services, self.holder, self.number, self.query, self.body = services, holder, number, query, body
        self.if_match = if_match

    @cached_property
    def work(self) -> Work:
        """The game, opened once a call."""
        return open_game(self.services, self.holder.game)

    @cached_property
    def page(self) -> GamePage:
        """The game as the seat sees it, with the report that the address names.  Raises NoReport."""
        return page_now(self.work, self.holder.seat, self.number)

    def alongside(self, text: str) -> Alongside | None:
        """What is mailed to the seat's own player when his deputy's program sends something."""
        return told_beside(self.services, self.holder.game, self.holder.seat, self.holder.player, text)


AnyCall = Call[Any, Any]


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """An operation of the API."""

    name: str
    """Its operationId in the OpenAPI document."""

    method: Literal["GET", "POST", "PUT"]

    path: str
    """Its path below ``/api/1``; ``{number}`` stands for that of a report."""

    does: str
    """What it does, in one line."""

    act: Callable[[AnyCall], Any]
    """Does it; gives a value of the shape ``gives``, or a whole answer where that is no JSON."""

    gives: Any
    """Shape of its answer, or a media type."""

    more: str = ""
    """What else is to be known."""

    query: type[Query] = Query
    """Its parameters."""

    body: Any = None
    """Shape of the body it takes; None for none."""

    body_needed: bool = True

    refuses: Mapping[int, str] = {}
    """Statuses of its own refusals, with the reason."""

    often: str = ""
    """How often a key may call it, where that is not as usual."""

    tag: Callable[[AnyCall], str] | None = None
    """Makes the ETag of its answer, where the answer is the version of something that can be changed."""

    matched: bool = False
    """Whether it heeds If-Match."""
