"""What nobody is shown who must not know it: every page, picture, answer and mail of a battle, for everybody around it.

Mill Ford, with the main body of the north to come in secret.  Ines plays the south and Tom the north, which Fred left;
Dora is a deputy of the north in turns to come, and Olga a player who has no part in it.
"""

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlmodel import select

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.rulesets.snaphance import RULES
from pbem.scenarios import BadScenario, Loaded, load_scenario
from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.letterbook import write_letter
from pbem.service.agreements.pacts import concede
from pbem.service.agreements.seating import leave_seat, take_seat
from pbem.service.lobby.musters import WantedPlayer, muster
from pbem.service.lobby.placelinks import place_link
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.outgoing.drawing import draw_some
from pbem.service.people.account import make_feed
from pbem.service.people.chattargets import add_target
from pbem.service.people.keys import make_key
from pbem.service.people.seats import ensure_player
from pbem.service.play.drafts import keep_draft
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.umpire.questions import ask_umpire
from pbem.service.umpire.rights import OF_ONE_SIDE
from pbem.service.umpire.seats import hand_over, name_co_umpire
from pbem.service.what_if import trials
from pbem.store import journal
from pbem.store.tables import OutMail, PlayerId
from tests.api_programs import few_tries
from tests.sharing import drawn_mails
from tests.test_proofs.peeking import carried
from tests.test_scenarios import files
from tests.web_offices import NORTH, SOUTH, TOKEN, Office, office

SCENARIO = "snaphance/mill-ford"
RESERVE = ("N83", "N84", "N85", "Zephyr", "Grey Ladies", "Marquis of Nowhere")
"""The stands that come in secret, their group, one's name, their general's."""

DRAFT, NOTE, LETTER = "BEECH-AND-BIRCH", "MIND-THE-MILLER", "YOUR-MOTHER-WAS-A-PIKEMAN"
SEED = b"nobody knows this seed before the end"
CHAT = "gotifys://push.example.org/SecretOfTom"
GUEST = "guest-of-tom@elsewhere.test"

PASSING = re.compile(r'name="csrf_token" value="[^"]+"|url\(data:font/woff2;base64,[^)]+\)')
"""Of the visit, or letters that mean nothing."""


def in_secret(name: str | Path, options: Mapping[str, str] | None = None) -> Loaded:
    """Scenarios as they are, but for Mill Ford, where half of the north comes in secret."""
    if name != SCENARIO:
        return load_scenario(name, options)
    spec: dict[str, Any] = copy.deepcopy(files("mill-ford"))
    main = spec["sides"][1]["groups"][1]
    main["id"], main["general"]["name"] = "Zephyr", "the Marquis of Nowhere"
    main["enters"] = {"round": 6, "hex": "0701", "secret": True}
    for stand in main["stands"]:
        stand["id"], stand["name"] = stand["id"].replace("N0", "N8"), "Grey Ladies"
        stand.pop("enters", None)
    main["general"]["with"] = "N83"
    read = RULES.course.scenario(spec, options or {})
    if read.faults:
        raise BadScenario(tuple(one.what for one in read.faults))
    return Loaded(read, RULES, ())


@dataclass
class Battle:
    """The battle, in its third turn, and who is around it.  keys, feeds: of each player; link: an invitation of Tom's
    to a guest.  people: by name; 'nobody' is none of them."""

    desk: Office
    game: GameId
    gathering: GameId
    people: dict[str, PlayerId | None]
    keys: dict[str, str]
    feeds: dict[str, str]
    link: str

    def orders_of(self, seat: Seat) -> set[str]:
        """What stands is ordered of each stand of a seat; the rest may be alike for both."""
        stands = game_page(self.desk.services, self.game, seat).stands
        lines = stands.text.splitlines() if stands else []
        return {one for one in lines if re.match(r"[NS]\d\d ", one)}

    def aide(self, seat: Seat) -> str:
        """Orders for what is asked of a seat, with a remark in each line."""
        work = load_game(self.desk.services, self.game)
        ask = asked(work.desk, seat)
        assert ask is not None
        return aide_orders(work, ask)[1]

    def hashes(self) -> set[str]:
        """Of every entry of the journal; one's commitment, and the chain that leads from one to the next."""
        with self.desk.services.db.reading() as session:
            return {str(one.hash) for one in journal.load(session, self.game)}


