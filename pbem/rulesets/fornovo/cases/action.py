"""What is done in a case: the vocabulary's ``action``."""

from typing import Any, Literal

import msgspec

from pbem.engine.casekit.inches import Number
from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import Battle

STEPS = (
    *("T", "R1", "R2", "R3a", "R3b", "R4", "M1", "M2", "M3a", "M3b", "S1", "S2", "S3", "C1", "C2", "C3", "C4"),
)  # fmt: skip
"""Of a turn, in order (catalogue section 1); before them T, a new turn begins."""
Step = Literal[
    "T", "R1", "R2", "R3a", "R3b", "R4", "M1", "M2", "M3a", "M3b", "S1", "S2", "S3", "C1", "C2", "C3", "C4"
]  # fmt: skip


class FaceFire(msgspec.Struct, frozen=True, kw_only=True):
    target: str
    dice: int


class OrderSpec(msgspec.Struct, frozen=True, kw_only=True):
    do: Literal["charge", "countercharge", "evade", "move", "fire"]
    unit: str | None = None
    general: str | None = None
    target: str | None = None
    moves: list[dict[str, Any]] = []
    unless: Number | None = None
    """Inches: the move is left out if an enemy is so near (D-13)."""
    shoot: bool = False
    bearing: float | None = None
    distance: float | None = None
    shot: t.Shot | None = None
    salvee: bool = False
    rank: Literal[1, 2] | None = None
    """Of a salvee by a single rank (FS-9.17)."""
    sides: dict[Literal["north", "east", "south", "west"], FaceFire] = {}

    @property
    def who(self) -> StandId:
        """The unit or general."""
        return StandId(self.unit or self.general or "")


class EvadeSpec(msgspec.Struct, frozen=True, kw_only=True):
    bearing: float
    distance: float


class ChoiceSpec(msgspec.Struct, frozen=True, kw_only=True, rename={"come_back": "return"}):
    initiative: Literal["A", "B"] | None = None
    friend_rout_order: list[str] = []
    follow_up: bool = False
    come_back: bool = True
    false_rout: bool | None = None
    charge_fire: bool = False
    pursuit: Literal["halt", "allow"] = "halt"
    pursue: str | None = None
    after_halt: Literal["face_enemy", "keep"] | float = "face_enemy"
    if_charged: Literal["stand", "countercharge", "evade", "square"] = "stand"
    evade: EvadeSpec | None = None
    if_target_gone: Literal["halt", "next_target", "continue"] = "halt"
    remainder_hits: list[str] = []
    loss_order: Literal["rear", "front", "flank"] = "rear"
    remainder_dice: list[str] = []
    swerve: Literal["left", "right"] = "left"


class ActionSpec(msgspec.Struct, frozen=True, kw_only=True):
    kind: Literal["price", "muster", "derive", "check", "play"]
    units: list[str] = []
    step: Step | None = None
    steps: list[Step] = []
    concede: Literal["", "blue", "red"] = ""
    """The side that concedes after the steps."""
    orders: list[OrderSpec] = []
    choices: dict[str, dict[str, Any]] = {}
    until: Literal["", "melee_dice"] = ""


def read_action(value: object, battle: Battle | None, faults: Faults) -> ActionSpec | None:
    """The action; None, with faults, when anything is wrong."""
    action = read_tree(ActionSpec, value, "action", faults)
    if action is None or battle is None:
        return None
    names = {*battle.units, *battle.generals}
    known(action.units, names, "action.units", faults)
    known([one.who for one in action.orders], names, "action.orders", faults, "unit or general")
    known(action.choices, {*names, "blue", "red"}, "action.choices", faults, "unit or side")
    known([one.target for one in action.orders if one.target], names, "action.orders", faults)
    if action.kind == "check" and action.step is None:
        faults.add("action.step", "a check names the step before which it is made")
    if action.kind == "play" and not action.steps and not action.concede:
        faults.add("action.steps", "a play names its steps")
    return action if not faults.found else None
