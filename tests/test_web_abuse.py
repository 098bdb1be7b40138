"""What somebody who means ill may try with forms, words and addresses of the site, and that it comes to nothing."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from sqlmodel import select
from werkzeug.test import TestResponse

from pbem.engine.ids import GameId
from pbem.service.agreements.letterbook import write_letter
from pbem.service.agreements.seating import leave_seat, take_seat
from pbem.service.lobby.invitations import accept
from pbem.service.lobby.musters import WantedPlayer, muster
from pbem.service.options import Options
from pbem.service.people.account import account_of, make_feed, set_name
from pbem.service.people.chattargets import add_target, targets_of
from pbem.service.people.keys import keys_of, make_key
from pbem.service.people.seats import add_word, player
from pbem.service.play.drafts import keep_draft
from pbem.service.play.turns import submit
from pbem.store.tables import OutMail
from pbem.web.door import NEXT
from pbem.web.limits import LIMITS
from tests.web_offices import NORTH, SOUTH, Office, office

TAG = "\"'><hostile onfocus=go()></textarea></title></script><hostile>&lt;hostile&gt; {{ 7*7 }}"
TURNED = "Kind\u202eevil\u2066\u200f\x00\x1b[31m"
"""Marks that turn writing round, and what a terminal would obey."""


@pytest.fixture(scope="module")
def desk() -> Iterator[Office]:
    with TemporaryDirectory() as folder, office(Path(folder), built_in=False) as made:
        for limiter in made.app.extensions["limiter"]:
            limiter.enabled = False
        yield made


# --- forms of another site ----------------------------------------------------------------------------------------

SIGNED = {"webhook.take_mail", "pausing.stop"}
"""What programs send: signed, or with a token of one mail (RFC 8058)."""


def posts(desk: Office) -> dict[str, str]:
    """Every address of the pages that forms are sent to."""
    found = {}
    for one in desk.app.url_map.iter_rules():
        if "POST" in (one.methods or ()) and not one.rule.startswith("/api/"):
            found[one.endpoint] = re.sub(r"<[^>]+>", "0", one.rule)
    return found


def test_no_form_is_taken_without_its_token(desk: Office) -> None:
    ines = desk.visitor(desk.ines).client
    taken = {name: ines.post(path, data={"do": "save"}).status_code for name, path in posts(desk).items()}
    assert len(taken) > 30
    assert {name for name, status in taken.items() if status != 400} <= SIGNED
    assert "has expired" in ines.post("/account/me", data={"csrf_token": "made-up"}).text


def test_a_cookie_opens_nothing_of_the_api(desk: Office) -> None:
    desk.begin()
    assert desk.visitor(desk.ines).client.get("/api/1/game").status_code == 401


UNCOUNTED = {
    *("signin.leave", "account.end_visits", "keys.revoke", "account.feed"),
    *("mailroom.dismiss_all", "mailroom.act", "mailroom.unhide", "mailroom.unhide_raw", "mailroom.again"),
    *("mailroom.change", "webhook.take_mail"),
}
"""Forms that cost next to nothing and reach nobody else; and the operator's own."""


def test_forms_that_cost_something_or_reach_others_are_counted(desk: Office) -> None:
    assert set(posts(desk)) - set(LIMITS) == UNCOUNTED


def test_whoever_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    with office(tmp_path, built_in=False) as fresh:
        game = fresh.begin(against_aide=False)
        ines = fresh.visitor(fresh.ines)
        answers = [ines.send("/away", f"/g/{game}/table", do=do) for do in ("draw", "draw-back") * 6]
        slow = next(one for one in answers if one.status_code == 429)
        assert int(slow.headers["Retry-After"]) > 0
        assert "Too many requests" in slow.text


# --- words ----------------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Whether a document has an element that nobody of us made."""

    def __init__(self) -> None:
        super().__init__()
        self.hostile = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hostile |= tag == "hostile" or any(name.startswith("onfocus") for name, _ in attrs)


def is_hostile(html: str) -> bool:
    tags = Tags()
    tags.feed(html)
    return tags.hostile


