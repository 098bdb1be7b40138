"""Breaking an army (SN-14.0c, SN-Q39)."""

from pbem.engine.play import Play
from pbem.rulesets.snaphance.state.battle import Army, Battle
from pbem.rulesets.snaphance.state.facts import BattleEnded, SideBroken
from pbem.rulesets.snaphance.state.grades import outright
from pbem.rulesets.snaphance.state.tables import rules


def check(play: Play[Battle]) -> bool:
    """Whether the battle is over, after an event that can have cost ranks (3.18d, point 6).

    Both armies broken by one event: the one that has lost the larger share of its points loses; equal: a draw.
    """
    if play.battle.phase == "over":
        return True
    gone = broken(play.battle)
    if not gone:
        return False
    for army in gone:
        play.record(SideBroken(side=army.id, rules=rules("SN-14.0c", "SN-Q39")))
    loser = worst(gone)
    others = [army.id for army in play.battle.armies if loser is not None and army.id != loser.id]
    winner = others[0] if others else None
    verdict = outright(play.battle, winner, broken=True)
    play.record(BattleEnded(kind="broken", winner=winner, verdict=verdict, rules=rules("SN-14.0c", "SN-Q39")))
    return True


def broken(battle: Battle) -> tuple[Army, ...]:
    """The armies that have lost their share, or of which an umpire says so."""
    ruled = battle.ruled_broken or ()
    return tuple(one for one in battle.armies if 0 < one.break_at <= one.break_lost or one.id in ruled)


def worst(armies: tuple[Army, ...]) -> Army | None:
    """The army that has lost the larger share of its points; None when two have lost the same share."""
    if len(armies) == 1:
        return armies[0]
    one, two = armies
    shares = one.break_lost * two.break_total, two.break_lost * one.break_total
    if shares[0] == shares[1]:
        return None
    return one if shares[0] > shares[1] else two
