"""The table of what standing orders settle: what is said of each decision, and what would act now."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from pbem.engine.offers import Choice, Decision
from pbem.engine.standing_orders import DecisionRow, in_force, offered
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

Texts = Mapping[str, str]
"""Words of orders, with their meaning."""


class Row(DecisionRow, frozen=True, kw_only=True):
    """A row of the one-hour table.  kind: the struct of its orders."""

    kind: type[Standing]


def _row(
    number: str, title: str, when: str, plain: Standing, values: Texts, forms: Texts = MappingProxyType({})
) -> Row:
    """A row.  plain: the order that says its default."""
    kind = type(plain)
    return Row(
        number=number, title=title, when=when, values=values, forms=forms, kind=kind, name=SPOKEN[kind.__name__],
        default=value_text(plain) or "by their codes",
    )  # fmt: skip


ASKED, MOVING, SHOOTING, FIGHTING, COMING = (
    "When your turn comes",
    "When it moves and has no order for it", "When it shoots and has no target",
    "When it is attacked in flank or rear", "When it is to come onto the table",
)  # fmt: skip

ROWS_OF_TABLE: tuple[Row, ...] = (
    _row(
        number="", title="Turns played without you", when=ASKED, plain=StandingPass(),
        values={"never": "every turn waits for your orders"},
        forms={
            "until an enemy is within 12": "while all enemies are farther off; standing orders act",
            "next 3 turns": "this turn and the two after it, with the same orders each time",
        },
    ),
    _row(
        number="OH-D3", title="Order of moving", when=MOVING, plain=OrderOfMoving(units=()), values={},
        forms={"S04 S05 S01": "those named first, in that order; the others after them, by their codes"},
    ),
    _row(
        number="OH-D4", title="What it does in its move", when=MOVING, plain=StandingMove(whom=ALL, how="hold"),
        values={"hold": "stay where it is", "face the enemy": "turn to the nearest enemy"},
        forms={
            "go to 24,18": "go straight to a place, as far each turn as it may",
            "go by the road to 24,18": "first to the nearest road, then along it to where it comes nearest to a place",
            "keep 8 from the enemy": "draw back from the nearest enemy until it is that far off, facing it",
        },
    ),
    _row(
        number="OH-D5", title="Which enemies it charges", when=MOVING, plain=StandingCharge(whom=ALL, never=True),
        values={"never": "no enemy", "any": "the nearest enemy it may charge"},
        forms={
            "any within 10": "the nearest it may charge, if no farther off than that",
            "N02 N03": "of the enemies named the first it may charge",
        },
    ),
    _row(
        number="OH-D5", title="Which faces it charges", when=MOVING, plain=StandingFaces(whom=ALL, flank_or_rear=False),
        values={"any": "whichever its charge meets", "flank or rear": "only where its blows count double"},
    ),
    _row(
        number="OH-D5", title="What it never charges", when=MOVING, plain=StandingBars(whom=ALL),
        values={
            "nothing": "no enemy is barred",
            "infantry front": "the front of Infantry",
            "up a hill": "an enemy on a hill that it is not on",
            "infantry front or up a hill": "neither of these",
        },
    ),
    _row(
        number="OH-D6", title="Which enemies it shoots at", when=SHOOTING, plain=StandingTarget(whom=ALL),
        values={
            "nearest": "the nearest that may be shot at and has fewer than 15 hits",
            "most hits first": "of those that may be shot at the one with the most hits, fewer than 15",
        },
        forms={"N02 N01": "of the enemies named the first that may be shot at, and no other"},
    ),
    _row(
        number="OH-D6", title="When it holds its fire", when=SHOOTING, plain=StandingFire(whom=ALL),
        values={
            "never": "it shoots whenever it may",
            "always": "it never shoots without an order",
            "against cover": "when the target is in a wood or a town",
        },
        forms={"beyond 8": "when the target is farther off", "beyond 8 or against cover": "for either reason"},
    ),
    _row(
        number="OH-D7", title="Which attackers it turns to face", when=FIGHTING, plain=StandingTurn(whom=ALL),
        values={
            "rear, right, left": "to an attacker in its rear first, then to its right, then to its left",
            "rear": "only to an attacker in its rear",
            "never": "it does not turn",
        },
        forms={"right, left": "faces, the first first"},
    ),
    _row(
        number="OH-D9", title="Where it enters", when=COMING, plain=StandingEntry(whom=ALL),
        values={"at the middle": "as near to the middle of its edge as is free, and on as far as it may"},
        forms={"at 12,0": "there, and on as far as it may"},
    ),
    _row(
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
    if issubclass(row.kind, OrderOfMoving | StandingPass):
        return offered(row, [_said(row, order) for order in mine[-1:]], [_scope(row, ALL)] if row.values else ())
    kinds = [ALL, *(_kinds(units) if len(_kinds(units)) > 1 else ())]
    free = {whom_of(order) for order in mine if value_text(order) not in row.values}
    by_code = {str(unit.id): unit for unit in units}

    def acts(code: str) -> tuple[str, str]:
        order = in_force(mine, lambda one: nearness(whom_of(one), by_code[code]))
        return (row.default, "") if order is None else (value_text(order), whom_of(order))

    scopes = [_scope(row, whom) for whom in kinds if whom not in free]
    return offered(row, [_said(row, order) for order in mine], scopes, [*by_code], acts)


def _scope(row: Row, whom: Whom) -> Choice:
    return Choice(whom=whom, line=f"standing {whom_text(whom)} {row.name}", value="")


def _said(row: Row, order: Standing) -> Choice:
    return replace(_scope(row, whom_of(order)), value=value_text(order))


def meaning(order: Standing) -> str:
    """A standing order in words."""
    if isinstance(order, TakenBack):
        return "taken back"
    row = next(row for row in ROWS_OF_TABLE if row.kind is type(order))
    return row.meaning(value_text(order))
