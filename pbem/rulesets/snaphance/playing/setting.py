"""Before the first round: both sides set up their stands, neither seeing the other's (SN-H8)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.engine.commanders import seats_of
from pbem.engine.hexes import Hex, key, label
from pbem.engine.ids import RuleId, Side, StandId
from pbem.rulesets.snaphance.moving.movement import No, no
from pbem.rulesets.snaphance.state.asks import AskSetUp
from pbem.rulesets.snaphance.state.battle import Battle, Stand, army, stands_of, terrain, type_of
from pbem.rulesets.snaphance.state.commands import SetUp, StandPlace
from pbem.rulesets.snaphance.state.facts import SetUpEnded, SetUpMade

if TYPE_CHECKING:
    from pbem.engine.play import Play

RULE = RuleId("SN-H8")


def set_up_all(play: "Play[Battle]") -> None:
    """Both sides take their places at once, as their players have them."""
    before = play.battle
    asks = [AskSetUp(seat=seat, side=one.id, default=SetUp()) for one in before.armies for seat in seats_of(one)]
    given = play.ask_each(asks, sealed=True)
    for one in before.armies:
        answers = [answer for ask, answer in zip(asks, given, strict=True) if ask.side == one.id]
        play.record(set_up(before, one.id, _together(before, one.id, answers)))
    play.record(SetUpEnded(rules=(RULE,)))


def _together(battle: Battle, side: Side, answers: Sequence[SetUp]) -> SetUp:
    """The answers of a side's commanders as one: a later commander's places are left out where they do not go with
    those of the others before."""
    taken = answers[0]
    for answer in answers[1:]:
        both = SetUp(places=(*taken.places, *answer.places))
        taken = taken if refused_places(battle, side, both) else both
    return taken


def set_up(battle: Battle, side: Side, answer: SetUp) -> SetUpMade:
    """The side's stands at their places; all as the scenario has them if the ones ordered do not go together."""
    sample = tuple(StandPlace(one.id, one.hex, one.facing) for one in stands_of(battle, side))
    ordered = {one.stand: one for one in answer.places}
    places = tuple(ordered.get(one.stand, one) for one in sample)
    if places != sample and not refused_places(battle, side, SetUp(places=places)):
        return SetUpMade(side=side, places=places, sample=False, rules=(RULE,))
    return SetUpMade(side=side, places=sample, sample=True, rules=(RULE,))


def refused_places(battle: Battle, side: Side, answer: SetUp) -> dict[StandId, No]:
    """Why each place of a set-up that is not lawful is not: judged with the side's other stands where they are to
    stand, ordered or by the scenario.  Enemies are not looked at: no hex is in the zones of both.

    Rules: SN-H8, SN-1.2a.
    """
    mine = {one.id: one for one in stands_of(battle, side)}
    there = {one.id: one.hex for one in mine.values()} | {one.stand: one.hex for one in answer.places}
    found: dict[StandId, No] = {}
    for place in answer.places:
        one = mine.get(place.stand)
        refusal = _barred(battle, one, place, there) if one is not None else no(f"{place.stand} is not yours", RULE)
        if refusal is not None:
            found[place.stand] = refusal
    return found


def _barred(battle: Battle, one: Stand, place: StandPlace, there: dict[StandId, Hex]) -> No | None:
    """Inside its side's zone, on ground it may stand on, alone in its hex."""
    here = label(place.hex)
    if place.hex not in zone_of(battle, one.side):
        return no(f"{here} is outside the zone in which your side sets up", RULE)
    ground = terrain(battle, place.hex)
    if ground == "impassable" or type_of(battle, one.id).category in battle.no_entry.get(ground, ()):
        return no(f"{one.id} may not stand in {here}", RULE)
    other = next((code for code, hexed in there.items() if code != one.id and key(hexed) == key(place.hex)), None)
    return no(f"{other} is set up in {here}: one stand a hex", RuleId("SN-1.2a"), RULE) if other is not None else None


def zone_of(battle: Battle, side: Side) -> tuple[Hex, ...]:
    """The hexes in which a side may set up."""
    return army(battle, side).zone or ()
