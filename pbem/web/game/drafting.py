"""Keeping what a form holds as its seat's draft, and asking which orders count where others came in between."""

from flask import render_template, request

from pbem.service.model.gamepage import GamePage
from pbem.service.play.clashes import OrdersClash, clash_with_draft, clash_with_version, says_nothing_new
from pbem.service.play.drafts import Basis, basis_of, draft_in, foreign_draft, keep_draft
from pbem.service.play.work import Work
from pbem.web.door import services


def basis_sent() -> Basis | None:
    """What the form's text was begun from: its fields ``base`` and ``serial``; None where it names nothing."""
    return basis_of(request.form.get("base", ""), request.form.get("serial", ""))


def keep(work: Work, page: GamePage, text: str, stored: str | None = None) -> tuple[str, OrdersClash | None]:
    """Keep a text as the draft of its seat, or say what it would overwrite; then nothing is kept.

    stored: what is kept of it (default: all).  Returns the form's ``base`` from now on, too.
    """
    basis, seat = basis_sent(), page.seat
    stored = text if stored is None else stored
    if basis is None:
        revision, _ = keep_draft(services(), page.game, seat, page.turn, stored)
        return Basis(page.version, revision).token, None
    if says_nothing_new(work, seat, text, basis.version) and basis.version != page.version:
        return basis.token, None
    clash = clash_with_version(work, seat, text, basis.version)
    if clash is not None:
        return basis.token, clash
    now = Basis(page.version, basis.draft, basis.writer, basis.serial)
    revision, draft = keep_draft(services(), page.game, seat, page.turn, stored, now)
    if draft is None:
        return Basis(page.version, revision).token, None
    if says_nothing_new(work, seat, text, basis.version):
        return basis.token, None
    return basis.token, clash_with_draft(work, seat, text, basis.version, draft)


def clash_with_page(work: Work, page: GamePage, text: str) -> OrdersClash | None:
    """A draft of another open page that filing this text would lose."""
    basis = basis_sent()
    if basis is None:
        return None
    draft = foreign_draft(services(), page.game, page.seat, page.turn, text, basis)
    return None if draft is None else clash_with_draft(work, page.seat, text, basis.version, draft)


def forget(page: GamePage, version: int, text: str = "") -> None:
    """After a text was filed as that version: only what still needs the player stays as a draft.

    The page that sent it stays its writer, so that a check it sent before and that arrives later changes nothing.
    """
    sent = basis_sent() or Basis()
    now = Basis(version, _revision(page), sent.writer, sent.serial)
    keep_draft(services(), page.game, page.seat, page.turn, text, now)


def clash_page(page: GamePage, clash: OrdersClash, act: str) -> tuple[str, int]:
    """Both texts, and a button for each.  act: what was to be done with mine (a button of the form)."""
    base = Basis(page.version, _revision(page)).token
    keeps = act in {"save", "ready"}
    return render_template(
        "web/clash.html", page=page, clash=clash, base=base, act=act if keeps else "keep",
        both_act="save" if keeps else "keep", signed_in=True,
    ), 409  # fmt: skip


def _revision(page: GamePage) -> int:
    with services().db.reading() as session:
        had = draft_in(session, page.game, page.seat, page.turn)
    return had.revision if had else 0
