"""Each commander asked, waited for, told and heard alone; what a side settles together."""

from email import message_from_bytes, policy

import pytest
from sqlmodel import col, select

from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import Seat
from pbem.rulesets import rule_set
from pbem.service.agreements.chiefs import NotChief, desks_of, order_for_fellow
from pbem.service.agreements.handover import handover_of
from pbem.service.agreements.letterbook import letterbook, write_letter
from pbem.service.agreements.pacts import concede, offer_draw
from pbem.service.agreements.seating import SeatTaken, leave_seat, take_seat
from pbem.service.model.desk import not_ready
from pbem.service.model.gamepage import GamePage
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.pages import game_page
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.held import hold_report, publish, run_of
from pbem.store.tables import OutMail, PlayerId
from tests import web_offices
from tests.test_commanders.conftest import COLIGNY, CONDE, MONTMORENCY, SAINT_ANDRE, SEATS, Council, begin


def test_each_commander_is_asked_for_his_own_units_and_the_turn_waits_for_all(council: Council) -> None:
    assert {seat: {row.code[0] for row in page(council, seat).form if row.code != "Side"} for seat in SEATS} == {
        MONTMORENCY: {"R"}, SAINT_ANDRE: {"R"}, CONDE: {"H"}, COLIGNY: {"H"},
    }  # fmt: skip
    assert [row.code for row in page(council, COLIGNY).form] == ["H01", "H02", "H03", "H04", "H05"]
    assert [row.code for row in page(council, CONDE).form if len(row.code) > 3] == ["Side"], "the chief bids"
    council.ready(MONTMORENCY, SAINT_ANDRE, CONDE)
    assert not_ready(council.work.desk) == (COLIGNY,)
    assert page(council, COLIGNY).turn == 1
    council.ready(COLIGNY)
    assert {seat: page(council, seat).turn for seat in SEATS} == dict.fromkeys(SEATS, 2)


def test_a_part_of_the_sheet_is_replaced_alone(council: Council) -> None:
    council.send(CONDE, "standing all pursue no\nH06 hold")
    council.send(COLIGNY, "standing all evade never\nH01 hold")
    council.send(COLIGNY, "H02 hold")
    council.ready(*SEATS)
    sheets = council.work.battle.sheets
    assert [order.decision for order in sheets[CONDE].standing] == ["pursue"]
    assert [order.decision for order in sheets[COLIGNY].standing] == ["evade"]
    assert {item.stand for item in sheets[COLIGNY].orders} <= {"H01", "H02"}


def test_what_a_commander_orders_is_nobody_elses_to_see(council: Council) -> None:
    council.send(COLIGNY, "standing all town hold no\nH01 hold  # ASPEN-SECRET")
    council.ready(*SEATS)
    council.send(COLIGNY, "H02 hold  # ASPEN-SECRET")
    for seat in (MONTMORENCY, SAINT_ANDRE, CONDE):
        view = council.work.view(seat)
        assert set(view.sheets) <= {seat}
        shown = repr(page(council, seat))
        assert "ASPEN" not in shown
        assert "town hold no" not in shown
    assert set(council.work.view(COLIGNY).sheets) == {COLIGNY}


@pytest.mark.parametrize("sight", ["hidden", "open"])
def test_which_commanders_of_the_other_side_are_late_is_not_told_where_units_are_hidden(
    office: web_offices.Office, sight: str
) -> None:
    council = begin(office, *SEATS, options=Options(every=1, delay=0, missed="wait", sight=sight))
    council.ready(COLIGNY)
    office.later(days=9)
    tick(office.services)
    late = page(council, COLIGNY).waiting
    assert not late.you
    own = [council.work.chair(CONDE).title]
    across = [council.work.chair(one).title for one in (MONTMORENCY, SAINT_ANDRE)]
    assert (sorted(late.others), late.more) == ((own, True) if sight == "hidden" else (sorted(own + across), False))


