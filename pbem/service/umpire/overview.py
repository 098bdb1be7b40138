"""What the umpire's page says: whose orders are in, what is to be looked at, what waits, what each side knows."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec.structs import replace
from sqlmodel import Session

from pbem.clock import from_iso
from pbem.engine.chart import Chart
from pbem.engine.ids import UMPIRE, Seat
from pbem.engine.reporting import UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import listed
from pbem.reports import times
from pbem.service.agreements.pacts import rest_words
from pbem.service.model.deadlines import rests
from pbem.service.model.desk import Misses, asked, not_ready, standing
from pbem.service.model.gamepage import Due
from pbem.service.outgoing.unheard import unheard
from pbem.service.play.letters import signed, title_of
from pbem.service.play.naming import GameName, name_of
from pbem.service.play.pages import due_of, stands_of
from pbem.service.play.running import waits_for_word
from pbem.service.play.work import Chair, Work, absent_until, held_until
from pbem.service.umpire.rights import RIGHTS, Right, may, rights_words
from pbem.service.umpire.timing import cannot_nudge
from pbem.store.tables import GameState, PlayerId

DOORS = {
    "mail": "by mail", "web": "on the web", "api": "by program", "umpire": "by the umpire",
    "aide": "by the aide-de-camp",
}  # fmt: skip
"""How orders came in."""

LETTERS = 8
"""Letters shown, the newest."""


class OrderCheck(msgspec.Struct, frozen=True):
    """Something in a seat's orders for the umpire to look at."""

    quote: str
    """The line as sent; '' where what was understood will not work."""
    why: str


