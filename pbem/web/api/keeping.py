"""What a program sent for a game whose journal is damaged: kept as its seat's draft, the one thing that can be done."""

import msgspec
from flask import g, request

from pbem.engine.ids import GameId
from pbem.service.people.keys import KeyHolder
from pbem.service.play.drafts import keep_draft, turn_after_reports
from pbem.store.errors import StoreError
from pbem.web.door import services
from pbem.web.texts import lines_of

KEPT = "What you sent is kept as your draft."
THEN = "Wait until the game goes on; GET /draft has it then."

_ORDERS = {"api.send_orders", "api.put_draft"}
"""The calls whose text is orders."""


class _Sent(msgspec.Struct):
    text: str = ""


def keep_what_came(game: GameId) -> bool:
    """Whether a call brought orders, and they could be kept."""
    holder: KeyHolder | None = g.get("holder")
    if holder is None or request.endpoint not in _ORDERS:
        return False
    try:
        text = lines_of(msgspec.json.decode(request.get_data(), type=_Sent).text)
        if text.strip():
            keep_draft(services(), game, holder.seat, turn_after_reports(services(), game, holder.seat), text)
    except (msgspec.DecodeError, StoreError):
        return False
    return bool(text.strip())