def test_fellows_units_are_told_apart_from_ones_own(council: Council) -> None:
    told = page(council, COLIGNY).told
    assert {row.led_by for row in told.own} == {""}
    assert [row.code for row in told.own] == ["H01", "H02", "H03", "H04", "H05"]
    assert {row.led_by for row in told.mine} == {"", "Condé"}
    assert {row.led_by for row in told.seen} == {""}
    council.ready(*SEATS)
    mails = mailed(council, COLIGNY)
    assert "UNITS OF CONDÉ" in mails
    assert "SEEN OF ROYAL" in mails
    assert "SEEN OF ROYAL AND" not in mails


def test_a_silent_commander_falls_to_his_standing_orders(office: web_offices.Office) -> None:
    council = begin(office, CONDE, COLIGNY, options=Options(every=1, grace=0, delay=0, weekdays=(1, 2, 3, 4, 5, 6, 7)))
    council.send(COLIGNY, "standing all idle hold\nready")
    council.ready(CONDE)
    council.ready(CONDE)
    office.later(days=2)
    tick(office.services)
    work = council.work
    assert work.desk.misses[COLIGNY].total == 1
    assert CONDE not in work.desk.misses
    assert [order.decision for order in work.battle.sheets[COLIGNY].standing] == ["idle"]


def test_all_commanders_of_a_side_concede_or_none(council: Council) -> None:
    services = council.office.services
    assert not concede(services, council.game, CONDE, council.players[CONDE])
    assert council.work.state == "running"
    assert concede(services, council.game, COLIGNY, council.players[COLIGNY])
    assert council.work.state == "over"
    archive = read_archive("".join(export_game(services, council.game)).splitlines(keepends=True))
    assert [one for one in verify(archive, rule_set("snaphance"), audit=True) if one.fault] == []


def test_a_draw_is_asked_of_every_seat(council: Council) -> None:
    services = council.office.services
    for seat in (CONDE, MONTMORENCY, COLIGNY):
        assert not offer_draw(services, council.game, seat, council.players[seat])
    assert offer_draw(services, council.game, SAINT_ANDRE, council.players[SAINT_ANDRE])


def test_commanders_of_a_side_write_to_one_another(council: Council) -> None:
    write_letter(council.office.services, council.game, COLIGNY, [CONDE], "Hold the Swiss.", council.players[COLIGNY])
    assert [one.text for one in letterbook(council.work, CONDE).letters] == ["Hold the Swiss."]
    for seat in (MONTMORENCY, SAINT_ANDRE):
        assert letterbook(council.work, seat).letters == ()


def test_a_substitute_who_saw_a_fellows_desk_may_take_the_seat(council: Council) -> None:
    services = council.office.services
    leave_seat(services, council.game, CONDE, council.players[CONDE], "Mind the Swiss.")
    leave_seat(services, council.game, COLIGNY, council.players[COLIGNY])
    take_seat(services, council.game, COLIGNY, council.players[CONDE])
    with pytest.raises(SeatTaken, match="another side"):
        take_seat(services, council.game, CONDE, left_enemy(council))


def test_a_new_player_is_briefed_with_the_units_of_the_seat_and_its_last_report(council: Council) -> None:
    services = council.office.services
    council.ready(*SEATS)
    leave_seat(services, council.game, COLIGNY, council.players[COLIGNY])
    newcomer = ensure_player(services, "odet@example.org", "Odet")
    take_seat(services, council.game, COLIGNY, newcomer)
    brief = handover_of(council.work, COLIGNY)
    assert [one[:3] for one in brief.units] == ["H01", "H02", "H03", "H04", "H05"]
    (first,) = [row for row in page(council, COLIGNY).told.own if row.code == "H01"]
    assert brief.units[0].startswith(f"H01 {first.name}, {first.place}, facing {first.facing}, {first.strength}")
    assert (brief.reported, brief.report) == ("round 1", page(council, COLIGNY).told.in_short)
    sent = mailed(council, COLIGNY, "seat")
    assert "YOUR UNITS" in sent
    assert "THE LAST REPORT: ROUND 1" in sent
    assert "H06 " not in "".join(brief.units), "those of a fellow commander"
    shown = council.office.visitor(newcomer).get(f"/g/{council.game}/hand-over").text
    assert "The last report: round 1" in shown