@pytest.fixture(scope="module")
def here() -> Iterator[Battle]:
    with TemporaryDirectory() as folder, office(Path(folder), built_in=False) as plain, drawn_mails():
        desk = plain.with_post(replace(plain.services, scenarios=in_secret))
        for limiter in desk.app.extensions["limiter"]:
            limiter.enabled = False
        yield begun(desk)


def begun(desk: Office, options: Options | None = None) -> Battle:
    """Two turns are over; the north's orders for the third are sealed."""
    services = desk.services
    names = ("fred", "dora", "olga")
    others = {name: ensure_player(services, f"{name}-lives@at-home.test", name.capitalize()) for name in names}
    people: dict[str, PlayerId | None] = {"ines": desk.ines, "tom": desk.tom, **others, "nobody": None}
    fred = others["fred"]
    game = new_game(services, SCENARIO, {SOUTH: desk.ines, NORTH: fred}, options or Options(), seed=SEED)
    keys = {"fred": make_key(services, fred, game, NORTH, "bot of fred")}
    feeds = {name: make_feed(services, who) for name, who in people.items() if who is not None}
    here = Battle(desk, game, GameId(""), people, keys, feeds, "")
    play(here, fred)
    leave_seat(services, game, NORTH, fred, NOTE)
    take_seat(services, game, NORTH, desk.tom)
    play(here, desk.tom)
    keys |= {
        "tom": make_key(services, desk.tom, game, NORTH, "bot"),
        "ines": make_key(services, desk.ines, game, SOUTH, "bot"),
    }
    name_deputy(services, game, NORTH, "dora-lives@at-home.test", 8, 9, desk.tom)
    write_letter(services, game, SOUTH, (NORTH,), LETTER, desk.ines)
    add_target(services, desk.tom, CHAT)
    places = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite", GUEST)}
    here.gathering = muster(services, desk.tom, SCENARIO, places, Options(), "Come.")
    here.link = place_link(services.config, here.gathering, NORTH, GUEST).removeprefix(services.config.base_url)
    return here


def play(here: Battle, north: PlayerId) -> None:
    """A turn."""
    for seat, player in ((SOUTH, here.desk.ines), (NORTH, north)):
        submit(here.desk.services, here.game, seat, here.aide(seat), "web", player, ready=True)


# --- everything somebody can lay hands on -------------------------------------------------------------------------

