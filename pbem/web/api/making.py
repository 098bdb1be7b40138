"""The API's values made from what pages are made of: only from what one seat may see."""

from collections.abc import Iterable

import msgspec

from pbem.engine.chart import Drawn
from pbem.engine.hexes import label
from pbem.engine.offers import Offers
from pbem.engine.orders import NO_UNIT, Reading
from pbem.engine.reporting import Event, FormLine, RollLine, Tally
from pbem.engine.table.references import say_spot
from pbem.engine.warnings import Footprint, OrderWarning
from pbem.service.model.gamepage import Due, GamePage, Stands
from pbem.service.play.turns import Receipt
from pbem.web.api import mapping, ordershapes, shapes
from pbem.web.api import reportshapes as told
from pbem.web.api.shaping import shaped
from pbem.web.looks import numbered

# --- a game -------------------------------------------------------------------------------------------------------


def game_now(page: GamePage) -> shapes.GameNowShape:
    """A game as it stands.  Nothing in it changes by itself while time goes by, but what a deadline does."""
    return shapes.GameNowShape(
        game=page.game, title=page.title, rules=page.rules, rules_title=page.rules_title, seat=page.seat,
        seat_title=page.seat_title, state=page.state, turn=page.turn, turn_name=page.turn_name, report=page.number,
        asked=page.asked, due=due(page.due), plays_at=page.plays.at if page.plays else None,
        clock_waits=page.clock_waits,
        parties=tuple(shaped(one, shapes.PartyShape) for one in page.parties),
        waiting=shaped(page.waiting, shapes.WaitingShape), stands=version(page.stands), silence=page.silence,
        grace=page.grace, extensions_left=page.extensions_left, missed=page.misses.total, dice=dice(page),
        outcome=shaped(page.outcome, shapes.OutcomeShape) if page.outcome else None,
    )  # fmt: skip


def dice(page: GamePage) -> shapes.DiceShape:
    """What proves the dice of a game."""
    words = tuple(shapes.WordShape(seat=seat, word=word) for seat, word in page.words)
    return shapes.DiceShape(commitment=page.commitment, words=words, words_open=page.words_open, seed=page.seed)


def due(deadline: Due | None) -> shapes.DueShape | None:
    """A deadline, if there is one."""
    return shaped(deadline, shapes.DueShape) if deadline else None


def version(stands: Stands | None) -> shapes.VersionShape | None:
    """The version that stands, if one does."""
    return shaped(stands, shapes.VersionShape) if stands else None


def reports(page: GamePage) -> shapes.ReportsShape:
    """The reports a seat was given."""
    return shapes.ReportsShape(reports=tuple(shaped(one, shapes.TurnLinkShape) for one in page.turns))


# --- orders -------------------------------------------------------------------------------------------------------


def asked(page: GamePage, text: str, offers: Offers) -> ordershapes.AskedShape:
    """What is asked, with the offers for a text."""
    return ordershapes.AskedShape(
        turn=page.turn, asked=page.asked, text=text,
        form=tuple(shaped(one, ordershapes.FormLineShape) for one in page.form),
        answers=tuple(shaped(one, ordershapes.OfferShape) for one in offers.answers),
        units=tuple(shaped(one, ordershapes.UnitOffersShape) for one in offers.units),
        decisions=decisions(offers), unset=offers.unset,
    )  # fmt: skip


def decisions(offers: Offers) -> tuple[ordershapes.DecisionShape, ...]:
    """What can be settled in advance."""
    return tuple(shaped(one, ordershapes.DecisionShape) for one in offers.decisions)


def reading(read: Reading) -> ordershapes.ReadingShape:
    """A text as understood."""
    return ordershapes.ReadingShape(
        understood=tuple(shaped(one, ordershapes.UnderstoodShape) for one in read.understood),
        problems=tuple(shaped(one, ordershapes.ProblemShape) for one in read.problems),
        missing=tuple(shaped(one, ordershapes.FormLineShape) for one in read.missing),
        unread=tuple(ordershapes.UnreadShape(line=line, text=text, reason=NO_UNIT) for line, text in read.unread),
        controls=read.controls, text=read.text, warnings=tuple(_warned(one) for one in read.warnings),
    )  # fmt: skip


