"""P4a: who strikes whom, with what, in groups of what size (AR-mel-2, AR-mel-3, AR-mel-4, AR-pist-7, AR-Q44)."""

from collections.abc import Mapping, Sequence

from pbem.engine.ids import RuleId, StandId
from pbem.engine.table.rects import Face
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting.files import allotted
from pbem.rulesets.armatys.fighting.groups import groups, melee_group, pistol_group
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, Contact, in_order
from pbem.rulesets.armatys.state.charged import charging
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.units import Unit, files

LETTERS: Mapping[t.Striker, str] = {"pike": "P", "musket": "MB", "halberd": "W", "dragoon": "D"}


def counted(battle: Battle, choose: Chooser) -> list[f.Struck]:
    """P4a: what every unit in melee strikes with, at whom, in the order of the dice; no die is thrown."""
    found: list[f.Struck] = []
    for unit in in_order(battle):
        facing = _faced(battle, unit)
        chosen = choose(battle, unit.id)
        share = allotted(unit, [battle.units[enemy] for enemy in facing], chosen.melee_prefer)
        pistols = chosen.melee_weapon == "pistols" and may_fire_pistols(battle, unit)
        for enemy, contact in sorted(facing.items()):
            found += _strikes(
                battle, unit, enemy, contact, share[enemy], t.STRIKERS[-1:] if pistols else t.STRIKERS[:-1]
            )
    return found


def both_fight(battle: Battle, contact: Contact) -> bool:
    """AR-mel-10, AR-Q15: gunners never fight; a unit broken in this bound neither fights nor is fought."""
    one, other = battle.units[contact.one], battle.units[contact.other]
    return not one.gun and not other.gun and one.break_due is None and other.break_due is None


def _faced(battle: Battle, unit: Unit) -> dict[StandId, Contact]:
    """AR-mel-2: the enemies before a unit's front; broken units do not strike (AR-Q21)."""
    if unit.state == "broken":
        return {}
    fought = [contact for contact in battle.contacts if both_fight(battle, contact)]
    ours = {contact.other: contact for contact in fought if contact.one == unit.id}
    return ours | {c.one: c for c in fought if c.other == unit.id and c.face is Face.FRONT}


def may_fire_pistols(battle: Battle, unit: Unit) -> bool:
    """AR-pist-7, AR-pist-3, AR-Q35: cavalry with loaded pistols that has not charged in this bound."""
    charged = charging(unit) or any(unit.id in contact.by for contact in battle.contacts)
    return unit.cavalry and unit.kind != "dragoons" and unit.pistols_loaded and not charged


def _strikes(
    battle: Battle, unit: Unit, enemy: StandId, contact: Contact, share: Sequence[int], strikers: Sequence[t.Striker]
) -> list[f.Struck]:
    """What a unit strikes one enemy with: each type its own groups (AR-mel-6)."""
    foe, by_row = battle.units[enemy], battle.switches.melee_pistols == "row"
    face = contact.face if contact.one == unit.id else Face.FRONT
    found = []
    for striker in strikers:
        row = _own_row(unit) if striker == "pistol" and by_row else striker
        figures = eligible(unit, row, foe, share, contact.rounds)
        if figures:
            charged, first = unit.id in contact.by and not unit.hampered, contact.rounds == 0
            size = (
                pistol_group(unit) if row == "pistol"
                else melee_group(unit, row, foe, charged=charged, first_round=first)
            )  # fmt: skip
            count = groups(figures, size)
            found.append(f.Struck(unit.id, enemy, striker, figures, size, count, face, rules=(RuleId("AR-mel-4"),)))
    return found


def eligible(unit: Unit, striker: t.Striker, foe: Unit, share: Sequence[int], rounds: int) -> int:
    """AR-mel-3, AR-Q44: figures that fight.  share: the files, from the left, that face this enemy."""
    front = unit.rows[0] if unit.rows else ""
    if striker == "pistol":  # AR-pist-1: two ranks
        return sum(bool(_figure(unit, row, place)) for row in unit.rows[:2] for place in share)
    own = [place for place in share if front[place] in _letters(unit, striker)]
    if striker == "pike":
        behind = sum(_figure(unit, row, place) == "P" for row in unit.rows[1:] for place in own)
        return len(own) + min(behind, len(own) + -(-len(own) // 2))
    if striker in {"horse", "dragoon"} and unit.cavalry and foe.cavalry and rounds:
        second = sum(bool(_figure(unit, row, place)) for row in unit.rows[1:2] for place in own)
        return len(own) + min(second, -(-len(own) // 2))
    return len(own)


def _own_row(unit: Unit) -> t.Striker:
    """The row of the melee table of mounted troops with pistols."""
    return "irregular light cavalry" if unit.kind == "irregular_light_cavalry" else "horse"


def _letters(unit: Unit, striker: t.Striker) -> str:
    """The letters that strike so; dismounted dragoons are musketeers (AR-Q37)."""
    mounted = {"horse": "horse", "irregular_light_cavalry": "irregular light cavalry"}
    if unit.kind in mounted:
        return "H" if mounted[unit.kind] == striker else ""
    if unit.kind == "dragoons" and not unit.mounted:
        return "DM" if striker == "musket" else ""
    return LETTERS.get(striker, "")


def _figure(unit: Unit, row: str, place: int) -> str:
    """The figure of a row that stands behind a file; a short row is centred (AR-G2)."""
    at = place - (files(unit) - len(row)) // 2
    return row[at] if 0 <= at < len(row) else ""
