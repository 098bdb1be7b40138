"""What comes in sight, how well, for how long, and what stays of it, at the bounds: hexes and the one-hour rules."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.casekit.stretches import reading, stretch
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.hexes import Facing, Hex
from pbem.engine.hiding import giving_away, side_sights
from pbem.engine.ids import GroupId, MeleeId, Seat, Side, StandId
from pbem.engine.sightings import Grade, Sighting
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.onehour import RULES as ONEHOUR
from pbem.rulesets.onehour import battle as oh
from pbem.rulesets.onehour import facts as oh_facts
from pbem.rulesets.onehour import noticed as oh_noticed
from pbem.rulesets.onehour.cases.position import read_position as read_inches
from pbem.rulesets.onehour.commands import Charge
from pbem.rulesets.onehour.playing.venturing import seen_by
from pbem.rulesets.onehour.seeing.learning import learned as learned_on_inches
from pbem.rulesets.onehour.seeing.looking import in_sight as in_sight_on_inches
from pbem.rulesets.onehour.seeing.noticing import notice as notice_inches
from pbem.rulesets.onehour.sights import as_known as known_on_inches
from pbem.rulesets.snaphance import RULES as SNAPHANCE
from pbem.rulesets.snaphance.cases.position import read_position as read_hexes
from pbem.rulesets.snaphance.cases.shapes import CaseAction
from pbem.rulesets.snaphance.language.remarks import remarks
from pbem.rulesets.snaphance.playing.sequence import carry_out
from pbem.rulesets.snaphance.seeing.learning import UNKNOWN
from pbem.rulesets.snaphance.seeing.learning import learned as learned_on_hexes
from pbem.rulesets.snaphance.seeing.looking import in_sight as in_sight_on_hexes
from pbem.rulesets.snaphance.seeing.noticing import notice as notice_hexes
from pbem.rulesets.snaphance.standing.orders import holding_value
from pbem.rulesets.snaphance.state import battle as sn
from pbem.rulesets.snaphance.state import commands, special_rules
from pbem.rulesets.snaphance.state import facts as sn_facts
from pbem.rulesets.snaphance.state import noticed as sn_noticed
from pbem.rulesets.snaphance.state.sights import as_known as known_on_hexes
from pbem.rulesets.snaphance.state.sights import not_known

BLUE, RED, B1, R1 = Side("blue"), Side("red"), StandId("b1"), StandId("r1")
TYPES: dict[str, Any] = {
    "horse": {"kind": "CS", "category": "Hs", "class": "B", "mp": [3, 3], "sp": [5], "cb": 2, "fire": {}, "bp": 2},
    "dragoons": {"kind": "SS", "category": "Dr", "class": "B", "mp": [2, 2], "sp": [3], "fire": {"PB": 0}, "bp": 1},
}
WOODS = {"switches": {"woods": "infantry"}}


def hexes(far: int, visibility: int, ground: str = "", **more: Any) -> Any:
    """b1, and r1 so many hexes ahead of it, on such ground."""
    there = [0, -far]
    stands = [
        {"id": "b1", "side": "blue", "type": "horse", "hex": [0, 0]},
        {"id": "r1", "side": "red", "type": "horse", "hex": there, "facing": 3},
    ]
    generals = [{"id": f"{side}-general", "side": side, "attached_to": f"{side[0]}1"} for side in (BLUE, RED)]
    spec = {
        "visibility": visibility,
        "stands": stands,
        "commanders": generals,
        "terrain": [{"hex": there, "type": ground}] if ground else [],
    }
    faults = Faults()
    start = read_hexes(TYPES, {**spec, **more}, CaseAction(), faults)
    assert start is not None, faults.found
    return start.battle


def inches(far: float, visibility: int, *ground: tuple[str, float, float]) -> Any:
    """B, and R so many inches before it; ground: kinds, and where each begins and ends before B's front."""
    terrain = [
        {"id": f"t{n}", "kind": kind, "shape": [[2, 6 + a], [14, 6 + a], [14, 6 + b], [2, 6 + b]]}
        for n, (kind, a, b) in enumerate(ground)
    ]
    units = [
        {"id": "b1", "side": "blue", "type": "Infantry", "x": 8, "y": 5, "facing": 0},
        {"id": "r1", "side": "red", "type": "Infantry", "x": 8, "y": 7 + far, "facing": 180},
    ]
    faults = Faults()
    battle = read_inches(None, {"visibility": visibility, "units": units, "terrain": terrain, **WOODS}, [], faults)
    assert battle is not None, faults.found
    return replace(battle, phase="movement", turn=1, active=BLUE)


