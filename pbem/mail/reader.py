"""What has to be known of us to read a mail that came in."""

import msgspec

from pbem.config import Config


class MailReader(msgspec.Struct, frozen=True):
    """Where mails for us come to, and whom we believe.

    authserv_id: whose word about senders counts.  bounce_address: where mails come back to, '' for the orders address.
    """

    orders_address: str
    authserv_id: str = ""
    bounce_address: str = ""


def reader_of(config: Config) -> MailReader:
    """A service as its settings have it."""
    return MailReader(config.orders_address, config.authserv_id, config.bounce_address)
