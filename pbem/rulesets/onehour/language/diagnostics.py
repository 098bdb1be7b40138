"""Why a line cannot be read, in plain words; and whether it was meant as an order at all."""

import re

from rapidfuzz.distance import OSA

from pbem.engine.ids import RuleId, StandId
from pbem.engine.language.codes import CODE, STUCK_CODES, code_like
from pbem.engine.language.diagnosis import (
    NAME_SLIPS,
    Lexis,
    bare_words,
    beginnings,
    first_word,
    is_name,
    may_come,
    near_a_control,
    stopped_at,
)
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.lines import folded
from pbem.engine.language.spelling import near_control, nearest, slip
from pbem.engine.table.words.tidying import tidied
from pbem.engine.wording import listed
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.language.transformer import READER
from pbem.rulesets.onehour.standing.standing import SORTS
from pbem.rulesets.onehour.writing.verbs import ALSO, VERBS
from pbem.rulesets.onehour.writing.writing import SPOKEN

STEPS = tuple(dict.fromkeys(v.word.split()[0] for v in VERBS.verbs if v.kind in {"step", "also"}))
LEXIS = Lexis(
    noun="unit", code="code", steps=STEPS, also=ALSO, starts=("all", "standing", "army", "deploy"),
    place=re.compile(r"[0-9]+(?:\.[0-9]+)?[\"\u00b0]?(?:,[0-9.]+)?"),
)  # fmt: skip
_DECIMAL_COMMA = re.compile(r"([0-9]{1,3}),([0-9]{1,2})([\"\u00b0]?)")
_COMMA_BEFORE_OF = re.compile(r"up to (([0-9]{1,3}),([0-9]{1,2})) ?$")
_OF = ("of", "from", "with", "to")


def about_of(desk: Resolver, text: str) -> str:
    """The unit a line begins with, if it begins with one."""
    return desk.codes.get(text.split(maxsplit=1)[0].rstrip(":,").upper(), "")


def unreadable(desk: Resolver, text: str, stop: Unreadable) -> Fault:
    """Why a line cannot be read, in plain words, and what it may have been meant to be."""
    about = about_of(desk, text)
    if stop.at == 0 or STUCK_CODES.match(text):
        return _bad_start(desk, text)
    before, word = stopped_at(text, stop)
    special = _special(text, stop, before, word, about)
    if special is not None:
        return special
    if not word:
        reason = f"the line is not complete: {_missing(desk, text, before, stop)}"
        return Fault("not readable", reason, about=about, offers=_endings(desk, text, stop))
    verbs = READER.grammar.words(stop.expected)
    called = _name_again(desk, about, text)
    if called:
        reason = f'the name of {about} is not needed: "{desk.shown(called)}" stands after its code'
        return Fault("not readable", reason, about=about, fixes=((f"{about} {called}", about.casefold()),))
    near = _near(word, verbs)
    reason = _not_here(desk, text, before, word, stop)
    if near:
        meant = " or ".join(f'"{one}"' for one in near)
        fixes = tuple((word, one) for one in near)
        return Fault("not readable", f"{reason}. Did you mean {meant}?", about=about, fixes=fixes)
    return Fault("not readable", reason, about=about, offers=_with_commas(text, stop))


def _near(word: str, verbs: tuple[str, ...]) -> tuple[str, ...]:
    """The word that was probably meant, or two of which either may be."""
    one = nearest(word, verbs) or (ALSO[word] if ALSO.get(word) in verbs else None)
    if one is not None:
        return (one,)
    slips = [verb for verb in verbs if len(verb) > NAME_SLIPS and OSA.distance(word, verb) <= 1]
    return tuple(slips) if len(slips) == 2 else ()


def _name_again(desk: Resolver, about: str, text: str) -> str:
    """The name of the unit a line is for, if it stands after the code as reports have it; '' else."""
    if not about:
        return ""
    rest = text.partition(" ")[2]
    name = tidied(folded(desk.view.units[StandId(about)].name))
    return name if rest.startswith(f"{name} ") else ""