def _warned(one: OrderWarning) -> ordershapes.WarnedShape:
    return ordershapes.WarnedShape(
        kind=one.kind, units=one.units, others=one.others, text=one.text,
        hexes=tuple(label(here) for here in one.hexes), footprints=tuple(_footprint(place) for place in one.footprints),
        rules=one.rules, suggestions=one.suggestions,
    )  # fmt: skip


def _footprint(place: Footprint) -> ordershapes.FootprintShape:
    return ordershapes.FootprintShape(
        code=place.code, at=say_spot(place.at.at), facing=place.at.facing / 10, width=place.width / 100,
        depth=place.depth / 100,
    )  # fmt: skip


def checked(read: Reading, drawn: Iterable[Drawn], offers: Offers) -> ordershapes.CheckedShape:
    """A text as understood, and how it might go on."""
    going_on = tuple(shaped(one, ordershapes.UnitOffersShape) for one in offers.units)
    return ordershapes.CheckedShape(reading=reading(read), drawn=mapping.arrows(drawn), offers=going_on)


def gaps(units: tuple[FormLine, ...]) -> tuple[ordershapes.FormLineShape, ...]:
    """Units without an order, each with what it does by default."""
    return tuple(shaped(one, ordershapes.FormLineShape) for one in units)


def receipt(given: Receipt) -> ordershapes.ReceiptShape:
    """The answer to a submission.  Raises ValidationError for one that was refused: that is a problem, no receipt."""
    return msgspec.convert(
        {
            "outcome": given.outcome, "said": given.said, "turn": given.turn,
            "reading": reading(given.reading) if given.reading else None, "stands": version(given.stands),
            "due": due(given.due), "plays_at": given.plays.at if given.plays else None,
            "gaps": gaps(given.gaps),
            "waiting": shaped(given.waiting, shapes.WaitingShape),
        },
        ordershapes.ReceiptShape,
    )  # fmt: skip


# --- a turn -------------------------------------------------------------------------------------------------------


def report(page: GamePage) -> told.ReportShape:
    """A turn as it was told."""
    turn = page.told
    return told.ReportShape(
        number=page.number, turn_name=_name_of(page), told_at=page.told_at, in_short=turn.in_short,
        chapters=tuple(
            told.ChapterShape(one.title, one.note, _rolls(one.rolls), tuple(_event(what, no) for no, what in events))
            for one, (_, _, events) in zip(turn.chapters, numbered(page), strict=True)
        ),
        carried_out=turn.carried_out, ordered=turn.ordered, not_done=tuple(_event(one) for one in turn.not_done),
        mine=tuple(shaped(one, told.TroopsShape) for one in turn.mine),
        seen=tuple(shaped(one, told.TroopsShape) for one in turn.seen),
        no_longer_seen=turn.no_longer_seen, tallies=tuple(_tally(one) for one in turn.tallies),
        acted=tuple(shaped(one, told.SettledShape) for one in turn.acted),
        in_advance=tuple(shaped(one, told.SettledShape) for one in turn.in_advance),
        readings=tuple(told.RuleReadingShape(rule=rule, text=text) for rule, text in turn.readings),
        remark=turn.remark, history=turn.history,
        outcome=shaped(turn.outcome, shapes.OutcomeShape) if turn.outcome else None,
    )  # fmt: skip


def _name_of(page: GamePage) -> str:
    """What the turn of a report is called."""
    return next((one.name for one in page.turns if one.number == page.number), page.told.turn_name)


def _event(event: Event, number: str = "") -> told.EventShape:
    return told.EventShape(
        number=number, text=event.text, brief=event.brief, key=event.key, kind=event.kind, subject=event.subject,
        rules=event.rules, rolls=_rolls(event.rolls),
    )  # fmt: skip


def _rolls(rolls: Iterable[RollLine]) -> tuple[told.RollShape, ...]:
    return tuple(shaped(one, told.RollShape) for one in rolls)


def _tally(tally: Tally) -> told.TallyShape:
    extra = tuple(told.CountShape(name=name, have=have, of=of) for name, have, of in tally.extra)
    return told.TallyShape(
        side=tally.side, mine=tally.mine, lost=tally.lost, break_at=tally.break_at, counted=tally.counted, extra=extra
    )
