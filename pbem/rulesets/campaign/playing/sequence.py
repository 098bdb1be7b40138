"""The steps of a campaign: lots, orders, half-days of eight sub-steps.  Nothing but the campaign carries over."""

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.playing import (
    battles,
    couriers,
    ending,
    evenings,
    iflines,
    intake,
    marches,
    meetings,
    sights,
)
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.asks import AskOrders
from pbem.rulesets.campaign.state.calendar import Half, day_of
from pbem.rulesets.campaign.state.campaign import Campaign, Officer, forces_of, seats
from pbem.rulesets.campaign.state.orders import Sheet
from pbem.rulesets.campaign.tables import EVENT_DAYS, PACE_DAYS, RULE


def over(battle: Campaign) -> bool:
    """Whether it has ended."""
    return battle.phase == "over"


def script(play: Play[Campaign]) -> None:
    """One step: the lots, a turn's orders, or a half-day."""
    if play.battle.phase == "lots":
        _lots(play)
    elif play.battle.phase == "orders":
        _orders(play)
    else:
        half_day(play)


def _lots(play: Play[Campaign]) -> None:
    """Private aims are dealt by lot and sealed.  Rules: CA-17."""
    for seat in seats(play.battle):
        own = [one.name for one in play.battle.goals if one.private == seat]
        if own:
            face = play.roll("lot", StandId(seat), 1).values[0]
            play.record(f.LotDealt(seat, own[(face - 1) % len(own)], rules=RULE["CA-17"]))
    play.record(f.TurnBegan())


def due(battle: Campaign, day: int) -> tuple[Officer, ...]:
    """The seats that are asked on the morning of a day: none whose forces are all in a battle (CA-2, CA-15)."""
    found = []
    for seat in seats(battle):
        waited = day - battle.asked.get(seat, -EVENT_DAYS)
        stirred = battle.pace == "event" and seat in battle.stirred
        if (waited >= PACE_DAYS[battle.pace] or stirred) and any(not one.pinned for one in forces_of(battle, seat)):
            found.append(battle.officers[seat])
    return tuple(found)


def _orders(play: Play[Campaign]) -> None:
    """One sealed batch, once no battle is waited for.  Rules: CA-2, CA-4, CA-15."""
    battles.awaited(play)
    asks = [AskOrders(seat=one.seat, default=Sheet(), day=play.battle.day) for one in due(play.battle, play.battle.day)]
    for ask, sheet in zip(asks, play.ask_each(asks, sealed=True), strict=True):
        play.record(f.OrdersTaken(ask.seat, sheet, rules=RULE["CA-4"]))
    for ask in asks:
        intake.take(play, ask.seat)
    play.record(f.HalfBegan(play.battle.half))


def half_day(play: Play[Campaign]) -> None:
    """What one sub-step brings, the next knows."""
    play.record(f.HalfBegan(play.battle.half))
    battles.settle(play)
    if play.battle.morning:
        evenings.weather(play)
    iflines.test(play)
    found = marches.march(play)
    meetings.settle(play, found)
    marches.arrive(play)
    sights.see(play)
    couriers.ride(play, night=False)
    if not play.battle.morning:
        evenings.evening(play)
        night(play)
    battles.move_heads(play)
    close(play)


def night(play: Play[Campaign]) -> None:
    """Dispatches leave, couriers ride on, night marches begin."""
    couriers.dispatches(play)
    couriers.ride(play, night=True)
    marches.by_night(play)
    marches.arrive(play)


def close(play: Play[Campaign]) -> None:
    """The half-day is over; with the last one the campaign, once its battles are."""
    if not play.battle.morning and play.battle.day >= play.battle.calendar.days:
        for number in [one.spec.number for one in play.battle.fights if not one.over]:
            battles.take(play, number)
        ending.end(play)
        return
    to_come = Half(play.battle.half + 1)
    asks = to_come % 2 == 0 and bool(due(play.battle, day_of(to_come)))
    play.record(f.HalfEnded(play.battle.half, asks))
