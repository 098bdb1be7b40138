"""What can happen in a campaign.  Each fact sets its results; ``seen_by`` says which seats learn of it at once.

What happens to a force is seen by the seats whose commanders are with it.  All else a seat learns comes by courier, as
facts of its own (``Delivered``, ``NewsCame``).
"""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.called import BattleResult, BattleSpec
from pbem.engine.facts import Fact
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import (
    Campaign,
    Fight,
    Scored,
    exact,
    knowing,
    putting,
    stirring,
)
from pbem.rulesets.campaign.state.country import NOWHERE, Magazine, TownId, Whereabouts
from pbem.rulesets.campaign.state.forces import Force, Regiment
from pbem.rulesets.campaign.state.knowledge import REMEMBERED, Courier, Dispatch, Heard, Knowledge, Spotted
from pbem.rulesets.campaign.state.orders import Act, IfLine, Missive, Rest, Sheet


def present(campaign: Campaign, seat: Seat, *codes: StandId) -> bool:
    """Whether a seat's commander is with one of some forces."""
    return seat == UMPIRE or any(
        exact(campaign, seat, campaign.forces[code]) for code in codes if code in campaign.forces
    )


def fighting(campaign: Campaign, number: int, **changes: object) -> Campaign:
    """The campaign with fields of a called battle changed."""
    return replace(
        campaign, fights=tuple(replace(one, **changes) if one.spec.number == number else one for one in campaign.fights)
    )


class OfForce(Fact[Campaign], frozen=True):
    """Something about a force, seen by the seats whose commanders are with it."""

    force: StandId

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return present(battle, seat, self.force)

    def changed(self, battle: Campaign, **changes: object) -> Campaign:
        """The campaign with fields of the force changed."""
        return putting(battle, replace(battle.forces[self.force], **changes))


class OfSeat(Fact[Campaign], frozen=True):
    """Something that one seat learns or does."""

    seat: Seat

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return seat in (self.seat, UMPIRE)


class Hidden(Fact[Campaign], frozen=True):
    """Something that the umpire alone sees."""

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return seat == UMPIRE


# --- the course of days ---------------------------------------------------------------------------------------------


class LotDealt(OfSeat, frozen=True, tag="lot dealt"):
    """A private aim (CA-17).  goal: '' where the scenario has none for the seat."""

    goal: str

    def apply(self, battle: Campaign) -> Campaign:
        return knowing(battle, self.seat, replace(battle.knows.get(self.seat, Knowledge()), aim=self.goal))


class TurnBegan(Fact[Campaign], frozen=True, tag="turn began"):
    """Orders are wanted from now on."""

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, phase="orders", sheets={})


class OrdersTaken(OfSeat, frozen=True, tag="orders taken"):
    """A seat's sheet, as it was sent."""

    sheet: Sheet

    def apply(self, battle: Campaign) -> Campaign:
        stirred = tuple(one for one in battle.stirred if one != self.seat)
        return replace(
            battle, sheets={**battle.sheets, self.seat: self.sheet}, asked={**battle.asked, self.seat: battle.day},
            stirred=stirred,
        )  # fmt: skip


class HalfBegan(Fact[Campaign], frozen=True, tag="half began"):
    """A half-day is played."""

    half: Half

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, phase="half-day")


class HalfEnded(Fact[Campaign], frozen=True, tag="half ended"):
    """The next one is to come.  asks: whether orders come first."""

    half: Half
    asks: bool

    def apply(self, battle: Campaign) -> Campaign:
        passed: Mapping[TownId, Mapping[Side, int]] = battle.passed if self.half % 2 == 0 else {}
        spies = battle.spies if self.half % 2 == 0 else {}
        return replace(
            battle, half=Half(self.half + 1), phase="orders" if self.asks else "half-day", passed=passed, spies=spies
        )


class WeatherCame(Fact[Campaign], frozen=True, tag="weather came"):
    """Rain begins, and falls until the end of a half-day (CA-3)."""

    until: Half

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, wet=self.until)


# --- orders ---------------------------------------------------------------------------------------------------------


