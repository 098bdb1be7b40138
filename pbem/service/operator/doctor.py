"""The doctor: looks at settings, store, relay, mailbox and names, then sends mails to itself; says what holds."""

import shutil
import smtplib
import ssl
from collections.abc import Iterator
from itertools import chain
from urllib.parse import urlsplit

from sqlmodel import select

from pbem.config import Config
from pbem.mail.envelope import envelope_sender
from pbem.mail.imap import Trouble
from pbem.mail.inspection import InspectedMailbox, MailboxSays, relay_says
from pbem.mail.lookups import Names
from pbem.mail.relay import connect
from pbem.mail.tokens import CONFIRM_LENGTH, Tokens
from pbem.service.operator.chains import check_all
from pbem.service.operator.clockcheck import TOLERATED, skew, told
from pbem.service.operator.findings import DoctorFinding, failed, ok, secure, warning
from pbem.service.operator.namecheck import check_names
from pbem.service.operator.probing import Arrived, judge, send_and_wait
from pbem.service.outgoing.outbox import DAMAGED
from pbem.service.outgoing.wording import LARGEST as LARGEST_OUT
from pbem.service.services import Services
from pbem.store.errors import BrokenGame, StoreError
from pbem.store.mails import use_once
from pbem.store.migrate import newest, revision
from pbem.store.tables import OnceOnly, OutMail

LONGEST_LOCAL = 64
"""Octets in front of the @ (RFC 5321)."""

SOME_ID = f"<k.{'a' * 24}@pbem.invalid>"
"""In the shape of our Message-IDs."""

LOW_DISK = 1024 * 1024 * 1024
MOST_NAMED = 5


def examine(
    services: Services,
    *,
    names: Names | None,
    send: bool = True,
    wait: float = 60,
    context: ssl.SSLContext | None = None,
    again: bool = False,
) -> Iterator[DoctorFinding]:
    """Everything the doctor can see, each finding as soon as it is made.

    names: the DNS; None when there is none.  send: mails to ourselves too; wait: seconds for them to arrive.  context:
    for TLS, instead of what this machine trusts.  again: check every journal, those too that the worker has checked
    within two days.  Nothing that is found raises, but StoreUnavailable is raised when the store goes away while
    probes are under way.
    """
    found: list[DoctorFinding] = []
    local = chain(_settings(services.config), _store(services), _journals(services, again=again), _outbox(services))
    for one in chain(local, _relay(services, context), _mailbox(services, context)):
        found.append(one)
        yield one
    arrived: tuple[Arrived, ...] = ()
    if not send:
        yield warning("probes", "none sent", "leave out --no-send to test sending and receiving")
    elif not services.config.smtp_url or not _comes_in(services.config):
        yield warning("probes", "none sent: mail can't both leave and come back as it is set up", "see above")
    elif any(one.state == "FAILED" for one in found):
        yield warning("probes", "none sent", "fix what FAILED first")
    else:
        arrived = send_and_wait(services, wait, context)
        yield from judge(services, arrived)
    signers = [signer for one in arrived if one.shown for signer in one.shown.signers]
    yield from check_names(services.config, names, signers)


# --- settings and store -------------------------------------------------------------------------------------------


def _comes_in(config: Config) -> bool:
    return bool(config.imap_url or config.lmtp_listen or config.webhook_key)


def _settings(config: Config) -> Iterator[DoctorFinding]:
    """Checks that need no other server."""
    about = "settings"
    before = list(_doubtful(config))
    yield from before
    if not before:
        yield ok(about, f"orders to {config.orders_address}, links to {config.base_url}")


