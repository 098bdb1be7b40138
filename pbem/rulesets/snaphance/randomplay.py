"""A random player: for any view and ask an answer that the rules list, or a well-formed one that they may refuse.

The same view, ask and chance give the same answer.
"""

from collections.abc import Sequence
from typing import Any, Literal, get_args

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.hexes import Facing, Hex, distance, label, neighbours
from pbem.engine.ids import GroupId, StandId
from pbem.rulesets.snaphance.moving.arrivals import due
from pbem.rulesets.snaphance.playing.choices import Choices, HexChoice, choices, deeds
from pbem.rulesets.snaphance.playing.setting import refused_places, zone_of
from pbem.rulesets.snaphance.special.rally_off_map import recallable
from pbem.rulesets.snaphance.standing.decisions import GENERALS, STANDING
from pbem.rulesets.snaphance.state.asks import (
    AskEvasions,
    AskOrders,
    AskReaction,
    AskSetUp,
    AskYesNo,
    Reaction,
    Response,
    YesNo,
    evasions,
    single_answers,
)
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    commander_of,
    enemies_of,
    group_stands,
    groups_of,
    led_by,
    on_board,
)
from pbem.rulesets.snaphance.state.commands import (
    Act,
    CameTo,
    Charge,
    CommanderOrders,
    Condition,
    Decision,
    EnemyWithin,
    Enter,
    Fight,
    Fire,
    Go,
    GroupMove,
    GroupMoved,
    GroupWait,
    Hold,
    Is,
    Item,
    LeaveTown,
    March,
    Needs,
    OfClass,
    Opportunity,
    Rally,
    SetUp,
    Sheet,
    StandingOrder,
    StandOrders,
    StandPlace,
    StrengthLeft,
    TurnTo,
    When,
)

Follow = Literal["remaining_mp", "stop"] | None


def random_answer(view: Battle, ask: Ask[Any], chance: Chance, wild: bool = False) -> Any:  # noqa: ANN401  # of the ask's type
    """An answer to any ask.  Orders are such as ``choices`` lists; wild: also well-formed ones that may be refused."""
    match ask:
        case AskOrders():
            return _sheet(view, ask, chance, wild)
        case AskSetUp():
            return _set_up(view, ask, chance)
        case AskYesNo():
            return YesNo(chance.odds(50))
        case AskReaction(options=responses):
            return _reaction(responses, chance)
        case AskEvasions(questions=questions):
            charged = [one.stand for one in questions]
            return evasions(charged, [stand for stand in charged if chance.odds(50)])
    answers = single_answers(ask)
    return chance.pick(answers) if answers else ask.default


def wild_answer(view: Battle, ask: Ask[Any], chance: Chance) -> Any:  # noqa: ANN401  # of the ask's type
    """An answer to any ask; half of its orders may be refused."""
    return random_answer(view, ask, chance, wild=True)


def _reaction(options: tuple[Response, ...], chance: Chance) -> Reaction:
    """Some of what the stands may do: one thing each, one charge on each enemy (SN-6.2c)."""
    taken: list[Response] = []
    for one in chance.mixed(options):
        free = all(one.stand != other.stand for other in taken)
        alone = one.does == "fire" or all(other.does == "fire" or other.at != one.at for other in taken)
        if free and alone and chance.odds(60):
            taken.append(one)
    return Reaction(tuple(taken))


def _set_up(view: Battle, ask: AskSetUp, chance: Chance) -> SetUp:
    """Half of the stands somewhere else in the zone, as far as that goes together."""
    zone, taken = zone_of(view, ask.side), SetUp()
    for one in led_by(view, ask.seat):
        if not zone or not chance.odds(50):
            continue
        place = StandPlace(one.id, chance.pick(zone), Facing(chance.below(6)))
        both = SetUp(places=(*taken.places, place))
        taken = taken if refused_places(view, ask.side, both) else both
    return taken


# --- orders ---------------------------------------------------------------------------------------------------------


def _sheet(view: Battle, ask: AskOrders, chance: Chance, wild: bool) -> Sheet:
    groups = [ask.group] if ask.group else list(groups_of(view, ask.seat))
    orders: list[Item] = []
    for group in groups:
        orders += _of_group(view, group, chance, wild)
    bids = tuple(chance.mixed(groups)) if ask.group is None else ()
    sheet = Sheet(bids=bids, orders=tuple(orders), standing=_standing(view, groups, orders, chance))
    return sheet if sheet != Sheet() else ask.default


