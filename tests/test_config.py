"""Settings from the environment: what is wrong is named, what is secret is not shown."""

from pathlib import Path

import pytest

from pbem.config import Config, ConfigError

SECRET = "0123456789abcdef0123456789abcdef"


def test_only_the_secret_has_no_default() -> None:
    config = Config.from_environment({"PBEM_SECRET": SECRET})
    assert (config.database_url, config.notices) == ("sqlite:///var/pbem.sqlite3", "public")
    assert (config.base_url, config.orders_address) == ("http://127.0.0.1:8000", "orders@pbem.localhost")
    with pytest.raises(ConfigError, match=r"PBEM_SECRET is not set.*token_hex"):
        Config.from_environment({})


def test_everything_can_be_set() -> None:
    config = Config.from_environment(
        {
            "PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": "postgresql+psycopg://u:hunter2@db/pbem",
            "PBEM_BASE_URL": "https://battles.example/", "PBEM_MAIL_DOMAIN": "battles.example",
            "PBEM_SMTP_URL": "smtp+starttls://me:hunter2@relay:587", "PBEM_IMAP_URL": "imaps://me:hunter2@box/INBOX",
            "PBEM_LMTP_LISTEN": "127.0.0.1:8024", "PBEM_DATA_DIR": "/srv/pbem", "PBEM_BUILTIN_MAILBOX": "yes",
            "PBEM_OPERATOR_ADDRESS": "op@battles.example", "PBEM_AUTHSERV_ID": "mx.example",
            "PBEM_OLD_SECRETS": f"{SECRET[::-1]}, {SECRET}", "PBEM_MAIL_QUOTA": "10", "PBEM_SETTLE": "0",
            "PBEM_HOLD_MAIL": "1", "PBEM_NOTICES": "off",
        }
    )  # fmt: skip
    assert config.base_url == "https://battles.example"
    assert config.orders_address == "orders@battles.example"
    assert (config.data_dir, config.builtin_mailbox) == (Path("/srv/pbem"), True)
    assert (config.old_secrets, config.mail_quota) == ((SECRET[::-1], SECRET), 10 * 1024 * 1024)
    assert (config.settle, config.relay_rate, config.hold_mail, config.notices) == (0, 30, True, "off")
    assert "hunter2" not in repr(config)
    assert SECRET[::-1] not in repr(config)
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
        ("PBEM_OLD_SECRETS", "short", "PBEM_OLD_SECRETS has 5 characters"),
        ("PBEM_WEBHOOK_KEY", "short", "PBEM_WEBHOOK_KEY has 5 characters"),
        ("PBEM_BOUNCE_ADDRESS", "bounces", "PBEM_BOUNCE_ADDRESS is 'bounces'"),
        ("PBEM_RELAY_RATE", "-1", "PBEM_RELAY_RATE is '-1'"),
        ("PBEM_SETTLE", "soon", "PBEM_SETTLE is 'soon'"),
        ("PBEM_LMTP_LISTEN", "8024", "PBEM_LMTP_LISTEN is '8024'"),
        ("PBEM_LMTP_LISTEN", "host:99999", "PBEM_LMTP_LISTEN"),
        ("PBEM_BUILTIN_MAILBOX", "maybe", "PBEM_BUILTIN_MAILBOX is 'maybe'"),
        ("PBEM_JOIN", "all", "PBEM_JOIN is 'all'; write open"),
        ("PBEM_NOTICES", "here", "PBEM_NOTICES is 'here'; write one of off, public, anywhere"),
    ],
)
def test_a_setting_that_cannot_be_right_is_named_and_its_password_is_not_shown(
    name: str, value: str, told: str
) -> None:
    with pytest.raises(ConfigError, match=told) as caught:
        Config.from_environment({"PBEM_SECRET": SECRET, name: value})
    assert "hunter2" not in str(caught.value)
