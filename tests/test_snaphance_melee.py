"""Snaphance attack, melee, retreat and pursuit: 3.10 to 3.14 of the catalogue, with W-10 to W-12 and W-16, W-17."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Facing, Hex, depth, distance, neighbours
from pbem.engine.ids import MeleeId, StandId
from pbem.engine.journal import Line
from pbem.engine.play import Play
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.fighting.attack import after_victory, attack, fight, fight_ongoing
from pbem.rulesets.snaphance.fighting.contact import HorseDoing, contact_shots, horse_pistols
from pbem.rulesets.snaphance.fighting.firing import fire
from pbem.rulesets.snaphance.fighting.melee import judge
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, helpers, strike_sum, support
from pbem.rulesets.snaphance.fighting.morale import Tested as MoraleResult
from pbem.rulesets.snaphance.fighting.odds import odds
from pbem.rulesets.snaphance.fighting.opponents import may_attack
from pbem.rulesets.snaphance.fighting.pursuit import hexes_of, may_pursue, straight_lines
from pbem.rulesets.snaphance.fighting.retreat import directions, retreat, ways
from pbem.rulesets.snaphance.fighting.shooting import targets
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, begin, step
from pbem.rulesets.snaphance.moving.zones import enemy_zocs
from pbem.rulesets.snaphance.state.asks import (
    AskMelee,
    AskStand,
    AskWay,
    AskYesNo,
    MeleeChoice,
    StandChoice,
    Way,
    YesNo,
)
from pbem.rulesets.snaphance.state.battle import Battle, Defence, Doing, Melee, Stand, with_stand
from pbem.rulesets.snaphance.state.facts import (
    CommanderKilled,
    Contact,
    Destroyed,
    Disordered,
    Halted,
    LeftBoard,
    MeleeDecided,
    MeleeEnded,
    MeleeStands,
    MoveBegan,
    NoEvasion,
    NoPursuit,
    PursuitRolled,
    Refused,
    Retreated,
    Shot,
    StandBegan,
    Struck,
)
from tests import snaphance_positions
from tests.snaphance_positions import BLUE, RED, TYPES, a_play, facts_of, position, seeded

B1, B2, R1, R2, R3 = (StandId(code) for code in ("b1", "b2", "r1", "r2", "r3"))
M1 = MeleeId("m1")
ROWS = {name: replace(row, cb_after_loss=row.cb_after_loss or min(1, row.cb)) for name, row in TYPES.items()}
ROWS["tercio"] = replace(ROWS["ps"], name="tercio", subtype="tercio", sp=(6, 6))
ROWS["gallopers"] = replace(ROWS["horse"], name="gallopers", category="FH", cb=3)
ROWS["slow"] = replace(ROWS["horse"], name="slow", subtype="slow", cb=1)
ROWS["light"] = replace(ROWS["croats"], name="light", cb=0)
Roll = tuple[str, tuple[int, ...]]


def stand(code: str, row: str, q: int, r: int, facing: int = 0, **more: Any) -> Stand:
    """A stand of one of these rows."""
    sp = more.pop("sp", ROWS[row].sp)
    return replace(snaphance_positions.stand(code, "ps", q, r, facing, sp=sp, **more), type=row)


def field(*stands: Stand, **more: Any) -> Battle:
    return position(stands, types=ROWS, **more)


def begun(battle: Battle, code: StandId, start: tuple[int, int], *trail: tuple[int, int]) -> Battle:
    """A stand that has come from somewhere in this turn."""
    done = Doing(
        began=True, moves=1, hexes=len(trail), started_hex=Hex(*start), trail=tuple(Hex(*here) for here in trail),
    )  # fmt: skip
    return with_stand(battle, replace(battle.stands[code], doing=done))


def deciding(path: tuple[tuple[int, int], ...] | None = None, matter: str = "", pick: str = "", **yes: bool) -> Any:
    """Answers: a yes or no for each matter; a way for one matter; else the default."""

    def decide(_view: Battle, ask: Ask[Any]) -> Given[Any]:
        if isinstance(ask, AskYesNo) and ask.matter in yes:
            return Given(YesNo(yes[ask.matter]), "player")
        if isinstance(ask, AskWay) and path is not None and ask.matter == matter:
            way = Way(tuple(Hex(*h) for h in path))
            assert not ask.refusal(way), ask.options
            return Given(way, "player")
        if isinstance(ask, AskStand) and pick:
            return Given(StandChoice(StandId(pick)), "player")
        if isinstance(ask, AskMelee) and pick:
            return Given(MeleeChoice(MeleeId(pick)), "player")
        return Given(ask.default, "default")

    return decide


def charge(
    battle: Battle, path: tuple[tuple[int, int], ...], *rolls: Roll, who: StandId = B1, target: StandId = R1,
    follow: Any = None, **more: Any,
) -> Play[Battle]:  # fmt: skip
    """A stand marches a path in one move and attacks at its end; every die asked for must be on the tape, and used."""
    play = a_play(battle, *rolls, **more)
    play.record(StandBegan(stand=who))
    play.record(MoveBegan(stand=who))
    walk = begin(play.battle, who)
    for here in path:
        went = step(play, who, walk, Hex(*here))
        assert isinstance(went, Walk), went
        walk = went
    attack(play, who, target, walk, "charge" if path else "attack", follow)
    assert not play._dice.rolls, play._dice.rolls  # type: ignore[attr-defined]  # the tape of a_play
    return play


def counts(play: Play[Battle]) -> dict[str, int]:
    found = {f"{shot.purpose}:{shot.shooter}": len(shot.dice) for shot in facts_of(play, Shot)}
    return found | {f"melee:{struck.stand}": len(struck.dice) for struck in facts_of(play, Struck)}


def terms(battle: Battle, clash: Clash, code: StandId) -> dict[str, int]:
    counted = strike_sum(battle, clash, code)
    assert counted.dice == sum(term.value for term in counted.terms) >= 1
    return {term.name: term.value for term in counted.terms}


def clash_of(battle: Battle, how: Any = "charge", one: StandId = B1, two: StandId = R1, **more: Any) -> Clash:
    return Clash(
        attacker=one, defender=two, how=how, attackers_helpers=helpers(battle, one, two),
        defenders_helpers=helpers(battle, two, one), **more,
    )  # fmt: skip


# --- who may attack -----------------------------------------------------------------------------------------------


def test_refused_attacks_name_their_rule() -> None:
    def rule(one: Stand, two: Stand, **more: Any) -> tuple[str, ...]:
        got = may_attack(field(one, two, **more), B1, R1)
        assert isinstance(got, No), got
        return got.rules

    assert "SN-10.0a" in rule(stand("b1", "shot", 0, 1), stand("r1", "ps", 0, 0, 3))
    assert "SN-10.0a" in rule(stand("b1", "light", 0, 1), stand("r1", "ps", 0, 0, 3))
    assert "SN-10.0a" in rule(stand("b1", "light", 0, 1), stand("r1", "shot", 0, 0, 3))
    assert "SN-10.0b" in rule(stand("b1", "ps", 0, 1), stand("r1", "horse", 0, 0, 3))
    melee = {M1: Melee(id=M1, stands={BLUE: B1, RED: R2})}
    assert "SN-4.6e" in rule(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), melees=melee)


@pytest.mark.parametrize(
    ("attacker", "facing", "target", "ground"),
    [
        ("light", 3, "skirm", ""),
        ("light", 0, "shot", ""),  # from behind its front face line
        ("ps", 3, "croats", ""),
        ("ps", 3, "horse", "woods"),
        ("shot", 3, "horse", "woods"),
        ("dragoons", 3, "horse", "woods"),
        ("ps", 3, "horse", "town"),
        ("ps", 3, "ps", ""),
    ],
)
def test_exceptions_that_let_a_stand_attack(attacker: str, facing: int, target: str, ground: str) -> None:
    woods_or_town = {"0,0": ground} if ground else {}
    battle = field(stand("b1", attacker, 0, 1), stand("r1", target, 0, 0, facing), ground=woods_or_town)
    assert isinstance(may_attack(battle, B1, R1), Yes)


def test_foot_in_a_town_may_turn_on_cavalry_outside() -> None:
    battle = field(stand("b1", "skirm", 0, 1), stand("r1", "horse", 0, 0, 3), ground={"0,1": "town"})
    assert isinstance(may_attack(battle, B1, R1), Yes)


def test_an_attack_that_is_not_allowed_is_refused_and_nothing_rolled() -> None:
    play = charge(field(stand("b1", "ps", 0, 2), stand("r1", "horse", 0, 0, 3)), ((0, 1),))
    assert [fact.rules for fact in facts_of(play, Refused)] == [("SN-10.0b", "SNS-M6")]
    assert not facts_of(play, Contact)


# --- dice -------------------------------------------------------------------------------------------------------------


def test_charge_bonus_of_foot_against_foot_only() -> None:
    assert terms(b := field(stand("b1", "ps", 0, 1), stand("r1", "shot", 0, 0, 3)), clash_of(b), B1)["charge"] == 1
    b = field(stand("b1", "ps", 0, 1), stand("r1", "croats", 0, 0, 3))
    assert "charge" not in terms(b, clash_of(b), B1)


def test_cavalry_has_no_charge_bonus_on_pikes_in_front_but_on_their_flank() -> None:
    for target in ("ps", "swiss"):
        front = field(stand("b1", "gendarmes", 0, 1), stand("r1", target, 0, 0, 3))
        rear = field(stand("b1", "gendarmes", 0, 1), stand("r1", target, 0, 0, 0))
        assert "charge" not in terms(front, clash_of(front), B1)
        assert terms(rear, clash_of(rear), B1)["charge"] == 4


def test_a_pike_block_beside_takes_the_charge_bonus_of_cavalry_in_its_front() -> None:
    near = field(stand("b1", "horse", 0, 1), stand("r1", "shot", 0, 0, 3), stand("r2", "swiss", 1, 0, 3))
    away = field(stand("b1", "horse", 0, 1), stand("r1", "shot", 0, 0, 3), stand("r2", "swiss", 1, 0, 0))
    assert "charge" not in terms(near, clash_of(near), B1)
    assert terms(away, clash_of(away), B1)["charge"] == 2


def test_the_charge_bonus_falls_with_the_first_loss_of_the_front_rank() -> None:
    hurt = field(stand("b1", "gendarmes", 0, 1, sp=(5,)), stand("r1", "shot", 0, 0, 3))
    assert terms(hurt, clash_of(hurt), B1)["charge"] == 3
    deep = field(stand("b1", "swiss", 0, 1, sp=(5, 5, 2)), stand("r1", "shot", 0, 0, 3))
    assert terms(deep, clash_of(deep), B1)["charge"] == 3
    assert "charge" not in terms(deep, clash_of(deep, how="again"), B1)
    assert "charge" not in terms(deep, clash_of(deep, how="attack"), B1)
    assert "charge" not in terms(hurt, clash_of(hurt, cb_lost=True), B1)


@pytest.mark.parametrize(
    ("row", "sp", "target", "expected"),
    [
        ("swiss", (5, 5, 5), "ps", 2), ("swiss", (5, 5), "ps", 1), ("swiss", (5,), "ps", 0),
        ("swiss", (5, 5, 5), "horse", 4),
        ("tercio", (6, 6), "ps", 1), ("tercio", (6,), "ps", 0), ("reiters", (5, 4), "ps", 0),
    ],
)  # fmt: skip
def test_depth_counts_frontally(row: str, sp: tuple[int, ...], target: str, expected: int) -> None:
    battle = field(stand("b1", row, 0, 1, sp=sp), stand("r1", target, 0, 0, 3))
    assert terms(battle, clash_of(battle), B1).get("depth", 0) == expected
    hit = field(stand("r1", row, 0, 0, 0, sp=sp), stand("b1", target, 0, 1))
    assert "depth" not in terms(hit, clash_of(hit), R1)


def test_pikes_of_pike_and_shot_count_against_mounted_in_front() -> None:
    for attacker, facing, expected in (("horse", 3, 1), ("croats", 3, 1), ("ps", 3, 0), ("horse", 0, 0)):
        battle = field(stand("b1", attacker, 0, 1), stand("r1", "ps", 0, 0, facing))
        assert terms(battle, clash_of(battle), R1).get("pikes", 0) == expected


def test_flank_is_worth_one_and_two_for_heavy_cavalry_that_came_from_behind() -> None:
    battle = begun(field(stand("b1", "horse", 0, 1), stand("r1", "shot", 0, 0, 0)), B1, (0, 3), (0, 2), (0, 1))
    assert terms(battle, clash_of(battle, surprise=True), B1)["rear"] == 2
    assert terms(battle, clash_of(battle, how="again"), B1)["rear"] == 1
    light = field(stand("b1", "croats", 0, 1), stand("r1", "shot", 0, 0, 0))
    assert terms(light, clash_of(light, surprise=True), B1)["rear"] == 1
    town = field(stand("b1", "horse", 0, 1), stand("r1", "shot", 0, 0, 0), ground={"0,0": "town"})
    assert "rear" not in terms(town, clash_of(town), B1)


def test_the_higher_and_the_one_on_the_bank_have_a_die_more() -> None:
    one, two = stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3)
    hill = field(one, two, ground={"0,0": "hill-slope"})
    assert (terms(hill, clash_of(hill), R1).get("uphill"), terms(hill, clash_of(hill), B1).get("uphill")) == (1, None)
    top = field(one, two, ground={"0,0": "hill-slope", "0,1": "hill-top"})
    assert terms(top, clash_of(top), B1)["uphill"] == 1
    stream = field(one, two, ground={"0,0": "stream"})
    assert terms(stream, clash_of(stream), B1)["bank"] == 1
    assert terms(stream, clash_of(stream), B1)["charge"] == 1  # SNT-stream-d
    both = field(one, two, ground={"0,0": "stream", "0,1": "stream"})
    assert "bank" not in terms(both, clash_of(both), B1)
    wet = field(one, two, ground={"0,1": "stream"})
    assert "charge" not in terms(wet, clash_of(wet), B1)


@pytest.mark.parametrize(
    ("attacker", "friend", "ground", "expected"),
    [
        ("horse", "", "", -3), ("horse", "ps", "", -1), ("croats", "", "", -1), ("croats", "ps", "", 0),
        ("ps", "", "", -1), ("ps", "ps", "", -1), ("horse", "", "woods", 0),
    ],
)  # fmt: skip
def test_shot_fight_badly(attacker: str, friend: str, ground: str, expected: int) -> None:
    more = [stand("r2", friend, 0, -1, 3)] if friend else []
    battle = field(
        stand("b1", attacker, 0, 1), stand("r1", "shot", 0, 0, 3), *more, ground={"0,0": ground} if ground else {}
    )
    found = terms(battle, clash_of(battle), R1)
    assert sum(value for name, value in found.items() if "shot" in name) == expected


@pytest.mark.parametrize(
    ("attacker", "target", "where", "name", "expected"),
    [
        ("gendarmes", "shot", "0,0", "woods", -2), ("ps", "shot", "0,0", "woods", -1),
        ("horse", "shot", "0,0", "woods", 0),
        ("gendarmes", "ps", "0,1", "woods", -2), ("shot", "ps", "0,1", "woods", 0),
    ],
)  # fmt: skip
def test_woods_take_dice(attacker: str, target: str, where: str, name: str, expected: int) -> None:
    battle = field(stand("b1", attacker, 0, 1), stand("r1", target, 0, 0, 3), ground={where: "woods"})
    found = terms(battle, clash_of(battle), B1)
    assert found.get(name, 0) == expected
    if attacker != "shot":
        assert "charge" not in found


@pytest.mark.parametrize(
    ("attacker", "target", "mine", "theirs"),
    [
        ("horse", "ps", {"against a town": -2}, {"in a town": -1}),
        ("ps", "tercio", {"against a town": -1}, {"in a town": -2}),
        ("swiss", "swiss", {"against a town": -1}, {"in a town": -2}),
        ("ps", "horse", {"against a town": -1}, {"in a town": -3}),
        ("ps", "shot", {"against a town": -1}, {}),
    ],
)
def test_towns_take_dice_from_both(attacker: str, target: str, mine: dict[str, int], theirs: dict[str, int]) -> None:
    battle = field(stand("b1", attacker, 0, 1), stand("r1", target, 0, 0, 3), ground={"0,0": "town"})
    names = {"against a town", "in a town", "charge", "depth", "pikes"}
    for code, expected in ((B1, mine), (R1, theirs)):
        assert {k: v for k, v in terms(battle, clash_of(battle), code).items() if k in names} == expected


def test_a_tercio_attacking_a_town_keeps_its_depth() -> None:
    battle = field(stand("b1", "tercio", 0, 1), stand("r1", "shot", 0, 0, 3), ground={"0,0": "town"})
    assert terms(battle, clash_of(battle), B1)["depth"] == 1


def test_defences_take_dice_from_who_attacks_over_them() -> None:
    defences = (Defence(Hex(0, 0), (2,)),)
    foot = field(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), defences=defences)
    assert terms(foot, clash_of(foot), B1) == {"strength": 6, "defences": -1}
    assert terms(foot, clash_of(foot), R1) == {"strength": 6}
    horse = field(stand("b1", "horse", 0, 1), stand("r1", "shot", 0, 0, 3), defences=defences)
    assert terms(horse, clash_of(horse), B1) == {"strength": 5, "defences": -2}
    outward = field(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), defences=(Defence(Hex(0, 1), (5,)),))
    assert terms(outward, clash_of(outward), B1) == {"strength": 6, "charge": 1}


def test_fields_and_swamps_take_the_charge_bonus() -> None:
    horse = stand("b1", "horse", 0, 1)
    for target, ground, expected in (
        ("shot", {"0,0": "field"}, 0), ("shot", {"0,1": "field"}, 0), ("shot", {"0,1": "swamp"}, 0),
        ("shot", {"0,0": "swamp"}, 2), ("skirm", {"0,0": "swamp"}, 0),
    ):  # fmt: skip
        battle = field(horse, stand("r1", target, 0, 0, 3), ground=ground)
        assert terms(battle, clash_of(battle), B1).get("charge", 0) == expected


def test_a_battle_stand_has_at_least_one_die_before_its_supports() -> None:
    battle = field(
        stand("b1", "horse", 0, 1), stand("r1", "shot", 0, 0, 3, sp=(1,), disordered=True), stand("r2", "shot", 1, 0, 3)
    )
    assert terms(battle, clash_of(battle), R1) == {
        "strength": 1, "disordered": -1, "unsupported shot": -2, "shot against a combat stand": -1,
        "at least one die": 4, "support of r2": 3,
    }  # fmt: skip


@given(st.integers(1, 6), st.booleans())
def test_a_support_adds_half_rounded_up(sp: int, disordered: bool) -> None:
    battle = field(stand("b1", "ps", 0, 0, sp=(sp,), disordered=disordered), stand("r1", "ps", 0, 1, 3))
    core = max(1, sp - disordered)
    assert support(battle, B1, clash_of(battle)) * 2 in (core, core + 1)


# --- contact fire -------------------------------------------------------------------------------------------------


HORSE_CASES: list[tuple[str, HorseDoing, bool, int, bool, int]] = [
    ("horse", "charging", True, 5, False, 2), ("horse", "charged", True, 5, True, 1),
    ("horse", "charged", True, 1, False, 1),
    ("horse", "charged", False, 5, False, 0), ("horse", "pursuing", True, 5, False, 0),
    ("gallopers", "charging", True, 5, False, 0), ("gallopers", "charged stationary", True, 5, False, 2),
    ("slow", "charged stationary", True, 5, False, 3), ("slow", "charging", True, 5, False, 1),
    ("slow", "charged stationary", True, 2, False, 2), ("slow", "charged stationary", True, 1, False, 1),
    ("horse", "supporting an attack", True, 5, False, 1), ("gallopers", "supporting an attack", True, 5, False, 0),
    ("gallopers", "supporting a defence", True, 5, False, 1), ("slow", "supporting a defence", True, 5, False, 1),
    ("slow", "charging", True, 5, True, 0), ("gendarmes", "charging", True, 6, False, 0),
]  # fmt: skip


@pytest.mark.parametrize(("row", "doing", "front", "sp", "disordered", "expected"), HORSE_CASES)
def test_horse_pistols(row: str, doing: HorseDoing, front: bool, sp: int, disordered: bool, expected: int) -> None:
    assert sum(term.value for term in horse_pistols(ROWS[row], sp, disordered, doing, front)) == expected


def shots(battle: Battle, how: Any = "charge", **more: Any) -> dict[str, int]:
    return {f"{s.purpose}:{s.shooter}": s.dice for s in contact_shots(battle, clash_of(battle, how, **more))}


@pytest.mark.parametrize(
    ("target", "attacker", "expected"),
    [
        ("ps", "horse", {"defensive:r1": 4, "horse:b1": 2}),
        ("shot", "horse", {"horse:b1": 2}),  # SN-7.4h
        ("shot", "ps", {"defensive:r1": 5}),
        ("dragoons", "gendarmes", {}),
        ("croats", "gendarmes", {"defensive:r1": 3}),
        ("guns", "gendarmes", {"defensive:r1": 3}),
        ("reiters", "gendarmes", {"defensive:r1": 5}),  # the front rank only
        ("skirm", "gendarmes", {"defensive:r1": 2}),
        ("horse", "gallopers", {"horse:r1": 2}),
        ("slow", "slow", {"horse:r1": 3, "horse:b1": 1}),
        ("swiss", "ps", {}),
        ("ps", "croats", {"defensive:r1": 3}),  # SNS-F6
    ],
)
def test_defensive_fire(target: str, attacker: str, expected: dict[str, int]) -> None:
    assert shots(field(stand("b1", attacker, 0, 1), stand("r1", target, 0, 0, 3))) == expected


def test_no_defensive_fire_through_flank_or_rear() -> None:
    assert shots(field(stand("b1", "gendarmes", 0, 1), stand("r1", "ps", 0, 0, 0))) == {}


def test_shot_have_defensive_fire_on_cavalry_in_cover_or_beside_a_combat_stand() -> None:
    one, two = stand("b1", "gendarmes", 0, 1), stand("r1", "shot", 0, 0, 3)
    assert shots(field(one, two, ground={"0,0": "field"})) == {"defensive:r1": 5}
    assert shots(field(one, two, ground={"0,0": "woods"})) == {"defensive:r1": 5}
    assert shots(field(one, two, stand("r2", "horse", 0, -1, 3))) == {"defensive:r1": 5}


def test_horse_and_pistols_have_no_fire_in_or_into_woods() -> None:
    for ground in ({"0,0": "woods"}, {"0,1": "woods"}):
        assert shots(field(stand("b1", "horse", 0, 1), stand("r1", "reiters", 0, 0, 3), ground=ground)) == {}


@pytest.mark.parametrize(
    ("helper", "expected"),
    [("ps", 2), ("shot", 3), ("skirm", 2), ("guns", 3), ("reiters", 3), ("horse", 1), ("croats", 0)],
)
def test_supports_of_the_attacked_fire(helper: str, expected: int) -> None:
    battle = field(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), stand("r2", helper, 1, 0, 3))
    found = shots(battle)
    assert found.get("supporting:r2", 0) + found.get("horse:r2", 0) == expected


def test_supports_of_the_attacker_fire_only_if_they_are_horse() -> None:
    battle = field(
        stand("b1", "ps", 0, 1), stand("r1", "swiss", 0, 0, 3), stand("b2", "ps", -1, 1), stand("b3", "horse", 1, 0, 5)
    )
    assert shots(battle) == {"horse:b3": 1}


def test_the_pursued_have_no_fire_and_the_pursuing_none() -> None:
    battle = field(stand("b1", "horse", 0, 1), stand("r1", "ps", 0, 0, 3), stand("r2", "shot", 1, 0, 3))
    assert shots(battle, "pursuit", silent=(R1,)) == {"supporting:r2": 3}


def test_dice_of_contact_fire_are_counted_before_any_is_thrown() -> None:
    play = charge(
        field(stand("b1", "horse", 0, 2), stand("r1", "reiters", 0, 0, 3, sp=(5,))), ((0, 1),),
        ("fire.defensive", (6, 1, 1, 1, 1)), ("fire.horse", (6, 1)), ("morale.fire", (1,)), ("morale.fire", (1,)),
        ("melee", (1,) * 6), ("melee", (1,) * 4),
    )  # fmt: skip
    assert counts(play) == {"defensive:r1": 5, "horse:b1": 2, "melee:b1": 6, "melee:r1": 4}


def test_an_attacker_that_falls_to_contact_fire_ends_the_attack() -> None:
    play = charge(
        field(stand("b1", "horse", 0, 2, sp=(1,)), stand("r1", "ps", 0, 0, 3)), ((0, 1),),
        ("fire.defensive", (6, 1, 1, 1)), ("fire.horse", (1,)), ("morale.fire", (6,)),
    )  # fmt: skip
    assert play.battle.stands[B1].destroyed
    assert not facts_of(play, Struck)


def test_w11_lancers_charge_double_pistols_and_bounce() -> None:
    play = charge(
        field(stand("b1", "gendarmes", 0, 3), stand("r1", "reiters", 0, 0, 3, sp=(5, 5))), ((0, 2), (0, 1)),
        ("fire.defensive", (6, 1, 1, 1, 1)), ("morale.fire", (4,)),
        ("melee", (6, 1, 1, 1, 1)), ("melee", (6, 1, 1, 1, 1)), ("morale.melee", (6,)), ("morale.melee", (6,)),
    )  # fmt: skip
    lancers, pistols = play.battle.stands[B1], play.battle.stands[R1]
    assert (lancers.sp, lancers.disordered, lancers.hex, lancers.facing) == ((5,), True, Hex(0, 4), 0)
    assert (pistols.sp, pistols.disordered, pistols.hex) == ((5, 4), True, Hex(0, 0))
    assert not play.battle.melees


# --- who fights whom ----------------------------------------------------------------------------------------------


def test_w10_swiss_charge_pike_and_shot_with_shot_beside() -> None:
    play = charge(
        field(stand("b1", "swiss", 0, 2), stand("r1", "ps", 0, 0, 3), stand("r2", "shot", 1, 0, 3)), ((0, 1),),
        ("fire.defensive", (1, 1, 1, 1)), ("fire.supporting", (1, 1, 1)),
        ("melee", (6, 6, 6, *(1,) * 7)), ("melee", (1,) * 9), ("morale.melee", (5,)), ("pursuit.must", (4,)),
        ("melee", (1,) * 10), ("melee", (1,) * 3),
        target=R2,
    )  # fmt: skip
    assert play.battle.stands[R1].sp == (4,)
    assert [len(one.path) for one in facts_of(play, Retreated)] == [2, 4]
    assert play.battle.stands[R2].sp == (5,)
    assert play.battle.stands[R2].disordered
    assert (play.battle.stands[B1].hex, play.battle.stands[R1].hex) == (Hex(0, -1), Hex(0, -2))
    assert [one.how for one in facts_of(play, Contact)] == ["charge", "pursuit"]
    assert [m.stands for m in play.battle.melees.values()] == [{BLUE: B1, RED: R1}]


def test_an_enemy_contacted_on_its_flank_only_shares_the_defeat() -> None:
    play = charge(
        field(stand("b1", "swiss", 0, 2), stand("r1", "ps", 0, 0, 3), stand("r2", "ps", 1, 0, 0)), ((0, 1),),
        ("fire.defensive", (1, 1, 1, 1)), ("melee", (6, 6, 6, *(1,) * 7)), ("melee", (1,) * 6),
        ("morale.melee", (4,)), ("pursuit.must", (1,)), target=R2,
    )  # fmt: skip
    assert [one.target for one in facts_of(play, Contact)] == ["r1"]
    assert [one.stand for one in facts_of(play, Retreated)] == ["r1", "r2"]
    assert play.battle.stands[R2].disordered


def test_of_two_that_may_be_the_battle_stand_the_declared_one_is() -> None:
    stands = (stand("b1", "ps", 0, 2), stand("r1", "ps", 0, 0, 3), stand("r2", "ps", 1, 0, 3))
    for target in (R1, R2):
        play = charge(
            field(*stands), ((0, 1),), ("fire.defensive", (1,) * 4), ("fire.supporting", (1,) * 2),
            ("melee", (1,) * 7), ("melee", (1,) * 9), target=target,
        )  # fmt: skip
        assert [one.stands[RED] for one in facts_of(play, MeleeDecided)] == [target]


def test_a_flank_attack_from_behind_disorders_and_from_the_front_does_not() -> None:
    behind = charge(
        field(stand("b1", "horse", 0, 3), stand("r1", "ps", 0, 0, 0)), ((0, 2), (0, 1)),
        ("fire.horse", (1, 1)), ("melee", (1,) * 9), ("melee", (1,) * 5),
    )  # fmt: skip
    first = facts_of(behind, Disordered)[0]
    assert (first.stand, first.rules[0]) == ("r1", "SN-10.4a")
    turned = field(stand("b1", "horse", 1, 0, 5), stand("r1", "shot", 0, 0, 0))
    play = charge(turned, (), ("fire.horse", (1, 1)), ("melee", (1,) * 6), ("melee", (1,) * 2))
    assert not any("SN-10.4a" in one.rules for one in facts_of(play, Disordered))


def test_ground_disorders_at_contact_before_the_dice() -> None:
    woods = charge(
        field(stand("b1", "ps", 0, 2), stand("r1", "shot", 0, 0, 3), ground={"0,0": "woods"}), ((0, 1),),
        ("fire.defensive", (1,) * 5), ("melee", (1,) * 4), ("melee", (1,) * 5),
    )  # fmt: skip
    assert [one.rules for one in facts_of(woods, Disordered)] == [("SNT-wood-b", "SN-Q42")]
    town = charge(
        field(stand("b1", "horse", 0, 2), stand("r1", "shot", 0, 0, 3), ground={"0,0": "town"}), ((0, 1),),
        ("fire.defensive", (1,) * 5), ("fire.horse", (1,)), ("melee", (1,) * 2), ("melee", (1,) * 5),
    )  # fmt: skip
    assert ("SNT-town-3.1f", "SN-Q42") in [one.rules for one in facts_of(town, Disordered)]


def ongoing(*more: Stand, **kwargs: Any) -> Battle:
    """W-16: b1 and r1 locked in an ongoing melee."""
    melee = Melee(id=M1, stands={BLUE: B1, RED: R1}, initiator=B1, fought_in=(1,))
    return field(
        stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), *more, melees={M1: melee}, melee_count=1, activation=2,
        **kwargs,
    )  # fmt: skip


def test_w16_a_newcomer_joins_an_ongoing_melee_and_reignites_it() -> None:
    play = charge(ongoing(stand("b2", "ps", -1, 2)), ((-1, 1),), ("melee", (1,) * 9), ("melee", (1,) * 6), who=B2)
    assert counts(play) == {"melee:b1": 9, "melee:r1": 6}
    (melee,) = play.battle.melees.values()
    assert (melee.supports[BLUE], melee.fought_in) == ((B2,), (1, 2))
    assert play.battle.stands[B1].doing.over


def test_w17_a_support_attacked_alone_is_pulled_out_without_fire() -> None:
    battle = ongoing(stand("r2", "ps", 1, 0, 3), stand("b2", "ps", 2, 0))
    melee = replace(battle.melees[M1], supports={RED: (R2,)})
    play = charge(
        with_facing(replace(battle, melees={M1: melee}), B2, 5), (), ("melee", (1,) * 7), ("melee", (1,) * 6),
        who=B2, target=R2,
    )  # fmt: skip
    assert play.battle.melees[M1].supports[RED] == ()
    assert [one.stands for one in play.battle.melees.values()] == [{BLUE: B1, RED: R1}, {BLUE: B2, RED: R2}]
    assert not facts_of(play, Shot)


def with_facing(battle: Battle, code: StandId, facing: int) -> Battle:
    return with_stand(battle, replace(battle.stands[code], facing=Facing(facing)))


def test_an_ongoing_melee_is_fought_again_without_charge_or_fire() -> None:
    play = a_play(ongoing(), ("melee", (1,) * 6), ("melee", (1,) * 6))
    fight_ongoing(play, M1)
    assert play.battle.melees[M1].fought_in == (1, 2)
    assert play.battle.stands[B1].doing.over


def test_an_ongoing_melee_whose_stands_are_apart_ends() -> None:
    battle = ongoing()
    play = a_play(with_stand(battle, replace(battle.stands[R1], hex=Hex(0, -3))))
    fight_ongoing(play, M1)
    assert facts_of(play, Halted)
    assert [one.melee for one in facts_of(play, MeleeEnded)] == ["m1"]


# --- skirmishers and evaders --------------------------------------------------------------------------------------


def test_skirmishers_evade_cavalry_and_are_caught_in_the_same_move() -> None:
    play = charge(
        field(stand("b1", "croats", 0, 3), stand("r1", "skirm", 0, 0, 3)), ((0, 2), (0, 1)), follow="remaining_mp"
    )
    assert play.battle.stands[R1].destroyed
    assert (play.battle.stands[B1].hex, play.battle.stands[B1].disordered) == (Hex(0, -1), False)
    assert not facts_of(play, Shot)
    assert play.battle.armies[1].break_lost == 1


def test_a_charger_told_to_stop_stays_where_the_evader_left_it() -> None:
    play = charge(field(stand("b1", "croats", 0, 3), stand("r1", "skirm", 0, 0, 3)), ((0, 2), (0, 1)), follow="stop")
    assert (play.battle.stands[B1].hex, play.battle.stands[R1].hex) == (Hex(0, 1), Hex(0, -2))


def test_a_charger_without_mp_may_follow_by_a_test() -> None:
    battle = field(stand("b1", "croats", 0, 3), stand("r1", "dragoons", 0, -1, 3))
    battle = replace(battle, types={**ROWS, "croats": replace(ROWS["croats"], mp_first=3)})
    passed = charge(
        battle, ((0, 2), (0, 1), (0, 0)), ("order_test.extra_move", (4,)), ("order_test.evade", (4,)),
        ("order_test.extra_move", (1,)), follow="remaining_mp", decide=deciding(extra_follow=True, evade=True),
    )  # fmt: skip
    assert len([one for one in facts_of(passed, MoveBegan) if one.stand == "b1"]) == 2
    failed = charge(
        battle, ((0, 2), (0, 1), (0, 0)), ("order_test.extra_move", (3,)), follow="remaining_mp",
        decide=deciding(extra_follow=True, evade=True),
    )  # fmt: skip
    assert failed.battle.stands[B1].disordered


def test_skirmishers_that_stand_fire_and_are_ridden_down_and_the_charger_goes_on() -> None:
    play = charge(
        field(stand("b1", "gendarmes", 0, 2), stand("r1", "skirm", 0, 0, 3)), ((0, 1),), ("fire.defensive", (1, 1)),
        follow="remaining_mp", decide=deciding(evade=False),
    )  # fmt: skip
    assert play.battle.stands[R1].destroyed
    assert play.battle.stands[B1].hex == Hex(0, -1)
    assert [one.why for one in facts_of(play, NoEvasion)] == ["it chose to stand"]


def test_skirmishers_taken_from_behind_do_not_fire() -> None:
    play = charge(field(stand("b1", "gendarmes", 0, 2), stand("r1", "skirm", 0, 0, 0)), ((0, 1),), follow="stop")
    assert [one.rules for one in facts_of(play, Destroyed)] == [("SN-10.5a", "SN-10.5b")]
    assert "SN-5.0b" in facts_of(play, NoEvasion)[0].rules


def test_skirmishers_in_cover_stand_fire_and_fight() -> None:
    play = charge(
        field(stand("b1", "horse", 0, 2), stand("r1", "skirm", 0, 0, 3), ground={"0,0": "woods"}), ((0, 1),),
        ("fire.defensive", (1, 1)), ("melee", (1,) * 5), ("melee", (1,) * 2),
    )  # fmt: skip
    assert play.battle.stands[R1].on_board


def test_skirmishers_beside_the_charged_evade_by_default_or_fire_and_die() -> None:
    stands = (stand("b1", "gendarmes", 0, 2), stand("r1", "ps", 0, 0, 3), stand("r2", "skirm", 1, 0, 3))
    gone = charge(field(*stands), ((0, 1),), ("fire.defensive", (1,) * 4), ("melee", (1,) * 6), ("melee", (1,) * 7))
    assert gone.battle.stands[R2].hex == Hex(1, -2)
    stood = charge(
        field(*stands), ((0, 1),), ("fire.defensive", (1,) * 4), ("fire.supporting", (1,) * 2), ("melee", (1,) * 6),
        ("melee", (1,) * 7), decide=deciding(evade=False),
    )  # fmt: skip
    assert stood.battle.stands[R2].destroyed


# --- results ------------------------------------------------------------------------------------------------------


def result(loss: int, was_disordered: bool = False) -> MoraleResult:
    return MoraleResult(loss, was_disordered)


def judged(one: Stand, two: Stand, mine: MoraleResult | None, theirs: MoraleResult | None, **more: Any) -> Any:
    battle = field(one, two)
    return judge(battle, Clash(attacker=one.id, defender=two.id, **more), mine, theirs)


def test_the_greater_morale_loss_loses_and_pays_up_to_two() -> None:
    verdict = judged(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), result(1), result(3))
    assert (verdict.loser, verdict.costs, verdict.would_have_won) == ("r1", (1, 2), True)
    draw = judged(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), result(2), result(2))
    assert (draw.loser, draw.costs) == (None, (1, 1))
    nobody = judged(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), None, result(0))
    assert (nobody.loser, nobody.costs) == (None, (0, 0))


def test_loss_by_disorder_alone_costs_sp_but_not_the_melee() -> None:
    verdict = judged(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), result(0, was_disordered=True), None)
    assert (verdict.loser, verdict.costs) == (None, (1, 0))


@pytest.mark.parametrize(
    ("winner", "loser", "cost"),
    [
        ("ps", "horse", 1),
        ("horse", "horse", 2),
        ("horse", "croats", 1),
        ("skirm", "ps", 1),
        ("croats", "ps", 1),
        ("ps", "ps", 2),
    ],
)
def test_who_loses_one_at_most(winner: str, loser: str, cost: int) -> None:
    verdict = judged(stand("b1", winner, 0, 1), stand("r1", loser, 0, 0, 3), None, result(4))
    assert verdict.costs == (0, cost)


def test_a_stand_eliminated_alone_loses_whatever_the_losses() -> None:
    one, two = stand("b1", "ps", 0, 1, sp=(5,)), stand("r1", "shot", 0, 0, 3, sp=(1,))
    verdict = judged(one, two, result(2), result(1))
    assert (verdict.loser, verdict.costs, verdict.would_have_won) == ("r1", (1, 1), False)
    helped = judged(one, two, result(2), result(1), defenders_helpers=(R2,))
    assert (helped.loser, helped.costs) == ("b1", (2, 1))


def test_guns_beaten_are_destroyed() -> None:
    play = charge(
        field(stand("b1", "ps", 0, 2), stand("r1", "guns", 0, 0, 3)), ((0, 1),), ("fire.defensive", (1,) * 3),
        ("melee", (6, *(1,) * 6)), ("melee", (1,) * 3), ("morale.melee", (6,)),
    )  # fmt: skip
    assert play.battle.stands[R1].destroyed
    assert any("SN-11.1e" in one.rules for one in facts_of(play, Destroyed))


def test_foot_in_a_draw_stay_and_the_melee_is_marked() -> None:
    play = charge(
        field(stand("b1", "ps", 0, 2), stand("r1", "ps", 0, 0, 3)), ((0, 1),), ("fire.defensive", (1,) * 4),
        ("melee", (1,) * 7), ("melee", (1,) * 6),
    )  # fmt: skip
    assert [(m.id, m.initiator) for m in play.battle.melees.values()] == [("m1", "b1")]


def test_of_two_mounted_the_one_that_came_bounces_else_the_mounted() -> None:
    both = charge(
        field(stand("b1", "horse", 0, 2), stand("r1", "gendarmes", 0, 0, 3)), ((0, 1),), ("fire.horse", (1, 1)),
        ("melee", (1,) * 7), ("melee", (1,) * 6),
    )  # fmt: skip
    assert [one.stand for one in facts_of(both, Retreated)] == ["b1"]
    attacked = charge(
        field(stand("b1", "ps", 0, 2), stand("r1", "croats", 0, 0, 3)), ((0, 1),), ("fire.defensive", (1,) * 3),
        ("melee", (1,) * 7), ("melee", (1,) * 3),
    )  # fmt: skip
    assert [(one.stand, one.bounce) for one in facts_of(attacked, Retreated)] == [("r1", True)]


def test_when_the_mounted_bounce_their_strongest_foot_support_takes_over() -> None:
    play = charge(
        field(stand("b1", "horse", 0, 2), stand("r1", "ps", 0, 0, 3), stand("b2", "ps", -1, 1)), ((0, 1),),
        ("fire.defensive", (1,) * 4), ("fire.horse", (1,) * 2), ("melee", (1,) * 8), ("melee", (1,) * 7),
    )  # fmt: skip
    assert [m.stands for m in play.battle.melees.values()] == [{BLUE: B2, RED: R1}]


def test_a_general_falls_with_the_stand_he_is_attached_to() -> None:
    play = charge(
        field(stand("b1", "ps", 0, 2), stand("r1", "shot", 0, 0, 3, sp=(1,)), generals={"rg": (0, 0, "r1")}), ((0, 1),),
        ("fire.defensive", (1,)), ("melee", (6, *(1,) * 6)), ("melee", (1,)), ("morale.melee", (6,)),
    )  # fmt: skip
    assert [one.commander for one in facts_of(play, CommanderKilled)] == ["rg"]


def test_beaten_in_a_town_it_holds_at_a_price() -> None:
    play = charge(
        field(stand("b1", "swiss", 0, 2), stand("r1", "ps", 0, 0, 3), ground={"0,0": "town"}), ((0, 1),),
        ("fire.defensive", (1,) * 4), ("melee", (6, 6, 1)), ("melee", (1,) * 5), ("morale.melee", (5,)),
    )  # fmt: skip
    assert (play.battle.stands[R1].hex, play.battle.stands[R1].sp) == (Hex(0, 0), (4,))
    assert [m.stands for m in play.battle.melees.values()] == [{BLUE: B1, RED: R1}]


def test_a_support_in_a_town_may_hold_and_the_winner_is_in_melee_with_it() -> None:
    battle = field(
        stand("b1", "swiss", 0, 2), stand("r1", "ps", 0, 0, 3), stand("r2", "ps", 1, 0, 3), ground={"1,0": "town"}
    )
    rolls = (
        ("fire.defensive", (1,) * 4), ("fire.supporting", (1,) * 2), ("melee", (6, 6, *(1,) * 8)), ("melee", (1,) * 9),
        ("morale.melee", (5,)),
    )  # fmt: skip
    held = charge(battle, ((0, 1),), *rolls, decide=deciding(town_hold=True))
    assert [m.stands for m in held.battle.melees.values()] == [{BLUE: B1, RED: R2}]
    assert held.battle.stands[R2].disordered
    assert not facts_of(held, PursuitRolled)
    went = charge(battle, ((0, 1),), *rolls, ("pursuit.must", (1,)), decide=deciding(town_hold=False))
    assert [one.stand for one in facts_of(went, Retreated)] == ["r1", "r2"]


def test_guns_that_only_supported_the_beaten_are_destroyed() -> None:
    play = charge(
        field(stand("b1", "swiss", 0, 2), stand("r1", "ps", 0, 0, 3), stand("r2", "guns", 1, 0, 3)), ((0, 1),),
        ("fire.defensive", (1,) * 4), ("fire.supporting", (1,) * 5), ("melee", (6, 6, *(1,) * 8)), ("melee", (1,) * 8),
        ("morale.melee", (5,)), ("pursuit.must", (1,)),
    )  # fmt: skip
    assert play.battle.stands[R2].destroyed


@pytest.mark.parametrize("fights", [True, False])
def test_victorious_cavalry_may_fight_on_or_bounce_from_one_that_cannot_retreat(fights: bool) -> None:
    walled = {f"{h.q},{h.r}": "impassable" for h in neighbours(Hex(0, 0)) if h != Hex(0, 1)}
    more = [("melee", (1,) * 6), ("melee", (1,))] if fights else []
    play = charge(
        field(stand("b1", "gendarmes", 0, 2), stand("r1", "shot", 0, 0, 3), ground=walled), ((0, 1),),
        ("melee", (6, *(1,) * 9)), ("melee", (1,) * 2), ("morale.melee", (5,)), *more,
        decide=deciding(fight_on=fights),
    )  # fmt: skip
    assert play.battle.stands[R1].sp == (2,)
    assert play.battle.stands[B1].hex != Hex(0, 1)  # it bounces at once, or from the round that is drawn
    assert len(facts_of(play, MeleeDecided)) == 1 + fights


def test_when_the_battle_stand_falls_to_fire_the_next_contacted_takes_its_place() -> None:
    battle = field(
        stand("b1", "gallopers", 0, 2), stand("b2", "horse", -1, 1), stand("r1", "horse", 0, 0, 3, sp=(1,)),
        stand("r2", "reiters", 1, 0, 3),
    )  # fmt: skip
    play = charge(
        battle, ((0, 1),), ("fire.horse", (1,)), ("fire.supporting", (1,) * 3), ("fire.horse", (6,)),
        ("morale.fire", (6,)), ("melee", (1,) * 8), ("melee", (1,) * 5),
    )  # fmt: skip
    assert play.battle.stands[R1].destroyed
    assert [one.stands[RED] for one in facts_of(play, MeleeDecided)] == ["r2"]


def test_an_army_broken_in_a_melee_ends_the_battle_there() -> None:
    battle = field(stand("b1", "swiss", 0, 2), stand("r1", "shot", 0, 0, 3, sp=(1,)), stand("r2", "shot", 1, 0, 3))
    battle = replace(battle, armies=(battle.armies[0], replace(battle.armies[1], break_at=2)))
    play = charge(
        battle, ((0, 1),), ("fire.defensive", (1,)), ("fire.supporting", (1,) * 3), ("melee", (6, *(1,) * 9)),
        ("melee", (1,) * 4), ("morale.melee", (6,)),
    )  # fmt: skip
    assert (play.battle.phase, play.battle.winner) == ("over", BLUE)
    assert not facts_of(play, Retreated)


# --- retreat ------------------------------------------------------------------------------------------------------


def test_retreat_goes_away_from_the_victor() -> None:
    one = stand("r1", "ps", 0, 0, 3)
    battle = field(one)
    assert directions(battle, one, Hex(0, 1)).straight == (5, 0)
    assert directions(battle, one, Hex(0, -1)).straight == (3, 2)
    assert directions(battle, one, Hex(1, 0)).straight[0] == 4
    assert set(directions(battle, one, Hex(1, 0)).sideways) == {0, 2}


def cheapest(battle: Battle) -> tuple[int, tuple[tuple[int, int], ...]]:
    way = ways(battle, R1, B1)[0]
    return way.cost, tuple((here.q, here.r) for here in way.path)


def test_clear_hexes_come_before_friends_zones_and_sideways() -> None:
    victor, loser = stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3)
    assert cheapest(field(victor, loser)) == (0, ((0, -1), (0, -2)))
    friend = field(victor, loser, stand("r2", "ps", 0, -1, 3))
    assert cheapest(friend)[1][0] == (1, -1)
    walled = {"1,-1": "impassable"}
    through = field(victor, loser, stand("r2", "ps", 0, -1, 3), ground=walled)
    assert cheapest(through) == (0, ((0, -1), (0, -2)))
    zone = field(victor, loser, stand("b2", "horse", 1, -2, 3))
    assert cheapest(zone)[0] == 1
    sideways = field(victor, loser, ground={"1,-1": "impassable", "0,-1": "impassable"})
    assert (cheapest(sideways)[0], cheapest(sideways)[1][0]) == (1, (-1, 0))


def test_a_friend_passed_through_is_disordered_if_it_faces_elsewhere_or_is_a_pike_block() -> None:
    walled = {"1,-1": "impassable"}
    for row, facing, expected in (("ps", 3, False), ("ps", 2, True), ("swiss", 3, True), ("shot", 2, False)):
        battle = field(
            stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), stand("r2", row, 0, -1, facing), ground=walled
        )
        play = a_play(battle)
        retreat(play, R1, B1)
        assert play.battle.stands[R2].disordered == expected
        assert play.battle.stands[R2].hex == Hex(0, -1)
        assert play.battle.stands[R1].hex != Hex(0, -1)
        assert play.battle.at["0,-1"] == "r2"


def test_a_retreat_may_end_on_skirmishers_and_push_them() -> None:
    battle = field(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), stand("r2", "skirm", 0, -1, 3))
    battle = replace(battle, ground={"1,-1": "impassable"})
    play = a_play(battle, decide=deciding(path=((0, -1),), matter="retreat"))
    retreat(play, R1, B1)
    assert (play.battle.stands[R1].hex, play.battle.stands[R2].hex) == (Hex(0, -1), Hex(0, -2))


def test_a_zone_costs_one_for_each_enemy_and_may_destroy() -> None:
    battle = field(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3, sp=(1,)), stand("b2", "horse", 1, -2, 3))
    play = a_play(battle, decide=deciding(path=((0, -1),), matter="retreat"))
    gone = retreat(play, R1, B1)
    assert gone.how == "lost"
    assert play.battle.stands[R1].destroyed


def test_attacked_in_front_and_on_one_rear_hex_it_leaves_by_the_other_for_one() -> None:
    battle = field(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), stand("b2", "ps", 0, -1, 3))
    assert cheapest(battle)[0] == 1
    assert cheapest(battle)[1][0] == (1, -1)


def test_with_enemies_on_both_rear_hexes_it_goes_sideways_and_pays_for_the_zone_too() -> None:
    battle = field(
        stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), stand("b2", "ps", 0, -1, 3), stand("b3", "ps", 1, -1, 3)
    )
    way = ways(battle, R1, B1)[0]
    assert way.path[0] in (Hex(-1, 0), Hex(1, 0))
    assert way.tolls[0] == 1 + len(enemy_zocs(battle, RED, way.path[0]))


def test_it_never_goes_forward_of_the_victors_base_line() -> None:
    walled = {f"{h.q},{h.r}": "impassable" for h in (Hex(-1, 0), Hex(-1, 1), Hex(0, -1))}
    battle = field(stand("b1", "ps", 1, 0, 5), stand("r1", "ps", 0, 0, 3), ground=walled)
    assert {way.path[0] for way in ways(battle, R1, B1)} == {Hex(1, -1)}  # (0, 1) lies level with b1
    turned = with_facing(battle, B1, 4)
    assert {way.path[0] for way in ways(turned, R1, B1)} == {Hex(0, 1)}


def test_each_enemy_whose_zone_is_entered_costs_one_and_only_once() -> None:
    walled = {"1,-1": "impassable", "1,-2": "impassable"}
    battle = field(
        stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), stand("b2", "ps", -1, -1, 1), stand("b3", "ps", -1, 0, 1),
        ground=walled,
    )  # fmt: skip
    tolls = {way.path: way.tolls for way in ways(battle, R1, B1)}
    assert tolls[(Hex(0, -1),)] == (len(enemy_zocs(battle, RED, Hex(0, -1))),)
    assert len(enemy_zocs(battle, RED, Hex(0, -1))) == 2
    assert tolls[Hex(0, -1), Hex(0, -2)][1] == len(
        set(enemy_zocs(battle, RED, Hex(0, -2))) - set(enemy_zocs(battle, RED, Hex(0, -1)))
    )


def test_beside_the_edge_it_is_driven_off_and_counts() -> None:
    battle = field(stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), board=(None, None, 0, None))
    play = a_play(battle)
    assert retreat(play, R1, B1).how == "lost"
    assert [one.points for one in facts_of(play, LeftBoard)] == [3]
    assert play.battle.armies[1].break_lost == 3


def test_one_hex_from_the_edge_it_may_stop_or_go_sideways_for_one() -> None:
    battle = field(stand("b1", "ps", 0, 2), stand("r1", "ps", 0, 1, 3), board=(None, None, 0, None))
    found = {way.path: way.cost for way in ways(battle, R1, B1)}
    assert found[(Hex(0, 0),)] == 0
    assert found[Hex(0, 0), Hex(1, 0)] == 1
    assert all(here.r >= 0 for path in found for here in path)


def test_without_a_way_it_stays_for_two_sp_and_fights_on() -> None:
    walled = {f"{h.q},{h.r}": "impassable" for h in neighbours(Hex(0, 0)) if h != Hex(0, 1)}
    play = charge(
        field(stand("b1", "ps", 0, 2), stand("r1", "ps", 0, 0, 3), ground=walled), ((0, 1),),
        ("fire.defensive", (1,) * 4), ("melee", (6, *(1,) * 6)), ("melee", (1,) * 6), ("morale.melee", (6,)),
        ("melee", (1,) * 6), ("melee", (1,) * 2),
    )  # fmt: skip
    assert play.battle.stands[R1].sp == (3,)
    assert len(facts_of(play, MeleeDecided)) == 2


def test_surrounded_it_is_destroyed() -> None:
    around = [stand(f"b{i + 2}", "ps", h.q, h.r, (i + 3 + 1) % 6) for i, h in enumerate(neighbours(Hex(0, 0)))]
    battle = field(stand("r1", "ps", 0, 0, 3), *around)
    for i in range(6):
        code = StandId(f"b{i + 2}")
        facing = next(p for p in range(6) if depth(battle.stands[code].hex, Facing(p), Hex(0, 0)) == 1)
        battle = with_facing(battle, code, facing)
    play = a_play(battle)
    assert retreat(play, R1, StandId("b4")).how == "lost"
    assert [one.rules for one in facts_of(play, Destroyed)] == [("SN-12.1a",)]


PLACES = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=12, unique=True)
KINDS = st.sampled_from(["ps", "swiss", "shot", "skirm", "horse", "croats", "guns"])


@given(PLACES, st.lists(KINDS, min_size=14, max_size=14), st.integers(0, 5), st.integers(0, 5), KINDS)
def test_ways_of_retreat_are_lawful(
    places: list[tuple[int, int]], kinds: list[str], facing: int, side: int, kind: str
) -> None:
    victor = neighbours(Hex(0, 0))[side]
    taken = {(0, 0), (victor.q, victor.r)}
    others = [
        stand(f"{'rb'[i % 2]}{i + 2}", kinds[i], q, r, i % 6) for i, (q, r) in enumerate(places) if (q, r) not in taken
    ]
    towards = next(p for p in range(6) if depth(victor, Facing(p), Hex(0, 0)) == 1)
    battle = field(
        stand("r1", kind, 0, 0, facing), stand("b1", "ps", victor.q, victor.r, towards), *others,
        board=(-4, 4, -4, 4), ground={"2,-1": "impassable", "-1,2": "woods"},
    )  # fmt: skip
    before = battle.stands[R1]
    found = ways(battle, R1, B1)
    assert len({way.path for way in found}) == len(found)
    for way in found[:40]:
        other = battle.at.get(f"{way.path[-1].q},{way.path[-1].r}")
        assert other is None or (battle.stands[other].side == RED and battle.stands[other].type == "skirm")
        assert len(way.tolls) == len(way.path) == len(way.upset)
        for a, b in zip((before.hex, *way.path), way.path, strict=False):
            assert distance(a, b) == 1
            assert depth(victor, Facing(towards), b) > 0
            there = battle.at.get(f"{b.q},{b.r}")
            assert there is None or battle.stands[there].side == RED or battle.stands[there].type == "skirm"
    play = a_play(battle)
    retreat(play, R1, B1)
    after = play.battle
    on_board = [one.hex for one in after.stands.values() if one.on_board]
    assert len(set(on_board)) == len(on_board)
    assert after.at == {f"{one.hex.q},{one.hex.r}": code for code, one in after.stands.items() if one.on_board}


# --- pursuit ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "hexes"),
    [("infantry", [0, 0, 0, 1, 1, 1]), ("cavalry", [0, 1, 1, 2, 2, 2]), ("cavalry3", [0, 1, 1, 2, 2, 3])],
)
def test_pursuit_tables(table: str, hexes: list[int]) -> None:
    assert [hexes_of(table, die) for die in range(1, 7)] == hexes
    assert (hexes_of(table, 0), hexes_of(table, 7)) == (0, hexes[-1])


def test_refused_pursuits_name_their_rule() -> None:
    battle = field(
        stand("b1", "ps", 0, 1), stand("b2", "croats", 3, 1), stand("b3", "shot", 5, 1), stand("r1", "horse", 0, 0, 3)
    )

    def rule(code: str, loser: StandId | None = None, **more: Any) -> tuple[str, ...]:
        got = may_pursue(battle, StandId(code), loser, **more)
        assert got is not None
        return got.rules

    assert "SN-13.0f" in rule("b1", R1)
    assert "SN-13.0e" in rule("b1", would_have_won=False)
    assert "SN-13.0a" in rule("b1", support=True)
    assert "SN-Q53" in rule("b2")
    assert "SN-13.0a" in rule("b3")


def pursue(battle: Battle, path: tuple[tuple[int, int], ...], *rolls: Roll, **more: Any) -> Play[Battle]:
    """b1 has just beaten r1, which stood in (0, 0)."""
    play = a_play(battle, *rolls, **more)
    loser = R1 if R1 in battle.stands else None
    after_victory(play, B1, loser, Hex(0, 0), tuple(Hex(*h) for h in path), would_have_won=True)
    assert not play._dice.rolls  # type: ignore[attr-defined]  # the tape of a_play
    return play


def test_foot_does_not_pursue_by_default_and_cavalry_does_unless_fresh_enemies_are_near() -> None:
    foot = pursue(field(stand("b1", "ps", 0, 1)), ())
    assert [one.why for one in facts_of(foot, NoPursuit)] == ["it chose to stay"]
    horse = pursue(field(stand("b1", "horse", 0, 1)), (), ("pursuit.may", (1,)))
    assert [one.hexes for one in facts_of(horse, PursuitRolled)] == [0]
    watched = pursue(field(stand("b1", "horse", 0, 1), stand("r2", "ps", 0, -2, 3)), ())
    assert facts_of(watched, NoPursuit)


def test_a_pursuer_off_the_board_costs_no_points() -> None:
    battle = field(stand("b1", "gendarmes", 0, 1), board=(None, None, 0, None))
    play = pursue(battle, (), ("pursuit.must", (5,)))
    assert [one.points for one in facts_of(play, LeftBoard)] == [0]
    assert play.battle.stands[B1].off_board


def test_a_pursuer_follows_the_line_but_no_sideways_step() -> None:
    battle = field(stand("b1", "gendarmes", 0, 1), stand("r1", "horse", 5, -5, 3))
    straight = pursue(battle, ((0, -1), (0, -2)), ("pursuit.must", (5,)))
    assert straight.battle.stands[B1].hex == Hex(0, -1)
    aside = pursue(with_hex(battle, R1, 5, 0), ((1, 0), (2, 0)), ("pursuit.must", (5,)))
    assert aside.battle.stands[B1].hex == Hex(0, 0)


def with_hex(battle: Battle, code: StandId, q: int, r: int) -> Battle:
    return with_stand(battle, replace(battle.stands[code], hex=Hex(q, r)))


def test_a_pursuer_that_catches_fights_with_its_charge_and_without_being_fired_on() -> None:
    battle = field(stand("b1", "gendarmes", 0, 1), stand("r1", "reiters", 0, -2, 3, disordered=True))
    play = pursue(battle, ((0, -1), (0, -2)), ("pursuit.must", (5,)), ("melee", (1,) * 10), ("melee", (1,) * 4))
    assert [(one.how, one.target) for one in facts_of(play, Contact)] == [("pursuit", "r1")]
    assert not facts_of(play, Shot)


def test_a_pursuer_that_runs_into_a_new_enemy_is_fired_on() -> None:
    battle = field(stand("b1", "gendarmes", 0, 1), stand("r1", "horse", 2, -5, 3), stand("r2", "ps", 0, -1, 3))
    play = pursue(
        battle, ((1, -1), (1, -2)), ("pursuit.must", (3,)), ("fire.defensive", (1,) * 4), ("melee", (1,) * 6),
        ("melee", (1,) * 7),
    )  # fmt: skip
    assert [one.target for one in facts_of(play, Contact)] == ["r2"]


def test_foot_stops_before_cavalry_and_nobody_pursues_into_a_zone_on_his_flank() -> None:
    foot = field(stand("b1", "swiss", 0, 1), stand("r2", "horse", 0, -2, 3), stand("r1", "ps", 3, -4, 3))
    play = pursue(foot, ((0, -1), (0, -2)), ("pursuit.must", (6,)))
    assert play.battle.stands[B1].hex == Hex(0, 0)
    assert [one.rules for one in facts_of(play, Halted)] == [("SN-13.0f",)]
    flank = field(stand("b1", "gendarmes", 0, 1), stand("r2", "ps", -1, 0, 2), stand("r1", "ps", 3, -4, 3))
    stopped = pursue(flank, ((0, -1),), ("pursuit.must", (6,)))
    assert stopped.battle.stands[B1].hex == Hex(0, 1)
    assert [one.rules for one in facts_of(stopped, Halted)] == [("SN-13.0g",)]


def test_a_victor_with_an_enemy_of_another_melee_ahead_joins_that_melee() -> None:
    melee = Melee(id=M1, stands={BLUE: B2, RED: R2}, initiator=B2)
    battle = field(
        stand("b1", "ps", 0, 1), stand("b2", "ps", 1, 1), stand("r2", "ps", 1, 0, 3), melees={M1: melee}, melee_count=1
    )
    play = pursue(battle, (), ("melee", (1,) * 9), ("melee", (1,) * 6))
    assert facts_of(play, MeleeStands)[0].melee.supports == {BLUE: (B1,)}


def test_after_an_eliminated_enemy_the_way_is_straight_on() -> None:
    assert straight_lines(Hex(0, 1), Facing(0), Hex(0, 0), 1) == ((Hex(0, 0),),)
    alternate, same = straight_lines(Hex(0, 1), Facing(0), Hex(0, 0), 3)
    assert alternate == (Hex(0, 0), Hex(1, -1), Hex(1, -2))
    assert same == (Hex(0, 0), Hex(0, -1), Hex(0, -2))


# --- whole attacks at random --------------------------------------------------------------------------------------


def consistent(battle: Battle) -> None:
    """One stand a hex, the index true, nobody with an empty rank, every melee between stands that are there."""
    there = {f"{one.hex.q},{one.hex.r}": code for code, one in battle.stands.items() if one.on_board}
    assert battle.at == there
    assert len(there) == sum(one.on_board for one in battle.stands.values())
    for one in battle.stands.values():
        assert all(rank > 0 for rank in one.sp)
        assert bool(one.sp) != one.destroyed
    for army in battle.armies:
        ranks = [(battle.types[one.type], one) for one in battle.stands.values() if one.side == army.id]
        lost = sum(row.bp * (len(row.sp) - len(one.sp)) for row, one in ranks)
        assert army.break_lost >= lost
    fighting = [code for melee in battle.melees.values() for code in melee.stands.values()]
    helping = [code for melee in battle.melees.values() for some in melee.supports.values() for code in some]
    assert len(set(fighting + helping)) == len(fighting + helping)
    assert all(battle.stands[code].on_board for code in fighting + helping)


MIXED = st.sampled_from(["ps", "swiss", "shot", "skirm", "horse", "croats", "guns", "gendarmes", "reiters", "dragoons"])
GROUND = st.sampled_from(["woods", "hill-slope", "field", "stream", "swamp", "town", "impassable"])


@settings(max_examples=300)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), MIXED, st.integers(0, 5)), min_size=2, max_size=14,
             unique_by=lambda one: one[:2]),
    st.dictionaries(st.builds(lambda q, r: f"{q},{r}", st.integers(-3, 3), st.integers(-3, 3)), GROUND, max_size=8),
    st.integers(0, 2**32), st.booleans(), st.integers(2, 20),
)  # fmt: skip
def test_attacks_at_random_leave_a_sound_battle_and_play_again_alike(
    places: list[tuple[int, int, str, int]],
    ground: dict[str, str],
    seed: int,
    gladly: bool,
    breaks: int,
) -> None:
    stands = [stand(f"{'br'[i % 2]}{i // 2 + 1}", row, q, r, facing) for i, (q, r, row, facing) in enumerate(places)]
    battle = field(*stands, ground=ground, board=(-4, 4, -5, 5))
    battle = replace(battle, armies=tuple(replace(army, break_at=breaks) for army in battle.armies))

    def decide(_view: Battle, ask: Ask[Any]) -> Given[Any]:
        return Given(YesNo(gladly) if isinstance(ask, AskYesNo) else ask.default, "player")

    def script(play: Play[Battle]) -> None:
        for code in sorted(play.battle.stands):
            one = play.battle.stands[code]
            if one.side != BLUE or not one.on_board or play.battle.phase == "over":
                continue
            play.record(StandBegan(stand=code))
            for target in sorted(play.battle.stands):
                if play.battle.stands[target].side == RED and play.battle.stands[target].on_board:
                    ahead = faces(play.battle, code, target) and play.battle.stands[code].on_board
                    if ahead and isinstance(may_attack(play.battle, code, target), Yes):
                        attack(play, code, target, begin(play.battle, code), "charge")
                        consistent(play.battle)
                        break
            for target in targets(play.battle, code)[:1]:
                fire(play, code, target)
                consistent(play.battle)
        for melee_id in sorted(play.battle.melees):
            if melee_id in play.battle.melees and play.battle.phase != "over":
                fight_ongoing(play, melee_id)
                consistent(play.battle)

    play = Play(snaphance.RULES, battle, (), step=1, branch=0, next_seq=2, dice=seeded(seed), decide=decide)
    script(play)
    codec = snaphance.RULES.codec
    lines = [Line(one.seq, one.kind, codec._decoders[one.kind].decode(codec.write(one.body))) for one in play.lines]
    again = Play(snaphance.RULES, battle, lines, step=1, branch=0, next_seq=2, dice=seeded(seed), decide=decide)
    script(again)
    again.finish()
    assert again.battle == play.battle


# --- what to expect -----------------------------------------------------------------------------------------------


@given(
    st.sampled_from(["ps", "swiss", "horse", "gendarmes"]), st.sampled_from(["ps", "shot", "horse", "croats"]),
    st.integers(0, 5),
)  # fmt: skip
def test_odds_are_the_dice_that_are_thrown(mine: str, theirs: str, facing: int) -> None:
    battle = field(stand("b1", mine, 0, 2), stand("r1", theirs, 0, 0, facing))
    battle = begun(battle, B1, (0, 2))
    battle = begun(with_stand(battle, replace(battle.stands[B1], hex=Hex(0, 1))), B1, (0, 2), (0, 1))
    foreseen = odds(battle, B1, R1)
    play = a_play(battle, ("melee", (1,) * foreseen.mine.dice), ("melee", (1,) * foreseen.theirs.dice))
    fight(play, clash_of(battle, surprise=depth(Hex(0, 0), Facing(facing), Hex(0, 2)) <= 0))
    assert not play._dice.rolls  # type: ignore[attr-defined]  # the tape of a_play


def test_odds_of_a_charge_still_to_come() -> None:
    found = odds(field(stand("b1", "gendarmes", 0, 4), stand("r1", "shot", 0, 0, 3)), B1, R1)
    assert (found.mine.dice, found.theirs.dice) == (10, 2)
