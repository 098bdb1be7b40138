"""Hours of a player's day, in his own zone: when no mail may wake him, and when the day's digest goes out."""

from datetime import UTC, datetime, time, timedelta

from pbem.service.options import OptionsError, wall_time, zone_of
from pbem.service.services import Services
from pbem.store.tables import Player, PlayerId

URGENT = timedelta(hours=2)
"""A mail waits for the end of quiet hours only if its deadline is at least so much later."""


def set_quiet(services: Services, player: PlayerId, from_: str, to: str) -> None:
    """Let no mail wake a player between these hours (``22:00``, ``07:30``); '' and '' for none.

    What waits already goes when it was to go.  Raises OptionsError for hours that cannot be read, and for a day that is
    all quiet.
    """
    if bool(from_) != bool(to):
        raise OptionsError("quiet hours have a beginning and an end; leave both empty for none")
    if from_ and wall_time(from_) == wall_time(to):
        raise OptionsError(f"quiet hours from {from_} to {to} would be all day; write two different hours")
    with services.db.writing() as session:
        row = session.get_one(Player, player)
        row.quiet_from, row.quiet_to = from_, to


def leaves_at(now: datetime, player: Player, deadline: datetime | None) -> datetime:
    """When a mail of now goes out to a player: now, or when his quiet hours end, if its deadline gives him time then.

    deadline: aware; None for a mail that nothing has to be done about.
    """
    if not player.quiet_from:
        return now
    end = quiet_until(now, player.zone, wall_time(player.quiet_from), wall_time(player.quiet_to))
    if end is None or (deadline is not None and deadline < end + URGENT):
        return now
    return end


def quiet_until(now: datetime, zone: str, from_: time, to: time) -> datetime | None:
    """The end (UTC) of the quiet hours that ``now`` lies in; None outside them.  They may go over midnight."""
    hour = now.astimezone(zone_of(zone)).time()
    within = from_ <= hour < to if from_ < to else hour >= from_ or hour < to
    return next_hour(now, zone, to) if within else None


def next_hour(now: datetime, zone: str, hour: time) -> datetime:
    """The next moment (UTC), later than ``now``, at which clocks there show an hour of the day.

    An hour that does not happen (spring) is as much later as the clocks went forward.
    """
    there = zone_of(zone)
    today = now.astimezone(there).date()
    moments = (
        datetime.combine(today + timedelta(days=day), hour, tzinfo=there).replace(fold=fold).astimezone(UTC)
        for day in (0, 1, 2)
        for fold in (0, 1)
    )
    return min(moment for moment in moments if moment > now)