class OrdersCame(OfForce, frozen=True, tag="orders came"):
    """Orders reach a force and are its orders from now on (CA-5).  act: None where its order stays."""

    act: Act | None = None
    ifs: tuple[IfLine, ...] = ()
    scouts: tuple[TownId, ...] | None = None
    rest: Rest | None = None
    silent: bool | None = None

    def apply(self, battle: Campaign) -> Campaign:
        force = battle.forces[self.force]
        return self.changed(
            battle,
            order=self.act or force.order,
            ifs=self.ifs if self.ifs or self.act is not None else force.ifs,
            scouts=force.scouts if self.scouts is None else self.scouts,
            since=force.since if self.scouts is None else battle.half,
            rest=force.rest if self.rest is None else self.rest,
            silent=force.silent if self.silent is None else self.silent,
        )


class IfCame(OfForce, frozen=True, tag="if came"):
    """An if-line is true: what it says is the force's order for the rest of the turn (CA-Q1)."""

    line: IfLine

    def apply(self, battle: Campaign) -> Campaign:
        return self.changed(battle, order=self.line.then, ifs=())


class OrderDone(OfForce, frozen=True, tag="order done"):
    """A force has carried out its order, or cannot.  why: '' for done."""

    act: Act
    why: str = ""

    def apply(self, battle: Campaign) -> Campaign:
        return self.changed(battle, order=None)


class OrderRefused(OfForce, frozen=True, tag="order refused"):
    """An order that reaches a force and cannot be carried out."""

    act: Act
    why: str

    def apply(self, battle: Campaign) -> Campaign:
        return battle


class SpySet(OfSeat, frozen=True, tag="spy set"):
    town: TownId

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, spies={**battle.spies, self.seat: self.town})


class Parted(OfForce, frozen=True, tag="parted"):
    """Some of a force part from it as one of their own (``detach``, ``convoy``)."""

    into: Force
    left: tuple[Regiment, ...]
    """The units of the force from which they part, afterwards."""

    def apply(self, battle: Campaign) -> Campaign:
        return putting(battle, replace(battle.forces[self.force], units=self.left), self.into)


class Merged(OfForce, frozen=True, tag="merged"):
    """A force joins another and is part of it."""

    into: StandId

    def apply(self, battle: Campaign) -> Campaign:
        one, other = battle.forces[self.force], battle.forces[self.into]
        bread = min(one.bread, other.bread) if one.units and other.units else other.bread
        return putting(
            battle,
            replace(one, units=(), where=NOWHERE, order=None, ifs=(), leaders=()),
            replace(
                other, units=(*other.units, *one.units), leaders=(*other.leaders, *one.leaders),
                train=other.train or one.train, bread=bread, light=other.light and one.light,
                back=(*other.back, *one.back),
            ),
        )  # fmt: skip


# --- marching -------------------------------------------------------------------------------------------------------


class Marched(OfForce, frozen=True, tag="marched"):
    """Where a force is at the end of its march.  through: towns it came into, in turn.  pace: of the march."""

    start: Whereabouts
    end: Whereabouts
    through: tuple[TownId, ...] = ()
    night: bool = False
    entered: bool = False
    """Whether it has come onto the board."""

    def apply(self, battle: Campaign) -> Campaign:
        force = battle.forces[self.force]
        passed = {**battle.passed}
        for town in self.through:
            had = passed.get(town, {})
            passed[town] = {**had, force.side: had.get(force.side, 0) + force.men}
        moved = replace(force, where=self.end, trail=(*force.trail, *self.through)[-12:], order=self._rest_of(force))
        if self.night:
            moved = replace(moved, weary=Half(battle.half + 2))
        return replace(putting(battle, moved), passed=passed)

    def _rest_of(self, force: Force) -> Act | None:
        """The order without the towns that are behind it, and a night march by day."""
        order = force.order
        if order is None or not order.route:
            return order
        route = order.route
        for town in self.through:
            route = route[1:] if route[:1] == (town,) else route
        return replace(order, route=route, pace="normal" if self.night else order.pace)


class HeadMoved(OfSeat, frozen=True, tag="head moved"):
    """A commander is with another of the seat's forces from now on."""

    force: StandId

    def apply(self, battle: Campaign) -> Campaign:
        officer = replace(battle.officers[self.seat], head=self.force)
        return replace(battle, officers={**battle.officers, self.seat: officer})


