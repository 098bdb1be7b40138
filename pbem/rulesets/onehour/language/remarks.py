"""What is said of an order that stands: where a charge goes in, at what range and into what a shot goes, what either is
worth on the average."""

from msgspec import UNSET

from pbem.engine.ids import StandId
from pbem.engine.table.measures import say_inches
from pbem.rulesets.onehour.battle import Battle, Unit
from pbem.rulesets.onehour.commands import Charge, Shoot, TurnToFace
from pbem.rulesets.onehour.facts import Charged, LeftTable, TurnedToFace
from pbem.rulesets.onehour.fighting.chances import ExpectedBlow, kills, mean
from pbem.rulesets.onehour.fighting.hits import halves_of
from pbem.rulesets.onehour.fighting.shooting import Aim, aimed
from pbem.rulesets.onehour.fighting.striking import blow_of
from pbem.rulesets.onehour.moving.doing import Done, done
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.tables import ELIMINATED_AT
from pbem.rulesets.onehour.writing.wording import length


def move_remark(after: Battle, came: Done) -> str:
    """What came of an order of step 1 that is worth a word, '' for nothing: ``on its right flank, 6 inches; 3 hits on
    the average``."""
    match came:
        case Charged(face=face, distance=distance):
            flank = " flank" if face in {"right", "left"} else ""
            return f"on its {face}{flank}, {length(distance)}; {worth(after, came.unit)}"
        case TurnedToFace():
            return worth(after, came.unit)
        case LeftTable():
            return f"it leaves the table by {came.exit}"
        case _:
            return ""


def order_remark(battle: Battle, order: Charge | TurnToFace) -> str:
    """The same of an order as the battle stands; '' for one that is refused."""
    came = done(battle, order)
    return "" if came is None or isinstance(came, No) else move_remark(came.apply(battle), came)


def worth(battle: Battle, unit: StandId) -> str:
    """What a unit's blow at the enemy on its front does on the average, once the fight stands so; '' if it has none."""
    blow = blow_of(battle, unit)
    if blow is None:
        return ""
    reasons = []
    if blow.ground:
        reasons.append("the ground halves it")
    if any(rule == "OH-R-melee-2" for rule in blow.halved):
        reasons.append("pikes halve it")
    if blow.doubled:
        reasons.append(f"doubled on the {blow.face}")
    halves = halves_of(halved=bool(blow.halved), doubled=blow.doubled)
    return average(ExpectedBlow(blow.plus, halves), battle.units[blow.target], reasons)


def shot_remark(battle: Battle, order: Shoot) -> str:
    """``range 8, 3.5 hits on the average``, and into what cover; '' for a shot that is refused."""
    aim = aimed(battle, order)
    if isinstance(aim, No):
        return ""
    return f"{f'{aim.target}, ' if len(order.targets) > 1 else ''}{aim_remark(battle, aim)}"


def aim_remark(battle: Battle, aim: Aim) -> str:
    """The same of a shot that may be made."""
    reasons = ["cover halves it"] if aim.cover else []
    told = average(ExpectedBlow(0, 1 if aim.cover else 2), battle.units[aim.target], reasons)
    return f"range {say_inches(aim.range)}; {told}"


def average(blow: ExpectedBlow, target: Unit, reasons: list[str]) -> str:
    """``3 hits on the average: pikes halve it``; and the chance to remove the target.

    Of a target that is not known (OH-H3) it is told as no more than about right, and without that chance.
    """
    value = mean(blow)
    count = f"{value:.1f}".removesuffix(".0")
    told = f"{count} hit{'' if count == '1' else 's'} on the average"
    if target.seen is not UNSET:
        return f"about {told}: {target.id} is not known"
    chance = kills(blow, ELIMINATED_AT - target.hits)
    if chance:
        told += f", removes it {round(100 * chance)} in 100"
    return f"{told} ({', '.join(reasons)})" if reasons else told
