"""A sentence for each fact of a bound, from the view before it."""

from pbem.engine.ids import StandId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.reporting import RollLine
from pbem.engine.rulings.told import inches
from pbem.engine.table.measures import say_inches
from pbem.engine.table.references import say_spot
from pbem.engine.table.ruling import say_pose
from pbem.engine.wording import listed, plural
from pbem.rulesets.armatys.reporting.reasons import reason_of
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.detached import CrewReturned, Detached, Rejoined
from pbem.rulesets.armatys.state.units import Unit

TESTS = {"charge": "to charge", "counter": "to counter-charge", "stand": "to stand", "pursuit": "to avoid pursuing"}
CAUSES = {
    "test": "for the failed test", "fire": "from fire", "melee": "in melee", "flank": "for being attacked in the flank",
    "lost": "for losing the melee", "terrain": "for the ground", "interpenetration": "for the disorder",
    "break": "for breaking", "rejoin": "as parts rejoin",
    "panic": "of panic",
}  # fmt: skip
FIGURES = {
    "M": "musketeer", "P": "pikeman", "W": "halberdier", "B": "bowman", "H": "horseman", "D": "dragoon", "G": "gunner",
}  # fmt: skip
ANSWERS = {"stand": "prepares to stand", "counter": "prepares to counter-charge", "break": "breaks off"}


OTHERWISE = {"stand": "stood", "counter": "tried to counter-charge", "break": "broken off"}


def arrived(view: Battle, fact: f.UnitArrived) -> Sentence:
    """``arrives at 22,4``."""
    words = f"arrives at {say_spot(fact.to.at)}."
    return Sentence(text=words, subject=fact.unit, kind="arrival", weight=2, brief=f"{fact.unit} has arrived")


def named(view: Battle, code: StandId) -> str:
    """``N05 Red horse``, as far as the reader knows it."""
    one = view.units.get(code)
    return f"{code} {one.name}" if one is not None else code


def unit_put(view: Battle, fact: f.UnitPut) -> Sentence:
    """A unit as the umpire has it: where it is, and its state."""
    one = fact.unit
    if not one.rows:
        return Sentence(text="is gone, by ruling.", subject=one.id, weight=6, brief=f"{one.id} is gone, by ruling")
    held = f", with {plural(one.counters, 'counter', 'counters')}" if one.counters_known else ""
    broken = ", broken" if one.state == "broken" else ""
    return Sentence(
        text=f"is {say_pose(one.pose)}{held}{broken}, by ruling.", subject=one.id, weight=6,
        brief=f"{one.id} is {say_pose(one.pose)}",
    )  # fmt: skip


def fog_put(view: Battle, fact: f.FogPut) -> Sentence:
    """Fog comes or lifts."""
    if fact.inches is None:
        return Sentence(text="The fog lifts.")
    until = f"Fog: until the end of bound {fact.until}"
    return Sentence(text=f"{until} no unit sees, fires at or charges an enemy beyond {inches(fact.inches)}.")


def declared(view: Battle, fact: c.ChargeDeclared) -> Sentence:
    """``declares a charge on N02``."""
    return Sentence(text=f"declares a charge on {fact.charge.target}.", subject=fact.unit)


def tested(view: Battle, fact: f.ReactionTested) -> Sentence:
    """``needs 3 to charge and passes``, with the numbers added up."""
    what = TESTS[fact.test]
    if fact.required is None and fact.die is not None:
        end = "passes" if fact.passed else "fails"
        rolls = (RollLine(fact.unit, what, (fact.die,), (fact.passed,), "passed" if fact.passed else "failed"),)
        return Sentence(text=f"tests {what}, and {end}.", subject=fact.unit, rolls=rolls)
    if fact.required is None:
        return Sentence(text=f"fails {what}: it does so without a throw.", subject=fact.unit)
    end = "passes" if fact.passed else "fails"
    words = f"needs {max(fact.required, 1)} {what}{_added_up(fact)}, and {end}."
    return Sentence(text=words, subject=fact.unit, rolls=_die(fact))


def _added_up(fact: f.ReactionTested) -> str:
    """`` (average 3, Horse -1, counters +2)``; nothing where the class alone decides."""
    first, *others = fact.parts or (("", 0),)
    if not others:
        return ""
    changes = ", ".join(f"{what} {count:+d}" for what, count in others)
    return f" ({first[0]} {first[1]}, {changes})"


