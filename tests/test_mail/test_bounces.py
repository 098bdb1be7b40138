"""Mails that came back, as mail systems write them: what of ours they are about, and how bad it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.bounces import LONGEST_SAID, Returned, envelope_tag, envelope_tags
from pbem.mail.reader import MailReader
from pbem.mail.reading import MailText, read

TAG = "abcdefghijklmnopqrstuvwx"
OURS = f"<k.{TAG}@battles.test>"
VERP = f"bounces+b-{TAG}@battles.test"
US = MailReader("orders@battles.test", "mx.battles.test", "bounces@battles.test")

ORIGINAL = (
    f"Message-ID: {OURS}\nFrom: orders@battles.test\nTo: ann@players.test\nSubject: [Rocroi] orders and reports\n"
)


def dsn(
    status: str, *, to: str = "orders@battles.test", original: str = ORIGINAL, kind: str = "message/rfc822"
) -> bytes:
    return (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.isp.test (Mail Delivery System)\nTo: {to}\n"
        "Subject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nI'm sorry to have to inform you.\n"
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.isp.test\n\n{status}\n"
        f"--b\nContent-Type: {kind}\n\n{original}\nS02 turn 2\n--b--\n"
    ).encode()


def came_back(raw: bytes) -> Returned:
    mail = read(raw, US)
    assert mail.kind == "machine"
    assert mail.text == ""
    assert mail.returned is not None
    return mail.returned


FAILED = "Final-Recipient: rfc822; ann@players.test\nAction: failed\nStatus: "


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (FAILED + "5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <ann@players.test>: user unknown", "hard"),
        (FAILED + "5.1.2", "hard"),
        (FAILED + "5.7.1\nDiagnostic-Code: smtp; 554 5.7.1 blocked", "hard"),
        (FAILED + "5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 mailbox full", "soft"),
        (FAILED + "5.0.0\nDiagnostic-Code: smtp; 550 5.1.1 no such user", "hard"),
        (FAILED + "5.0.0\nDiagnostic-Code: smtp; 550 no such user", "soft"),
        (FAILED + "4.4.7\nDiagnostic-Code: smtp; 451 4.4.7 expired", "soft"),
        (FAILED + "nonsense", "soft"),
        (FAILED.replace("failed", "delayed") + "4.4.1", "delayed"),
        (FAILED.replace("failed", "Delayed").lower() + "5.1.1", "delayed"),
        ("Final-Recipient: rfc822; ann@players.test\nStatus: 5.1.1", "hard"),
        (f"{FAILED.replace('failed', 'delayed')}4.0.0\n\n{FAILED}5.1.1", "hard"),
    ],
)  # fmt: skip
def test_a_delivery_report(status: str, kind: str) -> None:
    back = came_back(dsn(status))
    assert (back.kind, back.recipient, back.message_ids) == (kind, "ann@players.test", (OURS,))


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded"])
def test_a_report_of_success_is_none(action: str) -> None:
    mail = read(dsn(f"Final-Recipient: rfc822; ann@players.test\nAction: {action}\nStatus: 2.0.0"), US)
    assert (mail.kind, mail.returned) == ("machine", None)


def test_the_address_we_wrote_to_counts_and_not_where_it_was_forwarded() -> None:
    status = f"Original-Recipient: rfc822;Ann@Players.test\n{FAILED.replace('ann@', 'ann.a@')}5.1.1"
    assert came_back(dsn(status)).recipient == "ann@players.test"


@pytest.mark.parametrize("kind", ["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"])
def test_the_id_of_the_mail_that_came_back(kind: str) -> None:
    assert came_back(dsn(FAILED + "5.1.1", kind=kind)).message_ids == (OURS,)


def test_a_report_in_utf8() -> None:
    raw = dsn("Final-Recipient: utf-8; ann@players.test\nAction: failed\nStatus: 5.1.1")
    assert came_back(raw.replace(b"message/delivery-status", b"message/global-delivery-status")).kind == "hard"


def test_the_tag_of_the_address_it_came_to() -> None:
    back = came_back(dsn(FAILED + "5.1.1", to=VERP.upper(), original="Subject: nothing of ours\n"))
    assert (back.tags, back.message_ids) == ((TAG,), ())


def test_a_tag_is_that_of_our_message_id() -> None:
    assert envelope_tags(US, f"bounces+{envelope_tag(OURS)}@battles.test") == (TAG,)
    assert envelope_tags(US, f"orders+{envelope_tag(OURS)}@battles.test") == (TAG,)
    assert envelope_tags(US, f"x+b-{TAG}@battles.test bounces+b-abc@battles.test bounces+{TAG}@battles.test") == ()
    with pytest.raises(ValueError, match="no Message-ID of ours"):
        envelope_tag("<ann@players.test>")


def test_what_was_said_is_one_short_line() -> None:
    back = came_back(dsn(FAILED + "5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 \x1b[2Jno\n such " + "user " * 99))
    assert back.text.startswith("550 5.1.1 [2Jno such user user")
    assert len(back.text) == LONGEST_SAID
    assert back.text.isprintable()


# --- without a report ---------------------------------------------------------------------------------------------

QMAIL = f"""Return-Path: <>
From: MAILER-DAEMON@mail.isp.test
To: orders@battles.test
Subject: failure notice

