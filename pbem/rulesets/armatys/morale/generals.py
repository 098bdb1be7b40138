"""Generals: what befalls them as their units suffer, and their speeches (AR-gnl)."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys.fighting import losses
from pbem.rulesets.armatys.fighting.fire import by
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, General, touching, units_of
from pbem.rulesets.armatys.state.orders import Chooser, Speech
from pbem.rulesets.armatys.state.units import Unit, break_number

COMBAT = ("fire", "melee", "flank", "lost")
"""AR-Q69: counters due to combat."""


def suffer(play: Play[Battle], since: Battle, choose: Chooser, *, also: Sequence[str] = ()) -> None:
    """AR-gnl-4, AR-Q69: the end of P3, P4 or P6.

    since: at its beginning.  also: causes whose counters of before count too, of a phase entered in its midst.
    """
    for name in ranked(since, since.generals):
        every = {**play.battle.removed, **play.battle.units}
        near = units_of(since, since.generals[name])
        hurt = [one.id for one in near if _suffered(one, every[one.id]) or any(one.taken.get(cause) for cause in also)]
        if hurt and not play.battle.generals[name].rolled:
            hit(play, name, hurt[0], choose)


def _suffered(before: Unit, now: Unit) -> bool:
    return any(now.taken.get(cause, 0) > before.taken.get(cause, 0) for cause in COMBAT)


def under_fire(play: Play[Battle], targets: Sequence[StandId], choose: Chooser) -> None:
    """AR-Q38: a die for each hit on a general who is with no unit, until he is gone."""
    for name in ranked(play.battle, [one for one in targets if one in play.battle.generals]):
        if not play.battle.generals[name].removed:
            hit(play, name, None, choose)


def hit(play: Play[Battle], name: StandId, unit: StandId | None, choose: Chooser) -> None:
    """AR-gnl-4, AR-gnl-5: a 6 makes him a casualty; another die says how.  unit: the one he is with."""
    general = play.battle.generals[name]
    general = replace(general, rolled=general.rolled or unit is not None)  # AR-Q69: of his unit's counters, one roll
    if play.roll("ar.ghit", name, 1).values[0] == 6:
        general = _fate(play, general, unit, choose)
    play.record(f.GeneralChanged(general, rules=(RuleId("AR-gnl-4"), RuleId("AR-gnl-5"))))


def _fate(play: Play[Battle], general: General, unit: StandId | None, choose: Chooser) -> General:
    """AR-gnl-5, AR-Q70."""
    fate = play.roll("ar.gfate", general.id, 1).values[0]
    if fate == 6:
        return replace(general, status="dead")
    if fate == 5:
        return replace(general, status="retired")
    if fate == 4:
        bounds = play.roll("ar.gwound", general.id, 1).values[0]
        return replace(general, status="wounded", back_in=play.battle.bound + bounds + 1)
    rider = play.battle.units.get(unit) if unit is not None else None
    if rider is None or not (general.mounted and rider.cavalry and rider.figures):
        return replace(general, mounted=False)
    chosen = choose(play.battle, rider.id)
    if not chosen.give_horse and not choose(play.battle, general.id).give_horse:
        return replace(general, mounted=False)
    letter = rider.rows[-1][-1]
    rows = losses.without(rider.rows, letter, chosen.loss_end or "")
    play.record(f.Risked(rider.id, general.id, lost=letter, rows=rows, rules=(RuleId("AR-Q70"),)))
    return general


def speak(play: Play[Battle], speeches: Sequence[Speech]) -> None:
    """P8, but for the break check: AR-gnl-6, one speech to a unit and by a general (AR-Q72)."""
    spoken: list[StandId] = []
    order = ranked(play.battle, [one.general for one in speeches])
    for speech in sorted(speeches, key=lambda one: order.index(one.general)):
        why = barred(play.battle, speech, spoken)
        if why:
            play.record(f.OrderRefused(speech.order, speech.general, tuple(map(RuleId, why))))
            continue
        spoken += [speech.unit, speech.general]
        value = play.roll("ar.speech", by(speech.general, speech.unit), 1).values[0]
        change = max(2 - value, -play.battle.units[speech.unit].counters)
        if change:
            play.record(f.CountersTaken(speech.unit, "speech", change, rules=(RuleId("AR-gnl-6"),)))


def barred(battle: Battle, speech: Speech, spoken: Sequence[StandId]) -> tuple[str, ...]:
    """Why there is no speech: AR-gnl-1, AR-gnl-7, AR-gnl-8, AR-Q18, AR-Q70, AR-Q72."""
    general, unit = battle.generals.get(speech.general), battle.units.get(speech.unit)
    if general is None or unit is None or general.removed or general.status == "wounded":
        return ("AR-gnl-5", "AR-Q70")
    if unit.id not in [one.id for one in units_of(battle, general)]:
        return ("AR-gnl-1", "AR-gnl-6")
    if speech.unit in spoken or speech.general in spoken:
        return ("AR-gnl-7", "AR-Q72")
    if unit.fired or touching(battle, unit.id) or beyond_words(battle, unit):
        return ("AR-gnl-8", "AR-Q18")
    return ()


def beyond_words(battle: Battle, unit: Unit) -> bool:
    """AR-Q18, switched: broken, and not yet below its break number."""
    number = break_number(unit)
    strict = battle.switches.rally == "below"
    return strict and unit.state == "broken" and number is not None and unit.counters >= number


def recovered(generals: Mapping[StandId, General], bound: int) -> list[General]:
    """AR-Q70: those whose wound is over as a bound begins."""
    return [
        replace(one, status="fit", back_in=None)
        for _, one in sorted(generals.items())
        if one.status == "wounded" and one.back_in is not None and one.back_in <= bound
    ]


def ranked(battle: Battle, names: Iterable[StandId]) -> list[StandId]:
    """Generals in the order of their dice: by side, then by id; those that there are not, last."""

    def rank(name: StandId) -> tuple[int, str]:
        one = battle.generals.get(name)
        return (len(battle.sides) if one is None else battle.sides.index(one.side), name)

    return sorted(names, key=rank)
