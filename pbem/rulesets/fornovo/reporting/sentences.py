"""A sentence for each fact of a turn but fire, combat and tests, from the view before it."""

from pbem.engine.ids import StandId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.reporting import RollLine
from pbem.engine.rulings.told import inches
from pbem.engine.special import SpecialRule
from pbem.engine.table.measures import say_degrees, say_inches
from pbem.engine.table.references import say_spot
from pbem.engine.table.ruling import say_pose
from pbem.engine.wording import capital, listed, plural
from pbem.rulesets.fornovo.reporting.reasons import reason_of
from pbem.rulesets.fornovo.reporting.troops import called
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import raising_facts as r
from pbem.rulesets.fornovo.state import special_facts as x
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import Battle, army_of
from pbem.rulesets.fornovo.state.units import files

GONE = {
    "destroyed": "is destroyed", "surrendered": "surrenders", "dispersed": "is dispersed", "overrun": "is cut down",
    "fled": "flees from the table", "sniped": "is shot",
    "home": "marches off the table",
}  # fmt: skip
ANSWERS = {"stand": "stands", "countercharge": "countercharges", "evade": "evades", "square": "forms square"}
ASPECTS = {"front": "in front", "flank": "in the flank", "rear": "in the rear"}


def one_die(who: str, what: str, die: int, *, good: bool, outcome: str) -> tuple[RollLine, ...]:
    """A single die as a line."""
    return (RollLine(who, what, (die,), (good,), outcome),)


def named(view: Battle, code: StandId) -> str:
    """``N05 Red horse``."""
    one = view.units.get(code)
    return f"{code} {one.name}" if one is not None else code


def unit_put(view: Battle, fact: f.UnitPut) -> Sentence:
    """A unit as the umpire has it: where it is, and its state."""
    one = fact.unit
    if not one.figures:
        return Sentence(text="is gone, by ruling.", subject=one.id, weight=6, brief=f"{one.id} is gone, by ruling")
    where = f"is {say_pose(one.pose)}" if one.pose is not None else "is off the table"
    morale = "" if one.morale == "good" else f", {one.morale}"
    upset = ", disordered" if one.disordered else ""
    left = plural(one.figures, "figure", "figures")
    return Sentence(
        text=f"{where}, with {left}{morale}{upset}, by ruling.", subject=one.id, weight=6, brief=f"{one.id} {where}",
    )  # fmt: skip


def fog_put(view: Battle, fact: f.FogPut) -> Sentence:
    """Fog comes or lifts."""
    if fact.inches is None:
        return Sentence(text="The fog lifts.")
    until = f"Fog: until the end of turn {fact.until}"
    return Sentence(text=f"{until} no unit sees, shoots at or charges an enemy beyond {inches(fact.inches)}.")


def roles(view: Battle, fact: f.RolesChosen) -> Sentence:
    """``South wins the initiative and is Side A``."""
    winner, first = (army_of(view, side).name for side in (fact.winner, fact.side_a))
    goes = "and is Side A" if fact.winner == fact.side_a else f"and lets {first} be Side A"
    rolls = tuple(
        RollLine(
            army_of(view, side).name,
            "initiative",
            (die,),
            (side == fact.winner,),
            "wins" if side == fact.winner else "",
        )
        for side, die in fact.dice.items()
    )
    return Sentence(text=f"{winner} wins the initiative {goes}.", rolls=rolls)


def refusal(fact: f.OrderRefused) -> str:
    """``it was no longer possible: it is in combat``."""
    told = reason_of(fact.why)
    return f"it had become impossible: {told}" if fact.void else told


def moved(view: Battle, fact: f.MoveMade) -> Sentence:
    """``moves 4 inches to 24,12``; a maneuver without a way."""
    before, now = view.units.get(fact.unit.id), fact.unit
    upset = f", disordering {listed(fact.disorders)}" if fact.disorders else ""
    if now.inside and (before is None or before.inside != now.inside):
        return Sentence(text=f"enters {_place(view, now.inside)}{upset}.", subject=now.id)
    if now.pose is not None and fact.inches:
        return Sentence(
            text=f"moves {say_inches(fact.inches)} inches to {say_spot(now.pose.at)}{upset}.", subject=now.id
        )
    done = _maneuver(view, fact)
    return Sentence(text=f"{done}{upset}.", subject=now.id)


