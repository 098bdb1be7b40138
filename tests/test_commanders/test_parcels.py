"""Units parcelled out: by the scenario, by the host, and what is wrong with a parcelling."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.commanders import Parcel
from pbem.engine.hexes import Hex
from pbem.engine.ids import GroupId, Seat, Side, StandId
from pbem.rulesets.onehour import asks as onehour_asks
from pbem.rulesets.onehour import commands as onehour_sheets
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskOrders, AskReaction, Reaction
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import Go, Sheet
from pbem.scenarios import BadScenario, load_scenario
from tests.snaphance_positions import a_play, facts_of, position, seeded, stand

HARROW = "onehour/harrow-down"
DREUX = "snaphance/dreux"
SECOND = GroupId("red.Second")


def seats(scenario: str, commanders: str) -> dict[str, str]:
    return dict(load_scenario(scenario, {"commanders": commanders}).scenario.seat_titles)


def test_a_battle_has_one_commander_a_side_unless_more_are_wanted() -> None:
    assert load_scenario(DREUX).scenario.seats == ("royal", "huguenot")


def test_a_scenario_parcels_its_groups_out() -> None:
    assert seats(DREUX, "scenario") == {
        "montmorency": "Montmorency (Royal)", "saint-andre": "Saint-André (Royal)", "conde": "Condé (Huguenot)",
        "coligny": "Coligny (Huguenot)",
    }  # fmt: skip


def test_a_host_parcels_one_side_out_otherwise() -> None:
    assert seats(DREUX, "Coligny: huguenot.Van; The rest (chief): huguenot.Main, Foot") == {
        "royal": "Royal", "coligny": "Coligny (Huguenot)", "the-rest": "The rest (Huguenot)",
    }  # fmt: skip
    assert seats(HARROW, "Foot: S01, S02, S03; Horse: S04, S05, S06")["horse"] == "Horse (South)"


@pytest.mark.parametrize(
    ("scenario", "commanders", "told"),
    [
        (DREUX, "Guise: Van; Condé: huguenot.Main", "both sides have Van; write royal.Van or huguenot.Van"),
        (DREUX, "Guise: Reserve; Condé: Reserve", "Reserve is given to Guise already"),
        (DREUX, "Guise: Reserve, royal.Van", "of royal no commander has Main"),
        (DREUX, "Guise: Reserve, Foot", "Guise cannot command for both sides"),
        (DREUX, "Guise: Reserv", "there is no group 'Reserv'"),
        (DREUX, "Guise Reserve", "'Guise Reserve' cannot be read"),
        (DREUX, "Royal: Reserve; B: royal.Van, royal.Main", "'Royal' is no name for a commander here"),
        (HARROW, "A (chief): S01, S02; B (chief): S03, S04, S05, S06", "south has more than one chief"),
        ("snaphance/mill-ford", "scenario", "this battle's file parcels no units out"),
    ],
)
def test_what_is_wrong_with_a_parcelling_is_told(scenario: str, commanders: str, told: str) -> None:
    with pytest.raises(BadScenario, match=told.replace("(", r"\(")):
        load_scenario(scenario, {"commanders": commanders})


# --- on the field -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "seat", "line", "told"),
    [
        (DREUX, "coligny", "H06 hold", "H06 is commanded by Condé, not by you"),
        (DREUX, "coligny", "group Main hold", "Main is commanded by Condé, not by you"),
        (DREUX, "coligny", "standing H06 evade never", "H06 is commanded by Condé, not by you"),
        (DREUX, "coligny", "standing group Main evade never", "Main is commanded by Condé, not by you"),
        (DREUX, "coligny", "general Main go 0808", "Main is commanded by Condé, not by you"),
        (DREUX, "coligny", "the Prince of Condé go 0808", "the Prince of Condé is commanded by Condé, not by you"),
        (DREUX, "coligny", "side bid Main, Van, Foot", "Condé bids for your side, not you"),
        (HARROW, "southern-horse", "S01 hold", "S01 is commanded by Southern foot, not by you"),
        (HARROW, "southern-horse", "standing S01 hold", "S01 is commanded by Southern foot, not by you"),
    ],
)
def test_an_order_for_another_commanders_unit_is_refused_by_name(
    scenario: str, seat: str, line: str, told: str
) -> None:
    loaded = load_scenario(scenario, {"commanders": "scenario"})
    rules, ask = loaded.rules, asked(scenario, Seat(seat))
    problems = rules.language.read(rules.state.view(loaded.scenario.battle, Seat(seat)), ask, line).problems
    assert [one.reason for one in problems] == [told]


def asked(scenario: str, seat: Seat) -> Ask[Any]:
    """A seat's first orders."""
    if scenario == HARROW:
        return onehour_asks.AskOrders(seat=seat, default=onehour_sheets.Sheet(), turn=1, side=Side("south"))
    return AskOrders(seat=seat, round=1, group=None, default=Sheet())


def test_two_commanders_who_charge_one_enemy_do_so_once() -> None:  # SN-6.2c
    battle = two_who_wait()

    def charging(view: Battle, ask: Ask[Any]) -> Given[Any]:
        if not isinstance(ask, AskReaction) or ask.cause != "step":
            return Given(ask.default, "default")
        charges = tuple(one for one in ask.options if one.does == "charge")
        return Given(Reaction(charges[:1]), "player")

    play = a_play(battle, decide=charging)
    play._dice = seeded(1)
    stand_turn(play, StandId("b1"), (Go(how="forward", path=(Hex(0, 2),)),))
    assert [fact.stand for fact in facts_of(play, f.OpportunityCharged)] == ["r2"]
    refused = facts_of(play, f.Refused)
    assert [(fact.subject, fact.rules) for fact in refused] == [("r1", ("SN-6.2c",))]


def two_who_wait() -> Battle:
    """Horse of two commanders on opportunity, either of whom can reach blue."""
    stands = [
        stand("b1", "horse", 0, 3), stand("r1", "horse", 0, 0, 3, opportunity=True),
        stand("r2", "horse", 1, 0, 3, opportunity=True, group=SECOND),
    ]  # fmt: skip
    battle = position(stands)
    parcels = (
        Parcel(seat=Seat("two"), name="Two", holds=(SECOND,)),
        Parcel(seat=Seat("one"), name="One", holds=("red.All",)),
    )
    blue, red = battle.armies
    return replace(battle, armies=(blue, replace(red, seat=Seat("two"), parcels=parcels)))
