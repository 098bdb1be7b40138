"""Order sheets read: each line taken or explained, its names looked up, its order judged (CA-4)."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.language.codes import STUCK_CODES
from pbem.engine.language.diagnosis import Lexis, bare_words, first_word, may_come, near_a_control, stopped_at
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.lines import OrderLine, barred, clean, control, lines, turn_named
from pbem.engine.language.reader import Wrapping, gathered, joined, problem_of, suggested, two_orders
from pbem.engine.language.spelling import nearest, slip
from pbem.engine.language.spellings import plain
from pbem.engine.language.transformer import Unfit
from pbem.engine.orders import Reading, Understood
from pbem.engine.reporting import FormLine
from pbem.engine.standing_orders import overlaid
from pbem.engine.wording import capital
from pbem.rulesets.campaign.language import results
from pbem.rulesets.campaign.language.foreseeing import MOST_IFS
from pbem.rulesets.campaign.language.names import Directory, tidied
from pbem.rulesets.campaign.language.verbs import READER, VERBS, Phrase
from pbem.rulesets.campaign.language.writing import Entry, act_text, told, when_text, write
from pbem.rulesets.campaign.playing.judging import why_not
from pbem.rulesets.campaign.state.asks import AskBattle
from pbem.rulesets.campaign.state.campaign import Campaign, forces_of
from pbem.rulesets.campaign.state.country import near_town
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.orders import LASTING, Act, Condition, IfLine, Missive, Reports, Resting, Sheet

MOST_LETTERS = 6
"""Letters of a turn."""
LONGEST = 2000
"""Letters of a letter."""
SHORT = 6
ACTS = tuple(dict.fromkeys(verb.word for verb in VERBS.verbs if verb.kind == "act"))
LEXIS = Lexis(
    noun="force", code="code", steps=ACTS, also={"move": "march", "attack": "seek", "wait": "hold"},
    starts=("standing", "letter", "if", *ACTS), place=re.compile(r"[a-z][a-z'-]+"),
)  # fmt: skip
_LETTER = re.compile(
    r'^[ \t]*letter to ([^:"\n|]{1,60}):[ \t]*(?:["“„«]([^"“”«»]*)["”“»]|([^\n]*))[ \t]*$', re.IGNORECASE | re.MULTILINE
)
_PUT = "letter number"


def read(view: Campaign, ask: Ask[Any], text: str, before: Any = None) -> Reading:  # noqa: ANN401  # what stood
    """A text as the answer to an ask.  Rules: CA-4."""
    if isinstance(ask, AskBattle):
        return results.read(ask.spec, text, ask.default)
    desk = Directory(view, ask.seat)
    text, letters = _letters_out(text)
    found = gathered(
        joined(lines(text), Wrapping(re.compile(r"[,;>]"), lambda one: not isinstance(_heard(view, one), Unreadable))),
        lambda line: [(line, _taken(desk, line, letters))], lambda line, fault: not _seems_order(line),
        lambda line, fault: problem_of(
            _as_sent(line, letters), fault, suggested(tidied(view, line.text), fault, _tried(desk, line, letters))
        ),
    )  # fmt: skip
    kept = _settled(view, found.taken, found.problems)
    said = [one for _, one in kept]
    sheet = sheet_of(said) if said else None
    understood = [Understood(line.number, *told(view, one)) for line, one in kept]
    ordered = {one.force for one in said if isinstance(one, Act) and one.does in LASTING}
    missing = [row for row in form(view, ask) if row.code not in ordered]
    return found.reading(sheet, understood, missing, write(view, sheet))


def sheet_of(said: Iterable[Entry]) -> Sheet:
    """Entries as a sheet."""
    every = list(said)
    return Sheet(
        acts=tuple(one for one in every if isinstance(one, Act)),
        ifs=tuple(one for one in every if isinstance(one, IfLine)),
        letters=tuple(one for one in every if isinstance(one, Missive)),
        standing=tuple(one for one in every if isinstance(one, Resting)),
        reports=tuple(one for one in every if isinstance(one, Reports)) or UNSET,
    )


# --- letters --------------------------------------------------------------------------------------------------------


class WrittenLetter(NamedTuple):
    """A letter of a text."""

    whom: str
    words: str
    sent: str
    """As it was sent."""


def _letters_out(text: str) -> tuple[str, list[WrittenLetter]]:
    """A text with each letter as one line of its own, and the letters.  They hold no orders."""
    letters: list[WrittenLetter] = []

    def put(found: "re.Match[str]") -> str:
        words = " ".join((found[2] or found[3] or "").replace('"', "'").split())
        letters.append(WrittenLetter(found[1], words, " ".join(found[0].split())))
        return f"{_PUT} {len(letters)}" + "\n" * found[0].count("\n")

    return _LETTER.sub(put, text), letters


def _letter_at(line: OrderLine, letters: list[WrittenLetter]) -> WrittenLetter | None:
    """The letter for which a line stands; None for any other line."""
    return {f"{_PUT} {number}": one for number, one in enumerate(letters, 1)}.get(line.text)


def _as_sent(line: OrderLine, letters: list[WrittenLetter]) -> OrderLine:
    """A line as its writer has it: a letter's own words."""
    letter = _letter_at(line, letters)
    return line if letter is None else replace(line, quote=letter.sent)


