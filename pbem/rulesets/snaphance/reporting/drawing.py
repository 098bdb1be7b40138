"""An answer drawn on the map before it is carried out: marches as they would be walked now, charges, shots."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hexchart import Arrow
from pbem.engine.hexes import Hex, distance
from pbem.engine.ids import CommanderId, StandId
from pbem.engine.mapstyle import ArrowKind
from pbem.rulesets.snaphance.fighting.shooting import targets
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.playing.checking import fresh, judged
from pbem.rulesets.snaphance.playing.together import group_plan
from pbem.rulesets.snaphance.reporting.charting import look
from pbem.rulesets.snaphance.standing.conditions import resolved
from pbem.rulesets.snaphance.state.asks import AskStand, AskWay, Reaction, StandChoice, Way
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    CommanderOrders,
    Fire,
    GroupMove,
    GroupWait,
    Item,
    SetUp,
    Sheet,
    StandOrders,
    StandPlace,
    When,
)
from pbem.rulesets.snaphance.writing.writing import Answer

WENT: dict[str, ArrowKind] = {
    "evade": "fell-back", "retreat": "fell-back", "bounce": "fell-back", "break_off": "moved", "pursue": "charged",
    "opportunity_charge": "charged",
}  # fmt: skip
"""The arrows of ways that are asked for."""


def drawn(view: Battle, ask: Ask[Any], answer: Answer | None) -> tuple[Arrow, ...]:
    """An answer to an ask as arrows, from the seat's view alone; what no place can be told for is left out.

    Orders are drawn as if no other unit did anything before, tests passed and shots were without effect.  Conditions
    are judged as things stand; what hangs on how an order comes out is not drawn.
    """
    match answer, ask:
        case Sheet(orders=orders), _:
            marching = {stand for item in orders if isinstance(item, GroupMove) for stand in item.stands}
            return tuple(arrow for item in orders for arrow in _of_item(view, item, marching))
        case SetUp(places=places), _:
            return tuple(arrow for one in places for arrow in _placed(view, one))
        case Way(path=path), AskWay(matter=matter, stand=stand):
            return _line(view, WENT[matter], stand, (view.stands[stand].hex, *path))
        case StandChoice(stand=target), AskStand(matter="target", stand=stand) if target is not None:
            return _line(view, "shot", stand, (view.stands[stand].hex, view.stands[target].hex))
        case Reaction(responses=responses), _:
            return tuple(
                arrow for one in responses
                for arrow in _line(
                    view, "shot" if one.does == "fire" else "charged", one.stand,
                    (view.stands[one.stand].hex, view.stands[one.at].hex),
                )
            )  # fmt: skip
        case _:
            return ()


def _placed(view: Battle, one: StandPlace) -> Iterator[Arrow]:
    """From where the scenario has a stand to where it is set up."""
    stand = view.stands.get(one.stand)
    if stand is not None and (stand.hex, stand.facing) != (one.hex, one.facing):
        path = (stand.hex, one.hex) if stand.hex != one.hex else (stand.hex,)
        yield Arrow("moved", look(view, stand.side), one.stand, path, one.facing)


def _line(view: Battle, kind: ArrowKind, stand: StandId, path: tuple[Hex, ...]) -> tuple[Arrow, ...]:
    """An arrow, if it leads anywhere."""
    return (Arrow(kind, look(view, view.stands[stand].side), stand, path),) if len(path) > 1 else ()


def _of_item(view: Battle, item: Item, marching: set[StandId]) -> Iterator[Arrow]:
    """marching: stands of group moves; what they do after it cannot be told from where they are now."""
    match item:
        case StandOrders(stand=stand):
            one = view.stands.get(stand)
            if one is not None and not one.gone and stand not in marching:
                yield from _of_stand(view, item)
        case GroupMove():
            yield from _of_group(view, item)
        case CommanderOrders(commander=commander):
            yield from _of_general(view, commander, item)
        case GroupWait():
            return


def _of_stand(view: Battle, item: StandOrders) -> Iterator[Arrow]:
    stand = item.stand
    known = resolved(view, stand, item.actions)
    actions: tuple[Act, ...] = tuple(action for action in known if not isinstance(action, When))
    for place, action in enumerate(actions):
        if isinstance(action, Fire):
            there = judged(view, StandOrders(stand=stand, actions=actions[:place])).battle
            target = action.target or next(iter(targets(there, stand)), None)
            if target is not None and target in there.stands:
                yield from _line(view, "shot", stand, (there.stands[stand].hex, there.stands[target].hex))
    there = judged(view, replace(item, actions=actions)).battle
    path = _walked(there, stand)
    charged = next((action.target for action in actions if isinstance(action, Charge)), None)
    if charged is not None and charged in there.stands and faces(there, stand, charged):
        yield from _line(view, "charged", stand, (*path, there.stands[charged].hex))
    else:
        yield from _march(view, there, stand, path)


def _march(view: Battle, there: Battle, stand: StandId, path: tuple[Hex, ...]) -> tuple[Arrow, ...]:
    """An arrow with the front the stand has at its end; a turn on the spot has no more than that front."""
    facing = there.stands[stand].facing
    if len(path) < 2 and facing == view.stands[stand].facing:
        return ()
    return (Arrow("moved", look(view, view.stands[stand].side), stand, path, facing),)


def _walked(there: Battle, stand: StandId) -> tuple[Hex, ...]:
    """Its way from where its turn began."""
    one = there.stands[stand]
    start = one.doing.started_hex
    return (*(() if start is None else (start,)), *one.doing.trail) or (one.hex,)


def _of_group(view: Battle, item: GroupMove) -> Iterator[Arrow]:
    """Each of a group by its own way; a charge ends on the nearest of the enemies that it meets."""
    if any(stand not in view.stands for stand in (*item.stands, *item.attack)):
        return
    made = group_plan(fresh(view), item)
    for stand in item.stands:
        steps = (to for step in made.steps for one, to in step if one == stand)
        path = (view.stands[stand].hex, *steps)
        met = [view.stands[enemy].hex for enemy in item.attack if distance(path[-1], view.stands[enemy].hex) == 1]
        if made.refusal is None and met:
            yield from _line(view, "charged", stand, (*path, met[0]))
        else:
            yield from _line(view, "moved", stand, path)


def _of_general(view: Battle, commander: CommanderId, item: CommanderOrders) -> Iterator[Arrow]:
    """A general's ride, straight to where he goes."""
    one = view.commanders.get(commander)
    joined = view.stands.get(item.join) if item.join is not None else None
    to = joined.hex if joined is not None else item.to
    if one is not None and to is not None and to != one.hex:
        yield Arrow("moved", look(view, one.side), commander, (one.hex, to))
