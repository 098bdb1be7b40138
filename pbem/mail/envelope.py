"""The envelope sender of what we send: a mail that cannot be delivered comes back to it (VERP).

``orders+b-<24 characters of the Message-ID>@…`` tells which mail came back, whatever is in the mail that says so.
"""

from pbem.config import Config
from pbem.mail.addresses import tagged
from pbem.mail.bounces import envelope_tag


def envelope_sender(config: Config, message_id: str) -> str:
    """The address that a mail of ours comes back to.  Raises ValueError for an id that is not of our shape."""
    return tagged(config.bounce_address or config.orders_address, envelope_tag(message_id))
