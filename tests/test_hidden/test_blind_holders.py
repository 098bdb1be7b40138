"""Where the sides field blinds a body of troops may be one: what a side is told of it, and of the ground it takes."""

from dataclasses import dataclass
from typing import Any, cast

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.facts import Fact
from pbem.engine.hexes import Hex, key
from pbem.engine.hiding import without_unit
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.play import Play
from pbem.engine.spec import Faults
from pbem.engine.table.noticed import AreaSeen
from pbem.rulesets.onehour import battle as oh
from pbem.rulesets.onehour.cases.position import read_position as inches
from pbem.rulesets.onehour.noticed import Sighted as SightedOnInches
from pbem.rulesets.onehour.playing.ending import holders
from pbem.rulesets.onehour.reporting.sightings import sighted as inches_sighted
from pbem.rulesets.onehour.seeing.learning import learned as learned_on_inches
from pbem.rulesets.onehour.seeing.noticing import notice as notice_inches
from pbem.rulesets.snaphance.cases.position import read_position as hexes
from pbem.rulesets.snaphance.cases.shapes import CaseAction
from pbem.rulesets.snaphance.playing.turns import face_attacker
from pbem.rulesets.snaphance.reporting.sightings import sighted as hexes_sighted
from pbem.rulesets.snaphance.seeing.learning import learned as learned_on_hexes
from pbem.rulesets.snaphance.seeing.noticing import notice as notice_hexes
from pbem.rulesets.snaphance.state import battle as sn
from pbem.rulesets.snaphance.state.noticed import HexSeen
from pbem.rulesets.snaphance.state.noticed import Sighted as SightedOnHexes
from pbem.rulesets.snaphance.state.view import view

BLUE, RED, R1 = Side("blue"), Side("red"), StandId("r1")
HORSE = {"kind": "CS", "category": "Hs", "class": "B", "mp": [3, 3], "sp": [5], "cb": 2, "fire": {}, "bp": 2}


def on_hexes(far: int, *, blinds: bool) -> sn.Battle:
    """r1 so many hexes off of nine."""
    faults = Faults()
    stands = [
        {"id": "b1", "side": "blue", "type": "horse", "hex": [0, 0]},
        {"id": "r1", "side": "red", "type": "horse", "hex": [0, -far]},
        {"id": "r2", "side": "red", "type": "horse", "hex": [0, 30], "blind": blinds},
    ]
    start = hexes({"horse": HORSE}, {"visibility": 9, "stands": stands}, CaseAction(), faults)
    assert start is not None, faults.found
    return start.battle


def hexes_learned(far: int, *, blinds: bool) -> list[Any]:
    """What blue learns of the ground of r1."""
    here = Hex(0, -far)
    before = replace(on_hexes(far, blinds=blinds), objectives=(sn.HexObjective("Mill", (here,), 1),))
    after = replace(before, holders={key(here): RED})
    return [one for one in notice_hexes(before, after) if isinstance(one, HexSeen) and one.side == BLUE]


@pytest.mark.parametrize(("far", "blinds", "told"), [(9, False, 1), (9, True, 0), (6, True, 1)])
def test_who_holds_a_hex_is_learned_from_more_than_a_body_of_troops(far: int, blinds: bool, told: int) -> None:
    assert len(hexes_learned(far, blinds=blinds)) == told


def on_inches(far: int, *, blinds: bool, mine: bool = False) -> oh.Battle:
    """r1 so many inches from b1 of eighteen, on its ground.  mine: on blue's ground, and b1 too."""
    faults, shape = Faults(), [[0, 5], [12, 5], [12, 30], [0, 30]] if mine else [[0, 12], [12, 12], [12, 30], [0, 30]]
    units = [
        {"id": "b1", "side": "blue", "type": "Infantry", "x": 6, "y": 8, "facing": 0},
        {"id": "r1", "side": "red", "type": "Infantry", "x": 6, "y": 10 + far, "facing": 180, "blind": mine},
        {"id": "r2", "side": "red", "type": "Infantry", "x": 44, "y": 44, "facing": 180, "blind": blinds},
    ]
    mill = {"name": "Mill", "areas": [{"name": "Mill", "shape": shape}], "hold": "last"}
    before = inches({}, {"visibility": 18, "units": units, "objectives": [mill]}, (), faults)
    assert before is not None, faults.found
    return before


def inches_learned(far: int, *, blinds: bool, mine: bool = False) -> list[Any]:
    """What blue learns of the ground of r1."""
    before = on_inches(far, blinds=blinds, mine=mine)
    after = replace(before, holders=holders(before))
    assert after.holders == {"Mill": BLUE if mine else RED}
    return [one for one in notice_inches(before, after) if isinstance(one, AreaSeen) and one.side == BLUE]


@pytest.mark.parametrize(("far", "blinds", "told"), [(16, False, 1), (16, True, 0), (10, True, 1)])
def test_who_holds_an_area_is_learned_from_more_than_a_body_of_troops(far: int, blinds: bool, told: int) -> None:
    assert len(inches_learned(far, blinds=blinds)) == told


def test_that_a_body_of_troops_bars_no_area_is_not_learned() -> None:
    assert inches_learned(16, blinds=True, mine=True) == []


@pytest.mark.parametrize(("blinds", "called"), [(False, "body of troops"), (True, "a body of troops or a blind")])
def test_a_body_of_troops_comes_in_sight_as_what_may_be_a_blind(blinds: bool, called: str) -> None:
    told = [
        *_told(on_hexes(9, blinds=blinds), notice_hexes, learned_on_hexes, hexes_sighted),
        *_told(on_inches(16, blinds=blinds), notice_inches, learned_on_inches, inches_sighted),
    ]
    assert len(told) == 2
    for text in told:
        assert called in text
        assert ("blind" in text) == blinds


def _told(after: Any, notice: Any, learned: Any, sighted: Any) -> list[str]:
    """What blue is told of r1, which was out of sight before."""
    fog = replace(after, sights=replace(after.sights, visibility=1))
    facts = [learned(fact, after, Seat(BLUE)) for fact in notice(fog, without_unit(after, R1))]
    said = [sighted(after, fact) for fact in facts if isinstance(fact, (SightedOnHexes, SightedOnInches))]
    return [one.text for one in said if "body" in one.text]


@dataclass
class DefaultPlay:
    """A play in which every question gets its default."""

    battle: sn.Battle

    def seen(self, seat: Seat) -> sn.Battle:
        return view(self.battle, seat)

    def ask(self, ask: Ask[Any]) -> Any:
        return ask.default

    def record(self, fact: Fact[sn.Battle]) -> None:
        self.battle = fact.apply(self.battle)


def test_a_blind_turns_to_a_body_of_troops_behind_it_that_is_a_blind_too() -> None:
    faults = Faults()
    stands = [
        {"id": "b1", "side": "blue", "type": "horse", "hex": [0, 0], "facing": 0, "blind": True},
        {"id": "b2", "side": "blue", "type": "horse", "hex": [0, 6], "facing": 0},
        {"id": "r1", "side": "red", "type": "horse", "hex": [0, 1], "facing": 0, "blind": True},
    ]
    start = hexes({"horse": HORSE}, {"visibility": 6, "stands": stands}, CaseAction(), faults)
    assert start is not None, faults.found
    play = DefaultPlay(start.battle)
    for fact in notice_hexes(play.battle, play.battle):
        play.record(fact)
    assert [one.id for one in play.seen(Seat("blue")).stands.values() if one.side == RED] == ["?1"]
    face_attacker(cast("Play[sn.Battle]", play), StandId("b1"))
    assert play.battle.stands[StandId("b1")].facing == 2
