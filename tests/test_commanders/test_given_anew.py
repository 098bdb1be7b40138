"""A chief parcels units out in a running game, until the side's first orders, unseen by the other side."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from pbem.engine.archive import read_archive, verify
from pbem.engine.commanders import holds
from pbem.engine.ids import Seat
from pbem.mail.tokens import TurnRef
from pbem.rulesets import rule_set
from pbem.service.agreements.parcels import NoParcels, parcel_lines, parcel_units
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import shut
from pbem.service.replay.downloads import export_game
from tests import web_offices
from tests.mail_offices import ANN, mail_office
from tests.test_commanders.conftest import COLIGNY, CONDE, DREUX, MONTMORENCY, SAINT_ANDRE, Council, begin

FOOT = "huguenot.Foot"
HARROW = "onehour/harrow-down"


def leads(council: Council, seat: Seat, thing: str) -> bool:
    return any(holds(army, seat, thing) for army in council.work.battle.armies if thing.startswith(army.id))


def codes(council: Council, seat: Seat) -> set[str]:
    return {row.code for row in game_page(council.office.services, council.game, seat).form}


def test_a_chief_gives_units_away_until_an_order_is_submitted(office: web_offices.Office) -> None:
    council = begin(office, CONDE, COLIGNY, MONTMORENCY, options=Options(every=1, delay=0, sight="hidden"))
    council.send(COLIGNY, "H01 hold\nH02 hold")
    council.send(CONDE, "H06 hold\nH14 hold")
    across = game_page(office.services, council.game, MONTMORENCY)
    chief, mate = (office.visitor(council.players[one]) for one in (CONDE, COLIGNY))
    where, post = f"/g/{council.game}/side", f"/g/{council.game}/side/parcels"
    assert "You are the chief of your side" in chief.get(f"/g/{council.game}").text
    assert mate.get(where).status_code == 404
    assert (
        "Condé would command nothing"
        in chief.send(where, post, **{f"share-{FOOT}": "coligny", "share-huguenot.Main": "coligny"}).text
    )
    assert chief.send(where, post, **{f"share-{FOOT}": "coligny"}).status_code == 303
    assert leads(council, COLIGNY, FOOT)
    foot = {row.code for row in game_page(office.services, council.game, COLIGNY).told.mine if row.group == "Foot"}
    assert foot
    assert foot <= codes(council, COLIGNY)
    assert not foot & codes(council, CONDE)
    assert foot <= {row.code for row in game_page(office.services, council.game, COLIGNY).told.own}
    stands = game_page(office.services, council.game, COLIGNY).stands
    assert stands is not None
    assert (stands.final, "H01" in stands.text) == (False, True)
    assert game_page(office.services, council.game, MONTMORENCY) == across
    had = game_page(office.services, council.game, CONDE).stands
    assert had is not None
    assert ("H06" in had.text, "H14" in had.text) == (True, False), "an order for a unit that is his no longer"
    council.ready(COLIGNY)
    assert "submitted orders" in chief.send("/help", post, **{f"share-{FOOT}": "conde"}).text
    council.ready(CONDE, MONTMORENCY)
    told = {one: repr(game_page(office.services, council.game, one).told.chapters) for one in (COLIGNY, MONTMORENCY)}
    assert ["parcelled" in told[one] for one in told] == [True, False]
    assert chief.get(where).status_code == 404
    with pytest.raises(NoParcels, match="first orders of your side have been played"):
        parcel_units(office.services, council.game, CONDE, council.players[CONDE], {FOOT: CONDE})


def test_orders_of_aides_are_written_anew(office: web_offices.Office) -> None:
    council = begin(office, CONDE)
    before = council.work.desk.open
    assert before is not None
    said = [
        parcel_units(office.services, council.game, CONDE, council.players[CONDE], {FOOT: COLIGNY}) for _again in "12"
    ]
    assert [one.partition(":")[0] for one in said] == ["Your side is parcelled out so", "Nothing changes on your side"]
    assert not any("mail" in one for one in said), "aides get none"
    after = council.work.desk.open
    assert after is not None
    assert {one: after.submissions[one].number - before.submissions[one].number for one in (COLIGNY, SAINT_ANDRE)} == {
        COLIGNY: 1, SAINT_ANDRE: 0,
    }  # fmt: skip
    council.ready(CONDE)
    told = [repr(game_page(office.services, council.game, one).told.chapters) for one in (COLIGNY, MONTMORENCY)]
    assert ["parcelled" in one for one in told] == [True, False]
    archive = read_archive("".join(export_game(office.services, council.game)).splitlines(keepends=True))
    assert [one for one in verify(archive, rule_set("snaphance"), audit=True) if one.fault] == []


def test_in_a_game_of_alternate_turns_the_side_that_waits_can_too(office: web_offices.Office) -> None:
    line = "Foot (chief): S01, S02, S03; Horse: S04, S05, S06; Up (chief): N01, N02, N03; Down: N04, N05, N06"
    players = {seat: ensure_player(office.services, f"{seat}@example.org", seat) for seat in ("foot", "up")}
    seated = {Seat(one): players.get(one) for one in ("foot", "horse", "up", "down")}
    game = new_game(office.services, HARROW, seated, Options(every=1, delay=0, commanders=line), seed=b"anew")
    for seat, unit, to in (("foot", "S02", "horse"), ("up", "N03", "down")):
        said = parcel_units(office.services, game, Seat(seat), players[seat], {unit: Seat(to)})
        assert f"{unit}" in said.partition(";")[2]
    held = {one.seat: one.holds for army in load_game(office.services, game).battle.armies for one in army.parcels}
    assert set(held[Seat("horse")]) == {"S02", "S04", "S05", "S06"}
    assert set(held[Seat("down")]) == {"N03", "N04", "N05", "N06"}


def test_a_chief_parcels_nothing_out_while_orders_are_closed(office: web_offices.Office) -> None:
    council = begin(office, CONDE, COLIGNY)
    work = council.work
    shut(work)
    work.write()
    with pytest.raises(NoParcels, match="Orders are closed"):
        parcel_units(office.services, council.game, CONDE, council.players[CONDE], {FOOT: COLIGNY})


def test_no_line_is_suggested_that_would_leave_a_commander_with_nothing(office: web_offices.Office) -> None:
    line = "Coligny: huguenot.Van; Condé (chief): huguenot.Main; Andelot: huguenot.Foot"
    conde = ensure_player(office.services, "conde@example.org", "Condé")
    seats = {Seat(one): None for one in ("royal", "coligny", "andelot")} | {CONDE: conde}
    game = new_game(office.services, DREUX, seats, Options(every=1, delay=0, commanders=line), seed=b"anew")
    chief = office.visitor(conde)
    assert "You are the chief of your side" in chief.get(f"/g/{game}").text
    page = chief.get(f"/g/{game}/side").text
    assert "Parcel out the units" in page
    assert "By mail, a line" not in page
    with pytest.raises(NoParcels, match=r"does not say to whom\.$"):
        parcel_lines(office.services, game, CONDE, conde, ["Foot"])
    for swapped in (["Foot to Condé"], ["Foot to Condé", "Main to Andelot"]):
        with nullcontext() if len(swapped) == 2 else pytest.raises(NoParcels, match="would command nothing"):
            parcel_lines(office.services, game, CONDE, conde, swapped)


def test_the_line_of_a_mail_parcels_out(tmp_path: Path) -> None:
    with mail_office(tmp_path) as office:
        seats = {CONDE: office.ann, COLIGNY: office.bob, MONTMORENCY: office.olga, SAINT_ANDRE: None}
        game = new_game(office.services, DREUX, seats, Options(every=1, delay=0, commanders="scenario"), seed=b"anew")
        ref = TurnRef(game, CONDE, 1)
        assert game_page(office.services, game, CONDE).parcels == "parcel Main to Coligny"
        for body, why in (
            ("parcel Fot to Coligny", "Did you mean Foot?"),
            ("parcel Foot to Colini", "Did you mean Coligny?"),
            ("parcel Foot", "does not say to whom"),
            ("parcel H09 to Coligny", "goes with its group"),
            ("parcel Foot, Main to Coligny", "would command nothing"),
        ):
            assert office.receive(body, ANN, ref).state == "rejected"
            assert why in " ".join(office.sent("refused", "answer")[-1].raw.decode().replace("=\n", "").split()), body
        done = office.receive("parcel Foot to Coligny\nparcel Van to conde\n", ANN, ref)
        assert done.state == "accepted"
        answer = office.sent("answer")[-1].raw.decode()
        assert "Coligny: Foot" in answer
        assert "get a mail" in answer
        mailed = [one.seat for one in office.sent("seat")]
        assert mailed == [COLIGNY]
        first = next(one for one in office.sent("report") if one.seat == CONDE).raw.decode()
        assert "| parcel " in first