GAME_PAGES = (
    *(f"/g/{{game}}?tab={tab}&open=S01" for tab in ("orders", "report", "troops", "standing")),
    *("/g/{game}/turns/1", "/g/{game}/turns/2", "/g/{game}/turns/2/map.svg?view=large", "/g/{game}/glance.svg"),
    *("/g/{game}/standing", "/g/{game}/versions", "/g/{game}/what-if", "/g/{game}/letters", "/g/{game}/table"),
    *("/g/{game}/concede", "/g/{game}/leave", "/g/{game}/hand-over", "/g/{game}/dice", "/g/{game}/debrief"),
    *("/g/{game}/replay", "/g/{game}/replay?turn=1&event=1", "/g/{game}/replay?eyes=north"),
    *("/g/{game}/replay?eyes=umpire", "/g/{game}/replay/frame?turn=1&event=2"),
    *("/g/{game}/replay/frame?turn=2&event=1", "/g/{game}/replay/frame?turn=2", "/g/{game}/replay/frame?turn=9"),
    *("/g/{game}/downloads", "/g/{game}/downloads/archive.jsonl", "/g/{game}/downloads/report.txt?turn=1"),
    *("/g/{game}/downloads/reports.txt", "/g/{game}/downloads/orders.txt", "/g/{game}/downloads/map.svg?turn=2"),
    *("/g/{game}/downloads/map.svg?eyes=north", "/g/{game}/downloads/map.png", "/g/{game}/turns/2/print"),
    *("/g/{game}/stands/S01", "/g/{game}/stands/N01", "/g/{game}/stands/N83", "/g/{game}/stands/S01+N83"),
    *("/g/{game}/ground-0.svg", "/g/{game}/numbers-0.svg", "/g/{game}/replay/ground-0.svg"),
    *("/g/{game}/pulse", "/g/{game}/questions", "/g/{game}/rulings", "/g/{game}/turn-back", "/g/{game}/umpire"),
    *("/g/{game}/fork", "/g/{game}/side", "/g/{game}/umpire/letters", "/g/{game}/newsbook"),
    *("/g/{game}/umpire/map-umpire.svg", "/g/{game}/umpire/orders/north", "/g/{game}/as/north"),
    *("/g/{game}/umpire/battles/1", "/g/{game}/battles/1", "/g/{game}/beside", "/g/{game}/beside/1-umpire.svg"),
    "/g/{game}/beside/1-north.svg",
    *("/g/{game}/umpire/turn", "/g/{game}/umpire/turn/map-umpire.svg", "/g/{game}/rulings/ground-x.svg"),
    *("/open/{game}/north", "/open/{game}/south", "/musters/{game}", "/musters/{gathering}"),
)
PAGES = (
    *("/", "/games", "/open", "/new", "/new/snaphance/mill-ford", "/scenarios", "/scenarios/snaphance/mill-ford"),
    *("/scenarios/snaphance/mill-ford/map.svg", "/scenarios/snaphance/mill-ford/glance.svg", "/map.css", "/away"),
    *("/account", "/account/leave", "/account/keys", "/mail", "/sign-in", "/sign-in/x", "/join/x", "/confirm/x"),
    *("/addresses/x", "/mail/pause/x", "/feed/x.atom", "/invitations/x", "/help", "/help/orders", "/api"),
    *("/help/orders/snaphance", "/help/umpire", "/keep", "/keep/x"),
    *("/mailroom", "/mailroom/state", "/mailroom/out", "/mailroom/in/x", "/mailroom/in/x/raw", "/mailroom/out/x"),
    *("/outbox", "/outbox/x", "/outbox/x/html", "/outbox/x/mail.eml", "/outbox/x/parts/1"),
)
ANSWERS = (
    *("game", "reports", "reports/1", "reports/2/text", "reports/2/map", "reports/2/map.svg", "reports/2/map.png"),
    *("ask", "ask?unit=S01", "ask?unit=N83", "orders", "versions", "draft", "standing", "dice", "dice?eyes=north"),
    *("letters", "table", "replay/1", "replay/2", "replay/2?eyes=umpire", "archive"),
)
FOR_ALL = {"rules.listed", "rules.contents", "rules.section", "rules.by_id", "api.document", "static"}
"""What is the same for everybody, whatever is fought."""


def test_every_page_is_searched(here: Battle) -> None:
    """A page that is added is to be added here."""
    urls, searched = here.desk.app.url_map.bind("localhost"), set()
    for path in (*GAME_PAGES, *PAGES, *(f"/api/1/{one}" for one in ANSWERS)):
        searched.add(urls.match(path.partition("?")[0].replace("{game}", "g"))[0])
    rules = here.desk.app.url_map.iter_rules()
    assert {one.endpoint for one in rules if "GET" in (one.methods or ())} - FOR_ALL - searched == set()


def sights(
    here: Battle, name: str, game: GameId | None = None, *, besides: str | tuple[str, ...] = ()
) -> dict[str, bytes]:
    """All that somebody gets from the web, by its address: heads and bodies, as text where it is some.

    besides: how the addresses begin that are left out.
    """
    who = here.people[name]
    client = here.desk.visitor(who).client
    found: dict[str, bytes] = {}
    for page in (*GAME_PAGES, *PAGES):
        path = page.format(game=game or here.game, gathering=here.gathering)
        if path.startswith(besides):
            continue
        found[path] = _told(client.get(path))
    for part in ("standing", "stands/N01", "stands/N83"):
        path = f"/g/{game or here.game}/{part}"
        found[f"{path} as a part"] = _told(client.get(path, headers={"HX-Request": "true"}))
    if name in here.feeds:
        found["own feed"] = _told(client.get(f"/feed/{here.feeds[name]}.atom"))
    if name in here.keys:
        program = here.desk.app.test_client(use_cookies=False)
        headers = {"Authorization": f"Bearer {here.keys[name]}"}
        for path in (f"/api/1/{one}" for one in ANSWERS):
            found[path] = _told(program.get(path, headers=headers))
    return found


