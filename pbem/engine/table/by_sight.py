"""What units do without an order, decided for each side on what it sees (H7)."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from pbem.engine.commanders import leads, seats_of
from pbem.engine.hiding import as_is, is_hidden
from pbem.engine.ids import StandId
from pbem.engine.play import Play


class OrderOf(Protocol):
    """An order."""

    @property
    def unit(self) -> StandId:
        """The unit or general that it is for."""


O = TypeVar("O", bound=OrderOf)  # noqa: E741  # an order


def each_by_sight(play: Play[Any], of: Callable[[Any], Iterable[O]]) -> tuple[O, ...]:
    """H7: the orders that ``of`` makes of a battle: of the whole of it, or where units are hidden for each commander on
    the view of that seat, with the true codes of the enemies in it.
    """
    if not is_hidden(play.battle):
        return tuple(of(play.battle))
    found: list[O] = []
    for army in play.battle.armies:
        every = (*play.battle.units.values(), *play.battle.generals.values())
        for seat in seats_of(army):
            own = {one.id for one in every if leads(army, seat, one)}
            found += [as_is(play.battle, army.id, one) for one in of(play.seen(seat)) if one.unit in own]
    return tuple(found)
