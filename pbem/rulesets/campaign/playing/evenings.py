"""Mornings' weather; evenings: works and bridges, bread, stragglers, those who come back or go home (CA-16)."""

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.playing import ending
from pbem.rulesets.campaign.playing.marches import take_town
from pbem.rulesets.campaign.playing.meetings import garrison_of
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, at_town, enemy_of
from pbem.rulesets.campaign.state.country import Highway, TownId, Whereabouts, near_town, way_on
from pbem.rulesets.campaign.state.forces import Force, Regiment, count, share, thinned
from pbem.rulesets.campaign.tables import (
    BANDS_FROM,
    BANDS_GO,
    BANDS_GO_BEATEN,
    BREAD_NONE,
    BREAD_TRAIN,
    BREAK_HALVES,
    BRIDGE_MEN,
    EATEN_OUT,
    HUNGER,
    MAGAZINE_MILES,
    MEND_HALVES,
    RAIN,
    RAIN_DAYS,
    RECOVERY,
    RULE,
    SIEGE_HALVES,
    YIELD_ODDS,
)


def weather(play: Play[Campaign]) -> None:
    """Rain on a one, for one day to three.  Rules: CA-3."""
    if play.battle.raining:
        return
    by = StandId("weather")
    if play.roll("weather", by, 1).values[0] <= RAIN:
        days = RAIN_DAYS[play.roll("rain", by, 1).values[0] - 1]
        play.record(f.WeatherCame(Half(play.battle.half + 2 * days - 1), rules=RULE["CA-3"]))


def evening(play: Play[Campaign]) -> None:
    """Works and bridges, joining, bread, wear, points, in this order."""
    for code in sorted(play.battle.forces):
        work(play, code)
    for code in sorted(play.battle.forces):
        _join(play, code)
    bread(play)
    for code in sorted(play.battle.forces):
        _recover(play, code)
        _bands(play, code)
    ending.count_days(play)


# --- bridges and sieges ---------------------------------------------------------------------------------------------


def work(play: Play[Campaign], code: StandId) -> None:
    """A day's work before a town or at a bridge.  Rules: CA-16, CA-Q4."""
    force = play.battle.forces[code]
    order = force.order
    if order is None or not force.is_there or force.pinned or force.where != Whereabouts(order.at):
        return
    if order.does in {"besiege", "storm"}:
        _besiege(play, code)
    elif order.does in {"break", "mend"}:
        _bridge(play, code)


def _bridge(play: Play[Campaign], code: StandId) -> None:
    """Half a day to break, a day to mend; it needs a hundred foot and no enemy there.  Rules: CA-16, CA-Q4."""
    force = play.battle.forces[code]
    order = force.order
    assert order is not None
    enemy = enemy_of(play.battle, force.side)
    breaking = order.does == "break"
    if breaking is (order.bridge in play.battle.broken):
        play.record(f.OrderDone(code, order))
        return
    if count(force.units, "foot", "dragoons") < BRIDGE_MEN or any(
        one.kind != "garrison" for one in at_town(play.battle, order.at, enemy)
    ):
        play.record(
            f.OrderDone(code, order, "it wants a hundred foot or dragoons, and no enemy there", rules=RULE["CA-16"])
        )  # fmt: skip
        return
    halves = play.battle.works.get(order.bridge, 0) + 2
    done = halves >= (BREAK_HALVES if breaking else MEND_HALVES)
    how = ("broken" if breaking else "mended") if done else ""
    play.record(f.BridgeWorked(code, order.bridge, halves, how, rules=RULE["CA-16"]))  # type: ignore[arg-type]  # of its words
    if done:
        play.record(f.OrderDone(code, order))


def _besiege(play: Play[Campaign], code: StandId) -> None:
    """Two days for each level of works to place guns, then a breach roll a day over the level.  Rules: CA-16."""
    force = play.battle.forces[code]
    town = force.where.town
    garrison = garrison_of(play.battle, force)
    order = force.order
    assert order is not None
    if garrison is None:
        play.record(f.OrderDone(code, order))
        take_town(play, code)
        return
    level = play.battle.country.towns[town].works
    state = play.battle.towns[town]
    if state.breached or not level:
        _summon(play, code, garrison)
        return
    prepared = state.prepared + 2
    dice: tuple[int, ...] = ()
    breached = False
    if state.prepared >= level * SIEGE_HALVES and force.guns:
        dice = play.roll("siege", StandId(town), 1).values
        breached = dice[0] > level
    play.record(f.SiegeWorked(code, town, prepared, dice, breached, rules=RULE["CA-16"]))


def _summon(play: Play[Campaign], code: StandId, garrison: Force) -> None:
    """A garrison behind a breach yields to four times its men; else it has to be stormed.  Rules: CA-Q22."""
    force = play.battle.forces[code]
    before = [one for one in at_town(play.battle, force.where.town, force.side) if one.kind == "field"]
    if sum(one.men for one in before) >= YIELD_ODDS * garrison.men:
        to = tuple(one.code for one in before)
        play.record(
            f.Yielded(
                garrison.code, force.where.town, force.side, garrison.men, garrison.guns, to, rules=RULE["CA-Q22"]
            )
        )  # fmt: skip


def _join(play: Play[Campaign], code: StandId) -> None:
    """Forces at one place that were ordered to, join; a convoy that has come unloads."""
    force = play.battle.forces[code]
    order = force.order
    if not force.is_there or force.pinned:
        return
    if force.kind == "convoy" and order is None and force.where.in_town:
        _unload(play, code)
        return
    if order is None or order.does != "join":
        return
    other = play.battle.forces.get(StandId(order.whom))
    if other is not None and other.is_there and other.where == force.where and other.side == force.side:
        play.record(f.Merged(code, other.code, rules=RULE["CA-4"]))


