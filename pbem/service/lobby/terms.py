"""What is agreed of a game, in sentences: where it is made, in the invitation, and while it gathers its players."""

from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from pbem.engine.ruleset import RuleSet
from pbem.engine.wording import plural
from pbem.service.options import LettersGo, Missed, Newsbook, Options, Press, Receipts, Reports, Sight, Trust, Watch

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

MISSED: Mapping[Missed, str] = {
    "standing orders": "Standing orders act; without them, the defaults in the order form.",
    "aide": "The aide-de-camp writes the missing orders.",
    "wait": "The game waits, and the other players are told.",
}
WATCH: Mapping[Watch, str] = {
    "players": "Its players can see it from either side's view.",
    "anyone": "Anyone can see it from either side's view.",
}
PRESS: Mapping[Press, str] = {
    "open": "The sides can write letters to one another.",
    "none": "No letters between the sides.",
}
LETTERS: Mapping[LettersGo, str] = {
    "at once": "Letters arrive as they are written.",
    "umpire": "Letters pass through the umpire's hands: one may be late, lost or read by another side.",
    "couriers": "Letters ride with couriers from general to general: they take turns, and may fall into enemy hands.",
}
NEWSBOOK: Mapping[Newsbook, str] = {
    "none": "No newsbook.",
    "signed": "A newsbook for all players, each item signed by its side.",
    "anonymous": "A newsbook for all players; an item is signed by its side or by no name.",
    "any": "A newsbook for all players; an item is signed by its side, by no name or by another name.",
}
REPORTS: Mapping[Reports, str] = {
    "at once": "A turn is played, and its reports go out, as soon as orders are closed.",
    "held": "The umpire looks at each turn before it is played, and publishes its reports.",
}
SIGHT: Mapping[Sight, str] = {
    "": "As the battle has it.",
    "open": "Every player sees all units.",
    "hidden": "Each side sees only the enemy units that it has in sight, and knows the near ones better.",
}
TRUST: Mapping[Trust, str] = {
    "open": "Any answer to a report, and any mail from a player's address, counts as that player’s orders.",
    "normal": "Orders count from a player's own address, in answers to reports or in mails vouched for by the server.",
    "strict": "Orders count only in answers to reports, from a player's own address, vouched for; else on the web.",
}
RECEIPTS: Mapping[Receipts, str] = {
    "all": "Every mail with orders gets an answer that says what was understood.",
    "problems": "Orders by mail get an answer only if a line needs you, or if “ready” is missing.",
}
CHOICES: Mapping[str, str] = {
    "blinds": "Blinds", "battles": "Battles", "fought_by": "Rules of battles", "lead": "Beside a battle",
    "own_side": "One's own side", "voice": "Dispatches",
}  # fmt: skip
"""What the terms call an option that only some rules have."""
COMMANDERS = "Several commanders share a side. Each gives orders to their own units; a turn waits for all of them."
CHIEF = "The chief of a side sees what its other commanders submit, and can give orders for one who sends none."
DICE = (
    "The service rolls them all, from a secret drawn before the battle. Each player can add a word to it. "
    "The secret is published when the battle is over, so that anyone can check every roll."
)


class AgreedTerm(NamedTuple):
    """One of the terms of a game."""

    name: str
    """What it is about, ``Deadlines``."""

    told: str


def _letters(options: Options) -> str:
    """How letters go, where they do."""
    if options.press == "none" or options.letters == "at once":
        return PRESS[options.press]
    return f"{PRESS[options.press]} {LETTERS[options.letters]}"


def terms(options: Options, rules: RuleSet[Any], rounds: int = 0) -> tuple[AgreedTerm, ...]:
    """All that is agreed.  rules: whose paces there are.  rounds: of the battle at most, 0: open."""
    length = how_long(options, rules, rounds)
    told = [
        AgreedTerm("Commanders", _commanders(options)),
        AgreedTerm(
            "Pace", " ".join(filter(None, (rules.course.paces.get(options.pace or rules.usual_pace, ""), length)))
        ),
        *(
            AgreedTerm(CHOICES[name], told.get(getattr(options, name), ""))
            for name, told in rules.course.choices.items()
        ),
        AgreedTerm("Army lists", _lists(options)),
        AgreedTerm("Hidden units", SIGHT[options.sight] if options.sight else ""),
        AgreedTerm("Deadlines", f"{clock(options)} {late(options)}".strip()),
        AgreedTerm("Submitting", delay(options)),
    ]
    if options.every:
        told.append(AgreedTerm("A missed turn", MISSED[options.missed]))
        told.append(AgreedTerm("Leave", leave(options)))
    told += [
        AgreedTerm("Reports", _reports(options)),
        AgreedTerm("Dice", DICE),
        AgreedTerm("Letters", _letters(options)),
        AgreedTerm("Newsbook", "" if options.newsbook == "none" else NEWSBOOK[options.newsbook]),
        AgreedTerm("Orders by mail", f"{TRUST[options.trust]} {RECEIPTS[options.receipts]}"),
        AgreedTerm("When it is over", WATCH[options.watch]),
    ]
    return tuple(one for one in told if one.told)