def _letter(desk: Directory, letter: WrittenLetter) -> Missive:
    whom, words, _ = letter
    name, _, place = tidied(desk.campaign, clean(whom)).partition(" at ")
    to = desk.person(name.strip())
    if to == desk.seat:
        raise Fault("not allowed", "this letter is to yourself")
    if desk.campaign.officers[to].side != desk.campaign.officers[desk.seat].side and not place:
        raise Fault("not allowed", "to write to an enemy say where: `letter to <name> at <town>: ...`")
    if not words:
        raise Fault("not readable", "the letter says nothing")
    if len(words) > LONGEST:
        raise Fault("not allowed", f"a letter has {LONGEST} characters at the most; this one has {len(words)}")
    return Missive(to, words, desk.town(place.strip())) if place else Missive(to, words)


# --- one line -------------------------------------------------------------------------------------------------------


def _heard(view: Campaign, text: str) -> Phrase | Unreadable | Unfit:
    return READER.heard(tidied(view, text), "order")


def _taken(desk: Directory, line: OrderLine, letters: list[WrittenLetter]) -> Entry:
    """What a line says.  Raises Fault."""
    letter = _letter_at(line, letters)
    if letter is not None:
        return _letter(desk, letter)
    said = _heard(desk.campaign, line.text)
    if isinstance(said, Unreadable):
        raise _why(desk, tidied(desk.campaign, line.text), said)
    if isinstance(said, Unfit):
        raise Fault(said.kind, said.reason, fixes=said.fixes)
    if said.verb == "rest":
        value = said.words[0]
        return Resting(desk.own(said.force).code, "" if value == "default" else value)  # type: ignore[arg-type]  # of its words
    if said.verb == "dispatch":
        return Reports(desk.own(said.force).code, "no" if said.words[0] == "no" else "")
    if said.then is not None:
        return _if_line(desk, said)
    return _act(desk, said)


def _if_line(desk: Directory, said: Phrase) -> IfLine:
    """With the letter that it may send: what has come true, and what the force does (CA-Q1)."""
    when, then = _condition(desk, said), _act(desk, said.then, later=True)
    if not said.whom:
        return IfLine(when, then)
    to = desk.person(said.whom)
    if to == desk.seat or desk.campaign.officers[to].side != desk.campaign.officers[desk.seat].side:
        raise Fault("not allowed", "an if-line writes to another commander of your side", about=then.force)
    force = desk.campaign.forces[then.force]
    told = f"{when_text(desk.campaign, when)}: {force.name} ({force.code}) is to {act_text(desk.campaign, then)}."
    return IfLine(when, then, Missive(to, capital(told)))


def _condition(desk: Directory, said: Phrase) -> Condition:
    number = max(said.number, 0)
    match said.verb:
        case "broken":
            return Condition(kind="broken", bridge=desk.bridge(said.names[0]))
        case "letter":
            return Condition(kind="letter", whom=desk.person(said.names[0]))
        case "enemy":
            return Condition(kind="enemy", at=desk.town(said.names[0]), over=number)
        case "held":
            return Condition(kind="held", at=desk.town(said.names[0]))
        case "day":
            return Condition(kind="day", over=number)
    return Condition(kind="attacked")


