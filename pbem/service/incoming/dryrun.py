"""What would become of a raw mail: told, and nothing of it kept.

Three ways, by what there is.  With a database the mail room itself handles the mail, in a transaction that is taken
back.  With a scenario the text is read as orders of a seat in its first turn.  With neither, the mail alone is read:
then no player is known, and what looks like orders is only reported.
"""

import secrets
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

from pbem.config import Config, ConfigError
from pbem.engine.ids import GameId, Seat
from pbem.engine.language.lines import lines as order_lines
from pbem.engine.orders import Reading
from pbem.mail import bounded
from pbem.mail.reader import MailReader, reader_of
from pbem.mail.reading import LARGEST, MailText
from pbem.mail.tokens import TurnRef
from pbem.rulesets import rule_sets
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.incoming.filing import orders_of, sender_of
from pbem.service.incoming.judging import judge
from pbem.service.incoming.mailcase import MailCase, about_turns, case_about, cases_of, read_mail
from pbem.service.incoming.mailroom import handle
from pbem.service.incoming.pending import TurnPlan, planned
from pbem.service.options import Options
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import BadGame, new_game
from pbem.service.play.turns import check
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.errors import StoreError
from pbem.store.rehearsal import rehearsal
from pbem.store.tables import InMail, InState

MOST_READ = LARGEST + 1
"""Bytes of a file that are read: one more than is ever taken for a mail."""


class LineTrouble(msgspec.Struct, frozen=True):
    """Something wrong with a line."""

    line: int
    """Number of the line, from 1."""

    text: str
    """The line as sent."""

    message: str


class TriedMail(msgspec.Struct, frozen=True, kw_only=True):
    """What handling a mail would give."""

    file: str

    by: Literal["database", "scenario", "reading"]
    """Who judged it: the mail room on a ``database``, the rules on a ``scenario``, or its ``reading`` alone."""

    state: InState
    """The state the mail room would give it; by ``reading`` alone a person's mail is ``held``."""

    kind: str
    """What kind of mail it is (`pbem.mail.reading.MailText`)."""

    why: str = ""
    """Why it is of that kind, where it is no person's mail."""

    note: str = ""
    """The note the mail room would store."""

    sender: str = ""

    game: str = ""

    seat: str = ""

    turn: int = 0
    """Number of the turn, as the seat counts; 0 for none."""

    lines: tuple[str, ...] = ()
    """The orders read, canonical; where none could be judged, the lines as sent that look like orders."""

    problems: tuple[LineTrouble, ...] = ()
    """The lines that an answer would call wrong."""

    notes: tuple[str, ...] = ()
    """What else an answer would say."""


def unreadable_file(file: str, why: str) -> TriedMail:
    """A file that is no mail."""
    return TriedMail(file=file, by="reading", state="quarantined", kind="unreadable", why=why)


# --- by reading alone ---------------------------------------------------------------------------------------------


def by_reading(us: MailReader, file: str, raw: bytes) -> TriedMail:
    """What a mail says by itself.  Never raises."""
    return _as_read(file, bounded.read(raw, us), "reading")


def _as_read(file: str, mail: MailText, by: Literal["database", "scenario", "reading"]) -> TriedMail:
    states: dict[str, InState] = {"person": "held", "machine": "ignored", "unreadable": "quarantined"}
    return TriedMail(
        file=file, by=by, state=states[mail.kind], kind=mail.kind, why=mail.why, sender=mail.sender,
        lines=_like_orders(mail), notes=mail.notes,
    )  # fmt: skip


def _like_orders(mail: MailText) -> tuple[str, ...]:
    """The lines that any seat of any game might read: of the plain text, else of the HTML, else of ``orders.txt``."""
    every = tuple(rule_sets().values())
    for text in (mail.text, mail.html, mail.attached):
        found = tuple(
            line.quote
            for line in order_lines(text)
            if any(rules.language.looks_like_order(line.quote) for rules in every)
        )
        if found:
            return found
    return ()


# --- by the rules, on a fresh battle ------------------------------------------------------------------------------


@contextmanager
def fresh_battle(scenario: str, seat: Seat, us: MailReader) -> Iterator[tuple[Services, TurnRef]]:
    """A battle just begun, in a database of its own that is gone afterwards, and the first turn of a seat.

    Raises BadScenario, BadGame.
    """
    with tempfile.TemporaryDirectory(prefix="pbem-dry-run-") as folder:
        file = Path(folder) / "pbem.sqlite3"
        config = Config(
            database_url=f"sqlite:///{file}", secret=secrets.token_hex(), data_dir=Path(folder),
            orders_address=us.orders_address, authserv_id=us.authserv_id,
        )  # fmt: skip
        services = Services(Database.open(config.database_url), config, compose=compose_mail)
        try:
            services.db.migrate()
            yield services, TurnRef(_begun(services, scenario, seat), seat, 1)
        finally:
            services.db.close()


def _begun(services: Services, scenario: str, seat: Seat) -> GameId:
    all_seats = services.scenarios(scenario, {}).scenario.seats
    if seat not in all_seats:
        raise BadGame(f"{scenario} has no seat {seat!r}; there are {', '.join(all_seats)}")
    players = {one: ensure_player(services, f"{one}@players.invalid", str(one)) for one in all_seats}
    return new_game(services, scenario, {**players}, Options(every=0))


def by_rules(services: Services, turn: TurnRef, file: str, raw: bytes) -> TriedMail:
    """What the rules of a fresh battle say of a mail's text, whatever its sender and addressee.  Raises StoreError."""
    with rehearsal(services.db) as db:
        services = replace(services, db=db)
        row = _stored(services, raw, ())
        mail = read_mail(services, row)
        tried = _as_read(file, mail, "scenario")
        if mail.kind != "person":
            return tried
        return _with_orders(services, tried, case_about(services, row, mail, turn), turn)


