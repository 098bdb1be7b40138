"""The doctor against real servers: what holds is told as holding, and what does not with what to do."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import dns.flags
import dns.message
import dns.rcode
import dns.rrset
import pytest
from aiosmtpd.controller import Controller
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.clock import SystemClock
from pbem.jobs import jobs, listener
from pbem.mail.imap import Mailbox as Folder
from pbem.mail.inspection import Secured
from pbem.mail.lookups import Dns, Unreachable, reserved
from pbem.service.operator.clockcheck import apart, check_clock
from pbem.service.operator.doctor import examine
from pbem.service.operator.findings import DoctorFinding, secure
from pbem.service.operator.namecheck import check_names
from pbem.service.outgoing.wording import compose_mail
from pbem.service.services import Services
from pbem.store.db import Database
from tests.servers import HOST, free_port
from tests.servers.dovecot import Dovecot, Mailbox
from tests.servers.postfix import Postfix, run_postfix
from tests.test_mail.conftest import SECRET, Office, config_for

AUTH = "mx.example.test"
NOON = datetime(2026, 5, 14, 12, tzinfo=UTC)

CAREFUL = r"""/^Authentication-Results: *mx\.example\.test/ IGNORE
/^Subject: pbem probe/ PREPEND Authentication-Results: mx.example.test; dmarc=pass header.from=players.test
/^X-PBEM: / PREPEND DKIM-Signature: v=1; a=rsa-sha256; d=players.test; s=may; b=Zm9v
"""
ODD = r"""/^Message-ID:/ REPLACE Message-ID: <another@relay.test>
/^Subject: pbem probe/ PREPEND Authentication-Results: mail.relay.test; dmarc=none
"""


@pytest.fixture(scope="module")
def careful(dovecot: Dovecot) -> Iterator[Postfix]:
    """A Postfix that takes out forged results, and writes its own."""
    with run_postfix(dovecot, "header_checks = regexp:{etc}/checks\n", checks=CAREFUL) as server:
        yield server


@pytest.fixture(scope="module")
def odd(dovecot: Dovecot) -> Iterator[Postfix]:
    """A Postfix that changes Message-IDs, names itself otherwise, and takes no address with a plus."""
    more = (
        "header_checks = regexp:{etc}/checks\nsmtpd_recipient_restrictions = check_recipient_access regexp:{etc}/plus\n"
    )
    more += "smtpd_sender_restrictions = check_sender_access regexp:{etc}/plus\n"
    with run_postfix(dovecot, more, checks=ODD, plus="/[+]/ REJECT no such user\n") as server:
        yield server


@pytest.fixture
def by_imap(office_with: Callable[..., Office], dovecot: Dovecot) -> Callable[..., Office]:
    """Opens an office whose mailbox is on Dovecot, whose relay is that Postfix, and whose clock is the real one."""
    mailbox = dovecot.mailbox("players.test")

    def made(relay: Postfix, **more: object) -> Office:
        user = quote(mailbox.user, safe="")
        settings = {
            "imap_url": f"imap://{user}:{mailbox.password}@{mailbox.host}:{mailbox.imap_port}/INBOX",
            "smtp_url": f"smtp://{relay.host}:{relay.port}", "orders_address": mailbox.user,
            "mail_domain": "players.test", "base_url": "https://battles.example.org",
        }  # fmt: skip
        office = office_with(**{**settings, **more})
        office.services = replace(office.services, clock=SystemClock())
        return office

    return made


def look(office: Office, wait: float = 20, send: bool = True) -> dict[str, list[DoctorFinding]]:
    """What the doctor finds, by what it is about."""
    found: dict[str, list[DoctorFinding]] = {}
    for one in examine(office.services, names=None, wait=wait, send=send):
        found.setdefault(one.about, []).append(one)
    return found


def states(found: dict[str, list[DoctorFinding]], *about: str) -> list[str]:
    return [one.state for name in about for one in found[name]]


def words(found: dict[str, list[DoctorFinding]], about: str) -> str:
    return "\n".join(f"{one.state} {one.found} {one.todo}" for one in found[about])


# --- probes -------------------------------------------------------------------------------------------------------


def test_all_is_well_with_a_mailbox_that_keeps_tags_behind_a_server_that_takes_out_forged_results(
    by_imap: Callable[..., Office], careful: Postfix
) -> None:
    office = by_imap(careful)
    found = look(office)
    well = ("settings", "store", "mail to ourselves", "plus-addresses", "returned mails", "Message-ID", "clock", "DKIM")
    assert set(states(found, *well, "Authentication-Results")) == {"ok"}, found
    assert "delivered-to" in words(found, "plus-addresses")
    assert "taken out" in words(found, "Authentication-Results")
    assert "writes them as mx.example.test" in words(found, "Authentication-Results")
    assert "signed by players.test" in words(found, "DKIM")
    assert "MOVE; UIDVALIDITY" in words(found, "mailbox")
    assert "IDLE" in words(found, "mailbox")
    assert "unencrypted connection to 127.0.0.1" in words(found, "relay")
    assert "FAILED" not in {one.state for some in found.values() for one in some}
    assert [(row.state, row.note) for row in office.stored()] == [("ignored", "a probe of our own")] * 3
    assert office.mails() == []


def test_a_forged_result_that_is_left_in_fails(by_imap: Callable[..., Office], postfix: Postfix) -> None:
    found = look(by_imap(postfix))
    assert states(found, "plus-addresses", "returned mails", "Message-ID") == ["ok"] * 3
    first, second = found["Authentication-Results"]
    assert (first.state, second.state) == ("FAILED", "warning")
    assert "anybody can pass for anybody" in first.found
    assert "wrote none" in second.found


def test_without_a_name_to_believe_nothing_is_forged(by_imap: Callable[..., Office], odd: Postfix) -> None:
    office = by_imap(odd, authserv_id="")
    found = look(office, wait=5)
    (results,) = found["Authentication-Results"]
    assert (results.state, "mail.relay.test" in results.todo) == ("warning", True)
    assert b"header.from=probe-" not in office.stored()[0].raw


def test_a_server_without_plus_addresses_that_changes_ids_is_told_of(
    by_imap: Callable[..., Office], odd: Postfix
) -> None:
    found = look(by_imap(odd), wait=5)
    assert states(found, "mail to ourselves", "plus-addresses", "returned mails") == ["ok", "FAILED", "FAILED"]
    assert "no such user" in words(found, "plus-addresses")
    assert states(found, "Message-ID") == ["warning"]
    assert "written by mail.relay.test, not by mx.example.test" in words(found, "Authentication-Results")
    assert "refuses senders with a tag: 554" in words(found, "relay")


def test_a_mail_that_does_not_come_back_is_told_of_in_time(
    by_imap: Callable[..., Office], postfix: Postfix, dovecot: Dovecot
) -> None:
    elsewhere = dovecot.mailbox("players.test").user  # the mailbox of somebody else
    found = look(by_imap(postfix, orders_address=elsewhere), wait=1)
    assert states(found, "mail to ourselves", "plus-addresses", "returned mails") == ["FAILED"] * 3
    assert "has not come back" in words(found, "plus-addresses")
    assert "--wait" in words(found, "plus-addresses")


def test_behind_postfix_probes_come_by_lmtp_whether_or_not_a_worker_runs(
    office_with: Callable[..., Office], postfix: Postfix, tmp_path: Path
) -> None:
    office = office_with()
    settings = {"PBEM_LMTP_LISTEN": f"127.0.0.1:{postfix.lmtp_port}", "PBEM_SMTP_URL": f"smtp://{HOST}:{postfix.port}"}
    told = json.loads(doctor(tmp_path, "--json", **settings).stdout)
    assert {one["about"]: one["state"] for one in told if one["about"] in {"plus-addresses", "returned mails"}} == {
        "plus-addresses": "ok",
        "returned mails": "ok",
    }
    assert "envelope" in next(one["found"] for one in told if one["about"] == "plus-addresses")
    with listener(office.services, settings["PBEM_LMTP_LISTEN"]):
        again = doctor(tmp_path, **settings)
    assert "ok       plus-addresses: " in again.stdout
    assert "FAILED   Authentication-Results: a forged one" in again.stdout
    assert again.exit_code == 1


# --- the command --------------------------------------------------------------------------------------------------


def doctor(folder: Path, *arguments: str, **settings: str) -> Result:
    env = {
        "PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": f"sqlite:///{folder / 'pbem.db'}", "PBEM_DATA_DIR": str(folder),
        "PBEM_ORDERS_ADDRESS": "orders@example.test", "PBEM_MAIL_DOMAIN": "example.test", "PBEM_AUTHSERV_ID": AUTH,
        "PBEM_OPERATOR_ADDRESS": "operator@example.org", "PBEM_BASE_URL": "https://battles.example.org",
    }  # fmt: skip
    return CliRunner().invoke(main, ["doctor", *arguments], env={**env, **settings})


def test_without_a_door_it_says_so_and_fails(office: Office, tmp_path: Path) -> None:
    told = doctor(tmp_path)
    assert told.exit_code == 1
    assert "FAILED   settings: no mail can come in\n         to do: set PBEM_IMAP_URL" in told.stdout
    assert "warning  probes: none sent: mail can't both leave and come back" in told.stdout


def test_with_no_send_nothing_is_sent(office_with: Callable[..., Office], postfix: Postfix, tmp_path: Path) -> None:
    office = office_with()
    settings = {"PBEM_LMTP_LISTEN": f"127.0.0.1:{postfix.lmtp_port}", "PBEM_SMTP_URL": f"smtp://{HOST}:{postfix.port}"}
    told = doctor(tmp_path, "--no-send", **settings)
    assert told.exit_code == 0
    assert "FAILED" not in told.stdout
    assert "leave out --no-send" in told.stdout
    assert office.stored() == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"PBEM_MAIL_DOMAIN": f"{'x' * 60}.test"}, "FAILED   settings: the mail domain"),
        ({"PBEM_ORDERS_ADDRESS": f"{'o' * 18}@example.test"}, "FAILED   settings: PBEM_ORDERS_ADDRESS is too long"),
        ({"PBEM_AUTHSERV_ID": ""}, "warning  settings: PBEM_AUTHSERV_ID is not set"),
        ({"PBEM_OPERATOR_ADDRESS": ""}, "warning  settings: PBEM_OPERATOR_ADDRESS is not set"),
        ({"PBEM_HOLD_MAIL": "1"}, "warning  settings: PBEM_HOLD_MAIL is set"),
        ({"PBEM_BASE_URL": "http://127.0.0.1:8000"}, "warning  settings: links in mails point to http://127.0.0.1:8000"),
        ({"PBEM_BASE_URL": "http://battles.example.org"}, "warning  settings: the pages are at http://battles"),
        ({"PBEM_BUILTIN_MAILBOX": "1"}, "warning  settings: the built-in mailbox"),
        ({"PBEM_SMTP_URL": "smtp://127.0.0.1:1"}, "FAILED   relay: no connection to 127.0.0.1"),
        ({"PBEM_IMAP_URL": "imap://a:b@127.0.0.1:1/INBOX"}, "FAILED   mailbox: cannot be opened at 127.0.0.1"),
    ],
)  # fmt: skip
def test_settings_that_are_wrong_or_doubtful_are_named(
    office: Office, tmp_path: Path, settings: dict[str, str], words: str
) -> None:
    assert words in doctor(tmp_path, **settings).stdout
    assert words not in doctor(tmp_path).stdout


def test_with_settings_that_no_mail_can_be_made_with_nothing_is_sent(
    office: Office, postfix: Postfix, tmp_path: Path
) -> None:
    settings = {"PBEM_LMTP_LISTEN": f"127.0.0.1:{postfix.lmtp_port}", "PBEM_SMTP_URL": f"smtp://{HOST}:{postfix.port}"}
    told = doctor(tmp_path, PBEM_MAIL_DOMAIN=f"{'x' * 60}.test", **settings)
    assert told.exit_code == 1
    assert "warning  probes: none sent\n         to do: fix what FAILED first" in told.stdout
    assert "FAILED   relay" not in told.stdout
    assert "17 characters" in doctor(tmp_path, PBEM_ORDERS_ADDRESS=f"{'o' * 18}@example.test").stdout
    assert "too long" not in doctor(tmp_path, PBEM_ORDERS_ADDRESS=f"{'o' * 17}@example.test").stdout


def test_passwords_are_never_shown(office: Office, tmp_path: Path, mailbox: Mailbox) -> None:
    user, where = quote(mailbox.user, safe=""), f"{mailbox.host}:{mailbox.imap_port}"
    told = doctor(
        tmp_path, PBEM_IMAP_URL=f"imap://{user}:hunter2@{where}/INBOX", PBEM_SMTP_URL="smtp://me:hunter2@127.0.0.1:1"
    )  # fmt: skip
    assert "FAILED   mailbox" in told.stdout
    assert "hunter2" not in told.stdout


def test_a_store_that_is_not_there_or_not_up_to_date_fails_and_nothing_is_sent(office: Office, tmp_path: Path) -> None:
    gone = f"sqlite:///{tmp_path / 'nowhere.db'}"
    told = doctor(tmp_path, PBEM_DATABASE_URL=gone, PBEM_SMTP_URL="smtp://127.0.0.1:1", PBEM_LMTP_LISTEN="127.0.0.1:0")
    assert "FAILED   store: the database" in told.stdout
    assert "fix what FAILED first" in told.stdout
    with office.services.db.writing() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    assert "is at revision 0001, needed is" in doctor(tmp_path).stdout


def test_the_look_at_the_store_leaves_nothing_behind(office: Office) -> None:
    before = Path(office.services.db.file or "").read_bytes()
    assert states(look(office, send=False), "store") == ["ok"]
    with office.services.db.reading() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM once_only").scalar() == 0
    assert before


# --- TLS ----------------------------------------------------------------------------------------------------------


def test_tls_of_a_relay_is_told_with_the_end_of_its_certificate(
    office_with: Callable[..., Office], certificate: tuple[Path, Path]
) -> None:
    server_tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_tls.load_cert_chain(*certificate)
    controller = Controller(object(), hostname=HOST, port=free_port(), tls_context=server_tls)
    controller.start()
    try:
        office = office_with(smtp_url=f"smtp+starttls://{HOST}:{controller.port}")
        office.services = replace(office.services, clock=SystemClock())
        trusting = ssl.create_default_context(cafile=str(certificate[0]))
        told = [one for one in examine(office.services, names=None, context=trusting) if one.about == "relay"]
        assert [one.state for one in told if "TLSv1.3, certificate valid until" in one.found] == ["warning"]
        wary = [one for one in examine(office.services, names=None) if one.about == "relay"]
        assert [one.state for one in wary] == ["FAILED"]
        assert "certificate" in wary[0].found
        clear = replace(
            office.services, config=replace(office.services.config, smtp_url=f"smtp://{HOST}:{controller.port}")
        )
        told = [one for one in examine(clear, names=None) if one.about == "relay"]
        assert "it offers STARTTLS" in [one.found for one in told]
    finally:
        controller.stop()


def test_tls_of_a_mailbox_is_told_and_where_its_folders_lie(
    office_with: Callable[..., Office], tls_dovecot: Dovecot
) -> None:
    mailbox = tls_dovecot.mailbox()
    trusting = ssl.create_default_context(cafile=str(tls_dovecot.home / "cert.pem"))
    for scheme, port in (("imaps", tls_dovecot.imaps_port), ("imap+starttls", tls_dovecot.imap_port)):
        url = f"{scheme}://{quote(mailbox.user, safe='')}:{mailbox.password}@localhost:{port}/INBOX"
        office = office_with(imap_url=url)
        office.services = replace(office.services, clock=SystemClock())
        told = [
            one for one in examine(office.services, names=None, context=trusting, send=False) if one.about == "mailbox"
        ]
        assert [one.state for one in told if "certificate valid until" in one.found] == ["warning"]
        assert any("INBOX.Processed and INBOX.Rejected" in one.found for one in told)
        wary = [one for one in examine(office.services, names=None, send=False) if one.about == "mailbox"]
        assert [one.state for one in wary] == ["FAILED"]


@pytest.mark.parametrize(
    ("way", "host", "password", "state", "words"),
    [
        (Secured(), "127.0.0.1", True, "warning", "unencrypted connection to 127.0.0.1"),
        (Secured(), "smtp.example.org", False, "warning", "unencrypted connection to smtp.example.org"),
        (Secured(), "smtp.example.org", True, "FAILED", "password included"),
        (Secured("TLSv1.3", NOON + timedelta(days=15)), "smtp.example.org", True, "ok", "valid until 2026-05-29"),
        (Secured("TLSv1.3", NOON + timedelta(days=13)), "smtp.example.org", True, "warning", "until 2026-05-27 only"),
        (Secured("TLSv1.3"), "smtp.example.org", True, "ok", "TLSv1.3"),
    ],
)  # fmt: skip
def test_clear_text_is_for_one_machine_and_certificates_end(
    way: Secured, host: str, password: bool, state: str, words: str
) -> None:
    found = secure("relay", way, host, password, "PBEM_SMTP_URL", NOON)
    assert found.state == state
    assert words in found.found
    assert bool(found.todo) == (state != "ok")


# --- clocks -------------------------------------------------------------------------------------------------------


def at_dovecot(mailbox: Mailbox, office_with: Callable[..., Office]) -> Office:
    url = f"imap://{quote(mailbox.user, safe='')}:{mailbox.password}@{mailbox.host}:{mailbox.imap_port}/INBOX"
    return office_with(imap_url=url, orders_address=mailbox.user)


@pytest.mark.parametrize(("ahead", "states_"), [(0, ["ok"]), (40, ["FAILED"]), (-40, ["FAILED"])])
def test_a_mailbox_whose_clock_differs_is_told_of_once_a_day(
    mailbox: Mailbox, office_with: Callable[..., Office], ahead: float, states_: list[str]
) -> None:
    office = at_dovecot(mailbox, office_with)
    office.clock.at = datetime.now(UTC) - timedelta(seconds=ahead)
    assert states(look(office, send=False), "clock") == states_
    (job,) = [one for one in jobs(office.services) if one.name == "clocks"]  # at the worker's start, then daily
    assert job.every == timedelta(days=1)
    for _ in range(2):
        job.call()
    told = office.mails("operator")
    assert len(told) == (0 if ahead == 0 else 1)
    if ahead:
        assert f"s {'ahead of' if ahead > 0 else 'behind'} ours".encode() in told[0].raw
        office.later(days=1)
        job.call()
        assert len(office.mails("operator")) == 2


def test_asking_a_mailbox_for_the_time_leaves_nothing_in_it(
    mailbox: Mailbox, office_with: Callable[..., Office]
) -> None:
    office = at_dovecot(mailbox, office_with)
    assert check_clock(office.services) is not None
    folder = Folder(office.services.config.imap_url.replace("/INBOX", "/Processed"))
    assert folder.uids() == ()
    folder.close()


def test_a_mailbox_out_of_sight_has_no_time(office_with: Callable[..., Office]) -> None:
    office = office_with(imap_url="imap://a:b@127.0.0.1:1/INBOX")
    assert check_clock(office.services) is None
    assert office.mails("operator") == []


@pytest.mark.parametrize(
    ("stamp", "seconds"), [(-1, -1), (0, 0), (5, 0), (10, 0), (11, 1), (0.4, 0), (-31, -31), (45, 35)]
)
def test_a_stamp_is_apart_from_ours_by_what_no_delay_explains(stamp: float, seconds: float) -> None:
    before, after = NOON, NOON + timedelta(seconds=10)
    assert apart(before, after, NOON + timedelta(seconds=stamp)).total_seconds() == seconds
    assert apart(NOON + timedelta(seconds=0.9), after, NOON).total_seconds() == 0  # whole seconds are stamped


# --- names --------------------------------------------------------------------------------------------------------

RECORDS = {
    ("battles.example.org", "MX"): ["20 b.example.org.", "10 a.example.org."],
    ("battles.example.org", "TXT"): ['"v=spf1 include:relay.example" " -all"', '"something else"'],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=none"'],
    ("may._domainkey.example.org", "TXT"): ['"v=DKIM1; p=Zm9v"'],
    ("twice.example.org", "TXT"): ['"v=spf1 -all"', '"v=spf1 ~all"'],
    ("twice.example.org", "A"): ["192.0.2.1"],
    ("none.example.org", "MX"): ["0 ."],
}  # fmt: skip


@contextmanager
def name_server() -> Iterator[int]:
    """A name server on loopback that knows the records above; its port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.bind((HOST, 0))

        def serve() -> None:
            while True:
                asked, who = door.recvfrom(4096)
                if not asked:
                    return
                query = dns.message.from_wire(asked)
                answer = dns.message.make_response(query)
                answer.flags |= dns.flags.RA
                name, kind = query.question[0].name, query.question[0].rdtype
                said = RECORDS.get((name.to_text(omit_final_dot=True), kind.name))
                if said:
                    answer.answer.append(dns.rrset.from_text(name, 60, "IN", kind.name, *said))
                elif not any(one == name.to_text(omit_final_dot=True) for one, _ in RECORDS):
                    answer.set_rcode(dns.rcode.NXDOMAIN)
                door.sendto(answer.to_wire(), who)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            door.sendto(b"", door.getsockname())
            thread.join(5)