def _of_group(view: Battle, group: GroupId, chance: Chance, wild: bool) -> list[Item]:
    orders: list[Item] = []
    stands = chance.mixed([one.id for one in (*group_stands(view, group), *due(view, group))])
    general = commander_of(view, group)
    if wild and general is not None and chance.odds(30):
        hexes = [there for there in neighbours(general.hex) if on_board(view, there)]
        to = chance.pick(hexes) if hexes and chance.odds(50) else None
        join = chance.pick(stands) if stands and to is None and chance.odds(80) else None
        orders.append(CommanderOrders(general.id, to=to, join=join))
    back = recallable(view, general.id) if view.special and general is not None else ()
    if general is not None and back and chance.odds(50):
        orders.append(CommanderOrders(general.id, recall=chance.pick(back)))
    if wild and len(stands) > 1 and chance.odds(25):
        some = tuple(stands[: 2 + chance.below(2)])
        stands = stands[len(some) :]
        if chance.odds(30):
            orders.append(GroupWait(some, "rally" if chance.odds(50) else "opportunity"))
        else:
            orders.append(_together(view, some, chance))
    for stand in stands:
        if chance.odds(88):
            acts = _wild_acts(view, stand, chance) if wild and chance.odds(50) else _listed(view, stand, chance)
            if acts:
                orders.append(StandOrders(stand, acts))
    return orders


def _together(view: Battle, stands: tuple[StandId, ...], chance: Chance) -> GroupMove:
    enemies = enemies_of(view, view.stands[stands[0]].side)
    attack = (chance.pick(enemies).id,) if enemies and chance.odds(25) else ()
    directions = tuple(chance.below(6) for _ in range(1 + chance.below(3)))
    return GroupMove(stands, chance.pick(("forward", "backward", "sideways", "move")), directions, attack)


def _listed(view: Battle, stand: StandId, chance: Chance) -> tuple[Act, ...]:
    """One of the things a stand may do, charges and shots before marches."""
    offered = deeds(view, stand)
    found: list[tuple[int, tuple[Act, ...]]] = [(60, one) for one in _at_enemies(offered, chance)]
    if offered.rally:
        found.append((70, (Rally(),)))
    if offered.entries:
        found.append((40, (Enter(chance.pick(offered.entries)),)))
    if offered.opportunity:
        found.append((20, (Opportunity(),)))
    for likely, acts in found:
        if chance.odds(likely):
            return acts
    spots = choices(view, stand).spots if chance.odds(90) else ()
    return _spot(view, stand, spots, chance).acts if spots else (Hold(),)


def _spot(view: Battle, stand: StandId, spots: Sequence[HexChoice], chance: Chance) -> HexChoice:
    """More often than not one as near to an enemy as any: armies that never meet test little."""
    enemies = enemies_of(view, view.stands[stand].side)
    if not enemies or chance.odds(40):
        return chance.pick(spots)
    hexes = dict.fromkeys(spot.hex for spot in spots)
    far = {here: min(distance(here, enemy.hex) for enemy in enemies) for here in hexes}
    nearest = min(far.values())
    return chance.pick([spot for spot in spots if far[spot.hex] == nearest])


def _at_enemies(offered: Choices, chance: Chance) -> list[tuple[Act, ...]]:
    found: list[tuple[Act, ...]] = []
    if offered.melee is not None:
        found.append((Fight(),))
    if offered.quarries:
        found.append((Charge(target=chance.pick(offered.quarries).stand),))
    if offered.targets:
        target = chance.pick(offered.targets)
        ranks = 2 if target.both_ranks and chance.odds(50) else 1
        found.append((Fire(target=target.stand, ranks=ranks),))
    return found


def _wild_acts(view: Battle, stand: StandId, chance: Chance) -> tuple[Act | When, ...]:
    """Anything that can be written."""
    acts = tuple(_any_act(view, stand, chance) for _ in range(1 + chance.below(3)))
    if chance.odds(80):
        return acts
    near = EnemyWithin(1 + chance.below(6))
    conditions: tuple[Condition, ...] = (
        near, Is("disordered"), Is("in order"), Is("in melee"), CameTo("test failed"), CameTo("path blocked"), Needs(5),
    )  # fmt: skip
    return (When(chance.pick(conditions), acts, (Hold(),) if chance.odds(50) else ()),)


