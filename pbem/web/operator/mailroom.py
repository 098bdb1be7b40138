"""The mail room, for the operator: every mail that came in or goes out, and what can be done about it."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.reports.times import both
from pbem.service.incoming import byhand, mailroom
from pbem.service.incoming.byhand import CannotTake, UnknownMail
from pbem.service.incoming.settling import MailOutcome
from pbem.service.incoming.strangers import dismiss_strangers, strangers
from pbem.service.operator import outbook
from pbem.service.operator.mailbook import SHOWS, TOLD, MailFilter, in_words, mails_in
from pbem.service.operator.mailsheet import MailSheet, mail_in, raw_mail, seats_to_assign
from pbem.service.operator.mailstate import mail_state
from pbem.service.operator.outbook import mail_out, mails_out, send_again
from pbem.service.outgoing.alarm import ClockRuns, let_run, open_alarms
from pbem.service.outgoing.outbox import hold_mail
from pbem.service.outgoing.sentmail import NoMail
from pbem.service.play.work import UnknownGame
from pbem.service.queues.deliverability import found, lost_addresses
from pbem.store.tables import MailId
from pbem.web.door import need_me, need_operator, services
from pbem.web.looks import sentence

OPERATOR = "the operator"
"""Who says so, in journals and in the notes of mails."""

Found = TypeVar("Found")

pages = Blueprint("mailroom", __name__, url_prefix="/mailroom")


@pages.before_request
def only_the_operator() -> None:
    """404 for every other player."""
    need_operator()


@pages.get("")
def came_in() -> str:
    """The mails that came in, newest first."""
    show = next((one for one in SHOWS if one == request.args.get("show")), SHOWS[0])
    sender = request.args.get("sender", "").strip()[:200]
    wanted = MailFilter(show, request.args.get("game", ""), sender, _page())
    now = services().clock.now()
    return render_template(
        "web/mailroom.html", book=mails_in(services(), need_me().id, wanted), zone=need_me().zone,
        strangers=len(strangers(services(), now)) if show == "needs" else 0, now=now,
    )  # fmt: skip


@pages.post("")
def dismiss_all() -> Answer:
    """Dismiss the mails of strangers that had arrived when the list was made: later ones were not shown."""
    try:
        until = from_iso(request.form.get("until", ""))
    except ValueError:
        abort(400)
    count = dismiss_strangers(services(), until, OPERATOR)
    flash(_("Mails from unknown senders dismissed: %(count)s. They are kept.", count=count), "ok")
    return redirect(url_for("mailroom.came_in"), 303)


@pages.get("/in/<mail>")
def show(mail: str) -> str:
    """A mail that came in."""
    return _sheet(_found(mail))


@pages.post("/in/<mail>")
def act(mail: str) -> Answer:
    """Read it again, take it as orders of a seat, or dismiss it; what came of it is said on its page."""
    name = MailId(mail)
    acts: dict[str, Callable[[], MailOutcome]] = {
        "retry": lambda: mailroom.retry(services(), name),
        "release": lambda: byhand.release(services(), name, OPERATOR),
        "assign": lambda: byhand.assign(services(), name, *_chosen_seat(), OPERATOR),
        "dismiss": lambda: byhand.dismiss(services(), name, OPERATOR),
    }
    do = acts.get(request.form.get("do", "")) or abort(400)
    try:
        outcome = _or_404(do)
        why = in_words(outcome.note) if outcome.state != "quarantined" else ""  # a fault may quote what was read
        fine = outcome.state in {"accepted", "partly", "ignored"}
        flash(f"{TOLD[outcome.state]}{f': {why}' if why else ''}.", "ok" if fine else "warn")
    except (CannotTake, UnknownGame) as fault:
        flash(sentence(str(fault)), "bad")
    return redirect(url_for("mailroom.show", mail=mail), 303)


@pages.post("/in/<mail>/text")
def unhide(mail: str) -> str:
    """Its text, although it may be an enemy's; the log says who looked."""
    return _sheet(_found(mail, unhide=True))


@pages.get("/in/<mail>/raw")
def raw(mail: str) -> Response | Answer:
    """Its bytes as they arrived, to be kept as a file; a hidden one's are had by its button only."""
    data = _or_404(lambda: raw_mail(services(), need_me(), MailId(mail)))
    return _download(mail, data) if data is not None else redirect(url_for("mailroom.show", mail=mail), 303)


