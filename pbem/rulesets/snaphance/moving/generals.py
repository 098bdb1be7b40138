"""Generals driven off, fallen, mourned and replaced (SN-3.1d, SN-3.2), and their own move (SN-3.1a)."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import Hex, distance, neighbours
from pbem.engine.ids import CommanderId, GroupId, RuleId, Side, StandId
from pbem.rulesets.snaphance.moving.command import order_test
from pbem.rulesets.snaphance.special.capture import taken
from pbem.rulesets.snaphance.special.king import RULE as KING
from pbem.rulesets.snaphance.special.king import is_king
from pbem.rulesets.snaphance.state.asks import AskStand, StandChoice
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Commander,
    group_stands,
    on_board,
    seat_of_group,
    stand_at,
    stands_of,
    terrain,
)
from pbem.rulesets.snaphance.state.facts import (
    CommanderKilled,
    CommanderMoved,
    CommanderReplaced,
    Disordered,
)
from pbem.rulesets.snaphance.state.special_facts import Avenging
from pbem.rulesets.snaphance.state.special_rules import King

if TYPE_CHECKING:
    from pbem.engine.play import Play


COMMANDER_MOVE = 6
"""Hexes of a general's own move (SN-3.1a)."""


def nearest_stand(battle: Battle, group: GroupId, here: Hex, but: StandId | None = None) -> StandId | None:
    """A group's stand nearest to a hex: fewest hexes, then most SP, then lowest id (SN-Q47); None when none is left."""
    left = [one for one in group_stands(battle, group) if one.id != but]
    return min(left, key=lambda one: (distance(one.hex, here), -sum(one.sp), one.id)).id if left else None


def driven_off(battle: Battle, side: Side, here: Hex) -> tuple[CommanderMoved, ...]:
    """What happens to lone generals hostile to ``side`` when it enters a hex: off to their nearest stand (SN-3.1d)."""
    lone = [
        one for one in battle.commanders.values()
        if one.hex == here and one.alive and one.side != side and one.attached_to is None
    ]  # fmt: skip
    moved: list[CommanderMoved] = []
    for one in sorted(lone, key=lambda general: general.id):
        stand = nearest_stand(battle, one.group, here)
        if stand is not None:
            moved.append(_carried(battle, one, stand, "an enemy entered his hex", "SN-3.1d"))
    return tuple(moved)


def _carried(battle: Battle, one: Commander, stand: StandId, why: str, rule: str) -> CommanderMoved:
    rules = (RuleId(rule), RuleId("SN-Q47"))
    return CommanderMoved(commander=one.id, to=battle.stands[stand].hex, hexes=0, joins=stand, why=why, rules=rules)


def stand_gone(play: "Play[Battle]", stand: StandId, *, hand_to_hand: bool = False) -> None:
    """A stand has been destroyed or has left the board: its general falls with it, one beside it moves off.

    Rules: SN-3.2b, SN-3.2d.  To be called after the fact is recorded.  hand_to_hand: destroyed, and not by fire.
    """
    before = play.battle
    here = before.stands[stand].hex
    for found in sorted(before.commanders):
        one = before.commanders[found]
        if one.alive and one.attached_to == stand:
            if hand_to_hand and taken(play, found, stand):
                continue
            play.record(CommanderKilled(commander=found, rules=(RuleId("SN-3.2b"),)))
            if is_king(before, found):
                mourn(play, found)
        elif one.alive and one.attached_to is None and one.hex == here and one.side == before.stands[stand].side:
            other = nearest_stand(before, one.group, here, but=stand)
            if other is not None:
                play.record(_carried(before, one, other, f"{stand} is gone", "SN-3.2d"))


def replace_generals(play: "Play[Battle]") -> None:
    """Officers take over from fallen generals, before the next dice-off (SN-3.2c, SN-Q47; with whom: D33)."""
    for found in sorted(play.battle.commanders):
        before = play.battle
        one = before.commanders[found]
        nearest = None if one.alive else nearest_stand(before, one.group, one.hex)
        if nearest is None:
            continue
        options = tuple(stand.id for stand in group_stands(before, one.group))
        chosen: StandId | None = nearest
        if len(options) > 1:
            seat = seat_of_group(before, one.group)
            default = StandChoice(nearest)
            chosen = play.ask(
                AskStand(seat=seat, matter="commander_with", stand=nearest, options=options, default=default)
            ).stand
        goes = chosen if chosen is not None else nearest
        play.record(
            CommanderReplaced(
                commander=found, with_stand=goes, hex=play.battle.stands[goes].hex,
                rules=(RuleId("SN-3.2c"), RuleId("SN-Q47")),
            )
        )  # fmt: skip


def commander_way(battle: Battle, commander: CommanderId, to: Hex) -> int | None:
    """Hexes of a general's shortest way to a hex, round enemies and impassable ground; None beyond 6H (SN-3.1a)."""
    one = battle.commanders[commander]
    seen, edge = {one.hex}, [one.hex]
    for steps in range(COMMANDER_MOVE + 1):
        if to in edge:
            return steps
        further: list[Hex] = []
        for here in edge:
            for there in neighbours(here):
                if there not in seen and _open_to_general(battle, one.side, there):
                    seen.add(there)
                    further.append(there)
        edge = further
    return None


def _open_to_general(battle: Battle, side: Side, here: Hex) -> bool:
    there = stand_at(battle, here)
    return on_board(battle, here) and terrain(battle, here) != "impassable" and (there is None or there.side == side)


def mourn(play: "Play[Battle]", commander: CommanderId) -> None:
    """A king has been killed: every stand of his near the place takes an order test, by id."""
    rule = next((r for r in play.battle.special if isinstance(r, King) and r.general == commander), None)
    if rule is None:
        return
    before = play.battle
    king = before.commanders[commander]
    near = [one for one in stands_of(before, king.side) if distance(one.hex, king.hex) <= rule.within]
    for one in near:
        if order_test(play, (one.id,), "king"):
            play.record(Avenging(stand=one.id, rules=(KING,)))
        elif not one.disordered:
            play.record(Disordered(stand=one.id, cause="the king is dead", rules=(KING,)))
