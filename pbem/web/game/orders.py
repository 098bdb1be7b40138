"""Orders from the form of a game's page: checked while they are written, saved, made final, taken back."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from pbem.engine.ids import GameId, Seat
from pbem.service.incoming.copies import told_beside
from pbem.service.model.gamepage import GamePage
from pbem.service.people.hints import no_more_hints
from pbem.service.people.seats import NoWord, add_word
from pbem.service.play.gaps import forgotten, said_of_lines
from pbem.service.play.ordersheet import asked_now, filled_form, sheet_of, with_line, without
from pbem.service.play.pages import page_now, seat_of
from pbem.service.play.turns import LONGEST_TEXT, Receipt, check_in, submit
from pbem.service.play.work import Work, open_game
from pbem.web.door import by_htmx, my_game, my_seat, need_me, services
from pbem.web.errors import ErrorPage, keep_sent
from pbem.web.game import drafting, standing
from pbem.web.looks import Looks, sentence
from pbem.web.texts import lines_of

pages = Blueprint("orders", __name__)

DOOR = "web"
SAVE = {"save": False, "ready": True, "ready-as-is": True}
"""What the buttons of the form say of being final; the last submits although units have no order."""

WORDS = {"not-ready": "not ready", "withdraw": "withdraw", "extend": "extend"}
"""Buttons that send a control word and no orders."""


@pages.post("/g/<game>/check")
def check(game: str) -> str | Response:
    """Read what is being written, keep it as a draft, and say how it is understood."""
    work, seat = my_game(game)
    page = page_now(work, seat)
    return _sheet(work, page, edited(work, page, sent())) if is_open(page) else _gone(page)


@pages.post("/g/<game>/orders")
def send(game: str) -> str | Response | tuple[str, int]:
    """What a button of the form says: save, ready, a line of its own, or a control word."""
    work, seat = my_game(game)
    act = request.form.get("do", "")
    if act in WORDS:
        return _done(_submitted(work, seat, WORDS[act], None, _turn(), whole=False), "")
    if act == "answer":
        return _answered(work, seat, request.form.get("words", "").strip() or request.form.get("answer", ""))
    page = page_now(work, seat)
    if not is_open(page):
        return closed(page, sent()) if act != "carry" else _gone(page)
    if act == "no-hints":
        no_more_hints(services(), need_me().id)
    text = edited(work, page, sent())
    if act in SAVE:
        clash = drafting.clash_with_page(work, page, text)
        if clash is not None:
            return drafting.clash_page(page, clash, "ready" if SAVE[act] else "save")
        return _asked_first(work, page, text, act) or _filed(work, page, text, ready=SAVE[act])
    if act == "fill":
        text = filled_form(page)
    if by_htmx():
        return _sheet(work, page, text)
    _base, clash = drafting.keep(work, page, text)
    if clash is not None:
        return drafting.clash_page(page, clash, act)
    return _to(work.game, "orders", opened=_opened())


@pages.post("/g/<game>/word")
def word(game: str) -> Response:
    """Add a word to the seed of the dice."""
    where, seat = my_seat(game)
    try:
        add_word(services(), where, seat, request.form.get("word", ""))
        flash(_("Your word has been added to the seed of the dice."), "ok")
    except NoWord as fault:
        flash(sentence(str(fault)), "bad")
    return _to(where, "report")


# --- what was sent ------------------------------------------------------------------------------------------------


def sent() -> str:
    """The text of the form, its lines ended one way, without what no line can hold."""
    return lines_of(request.form.get("text", ""))


def edited(work: Work, page: GamePage, text: str) -> str:
    """The text with what was chosen beside it: standing orders, a line on a button, an order taken back."""
    text = standing.chosen(work, page, text)
    line, fix, drop = (request.form.get(name, "") for name in ("line", "fix", "drop"))
    if drop:
        return without(work, page.seat, text, drop.split("+"))
    if fix:
        number, _, line = fix.partition(" ")
        return with_line(work, page.seat, text, line, int(number)) if number.isdecimal() and _one_line(line) else text
    line = line or _to_place()
    return with_line(work, page.seat, text, line) if line and _one_line(line) else text


def _to_place() -> str:
    """A line for any place, with the place that was written beside its button; '' for none."""
    line = request.form.get("to", "")
    place = request.form.get(f"place-{line.partition(' ')[0]}", "").strip()
    return line.replace("{place}", place) if place else ""


def _opened() -> str:
    """The unit whose card stays open: the one that was opened, or whose button was pressed."""
    line = request.form.get("line", "") or request.form.get("to", "")
    pressed = line.partition(" ")[0] or request.form.get("drop", "")
    return request.form.get("show", "") or pressed


def _one_line(text: str) -> bool:
    return len(text) <= LONGEST_TEXT and "\n" not in text and "\r" not in text


def _turn() -> int | None:
    """The turn the form was made for."""
    given = request.form.get("turn", "")
    return int(given) if given.isdecimal() else None


def is_open(page: GamePage) -> bool:
    """Whether orders are wanted, of the turn the form was made for."""
    return page.ask is not None and _turn() in {None, page.turn}


# --- what is answered ---------------------------------------------------------------------------------------------


def _submitted(
    work: Work, seat: Seat, text: str, ready: bool | None, turn: int | None, *, whole: bool = True
) -> Receipt:
    """A text, handed in; the seat's own player is mailed what a deputy sends."""
    by = need_me().id
    game, beside = work.game, told_beside(services(), work.game, seat, by, text)
    basis = drafting.basis_sent() if whole else None
    base = basis.version if basis else None
    return submit(
        services(), game, seat, text, DOOR, by, ready, turn=turn, whole=whole, base=base, alongside=beside, opened=work,
    )  # fmt: skip