def _maneuver(view: Battle, fact: f.MoveMade) -> str:
    before, now = view.units.get(fact.unit.id), fact.unit
    if before is None:
        return "maneuvers"
    if before.formation != now.formation:
        return "forms square" if now.formation == "square" else "forms line"
    if before.limbered and not now.limbered:
        return "unlimbers"
    if before.set_up != now.set_up:
        return "is set up" if now.set_up else "is hitched"
    if before.blocks != now.blocks and [one.rows for one in before.blocks] == [one.rows for one in now.blocks]:
        return f"has {listed([one.melee.replace('_', ' ') for one in now.blocks])} in hand"
    if before.kind != now.kind:
        return "mounts" if now.mounted else "dismounts"
    if files(before) != files(now):
        return f"forms {plural(files(now), 'file', 'files')}"
    if before.inside and not now.inside:
        return f"comes out of {_place(view, before.inside)}"
    if before.pose is not None and now.pose is not None and before.pose.facing != now.pose.facing:
        return f"turns to {say_degrees(now.pose.facing)}"
    return "maneuvers" if now.debt or fact.cost else "stays"


def _place(view: Battle, name: str) -> str:
    return next((one.name or one.id for one in view.terrain if one.id == name), name)


def general_changed(view: Battle, fact: f.GeneralChanged) -> Sentence | None:
    """``Melo joins S08``."""
    before, now = view.generals.get(fact.general.id), fact.general
    name = called(now)
    if now.removed and not (before and before.removed):
        text = f"{name} is out of the battle."
        return Sentence(text=text, kind="general", weight=7, brief=f"{name} was lost")
    if before and before.to_come and not now.to_come:
        return Sentence(text=f"{name} has come.", kind="arrival")
    if now.attached_to and (before is None or before.attached_to != now.attached_to):
        return Sentence(text=f"{name} joins {now.attached_to}.")
    if now.at is not None and (before is None or before.at != now.at):
        return Sentence(text=f"{name} rides to {say_spot(now.at)}.")
    return None


def mutinied(view: Battle, fact: f.Mutinied) -> Sentence:
    """FS-2.9."""
    rolls = one_die(
        fact.unit, "unpaid: a 1 is mutiny", fact.die, good=not fact.gone, outcome="mutiny" if fact.gone else "obeys"
    )
    if not fact.gone:
        return Sentence(text="is unpaid, and obeys.", subject=fact.unit, rolls=rolls)
    return Sentence(
        text="mutinies and is gone.",
        subject=fact.unit,
        kind="loss",
        weight=8,
        rolls=rolls,
        brief=f"{fact.unit} mutinied",
    )


def wood_found(view: Battle, fact: f.WoodFound) -> Sentence:
    """FS-11.5f."""
    what = "heavy" if fact.kind == "heavy_wood" else "light"
    rolls = one_die(_place(view, fact.piece), "5 or 6 is heavy", fact.die, good=what == "heavy", outcome=what)
    return Sentence(text=f"{_place(view, fact.piece)} proves a {what} wood.", rolls=rolls)


def removed(view: Battle, fact: f.Removed) -> Sentence:
    """Destroyed, surrendered, off the table."""
    how = GONE[fact.how]
    if fact.how == "home":
        return Sentence(text=f"{how}.", subject=fact.unit, weight=4, brief=f"{fact.unit} {how}")
    return Sentence(text=f"{how}.", subject=fact.unit, kind="loss", weight=8, brief=f"{fact.unit} {how}")


def morale(view: Battle, fact: f.MoraleChanged) -> Sentence:
    """``is shaken``."""
    words = "is in good morale again" if fact.morale == "good" else f"is {fact.morale}"
    return Sentence(text=f"{words}.", subject=fact.unit)


def recovered(view: Battle, fact: f.Recovered) -> Sentence:
    """``is in good morale and order again``."""
    what = [*(["morale"] if fact.morale else []), *(["order"] if fact.order else [])]
    return Sentence(text=f"is in good {listed(what)} again.", subject=fact.unit)


def routed(view: Battle, fact: f.Routed) -> Sentence:
    """``routs``."""
    by = f" before {fact.by}" if fact.by else ""
    return Sentence(text=f"routs{by}.", subject=fact.unit, kind="army", weight=7, brief=f"{fact.unit} routed")


