"""What is checked of random campaigns: views that hide, men never below none, forces that are somewhere."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault, Fuzzing, Library, Setup
from pbem.rulesets.campaign.state.campaign import PACES, Campaign, exact, seats, side_of_seat
from pbem.rulesets.campaign.state.forces import Force, thinned
from pbem.rulesets.campaign.state.knowledge import Knowledge
from pbem.rulesets.campaign.state.orders import Sheet

LARGE = 40
"""In a hundred, how many are of the large country; the others are of the small one."""


def setup(chance: Chance, number: int, library: Library[Campaign]) -> Setup[Campaign]:
    """A campaign of the library, at any pace, some days long."""
    names = sorted(library.names(), key=len)
    name = names[-1] if chance.odds(LARGE) and len(names) > 1 else names[0]
    begun = library.battle(name, chance.pick(tuple(PACES)))
    days = 2 + chance.below(5 if name == names[-1] else 8)
    battle = replace(
        begun, calendar=replace(begun.calendar, days=days), battles=chance.pick(("reckoned", "ruled", "post")),
        open_side=chance.odds(20),
    )  # fmt: skip
    return Setup(battle, name, seats(battle), wild=number % 3 == 0)


def other_secrets(campaign: Campaign, ask: Ask[Any]) -> Campaign:
    """With all altered that the ask's seat must not see: other forces, couriers, what others know and have ordered."""
    seat = ask.seat
    side = side_of_seat(campaign, seat)
    if side is None:
        return campaign
    forces = {
        code: one if exact(campaign, seat, one) or not one.is_there else _altered(one)
        for code, one in campaign.forces.items()
    }  # fmt: skip
    return replace(
        campaign,
        forces=forces,
        couriers={},
        posted=tuple(campaign.couriers.values()),
        works={"Nowhere": 3},
        towns={town: replace(one, eaten=one.eaten + 1, prepared=9) for town, one in campaign.towns.items()},
        knows={who: one if who == seat else Knowledge(aim="other") for who, one in campaign.knows.items()},
        sheets={who: one if who == seat else Sheet() for who, one in campaign.sheets.items()},
        guns={}, beyond={"other": 1}, riders=campaign.riders + 7, fallen=("someone",),
        left={whose: some for whose, some in campaign.left.items() if whose == side},
        asked={who: day if who == seat else 0 for who, day in campaign.asked.items()},
    )  # fmt: skip


def _altered(force: Force) -> Force:
    return replace(thinned(force, 30, away=True), bread=force.bread + 1, order=None, ifs=())


def sound(campaign: Campaign) -> None:
    """What must hold whenever a step has ended."""
    for one in campaign.forces.values():
        if any(unit.men < 0 or unit.away < 0 for unit in one.units):
            raise FuzzFault(f"{one.code} has less than no men")
        road = campaign.country.road(one.where.town, one.where.to) if one.where.to else None
        if one.where.to and (road is None or not 0 < one.where.done < road.length):
            raise FuzzFault(f"{one.code} is on no road: {one.where}")
        if one.pinned and not any(fight.spec.number == one.pinned and not fight.over for fight in campaign.fights):
            raise FuzzFault(f"{one.code} is in a battle that is over")
    for courier in campaign.couriers.values():
        if courier.ready + 60 < campaign.half:
            raise FuzzFault(f"courier {courier.id} has ridden for a month")


FUZZING: Fuzzing[Campaign] = Fuzzing(setup=setup, other_secrets=other_secrets, between_steps=sound, closely=5)
"""All of it."""
