"""A case as written: the shapes of its position and of its action.  They mean nothing yet."""

from typing import Literal

import msgspec

from pbem.engine.ids import GroupId, Side
from pbem.rulesets.snaphance.state.battle import Terrain

Axial = tuple[int, int]
Do = Literal[
    "forward", "backward", "sideways", "sideways_forward", "move", "turn", "extra_move", "rally", "opportunity",
    "opportunity_charge", "fire", "fight", "pursue", "leave_town", "end",
]  # fmt: skip
Compass = Literal["D0", "D1", "D2", "D3", "D4", "D5"]


class OrderSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One order, as written."""

    stand: str | None = None
    commander: str | None = None
    melee: str | None = None
    group_move: tuple[str, ...] = ()
    do: Do
    path: tuple[Axial, ...] = ()
    to_facing: int | None = None
    end_facing: int | None = None
    same_move: bool = False
    attack: str | bool = False
    follow: Literal["remaining_mp", "stop"] | None = None
    target: str | None = None
    ranks: int = 1
    then_move: bool = False
    direction: Compass | None = None
    hexes: int = 1
    leader_adjust: Literal[-1, 0, 1] = 0
    to: Axial | None = None


class ChoiceSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What is decided for a stand beforehand."""

    evade: bool | None = None
    evade_fire: bool | None = None
    evade_distance: int | None = None
    evade_direction: Compass | None = None
    evade_path: tuple[Axial, ...] | None = None
    opportunity_fire: str | bool | None = None
    opportunity_charge: str | bool | None = None
    abort_if_hit: bool | None = None
    fire_first: bool | None = None
    follow: Literal["remaining_mp", "stop"] | None = None
    extra_follow: bool | None = None
    when: str | None = None
    path: tuple[Axial, ...] | None = None
    pursue: bool | None = None
    retreat_distance: int | None = None
    retreat_path: tuple[Axial, ...] | None = None
    bounce_distance: int | None = None
    bounce_path: tuple[Axial, ...] | None = None
    town_hold: bool | None = None
    fight_on: bool | None = None


class RetreatSpec(msgspec.Struct, frozen=True):
    stand: str
    beaten_by: str


class LossSpec(msgspec.Struct, frozen=True):
    """lost: ``whole``, a rank in words (it and what is behind it; ``rear rank``: the last there is), or SP."""

    stand: str
    lost: Literal["whole", "front rank", "second rank", "third rank", "fourth rank", "rear rank"] | int


class SituationSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A contact to count horse dice for."""

    id: str
    type: str
    doing: Literal[
        "charging", "charged", "charged stationary", "pursuing", "supporting an attack", "supporting a defence"
    ]
    contact: Literal["front", "rear", "own front"]
    sp: tuple[int, ...] | None = None
    disordered: bool = False


class CaseAction(msgspec.Struct, frozen=True, kw_only=True):
    """What is done.  ``situations`` are those of a query for horse dice."""

    declare: dict[Side, GroupId] = {}
    orders: tuple[OrderSpec, ...] = ()
    choices: dict[str, ChoiceSpec] = {}
    until: Literal["contact_fire", "melee_dice_count"] | None = None
    separately: bool = False
    retreat: RetreatSpec | None = None
    losses_in_order: tuple[LossSpec, ...] = ()
    query: Literal["zones", "horse_contact_fire"] | None = None
    situations: tuple[SituationSpec, ...] = ()
    set_up: dict[str, dict[str, tuple[int, int, int]]] = {}
    """By side, where its stands are set up: hex and facing."""


# --- the position --------------------------------------------------------------------------------------------------


class CaseGround(msgspec.Struct, frozen=True, kw_only=True):
    hex: Axial
    type: Terrain
    level: int | None = None
    cover: bool = False


class CaseDefence(msgspec.Struct, frozen=True, kw_only=True):
    hex: Axial
    sides: tuple[Literal["D0", "D1", "D2", "D3", "D4", "D5"], ...]
    prepared: bool = False


class CaseStand(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    side: str
    type: str
    hex: Axial
    facing: int = 0
    group: str | None = None
    sp: tuple[int, ...] | None = None
    disordered: bool = False
    opportunity: bool = False
    blind: bool = False
    """Units are hidden then, and the sides field blinds (SN-H10)."""


class CommanderSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    side: str
    group: str | None = None
    hex: Axial | None = None
    attached_to: str | None = None
    alive: bool = True
    initiative_bonus: int = 0
    replacement: bool = False


class MeleeSpec(msgspec.Struct, frozen=True, kw_only=True):
    """fought: this round already, in the activation before."""

    id: str
    battle_stands: dict[str, str]
    fought: bool = False


class WonSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A melee just decided, the retreat made."""

    battle_stand: str
    supports: tuple[str, ...] = ()
    loser: str | None = None
    loser_was_at: Axial | None = None
    retreat_path: tuple[Axial, ...] = ()
    loser_eliminated_at: Axial | None = None
    would_have_won: bool = True


class PendingSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Tests made, losses and retreat to come.  morale_loss: of the loser, or of each battle stand."""

    winner: str
    loser: str
    morale_loss: int | dict[str, int]


class Position(msgspec.Struct, frozen=True, kw_only=True):
    year: int = 1600
    training: dict[str, Literal["well", "poor"]] = {}
    board: dict[Literal["min_q", "max_q", "min_r", "max_r"], int] = {}
    terrain: tuple[CaseGround, ...] = ()
    defences: tuple[CaseDefence, ...] = ()
    stands: tuple[CaseStand, ...] = ()
    commanders: tuple[CommanderSpec, ...] = ()
    active_group: str | None = None
    unmoved_groups: dict[str, tuple[str, ...]] = {}
    melees: tuple[MeleeSpec, ...] = ()
    just_won: tuple[WonSpec, ...] = ()
    melee_result_pending: PendingSpec | None = None
    break_share: dict[str, float | str] = {}
    roster: dict[str, dict[str, int]] = {}
    rulings: dict[str, str] = {}
    last_active: str | None = None
    visibility: int | None = None
    """In hexes; given: units are hidden."""
    zones: dict[str, tuple[Axial, ...]] = {}
    """By side, where it may set up; given: the case begins with the set-up."""