Hi. This is the qmail-send program at mail.isp.test.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ann@players.test>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

{ORIGINAL}
S02 turn 2, rule 4.4.1
"""
EXIM = f"""Return-Path: <>
X-Failed-Recipients: ann@players.test
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.isp.test>
To: orders@battles.test
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

  ann@players.test
    SMTP error from remote mail server after RCPT TO:<ann@players.test>:
    host mx.players.test [5.1.2.3]: 550 unknown user

------ This is a copy of the message, including all the headers. ------

{ORIGINAL}
5.1.1
"""
EXIM_DELAY = f"""From: Mail Delivery System <Mailer-Daemon@mail.isp.test>
To: {VERP}
Auto-Submitted: auto-replied
Subject: Warning: message 1abc-000 delayed 24 hours

A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours.
  ann@players.test
No action is required on your part. Delivery attempts will continue.
"""
EXCHANGE = """From: postmaster@corp.test
To: orders@battles.test
Subject: Undeliverable: [Rocroi] orders and reports

Delivery has failed to these recipients or groups:

ann@players.test
The email address you entered couldn't be found.
Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'
"""
GERMAN = f"""Return-Path: <>
From: MAILER-DAEMON
To: {VERP}
Subject: Unzustellbar

Ihre Nachricht an ann@players.test konnte nicht zugestellt werden. 552 5.2.2 Postfach voll
"""
NOTES = f"""From: Ann's server <router@corp.test>
To: {VERP}
Subject: DELIVERY FAILURE: User ann not listed in Domino Directory

Your message was not delivered to: ann@players.test because: 550 5.1.1 User ann not listed
"""
BARE = f"""Return-Path: <>
From: something@corp.test
To: {VERP}
Subject: Re: your mail