def _filed(work: Work, page: GamePage, text: str, *, ready: bool) -> Response | tuple[str, int]:
    """Save a sheet.  What was typed stays as a draft while a line of it needs the player or is no order."""
    game, seat, turn = page.game, page.seat, page.turn
    if text.strip() and _says_nothing(work, seat, text):
        drafting.keep(work, page, text)
        return _to(game, "orders")
    receipt = _submitted(work, seat, text, ready, turn)
    if receipt.clash is not None:
        return drafting.clash_page(
            page_now(open_game(services(), game), seat), receipt.clash, "ready" if ready else "save"
        )
    if receipt.outcome in {"filed", "played", "nothing"}:
        drafting.forget(page, receipt.stands.number if receipt.stands else 0, text if _keeps(receipt) else "")
    return _done(receipt, text)


def _asked_first(work: Work, page: GamePage, text: str, act: str) -> Response | None:
    """The page with a question whether to submit although something may be forgotten; None where nothing is."""
    if act != "ready":
        return None
    sheet = sheet_of(work, page, text)
    if sheet.too_long or forgotten(work, page.seat, asked_now(work, page.seat), sheet.reading) is None:
        return None
    _base, clash = drafting.keep(work, page, text)
    if clash is not None:
        return None
    return redirect(url_for("games.show", game=page.game, tab="orders", confirm=1), 303)


def _answered(work: Work, seat: Seat, answer: str) -> Response | tuple[str, int]:
    """A single question: the page then shows what is asked next."""
    game = work.game
    if not answer.strip():
        flash(_("Choose one of the answers."), "warn")
        return _to(game, "orders")
    if _says_nothing(work, seat, answer):
        return _to(game, "orders")
    receipt = _submitted(work, seat, answer, True, _turn())
    if receipt.clash is not None:
        return drafting.clash_page(page_now(open_game(services(), game), seat), receipt.clash, "ready")
    return _done(receipt, answer, "" if receipt.waiting.you else "report")


def _says_nothing(work: Work, seat: Seat, text: str) -> bool:
    """Whether nothing in a text can be taken: being ready must not then mean what acts without orders."""
    reading = check_in(work, seat, text).reading
    if reading is None or reading.understood or reading.controls:
        return False
    why = [f"“{one.quote}”: {sentence(one.reason)}" for one in reading.problems if one.holds_up]
    said = (_("Nothing in your text could be taken, so nothing has changed."), *why, said_of_lines(reading.left_out))
    flash(" ".join(filter(None, said)), "warn")
    return True


