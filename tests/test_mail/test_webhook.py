"""The door for mail providers: raw mails, signed and fresh, each request good once, stored before it is answered."""

import hashlib
import hmac
import io
import os
import re
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from sqlmodel import select
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from pbem.app import create_app
from pbem.clock import SystemClock
from pbem.mail.reading import LARGEST
from pbem.mail.webhook import FRESH, sign
from pbem.service.incoming import handover, mailroom
from pbem.store.errors import StoreUnavailable
from pbem.store.tables import OnceOnly
from tests.servers import need
from tests.test_mail.conftest import ANN, Office, letter, reply_to

KEY = "k" * 40
MAIL = letter("S02 turn 2\n") + "Grüße".encode("latin-1")
NONCE = "n0nce-of-sixteen-or-more"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def keyed(office_with: Callable[..., Office]) -> Office:
    return office_with(webhook_key=KEY)


@pytest.fixture
def provider(keyed: Office) -> FlaskClient:
    """Sends requests."""
    return create_app(services=keyed.services).test_client()


def headers(
    office: Office,
    raw: bytes = MAIL,
    nonce: str = NONCE,
    sender: str = ANN,
    to: str = "",
    late: float = 0,
    key: str = KEY,
) -> dict[str, str]:
    """What a provider says of a mail; late: seconds by which its clock is behind ours."""
    time = str(int((office.clock.now() - timedelta(seconds=late)).timestamp()))
    recipients = to or reply_to()
    return {
        "X-PBEM-Timestamp": time, "X-PBEM-Nonce": nonce, "X-PBEM-Sender": sender, "X-PBEM-Recipients": recipients,
        "X-PBEM-Signature": sign(key, time, nonce, sender, recipients, raw),
    }  # fmt: skip


def post_raw(
    provider: FlaskClient, said: dict[str, str], raw: bytes = MAIL, kind: str = "message/rfc822"
) -> TestResponse:
    return provider.post("/mail/webhook", data=raw, headers=said, content_type=kind)


def mailgun(office: Office, raw: bytes = MAIL, token: str = "t" * 50, late: float = 0) -> dict[str, str | bytes]:
    """The fields of Mailgun's form, the mail as bytes."""
    time = str(int((office.clock.now() - timedelta(seconds=late)).timestamp()))
    mac = hmac.new(KEY.encode(), f"{time}{token}".encode(), hashlib.sha256).hexdigest()
    return {
        "recipient": reply_to(), "sender": ANN, "subject": "Re: [Harrow Down]", "from": ANN, "timestamp": time,
        "token": token, "signature": mac, "body-mime": raw,
    }  # fmt: skip


def multipart(fields: dict[str, str | bytes]) -> tuple[bytes, str]:
    """The fields as multipart/form-data, bytes as they are."""
    out = io.BytesIO()
    for name, value in fields.items():
        data = value if isinstance(value, bytes) else value.encode()
        out.write(f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + data + b"\r\n")
    return out.getvalue() + b"--cut--\r\n", "multipart/form-data; boundary=cut"


# --- our own form -------------------------------------------------------------------------------------------------


def test_a_signed_mail_is_stored_byte_for_byte_and_answered_once(keyed: Office, provider: FlaskClient) -> None:
    answer = post_raw(provider, headers(keyed))
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    (row,) = keyed.stored()
    assert row.raw == MAIL
    assert (row.door, row.envelope_from, row.envelope_to, row.arrived_at) == (
        "webhook",
        ANN,
        reply_to(),
        keyed.clock.now(),
    )
    assert row.id in answer.text
    (outcome,) = mailroom.handle_waiting(keyed.services)
    assert outcome.state == "accepted"
    assert len(keyed.mails()) == 1


def test_the_null_sender_and_a_sender_not_told_are_two_things(keyed: Office, provider: FlaskClient) -> None:
    for name, sender in (("one", "<>"), ("two", "")):
        raw = letter("S02 turn 2\n", name=name)
        assert post_raw(provider, headers(keyed, raw, NONCE + name, sender), raw).status_code == 200
    assert sorted(row.envelope_from for row in keyed.stored()) == ["", "-"]


def test_without_a_key_there_is_no_such_place(office: Office) -> None:
    visitor = create_app(services=office.services).test_client()
    for key in (KEY, ""):
        assert post_raw(visitor, headers(office, key=key)).status_code == 404
    assert office.stored() == []


