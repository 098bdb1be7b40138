"""What each fact of a one-hour battle says: a sentence about its unit, its rolls in words, how much it matters."""

from pbem.engine.ids import RuleId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.reporting import RollLine
from pbem.engine.table.measures import Hundredths, say_degrees
from pbem.engine.table.rects import Face
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import TYPES, Battle, Unit, army, feature
from pbem.rulesets.onehour.reporting.aims import ending
from pbem.rulesets.onehour.writing.wording import ON_FACE, TURNED, length, named, place

PIKES = RuleId("OH-R-melee-2")
CLOSE = Hundredths(10)
"""A run not worth telling."""


# --- before the first turn ----------------------------------------------------------------------------------------


def army_drawn(battle: Battle, fact: f.ArmyDrawn) -> Sentence:
    """A side's army, by die or by choice (OH-D2)."""
    name = army(battle, fact.side).name
    counts = {kind: sum(unit.type == kind for unit in fact.units) for kind in TYPES}
    told = listed([f"{number(n)} {kind}" for kind, n in counts.items() if n])
    if fact.die is None:
        return Sentence(text=f"{name} chose row {fact.row} of the table of armies: {told}.")
    roll = _roll(name, fact.die, f"row {fact.row} of the table of armies", name)
    return Sentence(text=f"{name} drew its army: {told}.", rolls=(roll,))


def set_up(battle: Battle, fact: f.SetUpMade) -> Sentence:
    """Units take their places (OH-D1)."""
    how = "as the battle has it" if fact.sample else "as its player chose"
    return Sentence(text=f"{army(battle, fact.side).name} set up {how}.")


def first_thrown(battle: Battle, fact: f.FirstThrown) -> Sentence:
    """Dice for the first player turn (OH-Q1)."""
    rolls = tuple(
        _roll(army(battle, side).name, die, "for the first player turn", army(battle, side).name)
        for side, die in fact.dice.items()
    )
    return Sentence(text="Both threw the same, and threw again." if fact.tied else "Who goes first?", rolls=rolls)


def order_of_sides(battle: Battle, fact: f.OrderOfSides) -> Sentence:
    """Who goes first (OH-Q1)."""
    return Sentence(text=f"{army(battle, fact.order[0]).name} goes first in every turn.")


# --- movement -----------------------------------------------------------------------------------------------------


def moved(battle: Battle, fact: f.Moved) -> Sentence:
    """``moved 4.5 inches to 13,10.5 (C2) and faces 30°``."""
    before = battle.units[fact.unit].pose
    turned = f"faces {say_degrees(fact.end.facing)}" if fact.end.facing != before.facing else ""
    if fact.end.at == before.at:
        return Sentence(text=f"turned and {turned}." if turned else "stayed where it was.", subject=fact.unit)
    along = " along the road" if fact.road else ""
    there = place(battle.table, fact.end.at)
    and_turned = f" and {turned}" if turned else ""
    return Sentence(text=f"moved {length(fact.distance)}{along} to {there}{and_turned}.", subject=fact.unit)


def entered(battle: Battle, fact: f.Entered) -> Sentence:
    """``entered the table and went to 16.5,7 (C2)``."""
    there = place(battle.table, fact.end.at)
    return Sentence(
        text=f"came onto the table and went to {there}.", subject=fact.unit, weight=5, kind="arrival",
        brief=f"{fact.unit} came onto the table at {there}",
    )  # fmt: skip


def left(battle: Battle, fact: f.LeftTable) -> Sentence:
    """``left the table by the south road``."""
    return Sentence(
        text=f"left the table by {fact.exit}.", subject=fact.unit, weight=6, kind="loss",
        brief=f"{fact.unit} left by {fact.exit}",
    )  # fmt: skip


def charged(battle: Battle, fact: f.Charged) -> Sentence:
    """``charged N02 White regiment in the right flank, after 6 inches``."""
    how = ON_FACE[fact.face]
    return Sentence(
        text=(
            f"charged {named(battle, fact.target)} {how}{_run(fact.distance)}, and stands at "
            f"{place(battle.table, fact.end.at)}."
        ),
        subject=fact.unit, weight=5, kind="charge", brief=f"{fact.unit} charged {fact.target} {how}",
    )  # fmt: skip


def _run(distance: Hundredths) -> str:
    """How far a charge went, unless they stood front to front."""
    return f", after {length(distance)}" if distance >= CLOSE else ""


def turned_to_face(battle: Battle, fact: f.TurnedToFace) -> Sentence:
    """``turned right to face N05 Left troops``."""
    way = TURNED.get(fact.by, "")
    return Sentence(text=f"turned {way} to face {named(battle, fact.attacker)}.", subject=fact.unit)


