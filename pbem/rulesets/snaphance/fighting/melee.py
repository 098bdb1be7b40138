"""The parts of a melee round (SN-10.1, SN-11; 3.18c): dice, the verdict, the beaten, the drawn, ongoing melees."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import MeleeId, StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.footing import disorders, disorders_outside
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, StrikeSum, strike_sum
from pbem.rulesets.snaphance.fighting.morale import (
    Tested,
    destroy,
    fives_ruled,
    hits_of,
    lose,
    melee_cost,
    most_in_melee,
)
from pbem.rulesets.snaphance.fighting.retreat import bounce, retreat
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.state.asks import AskYesNo, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, Melee, melee_of, seat_of_stand, terrain, type_of
from pbem.rulesets.snaphance.state.facts import (
    ActionEnded,
    Disordered,
    MeleeEnded,
    MeleeStands,
    Struck,
)
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import rules
from pbem.rulesets.snaphance.state.victory import check


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a round came to."""

    losses: tuple[int, int]
    """Morale loss of attacker and defender."""
    costs: tuple[int, int]
    """SP that each loses."""
    loser: StandId | None
    """None when it is drawn."""
    would_have_won: bool
    """The winner's morale loss was the smaller, whichever was eliminated (SN-13.0e)."""


# --- a round ------------------------------------------------------------------------------------------------------


def upset_by_ground(play: Play[Battle], attacker: StandId, enemy: StandId) -> None:
    """Disorder of those who fight over defences, into towns or woods, at its time (SN-Q42)."""
    for stand, other, attacks in ((attacker, enemy, True), (enemy, attacker, False)):
        by_ground = disorders(play.battle, stand, other, attacks)
        if by_ground and not play.battle.stands[stand].disordered:
            because = (*by_ground, *rules("SN-Q42"))
            play.record(Disordered(stand=stand, cause="the ground it fights over", rules=because))


def upset_outside_town(play: Play[Battle], clash: Clash) -> None:
    """Disorder of a stand outside that is attacked out of a town: it stood to be attacked, so its fire comes first."""
    by_town = disorders_outside(play.battle, clash.defender, clash.attacker)
    if by_town and not play.battle.stands[clash.defender].disordered:
        play.record(Disordered(stand=clash.defender, cause="attacked out of a town", rules=by_town))


def in_order(battle: Battle, clash: Clash) -> tuple[StandId, StandId]:
    """The battle stand of the active side, then the other (section 4, point 5)."""
    if battle.stands[clash.defender].side == battle.active_side:
        return clash.defender, clash.attacker
    return clash.attacker, clash.defender


def strike(play: Play[Battle], clash: Clash, stand: StandId, counted: StrikeSum) -> int:
    """The melee dice of a battle stand, thrown and told; its hits come back."""
    dice = play.roll("melee", stand, counted.dice).values
    hits = hits_of(play.battle, dice)
    fives = fives_ruled(play.battle, dice) if play.battle.rulings else ()
    play.record(
        Struck(
            stand=stand, enemy=clash.enemy_of(stand), terms=counted.terms, dice=dice, hits=hits,
            supports=clash.helpers_of(stand), rules=(*counted.rules, *rules(*fives)),
        )
    )  # fmt: skip
    return hits


def judge(battle: Battle, clash: Clash, attacker: Tested | None, defender: Tested | None) -> Verdict:
    """Who has lost, and what it costs (SN-10.1b, SN-11.0, SN-11.2, SN-Q52).  None: that stand was not hit.

    A stand eliminated alone loses whatever the morale losses say; its enemy then pays as a winner.
    """
    losses = (attacker.loss if attacker else 0, defender.loss if defender else 0)
    loser = clash.attacker if losses[0] > losses[1] else clash.defender if losses[1] > losses[0] else None
    costs = _costs(battle, clash, attacker, defender, loser)
    gone = [
        stand
        for stand, cost in zip((clash.attacker, clash.defender), costs, strict=True)
        if cost >= sum(battle.stands[stand].sp)
    ]
    would_have_won = loser is not None
    helped = len(gone) == 1 and clash.helpers_of(gone[0]) and reading(battle, "SN-Q52") == "goes-on"
    if len(gone) == 1 and loser != gone[0] and not helped:
        loser, would_have_won = gone[0], False
        costs = _costs(battle, clash, attacker, defender, loser)
    return Verdict(losses=losses, costs=costs, loser=loser, would_have_won=would_have_won)


def _costs(
    battle: Battle, clash: Clash, attacker: Tested | None, defender: Tested | None, loser: StandId | None
) -> tuple[int, int]:
    one, two = clash.attacker, clash.defender
    return (
        melee_cost(attacker, loser == one, most_in_melee(battle, one, two)),
        melee_cost(defender, loser == two, most_in_melee(battle, two, one)),
    )


# --- defeat -------------------------------------------------------------------------------------------------------


