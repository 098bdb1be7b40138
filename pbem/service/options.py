"""What is agreed before a game begins: its pace, its deadlines, what silence does."""

import re
from collections.abc import Mapping
from datetime import time
from typing import Any, Literal, NamedTuple, get_args, get_type_hints
from zoneinfo import ZoneInfo

import msgspec

Missed = Literal["standing orders", "aide", "wait"]

Trust = Literal["open", "normal", "strict"]
"""Whose mails count: open: who holds a turn's token or writes from a player's address.  normal: both; or the address
alone, vouched for, with one turn open.  strict: token, address, and the address vouched for; else a web form."""


Watch = Literal["players", "anyone"]
"""Who may look at a battle once it is over, through any side's eyes."""

Press = Literal["open", "none"]
"""Whether seats may write letters to one another."""


Receipts = Literal["all", "problems"]
"""Which orders by mail get an answer.  problems: none for orders that came with ready and were understood whole."""


Reports = Literal["at once", "held"]
"""When a turn is played and its reports go out: as soon as the orders are closed, or when the umpire says so."""

Sight = Literal["", "open", "hidden"]
"""Which units a seat sees: all, or those that its side has in sight; '': as the scenario says."""


LettersGo = Literal["at once", "umpire", "couriers"]
"""Letters arrive as they are written, when the umpire says so, or after a courier's ride over the field."""


Newsbook = Literal["none", "signed", "anonymous", "any"]
"""No newsbook; items signed by their side; or without a name too; or under any other name too."""


class OptionsError(Exception):
    """A game cannot be played with these options; the message names the option and what it may be."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's options, journaled as it begins.

    They steer the desk, never the battle (``pace`` is handed to the scenario).
    """

    pace: str = ""
    """A pace of the rule set; '' for its usual one."""

    every: int = 3
    """How long a seat has for a turn, in units of ``unit``; 0 for no deadlines."""

    unit: Literal["days", "hours"] = "days"
    """``days`` or ``hours``."""

    at: str = "20:00"
    """Hour of the day in ``zone`` for deadlines counted in days (``20:00``)."""

    zone: str = "UTC"

    weekdays: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
    """Days on which a deadline may fall, 1 Monday, 7 Sunday."""

    grace: int = 12
    """Hours after the deadline in which late orders still count."""

    extensions: int = 1
    """How often a seat may put the deadline off by a day."""

    remind: int = 24
    """Hours before the deadline at which a reminder goes out; 0 for none."""

    missed: Missed = "standing orders"
    """What acts for a seat that sends nothing."""

    aides: Mapping[str, str] = {}
    """Temperament of each seat's aide-de-camp, where it is not the usual one of the rules."""

    trust: Trust = "normal"
    """Whose mails count as orders."""

    leave: int = 21
    """Days in all by which a seat's deadlines may be put off while its player is away; 0 for none."""

    delay: int = 0
    """Minutes between the last submission and the turn being played, in which orders can be changed; 0 for none, as in
    games agreed before there was a delay."""

    excused: int = 0
    """Missed deadlines that each seat is excused: the deadline is then a day later."""

    receipts: Receipts = "all"
    """Which orders by mail are answered by mail: all, or not those that are ready and understood whole."""

    watch: Watch = "players"
    """Who may look on once the battle is over."""

    press: Press = "open"
    """Whether letters may be written."""

    letters: LettersGo = "at once"
    """How letters reach their addressees."""

    newsbook: Newsbook = "none"
    """Whether there is a newsbook, and how its items may be signed."""

    reports: Reports = "at once"
    """When a turn is played and its reports go out; held needs an umpire."""

    sight: Sight = ""
    """Which units a seat sees."""

    blinds: str = ""
    """How many blinds each side fields among hidden units; '' as the scenario says."""

    commanders: str = ""
    """Who commands what: empty for one commander a side, ``scenario`` for several as the scenario parcels units out, or
    a parcelling in one line (``Coligny: Coligny; Condé (chief): Condé, Artillery``)."""

    lists: str = ""
    """Army lists of equal points: their points, the year, the nations (``1200 1650 England/Scotland``); '' for the
    scenario's own armies."""

    chief: bool = False
    """Whether the chief of a side of several commanders sees their orders, and gives orders for those who send none."""

    rulings_told: bool = False
    """Whether the players hear, while the game goes on, how many rulings there have been."""

    absent: int = 7
    """Days after which a game with held reports goes on without its umpire, and one report that is held goes out, and a
    player can end its umpire's pause; 0 for never."""

    battles: str = ""
    """Of a campaign: how its battles are fought; '' as its file says."""

    own_side: str = ""
    """Of a campaign: what a seat knows of its own side; '' for its dispatches and letters, ``open`` for all."""

    fought_by: str = ""
    """Of a campaign: the rules by which its battles are fought; '' as its file says."""

    lead: str = ""
    """Of a campaign: days that it goes on beyond a battle that is being fought; '' for two."""

    voice: str = ""
    """Of a campaign: how dispatches are written; '' for plain English, ``period`` for the voice of the time."""

    @property
    def of_scenario(self) -> Mapping[str, str]:
        """What the scenario is handed."""
        return {name: value for name in OF_SCENARIO if (value := getattr(self, name))}


