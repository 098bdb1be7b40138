"""Dreux with its commanders each at a desk, an umpire above, and units hidden, by mail and web to the end."""

from dataclasses import replace

import pytest

from pbem.engine.ids import UMPIRE, Seat
from pbem.engine.sightings import is_token
from pbem.mail.tokens import TurnRef
from pbem.service.agreements.seating import give_to_aide
from pbem.service.incoming import mailroom
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.outgoing.wording import tokens_of
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.play.running import aide_orders
from pbem.service.umpire.rulings import rule
from pbem.service.umpire.timing import run_now
from tests import web_offices
from tests.test_commanders.conftest import COLIGNY, CONDE, DREUX, MONTMORENCY, SEATS, Council
from tests.test_commanders.test_fought import audited
from tests.test_service.conftest import composed

DESKS = (COLIGNY, CONDE, MONTMORENCY)
"""Who have a player each; Saint-André is an aide's."""


LONGEST, LATER = 40, 2
"""Turns after which something is wrong; those that aides fight after the commanders."""


@pytest.fixture
def council(office: web_offices.Office) -> Council:
    office = office.with_post(replace(office.services, compose=composed))  # no pictures: a hundred mails
    options = Options(every=0, sight="hidden", commanders="scenario")
    players = {seat: ensure_player(office.services, f"{seat}@example.org", seat.title()) for seat in DESKS}
    geoff = ensure_player(office.services, "geoff@example.org", "Geoff")
    seats = {seat: players.get(seat) for seat in SEATS}
    game = new_game(office.services, DREUX, seats, options, seed=b"hidden council", umpire=geoff)
    return Council(office, game, {**players, UMPIRE: geoff})


def order(council: Council, seat: Seat, turn: int) -> None:
    """What an aide would order by what the seat sees: by mail or, every other turn, on the page."""
    ask = asked(council.work.desk, seat)
    assert ask is not None
    text = aide_orders(council.work, ask)[1]
    if (turn + DESKS.index(seat)) % 2:
        mailed(council, seat, turn, f"{text}\nready")
    else:
        visitor = council.office.visitor(council.players[seat])
        assert visitor.order(council.game, text, do="ready", turn=turn).status_code == 303


def mailed(council: Council, seat: Seat, turn: int, body: str) -> None:
    services = council.office.services
    token = tokens_of(services.config).reply(TurnRef(council.game, seat, turn))
    name, domain = services.config.orders_address.split("@")
    address = f"{name}+{token}@{domain}"
    council.office.later(seconds=1)
    head = (
        f"From: {seat}@example.org\r\nTo: {address}\r\nSubject: Orders\r\nMessage-ID: <{turn}.{seat}@players.test>\r\n"
    )
    mail = store_mail(
        services, f"{head}\r\n{body}\r\n".encode(), Envelope(f"{seat}@example.org", (address,)),
        services.clock.now(), "lmtp",
    )  # fmt: skip
    mailroom.handle(services, mail)


@pytest.mark.parametrize("turns", [3, pytest.param(LONGEST, marks=pytest.mark.soak)])
def test_hidden_dreux_of_three_desks_under_an_umpire_is_fought_to_its_end(council: Council, turns: int) -> None:
    services, tokens, turn = council.office.services, set(), 0
    while council.work.state != "over" and turn < turns:
        turn += 1
        true = council.work.battle
        for seat in DESKS:
            view = council.work.view(seat)
            side = council.work.rules.state.side_of(true, seat)
            assert {code for code, one in view.stands.items() if one.side == side} == {
                code for code, one in true.stands.items() if one.side == side
            }, "the side's own are no secret to any of its commanders"
            tokens |= {code for code in view.stands if is_token(code)}
            if turn < 3:
                same_side = [one for one in DESKS if council.work.rules.state.side_of(true, one) == side]
                seen = {one: sorted(council.work.view(one).stands) for one in same_side}
                assert len({tuple(codes) for codes in seen.values()}) == 1
        for seat in DESKS:
            order(council, seat, turn)
    for seat in DESKS if council.work.state != "over" else ():
        give_to_aide(services, council.game, seat, council.players[seat])
    while council.work.state != "over" and (turn := turn + 1) <= turns + LATER:
        assert run_now(services, council.game, "let the aides fight it out", council.players[UMPIRE])
    if council.work.state != "over":
        assert turns < LONGEST, "the battle has no end"
        rule(services, council.game, "rule end: Huguenot wins", "It is dark", council.players[UMPIRE])
    assert council.work.state == "over", (
        "its umpire ends it: it is fought to its end in the soak, and open Dreux always"
    )
    assert tokens
    assert audited(services, council) == []
    assert set(council.work.battle.sheets) == set(SEATS)
