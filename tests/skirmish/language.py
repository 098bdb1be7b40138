"""Orders: ``F1 forward 3``, ``F1 to 12,8.5``, ``H1 charge E2``, ``F1 shoot E1``, ``standing F1 evade never``.

Reading, diagnosis and what is offered to try instead are the engine's; here are the words and what they name.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.ids import Side, StandId
from pbem.engine.language.codes import STUCK_CODES
from pbem.engine.language.diagnosis import Lexis, bare_words, first_word, may_come, near_a_control, stopped_at
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.lines import OrderLine, barred, clean, control, lines, turn_named
from pbem.engine.language.reader import Wrapping, gathered, joined, problem_of, suggested, two_orders
from pbem.engine.language.spelling import nearest, slip
from pbem.engine.language.transformer import Maker, Transformer, Unfit, first, one
from pbem.engine.offers import Choice, Offer, Offers, UnitOffers
from pbem.engine.orders import CONTROL_KIND, CONTROL_VERBS, Reading, Understood, VerbTable, verb
from pbem.engine.reporting import FormLine
from pbem.engine.standing_orders import DecisionRow, offered, overlaid
from pbem.engine.table.angles import ahead
from pbem.engine.table.measures import Hundredths, inches, read_inches
from pbem.engine.table.places import Spot, point, spot
from pbem.engine.table.references import say_spot
from pbem.engine.table.words.ground import GroundWords
from pbem.engine.table.words.places import CodedPlace, Places
from pbem.engine.table.words.tidying import tidied
from pbem.engine.wording import listed
from tests.skirmish.battle import (
    MOVE,
    Act,
    Answer,
    AskBound,
    AskEvade,
    Evasion,
    Field,
    Sheet,
    Troop,
    apart,
    foes,
    ours,
)
from tests.skirmish.script import refusal

FRAME = r"""
order: CODE ":"? step -> for_unit | "standing" CODE ":"? standing -> standing_for | reply
place: SPOT | CODE
always: "always"
never: "never"
default: "default"
CODE.3: /[a-z][0-9]{1,2}(?!\w)/
SPOT.4: /[0-9]{1,3}(?:\.[0-9]+)?,[0-9]{1,3}(?:\.[0-9]+)?(?!\w)/
NUMBER.1: /[0-9]{1,3}(?:\.[0-9]+)?(?![\w,])"?/
%ignore " "
"""
VERBS = VerbTable(
    frame=FRAME, terms={"CODE": "a unit such as F1", "SPOT": "a place such as 12,8.5", "NUMBER": "a number"},
    kinds={
        "step": ("Orders", ""), "standing": ("Standing orders", ""), "reply": ("Answers", ""), "control": CONTROL_KIND,
    },
    verbs=(
        verb("step", "hold", "<unit> hold", '"hold"', "It stays.", "F1 hold"),
        verb("step", "forward", "<unit> forward <inches>", '"forward" NUMBER', "Straight on.", "F1 forward 3", "SK-3"),
        verb("step", "to", "<unit> to <place>", '("to" | "toward") place', "To a place.", "F1 to 12,8", "SK-3"),
        verb("step", "charge", "<unit> charge <enemy>", '"charge" CODE', "Into contact.", "F1 charge N1", "SK-4"),
        verb("step", "shoot", "<unit> shoot <enemy>", '("shoot" | "fire") "at"? CODE', "A volley.", "F1 shoot N1",
             "SK-5"),
        verb("standing", "evade", "standing <unit> evade <when>",
             '"evade" (always | never | default)',
             "What it does when it is charged.", "standing F1 evade never", "SK-4"),
        verb("reply", "yes", "yes", '"yes" | "evade"', "It evades.", "yes", "SK-4"),
        verb("reply", "no", "no", '"no" | "stand"', "It stands.", "no", "SK-4"),
        *CONTROL_VERBS,
    ),
)  # fmt: skip
GROUNDLESS = GroundWords({})
STEPS = ("hold", "forward", "to", "charge", "shoot")
LEXIS = Lexis(
    noun="unit", code="code", steps=STEPS, also={"attack": "charge", "march": "forward"}, starts=("standing",),
    place=re.compile(r"[0-9.]+(?:,[0-9.]+)?"),
)  # fmt: skip


class Step(NamedTuple):
    """What a line says of a unit.  value: inches, a place, an enemy's code, ``always``."""

    code: str
    verb: str
    value: Any = None


def _number(parts: list[Any]) -> Hundredths:
    try:
        return read_inches(str(parts[0]).rstrip('"'))
    except ValueError as fault:
        raise Unfit(str(fault)) from None