class Straggled(OfForce, frozen=True, tag="straggled"):
    """Men who fell out on a forced or weary march: who may come back."""

    units: tuple[Regiment, ...]
    lost: int

    def apply(self, battle: Campaign) -> Campaign:
        return self.changed(battle, units=self.units)


class ForcedDay(OfForce, frozen=True, tag="forced day"):
    """A day's forced march is behind a force, or its count begins anew."""

    days: int

    def apply(self, battle: Campaign) -> Campaign:
        return self.changed(battle, forced=self.days)


class LeftMap(OfForce, frozen=True, tag="left map"):
    """A force has entered an exit and is out of the campaign."""

    town: TownId
    men: int
    horse: int

    def apply(self, battle: Campaign) -> Campaign:
        force = battle.forces[self.force]
        had = battle.left.get(force.side, ())
        left = {**battle.left, force.side: (*had, (self.town, battle.half, self.men, self.horse))}
        return replace(putting(battle, replace(force, where=NOWHERE, order=None, ifs=())), left=left)


class TownTaken(Fact[Campaign], frozen=True, tag="town taken"):
    """A force marches into a town that no garrison holds."""

    town: TownId
    side: Side
    by: StandId

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, towns={**battle.towns, self.town: replace(battle.towns[self.town], side=self.side)})

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return present(battle, seat, self.by)


# --- meetings -------------------------------------------------------------------------------------------------------


class MetEnemy(Fact[Campaign], frozen=True, tag="met enemy"):
    """Forces of both sides meet (CA-10).  minute: of the half-day."""

    ones: tuple[StandId, ...]
    others: tuple[StandId, ...]
    at: Whereabouts
    minute: int
    comes: Literal["battle", "rear guard", "stand-off", "horse", "vanishes", "invested"]
    holder: Side | None
    wheres: Mapping[StandId, Whereabouts] = {}
    """Where each force then stands."""

    def apply(self, battle: Campaign) -> Campaign:
        met = [replace(battle.forces[code], attacked=True) for code in (*self.ones, *self.others)]
        met = [replace(one, where=self.wheres.get(one.code, one.where)) for one in met]
        return stirring(putting(battle, *met), *(one.seat for one in met))

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return present(battle, seat, *self.ones, *self.others)


class Unattacked(Hidden, frozen=True, tag="unattacked"):
    """What met an enemy in the half-day before has met none in this one."""

    forces: tuple[StandId, ...]

    def apply(self, battle: Campaign) -> Campaign:
        return putting(battle, *(replace(battle.forces[code], attacked=False) for code in self.forces))


class Vanished(OfForce, frozen=True, tag="vanished"):
    """A blind is found out, or nothing is left of a force."""

    def apply(self, battle: Campaign) -> Campaign:
        return self.changed(battle, where=NOWHERE, order=None, ifs=())


class SmallFought(Fact[Campaign], frozen=True, tag="small fought"):
    """An action by the table of small actions (CA-11)."""

    ones: tuple[StandId, ...]
    others: tuple[StandId, ...]
    dice: tuple[int, int]
    scores: tuple[int, int]
    winner: Side | None
    lost: tuple[int, int]
    """Men of either."""
    units: Mapping[StandId, tuple[Regiment, ...]]
    """Of each force, its units afterwards."""

    def apply(self, battle: Campaign) -> Campaign:
        after = [replace(battle.forces[code], units=units) for code, units in self.units.items()]
        return putting(battle, *after)

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return present(battle, seat, *self.ones, *self.others)


class BattleCalled(Fact[Campaign], frozen=True, tag="battle called"):
    """A battle is to be fought (CA-13)."""

    spec: BattleSpec
    attacker: Side
    default: BattleResult | None = None
    """What the campaign's own table makes of it; None as a seat learns of it."""

    def apply(self, battle: Campaign) -> Campaign:
        pinned = [
            replace(battle.forces[code], pinned=self.spec.number) for side in self.spec.sides for code in side.forces
        ]
        codes = [code for side in self.spec.sides for code in side.forces]
        known = tuple(seat for seat in battle.officers if present(battle, seat, *codes))
        fight = Fight(
            spec=self.spec, half=battle.half, attacker=self.attacker, known=known, how=battle.battles,
            default=self.default,
        )  # fmt: skip
        return replace(putting(battle, *pinned), fights=(*battle.fights, fight))

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return present(battle, seat, *(code for side in self.spec.sides for code in side.forces))


