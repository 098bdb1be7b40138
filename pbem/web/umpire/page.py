"""The umpire's page of a game, its maps, and what its buttons do."""

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.mail.addresses import BadAddress
from pbem.reports.maps import chart_alt
from pbem.service.agreements.deputies import BadDeputy
from pbem.service.agreements.seating import SeatTaken
from pbem.service.campaigns.calls import called_in
from pbem.service.incoming.latemail import count_late, late_mails
from pbem.service.play.work import Work
from pbem.service.replay.beside import has_stages
from pbem.service.umpire.clerk import often, summary_of
from pbem.service.umpire.held import NotHeld, release_report
from pbem.service.umpire.overview import chart_now, overview_of
from pbem.service.umpire.rights import OF_ONE_SIDE, RIGHT_WORDS, RIGHTS, NotUmpire, side_words, sides_of
from pbem.service.umpire.seats import (
    BadUmpire,
    dismiss_co_umpire,
    give_up,
    hand_over,
    name_co_umpire,
    substitute,
    umpires_deputy,
    unseat,
)
from pbem.service.umpire.stopped import play_again
from pbem.service.umpire.timing import LONGEST_REASON, NoTime, extend_by_days, go_on, nudge, pause, run_now
from pbem.store.tables import MailId, PlayerId
from pbem.web.door import helped_game, need_me, services_looked, umpired_game
from pbem.web.game import pictures
from pbem.web.looks import sentence

pages = Blueprint("umpire", __name__)

MOST_DAYS = 30


@pages.get("/g/<game>/umpire")
def show(game: str) -> str:
    """Who is in, what to look at, what waits; the true map and the view of a side (eyes), for who may see them."""
    return _page(helped_game(game))


@pages.get("/g/<game>/umpire/map-<eyes>.svg")
def board(game: str, eyes: str) -> Response:
    """The field now, as a side sees it or (eyes: umpire) as it is."""
    work = umpired_game(game, "look")
    return pictures.answer(pictures.picture(chart_now(work, _eyes(work, eyes)), "whole"))


@pages.post("/g/<game>/umpire")
def act(game: str) -> Answer | tuple[str, int]:
    """What a button says; what was typed is given back where it is refused."""
    work, me = helped_game(game), need_me().id
    does = _acts(work.game, me).get(request.form.get("do", "").partition(" ")[0])
    if does is None:
        abort(400)
    try:
        said = does()
    except (NoTime, NotHeld, BadDeputy, BadUmpire, BadAddress, NotUmpire, SeatTaken) as fault:
        flash(sentence(str(fault)), "bad")
        return _page(work, request.form), 409
    flash(said, "ok")
    left = request.form["do"] in {"hand-over", "give-up"}
    return redirect(url_for("games.mine") if left else url_for("umpire.show", game=game, _anchor="main"), 303)


def _page(work: Work, typed: Mapping[str, str] | None = None) -> str:
    me = need_me()
    seen = overview_of(work, me.id, me.zone)
    looks = "look" in seen.rights
    wanted = request.args.get("eyes", "")
    eyes = next((one for one in work.chairs if one.seat == wanted), work.chairs[0])
    return render_template(
        "web/umpire/page.html", game=work.game, at=work.last_seq, seen=seen, eyes=eyes,
        typed=typed or {}, chairs=work.chairs,
        true_alt=chart_alt(chart_now(work, UMPIRE)) if looks else "",
        seat_alt=chart_alt(chart_now(work, eyes.seat)) if looks else "", looks=looks,
        right_words=RIGHT_WORDS, sides=_sides(work),
        of_one_side=[RIGHT_WORDS[one] for one in OF_ONE_SIDE], longest=LONGEST_REASON, often=often,
        day=summary_of(work, at_once="day" not in request.args) if looks else None,
        battles=called_in(work) if "rule" in seen.rights else (),
        late=late_mails(work) if "clock" in seen.rights else (),
        staged=looks and has_stages(work),
    )  # fmt: skip