def _place(parts: list[Any]) -> Spot | CodedPlace:
    word = str(parts[0])
    if "," not in word:
        return CodedPlace(word.upper(), "unit")
    across, up = word.split(",")
    return Spot(_number([across]), _number([up]))


MAKE: Mapping[str, Maker] = {
    "order": first,
    "for_unit": lambda parts: parts[1]._replace(code=str(parts[0]).upper()),
    "standing_for": lambda parts: Step(str(parts[0]).upper(), "evade", parts[1]),
    "place": _place,
    "step_hold": one(Step("", "hold")),
    "step_forward": lambda parts: Step("", "forward", _number(parts)),
    "step_to": lambda parts: Step("", "to", parts[0]),
    "step_charge": lambda parts: Step("", "charge", str(parts[0]).upper()),
    "step_shoot": lambda parts: Step("", "shoot", str(parts[0]).upper()),
    "standing_evade": first,
    "reply_yes": one(Step("", "reply", True)),
    "reply_no": one(Step("", "reply", False)),
}
READER: Transformer[Step] = Transformer(VERBS, MAKE)

# --- looking up and judging -----------------------------------------------------------------------------------------


class Desk(NamedTuple):
    """What one side can name."""

    field: Field
    side: Side

    def own(self, code: str) -> Troop:
        """A unit of its own."""
        mine = [unit.id for unit in ours(self.field, self.side)]
        if code not in mine:
            raise unknown(f"you have no unit {code}; your units are {listed(mine)}", code.casefold(), _near(code, mine))
        return self.field.units[StandId(code)]

    def enemy(self, code: str) -> StandId:
        """An enemy in sight."""
        there = [unit.id for unit in foes(self.field, self.side)]
        if code not in there:
            near = _near(code, there)
            raise unknown(f"there is no enemy {code}; you see {listed(there) or 'none'}", code.casefold(), near)
        return StandId(code)

    def spot(self, place: Spot | CodedPlace, unit: Troop) -> Spot:
        """A place on the table, or where a unit is."""
        units = self.field.units
        places = Places(
            self.field.table, (), GROUNDLESS, {str(code): code for code in units},
            there=lambda code: units[code].pose.at, away=lambda code: "is gone", known=tuple(units),
            roads_under=lambda code: (),
        )  # fmt: skip
        return spot(places.find(place, unit.id, unit.pose.at).at)


def _near(code: str, known: Iterable[str]) -> str | None:
    return nearest(code.casefold(), [one.casefold() for one in known])


def act_of(desk: Desk, step: Step) -> Act:
    """An order as it would be carried out.  Raises Fault."""
    unit = desk.own(step.code)
    match step.verb:
        case "hold":
            act = Act(unit.id, "hold")
        case "forward":
            (x, y), far = point(unit.pose.at), inches(step.value)
            east, north = ahead(unit.pose.facing)
            act = Act(unit.id, "go", to=desk.spot(spot((x + east * far, y + north * far)), unit))
        case "to":
            act = Act(unit.id, "go", to=desk.spot(step.value, unit))
        case _:
            act = Act(unit.id, "charge" if step.verb == "charge" else "shoot", at=desk.enemy(step.value))
    why = refusal(desk.field, act)
    if why:
        raise Fault("not allowed", why, about=unit.id, offers=(f"{unit.id} hold",))
    return act


Entry = tuple[OrderLine, Act | Evasion | Answer]


def read(field: Field, ask: Ask[Any], text: str, before: Any = None) -> Reading:  # what stood
    """A text as the answer to an ask."""
    desk = Desk(field, Side(ask.seat))
    found = gathered(
        joined(lines(text), Wrapping(re.compile(r"[,;]"), lambda one: not isinstance(_heard(one), Unreadable))),
        lambda line: [(line, _taken(desk, ask, line))], lambda line, fault: not _seems_order(line),
        lambda line, fault: problem_of(line, fault, suggested(tidied(line.text), fault, _tried(desk, ask, line))),
    )  # fmt: skip
    kept: dict[object, Entry] = {}
    contrary: set[object] = set()
    for line, said in found.taken:
        key = (type(said), getattr(said, "unit", ""))
        had = kept.setdefault(key, (line, said))
        if had[1] != said:
            contrary.add(key)
            found.problems.append(two_orders(line, [(one.number, one.text) for one in (had[0], line)]))
    kept = {key: entry for key, entry in kept.items() if key not in contrary}
    answer = _answer([said for _, said in kept.values()])
    understood = [Understood(line.number, *_told(said)) for line, said in kept.values()]
    ordered = {said.unit for _, said in kept.values() if isinstance(said, Act)}
    missing = [row for row in form(field, ask) if row.code not in ordered] if isinstance(ask, AskBound) else []
    return found.reading(answer, understood, missing, write(field, answer) if answer is not None else "")