@pytest.fixture(scope="module")
def infested(desk: Office) -> GameId:
    """A battle wherever words may be written in which there are hostile ones."""
    services = desk.services
    set_name(services, desk.tom, TAG[:60])
    game = desk.begin(against_aide=False)
    add_word(services, game, NORTH, TAG[:80])
    keep_draft(services, game, SOUTH, 1, f"S01 {TAG}\n{TAG}")
    write_letter(services, game, NORTH, (SOUTH,), f"{TAG}\n\n{TAG}", desk.tom)
    make_key(services, desk.ines, game, SOUTH, TAG[:60])
    places = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite", "ines@example.org")}
    muster(services, desk.tom, "snaphance/harrow-down", places, Options(), f"{TAG}\n{TAG}")
    submit(services, game, SOUTH, f"S01 hold # {TAG}", "web", desk.ines, ready=True)
    submit(services, game, NORTH, f"N01 hold # {TAG}", "web", desk.tom, ready=True)
    keep_draft(services, game, SOUTH, 2, f"S01 {TAG}\n{TAG}")
    leave_seat(services, game, NORTH, desk.tom, TAG)
    take_seat(services, game, NORTH, desk.tom)
    return game


def test_hostile_words_are_words_on_every_page(desk: Office, infested: GameId) -> None:
    for who in (desk.ines, desk.tom):
        client = desk.visitor(who).client
        feed = f"/feed/{make_feed(desk.services, who)}.atom"
        waiting = ["/", "/open", "/account", "/account/keys", "/mail", feed, f"/g/{infested}"]
        waiting += [f"/g/{infested}/{one}" for one in ("letters", "table", "versions", "dice", "what-if", "downloads")]
        waiting += [
            f"/g/{infested}/{one}" for one in ("replay", "replay/frame?turn=1", "turns/1", "turns/1/print", "hand-over")
        ]
        waiting += [f"/g/{infested}?tab={tab}&open=S01" for tab in ("orders", "standing", "troops", "report")]
        waiting += re.findall(r'href="(/musters/[^"]+)"', client.get("/games").text)
        shown = 0
        for path in waiting:
            answer = client.get(path)
            assert answer.status_code == 200, path
            if (answer.mimetype or "").endswith("xml"):
                ET.fromstring(answer.data)
            elif answer.is_json:
                assert not is_hostile(str(answer.get_json()["now"])), path
            else:
                assert not is_hostile(answer.text), path
            shown += "hostile" in answer.text
            assert "49" not in re.findall(r"hostile&gt; (\d+)", answer.text), path
        assert shown >= 6, "the words are on hardly any page"


def test_hostile_words_are_words_in_every_mail(desk: Office, infested: GameId) -> None:
    with desk.services.db.reading() as session:
        rows = session.exec(select(OutMail)).all()
    shown = 0
    for row in rows:
        for part in message_from_bytes(row.raw, policy=policy.default).walk():
            if part.get_content_type() == "text/html":
                html = str(part.get_content())
                assert not is_hostile(html), row.key
                shown += "hostile" in html
    assert shown >= 3


# --- a stranger's words ---------------------------------------------------------------------------------------------


def test_a_newcomers_name_is_one_line_that_says_what_it_seems_to_say(desk: Office) -> None:
    places = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite", "guest@elsewhere.test")}
    game = muster(desk.services, desk.ines, "snaphance/harrow-down", places, Options(), "Come.")
    name = f"Eve\r\nBcc: all@example.org\n{TURNED} @ home{'e' * 100}"
    _begun, guest = accept(desk.services, game, NORTH, "guest@elsewhere.test", name)
    card = player(desk.services, guest)
    assert card is not None
    assert card.name.isprintable()
    assert "@" not in card.name
    assert 1 <= len(card.name) <= 60
    with desk.services.db.reading() as session:
        mails = [message_from_bytes(row.raw, policy=policy.default) for row in session.exec(select(OutMail)).all()]
    assert not [one for one in mails if one["Bcc"]]


def test_notes_for_others_keep_no_marks_that_turn_writing_round(desk: Office) -> None:
    tom, places = desk.visitor(desk.tom), {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("open")}
    made = muster(desk.services, desk.ines, "snaphance/harrow-down", places, Options(), f"Come.\r\n\r\n{TURNED}")
    page = tom.get(f"/musters/{made}").text
    assert "Come." in page
    assert unprintable(page) == set()
    game = desk.begin(against_aide=False)
    tom.send(f"/g/{game}/leave", f"/g/{game}/leave", do="open", note=f"Mind the wood.\n{TURNED}".replace("\0", ""))
    take_seat(desk.services, game, NORTH, desk.tom)
    brief = tom.get(f"/g/{game}/hand-over").text
    assert "Mind the wood." in brief
    assert unprintable(brief) == set()


