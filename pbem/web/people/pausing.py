"""Mail about a game paused by the link that is in every such mail, by a mail program or by hand, without signing in.

Opening the link changes nothing.  Only the POST that RFC 8058 describes comes without a form's secret token: all it can
do is pause mail.
"""

from flask import Blueprint, abort, render_template
from flask_babel import gettext as _

from pbem.service.outgoing.pausing import pause, pauses, resume
from pbem.service.queues.unsubscribing import NoSuchLink, PauseLink, pause_link
from pbem.web.door import services

pages = Blueprint("pausing", __name__, url_prefix="/mail")


@pages.get("/pause/<token>")
def look(token: str) -> str:
    """What the link would pause, or has paused."""
    return _page(token)


@pages.post("/pause/<token>")
def stop(token: str) -> str:
    """No mail about these games for now."""
    link = _link(token)
    for one in pauses(services(), link):
        pause(services(), one.game, link.player)
    return _page(token)


@pages.post("/resume/<token>")
def go_on(token: str) -> str:
    """Mail about these games again."""
    link = _link(token)
    for one in pauses(services(), link):
        resume(services(), one.game, link.player)
    return _page(token)


def _page(token: str) -> str:
    games = pauses(services(), _link(token))
    if not games:
        abort(404, _("The games of this link are gone."))
    return render_template("web/mail-pause.html", games=games, token=token, all_paused=all(g.paused for g in games))


def _link(token: str) -> PauseLink:
    try:
        return pause_link(services().config, token)
    except NoSuchLink as fault:
        abort(404, str(fault))