def left_enemy(council: Council) -> PlayerId:
    leave_seat(council.office.services, council.game, SAINT_ANDRE, council.players[SAINT_ANDRE])
    return council.players[SAINT_ANDRE]


def page(council: Council, seat: Seat) -> GamePage:
    return game_page(council.office.services, council.game, seat)


def mailed(council: Council, seat: Seat, kind: str = "report") -> str:
    """The plain text of the mails to a seat."""
    with council.office.services.db.reading() as session:
        rows = session.exec(select(OutMail).where(col(OutMail.seat) == seat, col(OutMail.kind) == kind)).all()
    parts = [message_from_bytes(row.raw, policy=policy.default).get_body(("plain",)) for row in rows]
    return "\n".join(part.get_content() for part in parts if part is not None)


# --- a chief ----------------------------------------------------------------------------------------------------------


def test_a_chief_orders_for_a_silent_commander_of_his_side_alone(office: web_offices.Office) -> None:
    council = begin(office, *SEATS, options=Options(every=1, delay=0, chief=True))
    services, by = office.services, council.players
    given = order_for_fellow(services, council.game, CONDE, COLIGNY, "H01 hold", by[CONDE])
    assert given.outcome == "filed"
    assert not_ready(council.work.desk) == (MONTMORENCY, SAINT_ANDRE, CONDE)
    assert "the chief of your side, has given orders" in mailed(council, COLIGNY, "seat")
    assert [(one.seat, one.state) for one in desks_of(council.work, CONDE)] == [(COLIGNY, "for them")]
    council.send(COLIGNY, "H02 hold\nready")
    with pytest.raises(NotChief, match="has given orders"):
        order_for_fellow(services, council.game, CONDE, COLIGNY, "H03 hold", by[CONDE])
    assert "H02 hold" in desks_of(council.work, CONDE)[0].text
    for seat, of in ((COLIGNY, CONDE), (CONDE, SAINT_ANDRE)):
        with pytest.raises(NotChief):
            order_for_fellow(services, council.game, seat, of, "hold", by[seat])


def test_a_chief_whose_report_is_held_sees_nothing_of_the_turn_at_the_desks(office: web_offices.Office) -> None:
    services, geoff = office.services, ensure_player(office.services, "geoff@example.org", "Geoff Gale")
    council = begin(office, *SEATS, options=Options(reports="held", chief=True), umpire=geoff)
    council.ready(*SEATS)
    before = desks_of(council.work, CONDE)
    hold_report(services, council.game, CONDE, "fog", geoff)
    assert publish(services, council.game, run_of(council.work), geoff)
    assert desks_of(council.work, CONDE) == before
    assert [one.state for one in before] == ["not asked"]
    council.send(COLIGNY, "H01 hold")
    assert desks_of(council.work, CONDE) == before
    with pytest.raises(NotChief, match="asked for none now"):
        order_for_fellow(services, council.game, CONDE, COLIGNY, "H01 hold", council.players[CONDE])


def test_without_the_option_no_chief_sees_or_orders(council: Council) -> None:
    with pytest.raises(NotChief):
        desks_of(council.work, CONDE)


def test_a_chiefs_page_submits_for_a_commander(office: web_offices.Office) -> None:
    council = begin(office, CONDE, COLIGNY, options=Options(every=1, delay=0, chief=True))
    path = f"/g/{council.game}/side"
    visitor = office.visitor(council.players[CONDE])
    assert "Coligny (Huguenot)" in visitor.get(path).text
    assert "H06 is commanded by Condé" in visitor.send(path, path, seat="coligny", text="H06 hold").text
    assert visitor.send(path, path, seat="coligny", text="H01 hold").status_code == 303
    assert not_ready(council.work.desk) == (CONDE,)
    assert office.visitor(council.players[COLIGNY]).get(path).status_code == 404