OF_SCENARIO = ("pace", "sight", "blinds", "commanders", "battles", "own_side", "fought_by", "lead", "voice", "lists")
"""Options that the scenario is handed."""

LATER = (
    "letters",
    "newsbook",
    "reports",
    "sight",
    "blinds",
    "commanders",
    "chief",
    "rulings_told",
    "absent",
    "battles",
    "own_side",
    "fought_by",
    "lead",
    "voice",
    "lists",
)
"""Options that came after the first journals: one at its default is not journaled, so those stay as they were."""


def as_agreed(options: Options) -> dict[str, Any]:
    """Options as a game's first entry keeps them, as JSON has them."""
    usual, told = Options(), msgspec.to_builtins(options)
    return {name: value for name, value in told.items() if name not in LATER or value != getattr(usual, name)}


DELAY = 5
"""Minutes between the last submission and the turn being played, in games by post."""


class Preset(NamedTuple):
    """Options that go well together."""

    title: str
    """What the form calls them, ``Relaxed``."""

    told: str
    """What they are for, in a few words."""

    options: Options


PRESETS: Mapping[str, Preset] = {
    "relaxed": Preset("Relaxed", "three days a turn", Options(delay=DELAY)),
    "brisk": Preset("Brisk", "a day a turn", Options(every=1, grace=6, remind=8, leave=7, delay=DELAY)),
    "evening": Preset("One evening", "no deadline", Options(every=0, grace=0, extensions=0, remind=0, leave=0)),
}
"""What most players want, by name; the first is the usual one."""


def options_from(given: Mapping[str, Any]) -> Options:
    """Options from a mapping (a form, a command line); the usual delay where a clock runs.  Raises OptionsError."""
    try:
        options = msgspec.convert(dict(given), Options, strict=False)
        if "delay" not in given and options.every:
            options = msgspec.structs.replace(options, delay=DELAY)
    except msgspec.ValidationError as fault:
        raise OptionsError(_in_words(str(fault))) from fault
    check_options(options)
    return options


_UNKNOWN = re.compile(r"Object contains unknown field `(\w+)`")
_MISFIT = re.compile(r"Expected `(\w+)`.* - at `\$\.(\w+)")
_NO_CHOICE = re.compile(r"Invalid enum value '(.*)' - at `\$\.(\w+)")
_KINDS = {"int": "a whole number", "bool": "yes or no"}


def _in_words(fault: str) -> str:
    """What msgspec says of options, as a person would."""
    if unknown := _UNKNOWN.search(fault):
        return f"there is no option {unknown[1]}; the options are {', '.join(Options.__struct_fields__)}"
    if misfit := _MISFIT.search(fault):
        return f"the option {misfit[2]} must be {_KINDS.get(misfit[1], misfit[1])}"
    if other := _NO_CHOICE.search(fault):
        choices = ", ".join(get_args(get_type_hints(Options)[other[2]]))
        return f"the option {other[2]} is {other[1]}; it can be: {choices}"
    return f"the options do not fit: {fault}"


MOST = 10_000
"""What any number among the options may be at most: hours, days or minutes of it are more than any game lasts."""


def check_options(options: Options) -> None:
    """Raises OptionsError for what no clock could keep."""
    for name in ("every", "grace", "extensions", "remind", "leave", "delay", "excused", "absent"):
        if getattr(options, name) < 0:
            raise OptionsError(f"the option {name} is {getattr(options, name)}; it cannot be less than 0")
        if getattr(options, name) > MOST:
            raise OptionsError(f"the option {name} is {getattr(options, name)}; it cannot be more than {MOST:,}")
    if options.every > (366 if options.unit == "days" else 366 * 24):
        raise OptionsError(f"the option every is {options.every} {options.unit}; more than a year is no deadline")
    if options.delay > 24 * 60:
        raise OptionsError(f"the option delay is {options.delay} minutes; more than a day would be a deadline")
    if not options.weekdays or not set(options.weekdays) <= set(range(1, 8)):
        raise OptionsError(f"the option weekdays is {options.weekdays}; it names days from 1 (Monday) to 7 (Sunday)")
    wall_time(options.at)
    zone_of(options.zone)


def wall_time(text: str) -> time:
    """An hour of the day, ``20:00``.  Raises OptionsError."""
    hours, colon, minutes = text.partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        raise OptionsError(f"the hour {text!r} cannot be read; write it as 20:00")
    return time(int(hours), int(minutes))


def zone_of(name: str) -> ZoneInfo:
    """The time zone of an IANA name, ``Europe/Madrid``.  Raises OptionsError."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as fault:  # zoneinfo raises each of them for one sort of bad name
        raise OptionsError(f"there is no time zone {name!r}; write one like Europe/London or UTC") from fault
