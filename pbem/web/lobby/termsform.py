"""The form in which a host says how a game is to be played: read, what is wrong beside its field, shown again."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from pbem.engine.ids import UMPIRE, Seat
from pbem.engine.ruleset import RuleSet
from pbem.mail.addresses import BadAddress, normal_address
from pbem.service.lobby.musters import LONGEST_NOTE, WantedPlayer
from pbem.service.options import PRESETS, Options, OptionsError, options_from, wall_time, zone_of
from pbem.web.looks import sentence
from pbem.web.zones import zone_meant

WHOLE = ("every", "grace", "extensions", "leave", "delay", "excused")
"""Fields that hold a whole number."""

WORDS = (
    "pace",
    "unit",
    "at",
    "zone",
    "missed",
    "trust",
    "watch",
    "press",
    "letters",
    "newsbook",
    "reports",
    "receipts",
    "sight",
    "blinds",
    "commanders",
    "battles",
    "own_side",
    "fought_by",
    "lead",
    "voice",
    "lists",
)
"""Fields that hold a word of ``Options``."""

NO_CLOCK = "none"
"""The unit of time of a game without a clock."""


class TermsSheet(NamedTuple):
    """The form of a new game, as submitted."""

    fields: Mapping[str, str]
    """Values as typed, by field."""

    weekdays: tuple[int, ...]

    wrong: Mapping[str, str]
    """What is wrong, by field; '' for the form as a whole."""

    options: Options | None
    """The options; None while one of their fields is wrong."""

    places: Mapping[Seat, WantedPlayer] | None
    """The places; None while one of their fields is wrong."""

    def with_fault(self, field: str, what: str) -> "TermsSheet":
        """The same with one thing more that is wrong."""
        return self._replace(wrong={**self.wrong, field: sentence(what)})


def blank(preset: str, seats: Iterable[Seat], zone: str, pace: str, commanders: str = "") -> TermsSheet:
    """The form before anything is typed.  preset: one of ``PRESETS``; another word is the usual one.  pace: the usual.
    commanders: as the option of that name, for whose seats these are.

    The reader plays the first side, and the second is open to everybody.
    """
    usual = PRESETS.get(preset, next(iter(PRESETS.values()))).options
    options = msgspec.structs.replace(usual, zone=zone, pace=pace, commanders=commanders)
    fields = {name: str(getattr(options, name)) for name in (*WHOLE, *WORDS)}
    fields |= {"note": "", "unit": options.unit if options.every else NO_CLOCK}
    fields["every"] = str(options.every or 3)
    for number, seat in enumerate(seats):
        fields |= {f"place:{seat}": "open" if number else "me", f"email:{seat}": ""}
    fields |= {f"place:{UMPIRE}": "none", f"email:{UMPIRE}": ""}
    return TermsSheet(fields, options.weekdays, {}, options, None)


def read(
    form: MultiDict[str, str],
    seats: Iterable[Seat],
    rules: RuleSet[Any],
    paces: Mapping[str, str],
    commanders: str = "",
) -> TermsSheet:
    """What was typed.  rules: whose aides-de-camp there are.  paces: those of the battle.  commanders: as the option of
    that name, for whose seats these are.
    """
    fields = {name: form.get(name, "").strip() for name in (*WHOLE, *WORDS)}
    fields["delay"] = fields["delay"] or "0"
    fields["excused"] = fields["excused"] or "0"
    fields["receipts"] = fields["receipts"] or "all"
    fields["commanders"], fields["chief"] = commanders, "true" if commanders and form.get("chief") else ""
    fields["letters"] = fields["letters"] or "at once"
    fields["newsbook"] = fields["newsbook"] or "none"
    fields["reports"] = fields["reports"] or "at once"
    wrong: dict[str, str] = {}
    try:
        fields["zone"] = zone_meant(fields["zone"])
    except OptionsError as fault:
        wrong["zone"] = sentence(str(fault))
    fields["note"] = form.get("note", "").replace("\r\n", "\n").strip()
    days = tuple(sorted({int(one) for one in form.getlist("weekdays") if one in set("1234567")}))
    options = _options(fields, days, wrong)
    if paces and fields["pace"] not in paces:
        wrong["pace"] = _("Choose how often players give orders.")
    if len(fields["note"]) > LONGEST_NOTE:
        have = len(fields["note"])
        wrong["note"] = _("Your words have %(have)s characters; %(most)s is the most.", have=have, most=LONGEST_NOTE)
    places: dict[Seat, WantedPlayer] = {}
    for seat in (*seats, UMPIRE):
        name = f"place:{seat}"
        fields |= {
            name: form.get(name, "none" if seat == UMPIRE else ""),
            f"email:{seat}": form.get(f"email:{seat}", "").strip(),
        }
        wanted = wanted_in(fields[name], fields[f"email:{seat}"], rules.aide.tempers)
        if isinstance(wanted, WantedPlayer):
            places[seat] = wanted
        else:
            wrong[f"{wanted.field}:{seat}"] = wanted.what
    if fields["reports"] == "held" and fields[f"place:{UMPIRE}"] == "none":
        wrong["reports"] = _("Reports are held for an umpire: choose who umpires, or let them go out at once.")
    good = not any(one.partition(":")[0] in {"place", "email"} for one in wrong)
    return TermsSheet(fields, days, wrong, options, places if good else None)


class TermsFault(NamedTuple):
    """What is wrong with a place."""

    field: str
    """``place`` or ``email``."""

    what: str


def wanted_in(kind: str, email: str, tempers: Mapping[str, str]) -> WantedPlayer | TermsFault:
    """Whom a host wants, from a choice (``me``, ``open``, ``none``, ``invite``, ``aide:bold``) and an address."""
    word, _colon, temper = kind.partition(":")
    match word:
        case "me" | "open" | "none":
            return WantedPlayer(word)
        case "aide" if not temper or temper in tempers:
            return WantedPlayer("aide", temper=temper)
        case "invite":
            try:
                return WantedPlayer("invite", normal_address(email))
            except BadAddress as fault:
                return TermsFault(
                    "email", sentence(str(fault)) if email else _("Write the address of whom you invite.")
                )
        case _:
            return TermsFault("place", _("Choose who plays this side."))


def _options(fields: Mapping[str, str], days: tuple[int, ...], wrong: dict[str, str]) -> Options | None:
    """The options, or what is wrong beside each field."""
    for name in WHOLE:
        if not fields[name].isdecimal() or len(fields[name]) > 4:
            wrong[name] = _("Write a whole number, 0 or more.")
    if fields["unit"] != NO_CLOCK and fields["every"] == "0":
        wrong["every"] = _("Write at least 1, or choose no deadline.")
    if not days:
        wrong["weekdays"] = _("Choose at least one day on which orders may be due.")
    for name, check in (("at", wall_time), ("zone", zone_of)):
        try:
            check(fields[name])
        except OptionsError as fault:
            wrong.setdefault(name, sentence(str(fault)))
    if wrong:
        return None
    given: dict[str, object] = {**{name: fields[name] for name in WORDS}, "weekdays": days}
    given |= {name: int(fields[name]) for name in WHOLE}
    given["chief"] = bool(fields["chief"])
    if fields["unit"] == NO_CLOCK:
        given |= {"every": 0, "unit": "days", "grace": 0, "extensions": 0, "leave": 0, "excused": 0}
    try:
        options = options_from(given)
    except OptionsError as fault:
        wrong[""] = sentence(str(fault))
        return None
    return msgspec.structs.replace(options, remind=_remind(options))


def _remind(options: Options) -> int:
    """Hours before a deadline at which to remind: a day, a third of the time where there is less."""
    hours = options.every * (24 if options.unit == "days" else 1)
    return min(24, hours // 3)