def _done(receipt: Receipt, text: str, played: str = "report") -> Response | tuple[str, int]:
    """Back to the page, with what was done said there; an error page when the text could not be taken at all.

    played: the tab to be shown once the turn has been played.
    """
    if receipt.outcome in {"closed", "late", "not asked", "stopped", "over", "too long"}:
        return _refused(receipt, text)
    said = " ".join(receipt.said)
    if receipt.outcome == "played" and receipt.told:
        said = _("The turn has been played.")
    stands = receipt.stands
    if receipt.outcome == "filed" and stands is not None:
        final = _("Version %(number)s of your orders is submitted.", number=stands.number)
        open_still = _("Version %(number)s of your orders is saved and not submitted.", number=stands.number)
        said = f"{final if stands.final else open_still} {said}"
    if receipt.reading is not None:
        said += " " + said_of_lines(receipt.reading.left_out)
    flash(said.strip(), "ok" if receipt.taken and not _keeps(receipt) else "warn")
    if seat_of(services(), receipt.game, need_me().id) is None:  # it was the last turn of a deputy
        return redirect(url_for("games.mine"), 303)
    return _to(receipt.game, played if receipt.outcome == "played" else "orders")


def _keeps(receipt: Receipt) -> bool:
    """Whether a text says more than its orders: lines that need the player, or that are no orders."""
    return receipt.reading is not None and bool(receipt.reading.problems or receipt.reading.unread)


def _to(game: GameId, tab: str, opened: str = "") -> Response:
    """Back to the page: to a tab of it, or to where the button says (``?back=``)."""
    back = request.args.get("back", "")
    if back == "standing-page":
        return redirect(url_for("standing.show", game=game), 303)
    tab = "standing" if back == "standing" else tab
    where = url_for("games.show", game=game, tab=tab or None, open=opened or None, _anchor="card" if opened else None)
    return redirect(where, 303)


def _sheet(work: Work, page: GamePage, text: str) -> str:
    """The form as it stands now: for htmx, which takes from it what it needs.

    The draft is kept even when it is wrong: it is what the player would miss.
    """
    sheet = sheet_of(work, page, text)
    base, clash = page.base, None
    if not sheet.too_long:
        base, clash = drafting.keep(
            work, page, text, text if sheet.unsaved or sheet.reading.unread or not page.stands else ""
        )
    return render_template(
        "web/parts/live.html", page=page_now(work, page.seat), sheet=sheet, looks=Looks(page), opened=_opened(),
        base=base, clash=clash,
    )  # fmt: skip


def _gone(page: GamePage) -> Response:
    """The turn is not open any more: the whole page is shown anew."""
    where = url_for("games.show", game=page.game)
    if by_htmx():
        answer = Response(status=204)
        answer.headers["HX-Redirect"] = where
        return answer
    return redirect(where, 303)


def _refused(receipt: Receipt, text: str) -> tuple[str, int]:
    if receipt.outcome == "stopped" and text.strip() and keep_sent(receipt.game, text):
        return _kept(receipt.game, " ".join(receipt.said))
    trouble = ErrorPage(
        title=_("Your orders were not taken"), what=" ".join(receipt.said), text=text,
        done=_("Nothing from this text was applied.") if text else "",
        can=_("See how the game stands. Your text is below, if you want to copy it.") if text
        else _("See how the game stands."),
        button=(_("Go to the game"), url_for("games.show", game=receipt.game)),
    )  # fmt: skip
    return trouble.page(), 413 if receipt.outcome == "too long" else 409


def _kept(game: GameId, why: str) -> tuple[str, int]:
    """Orders for a game that is stopped."""
    trouble = ErrorPage(
        title=_("This game is stopped"), what=why,
        done=_("Your orders are kept as a draft: you will find them here when the game goes on."),
        can=_("There is nothing you need to do. Your other games are not affected."),
        button=(_("Go to the game"), url_for("games.show", game=game)),
    )  # fmt: skip
    return trouble.page(), 409


def closed(page: GamePage, text: str) -> tuple[str, int]:
    """A form of an earlier turn: nothing is put into the new one unasked.  One for a stopped game is kept."""
    if page.state == "stopped" and text.strip() and keep_sent(page.game, text):
        why = _(
            "%(game)s has been stopped: the program could not play it on. The operator has been told.", game=page.title
        )
        return _kept(page.game, why)
    open_now = page.ask is not None
    done = (
        _("Nothing from this text was played. It is kept below.") if text else _("Nothing from this text was played.")
    )
    return render_template("web/closed.html", page=page, text=text, done=done, open_now=open_now, signed_in=True), 409