def _die(fact: f.ReactionTested) -> tuple[RollLine, ...]:
    if fact.die is None or fact.required is None:
        return ()
    told = f"{fact.required} or more"
    return (RollLine(fact.unit, told, (fact.die,), (fact.passed,), "passed" if fact.passed else "failed"),)


def answered(view: Battle, fact: c.ChargeAnswered) -> Sentence:
    """``prepares to stand``."""
    at = f" {fact.meets}" if fact.meets else ""
    return Sentence(text=f"{ANSWERS.get(fact.answer, fact.answer)}{at}{_otherwise(fact)}.", subject=fact.unit)


def _otherwise(fact: c.ChargeAnswered) -> str:
    """What its player could have said in advance, where nothing was said."""
    others = [words for answer, words in OTHERWISE.items() if answer != fact.answer]
    return f", as nothing else was ordered: it could have {' or '.join(others)}" if fact.by_default else ""


def charged(view: Battle, fact: c.ChargeMoved) -> Sentence:
    """``charges 6 inches to 24,20``."""
    verb = "pursues" if fact.pursuing else "charges"
    return Sentence(text=f"{verb} {say_inches(fact.inches)} inches to {say_spot(fact.to.at)}.", subject=fact.unit)


def contact(view: Battle, fact: c.ContactMade) -> Sentence:
    """``meets N02 on its left flank``."""
    one = fact.contact
    face = {
        "front": "front to front",
        "left": "on its left flank",
        "right": "on its right flank",
        "rear": "in its rear",
    }
    words = f"meets {one.other} {face[one.face]}."
    flank = one.face != "front"
    brief = f"{one.one} charged {one.other} {face[one.face]}"
    return Sentence(text=words, subject=one.one, kind="charge", weight=6 if flank else 4, brief=brief)


def interpenetrated(view: Battle, fact: c.Interpenetrated) -> Sentence:
    """Both take counters."""
    told = [(fact.first, "it"), (fact.second, fact.other)]
    costs = ", ".join(f"{_counters(count)} for {who}" for count, who in told if count)
    words = f"passes through {fact.other}{': ' if costs else ''}{costs}."
    return Sentence(text=words, subject=fact.one)


def broke(view: Battle, fact: f.Broke) -> Sentence:
    """``breaks``, and why: its counters, or the charge."""
    unit = view.units[fact.unit]
    if unit.counters and unit.counters_known:
        why = f" with {_counters(unit.counters)}{_taken(unit)}"
    else:
        why = f" before {fact.due}" if fact.due in view.units else ""
    return Sentence(text=f"breaks{why}.", subject=fact.unit, kind="army", weight=7, brief=f"{fact.unit} broke")


def _taken(unit: Unit) -> str:
    """``: 4 in melee, 1 for losing the melee``, of this bound, and how many it held before."""
    taken = {cause: count for cause, count in unit.taken.items() if cause in CAUSES and count > 0}
    older = unit.counters - sum(taken.values())
    words = [f"{count} {CAUSES[cause]}" for cause, count in taken.items()]
    return f": {listed([*words, *([f'{older} held before'] if older > 0 else [])])}" if words else ""


def retired(view: Battle, fact: f.Retired) -> Sentence:
    """``runs 6 inches to 24,30``."""
    words = f"runs {say_inches(fact.inches)} inches to {say_spot(fact.to.at)}."
    return Sentence(text=words, subject=fact.unit)


def removed(view: Battle, fact: f.Removed) -> Sentence:
    """Destroyed, or off the table."""
    gone = "is destroyed" if not view.units[fact.unit].figures else "is gone from the table"
    return Sentence(text=f"{gone}.", subject=fact.unit, kind="loss", weight=8, brief=f"{fact.unit} {gone}")


def fired(view: Battle, fact: f.Fired) -> Sentence:
    """``fires at N02 at 5.5 inches: 2 hits of 3 dice``."""
    many = (
        f", {plural(fact.figures, 'figure', 'figures')} in {plural(fact.groups, 'group', 'groups')}"
        if fact.size
        else ""
    )
    words = f"fires at {fact.target} at {say_inches(fact.distance)} inches{many}: {plural(fact.hits, 'hit', 'hits')}."
    return Sentence(text=words, subject=fact.unit, rolls=_dice(fact.unit, fact.dice, fact.required, fact.hits))