def _act(desk: Directory, said: Phrase, *, later: bool = False) -> Act:
    """An act as it is judged now; of an if-line only its words.  Raises Fault."""
    force = desk.own(said.force)
    act = _made(desk, said, force, later=later)
    why = "" if later else why_not(desk.campaign, act)
    if why:
        raise Fault("not allowed", why, about=force.code, offers=(f"{force.code} hold",))
    if later and act.does in {"detach", "convoy", "scout", "spy"}:
        raise Fault("not allowed", "an if-line gives a force another order: march, hold, avoid, screen, seek and such",
                    about=force.code)  # fmt: skip
    return act


def _made(desk: Directory, said: Phrase, force: Force, *, later: bool) -> Act:
    code = force.code
    match said.verb:
        case "march":
            return _march(desk, said, force, later=later)
        case "screen":
            here = near_town(desk.campaign.country, force.where)
            return Act(force=code, does="screen", at=desk.town(said.names[0]) if said.names else here)
        case "seek":
            return Act(force=code, does="seek", whom=desk.person(said.names[0]) if said.names else "")
        case "besiege" | "storm" | "spy":
            return Act(force=code, does=said.verb, at=desk.town(said.names[0]))
        case "break" | "mend":
            bridge = desk.bridge(said.names[0])
            return Act(force=code, does=said.verb, bridge=bridge, at=desk.bridge_town(force, bridge))
        case "join":
            return Act(force=code, does="join", whom=said.names[0])
        case "detach":
            return Act(force=code, does="detach", number=said.number, arm=said.words[0],  # type: ignore[arg-type]  # of its words
                       whom=said.names[0].replace("-", " ").title())  # fmt: skip
        case "scout":
            return Act(force=code, does="scout", route=tuple(dict.fromkeys(desk.town(name) for name in said.names)))
        case "convoy":
            start, end = desk.town(said.names[0]), said.names[1]
            route = desk.route(None, [said.names[0], end])[1:]
            return Act(force=code, does="convoy", at=start, route=route, number=said.number if said.number > 0 else 200)
    return Act(force=code, does=said.verb)  # type: ignore[arg-type]  # hold, avoid


def _march(desk: Directory, said: Phrase, force: Force, *, later: bool) -> Act:
    pace = next((one for one in said.words if one in {"forced", "night"}), "normal")
    stances = {"avoiding": "avoid", "seeking": "seek", "screening": "screen", "holding": "hold"}
    stance = next((stances[one] for one in said.words if one in stances), "")
    route = desk.route(None if later else force, said.names)
    return Act(force=force.code, does="march", route=route, pace=pace, stance=stance)  # type: ignore[arg-type]  # of their words


# --- lines together -------------------------------------------------------------------------------------------------


def key_of(said: Entry) -> tuple[str, str]:
    """What but one line can say: an order of a force, its scouts; letters and if-lines are as many as there are."""
    match said:
        case Act(does="spy"):
            return ("spy", "")
        case Act(does=does, force=force):
            return ("order" if does in LASTING else does, str(force))
        case Resting(force=force):
            return ("rest", str(force))
        case Reports(force=force):
            return ("dispatch", str(force))
        case Missive(to=to, text=text):
            return ("letter", f"{to} {text}")
    return ("if", f"{said.then.force} {said}")


def _settled(
    view: Campaign, taken: list[tuple[OrderLine, Entry]], problems: list[Any]
) -> list[tuple[OrderLine, Entry]]:
    """Lines that contradict one another fall away, each told; so do those beyond the number there may be."""
    kept: dict[tuple[str, str], tuple[OrderLine, Entry]] = {}
    contrary: set[tuple[str, str]] = set()
    count: dict[str, int] = {}
    for line, said in taken:
        key = key_of(said)
        had = kept.get(key)
        if had is not None and had[1] != said:
            contrary.add(key)
            told_of = [(one[0].number, " ".join(told(view, one[1]))) for one in (had, (line, said))]
            problems.append(two_orders(line, told_of))
        elif had is None and _too_many(key, said, count):
            problems.append(problem_of(line, Fault("not allowed", "there are at most five if-lines a force, and six "
                                                                  "letters a turn", rules=())))  # fmt: skip
        else:
            kept.setdefault(key, (line, said))
    return [entry for key, entry in kept.items() if key not in contrary]


def _too_many(key: tuple[str, str], said: Entry, count: dict[str, int]) -> bool:
    if key[0] not in {"if", "letter"}:
        return False
    whose = f"if {said.then.force}" if isinstance(said, IfLine) else "letter"
    count[whose] = count.get(whose, 0) + 1
    return count[whose] > (MOST_IFS if isinstance(said, IfLine) else MOST_LETTERS)