def _unload(play: Play[Campaign], code: StandId) -> None:
    """A convoy fills the wagons of all friends in its town, and its escort joins one of them (CA-Q13)."""
    force = play.battle.forces[code]
    friends = [
        one.code for one in at_town(play.battle, force.where.town, force.side) if one.code != code and one.units
    ]  # fmt: skip
    for one in friends:
        there = play.battle.forces[one]
        full = BREAD_TRAIN if there.train else BREAD_NONE
        if there.kind != "garrison" and there.bread < full:
            play.record(f.Ate(one, "magazine", full, 0, 2, rules=RULE["CA-Q13"]))
    if friends:
        play.record(f.Merged(code, friends[0], rules=RULE["CA-Q13"]))


# --- bread ----------------------------------------------------------------------------------------------------------


def bread(play: Play[Campaign]) -> None:
    """Every force eats: of a magazine, of its place, of its wagons; or goes short.  Rules: CA-16, CA-Q11."""
    left: dict[TownId, int] = {}
    for code in sorted(play.battle.forces):
        force = play.battle.forces[code]
        if force.is_there and force.units and force.kind == "field" and force.men:
            _eat(play, code, left)
    for town in sorted(left):
        days = play.battle.towns[town].eaten + 1
        play.record(f.EatenOf(town, days))


def _eat(play: Play[Campaign], code: StandId, left: dict[TownId, int]) -> None:
    force = play.battle.forces[code]
    full = BREAD_TRAIN if force.train else BREAD_NONE
    fed = min(force.fed + 1, 2)
    if magazine_near(play.battle, force) is not None:
        play.record(f.Ate(code, "magazine", full, 0, fed, rules=RULE["CA-Q11"]))
        return
    town = force.where.town
    if force.where.in_town:
        have = left.get(town, feeds(play.battle, town))
        if have >= force.men:
            left[town] = have - force.men
            play.record(f.Ate(code, "place", min(force.bread + 1, full), 0, fed, rules=RULE["CA-16"]))
            return
    if force.bread:
        play.record(f.Ate(code, "wagons", force.bread - 1, 0, fed, rules=RULE["CA-16"]))
        return
    short = force.short + 1
    worn = thinned(force, HUNGER[min(short, len(HUNGER)) - 1], away=False)
    play.record(f.Ate(code, "none", 0, short, 0, force.men - worn.men, worn.units, rules=RULE["CA-16"]))


def feeds(campaign: Campaign, town: TownId) -> int:
    """Men a town feeds in a day; after four days of it half.  Rules: CA-16."""
    supply = campaign.country.towns[town].supply
    return supply // 2 if campaign.towns[town].eaten >= EATEN_OUT else supply


def magazine_near(campaign: Campaign, force: Force) -> TownId | None:
    """A magazine of its side within two days' march by a road no enemy stands on and no broken bridge cuts."""
    enemy = enemy_of(campaign, force.side)
    there = [one.where for one in campaign.forces.values() if one.side == enemy and one.is_there and one.men]
    towns = {where.town for where in there if where.in_town}
    stood = [{where.town, where.to} for where in there if where.to]

    def use(road: Highway) -> bool:
        met = any({road.a, road.b} == both for both in stood)
        return road.bridge not in campaign.broken and not met and not {road.a, road.b} & towns

    for town, one in sorted(campaign.country.towns.items()):
        if one.magazine and campaign.towns[town].side == force.side:
            found = way_on(campaign.country, force.where, town, use)
            if found is not None and found[0] <= MAGAZINE_MILES:
                return town
    return None


# --- who comes back, who goes home ----------------------------------------------------------------------------------


def _recover(play: Play[Campaign], code: StandId) -> None:
    """A tenth of those away come back a day in a magazine town; the lightly hurt after three days.  Rules: CA-16."""
    force = play.battle.forces[code]
    if not force.units or not force.where.town:
        return
    now = [one for one in force.back if one[0] <= play.battle.half]
    back = {unit: sum(men for _, who, men in now if who == unit) for _, unit, _ in now}
    town = play.battle.country.towns[near_town(play.battle.country, force.where)]
    rests = force.where.in_town and town.magazine and play.battle.towns[town.id].side == force.side
    units = tuple(_rested(one, back.get(one.code, 0), rests=rests) for one in force.units)
    if units != force.units:
        gained = sum(one.men for one in units) - sum(one.men for one in force.units)
        later = tuple(one for one in force.back if one not in now)
        play.record(f.MenBack(code, units, gained, later, rules=RULE["CA-16"]))


def _rested(unit: Regiment, back: int, *, rests: bool) -> Regiment:
    more = max(share(unit.away, RECOVERY), min(unit.away, 1)) if rests else 0
    return replace(unit, men=unit.men + back + more, away=unit.away - more)


def _bands(play: Play[Campaign], code: StandId) -> None:
    """From day 20 on trained bands go home on one or two; after a defeat on twice as much.  Rules: CA-16."""
    if play.battle.day < BANDS_FROM or not play.battle.forces[code].is_there:
        return
    before = play.battle.forces[code]
    goes = BANDS_GO_BEATEN if before.beaten >= 0 else BANDS_GO
    some = [one.code for one in before.units if one.bands and one.men]
    if some and play.roll("desert", code, 1).values[0] <= goes:
        gone = some[-1]
        men = next(one.men for one in before.units if one.code == gone)
        play.record(f.WentHome(code, gone, men, rules=RULE["CA-16"]))
