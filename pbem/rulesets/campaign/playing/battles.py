"""A battle called from the campaign, and its result taken back (CA-12, CA-13, CA-14)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.called import (
    BattleResult,
    BattleSpec,
    CalledBattle,
    CalledCommand,
    CalledSide,
    CalledUnit,
    UnitLoss,
)
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign.moving.rates import rate
from pbem.rulesets.campaign.playing import retreats
from pbem.rulesets.campaign.playing.small import bonus, storm_won
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.asks import AskBattle
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import AT_ONCE, Campaign, Fight, forces_of
from pbem.rulesets.campaign.state.country import Whereabouts, apart, near_town
from pbem.rulesets.campaign.state.forces import Force, share
from pbem.rulesets.campaign.tables import (
    BACK_AFTER,
    DRAW_LOSES,
    LOSS_PER_POINT,
    LOST_FOR_GOOD,
    LOST_TAKEN,
    MOST_LOST,
    NO_SEEK,
    RETREAT,
    RULE,
    STAND_OFF,
    STARVING,
    WINNER_LOSES,
    WORKS,
)

ROUNDS_A_HALF = 4
"""Rounds of a battle in a half-day, for arrivals (CA-Q17)."""


def call(
    play: Play[Campaign],
    at: Whereabouts,
    attacker: Side,
    ones: Sequence[StandId],
    others: Sequence[StandId],
    holder: Side | None,
    *,
    storm: bool = False,
) -> None:
    """A battle is called; by aides or by the table it is fought and taken back at once.  Rules: CA-13, CA-14."""
    spec = spec_of(play.battle, at, attacker, ones, others, holder, storm=storm)
    dice = play.roll("battle", StandId(f"battle:{spec.number}"), 2).values
    play.record(f.BattleCalled(spec, attacker, reckoned(spec, (dice[0], dice[1])), rules=RULE["CA-13"]))
    if play.battle.fights[-1].how in AT_ONCE:
        take(play, spec.number)


def take(play: Play[Campaign], number: int) -> None:
    """The result of a battle that is here already, or is waited for.  Rules: CA-14."""
    fight = fight_of(play.battle, number)
    if fight.result is not None:
        returned(play, number, fight.result)
        return
    assert fight.default is not None
    ask = AskBattle(
        seat=Seat(f"battle:{number}"), default=fight.default, spec=fight.spec, how=fight.how,
        fought_by=play.battle.fought_by,
    )  # fmt: skip
    returned(play, number, play.ask(ask))


def settle(play: Play[Campaign]) -> None:
    """Before a half-day: battles whose result is here, or without which it cannot be played.  Rules: CA-14, CA-15."""
    for number in [one.spec.number for one in play.battle.fights if not one.over]:
        fight = fight_of(play.battle, number)
        if fight.result is not None or fight.how in AT_ONCE or touched(play.battle, fight):
            take(play, number)


def awaited(play: Play[Campaign]) -> None:
    """Before orders: the battles without whose result the half-day to come cannot be played.  Rules: CA-15."""
    for number in [one.spec.number for one in play.battle.fights if not one.over]:
        if touched(play.battle, fight_of(play.battle, number)):
            take(play, number)


def touched(campaign: Campaign, fight: Fight) -> bool:
    """Whether the half-day to come cannot be played without the result of a battle.  Rules: CA-15, CA-Q31.

    It is the last of those the campaign may be ahead, a body could come to the field within it, or every commander who
    has troops in the field is in a battle."""
    if campaign.half > fight.half + 2 * campaign.lead:
        return True
    field = next(campaign.forces[code].where for side in fight.spec.sides for code in side.forces)
    free = [
        one for one in campaign.forces.values()
        if one.is_there and not one.pinned and one.kind == "field" and campaign.half >= one.enters
    ]  # fmt: skip
    near = [one for one in free if within(campaign, one, field)]
    return bool(near) or not free


def within(campaign: Campaign, force: Force, field: Whereabouts) -> bool:
    """Whether a body could come to a field in a half-day."""
    far = apart(campaign.country, force.where, field)
    return far is not None and far <= campaign.rates.forced


def fight_of(campaign: Campaign, number: int) -> Fight:
    """A battle by its number."""
    return next(one for one in campaign.fights if one.spec.number == number)


def table_result(campaign: Campaign, number: int) -> BattleResult:
    """What the campaign's own table has made of a battle.  Rules: CA-Q18."""
    result = fight_of(campaign, number).default
    assert result is not None
    return result


def won(campaign: Campaign, number: int) -> Side | None:
    """Who has won a battle that is over, or whose result is here."""
    fight = fight_of(campaign, number)
    return fight.result.winner if fight.result is not None else fight.winner