def others_go(play: Play[Battle], clash: Clash, loser: StandId, winner: StandId) -> StandId | None:
    """Supports of the beaten, and stands that shared its defeat, go back in disorder, by id (SN-10.2e, SN-10.6c).

    A support that holds its town (SNT-town-3.4) comes back: the winner is in melee with it.
    """
    exposed = clash.exposed if loser == clash.defender else ()
    holding: StandId | None = None
    for stand in sorted({*clash.helpers_of(loser), *exposed}):
        if play.battle.phase == "over" or not play.battle.stands[stand].on_board:
            continue
        if not play.battle.stands[stand].disordered:
            cause = f"{loser} beside it was beaten"
            play.record(Disordered(stand=stand, cause=cause, rules=rules("SN-10.6c", "SN-12.0a")))
        if type_of(play.battle, stand).category == "Art":
            destroy(play, stand, "guns beaten hand to hand", ("SN-12.0f",))
            check(play)
        elif stand not in exposed and holds_town(play, stand, winner, 0):
            holding = stand
        else:
            retreat(play, stand, winner)
    return holding


def holds_town(play: Play[Battle], stand: StandId, winner: StandId, price: int) -> bool:
    """D26: a stand beaten in a town, or supporting from one, may refuse to go (SNT-town-3.3, 3.4).

    price: in SP.  By default it holds if more than 2 SP would remain.
    """
    if terrain(play.battle, play.battle.stands[stand].hex) != "town":
        return False
    seat = seat_of_stand(play.battle, stand)
    left = sum(play.seen(seat).stands[stand].sp) - price
    ask = AskYesNo(seat=seat, default=YesNo(left > 2), matter="town_hold", stand=stand, other=winner, lost=price)
    return play.ask(ask).yes


def hold_town(play: Play[Battle], clash: Clash, loser: StandId) -> None:
    """1 SP more, and the melee goes on (SNT-town-3.3)."""
    stays = lose(play, loser, 1, "it holds the town", ("SNT-town-3.3",))
    if check(play):
        return
    if stays:
        _ongoing(play, clash)
    else:
        end_melee(play, clash)


def melee_goes_on(play: Play[Battle], clash: Clash, winner: StandId, holding: StandId) -> None:
    """The winner is now in melee with a support that held its town (SNT-town-3.4)."""
    if faces(play.battle, holding, winner) and play.battle.stands[winner].on_board:
        helpers = tuple(one for one in clash.helpers_of(winner) if faces(play.battle, one, holding))
        _ongoing(play, Clash(attacker=winner, defender=holding, attackers_helpers=helpers))


def fights_on(play: Play[Battle], clash: Clash, winner: StandId, loser: StandId) -> bool:
    """D28: by default if it has more dice."""
    seat = seat_of_stand(play.battle, winner)
    view = play.seen(seat)
    more = strike_sum(view, clash, winner).dice > strike_sum(view, clash, loser).dice
    return play.ask(AskYesNo(seat=seat, default=YesNo(more), matter="fight_on", stand=winner, other=loser)).yes


def next_round(battle: Battle, clash: Clash) -> Clash:
    """The next round of the same melee, with those that are still there."""
    return replace(
        clash, how="again", cb_lost=False, exposed=(), silent=(),
        attackers_helpers=still(battle, clash.attackers_helpers, clash.defender),
        defenders_helpers=still(battle, clash.defenders_helpers, clash.attacker),
    )  # fmt: skip


def still(battle: Battle, some: tuple[StandId, ...], enemy: StandId) -> tuple[StandId, ...]:
    """Supports still on the board with the enemy battle stand in a front hex."""
    return tuple(one for one in some if battle.stands[one].on_board and faces(battle, one, enemy))


def in_contact(battle: Battle, one: StandId, two: StandId) -> bool:
    """Whether two stands are on the board and one faces the other."""
    if not (battle.stands[one].on_board and battle.stands[two].on_board):
        return False
    return faces(battle, one, two) or faces(battle, two, one)


# --- a draw -------------------------------------------------------------------------------------------------------


def drawn(play: Play[Battle], clash: Clash) -> None:
    """Neither side has won: the mounted bounce, the rest stay in contact (SN-11.1d, SN-11.3a, SN-Q46, SN-Q52)."""
    for stand in bouncing(play.battle, clash):
        enemy = clash.defender if stand == clash.attacker or stand in clash.attackers_helpers else clash.attacker
        if play.battle.stands[stand].on_board:
            bounce(play, stand, enemy, _stays_behind(play.battle, clash, stand))
        if play.battle.phase == "over":
            return
    left = remaining(play.battle, clash)
    if left is None:
        end_melee(play, clash)
    else:
        _ongoing(play, left)


def _stays_behind(battle: Battle, clash: Clash, stand: StandId) -> tuple[str, ...]:
    """SN-Q46, where mounted supports of a stand that bounces stay by it."""
    beside = any(type_of(battle, one).is_mounted for one in clash.helpers_of(stand))
    return switched(battle, "SN-Q46") if beside else ()


