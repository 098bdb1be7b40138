"""The verb table of campaigns: a row for each kind of line."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.engine.language.transformer import Maker, Transformer, first, one
from pbem.engine.orders import CONTROL_KIND, CONTROL_VERBS, VerbTable, verb

FRAME = r"""
order: CODE ":"? told -> for_force | told | standing
?told: act | cond
way: "to"? NAME (">" NAME)*
manner: "normal" -> normal | "forced" -> forced | "night" -> night | "avoiding" -> avoiding | "seeking" -> seeking
    | "screening" -> screening | "holding" -> holding
arm: "horse" -> horse | "foot" -> foot | "dragoons" -> dragoons
?when: "enemy" ("over" NUMBER)? "at" NAME -> when_enemy
    | "bridge" NAME "broken" -> when_broken
    | "attacked" -> when_attacked
    | "day" NUMBER -> when_day
    | "letter" "from" NAME -> when_letter
    | NAME "lost" -> when_held
writes: "and" "write" ("to")? NAME
rest: "avoid" -> avoid | "hold" -> hold | "screen" -> screen | "default" -> default
sends: "yes" -> yes | "no" -> no | "default" -> yes
CODE.3: /[a-z][0-9]{1,3}(?!\w)/
NUMBER.1: /[0-9]{1,6}(?!\w)/
NAME.0: /[a-z][a-z'-]*(?!\w)/
%ignore " "
"""

VERBS = VerbTable(
    frame=FRAME,
    terms={"CODE": "a force such as R1", "NUMBER": "a number", "NAME": "a name"},
    kinds={
        "act": ("Orders", "Each for one force; a line without a force's code is for the one you are with."),
        "cond": ("If-lines", "At most five a force, read top down: the first that is true is its order."),
        "letter": ("Letters", "To another commander by name."),
        "standing": ("Standing orders", ""),
        "control": CONTROL_KIND,
    },
    verbs=(
        verb("act", "march", "<force> march <town> > <town>, forced", '("march" | "go") way (","? manner)*',
             "It marches, town by town; `forced` and `night` are paces, `avoiding`, `seeking`, `screening` and "
             "`holding` say how it meets the enemy on the way.", "S1 march Mill > Northam", "CA-3", "CA-10"),
        verb("act", "halt", "<force> halt <town>", '"halt" way', "It marches there and stays.", "S1 halt Mill", "CA-3"),
        verb("act", "hold", "<force> hold", '"hold"', "It stays and fights for its ground.", "S1 hold", "CA-10"),
        verb("act", "avoid", "<force> avoid", '"avoid"', "It stays, and goes out of the enemy's way.", "S1 avoid",
             "CA-10"),
        verb("act", "screen", "<force> screen <town>", '"screen" NAME?',
             "Its horse watch a town and the roads within five miles: enemy couriers and scouts fare worse there.",
             "S2 screen Long Cross", "CA-Q6"),
        verb("act", "seek", "<force> seek <commander>", '"seek" NAME?',
             "It marches upon the enemy where he was last reported, and fights.", "S1 seek White", "CA-10"),
        verb("act", "besiege", "<force> besiege <town>", '"besiege" NAME "castle"?',
             "It marches there and digs: two days for each level of works, then a breach on a die.",
             "S1 besiege Northam", "CA-16"),
        verb("act", "storm", "<force> storm <town>", '"storm" NAME "castle"?',
             "The same, and it goes in as soon as there is a breach.", "S1 storm Northam", "CA-16"),
        verb("act", "break", "<force> break bridge <name>", '"break" "bridge"? NAME',
             "Half a day's work for a hundred foot.", "S1 break bridge Mill", "CA-Q4"),
        verb("act", "mend", "<force> mend bridge <name>", '"mend" "bridge"? NAME', "A day's work.",
             "S1 mend bridge Mill", "CA-Q4"),
        verb("act", "join", "<force> join <force>", '"join" CODE', "It marches to another force and is part of it.",
             "S2 join S1", "CA-4"),
        verb("act", "detach", "<force> detach <units> horse under <officer>", '"detach" NUMBER arm "under" NAME',
             "Units part from it as a force of their own, with a code of their own.",
             "S1 detach 1 horse under Green", "CA-4"),
        verb("act", "scout", "<force> scout <town>, <town>", '("scout" | "scouts") NAME ("," NAME)*',
             "Its scouts ride to three places at the most, and look there every half-day until ordered elsewhere.",
             "S1 scout Mill, Easton", "CA-7"),
        verb("act", "convoy", "<force> convoy from <town> to <town> 200", '"convoy" "from"? NAME "to" NAME NUMBER?',
             "Wagons with three men each as escort leave a magazine, and fill the wagons of friends where they arrive.",
             "S3 convoy from Southwick to Mill 50", "CA-Q13"),
        verb("act", "spy", "spy <town>", '"spy" NAME',
             "A spy tells you truly tonight whether more than a thousand of the enemy were there today.", "spy Mill",
             "CA-7"),
        verb("cond", "if", "<force> if enemy over 3000 at <town> then <order>", '"if" when "then" act writes?',
             "Also `if attacked`, `if bridge <name> broken`, `if <town> lost`, `if day <number>`, `if letter from "
             "<commander>`. At the end of the line `and write <commander>` sends a letter that says so.",
             "S1 if enemy over 1500 at Mill then halt Southwick", "CA-Q1"),
        verb("letter", "letter", 'letter to <commander>: "<text>"', "",
             "A courier rides to where you believe the addressee to be; `letter to <commander> at <town>:` says where.",
             'letter to White at Northam: "I am at Mill."', "CA-8", "CA-Q5"),
        verb("standing", "rest", "standing <force> rest hold", '"standing" CODE ":"? "rest" rest',
             "What a force does when its orders are carried out: `avoid` (the usual), `hold` or `screen`; `default` "
             "takes it back.", "standing S1 rest hold", "CA-19"),
        verb("standing", "dispatch", "standing <force> dispatch no", '"standing" CODE ":"? "dispatch" sends',
             "Whether it sends its dispatch by night: `yes` (the usual) or `no`, lest the enemy take it; `default` is "
             "yes.", "standing S2 dispatch no", "CA-6"),
        *CONTROL_VERBS,
    ),
)  # fmt: skip


class Phrase(NamedTuple):
    """What a line says, its names not looked up yet.  force: '' for the force the commander is with."""

    verb: str
    force: str = ""
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    number: int = -1
    then: Any = None
    """Of an if-line, the phrase of its order."""
    whom: str = ""
    """Of an if-line, to whom a letter goes."""


def _names(parts: list[Any]) -> tuple[str, ...]:
    return tuple(str(part) for part in parts)


def _of_force(parts: list[Any]) -> Phrase:
    phrase: Phrase = parts[1]
    code = str(parts[0]).upper()
    if phrase.then is not None:
        phrase = phrase._replace(then=phrase.then._replace(force=code))
    return phrase._replace(force=code)


def _numbered(verb_name: str, names: list[Any], number: Any = None) -> Phrase:  # noqa: ANN401  # a token or nothing
    return Phrase(verb_name, names=_names(names), number=int(number) if number is not None else -1)


def _convoy(parts: list[Any]) -> Phrase:
    return _numbered("convoy", parts[:2], parts[2] if parts[2:] else None)


MAKE: Mapping[str, Maker] = {
    "order": first,
    "for_force": _of_force,
    "way": _names,
    "act_march": lambda parts: Phrase("march", names=parts[0], words=_names(parts[1:])),
    "act_halt": lambda parts: Phrase("march", names=parts[0], words=("holding",)),
    "act_hold": one(Phrase("hold")),
    "act_avoid": one(Phrase("avoid")),
    "act_screen": lambda parts: Phrase("screen", names=_names(parts)),
    "act_seek": lambda parts: Phrase("seek", names=_names(parts)),
    "act_besiege": lambda parts: Phrase("besiege", names=_names(parts)),
    "act_storm": lambda parts: Phrase("storm", names=_names(parts)),
    "act_break": lambda parts: Phrase("break", names=_names(parts)),
    "act_mend": lambda parts: Phrase("mend", names=_names(parts)),
    "act_join": lambda parts: Phrase("join", names=(str(parts[0]).upper(),)),
    "act_detach": lambda parts: Phrase("detach", names=(str(parts[2]),), words=(parts[1],), number=int(parts[0])),
    "act_scout": lambda parts: Phrase("scout", names=_names(parts)),
    "act_convoy": _convoy,
    "act_spy": lambda parts: Phrase("spy", names=_names(parts)),
    "cond_if": lambda parts: parts[0]._replace(then=parts[1], whom=str(parts[2]) if len(parts) > 2 else ""),
    "writes": lambda parts: str(parts[0]),
    "when_enemy": lambda parts: _numbered("enemy", parts[-1:], parts[0] if len(parts) > 1 else None),
    "when_broken": lambda parts: _numbered("broken", parts),
    "when_attacked": one(Phrase("attacked")),
    "when_day": lambda parts: _numbered("day", [], parts[0]),
    "when_letter": lambda parts: _numbered("letter", parts),
    "when_held": lambda parts: _numbered("held", parts),
    "standing_dispatch": lambda parts: Phrase("dispatch", force=str(parts[0]).upper(), words=(parts[1],)),
    "standing_rest": lambda parts: Phrase("rest", force=str(parts[0]).upper(), words=(parts[1],)),
}
READER: Transformer[Phrase] = Transformer(VERBS, MAKE)
"""Reads a tidied line."""
