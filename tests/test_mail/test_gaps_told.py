"""Mails name the units without orders that the page names, and tell once what could be decided in advance."""

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.engine.reporting import Settled, Told
from pbem.service.play import tellings
from pbem.service.play.gaps import gaps_in
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SOUTH, Office, letter, reply_to, text_of

ADVICE = "WHAT A STANDING ORDER COULD HAVE DECIDED"


def told(office: Office) -> str:
    return " ".join(text_of(office.mails("answer", "unchanged")[-1].raw).split())


def test_units_that_a_standing_order_moves_are_not_missed(office: Office) -> None:
    office.receive(letter("S02 turn 2\nS04 turn 2\nstanding S03 idle hold\nready\n"))
    page = office.page()
    assert page.reading is not None
    assert [one.code for one in page.reading.missing] == ["S01", "S03", "S05", "S06"]
    assert [one.code for one in gaps_in(office.services, HARROW, SOUTH, page.reading)] == ["S01", "S05", "S06"]
    assert "3 units have no order | S01, S05, S06. They will hold." in told(office)


def test_check_names_them_before_anything_is_filed(office: Office) -> None:
    office.receive(letter("S02 turn 2\nS03 turn 2\nS04 turn 2\ncheck\n"))
    assert "3 units have no order | S01, S05, S06. They will hold." in told(office)
    assert office.page().stands is None


def test_ready_said_again_names_them_again(office: Office) -> None:
    for name in ("one", "two"):
        office.receive(letter("S02 turn 2\nS03 turn 2\nS04 turn 2\nready\n", name=name))
        assert "3 units have no order | S01, S05, S06. They will hold." in told(office)


def test_what_could_be_decided_in_advance_is_told_once_in_a_battle(office: Office) -> None:
    for turn in (1, 2, 3):
        for seat, who in ((SOUTH, ANN), (NORTH, BOB)):
            office.receive(letter("ready\n", sender=who, to=reply_to(seat, turn), name=f"{turn}-{seat}"))
        office.later(minutes=1)
    for seat in (SOUTH, NORTH):
        reports = [text_of(one.raw) for one in office.mails("report") if one.seat == seat and one.turn > 1]
        assert len(reports) == 3
        assert [ADVICE in one for one in reports] == [True, False, False]


def test_advice_of_another_kind_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [["bid"], ["bid", "evade"], ["evade", "bid", "rally"]]
    reports = [
        Told(
            turn_name="", in_short=(), chapters=(), carried_out=0, ordered=0, not_done=(), mine=(), seen=(),
            no_longer_seen=(), tallies=(), in_advance=tuple(Settled(one, "by default", one, one) for one in some),
        )
        for some in kinds
    ]  # fmt: skip
    marks = [SimpleNamespace(seat=SOUTH, to_seq=number) for number in range(len(kinds))]
    rules = SimpleNamespace(reporting=SimpleNamespace(advice=None))
    work: Any = SimpleNamespace(marks_of=lambda seat: marks, rules=rules)
    monkeypatch.setattr(tellings, "told_of", lambda work, mark: (reports[mark.to_seq], None))
    shown = []
    for mark, report in zip(marks, reports, strict=True):
        one: Any = mark
        shown.append([advice.kind for advice in tellings.with_new_advice(work, one, report).in_advance])
    assert shown == [["bid"], ["evade"], ["rally"]]
