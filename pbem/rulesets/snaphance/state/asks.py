"""What a seat of a Snaphance battle is ever asked (catalogue section 5), and the answers."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.hexes import Hex
from pbem.engine.ids import GroupId, MeleeId, Side, StandId
from pbem.rulesets.snaphance.state.commands import SetUp, Sheet

# --- answers ------------------------------------------------------------------------------------------------------


class YesNo(msgspec.Struct, frozen=True, tag="yes-no"):
    """Do it or not."""

    yes: bool


class Way(msgspec.Struct, frozen=True, tag="way"):
    """A path of hexes, the start left out; () to stay."""

    path: tuple[Hex, ...]


class StandChoice(msgspec.Struct, frozen=True, tag="stand-choice"):
    """One stand of those offered; None for none."""

    stand: StandId | None


class GroupChoice(msgspec.Struct, frozen=True, tag="group-choice"):
    """One command group."""

    group: GroupId


class MeleeChoice(msgspec.Struct, frozen=True, tag="melee-choice"):
    """One ongoing melee."""

    melee: MeleeId


class Response(msgspec.Struct, frozen=True, order=True):
    """What a stand on opportunity does to an enemy that gave it cause."""

    stand: StandId
    does: Literal["fire", "charge"]
    at: StandId


class Reaction(msgspec.Struct, frozen=True, tag="reaction"):
    """All that a side does about one cause (3.18b, 1); () for nothing."""

    responses: tuple[Response, ...] = ()


class Evasions(msgspec.Struct, frozen=True, tag="evasions"):
    """Which of several stands evade, and which stand."""

    going: tuple[StandId, ...]
    staying: tuple[StandId, ...]


def evasions(asked: Iterable[StandId], going: Iterable[StandId]) -> Evasions:
    """The answer for all that are asked, of whom some evade."""
    goes, every = set(going), sorted(asked)
    return Evasions(
        tuple(stand for stand in every if stand in goes), tuple(stand for stand in every if stand not in goes)
    )


class Change(msgspec.Struct, frozen=True, tag="change"):
    """A general's change to a pursuit die: -1, 0 or +1."""

    by: int


Answers = Sheet | SetUp | YesNo | Way | StandChoice | GroupChoice | MeleeChoice | Change | Reaction | Evasions

# --- asks ---------------------------------------------------------------------------------------------------------


class AskOrders(Ask[Sheet], frozen=True, tag="orders"):
    """The orders of a round (group None), or of the activated group (D2).

    A sheet is judged line by line when it is read: whatever was taken is allowed.
    """

    round: int
    group: GroupId | None = None


class AskSetUp(Ask[SetUp], frozen=True, tag="set-up"):
    """Where a side's stands stand at the start (SN-H8), both sides at once, sealed.

    default: as the scenario has them.  The script plays an answer by ``playing.setting.set_up``; where places do not
    go together the side stands as the scenario has it.
    """

    side: Side


class AskGroup(Ask[GroupChoice], frozen=True, tag="declare"):
    """Which group to declare for the dice-off (D1)."""

    options: tuple[GroupId, ...]

    def refusal(self, answer: GroupChoice) -> str:
        """One of the groups that have not moved (SN-1.4b)."""
        return "" if answer.group in self.options else f"{answer.group} has moved already or is not yours (SN-1.4b)"


YesNoMatter = Literal[
    "evade",  # D12
    "evade_fire",  # D13
    "evade_again",  # D15
    "defensive_fire",  # D21
    "fight_on",  # D28
    "pursue",  # D29
    "face_attacker",  # D34
    "follow",  # D23
    "town_hold",  # D26
    "extra_follow",  # D23: a further move after an evader, with its test
    "if_opp_charged",  # D19
    "abort_if_hit",  # D20
    "sk_support",  # D22: skirmishers that would only support evade
]


class AskYesNo(Ask[YesNo], frozen=True, tag="yes or no"):
    """A plain choice of one stand.  other: the enemy it is about."""

    matter: YesNoMatter
    stand: StandId
    other: StandId | None = None
    dice: int = 0
    """Dice at stake where that matters (a shot to evade, a shot to give)."""
    lost: int = 0
    """SP just lost where that matters (a charge to abort), or that yes will cost (a town to hold)."""


class AskWay(Ask[Way], frozen=True, tag="way"):
    """Where a stand evades (D14), retreats (D24, D25), bounces (D27) or breaks off (D36) to, or which way it pursues
    (D31) or charges on opportunity.

    options: every lawful path.
    """

    matter: Literal["evade", "retreat", "bounce", "pursue", "opportunity_charge", "break_off"]
    stand: StandId
    other: StandId | None
    options: tuple[tuple[Hex, ...], ...]

    def refusal(self, answer: Way) -> str:
        """One of the lawful paths."""
        return "" if answer.path in self.options else "that way is not open to it"