def records(address: str, signers: tuple[tuple[str, str], ...] = (), bounce: str = "") -> dict[str, DoctorFinding]:
    """What a real name server's answers come to."""
    config = config_for("sqlite:///x.db", Path(), orders_address=address, bounce_address=bounce)
    with name_server() as port:
        return {one.about: one for one in check_names(config, Dns([HOST], port), signers)}


def test_the_records_of_a_domain_are_told() -> None:
    found = records("orders@battles.example.org", (("example.org", "may"),))
    assert {about: one.state for about, one in found.items()} == {"DKIM": "ok", "MX": "ok", "SPF": "ok", "DMARC": "ok"}
    assert found["MX"].found == "mail for battles.example.org goes to a.example.org, b.example.org"
    assert "v=spf1 include:relay.example -all" in found["SPF"].found
    assert found["DMARC"].found.startswith("example.org: ")


def test_records_that_are_missing_are_told_with_what_to_add() -> None:
    found = records("orders@twice.example.org", (("relay.example", "june"),), "back@nowhere.example.net")
    assert found["MX"].state == "ok"  # it has an address, which is as good
    assert (found["SPF"].state, "nowhere.example.net has no SPF" in found["SPF"].found) == ("warning", True)
    assert found["DMARC"].state == "ok"
    assert (found["DKIM"].state, "june._domainkey.relay.example" in found["DKIM"].found) == ("FAILED", True)
    assert "2 SPF records" in records("orders@twice.example.org")["SPF"].found
    assert "null MX" in records("orders@none.example.org")["MX"].found
    missing = records("orders@missing.example.net")
    assert [missing[about].state for about in ("MX", "SPF", "DMARC")] == ["FAILED", "warning", "warning"]