@pytest.mark.parametrize("late", [FRESH + 1, -FRESH - 1])
def test_a_stale_request_and_one_from_the_future_are_refused(keyed: Office, provider: FlaskClient, late: float) -> None:
    assert post_raw(provider, headers(keyed, late=late)).status_code == 403
    assert keyed.stored() == []


def test_whatever_is_changed_after_signing_breaks_the_signature(keyed: Office, provider: FlaskClient) -> None:
    right = headers(keyed)
    other = {
        "X-PBEM-Timestamp": str(int(right["X-PBEM-Timestamp"]) + 1), "X-PBEM-Nonce": NONCE + "x", "X-PBEM-Sender": "<>",
        "X-PBEM-Recipients": "orders@example.test", "X-PBEM-Signature": "0" * 64,
    }  # fmt: skip
    answers = [post_raw(provider, right | {name: value}) for name, value in other.items()]
    answers += [post_raw(provider, {name: value for name, value in right.items() if name != gone}) for gone in right]
    answers += [post_raw(provider, right, MAIL + b"S03 turn 2\r\n"), post_raw(provider, headers(keyed, key="j" * 40))]
    answers += [post_raw(provider, right | {"X-PBEM-Signature": "é"})]
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (403, "Not signed as it must be, or not for now.\n")
    }
    assert keyed.stored() == []
    assert post_raw(provider, right).status_code == 200


@pytest.mark.parametrize("nonce", ["", "short", "sixteen or more, with blanks"])
def test_a_nonce_must_be_one(keyed: Office, provider: FlaskClient, nonce: str) -> None:
    assert post_raw(provider, headers(keyed, nonce=nonce)).status_code == 403


def test_a_request_is_good_once_and_the_same_mail_signed_anew_is_stored_once(
    keyed: Office, provider: FlaskClient
) -> None:
    said = headers(keyed)
    assert post_raw(provider, said).status_code == 200
    assert post_raw(provider, said).status_code == 403
    assert post_raw(provider, headers(keyed, nonce=NONCE + "2")).status_code == 200
    assert len(keyed.stored()) == 1


