"""What is decided by what a side sees, and what is found out in play, where units are hidden (SN-H2, SN-H6, SN-H7).

Whether to try is judged on what the seat sees; what happens is true.  Stands that shoot, charge and fight give
themselves away before anything is asked about them, so that every question names what its seat has in sight.
"""

from typing import TYPE_CHECKING, TypeVar

from pbem.engine.hiding import is_hidden, side_sights
from pbem.engine.ids import RuleId, Seat, StandId
from pbem.engine.sightings import current_names, renamed
from pbem.rulesets.snaphance.state.battle import Battle, seat_of_stand, side_of_seat
from pbem.rulesets.snaphance.state.facts import Refused
from pbem.rulesets.snaphance.state.noticed import BlindUnveiled, FoundOut, GaveAway
from pbem.rulesets.snaphance.state.tables import rules

if TYPE_CHECKING:
    from pbem.engine.play import Play

T = TypeVar("T")


def judged_by(play: "Play[Battle]", stand: StandId) -> Battle:
    """What an order of a stand is judged by: what its seat sees where units are hidden, else the battle."""
    return play.seen(seat_of_stand(play.battle, stand)) if is_hidden(play.battle) else play.battle


def felt_by(play: "Play[Battle]", seat: Seat) -> Battle:
    """What troops go by that fall back, evade or break off: the ground and the troops on it, seen before or not."""
    return play.battle if is_hidden(play.battle) else play.seen(seat)


def as_called(battle: Battle, seat: Seat, order: T) -> T:
    """An order by the names that its seat has for enemies now."""
    side = side_of_seat(battle, seat)
    if side is None or not is_hidden(battle):
        return order
    return renamed(order, current_names(side_sights(battle, side)))


def as_is(battle: Battle, seat: Seat, order: T) -> T:
    """An order by the true codes of enemies."""
    side = side_of_seat(battle, seat)
    if side is None or not is_hidden(battle):
        return order
    return renamed(order, side_sights(battle, side).tokens)


def give_away(play: "Play[Battle]", *stands: StandId) -> None:
    """Stands give themselves away (SN-H2); nothing where nothing is hidden."""
    if not is_hidden(play.battle) or not play.battle.sights:
        return
    shown = play.battle.sights.shown
    fresh = tuple(dict.fromkeys(stand for stand in stands if stand not in shown))
    if fresh:
        play.record(GaveAway(stands=fresh, rules=rules("SN-H2")))


def found_out(
    play: "Play[Battle]", stand: StandId, order: str, why: str, by: tuple[RuleId, ...], before: Battle | None = None
) -> None:
    """What the truth forbids of an order (SN-H6, SN-H7); where nothing is hidden a refusal as any other.

    before: as it stood when the order was taken up; who stands in the way and was not in sight then was run into.
    """
    if not is_hidden(play.battle):
        play.record(Refused(subject=stand, order=order, why=why, rules=by))
        return
    side = play.battle.stands[stand].side
    seen = side_sights(before or play.battle, side).seen
    words = set(why.replace(",", " ").replace(";", " ").split())
    unseen: tuple[StandId, ...] = ()
    for code in sorted(words & play.battle.stands.keys()):
        one = StandId(code)
        if play.battle.stands[one].side != side and one not in seen:
            unseen = (*unseen, one)
    if unseen:
        give_away(play, stand, *unseen)
    play.record(
        FoundOut(side=side, stand=stand, order=order, why=why, enemies=unseen, rules=(*by, *rules("SN-H6", "SN-H7")))
    )
    for code in sorted(words & play.battle.stands.keys()):
        if is_blind(play.battle, StandId(code)) and play.battle.stands[StandId(code)].side != side:
            play.record(BlindUnveiled(stand=StandId(code), rules=rules("SN-H10")))


def is_blind(battle: Battle, stand: StandId) -> bool:
    """Whether a blind stands there in truth (SN-H10)."""
    return bool(battle.stands[stand].blind) and battle.stands[stand].on_board


def was_blind(stand: StandId) -> str:
    """Why an act against a blind comes to nothing."""
    return f"{stand} was a blind"