# --- by the mail room ---------------------------------------------------------------------------------------------


def by_mail_room(services: Services, file: str, raw: bytes, recipients: tuple[str, ...] = ()) -> TriedMail:
    """What the mail room would do with a mail that came now: it does so, and all of it is taken back.

    Raises StoreError where there is no database, or another writer keeps it.
    """
    with rehearsal(services.db) as db:
        services = replace(services, db=db)
        row = _stored(services, raw, recipients)
        mail = read_mail(services, row)
        tried = _as_read(file, mail, "database")
        for case in cases_of(services, row, mail) if row.state == "stored" else ():
            verdict = judge(services, case)
            if verdict.state is None and verdict.turn is not None:
                tried = _with_orders(services, tried, case, verdict.turn)
        became = handle(services, row.id)
        place = {"game": became.game or tried.game, "seat": became.seat or tried.seat}
        return msgspec.structs.replace(tried, **place, state=became.state, note=became.note)


def _stored(services: Services, raw: bytes, recipients: tuple[str, ...]) -> InMail:
    name = store_mail(services, raw, Envelope(None, recipients), services.clock.now(), "ingest")
    with services.db.reading() as session:
        return session.get_one(InMail, name)


def _with_orders(services: Services, tried: TriedMail, case: MailCase, turn: TurnRef) -> TriedMail:
    """With the orders read for a turn, after those for the turns of other seats."""
    case = case if case.turns else about_turns(services, case, (turn,))
    typed = orders_of(services, case, turn)
    plan = planned(services, turn, sender_of(case), typed.text, case.row.arrived_at)
    checked = check(services, turn.game, turn.seat, plan.now) if typed.refused is None else None
    reading = checked.reading if checked else None
    had = tried if tried.game else msgspec.structs.replace(tried, lines=())
    note = typed.refused[0].title if typed.refused else checked.why if checked else ""
    return msgspec.structs.replace(
        had, game=had.game or turn.game, seat=had.seat or turn.seat, turn=had.turn or turn.turn,
        state=_state(reading, plan), note=note, lines=(*had.lines, *_orders(reading)),
        problems=(*had.problems, *_troubles(reading)), notes=(*had.notes, *typed.remarks, *plan.said),
    )  # fmt: skip


def _state(reading: Reading | None, plan: TurnPlan) -> InState:
    if reading is None or not (reading.understood or reading.controls or plan.later):
        return "rejected"
    return "partly" if reading.problems or plan.unkept else "accepted"


def _orders(reading: Reading | None) -> tuple[str, ...]:
    if reading is None:
        return ()
    return (*(f"{one.code} {one.order}".strip() for one in reading.understood), *reading.controls)


def _troubles(reading: Reading | None) -> tuple[LineTrouble, ...]:
    return (
        tuple(LineTrouble(one.line, one.quote, one.reason) for one in reading.problems) if reading is not None else ()
    )


# --- many files ---------------------------------------------------------------------------------------------------


def dry_run(
    files: Iterable[str], env: Mapping[str, str], scenario: str = "", seat: str = "", recipients: tuple[str, ...] = ()
) -> Iterator[TriedMail]:
    """What would become of the mail in each file (``-`` for standard input), in their order.  No file makes it raise.

    env: settings, as for the whole program; without a secret or a database mails are only read.  Raises BadScenario,
    BadGame for a scenario or a seat that is not there.
    """
    us = MailReader(env.get("PBEM_ORDERS_ADDRESS") or Config.orders_address, env.get("PBEM_AUTHSERV_ID", ""))
    if scenario:
        with fresh_battle(scenario, Seat(seat), us) as (services, turn):
            yield from _each(files, us, partial(by_rules, services, turn))
        return
    try:
        config = Config.from_environment(env)
    except ConfigError as fault:
        yield from _each(files, us, partial(_by_reading, us, str(fault)))
        return
    services = Services(Database.open(config.database_url), config, compose=compose_mail)
    try:
        yield from _each(files, us, partial(_by_mail_room, services, recipients))
    finally:
        services.db.close()


def _by_reading(us: MailReader, why: str, file: str, raw: bytes) -> TriedMail:
    """Read alone, since the mail room could not be asked: the first words of why go with it."""
    note = f"the mail room was not asked: {why.partition(';')[0]}"
    return msgspec.structs.replace(by_reading(us, file, raw), note=note)


def _by_mail_room(services: Services, recipients: tuple[str, ...], file: str, raw: bytes) -> TriedMail:
    try:
        return by_mail_room(services, file, raw, recipients)
    except StoreError as fault:
        us = reader_of(services.config)
        return _by_reading(us, str(fault), file, raw)


def _each(files: Iterable[str], us: MailReader, judged: Callable[[str, bytes], TriedMail]) -> Iterator[TriedMail]:
    for file in files:
        try:
            raw = _bytes_of(file)
        except (OSError, ValueError) as fault:
            said = fault.strerror if isinstance(fault, OSError) else ""
            yield unreadable_file(file, f"the file could not be read: {said or fault}")
            continue
        if not raw.strip():
            yield unreadable_file(file, "the file is empty: there is no mail in it")
            continue
        try:
            yield judged(file, raw)
        except Exception as fault:  # noqa: BLE001 - one mail stops no other; the mail room would put it aside too
            why = f"handling it failed: {type(fault).__name__}: {str(fault)[:200]}"
            yield msgspec.structs.replace(by_reading(us, file, raw), state="quarantined", why=why)


def _bytes_of(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(MOST_READ)
    with Path(file).open("rb") as opened:
        return opened.read(MOST_READ)