def unprintable(text: str) -> set[str]:
    return {c for c in text if not c.isprintable()} - {"\n", "\xa0", "\u2009", "\u202f"}


@pytest.mark.parametrize("path", ["/g/%00", "/open/%00/%00", "/musters/%00", "/feed/%00.atom", "/g/x?tab=%00", "/%00"])
def test_a_character_that_no_database_takes_is_refused_at_the_door(desk: Office, path: str) -> None:
    assert desk.visitor(desk.ines).get(path).status_code == 400


def test_nor_is_it_taken_in_a_form_but_it_does_no_harm_in_orders(desk: Office) -> None:
    game, ines = desk.begin(against_aide=False), desk.visitor(desk.ines)
    assert ines.send("/away", "/account/notices", do="try", target="a\x00b").status_code == 400
    assert ines.send("/away", "/account/keys/take-back", key="a\x00b").status_code == 400
    assert ines.send("/away", f"/g/{game}/orders", do="save", turn="1", text="S01 hold\x00").status_code == 303


# --- what is somebody else's ----------------------------------------------------------------------------------------


def test_nothing_of_another_player_is_changed_by_naming_it(desk: Office) -> None:
    services, game = desk.services, desk.begin(against_aide=False)
    make_key(services, desk.tom, game, NORTH, "bot of tom")
    add_target(services, desk.tom, "gotifys://push.example.org/OfTom")
    key = next(one for one in keys_of(services, desk.tom) if one.place.game == game).id
    target = targets_of(services, desk.tom)[0].id
    gathering = muster(
        services, desk.tom, "snaphance/harrow-down", {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite",
        "pal@elsewhere.test")},
        Options(),
    )  # fmt: skip
    ines = desk.visitor(desk.ines)
    tries: list[TestResponse] = [ines.send("/account/keys", "/account/keys/take-back", key=key)]
    tries += [ines.send("/account", "/account/notices", do=do, target=target) for do in ("try", "remove")]
    tries += [
        ines.send("/mail", "/mail/addresses", do=do, email="tom@example.org") for do in ("remove", "register", "found")
    ]
    tries += [
        ines.send("/account", f"/musters/{gathering}", do=do, seat="north", place="aide")
        for do in ("take", "leave", "here", "accept", "decline", "again", "change", "off")
    ]
    tries.append(ines.send("/account/keys", "/account/keys", seat=f"{game}/north", name="mine"))
    assert {one.status_code for one in tries} <= {303, 404}
    assert [one.id for one in keys_of(services, desk.tom) if one.place.game == game] == [key]
    assert [one.id for one in targets_of(services, desk.tom)] == [target]
    assert account_of(services, desk.tom).card.email == "tom@example.org"
    assert "pal@elsewhere.test" in desk.visitor(desk.tom).get(f"/musters/{gathering}").text
    assert not [one for one in keys_of(services, desk.ines) if one.place.seat == NORTH]


AWAY = ("//evil.test", "https://evil.test/", "/\\evil.test", "javascript:alert(1)", "evil.test")


@pytest.mark.parametrize("where", AWAY)
def test_nobody_is_sent_to_another_site(desk: Office, where: str) -> None:
    visitor, link = desk.visitor(), desk.link(desk.ines)
    went = [visitor.get(path) for path in (f"/g/{where}/letters", f"/g/{where}")]
    with visitor.client.session_transaction() as session:
        session[NEXT] = where
    went.append(visitor.send(link, link, next=where))
    assert went[-1].location == "/games"
    game = desk.begin()
    went.append(
        visitor.send("/away", f"/g/{game}/orders?back={where}", do="save", text="S01 hold", turn="1", back=where)
    )
    for answer in went:
        to = urlsplit(answer.headers.get("Location", ""))
        assert (to.scheme, to.netloc) in {("", ""), ("http", "localhost")}, answer.request.path