def struck(view: Battle, fact: f.Struck) -> Sentence | None:
    """``strikes N02 with its pikes: 1 hit``."""
    if not fact.groups:
        return None
    arm = f"{fact.striker}, {plural(fact.figures, 'figure', 'figures')} in {plural(fact.groups, 'group', 'groups')}"
    shown = fact.flank and view.units[fact.enemy].counters_known
    flank = f", and {_counters(fact.flank)} for the flank" if shown else ""
    words = f"strikes {fact.enemy} ({arm}): {plural(fact.hits or 0, 'hit', 'hits')}{flank}."
    return Sentence(text=words, subject=fact.unit, rolls=_dice(fact.unit, fact.dice, 5, fact.hits or 0))


def _dice(who: str, dice: tuple[int, ...], least: int, hits: int) -> tuple[RollLine, ...]:
    if not dice:
        return ()
    counted = tuple(one >= least for one in dice)
    return (RollLine(who, plural(len(dice), "die", "dice"), dice, counted, plural(hits, "hit", "hits")),)


def risked(view: Battle, fact: f.Risked) -> Sentence | None:
    """``loses a pikeman``."""
    if fact.saved:
        return Sentence(text="is saved a figure by its cover.", subject=fact.unit)
    if not fact.lost:
        return None
    return Sentence(text=f"loses a {FIGURES[fact.lost]}.", subject=fact.unit, kind="loss")


def countered(view: Battle, fact: f.CountersTaken) -> Sentence:
    """``takes 2 counters from fire``, ``sheds 3 counters by a speech``."""
    if fact.cause == "speech":
        verb = "sheds" if fact.count < 0 else "takes"
        return Sentence(text=f"{verb} {_counters(abs(fact.count))} by a speech.", subject=fact.unit)
    return Sentence(text=f"takes {_counters(fact.count)} {CAUSES[fact.cause]}.", subject=fact.unit)


def decided(view: Battle, fact: f.MeleeDecided) -> Sentence:
    """Who lost a melee, and by which line."""
    units = listed(sorted(fact.melee.units))
    names = {one.id: one.name for one in view.armies}
    lost = "both sides lose" if fact.melee.loser == "both" else f"{names[fact.melee.loser]} loses"  # type: ignore[index]  # a side
    why = LINES[fact.melee.line]
    words = f"In the melee of {units} {lost}: {why}."
    return Sentence(text=words, kind="melee", weight=5, brief=f"{lost[0].upper()}{lost[1:]} the melee of {units}")


LINES = {
    1: "it was outnumbered by more than three to one", 2: "it lost more figures", 3: "it took more counters",
    4: "it holds more counters", 5: "its morale is worse", 6: "its men are worse fighters",
    7: "nothing parted the sides",
}  # fmt: skip
"""AR-mel-13."""


def pursuit_began(view: Battle, fact: f.PursuitBegan) -> Sentence:
    """``goes after N02``."""
    return Sentence(text=f"goes after {fact.quarry}.", subject=fact.unit)


def pursuit_ended(view: Battle, fact: f.PursuitEnded) -> Sentence:
    """``ends its pursuit, and must rally for 1 bound``."""
    owed = f", and must rally for {plural(fact.owed, 'bound', 'bounds')}" if fact.owed else ""
    return Sentence(text=f"ends its pursuit{owed}.", subject=fact.unit)


def moved(view: Battle, fact: f.Moved) -> Sentence | None:
    """``moves 4 inches to 24,18``, ``changes formation``."""
    unit = view.units[fact.unit]
    parts: list[str] = []
    if fact.inches:
        parts.append(f"moves {say_inches(fact.inches)} inches to {say_spot(fact.to.at)}")
    elif over := _over(view, fact):
        parts.append(over)
    elif fact.to.facing != unit.pose.facing:
        parts.append("turns")
    if fact.march_column and not unit.march_column:
        parts.append("forms march column")
    elif fact.rows != unit.rows or (unit.march_column and not fact.march_column):
        parts.append(f"forms {plural(len(fact.rows[0]), 'file', 'files')}")
    if fact.mounted is not unit.mounted:
        parts.append("mounts" if fact.mounted else "dismounts")
    if fact.status != unit.status or fact.unlimber_moves != unit.unlimber_moves:
        parts.append({"prepared": "is ready to fire", "limbered": "limbers"}.get(fact.status, "unlimbers"))
    if fact.bayonets_fixed is not unit.bayonets_fixed:
        parts.append("fixes bayonets" if fact.bayonets_fixed else "takes its bayonets off")
    if not parts:
        return Sentence(text=f"cannot go on: {fact.by} is in its way.", subject=fact.unit) if fact.by else None
    stopped = f" and stops before {fact.by}" if fact.by else ""
    return Sentence(text=f"{listed(parts)}{stopped}.", subject=fact.unit)


