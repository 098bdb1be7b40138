"""What happens to the sight of hidden units (SN-H1 and on).  ``Sighted`` and its like are of one side alone."""

from functools import partial

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import Facing, Hex, key
from pbem.engine.hiding import (
    OfSide,
    SightingWithdrawn,
    SightRuled,
    TroopsReported,
    forgetting,
    giving_away,
    side_sights,
    with_fallen,
    with_sights,
    without_unit,
)
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.sightings import (
    Ghost,
    Sighting,
    out_of_sight,
    sighted,
    without_ghost,
)
from pbem.rulesets.snaphance.state.battle import Battle, Stand, with_stand
from pbem.rulesets.snaphance.state.sights import as_known


class Sighted(OfSide[Battle], frozen=True, tag="sighted"):
    """A stand or lone general came in sight, or is seen better than before (SN-H1, SN-H3, SN-H4).

    before: what the side called it until now, '' for one that was out of sight.  shown: the stand as well as it is
    seen, in what a seat learns alone.
    """

    stand: StandId
    sighting: Sighting
    before: StandId = StandId("")
    shown: Stand | UnsetType = UNSET

    def apply(self, battle: Battle) -> Battle:
        """It is in sight so."""
        return with_sights(battle, self.side, sighted(side_sights(battle, self.side), self.stand, self.sighting))


class LostSight(OfSide[Battle], frozen=True, tag="lost sight"):
    """A stand or lone general is no longer in sight (SN-H5).  at, facing: where it was last seen."""

    stand: StandId
    name: StandId
    at: Hex
    facing: Facing

    def apply(self, battle: Battle) -> Battle:
        """The ghost of a stand stays, as well as it was known; as a round begins it is of the one before."""
        mine = side_sights(battle, self.side)
        one = battle.stands.get(self.stand)
        if one is None:
            return with_sights(battle, self.side, out_of_sight(mine, self.stand, None))
        sighting = mine.seen[self.stand]
        was = replace(one, hex=self.at, facing=self.facing, destroyed=False, off_board=False, to_come=False)
        ghost = Ghost(as_known(battle, was, sighting), sighting.grade, battle.sight_turn)
        return with_sights(battle, self.side, out_of_sight(mine, self.stand, ghost))


class SightingReported(TroopsReported[Battle], frozen=True, tag="sighting reported"):
    """An umpire's word: a side was told of troops."""

    shown: Stand


class PlaceEmpty(OfSide[Battle], frozen=True, tag="place empty"):
    """The hex where a stand was last seen is in sight, and the stand is not there (SN-H5)."""

    name: StandId

    def apply(self, battle: Battle) -> Battle:
        """Its ghost goes."""
        return with_sights(battle, self.side, without_ghost(side_sights(battle, self.side), self.name))


class HexSeen(OfSide[Battle], frozen=True, tag="hex seen"):
    """A side sees in whose hand a hex of an objective is (SN-H9)."""

    hex: Hex
    holder: Side

    def apply(self, battle: Battle) -> Battle:
        """It knows so until it sees otherwise."""
        mine = side_sights(battle, self.side)
        return with_sights(battle, self.side, replace(mine, held={**mine.held, key(self.hex): self.holder}))


class GaveAway(Fact[Battle], frozen=True, tag="gave away"):
    """Stands gave themselves away by what they do (SN-H2).  Neither side is told: what it sees by it is."""

    stands: tuple[StandId, ...]

    def apply(self, battle: Battle) -> Battle:
        """Until the round ends."""
        return giving_away(battle, self.stands)

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """By neither side."""
        return False


class BlindUnveiled(Fact[Battle], frozen=True, tag="blind unveiled"):
    """A blind was made out, or met, and is taken off the board: nothing is there (SN-H10)."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """Neither side sees it, or takes it to be anywhere; a general who was with it is alone."""
        gone = with_stand(battle, replace(battle.stands[self.stand], off_board=True))
        generals = {
            c: replace(one, attached_to=None) if one.attached_to == self.stand else one
            for c, one in battle.commanders.items()
        }  # fmt: skip
        return without_unit(replace(gone, commanders=generals), self.stand)


class FoundOut(OfSide[Battle], frozen=True, tag="found out"):
    """An order that was lawful by all that its side saw could not be carried out as it was written (SN-H6, SN-H7)."""

    stand: StandId
    order: str
    """In the order language."""
    why: str
    """What the rules say to it."""
    enemies: tuple[StandId, ...] = ()
    """Who stood in the way, unseen."""

    def apply(self, battle: Battle) -> Battle:
        """What was done of it is recorded apart."""
        return battle


def after_falling(battle: Battle, stand: StandId) -> Battle:
    """The battle with a stand out of sight that is gone for good; a side that saw it knows of its loss (SN-H9)."""
    return with_fallen(battle, stand, partial(as_known, battle, battle.stands[stand]))


def after_round(battle: Battle) -> Battle:
    """The battle when a round begins: what stands gave away in the last one is forgotten (SN-H2)."""
    return forgetting(battle)


NoticedFacts = (
    Sighted | LostSight | PlaceEmpty | HexSeen | GaveAway | FoundOut | BlindUnveiled
    | SightingReported | SightingWithdrawn | SightRuled
)  # fmt: skip
