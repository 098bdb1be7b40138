"""What the special rules of a scenario are made of: a small struct a kind, its fields the keys of the scenario file.

This file knows nothing of battles: a battle holds such structs.
"""

from pbem.engine.ids import Side, StandId
from pbem.engine.special import SpecialRule, by_word
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot

Stands = tuple[StandId, ...]
PieceNames = tuple[str, ...]
Outline = tuple[Spot, ...]


class Surprised(SpecialRule, frozen=True, kw_only=True, tag="surprised"):
    """A side that in some bounds charges no enemy and makes no ordinary move but turns."""

    side: Side
    bounds: tuple[int, ...]


class InColumn(SpecialRule, frozen=True, kw_only=True, tag="column"):
    """Units that in some bounds only go forward: no charge, no turn, no change, no wheel over so many degrees."""

    units: Stands
    bounds: tuple[int, ...]
    wheel: int


class NotAcross(SpecialRule, frozen=True, kw_only=True, tag="not-across"):
    """Units to which some ground is closed before a bound: a river with its bridges and fords."""

    units: Stands
    ground: PieceNames
    before_bound: int


class Bridled(SpecialRule, frozen=True, kw_only=True, tag="bridled"):
    """Units that charge only after a die: it is thrown when their charge is first ordered, once a bound."""

    units: Stands
    needs: int


class Runaway(SpecialRule, frozen=True, kw_only=True, tag="runaway"):
    """Horse that makes no test to halt a pursuit without a general; it may return after a pursuit off the table."""

    units: Stands
    returns_from: int
    """The first bound in which one may return, by a die each bound, two bounds after it left at the earliest."""
    needs: int
    """The least die that brings one back."""


class FollowsOn(SpecialRule, frozen=True, kw_only=True, tag="follows"):
    """Units that go after the first line as it pursues, on a die of 1 to ``upto``, without a general."""

    units: Stands
    leads: Stands
    upto: int


class Deserts(SpecialRule, frozen=True, kw_only=True, tag="deserts"):
    """Units that leave when enemy Horse that passed its test to charge starts so near."""

    units: Stands
    within: Hundredths


class Disheartened(SpecialRule, frozen=True, kw_only=True, tag="disheartened"):
    """Units that break together: when so many of them are broken or gone, the others at the next break check."""

    units: Stands
    lost: int


class Panic(SpecialRule, frozen=True, kw_only=True, tag="panic"):
    """When so many units are broken or gone, each raw foot unit of their side near one of them takes a counter."""

    units: Stands
    lost: int
    within: Hundredths


class Rain(SpecialRule, frozen=True, kw_only=True, tag="rain"):
    """Bounds in which all musketry counts as raw."""

    bounds: tuple[int, ...]


class Powder(SpecialRule, frozen=True, kw_only=True, tag="powder"):
    """Foot of a side that from a bound on counts more counters for the size of its firing groups."""

    side: Side
    from_bound: int
    counters: int


class Barricade(SpecialRule, frozen=True, kw_only=True, tag="barricade"):
    """A place at which foot of a side defends an obstacle, in soft cover."""

    side: Side
    at: Spot
    within: Hundredths


class Banked(SpecialRule, frozen=True, kw_only=True, tag="bank"):
    """Hedges on banks: soft cover for dismounted dragoons behind them."""

    hedges: PieceNames


class Furze(SpecialRule, frozen=True, kw_only=True, tag="furze"):
    """Ground that takes the advantage of charging from cavalry that charges through it."""

    ground: PieceNames


class MustAdvance(SpecialRule, frozen=True, kw_only=True, tag="must-advance"):
    """Units that on a die of 1 to ``upto`` go at the nearest enemy Horse in a bound, unless they charge."""

    units: Stands
    bound: int
    upto: int


class RidesThrough(SpecialRule, frozen=True, kw_only=True, tag="rides-through"):
    """A general whom enemies touch once without a die when he is alone."""

    general: StandId


class Prizes(SpecialRule, frozen=True, kw_only=True, tag="prizes"):
    """Guns that an unbroken enemy takes who touches them abandoned as a bound ends; each lost one gives points."""

    guns: Stands
    points: int
    area: Outline
    """Within which an abandoned gun counts as if it were taken."""


class NarrowLane(SpecialRule, frozen=True, kw_only=True, tag="narrow-lane"):
    """Mounted units that take more counters at an obstacle, but for one of them a bound at a lane."""

    units: Stands
    obstacle: str
    lane: Spot
    within: Hundredths
    counters: int
    """In place of the obstacle's own."""


Special = (
    Surprised | InColumn | NotAcross | Bridled | Runaway | FollowsOn | Deserts | Disheartened | Panic | Rain | Powder
    | Barricade | Banked | Furze | MustAdvance | RidesThrough | Prizes | NarrowLane
)  # fmt: skip
"""Every kind."""

KINDS = by_word(Special)
"""By the word that a scenario file has for it."""