def rallied(view: Battle, fact: f.Rallied) -> Sentence:
    """FS-8.4."""
    return Sentence(text="rallies: it stands, halted and disordered.", subject=fact.unit, weight=4,
                    brief=f"{fact.unit} rallied")  # fmt: skip


def declared(view: Battle, fact: f.ChargeDeclared) -> Sentence:
    """``charges N02 in the flank``."""
    one = fact.charge
    shoots = ", shooting" if one.fired else ""
    return Sentence(text=f"declares a charge on {one.target}{shoots}.", subject=one.unit)


def answered(view: Battle, fact: f.ChargeAnswered) -> Sentence:
    """``countercharges``."""
    return Sentence(text=f"{ANSWERS[fact.does]}.", subject=fact.unit)


def charged(view: Battle, fact: f.ChargeMoved) -> Sentence:
    """``charges 6 inches, with impetus``."""
    one = fact.charge
    verb = "countercharges" if one.counter else "charges"
    run = ", with impetus" if fact.impetus else ""
    words = f"{verb} {say_inches(one.moved)} inches at {one.target} {ASPECTS[one.aspect]}{run}."
    weight = 5 if one.aspect == "front" else 6
    return Sentence(
        text=words, subject=one.unit, kind="charge", weight=weight, brief=f"{one.unit} charged {one.target}"
    )


def evaded(view: Battle, fact: f.Evaded) -> Sentence:
    """FS-7.9b."""
    return Sentence(text=f"evades {say_inches(fact.inches)} inches to {say_spot(fact.to.at)}.", subject=fact.unit)


def false_rout(view: Battle, fact: f.FalseRout) -> Sentence:
    """FS-2.16."""
    words = "turns upon its chaser." if fact.turns else "runs on in earnest."
    rolls = one_die(
        fact.unit, "4 or more turns it about", fact.die, good=fact.turns, outcome="turns" if fact.turns else "runs"
    )
    return Sentence(text=words, subject=fact.unit, rolls=rolls)


def confirmed(view: Battle, fact: f.ChargeConfirmed) -> Sentence | None:
    """``comes home``."""
    return Sentence(text="charges home.", subject=fact.unit) if fact.home else None


def failed(view: Battle, fact: f.ChargeFailed) -> Sentence:
    """FS-8.7."""
    return Sentence(
        text=f"does not charge home: it falls back {say_inches(fact.inches)} inches, shaken.", subject=fact.unit,
        weight=4, brief=f"{fact.unit} failed to charge home",
    )  # fmt: skip


def charge_ended(view: Battle, fact: f.ChargeEnded) -> Sentence | None:
    """Where a charger halts whose target is gone."""
    if fact.to is None:
        return None
    return Sentence(text=f"ends its charge at {say_spot(fact.to.at)}.", subject=fact.unit)


def contact(view: Battle, fact: f.ContactMade) -> Sentence:
    """``meets N02 in the flank``."""
    one, other = fact.combat.units
    return Sentence(text=f"is in combat with {other}, attacked {ASPECTS[fact.combat.aspect]}.", subject=one)


def overrun(view: Battle, fact: f.Overrun) -> Sentence:
    """FS-10.10b."""
    words = f"cuts down {plural(fact.lost, 'figure', 'figures')} of {fact.unit.id}."
    return Sentence(text=words, subject=fact.by, kind="loss", weight=5, brief=f"{fact.by} overran {fact.unit.id}")


def recoiled(view: Battle, fact: f.Recoiled) -> Sentence:
    """FS-7.12a."""
    return Sentence(text=f"recoils {say_inches(fact.inches)} inches.", subject=fact.unit)


def followed(view: Battle, fact: f.FollowedUp) -> Sentence:
    """FS-Q42."""
    return Sentence(text=f"follows {fact.after} up.", subject=fact.unit)


def fled(view: Battle, fact: f.RoutMoved) -> Sentence:
    """FS-7.2.1a."""
    return Sentence(text=f"runs {say_inches(fact.inches)} inches to {say_spot(fact.to.at)}.", subject=fact.unit)


def burst(view: Battle, fact: f.BurstThrough) -> Sentence:
    """FS-7.2.1e."""
    return Sentence(text=f"bursts through {fact.unit}, which is disordered.", subject=fact.by)


def pursuit_began(view: Battle, fact: f.PursuitBegan) -> Sentence:
    """FS-Q37."""
    return Sentence(text=f"goes after {fact.chase.target}.", subject=fact.chase.unit)


