"""A seat's own pages as an umpire sees them: read only, with no form and no secret token, under a bar that says so."""

import re
from functools import partial
from typing import Any

from flask import Blueprint, abort, current_app, render_template
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from pbem.engine.ids import Seat
from pbem.service.replay.replay import Closed
from pbem.service.umpire.looking import note_look
from pbem.service.umpire.rights import OF_ONE_SIDE, may, seats_seen
from pbem.web.door import need_me, see_as, services, umpired_game
from pbem.web.replay.replay import closed

pages = Blueprint("eyes", __name__)
pages.register_error_handler(Closed, closed)

READABLE = frozenset({
    *("games.show", "games.turn", "games.board", "board.ground", "glances.of_game"),
    *("talk.letters", "talk.table", "replay.show", "replay.ground", "questions.show", "versions.show", "dice.show"),
    *("debrief.show", "downloads.drawing", "downloads.printed", "downloads.show"),
})  # fmt: skip
"""The pages of a seat that an umpire may see."""

_FORM = re.compile(r"<form\b[^>]*>", re.IGNORECASE)
_KEPT = re.compile(r" (?:class|id)=\"[^\"]*\"")
_HIDDEN = re.compile(r"<input\b[^>]*type=\"hidden\"[^>]*>")
_SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL | re.IGNORECASE)
_FIELD = re.compile(r"<(button|input|select|textarea)\b")


@pages.get("/g/<game>/as/<seat>", defaults={"rest": ""})
@pages.get("/g/<game>/as/<seat>/<path:rest>")
def look(game: str, seat: str, rest: str) -> Response:
    """A page of a seat, as its player sees it."""
    work, me = umpired_game(game, "look", one_side=True), need_me().id
    seats = seats_seen(work, me)
    if all(one.seat != seat for one in seats):
        abort(404)
    where = f"/g/{game}/{rest}".rstrip("/")
    endpoint, values = _page_at(where)
    if endpoint not in READABLE:
        abort(404)
    note_look(services(), work, Seat(seat), me)
    see_as(work.game, Seat(seat))
    answer = current_app.make_response(current_app.ensure_sync(current_app.view_functions[endpoint])(**values))
    prefix = f"/g/{game}"
    if "Location" in answer.headers:
        answer.headers["Location"] = _moved(answer.headers["Location"], prefix, seat)
    if answer.mimetype == "text/html":
        title = work.chair(Seat(seat)).title
        whole = may(work, me, "look")
        rights = [] if whole else [one for one in OF_ONE_SIDE if may(work, me, one, one_side=True)]
        bar = render_template(
            "web/umpire/bar.html",
            game=game, title=title, seat=seat, chairs=seats, rest=rest, whole=whole, rights=rights,
        )  # fmt: skip
        answer.set_data(read_only(answer.get_data(as_text=True), prefix, seat, bar))
        answer.headers["Cache-Control"] = "no-store"
    return answer


def read_only(html: str, prefix: str, seat: str, bar: str) -> str:
    """A page without scripts, forms and tokens, its fields switched off, its links staying with the seat's eyes.

    A link to what only a player can have, such as a file of his, is no link.

    prefix: address of the game, ``/g/harrow-down``.  bar: what is put at its top, after the link that skips to the
    page.
    """
    html = _SCRIPT.sub("", _HIDDEN.sub("", html))
    html = _FORM.sub(lambda found: f"<div{''.join(_KEPT.findall(found[0]))}>", html).replace("</form>", "</div>")
    html = _FIELD.sub(r"<\1 disabled", html)
    html = re.sub(rf'((?:href|src)=")({re.escape(prefix)}(?=["/?#])[^"]*)"', partial(_to_eyes, prefix, seat), html)
    head, skip, rest = html.partition('<a class="skip"')
    link, end, rest = rest.partition("</a>")
    return f"{head}{skip}{link}{end}{bar}{rest}"


def _to_eyes(prefix: str, seat: str, found: re.Match[str]) -> str:
    if _page_at(re.split("[?#]", found[2])[0])[0] not in READABLE:
        return 'aria-disabled="true"'
    return f'{found[1]}{_moved(found[2], prefix, seat)}"'


def _page_at(path: str) -> tuple[str, dict[str, Any]]:
    """What answers at an address, and the values that are in it; '' for nothing."""
    try:
        endpoint, values = current_app.url_map.bind("localhost").match(path, method="GET")
    except (NotFound, MethodNotAllowed, RequestRedirect):
        return "", {}
    return str(endpoint), dict(values)


def _moved(url: str, prefix: str, seat: str) -> str:
    """An address within the game, as seen with the seat's eyes."""
    return f"{prefix}/as/{seat}{url.removeprefix(prefix)}" if url.startswith(prefix) else url
