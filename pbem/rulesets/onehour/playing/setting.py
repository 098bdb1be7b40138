"""Before the first turn: armies drawn, units set up, who goes first (OH-D1, OH-D2, OH-Q1)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.engine.commanders import seats_of
from pbem.engine.ids import Side, StandId
from pbem.engine.table.areas import inside
from pbem.engine.table.places import point
from pbem.engine.table.rects import corners
from pbem.engine.table.shapes import polygon
from pbem.rulesets.onehour.asks import AskArmy, AskSetup
from pbem.rulesets.onehour.battle import TYPES, Army, ArmyByTable, Battle, Unit, army
from pbem.rulesets.onehour.commands import ArmyChoice, Placed, SetUp
from pbem.rulesets.onehour.facts import (
    ArmyDrawn,
    FirstThrown,
    Objection,
    OrderOfSides,
    PhaseBegan,
    PlayerTurnBegan,
    SetUpMade,
)
from pbem.rulesets.onehour.moving.fitting import at_pose, in_the_way, off_table, others
from pbem.rulesets.onehour.moving.ground import forbidden, town_end
from pbem.rulesets.onehour.moving.moves import tied
from pbem.rulesets.onehour.moving.refusing import objection, once
from pbem.rulesets.onehour.tables import army_of, rules

if TYPE_CHECKING:
    from pbem.engine.play import Play

# --- OH-D2: armies ------------------------------------------------------------------------------------------------


def draw_armies(play: "Play[Battle]") -> None:
    """Every side that is to be drawn: the row its player takes where he may, else a die (OH-D2)."""
    drawn = [one for one in play.battle.armies if one.muster is not None]
    choosing = [one for one in drawn if one.muster is not None and one.muster.choice == "row"]
    asks = [AskArmy(seat=one.seat, side=one.id, default=ArmyChoice()) for one in choosing]
    answers = play.ask_each(asks, sealed=True)
    rows = {one.id: answer.row for one, answer in zip(choosing, answers, strict=True)}
    for one in drawn:
        if one.muster is not None:
            _draw(play, one, one.muster, rows.get(one.id))
    play.record(PhaseBegan(phase="set-up"))


def _draw(play: "Play[Battle]", side: Army, muster: ArmyByTable, row: int | None) -> None:
    die = play.roll("army", side.id, 1).values[0] if row is None else None
    taken = row if row is not None else die
    if taken is None:
        raise ValueError("neither a row nor a die")  # one of the two has just been set
    units = mustered(play.battle, side, muster, taken)
    play.record(ArmyDrawn(side=side.id, row=taken, die=die, units=units, rules=rules("OH-D2")))


def mustered(battle: Battle, side: Army, muster: ArmyByTable, row: int) -> tuple[Unit, ...]:
    """The units of a row, in the printed order of types, each on its slot of the sample placement."""
    counts = army_of(row, muster.size)
    kinds = [(kind, number) for kind in TYPES for number in range(1, counts[kind] + 1)]
    return tuple(
        Unit(
            id=StandId(f"{muster.codes[kind]}{number}"), name=f"{side.name}: {kind} {number}", side=side.id, type=kind,
            width=battle.switches.frontage, depth=battle.switches.depth, pose=slot, state="to place",
        )
        for (kind, number), slot in zip(kinds, muster.slots, strict=True)
    )  # fmt: skip


# --- OH-D1: set-up ------------------------------------------------------------------------------------------------


def set_up_all(play: "Play[Battle]") -> None:
    """Both sides take their places: as their players have them, both at once, or as the sample placement has them."""
    sides = tuple(one.id for one in play.battle.armies)
    if play.battle.deploys:
        asks = [
            AskSetup(seat=seat, side=one.id, default=SetUp()) for one in play.battle.armies for seat in seats_of(one)
        ]
        given = play.ask_each(asks, sealed=True)
        answers = tuple(_together(play.battle, side, asks, given) for side in sides)
    else:
        answers = tuple(SetUp() for _ in sides)
    for side, answer in zip(sides, answers, strict=True):
        play.record(set_up(play.battle, side, answer))
    play.record(PhaseBegan(phase="first side"))


def _together(battle: Battle, side: Side, asks: Sequence[AskSetup], given: Sequence[SetUp]) -> SetUp:
    """The answers of a side's commanders as one: a later commander's places are left out where they do not go with
    those of the others before."""
    answers = [answer for ask, answer in zip(asks, given, strict=True) if ask.side == side]
    if len(answers) == 1:
        return answers[0]
    taken = SetUp()
    for answer in answers:
        both = SetUp(places=(*taken.places, *answer.places))
        taken = taken if any(check_set_up(battle, side, both).values()) else both
    return taken


def set_up(battle: Battle, side: Side, answer: SetUp) -> SetUpMade:
    """The side's units at their places; all at those of the sample placement if the ones ordered do not go together."""
    sample = tuple(Placed(one.id, one.pose) for one in to_set_up(battle, side))
    ordered = {one.unit: one for one in answer.places}
    places = tuple(ordered.get(one.unit, one) for one in sample)
    if places != sample and not any(check_set_up(battle, side, SetUp(places=places)).values()):
        return SetUpMade(side=side, places=places, sample=False, rules=rules("OH-D1"))
    return SetUpMade(side=side, places=sample, sample=True, rules=rules("OH-D1"))