class SeatStand(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat stands in the open turn."""

    seat: Seat
    title: str
    name: str
    """Name of its player; '' for the aide-de-camp and for an empty seat."""
    aide: bool
    state: Literal["in", "draft", "missing", "late", "not asked"]
    told: str
    """What has come, how and when, in the umpire's zone; '' for nothing."""
    checks: tuple[OrderCheck, ...]
    bounced: str
    """What mail systems say where mail has not told the player of the turn; '' where all is well."""
    nudged: str
    """When the umpire had them reminded last; '' for never in this turn."""
    can_nudge: bool
    can_order: bool
    """Whether an umpire can give orders for it now."""
    missed: int
    """Turns missed in a row."""
    held: bool
    """Whether its report is held, and waits for the umpire to release it."""
    released: str
    """When that goes out without the umpire, in the umpire's zone; '' for never."""


class LetterLine(msgspec.Struct, frozen=True):
    """A letter between seats."""

    at: datetime
    """When it was written, UTC."""
    sender: str
    """Title of the seat that wrote it."""
    to: str
    """Titles of the seats it went to."""
    text: str
    fresh: bool
    """Whether it was written in the open turn."""
    waits: bool
    """Whether it has not reached an addressee, and may still."""


class SideKnows(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat does not know of the field, or knows wrongly."""

    title: str
    """The seat's; those of all who know the very same."""
    unseen: tuple[str, ...]
    """Other sides' units that the seat has no true code of, ``N04 Royalist horse (to come)``."""
    wrong: tuple[str, ...]
    """Units that stand otherwise than the seat's map has them, each with both."""
    unnamed: tuple[str, ...]
    """What the seat sees without knowing what it is, as its own page calls it."""
    lost: tuple[str, ...]
    """Units that the seat no longer sees, in its own report's words."""
    ghosts: tuple[str, ...]
    """Of what its map shows as last seen, what and where it is in truth."""
    letters: tuple[str, ...]
    """Letters on their way to it, each by its writer."""

    @property
    def knows_all(self) -> bool:
        """Whether it sees every unit as it stands."""
        return not (self.unseen or self.wrong or self.unnamed or self.lost)


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its umpire sees it."""

    name: GameName
    title: str
    zone: str
    """The reader's zone, IANA."""
    now: datetime
    state: GameState
    stopped: str
    """Why the game is stopped; '' where it is not."""
    ended: bool
    """Whether the battle is over while a report is held."""
    turn_name: str
    chief: bool
    """Whether the reader is the umpire, and not a co-umpire."""
    umpire: str
    co_umpires: tuple[tuple[PlayerId, str, tuple[str, ...]], ...]
    """Id and name of each, and what they can do."""
    rights: frozenset[Right]
    """The reader's."""
    can: tuple[str, ...]
    """What a co-umpire can do, in words; () for the umpire."""
    seats: tuple[SeatStand, ...]
    due: Due | None
    plays: str
    """When the turn is played, all being in; '' while they are not."""
    waits: bool
    """Whether all orders are in and the turn waits for the umpire, for aides alone play."""
    shut: bool
    """Whether the orders are closed and the turn waits to be published."""
    absent: str
    """When it is played without the umpire; '' for never."""
    rest: str
    """How long the game is paused; '' where it is not."""
    questions: int
    """Open ones."""
    letters: tuple[LetterLine, ...]
    """The newest first."""
    rulings: int
    """Rulings by umpires so far."""
    knows: tuple[SideKnows, ...]

    @property
    def missing(self) -> int:
        """Seats whose orders are awaited."""
        return sum(one.state in {"draft", "missing", "late"} for one in self.seats)

    @property
    def all_know(self) -> bool:
        """Whether there is nothing to say of what seats do not know."""
        return all(one.knows_all and not one.ghosts and not one.letters for one in self.knows)

    @property
    def checks(self) -> int:
        """Things to look at among the orders."""
        return sum(len(one.checks) for one in self.seats)


def overview_of(work: Work, reader: PlayerId, zone: str) -> Overview:
    """The game for one who umpires it or helps to.  zone: the reader's.

    What players write and know is only for one who sees everything.
    """
    desk, looks = work.desk, may(work, reader, "look")
    rest = desk.rest if rests(work.options, desk, work.now) else None
    with work.services.db.reading() as session:
        bounced = _bounced(session, work)
    return Overview(
        name=name_of(work, None), title=work.title, zone=zone, now=work.now, state=work.state, stopped=work.stop_reason,
        ended=work.desk.ended, turn_name=work.rules.course.turn_name(work.battle), chief=desk.umpire == reader,
        umpire=work.umpire.name if work.umpire else "",
        co_umpires=tuple(
            (PlayerId(who), work.people[PlayerId(who)].name, rights_words(work, who)) for who in desk.co_umpires
        ),
        rights=frozenset(one for one in RIGHTS if may(work, reader, one)),
        can=rights_words(work, reader) if desk.umpire != reader else (),
        seats=tuple(_stand(work, chair, looks, bounced.get(chair.seat, ""), zone) for chair in work.chairs),
        due=due_of(work, zone),
        plays=times.today(from_iso(desk.plays_at), work.now, zone) if desk.plays_at else "",
        waits=waits_for_word(work),
        shut=bool(desk.shut), absent=times.both(until, zone) if (until := absent_until(work)) is not None else "",
        rest=rest_words(work, rest) if rest else "",
        questions=sum(one.state == "open" for one in desk.questions), letters=_letters(work) if looks else (),
        rulings=sum(line.kind == "ruling" and line.body.act is not msgspec.UNSET for line in work.table),
        knows=_together(knows_of(work, chair) for chair in work.chairs if looks),
    )  # fmt: skip


# --- orders -------------------------------------------------------------------------------------------------------


def _bounced(session: Session, work: Work) -> dict[Seat, str]:
    """What mail systems say of the mails that were to tell seats of the turn, where they came back or may have."""
    told = unheard(session, work)
    return {one.seat: one.said or one.trouble for one in told if one.trouble in {"lost", "doubtful"}}


def _stand(work: Work, chair: Chair, looks: bool, bounced: str, zone: str) -> SeatStand:
    desk, seat = work.desk, chair.seat
    stands, nudged, until = stands_of(work, seat, zone), desk.nudged.get(seat, ""), held_until(work).get(seat)
    return SeatStand(
        seat=seat, title=chair.title, name=chair.person.name if chair.person else "", aide=chair.aide,
        state=_state(work, seat),
        told=f"version {stands.number} {DOORS[stands.door]}, {stands.told}" if stands else "",
        checks=checks_of(work, seat) if looks else (), bounced=bounced,
        nudged=times.local(from_iso(nudged), zone) if nudged else "", can_nudge=not cannot_nudge(work, seat),
        can_order=work.state == "running" and not chair.aide and asked(desk, seat) is not None,
        missed=desk.misses.get(seat, Misses()).running, held=bool(desk.held.get(seat)),
        released=times.both(until, zone) if until else "",
    )  # fmt: skip


def _state(work: Work, seat: Seat) -> Literal["in", "draft", "missing", "late", "not asked"]:
    if work.state != "running" or asked(work.desk, seat) is None:
        return "not asked"
    if seat not in not_ready(work.desk):
        return "in"
    if standing(work.desk, seat) is not None:
        return "draft"
    return "late" if work.desk.passed is not None else "missing"


def checks_of(work: Work, seat: Seat) -> tuple[OrderCheck, ...]:
    """What in a seat's orders for the open turn was refused, or will not work as written."""
    ask, stands = asked(work.desk, seat), standing(work.desk, seat)
    if ask is None or stands is None or work.state != "running":
        return ()
    view, sent = work.view(seat), work.desk.filed[seat].sent
    refused = work.rules.reading(view, ask, sent).problems if sent else ()
    warnings = work.rules.reading(view, ask, stands.text).warnings
    return (*(OrderCheck(one.quote, one.reason) for one in refused), *(OrderCheck("", one.text) for one in warnings))


# --- letters ------------------------------------------------------------------------------------------------------


def _letters(work: Work) -> tuple[LetterLine, ...]:
    opened = work.desk.open.seq if work.desk.open else work.last_seq
    found = [
        LetterLine(
            from_iso(one.at), signed(work, one), ", ".join(title_of(work, seat) for seat in one.to),
            one.text, one.seq > opened, bool(one.waits_for),
        )
        for one in reversed(work.desk.letters)
    ]  # fmt: skip
    return tuple(found[:LETTERS])


# --- what does each side know -------------------------------------------------------------------------------------


def chart_now(work: Work, eyes: Seat) -> Chart:
    """The field as it stands, without moves: as a seat sees it, or as it is (`UMPIRE`)."""
    return work.rules.reporting.chart(moment_of(work, eyes))


def knows_of(work: Work, chair: Chair) -> SideKnows:
    """The seat's view of the other sides' units beside the truth."""
    told = work.rules.reporting.tell(moment_of(work, chair.seat))
    ever = {one.code: one for one in work.rules.reporting.tell(moment_of(work, UMPIRE)).mine}
    true = {code: one for code, one in ever.items() if not one.gone}
    own = {one.code for one in told.mine}
    seen = {one.code: one for one in told.seen if not one.gone}
    others = {code: one for code, one in true.items() if code not in own}
    return SideKnows(
        title=chair.title,
        unseen=tuple(_said(one) for code, one in others.items() if code not in seen),
        wrong=tuple(
            f"{code}: {_truly(ever[code])}; shown {_stood(one)}"
            for code, one in seen.items()
            if code in ever and code not in own and _truly(ever[code]) != _truly(one)
        ),
        unnamed=tuple(f"{code} {one.name}, {one.place}" for code, one in seen.items() if code not in ever),
        lost=told.no_longer_seen, ghosts=_ghosts(work, chair.seat, true),
        letters=tuple(signed(work, one) for one in work.desk.letters if chair.seat in one.waits_for),
    )  # fmt: skip


def _together(found: Iterable[SideKnows]) -> tuple[SideKnows, ...]:
    """Seats that know the very same as one."""
    same: dict[SideKnows, list[str]] = {}
    for one in found:
        same.setdefault(replace(one, title=""), []).append(one.title)
    return tuple(replace(one, title=listed(titles)) for one, titles in same.items())


def _ghosts(work: Work, seat: Seat, true: Mapping[str, UnitRow]) -> tuple[str, ...]:
    """Of each unit that a side's map shows as last seen: what it is, and where it is now."""
    side = work.rules.state.side_of(work.battle, seat)
    sights = getattr(work.battle, "sights", None)
    if side is None or not sights:
        return ()
    mine, said = sights.of(side), []
    for name in sorted(mine.ghosts):
        code = mine.tokens.get(name, name)
        who = "" if code == name else f"{code}, "
        one = true.get(code)
        seen = mine.seen.get(code)
        where = f"now at {one.to_come or one.place}" if one is not None else ("gone" if code != name else "no unit")
        said.append(f"{name}: {who}{where}" + (f", which it sees as {seen.name}" if seen is not None else ""))
    return tuple(said)


def moment_of(work: Work, eyes: Seat) -> SeatTurn[Any]:
    """Now, as a seat or (`UMPIRE`) the umpire sees it, with nothing that has happened."""
    view = work.battle if eyes == UMPIRE else work.view(eyes)
    return SeatTurn(eyes, work.desk.turns.get(eyes, 0), view, view, ())


def _said(one: UnitRow) -> str:
    return " ".join(filter(None, (one.code, one.name, f"({one.to_come or one.place})")))


def _truly(one: UnitRow) -> str:
    return "gone" if one.gone else f"stands {_stood(one)}"


def _stood(one: UnitRow) -> str:
    return ", ".join(filter(None, (one.place, f"facing {one.facing}" if one.facing else "", one.strength)))