def after(before: Any, battle: Any) -> Any:
    """The battle once its sides have noticed what is otherwise than before."""
    notice = notice_hexes if isinstance(battle, sn.Battle) else notice_inches
    for fact in notice(before, battle):
        battle = fact.apply(battle)
    return battle


def looked(battle: Any) -> Any:
    """The battle once its sides have noticed all that is in sight."""
    return after(replace(battle, sights=replace(battle.sights, visibility=0)), battle)


# --- H1: who sees


def test_a_general_who_rides_alone_looks_too() -> None:
    battle = hexes(30, 12, commanders=[{"id": "gen", "side": "blue", "hex": [0, -27]}])
    assert in_sight_on_hexes(battle, BLUE) == {R1: "known"}


@pytest.mark.parametrize(("ground", "far", "seen"), [("town", 2, False), ("town", 1, True), ("open", 2, True)])
def test_who_stands_in_a_town_is_seen_from_beside_it_on_hexes(ground: str, far: int, seen: bool) -> None:
    assert (R1 in in_sight_on_hexes(hexes(far, 12, ground), BLUE)) == seen


def test_no_stand_sees_farther_than_the_fog_of_the_round() -> None:
    battle = hexes(4, 12)
    assert R1 in in_sight_on_hexes(battle, BLUE)
    fog = special_rules.Sight(rounds=(battle.round,), hexes=3)
    assert R1 not in in_sight_on_hexes(replace(battle, special=(fog,)), BLUE)
    assert R1 in in_sight_on_hexes(replace(battle, special=(fog,), round=battle.round + 1), BLUE)
    assert in_sight_on_hexes(replace(hexes(2, 12), special=(fog,)), BLUE) == {R1: "made out"}, (
        "it counts by thirds, too"
    )


@pytest.mark.parametrize("kind", ["woods", "town", "hill"])
def test_a_line_of_sight_passes_no_wood_town_or_hill_unless_it_ends_there(kind: str) -> None:
    assert R1 not in in_sight_on_inches(inches(8, 36, (kind, 3, 5)), BLUE), "it stands between"
    watching = inches(8, 36, (kind, -4, 5))
    assert R1 in in_sight_on_inches(watching, BLUE), "who looks stands in it"
    beheld = inches(8, 36, (kind, 3, 12))
    assert (R1 in in_sight_on_inches(beheld, BLUE)) == (kind == "hill"), (
        "in a wood or a town it is not seen from 8 inches"
    )
    assert R1 in in_sight_on_inches(inches(3, 36, (kind, 2, 12)), BLUE), "it is seen from 3"


# --- H2: giving away


@pytest.mark.parametrize(("visibility", "far", "seen"), [(4, 8, True), (4, 9, False), (2, 7, True), (2, 8, False)])
def test_who_gave_himself_away_is_known_within_twice_the_visibility_on_hexes(
    visibility: int, far: int, seen: bool
) -> None:
    battle = giving_away(hexes(far, visibility, "woods"), (R1,))
    assert in_sight_on_hexes(battle, BLUE) == ({R1: "known"} if seen else {})
    rested = sn_facts.RoundBegan(round=2).apply(battle)
    assert in_sight_on_hexes(rested, BLUE) == {}, "until the round ends"


