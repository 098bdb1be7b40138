"""Why a line cannot be read, in plain words; and whether it was meant as an order at all."""

import re

from pbem.engine.language.codes import CODE, STUCK_CODES, code_like
from pbem.engine.language.diagnosis import (
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
from pbem.rulesets.snaphance.language.resolving import Resolver
from pbem.rulesets.snaphance.writing.verbs import ALSO, READER, VERBS

ACTIONS = tuple(v.word for v in VERBS.verbs if v.kind == "action" and " " not in v.word)
LEADERS = tuple(v.word for v in VERBS.verbs if v.kind == "leader")
LEXIS = Lexis(
    noun="stand", code="map code", steps=ACTIONS, also=ALSO, more=LEADERS, place=re.compile("[0-9]{4}"),
    starts=("group", "all", "bid", "standing", "general"),
)  # fmt: skip


def about_of(desk: Resolver, text: str) -> str:
    """The stand a line begins with, if it begins with one."""
    return desk.codes.get(text.split(maxsplit=1)[0].rstrip(":,"), "")


def unreadable(desk: Resolver, text: str, stop: Unreadable) -> Fault:
    """Why a line cannot be read, in plain words, and what it may have been meant to be."""
    about = about_of(desk, text)
    verbs = READER.grammar.words(stop.expected)
    if stop.at == 0 or STUCK_CODES.match(text) or (not about and "join" in verbs):
        return _bad_start(desk, text)
    before, word = stopped_at(text, stop)
    before = before.upper() if CODE.fullmatch(before) else before
    if text.startswith("group ") and not word:
        return _group_alone(desk, text)
    if not word:
        return Fault("not readable", f"the line is not complete: {_missing(text, before, stop)}", about=about)
    near = nearest(word, verbs) or (ALSO[word] if ALSO.get(word) in verbs else None)
    reason = _not_here(text, before, word, stop)
    written = f"{word} {near}" if near and text[stop.at :].startswith(f"{word} {near} ") else word
    return unknown(f'{reason}. Did you mean "{near}"?' if near else reason, written, near, about=about)


def _missing(text: str, before: str, stop: Unreadable) -> str:
    if "hold" in READER.grammar.words(stop.expected):
        return "an order is missing, such as hold"
    return f'after "{before}" comes {_comes(text, before, stop)}'


def _not_here(text: str, before: str, word: str, stop: Unreadable) -> str:
    """Why a word cannot stand where it does."""
    if CODE.fullmatch(word) and "$END" in stop.expected:
        return f'each stand has a line of its own: "{word.upper()}" begins another order'
    if word == "if":
        return 'a line has one "if", and nothing after it'
    if "hold" in READER.grammar.words(stop.expected):
        return f'"{word}" is not an order'
    if "$END" in stop.expected:
        return f'"{word}" cannot stand after "{before}"; put a comma between two orders'
    return f'after "{before}" comes {_comes(text, before, stop)}, not "{word}"'


_SMALL_WORDS = frozenset({"at", "on", "the", "to", "is", "of", "and", "hex", "hexes", "side"})


def _comes(text: str, before: str, stop: Unreadable) -> str:
    """What may stand next, in words."""
    if before == "if":
        return "a condition, such as: enemy within 3, disordered, in melee"
    if text.startswith("standing "):
        return "what is decided and the answer, such as: standing S05 evade never"
    if before in ("group", "bid", "general"):
        return "the name of a group"
    return may_come(READER.grammar.things(stop.expected), READER.grammar.words(stop.expected), _SMALL_WORDS)


def _group_alone(desk: Resolver, text: str) -> Fault:
    """``group Horse hlod``: no word of the line is an order, so that all of it was taken for the group's name."""
    words = text.split(" ")[1:]
    for n in range(len(words) - 1, 0, -1):
        if folded(" ".join(words[:n]).rstrip(":")) in desk.groups:
            near = nearest(words[n], ACTIONS) or ALSO.get(words[n])
            reason = f'"{words[n]}" is not an order'
            return unknown(f'{reason}. Did you mean "{near}"?' if near else reason, words[n], near)
    return Fault("not readable", "the line is not complete: after the group's name an order is missing, such as hold")


def _bad_start(desk: Resolver, text: str) -> Fault:
    """A line that does not begin as any order does."""
    first = first_word(text)
    known = LEXIS.strange_code(text, desk.mine) or near_a_control(text) or _named(desk, text)
    known = known or LEXIS.nameless(first, desk.mine)
    if known is None and first == "general":
        return Fault("not readable", 'after "general" comes the name of his group')
    return known or LEXIS.no_start(first, first)


def _named(desk: Resolver, text: str) -> Fault | None:
    """A line that begins with the name of a stand, a group or a general, and what to write instead."""
    stands = {folded(desk.view.stands[stand].name): stand for stand in desk.mine}
    for written, following in beginnings(text):
        name = nearest(written, (*stands, *desk.groups, *desk.leaders))
        if name is None or not is_name(name, written):
            continue
        if name in desk.leaders:
            reason = 'a general can "join" a stand, "go" to a hex or "leave" his stand'
            return unknown(reason, following, nearest(following, LEADERS))
        if name in desk.groups:
            return unknown(f'for a group write "group" before its name: group {name}', written, f"group {name}")
        stand = stands[name]
        return unknown(f"stands are called by their map codes: this is {stand}", written, stand, about=stand)
    return None


def seems_order(desk: Resolver, text: str) -> bool:
    """Whether a line that cannot be taken was meant as an order: its sender must be told.  Other lines are prose."""
    words = bare_words(text)
    first, second = words[0], words[1] if len(words) > 1 else ""
    if LEXIS.begins_with_code(text) or slip(first, ACTIONS) or first == "bid" or near_control(text) is not None:
        return True
    if first == "group" and nearest(second, desk.groups) is not None:
        return True
    if first == "standing":
        return second in ("", "all", "side", "group") or code_like(second)
    if slip(first, ("all", "group", "general")):
        return LEXIS.says_verb(words[1:])
    if first in ("side", "deploy"):
        return second in ("bid", "as")
    return LEXIS.sends_somewhere(words) or (LEXIS.says_verb(words[1:]) and _named(desk, text) is not None)
