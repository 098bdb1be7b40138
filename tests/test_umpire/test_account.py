"""What the umpires did, laid open when the battle is over."""

import pytest

from pbem.service.agreements.pacts import concede
from pbem.service.play.games import load_game
from pbem.service.umpire.account import NotOver, account_of
from pbem.service.umpire.behalf import order_for
from pbem.service.umpire.looking import note_look
from pbem.service.umpire.seats import dismiss_co_umpire, name_co_umpire
from pbem.service.umpire.timing import extend_by_days, go_on, nudge, pause, run_now
from tests.test_umpire.conftest import Umpired
from tests.toyrules import BLUE, RED


def test_every_act_is_told_with_its_reason_and_counted_at_the_end(umpired: Umpired) -> None:
    services, game, geoff = umpired.office.services, umpired.game, umpired.umpire
    helen = name_co_umpire(services, game, "helen@example.org", ["clock"], geoff)
    note_look(services, load_game(services, game), RED, geoff)
    nudge(services, game, BLUE, helen)
    extend_by_days(services, game, 1, "Ben is ill", helen)
    pause(services, game, "2026-06-01", "Holidays", geoff)
    go_on(services, game, "All are back", geoff)
    order_for(services, game, RED, "bid 2", "Rosa rang", geoff, ready=True)
    run_now(services, game, "Ben agreed", geoff)
    dismiss_co_umpire(services, game, helen, geoff)
    with pytest.raises(NotOver):
        account_of(load_game(services, game), "UTC")
    concede(services, game, RED, umpired.office.players[RED])
    account = account_of(load_game(services, game), "UTC")
    assert [(one.what, one.by, one.said, one.reason) for one in account.acts] == [
        ("seat", "", "Geoff Gale became the umpire.", ""),
        ("seat", "", "helen became a co-umpire, or got other rights.", ""),
        ("look", "Geoff Gale", "The pages of Red were seen.", ""),
        ("time", "helen", "Blue was reminded.", ""),
        ("time", "helen", "The deadline was set to Fri 15 May, 20:00 UTC.", "Ben is ill"),
        ("time", "", "The game was paused until Mon 1 Jun 2026.", "Holidays"),
        ("time", "", "The pause was ended.", "All are back"),
        ("orders", "Geoff Gale", "Version 1 for Red.", "Rosa rang"),
        ("time", "Geoff Gale", "The turn was played with what stood.", "Ben agreed"),
        ("seat", "", "helen was a co-umpire no longer.", ""),
    ]
    assert account.counts == {"seat": 3, "look": 1, "time": 5, "orders": 1}