def _endings(desk: Resolver, text: str, stop: Unreadable) -> tuple[str, ...]:
    """What might complete a line: as far as may be, the nearest, an enemy, a quarter turn."""
    words = _words(stop)
    found = [f"{text} full"] if "full" in words else []
    found += [f"{text} nearest"] if "nearest" in words else []
    found += [f"{text} 90"] if {"NUMBER", "DEGREES"} <= set(stop.expected) else []
    return (*found, *(f"{text} {enemy}" for enemy in desk.enemies if "CODE" in stop.expected))


def _with_commas(text: str, stop: Unreadable) -> tuple[str, ...]:
    """The line with the commas that it lacks between its orders, if that is all it lacks."""
    for _ in range(_MOST_COMMAS):
        if "$END" not in stop.expected or stop.at >= len(text):
            return ()
        text = f"{text[: stop.at].rstrip()}, {text[stop.at :]}"
        again = READER.grammar.parse(text, "order")
        if not isinstance(again, Unreadable):
            return (text,)
        stop = again
    return ()


_MOST_COMMAS = 3


def _special(text: str, stop: Unreadable, before: str, word: str, about: str) -> Fault | None:
    """What is written so often that its answer is ready."""
    number = re.fullmatch(r"[0-9.]+", before)
    if number and text[: stop.at].rstrip().endswith(f"pivot {before}") and {"left", "right"} <= set(_words(stop)):
        fixes = tuple((f"pivot {before}", f"pivot {hand} {before}") for hand in ("right", "left"))
        return Fault(
            "ambiguous", f"to which hand does it pivot by {before}? Write right or left", about=about, fixes=fixes
        )
    comma = _DECIMAL_COMMA.fullmatch(word)
    if re.fullmatch(r"[0-9.]+,[0-9.]+", word) and "to" in _words(stop) and "shoot" in _words(stop):
        return unknown(f'to go to a place write "to {word}"', word, f"to {word}", about=about)
    if comma and re.fullmatch(r"[0-9]{1,3}[.,][0-9]{1,2}", before):
        spot = f"{before.replace(',', '.')},{comma[1]}.{comma[2]}"
        return unknown(f"write a place as {spot}, its parts with points", f"{before} {word}", spot, about=about)
    if comma and {"INCHES", "DEGREES"} & set(stop.expected):
        point = f"{comma[1]}.{comma[2]}"
        return unknown(f"write parts with a point: {point}", word, f"{point}{comma[3]}", about=about)
    before_of = _COMMA_BEFORE_OF.search(text[: stop.at])
    if before_of and word in _OF:
        point = f"{before_of[2]}.{before_of[3]}"
        return unknown(f"write parts with a point: {point}", before_of[1], point, about=about)
    if word.endswith("\u00b0") and "INCHES" in stop.expected:
        near = f"pivot right {word.rstrip(chr(176))}" if before == "forward" else None
        return unknown(
            f'after "{before}" comes a length in inches, not an angle', f"{before} {word}", near, about=about
        )
    if word.endswith('"') and "DEGREES" in stop.expected:
        return unknown(f'after "{before}" comes an angle in degrees, not a length', word, word.rstrip('"'), about=about)
    targets = re.search(
        r"(?:shoot|fire) (?:at |on )?([a-z]{1,3}[0-9]{1,3})(?:,| and| &)? $", text[: stop.at].rstrip(" ,") + " "
    )
    if targets and CODE.fullmatch(word):
        more = f"shoot {targets[1]} else {word}".upper().replace("SHOOT", "shoot").replace("ELSE", "else")
        return Fault(
            "not allowed", "a unit shoots at one target in a turn; others can follow it with else", about=about,
            rules=(RuleId("OH-shoot-2"),), offers=(f"{about} {more}",) if about else (),
        )  # fmt: skip
    return None


def _words(stop: Unreadable) -> tuple[str, ...]:
    return READER.grammar.words(stop.expected)


def _missing(desk: Resolver, text: str, before: str, stop: Unreadable) -> str:
    if _any_step(text, stop):
        return "an order is missing, such as hold"
    return f'after "{desk.shown(before)}" comes {_comes(text, stop)}'


