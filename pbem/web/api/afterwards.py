"""What a program may look back on: turns event by event, dice, versions of its orders, reports as text, the archive."""

from typing import Annotated

import msgspec
from flask import Response

from pbem.engine.ids import Seat
from pbem.service.play.versions import versions_of
from pbem.service.replay.dicebook import DiceBook, dice_book
from pbem.service.replay.downloads import archive_for_players, report_text
from pbem.service.replay.replay import ReplayMoment, replay
from pbem.web.api import making, mapping, replayshapes, reportshapes, shapes
from pbem.web.api.calls import Call, Query
from pbem.web.api.shaping import shaped


class WhoseEyes(Query):
    """eyes: a seat, or umpire, when the battle is over; until then one's own alone."""

    eyes: Annotated[str, msgspec.Meta(min_length=1)] | msgspec.UnsetType = msgspec.UNSET


def versions(call: Call[Query, None]) -> replayshapes.VersionsShape:
    """Every version of the seat's orders."""
    every = versions_of(call.work, call.holder.seat)
    return replayshapes.VersionsShape(turns=tuple(shaped(one, replayshapes.TurnVersionsShape) for one in every))


def text(call: Call[Query, None]) -> Response:
    """A report as mails have it."""
    told = report_text(call.services, call.holder.game, call.holder.seat, call.number)
    return Response(told, mimetype="text/plain")


def archive(call: Call[Query, None]) -> Response:
    """The whole journal."""
    return Response("".join(archive_for_players(call.services, call.holder.game)), mimetype="application/jsonl")


def turn(call: Call[WhoseEyes, None]) -> replayshapes.ReplayShape:
    """A turn event by event."""
    found = replay(call.services, call.holder.game, call.holder.seat, call.number, _eyes(call))
    return replayshapes.ReplayShape(
        number=found.number,
        turn_name=found.turn_name,
        eyes=shaped(found.eyes, replayshapes.EyesShape),
        choices=tuple(shaped(one, replayshapes.EyesShape) for one in found.choices),
        turns=tuple(shaped(one, shapes.TurnLinkShape) for one in found.turns),
        map=mapping.map_of(found.chart, found.number),
        frames=tuple(_frame(one) for one in found.moments),
    )


def dice(call: Call[WhoseEyes, None]) -> replayshapes.DiceBookShape:
    """Every roll known of."""
    book = dice_book(call.services, call.holder.game, call.holder.seat, _eyes(call))
    return replayshapes.DiceBookShape(
        eyes=shaped(book.eyes, replayshapes.EyesShape),
        choices=tuple(shaped(one, replayshapes.EyesShape) for one in book.choices),
        turns=tuple(_turn_dice(book)),
        trays=tuple(
            replayshapes.TrayShape(one.side, one.faces, one.dice, one.mean, one.chance if one.enough else None)
            for one in book.trays
        ),
        proof=making.dice(call.page),
    )


def _eyes(call: Call[WhoseEyes, None]) -> Seat | None:
    return Seat(call.query.eyes) if call.query.eyes else None


def _frame(moment: ReplayMoment) -> replayshapes.FrameShape:
    text, kind = (moment.told.text, moment.told.kind) if moment.told else ("", "")
    return replayshapes.FrameShape(moment.event, moment.no, moment.chapter, text, kind, mapping.pieces_of(moment.chart))


def _turn_dice(book: DiceBook) -> list[replayshapes.TurnDiceShape]:
    return [
        replayshapes.TurnDiceShape(
            one.number,
            one.name,
            tuple(
                replayshapes.ThrownShape(
                    thrown.no, thrown.chapter, thrown.led, shaped(thrown.roll, reportshapes.RollShape)
                )
                for thrown in one.rolls
            ),
        )
        for one in book.turns
    ]