def test_a_nonce_is_not_used_up_by_a_mail_that_was_not_stored(
    keyed: Office, provider: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> bool:
        raise StoreUnavailable("the database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(handover, "use_once", closed)
        answer = post_raw(provider, headers(keyed))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert keyed.stored() == []
    assert post_raw(provider, headers(keyed)).status_code == 200


def test_nonces_are_forgotten_when_their_requests_could_not_be_fresh_any_more(
    keyed: Office, provider: FlaskClient
) -> None:
    said = headers(keyed)
    post_raw(provider, said)
    keyed.later(seconds=4 * FRESH)
    assert post_raw(provider, said).status_code == 403
    raw = letter("S03 turn 2\n", name="two")
    post_raw(provider, headers(keyed, raw, NONCE + "2"), raw)
    with keyed.services.db.reading() as session:
        assert [row.word for row in session.exec(select(OnceOnly)).all()] == [f"webhook:{NONCE}2"]


def test_a_mail_too_large_is_refused_before_it_is_read(keyed: Office, provider: FlaskClient) -> None:
    raw = MAIL + b"x" * LARGEST
    assert post_raw(provider, headers(keyed, raw), raw).status_code == 413
    fits = MAIL + b"x" * (LARGEST - len(MAIL))
    assert post_raw(provider, headers(keyed, fits), fits).status_code == 200


def test_a_mail_whose_length_is_not_told_is_taken_whole_or_not_at_all(keyed: Office, provider: FlaskClient) -> None:
    for size, status in ((LARGEST, 200), (LARGEST + 1, 413), (2 * LARGEST, 413)):
        raw = MAIL + b"x" * (size - len(MAIL))
        said = headers(keyed, raw, f"{NONCE}{size}")
        environ = {"wsgi.input_terminated": True}
        answer = provider.post(
            "/mail/webhook", input_stream=io.BytesIO(raw), headers=said, content_type="message/rfc822",
            environ_overrides=environ,
        )  # fmt: skip
        assert answer.status_code == status
    form = urlencode({"filler": "x" * (4 * LARGEST), **mailgun(keyed, token="u" * 50)}).encode()
    answer = provider.post(
        "/mail/webhook",
        input_stream=io.BytesIO(form),
        content_type=FORM,
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == 413
    assert [len(row.raw) for row in keyed.stored()] == [LARGEST]


def test_an_empty_mail_is_refused(keyed: Office, provider: FlaskClient) -> None:
    assert post_raw(provider, headers(keyed, b""), b"").status_code == 400


def test_mails_that_somebody_parsed_are_refused_with_what_to_send(keyed: Office, provider: FlaskClient) -> None:
    parsed = provider.post("/mail/webhook", json={"from": ANN, "text": "S02 turn 2"})
    form = {**mailgun(keyed), "body-plain": "S02 turn 2"}
    del form["body-mime"]
    plain = provider.post("/mail/webhook", data=urlencode(form), content_type=FORM)
    for answer in (parsed, plain):
        assert answer.status_code == 415
        assert "Only raw mails" in answer.text
    assert keyed.stored() == []


# --- Mailgun's form -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/mail/webhook", "/mail/webhook/mime"])
def test_mailguns_form_is_taken_byte_for_byte(keyed: Office, provider: FlaskClient, path: str) -> None:
    answer = provider.post(path, data=urlencode(mailgun(keyed)), content_type=FORM)
    assert answer.status_code == 200
    (row,) = keyed.stored()
    assert row.raw == MAIL
    assert (row.door, row.envelope_from, row.envelope_to) == ("webhook", ANN, reply_to())


def test_mailguns_form_in_parts_is_taken_byte_for_byte(keyed: Office, provider: FlaskClient) -> None:
    data, kind = multipart(mailgun(keyed))
    assert provider.post("/mail/webhook/mime", data=data, content_type=kind).status_code == 200
    assert keyed.stored()[0].raw == MAIL


def test_mailguns_form_is_refused_stale_wrongly_signed_or_with_a_token_used(
    keyed: Office, provider: FlaskClient
) -> None:
    def send(fields: dict[str, str | bytes]) -> int:
        return provider.post("/mail/webhook/mime", data=urlencode(fields), content_type=FORM).status_code

    assert send(mailgun(keyed, late=FRESH + 1)) == 403
    assert send(mailgun(keyed) | {"signature": "0" * 64}) == 403
    assert send(mailgun(keyed)) == 200
    assert send(mailgun(keyed, letter("S03 turn 2\n", name="two"))) == 403
    assert len(keyed.stored()) == 1


def test_a_form_too_large_or_broken_is_refused(keyed: Office, provider: FlaskClient) -> None:
    large = mailgun(keyed, MAIL + b"x" * LARGEST)
    assert provider.post("/mail/webhook", data=urlencode(large), content_type=FORM).status_code == 413
    data, kind = multipart(mailgun(keyed))
    assert provider.post("/mail/webhook", data=data[:-40], content_type=kind).status_code in {400, 415}
    assert provider.post("/mail/webhook", data=data, content_type="multipart/form-data").status_code == 400
    assert keyed.stored() == []


def test_the_key_is_as_long_as_other_secrets(office_with: Callable[..., Office]) -> None:
    with pytest.raises(Exception, match="PBEM_WEBHOOK_KEY has 5 characters"):
        office_with(webhook_key="short")


def test_the_lines_for_curl_that_the_page_gives_are_taken(office_with: Callable[..., Office], tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "mail.md").read_text(encoding="utf-8")
    (script,) = [block for block in re.findall(r"```\n(.*?)```", page, re.DOTALL) if "curl" in block]
    for tool in ("curl", "openssl"):
        need(tool, "the lines of docs/mail.md use it")
    office = office_with(webhook_key=KEY)
    office.services = replace(office.services, clock=SystemClock())
    (tmp_path / "one.eml").write_bytes(MAIL)
    server = make_server("127.0.0.1", 0, create_app(services=office.services), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        where = f"http://127.0.0.1:{server.server_port}"
        env = {**os.environ, "KEY": KEY, "WHERE": where, "no_proxy": "*"}
        done = subprocess.run(["sh", "-ec", script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert done.stdout.startswith("stored "), done.stdout + done.stderr
    assert [(row.raw, row.envelope_to) for row in office.stored()] == [(MAIL, "orders@battles.example.org")]


def test_nested_json_is_refused_with_a_reason(provider: FlaskClient) -> None:
    answer = provider.post("/mail/webhook", data="[" * 120_000, content_type="application/json")
    assert answer.status_code == 415
    assert "raw" in answer.text
