"""What came of a case against what it expects: the vocabulary's ``expect``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.engine.casekit.comparing import Check, compare, differ, differences
from pbem.engine.casekit.results import Difference
from pbem.engine.casekit.sights import sights_told
from pbem.engine.ids import Side, StandId
from pbem.engine.spec import Faults
from pbem.engine.table.places import Spot
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.cases.played import CaseStory
from pbem.rulesets.fornovo.fighting.covering import wrecked
from pbem.rulesets.fornovo.morale.artillery import outgunned, weight
from pbem.rulesets.fornovo.moving.command import commanded_by
from pbem.rulesets.fornovo.moving.flanks import open_flanks
from pbem.rulesets.fornovo.moving.places import disordered, steady
from pbem.rulesets.fornovo.muster.pricing import price
from pbem.rulesets.fornovo.playing.ending import ended
from pbem.rulesets.fornovo.state import facts as ff
from pbem.rulesets.fornovo.state import fighting_facts as f
from pbem.rulesets.fornovo.state import units as u
from pbem.rulesets.fornovo.state.battle import Battle, chase_of
from pbem.rulesets.fornovo.state.noticed import FoundOut
from pbem.rulesets.fornovo.state.special_facts import Marked
from pbem.rulesets.fornovo.state.units import Unit


def combat_losses(battle: Battle, unit: Unit) -> int:
    """Suffered in this turn, charge fire included, that of charges that came to no combat too."""
    fought = [one for one in (*battle.combats, *battle.combats_over) if unit.id in one.units]
    pairs = [{*one.units} for one in fought]
    fired = {frozenset((one.unit, one.target)): one.fire.get(unit.id, 0) for one in battle.charges}
    lost = sum(one.now.get(unit.id, 0) + one.fire.get(unit.id, 0) for one in fought)
    return lost + sum(count for pair, count in fired.items() if {*pair} not in pairs)


TOLD: Mapping[str, Callable[[Battle, Unit], Any]] = {
    "figures": lambda battle, unit: unit.figures,
    "men": lambda battle, unit: t.MEN * unit.figures,
    "melee": lambda battle, unit: [one.melee for one in unit.blocks],
    "arms": lambda battle, unit: arms(unit),
    "at": lambda battle, unit: inches(unit.pose.at) if unit.pose else None,
    "facing": lambda battle, unit: unit.pose.facing / 10 if unit.pose else None,
    "morale": lambda battle, unit: unit.morale,
    "disordered": disordered,
    "pursuing": lambda battle, unit: one.target if (one := chase_of(battle, unit.id)) else "none",
    "recoil_owed": lambda battle, unit: unit.recoil_owed / 100,
    "debt": lambda battle, unit: unit.debt,
    "off_table": lambda battle, unit: unit.left_table is not None,
    "removed": lambda battle, unit: unit.id in battle.removed,
    "guns": lambda battle, unit: guns.n if (guns := unit.guns or unit.left_guns) else 0,
    "gunners": lambda battle, unit: unit.figures if unit.kind == "artillery" else 0,
    "limbers": lambda battle, unit: unit.limbers,
    "combat_losses": combat_losses,
    "ranks": lambda battle, unit: u.ranks(unit),
    "horses": lambda battle, unit: unit.horses_at is not None,
    "steady": steady,
    "large": lambda battle, unit: u.large(unit),
    "exhausted": lambda battle, unit: u.exhausted(unit),
    "shattered": lambda battle, unit: u.shattered(unit),
    "pike_supported": lambda battle, unit: u.pike_supported(unit),
    "open_flanks": open_flanks,
    "commanded_by": commanded_by,
    "ready_turn": lambda battle, unit: u.ready_turn(unit, battle.turn, battle.period),
}
"""Everything that a case may ask of a unit."""


def inches(at: Spot) -> list[float]:
    """A place as cases write it."""
    return [at.x / 100, at.y / 100]


def arms(unit: Unit) -> dict[str, int]:
    """Figures by missile weapon, else by melee weapon."""
    found: dict[str, int] = {}
    for one in unit.blocks:
        name = one.missile or one.melee
        found[name] = found.get(name, 0) + one.figures
    return found


def _units(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    every = {**story.end.removed, **story.end.units}
    found: list[Difference] = []
    for name, keys in wanted.items():
        unit = every[StandId(name)]
        found += compare(f"{key}.{name}", keys, {one: tell(story.end, unit) for one, tell in TOLD.items()})
    return found


def _prices(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for name, keys in wanted.items():
        unit = story.end.units[StandId(name)]
        one = price(unit)
        each: Any = {block.name: points for block, points in zip(unit.blocks, one.per_figure, strict=False)}
        told = {
            "per_figure": each if len(each) > 1 else one.per_figure[0] if one.per_figure else 0,
            "figure_points": one.figure_points, "gun_points": one.gun_points, "limber_points": one.limber_points,
            "command_points": one.command_points, "total": one.total,
        }  # fmt: skip
        found += compare(f"{key}.{name}", keys, told)
    return found


def _refused(key: str, wanted: Sequence[Mapping[str, Any]], story: CaseStory, faults: Faults) -> list[Difference]:
    found = differ(f"{key}.orders", sorted(str(_which(one)) for one in wanted), sorted(map(str, story.refused)))
    for one in wanted:
        there = story.refused.get(_which(one))
        if there is not None and not {*one["rules"]} & {*there}:
            found += differ(f"{key}.{_which(one)}.rules", one["rules"], there)
    return found


def _accepted(key: str, wanted: Sequence[Mapping[str, Any]], story: CaseStory, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for one in wanted:
        name = _which(one)
        if name not in story.accepted:
            found += differ(f"{key}.{name}", "accepted", story.refused.get(name, "not judged"))
            continue
        there = story.accepted[name]
        asked = {what: each for what, each in one.items() if what not in {"order", "unit"}}
        if "disorders" in asked:
            asked["disorders"] = sorted(asked["disorders"])
        found += compare(f"{key}.{name}", asked, there)
    return found


def _which(one: Mapping[str, Any]) -> int | str:
    """The number of the order, or the unit, that an entry is about."""
    found: int | str = one["order"] if "order" in one else one["unit"]
    return found


def _sides(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for name, keys in wanted.items():
        told = {"weight": weight(story.end, Side(name)), "outgunned": outgunned(story.end, Side(name))}
        found += compare(f"{key}.{name}", keys, told)
    return found


def _tests(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    rolled = {f"fs.{one.test}:{one.unit}": one for one in story.facts if isinstance(one, f.Tested)}
    found: list[Difference] = []
    for label, keys in wanted.items():
        if label not in rolled:
            found += differ(f"{key}.{label}", "a test", "none")
            continue
        one = rolled[label]
        found += compare(f"{key}.{label}", keys, {"modifiers": one.modifiers, "total": one.total, "passed": one.passed})
    return found


def _not_tested(key: str, wanted: Sequence[str], story: CaseStory, faults: Faults) -> list[Difference]:
    return differ(key, [], sorted({roll.label for roll in story.rolls} & {*wanted}))


def _shots(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    fired = {f"{one.unit}>{one.target}": one for one in story.facts if isinstance(one, f.VolleyFired)}
    found: list[Difference] = []
    for pair, keys in wanted.items():
        if pair not in fired:
            found += differ(f"{key}.{pair}", "fire", "none")
            continue
        one = fired[pair]
        shots = [each for each in story.facts if isinstance(each, f.Shot)]
        pools = [each for each in shots if (each.unit, each.target) == (one.unit, one.target)]
        told_ = {
            "figures": one.figures, "dice": sum(len(each.dice) for each in pools), "band": pools[0].band,
            "row": pools[0].row, "column": pools[0].column, "dense": pools[0].dense,
            "raw_hits": sum(each.raw_hits for each in pools), "hits": one.hits, **_effect(story, one.unit, one.target),
        }  # fmt: skip
        found += compare(f"{key}.{pair}", keys, told_)
    return found


def _effect(story: CaseStory, by: StandId, unit: StandId) -> dict[str, int]:
    """What the hits of one unit on another came to."""
    lost = [one for one in story.facts if isinstance(one, f.FiguresLost) and one.unit == unit]
    return {
        "saved": sum(one.saved.get(by, 0) for one in lost), "losses": sum(one.by.get(by, 0) for one in lost),
    }  # fmt: skip


def _gun_hits(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    fell = {str(one.unit): list(one.fell) for one in story.facts if isinstance(one, f.GunsHit)}
    return [one for unit, each in wanted.items() for one in differ(f"{key}.{unit}", each, fell.get(unit, []))]


def _combats(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    pairs = {f"{one.unit}>{one.enemy}": one for one in story.facts if isinstance(one, f.PairCounted)}
    found: list[Difference] = []
    for pair, keys in wanted.items():
        if pair not in pairs:
            found += differ(f"{key}.{pair}", "a combat", "none")
            continue
        one = pairs[pair]
        struck = [each for each in story.facts if isinstance(each, f.Struck)]
        blows = [each for each in struck if (each.unit, each.enemy) == (one.unit, one.enemy)]
        told_ = {
            "round": one.round, "points": one.points, "factors": {**dict.fromkeys(FACTORS, 0), **one.factors},
            "dice": sum(one.dice.values()), "cell": one.cell, "raw_hits": sum(each.raw_hits for each in blows),
            "losses": _effect(story, one.unit, one.enemy)["losses"],
        }  # fmt: skip
        found += compare(f"{key}.{pair}", keys, told_)
    return found


FACTORS = tuple(f"FS-10.12{letter}" for letter in "abcdefghijklmn")


def _losers(key: str, wanted: Sequence[str], story: CaseStory, faults: Faults) -> list[Difference]:
    decided = [one for one in story.facts if isinstance(one, f.RoundDecided)]
    return differ(key, sorted(wanted), sorted(decided[-1].losers) if decided else [])


def _moves(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    """Inches of the last recoil or rout move."""
    kinds = (ff.Recoiled, ff.RoutMoved, ff.ChargeFailed)
    made = {str(one.unit): one.inches / 100 for one in story.facts if isinstance(one, kinds)}
    return compare(key, wanted, made)


def contacts(battle: Battle) -> list[list[str]]:
    """Pairs of enemies that are in contact: in combat, or charged and not yet tested."""
    charged = [(one.unit, one.target) for one in battle.charges if one.state in {"pending", "home"}]
    pairs = {tuple(sorted(pair)) for pair in (*(one.units for one in battle.combats), *charged)}
    return sorted([*pair] for pair in pairs if {*pair} <= {*battle.units})


def _contacts(key: str, wanted: Sequence[Sequence[str]], story: CaseStory, faults: Faults) -> list[Difference]:
    return differ(key, sorted(sorted(pair) for pair in wanted), sorted(map(sorted, contacts(story.end))))


def _terrain(key: str, wanted: Mapping[str, Any], story: CaseStory, faults: Faults) -> list[Difference]:
    there = {one.id: {"wrecked": wrecked(one)} for one in story.end.terrain}
    return compare(key, wanted, there)


def _found_out(key: str, wanted: Sequence[str], story: CaseStory, faults: Faults) -> list[Difference]:
    """Orders that could not be carried out: ``A1 not as seen``."""
    there = [" ".join([one.unit, one.what, *one.enemies]) for one in story.facts if isinstance(one, FoundOut)]
    return differ(key, list(wanted), there)


def _ended(key: str, wanted: object, story: CaseStory, faults: Faults) -> list[Difference]:
    """The end, judged as after C4: winner, how, the grade where it is asked for; null: it goes on (FS-Q89)."""
    now, over = ended(story.end), story.end
    end = (over.winner, over.how, over.verdict) if over.how else (now.winner, now.how, now.verdict) if now else None
    if end is None or not isinstance(wanted, Mapping):
        return differ(key, wanted, end and {"winner": end[0], "how": end[1]})
    grade = {"grade": end[2].grade} if "grade" in wanted and end[2] is not None else {}
    return differ(key, wanted, {"winner": end[0], "how": end[1], **grade})


def _marked(key: str, wanted: Mapping[str, str], story: CaseStory, faults: Faults) -> list[Difference]:
    """What special rules made of units, the whole of it: ``{U1: tired}``."""
    return differ(key, wanted, {str(one.unit): one.how for one in story.facts if isinstance(one, Marked)})


def _answered(key: str, wanted: Mapping[str, str], story: CaseStory, faults: Faults) -> list[Difference]:
    """What targets of charges did, and the rule: ``{E1: stand FS-7.8a}``."""
    there = [one for one in story.facts if isinstance(one, ff.ChargeAnswered)]
    return compare(key, wanted, {str(one.unit): " ".join([one.does, *one.rules]) for one in there})


def _void(key: str, wanted: Sequence[int], story: CaseStory, faults: Faults) -> list[Difference]:
    """Numbers of the orders that could no longer be carried out as they came to be."""
    return differ(
        key, list(wanted), [one.order for one in story.facts if isinstance(one, ff.OrderRefused) and one.void]
    )


KEYS: Mapping[str, Check[CaseStory]] = {
    "units": _units, "prices": _prices, "refused": _refused, "accepted": _accepted, "sides": _sides,
    "tests": _tests, "not_tested": _not_tested, "shots": _shots, "gun_hits": _gun_hits, "combats": _combats,
    "losers": _losers, "terrain": _terrain, "moves": _moves, "contacts": _contacts,
    "sights": sights_told, "ghosts": sights_told, "fallen": sights_told, "found_out": _found_out,
    "ended": _ended, "marked": _marked, "answered": _answered, "void": _void,
}  # fmt: skip


def told(expect: Mapping[str, Any], story: CaseStory, faults: Faults) -> tuple[Difference, ...]:
    """Every key of ``expect`` that differs."""
    return differences(expect, KEYS, story, faults)
