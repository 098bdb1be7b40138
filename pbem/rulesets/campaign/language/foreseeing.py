"""If-lines that may be pressed: what may well happen to a force, and what it could do then (CA-4, CA-Q1)."""

import itertools
from collections.abc import Iterator

from pbem.engine.ids import Seat
from pbem.engine.offers import Contingency, Offer
from pbem.engine.wording import capital
from pbem.rulesets.campaign.language.writing import act_text, told, town, when_text
from pbem.rulesets.campaign.playing.iflines import FRESH
from pbem.rulesets.campaign.state.calendar import day_of
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import MILE, TownId, Whereabouts, apart, near_town
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.orders import LASTING, Act, Condition, IfLine, Missive, Sheet

MOST_IFS = 5
"""If-lines of a force."""
WATCHED = 3
"""Towns at which the enemy is foreseen."""
REACH = 40 * MILE
"""Towns so near are offered, for a march too."""
ROUND = 500
"""To so many men a force's own number is rounded: the enemy is foreseen stronger than it is."""
READERS = 2
"""Commanders to whom an if-line is offered to write."""


def foreseen(view: Campaign, force: Force, sheet: Sheet) -> tuple[Contingency, ...]:
    """What an army in the field may be ordered in advance; with five if-lines only what those say can be changed."""
    if force.kind != "field":
        return ()
    mine = [one for one in sheet.ifs if one.then.force == force.code]
    given = {one.when: one for one in mine}
    may_come = () if len(mine) >= MOST_IFS else tuple(_conditions(view, force, sheet))
    return tuple(_contingency(view, force, when, given.get(when)) for when in dict.fromkeys((*may_come, *given)))


def extra_order(order: str) -> str:
    """An if-line stands beside a force's order, one for each condition; so do scouts, a convoy, a detachment.

    order: canonical text without the force's code.  '' for the force's order itself.
    """
    first = order.partition(" ")[0]
    if first == "if":
        return order.partition(" then ")[0]
    return first if first in {"scout", "convoy", "detach"} else ""


def _conditions(view: Campaign, force: Force, sheet: Sheet) -> Iterator[Condition]:
    order = _order(force, sheet)
    yield Condition(kind="attacked")
    for there in _watched(view, force, order):
        yield Condition(kind="enemy", at=there, over=force.men // ROUND * ROUND)
    way = (near_town(view.country, force.where), *(order.route if order is not None else ()))
    roads = [view.country.road(one, other) for one, other in itertools.pairwise(way)]
    yield from (Condition(kind="broken", bridge=road.bridge) for road in roads[:WATCHED] if road and road.bridge)
    yield from (Condition(kind="held", at=there) for there in _own(view, force)[:1])


def _order(force: Force, sheet: Sheet) -> Act | None:
    """The order that it has, or gets now."""
    return next((act for act in sheet.acts if act.force == force.code and act.does in LASTING), force.order)


def _watched(view: Campaign, force: Force, order: Act | None) -> tuple[TownId, ...]:
    """Towns where the enemy was seen of late, that it marches to, where its scouts ride, that lie next to it."""
    here = near_town(view.country, force.where)
    spotted = [one.at for one in reversed(view.knows[force.seat].spotted) if one.half >= view.half - FRESH]
    ahead = [*(order.route[-1:] if order is not None else ()), *force.scouts]
    beside_it = [there for there, _ in view.country.beside(here)]
    some = dict.fromkeys((*spotted, *ahead, *beside_it))
    return tuple(there for there in some if there != here and _near(view, force, there))[:WATCHED]


def _near(view: Campaign, force: Force, there: TownId) -> bool:
    far = apart(view.country, force.where, Whereabouts(there))
    return view.country.towns[there].kind == "town" and far is not None and far <= REACH


def _own(view: Campaign, force: Force) -> list[TownId]:
    """Towns its side is known to hold, the nearest first, but for the one where it is."""
    held = [(apart(view.country, force.where, Whereabouts(one)), one) for one in view.country.towns]
    here = near_town(view.country, force.where)
    return [
        there for far, there in sorted((far, one) for far, one in held if far is not None and far <= REACH)
        if there != here and view.towns[there].side == force.side
    ]  # fmt: skip


def _contingency(view: Campaign, force: Force, when: Condition, given: IfLine | None) -> Contingency:
    may = [_offer(view, IfLine(when, act)) for act in _then(view, force, when)]
    if given is not None:
        ordered = _offer(view, IfLine(when, given.then))
        may = [*may, *([ordered] if ordered not in may else []), *_writing(view, force, given)]
    return Contingency(f"If {when_text(view, when)}", tuple(may), _last_seen(view, force.seat, when))


def _then(view: Campaign, force: Force, when: Condition) -> Iterator[Act]:
    """Hold, get out of the way, fight, fall back; march to a town that was lost."""
    yield Act(force=force.code, does="hold")
    yield Act(force=force.code, does="avoid")
    if when.kind in {"enemy", "attacked"}:
        yield Act(force=force.code, does="seek")
    if when.kind == "held":
        yield Act(force=force.code, does="march", route=(when.at,), stance="seek")
    back = next((there for there in _own(view, force) if there != when.at), None)
    if back is not None:
        yield Act(force=force.code, does="march", route=(back,), stance="hold")


def _offer(view: Campaign, line: IfLine) -> Offer:
    does = f"halt at {town(view, line.then.route[-1])}" if line.then.stance == "hold" else act_text(view, line.then)
    return Offer(" ".join(told(view, line)), capital(does))


def _writing(view: Campaign, force: Force, given: IfLine) -> Iterator[Offer]:
    """The same with a letter to another commander of the side, the one it reports to first."""
    chief = view.officers[force.seat].reports_to
    others = [one for one in view.officers.values() if one.side == force.side and one.seat != force.seat]
    for one in sorted(others, key=lambda officer: officer.seat != chief)[:READERS]:
        line = IfLine(given.when, given.then, Missive(one.seat, ""))
        yield Offer(" ".join(told(view, line)), f"… and write {one.short}")


def _last_seen(view: Campaign, seat: Seat, when: Condition) -> str:
    if when.kind != "enemy":
        return ""
    seen = [one for one in view.knows[seat].spotted if one.at == when.at and one.half >= view.half - FRESH]
    return f"seen there {view.calendar.date(day_of(seen[-1].half))}" if seen else ""
