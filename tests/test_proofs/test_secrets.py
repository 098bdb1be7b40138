"""Sealed orders are in nobody else's anything, at no moment of a whole battle."""

import logging
from collections.abc import Iterable
from urllib.parse import urlsplit

import pytest

from pbem.app import create_app
from pbem.engine.ids import GameId, Seat
from pbem.service.options import Options
from pbem.service.people.seats import sign_in_link
from pbem.service.play.drafts import keep_draft
from pbem.service.play.games import load_game
from pbem.service.play.turns import check
from pbem.service.umpire.questions import ask_umpire
from pbem.service.umpire.seats import hand_over, name_co_umpire
from pbem.service.umpire.timing import extend_by_days, go_on, nudge, pause, run_now
from tests.test_proofs.field import NORTH, SEATS, SOUTH, Field, aide, by_mail, other
from tests.test_proofs.peeking import Browser, Sight, mail_sights, service_sights

pytestmark = pytest.mark.usefixtures("mail_maps")

WORDS = {SOUTH: "ROWAN", NORTH: "BEECH"}
"""In every remark a player writes, and in what he has typed and not sent."""

STANDING = {
    SOUTH: ("standing S03 evade fire never", "standing S05 pursue no"),
    NORTH: ("standing N01 evade fire never", "standing N04 pursue no"),
}


def sheet(field: Field, game: GameId, seat: Seat) -> str:
    """What the aide would write, with a remark in each line, and at first two standing orders."""
    work = load_game(field.services, game)
    assert work.desk.open is not None
    ask = work.desk.open.ask_of(seat)
    assert ask is not None
    lines = aide(work, ask).split("\n")
    if work.desk.turns[seat] == 1:
        lines += STANDING[seat]
    text = "\n".join(f"{line} # {WORDS[seat]} {number}" for number, line in enumerate(lines) if line)
    reading = check(field.services, game, seat, text).reading
    assert reading is not None
    assert reading.problems == ()
    return text


def understood(field: Field, game: GameId, seat: Seat) -> set[str]:
    """The lines of a seat's orders that stand, as understood; the order of bids alone may be alike for both."""
    work = load_game(field.services, game)
    assert work.desk.open is not None
    return {line for line in work.desk.open.submissions[seat].text.split("\n") if not line.startswith("Side bid")}


def assert_none(sights: Iterable[Sight], secrets: set[str]) -> int:
    """Nothing of these is in any of those; gives how many were looked through."""
    wanted = [secret.encode() for secret in secrets]
    count = 0
    for sight in sights:
        count += 1
        for secret in wanted:
            assert secret not in sight.data, f"{secret!r} is in {sight.where}"
    return count


def whole(field: Field, game: GameId, seat: Seat) -> list[Sight]:
    return list(service_sights(field, game, seat))


