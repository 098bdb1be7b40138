"""What an umpire can rule in a campaign: forces, men, weather, bridges, towns, reports, letters, battles (CA-12)."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.called import BattleResult
from pbem.engine.facts import Fact
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.language.linefaults import Fault
from pbem.engine.rulings.language import RulingFault, RulingLanguage, UnitRuled, clause, row, side_named
from pbem.rulesets.campaign.language.names import Directory, tidied
from pbem.rulesets.campaign.language.results import read as read_result
from pbem.rulesets.campaign.playing.battles import fight_of
from pbem.rulesets.campaign.playing.couriers import taken
from pbem.rulesets.campaign.reporting.places import name, place
from pbem.rulesets.campaign.reporting.troops import strength
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.asks import refusal
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import BATTLES, Campaign, Fight
from pbem.rulesets.campaign.state.country import MILE, Cmiles, TownId, Whereabouts, near_town
from pbem.rulesets.campaign.state.forces import Force, with_unit
from pbem.rulesets.campaign.state.knowledge import Courier, Dispatch, Spotted

Ruled = tuple[tuple[Fact[Any], ...], str]
MOST_MEN = 20_000
"""Of a unit, by a ruling."""
MOST_BREAD = 30
"""Days."""


def _town(campaign: Campaign, said: str) -> TownId:
    try:
        return Directory(campaign, UMPIRE).town(tidied(campaign, said.strip().casefold()))
    except Fault as fault:
        raise RulingFault(str(fault)) from fault


def _person(campaign: Campaign, said: str) -> Any:  # noqa: ANN401  # a seat
    try:
        return Directory(campaign, UMPIRE).person(tidied(campaign, said.strip().casefold()))
    except Fault as fault:
        raise RulingFault(str(fault)) from fault


# --- a force --------------------------------------------------------------------------------------------------------


def _at(campaign: Campaign, force: Force, found: "re.Match[str]") -> UnitRuled:
    town = _town(campaign, found["town"])
    where, said = Whereabouts(town), name(campaign, town)
    if found["miles"]:
        toward = _town(campaign, found["to"])
        road = campaign.country.road(town, toward)
        done = int(found["miles"]) * MILE
        if road is None or not 0 < done < road.length:
            raise RulingFault(f"it cannot be {found['miles']} miles on a road from {said} to {name(campaign, toward)}")
        where = Whereabouts(town, toward, Cmiles(done))
        said = f"{said} > {name(campaign, toward)} {found['miles']} miles"
    if force.pinned:
        raise RulingFault(f"{force.code} is in battle {force.pinned}; rule that battle first")
    return UnitRuled(replace(force, where=where, trail=(*force.trail, town)), f"at {said}")


def _bread(campaign: Campaign, force: Force, found: "re.Match[str]") -> UnitRuled:
    days = int(found["days"])
    if days > MOST_BREAD:
        raise RulingFault(f"no army carries {days} days of bread; {MOST_BREAD} is the most that can be ruled")
    return UnitRuled(replace(force, bread=days, short=0 if days else force.short), f"bread {days}")


def _halted(campaign: Campaign, force: Force, found: "re.Match[str]") -> UnitRuled:
    return UnitRuled(replace(force, order=None, ifs=()), "halted")


def _removed(campaign: Campaign, force: Force, found: "re.Match[str]") -> UnitRuled:
    if force.pinned:
        raise RulingFault(f"{force.code} is in battle {force.pinned}; rule that battle first")
    return UnitRuled(replace(force, where=Whereabouts(TownId("")), order=None, ifs=()), "removed")


def _men(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    code, men = StandId(found["unit"].upper()), int(found["men"])
    force = next((one for one in campaign.forces.values() if any(unit.code == code for unit in one.units)), None)
    if force is None:
        raise RulingFault(f"there is no unit {code}")
    if men > MOST_MEN:
        raise RulingFault(f"{men:,} is too many for a unit; {MOST_MEN:,} is the most that can be ruled")
    return (f.ForceRuled(force.code, with_unit(force, code, men=men)),), f"{code} {men} men"


def _part(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    """Some units of a force are a force of their own."""
    force, code = campaign.forces.get(StandId(found["of"].upper())), StandId(found["code"].upper())
    if force is None or force.pinned:
        raise RulingFault(f"there is no force {found['of']}, or it is in battle")
    if code in campaign.forces or not str(code).startswith(str(force.code)[:1]):
        raise RulingFault(f"{code} is another force's code, or of the other side")
    wanted = [StandId(one.upper()) for one in re.findall(r"[\w-]+", found["units"])]
    mine = tuple(one for one in force.units if one.code in wanted)
    if len(mine) != len(wanted) or len(mine) == len(force.units):
        raise RulingFault(f"{force.code} has {', '.join(str(one.code) for one in force.units)}; one at least stays")
    led = next((one for one in force.leaders if one.casefold() == (found["led"] or "").strip().casefold()), "")
    if found["led"] and not led:
        raise RulingFault(f"{found['led']} is not with {force.code}")
    light = bool(found["light"])
    into = Force(
        code=code, name=f"{led}'s column" if led else f"part of {force.name}", seat=force.seat, side=force.side,
        where=force.where, units=mine, leaders=(led,) if led else (), light=light, bread=min(force.bread, 1),
    )  # fmt: skip
    left = tuple(one for one in force.units if one not in mine)
    rest = replace(force, units=left, leaders=tuple(one for one in force.leaders if one != led))
    said = f"part {' '.join(str(one.code) for one in mine)} from {force.code} as {code}"
    said += ", light" * light + (f", led by {led}" if led else "")
    return (f.Parted(force.code, into, left), f.ForceRuled(force.code, rest)), said


def _head(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    """A commander is with another of the seat's forces."""
    seat, force = _person(campaign, found["who"]), campaign.forces.get(StandId(found["code"].upper()))
    if force is None or force.seat != seat or not force.is_there:
        raise RulingFault(f"{campaign.officers[seat].short} has no force {found['code'].upper()} on the map")
    return (f.HeadMoved(seat, force.code),), f"head of {campaign.officers[seat].short} with {force.code}"


