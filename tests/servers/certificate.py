"""Certificates of our own for loopback: TLS to a relay and to a mailbox is tested with them."""

import subprocess
from pathlib import Path

import pytest

from tests.servers import HOST, need


def make_certificate(home: Path, name: str) -> tuple[Path, Path]:
    """``cert.pem``, which vouches for itself and for a name (``DNS:localhost``) for two days, and ``key.pem``."""
    openssl = need("openssl", "TLS is tested with a certificate it makes")
    made, key = home / "cert.pem", home / "key.pem"
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=pbem test"]
    more = ["-addext", f"subjectAltName={name}", "-keyout", str(key), "-out", str(made)]
    subprocess.run([*command, *more], check=True, capture_output=True)
    return made, key


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1, and its key."""
    return make_certificate(tmp_path_factory.mktemp("tls"), f"IP:{HOST}")
