"""Every kind of fact of a battle, for its journal."""

from pbem.engine.commanders import ParcelledOut
from pbem.engine.hiding import SightingWithdrawn, SightRuled
from pbem.engine.rulings.facts import BreakRuled, LastTurnPut, PointsRuled, VisibilityPut, WordFreed, WordGiven
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitsGaveAway
from pbem.rulesets.fornovo.state.facts import (
    BattleEnded,
    BurstThrough,
    CameBack,
    ChargeAnswered,
    ChargeConfirmed,
    ChargeDeclared,
    ChargeEnded,
    ChargeFailed,
    ChargeMoved,
    CombatDisordered,
    ContactLost,
    ContactMade,
    CrewLeft,
    DebtPaid,
    Disordered,
    DrivenOut,
    Evaded,
    FalseRout,
    FogPut,
    FollowedUp,
    GeneralChanged,
    GroundHeld,
    HedgeWorked,
    HorsesDispersed,
    MoraleChanged,
    MoveMade,
    Mutinied,
    OffTable,
    OrderRefused,
    OrdersAsked,
    Overrun,
    PhaseBegan,
    PursuitAllowed,
    PursuitBegan,
    PursuitEnded,
    PursuitMoved,
    Rallied,
    Recoiled,
    RecoilOwed,
    Recovered,
    Removed,
    RolesChosen,
    Routed,
    RoutMoved,
    StakesLost,
    StakesMoved,
    StandingGiven,
    TurnBegan,
    UnitPut,
    WoodFound,
)
from pbem.rulesets.fornovo.state.fighting_facts import (
    FiguresLost,
    GeneralAtRisk,
    GunsHit,
    PairCounted,
    RoundDecided,
    Saved,
    Shot,
    Struck,
    Tested,
    VolleyFired,
    WagonsHit,
    WorksHit,
)
from pbem.rulesets.fornovo.state.noticed import FoundOut, LostSight, Sighted, SightingReported
from pbem.rulesets.fornovo.state.raising_facts import ArmyRaised, ListsDone
from pbem.rulesets.fornovo.state.special_facts import (
    GroundClosed,
    Marked,
    SpecialActed,
    UnitArrived,
)

Facts = (
    TurnBegan | OrdersAsked | PhaseBegan | RolesChosen | StandingGiven | OrderRefused | GroundHeld | UnitPut
    | BattleEnded | MoveMade | GeneralChanged | DebtPaid | WoodFound | Mutinied | Removed | MoraleChanged
    | Disordered | Recovered | Routed | Rallied | ChargeDeclared | ChargeAnswered | ChargeMoved | Evaded | FalseRout
    | ChargeConfirmed | ChargeFailed | ChargeEnded | ContactMade | ContactLost | CombatDisordered | Overrun
    | RecoilOwed | Recoiled | FollowedUp | CrewLeft | DrivenOut | HorsesDispersed | StakesMoved | StakesLost
    | HedgeWorked | RoutMoved | BurstThrough | PursuitBegan | PursuitMoved | PursuitAllowed | PursuitEnded | OffTable
    | CameBack | Tested | Shot | VolleyFired | GunsHit | Saved | FiguresLost | WorksHit | WagonsHit | GeneralAtRisk
    | PairCounted | Struck | RoundDecided | SpecialActed | UnitArrived | GroundClosed | Marked
    | ArmyRaised | ListsDone | WordGiven | WordFreed | PointsRuled | BreakRuled | LastTurnPut | FogPut
    | VisibilityPut | Sighted | LostSight | PlaceSeenEmpty | SeenMoving | AreaSeen | UnitsGaveAway
    | FoundOut | SightRuled | SightingReported | SightingWithdrawn | ParcelledOut
)  # fmt: skip
