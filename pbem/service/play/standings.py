"""A seat's standing orders as a table, by the time their decisions arise; and taking them over from another game."""

from collections.abc import Iterable, Sequence

import msgspec
from sqlmodel import col, select

from pbem.engine.ids import GameId, Seat
from pbem.engine.language.lines import clean
from pbem.engine.offers import Decision
from pbem.engine.reporting import Settled
from pbem.service.play.ordersheet import OrderSheet, with_choices
from pbem.service.play.pages import seat_in
from pbem.service.play.versions import versions_of
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.store.tables import Game, PlayerId, SeatRow


class StandingRow(msgspec.Struct, frozen=True):
    """A decision that can be settled in advance, as the page shows it."""

    decision: Decision

    acted: tuple[str, ...]
    """What standing orders about it did in the turn told, in words."""


class DecisionMoment(msgspec.Struct, frozen=True):
    """Decisions that arise at one time."""

    when: str
    rows: tuple[StandingRow, ...]

    @property
    def said(self) -> int:
        """How many standing orders there are about them."""
        every = (choice for row in self.rows for choice in (*row.decision.choices, *row.decision.single))
        return sum(bool(choice.value) for choice in every)

    @property
    def acted(self) -> bool:
        """Whether any of them did something in the turn told."""
        return any(row.acted for row in self.rows)


class Source(msgspec.Struct, frozen=True):
    """Another game of the same rules, from which standing orders may be taken over."""

    game: GameId
    title: str


def standing_table(decisions: Sequence[Decision], acted: Iterable[Settled]) -> tuple[DecisionMoment, ...]:
    """Decisions by the time they arise, each with what it did."""
    done: dict[str, list[str]] = {}
    for one in acted:
        name = _settled_by(decisions, one.line)
        done.setdefault(name, []).append(one.what)
    return tuple(
        DecisionMoment(
            when,
            tuple(StandingRow(one, tuple(done.get(one.name, ()))) for one in decisions if one.when == when),
        )
        for when in dict.fromkeys(one.when for one in decisions)
    )


def _settled_by(decisions: Sequence[Decision], line: str) -> str:
    """The decision that a standing order is about, as reports tell it (``S06: evade fire never``); '' for none."""
    said = line.partition(": ")[2]
    names = (one.name for one in decisions if f"{said} ".startswith(f"{one.name} "))
    return max(names, key=len, default="")


# --- from another game --------------------------------------------------------------------------------------------


def sources(services: Services, work: Work, player: PlayerId) -> tuple[Source, ...]:
    """A player's other games of the same rules, the newest first."""
    with services.db.reading() as session:
        found = session.exec(
            select(Game.id, Game.title)
            .join(SeatRow, col(SeatRow.game) == col(Game.id))
            .where(col(SeatRow.player) == player, col(Game.rules) == work.rules.name, col(Game.id) != work.game)
            .order_by(col(Game.created_at).desc(), col(Game.id))
            .distinct()
        ).all()
    return tuple(Source(GameId(game), title) for game, title in found)


def taken_over(services: Services, sheet: OrderSheet, game: GameId, player: PlayerId) -> str | None:
    """The text of a form with the standing orders that stood last in another game of the player's.

    Only what may be chosen here is taken: for groups, or single stands, of the same name.  None when he has no seat
    there, or nothing of it fits.
    """
    other = open_game(services, game)
    seat = seat_in(other, player)
    chosen = list(_fitting(sheet.offers.decisions, _last_text(other, seat))) if seat else []
    return with_choices(sheet.text, chosen) if chosen else None


def _last_text(work: Work, seat: Seat) -> str:
    every = (one for turn in versions_of(work, seat) for one in turn.versions)
    return next((one.text for one in every if not one.withdrawn), "")


def _fitting(decisions: Sequence[Decision], text: str) -> Iterable[tuple[str, str]]:
    """What a line begins with here, and its answer."""
    beginnings = [choice.line for one in decisions for choice in one.choices]
    beginnings += [one.alone.replace("<unit>", code) for one in decisions for code in one.stands if one.alone]
    known = sorted(((f"{clean(one)} ", one) for one in beginnings), key=lambda one: -len(one[0]))
    for line in text.splitlines():
        said = clean(line)
        for start, beginning in known:
            if said.startswith(start):
                yield beginning, said[len(start) :]
                break
