"""Keys for programs: made for one of my seats and shown once, listed, taken back."""

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from pbem.engine.ids import GameId, Seat
from pbem.service.people.keys import LONGEST_NAME, NoKey, keys_of, make_key, seats_for_keys, take_back
from pbem.web.door import need_me, services
from pbem.web.looks import sentence

pages = Blueprint("keys", __name__, url_prefix="/account/keys")


@pages.get("")
def listed() -> str:
    """My keys, and a form for a new one."""
    return _page()


@pages.post("")
def make() -> Response | Answer:
    """Make a key.  It is shown in the answer itself: nothing keeps it, not even the cookie of a redirect."""
    game, _slash, seat = request.form.get("seat", "").partition("/")
    try:
        key = make_key(services(), need_me().id, GameId(game), Seat(seat), request.form.get("name", ""))
    except NoKey as fault:
        flash(sentence(str(fault)), "bad")
        return redirect(url_for("keys.listed"), 303)
    answer = make_response(_page(key))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.post("/take-back")
def revoke() -> Answer:
    """A key is good for nothing from now on."""
    name = take_back(services(), need_me().id, request.form.get("key", ""))
    if name:
        flash(_("The key “%(name)s” has been revoked and no longer works.", name=name), "ok")
    else:
        flash(_("There is no such key; perhaps it has been taken back already."), "warn")
    return redirect(url_for("keys.listed"), 303)


def _page(made: str = "") -> str:
    player = need_me()
    return render_template(
        "web/keys.html", player=player, keys=keys_of(services(), player.id), seats=seats_for_keys(services(),
        player.id),
        made=made, wanted=request.args.get("game", ""), longest=LONGEST_NAME, base=services().config.base_url,
    )  # fmt: skip
