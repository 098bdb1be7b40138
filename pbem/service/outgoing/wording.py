"""A seat's page as a letter, and a letter as the bytes that are sent."""

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

import msgspec

from pbem.config import Config
from pbem.engine.chart import Chart
from pbem.engine.countrychart import CountryChart
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.tablechart import TableChart
from pbem.mail.addresses import tagged
from pbem.mail.bodytext import quotable
from pbem.mail.compose import REFERENCES, Outgoing, compose
from pbem.mail.envelope import envelope_sender
from pbem.mail.ics import CalendarEntry, calendar
from pbem.mail.tokens import Tokens, TurnRef, tokens_of
from pbem.reports import report as reports
from pbem.reports.letter import MAP, Letter, Para, Quote, Section, letter_html, letter_text
from pbem.reports.letters import (
    SignInMail,
    begun_letter,
    extended_letter,
    late_letter,
    reminder_letter,
    report_letter,
    signin_letter,
)
from pbem.reports.maps import render_png
from pbem.reports.times import both
from pbem.reports.unseen import visible
from pbem.service.model.gamepage import GamePage
from pbem.service.model.mails import KEPT_MEANWHILE, Composed, MailMatter, Undrawn
from pbem.service.options import Missed
from pbem.service.queues.deliverability import HELD_BACK
from pbem.service.queues.unsubscribing import pause_url
from pbem.store.tables import mail_key

replace = msgspec.structs.replace

SITE = "Battles by Post"
MOST_NAMED = 2
"""Opponents whom a subject names; of more it names none, so that a telephone shows what the mail is about."""
LARGEST = 5 * 1024 * 1024
"""Bytes of a whole mail, as it is sent: some mail servers take no more."""


class MapSize(NamedTuple):
    """How large the map of a mail is drawn."""

    widths: tuple[int, ...]
    """Pixels: the first whose mail is small enough; the last however large it is."""

    mail: int
    """Bytes of the whole mail, if they can be kept to."""


HEX_MAP = MapSize((1200, 800), LARGEST)
TABLE_MAP = MapSize((1200, 1000, 800), 130_000)
COUNTRY_MAP = MapSize((960, 800, 640), 150_000)
"""Its rivers, hills and names take more bytes."""

SIGN_IN_MINUTES = 20

MISSED: dict[Missed, str] = {
    "standing orders": "At the deadline your standing orders acted; without them, the defaults in the order form.",
    "aide": "At the deadline the aide-de-camp gave your orders, as agreed when the game was set up.",
    "wait": "",
}
SILENCE: dict[Missed, str] = {
    "standing orders": "When time is up, your standing orders act; without them, the defaults.",
    "aide": "When time is up, the aide-de-camp gives your orders.",
    "wait": "The game waits for you; the other side is told that it waits.",
}


def compose_mail(config: Config, matter: MailMatter) -> Composed:
    """A mail, made once: its bytes are what every try sends."""
    letter, page = letter_of(config, matter), matter.page
    message_id = id_of(config, matter.game, matter.turn, matter.seat, matter.kind, matter.revision)
    text, html = letter_text(letter), letter_html(letter)
    outgoing = Outgoing(
        message_id=message_id,
        at=matter.at,
        sender=config.orders_address,
        sender_name=page.title if page else SITE,
        to=matter.to.address,
        to_name=matter.to.name,
        subject=subject_of(letter, page),
        text=text,
        html=html,
        kind=matter.kind,
        calendar=_calendar(config, matter),
        reply_to=reply_address(config, tokens_of(config), matter),
        list_id=f"{matter.game}.{config.mail_domain}" if matter.game else "",
        unsubscribe=_unsubscribe(config, matter),
        thread=thread(config, matter.game, matter.turn, matter.seat) if page and matter.seat else (),
    )
    sender = envelope_sender(config, message_id)
    if page and matter.kind in {"begun", "report", "over"}:
        undrawn, plain = Undrawn(outgoing, {MAP: page.chart}), without_maps(outgoing, letter)
        return Composed(compose(plain), message_id, sender, quotable(text, ""), undrawn)
    return Composed(compose(outgoing), message_id, sender, quotable(text, html))


def without_maps(mail: Outgoing, letter: Letter) -> Outgoing:
    """A mail that leaves its maps to the web."""
    return replace(mail, html=letter_html(letter, pictures=False))