@pytest.mark.slow
def test_a_whole_battle_and_nobody_ever_holds_the_others_sealed_orders(
    field: Field, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = field.begin(Options(every=3))
    browsers = {seat: Browser(field, seat) for seat in SEATS}
    secrets = {seat: {WORDS[seat]} for seat in SEATS}
    looked = 0
    for number in range(1, 20):
        if load_game(field.services, game).state == "over":
            break
        first = SEATS[number % 2]
        second = other(first)
        before = whole(field, game, second)
        keep_draft(field.services, game, first, number, f"# {WORDS[first]} draft")
        assert by_mail(field, game, first, sheet(field, game, first), f"{number}.first").state == "accepted"
        secrets[first] |= understood(field, game, first)
        mine = b"".join(sight.data for sight in whole(field, game, first))
        assert all(line.encode() in mine for line in understood(field, game, first)), "this search finds nothing"
        assert f"{WORDS[first]} draft".encode() in mine
        assert whole(field, game, second) == before, "the other's orders can be told from one's own page"
        assert by_mail(field, game, first, "ready", f"{number}.ready").state == "accepted"
        assert whole(field, game, second) == before, "that the other is ready can be told from one's own page"
        looked += assert_none(browsers[second].sights(f"/g/{game}"), secrets[first]) if number in {1, 5} else 0
        looked += assert_none(mail_sights(field, second), secrets[first]) if number == 2 else 0
        field.later(minutes=20)
        played = by_mail(field, game, second, sheet(field, game, second), f"{number}.second")
        assert played.state == "accepted"
        secrets[second] |= understood(field, game, second)
        looked += assert_none(whole(field, game, first), secrets[second])
        assert by_mail(field, game, second, "ready", f"{number}.played").state == "accepted"
        for seat in SEATS:
            looked += assert_none(whole(field, game, seat), secrets[other(seat)])
    assert load_game(field.services, game).state == "over"
    assert all(len(told) > 25 for told in secrets.values()), "too little was ordered to be searched for"
    for seat in SEATS:
        looked += assert_none(service_sights(field, game, seat, turns=True), secrets[other(seat)])
        looked += assert_none(mail_sights(field, seat), secrets[other(seat)])
        looked += assert_none(browsers[seat].sights("/", f"/g/{game}"), secrets[other(seat)])
        assert not [line for line in caplog.text.split("\n") if WORDS[seat] in line], "a log holds a player's words"
    assert looked > 600


@pytest.mark.slow
def test_what_is_left_of_a_sheet_while_the_enemy_is_asked_to_react_is_not_his_to_see(field: Field) -> None:
    """Pace "ask me": a group's orders are half played when the other side is asked; the rest is still sealed."""
    game = field.begin(Options(pace="ask me", every=0))
    secrets: dict[Seat, set[str]] = {seat: {WORDS[seat]} for seat in SEATS}
    reacted = 0
    for number in range(20):
        work = load_game(field.services, game)
        if work.desk.open is None:
            break
        ask = work.desk.open.batch.asks[number % len(work.desk.open.batch.asks)]
        if ask.seat not in work.desk.open.waiting_for():
            ask = next(one for one in work.desk.open.batch.asks if one.seat != ask.seat)
        seat = ask.seat
        orders = "orders" in work.rules.language.describe(work.view(seat), ask)
        reacted += not orders
        text = sheet(field, game, seat) if orders else f"{aide(work, ask)} # {WORDS[seat]}"
        field.order(game, seat, text)
        if orders:
            secrets[seat] |= understood(field, game, seat)
        assert_none(whole(field, game, other(seat)), secrets[seat])
        field.order(game, seat, "ready")
        assert_none(whole(field, game, other(seat)), secrets[seat])
    assert reacted >= 5
    for seat in SEATS:
        assert_none(mail_sights(field, seat), secrets[other(seat)])


def test_what_the_umpire_sees_does_and_writes_reaches_no_player(field: Field) -> None:
    """But for what is told to all: that a deadline was moved, or the game paused; never by whom it was looked at."""
    game = field.begin(Options(every=3))
    geoff = hand_over(field.services, game, "geoff@players.test", None)
    app = create_app(services=field.services)
    app.config.update(WTF_CSRF_ENABLED=False)
    umpire = app.test_client()
    assert umpire.post(urlsplit(sign_in_link(field.services, geoff)).path).status_code == 303
    name_co_umpire(field.services, game, "quince@players.test", ["questions"], geoff)
    browsers = {seat: Browser(field, seat) for seat in SEATS}
    secrets = {seat: {WORDS[seat], "MEDLAR", "quince@", f"/g/{game}/umpire", f"/g/{game}/as/"} for seat in SEATS}
    assert by_mail(field, game, SOUTH, sheet(field, game, SOUTH), "one").state == "accepted"
    secrets[SOUTH] |= understood(field, game, SOUTH)
    ask_umpire(field.services, game, SOUTH, f"May I? {WORDS[SOUTH]}", field.players[SOUTH])
    before = {seat: whole(field, game, seat) for seat in SEATS}
    for path in ("umpire", "umpire/map-umpire.svg", "as/south", "as/north", "as/north/letters"):
        assert umpire.get(f"/g/{game}/{path}").status_code == 200
    assert {seat: whole(field, game, seat) for seat in SEATS} == before, "that the umpire looked can be told"
    nudge(field.services, game, NORTH, geoff)
    assert whole(field, game, SOUTH) == before[SOUTH], "that the other was reminded can be told"
    extend_by_days(field.services, game, 2, "MEDLAR", geoff)
    pause(field.services, game, "", "MEDLAR", geoff)
    go_on(field.services, game, "MEDLAR", geoff)
    run_now(field.services, game, "MEDLAR", geoff)
    looked = 0
    for seat in SEATS:
        enemy = secrets[other(seat)] - secrets[seat] | {"MEDLAR", "quince@", f"/g/{game}/umpire", f"/g/{game}/as/"}
        looked += assert_none(service_sights(field, game, seat, turns=True), enemy)
        looked += assert_none(mail_sights(field, seat), enemy)
        paths = ("", "/table", "/letters", "/questions", "/replay", "/versions", "/dice", "/turns/0")
        answers = [browsers[seat].client.get(f"/g/{game}{path}") for path in paths]
        assert all(answer.status_code == 200 for answer in answers)
        looked += assert_none((Sight(answer.request.path, answer.data) for answer in answers), enemy)
    assert looked > 60
