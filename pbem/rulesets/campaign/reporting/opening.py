"""What heads the first dispatch: what each side is to do, and how a commander begins (CA-9, CA-17)."""

from collections.abc import Iterator

from pbem.engine.ids import Seat
from pbem.engine.narrator.telling import Sentence
from pbem.engine.wording import listed, plural
from pbem.rulesets.campaign.reporting.places import at_place, name
from pbem.rulesets.campaign.state.campaign import Campaign, Goal, Host, forces_of, others, side_of_seat
from pbem.rulesets.campaign.state.country import near_town


def opening(view: Campaign, seat: Seat) -> Iterator[tuple[str, Sentence]]:
    """A chapter's title and a sentence of it, one after another.  Rules: CA-17."""
    mine = side_of_seat(view, seat)
    for army in (one for one in view.armies if one.id == mine):
        yield from _goals(view, army, "What your side is to do")
    if seat in view.officers:
        yield from (("How to begin", Sentence(text=text)) for text in _first_steps(view, seat))
    for army in (one for one in view.armies if one.id != mine):
        yield from _goals(view, army, f"What {army.name} is to do")


def _goals(view: Campaign, army: Host, title: str) -> Iterator[tuple[str, Sentence]]:
    yield from ((title, Sentence(text=worth(one))) for one in view.goals if one.side == army.id and not one.private)


def aims(view: Campaign) -> Iterator[str]:
    """What each side is to do, for readers of neither: ``The King, 10 points: Oxford is held on the last day.``."""
    for army in view.armies:
        yield from (f"{army.name}, {worth(one)}" for one in view.goals if one.side == army.id and not one.private)


def worth(goal: Goal) -> str:
    """``10 points: Oxford is held on the last day``, as a sentence."""
    return f"{plural(goal.points, 'point', 'points')}: {goal.text}."


def _first_steps(view: Campaign, seat: Seat) -> Iterator[str]:
    head = view.forces[view.officers[seat].head]
    if not head.is_there:
        yield f"{head.name} ({head.code}) is not on the map yet: until it comes, write letters."
        return
    yield f"You are with {head.name} ({head.code}) {at_place(view, head.where)}: it obeys at once."
    away = [str(one.code) for one in forces_of(view, seat) if one.where != head.where and one.is_there]
    if away:
        yield f"Orders to {listed(away)} ride by courier; the map shows where each was when its last dispatch left."
    fellows = [view.officers[one].short for one in others(view, seat)]
    if fellows:
        whom = fellows[0] if len(fellows) == 1 else f"{', '.join(fellows[:-1])} or {fellows[-1]}"
        yield (
            f"Others command the rest of your side, and learn of your plans by letter alone. Write to {whom}: "
            f'letter to {fellows[0]}: "Join me."'
        )
    here = near_town(view.country, head.where)
    near = next((town for town, _ in view.country.beside(here) if view.country.towns[town].kind == "town"), None)
    if near is not None:
        there = name(view, near)
        yield (
            f"Choose a force on the map, then the town it is to go to; or write {head.code} march {there}, "
            f"{head.code} scout {there}, {head.code} hold. A force without orders stays out of the enemy's way."
        )
    yield "Men eat of a magazine within two days' march, of the town they are in, of their wagons; then they melt away."