It went wrong somehow.
"""


@pytest.mark.parametrize(
    ("text", "kind", "recipient", "said"),
    [
        (QMAIL, "hard", "ann@players.test", "Sorry, no mailbox here by that name. (#5.1.1)"),
        (EXIM, "soft", "ann@players.test", "550 unknown user"),
        (EXIM_DELAY, "delayed", "ann@players.test", "Warning: message 1abc-000 delayed 24 hours"),
        (EXCHANGE, "hard", "ann@players.test", "Remote Server returned '550 5.1.10 RESOLVER"),
        (GERMAN, "soft", "ann@players.test", "552 5.2.2 Postfach voll"),
        (NOTES, "hard", "ann@players.test", "550 5.1.1 User ann not listed"),
        (BARE, "soft", "", "It went wrong somehow."),
    ],
    ids=["qmail", "exim", "exim-delay", "exchange", "german", "notes", "bare"],
)
def test_prose(text: str, kind: str, recipient: str, said: str) -> None:
    back = came_back(text.encode())
    assert (back.kind, back.recipient) == (kind, recipient)
    assert said in back.text
    assert back.tags == ((TAG,) if VERP in text else ())
    assert back.message_ids == ((OURS,) if OURS in text else ())


@pytest.mark.parametrize(
    ("header", "text"),
    [
        (f"From: ann@players.test\nTo: {VERP}\nAuto-Submitted: auto-replied\nReturn-Path: <>\nSubject: I am away", "x"),
        (f"From: ann@players.test\nTo: {VERP}\nReturn-Path: <>\nSubject: Out of office", "I cannot deliver anything."),
        ("From: ann@players.test\nReturn-Path: <>\nTo: orders@battles.test\nSubject: hello", "Hello."),
        ("From: ann@players.test\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b",
         "--b\n\nread\n--b\nContent-Type: message/disposition-notification\n\nDisposition: displayed\n--b--\n"),
        (f"From: news@list.test\nTo: {VERP}\nList-Id: <x.list.test>\nSubject: News", "Hello."),
    ],
    ids=["vacation", "vacation-bare", "null", "receipt", "list"],
)  # fmt: skip
def test_what_did_not_come_back(header: str, text: str) -> None:
    mail = read(f"{header}\n\n{text}".encode(), US)
    assert (mail.kind, mail.returned) == ("machine", None)


def test_a_player_who_writes_to_that_address_is_a_person() -> None:
    mail = read(f"From: ann@players.test\nTo: {VERP}\nSubject: x\n\nS02 turn 2\n".encode(), US)
    assert (mail.kind, mail.text) == ("person", "S02 turn 2")


def test_a_players_words_about_bounces_are_his() -> None:
    raw = b"From: ann@players.test\nTo: orders@battles.test\nSubject: Undeliverable\n\nUndelivered mail! 5.1.1\n"
    assert read(raw, US).kind == "person"


@given(st.binary(max_size=400), st.sampled_from(["message/delivery-status", "text/plain", "message/rfc822"]))
def test_whatever_a_report_holds_it_is_read(junk: bytes, kind: str) -> None:
    raw = dsn("STATUS", kind=kind).replace(b"STATUS", junk).replace(b"S02 turn 2", junk)
    assert isinstance(read(raw, US), MailText)


# --- other machines -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "text", "why"),
    [
        ("From: ann@players.test\nX-TMDA-Confirm: yes\nSubject: Please confirm", "x", "asks to be confirmed"),
        ("From: x@spamarrest.com\nSubject: verification", "x", "asks to be confirmed"),
        ("From: ann@players.test\nSubject: Your email requires verification verify#x",
         "To release your message, click here: https://x.test/verify", "asks to be confirmed"),
        ("From: ann@players.test\nSubject: Mailinblack - authentification",
         "Merci de cliquer: cliquez ici pour confirmer https://x.test", "asks to be confirmed"),
        ("From: ann@players.test\nSubject: Re: orders", "[Like] Ann Aldous reacted to your message:", "a reaction"),
        ("From: ann@players.test\nSubject: Re: x", "Ann Aldous hat auf Ihre Nachricht reagiert:", "a reaction"),
        ("From: orders+abc@battles.test", "x", "our own address"),
        ("From: MAILER-DAEMON (Mail Delivery System)", "x", "a mail system"),
        ("From: do-not-reply@isp.test", "x", "a mail system"),
        ("From: ann@players.test\nAuto-Submitted: auto-replied (vacation)", "x", "sent by itself"),
        ("From: ann@players.test\nX-Autoreply: yes", "x", "an automatic answer"),
    ],
)  # fmt: skip
def test_a_machine_is_told_from_a_person(header: str, text: str, why: str) -> None:
    mail = read(f"{header}\n\n{text}\n".encode(), US)
    assert mail.kind == "machine"
    assert why in mail.why


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("From: ann@players.test\nAuto-Submitted: no (typed)", "S02 hold"),
        ("From: ann@players.test\nX-Autoreply: no", "S02 hold"),
        ("From: ann@players.test\nSubject: Please verify my orders", "S02 hold\nClick on nothing, confirm nothing."),
        ("From: ann@players.test\nSubject: Re: confirm",
         "S02 hold\nhttps://x.test shows it: click there to confirm what I said."),
        ("From: ann@players.test\nSubject: verify", "S02 hold\n\n> click to confirm https://x.test"),
        ("From: ann@players.test\nSubject: x", "S02 hold\nHe reacted to your message: with fire."),
        ("From: noreen@players.test", "S02 hold"),
        ("From: Postmaster's daughter <ann@players.test>\nX-Auto-Response-Suppress: All", "S02 hold"),
    ],
)  # fmt: skip
def test_a_person_is_told_from_a_machine(header: str, text: str) -> None:
    mail = read(f"{header}\n\n{text}\n".encode(), US)
    assert (mail.kind, mail.text.split("\n")[0]) == ("person", "S02 hold")


def test_whoever_sends_only_what_he_quotes_is_told_so() -> None:
    mail = read(b"From: ann@players.test\nSubject: Re: x\n\n> S02 hold\n", US)
    assert (mail.text, len(mail.notes)) == ("", 1)
    assert "reads as quoted" in mail.notes[0]
