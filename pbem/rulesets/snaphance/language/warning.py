"""What of a sheet will not work as written: it is carried out on the seat's view, without dice, in its own order.

Groups act in the order of the bids, the orders of each in the order of the sheet.  The enemy stands still and every
test is passed: what the enemy does before may change everything, so these are warnings and no refusals.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hexes import Hex, key, label
from pbem.engine.ids import GroupId, RuleId, StandId
from pbem.engine.warnings import OrderWarning
from pbem.engine.wording import listed
from pbem.rulesets.snaphance.language.advice import conditional, instead, why
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.playing.checking import (
    Objection,
    check_item,
    check_orders,
    driven_on,
    fresh,
    judged,
)
from pbem.rulesets.snaphance.playing.sequence import group_of
from pbem.rulesets.snaphance.playing.together import commander_order, marched
from pbem.rulesets.snaphance.state.asks import AskOrders
from pbem.rulesets.snaphance.state.battle import Battle, stand_at
from pbem.rulesets.snaphance.state.commands import (
    BidWhen,
    Charge,
    CommanderOrders,
    Fire,
    Go,
    GroupMove,
    Item,
    LeaveTown,
    Sheet,
    StandOrders,
)
from pbem.rulesets.snaphance.writing.writing import actions_text, subject_text

MOST_SUGGESTIONS = 3


def warnings(view: Battle, ask: Ask[Any], answer: object) -> tuple[OrderWarning, ...]:
    """What of an answer, as it is to stand, will not work as written."""
    if not isinstance(ask, AskOrders) or not isinstance(answer, Sheet):
        return ()
    course = _Course(view, answer)
    for item in in_turn(view, answer, ask.group):
        course.carry_out(item)
    return tuple(course.found)


def in_turn(view: Battle, sheet: Sheet, group: GroupId | None) -> Iterator[Item]:
    """The orders in the order in which they are carried out, if groups come up as they are bid.

    group: the only one that acts now; None for all.
    """
    bids = [bid.group if isinstance(bid, BidWhen) else bid for bid in sheet.bids]
    groups = dict.fromkeys([*bids, *(group_of(view, item) for item in sheet.orders)])
    for one in groups if group is None else [group]:
        yield from (item for item in sheet.orders if group_of(view, item) == one)


class _Course:
    """A sheet on its way.  battle: as it stands now.  done: stands whose orders have been carried out."""

    def __init__(self, view: Battle, sheet: Sheet) -> None:
        self.view, self.sheet, self.battle = view, sheet, view
        self.done: dict[StandId, Item] = {}
        self.found: list[OrderWarning] = []

    def carry_out(self, item: Item) -> None:
        before = self.battle
        match item:
            case StandOrders(stand=stand):
                came = judged(before, item)
                self.battle = came.battle
                if isinstance(self.done.get(stand), GroupMove):  # what a group move leaves of its turn is not known
                    return
                self._object(item, (*driven_on(before, item), *came.objections))
            case CommanderOrders():
                got = commander_order(fresh(before), item)
                self.battle = before if isinstance(got, No) else got.apply(before)
                self._object(item, check_item(before, item))
            case _:
                self._object(item, check_item(before, item))
                self.battle = marched(fresh(before), item) if isinstance(item, GroupMove) else before
        self._pushed(item, before)
        self.done.update(dict.fromkeys(_stands(item), item))

    def _object(self, item: Item, objections: tuple[Objection, ...]) -> None:
        """A warning of the first thing that is objected to, for the rest follows from it."""
        objections = tuple(one for one in objections if not conditional(item, one))
        if objections:
            self.found.append(self._warning(item, objections[0]))

    def _warning(self, item: Item, objection: Objection) -> OrderWarning:
        here = _place(self.battle, item, objection)
        friend = self._friend(item, here)
        units = tuple(_stands(item)) or (subject_text(self.view, item),)
        about = friend or _target(objection)
        if friend is not None and here is not None:
            text = self._in_the_way(item, friend, here)
        else:
            text = f"{listed(units)} cannot carry this out now: {why(objection)}."
        return OrderWarning(
            kind="collision" if friend is not None else "impossible", units=units,
            others=(about,) if about is not None else (),
            text=" ".join(part for part in (text, self._then(item)) if part),
            hexes=(here,) if here is not None else (), rules=objection.no.rules,
            suggestions=self._suggested(item, objection),
        )  # fmt: skip

    def _friend(self, item: Item, here: Hex | None) -> StandId | None:
        """A stand of the same side that holds the hex an order stumbles over."""
        mine = _stands(item)
        other = stand_at(self.battle, here) if here is not None and mine else None
        if other is None or other.id in mine or other.side != self.view.stands[mine[0]].side:
            return None
        return other.id

    def _in_the_way(self, item: Item, friend: StandId, here: Hex) -> str:
        """Who holds the place and who acts first: ``S01 and S02 are both ordered to 0607. S01 acts first.``."""
        name, at = listed(tuple(_stands(item))), label(here)
        first = f"{friend} acts first{self._if_groups(item, friend)}."
        if friend in self.done and self.view.stands[friend].hex != here:
            return f"{friend} and {name} are both ordered to {at}. {first}"
        if friend in self.done:
            return f"{friend} stays in {at}, where {name} cannot stop. {first}"
        later = any(friend in _stands(one) for one in self.sheet.orders)
        if later:
            return f"{friend} is still in {at} when {name} acts: its own order comes later."
        return f"{friend} is in {at} and has no order to leave it."

    def _if_groups(self, item: Item, friend: StandId) -> str:
        """What the turn of two stands hangs on when they are of two groups."""
        groups = {self.view.stands[stand].group for stand in (*_stands(item), friend)}
        return ", if the groups act in the order of your bids" if len(groups) > 1 else ""

    def _then(self, item: Item) -> str:
        """What a stand does then: where it ends."""
        if not isinstance(item, StandOrders):
            return ""
        before, after = self.view.stands[item.stand], self.battle.stands[item.stand]
        if after.to_come:
            return f"{item.stand} then stays off the board."
        word = "stays" if before.hex == after.hex else "ends"
        return f"{item.stand} then {word} in {label(after.hex)}."

    def _suggested(self, item: Item, objection: Objection) -> tuple[str, ...]:
        if not isinstance(item, StandOrders):
            return ()
        good = (
            f"{item.stand} {actions_text(some)}" for some in instead(item, objection)
            if not check_orders(self.battle_before(item), replace(item, actions=some))
        )  # fmt: skip
        return tuple(dict.fromkeys(good))[:MOST_SUGGESTIONS]

    def battle_before(self, item: StandOrders) -> Battle:
        """The battle as it would be if a stand had not acted yet, the others where they are now."""
        one = self.view.stands[item.stand]
        at = {place: stand for place, stand in self.battle.at.items() if stand != item.stand}
        if one.on_board and key(one.hex) not in at:
            at[key(one.hex)] = item.stand
        return replace(self.battle, stands={**self.battle.stands, item.stand: one}, at=at)

    def _pushed(self, item: Item, before: Battle) -> None:
        """A warning for each stand that was ordered to a place from which a later one pushes it back (SN-4.11)."""
        for stand in self.done:
            was, now = before.stands[stand], self.battle.stands[stand]
            if stand in _stands(item) or was.hex == now.hex or not now.on_board:
                continue
            name = listed(tuple(_stands(item)))
            both = f"{stand} and {name} are both ordered to {label(was.hex)}. {stand} acts first"
            self.found.append(
                OrderWarning(
                    kind="collision", units=(stand,), others=tuple(_stands(item)), hexes=(was.hex,),
                    text=f"{both}; {name} then pushes it back to {label(now.hex)}.", rules=(RuleId("SN-4.11a"),),
                )
            )  # fmt: skip


def _stands(item: Item) -> tuple[StandId, ...]:
    match item:
        case StandOrders(stand=stand):
            return (stand,)
        case CommanderOrders():
            return ()
        case _:
            return item.stands


def _target(objection: Objection) -> StandId | None:
    match objection.action:
        case Charge(target=target) | Fire(target=target):
            return target
        case _:
            return None


def _place(battle: Battle, item: Item, objection: Objection) -> Hex | None:
    """Where an order stumbles: the refused hex of a path, else its target's, else where the stand is."""
    action, target = objection.action, _target(objection)
    if objection.step and isinstance(action, Go | LeaveTown):
        return action.path[objection.step - 1]
    found = battle.stands.get(target) if target is not None else None
    if found is None:
        found = next((battle.stands[one] for one in _stands(item) if one in battle.stands), None)
    return found.hex if found is not None and found.on_board else None
