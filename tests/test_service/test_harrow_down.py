"""Harrow Down under the real rules, through the service: played to its end, its secrets kept, its mails made."""

from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest

from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import check_chain, story
from pbem.engine.play import audit
from pbem.mail.tokens import Tokens, TurnRef
from pbem.rulesets import rule_set
from pbem.scenarios import load_scenario
from pbem.service.model.gamepage import GamePage
from pbem.service.options import Options
from pbem.service.outgoing.drawing import draw_some
from pbem.service.outgoing.wording import compose_mail
from pbem.service.play.clockwork import tick
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import guarded
from pbem.service.play.turns import submit
from pbem.service.play.work import Work
from pbem.store import journal
from tests.fresh import write_schema
from tests.test_service.conftest import Office
from tests.toyrules import BLUE, RED

SOUTH, NORTH = Seat("south"), Seat("north")
MARKS = {SOUTH: "ROWAN-SECRET", NORTH: "BEECH-SECRET"}
STANDING = {SOUTH: "standing all pursue no", NORTH: "standing all evade never"}


@pytest.fixture
def field(tmp_path: Path, office_on: Callable[[str], Office]) -> Office:
    """An office with the real rules, its two players on their seats."""
    office = office_on(write_schema(tmp_path / "field.db"))
    office.players |= {SOUTH: office.players[RED], NORTH: office.players[BLUE]}
    return replace(office, services=replace(office.services, rules=rule_set, scenarios=load_scenario))


def begin(office: Office, options: Options | None = None, seed: bytes = b"harrow") -> GameId:
    """Harrow Down between the two players."""
    seats = {seat: office.players[seat] for seat in (SOUTH, NORTH)}
    return new_game(office.services, "snaphance/harrow-down", seats, options, seed=seed)


def orders_for(work: Work, page: GamePage) -> str:
    """A lively sheet: for each stand the first line that may be ordered: march at the enemy; near him, strike."""
    lines: list[str] = [STANDING[page.seat]]
    for unit in page.told.mine:
        if unit.gone:
            continue
        column, row = int(unit.place[:2]), int(unit.place[2:])
        ahead = row - 1 if page.seat == SOUTH else row + 1
        hexes = [f"{c:02}{ahead:02}" for c in (column, column - 1, column + 1)]
        near = [enemy for enemy in page.told.seen if not enemy.gone and abs(int(enemy.place[2:]) - row) <= 2]
        march = [f"{unit.code} forward {there}" for there in hexes]
        charges = [f"{unit.code} charge {enemy.code}" for enemy in near if "Horse" in unit.kind]
        tries = [*charges, f"{unit.code} fire nearest"] if near else march
        good = (line for line in tries if _fine(work, page, line))
        lines += [line for line in [next(good, None)] if line]
    return "\n".join(f"{line} # {MARKS[page.seat]}" for line in lines)


def _fine(work: Work, page: GamePage, line: str) -> bool:
    assert page.ask is not None
    return not work.rules.language.read(work.view(page.seat), page.ask, line).problems


def play_out(office: Office, game: GameId, after: Callable[[Seat], None]) -> None:
    """Both sides order until it is over; ``after`` each submission."""
    for _ in range(400):
        work = load_game(office.services, game)
        if work.desk.open is None:
            return
        for ask in work.desk.open.batch.asks:
            page = game_page(office.services, game, ask.seat)
            text = orders_for(work, page) if "orders" in page.asked.lower() else ""
            if text:
                submit(office.services, game, ask.seat, text, "mail", MARKS[ask.seat])
            submit(office.services, game, ask.seat, "ready", "mail", MARKS[ask.seat])
            after(ask.seat)
    raise AssertionError("the battle never ended")


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["round", pytest.param("activation", marks=pytest.mark.soak)])
def test_played_to_the_end_with_every_secret_kept_and_every_fact_audited(field: Office, pace: str) -> None:
    game = begin(field, Options(pace=pace, every=0))

    def nothing_leaked(mine: Seat) -> None:
        theirs = NORTH if mine == SOUTH else SOUTH
        page = game_page(field.services, game, theirs)
        for blob in (msgspec.json.encode(page), msgspec.json.encode(my_games(field.services, field.players[theirs]))):
            assert MARKS[mine].encode() not in blob
            assert STANDING[mine].partition("all ")[2].encode() not in blob

    play_out(field, game, nothing_leaked)
    work = load_game(field.services, game)
    assert work.state == "over"
    kinds = {type(line.body.fact).__name__ for line in work.table if line.kind == "fact"}
    assert {"Shot", "MoraleTested"} <= kinds, "nobody fought: the orders of this test are too tame"
    for mine, theirs in ((SOUTH, NORTH), (NORTH, SOUTH)):
        for turn in game_page(field.services, game, theirs).turns:
            raw = msgspec.json.encode(game_page(field.services, game, theirs, turn.number))
            assert MARKS[mine].encode() not in raw
        for mail in field.mails():
            assert mail.seat != theirs or MARKS[mine].encode() not in mail.raw
    with field.services.db.reading() as session:
        entries = journal.load(session, game)
    check_chain(entries)
    assert audit(work.rules, story(work.rules.codec, entries), SeededDice(b"harrow", game, ())) == []


