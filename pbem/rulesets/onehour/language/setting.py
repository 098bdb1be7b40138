"""Set-up and army as said -> as answered."""

from collections.abc import Sequence

from pbem.engine.ids import StandId
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine
from pbem.engine.orders import Problem
from pbem.engine.table.measures import normal
from pbem.engine.table.places import Pose, spot
from pbem.rulesets.onehour.commands import ArmyChoice, Placed, SetUp
from pbem.rulesets.onehour.language import parsed
from pbem.rulesets.onehour.language.advice import told
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.playing.setting import check_set_up
from pbem.rulesets.onehour.standing.aims import pivot_to
from pbem.rulesets.onehour.writing.writing import army_text

Place = tuple[OrderLine, Placed]


def set_up_taken(
    desk: Resolver, some: Sequence[tuple[OrderLine, parsed.Said]]
) -> tuple[list[Place], list[tuple[OrderLine, Fault]], bool]:
    """The places of a set-up that are lawful together, why the others are not, and whether the sample is asked for.

    With single places beside it the sample is written out: so it replaces what stood before.
    """
    sample = next((line for line, one in some if isinstance(one, parsed.AsSample)), None)
    places: dict[StandId, list[Place]] = {}
    faults: list[tuple[OrderLine, Fault]] = []
    for line, one in some:
        if isinstance(one, parsed.ForUnits):
            try:
                for place in _placed(desk, one):
                    places.setdefault(place.unit, []).append((line, place))
            except Fault as fault:
                faults.append((line, fault))
    single: list[Place] = []
    for unit, there in places.items():
        if len({place for _, place in there}) > 1:
            where = " and ".join(str(line.number) for line, _ in there)
            faults.append(
                (there[-1][0], Fault("two orders", f"lines {where} set up {unit} in different places", about=unit))
            )
        else:
            single.append(there[0])
    if sample is not None and single:
        named = [place.unit for _, place in single]
        single = [
            (sample, Placed(unit, desk.view.units[unit].pose)) for unit in desk.ordered if unit not in named
        ] + single
    lawful, refused = _lawful(desk, single)
    return lawful, [*faults, *refused], sample is not None and not lawful


def _placed(desk: Resolver, line: parsed.ForUnits) -> list[Placed]:
    units = desk.who(line.who)
    step = line.steps[0]
    if not isinstance(step, parsed.SetAt) or len(line.steps) > 1:
        raise Fault("not allowed", "before the first turn units are set up: write where, such as at 12,4 facing 0")
    if len(units) != 1:
        raise Fault("not readable", "each unit has a place of its own")
    unit = desk.view.units[units[0]]
    at = spot(desk.place(step.at, unit).at)
    if step.facing is None:
        return [Placed(unit.id, Pose(at, unit.pose.facing))]
    if isinstance(step.facing, int):
        return [Placed(unit.id, Pose(at, normal(step.facing)))]
    there = Pose(at, normal(0))
    return [Placed(unit.id, Pose(at, normal(pivot_to(there, desk.place(step.facing, unit).at))))]


def _lawful(desk: Resolver, some: Sequence[Place]) -> tuple[list[Place], list[tuple[OrderLine, Fault]]]:
    """Those that go together: of what does not, the last line is refused first."""
    left = list(some)
    refused: list[tuple[OrderLine, Fault]] = []
    while left:
        found = check_set_up(desk.view, desk.side, SetUp(places=tuple(place for _, place in left)))
        bad = [(line, place) for line, place in left if found.get(place.unit)]
        if not bad:
            break
        line, place = bad[-1]
        objections = found[place.unit]
        rules = tuple(dict.fromkeys(rule for one in objections for rule in one.rules))
        refused.append((line, Fault("not allowed", told(objections), rules=rules, about=place.unit)))
        left = [one for one in left if one != (line, place)]
    return left, refused


def army_fault(rows: Sequence[tuple[OrderLine, ArmyChoice]]) -> Problem:
    """Two rows named."""
    line = rows[-1][0]
    return Problem(
        line=line.number, quote=line.quote, kind="two orders",
        reason="; ".join(f"line {one.number} says {army_text(row)}" for one, row in rows),
        consequence="Neither is taken.", suggestions=tuple(dict.fromkeys(army_text(row) for _, row in rows)),
    )  # fmt: skip