# --- the country ----------------------------------------------------------------------------------------------------


def _rain(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    days = int(found["days"])
    until = Half(campaign.half + 2 * days - 1)
    return (f.WeatherCame(until),), f"rain {days} {'day' if days == 1 else 'days'}"


def _fair(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    return (f.WeatherCame(Half(-1)),), "fair weather"


def _bridge(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    try:
        bridge = Directory(campaign, UMPIRE).bridge(tidied(campaign, found["bridge"].casefold()))
    except Fault as fault:
        raise RulingFault(str(fault)) from fault
    broken = found["state"].casefold() == "broken"
    return (f.BridgeWorked(StandId(""), bridge, 0, "broken" if broken else "mended"),), \
        f"bridge {bridge} {'broken' if broken else 'whole'}"  # fmt: skip


def _held(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    town, side = _town(campaign, found["town"]), side_named(_sides(campaign), found["side"])
    return (f.TownTaken(town, side, StandId("")),), f"town {name(campaign, town)} held by {_sides(campaign)[side]}"


# --- what is told ---------------------------------------------------------------------------------------------------


def _report(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    """A sighting, true or false, that reaches a commander as townspeople's news does.  Rules: CA-7, CA-Q9."""
    seat, town = _person(campaign, found["seat"]), _town(campaign, found["town"])
    toward = _town(campaign, found["to"]) if found["to"] else TownId("")
    men, arms = int(found["men"].replace(",", "")), " ".join((found["arms"] or "").casefold().split())
    seen = Spotted(
        at=town, toward=toward, half=campaign.half, by="townspeople", quality="numbers", least=men, most=men, arms=arms
    )
    going = f" going toward {name(campaign, toward)}" if toward else ""
    said = f"report to {campaign.officers[seat].short}: {men} {arms or 'men'} at {name(campaign, town)}{going}"
    return (f.NewsCame(seat, (seen,)),), said


def _letter(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    """A letter that the umpire lays before a commander, signed by any officer he names.  Rules: CA-8."""
    writer, seat = _person(campaign, found["writer"]), _person(campaign, found["seat"])
    here = campaign.forces[campaign.officers[writer].head].where
    if not here.town:
        raise RulingFault(f"{campaign.officers[writer].short} is not in the country")
    text = " ".join(found["text"].split())
    letter = Dispatch(
        id=campaign.riders, sender=writer, to=seat, written=campaign.half, delivered=campaign.half,
        sent_from=near_town(campaign.country, here), text=text,
    )  # fmt: skip
    said = f'letter from {campaign.officers[writer].short} to {campaign.officers[seat].short}: "{text}"'
    return (f.Delivered(seat, letter),), said


def _courier(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    rider = next((one for one in campaign.couriers.values() if one.id == int(found["number"])), None)
    if rider is None:
        under = ", ".join(str(one.id) for one in campaign.couriers.values()) or "none"
        raise RulingFault(f"no courier {found['number']} is under way; there are: {under}")
    if found["by"]:
        return _taken(campaign, rider, _person(campaign, found["by"]))
    if not found["waits"]:
        return (f.CourierGone(rider.key, "lost"),), f"courier {rider.id} lost"
    halves = int(found["waits"])
    ready = Half(campaign.half + halves)
    return (f.CourierRode(replace(rider, ready=ready)),), f"courier {rider.id} waits {halves} half-days"


def _taken(campaign: Campaign, rider: Courier, by: Seat) -> Ruled:
    if campaign.officers[by].side == campaign.officers[rider.sender].side:
        raise RulingFault(f"{campaign.officers[by].name} is of the rider's own side: name a commander of the other")
    facts = (f.CourierGone(rider.key, "taken"), f.Delivered(by, taken(rider, campaign.half)))
    return facts, f"courier {rider.id} taken by {campaign.officers[by].short}"


# --- battles --------------------------------------------------------------------------------------------------------


def _fight(campaign: Campaign, number: str) -> Fight:
    there = [one.spec.number for one in campaign.fights if not one.over]
    if int(number) not in there:
        raise RulingFault(f"no battle {number} is fought now; there are: {', '.join(map(str, there)) or 'none'}")
    return fight_of(campaign, int(number))


def _how(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    """A battle is fought in another way.  Rules: CA-12."""
    fight, how = _fight(campaign, found["number"]), found["how"].casefold()
    if how in {"aides", "post"} and not campaign.fought_by:
        raise RulingFault("this campaign names no rules that battles are fought by")
    return (f.HowFought(fight.spec.number, how),), f"battle {fight.spec.number} by {how}"


def _result(campaign: Campaign, found: "re.Match[str]") -> Ruled:
    """What came of a battle, line after line.  Rules: CA-12, CA-14."""
    fight = _fight(campaign, found["number"])
    reading = read_result(fight.spec, found["line"], fight.default)
    if reading.answer is None or reading.problems:
        raise RulingFault(reading.problems[0].reason if reading.problems else "it does not say what came of it")
    had = fight.result or BattleResult(winner=None, holder=fight.spec.holder)
    result = _with(had, reading.answer, found["line"].split()[0].casefold(), fight.how)
    if why := refusal(fight.spec, result):
        raise RulingFault(why)
    return (f.ResultCame(fight.spec.number, result),), f"battle {fight.spec.number}: {found['line'].strip()}"


def _with(had: BattleResult, said: BattleResult, word: str, how: str) -> BattleResult:
    """A result with what one line says of it."""
    told = replace(had, how="table" if how == "table" else "ruled")
    match word:
        case "winner":
            return replace(told, winner=said.winner, holder=said.holder)
        case "field":
            return replace(told, holder=said.holder)
        case "fallen":
            return replace(told, leaders_lost=(*had.leaders_lost, *said.leaders_lost))
        case "loss":
            new = {one.unit for one in said.losses}
            return replace(told, losses=(*(one for one in had.losses if one.unit not in new), *said.losses))
    return said


# --- the whole ------------------------------------------------------------------------------------------------------


def _sides(campaign: Campaign) -> Mapping[Side, str]:
    return {one.id: one.name for one in campaign.armies}


def _described(campaign: Campaign, code: str) -> str:
    force = campaign.forces.get(StandId(code))
    if force is None or not force.is_there:
        return ""
    order = f", {force.order.does}" if force.order is not None else ""
    units = "; ".join(f"{one.code} {one.men}" for one in force.units)
    return (
        f"{code} {force.name}, {place(campaign, force.where)}: {strength(force)} ({units}), bread {force.bread}{order}"
    )


def _put(force: Force) -> f.ForceRuled:
    return f.ForceRuled(force.code, force)


def _end(campaign: Campaign, winner: Side | None) -> tuple[Fact[Campaign], ...]:
    return (f.CampaignEnded(winner, "ruled"),)


def _faults(campaign: Campaign) -> tuple[str, ...]:
    """Why the rules cannot hold a campaign."""
    return tuple(
        f"{one.code} has less than no men"
        for one in campaign.forces.values()
        if any(unit.men < 0 for unit in one.units)
    )


RULINGS: RulingLanguage[Campaign] = RulingLanguage(
    rolls=(
        "battle", "catch", "courier", "desert", "guess", "lot", "rain", "rumour", "siege", "sight", "small", "weather",
    ),
    units=lambda campaign: campaign.forces,
    put=_put,
    describe=_described,
    clauses=(
        clause("at <town>, or at <town> > <town> <miles> miles",
               r"at\s+(?P<town>[^,;>]+?)(?:\s*>\s*(?P<to>[^,;>0-9]+?)\s+(?P<miles>\d{1,3})\s+miles?"
               r"|(?=\s*$|\s*[,;]))", _at, "The force stands there.", "S1 at Long Cross"),
        clause("bread <days>", r"bread\s+(?P<days>\d{1,3})", _bread, "It carries so many days of bread.", "S1 bread 2"),
        clause("halted", r"halted", _halted, "Its orders are over.", "S1 halted"),
        clause("removed", r"removed?", _removed, "It is gone.", "S1 removed"),
    ),
    end=_end,
    sides=_sides,
    rows=(
        row("<unit> <number> men",
            r"(?P<unit>[a-z]\d{1,3}-[0-9a-z]{1,3})\s+(?:men\s+)?(?P<men>\d{1,6})(?:\s+(?:men|guns))?",
            _men, "A unit has so many men, or guns.", "S1-1 850 men"),
        row("part <units> from <force> as <code>, light, led by <commander>",
            r"part\s+(?P<units>(?:[a-z]\d{1,3}-\w{1,3}[\s,]+)+)from\s+(?P<of>\w+)\s+as\s+(?P<code>[a-z]\d{1,3})"
            r"(?P<light>,?\s+light)?(?:,?\s+led\s+by\s+(?P<led>.+))?", _part,
            "Units of a force are a force of their own.", "part S1-1 from S1 as S9, light"),
        row("head of <commander> with <force>", r"head\s+of\s+(?P<who>.+?)\s+with\s+(?P<code>\w+)", _head,
            "A commander is with another of the seat's forces.", "head of Red with S2"),
        row("rain <days> days", r"rain\s+(?P<days>[1-9]\d?)(?:\s+days?)?", _rain,
            "It rains from now on for so many days.", "rain 2 days"),
        row("fair weather", r"(?:fair|dry)(?:\s+weather)?", _fair, "The rain is over.", "fair weather"),
        row("bridge <name> broken, or whole", r"bridge\s+(?P<bridge>.+?)\s+(?P<state>broken|whole|mended)", _bridge,
            "A bridge is broken, or stands.", "bridge Mill broken"),
        row("town <name> held by <side>", r"town\s+(?P<town>.+?)\s+held\s+by\s+(?P<side>.+)", _held,
            "A town is a side's.", "town Mill held by North"),
        row("report to <commander>: <number> <arms> at <town>",
            r"report\s+to\s+(?P<seat>[^:]+?)\s*:\s*(?P<men>[\d,]{1,7})\s+(?:men|(?P<arms>[a-z ]+?))\s+"
            r"at\s+(?P<town>.+?)(?:,?\s+going\s+toward\s+(?P<to>.+))?", _report,
            "A commander hears of troops, true or not, as townspeople tell of them.",
            "report to Red: 3000 foot and horse at Easton going toward Mill"),
        row('letter from <commander> to <commander>: "<text>"',
            r'letter\s+from\s+(?P<writer>[^:]+?)\s+to\s+(?P<seat>[^:]+?)\s*:\s*"?(?P<text>[^"]+)"?', _letter,
            "A letter reaches a commander now; who is named as its writer need not know of it.",
            'letter from White to Red: "Let us meet at the Mill."'),
        row("courier <number> lost, or taken by <commander>, or waits <number> half-days",
            r"courier\s+(?P<number>\d{1,6})\s+"
            r"(?:lost|taken\s+by\s+(?P<by>.+)|waits\s+(?P<waits>\d{1,2})(?:\s+half-days?)?)",
            _courier,
            "A rider who is under way comes no farther, or an enemy reads what they carry, or they come later.",
            "courier 1 lost"),
        row("battle <number> by <way>", rf"battle\s+(?P<number>\d{{1,3}})\s+by\s+(?P<how>{'|'.join(BATTLES)})", _how,
            "A battle that is called is fought in another way: aides, post, table, ruled, reckoned. One that is a game "
            "already is fought on by aides from where it stands.", "battle 1 by aides"),
        row("battle <number>: <what came of it>",
            r"battle\s+(?P<number>\d{1,3})\s*:\s*(?P<line>(?:winner|field|loss|fallen|reckoned)\b.*)", _result,
            "What came of a battle, a line each: winner, field, loss <unit> <men> taken <men> back <men>, fallen "
            "<name>.",
            "battle 1: winner South"),
    ),
    unannounced=(f.NewsCame, f.Delivered),
    faults=_faults,
)  # fmt: skip
"""What can be ruled."""
