"""Clocks that wait for players who have not heard of their turns (promise 10)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select

from pbem.engine.ids import GameId, Seat
from pbem.mail.bounces import Returned
from pbem.service.agreements.deputies import name_deputy
from pbem.service.incoming.closing import close_turns
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.options import Options
from pbem.service.outgoing import alarm
from pbem.service.outgoing.alarm import ClockRuns, Raised, let_run, open_alarms, raise_alarms
from pbem.service.outgoing.outbox import hold_mail
from pbem.service.outgoing.returns import note_return
from pbem.service.play.clockwork import Ticked, next_due, tick
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import extend, submit
from pbem.service.play.work import open_game
from pbem.service.queues import deliverability
from pbem.store.tables import InMail, MailPause, OutMail, PlayerAddress, Reach
from pbem.store.tables import Returned as Kind
from tests.test_service.conftest import START, Office
from tests.toyrules import BLUE, RED

DAYS = Options(every=3, at="20:00", zone="Europe/London")
DUE = datetime(2026, 5, 14, 19, 0, tzinfo=UTC)


@pytest.fixture
def relayed(office: Office) -> Office:
    """An office whose mails go out by a relay, on each database."""
    return with_relay(office)


@pytest.fixture
def here(lite: Office) -> Office:
    """An office whose mails go out by a relay, on SQLite alone."""
    return with_relay(lite)


def with_relay(office: Office) -> Office:
    config = replace(office.services.config, smtp_url="smtp://relay.example.org")
    return replace(office, services=replace(office.services, config=config))


def sent(office: Office, *seats: Seat, **columns: object) -> None:
    """Reports of these seats have gone out; or whatever else these columns say of them."""
    values = columns or {"state": "sent", "sent_at": office.clock.at, "attempts": 1}
    with office.services.db.writing() as session:
        for row in session.exec(select(OutMail).where(col(OutMail.seat).in_(seats), OutMail.kind == "report")):
            for name, value in values.items():
                setattr(row, name, value)


def came_back(office: Office, seat: Seat, kind: Kind) -> None:
    """The report of a seat has come back."""
    sent(office, seat)
    sent(office, seat, returned=kind, returned_at=office.clock.at, last_reply="550 5.1.1 no such user")


def order(office: Office, game: GameId, seat: Seat, text: str = "bid 2") -> str:
    return submit(office.services, game, seat, text, "web", str(office.players[seat])).outcome


def alarms(office: Office) -> list[OutMail]:
    """What the operator was told."""
    return [mail for mail in office.mails("notice") if mail.player is None]


def test_only_games_in_doubt_are_opened(here: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    game = here.begin(DAYS)
    opened: list[GameId] = []
    monkeypatch.setattr(
        alarm, "open_game", lambda services, game, now: opened.append(game) or open_game(services, game, now)
    )
    raise_alarms(here.services)
    sent(here, RED, BLUE)
    assert raise_alarms(here.services) == Raised()
    assert opened == [game]
    came_back(here, RED, "hard")
    assert raise_alarms(here.services).paused == (game,)
    sent(here, RED, returned="", sent_at=here.clock.at)
    here.later(hours=2)
    assert raise_alarms(here.services).running == (game,)
    assert raise_alarms(here.services) == Raised()
    assert opened == [game] * 3


def test_a_report_that_comes_back_for_good_stops_the_clock_at_once_and_the_operator_knows(relayed: Office) -> None:
    game = relayed.begin(DAYS)
    sent(relayed, RED, BLUE)
    assert raise_alarms(relayed.services) == Raised()
    came_back(relayed, RED, "hard")
    assert raise_alarms(relayed.services) == Raised(paused=(game,))
    assert raise_alarms(relayed.services) == Raised(waiting=(game,))
    (told,) = alarms(relayed)
    assert (told.recipient, told.game, told.seat) == ("operator@example.org", game, "")
    for word in (b"Rosa Red", b"red@example.org", b"550 5.1.1 no such user", b"Thu 14 May, 20:00 BST"):
        assert word in told.raw
    (open_one,) = open_alarms(relayed.services)
    assert (open_one.seat, open_one.trouble, open_one.waits, open_one.due) == (RED, "lost", True, DUE)


def test_what_is_returned_is_written_down_on_each_database(relayed: Office) -> None:
    game = relayed.begin(DAYS)
    second = "rosa@elsewhere.example.org"
    with relayed.services.db.writing() as session:
        session.add(PlayerAddress(email=second, player=relayed.players[RED], asked_at=START, verified_at=START))
    sent(relayed, RED, BLUE)
    for seat, times in ((BLUE, 1), (RED, 2)):
        (report,) = [mail for mail in relayed.mails("report") if mail.seat == seat]
        returned = Returned(
            kind="hard", recipient=report.recipient, message_ids=(report.message_id,), text="no such user"
        )
        for number in range(times):
            name = store_mail(
                relayed.services, f"From: a@b.test\n\n{seat} {number}".encode(), Envelope("", ()), START, "lmtp"
            )
            with relayed.services.db.writing() as session:
                note_return(session, relayed.services, session.get_one(InMail, name), returned)
    (report,) = [mail for mail in relayed.mails("report") if mail.seat == "red"]
    assert (report.recipient, report.state, report.returned) == (second, "queued", "")
    with relayed.services.db.reading() as session:
        scores = {row.address: row.score for row in session.exec(select(Reach))}
    assert scores == {"red@example.org": 2, "blue@example.org": 2}
    assert raise_alarms(relayed.services).paused == (game,)
    assert [one.seat for one in open_alarms(relayed.services)] == [RED, BLUE]


def test_a_clock_that_waits_has_no_deadline_and_nothing_acts_on_one(relayed: Office) -> None:
    game = relayed.begin(DAYS)
    order(relayed, game, BLUE)
    sent(relayed, BLUE)
    came_back(relayed, RED, "hard")
    raise_alarms(relayed.services)
    assert next_due(relayed.services) is None
    relayed.later(days=30)
    assert tick(relayed.services) == Ticked()
    assert raise_alarms(relayed.services) == Raised(waiting=(game,))
    assert load_game(relayed.services, game).desk.turns == {RED: 1, BLUE: 1}
    for seat in (RED, BLUE):
        page = game_page(relayed.services, game, seat)
        assert (page.due, page.clock_waits) == (None, True)
        assert extend(relayed.services, game, seat, "web", "x").outcome == "nothing"


def test_orders_by_any_door_let_the_clock_run_again_with_the_time_that_was_left(relayed: Office) -> None:
    game = relayed.begin(DAYS)
    sent(relayed, BLUE)
    came_back(relayed, RED, "hard")
    relayed.later(hours=4)
    raise_alarms(relayed.services)
    relayed.later(days=10)
    assert order(relayed, game, RED) == "filed"
    assert raise_alarms(relayed.services) == Raised(running=(game,))
    page = game_page(relayed.services, game, RED)
    assert not page.clock_waits
    assert page.due is not None
    left = DUE - (START + timedelta(hours=4))
    assert page.due.at - relayed.clock.at >= left
    assert page.due.told.startswith("Sun 24 May, 21:00 CEST")
    assert {mail.seat for mail in relayed.mails("extended")} == {"red", "blue"}
    assert raise_alarms(relayed.services) == Raised()
    relayed.clock.at = page.due.at
    assert tick(relayed.services).grace == (game,)


def test_a_turn_that_is_played_while_the_clock_waits_ends_the_wait(here: Office) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    came_back(here, RED, "hard")
    raise_alarms(here.services)
    order(here, game, BLUE, "bid 2\nready")
    assert order(here, game, RED, "bid 3\nready") == "played"
    page = game_page(here.services, game, BLUE)
    assert (page.turn, page.clock_waits, page.due is None) == (2, False, False)


def test_a_report_that_goes_out_after_all_lets_the_clock_run_once_it_has_not_come_back_for_an_hour(
    here: Office,
) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    came_back(here, RED, "hard")
    raise_alarms(here.services)
    here.later(days=1)
    sent(here, RED, state="sent", returned="", sent_at=here.clock.at)
    assert raise_alarms(here.services) == Raised(waiting=(game,))
    here.later(minutes=61)
    assert raise_alarms(here.services) == Raised(running=(game,))
    came_back(here, RED, "hard")
    assert raise_alarms(here.services) == Raised(paused=(game,))
    assert len(alarms(here)) == 2


@pytest.mark.parametrize("state", ["queued", "deferred"])
def test_a_report_that_has_not_left_stops_the_clock_a_day_before_the_deadline(here: Office, state: str) -> None:
    game = here.begin(DAYS)
    sent(here, RED)
    sent(here, BLUE, state=state, attempts=4, last_reply="no connection: refused")
    here.clock.at = DUE - timedelta(hours=24, seconds=1)
    assert raise_alarms(here.services) == Raised()
    assert open_alarms(here.services) == ()
    here.later(seconds=1)
    assert raise_alarms(here.services).paused == (game,)
    (told,) = alarms(here)
    for word in (b"1 mail waits", b"blue@example.org", b"no connection: refused"):
        assert word in told.raw
    assert b"You are holding mail back" not in told.raw
    sent(here, BLUE)
    here.later(hours=2)
    assert raise_alarms(here.services).running == (game,)


@pytest.mark.parametrize(("every", "before"), [(2, 1), (6, 3), (24, 12), (48, 24), (192, 48)])
def test_in_quick_and_slow_games_the_operator_is_told_in_good_time(here: Office, every: int, before: int) -> None:
    game = here.begin(Options(every=every, unit="hours"))
    here.clock.at = START + timedelta(hours=every - before, seconds=-1)
    assert raise_alarms(here.services) == Raised()
    here.later(seconds=1)
    assert raise_alarms(here.services).paused == (game,)


@pytest.mark.parametrize("kind", ["soft", "delayed"])
def test_what_may_still_arrive_stops_the_clock_only_before_the_deadline(here: Office, kind: Kind) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    came_back(here, RED, kind)
    assert raise_alarms(here.services) == Raised()
    here.clock.at = DUE - timedelta(hours=20)
    assert raise_alarms(here.services).paused == (game,)
    (told,) = alarms(here)
    assert b"Rosa Red" in told.raw


def test_in_grace_too_the_clock_stops(here: Office) -> None:
    game = here.begin(DAYS)
    sent(here, RED, BLUE)
    order(here, game, BLUE)
    here.clock.at = DUE
    assert tick(here.services).grace == (game,)
    came_back(here, RED, "hard")
    assert raise_alarms(here.services).paused == (game,)
    here.later(days=2)
    assert tick(here.services) == Ticked()


def test_before_a_deadline_acts_it_is_asked_whether_everybody_has_heard(here: Office) -> None:
    game = here.begin(DAYS)
    sent(here, RED)
    other = here.begin(DAYS)
    here.later(days=20)
    with here.services.db.writing() as session:
        for row in session.exec(select(OutMail).where(OutMail.game == other)):
            row.state, row.sent_at = "sent", START
    assert close_turns(here.services).played == (other,)
    page = game_page(here.services, game, BLUE)
    assert (page.turn, page.clock_waits) == (1, True)


def test_worker_and_relay_down_over_the_deadline_cost_nobody_his_turn(here: Office) -> None:
    game = here.begin(DAYS)
    here.later(days=20)
    assert close_turns(here.services) == Ticked()
    sent(here, RED, BLUE)
    here.later(hours=2)
    assert raise_alarms(here.services).running == (game,)
    page = game_page(here.services, game, RED)
    assert page.due is not None
    assert page.due.at - here.clock.at >= timedelta(hours=24)


def test_one_mail_tells_of_all_games_whose_reports_have_not_left_and_at_most_one_an_hour(here: Office) -> None:
    games = [here.begin(Options(every=6, unit="hours")) for _ in range(4)]
    late = here.begin(Options(every=8, unit="hours"))
    here.later(hours=3)
    assert raise_alarms(here.services).paused == tuple(sorted(games))
    (told,) = alarms(here)
    assert b"10 mails wait" in told.raw
    here.later(minutes=30)
    raise_alarms(here.services)
    assert len(alarms(here)) == 1
    here.later(minutes=30)
    assert raise_alarms(here.services).paused == (late,)
    _, second = alarms(here)
    assert late.encode() in second.raw
    here.later(hours=5)
    raise_alarms(here.services)
    assert len(alarms(here)) == 2


def test_who_holds_mail_back_is_told_that_clocks_wait_for_it(here: Office) -> None:
    game = here.begin(DAYS)
    hold_mail(here.services, game, True)
    here.clock.at = DUE - timedelta(hours=20)
    assert raise_alarms(here.services).paused == (game,)
    (told,) = alarms(here)
    assert b"You are holding mail back" in told.raw
    assert b"What the relay says" not in told.raw


def test_the_operator_may_let_the_clock_run_and_it_does_not_stop_again_for_that_turn(relayed: Office) -> None:
    game = relayed.begin(DAYS)
    sent(relayed, BLUE)
    came_back(relayed, RED, "hard")
    with pytest.raises(ClockRuns, match="is not on hold"):
        let_run(relayed.services, game)
    raise_alarms(relayed.services)
    relayed.later(days=5)
    due = let_run(relayed.services, game, "told him by telephone")
    assert due >= relayed.clock.at + timedelta(days=3)
    relayed.later(minutes=1)
    assert raise_alarms(relayed.services) == Raised()
    last = load_game(relayed.services, game).head
    assert last is not None
    assert "told him by telephone" in last.payload
    relayed.clock.at = due + timedelta(days=2)
    assert tick(relayed.services).played == (game,)
    came_back(relayed, RED, "hard")
    assert raise_alarms(relayed.services).paused == (game,)


def test_a_second_player_who_has_not_heard_is_told_of_while_the_clock_waits(here: Office) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    came_back(here, RED, "hard")
    raise_alarms(here.services)
    came_back(here, BLUE, "hard")
    raise_alarms(here.services)
    raise_alarms(here.services)
    assert [b"Rosa Red" in mail.raw for mail in alarms(here)] == [False, True]
    order(here, game, RED)
    assert raise_alarms(here.services).waiting == (game,)
    order(here, game, BLUE)
    assert raise_alarms(here.services).running == (game,)


def test_who_wants_no_mail_goes_without_by_his_own_wish(here: Office) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    sent(here, RED, state="suppressed")
    with here.services.db.writing() as session:
        session.add(MailPause(game=game, player=here.players[RED], since=START))
    here.clock.at = DUE - timedelta(hours=1)
    assert raise_alarms(here.services) == Raised()


def test_a_report_that_waits_for_the_morning_by_its_readers_wish_stops_no_clock(here: Office) -> None:
    here.begin(Options(every=6, unit="hours"))
    sent(here, BLUE)
    sent(here, RED, state="queued", next_at=START + timedelta(hours=5))
    here.later(hours=4)
    assert raise_alarms(here.services) == Raised()
    here.later(hours=1, seconds=1)
    assert len(raise_alarms(here.services).paused) == 1


@pytest.mark.parametrize(("state", "returned", "paused"), [("sent", "", 0), ("sent", "hard", 1), ("queued", "", 1)])
def test_a_report_that_went_into_a_digest_fares_as_the_digest_does(
    here: Office, state: str, returned: Kind, paused: int
) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    sent(here, RED, state="suppressed", last_reply="in a digest")
    with here.services.db.writing() as session:
        report = session.exec(select(OutMail).where(OutMail.seat == "red")).one()
        digest = {
            **report.model_dump(),
            "raw": report.raw,
            "game": "",
            "key": "digest",
            "kind": "digest",
            "seat": "",
            "turn": 0,
        }
        digest |= {
            "raw": report.raw,
            "message_id": "<digest@test>",
            "state": state,
            "returned": returned,
            "last_reply": "",
        }
        session.add(OutMail(**digest | {"created_at": START + timedelta(hours=8)}))
    here.clock.at = DUE - timedelta(hours=5)
    assert raise_alarms(here.services).paused == (game,) * paused


def test_a_seat_whose_deputy_has_heard_has_heard(here: Office) -> None:
    game = here.begin(DAYS)
    name_deputy(here.services, game, RED, "carl@example.org", 1, 3, here.players[RED])
    for seat in (RED, BLUE):
        submit(here.services, game, seat, "bid 1\nready", "web", "x")
    while game_page(here.services, game, RED).turn == 1:
        submit(here.services, game, BLUE, "ready", "web", "x")
    copies = [mail for mail in here.mails("report") if (mail.seat, mail.turn) == ("red", 2)]
    assert {mail.recipient for mail in copies} == {"red@example.org", "carl@example.org"}
    came_back(here, RED, "hard")
    sent(here, BLUE)
    assert [one.name for one in open_alarms(here.services)] == ["Rosa Red"]
    with here.services.db.writing() as session:
        for row in session.exec(select(OutMail).where(OutMail.recipient == "carl@example.org")):
            row.returned = ""
    assert open_alarms(here.services) == ()
    assert raise_alarms(here.services) == Raised()


def test_who_has_filed_something_for_the_turn_has_heard_of_it(here: Office) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    order(here, game, RED)
    order(here, game, RED, "withdraw")
    came_back(here, RED, "hard")
    assert raise_alarms(here.services) == Raised()


def test_a_lost_address_stops_the_clock_and_is_told_of_once(here: Office) -> None:
    with here.services.db.writing() as session:
        deliverability.score(session, "red@example.org", 4, "550 5.1.1 no such user", START)
    game = here.begin(DAYS)
    report = next(mail for mail in here.mails("report") if mail.seat == "red")
    assert (report.state, report.last_reply) == ("suppressed", deliverability.NOT_SENT)
    sent(here, BLUE)
    assert raise_alarms(here.services).paused == (game,)
    raise_alarms(here.services)
    about_turn, about_address = sorted(alarms(here), key=lambda mail: mail.game, reverse=True)
    assert about_turn.game == game
    assert b"An address is lost" in about_address.raw
    assert deliverability.found(here.services, "red@example.org") == 1
    sent(here, RED)
    here.later(hours=2)
    assert raise_alarms(here.services).running == (game,)


def test_without_a_relay_or_with_the_built_in_mailbox_there_are_no_alarms(lite: Office) -> None:
    lite.begin(DAYS)
    lite.later(days=2, hours=23)
    assert raise_alarms(lite.services) == Raised()
    config = replace(lite.services.config, smtp_url="smtp://127.0.0.1", builtin_mailbox=True)
    assert raise_alarms(replace(lite.services, config=config)) == Raised()


def test_a_game_without_a_clock_has_nothing_to_stop_but_its_operator_is_told(here: Office) -> None:
    here.begin(Options(every=0))
    here.later(days=5)
    assert raise_alarms(here.services) == Raised()
    sent(here, BLUE)
    came_back(here, RED, "hard")
    assert raise_alarms(here.services) == Raised()
    assert raise_alarms(here.services) == Raised()
    assert len(alarms(here)) == 1


def test_one_game_that_cannot_be_looked_at_leaves_the_others_alone(
    here: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = here.begin(DAYS, seed=b"bad"), here.begin(DAYS, seed=b"good")
    came_back(here, RED, "hard")
    look = alarm._look

    def broken(services: object, game: GameId, now: datetime) -> str:
        if game == bad:
            raise ZeroDivisionError
        return look(here.services, game, now)

    monkeypatch.setattr(alarm, "_look", broken)
    assert raise_alarms(here.services) == Raised(paused=(good,), failed=(bad,))


def test_nobody_at_the_table_learns_whose_mail_comes_back(here: Office) -> None:
    game = here.begin(DAYS)
    sent(here, BLUE)
    came_back(here, RED, "hard")
    raise_alarms(here.services)
    page = game_page(here.services, game, BLUE)
    assert page.waiting.others == ()
    entries = load_game(here.services, game).head
    assert entries is not None
    assert entries.kind == "clock"
    assert "red" not in entries.payload