# --- shooting and striking ----------------------------------------------------------------------------------------


def shot(battle: Battle, fact: f.Shot) -> Sentence:
    """``shot at N02 White regiment at 8 inches: 4 hits; its powder is spent``."""
    side = army(battle, battle.units[fact.unit].side).name
    covered = f"half of {fact.die}, for {_ground(battle, fact.cover)}: " if fact.cover else ""
    rolls = (
        _roll(f"{fact.unit} shot at {fact.target}", fact.die, f"{covered}{_hits(fact.hits)}", side),
        _roll(f"powder of {fact.unit}", fact.ammo, "spent" if fact.out else "some left", side),
    )
    spent = "; its powder is spent" if fact.out else ""
    behind = f", in {_ground(battle, fact.cover)}" if fact.cover else ""
    return Sentence(
        text=f"shot at {named(battle, fact.target)}{behind}, at {length(fact.range)}: {_hits(fact.hits)}{spent}.",
        subject=fact.unit, rolls=rolls, weight=3 if fact.out else 2,
        brief=f"{fact.unit} ran out of powder" if fact.out else "",
    )  # fmt: skip


def struck(battle: Battle, fact: f.Struck) -> Sentence:
    """``struck N02 White regiment in the right flank: 5 hits``."""
    side = army(battle, battle.units[fact.unit].side).name
    plus = f"{fact.die} + {fact.plus} = {fact.score}" if fact.plus else ""
    halved = listed([_halving(battle, fact, rule) for rule in fact.halved])
    changes = [f"halved for {halved}" if halved else "", f"doubled {ON_FACE[fact.face]}" if fact.doubled else ""]
    told = ", ".join(part for part in (plus, " and ".join(one for one in changes if one)) if part)
    roll = _roll(
        f"{fact.unit} struck {fact.target}", fact.die, f"{told}: {_hits(fact.hits)}" if told else _hits(fact.hits), side
    )
    where = f" {ON_FACE[fact.face]}" if fact.face is not Face.FRONT else ""
    return Sentence(
        text=f"struck {named(battle, fact.target)}{where}: {_hits(fact.hits)}.", subject=fact.unit, rolls=(roll,),
        weight=3, kind="melee",
    )  # fmt: skip


def _halving(battle: Battle, fact: f.Struck, rule: RuleId) -> str:
    """What halves a blow."""
    return "pikes" if rule == PIKES else _ground(battle, fact.ground)


def _ground(battle: Battle, name: str) -> str:
    """A piece of terrain as it is called."""
    one = feature(battle, name)
    return one.name or f"the {one.kind}" if one is not None else "its ground"


# --- the end of units and battles ---------------------------------------------------------------------------------


def eliminated(battle: Battle, fact: f.Eliminated) -> Sentence:
    """``was destroyed, with 16 hits``."""
    one = battle.units[fact.unit]
    return Sentence(
        text=f"was destroyed, with {_hits(fact.hits)}.", subject=fact.unit, weight=9, kind="loss",
        brief=f"{one.id} {one.name} was destroyed",
    )  # fmt: skip


def turn_ended(battle: Battle, fact: f.PlayerTurnEnded) -> Sentence | None:
    """Areas that have passed into the hand of a side."""
    told = [
        f"{name} is in the hand of {army(battle, side).name}"
        for name, side in sorted(fact.holders.items())
        if battle.holders.get(name) != side
    ]
    if not told:
        return None
    return Sentence(text=f"{capital('; '.join(told))}.", weight=6, brief=listed(told))


def ended(battle: Battle, fact: f.BattleEnded) -> Sentence:
    """How it ended."""
    return Sentence(text=ending(fact.apply(battle)), weight=10, kind="end", brief="the battle ended")


def put(battle: Battle, fact: f.UnitPut) -> Sentence:
    """A unit is as ruled; who ruled it is told by a letter of its own."""
    one: Unit = fact.unit
    where = (
        f"stands at {place(battle.table, one.pose.at)}, facing {say_degrees(one.pose.facing)}"
        if one.on_table
        else f"is {one.state}"
    )
    return Sentence(
        text=f"{where}, with {_hits(one.hits)}.", subject=one.id, weight=6, brief=f"{one.id} {where}",
    )  # fmt: skip


def ruled_points(battle: Battle, name: str, points: int) -> str:
    """Points as ruled."""
    return f"{name} has {points:+d} {'point' if abs(points) == 1 else 'points'} by ruling."


def _roll(who: str, die: int, outcome: str, side: str) -> RollLine:
    return RollLine(who, "", (die,), (True,), outcome, side)


def _hits(hits: int) -> str:
    return plural(hits, "hit", "hits")