def to_set_up(battle: Battle, side: Side) -> list[Unit]:
    """The units a side sets up, by id: all that do not come later."""
    return [
        one for _, one in sorted(battle.units.items()) if one.side == side and one.state in {"to place", "on table"}
    ]


def check_set_up(battle: Battle, side: Side, answer: SetUp) -> dict[StandId, tuple[Objection, ...]]:
    """Why each place of a set-up is not lawful, () where it is: judged with the side's other units where they are to
    stand, ordered or by the sample placement.  Enemies are not looked at: zones are apart."""
    ordered = {one.unit: one.pose for one in answer.places}
    ours = [replace(one, pose=ordered.get(one.id, one.pose), state="on table") for one in to_set_up(battle, side)]
    alone = replace(battle, units={one.id: one for one in ours})
    found: dict[StandId, tuple[Objection, ...]] = {}
    for place in answer.places:
        one = alone.units.get(place.unit)
        if one is None:
            found[place.unit] = (objection("not-active", f"{place.unit} is not yours to set up", "OH-D1"),)
        else:
            found[place.unit] = once(_placed_so(alone, one))
    return found


def _placed_so(alone: Battle, unit: Unit) -> list[Objection]:
    """Inside its side's zone, on the table, apart from its friends, on ground it may stand on."""
    zone = army(alone, unit.side).zone
    there = at_pose(unit, unit.pose)
    found = [
        *off_table(alone, there),
        *in_the_way(others(alone, unit), there),
        *forbidden(alone, unit.type, there),
    ]
    found += [*town_end(alone, unit.type, point(unit.pose.at)), *tied(alone, unit.id, unit.pose.at)]
    if zone and not all(inside(corner, polygon(zone)) for corner in corners(there)):
        found.append(objection("outside-zone", "it would stand outside its side's zone", "OH-D1"))
    return found


# --- OH-Q1: who goes first ----------------------------------------------------------------------------------------


def decide_first(play: "Play[Battle]") -> None:
    """The side the scenario names, else the higher die; equal dice are thrown again, both (OH-Q1)."""
    order = play.battle.side_order or thrown_for_first(play)
    play.record(PlayerTurnBegan(turn=1, side=order[0], rules=rules("OH-Q1", "OH-seq-1")))


def thrown_for_first(play: "Play[Battle]") -> tuple[Side, ...]:
    """One die each, in the scenario's order of sides, until they differ; the order of sides."""
    sides = tuple(one.id for one in play.battle.armies)
    while True:
        dice: dict[Side, int] = {}
        for side in sides:
            dice[side] = play.roll("first", side, 1).values[0]
        order = tuple(sorted(sides, key=lambda side: -dice[side]))
        tied_dice = dice[order[0]] == dice[order[-1]]
        play.record(FirstThrown(dice=dice, tied=tied_dice, rules=rules("OH-Q1")))
        if not tied_dice:
            play.record(OrderOfSides(order=order, rules=rules("OH-Q1")))
            return order
