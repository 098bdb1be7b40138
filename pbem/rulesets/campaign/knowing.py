"""What a seat knows, on two pages, for who takes it over; what is laid open at the end (CA-17, CA-18)."""

from collections.abc import Iterator

from pbem.engine.ids import Seat
from pbem.engine.reporting import Matter
from pbem.rulesets.campaign.language.writing import act_text
from pbem.rulesets.campaign.playing.ending import worth
from pbem.rulesets.campaign.reporting.opening import worth as worth_of
from pbem.rulesets.campaign.reporting.places import name, spotted, when
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, forces_of, seats, side_of_seat
from pbem.rulesets.campaign.state.knowledge import Courier, Dispatch, Knowledge
from pbem.rulesets.campaign.state.orders import Missive

NEWS, LETTERS = 12, 8
"""Sightings and letters of a brief: the last."""


def knowledge(view: Campaign, seat: Seat) -> tuple[Matter, ...]:
    """What a seat knows beside its own forces: a brief of two pages for who takes it over.  Rules: CA-18."""
    knows = view.knows.get(seat, Knowledge())
    aim = next((one.text for one in view.goals if one.name == knows.aim), "")
    mine = side_of_seat(view, seat)
    goals = [one for one in view.goals if not one.private]
    found = (
        Matter("What the side is to do", tuple(worth_of(one) for one in goals if one.side == mine)),
        Matter("What the enemy is to do", tuple(worth_of(one) for one in goals if one.side != mine)),
        Matter("The seat's private aim", (f"{aim}.",) if aim else ()),
        Matter("Orders in force", tuple(_orders(view, seat))),
        Matter("Others of the side, as last heard of", tuple(_others(view, seat, knows))),
        Matter("The enemy, as last seen", tuple(spotted(view, one) for one in reversed(knows.spotted[-NEWS:]))),
        Matter("The last letters", tuple(_letter(view, one) for one in reversed(knows.letters[-LETTERS:]))),
        Matter("Bridges known to be broken", tuple(knows.broken)),
    )
    return tuple(one for one in found if one.lines)


def _orders(view: Campaign, seat: Seat) -> Iterator[str]:
    for one in forces_of(view, seat):
        if one.order is not None:
            yield f"{one.code} {act_text(view, one.order)}"


def _others(view: Campaign, seat: Seat, knows: Knowledge) -> Iterator[str]:
    for who, heard in knows.heads.items():
        if who != seat:
            yield f"{view.officers[who].name}: {name(view, heard.at)}, {when(view, heard.half)}."


def _letter(view: Campaign, one: Dispatch) -> str:
    taken = " (taken from the enemy)" if one.taken else " (came back)" if one.returned else ""
    who = f"{view.officers[one.sender].short} to {view.officers[one.to].short}"
    return f'{who}, {when(view, one.written)}{taken}: "{one.text}"'


# --- laid open ------------------------------------------------------------------------------------------------------


def afterwards(battle: Campaign) -> tuple[Matter, ...]:
    """What the end lays open: private aims, every letter and its fate, every battle.  Rules: CA-17."""
    found = (
        Matter("Private aims", tuple(_aims(battle))),
        Matter("Letters of the campaign, and what became of them", tuple(_fates(battle))),
        Matter("Battles", tuple(_battles(battle))),
    )
    return tuple(one for one in found if one.lines)


def _aims(battle: Campaign) -> Iterator[str]:
    for seat in seats(battle):
        aim = battle.knows.get(seat, Knowledge()).aim
        goal = next((one for one in battle.goals if one.name == aim), None)
        if goal is not None:
            won = any(one.goal == aim for one in battle.scored) or worth(battle, goal)
            end = f"reached, {goal.points} points" if won else "not reached"
            yield f"{battle.officers[seat].name}: {goal.text} ({end})."


def _fates(battle: Campaign) -> Iterator[str]:
    """Letters by when they left: those that commanders wrote, then those that forces far from them sent (CA-Q1)."""
    sent = [
        (half, seat, letter, f"at {name(battle, end)}")
        for seat, knows in battle.knows.items() for half, letter, end in knows.sent
    ]  # fmt: skip
    written = {(seat, letter.to, half, letter.text) for half, seat, letter, _ in sent}
    letters: list[Courier | Dispatch] = [*battle.posted]
    letters += [one for knows in battle.knows.values() for one in knows.letters if not one.taken]
    by_forces = dict.fromkeys(
        (one.written, one.sender, Missive(one.to, one.text), f"from {name(battle, one.sent_from)}")
        for one in letters
        if one.sender != one.to  # orders that were brought back are no letters
        and (one.sender, one.to, one.written, one.text) not in written
    )
    for some in (sent, by_forces):
        for half, seat, letter, place in sorted(some, key=lambda one: one[:2]):
            yield _fate(battle, half, seat, letter, place)


def _fate(battle: Campaign, half: Half, seat: Seat, letter: Missive, place: str) -> str:
    """``Essex to Waller at Burford, the morning of 4 June: "..." (taken by the King, ...)``."""
    who = f"{battle.officers[seat].short} to {battle.officers[letter.to].short} {place}"
    came = [
        (reader, one)
        for reader, knows in battle.knows.items()
        for one in knows.letters
        if (one.sender, one.to, one.written, one.text) == (seat, letter.to, half, letter.text)
    ]
    fates = [
        f"{'taken by' if one.taken else 'back with' if one.returned else 'read by'} {battle.officers[reader].short}, "
        f"{when(battle, one.delivered)}"
        for reader, one in came
    ]  # fmt: skip
    return f'{who}, {when(battle, half)}: "{letter.text}" ({"; ".join(fates) or "it never arrived"})'


def _battles(battle: Campaign) -> Iterator[str]:
    names = {one.id: one.name for one in battle.armies}
    for one in battle.fights:
        end = f"{names[one.winner]} won" if one.winner is not None else "neither side won"
        yield f"{one.spec.title} ({when(battle, one.half)}, {one.how}): {end}."
