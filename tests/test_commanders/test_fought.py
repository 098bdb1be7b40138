"""Battles of several commanders to their end: by aides, and with one player by mail and on the page."""

import pytest

from pbem.engine.archive import read_archive, verify
from pbem.mail.tokens import TurnRef
from pbem.rulesets import rule_set
from pbem.service.agreements.seating import give_to_aide
from pbem.service.incoming import mailroom
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.outgoing.wording import tokens_of
from pbem.service.play.running import aide_orders
from pbem.service.replay.downloads import export_game
from pbem.service.replay.replay import eyes_of
from pbem.service.services import Services
from tests import web_offices
from tests.test_commanders.conftest import COLIGNY, DREUX, SEATS, Council, begin


def test_dreux_of_four_is_fought_to_its_end_by_mail_and_on_the_page(office: web_offices.Office) -> None:
    council = begin(office, COLIGNY, options=Options(every=0))
    visitor = office.visitor(council.players[COLIGNY])
    for turn in range(1, 5):
        ask = asked(council.work.desk, COLIGNY)
        assert ask is not None
        text = f"{aide_orders(council.work, ask)[1]}\nstanding all pursue no"
        if turn % 2:
            mail_in(council, turn, f"{text}\nready")
        else:
            assert visitor.order(council.game, text, do="ready", turn=turn).status_code == 303
        assert council.work.desk.turns[COLIGNY] == turn + 1
    give_to_aide(office.services, council.game, COLIGNY, council.players[COLIGNY])
    over = council.work
    assert over.state == "over"
    assert set(over.battle.sheets) == set(SEATS)
    assert audited(office.services, council) == []
    assert {one.seat for one in eyes_of(over, COLIGNY)} >= set(SEATS)


@pytest.mark.parametrize("pace", ["turn", "set-up"])
def test_harrow_down_of_four_aides_is_fought_to_its_end_on_inches(office: web_offices.Office, pace: str) -> None:
    council = begin(office, scenario="onehour/harrow-down", options=Options(every=0, pace=pace))
    assert council.work.state == "over"
    assert audited(office.services, council) == []


def test_dreux_of_four_aides_is_fought_group_by_group(office: web_offices.Office) -> None:
    council = begin(office, scenario=DREUX, options=Options(every=0, pace="activation"))
    assert council.work.state == "over"
    assert audited(office.services, council) == []


def audited(services: Services, council: Council) -> list[str]:
    """The faults of a game's archive."""
    work = council.work
    archive = read_archive("".join(export_game(services, council.game)).splitlines(keepends=True))
    return [str(one) for one in verify(archive, rule_set(work.rules.name), audit=True) if one.fault]


def mail_in(council: Council, turn: int, body: str) -> None:
    """A mail of Coligny's player, answered to a report."""
    services = council.office.services
    token = tokens_of(services.config).reply(TurnRef(council.game, COLIGNY, turn))
    name, domain = services.config.orders_address.split("@")
    address = f"{name}+{token}@{domain}"
    council.office.later(seconds=1)
    head = f"From: coligny@example.org\r\nTo: {address}\r\nSubject: Orders\r\nMessage-ID: <{turn}@players.test>\r\n"
    raw = f"{head}\r\n{body}\r\n".encode()
    mail = store_mail(services, raw, Envelope("coligny@example.org", (address,)), services.clock.now(), "lmtp")
    mailroom.handle(services, mail)
