"""A one-hour battle by mail with few mails: turns that pass unasked, and no receipt where nothing needs saying."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import TurnRef
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.battle import enemies_of, on_table
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.play.games import load_game, new_game
from tests.mail_offices import ANN, BOB, NORTH, SOUTH, MailOffice, mail_office
from tests.test_proofs.field import SEED

MOST = 23
"""Mails a player gets and writes in a whole battle."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as one:
        yield one


def fought(desk: MailOffice, receipts: str, passing: str) -> tuple[int, dict[Seat, int]]:
    """A battle whose players send what their aides would write; its turns, and the mails that each player had.

    passing: the line they add while the enemy is far off.
    """
    options = Options(pace="turn", every=0, receipts=receipts)  # type: ignore[arg-type]  # a word of the options
    game = new_game(desk.services, "onehour/harrow-down", {SOUTH: desk.ann, NORTH: desk.bob}, options, seed=SEED)
    wrote = {SOUTH: 0, NORTH: 0}
    while (work := load_game(desk.services, game)).state == "running":
        seat = next(one for one in wrote if asked(work.desk, one) is not None)
        ask, view = asked(work.desk, seat), work.view(seat)
        lines = [RULES.aide.orders(view, ask), "ready"]
        if passing and far(work.view(seat), seat):
            lines.insert(1, passing)
        wrote[seat] += 1
        address = {SOUTH: ANN, NORTH: BOB}[seat]
        desk.receive("\n".join(lines), address, TurnRef(game, seat, work.desk.turns[seat]))
    return work.battle.turn, {seat: wrote[seat] + sent(desk, game, seat) for seat in wrote}


def far(view: object, seat: Seat) -> bool:
    """Whether no enemy is within 15 inches of a seat's units."""
    side = RULES.state.side_of(view, seat)  # type: ignore[arg-type]  # a one-hour view
    own = [one for one in on_table(view) if one.side == side]  # type: ignore[arg-type]  # a one-hour view
    foes = enemies_of(view, side)  # type: ignore[arg-type]  # a one-hour view
    return all(
        abs(one.pose.at.x - foe.pose.at.x) > 1500 or abs(one.pose.at.y - foe.pose.at.y) > 1500
        for one in own for foe in foes
    )  # fmt: skip


def sent(desk: MailOffice, game: GameId, seat: Seat) -> int:
    """How many mails of a game a seat's player got."""
    address = {SOUTH: ANN, NORTH: BOB}[seat]
    return sum(1 for one in desk.sent() if one.recipient == address and one.game == game)


def test_a_battle_by_mail_takes_half_the_mails(desk: MailOffice) -> None:
    _, mails = fought(desk, "problems", "next 4 turns until an enemy is within 12")
    assert max(mails.values()) <= MOST


def test_without_that_it_takes_three_mails_a_turn(desk: MailOffice) -> None:
    turns, mails = fought(desk, "all", "")
    assert max(mails.values()) > 2 * turns
