"""The reports of small and large battles, answered with many real mail programs, give exactly the orders typed."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest
from sqlmodel import select

from pbem.engine.ids import Seat
from pbem.mail.reader import MailReader
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.service.incoming.dryrun import TriedMail, by_mail_room, fresh_battle
from pbem.service.model.desk import asked
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.store.tables import OutMail
from tests.test_mail.clients import CLIENTS, Quoted, Written

US = MailReader("orders@example.test", "mx.example.test")
BATTLES = {"snaphance/dreux": "royal", "snaphance/mill-ford": "south", "snaphance/harrow-down": "south"}
LARGEST = "snaphance/dreux"
"""Its reports are the hardest to tell from orders; the others are for `make soak`."""


class Battle(NamedTuple):
    """A battle just begun: the report its seat has got, the orders its aide would send, and how they are read."""

    services: Services
    turn: TurnRef
    report: Quoted
    orders: tuple[str, ...]
    read: tuple[str, ...] = ()

    def answered(self, written: Written) -> TriedMail:
        local, _, domain = US.orders_address.partition("@")
        to = f"{local}+{tokens_of(self.services.config).reply(self.turn)}@{domain}"
        return by_mail_room(self.services, "x", written.raw(to, f"{self.turn.seat}@players.invalid"))


@pytest.fixture(
    scope="module", params=[pytest.param(one, marks=() if one == LARGEST else pytest.mark.soak) for one in BATTLES]
)
def battle(request: pytest.FixtureRequest) -> Iterator[Battle]:
    with ExitStack() as stack:
        services, turn = stack.enter_context(fresh_battle(request.param, Seat(BATTLES[request.param]), US))
        work = open_game(services, turn.game)
        ask = asked(work.desk, turn.seat)
        assert ask is not None
        aide = work.rules.aide.orders(work.view(turn.seat), ask).split("\n")
        orders = [line.partition("#")[0].strip() for line in aide]
        with services.db.reading() as session:
            mine = select(OutMail).where(OutMail.seat == turn.seat, OutMail.kind == "report")
            report = session.exec(mine).one().raw
        battle = Battle(services, turn, Quoted(report, US.orders_address, work.title), tuple(filter(None, orders)))
        alone = battle.answered(Written("\n".join(orders)))
        assert (alone.state, len(alone.lines)) == ("accepted", len(battle.orders))
        yield battle._replace(read=alone.lines)


@pytest.mark.parametrize("client", CLIENTS)
def test_an_answer_gives_exactly_what_was_typed(battle: Battle, client: str) -> None:
    tried = battle.answered(CLIENTS[client](battle.report, battle.orders))
    assert (tried.state, tried.problems, tried.lines) == ("accepted", (), battle.read)


@pytest.mark.parametrize("client", CLIENTS)
def test_an_answer_without_orders_gives_none(battle: Battle, client: str) -> None:
    tried = battle.answered(CLIENTS[client](battle.report, ["Thank you for the report!"]))
    assert (tried.state, tried.problems, tried.lines) == ("rejected", (), ())


@pytest.mark.parametrize("client", [name for name in CLIENTS if name.startswith(("Gmail", "Apple", "iOS", "Yahoo"))])
def test_the_html_alone_says_the_same(battle: Battle, client: str) -> None:
    written = CLIENTS[client](battle.report, battle.orders)
    tried = battle.answered(Written(page=written.page))
    assert (tried.state, tried.problems, tried.lines) == ("accepted", (), battle.read)