def waiting(campaign: Campaign) -> tuple[CalledBattle, ...]:
    """The battles that are called and not over, as the desk sees them."""
    return tuple(
        CalledBattle(
            spec=one.spec, how=one.how, rules=campaign.fought_by, result=one.result, known=one.known,
            waits=one.result is None and (one.how in AT_ONCE or touched(campaign, one)),
        )
        for one in campaign.fights if not one.over
    )  # fmt: skip


# --- what it is made of ---------------------------------------------------------------------------------------------


def spec_of(
    campaign: Campaign,
    at: Whereabouts,
    attacker: Side,
    ones: Sequence[StandId],
    others: Sequence[StandId],
    holder: Side | None,
    *,
    storm: bool = False,
) -> BattleSpec:
    """Everything a rule set needs to set the battle up.  Rules: CA-13."""
    town = campaign.country.towns[near_town(campaign.country, at)]
    number = len(campaign.fights) + 1
    date = f"{campaign.calendar.date(campaign.day)} {campaign.calendar.year}"
    sides = tuple(_called(campaign, at, some) for some in (ones, others))
    where = town.name if at.in_town else f"near {town.name}"
    return BattleSpec(
        number=number, title=f"{'The storm of ' if storm else ''}{where}, {date}", place=town.id,
        ground=town.ground or "open field", field="works" if storm else town.field,
        date=date, hour="morning" if campaign.morning else "afternoon",
        sides=(sides[0], sides[1]), holder=holder, storm=storm, works=town.works if storm else 0,
        visibility="rain" if campaign.raining else "clear",
    )  # fmt: skip


def _called(campaign: Campaign, at: Whereabouts, codes: Sequence[StandId]) -> CalledSide:
    """A side: those who have met, and friends who can come within the half-day."""
    first = campaign.forces[codes[0]]
    coming = near_friends(campaign, at, codes)
    forces = (*codes, *coming)
    units = [
        CalledUnit(
            code=unit.code, name=unit.name, type=unit.type, rating=unit.rating, men=unit.men,
            fed=campaign.forces[code].short < STARVING and campaign.forces[code].fed > 0, arrives=coming.get(code, 0),
            seat=campaign.forces[code].seat,
        )
        for code in forces
        for unit in campaign.forces[code].units
        if unit.men
    ]  # fmt: skip
    leaders = tuple(name for code in forces for name in campaign.forces[code].leaders if name not in campaign.fallen)
    name = next(one.name for one in campaign.armies if one.id == first.side)
    return CalledSide(
        side=first.side, name=name, forces=forces, leaders=leaders, units=tuple(units),
        commands=_commands(campaign, forces),
    )  # fmt: skip


def _commands(campaign: Campaign, codes: Sequence[StandId]) -> tuple[CalledCommand, ...]:
    """The seats whose forces these are, the first's first."""
    found = []
    for seat in dict.fromkeys(campaign.forces[code].seat for code in codes):
        led = [name for code in codes if campaign.forces[code].seat == seat for name in campaign.forces[code].leaders]
        leaders = tuple(name for name in led if name not in campaign.fallen)
        found.append(CalledCommand(seat=seat, name=campaign.officers[seat].short, leaders=leaders))
    return tuple(found)


