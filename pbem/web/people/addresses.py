"""A further address confirmed by the link that was mailed to it: opening it shows a button, pressing that confirms."""

from flask import Blueprint, render_template
from flask_babel import gettext as _

from pbem.service.people.addresses import BadAddressLink, confirm_address, look_at_claim
from pbem.web.door import services
from pbem.web.errors import ErrorPage

pages = Blueprint("addresses", __name__, url_prefix="/addresses")


@pages.get("/<token>")
def look(token: str) -> str | tuple[str, int]:
    """Whose address a link would confirm; changes nothing."""
    try:
        return render_template("web/address.html", claim=look_at_claim(services(), token), token=token, done=False)
    except BadAddressLink as fault:
        return _stale(fault)


@pages.post("/<token>")
def confirm(token: str) -> str | tuple[str, int]:
    """The address counts from now on; it signs no player in."""
    try:
        return render_template("web/address.html", claim=confirm_address(services(), token), token=token, done=True)
    except BadAddressLink as fault:
        return _stale(fault)


def _stale(fault: BadAddressLink) -> tuple[str, int]:
    trouble = ErrorPage(title=_("This link confirms no address"), what=str(fault), done=_("No address was confirmed."))
    return trouble.page(), 410