def _doubtful(config: Config) -> Iterator[DoctorFinding]:
    about = "settings"
    try:
        Tokens(config.secret).message_id("probe", config.mail_domain)
    except ValueError as fault:
        yield failed(about, str(fault), "choose a shorter PBEM_MAIL_DOMAIN")
    local = config.orders_address.partition("@")[0]
    if len(local.encode()) + 1 + CONFIRM_LENGTH > LONGEST_LOCAL:
        todo = f"use at most {LONGEST_LOCAL - CONFIRM_LENGTH - 1} characters before the @"
        yield failed(about, "PBEM_ORDERS_ADDRESS is too long for reply tokens", todo)
    if config.builtin_mailbox:
        yield warning(about, "the built-in mailbox is on: mail stays on this machine and senders are not verified",
                      "unset PBEM_BUILTIN_MAILBOX on a machine others can reach")  # fmt: skip
    elif not config.smtp_url:
        todo = "set PBEM_SMTP_URL"
        yield warning(about, f"no relay is set: mails are written as files in {config.data_dir / 'outbox'}", todo)
    if not config.builtin_mailbox and not _comes_in(config):
        yield failed(about, "no mail can come in", "set PBEM_IMAP_URL, PBEM_LMTP_LISTEN or PBEM_WEBHOOK_KEY")
    if not config.authserv_id and not config.builtin_mailbox:
        yield warning(about, "PBEM_AUTHSERV_ID is not set: no sender can be verified, each order mail needs its code",
                      "set it to the name your mail server puts in Authentication-Results")  # fmt: skip
    if not config.operator_address:
        yield warning(about, "PBEM_OPERATOR_ADDRESS is not set: you will get no mail about stopped games", "set it")
    if config.hold_mail:
        yield warning(about, "PBEM_HOLD_MAIL is set: no mail is sent", "unset it to send mail again")
    where = urlsplit(config.base_url)
    if not config.builtin_mailbox and where.hostname in {"127.0.0.1", "localhost"}:
        found = f"links in mails point to {config.base_url}, which only this machine can open"
        yield warning(about, found, "set PBEM_BASE_URL to the address players use")
    elif not config.builtin_mailbox and where.scheme == "http":
        todo = "use https: sign-in links and webhook mails are sent unencrypted"
        yield warning(about, f"the pages are at {config.base_url}", todo)


def _journals(services: Services, *, again: bool) -> Iterator[DoctorFinding]:
    """Whether every game's journal is as it was sealed."""
    try:
        for one in check_all(services, again=again):
            if isinstance(one, BrokenGame):
                todo = f"restore it (docs/storage.md), then: pbem resume {one.game} --reason ..."
                yield failed("journals", f"{one.game} is damaged at entry {one.seq}: {one.reason}", todo)
            elif one.games or one.before:
                rest = f"; left out: {one.before} checked lately (--all-journals checks them too)" if one.before else ""
                yield ok("journals", f"{one.games} sound, {one.entries} entries checked{rest}")
    except StoreError:  # told of already
        return


def _outbox(services: Services) -> Iterator[DoctorFinding]:
    """Mails that were held because what is stored of them was changed."""
    try:
        with services.db.reading() as session:
            held = session.exec(select(OutMail.game, OutMail.key).where(OutMail.last_reply == DAMAGED)).all()
    except StoreError:  # told of already
        return
    if held:
        named = ", ".join(f"{game or 'no game'} {key}" for game, key in held[:MOST_NAMED])
        more = f" and {len(held) - MOST_NAMED} more" if len(held) > MOST_NAMED else ""
        todo = "check the disk and the database; players find their reports on the web"
        yield warning("outbox", f"{len(held)} mails are damaged and were not sent: {named}{more}", todo)


def _store(services: Services) -> Iterator[DoctorFinding]:
    """Whether it can be written, is up to date and has room."""
    about = "store"
    try:
        with services.db.reading() as session:
            has, needs = revision(session.connection()), newest(session.connection())
        if has != needs:
            yield failed(
                about, f"{services.db.name} is at revision {has or 'none'}, needed is {needs}", "run `pbem migrate`"
            )
            return
        with services.db.writing() as session:
            word = "doctor"
            use_once(session, word, services.clock.now())
            row = session.get(OnceOnly, word)
            assert row is not None  # it was just written, in this transaction
            session.delete(row)
    except StoreError as fault:
        yield failed(about, str(fault), "fix this first; without the database no mail is accepted")
        return
    file = services.db.file
    free = shutil.disk_usage(file.absolute().parent).free if file else LOW_DISK
    if free < LOW_DISK:
        yield warning(
            about, f"{free // 1024**2} MiB are free beside {file}", "free some: mails are refused when the disk is full"
        )
    else:
        yield ok(about, f"{services.db.name} can be written and is up to date")


