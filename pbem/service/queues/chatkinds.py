"""Which chat and web services a player may be told by, and how their addresses are written (apprise's)."""

import ipaddress
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import msgspec

from pbem.config import Config

if TYPE_CHECKING:
    from apprise import AppriseAsset  # slow: apprise
    from apprise.plugins import NotifyBase

LONGEST = 500

KINDS: dict[str, str] = {
    "discord": "discord://webhook-id/token",
    "slack": "slack://token-a/token-b/token-c",
    "tgram": "tgram://bot-token/chat-id",
    "matrixs": "matrixs://user:password@host/#room",
    "mmosts": "mmosts://host/token",
    "rockets": "rockets://user:password@host/#channel",
    "gchat": "gchat://workspace/key/token",
    "pover": "pover://user@token",
    "ntfys": "ntfy://topic",
    "gotifys": "gotifys://host/token",
    "jsons": "jsons://host/path",
}
"""By apprise's name of the service, over TLS where there is a choice: how an address looks.  None reads our files."""

SETTINGS = frozenset({"thread", "topic", "priority", "tags", "to", "mode"})
"""What may stand behind the ``?`` of an address.  Others would read files, follow redirects or switch TLS off."""


class BadTarget(Exception):
    """An address to which no message can be sent; the message says why and what to write."""


class ChatTarget(msgspec.Struct, frozen=True):
    """A target's address, understood."""

    kind: str
    """Name of the chat service."""

    shown: str
    """The address without its secrets."""


def target(config: Config, url: str) -> ChatTarget:
    """An address as understood.  Raises BadTarget."""
    if config.notices == "off":
        raise BadTarget("the operator has switched chat notifications off")
    if len(url) > LONGEST or not url.isprintable():
        raise BadTarget(f"an address has at most {LONGEST} printable characters")
    found = plugin(url)
    if found is None or getattr(found, "secure_protocol", None) not in KINDS:  # typed as None in its base
        raise BadTarget(
            f"{url[:30]} is not the address of a service that pbem knows; write it like one of the examples"
        )
    extra = sorted({name for name, _ in parse_qsl(url.partition("?")[2], keep_blank_values=True)} - SETTINGS)
    if extra:
        allowed = ", ".join(sorted(SETTINGS))
        raise BadTarget(f"leave {', '.join(extra)[:60]} out of the address; behind its ? may stand {allowed}")
    if config.notices == "public" and not is_public(found.host or ""):
        raise BadTarget(f"{found.host} is not on the public internet, and notifications go only there")
    shown = str(found.url(privacy=True))  # type: ignore[no-untyped-call]  # apprise has not typed it
    return ChatTarget(str(found.service_name), shown.partition("?")[0])


def plugin(url: str) -> "NotifyBase | None":
    """Apprise's own object for an address; None where it knows none."""
    from apprise import Apprise  # slow: apprise

    return Apprise.instantiate(url, asset=asset(), suppress_exceptions=True)


@cache
def asset() -> "AppriseAsset":
    """Apprise as it may behave here: it follows no redirect, and reads no file of ours."""
    from apprise import AppriseAsset  # slow: apprise

    return AppriseAsset(
        app_id="pbem", app_desc="Battles by Post", app_url="", async_mode=False, http_redirects=False,
        allow_templates=False, plugin_paths=[], secure_logging=True,
    )  # fmt: skip


def is_public(host: str) -> bool:
    """Whether a host may be on the public internet; a name is judged once it is looked up."""
    try:
        address = ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return host.rstrip(".").lower() != "localhost"
    return is_public_address(address)


def is_public_address(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is on the public internet, in whatever form it is wrapped."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is not None:
            return is_public_address(inner)
        if address in NAT64:
            return is_public_address(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return address.is_global and not address.is_multicast


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