@pytest.mark.parametrize(
    ("visibility", "far", "seen"), [(12, 24, True), (12, 24.1, False), (3, 15, True), (3, 15.1, False)]
)
def test_who_gave_himself_away_is_seen_within_twice_the_visibility_in_inches(
    visibility: int, far: float, seen: bool
) -> None:
    battle = giving_away(inches(far, visibility, ("woods", 1, 2)), (R1,))
    assert (R1 in in_sight_on_inches(battle, BLUE)) == seen
    for side, still in ((BLUE, seen), (RED, False)):
        begun = oh_facts.PlayerTurnBegan(turn=2, side=side).apply(battle)
        assert (R1 in in_sight_on_inches(begun, BLUE)) == still, "until the next player turn of its own side"


# --- H3: how well


@pytest.mark.parametrize(("far", "visibility"), [(1, 12), (3, 12), (7, 12), (12, 12), (13, 12)])
def test_one_enemy_is_looked_for_as_all_are(far: int, visibility: int) -> None:
    battle = hexes(far, visibility)
    assert in_sight_on_hexes(battle, BLUE, R1) == in_sight_on_hexes(battle, BLUE)
    assert in_sight_on_hexes(battle, BLUE, B1) == {}


@pytest.mark.parametrize(("far", "grade"), [(1, "known"), (2, "body"), (3, None)])
def test_a_neighbour_is_known_however_thick_the_fog(far: int, grade: Grade | None) -> None:
    assert in_sight_on_hexes(hexes(far, 2), BLUE).get(R1) == grade


@pytest.mark.parametrize(("left", "many"), [((2,), "few"), ((3,), "some"), ((4,), "some"), ((5,), "many")])
def test_how_many_are_made_out_on_hexes(left: tuple[int, ...], many: str) -> None:
    battle = hexes(5, 12)
    stand = replace(battle.stands[R1], sp=left)
    assert known_on_hexes(battle, stand, Sighting(StandId("?1"), "made out")).name == f"{many} horse"


@pytest.mark.parametrize(("hits", "many"), [(10, "few"), (9, "some"), (5, "some"), (4, "many")])
def test_how_many_are_made_out_in_inches(hits: int, many: str) -> None:
    unit = replace(inches(8, 36).units[R1], hits=hits)
    assert known_on_inches(unit, Sighting(StandId("?1"), "made out")).name == f"{many} foot"


@pytest.mark.parametrize(("visibility", "about"), [(12, False), (6, True)])
def test_odds_against_who_is_not_known_are_told_as_no_more_than_about_right(visibility: int, about: bool) -> None:
    view = SNAPHANCE.state.view(looked(hexes(3, visibility)), Seat("blue"))
    (target,) = (one for one in view.stands if one != B1)
    (told,) = remarks(view, commands.StandOrders(stand=B1, actions=(commands.Charge(target=target),)))
    assert (told.startswith("about "), "is not known" in told) == (about, about)
    assert " dice against " in told


def test_dragoons_are_made_out_as_horse() -> None:
    battle = hexes(5, 12)
    stand = replace(battle.stands[R1], type="dragoons")
    assert known_on_hexes(battle, stand, Sighting(StandId("?1"), "made out")).type == "?horse"


# --- H5: ghosts


def moved(battle: Any, far: int, aside: int = 0) -> Any:
    """r1 goes elsewhere, as far as both sides notice."""
    if isinstance(battle, sn.Battle):
        return after(battle, sn.with_stand(battle, replace(battle.stands[R1], hex=Hex(aside, -far))))
    pose = Pose(Spot(Hundredths(800 + 100 * aside), Hundredths(700 + 100 * far)), Tenths(1800))
    return after(battle, oh.with_unit(battle, replace(battle.units[R1], pose=pose)))


