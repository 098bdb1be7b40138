"""Couriers ride; what they carry is delivered, lost or taken; dispatches leave each night (CA-5, CA-6, CA-8, CA-Q5)."""

from msgspec.structs import replace

from pbem.engine.ids import Seat, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.moving import tracks
from pbem.rulesets.campaign.playing import errands, intake
from pbem.rulesets.campaign.playing.marches import whole
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, enemy_of, forces_of, others
from pbem.rulesets.campaign.state.country import Whereabouts, apart, near_town
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.knowledge import Courier, Dispatch
from pbem.rulesets.campaign.tables import COURIER_NEAR, DELAYED_ON, LOST_ON, MOST_ASKED, NEAR, RULE, TAKEN_ON


def ride(play: Play[Campaign], *, night: bool) -> None:
    """Every rider goes on.  Rules: CA-8."""
    for number in sorted(play.battle.couriers):
        before = play.battle.couriers[number]
        if before.kind == "news":
            if before.ready <= play.battle.half and not night:
                play.record(f.CourierGone(number, "delivered"))
                play.record(f.NewsCame(before.to, before.news, rules=RULE["CA-7"]))
        elif before.ready <= play.battle.half:
            _one(play, number, night=night)


def _one(play: Play[Campaign], number: str, *, night: bool) -> None:
    if not night:
        screen = _screen_on(play.battle, play.battle.couriers[number])
        if screen is not None and not _past(play, number, screen):
            return
    before = play.battle
    courier = before.couriers[number]
    far = before.rates.courier_night if night else before.rates.courier
    track = tracks.marching(before.country, courier.where, courier.route, far, whole(before))
    passed = tuple(town for town, _ in track.through)
    route = courier.route
    for town in passed:
        route = route[1:] if route[:1] == (town,) else route
    play.record(f.CourierRode(replace(courier, where=track.end, route=route)))
    if track.end == Whereabouts(courier.end):
        _arrives(play, number)


def _screen_on(campaign: Campaign, courier: Courier) -> StandId | None:
    """An enemy screen within five miles of the rider, or of the next town on the way (CA-Q6)."""
    enemy = enemy_of(campaign, campaign.officers[courier.sender].side)
    ahead = [courier.where, *(Whereabouts(town) for town in courier.route[:1])]
    for code, one in sorted(campaign.forces.items()):
        if one.side != enemy or not one.is_there or one.order is None or one.order.does != "screen":
            continue
        for place in ahead:
            far = apart(campaign.country, one.where, place)
            if far is not None and far <= COURIER_NEAR:
                return code
    return None


def _past(play: Play[Campaign], number: str, screen: StandId) -> bool:
    """Whether a rider comes past a screen: lost on 1, delayed on 2, taken and read on 6.  Rules: CA-8."""
    courier = play.battle.couriers[number]
    face = play.roll("courier", StandId(f"{courier.id}/{play.battle.half - courier.written}"), 1).values[0]
    if face <= LOST_ON:
        play.record(f.CourierGone(number, "lost"))
        return False
    if face == TAKEN_ON:
        _taken(play, number, play.battle.forces[screen].seat)
        return False
    return face != DELAYED_ON


def _taken(play: Play[Campaign], number: str, by: Seat) -> None:
    """The enemy has the rider, and reads what was written.  Rules: CA-8."""
    before = play.battle.couriers[number]
    play.record(f.CourierGone(number, "taken"))
    play.record(f.Delivered(by, taken(before, play.battle.half), rules=RULE["CA-8"]))


def taken(courier: Courier, half: Half) -> Dispatch:
    """What a rider carries, as the enemy who takes them in that half-day reads it.  Rules: CA-8."""
    return Dispatch(
        id=courier.id, sender=courier.sender, to=courier.to, written=courier.written, sent_from=courier.sent_from,
        delivered=half, text=courier.text or words_of(courier), taken=True,
    )  # fmt: skip


def words_of(courier: Courier) -> str:
    """What a rider without a letter carries, as its taker reads it."""
    if courier.report is not None:
        one = courier.report
        return f"Dispatch of {one.name}: {one.men} men, {one.guns} guns."
    if courier.orders is not None:
        does = ", ".join(act.does for act in courier.orders.acts) or "standing orders"
        return f"Orders for {courier.orders.force}: {does}."
    return "Nothing of use."


def _arrives(play: Play[Campaign], number: str) -> None:
    """A rider is where the addressee was thought to be.  Rules: CA-Q5."""
    before = play.battle
    courier = before.couriers[number]
    wanted = before.forces[courier.force] if courier.force and not courier.homeward else _head(before, courier)
    far = apart(before.country, wanted.where, courier.where) if wanted.is_there else None
    if far is not None and far <= NEAR:
        _hand_over(play, number)
        return
    here = [one for _, one in sorted(before.forces.items()) if one.is_there and one.where == courier.where]
    side = before.officers[courier.sender].side
    hostile = [one for one in here if one.side != side and one.men]
    friends = before.towns[courier.where.town].side == side or any(one.side == side for one in here)
    if hostile and not wanted.is_there:
        _taken(play, number, hostile[0].seat)
    elif wanted.is_there and friends and not hostile and courier.asked < MOST_ASKED:
        _follow(play, number, wanted.code)
    elif not courier.homeward:
        _go_home(play, number)
    else:
        play.record(f.CourierGone(number, "home"))


