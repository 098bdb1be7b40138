"""What came of a case against what it expects: the vocabulary's ``expect``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from pbem.engine.casekit.comparing import Check, compare, differ, differences
from pbem.engine.casekit.results import Difference
from pbem.engine.casekit.sights import sights_told
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import hundredths
from pbem.rulesets.armatys.cases.played import CaseStory
from pbem.rulesets.armatys.fighting.defending import defending
from pbem.rulesets.armatys.fighting.sheltering import cover
from pbem.rulesets.armatys.morale.testing import ROLLS, TESTS
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import units as u
from pbem.rulesets.armatys.state.battle import Battle, General, unit_of
from pbem.rulesets.armatys.state.closing import ChargeDeclared
from pbem.rulesets.armatys.state.detached import Detached
from pbem.rulesets.armatys.state.noticed import FoundOut
from pbem.rulesets.armatys.state.units import Unit
from pbem.rulesets.armatys.tables import STRIKERS, UNLIMBER_MOVES


def _inches(at: Any) -> list[float]:  # noqa: ANN401  # a spot
    return [at.x / 100, at.y / 100]


def unit_told(unit: Unit, battle: Battle) -> dict[str, Any]:
    """Everything that a case may ask of a unit."""
    line, chased = u.ratio(unit), unit.pursuit
    return {
        "counters": unit.counters, "figures": unit.figures,
        "types": dict.fromkeys("MPWBHDG", 0) | u.types(unit), "rows": list(unit.rows),
        "at": _inches(unit.pose.at), "facing": unit.pose.facing / 10, "state": unit.state,
        "taken": dict.fromkeys(_CAUSES, 0) | dict(unit.taken), "moved": unit.moved / 100, "retired": unit.retired,
        "pursuit": {"quarry": chased.quarry, "bounds": chased.bounds} if chased else "none",
        "rally_owed": unit.rally_owed, "pistols_loaded": unit.pistols_loaded, "bayonets_fixed": unit.bayonets_fixed,
        "mounted": unit.mounted, "crew": unit.figures, "status": unit.status, "morale": unit.morale,
        "crew_at": _inches(unit.crew_at.at) if unit.crew_at is not None else "none",
        "left_as": unit.left_as if unit.left_as is not UNSET else "none",
        "ability": unit.ability, "removed": unit.cut_down or unit.id in battle.removed,
        "files": u.files(unit), "ranks": u.ranks(unit),
        "order": u.formation(unit), "ratio": f"{line[0]}:{line[1]}" if line else "none",
        "defending": defending(battle, unit),
        "over": unit.crossing.over if unit.crossing is not None else 0, "ready_bound": _ready_bound(unit, battle),
        "break_number": u.break_number(unit) or "none", "rate": u.rate(unit), "speed": u.speed(unit),
    }  # fmt: skip


def _ready_bound(unit: Unit, battle: Battle) -> int | str:
    """AR-art-4, AR-art-6, AR-Q42: the first bound in which a gun may fire, if it is unlimbered from now on."""
    if unit.gun is None:
        return "none"
    left = 0 if unit.status == "prepared" else UNLIMBER_MOVES[unit.gun] - unit.unlimber_moves
    return battle.bound + left + (unit.changed or unit.moved > 0)


_CAUSES = (
    *("test", "fire", "melee", "flank", "lost", "terrain", "interpenetration", "break", "speech", "rejoin", "panic"),
    "figures",
)


def general_told(general: General, battle: Battle) -> dict[str, Any]:
    """Everything that a case may ask of a general."""
    unit = unit_of(battle, general)
    return {
        "at": _inches(general.pose.at), "status": general.status, "back_in": general.back_in,
        "mounted": general.mounted, "with": unit.id if unit else "none", "removed": general.removed,
    }  # fmt: skip


def _units(key: str, wanted: Mapping[str, Any], battle: Battle) -> list[Difference]:
    every = {**battle.removed, **battle.units}
    return [
        one
        for name, keys in wanted.items()
        for one in compare(f"{key}.{name}", keys, unit_told(every[StandId(name)], battle))
    ]


def _generals(key: str, wanted: Mapping[str, Any], battle: Battle) -> list[Difference]:
    return [
        one
        for name, keys in wanted.items()
        for one in compare(f"{key}.{name}", keys, general_told(battle.generals[StandId(name)], battle))
    ]


def _gaps(key: str, wanted: Mapping[str, Any], battle: Battle) -> list[Difference]:
    found = {}
    for pair in wanted:
        one, other = (_body(battle, StandId(name)) for name in pair.split("-"))
        found[pair] = hundredths(rects(one.rect, other.rect)) / 100
    return compare(key, wanted, found)


def _body(battle: Battle, name: StandId) -> Unit | General:
    return battle.units[name] if name in battle.units else battle.generals[name]


def _contacts(key: str, wanted: Sequence[Sequence[str]], battle: Battle) -> list[Difference]:
    found = sorted(sorted((one.one, one.other)) for one in battle.contacts)
    return differ(key, sorted(map(sorted, wanted)), found)


def _cover(key: str, wanted: Mapping[str, Any], battle: Battle) -> list[Difference]:
    found = {}
    for pair in wanted:
        enemy, unit = (battle.units[StandId(name)] for name in pair.split(">"))
        found[pair] = cover(battle, enemy, unit)
    return compare(key, wanted, found)


AT_A_STEP: Mapping[str, Callable[[str, Any, Battle], list[Difference]]] = {
    "units": _units, "generals": _generals, "gaps": _gaps, "contacts": _contacts, "cover": _cover,
}  # fmt: skip


def _risks(story: CaseStory, by: str, unit: str) -> dict[str, Any]:
    """Of the hits of one firer or striker on one unit."""
    tested = [one for one in story.facts if isinstance(one, f.Risked) and (one.by, one.unit) == (by, unit)]
    return {
        "saved": sum(one.saved for one in tested), "risk": [one.risk for one in tested if one.risk],
        "lost": "".join(one.lost for one in tested),
    }  # fmt: skip


def _fire(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    fired = {f"{one.unit}>{one.target}": one for one in story.facts if isinstance(one, f.Fired)}
    found: list[Difference] = []
    for pair, keys in wanted.items():
        _there(story, *pair.split(">"))
        if pair not in fired:
            found += differ(f"{key}.{pair}", "fire", "none")
            continue
        one = fired[pair]
        told = {
            "range": one.distance / 100, "figures": one.figures, "size": one.size, "groups": one.groups,
            "required": one.required, "hits": one.hits, **_risks(story, one.unit, one.target),
        }  # fmt: skip
        found += compare(f"{key}.{pair}", keys, told)
    return found


def _there(story: CaseStory, *names: str) -> None:
    """Raises ValueError for a name that no unit and no general has."""
    strange = [one for one in names if one not in {*story.end.units, *story.end.removed, *story.end.generals}]
    if strange:
        raise ValueError(f"there is no unit or general {strange[0]!r}")


def _melee(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    struck = {f"{one.unit}>{one.enemy}:{one.striker}": one for one in story.facts if isinstance(one, f.Struck)}
    none = {"figures": 0, "size": 0, "groups": 0, "hits": 0, "saved": 0, "risk": [], "lost": "", "face": "", "flank": 0}
    found: list[Difference] = []
    for name, keys in wanted.items():
        units, _, striker = name.partition(":")
        if striker not in STRIKERS:
            raise ValueError(f"no figures strike as {striker!r}; there are {', '.join(STRIKERS)}")
        _there(story, *units.split(">"))
        one = struck.get(name)
        told = none if one is None else {
            "figures": one.figures, "size": one.size, "groups": one.groups, "hits": one.hits or 0, "face": one.face,
            "flank": one.flank, **_risks(story, f"{one.unit}:{one.striker}", one.enemy),
        }  # fmt: skip
        found += compare(f"{key}.{name}", keys, told)
    return found


def _melees(key: str, wanted: Sequence[Mapping[str, Any]], story: CaseStory, faults: Faults) -> list[Difference]:
    decided = [one.melee for one in story.facts if isinstance(one, f.MeleeDecided)]
    found = [{"units": sorted(one.units), "loser": one.loser, "line": one.line} for one in decided]
    return differ(key, [{**one, "units": sorted(one["units"])} for one in wanted], found)


def _refused(key: str, wanted: Sequence[Mapping[str, Any]], story: CaseStory, faults: Faults) -> list[Difference]:
    found = {one.order: one for one in story.refused}
    differing = differ(f"{key}.orders", sorted(one["order"] for one in wanted), sorted(found))
    for one in wanted:
        there = found.get(one["order"])
        if there is None:
            continue
        if "rules" in one and not set(one["rules"]) & set(there.why):
            differing += differ(f"{key}.{one['order']}.rules", one["rules"], there.why)
        told = {
            "range": (there.distance or 0) / 100, "by": there.by, "inside": (there.inside or 0) / 100,
            "order": there.order, "rules": one.get("rules"),
        }  # fmt: skip
        differing += compare(f"{key}.{one['order']}", one, told)
    return differing


def _accepted(key: str, wanted: Sequence[Mapping[str, Any]], story: CaseStory, faults: Faults) -> list[Difference]:
    found: dict[int, dict[str, Any]] = {one: {"order": one} for one in story.ordered - {r.order for r in story.refused}}
    for fact in story.facts:
        if isinstance(fact, f.Fired):
            found[fact.order] = {"order": fact.order, "range": fact.distance / 100}
        elif isinstance(fact, ChargeDeclared):
            found[fact.order] = {"order": fact.order, "time": fact.time / 100}
        elif isinstance(fact, f.Moved) or (isinstance(fact, f.GeneralMoved) and fact.order):
            found[fact.order] = {"order": fact.order, "time": round(fact.time, 2)}
        elif isinstance(fact, Detached):
            found[fact.order] = {"order": fact.order, "time": 1.0}
    found |= story.accepted
    return [one for each in wanted for one in compare(f"{key}.{each['order']}", each, found.get(each["order"], {}))]


def _not_rolled(key: str, wanted: Sequence[str], story: CaseStory, faults: Faults) -> list[Difference]:
    rolled = {f"{roll.label}:{roll.by}" for roll in story.rolls}
    for label in wanted:
        what, _, who = label.partition(":")
        if what not in ROLLS:
            raise ValueError(f"no dice are called {what!r}; there are {', '.join(ROLLS)}")
        _there(story, *who.split(":")[0].split(">"))
    return differ(key, [], sorted(rolled & set(wanted)))


def _tests(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    rolled = {f"ar.{one.test}:{one.unit}": one for one in story.facts if isinstance(one, f.ReactionTested)}
    found: list[Difference] = []
    for label, keys in wanted.items():
        what, _, who = label.partition(":")
        if what not in TESTS:
            raise ValueError(f"there is no test {what!r}; there are {', '.join(TESTS)}")
        _there(story, who)
        if label not in rolled:
            found += differ(f"{key}.{label}", "a test", "none")
        else:
            required = rolled[label].required
            told = {"required": "none" if required is None else required, "passed": rolled[label].passed}
            found += compare(f"{key}.{label}", keys, told)
    return found


def _after(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for step, keys in wanted.items():
        name = step if " " in step else next((one for one in story.after if one.endswith(f" {step}")), step)
        battle = story.after[name]
        found += [one for what, each in keys.items() for one in AT_A_STEP[what](f"{key}.{step}.{what}", each, battle)]
    return found


def _at_the_end(check: Callable[[str, Any, Battle], list[Difference]]) -> Check[CaseStory]:
    return lambda key, wanted, story, faults: check(key, wanted, story.end)


def _found_out(key: str, wanted: Sequence[str], story: CaseStory, faults: Faults) -> list[Difference]:
    """Orders that could not be carried out: ``A1 not as seen``."""
    there = [" ".join([one.unit, one.what, *one.enemies]) for one in story.facts if isinstance(one, FoundOut)]
    return differ(key, list(wanted), there)


KEYS: Mapping[str, Check[CaseStory]] = {
    **{name: _at_the_end(check) for name, check in AT_A_STEP.items()},
    "fire": _fire, "melee": _melee, "melees": _melees, "refused": _refused, "accepted": _accepted,
    "not_rolled": _not_rolled, "tests": _tests, "after": _after,
    "sights": sights_told, "ghosts": sights_told, "fallen": sights_told, "found_out": _found_out,
}  # fmt: skip


def told(expect: Mapping[str, Any], story: CaseStory, faults: Faults) -> tuple[Difference, ...]:
    """Every key of ``expect`` that differs."""
    return differences(expect, KEYS, story, faults)