class BattleReturned(Fact[Campaign], frozen=True, tag="battle returned"):
    """What came of it (CA-14).  forces: as they now are."""

    number: int
    result: BattleResult
    forces: tuple[Force, ...]
    guns: Mapping[Side, int] = {}
    """Pieces taken by each side."""

    def apply(self, battle: Campaign) -> Campaign:
        fights = tuple(
            replace(one, over=True, winner=self.result.winner, default=None, result=None)
            if one.spec.number == self.number
            else one
            for one in battle.fights
        )
        fallen = (*battle.fallen, *self.result.leaders_lost)
        guns = {**battle.guns, **{side: battle.guns.get(side, 0) + more for side, more in self.guns.items()}}
        return replace(putting(battle, *self.forces), fights=fights, fallen=fallen, guns=guns)

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        fight = next(one for one in battle.fights if one.spec.number == self.number)
        return seat == UMPIRE or seat in fight.known


class ResultCame(Hidden, frozen=True, tag="result came"):
    """The result of a battle is here, and waits for the half-day in which it is played on (CA-14)."""

    number: int
    result: BattleResult

    def apply(self, battle: Campaign) -> Campaign:
        return fighting(battle, self.number, result=self.result)


class HowFought(Hidden, frozen=True, tag="how fought"):
    """A called battle is fought in another way, by the umpire's word (CA-12)."""

    number: int
    how: str

    def apply(self, battle: Campaign) -> Campaign:
        return fighting(battle, self.number, how=self.how)


class FellBack(OfForce, frozen=True, tag="fell back"):
    """A beaten force retreats (CA-Q10).  units: afterwards, where no road was open and half were taken."""

    end: Whereabouts
    until: Half
    """Until then it may not seek."""
    lost: int = 0
    units: tuple[Regiment, ...] = ()

    def apply(self, battle: Campaign) -> Campaign:
        units = self.units or battle.forces[self.force].units
        return self.changed(battle, where=self.end, beaten=self.until, units=units, order=None, ifs=())


# --- what is known --------------------------------------------------------------------------------------------------


class NewsCame(OfSeat, frozen=True, tag="news came"):
    """Sightings reach a seat (CA-7)."""

    news: tuple[Spotted, ...]

    def apply(self, battle: Campaign) -> Campaign:
        knows = battle.knows[self.seat]
        return stirring(
            knowing(battle, self.seat, replace(knows, spotted=(*knows.spotted, *self.news)[-REMEMBERED:])), self.seat
        )


class SpyTold(OfSeat, frozen=True, tag="spy told"):
    """Whether more than a thousand men came through a town in the day (CA-7)."""

    town: TownId
    many: bool

    def apply(self, battle: Campaign) -> Campaign:
        return battle


class LetterWritten(OfSeat, frozen=True, tag="letter written"):
    """A letter leaves its writer."""

    letter: Missive
    end: TownId

    def apply(self, battle: Campaign) -> Campaign:
        knows = battle.knows[self.seat]
        return knowing(battle, self.seat, replace(knows, sent=(*knows.sent, (battle.half, self.letter, self.end))))


class CourierSent(Hidden, frozen=True, tag="courier sent"):
    courier: Courier

    def apply(self, battle: Campaign) -> Campaign:
        posted = (*battle.posted, self.courier) if self.courier.kind == "letter" else battle.posted
        return replace(
            battle, couriers={**battle.couriers, self.courier.key: self.courier}, riders=self.courier.id, posted=posted
        )


class CourierRode(Hidden, frozen=True, tag="courier rode"):
    """A rider goes on, waits, looks elsewhere or turns back."""

    courier: Courier

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, couriers={**battle.couriers, self.courier.key: self.courier})


