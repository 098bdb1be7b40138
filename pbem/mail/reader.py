"""What has to be known of us to read a mail that came in."""

import msgspec

from pbem.config import Config


class MailReader(msgspec.Struct, frozen=True):
    """What reading a mail needs of the settings."""

    orders_address: str

    authserv_id: str = ""
    """The server whose Authentication-Results are believed; '' for none."""

    bounce_address: str = ""
    """Where returned mails go; '' for the orders address."""


def reader_of(config: Config) -> MailReader:
    """A service as its settings have it."""
    return MailReader(config.orders_address, config.authserv_id, config.bounce_address)
