"""Settings from the environment: what is wrong is named, what is secret is not shown."""

from pathlib import Path

import pytest

from pbem.config import Config, ConfigError

SECRET = "0123456789abcdef0123456789abcdef"


def test_only_the_secret_has_no_default() -> None:
    config = Config.from_environment({"PBEM_SECRET": SECRET})
    assert config.database_url == "sqlite:///var/pbem.sqlite3"
    assert (config.base_url, config.orders_address) == ("http://127.0.0.1:8000", "orders@pbem.localhost")
    with pytest.raises(ConfigError, match=r"PBEM_SECRET has 0 characters.*token_hex"):
        Config.from_environment({})


def test_everything_can_be_set() -> None:
    config = Config.from_environment(
        {
            "PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": "postgresql+psycopg://u:hunter2@db/pbem",
            "PBEM_BASE_URL": "https://battles.example/", "PBEM_MAIL_DOMAIN": "battles.example",
            "PBEM_SMTP_URL": "smtp+starttls://me:hunter2@relay:587", "PBEM_IMAP_URL": "imaps://me:hunter2@box/INBOX",
            "PBEM_LMTP_LISTEN": "127.0.0.1:8024", "PBEM_DATA_DIR": "/srv/pbem", "PBEM_BUILTIN_MAILBOX": "yes",
            "PBEM_OPERATOR_ADDRESS": "op@battles.example", "PBEM_AUTHSERV_ID": "mx.example",
        }
    )  # fmt: skip
    assert config.base_url == "https://battles.example"
    assert config.orders_address == "orders@battles.example"
    assert (config.data_dir, config.builtin_mailbox) == (Path("/srv/pbem"), True)
    assert "hunter2" not in repr(config)
    assert SECRET not in repr(config)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PBEM_SECRET", "short", "PBEM_SECRET has 5 characters"),
        ("PBEM_DATABASE_URL", "mysql://u:hunter2@db/x", "PBEM_DATABASE_URL begins with mysql://"),
        ("PBEM_BASE_URL", "battles.example", "PBEM_BASE_URL begins with no scheme"),
        ("PBEM_SMTP_URL", "relay:hunter2", "PBEM_SMTP_URL begins with relay://"),
        ("PBEM_IMAP_URL", "pop3://x:hunter2@y", "PBEM_IMAP_URL begins with pop3://"),
        ("PBEM_IMAP_URL", "imap://[::1", "PBEM_IMAP_URL cannot be read"),
        ("PBEM_ORDERS_ADDRESS", "orders", "PBEM_ORDERS_ADDRESS is 'orders'"),
        ("PBEM_OPERATOR_ADDRESS", "a@b, c@d", "PBEM_OPERATOR_ADDRESS"),
        ("PBEM_LMTP_LISTEN", "8024", "PBEM_LMTP_LISTEN is '8024'"),
        ("PBEM_LMTP_LISTEN", "host:99999", "PBEM_LMTP_LISTEN"),
        ("PBEM_BUILTIN_MAILBOX", "maybe", "PBEM_BUILTIN_MAILBOX is 'maybe'"),
    ],
)
def test_a_setting_that_cannot_be_right_is_named_and_its_password_is_not_shown(
    name: str, value: str, told: str
) -> None:
    with pytest.raises(ConfigError, match=told) as caught:
        Config.from_environment({"PBEM_SECRET": SECRET, name: value})
    assert "hunter2" not in str(caught.value)
