"""What a player who takes a seat is told: who left it and with which note, what stands, what acts in advance."""

from datetime import datetime

import msgspec

from pbem.clock import from_iso
from pbem.engine.ids import Seat
from pbem.engine.offers import Decision
from pbem.engine.reporting import Matter, UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.reports.letter import Block, Button, Letter, LetterRow, Para, Quote, Rows, Section
from pbem.reports.times import local
from pbem.service.model.desk import asked, standing
from pbem.service.model.mails import Correspondent
from pbem.service.play.pages import due_of, stands_of, zone_of_seat
from pbem.service.play.tellings import told_of
from pbem.service.play.work import Work
from pbem.store.tables import Player


class HandOver(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as it is handed over."""

    title: str

    seat_title: str

    left_by: str
    """Name of the player before; '' where there was none."""

    left_at: datetime | None
    """When that player left, aware; None where none has left."""

    taken_at: datetime | None
    """When the new player came, aware; None where none has come."""

    note: str
    """What the player who left wrote for the next."""

    turn: str
    """Name of the turn that is open."""

    due: str
    """When orders are due, in the new player's zone; '' for no deadline."""

    stands: tuple[str, ...]
    """The lines of the orders filed for it."""

    final: bool
    """Whether these orders are final."""

    standing: tuple[str, ...]
    """Lines of the standing orders that are set."""

    letters: int
    """Number of letters the seat has received."""

    units: tuple[str, ...]
    """Its units as they are now, a line each, without those that are gone; another commander's are not among them."""

    reported: str
    """Name of what its last report covers (``round 3``); '' where nothing has been reported."""

    report: tuple[str, ...]
    """The last report in short."""

    knows: tuple[Matter, ...] = ()
    """What the seat knows beside its units."""


def handover_of(work: Work, seat: Seat) -> HandOver:
    """What there is to hand over of a seat, built from what it may see alone."""
    relief, zone = work.desk.reliefs.get(seat), zone_of_seat(work, seat)
    due, stands = due_of(work, zone), stands_of(work, seat)
    marks = work.marks_of(seat)
    told = told_of(work, marks[-1])[0] if marks and marks[-1].number else None
    left_by = _name(work, relief.who) if relief is not None and relief.who else ""
    return HandOver(
        title=work.title, seat_title=work.chair(seat).title, left_by=left_by,
        left_at=from_iso(relief.left_at) if relief else None,
        taken_at=from_iso(relief.taken_at) if relief and relief.taken_at else None,
        note=relief.note if relief else "",
        turn=work.rules.course.turn_name(work.view(seat)), due=due.told if due else "",
        stands=tuple(stands.text.splitlines()) if stands else (), final=stands is not None and stands.final,
        standing=_standing(work, seat), letters=sum(seat in one.arrived for one in work.desk.letters),
        units=_units(work, seat), reported=told.turn_name if told else "", report=told.in_short if told else (),
        knows=work.rules.reporting.knowledge(work.view(seat), seat),
    )  # fmt: skip


def brief_letter(work: Work, brief: HandOver, to: Correspondent) -> Letter:
    """The same as a mail to the player who has taken the seat."""
    lead = (
        f"You play {brief.seat_title} in {work.title} now{f', in place of {brief.left_by}' if brief.left_by else ''}."
    )
    due = f"You have a full turn: {brief.turn} is due {brief.due}." if brief.due else "No deadline runs now."
    url = f"{work.services.config.base_url}/g/{work.game}"
    sections = [Section("", (Para(due), Button("Go to the battle", url)))]
    if brief.note and brief.left_at is not None:
        when = f"Written {local(brief.left_at, to.zone)}, for whoever comes after:"
        sections.append(Section("From the player before you", (Para(when), Quote(brief.note))))
    sections.append(Section("Your units", _lines(brief.units, "You have no unit on the field.")))
    if brief.report:
        sections.append(Section(f"The last report: {brief.reported}", _lines(brief.report, "")))
    sections += [Section(one.title, _lines(one.lines, "")) for one in brief.knows]
    sections.append(Section(f"Orders for {brief.turn}", _lines(brief.stands, "Nothing is filed yet.")))
    sections.append(Section("Standing orders", _lines(brief.standing, "Nothing is set in advance: the defaults act.")))
    if brief.letters:
        said = f"The seat has had {brief.letters} {'letter' if brief.letters == 1 else 'letters'}: you may read them."
        sections.append(Section("Letters", (Para(said), Button("Read the letters", f"{url}/letters"))))
    return Letter(
        kicker=f"{work.title}. A seat handed over.", title=f"You play {brief.seat_title}", lead=(lead,),
        sections=tuple(sections), preheader=lead,
    )  # fmt: skip


def _lines(lines: tuple[str, ...], otherwise: str) -> tuple[Block, ...]:
    return (Rows(tuple(LetterRow("", line) for line in lines)),) if lines else (Para(otherwise),)


def _units(work: Work, seat: Seat) -> tuple[str, ...]:
    """A line for each unit that is the seat's own to command, as the seat sees it now."""
    view = work.view(seat)
    told = work.rules.reporting.tell(SeatTurn(seat, work.desk.turns.get(seat, 0), view, view, ()))
    return tuple(_unit(row) for row in told.own if not row.gone)


def _unit(row: UnitRow) -> str:
    """``S04 Foot, 0605, facing 2, 3 of 5, disordered``."""
    if row.to_come:
        return f"{row.code} {row.name}, {row.to_come}"
    facing = f"facing {row.facing}" if row.facing else ""
    return ", ".join(filter(None, (f"{row.code} {row.name}", row.place, facing, row.strength, *row.states)))


def _standing(work: Work, seat: Seat) -> tuple[str, ...]:
    """The standing orders that are set, as lines; () where nothing is asked of the seat now."""
    ask, had = asked(work.desk, seat), standing(work.desk, seat)
    if ask is None or work.state != "running":
        return ()
    offers = work.rules.language.offers(work.view(seat), ask, had.answer if had else None, units=False)
    return tuple(line for decision in offers.decisions for line in _set(decision))


def _set(decision: Decision) -> tuple[str, ...]:
    chosen = tuple(f"{one.line} {one.value}" for one in decision.choices if one.value)
    return (*chosen, *decision.exceptions)


def _name(work: Work, who: str) -> str:
    with work.services.db.reading() as session:
        found = session.get(Player, who)
    return found.name if found else ""