def _told(answer: Any) -> bytes:
    passing = {"Set-Cookie", "Content-Length", "Date"}
    heads = "\n".join(f"{name}: {value}" for name, value in answer.headers if name not in passing)
    if answer.mimetype == "image/png":
        return f"{answer.status_code}\n{heads}\n\n".encode() + carried(answer.data)
    return f"{answer.status_code}\n{heads}\n\n{PASSING.sub('', unescape(answer.text))}".encode()


def mails(here: Battle, who: PlayerId) -> dict[str, bytes]:
    """Every mail to a player, its parts unpacked."""
    while draw_some(here.desk.services):
        pass
    with here.desk.services.db.reading() as session:
        rows = session.exec(select(OutMail).where(OutMail.player == who)).all()
    found: dict[str, bytes] = {}
    for row in rows:
        heads, _empty, _body = row.raw.partition(b"\r\n\r\n")
        found[f"mail {row.key}"] = heads
        for number, part in enumerate(message_from_bytes(row.raw, policy=policy.default).walk()):
            data = part.get_payload(decode=True)
            if isinstance(data, bytes):
                words = carried(data) if part.get_content_type() == "image/png" else unescape(data.decode()).encode()
                found[f"mail {row.key}, part {number}"] = words
    return found


def leaks(seen: Mapping[str, bytes], secrets: set[str]) -> list[str]:
    """Which of them are where; but for what the question itself named."""
    return [
        f"{word!r} in {where}" for where, data in seen.items() for word in secrets
        if word.encode() in data and word not in where
    ]  # fmt: skip


def addresses(here: Battle, *of: str) -> set[str]:
    """Mail addresses of players, but for these."""
    known = {"ines": "ines@example.org", "tom": "tom@example.org"}
    known |= {name: f"{name}-lives@at-home.test" for name in ("fred", "dora", "olga")}
    return {one for name, one in known.items() if name not in of}


def own(here: Battle, *of: str) -> set[str]:
    """Keys and feeds of others than these, in clear; the seed; the hashes of the journal."""
    words = {one for found in (here.keys, here.feeds) for name, one in found.items() if name not in of}
    chain = here.hashes()
    return words | {SEED.decode(), SEED.hex(), CHAT, "SecretOfTom"} | chain


def everything_of(here: Battle, name: str) -> dict[str, bytes]:
    who = here.people[name]
    return sights(here, name) | (mails(here, who) if who is not None else {})


