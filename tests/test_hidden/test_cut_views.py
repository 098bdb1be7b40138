"""A view of a hidden battle in which nothing of the enemy is in sight holds no word of the enemy."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.commanders import ParcelledOut
from pbem.engine.hiding import knows_part
from pbem.engine.ids import UMPIRE
from pbem.engine.ruleset import SeatTurn
from pbem.scenarios import load_scenario
from tests.test_hidden.twins import encoded

BATTLES = (
    "snaphance/coutras", "snaphance/dreux", "snaphance/lutzen", "onehour/coutras", "onehour/dreux", "onehour/edgehill",
    "armatys/naseby", "fornovo/pavia",
)  # fmt: skip
EACH = ("snaphance/coutras", "onehour/coutras", "armatys/naseby", "fornovo/pavia")
"""One of each rule set."""
BLINDFOLDED = {"sight": "hidden"}


def begun(name: str, **options: str) -> Any:
    """The battle as it begins, before anything is in sight."""
    loaded = load_scenario(name, {**BLINDFOLDED, **options})
    battle: Any = loaded.scenario.battle
    return loaded.rules, replace(battle, sights=replace(battle.sights, visibility=0, sides={}))


def words_of(battle: Any, side: str) -> set[str]:
    """Codes and names of a side's units, groups and generals, and in Snaphance their rows of the army list."""
    kinds = ("stands", "units", "groups", "commanders", "generals")
    found = [one for kind in kinds for one in getattr(battle, kind, {}).values() if one.side == side]
    rows = {row.title for row in getattr(battle, "types", {}).values()}
    return {str(word) for one in found for word in (one.id, one.name, getattr(one, "type", "")) if len(word) > 2} - {
        "Foot",
        "Horse",
        *rows,
    }


@pytest.mark.parametrize("name", BATTLES)
def test_a_view_with_no_enemy_in_sight_names_none(name: str) -> None:
    rules, battle = begun(name)
    for army in battle.armies:
        view = rules.state.view(battle, army.seat)
        published = {} if name.startswith(("snaphance", "onehour")) else {"special": ()}  # AR-H9, FS-H9
        text = encoded(replace(view, title="", **published)).decode()
        for other in battle.armies:
            if other.id != army.id:
                secret = words_of(battle, other.id) - words_of(battle, army.id)
                assert len(secret) > 4
                assert {word for word in secret if f'"{word}"' in text} == set()


def test_who_commands_what_on_the_other_side_is_not_in_a_view() -> None:
    rules, battle = begun("snaphance/dreux", commanders="scenario")
    assert all(parcel.holds for army in battle.armies for parcel in army.parcels)
    for army in battle.armies:
        view = rules.state.view(battle, army.parcels[0].seat)
        assert {one.id for one in view.armies if any(parcel.holds for parcel in one.parcels)} == {army.id}


@pytest.mark.parametrize("name", EACH)
def test_a_parcelling_out_is_learned_by_its_own_side_alone(name: str) -> None:
    rules, battle = begun(name)
    mine, other = battle.armies
    fact = ParcelledOut(side=mine.id, holds={})
    assert [rules.state.learned(fact, battle, seat) for seat in (mine.seat, other.seat)] == [fact, None]


@pytest.mark.parametrize("name", EACH)
def test_losses_of_the_other_side_are_at_least_but_for_the_umpire(name: str) -> None:
    rules, battle = begun(name)
    for seat in (UMPIRE, *(army.seat for army in battle.armies)):
        view = rules.state.view(battle, seat)
        turn = SeatTurn(seat, 1, view, view, ())
        wanted = [seat not in {UMPIRE, army.seat} for army in battle.armies]
        assert [knows_part(view, seat, army.id) for army in battle.armies] == wanted
        assert [one.at_least for one in rules.reporting.chart(turn).sides] == wanted
        assert sorted(one.at_least for one in rules.reporting.tell(turn).tallies) == sorted(wanted)