class AskStand(Ask[StandChoice], frozen=True, tag="stand"):
    """Which enemy is the opposing battle stand (D9), against which enemy a stand supports (D10, D11), where a general
    without a stand goes (D33), which attacker a stand turns to face (D34; None: none), whom it shoots at (D7)."""

    matter: Literal["battle_stand", "support", "commander_with", "face_attacker", "target"]
    stand: StandId
    options: tuple[StandId | None, ...]

    def refusal(self, answer: StandChoice) -> str:
        """One of those offered."""
        return "" if answer.stand in self.options else "that stand is not one of those it may choose"


Cause = Literal["declaration", "step", "shot", "pursuit"]
"""What stands on opportunity answer: an attack declared, a step, a shot, a step of a pursuer."""


class AskReaction(Ask[Reaction], frozen=True, tag="reaction"):
    """What a side's stands on opportunity do about one cause (D16, D17, D18), all named at once (3.18b, 1)."""

    cause: Cause
    stands: tuple[StandId, ...]
    """The enemies that gave it."""
    options: tuple[Response, ...]
    """Everything its stands may do."""
    dice: tuple[int, ...]
    """Of each shot among them, 0 for a charge."""
    targets: tuple[StandId, ...] = ()
    """Whom a declared attack or a shot is at."""

    def refusal(self, answer: Reaction) -> str:
        """Each stand one of its options, and at most one charge on each enemy (SN-6.2c)."""
        for one in answer.responses:
            if one not in self.options:
                return f"{one.stand} may not {one.does}{' at' if one.does == 'fire' else ''} {one.at} now"
        stands = [one.stand for one in answer.responses]
        if len(set(stands)) < len(stands):
            return "each stand may do one thing only"
        charged = [one.at for one in answer.responses if one.does == "charge"]
        if len(set(charged)) < len(charged):
            return "only one stand may charge a given enemy (SN-6.2c)"
        return ""


class AskEvasions(Ask[Evasions], frozen=True, tag="evasions"):
    """Which of the stands that a charge comes upon evade, all at once (D12, D15, D22).

    One ask with a line for each, not several asks in a batch: a batch has one ask for a seat, by which its submission,
    its turn and its deadline are known.
    questions: for each of them what it would be asked alone, by id.
    """

    other: StandId
    questions: tuple[AskYesNo, ...]

    def refusal(self, answer: Evasions) -> str:
        """Each of those that are asked, and no other."""
        asked = sorted(one.stand for one in self.questions)
        said = sorted((*answer.going, *answer.staying))
        return "" if said == asked else f"say of each of {', '.join(asked)} whether it evades"


class AskMelee(Ask[MeleeChoice], frozen=True, tag="melee"):
    """Which ongoing melee a victor joins (D32)."""

    stand: StandId
    options: tuple[MeleeId, ...]

    def refusal(self, answer: MeleeChoice) -> str:
        """One of those in reach."""
        return "" if answer.melee in self.options else "it cannot reach that melee"


class AskChange(Ask[Change], frozen=True, tag="change"):
    """The general's +1 or -1 to a pursuit die (D30, SN-Q29)."""

    stand: StandId

    def refusal(self, answer: Change) -> str:
        """-1, 0 or +1."""
        return "" if answer.by in (-1, 0, 1) else "the change is -1, 0 or +1 (SNS-P3)"


Asks = (
    AskOrders | AskSetUp | AskGroup | AskYesNo | AskWay | AskStand | AskMelee | AskChange | AskReaction | AskEvasions
)  # fmt: skip


def single_answers(ask: Ask[Any]) -> tuple[Answers, ...]:
    """Every answer to a question of one choice; () for orders and for what is asked of several stands at once."""
    match ask:
        case AskYesNo():
            return (YesNo(yes=True), YesNo(yes=False))
        case AskGroup(options=groups):
            return tuple(GroupChoice(group) for group in groups)
        case AskWay(options=ways):
            return tuple(Way(path) for path in ways)
        case AskStand(options=stands):
            return tuple(StandChoice(stand) for stand in stands)
        case AskMelee(options=melees):
            return tuple(MeleeChoice(melee) for melee in melees)
        case AskChange():
            return tuple(Change(by) for by in (-1, 0, 1))
        case _:
            return ()
