"""Every kind of fact of a battle, for its journal."""

from pbem.engine.commanders import ParcelledOut
from pbem.engine.hiding import SightingWithdrawn, SightRuled
from pbem.engine.rulings.facts import BreakRuled, LastTurnPut, PointsRuled, VisibilityPut, WordFreed, WordGiven
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitsGaveAway
from pbem.rulesets.armatys.state.closing import (
    BayonetsFixed,
    ChargeAnswered,
    ChargeDeclared,
    ChargeMoved,
    ContactMade,
    CrewFled,
    CutDown,
    FaceTurned,
    Interpenetrated,
)
from pbem.rulesets.armatys.state.detached import CrewReturned, Detached, Rejoined
from pbem.rulesets.armatys.state.facts import (
    BattleEnded,
    BoundBegan,
    Broke,
    ClassRolled,
    CountersTaken,
    Fired,
    FogPut,
    GeneralChanged,
    GeneralMoved,
    GroundHeld,
    MeleeDecided,
    Moved,
    OrderRefused,
    OrdersAsked,
    PhaseBegan,
    PursuitBegan,
    PursuitEnded,
    QuietBound,
    ReactionTested,
    Recovered,
    Removed,
    Retired,
    Risked,
    StandingGiven,
    Struck,
    UnitArrived,
    UnitPut,
)
from pbem.rulesets.armatys.state.noticed import FoundOut, LostSight, Sighted, SightingReported
from pbem.rulesets.armatys.state.special_facts import CameBack, FollowTried, LaneTaken, SpecialActed

Facts = (
    ChargeDeclared | ChargeAnswered | ChargeMoved | ContactMade | Interpenetrated | CrewFled | CutDown
    | BayonetsFixed | FaceTurned | Detached | Rejoined | CrewReturned | SpecialActed | CameBack | FollowTried
    | LaneTaken | OrderRefused | Fired | Struck | Risked | CountersTaken | Recovered | MeleeDecided | Broke
    | Retired | ClassRolled | GeneralChanged | BoundBegan | Removed | QuietBound | ReactionTested | PursuitBegan
    | PursuitEnded | Sighted | LostSight | PlaceSeenEmpty | SeenMoving | AreaSeen | UnitsGaveAway | FoundOut
    | SightingReported | SightingWithdrawn | SightRuled | Moved | GeneralMoved | PhaseBegan | OrdersAsked
    | StandingGiven | UnitArrived | GroundHeld | BattleEnded | UnitPut | WordGiven | WordFreed | PointsRuled
    | BreakRuled | LastTurnPut | FogPut | VisibilityPut | ParcelledOut
)  # fmt: skip
