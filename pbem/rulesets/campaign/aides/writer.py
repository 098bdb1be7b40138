"""An aide-de-camp who fights a campaign: he feeds his army, keeps his towns, goes for a weaker enemy (CA-18)."""

from collections.abc import Mapping
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.ids import Seat
from pbem.rulesets.campaign.language.writing import act_text, town
from pbem.rulesets.campaign.moving.rates import rate
from pbem.rulesets.campaign.playing.judging import why_not
from pbem.rulesets.campaign.state.asks import AskBattle
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of, forces_of, others
from pbem.rulesets.campaign.state.country import MILE, TownId, Whereabouts, apart, near_town, way_on
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.knowledge import Spotted
from pbem.rulesets.campaign.state.orders import Act
from pbem.rulesets.campaign.tables import SMALL

TEMPERS: Mapping[str, str] = {
    "steady": "keeps towns and bread, and fights a weaker enemy",
    "bold": "seeks any enemy who is not far stronger",
    "wary": "keeps out of the enemy's way and near its magazines",
}
"""The temperaments, the usual one first."""
_ENOUGH: Mapping[str, int] = {"steady": 120, "bold": 70, "wary": 200}
"""Of its own men for a hundred of the enemy's, before it seeks him."""
FRESH, NEAR = 4, 30 * MILE
"""Half-days, hundredths of a mile: what sightings still count."""
GUARDED = 45 * MILE
"""Hundredths of a mile from which a town is guarded that the enemy wants."""
SMALL_FORCE = 500
BEHIND_WORKS = 1200
"""Men that a walled town is taken to hold for each level of its works; twice as many where it is a magazine."""
STORMS_AT = 2
"""As many times those men it takes to storm it."""


def aide(view: Campaign, ask: Ask[Any], temper: str = "") -> str:
    """Order text with reasons."""
    if isinstance(ask, AskBattle):
        return "reckoned"
    temper = temper or "steady"
    lines = []
    for force in forces_of(view, ask.seat):
        if force.kind in {"garrison", "convoy"} or force.pinned:
            continue
        act, why = _chosen(view, force, temper)
        if act != force.order and not why_not(view, act):
            lines.append(f"{force.code} {act_text(view, act)}  # {why}")
        if force.kind == "field" and not force.scouts:
            lines += _scouts(view, force)
    return "\n".join([*lines, *_letter(view, ask.seat)])


def _chosen(view: Campaign, force: Force, temper: str) -> tuple[Act, str]:
    """What a force does, and why."""
    if force.kind == "blind":
        return _blind(view, force)
    enemy = _nearest_enemy(view, force)
    dares = enemy is not None and force.men * 100 >= _ENOUGH[temper] * max(enemy.middle, 1)
    if enemy is not None and enemy.middle and dares and view.half >= force.beaten:
        return Act(force=force.code, does="seek"), f"{enemy.middle} of the enemy are at {town(view, enemy.at)}"
    if enemy is not None and enemy.middle * 100 > force.men * 130:
        home = _refuge(view, force)
        if home is not None and home[1]:
            return Act(force=force.code, does="march", route=home[1], stance="avoid"), "the enemy is stronger"
    if force.short or (force.train and force.bread <= 1 and temper != "bold"):
        home = _refuge(view, force)
        if home is not None and home[1]:
            return Act(force=force.code, does="march", route=home[1], stance="avoid"), "bread is short"
    goal = _exit(view, force) or _goal(view, force) or _beyond(view, force) or _guard(view, force)
    if goal is not None:
        return goal
    return Act(force=force.code, does="hold"), "nothing else is to be done"


