"""What the doctor finds: one line each, with what to do about it."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from pbem.mail.inspection import Secured

State = Literal["ok", "warning", "FAILED"]

SOON = timedelta(days=14)
"""A certificate that ends within that is told of."""


class DoctorFinding(msgspec.Struct, frozen=True):
    """The result of one check."""

    about: str

    state: State

    found: str

    todo: str = ""
    """What to do about it; '' where all is well."""


def ok(about: str, found: str) -> DoctorFinding:
    """All is well."""
    return DoctorFinding(about, "ok", found)


def warning(about: str, found: str, todo: str) -> DoctorFinding:
    """It works, but not as well as it might, or it could not be looked at."""
    return DoctorFinding(about, "warning", found, todo)


def failed(about: str, found: str, todo: str) -> DoctorFinding:
    """It does not work."""
    return DoctorFinding(about, "FAILED", found, todo)


def secure(about: str, way: Secured, host: str, password: bool, setting: str, now: datetime) -> DoctorFinding:
    """How the way to a server is secured.  password: one is sent there.  setting: names the server."""
    if not way.version:
        if host in {"127.0.0.1", "::1", "localhost"}:
            return warning(about, f"unencrypted connection to {host}", "fine on the same machine; otherwise use TLS")
        found = f"unencrypted connection to {host}{', password included' if password else ''}"
        return (failed if password else warning)(about, found, f"write {setting} with TLS: smtps, imaps or +starttls")
    if way.until is not None and way.until - now < SOON:
        todo = "renew the server's certificate; once it expires no mail can be sent or fetched this way"
        return warning(about, f"{way.version}, certificate valid until {way.until:%Y-%m-%d} only", todo)
    until = f", certificate valid until {way.until:%Y-%m-%d}" if way.until else ""
    return ok(about, f"{way.version}{until}")