def detached(view: Battle, fact: Detached) -> Sentence:
    """``detaches 3 files as S11``."""
    files = plural(len(fact.sub.rows[0]), "file", "files")
    return Sentence(text=f"detaches {files} as {fact.sub.id}, at {say_spot(fact.sub.pose.at)}.", subject=fact.unit)


def rejoined(view: Battle, fact: Rejoined) -> Sentence:
    """``rejoins S01``."""
    return Sentence(text=f"rejoins {fact.parent.id}.", subject=fact.unit)


def crew_returned(view: Battle, fact: CrewReturned) -> Sentence | None:
    """``is manned again``, ``sees its crew come back 6 inches to 24,22``."""
    if fact.mans:
        words = f"is manned again: its crew comes back {say_inches(fact.inches)} inches."
        return Sentence(text=words, subject=fact.unit, weight=3, brief=f"{fact.unit} is manned again")
    if not fact.inches:
        return Sentence(text=f"waits for its crew: {fact.by} is in their way.", subject=fact.unit) if fact.by else None
    stopped = f", and stop before {fact.by}" if fact.by else ""
    words = f"sees its crew come back {say_inches(fact.inches)} inches to {say_spot(fact.to.at)}{stopped}."
    return Sentence(text=words, subject=fact.unit)


def _over(view: Battle, fact: f.Moved) -> str:
    """``has 6 figures over the bridge``, ``is over the bridge``; '' for a move that leads over none."""
    if fact.crossing is not None:
        return f"has {plural(fact.crossing.over, 'figure', 'figures')} over the bridge"
    return "is over the bridge" if fact.to.at != view.units[fact.unit].pose.at else ""


def general_moved(view: Battle, fact: f.GeneralMoved) -> Sentence:
    """``rides to 24,18``."""
    return Sentence(text=f"{_general(view, fact.general)} rides to {say_spot(fact.to.at)}.")


def general_changed(view: Battle, fact: f.GeneralChanged) -> Sentence | None:
    """What became of a general."""
    was, now = view.generals[fact.general.id], fact.general
    who = _general(view, now.id)
    if now.status == was.status and now.mounted == was.mounted:
        return None if now.pose.at == was.pose.at else Sentence(text=f"{who} is at {say_spot(now.pose.at)}, by ruling.")
    if now.status == "fit":
        words = "joins the field" if was.to_come else "is fit again"
        return Sentence(text=f"{who} {words}.")
    fate = {
        "wounded": f"has a flesh wound, until bound {now.back_in}", "retired": "is wounded or taken, and gone",
        "dead": "is dead", "to come": "is to come",
    }[now.status] if now.status != was.status else "has his horse killed"  # fmt: skip
    return Sentence(text=f"{who} {fate}.", kind="general", weight=8, brief=f"{who} {fate}")


def class_rolled(view: Battle, fact: f.ClassRolled) -> Sentence:
    """``proves to be good``."""
    return Sentence(text=f"proves to be of {fact.morale} morale.", subject=fact.unit)


def recovered(view: Battle, fact: f.Recovered) -> Sentence:
    """``sheds a counter``."""
    return Sentence(text="reloads its pistols." if fact.reloads else "sheds a counter.", subject=fact.unit)


def quiet(view: Battle, fact: f.QuietBound) -> Sentence | None:
    """``rallies``."""
    if fact.steadied:
        return Sentence(text="rallies.", subject=fact.unit, weight=3, brief=f"{fact.unit} rallied")
    return Sentence(text="gathers after its pursuit.", subject=fact.unit) if fact.paid else None


def refusal(fact: f.OrderRefused) -> str:
    """Why an order was not carried out."""
    told = reason_of(fact.why)
    return f"{told} ({fact.by})" if fact.by else told


def _general(view: Battle, code: str) -> str:
    return next((one.name or one.id for one in view.generals.values() if one.id == code), code)


def _counters(count: int) -> str:
    return plural(count, "counter", "counters")
