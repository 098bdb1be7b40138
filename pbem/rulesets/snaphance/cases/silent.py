"""What happened in a case and its ``expect`` does not speak of: nothing may, where it has ``besides``."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.casekit.results import Difference
from pbem.rulesets.snaphance.cases.orders import CaseRun
from pbem.rulesets.snaphance.state.battle import Battle, Commander, Stand

STATE: Mapping[str, Callable[[Stand], object]] = {
    "hex": lambda one: [one.hex.q, one.hex.r],
    "facing": lambda one: int(one.facing),
    "sp": lambda one: list(one.sp),
    "disordered": lambda one: one.disordered,
    "opportunity": lambda one: one.opportunity,
}
"""What may change of a stand that is still there."""


def unspoken(expect: Mapping[str, Any], told: CaseRun) -> list[Difference]:
    """Each change of a stand, general or melee, and each refusal, of which no key of the case speaks."""
    found: list[Difference] = []
    for name, before in told.start.stands.items():
        if name in told.end.stands:
            spoken = {**expect.get("stands", {}).get(name, {}), **expect["besides"].get(name, {})}
            found += _of_stand(spoken, before, told.end.stands[name])
    for code, chief in told.start.commanders.items():
        spoken = {**expect.get("commanders", {}).get(code, {}), **expect["besides"].get(code, {})}
        found += _of_general(spoken, chief, told.end)
    if not {"refused", "refused_steps", "evasion_refused"} & expect.keys() and told.refusals():
        found.append(Difference("besides", "no refusal", "; ".join(told.refusals())))
    if not {"ongoing", "new_melee", "battle_stands"} & expect.keys() and told.end.melees != told.start.melees:
        found.append(Difference("besides", "no other melee", ", ".join(told.end.melees) or "one that ended"))
    return found


def _of_stand(spoken: Mapping[str, Any], before: Stand, after: Stand) -> list[Difference]:
    if not after.on_board:
        gone = before.on_board and not {"destroyed", "off_board"} & spoken.keys()
        return [Difference(f"besides.{after.id}", "still there", "gone")] if gone else []
    return [
        Difference(f"besides.{after.id}.{name}", str(value(before)), str(value(after)))
        for name, value in STATE.items()
        if name not in spoken and value(before) != value(after)
    ]


def _of_general(spoken: Mapping[str, Any], before: Commander, battle: Battle) -> list[Difference]:
    after = battle.commanders[before.id]
    found: list[Difference] = []
    if after.alive != before.alive and "alive" not in spoken:
        found.append(Difference(f"besides.{before.id}.alive", str(before.alive), str(after.alive)))
    if after.alive and after.hex != before.hex and "hex" not in spoken:
        there = f"[{after.hex.q}, {after.hex.r}]"
        found.append(Difference(f"besides.{before.id}.hex", f"[{before.hex.q}, {before.hex.r}]", there))
    return found
