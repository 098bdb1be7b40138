"""What is ordered, drawn: marches as they would be walked now, charges, shots, ways; nothing that cannot be known."""

import pytest

from pbem.engine.hexchart import Arrow
from pbem.engine.hexes import Hex, label
from pbem.engine.ids import CommanderId, StandId
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.state.asks import (
    AskOrders,
    AskReaction,
    AskStand,
    AskWay,
    AskYesNo,
    Reaction,
    Response,
    StandChoice,
    Way,
    YesNo,
)
from pbem.rulesets.snaphance.state.battle import Battle, army
from pbem.rulesets.snaphance.state.commands import CommanderOrders, Sheet
from tests.snaphance_positions import BLUE, position, stand

B1, R1 = StandId("b1"), StandId("r1")
STANDS = [stand("b1", "horse", 3, 7), stand("b2", "shot", 2, 6), stand("b3", "horse", 6, 8), stand("b4", "horse", 7, 8),
          stand("r1", "ps", 3, 3, 3)]  # fmt: skip


def field() -> Battle:
    """Five stands on a board of 14 by 14."""
    return position(STANDS, columns=14, rows=14)


def told(text: str, battle: Battle | None = None) -> list[tuple[str, str, str]]:
    """Orders drawn: kind, code, hexes."""
    battle = battle or field()
    ask = AskOrders(seat=army(battle, BLUE).seat, default=Sheet(), round=1)
    reading = RULES.language.read(battle, ask, text)
    assert reading.problems == ()
    return shown(RULES.reporting.drawn(battle, ask, reading.answer))


def shown(arrows: tuple[Arrow, ...]) -> list[tuple[str, str, str]]:
    assert all(one.look == 1 for one in arrows)
    return [(one.kind, one.code, " ".join(label(here) for here in one.path)) for one in arrows]


@pytest.mark.parametrize(
    ("text", "arrows"),
    [
        ("b1 forward 0707 0706", [("moved", "b1", "0708 0707 0706")]),
        ("b1 forward 0706", [("moved", "b1", "0708 0707 0706")]),
        ("b1 hold", []),
        ("b1 turn 2", [("moved", "b1", "0708")]),  # how it will stand
        ("b1 forward 0707, charge r1", [("charged", "b1", "0708 0707 0606 0605 0504")]),
        ("b1 forward 0707, again turn 2, forward 0807", [("moved", "b1", "0708 0707 0807")]),
        ("b2 fire r1", [("shot", "b2", "0607 0504")]),
        ("b2 forward 0506, fire nearest", [("shot", "b2", "0506 0504"), ("moved", "b2", "0607 0506")]),
        ("b2 if enemy within 3 then fire nearest else forward 0506", [("shot", "b2", "0607 0504")]),
        ("b2 if enemy within 2 then fire nearest else forward 0506", [("moved", "b2", "0607 0506")]),
        ("b3 b4 together forward 1 11", [("moved", "b3", "1109 1108 1107"), ("moved", "b4", "1209 1208 1207")]),
        ("b3 b4 together forward 1\nb3 fire r1", [("moved", "b3", "1109 1108"), ("moved", "b4", "1209 1208")]),
        ("b1 b2 hold\nstanding all pursue no", []),
    ],
)
def test_orders_are_drawn_as_they_would_be_carried_out(text: str, arrows: list[tuple[str, str, str]]) -> None:
    assert told(text) == arrows


def test_a_march_that_is_barred_now_is_drawn_as_far_as_it_goes() -> None:
    friend = position([stand("b1", "horse", 3, 7), stand("b2", "swiss", 4, 5), stand("r1", "ps", 9, 0, 3)], columns=14,
                      rows=14)  # fmt: skip
    assert told("b1 forward 0707 0706", friend) == [("moved", "b1", "0708 0707")]


def test_a_general_is_drawn_riding() -> None:
    battle = position(STANDS, columns=14, rows=14, generals={"bg": (1, 9, None), "rg": (9, 0, None)})
    ask = AskOrders(seat=army(battle, BLUE).seat, default=Sheet(), round=1)
    orders = (CommanderOrders(CommanderId("bg"), join=B1), CommanderOrders(CommanderId("gone"), to=Hex(1, 1)))
    arrows = RULES.reporting.drawn(battle, ask, Sheet(orders=orders))
    assert shown(arrows) == [("moved", "bg", "0610 0708")]


def test_answers_are_drawn_too() -> None:
    battle, seat = field(), army(field(), BLUE).seat
    back = AskWay(seat=seat, default=Way(()), matter="retreat", stand=B1, other=R1, options=())
    assert shown(RULES.reporting.drawn(battle, back, Way((Hex(3, 8), Hex(3, 9))))) == [
        ("fell-back", "b1", "0708 0809 0810")
    ]
    assert RULES.reporting.drawn(battle, back, Way(())) == ()
    aim = AskStand(seat=seat, default=StandChoice(R1), matter="target", stand=B1, options=(R1,))
    assert shown(RULES.reporting.drawn(battle, aim, StandChoice(R1))) == [("shot", "b1", "0708 0504")]
    cause = AskReaction(seat=seat, default=Reaction(), cause="step", stands=(R1,), options=(), dice=())
    both = Reaction((Response(B1, "charge", R1), Response(StandId("b2"), "fire", R1)))
    assert [one[0] for one in shown(RULES.reporting.drawn(battle, cause, both))] == ["charged", "shot"]
    plain = AskYesNo(seat=seat, default=YesNo(True), matter="evade", stand=B1, other=R1)
    assert RULES.reporting.drawn(battle, plain, YesNo(True)) == RULES.reporting.drawn(battle, plain, None) == ()
