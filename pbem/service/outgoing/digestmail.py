"""A digest as bytes: the games as they stand now, and the reports that have waited, each whole.

What its reader may not see any more (he has left the seat, or is no deputy now) is not in it.
"""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

import msgspec

from pbem.engine.chart import Chart
from pbem.engine.ids import GameId, Seat, Seq
from pbem.mail.addresses import tagged
from pbem.mail.bodytext import quotable
from pbem.mail.compose import Outgoing, compose
from pbem.mail.envelope import envelope_sender
from pbem.mail.ics import calendar
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.reports.digests import Detail, DigestEntry, digest_letter
from pbem.reports.letter import HTML_BYTES, Letter, letter_html, letter_text, sent_size
from pbem.reports.times import local
from pbem.service.model.gamepage import GamePage
from pbem.service.model.mails import Composed
from pbem.service.outgoing.wording import SITE, deadline_entries, heading_of, id_of, report_of, with_maps, without_maps
from pbem.service.play.letters import letters_of_rows, letters_with
from pbem.service.play.pages import page_of
from pbem.service.play.work import Work, open_game
from pbem.service.queues.unsubscribing import pause_url
from pbem.service.services import Services
from pbem.store.tables import NO_GAME, MailKey, OutMail, Player, mail_key

replace = msgspec.structs.replace

NO_TURN = TurnRef(NO_GAME, Seat(""), 0)
DETAILS: tuple[Detail, ...] = ("whole", "brief", "list")


class DigestMail(msgspec.Struct, frozen=True, kw_only=True):
    """A digest to be written."""

    player: Player

    recipient: str

    turn: TurnRef
    """The only open turn, which an answer gives orders for; of no game where none or several are open."""

    key: MailKey

    composed: Composed

    reports: tuple[tuple[GameId, MailKey], ...]
    """The mails it takes the place of."""

    deadline: datetime | None
    """The earliest deadline in it; None for none."""


class _Told(msgspec.Struct, frozen=True):
    """A game in a digest."""

    page: GamePage
    """As it stands now, after the entry ``at``."""

    entry: DigestEntry

    charts: dict[str, Chart]
    """By the names of their pictures."""

    rows: tuple[OutMail, ...]

    at: Seq


def digest_mail(services: Services, player: Player, rows: Iterable[OutMail]) -> DigestMail | None:
    """The digest of a player's reports that wait; None when there is nothing in them that he may see."""

    def place(row: OutMail) -> tuple[str, str]:
        return row.game, row.seat

    told: list[_Told] = []
    for (game, seat), some in groupby(sorted(rows, key=lambda row: (place(row), row.turn)), key=place):
        work = open_game(services, GameId(game))
        seen = [row for row in some if _may_see(work, player, row)]
        if seen:
            told.append(_told(services, work, Seat(seat), player, seen))
    if not told:
        return None
    return _made(services, player, told)


def _may_see(work: Work, player: Player, row: OutMail) -> bool:
    """Whether a mail's reader is told of its turn still, and of the turn that is open now."""
    seat = Seat(row.seat)
    turns = (row.turn, work.desk.turns.get(seat, row.turn))
    return all(any(one.player == player.id for one in work.addressees(seat, turn)) for turn in turns)


def _told(services: Services, work: Work, seat: Seat, player: Player, rows: list[OutMail]) -> _Told:
    page = page_of(work, seat, zone=player.zone)
    heading, config = heading_of(services.config, page), services.config
    reports, charts, penned = [], {}, letters_of_rows(work, seat, rows)
    for row in rows:
        if row.kind in {"extended", "letter"}:
            continue
        one = page_of(work, seat, row.turn - 1, player.zone)
        report = replace(report_of(heading, one), letters=letters_with(work, seat, row.turn - 1))
        penned = tuple(letter for letter in penned if letter not in report.letters)
        name = f"map-{row.message_id[3:11]}"
        charts[name] = one.chart
        url = f"{heading.game_url}/turns/{one.number}"
        reports.append((report if one.latest else replace(report, form=(), ask=""), name, url))
    turn = TurnRef(page.game, seat, page.turn)
    address = tagged(config.orders_address, tokens_of(config).reply(turn)) if page.ask else ""
    entry = DigestEntry(
        heading=heading, wanted=page.waiting.you, address=address, reports=tuple(reports), letters=penned
    )
    return _Told(page, entry, charts, tuple(rows), work.last_seq)


def _made(services: Services, player: Player, told: list[_Told]) -> DigestMail:
    config, now = services.config, services.clock.now()
    entries = tuple(one.entry for one in told)
    day = local(now, player.zone).partition(",")[0]
    open_turns = [TurnRef(one.page.game, one.page.seat, one.page.turn) for one in told if one.page.ask]
    turn = open_turns[0] if len(open_turns) == 1 else NO_TURN
    revision = f"{player.id}-{now:%Y%m%dT%H%M%S}"
    message_id = id_of(config, turn.game, turn.turn, turn.seat, "digest", revision)
    shown = _shown(entries, day)
    text, html = letter_text(digest_letter(entries, day)), letter_html(shown)
    recipient = told[-1].rows[-1].recipient
    mail = Outgoing(
        message_id=message_id, at=now, sender=config.orders_address, sender_name=SITE, to=recipient,
        to_name=player.name, subject=f"{SITE}: all your battles", text=text, html=html, kind="digest",
        reply_to=next((one.entry.address for one in told if one.page.ask and turn is not NO_TURN), ""),
        list_id=f"digest.{config.mail_domain}",
        calendar=calendar((one for game in told for one in deadline_entries(config, game.page, game.at)), now),
        unsubscribe=pause_url(config, player.id, dict.fromkeys(one.page.game for one in told)),
    )  # fmt: skip
    charts = {name: chart for one in told for name, chart in one.charts.items() if f"cid:{name}@" in html}
    deadlines = [one.page.due.at for one in told if one.page.due and one.page.waiting.you]
    drawn = with_maps(mail, charts) if charts else compose(mail)
    return DigestMail(
        player=player, recipient=recipient, turn=turn, key=mail_key(turn.turn, turn.seat, "digest", revision),
        composed=Composed(
            drawn or compose(without_maps(mail, shown)), message_id, envelope_sender(config, message_id),
            quotable(text, html),
        ),
        reports=tuple((row.game, row.key) for one in told for row in one.rows),
        deadline=min(deadlines, default=None),
    )  # fmt: skip


def _shown(entries: tuple[DigestEntry, ...], day: str) -> Letter:
    """What the HTML shows: as much of each report as is not cut off.  The text is whole in any case."""
    letters = [digest_letter(entries, day, detail) for detail in DETAILS]
    return next((one for one in letters if sent_size(letter_html(one)) <= HTML_BYTES), letters[-1])