def _heard(text: str) -> Step | Unreadable | Unfit:
    return READER.heard(tidied(text), "order")


def _taken(desk: Desk, ask: Ask[Any], line: OrderLine) -> Act | Evasion | Answer:
    said = _heard(line.text)
    if isinstance(said, Unreadable):
        raise _why(desk, tidied(line.text), said)
    if isinstance(said, Unfit):
        raise Fault(said.kind, said.reason, fixes=said.fixes)
    if (said.verb == "reply") is not isinstance(ask, AskEvade):
        raise Fault("not allowed", "this answers another question than the one that is asked now")
    if said.verb == "reply":
        return Answer(said.value)
    if said.verb == "evade":
        return Evasion(desk.own(said.code).id, "" if said.value == "default" else said.value)
    return act_of(desk, said)


def _why(desk: Desk, text: str, stop: Unreadable) -> Fault:
    """Why a line cannot be read."""
    if stop.at == 0 or STUCK_CODES.match(text):
        mine = [unit.id for unit in ours(desk.field, desk.side)]
        known = LEXIS.strange_code(text, mine) or near_a_control(text) or LEXIS.nameless(first_word(text), mine)
        return known or LEXIS.no_start(first_word(text), first_word(text))
    before, word = stopped_at(text, stop)
    words = READER.grammar.words(stop.expected)
    come = may_come(READER.grammar.things(stop.expected), words, frozenset({"at"}))
    near = nearest(word, words) if word else None
    reason = f'after "{before.upper()}" comes {come}' + (f', not "{word}"' if word else "")
    return unknown(f'{reason}. Did you mean "{near}"?' if near else reason, word, near)


def _seems_order(line: OrderLine) -> bool:
    words = bare_words(line.text)
    short = len(words) <= SHORT and slip(words[0], (*STEPS, "yes", "no", "evade", "stand"))
    return LEXIS.begins_with_code(line.text) or words[0] == "standing" or short or LEXIS.sends_somewhere(words)


SHORT = 4
"""Words of a line that may be an order without its unit."""


def _tried(desk: Desk, ask: Ask[Any], line: OrderLine) -> Any:  # a function of the reader's
    def would_read(text: str, whole: bool) -> str:
        try:
            return " ".join(_told(_taken(desk, ask, OrderLine(line.number, text, clean(text)))))
        except Fault:
            return ""

    return would_read


def _answer(said: list[Act | Evasion | Answer]) -> Sheet | Answer | None:
    answers = [one for one in said if isinstance(one, Answer)]
    if answers or not said:
        return answers[0] if answers else None
    acts = tuple(one for one in said if isinstance(one, Act))
    return Sheet(acts, tuple(one for one in said if isinstance(one, Evasion)))


# --- writing --------------------------------------------------------------------------------------------------------


def _told(said: Act | Evasion | Answer) -> tuple[str, str]:
    match said:
        case Answer(evades=evades):
            return ("yes" if evades else "no"), ""
        case Evasion(unit=unit, value=value):
            return f"standing {unit}", f"evade {value or 'default'}"
        case Act(unit=unit, does="go", to=to) if to is not None:
            return unit, f"to {say_spot(to)}"
        case Act(unit=unit, does=does, at=at):
            return unit, f"{does} {at}" if at else does


def write(field: Field, answer: Any) -> str:  # of any ask
    """Canonical text, one order a line."""
    said = [answer] if isinstance(answer, Answer) else [*answer.acts, *answer.standing] if answer is not None else []
    return "\n".join(" ".join(_told(one)).strip() for one in said)


def overlay(field: Field, before: Any, after: Any) -> Any:  # of any ask
    """Only what the newer text names changes."""
    if not isinstance(before, Sheet) or not isinstance(after, Sheet):
        return after if after is not None else before
    acts = {one.unit: one for one in (*before.acts, *after.acts)}
    told = overlaid(before.standing, after.standing, subject=lambda one: one.unit, taken_back=lambda one: False)
    return Sheet(tuple(acts.values()), told)


def form(field: Field, ask: Ask[Any]) -> tuple[FormLine, ...]:
    """What acts if nothing is sent."""
    if isinstance(ask, AskEvade):
        return (FormLine("yes" if ask.default.evades else "no", "", "default"),)
    return tuple(FormLine(unit.id, "hold") for unit in ours(field, Side(ask.seat)))


