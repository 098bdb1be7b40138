"""Why a line cannot be read, in plain words; and whether it was meant as an order at all."""

import itertools

from pbem.engine.codes import CODE, SPLIT_CODE, STUCK_CODES, code_like, spread
from pbem.engine.grammar import Unreadable
from pbem.engine.linefaults import Fault, unknown
from pbem.engine.lines import folded
from pbem.engine.spelling import near_control, nearest, slip
from pbem.engine.wording import listed
from pbem.rulesets.snaphance.language.resolving import Desk
from pbem.rulesets.snaphance.writing.verbs import ALSO, VERBS, grammar

ACTIONS = tuple(v.word for v in VERBS.verbs if v.kind == "action" and " " not in v.word)
LEADERS = tuple(v.word for v in VERBS.verbs if v.kind == "leader")


def about_of(desk: Desk, text: str) -> str:
    """The stand a line begins with, if it begins with one."""
    return desk.codes.get(text.split(maxsplit=1)[0].rstrip(":,"), "")


def unreadable(desk: Desk, text: str, stop: Unreadable) -> Fault:
    """Why a line cannot be read, in plain words, and what it may have been meant to be."""
    about = about_of(desk, text)
    verbs = grammar().words(stop.expected)
    if stop.at == 0 or STUCK_CODES.match(text) or (not about and "join" in verbs):
        return _bad_start(desk, text)
    word = text[stop.at :].split(" ", 1)[0].strip(",;:") if stop.at < len(text) else ""
    before = text[: stop.at].rstrip(" ,;:").rpartition(" ")[2]
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
    if "hold" in grammar().words(stop.expected):
        return "an order is missing, such as hold"
    return f'after "{before}" comes {_comes(text, before, stop)}'


def _not_here(text: str, before: str, word: str, stop: Unreadable) -> str:
    """Why a word cannot stand where it does."""
    if CODE.fullmatch(word) and "$END" in stop.expected:
        return f'each stand has a line of its own: "{word.upper()}" begins another order'
    if word == "if":
        return 'a line has one "if", and nothing after it'
    if "hold" in grammar().words(stop.expected):
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
    words = [f'"{word}"' for word in grammar().words(stop.expected) if word not in _SMALL_WORDS]
    return " or ".join([*grammar().things(stop.expected), *words]) or "something else"


def _group_alone(desk: Desk, text: str) -> Fault:
    """``group Horse hlod``: no word of the line is an order, so that all of it was taken for the group's name."""
    words = text.split(" ")[1:]
    for n in range(len(words) - 1, 0, -1):
        if folded(" ".join(words[:n]).rstrip(":")) in desk.groups:
            near = nearest(words[n], ACTIONS) or ALSO.get(words[n])
            reason = f'"{words[n]}" is not an order'
            return unknown(f'{reason}. Did you mean "{near}"?' if near else reason, words[n], near)
    return Fault("not readable", "the line is not complete: after the group's name an order is missing, such as hold")


def _bad_start(desk: Desk, text: str) -> Fault:
    """A line that does not begin as any order does."""
    stuck = STUCK_CODES.match(text)
    if stuck:
        reason = f'"{stuck[0].upper()}" is no list of stands: name each, such as {" ".join(desk.mine[:2])} hold'
        return unknown(reason, stuck[0], spread(stuck[0], desk.mine))
    first = text.split(" ", 1)[0].strip(",;:")
    split = SPLIT_CODE.match(text)
    if code_like(first) or split:
        written = split[0] if split else first
        near = nearest(written.replace(" ", ""), [code.casefold() for code in desk.mine])
        return unknown(f'there is no stand "{written.upper()}"; your stands are {listed(desk.mine)}', written, near)
    known = near_control(text)
    if known:
        return Fault("not readable", f'"{text}" is not an order. Did you mean "{known}"?', offers=(known,))
    named = _named(desk, text)
    if named is not None:
        return named
    if slip(first, ACTIONS) or first in ALSO:
        code = desk.mine[0] if desk.mine else "S01"
        return Fault("not readable", f"which stand is to do that? A line begins with its map code, such as {code}")
    if first == "general":
        return Fault("not readable", 'after "general" comes the name of his group')
    near = nearest(first, ("group", "all", "bid", "standing", "general"))
    return unknown(f'"{first}" is no stand, and no order begins so', first, near)


def _named(desk: Desk, text: str) -> Fault | None:
    """A line that begins with the name of a stand, a group or a general, and what to write instead."""
    stands = {folded(desk.view.stands[stand].name): stand for stand in desk.mine}
    words = text.removeprefix("the ").split(" ")
    for n in range(len(words) - 1, 0, -1):
        written = " ".join(words[:n]).rstrip(":")
        name = nearest(written, (*stands, *desk.groups, *desk.leaders))
        if name is None or abs(len(name) - len(written)) > _SLIPS:
            continue
        if name in desk.leaders:
            reason = 'a general can "join" a stand, "go" to a hex or "leave" his stand'
            return unknown(reason, words[n], nearest(words[n], LEADERS))
        if name in desk.groups:
            return unknown(f'for a group write "group" before its name: group {name}', written, f"group {name}")
        stand = stands[name]
        return unknown(f"stands are called by their map codes: this is {stand}", written, stand, about=stand)
    return None


def seems_order(desk: Desk, text: str) -> bool:
    """Whether a line that cannot be taken was meant as an order: its sender must be told.  Other lines are prose."""
    words = [word.strip(",;:") for word in text.split(" ")]
    first, second = words[0], words[1] if len(words) > 1 else ""
    if code_like(first) or SPLIT_CODE.match(text) or STUCK_CODES.match(text):
        return True
    if slip(first, ACTIONS) or first == "bid":
        return True
    if near_control(text) is not None:
        return True
    if first == "group" and nearest(second, desk.groups) is not None:
        return True
    if first == "standing":
        return second in ("", "all", "side", "group") or code_like(second)
    if slip(first, ("all", "group", "general")):
        return any(slip(word, _VERBS) for word in words[1:])
    if first == "side":
        return second == "bid"
    if any(slip(verb, _VERBS) and _place_like(what) for verb, what in itertools.pairwise(words)):
        return True
    return any(slip(word, _VERBS) for word in words[1:]) and _named(desk, text) is not None


_VERBS = (*ACTIONS, *ALSO, *LEADERS)
_SLIPS = 2
"""Letters by which a name may be too long or too short and still be that name."""


def _place_like(word: str) -> bool:
    return CODE.fullmatch(word) is not None or (len(word) == 4 and word.isdigit())