def _blind(view: Campaign, force: Force) -> tuple[Act, str]:
    """A blind goes up and down between its town and the next."""
    here = near_town(view.country, force.where)
    beside = [one for one, _ in view.country.beside(here) if view.country.towns[one].kind == "town"]
    to = beside[view.day // 3 % len(beside)] if beside else here
    if not force.where.in_town or Whereabouts(to) == force.where:
        return Act(force=force.code, does="hold"), "it is to be seen"
    return Act(force=force.code, does="march", route=(to,), stance="avoid"), "it is to be seen"


def _nearest_enemy(view: Campaign, force: Force) -> Spotted | None:
    found = [
        (far, -one.half, n, one)
        for n, one in enumerate(view.knows[force.seat].spotted)
        if one.half >= view.half - FRESH
        and (far := apart(view.country, force.where, Whereabouts(one.at))) is not None and far <= NEAR
    ]  # fmt: skip
    return min(found, key=lambda one: one[:3])[3] if found else None


def _refuge(view: Campaign, force: Force) -> tuple[int, tuple[TownId, ...]] | None:
    """The nearest magazine of its side, as far as it knows."""
    found = [
        way for at, one in view.country.towns.items()
        if one.magazine and view.towns[at].side == force.side
        and (way := way_on(view.country, force.where, at)) is not None
    ]  # fmt: skip
    return min(found, default=None)


def _exit(view: Campaign, force: Force) -> tuple[Act, str] | None:
    """The way off the map for which a force is enough by itself, while it can still be there in time."""
    for goal in view.goals:
        if goal.side != force.side or goal.kind != "leave" or not goal.day or goal.private not in ("", force.seat):
            continue
        men = sum(one.men for one in force.units if one.arm == goal.arm) if goal.arm else force.men
        ways = [way for at in goal.towns if (way := way_on(view.country, force.where, at)) is not None]
        if men < goal.men or not ways:
            continue
        far, route = min(ways)
        if route and view.day + far // rate(view, force) // 2 < goal.day:
            return Act(force=force.code, does="march", route=route, stance="avoid"), goal.text
    return None


def _beyond(view: Campaign, force: Force) -> tuple[Act, str] | None:
    """A town where a light force has to show itself for some days, in the second half of the campaign."""
    for goal in view.goals:
        won = any(one.goal == goal.name for one in view.scored)
        if goal.side != force.side or goal.kind != "beyond" or won or not force.light or force.men < SMALL:
            continue
        if force.where.in_town and force.where.town in goal.towns:
            return Act(force=force.code, does="hold"), goal.text
        open_ = [at for at in goal.towns if not view.country.towns[at].works]
        ways = [way for at in open_ if (way := way_on(view.country, force.where, at)) is not None and way[1]]
        if ways and 2 * view.day >= view.calendar.days:
            return Act(force=force.code, does="march", route=min(ways)[1], stance="avoid"), goal.text
    return None


def _guard(view: Campaign, force: Force) -> tuple[Act, str] | None:
    """The open town nearest to it at which an enemy would show himself for some days, in the same half."""
    if 2 * view.day < view.calendar.days or force.men < SMALL:
        return None
    towns = [
        at for goal in view.goals if goal.side != force.side and goal.kind == "beyond"
        for at in goal.towns if not view.country.towns[at].works
    ]  # fmt: skip
    ways = [way for at in towns if (way := way_on(view.country, force.where, at)) is not None and way[0] <= GUARDED]
    if not ways:
        return None
    _, route = min(ways)
    if not route:
        return Act(force=force.code, does="hold"), "the enemy wants this place"
    return Act(force=force.code, does="march", route=route, stance="seek"), "the enemy wants that place"


def _goal(view: Campaign, force: Force) -> tuple[Act, str] | None:
    """A town of a goal that is the enemy's and near, or an exit for which the force is enough."""
    if force.order is not None and force.order.does in {"besiege", "storm", "march"} and not why_not(view, force.order):
        return force.order, "as ordered"
    enemy = enemy_of(view, force.side)
    wanted = [
        (way[0], at, goal.text)
        for goal in view.goals
        if goal.side == force.side and goal.kind in {"held", "taken"}
        for at in goal.towns
        if view.towns[at].side != force.side
        and (way := way_on(view.country, force.where, at)) is not None and way[0] <= NEAR
    ]  # fmt: skip
    if not wanted or force.men < SMALL_FORCE:
        return None
    _, at, text = min(wanted)
    place = view.country.towns[at]
    if view.towns[at].side == enemy and place.works:
        held = BEHIND_WORKS * place.works * (1 + place.magazine)
        if not force.guns or force.men < STORMS_AT * held:
            return None
        return Act(force=force.code, does="storm", at=at), text
    route = way_on(view.country, force.where, at)
    if route is None or not route[1]:
        return None
    return Act(force=force.code, does="march", route=route[1]), text


def _scouts(view: Campaign, force: Force) -> list[str]:
    here = near_town(view.country, force.where)
    beside = [one for one, _ in view.country.beside(here) if view.country.towns[one].kind == "town"][:3]
    if not beside:
        return []
    act = Act(force=force.code, does="scout", route=tuple(beside))
    return [f"{force.code} {act_text(view, act)}  # to see who is there"]


def _letter(view: Campaign, seat: Seat) -> list[str]:
    """A line to the others of its side, when the enemy has been seen close."""
    head = view.forces.get(view.officers[seat].head)
    if head is None or not head.where.town:
        return []
    enemy = _nearest_enemy(view, head)
    if enemy is None or not enemy.middle or enemy.half < view.half - 2:
        return []
    known = [other for other in others(view, seat) if other in view.knows[seat].heads][:1]
    here = town(view, near_town(view.country, head.where))
    words = f"{enemy.middle} of the enemy were at {town(view, enemy.at)}. I am at {here}."
    return [f'letter to {view.officers[other].short}: "{words}"' for other in known]