def later(battle: Any) -> Any:
    """The next round, or turn, in which more is in sight."""
    battle = replace(battle, sights=replace(battle.sights, visibility=battle.sights.visibility * 3 // 2))
    if isinstance(battle, sn.Battle):
        return after(battle, replace(battle, round=battle.round + 1))
    return after(battle, replace(battle, turn=battle.turn + 1))


def where(ghost: Any) -> Any:
    """The place of a ghost."""
    return ghost.was.hex if hasattr(ghost.was, "hex") else ghost.was.pose.at


@pytest.mark.parametrize("board", [hexes, inches])
def test_a_ghost_stays_where_it_was_last_seen_until_the_place_is_seen_empty_later(board: Any) -> None:
    unseen = board(6, 6)
    seen = looked(unseen)
    assert [one.name for one in side_sights(seen, BLUE).seen.values()] == ["?1"]
    gone = moved(seen, 12)
    (ghost,) = side_sights(gone, BLUE).ghosts.values()
    here = Hex(0, -6) if board is hexes else None
    assert here is None or where(ghost) == here
    assert board is hexes or where(ghost).y <= 700 + 600 < gone.units[R1].pose.at.y, "no farther than it was in sight"
    assert side_sights(later(gone), BLUE).ghosts == {}


@pytest.mark.parametrize("board", [hexes, inches])
def test_a_unit_that_is_known_again_leaves_no_ghost(board: Any) -> None:
    unseen = board(2, 6)
    seen = looked(unseen)
    assert R1 in side_sights(seen, BLUE).seen
    gone = moved(seen, 12)
    assert set(side_sights(gone, BLUE).ghosts) == {R1}
    assert side_sights(moved(gone, 2, 1), BLUE).ghosts == {}


# --- H6, H7: what is found out, and what is decided


@pytest.mark.parametrize("shooting", [False, True])
def test_what_an_order_was_to_spend_is_spent_that_is_found_impossible(shooting: bool) -> None:
    battle = inches(8, 36)
    order = Charge(unit=B1, target=R1)
    fact = oh_noticed.FoundOut(side=BLUE, order=order, what="ran into", enemies=(R1,), shooting=shooting)
    one = fact.apply(battle).units[B1]
    assert (one.shot, one.moved) == (shooting, not shooting)


def test_what_is_found_out_names_enemies_as_the_side_knows_them() -> None:
    board = hexes(6, 6)
    hidden = replace(board, sights=replace(board.sights, sides={}))
    words = f"{R1} bars the way"
    fact = sn_noticed.FoundOut(side=BLUE, stand=B1, order=f"charge {R1}", why=words, enemies=(R1,))
    told = learned_on_hexes(fact, hidden, Seat("blue"))
    assert told == replace(fact, order=f"charge {UNKNOWN}", why=f"{UNKNOWN} bars the way", enemies=())
    seen: Any = looked(hidden)
    assert learned_on_hexes(fact, seen, Seat("blue")) == replace(
        fact, order="charge ?1", why="?1 bars the way", enemies=(StandId("?1"),)
    )
    table = inches(6, 6)
    met = oh_noticed.FoundOut(side=BLUE, order=Charge(unit=B1, target=R1), what="not as seen", enemies=(R1,))
    beheld = looked(table)
    learned: Any = learned_on_inches(met, beheld, Seat("blue"))
    assert (learned.order.target, learned.enemies) == ("?1", ("?1",))
    assert learned_on_inches(met, table, Seat("red")) is None


def test_conditions_and_standing_orders_hold_for_what_their_seat_sees_alone() -> None:
    near = commands.EnemyWithin(3)
    turn = commands.When(near, (commands.TurnTo(to=Facing(3)),), ())
    evade = commands.StandingOrder("evade", "never", when=near)
    sheet = commands.Sheet(orders=(commands.StandOrders(B1, (turn,)),), standing=(evade,))
    found: dict[str, tuple[int, str]] = {}
    for ground in ("open", "woods"):
        battle = hexes(2, 12, ground)
        seat = sn.seat_of_stand(battle, B1)
        battle = replace(battle, sheets={seat: sheet}, active_group=GroupId(battle.stands[B1].group))
        values: list[str] = []

        def played(play: Any, seat: Seat = seat, values: list[str] = values) -> None:
            values.append(holding_value(play, B1, "evade")[0])
            carry_out(play, seat, 0)

        end = stretch(battle, TapeDice([]), played, reading(SNAPHANCE.state.view, notice_hexes)).battle
        found[ground] = (end.stands[B1].facing, values[0])
    assert found["open"][0] == 3
    assert found["woods"][0] == 0, "the enemy in the wood is not seen from 2 hexes"
    assert found["open"][1] == "never" != found["woods"][1]


def test_a_commander_of_the_one_hour_rules_decides_by_what_he_sees() -> None:
    battle = inches(8, 36, ("woods", 3, 12))
    seat = battle.armies[0].seat
    views: list[oh.Battle] = []
    stretch(
        battle, TapeDice([]), lambda play: views.append(seen_by(play, seat)),
        reading(ONEHOUR.state.view, notice_inches),
    )  # fmt: skip
    assert all(R1 not in one.units for one in views)
    assert views


# --- what both sides hear


def test_that_an_army_broke_is_told_to_a_side_that_saw_nothing_of_it() -> None:
    fact = sn_facts.SideBroken(side=RED)
    assert learned_on_hexes(fact, hexes(30, 12), Seat("blue")) == fact


def test_what_acted_unseen_is_not_told_by_a_fight_that_is_seen() -> None:
    """Melees are in a view without their activations; a group that is not known acts under no name (SN-H9)."""
    battle = hexes(1, 12)
    fight = sn.Melee(id=MeleeId("m"), stands={BLUE: B1, RED: R1}, fought_in=(3, 5))
    battle = replace(battle, melees={fight.id: fight}, active_side=RED, active_group=battle.stands[R1].group)
    seen = looked(battle)
    view = SNAPHANCE.state.view(seen, Seat("blue"))
    assert view.melees[fight.id].fought_in == ()
    assert view.active_group == seen.active_group, "it is known by r1"
    unseen = replace(hexes(30, 12), active_side=RED, active_group=battle.stands[R1].group)
    assert SNAPHANCE.state.view(unseen, Seat("blue")).active_group == not_known(RED)


def test_who_holds_what_is_told_at_the_end_of_a_turn_as_far_as_the_side_saw() -> None:
    battle = inches(30, 12)
    fact = oh_facts.PlayerTurnEnded(side=RED, holders={"the down": RED})
    learned: Any = learned_on_inches(fact, battle, Seat("blue"))
    assert learned.holders == {}


def test_all_is_laid_open_at_the_end() -> None:
    battle = hexes(30, 12)
    assert R1 not in SNAPHANCE.state.view(battle, Seat("blue")).stands
    assert R1 in SNAPHANCE.state.view(replace(battle, phase="over"), Seat("blue")).stands
    table = inches(30, 12)
    assert R1 not in ONEHOUR.state.view(table, Seat("blue")).units
    assert R1 in ONEHOUR.state.view(replace(table, phase="over"), Seat("blue")).units


def test_a_unit_that_falls_in_sight_is_known_to_be_lost_and_one_out_of_sight_is_not() -> None:
    for far, fallen in ((3, {R1}), (30, set())):
        battle = hexes(far, 12)
        seen = looked(battle)
        gone = sn_facts.Destroyed(stand=R1, hex=seen.stands[R1].hex, points=2, cause="a test").apply(seen)
        assert set(side_sights(gone, BLUE).fallen) == fallen
        assert side_sights(gone, BLUE).points == (2 if fallen else 0)
        assert sn.army(gone, RED).break_lost == 2


def test_nothing_is_in_sight_while_the_sides_set_up() -> None:
    battle: Any = hexes(3, 12)
    empty = replace(battle, sights=replace(battle.sights, sides={}), phase="set-up")
    assert notice_hexes(replace(empty, round=99), empty) == ()
    for phase in ("army", "set-up"):
        table = replace(inches(3, 36), phase=phase)
        assert notice_inches(replace(table, turn=99), table) == ()