def _not_here(desk: Resolver, text: str, before: str, word: str, stop: Unreadable) -> str:
    """Why a word cannot stand where it does."""
    word, before = desk.shown(word), desk.shown(before)
    if CODE.fullmatch(word) and ("$END" in stop.expected or _any_step(text, stop)):
        return f'each unit has a line of its own: "{word.upper()}" begins another order'
    if _any_step(text, stop):
        return f'"{word}" is not an order'
    if "$END" in stop.expected and text.startswith("standing "):
        return f'"{word}" cannot stand after "{before}"; each standing order has a line of its own'
    if "$END" in stop.expected:
        return f'"{word}" cannot stand after "{before}"; put a comma between two orders'
    return f'after "{before}" comes {_comes(text, stop)}, not "{word}"'


def _any_step(text: str, stop: Unreadable) -> bool:
    """Whether anything that a unit can do might stand there."""
    return {"hold", "shoot"} <= set(_words(stop)) and not text.startswith("standing ")


_SMALL_WORDS = frozenset({"at", "on", "the", "to", "of", "and", "by", "then", "unit", "square", "from", "with", "in"})


def _comes(text: str, stop: Unreadable) -> str:
    """What may stand next, in words."""
    if text.startswith("standing ") and {"charge", "turn"} <= set(_words(stop)):
        return f"what is decided: {listed(sorted(SPOKEN.values()))}"
    return may_come(READER.grammar.things(stop.expected), _words(stop), _SMALL_WORDS)


def _bad_start(desk: Resolver, text: str) -> Fault:
    """A line that does not begin as any order does."""
    first = first_word(text)
    known = LEXIS.strange_code(text, desk.ordered) or near_a_control(text)
    known = known or LEXIS.nameless(first, desk.ordered) or _named(desk, text)
    if known is None and first in SORTS:
        reason = "a sort of units can have standing orders; orders name each unit, or all"
        return unknown(reason, first, f"standing {first}")
    return known or LEXIS.no_start(first, desk.shown(first))


def _named(desk: Resolver, text: str) -> Fault | None:
    """A line that begins with the name of a unit, or nearly, and what to write instead."""
    names = [(tidied(folded(desk.view.units[unit].name)), unit) for unit in desk.ordered]
    for written, _ in beginnings(text):
        same = [unit for name, unit in names if name == written]
        if len(same) == 1:
            reason = f"units are called by their codes: this is {same[0]}"
            return unknown(reason, written, same[0].casefold(), about=same[0])
        if len(same) > 1:
            fixes = tuple((written, unit.casefold()) for unit in same)
            return Fault("ambiguous", f'"{written}" is the name of {listed(same)}: write which', fixes=fixes)
        name = nearest(written, [name for name, _ in names])
        if name is None or not is_name(name, written):
            continue
        unit = next(unit for known, unit in names if known == name)
        return unknown(f"no unit of yours is called so; did you mean {unit}?", written, unit.casefold(), about=unit)
    return None


def seems_order(desk: Resolver, text: str) -> bool:
    """Whether a line that cannot be taken was meant as an order: its sender must be told.  Other lines are prose."""
    words = bare_words(text)
    first, second = words[0], words[1] if len(words) > 1 else ""
    if LEXIS.begins_with_code(text) or (slip(first, STEPS) and len(words) <= _SHORT) or near_control(text) is not None:
        return True
    if first == "standing":
        return second in ("", "all", "order", *SORTS) or code_like(second) or LEXIS.says_verb(words)
    if first == "next":
        return "turns" in words and second.isdigit()
    if first in ("army", "deploy"):
        return len(words) <= _SHORT
    if slip(first, ("all",)) or first in SORTS:
        return LEXIS.says_verb(words[1:])
    return LEXIS.sends_somewhere(words) or (LEXIS.says_verb(words[1:]) and _named(desk, text) is not None)


_SHORT = 5
"""Words of a line that is still an order without whom it is for; longer ones are sentences."""