class CourierGone(Hidden, frozen=True, tag="courier gone"):
    """A rider's errand is over.  how: delivered, lost, taken, come home."""

    courier: str
    how: Literal["delivered", "lost", "taken", "home"]

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, couriers={key: one for key, one in battle.couriers.items() if key != self.courier})


class Delivered(OfSeat, frozen=True, tag="delivered"):
    """A letter reaches a seat: its addressee, the enemy who took it, or the writer to whom it comes back (CA-8)."""

    letter: Dispatch

    def apply(self, battle: Campaign) -> Campaign:
        knows = battle.knows[self.seat]
        heads = knows.heads
        if not (self.letter.taken or self.letter.returned):
            heads = _heard(heads, self.letter.sender, Heard(self.letter.sent_from, self.letter.written))
        return stirring(
            knowing(battle, self.seat, replace(knows, letters=(*knows.letters, self.letter), heads=heads)), self.seat
        )


class ReportCame(OfSeat, frozen=True, tag="report came"):
    """A dispatch tells a seat of a force of its side as it was when the rider left (CA-6)."""

    report: Force
    by: Seat
    at: TownId

    def apply(self, battle: Campaign) -> Campaign:
        knows = battle.knows[self.seat]
        had = knows.reports.get(self.report.code)
        reports = knows.reports
        if had is None or had.as_of <= self.report.as_of:
            reports = {**knows.reports, self.report.code: self.report}
        heads = knows.heads
        head = battle.officers[self.by].head if self.by in battle.officers else ""
        if self.by != self.seat and self.report.code == head:
            heads = _heard(heads, self.by, Heard(self.at, self.report.as_of))
        return knowing(battle, self.seat, replace(knows, reports=reports, heads=heads))


class TownKnown(OfSeat, frozen=True, tag="town known"):
    """A seat learns who holds a town, or that a bridge is broken or whole."""

    town: TownId = TownId("")
    side: Side | None = None
    bridge: str = ""
    broken: bool = False

    def apply(self, battle: Campaign) -> Campaign:
        knows = battle.knows[self.seat]
        if self.bridge:
            rest = tuple(one for one in knows.broken if one != self.bridge)
            return knowing(battle, self.seat, replace(knows, broken=(*rest, self.bridge) if self.broken else rest))
        return knowing(battle, self.seat, replace(knows, held={**knows.held, self.town: self.side}))


def _heard(heads: Mapping[Seat, Heard], who: Seat, news: Heard) -> Mapping[Seat, Heard]:
    """Where commanders were last heard of, with news of one that is not older than what is known."""
    had = heads.get(who)
    return heads if had is not None and had.half > news.half else {**heads, who: news}


# --- evenings -------------------------------------------------------------------------------------------------------


class Ate(OfForce, frozen=True, tag="ate"):
    """An evening's bread (CA-16).  how: of the place, of a magazine, of its wagons, or none.  units: afterwards."""

    how: Literal["place", "magazine", "wagons", "none"]
    bread: int
    short: int
    fed: int
    lost: int = 0
    units: tuple[Regiment, ...] = ()

    def apply(self, battle: Campaign) -> Campaign:
        units = self.units or battle.forces[self.force].units
        return self.changed(battle, bread=self.bread, short=self.short, fed=self.fed, units=units)


class EatenOf(Hidden, frozen=True, tag="eaten of"):
    """An army has lived of a town for a day."""

    town: TownId
    days: int

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, towns={**battle.towns, self.town: replace(battle.towns[self.town], eaten=self.days)})


class MenBack(OfForce, frozen=True, tag="men back"):
    """Stragglers and lightly hurt come back.  back: who is still to come."""

    units: tuple[Regiment, ...]
    men: int
    back: tuple[tuple[Half, StandId, int], ...] = ()

    def apply(self, battle: Campaign) -> Campaign:
        return self.changed(battle, units=self.units, back=self.back)


class WentHome(OfForce, frozen=True, tag="went home"):
    """A unit of trained bands goes home."""

    unit: StandId
    men: int

    def apply(self, battle: Campaign) -> Campaign:
        force = battle.forces[self.force]
        return self.changed(battle, units=tuple(one for one in force.units if one.code != self.unit))


