"""Rule cases of campaigns as data: half-days of the small country, with other forces, orders and dice."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.casekit.comparing import Check, differ, differences
from pbem.engine.casekit.frame import CaseKit, CaseText
from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.facts import Fact
from pbem.engine.ids import Seat, StandId
from pbem.engine.play import Play
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.engine.spec import Faults
from pbem.rulesets.campaign.language.language import read
from pbem.rulesets.campaign.reporting.places import place
from pbem.rulesets.campaign.rules import RULES
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.asks import AskBattle, AskOrders
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.country import TownId

DICE = (
    "lot", "weather", "rain", "sight", "rumour", "guess", "courier", "catch", "small", "battle", "siege", "desert",
)  # fmt: skip
QUIET: Mapping[str, int] = {"lot": 1, "weather": 6, "sight": 4, "guess": 3, "desert": 6}
"""What dice show that a case does not foresee, where they are not what it is about."""


AIDE = "aide "
"""A seat whose orders are written by an aide of that temperament."""


class CampaignCase(CaseText, frozen=True, kw_only=True):
    """position: a file (``campaign``, one of the head's), changes of its forces, of its towns and options.

    action: text of orders by seat for the first morning, or ``aide steady``; halves: half-days to be played.
    """

    action: dict[str, str] = {}
    halves: int = 1
    answers: list[str] = []
    """Results of battles in turn, as their lines; the campaign's own table where there is none."""


class CampaignStory:
    """What came of a case."""

    def __init__(
        self, start: Campaign, end: Campaign, facts: Sequence[Fact[Campaign]], problems: Sequence[str], error: str
    ) -> None:
        self.start, self.end, self.facts, self.problems, self.error = start, end, facts, tuple(problems), error

    def told(self, seat: Seat) -> tuple[str, ...]:
        """What a seat's dispatch over all of it says."""
        state, learned = self.start, list[Happening[Campaign]]()
        for fact in self.facts:
            known = RULES.state.learned(fact, state, seat)
            if known is not None:
                learned.append(Happening(known, RULES.state.view(state, seat)))
            state = fact.apply(state)
        before, after = RULES.state.view(self.start, seat), RULES.state.view(state, seat)
        told = RULES.reporting.tell(SeatTurn(seat, 1, before, after, tuple(learned)))
        return (*told.in_short, *(event.text for chapter in told.chapters for event in chapter.events))

    def refusals(self) -> tuple[str, ...]:
        """Orders that were not read, or could not be carried out."""
        refused = [
            f"{one.act.force} {one.act.does}: {one.why}" for one in self.facts if isinstance(one, f.OrderRefused)
        ]
        return (*self.problems, *refused)


class QuietDice:
    """The tape, and what is not on it as it does no harm: weather that holds, sights that see."""

    def __init__(self, tape: TapeDice) -> None:
        self.tape = tape

    def throw(self, key: Any, label: str, by: str, count: int) -> Any:  # noqa: ANN401  # as dice do
        """The next of the tape where it is for this roll; else what is quiet."""
        left = self.tape.next_label()
        if label in QUIET and left != (label, by):
            return (QUIET[label],) * count, "tape"
        return self.tape.throw(key, label, by, count)


def _position(head: Mapping[str, Any], case: CampaignCase, faults: Faults) -> tuple[Campaign, CampaignCase] | None:
    file = head.get("types")
    if not isinstance(file, Mapping):
        faults.add("types", "the head of the file holds the campaign that its cases are of")
        return None
    options = {str(key): str(one) for key, one in case.position.get("options", {}).items()}
    spec = {**file, **{key: one for key, one in case.position.items() if key in file}}
    spec["sides"] = [_side(side, case.position.get("forces", {})) for side in file["sides"]]
    towns = case.position.get("towns", {})
    spec["towns"] = [{**town, **towns.get(town["id"], {})} for town in file["towns"]]
    got = RULES.course.scenario(spec, {"battles": "reckoned", **options})
    for fault in got.faults:
        faults.add(fault.where, fault.what)
    if got.battle is None:
        return None
    broken = dict.fromkeys(case.position.get("broken", []), 0)
    state = {key: case.position[key] for key in ("half", "wet", "battles") if key in case.position}
    return replace(got.battle, broken=broken, **state), case


def _side(side: Mapping[str, Any], forces: Mapping[str, Any]) -> dict[str, Any]:
    seats = []
    for seat in side["seats"]:
        some = [
            {key: value for key, value in {**force, **forces.get(force["code"], {})}.items() if value is not None}
            for force in seat["forces"]
        ]
        some += [
            {key: value for key, value in one.items() if key != "seat"}
            for one in forces.get("more", []) if one.get("seat") == seat["id"]
        ]  # fmt: skip
        seats.append({**seat, "forces": some})
    return {**side, "seats": seats}


def _played(given: tuple[Campaign, CampaignCase], dice: TapeDice) -> CampaignStory:
    battle, case = given
    problems: list[str] = []
    answers = list(case.answers)
    day: list[int] = []

    def decide(view: Campaign, ask: Ask[Any]) -> Given[Any]:
        text = case.action.get(ask.seat, "")
        if text.startswith(AIDE):
            text = RULES.aide.orders(view, ask, text.removeprefix(AIDE).strip())
        if isinstance(ask, AskBattle):
            text = answers.pop(0) if answers else "reckoned"
        elif isinstance(ask, AskOrders) and day and ask.day != day[0]:
            text = ""
        elif isinstance(ask, AskOrders):
            day.append(ask.day)
        reading = read(view, ask, text)
        problems.extend(f"{one.quote}: {one.reason}" for one in reading.problems)
        answer = reading.answer if reading.answer is not None else ask.default
        return Given(answer, "player")

    facts: list[Fact[Campaign]] = []
    played, step = 0, 0
    halves = int(case.position.get("halves", case.halves))
    while played < halves and battle.phase != "over":
        step += 1
        played += battle.phase == "half-day"
        play = Play(RULES, battle, (), step=step, branch=0, next_seq=1, dice=QuietDice(dice), decide=decide)
        try:
            RULES.course.script(play)
        except CaseStop as stop:
            return CampaignStory(given[0], play.battle, facts, problems, str(stop))
        battle = play.battle
        facts += [line.body.fact for line in play.lines if line.kind == "fact"]
    return CampaignStory(given[0], battle, facts, problems, "")


def _forces(key: str, wanted: Any, told: CampaignStory, faults: Faults) -> list[Any]:  # noqa: ANN401  # as written
    found = []
    for code, keys in wanted.items():
        one = told.end.forces[StandId(code)]
        there = {
            "at": place(told.end, one.where), "men": one.men, "guns": one.guns, "bread": one.bread, "short": one.short,
            "away": sum(unit.away for unit in one.units), "order": one.order.does if one.order else "none",
            "seat": one.seat, "scouts": list(one.scouts), "attacked": one.attacked, "rest": one.rest,
        }  # fmt: skip
        for name, value in keys.items():
            found += differ(f"{key}.{code}.{name}", value, there[name])
    return found


def _towns(key: str, wanted: Any, told: CampaignStory, faults: Faults) -> list[Any]:  # noqa: ANN401  # as written
    found = []
    for town, keys in wanted.items():
        one = told.end.towns[TownId(town)]
        there = {"held": one.side or "none", "breached": one.breached, "eaten": one.eaten, "prepared": one.prepared}
        for name, value in keys.items():
            found += differ(f"{key}.{town}.{name}", value, there[name])
    return found


def _knows(key: str, wanted: Any, told: CampaignStory, faults: Faults) -> list[Any]:  # noqa: ANN401  # as written
    """By seat: letters (texts), taken, spotted (quality at town), reports (force: place), broken."""
    found = []
    for seat, keys in wanted.items():
        knows = told.end.knows[Seat(seat)]
        there: dict[str, Any] = {
            "letters": [one.text for one in knows.letters if not one.taken and not one.returned],
            "taken": [one.text for one in knows.letters if one.taken],
            "returned": [one.text for one in knows.letters if one.returned],
            "spotted": [
                f"{one.quality} at {one.at}" + (f" {one.least}-{one.most}" if one.most else "")
                + (f" under {one.leader}" if one.leader else "") for one in knows.spotted
            ],
            "reports": {
                str(code): place(told.end, one.where) for code, one in knows.reports.items()
                if str(code) in keys.get("reports", {})
            },
            "broken": list(knows.broken),
            "aim": knows.aim,
        }  # fmt: skip
        for name, value in keys.items():
            found += differ(f"{key}.{seat}.{name}", value, there[name])
    return found


def _facts(key: str, wanted: Any, told: CampaignStory, faults: Faults) -> list[Any]:  # noqa: ANN401  # as written
    """By tag of a fact how many there were."""
    tags = [one.__struct_config__.tag for one in told.facts]
    return [one for tag, count in wanted.items() for one in differ(f"{key}.{tag}", count, tags.count(tag))]


def _spec(key: str, wanted: Any, told: CampaignStory, faults: Faults) -> list[Any]:  # noqa: ANN401  # as written
    """Of the last battle called: its place, date, holder; of each side its men by unit type, and who comes when."""
    calls = [one.spec for one in told.facts if isinstance(one, f.BattleCalled)]
    if not calls:
        return differ(key, wanted, "no battle was called")
    spec = calls[-1]
    there: dict[str, Any] = {"place": spec.place, "date": spec.date, "hour": spec.hour, "holder": spec.holder or "none",
                             "storm": spec.storm, "ground": spec.ground, "visibility": spec.visibility}  # fmt: skip
    for side in spec.sides:
        there[side.side] = {
            "leaders": list(side.leaders), "men": sum(one.men for one in side.units if one.type != "ART"),
            "units": len(side.units), "arrives": {str(one.code): one.arrives for one in side.units if one.arrives},
            "unfed": [str(one.code) for one in side.units if not one.fed],
        }  # fmt: skip
    return [one for name, value in wanted.items() for one in _within(f"{key}.{name}", value, there[name])]


def _within(key: str, wanted: Any, found: Any) -> list[Any]:  # noqa: ANN401  # as written
    if isinstance(wanted, Mapping) and isinstance(found, Mapping) and set(wanted) <= set(found):
        return [one for name, value in wanted.items() for one in differ(f"{key}.{name}", value, found[name])]
    return differ(key, wanted, found)


def _told(key: str, wanted: Any, told: CampaignStory, faults: Faults) -> list[Any]:  # noqa: ANN401  # as written
    """By seat: sentences of its dispatch, among others."""
    found: list[Any] = []
    for seat, sentences in wanted.items():
        there = told.told(Seat(seat))
        found += [one for text in sentences if text not in there for one in differ(f"{key}.{seat}", text, list(there))]
    return found


KEYS: Mapping[str, Check[CampaignStory]] = {
    "forces": _forces,
    "towns": _towns,
    "knows": _knows,
    "facts": _facts,
    "spec": _spec,
    "told": _told,
    "refused": lambda key, wanted, told, faults: differ(key, wanted, list(told.refusals())),
    "broken": lambda key, wanted, told, faults: differ(key, wanted, sorted(told.end.broken)),
    "points": lambda key, wanted, told, faults: differ(
        key, wanted, {one.id: one.points for one in told.end.armies if one.id in wanted}
    ),
    "winner": lambda key, wanted, told, faults: differ(key, wanted, told.end.winner or "none"),
    "scored": lambda key, wanted, told, faults: differ(key, wanted, [one.goal for one in told.end.scored]),
    "half": lambda key, wanted, told, faults: differ(key, wanted, told.end.half),
    "wet": lambda key, wanted, told, faults: differ(key, wanted, told.end.wet),
    "phase": lambda key, wanted, told, faults: differ(key, wanted, told.end.phase),
}
"""What a case may look at."""

CASES = CaseKit(
    text=CampaignCase, prepared=_position, played=_played, dice=DICE,
    differences=lambda given, case, told, faults: differences(case.expect, KEYS, told, faults),
)  # fmt: skip
"""The vocabulary."""