def with_maps(mail: Outgoing, charts: Mapping[str, Chart]) -> bytes | None:
    """A mail with its maps: large, else smaller, so that it can be sent everywhere; None where they have no room.

    charts: by the names of the letter's pictures.  Only the part where units stand is drawn, without title and legend,
    that a telephone shows it large enough; a link leads to the whole.
    """
    size = map_size(charts.values())
    for width in size.widths:
        pictures = {name: _picture(render_png, chart, width) for name, chart in charts.items()}
        raw = compose(replace(mail, pictures=pictures))
        if len(raw) <= (LARGEST if width == size.widths[-1] else min(size.mail, LARGEST)):
            return raw
    return None


def map_size(charts: Iterable[Chart]) -> MapSize:
    """How large the maps of a mail are drawn."""
    kinds = {type(chart) for chart in charts}
    return COUNTRY_MAP if CountryChart in kinds else TABLE_MAP if TableChart in kinds else HEX_MAP


@lru_cache(maxsize=16)
def _picture(drawn: Callable[..., bytes], chart: Chart, width: int) -> bytes:
    """A map as PNG.  A mail made again (for another address, after a step that was taken back) shows the same."""
    return drawn(chart, width, crop="fight", furniture=False)


def letter_of(config: Config, matter: MailMatter) -> Letter:
    """What a mail says."""
    if matter.letter is not None:
        return matter.letter
    if matter.kind == "sign-in":
        return signin_letter(SignInMail(name=matter.to.name, url=matter.link, minutes=SIGN_IN_MINUTES))
    if matter.kind == "stopped":
        return _stopped_letter(matter)
    page = matter.page
    if page is None:
        raise ValueError(f"a mail of the kind {matter.kind} is about a seat's page")
    heading = heading_of(config, page)
    if matter.kind == "begun":
        return begun_letter(report_of(heading, page), page.ahead)
    if matter.kind in {"report", "over"}:
        return report_letter(replace(report_of(heading, page), letters=matter.penned))
    if matter.kind == "reminder":
        sent = reports.OrdersVersion(page.stands.number, page.stands.door, page.stands.at) if page.stands else None
        return reminder_letter(
            reports.Reminder(heading=heading, form=page.form, sent=sent, silence=SILENCE[page.silence])
        )
    if matter.kind == "extended":
        return extended_letter(heading)
    until = page.due.grace_told if page.due and page.silence != "wait" else ""
    return late_letter(reports.Late(heading=heading, form=page.form, until=until, silence=SILENCE[page.silence]))


def heading_of(config: Config, page: GamePage) -> reports.Heading:
    """What every mail about a game has; answers to orders too."""
    running = page.state == "running" and page.ask is not None
    return reports.Heading(
        game=page.title,
        rules=page.rules_title,
        side=page.seat_title,
        players=tuple((one.title, one.name) for one in page.parties),
        turn=page.turn_name if running else "",
        question="?" in page.asked,
        due=page.due.at if page.due else None,
        waits=page.clock_waits,
        grace=both(page.due.at + timedelta(hours=page.grace), page.zone) if page.due and page.grace else "",
        zone=page.zone,
        now=page.now,
        game_url=f"{config.base_url}/g/{page.game}",
        help_url=f"{config.base_url}/help/orders/{page.rules}",
        rules_url=f"{config.base_url}/rules/{page.rules}",
        code=tokens_of(config).code(TurnRef(page.game, page.seat, page.turn)) if running else "",
        number=page.turn,
        extensions=page.extensions_left,
        forms=page.order_forms,
    )


def report_of(heading: reports.Heading, page: GamePage) -> reports.Report:
    """A page as a report."""
    words = ", ".join(f"{word} ({seat})" for seat, word in page.words)
    return reports.Report(
        heading=heading,
        number=page.number,
        told=page.told,
        chart=page.chart,
        form=page.form,
        ask=page.asked,
        parcels=page.parcels or "",
        missed=MISSED[page.silence] if page.missed_last else "",
        missed_others=missed_words(page),
        commitment=page.commitment if page.number == 0 else "",
        seed=page.seed,
        dice_note=f"Words added to the seed: {words}." if words else "",
    )


def missed_words(page: GamePage) -> str:
    """What the report says of other players who missed the turn, '' where none did."""
    if not page.missed_others:
        return ""
    who = " and ".join(page.missed_others)
    instead = "the aide-de-camp gave their orders" if page.silence == "aide" else "their standing orders were used"
    return f"Orders from {who} did not arrive in time: {instead}."


