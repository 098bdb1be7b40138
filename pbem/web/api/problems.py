"""Refusals as programs read them (RFC 9457): what happened, where, why, and what to do instead."""

from collections.abc import Mapping

import msgspec
from flask import Response, request, url_for

from pbem.web.api.ordershapes import FormLineShape, ReadingShape
from pbem.web.api.shapes import Out, VersionShape

TYPE = "application/problem+json"

KINDS: Mapping[str, tuple[int, str]] = {
    "no-key": (401, "No key that holds"),
    "unknown-address": (404, "There is no such address"),
    "not-there": (404, "There is no such thing"),
    "wrong-method": (405, "That cannot be done with this address"),
    "not-now": (409, "This cannot be done now"),
    "nothing-taken": (409, "Nothing in the text could be taken"),
    "changed": (412, "Other orders came in between"),
    "not-named": (428, "Other orders stand that this request does not name"),
    "gaps": (409, "Units have no order, or lines were not read"),
    "too-large": (413, "Too large"),
    "no-json": (415, "The body is not declared to be JSON"),
    "not-json": (400, "The body cannot be read"),
    "not-valid": (422, "Something in the request is not as it must be"),
    "too-often": (429, "Too many requests"),
    "our-fault": (500, "Something went wrong"),
    "closed": (503, "Briefly unavailable"),
}
"""Every kind of refusal: its status, and what it is called."""


class ProblemDetails(Out, omit_defaults=True):
    """A refusal.  type: its kind, an address that explains it.  title: what happened.  instance: where.  detail: why.

    instead: what to do.  reading: the text that was refused, read.  reference: to be quoted to the operator.
    Where other orders came in between: sent: what came with the request.  stands: what stands now.  both: one text of
    both, where no unit's orders were changed in both.  gaps: units without an order, each with what it does by default.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str
    instead: str
    reading: ReadingShape | None = None
    reference: str = ""
    sent: str | None = None
    stands: VersionShape | None = None
    both: str | None = None
    gaps: tuple[FormLineShape, ...] = ()


class RequestRefused(Exception):
    """A request that is refused."""

    def __init__(
        self, kind: str, why: str, instead: str, *, reading: ReadingShape | None = None, sent: str | None = None,
        stands: VersionShape | None = None, both: str | None = None, tag: str = "",
        gaps: tuple[FormLineShape, ...] = (),
    ) -> None:  # fmt: skip
        """kind: of ``KINDS``.  why: a sentence.  instead: what to do, a sentence.  reading: of a text refused.

        sent, stands, both: of orders that others came in between.  tag: ETag of what stands.
        """
        super().__init__(why)
        self.kind, self.why, self.instead, self.reading = kind, why, instead, reading
        self.sent, self.stands, self.both, self.tag = sent, stands, both, tag
        self.gaps = gaps


def answer(fault: RequestRefused, *, headers: Mapping[str, str] | None = None, reference: str = "") -> Response:
    """A refusal as an answer."""
    status, title = KINDS[fault.kind]
    body = ProblemDetails(
        type=url_for("api.explained", _external=False, _anchor=fault.kind), title=title, status=status,
        detail=fault.why, instance=request.path, instead=fault.instead, reading=fault.reading, reference=reference,
        sent=fault.sent, stands=fault.stands, both=fault.both, gaps=fault.gaps,
    )  # fmt: skip
    made = Response(encoded(body), status, mimetype=TYPE)
    made.headers.update(headers or {})
    return made


def encoded(body: object) -> bytes:
    """A value as JSON."""
    return msgspec.json.encode(body)
