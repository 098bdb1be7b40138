"""The lines of the Procfile, run as they stand."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import requests

from tests.fresh import new_database
from tests.servers import HOST, free_port, until

ROOT = Path(__file__).parents[1]


def answers(port: int) -> bool:
    try:
        return requests.get(f"http://{HOST}:{port}/sign-in", timeout=5).status_code == 200
    except requests.RequestException:
        return False


def test_the_web_process_writes_nothing_into_the_home_of_its_user(tmp_path: Path) -> None:
    lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
    program, *rest = shlex.split(lines["web"])
    assert program == "gunicorn"
    home, data, port = tmp_path / "home", tmp_path / "var", free_port()
    home.mkdir()
    data.mkdir()
    new_database(data / "pbem.db").close()
    environment = {
        **os.environ, "HOME": str(home), "PORT": str(port), "PBEM_SECRET": "s" * 40, "PBEM_DATA_DIR": str(data),
        "PBEM_BASE_URL": f"http://{HOST}:{port}", "PBEM_MAIL_DOMAIN": "example.test",
        "PBEM_ORDERS_ADDRESS": "orders@example.test",
    }  # fmt: skip
    process = subprocess.Popen([sys.executable, "-m", "gunicorn", *rest], cwd=ROOT, env=environment)
    try:
        until(lambda: answers(port), "the pages", 60)
        assert sorted(path.name for path in home.rglob("*")) == []
    finally:
        process.terminate()
        process.wait(30)