def bouncing(battle: Battle, clash: Clash) -> tuple[StandId, ...]:
    """Who goes back from a drawn melee, battle stands first (SN-11.1d, SN-Q46).

    Of two mounted battle stands, the one that made the contact, with the mounted of its side; of foot and mounted, the
    mounted side; between two that are on foot, any mounted support.
    """
    ours, theirs = (clash.attacker, *clash.attackers_helpers), (clash.defender, *clash.defenders_helpers)
    first, second = type_of(battle, clash.attacker).is_mounted, type_of(battle, clash.defender).is_mounted
    some = ours if first else theirs if second else (*ours, *theirs)
    if reading(battle, "SN-Q46") == "battle-stand":
        some = tuple(stand for stand in some if stand in (clash.attacker, clash.defender))
    return tuple(stand for stand in some if battle.stands[stand].on_board and type_of(battle, stand).is_mounted)


def remaining(battle: Battle, clash: Clash) -> Clash | None:
    """The melee that is left: where a battle stand has gone its strongest support in contact takes its place."""
    one = _first_left(battle, clash.attacker, clash.attackers_helpers, clash.defender, clash.defenders_helpers)
    two = _first_left(battle, clash.defender, clash.defenders_helpers, clash.attacker, clash.attackers_helpers)
    if one is None or two is None or not in_contact(battle, one, two):
        return None
    return replace(
        next_round(battle, clash), attacker=one, defender=two,
        attackers_helpers=tuple(s for s in still(battle, clash.attackers_helpers, two) if s != one),
        defenders_helpers=tuple(s for s in still(battle, clash.defenders_helpers, one) if s != two),
    )  # fmt: skip


def _first_left(
    battle: Battle, stand: StandId, some: tuple[StandId, ...], enemy: StandId, enemies: tuple[StandId, ...]
) -> StandId | None:
    opposite = (enemy, *enemies)
    for one in (stand, *sorted(some, key=lambda s: (-sum(battle.stands[s].sp), s))):
        if any(in_contact(battle, one, other) for other in opposite):
            return one
    return None


# --- ongoing melees -----------------------------------------------------------------------------------------------


def end_melee(play: Play[Battle], clash: Clash) -> None:
    """The melee that a clash is a round of is over."""
    if clash.melee is not None and clash.melee in play.battle.melees:
        play.record(MeleeEnded(melee=clash.melee))


def _ongoing(play: Play[Battle], clash: Clash) -> None:
    """The melee is marked, to be fought again in each activation of a group that owns a battle stand (SN-Q20)."""
    number = clash.melee if clash.melee is not None else MeleeId(f"m{play.battle.melee_count + 1}")
    before = play.battle.melees.get(number)
    fought = (*(before.fought_in if before else ()), play.battle.activation)
    one, two = play.battle.stands[clash.attacker].side, play.battle.stands[clash.defender].side
    melee = Melee(
        id=number, stands={one: clash.attacker, two: clash.defender},
        supports={one: clash.attackers_helpers, two: clash.defenders_helpers},
        initiator=clash.attacker, fought_in=tuple(dict.fromkeys(fought)),
    )  # fmt: skip
    play.record(MeleeStands(melee=melee, rules=rules("SN-11.3a")))


def clash_of(battle: Battle, melee: Melee) -> Clash:
    """An ongoing melee as a round to be fought: its initiator counts as the attacker."""
    sides = [army.id for army in battle.armies]
    stands = [melee.stands[side] for side in sides]
    first = 1 if melee.initiator == stands[1] else 0
    one, two = stands[first], stands[1 - first]
    return Clash(
        attacker=one, defender=two, melee=melee.id,
        attackers_helpers=still(battle, melee.supports.get(sides[first], ()), two),
        defenders_helpers=still(battle, melee.supports.get(sides[1 - first], ()), one),
    )  # fmt: skip


def rests(battle: Battle, melee: Melee) -> bool:
    """Whether an ongoing melee has been fought this round already, where it is fought once a round (SN-Q20)."""
    if reading(battle, "SN-Q20") == "each-activation":
        return False
    first = battle.activation - sum(group.moved for group in battle.groups.values())
    return any(number >= first for number in melee.fought_in)


def use_action(play: Play[Battle], some: tuple[StandId, ...]) -> None:
    """A round of an ongoing melee uses up the action of the active group's stands in it (SN-Q70)."""
    for stand in some:
        one = play.battle.stands[stand]
        if one.group == play.battle.active_group and not one.doing.over:
            play.record(ActionEnded(stand=stand, rules=rules("SN-Q70")))


def in_melee_as(battle: Battle, stand: StandId) -> Literal["battle", "support", "none"]:
    """The part a stand has in an ongoing melee."""
    melee = melee_of(battle, stand)
    if melee is None:
        return "none"
    return "battle" if stand in melee.stands.values() else "support"
