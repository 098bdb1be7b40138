"""Every page of the site, each with an example: a world in which there is something on all of them, and who looks."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flask.testing import FlaskClient

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.service.agreements.letterbook import write_letter
from pbem.service.agreements.pacts import concede
from pbem.service.agreements.seating import leave_seat
from pbem.service.lobby.musters import WantedPlayer, muster
from pbem.service.lobby.placelinks import place_link
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.people.account import make_feed
from pbem.service.play.drafts import keep_draft
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.umpire.looking import note_look
from pbem.service.umpire.newsbook import write_news
from pbem.service.umpire.questions import ask_umpire
from pbem.service.umpire.seats import name_co_umpire
from pbem.store.tables import MailId
from tests import table_games
from tests.mail_offices import BOB, NORTH, OLGA, SOUTH, STRANGER, MailOffice, mail_office
from tests.test_service.test_called_battles import RED, WHITE, two_days

GUEST = "guest@elsewhere.test"
Who = Literal["nobody", "ann", "olga"]
"""Nobody in particular; a player; the operator."""


@dataclass(frozen=True)
class Page:
    """A page to be looked at.  status: what it answers."""

    endpoint: str
    path: str
    who: Who = "ann"
    status: int = 200


@dataclass
class World:
    """A battle being fought (Ann against Bob, third turn, a mistake in her draft, a letter of his), one for which both
    have submitted, one with a draft left over of the turn before and another with gaps, one that asks her a single
    question, one that is over, one that Bob has left, one on a table in inches, one that Ann umpires, one more whose
    turn waits for her, a campaign whose battle she tells, one that gathers
    its players; mails that wait for the operator.

    invitation: to somebody whom nobody knows.  feed: path of Ann's.
    """

    desk: MailOffice
    fight: GameId
    both_in: GameId
    gaps: GameId
    question: GameId
    over: GameId
    left: GameId
    table: GameId
    umpired: GameId
    closed: GameId
    called: GameId
    side: GameId
    muster: GameId
    invitation: str
    feed: str
    held: MailId

    def client(self, who: Who) -> FlaskClient:
        """A browser of theirs."""
        player = {"nobody": None, "ann": self.desk.ann, "olga": self.desk.olga}[who]
        return self.desk.visitor(player).client


@contextmanager
def world(folder: Path) -> Iterator[World]:
    """The world, in a database of its own."""
    with mail_office(folder, builtin_mailbox=True) as desk:
        fight = _fight(desk)
        both_in, gaps = _both_in(desk), _gaps(desk)
        question = _question(desk)
        over = _over(desk)
        left = desk.begin()
        leave_seat(desk.services, left, NORTH, desk.bob, "Mind the wood.")
        table, called = _table(desk), _called(desk, folder)
        umpired, closed, side = _umpired(desk), _closed(desk), _of_commanders(desk)
        places = {SOUTH: WantedPlayer("me"), NORTH: WantedPlayer("invite", GUEST)}
        gathering = muster(desk.services, desk.ann, "snaphance/harrow-down", places, Options(), "Come and fight me.")
        link = place_link(desk.services.config, gathering, NORTH, GUEST)
        invitation = link.removeprefix(desk.services.config.base_url)
        feed = f"/feed/{make_feed(desk.services, desk.ann)}.atom"
        held = desk.receive("S01 forward 0607", STRANGER, TurnRef(fight, SOUTH, 3), "from work").mail
        desk.receive("S01 shoot somebody", BOB, TurnRef(fight, NORTH, 3))
        yield World(
            desk,
            fight,
            both_in,
            gaps,
            question,
            over,
            left,
            table,
            umpired,
            closed,
            called,
            side,
            gathering,
            invitation,
            feed,
            held,
        )


def _fight(desk: MailOffice) -> GameId:
    game = desk.begin()
    for _ in range(2):
        for seat, player in ((SOUTH, desk.ann), (NORTH, desk.bob)):
            submit(desk.services, game, seat, _as_an_aide_would(desk, game, seat), "web", player, ready=True)
    submit(
        desk.services, game, SOUTH, "S01 fire nearest\nstanding group Horse pursue no\nS05 evade never", "web", desk.ann
    )
    keep_draft(desk.services, game, SOUTH, 3, "S01 fire nearest\nS02 charge N01\nS9 hold\nbid Horse, Foot\nS06 hold")
    write_letter(desk.services, game, NORTH, (SOUTH,), "You will not have the hill, sir.", desk.bob)
    return game


def _both_in(desk: MailOffice) -> GameId:
    """Played in some minutes, unless one of them takes their orders back."""
    game = new_game(desk.services, "snaphance/harrow-down", {SOUTH: desk.ann, NORTH: desk.bob}, Options(delay=5))
    for seat, player in ((SOUTH, desk.ann), (NORTH, desk.bob)):
        submit(desk.services, game, seat, _as_an_aide_would(desk, game, seat), "web", player, ready=True)
    return game


def _gaps(desk: MailOffice) -> GameId:
    game = new_game(desk.services, "snaphance/harrow-down", {SOUTH: desk.ann, NORTH: desk.bob}, Options())
    keep_draft(desk.services, game, SOUTH, 1, "S04 hold")
    for seat, player in ((SOUTH, desk.ann), (NORTH, desk.bob)):
        submit(desk.services, game, seat, "ready", "mail", player)
    keep_draft(desk.services, game, SOUTH, 2, "S01 forward 0607\nS02 forward 0607\nMind the wood today.")
    return game


def _question(desk: MailOffice) -> GameId:
    """Fought on without standing orders until it is asked which way a stand goes."""
    options = Options(pace="ask me", every=0)
    game = new_game(desk.services, "snaphance/harrow-down", {SOUTH: desk.ann, NORTH: None}, options, seed=b"ask")
    while "Which way" not in game_page(desk.services, game, SOUTH).asked:
        orders = [line for line in _as_an_aide_would(desk, game, SOUTH).splitlines() if "tanding" not in line]
        submit(desk.services, game, SOUTH, "\n".join(orders), "web", desk.ann, ready=True)
    return game


def _over(desk: MailOffice) -> GameId:
    options = Options(every=0)
    game = new_game(desk.services, "snaphance/harrow-down", {SOUTH: desk.ann, NORTH: None}, options, seed=b"over")
    for _ in range(2):
        submit(desk.services, game, SOUTH, _as_an_aide_would(desk, game, SOUTH), "web", desk.ann, ready=True)
    concede(desk.services, game, SOUTH, desk.ann)
    assert game_page(desk.services, game, SOUTH).state == "over"
    return game


def _table(desk: MailOffice) -> GameId:
    """Some turns old, with a draft: a march, and a mistake."""
    game = table_games.begin(desk.services, desk.ann)
    table_games.play_on(desk.services, game, desk.ann, 3)
    page = game_page(desk.services, game, table_games.first_seat(desk.services))
    first, second = [one.code for one in page.told.mine if not one.to_come][:2]
    keep_draft(desk.services, game, page.seat, page.turn, f"{first} toward 18,18\n{second} toward 40,18")
    return game


def _closed(desk: MailOffice) -> GameId:
    """Bob has submitted, and Ann is to look at the turn."""
    seats, options = {SOUTH: desk.bob, NORTH: None}, Options(reports="held")
    game = new_game(desk.services, "snaphance/harrow-down", seats, options, umpire=desk.ann)
    submit(desk.services, game, SOUTH, "S02 turn 2", "web", desk.bob, True)
    return game


def _umpired(desk: MailOffice) -> GameId:
    """Bob fights it, with a mistake in his orders and a question; Ann has looked at his page."""
    seats = {SOUTH: desk.bob, NORTH: None}
    options = Options(letters="umpire", newsbook="any")
    game = new_game(desk.services, "snaphance/harrow-down", seats, options, umpire=desk.ann)
    write_letter(desk.services, game, SOUTH, (UMPIRE,), "A word in your ear.", desk.bob)
    write_news(desk.services, game, SOUTH, "A great victory!", desk.bob, "named", "The Mercury")
    submit(desk.services, game, SOUTH, "S02 turn 2\nS03 fly", "web", desk.bob)
    ask_umpire(desk.services, game, SOUTH, "May S04 leave the wood?", desk.bob)
    name_co_umpire(desk.services, game, OLGA, ["look"], desk.ann)
    note_look(desk.services, load_game(desk.services, game), SOUTH, desk.ann)
    return game


def _called(desk: MailOffice, folder: Path) -> GameId:
    """A campaign whose battle is fought on a table: Ann is to tell what came of it."""
    seats, options = {RED: desk.bob, WHITE: desk.olga}, Options(every=0, battles="table")
    game = new_game(
        desk.services, two_days(folder), seats, options, seed=b"rivers", game=GameId("rivers"), umpire=desk.ann
    )
    for seat, text in ((RED, "S1 march Mill, seeking"), (WHITE, "N1 hold")):
        submit(desk.services, game, seat, text, "web", "x", ready=True)
    return game


def _of_commanders(desk: MailOffice) -> GameId:
    """Ann is the chief of a side, Bob another of its commanders, who has sent nothing."""
    seats = {Seat("conde"): desk.ann, Seat("coligny"): desk.bob, Seat("montmorency"): None, Seat("saint-andre"): None}
    return new_game(desk.services, "snaphance/dreux", seats, Options(commanders="scenario", chief=True))


def _as_an_aide_would(desk: MailOffice, game: GameId, seat: Seat) -> str:
    """Orders for what is asked of a seat."""
    work = load_game(desk.services, game)
    ask = asked(work.desk, seat)
    assert ask is not None
    return aide_orders(work, ask)[1]


def pages(here: World) -> tuple[Page, ...]:
    """An example of every page there is."""
    fight, over, table = f"/g/{here.fight}", f"/g/{here.over}", f"/g/{here.table}"
    mail = _first(here, "nobody", "/outbox", r"/outbox/k\.\w+")
    umpired = f"/g/{here.umpired}"
    return (
        Page("umpire.show", f"{umpired}/umpire"),
        Page("umpire.show", f"{umpired}/umpire", "nobody", 303),
        Page("umpire.board", f"{umpired}/umpire/map-umpire.svg"),
        Page("held.show", f"/g/{here.closed}/umpire/turn"),
        Page("held.show", f"{umpired}/umpire/turn", status=303),
        Page("held.board", f"/g/{here.closed}/umpire/turn/map-umpire.svg"),
        Page("held.board", f"/g/{here.closed}/umpire/turn/map-south.svg"),
        Page("called.show", f"/g/{here.called}/umpire/battles/1"),
        Page("beside.show", f"/g/{here.called}/beside"),
        Page("beside.show", f"/g/{here.called}/beside", "olga", 403),
        Page("beside.drawing", f"/g/{here.called}/beside/1-umpire.svg"),
        Page("tabled.show", f"/g/{here.called}/battles/1", "olga"),
        Page("behalf.show", f"{umpired}/umpire/orders/south"),
        Page("eyes.look", f"{umpired}/as/south"),
        Page("questions.show", f"{umpired}/questions"),
        Page("ruling.show", f"{umpired}/rulings"),
        Page("ruling.ground", f"{umpired}/rulings/ground-any.svg"),
        Page("turnback.show", f"{umpired}/turn-back"),
        Page("umpireletters.show", f"{umpired}/umpire/letters"),
        Page("newsbook.show", f"{umpired}/newsbook"),
        Page("forking.show", f"{umpired}/fork?turn=0"),
        Page("games.front", "/", "nobody"),
        Page("games.front", "/"),
        Page("games.mine", "/games"),
        Page("games.mine", "/games", "olga"),
        *(Page("games.show", f"{fight}?tab={tab}&open=S04") for tab in ("orders", "report", "troops", "standing")),
        *(Page("games.show", f"{table}?tab={tab}") for tab in ("orders", "report", "troops", "standing")),
        Page("games.show", f"/g/{here.both_in}"),
        Page("games.show", f"/g/{here.gaps}"),
        Page("games.show", f"/g/{here.gaps}?tab=orders&confirm=1"),
        Page("games.show", f"/g/{here.question}"),
        Page("games.show", over),
        Page("games.show", fight, "olga", 404),
        Page("games.turn", f"{fight}/turns/1"),
        Page("games.turn", f"{fight}/turns/9", status=404),
        Page("games.board", f"{fight}/turns/1/map.svg"),
        Page("games.board", f"{table}/turns/1/map.svg"),
        Page("talk.letters", f"{fight}/letters"),
        Page("chiefs.show", f"/g/{here.side}/side"),
        Page("talk.table", f"{fight}/table"),
        Page("talk.before_conceding", f"{fight}/concede"),
        Page("substitutes.before_leaving", f"{fight}/leave"),
        Page("substitutes.look", f"/open/{here.left}/north", "olga"),
        Page("substitutes.handed_over", f"/g/{here.left}/hand-over"),
        Page("musters.open_places", "/open", "olga"),
        Page("musters.show", f"/musters/{here.muster}"),
        Page("invitations.look", here.invitation, "nobody"),
        Page("newgame.choose", "/new"),
        Page("newgame.form", "/new/snaphance/harrow-down"),
        Page("newgame.form", "/new/snaphance/dreux?commanders=scenario"),
        Page("scenarios.listed", "/scenarios", "nobody"),
        Page("scenarios.show", "/scenarios/snaphance/coutras", "nobody"),
        Page("scenarios.show", "/scenarios/snaphance/harrow-down", "olga"),
        Page("scenarios.show", f"/scenarios/{table_games.BATTLE}", "nobody"),
        Page("scenarios.small", "/scenarios/snaphance/coutras/glance.svg", "nobody"),
        Page("scenarios.board", "/scenarios/snaphance/coutras/map.svg", "nobody"),
        Page("glances.of_game", f"{fight}/glance.svg"),
        Page("glances.of_game", f"{table}/glance.svg"),
        Page("account.show", "/account"),
        Page("account.look", "/account/leave"),
        Page("away.show", "/away"),
        Page("feed.show", here.feed, "nobody"),
        Page("whatif.show", f"{fight}/what-if"),
        Page("pulse.show", f"{fight}/pulse"),
        Page("games.stand", f"{fight}/stands/S04", status=303),
        Page("board.style", "/map.css", "nobody"),
        Page("board.ground", _first(here, "ann", fight, rf"{fight}/ground-\w+\.svg")),
        Page("standing.show", f"{fight}/standing"),
        Page("versions.show", f"{fight}/versions"),
        Page("replay.show", f"{fight}/replay"),
        Page("replay.show", f"{over}/replay?eyes=north"),
        Page("replay.show", f"{fight}/replay?eyes=north", status=403),
        Page("replay.frame", f"{fight}/replay/frame?turn=2&event=1"),
        Page("replay.show", f"{table}/replay?turn=1&event=2"),
        Page("replay.frame", f"{table}/replay/frame?turn=1&event=2"),
        Page("replay.ground", _first(here, "ann", f"{fight}/replay", rf"{fight}/replay/ground-\w+\.svg")),
        Page("dice.show", f"{fight}/dice"),
        Page("dice.show", f"{over}/dice"),
        Page("debrief.show", f"{over}/debrief"),
        Page("debrief.show", f"{fight}/debrief", status=403),
        Page("downloads.show", f"{fight}/downloads"),
        Page("downloads.show", f"{over}/downloads"),
        Page("downloads.archive", f"{over}/downloads/archive.jsonl"),
        Page("downloads.archive", f"{fight}/downloads/archive.jsonl", status=403),
        Page("downloads.picture", f"{fight}/downloads/map.png?turn=2"),
        Page("downloads.drawing", f"{fight}/downloads/map.svg?turn=2"),
        Page("downloads.orders", f"{fight}/downloads/orders.txt"),
        Page("downloads.report", f"{fight}/downloads/report.txt?turn=2"),
        Page("downloads.reports", f"{fight}/downloads/reports.txt"),
        Page("downloads.printed", f"{fight}/turns/2/print"),
        Page("downloads.printed", f"{table}/turns/2/print"),
        Page("keys.listed", "/account/keys"),
        Page("api.explained", "/api", "nobody"),
        Page("api.document", "/api/1/openapi.json", "nobody"),
        Page("signin.form", "/sign-in", "nobody"),
        Page("guests.ask", "/keep", status=303),
        Page("guests.look", "/keep/nonsense", "nobody", 410),
        Page("signin.confirm", here.desk.link(here.desk.bob), "nobody"),
        Page("signin.confirm", "/sign-in/nonsense", "nobody", 410),
        Page("help.listed", "/help", "nobody"),
        Page("help.umpiring", "/help/umpire", "nobody"),
        Page("help.orders", "/help/orders", "nobody"),
        Page("help.orders_of", f"/help/orders/{table_games.BATTLE.partition('/')[0]}", "nobody"),
        Page("help.orders", "/help/orders?line=S01+forward+0101", "nobody"),
        Page("rules.listed", "/rules/", "nobody"),
        Page("rules.contents", "/rules/snaphance", "nobody"),
        Page("rules.section", "/rules/snaphance/fire", "nobody"),
        Page("rules.by_id", "/rules/snaphance/id/SN-7.0a", "nobody", 302),
        Page("mail.show", "/mail"),
        Page("mailroom.came_in", "/mailroom", "olga"),
        Page("mailroom.came_in", "/mailroom", "ann", 404),
        Page("mailroom.show", f"/mailroom/in/{here.held}", "olga"),
        Page("mailroom.raw", f"/mailroom/in/{here.held}/raw", "olga"),
        Page("mailroom.going_out", "/mailroom/out?show=all", "olga"),
        Page("mailroom.show_out", _first(here, "olga", "/mailroom/out?show=all", r"/mailroom/out/[^\"?]+"), "olga"),
        Page("mailroom.state", "/mailroom/state", "olga"),
        Page("outbox.listed", "/outbox", "nobody"),
        Page("outbox.show", mail, "nobody"),
        Page("outbox.letter", f"{mail}/html", "nobody"),
        Page("outbox.raw", f"{mail}/mail.eml", "nobody"),
    )


def _first(here: World, who: Who, path: str, wanted: str) -> str:
    """The first link of a kind on a page."""
    found = re.search(f'href="({wanted})["?]', here.client(who).get(path).text)
    assert found is not None, f"no {wanted} on {path}"
    return found[1]
