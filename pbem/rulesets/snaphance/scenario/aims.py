"""What a scenario file says of winning: the limit of rounds, objectives, and how the end is judged."""

from pbem.engine.grades import Borders
from pbem.engine.hexes import HexKey, key, label
from pbem.engine.ids import Side
from pbem.engine.spec import inside
from pbem.rulesets.snaphance.scenario.file import File, HexesObjective
from pbem.rulesets.snaphance.scenario.map import read_hexes
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.state.battle import HexObjective

PERCENT = 5
"""What an objective adds to the margin of who holds it at the end, where the file does not say."""


def read_limit(got: ScenarioParts, file: File) -> None:
    """The number of rounds."""
    if file.limit is not None and file.limit < 1:
        got.fault("limit", "the number of rounds is 1 or more; leave it out for none")


def read_objectives(got: ScenarioParts, file: File, victory: Borders) -> tuple[HexObjective, ...]:
    """The objectives, each of use for something."""
    found: list[HexObjective] = []
    for spec, where in got.items(HexesObjective, file.objectives, "objectives"):
        got.once(spec.name, [one.name for one in found], inside(where, "name"), "an objective")
        found.append(_objective(got, file, victory, spec, where))
    return tuple(found)


def _objective(got: ScenarioParts, file: File, victory: Borders, spec: HexesObjective, where: str) -> HexObjective:
    hexes = tuple(read_hexes(got, spec.hexes, inside(where, "hexes")))
    if not spec.hexes:
        got.fault(where, "an objective has one hex at least", "hexes")
    for i, here in enumerate(hexes):
        if got.ground.get(key(here)) == "impassable":
            got.fault(inside(inside(where, "hexes"), i), f"nobody can enter {label(here)}: it is impassable")
    need = len(spec.hexes) if spec.need is None else spec.need
    got.between(need, max(len(spec.hexes), 1), inside(where, "need"), "the number of its hexes")
    ends = spec.at_round is not None or spec.from_round is not None
    if ends and 2 * need <= len(spec.hexes):
        got.warn(inside(where, "need"), "both sides can hold that many at once; then nobody wins by it")
    _rounds(got, file, spec, where)
    _worth(got, victory, spec, where, ends=ends)
    percent = PERCENT if spec.percent is None and victory.by == "margin" and not ends else spec.percent or 0
    return HexObjective(
        name=spec.name, hexes=hexes, need=need, at_round=spec.at_round, from_round=spec.from_round, percent=percent,
        points=spec.points or 0,
    )  # fmt: skip


def _rounds(got: ScenarioParts, file: File, spec: HexesObjective, where: str) -> None:
    """When holding it wins."""
    if spec.at_round is not None and spec.from_round is not None:
        got.fault(where, "it wins at the end of one round (at_round) or of any from one on (from_round): not both")
    for name, said in (("at_round", spec.at_round), ("from_round", spec.from_round)):
        if said is not None and (said < 1 or (file.limit is not None and said > file.limit)):
            got.fault(where, f"round {said} is never played out", name)


def _worth(got: ScenarioParts, victory: Borders, spec: HexesObjective, where: str, *, ends: bool) -> None:
    """What it counts for at the end, in the coin the battle is judged by."""
    if spec.percent is not None and victory.by == "points":
        got.fault(where, "this battle is judged by points: write points, for each of its hexes", "percent")
    if spec.points is not None and victory.by == "margin":
        got.fault(where, "this battle is judged by the margin: write percent, or victory: {by: points}", "points")
    for name, said in (("percent", spec.percent), ("points", spec.points)):
        if said is not None and said < 1:
            got.fault(where, f"{name} are 1 or more; leave them out for none", name)
    if victory.by == "points" and spec.points is None and spec.percent is None and not ends:
        got.fault(where, "it counts for nothing: give it points for each hex, or the round in which it wins")


def holders_at_first(got: ScenarioParts, file: File, objectives: tuple[HexObjective, ...]) -> dict[HexKey, Side]:
    """Objective hexes in hand before the first round: where a stand starts, or as the file says."""
    sides = [army.id for army in got.armies]
    held: dict[HexKey, Side] = {}
    for i, value in enumerate(file.objectives):
        said = value.get("held_by") if isinstance(value, dict) else None
        if said is None:
            continue
        if not got.one_of(said, sides, f"objectives[{i}].held_by", "side"):
            continue
        name = value.get("name")
        held |= {key(here): Side(said) for one in objectives if one.name == name for here in one.hexes}
    for here in {key(here) for one in objectives for here in one.hexes} & set(got.at):
        held[here] = got.stands[got.at[here]].side
    return held
