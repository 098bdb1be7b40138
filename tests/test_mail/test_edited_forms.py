"""The order form of a report, edited in its place, gives the orders that were edited, and no others."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from sqlmodel import select

from pbem.engine.ids import Seat
from pbem.mail.bodytext import from_html
from pbem.mail.reader import MailReader
from pbem.mail.tokens import TurnRef
from pbem.service.incoming.dryrun import TriedMail, fresh_battle
from pbem.service.play.work import open_game
from pbem.store.tables import OutMail
from tests.test_mail.clients import CLIENTS, Quoted, Written
from tests.test_mail.conftest import Office, letter
from tests.test_mail.test_clients import Battle

US = MailReader("orders@example.test", "mx.example.test")
EDITS = {
    "snaphance/harrow-down": ("turn 2", "turn 10"),
    "onehour/harrow-down": ("forward 6", "forward 3"),
}


class Edited(Quoted):
    """A report whose form its reader has edited.  orders: of the units whose orders they are, by code."""

    def __init__(self, raw: bytes, orders: dict[str, str]) -> None:
        super().__init__(raw, US.orders_address)
        for code, order in orders.items():
            assert self.text.count(f"\n{code}  | hold\n") == 1
            self.text = self.text.replace(f"\n{code}  | hold\n", f"\n{code}  | {order}\n")
            before, cell, after = self.html.partition(f">{code}</td>")
            assert cell
            self.html = before + cell + after.replace("<b>hold</b>", f"<b>{order}</b>", 1)
        assert [line for line in from_html(self.html).split("\n") if line.endswith((*orders.values(),))] == [
            f"{code} | {order}" for code, order in orders.items()
        ]


@pytest.fixture(scope="module", params=EDITS)
def battle(request: pytest.FixtureRequest) -> Iterator[Battle]:
    """A battle just begun, with the report of the side that is asked first: its dice decide."""
    with ExitStack() as stack:
        services, turn = stack.enter_context(fresh_battle(request.param, Seat("south"), US))
        open_batch = open_game(services, turn.game).desk.open
        assert open_batch is not None
        turn = TurnRef(turn.game, open_batch.batch.asks[-1].seat, turn.turn)
        with services.db.reading() as session:
            mine = select(OutMail).where(OutMail.seat == turn.seat, OutMail.kind == "report")
            raw = session.exec(mine).one().raw
        letter = turn.seat[0].upper()
        orders = {f"{letter}02": EDITS[request.param][0], f"{letter}05": EDITS[request.param][1]}
        alone = tuple(f"{code} {order}" for code, order in orders.items())
        battle = Battle(services, turn, Edited(raw, orders), alone)
        typed = battle.answered(Written("\n".join(alone)))
        assert (typed.state, len(typed.lines)) == ("accepted", 2)
        yield battle._replace(read=typed.lines)


def gave(tried: TriedMail) -> tuple[object, ...]:
    return tried.state, tried.problems, tried.lines


@pytest.mark.parametrize("client", CLIENTS)
def test_two_lines_edited_in_the_form_are_two_orders_and_no_more(battle: Battle, client: str) -> None:
    tried = battle.answered(CLIENTS[client](battle.report, []))
    assert gave(tried) == ("accepted", (), battle.read)


@pytest.mark.parametrize("battle", ["snaphance/harrow-down"], indirect=True)  # that of inches has the same form
@pytest.mark.parametrize("client", CLIENTS)
def test_edited_lines_and_one_typed_above_count_together(battle: Battle, client: str) -> None:
    tried = battle.answered(CLIENTS[client](battle.report, ["Dear all,", "", "ready"]))
    assert gave(tried) == ("accepted", (), (*battle.read, "ready"))


def test_a_form_edited_below_a_typed_line_counts_without_any_mark_of_quoting(battle: Battle) -> None:
    text, page = battle.report.text, battle.report.body
    tried = battle.answered(Written(f"Dear all,\n\nready\n\n{text}\n", f"<div>Dear all,</div><div>ready</div>{page}"))
    assert gave(tried) == ("accepted", (), (*battle.read, "ready"))


@pytest.mark.parametrize("client", [name for name in CLIENTS if name.startswith(("Gmail", "Apple", "Outlook, web"))])
def test_the_html_alone_has_them_too(battle: Battle, client: str) -> None:
    tried = battle.answered(Written(page=CLIENTS[client](battle.report, []).page))
    assert gave(tried) == ("accepted", (), battle.read)


def test_a_line_as_it_was_sent_is_nothing_however_it_is_wrapped(office: Office) -> None:
    told = "> S02  | hold\n> S03  |\n> hold\n> S04  | Right troops, horse, 0908, facing\n> 12\n"
    office.receive(letter(f"S01 turn 2\n\n{told}"))
    assert office.orders() == ["S01 turn 2"]


def test_an_edited_line_counts_wherever_its_code_stands(office: Office) -> None:
    """Gmail's text has the cells of a table on lines of their own, and bold words in asterisks."""
    office.receive(letter("> S01\n> | *hold*\n> S02\n> | *turn 2*\n> S03\n> | *hold*\n"))
    assert office.orders() == ["S02 turn 2"]


def test_an_edited_line_that_was_wrapped_is_put_together(office: Office) -> None:
    office.receive(letter("> S01  | hold\n> S02  | forward\n> 0607\n> S03  | hold\n"))
    assert office.orders() == ["S02 forward 0607"]


def test_edited_lines_of_somebody_elses_quotation_are_not_taken(office: Office) -> None:
    """Their writer's own earlier mail, quoted by their program."""
    own = "On Mon, 11 May 2026 at 12:10, Ann Aldous <ann@players.test> wrote:\n> S03  | turn 4\n"
    office.receive(letter(f"S02 turn 2\n\n{own}"))
    assert office.orders() == ["S02 turn 2"]
    office.receive(letter(f"S02 turn 4\n\n> {own.replace('> ', '> > ')}", name="two"))
    assert office.orders() == ["S02 turn 4"]


def test_rows_of_units_that_are_not_the_writers_are_never_orders(office: Office) -> None:
    office.receive(letter("S02 turn 2\n> N01  | hold\n> 08 | x y\n> Nothing | at all\n"))
    assert (office.stored()[0].state, office.orders()) == ("accepted", ["S02 turn 2"])
