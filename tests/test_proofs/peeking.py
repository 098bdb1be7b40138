"""All that a seat can ever lay hands on, as bytes: pages, lists, reports, maps, mails, and what the web gives it."""

import io
import re
import struct
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from html import unescape
from urllib.parse import urlsplit

import msgspec
from flask.testing import FlaskClient
from PIL import Image

from pbem.app import create_app
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.reports.letter import letter_html, letter_text
from pbem.reports.letters import report_letter
from pbem.reports.maps import chart_alt, render_svg, text_map
from pbem.service.model.gamepage import GamePage
from pbem.service.outgoing.drawing import draw_some
from pbem.service.outgoing.wording import heading_of, report_of
from pbem.service.people.seats import sign_in_link
from pbem.service.play.gamelist import my_games
from pbem.service.play.pages import game_page
from tests.test_proofs.field import Field

LINK = re.compile(rb'(?:href|src|hx-get|action)="(/[^"#]*)')
LEFT_OUT = re.compile(r"map\.png|save=1|event=|/debrief|eyes=|/archive|/dice")
"""Pictures without words, maps once more as files, single events of a turn; and what lays a finished battle open."""

PAGES = 600
"""More than a crawl of one player's pages of one game comes to."""


@dataclass(frozen=True)
class Sight:
    """Something a seat gets.  where: what it is, for the message of a test that fails."""

    where: str
    data: bytes


def service_sights(field: Field, game: GameId, seat: Seat, turns: bool = False) -> Iterator[Sight]:
    """What the service gives a seat now.  turns: every report of the past too, told anew."""
    latest = game_page(field.services, game, seat)
    yield Sight("my games", msgspec.json.encode(my_games(field.services, field.players[seat])))
    numbers = [one.number for one in latest.turns] if turns else [latest.number]
    for number in numbers:
        yield from page_sights(field, game_page(field.services, game, seat, number))


def page_sights(field: Field, page: GamePage) -> Iterator[Sight]:
    """A page in every form there is of it: what is drawn and written follows from the page, so once for each."""
    told = msgspec.json.encode(page)
    where = f"report {page.number} of {page.seat}"
    yield Sight(f"{where}: page", told)
    key = (field.services.config, told)
    if key not in _drawn:
        if len(_drawn) >= KEPT:
            _drawn.pop(next(iter(_drawn)))
        _drawn[key] = tuple(_forms(field, page, where))
    yield from _drawn[key]


KEPT = 8
_drawn: dict[tuple[Config, bytes], tuple[Sight, ...]] = {}


def _forms(field: Field, page: GamePage, where: str) -> Iterator[Sight]:
    yield Sight(f"{where}: map", render_svg(page.chart).encode())
    yield Sight(f"{where}: map in letters", "\n".join(text_map(page.chart)).encode())
    yield Sight(f"{where}: map in words", chart_alt(page.chart).encode())
    letter = report_letter(report_of(heading_of(field.services.config, page), page))
    yield Sight(f"{where}: text", letter_text(letter).encode())
    yield Sight(f"{where}: HTML", unescape(letter_html(letter)).encode())


def mail_sights(field: Field, seat: Seat) -> Iterator[Sight]:
    """Every mail that was ever made for a seat's player, raw and each part decoded, pictures with all they carry."""
    while draw_some(field.services):
        pass
    for mail in field.mails():
        if mail.player != field.players[seat] and mail.seat != seat:
            continue
        where = f"mail {mail.key} to {mail.recipient}"
        yield Sight(where, mail.raw)
        for part in message_from_bytes(mail.raw, policy=policy.default).walk():
            data = part.get_payload(decode=True)
            if isinstance(data, bytes):
                yield Sight(f"{where}, {part.get_content_type()}", data)
                if part.get_content_type() == "text/html":
                    yield Sight(f"{where}, its HTML's words", unescape(data.decode()).encode())
                if part.get_content_type() == "image/png":
                    yield Sight(f"{where}, what its picture carries", carried(data))


def carried(png: bytes) -> bytes:
    """All of a PNG but its pixels: texts (unpacked), and any other chunk as it is."""
    at, found = 8, [repr(Image.open(io.BytesIO(png)).info).encode()]
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] != b"IDAT":
            found.append(png[at + 4 : at + 8 + length])
        at += 12 + length
    return b"\n".join(found)


class Browser:
    """A player signed in to the web pages."""

    def __init__(self, field: Field, seat: Seat) -> None:
        """Sign in by a link, as anybody does."""
        self.seat = seat
        self.app = create_app(services=field.services)
        self.app.config.update(WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)
        self.client: FlaskClient = self.app.test_client()
        link = urlsplit(sign_in_link(field.services, field.players[seat])).path
        assert self.client.post(link).status_code == 303

    def sights(self, *first: str) -> Iterator[Sight]:
        """Every page, picture and file of games that links lead to from these, and from those on."""
        waiting, known = deque(first), set(first)
        while waiting:
            path = waiting.popleft()
            answer = self.client.get(path)
            told = unescape(answer.text).encode() if answer.mimetype.startswith("text/") else answer.data
            yield Sight(f"{self.seat} at {path}: {answer.status_code}", told)
            if answer.mimetype != "text/html":
                continue
            for found in LINK.findall(answer.data):
                there = unescape(found.decode())
                if there not in known and there.startswith(("/g/", "/games")) and not LEFT_OUT.search(there):
                    known.add(there)
                    waiting.append(there)
            assert len(known) < PAGES, f"no end of pages: {sorted(known)}"
