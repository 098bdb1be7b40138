"""Two players with mail programs fight a round: Postfix before our LMTP door, Dovecot holds what they are sent."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.clock import FixedClock
from pbem.engine.ids import Seat
from pbem.jobs import jobs, listener
from pbem.rulesets import rule_set
from pbem.rulesets.snaphance.state.facts import OrdersTaken
from pbem.service.outgoing.outbox import relay_for
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game
from pbem.worker import Worker
from tests.servers import until
from tests.servers.dovecot import Dovecot, Mailbox
from tests.servers.postfix import Postfix
from tests.test_proofs.field import HARROW, NORTH, SOUTH, START, Field, aide, open_field


@dataclass
class Player:
    """Somebody with a mail program: reads by IMAP, answers by SMTP."""

    seat: Seat
    mailbox: Mailbox
    postfix: Postfix

    def inbox(self) -> list[EmailMessage]:
        """Every mail in the mailbox, oldest first."""
        with IMAPClient(self.mailbox.host, self.mailbox.imap_port, ssl=False) as client:
            client.login(self.mailbox.user, self.mailbox.password)
            client.select_folder("INBOX", readonly=True)
            found = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
        return [message_from_bytes(found[uid][b"BODY[]"], policy=policy.default) for uid in sorted(found)]

    def wait_for(self, kind: str, count: int = 1) -> EmailMessage:
        """The last mail of a kind, once there are so many of it, and not more."""
        until(lambda: len(self.of(kind)) >= count, f"{kind} number {count} for {self.seat}", 30, 0.1)
        found = self.of(kind)
        assert len(found) == count
        return found[-1]

    def of(self, kind: str) -> list[EmailMessage]:
        return [mail for mail in self.inbox() if mail["X-PBEM"] == kind]

    def answer(self, report: EmailMessage, message: EmailMessage) -> None:
        """Press "reply": addresses and threads as mail programs set them."""
        message["From"] = self.mailbox.user
        message["To"] = report["Reply-To"]
        message["Subject"] = f"Re: {report['Subject']}"
        message["Message-ID"] = f"<{time.monotonic_ns()}.{self.seat}@players.test>"
        message["In-Reply-To"] = report["Message-ID"]
        message["References"] = f"{report.get('References', '')} {report['Message-ID']}".strip()
        self.postfix.send(message, self.mailbox.user, str(report["Reply-To"].addresses[0].addr_spec))


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None, f"no {kind} in it"
    return str(part.get_content())


def quoted_below(orders: str, report: EmailMessage) -> EmailMessage:
    """The new text on top, the report below, as most programs write."""
    message = EmailMessage()
    quote = "".join(f"> {line}\n" for line in text_of(report).splitlines())
    message.set_content(f"{orders}\n\nOn Mon, 11 May 2026 at 12:00, Battles by Post wrote:\n\n{quote}")
    return message


def quoted_on_top(orders: str, report: EmailMessage) -> EmailMessage:
    """The whole report quoted first, the orders under it, as some people write."""
    message = EmailMessage()
    quote = "".join(f"> {line}\n" for line in text_of(report).splitlines())
    message.set_content(f"Battles by Post wrote:\n{quote}\n{orders}\n")
    return message


def html_only(orders: str, report: EmailMessage) -> EmailMessage:
    """Nothing but HTML, the report quoted in it, as telephones write."""
    message = EmailMessage()
    lines = "".join(f"<div>{escape(line)}</div>" for line in orders.splitlines())
    quote = f"<blockquote type='cite'>{text_of(report, 'html')}</blockquote>"
    message.set_content(f"<html><body>{lines}<br>{quote}</body></html>", subtype="html")
    return message


@dataclass
class OpenDoors:
    field: Field
    players: dict[Seat, Player]


@pytest.fixture
def opened(tmp_path: Path, postfix: Postfix, dovecot: Dovecot) -> Iterator[OpenDoors]:
    """The service with its doors open: LMTP behind Postfix, its worker at work, its mails to Postfix."""
    url = f"sqlite:///{tmp_path / 'loop.db'}"
    more = {"smtp_url": f"smtp://{postfix.host}:{postfix.port}", "builtin_mailbox": False}
    field = open_field(url, tmp_path, FixedClock(START), **more)
    players = {seat: Player(seat, dovecot.mailbox("players.test"), postfix) for seat in (SOUTH, NORTH)}
    field = replace(
        field,
        players={
            seat: ensure_player(field.services, one.mailbox.user, seat.title(), "Europe/Madrid")
            for seat, one in players.items()
        },
    )
    relay = relay_for(field.services.config)
    worker = Worker(jobs(field.services, relay))
    with listener(field.services, f"{postfix.host}:{postfix.lmtp_port}"):
        worker.start()
        try:
            yield OpenDoors(field, players)
        finally:
            worker.close()
            relay.close()
    field.services.db.close()


def said(sheet: str) -> set[str]:
    """The lines of a sheet without the aide's remarks."""
    return {line.partition("#")[0].rstrip() for line in sheet.splitlines()}


@pytest.mark.slow
def test_two_rounds_are_fought_by_mail_alone(opened: OpenDoors) -> None:
    field, south, north = opened.field, opened.players[SOUTH], opened.players[NORTH]
    field.begin(game=HARROW)
    styles = {(SOUTH, 1): html_only, (NORTH, 1): quoted_on_top, (SOUTH, 2): quoted_below, (NORTH, 2): html_only}
    for turn in (1, 2):
        sheets: dict[Seat, str] = {}
        for player in (south, north):
            report = player.wait_for("report", turn)
            assert f"orders for round {turn}" in " ".join(text_of(report).split())
            assert [part.get_content_type() for part in report.walk()].count("image/png") == 1
            work = load_game(field.services, HARROW)
            assert work.desk.open is not None
            ask = work.desk.open.ask_of(player.seat)
            assert ask is not None
            sheets[player.seat] = aide(work, ask)
            message = styles[player.seat, turn](f"{sheets[player.seat]}\nready", report)
            player.answer(report, message)
            acknowledged = text_of(player.wait_for("answer", turn))
            for line in said(sheets[player.seat]):
                assert " ".join(line.split()[1:]) in " ".join(acknowledged.split()), f"{line} in {acknowledged}"
            assert acknowledged.count("need you") + acknowledged.count("needs you") == 0
        played = load_game(field.services, HARROW)
        facts = [line.body.fact for line in played.table if line.kind == "fact"]
        taken = [fact for fact in facts if isinstance(fact, OrdersTaken)]
        for seat, sheet in sheets.items():
            filed = [one.sheet for one in taken if str(one.side) == str(seat)][-1]
            view = rule_set("snaphance").state.view(played.battle, seat)
            assert set(played.rules.language.write(view, filed).splitlines()) == said(sheet)
    for player in (south, north):
        player.wait_for("report", 3)
        time.sleep(0.3)  # nothing more is on its way
        kinds = sorted(str(mail["X-PBEM"]) for mail in player.inbox())
        assert kinds == ["answer"] * 2 + ["report"] * 3
        ids = [mail["Message-ID"] for mail in player.inbox()]
        assert len(set(ids)) == len(ids)
        reports = player.of("report")
        assert reports[2]["In-Reply-To"] == reports[1]["Message-ID"]
        assert "From: " not in text_of(reports[2])
