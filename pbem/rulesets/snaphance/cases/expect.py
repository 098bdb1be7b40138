"""What a case expects, compared with what came of it."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pbem.engine.casekit import comparing
from pbem.engine.casekit.comparing import Check, differ
from pbem.engine.casekit.results import Difference
from pbem.engine.facts import Fact
from pbem.engine.hexes import Hex, flank_hexes, front_hexes, rear_hexes
from pbem.engine.hiding import side_sights
from pbem.engine.ids import CommanderId, Side, StandId
from pbem.engine.spec import Faults, inside, unknown
from pbem.rulesets.snaphance.cases.orders import CaseRun
from pbem.rulesets.snaphance.cases.silent import unspoken
from pbem.rulesets.snaphance.fighting.evasion import evades_at_all, may_evade
from pbem.rulesets.snaphance.fighting.melee_dice import charge_bonus, helpers
from pbem.rulesets.snaphance.moving.zones import zoc_of
from pbem.rulesets.snaphance.state.battle import Battle, Stand
from pbem.rulesets.snaphance.state.facts import (
    Contact,
    DiceOff,
    Displaced,
    GroupActivated,
    Halted,
    LeftBoard,
    MeleeDecided,
    MeleeEnded,
    MeleeStands,
    MoraleTested,
    NoEvasion,
    NoPursuit,
    OrderTested,
    PursuitRolled,
    Refused,
    Shot,
    Stepped,
    Struck,
)
from pbem.rulesets.snaphance.state.noticed import FoundOut

Wanted = Any
"""What a case has under a key of ``expect``: of any shape, as it was written."""
F = TypeVar("F", bound=Fact[Battle])
FREELY = ("forward", "backward", "sideways", "move")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
EVENTS = {
    "evasion": ("evade",), "retreat": ("retreat",), "bounce": ("bounce",), "pursuit": ("pursue",), "move": FREELY,
}  # fmt: skip


def differences(expect: Mapping[str, Any], told: CaseRun, faults: Faults) -> tuple[Difference, ...]:
    """Every key that differs.  Keys that are not known are faults."""
    found = comparing.differences(expect, KEYS, told, faults)
    return (*found, *unspoken(expect, told)) if "besides" in expect and not faults.found else found


def _facts(told: CaseRun, kind: type[F]) -> list[F]:
    return [note.fact for note in told.notes if isinstance(note.fact, kind)]


# --- orders refused -------------------------------------------------------------------------------------------------


def _refusals(told: CaseRun, order: int) -> list[tuple[int, tuple[str, ...]]]:
    """The refusals of an order: the step refused (0: the whole), the rules cited."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for note in told.notes:
        if note.order == order and isinstance(note.fact, Refused):
            found.append((note.fact.step, note.fact.rules))
        elif note.order == order and isinstance(note.fact, Halted) and note.fact.rules:
            found.append((-1, note.fact.rules))
    pursued = told.orders[order - 1] if 0 < order <= len(told.orders) else None
    if pursued is not None and pursued.do == "pursue":
        found += [(0, fact.rules) for fact in _facts(told, NoPursuit) if fact.stand == pursued.stand]
        found += [(_pursued_to(told, fact), fact.rules) for fact in _facts(told, Halted) if fact.stand == pursued.stand]
    return found


def _pursued_to(told: CaseRun, halted: Halted) -> int:
    """The step of its pursuit, from 1, before which a pursuer halted."""
    steps = [note.fact for note in told.notes if isinstance(note.fact, Stepped) and note.fact.how == "pursue"]
    return 1 + sum(1 for step in steps if step.stand == halted.stand)


