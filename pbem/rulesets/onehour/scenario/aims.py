"""What a scenario is about: objectives, how the last turn is judged."""

from pbem.engine.ids import Side
from pbem.engine.spec import read
from pbem.engine.table.objectives import AreaToHold, Objective
from pbem.engine.table.scenario import aims
from pbem.rulesets.onehour.battle import Victory
from pbem.rulesets.onehour.scenario.file import File, VictorySpec
from pbem.rulesets.onehour.scenario.reading import ScenarioParts


def read_objectives(got: ScenarioParts, file: File, victory: Victory) -> tuple[Objective, ...]:
    """What is to be held (SCN-objective), each worth something."""
    ground: dict[str, AreaToHold | None] = dict.fromkeys(got.unsound)
    ground |= {
        one.id: AreaToHold(name=one.name or one.id, shape=one.shape)
        for one in got.features.values()
        if one.kind != "road"
    }
    found = aims.read_objectives(got, file.objectives, got.armies, ground, file.turns)
    for goal, where in found:
        _check_worth(got, goal, victory, where)
    return tuple(goal for goal, _ in found)


def _check_worth(got: ScenarioParts, goal: Objective, victory: Victory, where: str) -> None:
    """An objective is worth something."""
    if goal.points and victory.by != "points":
        got.fault(where, "points count only with victory: {by: points}", "points")
    if not goal.points and not goal.wins:
        got.fault(where, "it wins nothing and is worth no points: leave it out, or say what it is worth")
    if goal.test == "end" and goal.wins and victory.by != "objective":
        got.fault(where, f"who holds it after the last turn wins nothing where victory is by {victory.by}")


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
