"""What can happen by special rules alone."""

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import Hex
from pbem.engine.ids import CommanderId, Side, StandId
from pbem.rulesets.snaphance.state.battle import Arrival, Battle, losing, with_commander, with_stand
from pbem.rulesets.snaphance.state.noticed import after_falling


class Freed(Fact[Battle], frozen=True, tag="freed"):
    """Stands that were held may move from now on.  place: of the rule in ``Battle.special``.  why: in words."""

    stands: tuple[StandId, ...]
    place: int
    why: str

    def apply(self, battle: Battle) -> Battle:
        """For good."""
        freed = (*battle.happened.freed, self.place)
        return replace(battle, happened=replace(battle.happened, freed=freed))


class CommanderCaptured(Fact[Battle], frozen=True, tag="commander captured"):
    """A general was not killed with his stand but taken, for break points of his side."""

    commander: CommanderId
    die: int
    points: int

    def apply(self, battle: Battle) -> Battle:
        """Lost to his side, as one who is dead."""
        one = battle.commanders[self.commander]
        battle = with_commander(battle, replace(one, alive=False, attached_to=None))
        return losing(battle, one.side, self.points)


class NotCaptured(Fact[Battle], frozen=True, tag="not captured"):
    """The die for a general in a stand that was destroyed: he was not taken."""

    commander: CommanderId
    die: int

    def apply(self, battle: Battle) -> Battle:
        """His death is recorded apart."""
        return battle


class Ragged(Fact[Battle], frozen=True, tag="ragged"):
    """A thin line that has charged from too far comes up ragged."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """Dice fewer in the melee of this charge; the disorder is recorded apart."""
        stand = battle.stands[self.stand]
        return with_stand(battle, replace(stand, doing=replace(stand.doing, ragged=True)))


class Hauled(Fact[Battle], frozen=True, tag="hauled"):
    """Guns spend a round on moving out of dead ground.  done: rounds so far; of: all that it takes."""

    stand: StandId
    done: int
    of: int

    def apply(self, battle: Battle) -> Battle:
        """Counted; that its action is over is recorded apart."""
        hauled = {**battle.happened.hauled, self.stand: self.done}
        return replace(battle, happened=replace(battle.happened, hauled=hauled))


class Avenging(Fact[Battle], frozen=True, tag="avenging"):
    """A stand that has heard of the king's death will fight the harder for it."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """Till its next melee."""
        avenging = tuple(sorted({*battle.happened.avenging, self.stand}))
        return replace(battle, happened=replace(battle.happened, avenging=avenging))


class Goaded(Fact[Battle], frozen=True, tag="goaded"):
    """A stand must charge an enemy, whatever it was ordered."""

    stand: StandId
    general: CommanderId
    target: StandId

    def apply(self, battle: Battle) -> Battle:
        """The charge is recorded apart."""
        return battle


class Recalled(Fact[Battle], frozen=True, tag="recalled"):
    """A general brings a stand back that had left the board.

    points: break points of its side that are found again; below 0: lost with the ranks that do not come back.
    """

    stand: StandId
    general: CommanderId
    place: int
    sp: tuple[int, ...]
    enters: tuple[Hex, ...]
    points: int

    def apply(self, battle: Battle) -> Battle:
        """It may enter where it left; the rule has served."""
        stand = battle.stands[self.stand]
        stand = replace(
            stand, off_board=False, to_come=True, disordered=False, sp=self.sp, enters=self.enters, hex=self.enters[0],
        )  # fmt: skip
        coming = Arrival(stands=(self.stand,), round=battle.round, due=True)
        others = tuple(one for one in battle.arrivals if self.stand not in one.stands)
        done = battle.happened
        done = replace(
            done, spent=(*done.spent, self.place), counted=tuple(one for one in done.counted if one != self.stand)
        )  # fmt: skip
        battle = replace(with_stand(battle, stand), arrivals=(*others, coming), happened=done)
        return losing(battle, stand.side, -self.points, self.stand)


class Looted(Fact[Battle], frozen=True, tag="looted"):
    """A stand has ridden off the board to the enemy's baggage.  points: break points that costs ``side``."""

    stand: StandId
    side: Side
    points: int

    def apply(self, battle: Battle) -> Battle:
        """Off the board without loss; the enemy pays."""
        stand = battle.stands[self.stand]
        gone = with_stand(battle, replace(stand, off_board=True, opportunity=False))
        return after_falling(losing(gone, self.side, self.points), self.stand)


SpecialFacts = (
    Freed | CommanderCaptured | NotCaptured | Ragged | Hauled | Avenging | Goaded | Recalled | Looted
)  # fmt: skip


def left_with_points(battle: Battle, stand: StandId) -> Battle:
    """A stand that has left the board is remembered with its break points: it may be brought back."""
    counted = (*battle.happened.counted, stand)
    return replace(battle, happened=replace(battle.happened, counted=counted))


def calmed(battle: Battle, stand: StandId) -> Battle:
    """A stand that has fought its melee: nothing more to avenge, no line that is ragged."""
    done, one = battle.happened, battle.stands[stand]
    if one.doing.ragged:
        battle = with_stand(battle, replace(one, doing=replace(one.doing, ragged=False)))
    if stand not in done.avenging:
        return battle
    return replace(battle, happened=replace(done, avenging=tuple(s for s in done.avenging if s != stand)))