@pages.post("/in/<mail>/raw")
def unhide_raw(mail: str) -> Response:
    """The same of one that is hidden."""
    data = _or_404(lambda: raw_mail(services(), need_me(), MailId(mail), unhide=True))
    assert data is not None  # nothing is kept back from who asks so
    return _download(mail, data)


@pages.get("/out")
def going_out() -> str:
    """The mails that go out, newest first."""
    wanted = next((one for one in outbook.SHOWS if one == request.args.get("show")), outbook.SHOWS[0])
    return render_template("web/mailroom-out.html", book=mails_out(services(), wanted, _page()), zone=need_me().zone)


@pages.get("/out/<mail>")
def show_out(mail: str) -> str:
    """What became of a mail that went out; not what it says."""
    return render_template("web/mailroom-out-mail.html", mail=_or_404(lambda: mail_out(services(), mail)),
                           zone=need_me().zone)  # fmt: skip


@pages.post("/out/<mail>")
def again(mail: str) -> Answer:
    """Send it again."""
    card = _or_404(lambda: send_again(services(), mail))
    if card.state == "queued":
        flash(_("It goes out again to %(to)s with the next mails.", to=card.to), "ok")
    else:
        flash(_("It is on its way or has arrived, as far as we know; nothing was changed."), "warn")
    return redirect(url_for("mailroom.show_out", mail=mail), 303)


@pages.get("/state")
def state() -> str:
    """What waits, and whom no mail reaches."""
    return render_template(
        "web/mailroom-state.html", state=mail_state(services()), lost=lost_addresses(services()),
        alarms=open_alarms(services()),
        zone=need_me().zone,
    )  # fmt: skip


@pages.post("/state")
def change() -> Answer:
    """Let a clock run, take an address for good again, hold a game's mails or let them go."""
    game, address = GameId(request.form.get("game", "")), request.form.get("address", "")
    acts: dict[str, Callable[[], str]] = {
        "run": lambda: _run_on(game),
        "found": lambda: _found_again(address),
        "hold": lambda: _hold(game, held=True),
        "let go": lambda: _hold(game, held=False),
    }
    do = acts.get(request.form.get("do", "")) or abort(400)
    try:
        flash(do(), "ok")
    except (ClockRuns, UnknownGame) as fault:
        flash(sentence(str(fault)), "bad")
    return redirect(url_for("mailroom.state"), 303)


# --- what is done -------------------------------------------------------------------------------------------------


def _run_on(game: GameId) -> str:
    due = let_run(services(), game, OPERATOR)
    return _("The deadline counts again: %(due)s.", due=both(due, need_me().zone))


def _found_again(address: str) -> str:
    again = found(services(), address)
    if again:
        return _("Mails go to %(email)s again. Sent once more: %(number)s.", email=address, number=again)
    return _("Mails go to %(email)s again.", email=address)


def _hold(game: GameId, *, held: bool) -> str:
    hold_mail(services(), game, held)
    return (
        _("The mails of %(game)s are held until you release them.", game=game)
        if held
        else _("The mails of %(game)s are sent again.", game=game)
    )


def _chosen_seat() -> tuple[GameId, Seat]:
    """What the list of seats sends: a game and a seat."""
    game, _, seat = request.form.get("seat", "").partition(" ")
    return GameId(game), Seat(seat)


def _sheet(sheet: MailSheet) -> str:
    seats = seats_to_assign(services()) if sheet.can_be_taken else ()
    return render_template("web/mailroom-mail.html", mail=sheet, seats=seats, zone=need_me().zone)


def _found(mail: str, *, unhide: bool = False) -> MailSheet:
    return _or_404(lambda: mail_in(services(), need_me(), MailId(mail), unhide=unhide))


def _or_404(look: Callable[[], Found]) -> Found:
    try:
        return look()
    except (UnknownMail, NoMail):
        abort(404, _("There is no such mail."))


def _download(mail: str, data: bytes) -> Response:
    """As plain text and as a file: nothing in it is ever shown by a browser."""
    answer = Response(data, mimetype="text/plain")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{mail[:16]}.eml.txt")
    return answer


def _page() -> int:
    given = request.args.get("page", "")
    return min(max(int(given), 1), 10_000) if given.isdecimal() and given.isascii() else 1