def pursued(view: Battle, fact: f.PursuitMoved) -> Sentence:
    """FS-7.3a."""
    return Sentence(text=f"pursues {say_inches(fact.inches)} inches to {say_spot(fact.to.at)}.", subject=fact.unit)


def pursuit_ended(view: Battle, fact: f.PursuitEnded) -> Sentence:
    """FS-8.5."""
    words = "runs into fresh enemies." if fact.crash else "halts its pursuit, disordered."
    return Sentence(text=words, subject=fact.unit)


def off_table(view: Battle, fact: f.OffTable) -> Sentence:
    """FS-7.4a."""
    return Sentence(text="pursues off the table.", subject=fact.unit, weight=4, brief=f"{fact.unit} left the table")


def returned(view: Battle, fact: f.CameBack) -> Sentence:
    """FS-7.4c."""
    words = f"comes back at {say_spot(fact.to.at)}, in good order."
    return Sentence(text=words, subject=fact.unit, kind="arrival", weight=4, brief=f"{fact.unit} has come back")


DRUMS = ("is under arms", "is not yet under arms")
"""What is said of a unit that drums call."""


def special_acted(view: Battle, fact: x.SpecialActed) -> Sentence:
    """A special rule's die, or what it did."""
    words, fails = DRUMS if fact.drums else _SPECIAL[type(view.special[fact.rule])]
    told = words if fact.acts else fails
    rolls: tuple[RollLine, ...] = ()
    if fact.die is not None:
        rolls = one_die(
            fact.unit, "a special rule", fact.die, good=fact.acts, outcome="acts" if fact.acts else "does not act"
        )
    if fact.unit in view.generals:
        return Sentence(text=f"{called(view.generals[fact.unit])} {told}.", rolls=rolls)
    return Sentence(text=f"{told}.", subject=fact.unit, rolls=rolls)


_SPECIAL: dict[type[SpecialRule], tuple[str, str]] = {
    k.HeldBy: ("is let go", "is still held back"),
    k.HeldUntil: ("is let go", ""),
    k.AlarmGiven: ("gives the alarm", "hears nothing yet"),
    k.Betrayed: ("has been betrayed, and is gone", "has not been betrayed"),
    k.Spate: ("is held in the ford, disordered", "gets on through the ford"),
    k.Plunder: ("is plundered, and gone", ""),
    k.Flood: ("is caught by the water, and gone", ""),
    k.MustAdvance: ("will go straight ahead", "may do as it is ordered"),
    k.JoinedHands: ("joins hands with those who come to meet it", ""),
    k.DarkWater: ("will not go down into the water", "goes down into the water"),
}
"""What is said of each kind when it acts, and when its die fails."""


def special_marked(view: Battle, fact: x.Marked) -> Sentence:
    """A unit is tired, wavers, or has lost its way."""
    words = {
        "tired": "is tired, and counts one grade lower from now on.",
        "wavers": "wavers, and does not move in this turn.",
        "loots": "loots, disordered, and does nothing else in this turn.",
        "strays": "has lost its way, and does not move in the next turn.",
    }[fact.how]
    rolls = () if fact.die is None else one_die(fact.unit, "whether it goes on", fact.die, good=False, outcome=fact.how)
    return Sentence(text=words, subject=fact.unit, rolls=rolls)


def arrived(view: Battle, fact: x.UnitArrived) -> Sentence:
    """``arrives at 22,4``."""
    words = f"arrives at {say_spot(fact.to.at)}."
    return Sentence(text=words, subject=fact.unit, kind="arrival", weight=3, brief=f"{fact.unit} has arrived")


def army_raised(view: Battle, fact: r.ArmyRaised) -> Sentence:
    """``South raises 4 units for 912 points: S01 Foot, musket; ...``."""
    name = army_of(view, fact.side).name
    units = listed([f"{one.id} {one.name}" for one in fact.units])
    told = f"{name} raises {plural(len(fact.units), 'unit', 'units')} for {fact.points} points: {units}."
    return Sentence(text=told, kind="army", weight=5, brief=f"{name} has raised {fact.points} points")


def ground_closed(view: Battle, fact: x.GroundClosed) -> Sentence:
    """Water that rises."""
    return Sentence(text=f"{capital(fact.piece.name or fact.piece.id)} is closed from now on.")