def _sides(work: Work) -> list[tuple[str, str]]:
    """Each side with the titles of its seats."""
    return [(side, side_words(work, seats)) for side, seats in sides_of(work).items()]


def _eyes(work: Work, name: str) -> Seat:
    """Those of a side or the umpire's.  404 for none."""
    if name != UMPIRE and all(one.seat != name for one in work.chairs):
        abort(404)
    return Seat(name)


def _acts(game: GameId, me: PlayerId) -> Mapping[str, Callable[[], str]]:
    """What each button does, and what is said once it is done."""
    form = request.form
    word, reason = form.get("do", "").partition(" ")[2], form.get("reason", "")

    def nudged() -> str:
        nudge(services_looked(), game, Seat(word), me)
        return _("The reminder is on its way.")

    def extended() -> str:
        extend_by_days(services_looked(), game, _days(form.get("days", "")), reason, me)
        return _("The deadline is moved; the players have been told.")

    def paused() -> str:
        pause(services_looked(), game, form.get("until", "").strip(), reason, me)
        return _("The game is paused; the players have been told.")

    def resumed() -> str:
        go_on(services_looked(), game, reason, me)
        return _("The game goes on; the players have been told.")

    def played() -> str:
        fine = run_now(services_looked(), game, reason, me)
        return _("The turn is played.") if fine else _("The turn could not be played: the game is stopped.")

    def again() -> str:
        fine = play_again(services_looked(), game, reason, me, new_rules=bool(form.get("new-rules")))
        return _("The game goes on.") if fine else _("The game has stopped again: the reason stands above.")

    def released() -> str:
        release_report(services_looked(), game, Seat(word), me)
        return _("The report is on its way.")

    def counted() -> str:
        mail, _space, seat = word.partition(" ")
        return count_late(services_looked(), game, MailId(mail), Seat(seat), reason, me)

    return {
        "count": counted, "release": released, "nudge": nudged, "extend": extended, "pause": paused,
        "resume": resumed, "run": played, "again": again, **_seat_acts(game, me, word),
    }  # fmt: skip


def _seat_acts(game: GameId, me: PlayerId, word: str) -> Mapping[str, Callable[[], str]]:
    """Those about who umpires."""
    form = request.form
    address = form.get("address", "").strip()

    def handed() -> str:
        hand_over(services_looked(), game, address, me)
        return _("The seat is handed over; every player has been told.")

    def left() -> str:
        give_up(services_looked(), game, me)
        return _("You no longer umpire the game; every player has been told.")

    def named() -> str:
        rights = [one for one in RIGHTS if one in form.getlist("right")]
        sees = form.get("sees", "")
        if sees == "everything" and "look" not in rights:
            rights.insert(0, "look")
        name_co_umpire(services_looked(), game, address, rights, me, sees.partition("side ")[2])
        return _("The co-umpire is named.")

    def dismissed() -> str:
        dismiss_co_umpire(services_looked(), game, PlayerId(word), me)
        return _("The co-umpire is dismissed.")

    def unseated() -> str:
        seat, _space, to = word.partition(" ")
        unseat(services_looked(), game, Seat(seat), "aide" if to == "aide" else "open", form.get("reason", ""), me)
        return _("Done; every player has been told.")

    def seated() -> str:
        substitute(services_looked(), game, Seat(word), address, request.form.get("reason", ""), me)
        return _("The seat is theirs from now on; every player has been told.")

    def deputised() -> str:
        turns = _days(request.form.get("turns", ""))
        umpires_deputy(services_looked(), game, Seat(word), address, turns, request.form.get("reason", ""), me)
        return _("The deputy is named; both have been told.")

    return {
        "substitute": seated,
        "deputy": deputised,
        "unseat": unseated,
        "hand-over": handed,
        "give-up": left,
        "co-umpire": named,
        "dismiss": dismissed,
    }


def _days(text: str) -> int:
    """A number of days, or of turns.  Raises NoTime."""
    if not text.isdecimal() or not 1 <= int(text[:4]) <= MOST_DAYS:
        raise NoTime(_("write how many, 1 to %(most)s", most=MOST_DAYS))
    return int(text)
