"""What a scenario is about: objectives, how the last turn is judged, exits, units that must stay near a place."""

from pbem.engine.ids import Side, StandId
from pbem.engine.spec import inside, read
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.onehour.battle import Area, Exit, Objective, Tie, Victory
from pbem.rulesets.onehour.scenario.file import ExitSpec, File, NearSpec, ObjectiveSpec, VictorySpec
from pbem.rulesets.onehour.scenario.reading import BY_DICE, ScenarioParts


def read_objectives(got: ScenarioParts, file: File, victory: Victory) -> tuple[Objective, ...]:
    """What is to be held (SCN-objective)."""
    found: list[Objective] = []
    for spec, where in got.items(ObjectiveSpec, file.objectives, "objectives"):
        got.once(spec.name, [one.name for one in found], inside(where, "name"), "an objective")
        areas = _areas(got, spec, where)
        known = [one.name for goal in found for one in goal.areas]
        for one in areas:
            if one.name in known or sum(one.name == other.name for other in areas) > 1:
                got.fault(where, f"{one.name} is to be held twice: who holds it goes by its name", "areas")
        need = len(areas) if spec.need is None else spec.need
        if areas:
            got.between(need, len(areas), inside(where, "need"), f"its {len(areas)} areas")
        if file.turns is not None:
            got.between(spec.from_turn, file.turns, inside(where, "from_turn"), f"the last turn, {file.turns}")
        found.append(
            Objective(
                name=spec.name,
                areas=areas,
                need=need,
                hold=spec.hold,
                test=spec.test,
                from_turn=spec.from_turn,
                wins=spec.points == 0 if spec.wins is None else spec.wins,
                points=spec.points,
                sides=got.sides_named(spec.sides, got.armies, inside(where, "sides")),
            )
        )
        _check_worth(got, spec, found[-1], victory, where)
    return tuple(found)


def _check_worth(got: ScenarioParts, spec: ObjectiveSpec, goal: Objective, victory: Victory, where: str) -> None:
    """An objective is worth something."""
    if goal.points and victory.by != "points":
        got.fault(where, "points count only with victory: {by: points}", "points")
    if not goal.points and not goal.wins:
        got.fault(where, "it wins nothing and is worth no points: leave it out, or say what it is worth")
    if spec.test == "end" and goal.wins and victory.by != "objective":
        got.fault(where, f"who holds it after the last turn wins nothing where victory is by {victory.by}")


def _areas(got: ScenarioParts, spec: ObjectiveSpec, where: str) -> tuple[Area, ...]:
    found: list[Area] = []
    for i, value in enumerate(spec.areas):
        place = f"{where}.areas[{i}]"
        if not isinstance(value, str):
            own = got.held(value, place)
            found += [Area(name=own[0], shape=own[1], radius=own[2])] if own is not None else []
        elif value in got.unsound:
            continue
        elif value not in got.features or got.features[value].kind == "road":
            known = ", ".join(one.id for one in got.features.values() if one.kind != "road")
            got.fault(place, f"{value!r} is no piece of terrain to be held; there are: {known or 'none'}")
        else:
            one = got.features[value]
            found.append(Area(name=one.name or one.id, shape=one.shape))
    if not spec.areas:
        got.fault(where, "nothing is to be held: name a piece of terrain, or an area of its own", "areas")
    return tuple(found)


def read_victory(got: ScenarioParts, file: File) -> Victory:
    """How the last turn is judged (OH-Q37): by the objectives, where there are any."""
    spec = read(VictorySpec, file.victory, "victory", got.faults)
    if spec is None:
        return Victory()
    by = spec.by or ("objective" if file.objectives else "units")
    if by == "objective" and not file.objectives:
        got.fault("victory.by", "there is no objective: write objectives, or leave victory out (OH-Q37)")
    otherwise = Side(spec.otherwise) if spec.otherwise is not None else None
    if otherwise is not None:
        got.sides_named((otherwise,), got.armies, "victory.otherwise")
        if by != "objective":
            got.fault("victory.otherwise", "it says who wins when nobody holds the objectives: by objective only")
    if spec.unit < 0 or spec.lead < 1:
        got.fault("victory", "'unit' is 0 or more, 'lead' 1 or more")
    elif by != "points" and (spec.unit or spec.lead != 1):
        got.fault("victory", "'unit' and 'lead' count only with victory: {by: points}")
    return Victory(by=by, otherwise=otherwise, unit=spec.unit, lead=spec.lead)


def read_exits(got: ScenarioParts, file: File) -> tuple[Exit, ...]:
    """Where units may leave (OH-Q36, SCN-exit)."""
    found: list[Exit] = []
    for spec, where in got.items(ExitSpec, file.exits, "exits"):
        got.once(spec.name, [one.name for one in found], inside(where, "name"), "an exit")
        start, end = got.stretch(spec.edge, spec.from_, spec.to, where)
        if end - start < got.switches.frontage:
            got.fault(where, "no unit fits through so narrow an exit")
        sides = got.sides_named(spec.sides, got.armies, inside(where, "sides"))
        found.append(Exit(name=spec.name, edge=spec.edge, start=start, end=end, sides=sides, points=spec.points))
    return tuple(found)


def read_near(got: ScenarioParts, file: File) -> tuple[Tie, ...]:
    """Units that the scenario keeps near a place."""
    found: list[Tie] = []
    for spec, where in got.items(NearSpec, file.near, "near"):
        for unit in spec.units:
            if unit not in got.units:
                drawn = ": its army is drawn" if got.pace == BY_DICE else ""
                got.fault(where, f"there is no unit {unit}{drawn}", "units")
        at = got.spot(spec.at, inside(where, "at"))
        within = got.length(spec.within, inside(where, "within"), Hundredths(100))
        found.append(Tie(units=tuple(map(StandId, spec.units)), at=at, within=within, name=spec.name))
    return tuple(found)