def _reports(options: Options) -> str:
    """What the umpire has to do with them; '' for nothing."""
    if options.reports == "at once":
        return ""
    days = f" An absent umpire is waited for {plural(options.absent, 'day', 'days')}." if options.absent else ""
    return f"{REPORTS[options.reports]}{days}"


def _lists(options: Options) -> str:
    """How many points, which year, which nations; '' for the scenario's armies."""
    points, _, more = options.lists.partition(" ")
    about = f" ({more})" if more else ""
    return f"Before the first turn each side writes an army of {points} points{about}, sealed." if points else ""


def _commanders(options: Options) -> str:
    """Who commands what; '' for one commander a side."""
    if not options.commanders:
        return ""
    return f"{COMMANDERS} {CHIEF}" if options.chief else COMMANDERS


def chosen(options: Options) -> tuple[str, str]:
    """What has been chosen, in two sentences: when orders are due, and what comes of silence."""
    if not options.every:
        return clock(options), f"When it is over: {_low(WATCH[options.watch])}"
    return f"{clock(options)[:-1]}{_grace(options)}.", f"If a side sends nothing: {_low(MISSED[options.missed])}"


def clock(options: Options) -> str:
    """When orders are due."""
    if not options.every:
        return "No deadline: a turn is played when all sides have submitted."
    return f"Orders are due every {every(options)}{days(options.weekdays)}."


def every(options: Options) -> str:
    """``3 days at 20:00 (Europe/Madrid)``, ``day at 20:00 (UTC)``, ``12 hours``."""
    unit = options.unit[:-1] if options.every == 1 else f"{options.every} {options.unit}"
    return f"{unit} at {options.at} ({options.zone})" if options.unit == "days" else unit


def days(weekdays: tuple[int, ...]) -> str:
    """``, never on a Sunday``; '' when every day is as good."""
    given = sorted(set(weekdays))
    missing = [DAYS[one - 1] for one in range(1, 8) if one not in given]
    if not missing:
        return ""
    if given == [1, 2, 3, 4, 5]:
        return ", from Monday to Friday only"
    if len(missing) <= 2:
        return f", never on a {' or a '.join(missing)}"
    return f", only on {_listed([DAYS[one - 1] for one in given])}"


def late(options: Options) -> str:
    """Grace and extensions."""
    if not options.every:
        return ""
    told = f"Orders still count for {_hours(options.grace)} after that." if options.grace else "There is no grace."
    if options.extensions:
        times = {1: "once", 2: "twice"}.get(options.extensions, f"{options.extensions} times")
        told += f" Each side can put a deadline off by a day, {times} in the game."
    if options.excused:
        times = {1: "the first missed deadline", 2: "the first two missed deadlines"}.get(
            options.excused, f"the first {options.excused} missed deadlines"
        )
        told += f" Each side is excused {times}: the next one is a day later."
    return told


def delay(options: Options) -> str:
    """What comes after the last submission."""
    if not options.delay:
        return "A turn is played as soon as all sides have submitted."
    minutes = "a minute" if options.delay == 1 else f"{options.delay} minutes"
    return f"A turn is played {minutes} after all sides have submitted; until then orders can still be changed."


def leave(options: Options) -> str:
    """How long players may be away."""
    if not options.leave:
        return "No leave: deadlines do not wait for days away."
    return f"Deadlines wait while a player is away, for up to {options.leave} days in all on each side."


def how_long(options: Options, rules: RuleSet[Any], rounds: int) -> str:
    """How long it may take: ``At most 10 turns, about 5 weeks.``."""
    if not rounds:
        return ""
    told = f"At most {rounds} turns"
    exchanges = rules.course.exchanges.get(options.pace or rules.usual_pace, 0)
    if not options.every or not exchanges:
        return f"{told}."
    length = rounds * exchanges * options.every / (1 if options.unit == "days" else 24) * 7 / len(set(options.weekdays))
    weeks = ceil(length / 7)
    return f"{told}, about {ceil(length)} days." if length <= 10 else f"{told}, about {weeks} weeks."


def _grace(options: Options) -> str:
    return f", with {_hours(options.grace)} of grace" if options.grace else ""


def _hours(hours: int) -> str:
    return "an hour" if hours == 1 else f"{hours} hours"


def _low(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
