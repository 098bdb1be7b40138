"""The table of what standing orders settle: what is said of each decision, and what would act now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pbem.engine.ids import RuleId, StandId
from pbem.engine.offers import Acting, Choice, Decision
from pbem.rulesets.onehour.battle import Unit
from pbem.rulesets.onehour.commands import (
    OrderOfMoving,
    Standing,
    StandingBars,
    StandingCharge,
    StandingEntry,
    StandingFaces,
    StandingFire,
    StandingMove,
    StandingPass,
    StandingTarget,
    StandingTurn,
    StandingWait,
    TakenBack,
    Whom,
)
from pbem.rulesets.onehour.standing.standing import ALL, nearness, whom_of
from pbem.rulesets.onehour.tables import ROWS
from pbem.rulesets.onehour.writing.writing import SPOKEN, value_text, whom_text


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that can be settled in advance.  values: fixed answers, with their meaning; forms: what else may be
    said.  plain: what is said of it where nobody has said anything: the default.
    """

    number: str
    title: str
    when: str
    values: Mapping[str, str]
    plain: Standing
    forms: Mapping[str, str] = {}
    rules: tuple[RuleId, ...] = ()

    @property
    def kind(self) -> type[Standing]:
        """Its struct."""
        return type(self.plain)

    @property
    def name(self) -> str:
        """As orders say it."""
        return SPOKEN[type(self.plain).__name__]

    @property
    def default(self) -> str:
        """In the words of its answers."""
        return value_text(self.plain)


ASKED, MOVING, SHOOTING, FIGHTING, COMING = (
    "When your turn comes",
    "When it moves and has no order for it", "When it shoots and has no target",
    "When it is attacked in flank or rear", "When it is to come onto the table",
)  # fmt: skip

ROWS_OF_TABLE: tuple[Row, ...] = (
    Row(
        number="", title="Turns played without you", when=ASKED, plain=StandingPass(),
        values={"never": "every turn waits for your orders"},
        forms={
            "until an enemy is within 12": "while all enemies are farther off; standing orders act",
            "next 3 turns": "this turn and the two after it, with the same orders each time",
        },
    ),
    Row(
        number="OH-D3", title="Order of moving", when=MOVING, plain=OrderOfMoving(units=()), values={},
        forms={"S04 S05 S01": "those named first, in that order; the others after them, by their codes"},
    ),
    Row(
        number="OH-D4", title="What it does in its move", when=MOVING, plain=StandingMove(whom=ALL, how="hold"),
        values={"hold": "stay where it is", "face the enemy": "turn to the nearest enemy"},
        forms={
            "go to 24,18": "go straight to a place, as far each turn as it may",
            "go by the road to 24,18": "first to the nearest road, then along it to where it comes nearest to a place",
            "keep 8 from the enemy": "draw back from the nearest enemy until it is that far off, facing it",
        },
    ),
    Row(
        number="OH-D5", title="Which enemies it charges", when=MOVING, plain=StandingCharge(whom=ALL, never=True),
        values={"never": "no enemy", "any": "the nearest enemy it may charge"},
        forms={
            "any within 10": "the nearest it may charge, if no farther off than that",
            "N02 N03": "of the enemies named the first it may charge",
        },
    ),
    Row(
        number="OH-D5", title="Which faces it charges", when=MOVING, plain=StandingFaces(whom=ALL, flank_or_rear=False),
        values={"any": "whichever its charge meets", "flank or rear": "only where its blows count double"},
    ),
    Row(
        number="OH-D5", title="What it never charges", when=MOVING, plain=StandingBars(whom=ALL),
        values={
            "nothing": "no enemy is barred",
            "infantry front": "the front of Infantry",
            "up a hill": "an enemy on a hill that it is not on",
            "infantry front or up a hill": "neither of these",
        },
    ),
    Row(
        number="OH-D6", title="Which enemies it shoots at", when=SHOOTING, plain=StandingTarget(whom=ALL),
        values={
            "nearest": "the nearest that may be shot at and has fewer than 15 hits",
            "most hits first": "of those that may be shot at the one with the most hits, fewer than 15",
        },
        forms={"N02 N01": "of the enemies named the first that may be shot at, and no other"},
    ),
    Row(
        number="OH-D6", title="When it holds its fire", when=SHOOTING, plain=StandingFire(whom=ALL),
        values={
            "never": "it shoots whenever it may",
            "always": "it never shoots without an order",
            "against cover": "when the target is in a wood or a town",
        },
        forms={"beyond 8": "when the target is farther off", "beyond 8 or against cover": "for either reason"},
    ),
    Row(
        number="OH-D7", title="Which attackers it turns to face", when=FIGHTING, plain=StandingTurn(whom=ALL),
        values={
            "rear, right, left": "to an attacker in its rear first, then to its right, then to its left",
            "rear": "only to an attacker in its rear",
            "never": "it does not turn",
        },
        forms={"right, left": "faces, the first first"},
    ),
    Row(
        number="OH-D9", title="Where it enters", when=COMING, plain=StandingEntry(whom=ALL),
        values={"at the middle": "as near to the middle of its edge as is free, and on as far as it may"},
        forms={"at 12,0": "there, and on as far as it may"},
    ),
    Row(
        number="OH-D9", title="How long it waits", when=COMING, plain=StandingWait(whom=ALL),
        values={"never": "it comes as soon as it may"},
        forms={"until turn 4": "it does not come before that turn"},
    ),
)  # fmt: skip


