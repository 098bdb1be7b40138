"""Your mail: where a player's mails go and come from, when, about which games, and what became of those he sent."""

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId, Seat
from pbem.mail.addresses import LONGEST, BadAddress
from pbem.service.accounts.preferences import your_mail
from pbem.service.agreements.deputies import BadDeputy, dismiss_deputy, name_deputy
from pbem.service.options import OptionsError
from pbem.service.outgoing.digest import set_digest
from pbem.service.outgoing.pausing import pause, resume
from pbem.service.people.addresses import AddressRefused, addresses_of, ask_address, register_address, remove_address
from pbem.service.people.seats import PlayerCard
from pbem.service.queues import deliverability
from pbem.service.queues.quiet import set_quiet
from pbem.web.doing import do
from pbem.web.door import my_seat, need_me, services

pages = Blueprint("mail", __name__, url_prefix="/mail")

REFUSALS = (AddressRefused, BadAddress, BadDeputy, OptionsError)


@pages.get("")
def show() -> str:
    """How a player's mail stands, and what he can change."""
    me = need_me()
    return render_template("web/mail.html", mail=your_mail(services(), me.id), player=me)


@pages.post("/addresses")
def addresses() -> Response:
    """Add, remove or register an address, or say that mail arrives at one again."""
    me, email = need_me(), _email()
    return do(
        {
            "add": lambda: _added(me, email),
            "remove": lambda: _removed(me, email),
            "register": lambda: _registered(me, email),
            "found": lambda: _found(me, email),
        },
        url_for("mail.show", _anchor="addresses"), *REFUSALS,
    )  # fmt: skip


@pages.post("/times")
def times() -> Response:
    """When mails come."""
    me = need_me()
    return do({"save": lambda: _timed(me)}, url_for("mail.show", _anchor="times"), *REFUSALS)


@pages.post("/games/<game>")
def game(game: str) -> Response:
    """Pause a game's mail or have it again, name a deputy or dismiss him."""
    me = need_me()
    where, seat = my_seat(game)
    email = _email()
    from_its_page = request.form.get("back") == "game"
    back = url_for("games.show", game=game) if from_its_page else url_for("mail.show", _anchor="games")
    return do(
        {
            "pause": lambda: _paused(where, me),
            "resume": lambda: _resumed(where, me),
            "name": lambda: _named(where, seat, email, me),
            "dismiss": lambda: _dismissed(where, seat, email, me),
        },
        back, *REFUSALS,
    )  # fmt: skip


# --- what is done -------------------------------------------------------------------------------------------------


def _email() -> str:
    """The address of a form: no more of it than an address can have and still be told."""
    return request.form.get("email", "").strip()[: LONGEST + 1]


def _added(me: PlayerCard, email: str) -> str:
    asked = ask_address(services(), me.id, email)
    return _(
        "A mail went to %(email)s. Press the button behind its link within three days; until then it does not count.",
        email=asked,
    )


def _removed(me: PlayerCard, email: str) -> str:
    remove_address(services(), me.id, email)
    return _("%(email)s is no longer one of your addresses.", email=email)


def _registered(me: PlayerCard, email: str) -> str:
    register_address(services(), me.id, email)
    return _("Your mails go to %(email)s from now on.", email=email)


def _found(me: PlayerCard, email: str) -> str:
    if not any(one.email == email for one in addresses_of(services(), me.id)):
        raise AddressRefused(_("%(email)s is not one of your addresses.", email=email))
    again = deliverability.found(services(), email)
    if again:
        return _("Mails go to %(email)s again. Sent once more: %(number)s.", email=email, number=again)
    return _("Mails go to %(email)s again.", email=email)


def _timed(me: PlayerCard) -> str:
    """Each is checked before it is written; what was right before something wrong stands."""
    given = {name: request.form.get(name, "").strip() for name in ("quiet_from", "quiet_to", "digest_at")}
    set_quiet(services(), me.id, given["quiet_from"], given["quiet_to"])
    set_digest(services(), me.id, given["digest_at"])
    return _("Saved. It holds for mails from now on.")


def _paused(where: GameId, me: PlayerCard) -> str:
    pause(services(), where, me.id)
    return _("Mails of that game are paused. Its deadlines still count: check its page in time.")


def _resumed(where: GameId, me: PlayerCard) -> str:
    resume(services(), where, me.id)
    return _("Its mails come to you again.")


def _named(where: GameId, seat: Seat, email: str, me: PlayerCard) -> str:
    first, last = (request.form.get(name, "").strip() for name in ("first", "last"))
    if not (first.isdecimal() and last.isdecimal() and len(first + last) < 12):
        raise BadDeputy(_("write the first and the last turn as numbers, for example 5 and 7"))
    name_deputy(services(), where, seat, email, int(first), int(last), me.id)
    return _(
        "%(email)s may order in your place in turns %(first)s to %(last)s. Both of you have been told by mail.",
        email=email, first=int(first), last=int(last),
    )  # fmt: skip


def _dismissed(where: GameId, seat: Seat, email: str, me: PlayerCard) -> str:
    dismiss_deputy(services(), where, seat, email, me.id)
    return _("%(email)s is no longer your deputy. Saved orders stay until you change them.", email=email)