def _head(campaign: Campaign, courier: Courier) -> Force:
    """The force of whom a rider looks for."""
    seat = courier.sender if courier.homeward else courier.to
    return campaign.forces[campaign.officers[seat].head]


def _follow(play: Play[Campaign], number: str, wanted: StandId) -> None:
    """By the road the addressee took, as friends can tell."""
    before = play.battle
    courier = before.couriers[number]
    end = near_town(before.country, before.forces[wanted].where)
    if Whereabouts(end) == courier.where:
        end = before.forces[wanted].where.to or end
    route = errands.safe_way(before, courier.sender, courier.where, end)
    play.record(f.CourierRode(replace(courier, end=end, route=route, asked=courier.asked + 1), rules=RULE["CA-Q5"]))


def _go_home(play: Play[Campaign], number: str) -> None:
    before = play.battle
    courier = before.couriers[number]
    if courier.kind == "dispatch":
        play.record(f.CourierGone(number, "home"))
        return
    end = near_town(before.country, errands.head_of(before, courier.sender)) or courier.sent_from
    route = errands.safe_way(before, courier.sender, courier.where, end)
    play.record(f.CourierRode(replace(courier, end=end, route=route, homeward=True), rules=RULE["CA-Q5"]))


def _hand_over(play: Play[Campaign], number: str) -> None:
    """What a rider brings is handed over.  Rules: CA-5, CA-6, CA-8."""
    before = play.battle.couriers[number]
    play.record(f.CourierGone(number, "home" if before.homeward else "delivered"))
    if before.homeward or before.kind == "letter":
        play.record(
            f.Delivered(
                before.sender if before.homeward else before.to,
                Dispatch(
                    id=before.id, sender=before.sender, to=before.to, written=before.written,
                    sent_from=before.sent_from, delivered=play.battle.half,
                    text=before.text or words_of(before), returned=before.homeward,
                ),
                rules=RULE["CA-8"],
            )
        )  # fmt: skip
    elif before.kind == "orders" and before.orders is not None:
        intake.obey(play, before.orders)
    elif before.report is not None:
        play.record(
            f.ReportCame(before.to, before.report, before.sender, before.sent_from, rules=RULE["CA-6"])
        )  # fmt: skip


# --- dispatches -----------------------------------------------------------------------------------------------------


def dispatches(play: Play[Campaign]) -> None:
    """Each night every force sends its seat a report, and commanders the chief, unless told not to.  Rules: CA-6."""
    for seat in play.battle.officers:
        head = play.battle.officers[seat].head
        for code in [one.code for one in forces_of(play.battle, seat) if one.code != head]:
            if _has_news(play.battle, code, seat):
                _report(play, code, seat)
        chief = play.battle.officers[seat].reports_to
        if (
            chief
            and play.battle.forces[head].is_there
            and not play.battle.forces[head].silent
            and not errands.beside(play.battle, chief, head)
        ):
            _report(play, head, chief)
        for other in others(play.battle, seat):
            for code in [one.code for one in forces_of(play.battle, seat)]:
                if errands.beside(play.battle, other, code):
                    _tell(play, code, other)


def _has_news(campaign: Campaign, code: StandId, to: Seat) -> bool:
    """Whether a force reports tonight: a garrison only when something is other than it was (CA-Q23)."""
    force, told = campaign.forces[code], campaign.knows[to].reports.get(code)
    if force.silent:
        return False
    return force.kind != "garrison" or told is None or told.units != force.units or told.short != force.short


def snapshot(campaign: Campaign, code: StandId) -> Force:
    """A force as a dispatch tells of it: what it is, not what it is about to do for others."""
    return replace(campaign.forces[code], as_of=campaign.half)


def _report(play: Play[Campaign], code: StandId, to: Seat) -> None:
    before = play.battle
    force = before.forces[code]
    here = near_town(before.country, force.where)
    if errands.head_of(before, to) == force.where:
        _tell(play, code, to)
        return
    end = errands.believed(before, to, to) or near_town(before.country, errands.head_of(before, to))
    if not here or not end:
        return
    errands.send(
        play,
        Courier(
            id=0, kind="dispatch", sender=force.seat, to=to, written=before.half, sent_from=here, end=end,
            where=force.where, report=snapshot(before, code), ready=before.half,
        ),
    )  # fmt: skip


def _tell(play: Play[Campaign], code: StandId, to: Seat) -> None:
    before = play.battle
    here = near_town(before.country, before.forces[code].where)
    play.record(f.ReportCame(to, snapshot(before, code), before.forces[code].seat, here, rules=RULE["CA-6"]))
