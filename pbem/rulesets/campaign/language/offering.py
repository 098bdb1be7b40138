"""Lines that may be pressed: what each force may do, where it may march, standing orders."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.offers import Choice, Offer, Offers, UnitOffers
from pbem.engine.standing_orders import DecisionRow, offered
from pbem.rulesets.campaign.language.foreseeing import REACH, foreseen
from pbem.rulesets.campaign.language.names import Directory
from pbem.rulesets.campaign.language.writing import act_text, town
from pbem.rulesets.campaign.playing.judging import why_not
from pbem.rulesets.campaign.state.asks import AskBattle
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of, forces_of
from pbem.rulesets.campaign.state.country import MILE, TownId, near_town, shortest, way_on
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.orders import Act, Pace, Sheet

PACES: tuple[Pace, ...] = ("normal", "forced", "night")
STANCES: tuple[Literal["", "seek"], ...] = ("", "seek")
"""In which a march that has been ordered is offered anew."""
REST = DecisionRow(
    number="CA-19", title="When its orders are carried out",
    values={"avoid": "it stays out of the enemy's way", "hold": "it stands and fights",
            "screen": "its horse watch the place"},
    default="avoid", name="rest", when="When a force has no orders",
)  # fmt: skip

DISPATCHES = DecisionRow(
    number="CA-6", title="Its dispatch by night",
    values={"yes": "it sends one to its commander, and a commander to the chief", "no": "it sends none"},
    default="yes", name="dispatch", when="Every night",
)  # fmt: skip


def offers(view: Campaign, ask: Ask[Any], answer: Any, *, units: bool = True) -> Offers:  # noqa: ANN401  # of any ask
    """What may be pressed."""
    if isinstance(ask, AskBattle):
        sides = [Offer(f"winner {side.side}", f"{side.name} won") for side in ask.spec.sides]
        return Offers(answers=(Offer("reckoned", "By the campaign's own table", same=True), *sides))
    mine = [one for one in forces_of(view, ask.seat) if not one.pinned]
    codes = tuple(str(one.code) for one in mine)
    some = tuple(one for code in codes if (one := offers_for(view, ask, answer, code)) is not None) if units else ()
    scopes = [Choice(whom=one.code, line=f"standing {one.code} rest", value="") for one in mine if one.kind == "field"]
    said = [Choice(whom=one.code, line=f"standing {one.code} rest", value=one.rest) for one in mine if one.rest]
    sends = [Choice(whom=one.code, line=f"standing {one.code} dispatch", value="") for one in mine if one.units]
    silent = [Choice(whom=one.code, line=f"standing {one.code} dispatch", value="no") for one in mine if one.silent]
    decisions = (offered(REST, said, scopes), offered(DISPATCHES, silent, sends))
    return Offers(stands=codes, units=some, decisions=decisions)


def offers_for(
    view: Campaign,
    ask: Ask[Any],
    answer: Any,  # noqa: ANN401  # of any ask
    code: str,
    *,
    marches: bool = True,
) -> UnitOffers | None:
    """What one force may do."""
    force = view.forces.get(StandId(code))
    if force is None or force.seat != ask.seat or isinstance(ask, AskBattle) or not force.is_there or force.pinned:
        return None
    given = [act for act in answer.acts if act.force == force.code] if isinstance(answer, Sheet) else []
    found = [*(other for act in given for other in _ways_to_march(act)), *deeds(view, force)]
    may = tuple(_offer(view, act) for act in found if not why_not(view, act))
    ways = tuple(_offer(view, act, act.route[-1]) for act in ways_of(view, force)) if marches else ()
    sheet = answer if isinstance(answer, Sheet) else Sheet()
    return UnitOffers(code=code, may=may, marches=ways, contingencies=foreseen(view, force, sheet))


def _offer(view: Campaign, act: Act, at: TownId | None = None) -> Offer:
    text = act_text(view, act)
    line = f"{act.force} {text}"
    if at is None:
        return Offer(line, text[:1].upper() + text[1:])
    found = way_on(view.country, view.forces[act.force].where, at)
    miles = (found[0] + MILE // 2) // MILE if found is not None else 0
    return Offer(line, f"March to {town(view, at)}", note=f"{miles} miles", at=str(at))


def _ways_to_march(act: Act) -> Iterable[Act]:
    """A march that is ordered, in the other ways it can be made: forced, by night, to meet the enemy or not."""
    if act.does == "march":
        yield from (replace(act, pace=pace) for pace in PACES if pace != act.pace)
        yield from (replace(act, stance=stance) for stance in STANCES if stance != act.stance)


def deeds(view: Campaign, force: Force) -> Iterable[Act]:
    """Everything a force might do where it is."""
    here = near_town(view.country, force.where)
    beside = [here, *(there for there, _ in view.country.beside(here))]
    enemy = enemy_of(view, force.side)
    yield Act(force=force.code, does="hold")
    yield Act(force=force.code, does="avoid")
    yield Act(force=force.code, does="screen", at=here)
    yield Act(force=force.code, does="seek")
    for seat, one in view.officers.items():
        if one.side == enemy:
            yield Act(force=force.code, does="seek", whom=seat)
    for there in beside:
        if view.towns[there].side == enemy and view.country.towns[there].kind == "town":
            yield Act(force=force.code, does="besiege", at=there)
            yield Act(force=force.code, does="storm", at=there)
    yield from _bridges(view, force, here)
    yield from _others(view, force, here, beside)


def _bridges(view: Campaign, force: Force, here: TownId) -> Iterable[Act]:
    desk = Directory(view, force.seat)
    for bridge in dict.fromkeys(road.bridge for _, road in view.country.beside(here) if road.bridge):
        at = desk.bridge_town(force, bridge)
        yield Act(force=force.code, does="break", bridge=bridge, at=at)
        yield Act(force=force.code, does="mend", bridge=bridge, at=at)


def _others(view: Campaign, force: Force, here: TownId, beside: list[TownId]) -> Iterable[Act]:
    scouted = tuple(there for there in beside[1:] if view.country.towns[there].kind == "town")[:3]
    if scouted:
        yield Act(force=force.code, does="scout", route=scouted)
    for one in forces_of(view, force.seat):
        if one.code != force.code and one.kind in {"field", "garrison"}:
            yield Act(force=force.code, does="join", whom=one.code)
    for arm in ("horse", "foot", "dragoons"):
        yield Act(force=force.code, does="detach", number=1, arm=arm, whom="Officer")
    for there in beside[1:]:
        if view.towns[there].side == force.side:
            found = shortest(view.country, here, there)
            if found is not None:
                yield Act(force=force.code, does="convoy", at=here, route=found[1][1:], number=50)


def ways_of(view: Campaign, force: Force) -> list[Act]:
    """Marches to every town not too far, by the shortest way."""
    found = []
    for there in view.country.towns:
        way = way_on(view.country, force.where, there)
        if way is None or not way[1] or way[0] > REACH:
            continue
        act = Act(force=force.code, does="march", route=way[1])
        if not why_not(view, act):
            found.append(act)
    return found
