"""A player's feed as Atom (RFC 4287): who has its address may read it, without signing in."""

from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _

from pbem.clock import iso
from pbem.service.people.feed import Feed, FeedEntry, NoFeed, feed_of
from pbem.web.door import services

pages = Blueprint("feed", __name__, url_prefix="/feed")

ATOM = "http://www.w3.org/2005/Atom"


@pages.get("/<key>.atom")
def show(key: str) -> Response:
    """The feed with that key; a reader that has it already is not sent it again."""
    try:
        feed = feed_of(services(), key)
    except NoFeed as fault:
        abort(404, str(fault))
    answer = Response(_atom(feed, _absolute(url_for("feed.show", key=key))), mimetype="application/atom+xml")
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _atom(feed: Feed, here: str) -> bytes:
    """The feed.  here: its own address."""
    root = Element("feed", xmlns=ATOM)
    _head(root, _name(f"players/{feed.player}"), _("Battles by Post: your games"), iso(feed.at))
    SubElement(SubElement(root, "author"), "name").text = _("Battles by Post")
    SubElement(root, "link", rel="self", type="application/atom+xml", href=here)
    SubElement(root, "link", rel="alternate", type="text/html", href=_absolute(url_for("games.mine")))
    for one in feed.entries:
        _entry(SubElement(root, "entry"), one)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def _entry(entry: Element, one: FeedEntry) -> None:
    _head(entry, _name(one.id), one.title, iso(one.at))
    where = (
        url_for("games.turn", game=one.game, number=one.number)
        if one.kind == "report"
        else url_for("games.show", game=one.game)
    )
    SubElement(entry, "link", rel="alternate", type="text/html", href=_absolute(where))
    SubElement(entry, "summary").text = one.text


def _head(element: Element, name: str, title: str, updated: str) -> None:
    """What a feed and each of its entries begin with."""
    SubElement(element, "id").text = name
    SubElement(element, "title").text = title
    SubElement(element, "updated").text = updated


def _absolute(path: str) -> str:
    return services().config.base_url + path


def _name(what: str) -> str:
    """A name that stays the same, wherever the feed moves to on this site."""
    return uuid5(NAMESPACE_URL, f"{services().config.base_url}/{what}").urn