def _refused(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """``refused`` and ``refused_steps``: the order (or that step of it) was refused by one of the rules listed.

    An empty list: nothing was refused.
    """
    found: list[Difference] = []
    if not wanted and told.refusals():
        found.append(Difference(key, "none", "; ".join(told.refusals())))
    for i, one in enumerate(wanted):
        where = inside(f"expect.{key}", i)
        unknown(one, ("order", "rules", "code", *(("step",) if key == "refused_steps" else ())), where, faults)
        got = [
            (step, cited) for step, cited in _refusals(told, one["order"]) if key == "refused" or step == one["step"]
        ]
        allowed = {*one.get("rules", ()), *([one["code"]] if "code" in one else ())}
        if not any(allowed & set(cited) for _, cited in got if _ >= 0):
            at = f"order {one['order']}" + (f", step {one['step']}" if "step" in one else "")
            seen = "; ".join(f"refused at step {step} by {', '.join(cited)}" for step, cited in got) or "not refused"
            found.append(Difference(key, f"{at} refused by {' or '.join(sorted(allowed))}", seen))
    return found


def _evasion_refused(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for stand, rules in wanted.items():
        cited = {str(rule) for fact in _facts(told, NoEvasion) if fact.stand == stand for rule in fact.rules}
        cited |= _not_asked(told, StandId(stand))
        if not cited & set(rules):
            found += differ(f"{key}.{stand}", " or ".join(rules), ", ".join(sorted(cited)) or "not refused")
    return found


def _not_asked(told: CaseRun, stand: StandId) -> set[str]:
    """Why a stand that was contacted or shot at was not even asked whether it evades."""
    cited: set[str] = set()
    for note in told.notes:
        fact, after = note.fact, note.after
        if isinstance(fact, Shot) and fact.target == stand and fact.purpose in {"fire", "rank2"}:
            bar = may_evade(after, stand, fact.shooter, fire=True)
        elif isinstance(fact, Contact) and stand in (fact.target, *fact.others) and not evades_at_all(after, stand):
            bar = may_evade(after, stand, fact.attacker, fire=False)
        else:
            continue
        cited |= set(bar.rules) if bar is not None else set()
    return cited


def _accepted_path(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """What was walked of the order that was refused in part, else of the last order with a path."""
    with_path = [n for n, order in enumerate(told.orders, 1) if order.path]
    refused = [n for n in with_path if any(step >= 0 for step, _ in _refusals(told, n))]
    order = (refused or with_path or [0])[-1]
    walked = [
        here
        for note in told.notes
        if note.order == order and isinstance(note.fact, Stepped) and note.fact.how in FREELY
        for here in (*note.fact.through, note.fact.to)
    ]
    walked += [note.fact.mover_to for note in told.notes if note.order == order and isinstance(note.fact, Displaced)]
    return differ(key, wanted, walked)


# --- dice -----------------------------------------------------------------------------------------------------------


def _order_tests(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    for i, one in enumerate(wanted):
        unknown(one, ("modified", "passed"), inside(f"expect.{key}", i), faults)
    found = [{"modified": test.modified, "passed": test.passed} for test in _facts(told, OrderTested)]
    cut = [{name: got[name] for name in one} for one, got in zip(wanted, found, strict=False)]
    return differ(key, wanted, cut + found[len(cut) :])


def _dice_counts(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """0: no roll.  A list: of each such roll in turn; a number: of one of them, as the tape has checked every one."""
    found: list[Difference] = []
    for name, count in wanted.items():
        purpose, _, by = name.partition(":")
        if purpose not in {"fire", "rank2", "opportunity", "defensive", "supporting", "horse", "melee"}:
            faults.add(
                f"expect.{key}.{name}", "the purposes are fire, rank2, opportunity, defensive, supporting, horse, melee"
            )
        thrown = [one for one in told.asked if one.label == "melee" or one.label.startswith("fire.")]
        counts = [one.count for one in thrown if (one.purpose, one.by) == (purpose, by)]
        counts += [told.rolled[name]] if told.rolled.get(name) else []
        if counts != count if isinstance(count, list) else count not in (counts or [0]):
            found.append(Difference(f"{key}.{name}", str(count), " and ".join(map(str, counts)) or "0"))
    return found


def _hits(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """By the shooter in all its shots; of a stand that did not shoot, and in ``melee_hits``, by the striker."""
    found: list[Difference] = []
    for stand, count in wanted.items():
        shots = [shot.hits for shot in _facts(told, Shot) if shot.shooter == stand]
        blows = [blow.hits for blow in _facts(told, Struck) if blow.stand == stand]
        found += differ(f"{key}.{stand}", count, sum(shots if shots and key == "hits" else blows))
    return found


def _hits_by_shot(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    return differ(key, wanted, [shot.hits for shot in _facts(told, Shot)])


def _of_tests(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """``adjusted_morale`` and ``morale_loss``: of the stand's last test; a stand that had none has lost 0."""
    found: list[Difference] = []
    for stand, count in wanted.items():
        tests = [test for test in _facts(told, MoraleTested) if test.stand == stand]
        values = [test.adjusted if key == "adjusted_morale" else test.loss for test in tests]
        if key == "morale_loss" and not values:
            values = [_pending_loss(told, stand)]
        if [count] != values[-1:]:
            seen = " then ".join(map(str, values)) or "no test"
            found.append(Difference(f"{key}.{stand}", str(count), seen))
    return found


def _pending_loss(told: CaseRun, stand: str) -> int:
    for decided in _facts(told, MeleeDecided):
        for side, one in decided.stands.items():
            if one == stand:
                return decided.losses[side]
    return 0


def _by_test(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    adjusted = key == "adjusted_morale_by_test"
    return differ(key, wanted, [t.adjusted if adjusted else t.loss for t in _facts(told, MoraleTested)])


def _sp_after_each(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """The ranks of the stand that tested, after what each test cost."""
    tests = [i for i, note in enumerate(told.notes) if isinstance(note.fact, MoraleTested)]
    found: list[tuple[int, ...]] = []
    for at, following in zip(tests, [*tests[1:], len(told.notes)], strict=True):
        fact = told.notes[at].fact
        if isinstance(fact, MoraleTested):
            found.append(told.notes[following - 1].after.stands[fact.stand].sp)
    return differ(key, [_ranks(one) for one in wanted], [_ranks(one) for one in found])


# --- melee ----------------------------------------------------------------------------------------------------------


def _loser(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """A list: of each round in turn; else of one of them, where several were fought."""
    losers = [decided.loser or "none" for decided in _facts(told, MeleeDecided)]
    if isinstance(wanted, list):
        return differ(key, wanted, losers)
    if wanted == "none" and not losers:
        return []
    return [] if wanted in losers else [Difference(key, str(wanted), " and ".join(losers) or "no melee was decided")]


def _ongoing(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Whether a melee that was fought is left; where none was touched, whether there is any."""
    touched = {fact.melee.id for fact in _facts(told, MeleeStands)} | {fact.melee for fact in _facts(told, MeleeEnded)}
    left = told.end.melees.keys()
    return differ(key, wanted, bool(touched & left if touched or _facts(told, Struck) else left))


def _strikers(told: CaseRun) -> list[StandId]:
    return [StandId(one.by) for one in told.asked if one.label == "melee"]


def _battle_stands(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Of each side: of the melee as it is marked after the last blow, else of those that threw or counted dice.

    Without a blow: of those in contact, else of the melee as it is marked (a town that was held).
    """
    found: list[Difference] = []
    marked = _marked_last(told)
    chosen = marked or _fighters(told) if _facts(told, Struck) else _fighters(told) or marked
    for side, stand in wanted.items():
        theirs = [one for one in chosen if told.end.stands[one].side == side]
        if stand not in theirs:
            found.append(Difference(f"{key}.{side}", stand, " and ".join(theirs) or "none fought"))
    return found


def _marked_last(told: CaseRun) -> list[StandId]:
    """The battle stands of the melees marked since the last blow (if there was any) and still ongoing."""
    last = max((i for i, note in enumerate(told.notes) if isinstance(note.fact, Struck)), default=0)
    facts = [note.fact for note in told.notes[last:]]
    marked = [fact.melee.id for fact in facts if isinstance(fact, MeleeStands) and fact.melee.id in told.end.melees]
    return [stand for melee in dict.fromkeys(marked) for stand in told.end.melees[melee].stands.values()]


def _fighters(told: CaseRun) -> list[StandId]:
    """Who struck; before any blow, who is in contact to strike."""
    return _strikers(told) or [stand for met in _facts(told, Contact)[-1:] for stand in (met.attacker, met.target)]


def _helped(told: CaseRun) -> list[tuple[StandId, tuple[StandId, ...]]]:
    """Battle stands with their supports; before any blow, those the rules give them.

    A support that has a blow of its own later, pulled out of its melee (SN-11.4c), is no support any more.
    """
    struck = _facts(told, Struck)
    blows = [
        (blow.stand, tuple(one for one in blow.supports if all(later.stand != one for later in struck[place:])))
        for place, blow in enumerate(struck)
    ]
    pairs = [p for met in _facts(told, Contact)[-1:] for p in ((met.attacker, met.target), (met.target, met.attacker))]
    return blows or [(one, helpers(told.end, one, other)) for one, other in pairs]


def _supports(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for side, stands in wanted.items():
        helped = {one for stand, some in _helped(told) if _side(told, stand) == side for one in some}
        found += differ(f"{key}.{side}", sorted(stands), sorted(helped))
    return found


def _side(told: CaseRun, stand: StandId) -> str:
    return told.end.stands[stand].side


def _new_melee(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """A melee that was not among those of the position: whether there is one, or its battle stands by side."""
    fought = [blow.stand for blow in _facts(told, Struck)]
    old = {stand for melee in told.start.melees.values() for stand in melee.stands.values()}
    marked = [m.melee for m in _facts(told, MeleeStands) if m.melee.id not in told.start.melees]
    if isinstance(wanted, bool):
        return differ(key, wanted, bool(marked) or bool(set(fought or _strikers(told)) - old))
    pairs = wanted.get("battle_stands", wanted) if isinstance(wanted, Mapping) else wanted
    stands = set(pairs.values()) if isinstance(pairs, Mapping) else set(pairs)
    there = [set(one.stands.values()) for one in marked]
    there += [{blow.stand, blow.enemy} for blow in _facts(told, Struck)]
    strikers = _strikers(told)
    there += [set(strikers[i : i + 2]) for i in range(0, len(strikers) - 1, 2)]
    return [] if stands in there else differ(key, sorted(stands), [sorted(one) for one in there])


def _pursuit_hexes(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Of a pursuit, or by stand; a list: of each pursuit in turn."""
    rolled = _facts(told, PursuitRolled)
    if isinstance(wanted, Mapping):
        return differ(key, wanted, {stand: sum(p.hexes for p in rolled if p.stand == stand) for stand in wanted})
    if isinstance(wanted, list):
        return differ(key, wanted, [pursuit.hexes for pursuit in rolled])
    values = [pursuit.hexes for pursuit in rolled] or [0]
    return [] if wanted in values else differ(key, wanted, values)


# --- where they are -------------------------------------------------------------------------------------------------


def _positions(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for i, one in enumerate(wanted):
        words = re.fullmatch(r"(?:the )?(\w+) (\w+)", str(one.get("after", "")))
        if not words or words[1] not in ORDINALS or words[2] not in EVENTS:
            faults.add(
                inside(f"expect.{key}", i), f"'after' is an ordinal and one of {', '.join(EVENTS)}: first evasion"
            )
            continue
        ends = _ends(told, EVENTS[words[2]])
        nth = ORDINALS.index(words[1])
        for stand, here in one.items():
            if stand != "after":
                got: object = f"there was no {one['after']}"
                if nth < len(ends):
                    got = told.notes[ends[nth]].after.stands[StandId(stand)].hex
                found += differ(f"{key}.{one['after']}.{stand}", here, got)
    return found


def _ends(told: CaseRun, manners: Iterable[str]) -> list[int]:
    """Where each run of steps of one stand in these manners ends."""
    ends: list[int] = []
    last: StandId | None = None
    for at, note in enumerate(told.notes):
        if not isinstance(note.fact, Stepped):
            continue
        if note.fact.how in manners:
            if note.fact.stand == last:
                ends[-1] = at
            else:
                ends.append(at)
            last = note.fact.stand
        else:
            last = None
    return ends


def _cb_now(battle: Battle, stand: Stand) -> int:
    return charge_bonus(battle, stand.id) if stand.sp else 0


def _ranks(sp: object) -> object:
    """SP rank by rank without the ranks that are gone, which a case may write as 0."""
    if not isinstance(sp, list | tuple):
        return sp
    left = list(sp)
    while left and left[-1] == 0:
        left.pop()
    return left


STAND_KEYS: dict[str, Callable[[Battle, Stand], object]] = {
    "hex": lambda battle, stand: stand.hex,
    "facing": lambda battle, stand: int(stand.facing),
    "sp": lambda battle, stand: stand.sp,
    "disordered": lambda battle, stand: stand.disordered,
    "opportunity": lambda battle, stand: stand.opportunity,
    "moved": lambda battle, stand: stand.moved,
    "action_over": lambda battle, stand: stand.doing.over,
    "cb_now": _cb_now,
    "evade_barred_from": lambda battle, stand: sorted(stand.doing.barred_from),
    "destroyed": lambda battle, stand: stand.destroyed,
    "off_board": lambda battle, stand: stand.off_board,
}


def _stands(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for name, keys in wanted.items():
        stand = told.end.stands.get(StandId(name))
        unknown(keys, STAND_KEYS, f"expect.{key}.{name}", faults)
        if stand is None:
            faults.add(f"expect.{key}.{name}", "there is no such stand")
            continue
        for one, value in keys.items():
            if one in STAND_KEYS:
                expected = value
                if one == "evade_barred_from":
                    expected = sorted(value) if isinstance(value, list) else [value] if value else []
                got = STAND_KEYS[one](told.end, stand)
                if one == "sp":
                    expected, got = _ranks(expected), _ranks(got)
                if one == "destroyed" and value is True and _counts_as_destroyed(told, stand):
                    got = True
                found += differ(f"{key}.{name}.{one}", expected, got)
    return found


def _counts_as_destroyed(told: CaseRun, stand: Stand) -> bool:
    """Off the board with its points (SN-12.0g, SN-12.2a)."""
    return any(fact.stand == stand.id and fact.points > 0 for fact in _facts(told, LeftBoard))


def _commanders(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for name, keys in wanted.items():
        chief = told.end.commanders.get(CommanderId(name))
        unknown(keys, ("hex", "alive", "attached_to"), f"expect.{key}.{name}", faults)
        if chief is None:
            faults.add(f"expect.{key}.{name}", "there is no such commander")
            continue
        there: dict[str, object] = {"hex": chief.hex, "alive": chief.alive, "attached_to": chief.attached_to}
        for one, value in keys.items():
            found += differ(f"{key}.{name}.{one}", value, there.get(one))
    return found


def _besides(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Of stands and generals, as under ``stands`` and ``commanders``."""
    generals = {name: keys for name, keys in wanted.items() if name in told.end.commanders}
    stands = {name: keys for name, keys in wanted.items() if name not in generals}
    return [*_stands(key, stands, told, faults), *_commanders(key, generals, told, faults)]


def _zones(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    found: list[Difference] = []
    for name, keys in wanted.items():
        stand = told.end.stands.get(StandId(name))
        unknown(keys, ("front", "flank", "rear", "zoc"), f"expect.{key}.{name}", faults)
        if stand is None:
            faults.add(f"expect.{key}.{name}", "there is no such stand")
            continue
        there: dict[str, tuple[Hex, ...]] = {
            "front": front_hexes(stand.hex, stand.facing), "flank": flank_hexes(stand.hex, stand.facing),
            "rear": rear_hexes(stand.hex, stand.facing), "zoc": zoc_of(told.end, stand.id),
        }  # fmt: skip
        for one, hexes in keys.items():
            got = sorted([here.q, here.r] for here in there.get(one, ()))
            found += differ(f"{key}.{name}.{one}", sorted(list(here) for here in hexes), got)
    return found


# --- dice-offs and break points -------------------------------------------------------------------------------------


def _totals(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Of the last dice-off; a list: of each in turn."""
    offs = [{side: sum(off.dice[side]) + off.bonus[side] for side in off.dice} for off in _facts(told, DiceOff)]
    if isinstance(wanted, Mapping):
        return differ(key, wanted, offs[-1] if offs else "no dice-off")
    return differ(key, wanted, offs)


def _activated(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """The group, the side, or ``{side: group}``."""
    last = [(fact.side, fact.group) for fact in _facts(told, GroupActivated)][-1:]
    if not last:
        return differ(key, wanted, "no group")
    side, group = last[0]
    if isinstance(wanted, Mapping):
        return differ(key, wanted, {side: group})
    return [] if wanted in (side, group) else differ(key, wanted, group)


def _points(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    armies = {army.id: army for army in told.end.armies}
    total = key == "break_points_total"
    there = {side: army.break_total if total else army.break_lost for side, army in armies.items()}
    if not isinstance(wanted, Mapping):
        return [] if wanted in there.values() else differ(key, wanted, there)
    return differ(key, wanted, {side: there.get(side, "no such side") for side in wanted})


def _lost_after_each(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """After each loss: of the side that lost, or by side."""
    found: list[object] = []
    for place, (stand, points, _) in enumerate(told.lost):
        one = wanted[place] if isinstance(wanted, list) and place < len(wanted) else 0
        found.append({s: points[s] for s in one} if isinstance(one, Mapping) else points[told.end.stands[stand].side])
    return differ(key, wanted, found)


def _broken_after(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Index of the loss after which an army was broken, from 1; null: none."""
    broken = [place for place, (_, _, gone) in enumerate(told.lost, 1) if gone]
    return differ(key, wanted, broken[0] if broken else None)


# --- hidden units -------------------------------------------------------------------------------------------------


def _sights(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Of each side named, all that it has in sight: ``{r1: ?1 body}``; and its ghosts: ``{"?1": body}``."""
    found: list[Difference] = []
    for name, given in sorted(wanted.items()):
        mine = side_sights(told.end, Side(name))
        there = (
            {str(stand): f"{one.name} {one.grade}" for stand, one in mine.seen.items() if stand in told.end.stands}
            if key == "sights"
            else {str(stand): one.grade for stand, one in mine.ghosts.items()}
        )
        if dict(given) != there:
            found.append(Difference(f"{key}.{name}", str(dict(given)), str(dict(sorted(there.items())))))
    return found


def _found_out(key: str, wanted: Wanted, told: CaseRun, faults: Faults) -> list[Difference]:
    """Orders that the truth forbade, with the unseen enemies in their way: ``b1: r1``."""
    there = [f"{fact.stand}: {' '.join(fact.enemies)}".rstrip(": ") for fact in _facts(told, FoundOut)]
    return [] if list(wanted) == there else [Difference(key, str(list(wanted)), str(there))]


KEYS: Mapping[str, Check[CaseRun]] = {
    "refused": _refused,
    "refused_steps": _refused,
    "evasion_refused": _evasion_refused,
    "accepted_path": _accepted_path,
    "order_tests": _order_tests,
    "dice_counts": _dice_counts,
    "hits": _hits,
    "hits_by_shot": _hits_by_shot,
    "melee_hits": _hits,
    "adjusted_morale": _of_tests,
    "adjusted_morale_by_test": _by_test,
    "morale_loss": _of_tests,
    "morale_loss_by_test": _by_test,
    "sp_after_each": _sp_after_each,
    "loser": _loser,
    "ongoing": _ongoing,
    "battle_stands": _battle_stands,
    "supports": _supports,
    "new_melee": _new_melee,
    "pursuit_hexes": _pursuit_hexes,
    "positions": _positions,
    "stands": _stands,
    "besides": _besides,
    "commanders": _commanders,
    "zones": _zones,
    "totals": _totals,
    "activated": _activated,
    "break_points_total": _points,
    "break_points_lost": _points,
    "break_points_lost_after_each": _lost_after_each,
    "broken_after": _broken_after,
    "sights": _sights,
    "ghosts": _sights,
    "found_out": _found_out,
}