def describe(field: Field, ask: Ask[Any]) -> str:
    """An ask in words."""
    if isinstance(ask, AskEvade):
        return f"{ask.charger} charges {ask.unit}: does it evade?"
    return f"Your orders for bound {ask.bound}."


def looks_like_order(line: str) -> bool:
    """Whether a line might be read as an order or a control."""
    text = "" if barred(line) else clean(line)
    known = bool(text) and (control(text) is not None or turn_named(text) is not None)
    return known or (bool(text) and not isinstance(_heard(text), Unreadable))


# --- standing orders, offers ----------------------------------------------------------------------------------------


EVADE = DecisionRow(
    number="SK-4", title="Evade", values={"always": "it goes", "never": "it stands"}, default="default", name="evade",
    when="When it is charged",
)  # fmt: skip


def decide(field: Field, ask: Ask[Any]) -> Given[Any] | None:
    """What standing orders answer (SK-4)."""
    value = field.standing.get(ask.unit, "") if isinstance(ask, AskEvade) else ""
    return Given(Answer(value == "always"), "standing order", f"evade {value}") if value else None


def silent(field: Field, ask: Ask[Any]) -> Given[Any]:
    """What is answered for a seat that says nothing."""
    return decide(field, ask) or Given(ask.default, "deadline")


def offers(field: Field, ask: Ask[Any], answer: Any, *, units: bool = True) -> Offers:  # of any ask
    """What may be pressed."""
    if isinstance(ask, AskEvade):
        return Offers(answers=(Offer("yes", "Evade"), Offer("no", "Stand")))
    mine = tuple(unit.id for unit in ours(field, Side(ask.seat)))
    some = tuple(one for code in mine if (one := offers_for(field, ask, answer, code)) is not None) if units else ()
    scopes = [Choice(whom=at, line=f"standing {at} evade", value="") for at in mine]
    said = [replace(one, value=field.standing[StandId(one.whom)]) for one in scopes if one.whom in field.standing]
    return Offers(stands=mine, units=some, decisions=(offered(EVADE, said, scopes, mine),))


def offers_for(
    field: Field,
    ask: Ask[Any],
    answer: Any,  # of any ask
    code: str,
    *,
    marches: bool = True,
) -> UnitOffers | None:
    """What one unit may do."""
    desk, unit = Desk(field, Side(ask.seat)), field.units.get(StandId(code))
    if unit is None or unit.side != desk.side or not isinstance(ask, AskBound):
        return None
    told = [Act(unit.id, "hold")]
    told += [Act(unit.id, does, at=one.id) for one in foes(field, unit.side) for does in ("charge", "shoot")]  # type: ignore[arg-type]  # two of the words
    may = [Offer(" ".join(_told(act)), _told(act)[1].capitalize()) for act in told if not refusal(field, act)]
    if not marches:
        return UnitOffers(code=unit.id, may=tuple(may))
    (x, y), far = point(unit.pose.at), MOVE[unit.kind] / 100
    ends = [spot((x + far * east, y + far * north)) for east, north in map(ahead, range(0, 3600, 450))]  # type: ignore[arg-type]  # whole tenths
    there = [to for to in ends if 0 <= to.x <= field.table.width and 0 <= to.y <= field.table.depth]
    ways = tuple(Offer(f"{unit.id} to {say_spot(to)}", f"To {say_spot(to)}", at=say_spot(to)) for to in there)
    return UnitOffers(code=unit.id, may=tuple(may), marches=ways)


# --- the aide-de-camp -----------------------------------------------------------------------------------------------

TEMPERS = {"steady": "goes for the hill, and shoots", "bold": "charges whatever it can"}


def aide(field: Field, ask: Ask[Any], temper: str = "") -> str:
    """Orders as a player would write them."""
    if isinstance(ask, AskEvade):
        return "no" if temper == "bold" else "yes"
    return "\n".join(_ordered(field, unit, temper) for unit in ours(field, Side(ask.seat)))


def _ordered(field: Field, unit: Troop, temper: str) -> str:
    near = sorted(foes(field, unit.side), key=lambda other: apart(unit, other))
    acts = [Act(unit.id, does, at=other.id) for other in near[:2] for does in ("charge", "shoot")]  # type: ignore[arg-type]  # two of the words
    for act in acts if temper == "bold" else reversed(acts):
        weaker = act.does == "shoot" or temper == "bold" or unit.strength > field.units[act.at or unit.id].strength
        if weaker and not refusal(field, act):
            return " ".join(_told(act))
    hill = field.hill.shape[0]
    return f"{unit.id} to {say_spot(hill)}" if unit.pose.at != hill else f"{unit.id} hold"