def _any_act(view: Battle, stand: StandId, chance: Chance) -> Act:
    one = view.stands[stand]
    enemies = enemies_of(view, one.side)
    if one.to_come and chance.odds(40):
        return Enter(chance.pick([None, *one.enters, *neighbours(one.hex)]))
    kind = chance.below(8)
    if kind < 2 and enemies:
        ways: tuple[Follow, ...] = (None, "stop", "remaining_mp")
        follow = chance.pick(ways)
        return Charge(target=chance.pick(enemies).id, follow=follow, again=chance.odds(20))
    if kind == 2 and enemies:
        return Fire(target=chance.pick(enemies).id, ranks=1 + chance.below(2), then_move=chance.odds(30))
    if kind == 3:
        return TurnTo(to=Facing(chance.below(6)), again=chance.odds(20))
    if kind == 4:
        short: tuple[Act, ...] = (Rally(), Opportunity(), Fight(), Fire(), Hold())
        return chance.pick(short)
    path = any_path(view, one.hex, chance)
    if not path:
        return Hold()
    if kind == 5 and chance.odds(30):
        return LeaveTown(path=path[:1])
    how: March = chance.pick(get_args(March))
    facing = Facing(chance.below(6)) if how == "move" and chance.odds(50) else None
    return Go(how=how, path=path, end_facing=facing, again=chance.odds(20))


def any_path(view: Battle, here: Hex, chance: Chance) -> tuple[Hex, ...]:
    """Up to four steps anywhere on the board; off it for a stand that was ruled far off."""
    path: list[Hex] = []
    for _ in range(1 + chance.below(4)):
        near = neighbours(path[-1] if path else here)
        path.append(chance.pick([there for there in near if on_board(view, there)] or near))
    return tuple(path)


def _standing(
    view: Battle, groups: Sequence[GroupId], orders: Sequence[Item], chance: Chance
) -> tuple[StandingOrder, ...]:
    """A few standing orders, each settling something else, some of them with a condition."""
    stands = [item.stand for item in orders if isinstance(item, StandOrders)]
    found: list[StandingOrder] = []
    foes = enemies_of(view, view.groups[groups[0]].side) if groups else ()
    decisions: tuple[Decision, ...] = tuple(sorted(STANDING))
    for decision in chance.mixed(decisions)[: chance.below(5)]:
        values = sorted(STANDING[decision].values)
        value = chance.pick(values) if chance.odds(60) else _open_value(view, decision, stands, chance) or values[0]
        whom = chance.below(3)
        stand = chance.pick(stands) if whom == 0 and stands and decision not in GENERALS else None
        group = chance.pick(groups) if whom == 1 else None
        conditions: tuple[Condition, ...] = (
            EnemyWithin(1 + chance.below(6)), Is("disordered"), StrengthLeft(1 + chance.below(5)), Needs(4),
            OfClass("AB"), GroupMoved(chance.pick(groups), chance.odds(50)),
            *(EnemyWithin(4, one.id) for one in foes[:2]),
        )  # fmt: skip
        when = chance.pick(conditions) if chance.odds(30) else None
        found.append(StandingOrder(decision, value, stand=stand, group=group, when=when))
    return tuple(found)


def _open_value(view: Battle, decision: Decision, stands: Sequence[StandId], chance: Chance) -> str:
    """Something a standing order may say beside its fixed words; '' where there is nothing."""
    enemies = [s for s in sorted(view.stands) if s not in stands and view.stands[s].on_board]
    words = (chance.pick(enemies) if enemies else "", chance.pick(("horse", "foot", "nearest", "weakest", "strongest")))
    some = " ".join(word for word in words if word)
    match STANDING[decision].opens:
        case "targets":
            return some
        case "stands":
            return " ".join(chance.mixed(stands)[:2])
        case "hexes":
            path = any_path(view, view.stands[chance.pick(stands)].hex, chance) if stands else ()
            return " ".join(label(here) for here in path)
        case "shots":
            return f"at {some} within {1 + chance.below(4)}"
        case "charges":
            return f"at {some} if {2 + chance.below(3)} more dice"
        case _:
            return ""