class SiegeWorked(OfForce, frozen=True, tag="siege worked"):
    """Half-days of work before a town's walls.  dice: of the day's breach roll, () for none."""

    town: TownId
    prepared: int
    dice: tuple[int, ...] = ()
    breached: bool = False

    def apply(self, battle: Campaign) -> Campaign:
        town = replace(battle.towns[self.town], prepared=self.prepared, breached=self.breached)
        return replace(battle, towns={**battle.towns, self.town: town})


class Yielded(OfForce, frozen=True, tag="yielded"):
    """A garrison yields: its men are taken.  force: the garrison."""

    town: TownId
    side: Side
    """Whose the town now is."""
    men: int
    guns: int
    to: tuple[StandId, ...] = ()
    """The forces before it."""

    def apply(self, battle: Campaign) -> Campaign:
        towns = {**battle.towns, self.town: Magazine(self.side)}
        guns = {**battle.guns, self.side: battle.guns.get(self.side, 0) + self.guns}
        return replace(self.changed(battle, where=NOWHERE, units=(), order=None), towns=towns, guns=guns)

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return present(battle, seat, self.force, *self.to)


class BridgeWorked(OfForce, frozen=True, tag="bridge worked"):
    """Half-days of work at a bridge.  done: whether it is now broken, or mended."""

    bridge: str
    halves: int
    done: Literal["", "broken", "mended"] = ""

    def apply(self, battle: Campaign) -> Campaign:
        works = {**battle.works, self.bridge: self.halves}
        broken = dict(battle.broken)
        if self.done:
            del works[self.bridge]
            broken.pop(self.bridge, None)
        if self.done == "broken":
            broken[self.bridge] = battle.half
        return replace(battle, works=works, broken=broken)


class DaysCounted(Hidden, frozen=True, tag="counted"):
    """Days in a row for which a goal has been fulfilled."""

    goal: str
    days: int

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, beyond={**battle.beyond, self.goal: self.days})


class PointsWon(Fact[Campaign], frozen=True, tag="points won"):
    """A side, or the seat whose aim it is, has fulfilled a goal (CA-17)."""

    goal: str
    side: Side
    points: int
    private: Seat = Seat("")
    to: tuple[Seat, ...] = ()
    """The seats that know of it."""

    def apply(self, battle: Campaign) -> Campaign:
        scored = (*battle.scored, Scored(self.goal, battle.half, self.points, self.to))
        armies = tuple(
            replace(one, points=one.points + self.points) if one.id == self.side and not self.private else one
            for one in battle.armies
        )
        return replace(battle, scored=scored, armies=armies)

    def seen_by(self, battle: Campaign, seat: Seat) -> bool:
        return seat == UMPIRE or seat in self.to


class CampaignEnded(Fact[Campaign], frozen=True, tag="campaign ended"):
    """The last day is over, or the umpire ends it."""

    winner: Side | None
    how: Literal["points", "ruled"] = "points"

    def apply(self, battle: Campaign) -> Campaign:
        return replace(battle, phase="over", winner=self.winner)


# --- rulings --------------------------------------------------------------------------------------------------------


class ForceRuled(OfForce, frozen=True, tag="force ruled"):
    """A force is as the umpire rules."""

    now: Force

    def apply(self, battle: Campaign) -> Campaign:
        return putting(battle, self.now)


Facts = (
    LotDealt | TurnBegan | OrdersTaken | HalfBegan | HalfEnded | WeatherCame | OrdersCame | IfCame | OrderDone
    | OrderRefused | SpySet | Parted | Merged | Marched | HeadMoved | Straggled | ForcedDay | LeftMap | TownTaken
    | MetEnemy | Unattacked | Vanished | SmallFought | BattleCalled | BattleReturned | ResultCame
    | HowFought | FellBack | NewsCame | SpyTold
    | LetterWritten | CourierSent | CourierRode | CourierGone | Delivered | ReportCame | TownKnown | Ate | EatenOf
    | MenBack | WentHome | SiegeWorked | Yielded | BridgeWorked | DaysCounted | PointsWon | CampaignEnded | ForceRuled
)  # fmt: skip
