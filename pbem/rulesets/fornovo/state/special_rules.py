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


class HeldUntil(SpecialRule, frozen=True, kw_only=True, tag="held-until"):
    """Units that neither move nor charge before a turn; an enemy's charge frees one."""

    units: Stands
    turn: int


class HeldBy(SpecialRule, frozen=True, kw_only=True, tag="held-by"):
    """Units that neither move nor charge until they are freed.

    By an enemy's charge; by the general within his command distance as a turn begins; when a unit ahead of them has
    lost a fifth of its figures or routed; when the general is gone, by a die each turn.
    """

    units: Stands
    general: StandId
    ahead: Stands
    needs: int


class Betrayed(SpecialRule, frozen=True, kw_only=True, tag="betrayed"):
    """A unit that is taken off before the first turn on a die of 1 to ``upto``."""

    unit: StandId
    upto: int


class SlowGeneral(SpecialRule, frozen=True, kw_only=True, tag="slow-general"):
    """A general who rides no farther than so much in a turn."""

    general: StandId
    inches: Hundredths


class NoWeight(SpecialRule, frozen=True, kw_only=True, tag="no-weight"):
    """Guns that add nothing to the weight of artillery (FS-8.2a)."""

    units: Stands


class WetPowder(SpecialRule, frozen=True, kw_only=True, tag="wet-powder"):
    """All guns halve their hits once more, rounded down."""


class BadLight(SpecialRule, frozen=True, kw_only=True, tag="bad-light"):
    """Shots of a side at far range halve their hits once more, rounded down."""

    side: Side


class Exposed(SpecialRule, frozen=True, kw_only=True, tag="exposed"):
    """A general who is out of the game on a die of 1 to ``upto`` (FS-3.1.3), in place of 1."""

    general: StandId
    upto: int


class Flood(SpecialRule, frozen=True, kw_only=True, tag="flood"):
    """Ground that is closed after a turn; units that stand on it with their middle are destroyed."""

    area: Outline
    after_turn: int


class AlarmGiven(SpecialRule, frozen=True, kw_only=True, tag="alarm"):
    """Units that neither move nor charge nor shoot before the alarm.

    It is given as a turn begins with an enemy in sight of their side, or by a die.  They act from that turn on; with
    drums guns do, other units in the turn after on a die of ``drums`` or more, and all in the one after that.
    """

    units: Stands
    needs: int
    drums: int = 0
    """0: none."""


class Spate(SpecialRule, frozen=True, kw_only=True, tag="spate"):
    """Fords: a unit in one as a turn begins stays in it, disordered, on a die of 1 to ``upto``, once.

    After a turn a 1 closes the ford for good as soon as no unit is in it.
    """

    fords: PieceNames
    upto: int
    after_turn: int


class Plunder(SpecialRule, frozen=True, kw_only=True, tag="plunder"):
    """Baggage with an enemy within an inch of it and no friend within three as a turn begins is plundered, removed.

    Looters within an inch of it do nothing else in that turn, disordered, on a die of 1 to ``upto``.
    """

    baggage: Stands
    points: int
    """Per cent of margin that each gives the enemy."""
    looters: Stands = ()
    upto: int = 0


class MustAdvance(SpecialRule, frozen=True, kw_only=True, tag="must-advance"):
    """Units that go straight ahead their full move in a turn, unless they charge, or a die of ``needs`` spares them."""

    units: Stands
    turn: int
    needs: int


class Tired(SpecialRule, frozen=True, kw_only=True, tag="tired"):
    """Units that count one grade lower once they have fought so many rounds."""

    units: Stands
    rounds: int


class LastPowder(SpecialRule, frozen=True, kw_only=True, tag="last-powder"):
    """Units that shoot in so many turns at most."""

    units: Stands
    rounds: int


class Wavering(SpecialRule, frozen=True, kw_only=True, tag="wavering"):
    """Units that, once others are lost, move or charge in a turn on ``needs`` or more (A +2, B +1, D -1)."""

    units: Stands
    after: Stands
    needs: int


class Masked(SpecialRule, frozen=True, kw_only=True, tag="masked"):
    """Guns that do not shoot with a friend in their danger zone, in place of shooting at him first (FS-9.13c)."""

    units: Stands


class Skittish(SpecialRule, frozen=True, kw_only=True, tag="skittish"):
    """Units that test as hit by shooting (FS-8.6) when they are shot at, hit or not."""

    units: Stands


class JoinedHands(SpecialRule, frozen=True, kw_only=True, tag="joined-hands"):
    """Units of two bodies of a side, in good morale, that come within so much of one another: points, once."""

    units: Stands
    others: Stands
    inches: Hundredths
    points: int
    """Per cent of margin."""


class CoachHorses(SpecialRule, frozen=True, kw_only=True, tag="coach-horses"):
    """Guns that, from a turn on, may be limbered up once (against FS-7.13b)."""

    units: Stands
    turn: int


class SoftGround(SpecialRule, frozen=True, kw_only=True, tag="soft-ground"):
    """Ground on which the mounted move at half speed."""

    area: Outline


class LostGuide(SpecialRule, frozen=True, kw_only=True, tag="lost-guide"):
    """Lines: a unit of these whose move crosses one loses its move of the next turn; a charge costs it nothing."""

    units: Stands
    lines: PieceNames


class DarkWater(SpecialRule, frozen=True, kw_only=True, tag="dark-water"):
    """Lines closed to the mounted before a turn; foot that moves over one halts before it on 1 to ``upto``.

    Charges go on.
    """

    units: Stands
    lines: PieceNames
    turn: int
    upto: int


class LitMatches(SpecialRule, frozen=True, kw_only=True, tag="lit-matches"):
    """Troops whose matches glow: they are seen so far, and any unit that has shot so far as its flashes."""

    units: Stands
    inches: Hundredths
    flash: Hundredths


class Homeward(SpecialRule, frozen=True, kw_only=True, tag="homeward"):
    """Units of a side that march off from some ground, and are not lost: good or halted, and out of combat.

    The side wins with so much of its points gone so, its general and a unit of its baggage among them.
    """

    side: Side
    area: Outline
    general: StandId
    share: int
    """Per cent."""
    baggage: Stands
    points: int
    """Per cent of margin that each unit of baggage gives."""


class Terms(SpecialRule, frozen=True, kw_only=True, tag="terms"):
    """Units that have terms: once the others are gone or rout, their side concedes no more than a clear victory."""

    units: Stands
    others: Stands


class RiddenDown(SpecialRule, frozen=True, kw_only=True, tag="ridden-down"):
    """A side that after the last turn has no unit in good or halted morale on some ground has lost."""

    side: Side
    area: Outline
    where: str
    """The ground in words: ``south of the rhine``."""


class TakenGuns(SpecialRule, frozen=True, kw_only=True, tag="taken-guns"):
    """Guns with no other unit of their side, but routers, so near at the end give the enemy points."""

    units: Stands
    inches: Hundredths
    points: int
    """Per cent of margin."""


Special = (
    HeldUntil | HeldBy | AlarmGiven | Betrayed | SlowGeneral | NoWeight | WetPowder | BadLight | Exposed | Flood | Spate
    | Plunder | MustAdvance | Tired | LastPowder | Wavering | Masked | Skittish | JoinedHands | SoftGround | LostGuide
    | DarkWater | CoachHorses | LitMatches | Homeward | Terms | RiddenDown | TakenGuns
)  # fmt: skip
"""Every kind."""

KINDS = by_word(Special)
"""By the word that a scenario file has for it."""
