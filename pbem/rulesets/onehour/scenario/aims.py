"""What a scenario is about: objectives, how the last turn is judged, exits, units that must stay near a place."""

from pbem.engine.ids import Side, StandId
from pbem.engine.spec import inside, read
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.onehour.battle import Area, Exit, Objective, Tie, Victory
from pbem.rulesets.onehour.scenario.file import AreaSpec, ExitSpec, File, NearSpec, ObjectiveSpec, VictorySpec
from pbem.rulesets.onehour.scenario.reading import BY_DICE, Reading, area, length, spot, stretch


def read_objectives(got: Reading, file: File, victory: Victory) -> tuple[Objective, ...]:
    """What is to be held (SCN-objective)."""
    found: list[Objective] = []
    for i, value in enumerate(file.objectives):
        where = f"objectives[{i}]"
        spec = read(ObjectiveSpec, value, where, got.faults)
        if spec is None:
            continue
        if any(one.name == spec.name for one in found):
            got.faults.add(inside(where, "name"), f"there is an objective {spec.name!r} already")
        areas = _areas(got, spec, where)
        known = [one.name for goal in found for one in goal.areas]
        for one in areas:
            if one.name in known or sum(one.name == other.name for other in areas) > 1:
                got.faults.add(inside(where, "areas"), f"{one.name} is to be held twice: who holds it goes by its name")
        need = len(areas) if spec.need is None else spec.need
        if areas and not 1 <= need <= len(areas):
            got.faults.add(inside(where, "need"), f"{need} is not between 1 and its {len(areas)} areas")
        if file.turns is not None and not 1 <= spec.from_turn <= file.turns:
            got.faults.add(
                inside(where, "from_turn"), f"{spec.from_turn} is not between 1 and the last turn, {file.turns}"
            )
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
                sides=_sides(got, spec.sides, inside(where, "sides")),
            )
        )
        _check_worth(got, spec, found[-1], victory, where)
    return tuple(found)


def _check_worth(got: Reading, spec: ObjectiveSpec, goal: Objective, victory: Victory, where: str) -> None:
    """An objective is worth something."""
    if goal.points and victory.by != "points":
        got.faults.add(inside(where, "points"), "points count only with victory: {by: points}")
    if not goal.points and not goal.wins:
        got.faults.add(where, "it wins nothing and is worth no points: leave it out, or say what it is worth")
    if spec.test == "end" and goal.wins and victory.by != "objective":
        got.faults.add(where, f"who holds it after the last turn wins nothing where victory is by {victory.by}")


def _areas(got: Reading, spec: ObjectiveSpec, where: str) -> tuple[Area, ...]:
    found: list[Area] = []
    for i, value in enumerate(spec.areas):
        place = f"{where}.areas[{i}]"
        if not isinstance(value, str):
            found += _own_area(got, value, place)
        elif value in got.unsound:
            continue
        elif value not in got.features or got.features[value].kind == "road":
            known = ", ".join(one.id for one in got.features.values() if one.kind != "road")
            got.faults.add(place, f"{value!r} is no piece of terrain to be held; there are: {known or 'none'}")
        else:
            one = got.features[value]
            found.append(Area(name=one.name or one.id, shape=one.shape))
    if not spec.areas:
        got.faults.add(inside(where, "areas"), "nothing is to be held: name a piece of terrain, or an area of its own")
    return tuple(found)


def _own_area(got: Reading, value: object, where: str) -> list[Area]:
    spec = read(AreaSpec, value, where, got.faults)
    if spec is None:
        return []
    if (spec.at is None) == (not spec.shape) or (spec.within is None) != (spec.at is None):
        got.faults.add(where, "an area has a 'shape' of corners, or a place 'at' and what is 'within' so many inches")
        return []
    if spec.at is not None and spec.within is not None:
        radius = length(got, spec.within, inside(where, "within"), Hundredths(50))
        return [Area(name=spec.name, shape=(spot(got, spec.at, inside(where, "at")),), radius=radius)]
    return [Area(name=spec.name, shape=area(got, spec.shape, inside(where, "shape")))]


def read_victory(got: Reading, file: File) -> Victory:
    """How the last turn is judged (OH-Q37): by the objectives, where there are any."""
    spec = read(VictorySpec, file.victory, "victory", got.faults)
    if spec is None:
        return Victory()
    by = spec.by or ("objective" if file.objectives else "units")
    if by == "objective" and not file.objectives:
        got.faults.add("victory.by", "there is no objective: write objectives, or leave victory out (OH-Q37)")
    otherwise = Side(spec.otherwise) if spec.otherwise is not None else None
    if otherwise is not None:
        _sides(got, (otherwise,), "victory.otherwise")
        if by != "objective":
            got.faults.add("victory.otherwise", "it says who wins when nobody holds the objectives: by objective only")
    if spec.unit < 0 or spec.lead < 1:
        got.faults.add("victory", "'unit' is 0 or more, 'lead' 1 or more")
    elif by != "points" and (spec.unit or spec.lead != 1):
        got.faults.add("victory", "'unit' and 'lead' count only with victory: {by: points}")
    return Victory(by=by, otherwise=otherwise, unit=spec.unit, lead=spec.lead)


def read_exits(got: Reading, file: File) -> tuple[Exit, ...]:
    """Where units may leave (OH-Q36, SCN-exit)."""
    found: list[Exit] = []
    for i, value in enumerate(file.exits):
        where = f"exits[{i}]"
        spec = read(ExitSpec, value, where, got.faults)
        if spec is None:
            continue
        if any(one.name == spec.name for one in found):
            got.faults.add(inside(where, "name"), f"there is an exit {spec.name!r} already")
        start, end = stretch(got, spec.edge, spec.from_, spec.to, where)
        if end - start < got.switches.frontage:
            got.faults.add(where, "no unit fits through so narrow an exit")
        sides = _sides(got, spec.sides, inside(where, "sides"))
        found.append(Exit(name=spec.name, edge=spec.edge, start=start, end=end, sides=sides, points=spec.points))
    return tuple(found)


def read_near(got: Reading, file: File) -> tuple[Tie, ...]:
    """Units that the scenario keeps near a place."""
    found: list[Tie] = []
    for i, value in enumerate(file.near):
        where = f"near[{i}]"
        spec = read(NearSpec, value, where, got.faults)
        if spec is None:
            continue
        for unit in spec.units:
            if unit not in got.units:
                drawn = ": its army is drawn" if got.pace == BY_DICE else ""
                got.faults.add(inside(where, "units"), f"there is no unit {unit}{drawn}")
        at = spot(got, spec.at, inside(where, "at"))
        within = length(got, spec.within, inside(where, "within"), Hundredths(100))
        found.append(Tie(units=tuple(map(StandId, spec.units)), at=at, within=within, name=spec.name))
    return tuple(found)


def _sides(got: Reading, names: tuple[str, ...], where: str) -> tuple[Side, ...]:
    known = [one.id for one in got.armies]
    for name in names:
        if name not in known:
            got.faults.add(where, f"there is no side {name!r}; there are: {', '.join(known)}")
    return tuple(map(Side, names))