def text_of(raw: bytes) -> str:
    """The text part of a mail."""
    message = message_from_bytes(raw, policy=policy.default)
    part = message.get_body(("plain",))
    assert isinstance(part, EmailMessage)
    return str(part.get_content())


def test_the_mails_of_a_round_are_whole_and_lead_back_to_their_turn(field: Office) -> None:
    office = replace(field, services=replace(field.services, compose=compose_mail))
    game = begin(office)
    for seat in (SOUTH, NORTH):
        submit(office.services, game, seat, f"all hold # {MARKS[seat]}\nready", "mail", "x")
    while draw_some(office.services):
        pass
    mails = {(mail.seat, mail.turn): mail for mail in office.mails("report")}
    assert set(mails) == {("south", 1), ("north", 1), ("south", 2), ("north", 2)}
    tokens = Tokens(office.services.config.secret)
    for (seat, turn), mail in mails.items():
        message = message_from_bytes(mail.raw, policy=policy.default)
        wanted = TurnRef(game, Seat(seat), turn)
        assert tokens.reply(wanted) in message["Reply-To"]
        assert message["Message-ID"] == mail.message_id
        text = text_of(mail.raw)
        assert tokens.code(wanted) in text
        assert "orders for round" in text
        assert not any(mark in text for mark in MARKS.values())
        kinds = [part.get_content_type() for part in message.walk()]
        assert {"text/plain", "text/html", "image/png", "text/calendar"} <= set(kinds)
    first = message_from_bytes(mails["south", 1].raw, policy=policy.default)
    second = message_from_bytes(mails["south", 2].raw, policy=policy.default)
    assert second["References"] == first["Message-ID"]
    assert first["Subject"].startswith("Harrow Down, South v North")
    assert load_game(office.services, game).rules.name == "snaphance"


def test_reminder_late_extension_and_missed_turn_are_mailed_in_words(field: Office) -> None:
    office = replace(field, services=replace(field.services, compose=compose_mail))
    game = begin(office)
    submit(office.services, game, NORTH, "all hold", "mail", "x")
    submit(office.services, game, NORTH, "extend", "mail", "x")
    office.later(days=3, hours=12)
    tick(office.services)
    office.later(days=1)
    tick(office.services)
    office.later(days=1)
    tick(office.services)
    told = {mail.kind: text_of(mail.raw) for mail in office.mails() if mail.seat == SOUTH}
    assert "Fri 15 May, 22:00 CEST" in " ".join(told["extended"].split())
    assert "You haven't sent any orders yet" in told["reminder"]
    assert "The deadline has passed without your orders" in told["late"]
    assert "They still count until Sat 16 May, 10:00 CEST" in " ".join(told["late"].split())
    assert "played without you" in told["report"].lower() or "time was up" in " ".join(told["report"].split())


def test_a_sign_in_mail_holds_its_link(field: Office) -> None:
    from pbem.service.people.seats import ask_sign_in, look_at_link

    office = replace(field, services=replace(field.services, compose=compose_mail))
    assert ask_sign_in(office.services, "red@example.org")
    (mail,) = office.mails("sign-in")
    links = [word for word in text_of(mail.raw).split() if "/sign-in/" in word]
    assert look_at_link(office.services, links[0].rpartition("/")[2]).email == "red@example.org"


def test_a_stopped_game_is_told_to_the_operator(field: Office) -> None:
    office = replace(field, services=replace(field.services, compose=compose_mail))
    game = begin(office)
    work = load_game(office.services, game)
    assert not guarded(work, lambda: next(iter(())))
    work.write()
    (mail,) = office.mails("stopped")
    assert mail.recipient == "operator@example.org"
    assert "StopIteration" in text_of(mail.raw)