# --- while it is fought -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_enemy_is_shown_nothing_of_sealed_orders_and_what_comes_in_secret(
    here: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even that there are any: every byte the south gets is the same before and after."""
    monkeypatch.setattr(trials, "play", few_tries)
    services, game = here.desk.services, here.game
    here.desk.app.test_client().get("/api/1/game", headers={"Authorization": f"Bearer {here.keys['ines']}"})
    before = sights(here, "ines")
    keep_draft(services, game, NORTH, 3, f"N01 hold # {DRAFT}")
    submit(services, game, NORTH, here.aide(NORTH), "web", here.desk.tom, ready=True)
    tried = here.desk.visitor(here.desk.tom).send("/games", f"/g/{game}/what-if", text=f"N01 hold # {DRAFT}")
    assert tried.status_code == 303
    after = sights(here, "ines")
    assert [where for where in before if before[where] != after[where]] == []
    sealed = here.orders_of(NORTH)
    assert sealed
    secrets = sealed | set(RESERVE) | {DRAFT, NOTE, GUEST, here.link} | addresses(here, "ines") | own(here, "ines")
    assert leaks(after | mails(here, here.desk.ines), secrets) == []
    mine = everything_of(here, "tom")
    for word in (*sealed, *RESERVE[:5], DRAFT, NOTE, LETTER, GUEST):
        assert leaks(mine, {word}), f"this search does not find {word!r}"
    assert leaks(mine, addresses(here, "tom", "dora") | own(here, "tom")) == []


@pytest.mark.parametrize("name", ["fred", "dora", "olga", "nobody"])
def test_whoever_has_no_seat_now_is_shown_nothing_of_the_battle(here: Battle, name: str) -> None:
    """Fred knows his own turn, by his mails; Dora that she will be a deputy."""
    services, game = here.desk.services, here.game
    submit(services, game, NORTH, here.aide(NORTH), "web", here.desk.tom, ready=True)
    submit(services, game, SOUTH, f"{here.aide(SOUTH)}\nnot ready", "web", here.desk.ines)
    seen = sights(here, name)
    secrets = here.orders_of(NORTH) | here.orders_of(SOUTH) | set(RESERVE) | {LETTER, NOTE, DRAFT, GUEST}
    secrets |= addresses(here, name) | own(here, name)
    assert leaks(seen, secrets) == []
    for path in GAME_PAGES[:-4]:
        where = path.format(game=game)
        assert seen[where].split(b"\n")[0] in ({b"302", b"303"} if name == "nobody" else {b"404"}), where
    who = here.people[name]
    if who is not None and name != "fred":
        assert leaks(mails(here, who), secrets) == []
    assert [where for where in seen if where.startswith("/api/1") and not seen[where].startswith(b"401")] == []


@pytest.mark.slow
def test_a_co_umpire_of_one_side_is_shown_nothing_of_the_other(tmp_path: Path) -> None:
    """By any page, mail or button of the umpire's; and is shown all of their own side's."""
    with office(tmp_path, built_in=False) as desk:
        here = begun(desk.with_post(replace(desk.services, scenarios=in_secret)))
        services, game = here.desk.services, here.game
        for limiter in here.desk.app.extensions["limiter"]:
            limiter.enabled = False
        geoff = hand_over(services, game, "geoff@example.org", None)
        address = "olga-lives@at-home.test"
        olga = name_co_umpire(services, game, address, OF_ONE_SIDE, geoff, "South")
        words = {seat: {f"QUESTION-OF-{seat}", f"LETTER-OF-{seat}"} for seat in (SOUTH, NORTH)}
        for seat, player in ((SOUTH, desk.ines), (NORTH, desk.tom)):
            ask_umpire(services, game, seat, f"QUESTION-OF-{seat}", player)
            write_letter(services, game, seat, (UMPIRE,), f"LETTER-OF-{seat}", player)
            submit(services, game, seat, f"{here.aide(seat)}\nnot ready", "web", player)
        before, done = load_game(services, game).last_seq, []
        visitor = here.desk.visitor(olga)
        token = TOKEN.search(visitor.get("/help").text)
        assert token is not None
        for rule in here.desk.app.url_map.iter_rules():
            if "POST" in (rule.methods or ()) and rule.rule.startswith("/g/<game>"):
                path = re.sub(r"<[^>]*>", "1", rule.rule.replace("<game>", game).replace("<seat>", "north"))
                fields = {"to": "north", "text": "QUINCE", "reason": "QUINCE", "seat": "north", "text-1": "QUINCE"}
                for do in ("look", "write", "all 1", "answer 2", "show 1", "run"):
                    answer = visitor.client.post(path, data={"csrf_token": token[1], "do": do, **fields})
                    done.append((answer.status_code, path, do))
                    assert leaks({path: _told(answer)}, words[NORTH] | set(RESERVE)) == [], path
        assert load_game(services, game).last_seq == before, [one for one in done if one[0] < 400]
        assert len(done) > 100
        assert {404, 409} <= {one[0] for one in done}, "the buttons are not pressed"
        eyes = {path: f"/g/{game}/as/south{path}" for path in ("", "/letters", "/questions", "/replay", "/turns/1")}
        seen = {path: _told(visitor.get(path)) for path in eyes.values()}
        assert [path for path, data in seen.items() if not data.startswith(b"200")] == []
        seen |= everything_of(here, "olga")
        secrets = here.orders_of(NORTH) | set(RESERVE) | words[NORTH] | {NOTE, GUEST, here.link}
        assert leaks(seen, secrets | addresses(here, "olga", "ines") | own(here, "olga")) == []
        assert seen[f"/g/{game}/as/north"].startswith(b"404")
        assert b"/as/south" in seen[f"/g/{game}?tab=orders&open=S01"]
        for word in (*words[SOUTH], *here.orders_of(SOUTH), LETTER):
            assert leaks(seen, {word}), f"of the south's own they do not see {word!r}"
        chief = here.desk.visitor(geoff)
        pages = ("umpire", "umpire/letters", "questions", "as/north")
        whole = {path: _told(chief.get(f"/g/{game}/{path}")) for path in pages}
        for word in (*words[NORTH], "N83"):
            assert leaks(whole, {word}), f"this search does not find {word!r}"


def test_of_a_battle_that_is_not_open_a_stranger_is_not_told_that_it_is_there(here: Battle) -> None:
    """By a page, a form or a picture: the answer is that for a game there never was."""
    there, none = sights(here, "olga"), sights(here, "olga", GameId("nosuch"))
    for path in GAME_PAGES:
        if "{game}" in path:
            real, made_up = there[path.format(game=here.game)], none[path.format(game="nosuch")]
            assert real.replace(here.game.encode(), b"") == made_up.replace(b"nosuch", b""), path


def test_what_is_not_known_to_be_there_is_told_as_what_is_not_there(here: Battle) -> None:
    """Asking for a stand that comes in secret is answered as asking for one there is none of."""
    ines, program = here.desk.visitor(here.desk.ines), here.desk.app.test_client(use_cookies=False)
    headers, game = {"Authorization": f"Bearer {here.keys['ines']}"}, here.game
    answers = []
    for code in ("N83", "N89"):
        told = [_told(ines.send("/games", f"/g/{game}/check", htmx=True, turn="3", text=f"S01 charge {code}"))]
        told.append(_told(ines.get(f"/g/{game}/stands/{code}", **{"HX-Request": "true"})))
        told.append(_told(ines.get(f"/g/{game}/stands/S01+{code}")))
        told.append(_told(program.get(f"/api/1/ask?stand={code}", headers=headers)))
        texts = (f"S01 charge {code}", f"S01 fire {code}", f"{code} hold")
        told += [_told(program.post("/api/1/check", headers=headers, json={"text": one})) for one in texts]
        answers.append(
            [re.sub(rb"(?m)^ETag: .*$|name=.base. value=.[^>]*", b"", one.replace(code.encode(), b"?")) for one in told]
        )
    assert answers[0] == answers[1]


# --- when it is over ----------------------------------------------------------------------------------------------


AFTERWARDS = ("debrief", "dice", "letters", "replay?eyes=north&turn=1", "downloads/archive.jsonl", "replay?eyes=umpire")
WATCHED = {"/g/{game}/replay", "/g/{game}/replay/frame", "/g/{game}/downloads/map.svg"}


def test_what_is_laid_open_at_the_end_is_the_battle_and_nobodys_own(tmp_path: Path) -> None:
    """Orders, dice and letters are for those who fought; drafts, mail addresses and keys for nobody.  Whoever looks on
    at a battle that anyone may watch is shown the field."""
    with office(tmp_path, built_in=False) as desk:
        here = begun(desk.with_post(replace(desk.services, scenarios=in_secret)), Options(watch="anyone"))
        keep_draft(here.desk.services, here.game, NORTH, 3, f"N01 hold # {DRAFT}")
        concede(here.desk.services, here.game, SOUTH, desk.ines)
        private = {DRAFT, GUEST, CHAT, here.link, *here.keys.values(), *here.feeds.values()} | addresses(here, "ines")
        client = here.desk.visitor(desk.ines).client
        ines = {path: _told(client.get(f"/g/{here.game}/{path}")) for path in AFTERWARDS}
        assert [path for path, data in ines.items() if not data.startswith(b"200")] == []
        assert leaks(ines, {LETTER})
        assert leaks(ines, private) == []
        for limiter in here.desk.app.extensions["limiter"]:
            limiter.enabled = False
        seen = sights(here, "nobody")
        assert leaks(seen, private | {LETTER, NOTE} | addresses(here)) == []
        shown = {one for one in GAME_PAGES[:-4] if seen[one.format(game=here.game)].startswith(b"200")}
        assert {one.partition("?")[0] for one in shown} == WATCHED
