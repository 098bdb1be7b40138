"""A certificate of our own for loopback: TLS to a relay and to a mailbox is tested with it."""

import subprocess
from pathlib import Path

import pytest

from tests.servers import HOST, need


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for loopback that signs itself, good for two days, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    made, key = folder / "cert.pem", folder / "key.pem"
    openssl = need("openssl", "TLS is tested with a certificate it makes")
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(made)]
    more = ["-days", "2", "-subj", "/CN=pbem test", "-addext", f"subjectAltName=IP:{HOST}"]
    subprocess.run([*command, *more], check=True, capture_output=True)
    return made, key