def subject_of(letter: Letter, page: GamePage | None) -> str:
    """``Harrow Down, South v North (Bob Barlow): round 5: orders by Wed 25 Nov``: which game, and what it is.

    Threads are kept by the ids a mail names, not by its subject.
    """
    if page is None:
        return f"{SITE}: {letter.title}"
    others = [one for one in page.parties if not (one.mine or one.fellow)]
    names = [one.title if one.aide or not one.name else f"{one.title} ({one.name})" for one in others]
    against = f" v {' and '.join(names)}" if len(names) <= MOST_NAMED else ""
    sides = f", {page.seat_title}{against}" if names else ""
    said = letter.subject or f"{letter.title[:1].lower()}{letter.title[1:]}"
    whole = f"{page.title}{sides}: {said}"
    return "".join(char if char.isprintable() else " " for char in visible(whole))[:200]


def id_of(config: Config, game: GameId, turn: int, seat: Seat, kind: str, revision: str = "0") -> str:
    """The Message-ID of a mail of ours."""
    return ids_of(config, game, turn, seat, kind, revision)[0]


def ids_of(config: Config, game: GameId, turn: int, seat: Seat, kind: str, revision: str = "0") -> tuple[str, ...]:
    """The Message-IDs a mail of ours may have gone out with: an earlier one by a secret that was used then."""
    return tokens_of(config).message_ids(f"{game}/{mail_key(turn, seat, kind, revision)}", config.mail_domain)


def thread(config: Config, game: GameId, turn: int, seat: Seat) -> tuple[str, ...]:
    """The reports before the one of a turn: a seat's first, and as many of the last as make ten ids."""
    ids = [ids_of(config, game, one, seat, "report") for one in range(1, turn)]
    root = ids[0] if ids else ()
    later = [one for some in ids[1:] for one in reversed(some)]
    return (*root, *later[len(root) - REFERENCES :])


def reply_address(config: Config, tokens: Tokens, matter: MailMatter) -> str:
    """Where an answer to a mail goes: with the token of its turn while that turn is open.

    A mail to an umpire carries one too, in whose place of a turn stands the number of a question, or 0.
    """
    if matter.seat == UMPIRE:
        return tagged(config.orders_address, tokens.reply(TurnRef(matter.game, UMPIRE, matter.turn)))
    if matter.page is None or matter.page.ask is None:
        return ""
    local, _, domain = config.orders_address.rpartition("@")
    return f"{local}+{tokens.reply(TurnRef(matter.game, matter.seat, matter.turn))}@{domain}"


def _unsubscribe(config: Config, matter: MailMatter) -> str:
    """Where mail of that kind can be paused: what tells of a game, not what a player has just asked for."""
    if matter.kind not in HELD_BACK or not matter.to.player:
        return ""
    return pause_url(config, matter.to.player, [matter.game])


def _calendar(config: Config, matter: MailMatter) -> str:
    if matter.page is None or matter.kind not in {"report", "extended", "pact", "seat", "missed"}:
        return ""
    number = matter.revision.partition("-")[0]  # of the entry that moved the deadline; a deputy's copy adds his id
    return calendar(deadline_entries(config, matter.page, int(number) if number.isdecimal() else 0), matter.at)


def deadline_entries(config: Config, page: GamePage, sequence: int) -> tuple[CalendarEntry, ...]:
    """The calendar entry of a page's deadline, if there is one.  sequence: of its newest version the largest."""
    if page.due is None:
        return ()
    uid = f"{page.game}.{page.turn}.{page.seat}@{config.mail_domain}"
    what = f"{page.title}: orders for {page.turn_name}"
    url = f"{config.base_url}/g/{page.game}"
    return (CalendarEntry(uid=uid, due=page.due.at, summary=what, url=url, sequence=sequence),)


def _stopped_letter(matter: MailMatter) -> Letter:
    cure = (
        "Mend the cause: put in a version of the program that plays the game as it began, or report the fault to its "
        f'authors. Then let the game go on with: pbem resume {matter.game} --reason "what was mended"'
    )
    change = (
        "If a rule has been changed on purpose, you can accept that this game goes on by the new one from the entry "
        f'named above: pbem resume {matter.game} --accept --reason "what was changed". Its earlier turns stay as they '
        "were played."
    )
    return Letter(
        kicker=f"{matter.game}. For the operator.",
        title="A game is stopped",
        lead=(f"{matter.game} has been stopped: the program could not play it on. Your other games go on.",),
        sections=(
            Section("What went wrong", (Quote(matter.text),)),
            Section("What to do", (Para(cure), Para(change), Para(KEPT_MEANWHILE))),
        ),
        preheader=f"{matter.game} waits for you; your other games go on.",
    )