# --- what is wrong --------------------------------------------------------------------------------------------------


def _why(desk: Directory, text: str, stop: Unreadable) -> Fault:
    """Why a line cannot be read."""
    mine = [str(one.code) for one in forces_of(desk.campaign, desk.seat)]
    first = first_word(text)
    if stop.at == 0 or STUCK_CODES.match(text):
        return LEXIS.strange_code(text, mine) or near_a_control(text) or LEXIS.no_start(first, first)
    before, word = stopped_at(text, stop)
    words = READER.grammar.words(stop.expected)
    come = may_come(READER.grammar.things(stop.expected), words, frozenset({"at", "to"}))
    near = nearest(word, words) if word else None
    reason = f'after "{before.upper()}" comes {come}' + (f', not "{word}"' if word else "")
    return unknown(f'{reason}. Did you mean "{near}"?' if near else reason, word, near)


def _seems_order(line: OrderLine) -> bool:
    words = bare_words(line.text)
    if LEXIS.begins_with_code(line.text) or words[0] in {"standing", "if"} or line.text.startswith(("letter to", _PUT)):
        return True
    return len(words) <= SHORT and bool(slip(words[0], (*ACTS, *LEXIS.also)))


def _tried(desk: Directory, line: OrderLine, letters: list[WrittenLetter]) -> Callable[[str, bool], str]:
    def would_read(text: str, whole: bool) -> str:
        try:
            return " ".join(told(desk.campaign, _taken(desk, OrderLine(line.number, text, clean(text)), letters)))
        except Fault:
            return ""

    return would_read


# --- overlay, form, describe ----------------------------------------------------------------------------------------


def overlay(view: Campaign, before: Any, after: Any) -> Any:  # noqa: ANN401  # of any ask
    """Only what the newer text names changes; a force's if-lines change together."""
    if not isinstance(before, Sheet) or not isinstance(after, Sheet):
        return after if after is not None else before
    acts = {key_of(one): one for one in (*before.acts, *after.acts)}
    named = {one.then.force for one in after.ifs}
    ifs = (*(one for one in before.ifs if one.then.force not in named), *after.ifs)
    letters = tuple(dict.fromkeys((*before.letters, *after.letters)))
    standing = overlaid(before.standing, after.standing, subject=lambda one: one.force, taken_back=lambda one: False)
    reports = overlaid(
        before.reports or (), after.reports or (), subject=lambda one: one.force, taken_back=lambda one: False
    )
    return replace(
        after, acts=tuple(acts.values()), ifs=ifs, letters=letters, standing=standing, reports=reports or UNSET
    )


def form(view: Campaign, ask: Ask[Any]) -> tuple[FormLine, ...]:
    """What acts if nothing is sent: the order in force, or none."""
    if isinstance(ask, AskBattle):
        return (FormLine("reckoned", "", "the campaign's own table"),)
    return tuple(_row(view, one) for one in forces_of(view, ask.seat) if not one.pinned)


def _row(view: Campaign, force: Force) -> FormLine:
    if force.order is not None and not why_not(view, force.order):
        return FormLine(force.code, act_text(view, force.order), "goes on", settled=True)
    if force.kind == "garrison":
        return FormLine(force.code, "hold", "garrison", settled=True)
    rest = force.rest or "avoid"
    text = act_text(view, Act(force=force.code, does="screen", at=near_town(view.country, force.where)))
    return FormLine(force.code, text if rest == "screen" else rest, "no orders")


def describe(view: Campaign, ask: Ask[Any]) -> str:
    """An ask in words."""
    if isinstance(ask, AskBattle):
        return f"The result of {ask.spec.title}: winner, field, losses, commanders fallen."
    return f"Your orders from the morning of {view.calendar.date(view.day)} on."


def looks_like_order(line: str) -> bool:
    """Whether a line might be read in any campaign as an order, a letter or a control."""
    text = "" if barred(line) else clean(line)
    if not text:
        return False
    if control(text) is not None or turn_named(text) is not None or _LETTER.match(line):
        return True
    text = plain(text)
    words = bare_words(text)
    units = LEXIS.begins_with_code(text) or words[0] in {"all", "everyone", "everybody", "standing", *ACTS}
    return (units and LEXIS.says_verb(words)) or not isinstance(READER.heard(text, "order"), Unreadable)
