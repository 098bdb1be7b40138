"""A battle that is over, laid open: who ordered what in which turn, the letters, how it ended."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal

import msgspec

from pbem.clock import from_iso
from pbem.engine.asks import Ask, Given
from pbem.engine.chart import Chart
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.reporting import Matter, Outcome
from pbem.service.model.desk import Desk, standing
from pbem.service.model.deskfold import fold_desk, read_all
from pbem.service.model.gamepage import Party
from pbem.service.play.calledgames import battles_of
from pbem.service.play.letters import fate_of, signed, title_of
from pbem.service.play.naming import GameName, name_of
from pbem.service.play.pages import deputy_name, parties, zone_of_seat
from pbem.service.play.tellings import told_of
from pbem.service.play.work import Work, open_game
from pbem.service.replay.beside import has_stages
from pbem.service.replay.dicebook import Tray, dice_of, trays
from pbem.service.replay.replay import Closed, mark_of, marks_of
from pbem.service.services import Services
from pbem.store import journal

KINDS = ("ask", "unask", "orders", "answer")
"""Journal entries that tell what a turn was played by."""

By = Literal["player", "deputy", "aide", "standing orders", "umpire"]


class PlayedOrders(msgspec.Struct, frozen=True):
    """The orders of a seat that a turn was played with."""

    seat: Seat

    title: str

    by: By

    version: int
    """Number of the version, 0 when none stood."""

    text: str
    """The orders, canonical; '' when none stood."""

    name: str = ""
    """Name of the deputy who filed them; '' for none."""


class PlayedTurn(msgspec.Struct, frozen=True):
    """A turn with the orders it was played by: of all seats asked for, in the order in which they were."""

    name: str
    orders: tuple[PlayedOrders, ...]


class Written(msgspec.Struct, frozen=True):
    """A letter that was written during the battle."""

    at: datetime
    """When it was written, UTC."""

    sender: str
    """Title of the seat that wrote it."""

    to: tuple[str, ...]
    """Titles of the seats it went to."""

    text: str

    given: str
    """What its addressees read, where the umpire has changed it; '' where not."""

    fate: str
    """What became of it, in a few words; '' for a letter delivered as it was written."""


class Debrief(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a battle that is over."""

    game: GameId

    name: GameName

    title: str

    rules: str

    seat: Seat

    zone: str

    outcome: Outcome | None

    parties: tuple[Party, ...]

    chart: Chart
    """The whole field at its end."""

    last: int

    turns: tuple[PlayedTurn, ...]

    letters: tuple[Written, ...]
    """All letters, the oldest first."""

    trays: tuple[Tray, ...]

    matters: tuple[Matter, ...] = ()
    """What the rules lay open beside the replay."""

    battles: tuple[tuple[GameId, str], ...] = ()
    """Games as which battles of a campaign were fought, with their titles."""
    staged: bool = False
    """Whether the truth can be looked at beside what a seat knew, stage by stage."""


def debrief(services: Services, game: GameId, seat: Seat) -> Debrief:
    """The battle laid open to one of its seats.  Raises UnknownGame, and Closed while it goes on."""
    work = open_game(services, game)
    if work.state != "over":
        raise Closed(f"{work.title} is laid open to all its sides when the battle is over")
    last = mark_of(work, UMPIRE, None)
    return Debrief(
        game=game, name=name_of(work, seat), title=work.title, rules=work.rules.name, seat=seat,
        zone=zone_of_seat(work, seat),
        outcome=work.rules.course.outcome(work.battle), parties=parties(work, seat), chart=told_of(work, last)[1],
        last=last.number, turns=tuple(_turns(work)), letters=tuple(_letters(work)),
        trays=trays(roll.roll for turn in dice_of(work, UMPIRE) for roll in turn.rolls),
        matters=work.rules.reporting.afterwards(work.battle), battles=tuple(_battles(work)),
        staged=has_stages(work),
    )  # fmt: skip


def _battles(work: Work) -> Iterator[tuple[GameId, str]]:
    with work.services.db.reading() as session:
        games = battles_of(session, work.game)
    for game in games:
        yield game, open_game(work.services, game).title


def _letters(work: Work) -> Iterator[Written]:
    for one in work.desk.letters:
        wrote = title_of(work, one.sender)
        sender = f"{wrote}, signed as {signed(work, one)}," if one.signed else wrote
        plain = all(came.seq == one.seq for came in one.arrived.values()) and not one.deeds and not one.waits_for
        yield Written(
            from_iso(one.at), sender, tuple(title_of(work, seat) for seat in one.to), one.text, one.given,
            "" if plain else fate_of(work, one),
        )  # fmt: skip


def _turns(work: Work) -> Iterator[PlayedTurn]:
    """Questions put one after another in a turn of one name are told together."""
    name, orders = "", list[PlayedOrders]()
    for now, one in _played(work):
        if now != name and orders:
            yield PlayedTurn(name, tuple(orders))
            orders = []
        name = now
        orders.append(one)
    if orders:
        yield PlayedTurn(name, tuple(orders))


def _played(work: Work) -> Iterator[tuple[str, PlayedOrders]]:
    """What each closed batch was played by, with the name of the turn."""
    names = {
        (chair.seat, mark.number): told_of(work, mark)[0].turn_name
        for chair in work.chairs
        for mark in marks_of(work, chair.seat)
    }
    with work.services.db.reading() as session:
        notes = read_all(work.rules.codec, journal.load_kinds(session, work.game, KINDS))
    desk = Desk()
    for note in notes:
        if note.kind == "answer" and desk.open is not None and note.body.batch == desk.open.batch:
            for ask, given in zip(note.body.batch.asks, note.body.given, strict=True):
                name = names.get((ask.seat, desk.turns.get(ask.seat, 0)), "")
                yield name, _sent(work, desk, ask, given)
        desk = fold_desk([note], desk)


def _sent(work: Work, desk: Desk, ask: Ask[Any], given: Given[Any]) -> PlayedOrders:
    title = work.chair(ask.seat).title
    submission = standing(desk, ask.seat)
    if submission is None or submission.answer is None:
        return PlayedOrders(ask.seat, title, _BY.get(given.by, "standing orders"), 0, "")
    if submission.door == "aide":
        return PlayedOrders(ask.seat, title, "aide", submission.number, submission.text)
    deputy = deputy_name(work, ask.seat, desk.filed[ask.seat].by)
    return PlayedOrders(ask.seat, title, "deputy" if deputy else "player", submission.number, submission.text, deputy)


_BY: dict[str, By] = {"aide": "aide", "umpire": "umpire"}
"""Who decided where nothing stood; in all other cases standing orders and defaults did."""