def test_a_signature_of_the_relay_alone_is_told_of() -> None:
    config = config_for("sqlite:///x.db", Path(), orders_address="orders@battles.test")
    one, two = check_names(config, None, (("relay.example", "may"),))
    assert (one.about, one.state) == ("DKIM", "warning")
    assert "not by battles.test" in one.found
    assert two.state == "warning"


def test_without_an_answer_names_are_not_judged() -> None:
    config = config_for("sqlite:///x.db", Path(), orders_address="orders@battles.example.org")
    dead = Dns([HOST], free_port())
    dead._resolver.lifetime = 0.3
    (found,) = check_names(config, dead, ())
    assert (found.about, found.state) == ("DNS", "warning")
    with pytest.raises(Unreachable):
        dead.texts("example.org")
    (unset,) = check_names(config, None, ())
    assert unset.state == "warning"


@pytest.mark.parametrize("name", ["pbem.localhost", "example.test", "mx.Example.TEST.", "home.local", "localhost"])
def test_names_for_tests_are_not_looked_up(name: str) -> None:
    assert reserved(name)
    assert not reserved("battles.example.org")


def test_a_database_may_be_any(postgres_url: str) -> None:
    db = Database.open(postgres_url)
    db.migrate()
    office = Services(db, config_for(postgres_url, Path()), compose=compose_mail)
    found = [one for one in examine(office, names=None, send=False) if one.about == "store"]
    db.close()
    assert [one.state for one in found] == ["ok"]