# --- relay and mailbox --------------------------------------------------------------------------------------------


def _relay(services: Services, context: ssl.SSLContext | None) -> Iterator[DoctorFinding]:
    """Whether the relay lets us in, how safely, and what it takes."""
    url = services.config.smtp_url
    if not url:
        return
    parts, about = urlsplit(url), "relay"
    try:
        smtp = connect(url, context=context)
        try:
            says = relay_says(smtp, envelope_sender(services.config, SOME_ID), services.config.orders_address)
        finally:
            smtp.close()
    except (OSError, smtplib.SMTPException, ValueError) as fault:
        todo = "see that PBEM_SMTP_URL has its host, port and password right, and `smtps` or `smtp+starttls`"
        yield failed(about, f"no connection to {parts.hostname}: {_said(fault)}", todo)
        return
    tls = secure(about, says.secured, parts.hostname or "", bool(parts.password), "PBEM_SMTP_URL", services.clock.now())
    yield tls
    if says.starttls and tls.state == "warning" and not says.secured.version:
        yield warning(about, "it offers STARTTLS", "write PBEM_SMTP_URL as smtp+starttls://")
    if says.refuses:
        todo = "mails are sent with the plain address; bounces are matched by their content alone"
        yield warning(about, f"it refuses senders with a tag: {says.refuses}", todo)
    if 0 < says.largest < LARGEST_OUT:
        todo = f"raise the limit to {LARGEST_OUT}, or reports with a large map won't be sent"
        yield warning(about, f"it accepts mails of at most {says.largest} bytes", todo)
    if not says.smtputf8:
        yield ok(about, "it accepts ASCII addresses only (no SMTPUTF8)")


def _mailbox(services: Services, context: ssl.SSLContext | None) -> Iterator[DoctorFinding]:
    """Whether the mailbox lets us in, how safely, what it can do, and what time it is there."""
    url = services.config.imap_url
    if not url:
        return
    parts, about = urlsplit(url), "mailbox"
    try:
        mailbox = InspectedMailbox(url, context=context)
        try:
            says, ahead = mailbox.says(), skew(mailbox, services)
        finally:
            mailbox.close()
    except Trouble as fault:
        todo = "see that PBEM_IMAP_URL has its host, password and folder right, and `imaps` or `imap+starttls`"
        yield failed(about, f"cannot be opened at {parts.hostname}: {_said(fault)}", todo)
        return
    yield secure(about, says.secured, parts.hostname or "", True, "PBEM_IMAP_URL", services.clock.now())
    yield from _abilities(about, says)
    if ahead is None:
        yield warning("clock", "the mailbox doesn't report when a mail arrived", "set both machines' clocks by NTP")
    elif abs(ahead) > TOLERATED:
        todo = "set both clocks by NTP: arrivals are timed by the mailbox's clock, deadlines by this machine's"
        yield failed("clock", f"the mailbox's clock is {told(ahead)}", todo)
    else:
        yield ok("clock", f"the mailbox's clock and this machine's agree (within {TOLERATED.seconds} s)")


def _abilities(about: str, says: MailboxSays) -> Iterator[DoctorFinding]:
    if not all(says.folders):
        todo = "create the folders Processed and Rejected; until then handled mails stay in the inbox and are skipped"
        yield warning(about, "it has no folder for handled mails", todo)
    elif not says.can & {"MOVE", "UIDPLUS"}:
        yield warning(about, "it can neither MOVE nor UIDPLUS", "handled mails stay in the inbox and are skipped")
    else:
        how = "MOVE" if "MOVE" in says.can else "UIDPLUS"
        yield ok(about, f"mails are moved to {' and '.join(says.folders)} by {how}; UIDVALIDITY {says.uidvalidity}")
    if "IDLE" in says.can:
        yield ok(about, "it reports new mail at once (IDLE)")
    else:
        yield warning(about, "it doesn't report new mail (no IDLE)", "nothing: it is checked every minute")


def _said(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}"[:300]
