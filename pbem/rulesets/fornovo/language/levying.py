"""Army lists by mail and on the web: a line a unit, judged and priced as it is read (FS-4, catalogue section 9)."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine, lines
from pbem.engine.language.reader import Wrapping, gathered, joined, problem_of
from pbem.engine.offers import Offer, Offers
from pbem.engine.orders import Problem, Reading, Understood
from pbem.engine.reporting import FormLine
from pbem.engine.table.edges import inwards
from pbem.engine.table.measures import Tenths
from pbem.rulesets.fornovo.moving.deploying import misplaced
from pbem.rulesets.fornovo.moving.places import distance, parts_of
from pbem.rulesets.fornovo.muster.legality import breaches
from pbem.rulesets.fornovo.muster.raising import CLASSES, heard, points_of, said
from pbem.rulesets.fornovo.state.asks import Packet
from pbem.rulesets.fornovo.state.battle import Battle, General, army_of
from pbem.rulesets.fornovo.state.units import Unit

LINE = re.compile(r"([a-z]{1,2}[0-9]{1,3}):? (?:raise:? (.+)|(disband|hold))")
_STARTS = re.compile(r"[a-z]{1,2}[0-9]{1,3}\b")
_GOES_ON = re.compile(rf"(?!(?:{'|'.join(CLASSES)})\b|{_STARTS.pattern})")
"""How the rest of a line may begin that a mail program has wrapped: neither a heading nor another line."""
SAMPLES = (
    "foot c 8x3 musket", "foot c 8x3 pike medium", "foot c pike and shot 4x3 musket + 4x3 pike medium + 4x3 musket",
    "foot c 6x1 skirmishers musket", "horse c trot 5x2 medium pistol", "horse b gallop 5x2 heavy pistol",
    "dragoons c 6x2 musket", "artillery c 2 light guns 8 gunners 2 limbers limbered",
)  # fmt: skip
"""Troops that a page offers at a press."""


def looks_like_levy(text: str) -> bool:
    """Whether a cleaned line raises troops."""
    return LINE.fullmatch(text) is not None


def read(view: Battle, side: Side, text: str, before: Packet | None) -> Reading:
    """A text as an army list.  before: what stood: its lines stay where the new text does not name their codes."""
    found = gathered(
        joined(lines(text), Wrapping(_GOES_ON, _reads)), lambda line: [(line, _taken(view, side, line))],
        lambda line, fault: not _meant(line), problem_of,
    )  # fmt: skip
    packets = [packet for _, packet in found.taken]
    answer = gathered_list(packets) if packets else None
    understood = [Understood(line.number, *_told(packet)) for line, packet in found.taken]
    if answer is not None:
        whole = overlaid(before, answer) if before is not None else answer
        line = found.taken[-1][0]
        for rules, why in _objections(view, side, whole):
            found.problems.append(
                Problem(
                    line=line.number, quote=line.quote, kind="not allowed", reason=why, about="army", rules=rules,
                    consequence="The list is kept as a draft; it cannot be submitted as it is.",
                )
            )  # fmt: skip
        spent = points_of(whole.levies, whole.leaders)
        told = f"costs {spent} of {view.army_points} points, {max(0, view.army_points - spent)} left"
        understood.append(Understood(line.number, "army", told))
    return found.reading(answer, understood, (), write(answer) if answer is not None else "")


def _meant(line: OrderLine) -> bool:
    return " raise" in line.text or _STARTS.match(line.text) is not None


def _reads(text: str) -> bool:
    """Whether a cleaned line names troops in the words of a list."""
    found = LINE.fullmatch(text)
    try:
        return found is not None and bool(found[3] or heard(found[1], found[2], Side(""), Tenths(0)))
    except ValueError:
        return False


def _taken(view: Battle, side: Side, line: OrderLine) -> Packet:
    found = LINE.fullmatch(line.text)
    if found is None:
        told = "a line of an army list is <code> raise <troops>: S01 raise foot c 8x3 musket; S01 disband takes it back"
        raise Fault("not readable", told)
    code, words, away = found[1].upper(), found[2], found[3]
    if away:
        return Packet(holds=(StandId(code),))
    try:
        one = heard(code, words, side, inwards(army_of(view, side).edge))
    except ValueError as fault:
        raise Fault("not readable", str(fault), about=code) from None
    letter = army_of(view, side).letter
    own = re.compile(rf"{letter}[0-9]{{2,3}}")
    if isinstance(one, General):
        if not re.fullmatch(rf"{letter}C[0-9]{{1,2}}", code) or not all(own.fullmatch(unit) for unit in one.assigned):
            told = f"your generals have codes such as {letter}C1, and lead your own units, such as {letter}01"
            raise Fault("not allowed", told, about=code)
        return Packet(leaders=(one,))
    if not own.fullmatch(code):
        raise Fault("not allowed", f"your units have codes such as {letter}01", about=code)
    return _judged(view, code, one)


def _judged(view: Battle, code: str, unit: Unit) -> Packet:
    for rules, why in breaches(view, unit):
        raise Fault("not allowed", why, rules=rules, about=code)
    if (why := misplaced(replace(view, units={}), unit, [])) != "":
        raise Fault("not allowed", why, about=code)
    return Packet(levies=(unit,))


def _objections(view: Battle, side: Side, whole: Packet) -> Iterator[tuple[tuple[RuleId, ...], str]]:
    """What is wrong with the list as a whole."""
    spent = points_of(whole.levies, whole.leaders)
    if spent > view.army_points:
        over = spent - view.army_points
        yield (RuleId("FS-4c"),), f"the army costs {spent} points, {over} over the {view.army_points} agreed"
    if sum(one.kind == "cc" for one in whole.leaders) != 1:
        letter = army_of(view, side).letter
        yield (RuleId("FS-3a"),), f"an army has one commander: {letter}C1 raise commander (200 points)"
    if len({one.unsupplied for one in whole.levies}) > 1:
        yield (RuleId("FS-4c"), RuleId("FS-Q28")), "the whole army is unsupplied, or none of it"
    for place, one in enumerate(whole.levies):
        for other in whole.levies[:place]:
            if distance(parts_of(view, one), parts_of(view, other)) <= 0:
                yield (RuleId("FS-Q89"),), f"{one.id} stands on {other.id}"


def gathered_list(packets: list[Packet]) -> Packet:
    """Lines as one list: a later line for a code stands."""
    found = Packet()
    for one in packets:
        found = overlaid(found, one)
    return found


def overlaid(before: Packet, after: Packet) -> Packet:
    """A newer list over an older one: codes that it names are replaced or disbanded."""
    named = {*after.holds, *(one.id for one in after.levies), *(one.id for one in after.leaders)}
    return Packet(
        levies=(*(one for one in before.levies if one.id not in named), *after.levies),
        leaders=(*(one for one in before.leaders if one.id not in named), *after.leaders),
        holds=(*(one for one in before.holds if one not in named), *after.holds),
    )


def write(packet: Packet) -> str:
    """A list in canonical text, a line a unit with its price."""
    return "\n".join(" ".join(one) for one in _lines(packet))


def _lines(packet: Packet) -> Iterator[tuple[str, str]]:
    yield from ((one.id, f"raise {said(one)}") for one in packet.leaders)
    yield from ((one.id, f"raise {said(one)}") for one in packet.levies)
    yield from ((code, "disband") for code in packet.holds)


def _told(packet: Packet) -> tuple[str, str]:
    return next(_lines(packet))


def form(view: Battle, side: Side) -> tuple[FormLine, ...]:
    """What acts if nothing is sent."""
    return (FormLine("army", "as it is", "without a list the scenario's own army takes the field", settled=True),)


def described(view: Battle, side: Side) -> str:
    """The ask in words."""
    army = army_of(view, side)
    letter, nation = army.letter, f" of {army.nation}" if army.nation else ""
    zone = f"{view.inches(12) / 100:g}"
    return (
        f"Your army{nation} of {view.year}: at most {view.army_points} points, one line a unit, such as "
        f"{letter}01 raise foot c 8x3 musket (grade A to D, files x rows), {letter}02 raise horse b gallop 5x2 "
        f"heavy pistol, {letter}03 raise artillery c 2 light guns 8 gunners; one {letter}C1 raise commander. "
        f"Blocks of a unit are joined by +. A line may end with at 20,6, within {zone} inches of your edge; "
        f"the others are deployed in the order of the list. {letter}01 disband takes a line back. "
        "The enemy's list is opened with yours."
    )


def offers(view: Battle, side: Side, answer: Packet | None) -> Offers:
    """Troops at a press, with their price and what is left."""
    whole = answer or Packet()
    letter = army_of(view, side).letter
    left = view.army_points - points_of(whole.levies, whole.leaders)
    used = {one.id for one in whole.levies}
    code = next(one for number in range(1, 1000) if (one := f"{letter}{number:02}") not in used)
    chief = Offer(f"{letter}C1 raise commander", "commander: 200", f"200 points, {left} left")
    found = [] if whole.leaders else [chief]
    for words in SAMPLES:
        unit = heard(code, words, side, inwards(army_of(view, side).edge))
        if isinstance(unit, Unit) and unit.points <= left and not breaches(view, unit):
            note = f"{unit.points} points; {left - unit.points} of {view.army_points} left then"
            found.append(Offer(f"{code} raise {words}", f"{said(unit).rpartition(' (')[0]}: {unit.points}", note))
    return Offers(answers=tuple(found), stands=("army",))
