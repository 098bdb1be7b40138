"""Who hears at once of an umpire's act that could be silent: no player before the end, those it touches, all."""

from collections.abc import Collection

from msgspec import UNSET, UnsetType

from pbem.engine.ids import Seat
from pbem.engine.journal import Told
from pbem.service.model.desk import one_side_of
from pbem.service.play.playermail import tell_players
from pbem.service.play.work import Work
from pbem.service.umpire.rights import NotUmpire, concerns, side_words
from pbem.store.tables import PlayerId


def heard_by(told: Told) -> Told | UnsetType:
    """Who heard of an act, as its entry has it: nothing where no player did, as in entries from before it was asked."""
    return UNSET if told == "at the end" else told


def tell_of_act(
    work: Work, by: PlayerId, told: Told, touched: Collection[Seat], title: str, said: str, reason: str
) -> None:
    """Mail the players who are to hear of what was noted last.

    touched: the seats that it touches.  title, said: what was done, to be read by any of them.  Raises NotUmpire where
    a co-umpire of one side would tell another.
    """
    seats = {"at the end": (), "touched": tuple(touched), "all": tuple(one.seat for one in work.chairs)}[told]
    chairs = [one for one in work.chairs if one.seat in seats]  # the umpire, to whom a letter may have gone, has none
    if not concerns(work, by, *(one.seat for one in chairs)):
        own = side_words(work, one_side_of(work.desk, by))
        raise NotUmpire(f"you see {own} alone: only the umpire tells players of another side")
    tell_players(work, "seat", chairs, title, said, f"The reason: {reason}")