def decisions(orders: tuple[Standing, ...], units: Sequence[Unit]) -> tuple[Decision, ...]:
    """A row for each decision that concerns one of some units.  orders: the side's, as they are to stand."""
    return tuple(
        _decision(row, orders, concerned)
        for row in ROWS_OF_TABLE
        if (concerned := [one for one in units if _concerns(row, one)]) or any(isinstance(o, row.kind) for o in orders)
    )


def _kinds(units: Iterable[Unit]) -> list[Whom]:
    return [kind for kind in ROWS if any(one.type == kind for one in units)]


def _concerns(row: Row, unit: Unit) -> bool:
    """Whether a unit may ever come to a decision."""
    if row.when == COMING:
        return unit.state == "to come"
    if row.when == SHOOTING:
        return ROWS[unit.type].shoots and not unit.out_of_ammo
    return True


def _decision(row: Row, orders: tuple[Standing, ...], units: Sequence[Unit]) -> Decision:
    mine = [order for order in orders if isinstance(order, row.kind)]
    if isinstance(row.plain, OrderOfMoving | StandingPass):
        return _for_all(row, value_text(mine[-1]) if mine else "")
    kinds = [ALL, *(_kinds(units) if len(_kinds(units)) > 1 else ())]
    chosen = {whom_of(order): value_text(order) for order in mine}
    shown = [whom for whom in kinds if chosen.get(whom, "") in ("", *row.values)]
    others = [order for order in mine if whom_of(order) not in shown]
    return Decision(
        title=row.title, values=row.values, default=row.default, name=row.name, when=row.when,
        choices=tuple(_choice(row, whom, chosen.get(whom, "")) for whom in shown),
        exceptions=tuple(f"{_line(row, whom_of(order))} {value_text(order)}" for order in others),
        single=tuple(_choice(row, whom_of(order), value_text(order)) for order in others),
        stands=tuple(one.id for one in units), alone=f"standing <unit> {row.name}" if units else "",
        acts=tuple(_acts(row, orders, units)) if mine else (),
    )  # fmt: skip


def _for_all(row: Row, value: str) -> Decision:
    """A decision that is one for all units.  value: what is said of it, '' for nothing."""
    choice = _choice(row, ALL, value)
    fixed = value in ("", *row.values)
    return Decision(
        title=row.title, values=row.values, default=row.default or "by their codes", name=row.name, when=row.when,
        choices=(_choice(row, ALL, value if fixed else ""),) if row.values else (),
        exceptions=() if fixed else (f"{choice.line} {value}",), single=() if fixed else (choice,),
    )  # fmt: skip


def _line(row: Row, whom: Whom) -> str:
    return f"standing {whom_text(whom)} {row.name}"


def _choice(row: Row, whom: Whom, value: str) -> Choice:
    return Choice(whom=whom, line=_line(row, whom), value=value)


def _acts(row: Row, orders: tuple[Standing, ...], units: Sequence[Unit]) -> Iterator[Acting]:
    """What each unit would do, those that would do the same for the same reason together."""
    same: dict[tuple[str, str], list[StandId]] = {}
    for unit in units:
        order = _speaking(orders, unit, row.kind)
        by = "" if order is None else whom_of(order)
        same.setdefault((row.default if order is None else value_text(order), by), []).append(unit.id)
    for (value, by), codes in same.items():
        yield Acting(tuple(codes), value, by)


def _speaking(orders: tuple[Standing, ...], unit: Unit, kind: type[Standing]) -> Standing | None:
    some = [one for one in orders if isinstance(one, kind) and nearness(whom_of(one), unit)]
    return max(some, key=lambda one: nearness(whom_of(one), unit), default=None)


def meaning(order: Standing) -> str:
    """A standing order in words."""
    if isinstance(order, TakenBack):
        return "taken back"
    row = next(row for row in ROWS_OF_TABLE if row.kind is type(order))
    value = value_text(order)
    return f"{row.title}: {row.values.get(value, value)}"
