"""Small one-hour positions for tests of orders: blue in the south faces red in the north, blue is active."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.orders import Reading
from pbem.engine.table.edges import TableEdge
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import Army, Battle, Contact, Feature, Unit, UnitType
from pbem.rulesets.onehour.commands import Sheet
from pbem.rulesets.onehour.language.language import read

BLUE, RED = Side("blue"), Side("red")
TYPE: Mapping[str, UnitType] = {"I": "Infantry", "S": "Swordsmen", "R": "Reiters", "C": "Cavalry"}


def spot(x: float, y: float) -> Spot:
    """A place in inches."""
    return Spot(Hundredths(round(x * 100)), Hundredths(round(y * 100)))


def unit(code: str, x: float, y: float, facing: float = 0, **more: Any) -> Unit:
    """A unit of blue, whose code begins with its type's letter; red's begin with an E before it (``EC1``)."""
    side = RED if code.startswith("E") else BLUE
    more = {"name": f"{code}'s men", **more}
    return Unit(
        id=StandId(code), side=side, type=TYPE[code.removeprefix("E")[0]], width=Hundredths(400), depth=Hundredths(200),
        pose=Pose(spot(x, y), Tenths(round(facing * 10) % 3600)), **more,
    )  # fmt: skip


def ground(name: str, kind: Any, *corners: tuple[float, float], called: str = "") -> Feature:
    """A piece of terrain."""
    return Feature(id=name, kind=kind, name=called, shape=tuple(spot(*corner) for corner in corners))


def block(name: str, kind: Any, west: float, south: float, east: float, north: float, called: str = "") -> Feature:
    """A rectangle of terrain."""
    return ground(name, kind, (west, south), (east, south), (east, north), (west, north), called=called)


def table(*things: Unit | Feature | Contact, **more: Any) -> Battle:
    """A table of 36 by 36 inches in blue's player turn."""
    armies = (
        Army(id=BLUE, name="Blue", letter="B", seat=Seat("blue"), edge=TableEdge.SOUTH),
        Army(id=RED, name="Red", letter="R", seat=Seat("red"), edge=TableEdge.NORTH),
    )
    units = {one.id: one for one in things if isinstance(one, Unit)}
    battle = Battle(
        title="Test", armies=armies, units=units, side_order=(BLUE, RED), turn=1, active=BLUE, phase="orders",
        features=tuple(one for one in things if isinstance(one, Feature)),
        contacts=tuple(one for one in things if isinstance(one, Contact)),
    )  # fmt: skip
    return replace(battle, **more)


def asked(battle: Battle) -> AskOrders:
    """What blue is asked."""
    return AskOrders(seat=Seat("blue"), default=Sheet(), turn=battle.turn, side=BLUE)


def reading(battle: Battle, text: str) -> Reading:
    """A text of blue's, read."""
    return read(battle, asked(battle), text)


def understood(battle: Battle, text: str) -> list[str]:
    """What is taken of a text, one line each."""
    return [f"{one.code} {one.order}" for one in reading(battle, text).understood]