def near_friends(campaign: Campaign, at: Whereabouts, codes: Sequence[StandId]) -> dict[StandId, int]:
    """Field forces of the side within a half-day's march that do not avoid: the round each comes in (CA-Q17)."""
    side = campaign.forces[codes[0]].side
    found: dict[StandId, int] = {}
    for code, one in sorted(campaign.forces.items()):
        if code in codes or one.side != side or one.kind != "field" or not one.is_there or one.pinned:
            continue
        if one.order is None or one.order.does == "avoid" or one.order.stance == "avoid":
            continue
        far, pace = apart(campaign.country, one.where, at), rate(campaign, one)
        if far is not None and far <= pace:
            found[code] = -(-far * ROUNDS_A_HALF // pace)
    return found


# --- what comes of it by the campaign's own table ------------------------------------------------------------------


def reckoned(spec: BattleSpec, dice: tuple[int, int]) -> BattleResult:
    """A battle by the table of small actions: the default of the ask.  Rules: CA-11, CA-Q18."""
    weights = [_weight(side, spec) for side in spec.sides]
    scores = [dice[0] + bonus(weights[0], weights[1]), dice[1] + bonus(weights[1], weights[0])]
    for n, side in enumerate(spec.sides):
        if spec.storm and side.side == spec.holder:
            scores[n] += WORKS * spec.works
    gap = scores[0] - scores[1]
    percents = (DRAW_LOSES, DRAW_LOSES)
    if gap:
        loser = min(abs(gap) * LOSS_PER_POINT, MOST_LOST)
        percents = (WINNER_LOSES, loser) if gap > 0 else (loser, WINNER_LOSES)
    winner = spec.sides[0].side if gap > 0 else spec.sides[1].side if gap < 0 else None
    losses = [
        loss for side, percent in zip(spec.sides, percents, strict=True) for loss in _losses(side, percent, winner)
    ]
    return BattleResult(
        winner=winner, holder=winner or spec.holder, losses=tuple(losses), how="reckoned",
        text=f"By the table: {scores[0]} against {scores[1]}.",
    )  # fmt: skip


def _weight(side: CalledSide, spec: BattleSpec) -> int:
    worth = {"A": 4, "B": 3, "C": 2}
    there = [one for one in side.units if one.type != "ART" and one.arrives <= 2 * ROUNDS_A_HALF]
    guns = sum(one.men for one in side.units if one.type == "ART")
    return sum(one.men * (worth[one.rating] - (not one.fed)) for one in there) + 100 * guns * (not spec.storm)


def _losses(side: CalledSide, percent: int, winner: Side | None) -> list[UnitLoss]:
    found = []
    beaten = winner is not None and winner != side.side
    for one in side.units:
        if one.type == "ART":
            taken = share(one.men, percent) if beaten else 0
            found += [UnitLoss(one.code, taken=taken)] if taken else []
            continue
        all_of = share(one.men, percent)
        lost, taken = share(all_of, LOST_FOR_GOOD), share(all_of, LOST_TAKEN) if beaten else 0
        lost = min(lost, all_of)
        taken = min(taken, all_of - lost)
        found += [UnitLoss(one.code, lost, taken, all_of - lost - taken)] if all_of else []
    return found


# --- the result taken -----------------------------------------------------------------------------------------------


def returned(play: Play[Campaign], number: int, result: BattleResult) -> None:
    """Losses go back as men, the beaten retreat, the winner has the town.  Rules: CA-14, CA-Q10."""
    spec, attacker = fight_of(play.battle, number).spec, fight_of(play.battle, number).attacker
    forces = after(play.battle, spec, result)
    guns = {side.side: guns_taken(result, spec, side.side) for side in spec.sides}
    play.record(f.BattleReturned(number, result, forces, guns, rules=RULE["CA-14"]))
    for side in spec.sides:
        beaten = result.winner is not None and side.side != result.winner
        drawn = result.winner is None and side.side == attacker
        for code in side.forces:
            force = play.battle.forces[code]
            if not force.is_there:
                play.record(f.Vanished(code, rules=RULE["CA-14"]))
            elif beaten and force.kind == "garrison":
                storm_won(play, code)
            elif beaten:
                retreats.fall_back(play, code, RETREAT, Half(play.battle.half + NO_SEEK))
            elif drawn:
                retreats.fall_back(play, code, STAND_OFF, force.beaten, caught=False)


def after(campaign: Campaign, spec: BattleSpec, result: BattleResult) -> tuple[Force, ...]:
    """The forces of a battle as it leaves them: guns taken are the winner's (CA-14)."""
    losses = {loss.unit: loss for loss in result.losses}
    back_on = Half(campaign.half + BACK_AFTER)
    found = []
    for side in spec.sides:
        for code in side.forces:
            force = campaign.forces[code]
            units = tuple(
                replace(one, men=one.men - losses[one.code].all) if one.code in losses else one for one in force.units
            )
            back = tuple(
                (back_on, one.code, losses[one.code].back)
                for one in force.units
                if one.code in losses and losses[one.code].back and one.men > losses[one.code].all
            )
            leaders = tuple(name for name in force.leaders if name not in result.leaders_lost)
            found.append(replace(force, units=units, back=(*force.back, *back), leaders=leaders, pinned=0))
    return tuple(found)


def guns_taken(result: BattleResult, spec: BattleSpec, side: Side) -> int:
    """Pieces a side has taken from the other."""
    theirs = {one.code for other in spec.sides if other.side != side for one in other.units if one.type == "ART"}
    return sum(loss.taken for loss in result.losses if loss.unit in theirs)


# --- commanders -----------------------------------------------------------------------------------------------------


def move_heads(play: Play[Campaign]) -> None:
    """A commander whose force is gone rides to the seat's nearest other one (CA-Q19)."""
    for seat in sorted(play.battle.officers):
        head = play.battle.forces[play.battle.officers[seat].head]
        if head.is_there or play.battle.half < head.enters:
            continue
        rest = [one for one in forces_of(play.battle, seat) if one.kind in {"field", "garrison"}]
        if rest:
            play.record(f.HeadMoved(seat, min(rest, key=lambda one: one.code).code, rules=RULE["CA-Q19"]))
