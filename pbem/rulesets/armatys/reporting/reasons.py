"""Refusals in words: the first rule of an objection that has a sentence tells it."""

from collections.abc import Iterable, Mapping

from pbem.rulesets.armatys.fighting.aiming import Objection

REASONS: Mapping[str, str] = {
    "AR-D22": "the umpire forbids it",
    "AR-Q77": "gunners do not charge",
    "AR-Q14": "it is broken, and does nothing by choice until it is rallied",
    "AR-Q17": "it is broken, and does nothing by choice until it is rallied",
    "AR-pur-9": "it pursues, or must rally after its pursuit",
    "AR-Q23": "it pursues, or must rally after its pursuit",
    "AR-Q11": "it is in melee",
    "AR-Q53": "it is in melee: a unit attacked only in flank or rear may `face` an enemy, and nothing else",
    "AR-D2": "a charge begins with a wheel of at most 45 degrees",
    "AR-D20": "a friend stands in the way",
    "AR-Q7": "the charge does not reach: not in its path, or not in its time",
    "AR-G9": "it does not see that enemy",
    "AR-Q76": "its crew has run off the table",
    "AR-Q83": "it has no crew that ran from it, to man it again",
    "AR-Q25": "that gun is abandoned: it has no crew to charge",
    "AR-ter-3": "cliffs are closed, and steep hills take twice the time",
    "AR-ter-4": "guns cross water only by a bridge or a ford",
    "AR-ter-5": "the water takes twice the time, and there is not enough",
    "AR-ter-6": "that water can be crossed only by a bridge or a ford",
    "AR-ter-9": "mounted troops and guns enter woods and towns only along a road, in march column or limbered",
    "AR-ter-14": "guns cross walls only at a gate",
    "AR-ter-16": "that ground is closed to mounted troops and guns",
    "AR-ter-1": "that hedge is closed to mounted troops and guns",
    "AR-ter-7": "a bridge is crossed in march column, from within an inch of its end",
    "AR-G20": "that leads off the table",
    "AR-Q9": "it has failed to charge, and does not go forward in this bound",
    "AR-chg-4": "it has failed to charge, and does not go forward in this bound",
    "AR-chg-1": "a charge names an enemy on the table",
    "AR-move-2": "its counters leave it no inch to go",
    "AR-move-6": "foot that has fired does not move, and foot that has moved does not fire",
    "AR-art-6": "a gun that has fired does not move, and one that has moved does not fire",
    "AR-art-9": "it has no crew at it to fire",
    "AR-art-2": "a gun moves limbered, or prepared by hand, one inch, with its crew",
    "AR-art-3": "only a prepared gun with a crew is limbered",
    "AR-art-4": "only a limbered gun with a crew is unlimbered",
    "AR-Q56": "it has no plug bayonets to fix, or to take off",
    "AR-move-5": "a unit moves once in a bound",
    "AR-move-3": "it cannot change so, or has no time left for it: a change takes half a move",
    "AR-Q65": "that comes within an inch of an enemy, and only a charge does",
    "AR-G10": "there is not time enough in a bound for all that",
    "AR-fire-4": "it has nothing to fire with",
    "AR-fire-7": "the front of a march column makes no group to fire: it forms up first",
    "AR-Q37": "mounted dragoons do not fire",
    "AR-pist-4": "its pistols are loaded, or it has none to load",
    "AR-mor-7": "it has no counters to lose",
    "AR-gnl-5": "the general is wounded or gone",
    "AR-Q70": "the general is wounded or gone",
    "AR-Q60": "a unit on a bridge does nothing but cross it, and only the umpire can rule on an attack on it",
    "AR-G26": "there is no room for it beside the flanks and the rear of its unit, an inch from every enemy",
    "AR-form-7": "that code is taken",
    "AR-form-8": "it rejoins only the unit that it left, in contact, while neither is in action",
    "AR-form-4": "it cannot detach anything now",
    "AR-Q68": "it cannot detach, or rejoin, so",
    "SCN-surprised": "its side is surprised: it may only turn in this bound",
    "SCN-column": "it is on the march: in this bound it only goes forward, with hardly a wheel",
    "SCN-not-across": "that ground is closed to it as yet",
    "SCN-bridled": "it is held back: the die that lets it charge has not come",
    "AR-G15": "another unit stands in the way",
}
"""By rule."""


def reason_of(rules: Iterable[str]) -> str:
    """The first sentence there is."""
    return next((REASONS[one] for one in rules if one in REASONS), "the rules do not allow it")


def reason(objection: Objection) -> str:
    """One sentence; names what is in the way."""
    told = reason_of(objection.rules)
    return f"{told} ({objection.by})" if objection.by else told
